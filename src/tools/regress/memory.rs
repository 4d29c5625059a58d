//! What a new engine must be told to stand where a dead one stood.

/// Commands that change the position and nothing else.
const POSITION: [&str; 19] = [
    "boardsize",
    "rectangular_boardsize",
    "clear_board",
    "loadsgf",
    "play",
    "black",
    "white",
    "undo",
    "gg-undo",
    "trymove",
    "tryko",
    "popgo",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "gogui-play_sequence",
    "gogui-setup",
    "gogui-setup_player",
    "set_position",
];

/// The set-up so far, without what a later command has made void.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory(Vec<String>);

impl Memory {
    /// What to send to a new engine, in this order.
    pub(super) fn commands(&self) -> &[String] {
        &self.0
    }

    /// Takes note of a command that was answered with `reply`. A test counts
    /// only if it changes the position.
    pub(super) fn note(&mut self, command: &str, is_test: bool, reply: &str) {
        let name = name(command);
        if plays(name) {
            self.0.extend(played(command, reply));
            return;
        }
        // Whoever is told to leave does not come back to it.
        if is_quit(command) {
            return;
        }
        // How GNU Go turns the board stays as it is, whatever position follows.
        let is_kept = POSITION.contains(&name) || name == "orientation";
        if is_test && !is_kept {
            return;
        }
        match name {
            "loadsgf" | "boardsize" | "rectangular_boardsize" => {
                self.0.retain(|old| !POSITION.contains(&self::name(old)));
            }
            // The size stays, whichever command has set it.
            "clear_board" => self.0.retain(|old| {
                let old = self::name(old);
                old.ends_with("boardsize") || old == "loadsgf" || !POSITION.contains(&old)
            }),
            _ => {}
        }
        self.0.push(command.to_owned());
    }
}

fn name(command: &str) -> &str {
    command.split_whitespace().next().unwrap_or("")
}

/// Whether a command ends its engine.
pub(super) fn is_quit(command: &str) -> bool {
    name(command) == "quit"
}

/// Whether a command of this name plays a move which its reply names, as do `genmove` and its relations. `reg_genmove`
/// and its own play none, nor do `restricted_genmove` and `gg_genmove` of GNU Go.
pub(super) fn plays(name: &str) -> bool {
    let only_asks = ["reg_", "restricted_", "gg_"];
    name.contains("genmove") && !only_asks.iter().any(|prefix| name.starts_with(prefix))
}

/// The move of a `genmove` as a `play`, so that it is the same again. Commands that analyse meanwhile name it last, on a
/// line `play VERTEX`.
pub(super) fn played(command: &str, reply: &str) -> Option<String> {
    let color = match name(command) {
        "genmove_black" => "black",
        "genmove_white" => "white",
        _ => command.split_whitespace().nth(1)?,
    };
    let named = reply
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("play "));
    let vertex = named.unwrap_or(reply).split_whitespace().next()?;
    (!vertex.eq_ignore_ascii_case("resign")).then(|| format!("play {color} {vertex}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(commands: &[(&str, bool, &str)]) -> Vec<String> {
        let mut memory = Memory::default();
        for (command, is_test, reply) in commands {
            memory.note(command, *is_test, reply);
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
            ("play black E5", true, ""),
            ("genmove white", true, "C3"),
            ("genmove black", false, "resign"),
            ("kgs-genmove_cleanup b", false, "PASS"),
        ]);
        assert_eq!(seen, ["play black E5", "play white C3", "play b PASS"]);
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
            assert_eq!(seen, ["play b E5"], "{name}");
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
        ]);
        assert_eq!(seen, ["level 3"]);
    }
}
