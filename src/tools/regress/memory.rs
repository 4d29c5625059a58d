//! What a new engine must be told to stand where a dead one stood.

use super::effect::{Effect, effect_of, played};
use crate::types::Color;

/// The set-up so far, without what a later command has made void.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory(Vec<String>);

impl Memory {
    /// What to send to a new engine, in this order.
    pub(super) fn commands(&self) -> &[String] {
        &self.0
    }

    /// Takes note of a command that was answered with `reply`. A test counts
    /// only if it changes the position. `to_move` tells from what to send to a new engine who would move there.
    pub(super) fn note(
        &mut self,
        command: &str,
        is_test: bool,
        reply: &str,
        to_move: impl FnOnce(&[String]) -> Option<Color>,
    ) {
        let effect = effect_of(name(command));
        match effect {
            Effect::Generate => {
                let played = played(command, reply, || to_move(&self.0));
                self.0.extend(played);
                return;
            }
            // Another engine would choose other points.
            Effect::ChosenHandicap if !reply.is_empty() => {
                self.0.push(format!("set_free_handicap {reply}"));
                return;
            }
            Effect::None if is_test => return,
            // Whoever is told to leave does not come back to it.
            Effect::None if is_quit(command) => return,
            Effect::Load | Effect::Resize => self.forget(|old| old.is_of_position()),
            // The size stays, whichever command has set it.
            Effect::Clear => self.forget(|old| {
                old.is_of_position() && !matches!(old, Effect::Resize | Effect::Load)
            }),
            _ => {}
        }
        self.0.push(command.to_owned());
    }

    fn forget(&mut self, is_void: impl Fn(Effect) -> bool) {
        self.0.retain(|old| !is_void(effect_of(name(old))));
    }
}

fn name(command: &str) -> &str {
    command.split_whitespace().next().unwrap_or("")
}

/// Whether a command ends its engine.
pub(super) fn is_quit(command: &str) -> bool {
    name(command).eq_ignore_ascii_case("quit")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(commands: &[(&str, bool, &str)]) -> Vec<String> {
        let mut memory = Memory::default();
        for (command, is_test, reply) in commands {
            memory.note(command, *is_test, reply, |_| Some(Color::White));
        }
        memory.0
    }

    #[test]
    fn a_new_position_makes_the_old_one_void_and_nothing_else() {
        let seen = memory(&[
            ("level 3", false, ""),
            ("boardsize 9", false, ""),
            ("komi 5.5", false, ""),
            ("play black C3", false, ""),
            ("loadsgf a.sgf 12", false, ""),
            ("play white D4", false, ""),
        ]);
        assert_eq!(
            seen,
            ["level 3", "komi 5.5", "loadsgf a.sgf 12", "play white D4"]
        );
        let seen = memory(&[
            ("boardsize 9", false, ""),
            ("play black C3", false, ""),
            ("clear_board", false, ""),
            ("undo", false, ""),
        ]);
        assert_eq!(seen, ["boardsize 9", "clear_board", "undo"]);
        let seen = memory(&[
            ("boardsize 9", false, ""),
            ("loadsgf a.sgf", false, ""),
            ("play black C3", false, ""),
            ("clear_board", false, ""),
            ("play white C3", false, ""),
        ]);
        assert_eq!(seen, ["loadsgf a.sgf", "clear_board", "play white C3"]);
    }

    #[test]
    fn tests_count_if_they_move_stones() {
        let seen = memory(&[
            ("reg_genmove black", true, "D4"),
            ("restricted_genmove black C3 E5", true, "C3"),
            ("gg_genmove black", true, "C3"),
            ("PLAY black E5", true, ""),
            ("genmove white", true, "C3"),
            ("genmove black", false, "resign"),
            ("kgs-genmove_cleanup b", false, "PASS"),
        ]);
        assert_eq!(seen, ["PLAY black E5", "play white C3", "play black PASS"]);
    }

    #[test]
    fn the_move_of_an_analysis_is_the_last_that_it_names() {
        let analysis = "info move C3 visits 5 order 0 pv C3 E5\ninfo move E5 visits 9\nplay E5";
        for name in [
            "lz-genmove_analyze",
            "kata-genmove_analyze",
            "genmove_analyze",
        ] {
            let seen = memory(&[(&format!("{name} b 10"), true, analysis)]);
            assert_eq!(seen, ["play black E5"], "{name}");
        }
        for unnamed in ["kata-genmove_analyze 10", "cgos-genmove_analyze"] {
            let seen = memory(&[(unnamed, true, analysis)]);
            assert_eq!(seen, ["play white E5"], "{unnamed}");
        }
        let resigned = memory(&[("kata-genmove_analyze b", true, "info move C3\nplay resign")]);
        assert!(resigned.is_empty());
        let only_asked = memory(&[
            ("reg_genmove b", true, "C3"),
            ("kata-search_analyze b", true, "info move C3\nplay C3"),
        ]);
        assert!(only_asked.is_empty());
    }

    #[test]
    fn a_handicap_that_was_chosen_is_the_same_again() {
        let seen = memory(&[("place_free_handicap 2", false, "C3 G7")]);
        assert_eq!(seen, ["set_free_handicap C3 G7"]);
        let unasked = memory(&[("place_free_handicap 2", false, "")]);
        assert_eq!(unasked, ["place_free_handicap 2"]);
    }

    #[test]
    fn what_is_tried_is_void_with_the_position() {
        let seen = memory(&[
            ("boardsize 5", false, ""),
            ("tryko white C3", false, ""),
            ("popgo", false, ""),
            ("orientation 3", true, ""),
            ("loadsgf a.sgf 3", false, ""),
        ]);
        assert_eq!(seen, ["orientation 3", "loadsgf a.sgf 3"]);
    }

    #[test]
    fn leaving_is_no_part_of_the_set_up() {
        let seen = memory(&[
            ("level 3", false, ""),
            ("quit", false, ""),
            ("quit", true, ""),
            ("Quit", false, ""),
        ]);
        assert_eq!(seen, ["level 3"]);
    }
}
