//! Game records.

use super::NOTHING;
use crate::console::{rules_in_words, stderr};
use crate::files;
use crate::game::sgf::{self, Before};
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::gtp::tried::TriedMoves;
use crate::session::Comments;
use crate::wire::loadsgf as loadsgf_arguments;
use std::path::Path;

pub const FAMILY: Family = Family {
    title: "Game records",
    commands: &[
        Command {
            name: "loadsgf",
            arguments: "FILE [NUMBER|VERTEX]",
            summary: "Loads a record; with a number or a vertex, only the moves before that one",
            run: loadsgf,
        },
        Command {
            name: "printsgf",
            arguments: "[FILE]",
            summary: "Writes the game to a file, or as the reply, which has no blank lines",
            run: printsgf,
        },
        Command {
            name: "savesgf",
            arguments: "FILE",
            summary: "Writes the game to a file",
            run: savesgf,
        },
    ],
};

fn loadsgf(engine: &mut Engine, call: &mut Call) -> Reply {
    let text = call.some_text("file")?;
    let (file, before) = loadsgf_arguments::split(text, is_file);
    let cannot = |reason: String| Failure::refused(format!("cannot load file '{file}': {reason}"));
    let is_cut_off = before == Before::End && call.is_cut_off();
    whole_name(file, is_cut_off).map_err(cannot)?;
    let text = files::read_regular(Path::new(file), sgf::MAX_BYTES as u64);
    let text = text.map_err(|error| cannot(error.to_string()))?;
    let loaded = sgf::load_before(&text, before).map_err(|error| cannot(error.to_string()))?;
    let not_understood = loaded.not_understood.clone();
    let [forgotten, cut_off] = [loaded.forgotten_remark(), loaded.cut_off_remark()];
    engine.session.load(loaded);
    engine.tried = TriedMoves::default();
    let game = engine.game();
    let remarks = [
        not_understood.komi_remark(game),
        not_understood.handicap_remark(),
        forgotten,
        cut_off,
    ];
    let used = rules_in_words(game.rules());
    let of_rules = not_understood.rules_remarks(&used);
    for remark in of_rules.chain(remarks.into_iter().flatten()) {
        stderr::say(format!("warning: {file}: {remark}"));
    }
    Ok(NOTHING)
}

fn is_file(name: &str) -> bool {
    Path::new(name).is_file()
}

/// Tells why a name has not come whole, if it has not: it names another file.
fn whole_name(file: &str, is_cut_off: bool) -> Result<(), String> {
    if is_cut_off {
        return Err("'#' begins a comment: the name of a file cannot have it".to_owned());
    }
    // Bytes that are no text become this.
    match file.contains(char::REPLACEMENT_CHARACTER) {
        true => Err("the name is not UTF-8, or holds U+FFFD, which stands for that".to_owned()),
        false => Ok(()),
    }
}

/// An empty line ends a reply of GTP: blank lines within comments are lost in it, and kept in a file.
fn printsgf(engine: &mut Engine, call: &mut Call) -> Reply {
    match call.text() {
        "" | "-" => Ok(record(engine, call)),
        _ => savesgf(engine, call),
    }
}

fn record(engine: &mut Engine, call: &Call) -> String {
    let (stop, _armed) = call.interruptible();
    let comments = match engine.preferences.sgf_comments {
        true => Comments::OfSearch,
        false => Comments::Loaded,
    };
    engine.session.sgf(comments, stop)
}

fn savesgf(engine: &mut Engine, call: &mut Call) -> Reply {
    let file = call.some_text("file")?;
    if file == "-" {
        return Err(call.syntax("'-' is not a file"));
    }
    let file = loadsgf_arguments::unquoted(file, is_file);
    let cannot = |reason: String| Failure::refused(format!("cannot save file '{file}': {reason}"));
    whole_name(file, call.is_cut_off()).map_err(cannot)?;
    let text = record(engine, call);
    let written = files::write_no_pipe(Path::new(file), &text);
    written.map_err(|error| cannot(error.to_string()))?;
    Ok(NOTHING)
}

#[cfg(test)]
mod tests {
    use crate::game::sgf;
    use crate::gtp::Engine;
    use crate::gtp::dispatch::tests::engine;
    use crate::temporary::TemporaryFile;

    fn ask(engine: &mut Engine, line: &str) -> String {
        engine.execute_line(line).unwrap()
    }

