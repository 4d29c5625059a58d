//! Handicap stones that a record counts without saying where they stand.

use crate::board::AnyBoard;
use crate::game::{Game, HandicapError};
use crate::types::{Color, Point};

/// Handicap stones of which a record tells the number; they may be missing on the board.
#[derive(Default)]
pub(super) struct CountedHandicap {
    stones: usize,
    /// Whether they are missing, and nobody knows where they were.
    pub is_lost: bool,
    /// Where they have been placed, as is usual, as far as they are still there.
    usual: Vec<Point>,
}

impl CountedHandicap {
    /// So many stones; a single one is no handicap.
    pub fn new(stones: usize) -> CountedHandicap {
        CountedHandicap {
            stones,
            ..CountedHandicap::default()
        }
    }

    /// Whether there is a handicap.
    pub fn is_given(&self) -> bool {
        self.stones >= 2
    }

    /// How many stones are lost, if they are.
    pub fn lost(&self) -> Option<usize> {
        self.is_lost.then_some(self.stones)
    }

    /// Places the stones where that is usual, if they are missing; where that cannot be done they are lost.
    pub fn place(&mut self, game: &mut Game) {
        let is_missing = self.is_given() && game.board().is_empty();
        if !is_missing || self.is_lost {
            return;
        }
        match place_usual(game, self.stones) {
            Ok(points) => self.usual = points,
            Err(_) => self.is_lost = true,
        }
    }

    /// Whether all the stones stand on a board on which nothing else has been played.
    pub fn is_placed(&self, board: &AnyBoard) -> bool {
        let placed = Color::BOTH.map(|color| board.stone_count(color));
        self.is_given() && placed == [self.stones, 0]
    }

    /// Forgets where stones were that have been captured: a move there does not show that they stood elsewhere.
    pub fn forget_captured(&mut self, board: &AnyBoard) {
        let is_there = |&point: &Point| board.color_at(point).is_some();
        self.usual.retain(is_there);
    }

    /// Whether one of the stones has been placed here, and is still there.
    pub fn is_usual(&self, point: Point) -> bool {
        self.usual.contains(&point)
    }
}

/// Three stones leave the upper left to White, as people place them; in GTP's order it would be the lower right.
fn place_usual(game: &mut Game, stones: usize) -> Result<Vec<Point>, HandicapError> {
    if stones != 3 {
        return game.place_fixed_handicap(stones);
    }
    let mut corners = game.clone().place_fixed_handicap(4)?;
    corners.remove(2);
    game.set_free_handicap(&corners)?;
    Ok(corners)
}

#[cfg(test)]
mod tests {
    use super::super::load;
    use crate::game::sgf::{Info, save};
    use crate::types::Color;

    #[test]
    fn handicap_that_has_no_place_is_told() {
        let loaded = load(b"(;SZ[5]HA[5];W[cc])", None).unwrap();
        let remark = loaded.not_understood.handicap_remark();
        assert_eq!(
            remark.unwrap(),
            "the record counts 5 handicap stones, but does not say where they stand; none are placed"
        );
        let loaded = load(b"(;SZ[9]HA[two];B[cc])", None).unwrap();
        assert_eq!(
            loaded.not_understood.handicap_remark().unwrap(),
            "handicap 'two' is not understood; no stones are placed for it"
        );
        for handicap in ["HA[2]", "HA[0]", "HA[]"] {
            let text = format!("(;SZ[9]{handicap};W[cc])");
            let loaded = load(text.as_bytes(), None).unwrap();
            assert_eq!(loaded.not_understood.handicap_remark(), None, "{handicap}");
        }
        for before in [None, Some(1), Some(2)] {
            let black_first = load(b"(;SZ[9]HA[3];B[ee];W[cc];B[gg])", before).unwrap();
            assert_eq!(
                black_first.not_understood.unplaced_handicap,
                Some(3),
                "{before:?}"
            );
        }
    }

    #[test]
    fn stones_that_are_counted_and_placed_are_all_there_are() {
        for white_passes in [
            "(;SZ[9]RU[Chinese]KM[0]HA[2]AB[cg][gc];W[];B[ee];W[];B[])",
            "(;SZ[9]RU[Chinese]KM[0]HA[2];W[];B[ee];W[];B[])",
        ] {
            let game = load(white_passes.as_bytes(), None).unwrap().game;
            assert_eq!(game.handicap(), 2, "{white_passes}");
            let again = load(save(&game, &Info::default()).as_bytes(), None);
            assert_eq!(again.unwrap().game.handicap(), 2);
        }
        // Where Black moves first, passes make room for more.
        for black_first in [
            "(;SZ[9]RU[Chinese]KM[0]HA[2]AB[cg][gc];B[ee];W[];B[cc];W[dd])",
            "(;SZ[9]RU[Chinese]KM[0]HA[2]AB[cg][gc];B[ee];W[];B[cc];W[dd];W[de])",
        ] {
            let game = load(black_first.as_bytes(), None).unwrap().game;
            let again = load(save(&game, &Info::default()).as_bytes(), None);
            assert_eq!(again.unwrap().game.handicap(), game.handicap());
        }
        // Without a stone on the board it is the passes that make room for them.
        let played = load(b"(;SZ[9]HA[3];B[cg];W[];B[gc];W[];B[ee];W[cc])", None);
        assert_eq!(played.unwrap().game.handicap(), 3);
    }

    #[test]
    fn where_handicap_was_captured_no_move_denies_it() {
        let text = b"(;SZ[19]HA[2];W[cp];B[];W[ep];B[];W[do];B[];W[dq];B[];W[dp];B[dp])";
        let loaded = load(text, Some(10)).unwrap();
        assert_eq!(loaded.not_understood.handicap_remark(), None);
        assert_eq!(loaded.game.handicap(), 2);
    }

    #[test]
    fn handicap_that_a_move_denies_is_not_placed() {
        for text in [
            "(;SZ[19]HA[2]KM[0.5];W[dp];B[dd])",
            "(;SZ[19]HA[4];W[dd])",
            "(;SZ[19]HA[2];W[cc];B[dp])",
        ] {
            // Whether the move that tells is played or not.
            for before in [Some(1), Some(2), None] {
                let loaded = load(text.as_bytes(), before).unwrap();
                assert_eq!(loaded.game.handicap(), 0, "{text}");
                let remark = loaded.not_understood.handicap_remark();
                assert!(remark.unwrap().ends_with("none are placed"), "{text}");
            }
        }
        let first = load(b"(;SZ[19]HA[2];W[cc];B[dp])", Some(1)).unwrap().game;
        assert_eq!(first.to_move(), Color::White);
        // Nor does a move that cannot be played elsewhere, or one where a handicap stone was taken.
        let wrong = load(b"(;SZ[19]HA[2];W[cc];B[cc])", Some(2)).unwrap();
        assert_eq!(wrong.game.handicap(), 2);
        let taken = b"(;SZ[19]HA[2];W[cp];B[];W[ep];B[];W[do];B[];W[dq];B[dp])";
        assert!(
            load(taken, None)
                .unwrap_err()
                .to_string()
                .ends_with("suicide")
        );
        let taken = b"(;SZ[19]HA[2];W[cp];B[];W[ep];B[];W[do];B[];W[dq];B[];W[dp])";
        assert_eq!(load(taken, None).unwrap().game.handicap(), 2);
    }
}
