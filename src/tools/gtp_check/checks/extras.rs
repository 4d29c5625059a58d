//! What the specification has and does not require: asked only where it is listed.

use crate::game::{Game, Rules};
use crate::tools::gtp_check::checker::Checker;
use crate::tools::gtp_check::code::Code;
use crate::types::{Dims, Point, parse_vertex};

/// `time_settings` and `time_left`.
pub(super) fn time(checker: &mut Checker) -> Option<()> {
    if checker.has("time_settings") {
        for arguments in ["600 0 0", "0 0 1", "1800 30 5", "0 5 1"] {
            checker.expect(&format!("time_settings {arguments}"), Code::TimeRefused)?;
        }
        for arguments in ["a b c", "600", "-1 0 0"] {
            checker.refuse(&format!("time_settings {arguments}"), Code::TimeNonsense)?;
        }
    }
    if checker.has("time_left") {
        checker.ask("time_settings 1800 30 5")?;
        for arguments in ["black 1800 0", "white 25 5", "b 3 1", "w 1799 0"] {
            checker.expect(&format!("time_left {arguments}"), Code::TimeRefused)?;
        }
        for arguments in ["green 10 0", "black soon 0", "black"] {
            checker.refuse(&format!("time_left {arguments}"), Code::TimeNonsense)?;
        }
    }
    Some(())
}

fn points(dims: Dims, text: &str) -> Option<Vec<Point>> {
    let words = text.split_whitespace();
    let points: Option<Vec<Point>> = words.map(|word| parse_vertex(dims, word).ok()).collect();
    points.map(|mut points| {
        points.sort_unstable();
        points
    })
}

/// `fixed_handicap` on the standard's points.
pub(super) fn fixed_handicap(checker: &mut Checker) -> Option<()> {
    checker.needs("fixed_handicap")?;
    let dims = Dims::square(19).ok()?;
    for stones in [2, 5, 8, 9] {
        checker.empty_board(19)?;
        let command = format!("fixed_handicap {stones}");
        let mut game = Game::new(dims, Rules::default(), 0.0);
        let mut right = game.place_fixed_handicap(stones).ok()?;
        right.sort_unstable();
        let is_right = |text: &str| points(dims, text) == Some(right);
        checker.expect_text(&command, Code::HandicapPoints, is_right)?;
    }
    checker.refuse("fixed_handicap 2", Code::HandicapNonsense)?;
    for stones in ["1", "10", "many"] {
        checker.empty_board(19)?;
        checker.refuse(&format!("fixed_handicap {stones}"), Code::HandicapNonsense)?;
    }
    Some(())
}

/// `place_free_handicap`: few enough points, and none twice.
pub(super) fn place_free_handicap(checker: &mut Checker) -> Option<()> {
    checker.needs("place_free_handicap")?;
    let dims = Dims::square(19).ok()?;
    for stones in [2, 6] {
        checker.empty_board(19)?;
        let command = format!("place_free_handicap {stones}");
        checker.expect_text(&command, Code::FreeHandicap, |text| {
            points(dims, text).is_some_and(|mut points| {
                let count = points.len();
                points.dedup();
                points.len() == count && (2..=stones).contains(&count)
            })
        })?;
    }
    checker.refuse("place_free_handicap 2", Code::HandicapNonsense)?;
    Some(())
}

/// `set_free_handicap`, with points that are none and with points that are.
pub(super) fn set_free_handicap(checker: &mut Checker) -> Option<()> {
    checker.needs("set_free_handicap")?;
    for vertices in ["", "D4 D4", "D4 T20"] {
        checker.empty_board(19)?;
        let before = checker.stones()?;
        let command = format!("set_free_handicap {vertices}");
        let reply = checker.refuse(&command, Code::HandicapNonsense)?;
        if !reply.ok {
            checker.same_stones(&before, &command, Code::HandicapState)?;
        }
    }
    checker.empty_board(19)?;
    checker.expect("set_free_handicap D4 Q16 C3", Code::FreeHandicap)?;
    checker.refuse("set_free_handicap E5 F6", Code::HandicapNonsense)?;
    Some(())
}

/// `final_score` and `final_status_list` on a board divided in two.
pub(super) fn score(checker: &mut Checker) -> Option<()> {
    checker.empty_board(9)?;
    for row in 1..=9 {
        checker.play(&[&format!("b D{row}"), &format!("w E{row}")])?;
    }
    checker.play(&["b G5", "w pass", "b pass"])?;
    if checker.has("final_score") {
        let reply = checker.ask("final_score")?;
        if reply.ok && !is_score(&reply.text) {
            checker.blame(Code::ScoreForm, "final_score", &reply);
        }
    }
    checker.needs("final_status_list")?;
    for status in ["dead", "alive", "seki"] {
        let command = format!("final_status_list {status}");
        let reply = checker.ask(&command)?;
        if reply.ok && !reply.text.split_whitespace().all(is_stone) {
            checker.blame(Code::StatusNotStones, &command, &reply);
        }
    }
    checker.refuse("final_status_list asleep", Code::StatusNonsense)?;
    Some(())
}

/// Whether a word names a stone of the position above.
fn is_stone(word: &str) -> bool {
    let Some(point) = Dims::square(9).ok().map(|dims| parse_vertex(dims, word)) else {
        return false;
    };
    let word = word.to_ascii_uppercase();
    point.is_ok() && (word.starts_with(['D', 'E']) || word == "G5")
}

/// `0`, `B+3.5`, `W+12`.
fn is_score(text: &str) -> bool {
    let Some(points) = text.strip_prefix(['B', 'W']) else {
        return text == "0";
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    points
        .strip_prefix('+')
        .is_some_and(|number| match number.split_once('.') {
            Some((whole, part)) => digits(whole) && digits(part),
            None => digits(number),
        })
}

/// `loadsgf` of a file that is not there.
pub(super) fn files(checker: &mut Checker) -> Option<()> {
    if checker.has("loadsgf") {
        checker.refuse("loadsgf /no/such/file.sgf", Code::LoadsgfNonsense)?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_have_one_form() {
        for text in ["0", "B+3.5", "W+12", "B+0.5"] {
            assert!(is_score(text), "{text}");
        }
        for text in ["", "B+", "Jigo", "b+3", "B+3.", "B 3", "W+R", "+3", "3.5"] {
            assert!(!is_score(text), "{text}");
        }
    }

    #[test]
    fn stones_are_those_on_the_board() {
        for word in ["D1", "e9", "G5"] {
            assert!(is_stone(word), "{word}");
        }
        for word in ["A1", "D10", "G6", "pass", ""] {
            assert!(!is_stone(word), "{word}");
        }
    }
}