    #[test]
    fn a_name_that_has_not_come_whole_names_no_file() {
        for command in ["loadsgf", "printsgf"] {
            let refuses = |name: &str, reason: &str| {
                let refused = engine().execute_line(&format!("{command} {name}"));
                let refusal = refused.unwrap_err().to_string();
                assert!(
                    refusal.starts_with("cannot ") && refusal.contains(reason),
                    "{refusal}"
                );
            };
            refuses("y\u{fffd}.sgf", "'y\u{fffd}.sgf': the name is not UTF-8");
            refuses("C#/y.sgf", "'C': '#' begins a comment");
        }
        let file = TemporaryFile::new("number.sgf", "(;SZ[9];B[cc];W[gg])");
        let mut engine = engine();
        ask(
            &mut engine,
            &format!("loadsgf {} 2#W's move", file.display()),
        );
        assert_eq!(engine.game().moves().len(), 1);
    }

    /// The record after these commands.
    fn record(engine: &mut Engine, lines: &[&str]) -> sgf::Loaded {
        for line in lines {
            ask(engine, line);
        }
        sgf::load(ask(engine, "printsgf").as_bytes(), None).unwrap()
    }

    #[test]
    fn tengen_has_its_name_where_it_has_moved() {
        let mut engine = engine();
        let loaded = record(&mut engine, &["genmove w"]);
        assert_eq!(loaded.info.black, "");
        assert!(loaded.info.white.starts_with("Tengen "));
        assert_eq!(loaded.info.result, "");
        assert_eq!(loaded.info.date.len(), "2026-11-20".len());
        assert!(loaded.notes.is_empty());
        // A new game knows nothing of the old one.
        let loaded = record(&mut engine, &["clear_board", "play b c3"]);
        assert_eq!(loaded.info.white, "");
    }

    #[test]
    fn a_game_that_is_over_has_its_result() {
        let mut engine = engine();
        let black_wall = ["B3", "A3", "C3", "D3", "E3"];
        for vertex in black_wall {
            ask(&mut engine, &format!("play b {vertex}"));
        }
        let passes = ["play b pass", "play w pass"];
        let result = record(&mut engine, &passes).info.result;
        assert_eq!(result, ask(&mut engine, "final_score"));
        assert_eq!(record(&mut engine, &["undo"]).info.result, "");
        let result = record(&mut engine, &["play w resign"]).info.result;
        assert_eq!(result, "B+Resign");
        // Taken back, or gone on with, it is no result any more.
        assert_eq!(record(&mut engine, &["play w a1"]).info.result, "");
    }

    #[test]
    fn clocks_are_noted_with_the_moves() {
        let mut engine = engine();
        let loaded = record(
            &mut engine,
            &[
                "kgs-time_settings byoyomi 600 30 5",
                "play b c3",
                "time_left b 590 0",
                "play w c2",
                "time_left w 25 3",
                "genmove b",
            ],
        );
        let seconds: Vec<Option<u64>> = loaded
            .notes
            .iter()
            .map(|note| note.time_left.map(|time| time.as_secs()))
            .collect();
        assert_eq!(seconds[..2], [Some(590), Some(25)]);
        assert!(seconds[2].is_some_and(|time| time <= 590));
        assert_eq!(loaded.notes[1].stones_left, Some(3));
        assert_eq!(loaded.info.overtime, "5x30 byo-yomi");
        assert_eq!(loaded.info.main_time, "600");
        // What was taken back is not said of the moves that came instead.
        let loaded = record(&mut engine, &["undo", "undo", "play w d4"]);
        assert_eq!(loaded.notes.len(), 1);
    }

    #[test]
    fn the_analysis_is_written_on_request() {
        let mut engine = engine();
        assert!(record(&mut engine, &["genmove b"]).notes.is_empty());
        let loaded = record(&mut engine, &["tengen-param sgf_comments 1"]);
        let comment = &loaded.notes[0].comment;
        assert!(comment.contains(" % to win"), "{comment}");
    }

    #[test]
    fn a_vertex_is_found_after_stones_set_up_in_the_middle() {
        let text = "(;SZ[9];B[aa];W[bb];AB[cc];B[dd];W[ee];AE[aa];B[aa])";
        let file = TemporaryFile::new("middle.sgf", text);
        let mut engine = engine();
        let mut stones = |vertex: &str| {
            ask(&mut engine, &format!("loadsgf {} {vertex}", file.display()));
            ["black", "white"].map(|color| ask(&mut engine, &format!("list_stones {color}")))
        };
        assert_eq!(stones("D6"), ["A9 C7", "B8"]);
        assert_eq!(stones("E5"), ["A9 C7 D6", "B8"]);
        assert_eq!(stones("B8"), ["A9", ""]);
        // The first move there, though the game begins anew after it.
        assert_eq!(stones("A9"), ["", ""]);
    }

