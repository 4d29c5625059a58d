//! Size, clearing and komi.

use crate::tools::gtp_check::checker::Checker;
use crate::tools::gtp_check::code::Code;

/// Sizes that are taken and sizes that are not.
pub(super) fn sizes(checker: &mut Checker) -> Option<()> {
    for side in [13, 19, 9] {
        checker.expect(&format!("boardsize {side}"), Code::BoardsizeRefused)?;
    }
    checker.empty_board(9)?;
    checker.play(&["b D4"])?;
    let before = checker.stones()?;
    for size in ["1000", "0", "-9", "nine", ""] {
        let command = format!("boardsize {size}");
        let reply = checker.refuse(command.trim_end(), Code::BoardsizeNonsense)?;
        if reply.ok {
            checker.empty_board(9)?;
            checker.play(&["b D4"])?;
        }
        if size == "1000" {
            checker.look_for_words("unacceptable size", &command, &reply);
        }
    }
    checker.same_stones(&before, "boardsize 1000", Code::BoardsizeState)?;
    // Still this stone and still this size, seen without any special command.
    checker.refuse("play w D4", Code::BoardsizeState)?;
    checker.refuse("play w K10", Code::BoardsizeState)?;
    Some(())
}

/// Columns and rows: refused, or meant.
pub(super) fn rectangular(checker: &mut Checker) -> Option<()> {
    for command in ["boardsize 9 13", "rectangular_boardsize 9 13"] {
        if command.starts_with("rect") && !checker.has("rectangular_boardsize") {
            continue;
        }
        if !checker.ask(command)?.ok {
            continue;
        }
        checker.ask("clear_board")?;
        for (mv, legal) in [("play b J13", true), ("play w K9", false)] {
            let reply = checker.ask(mv)?;
            if reply.ok != legal {
                let line = format!("> {command}");
                checker.find(Code::Rectangular, vec![line]);
                checker.blame(Code::Rectangular, mv, &reply);
            }
        }
    }
    Some(())
}

/// `clear_board`, once and twice.
pub(super) fn clearing(checker: &mut Checker) -> Option<()> {
    checker.empty_board(9)?;
    let empty = checker.stones()?;
    checker.play(&["b D4", "w E5"])?;
    checker.expect("clear_board", Code::ClearBoard)?;
    checker.expect("clear_board", Code::ClearBoard)?;
    checker.same_stones(&empty, "clear_board", Code::ClearBoard)?;
    checker.expect("play w D4", Code::ClearBoard)?;
    Some(())
}

/// Komi of every kind, and that it stays.
pub(super) fn komi(checker: &mut Checker) -> Option<()> {
    for komi in ["7.5", "0", "-5.5", "7", "6.5"] {
        checker.expect(&format!("komi {komi}"), Code::KomiRefused)?;
    }
    for command in ["komi much", "komi"] {
        checker.refuse(command, Code::KomiNonsense)?;
    }
    if !checker.has("get_komi") || !checker.ask("komi 6.5")?.ok {
        return Some(());
    }
    for command in ["boardsize 9", "clear_board"] {
        checker.ask(command)?;
        let reply = checker.ask("get_komi")?;
        if reply.ok && reply.text.parse() != Ok(6.5) {
            checker.find(
                Code::KomiLost,
                vec!["> komi 6.5".to_owned(), format!("> {command}")],
            );
            checker.blame(Code::KomiLost, "get_komi", &reply);
        }
    }
    Some(())
}