    #[test]
    fn what_a_file_said_is_written_again() {
        let text =
            "(;GM[1]SZ[5]PB[Ann]BR[3k]PW[Bob]RE[B+T]DT[2001-02-03]EV[x];B[cc]BL[9];W[bb]C[why])";
        let file = TemporaryFile::new("a record.sgf", text);
        let load = format!("loadsgf {}", file.display());
        let mut engine = engine();
        let loaded = record(&mut engine, &[&load]);
        assert_eq!(
            (loaded.info.black.as_str(), loaded.info.black_rank.as_str()),
            ("Ann", "3k")
        );
        assert_eq!(
            (loaded.info.result.as_str(), loaded.info.date.as_str()),
            ("B+T", "2001-02-03")
        );
        assert_eq!(loaded.notes[1].comment, "why");
        assert_eq!(
            loaded.notes[0].time_left.map(|time| time.as_secs()),
            Some(9)
        );
        // The result was that of another game, if this one goes on or stops earlier.
        assert_eq!(
            record(&mut engine, &["play b a1", "undo"]).info.result,
            "B+T"
        );
        assert_eq!(record(&mut engine, &["undo"]).info.result, "");
        assert_eq!(record(&mut engine, &[&format!("{load} 2")]).info.result, "");
    }

    #[test]
    fn a_file_keeps_its_clocks() {
        let text = "(;SZ[5]TM[3 hours]OT[5x60 byo-yomi];B[cc]BL[9];W[bb]WL[70])";
        let file = TemporaryFile::new("clocks.sgf", text);
        let load = format!("loadsgf {}", file.display());
        let mut engine = engine();
        let clocks = |loaded: &sgf::Loaded| {
            let left = loaded.notes.iter().map(|note| note.time_left);
            let left: Vec<_> = left.map(|time| time.map(|time| time.as_secs())).collect();
            let info = &loaded.info;
            (info.main_time.clone(), info.overtime.clone(), left)
        };
        let of_file = |left: &[u64]| {
            let left = left.iter().map(|&time| Some(time)).collect();
            ("3 hours".to_owned(), "5x60 byo-yomi".to_owned(), left)
        };
        let lines = ["time_settings 60 0 0", &load, "time_left w 50 0"];
        assert_eq!(clocks(&record(&mut engine, &lines)), of_file(&[9, 70]));
        let lines = ["play b d4", "time_left w 45 0", "time_left b 40 0"];
        assert_eq!(clocks(&record(&mut engine, &lines)), of_file(&[9, 70, 40]));
        // A file without them gets those of the session once the game goes on.
        let file = TemporaryFile::new("no clocks.sgf", "(;SZ[5];B[cc];W[bb])");
        let load = format!("loadsgf {}", file.display());
        let main_time = record(&mut engine, &[&load]).info.main_time;
        assert_eq!(main_time, "");
        let main_time = record(&mut engine, &["play b d4"]).info.main_time;
        assert_eq!(main_time, "60");
    }

    #[test]
    fn what_a_file_does_not_say_is_not_invented() {
        let file = TemporaryFile::new("facts.sgf", "(;SZ[5];B[cc];W[bb];B[];W[])");
        let load = format!("loadsgf {}", file.display());
        let mut engine = engine();
        let facts = |engine: &mut Engine, lines: &[&str]| {
            let info = record(engine, lines).info;
            (info.date, info.result)
        };
        let nothing = (String::new(), String::new());
        assert_eq!(facts(&mut engine, &[&load]), nothing);
        assert_eq!(facts(&mut engine, &["undo"]), nothing);
        assert_eq!(facts(&mut engine, &["play w pass"]), nothing);
        assert_eq!(facts(&mut engine, &[&format!("{load} 3")]), nothing);
        // The game that is played on is another one.
        let (date, result) = facts(&mut engine, &["play b pass", "undo", "play b D2"]);
        assert_eq!((date.len(), result.as_str()), ("2026-11-20".len(), ""));
        let (date, result) = facts(&mut engine, &["play w pass", "play b pass"]);
        assert!(!date.is_empty() && !result.is_empty());
    }
}
