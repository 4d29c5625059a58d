//! Chains that live without territory, because neither player can capture.

use super::{Judgement, Status};
use crate::board::AnyBoard;
use crate::game::{Game, Territory};
use crate::types::{Color, Point};

/// A liberty is neutral when its owner is no clearer than this.
const NEUTRAL: f32 = 0.5;
/// A chain with more liberties than this is not taken to be in seki.
const MOST_SEKI_LIBERTIES: usize = 3;

impl Judgement {
    /// Finds the chains that live in seki, among those that have been judged to be alive.
    pub(super) fn find_seki(&mut self, game: &Game) {
        let territory = self.territory(game);
        let board = game.board();
        let chains = board.chains().into_iter();
        let in_seki: Vec<Point> = chains
            .filter(|&(stone, color)| self.is_in_seki(board, &territory, stone, color))
            .flat_map(|(stone, _)| board.chain_stones(stone))
            .collect();
        for point in in_seki {
            self.status[point.index()] = Some(Status::Seki);
        }
    }

    /// Whether the chain of a stone lives, can go nowhere, owns no room for two eyes and shares a liberty with the enemy.
    fn is_in_seki(
        &self,
        board: &AnyBoard,
        territory: &Territory,
        stone: Point,
        color: Color,
    ) -> bool {
        if self.status(stone) != Some(Status::Alive) || self.is_beside_dead(board, stone) {
            return false;
        }
        let liberties = board.liberty_points(stone);
        if self.is_locked(board, &liberties, color) {
            return true;
        }
        if liberties.len() > MOST_SEKI_LIBERTIES || !self.shares_liberty(board, &liberties, color) {
            return false;
        }
        // One eye alone lets no group live.
        let is_room = |&liberty: &Point| {
            self.owner_for(liberty, color) > NEUTRAL
                && territory.only_eye(self.dims, stone) != Some(liberty)
        };
        !liberties.iter().any(is_room) && !can_run(board, &liberties, color)
    }

    /// Whether these are the two liberties of a chain of this color and of a living one of the enemy, neither has another, and who
    /// fills one of them is taken with the other: that is certain, whoever the judges think owns these points.
    fn is_locked(&self, board: &AnyBoard, liberties: &[Point], color: Color) -> bool {
        let &[first, _] = liberties else {
            return false;
        };
        let is_partner = |&n: &Point| {
            let theirs = board.liberty_points(n);
            board.color_at(n) == Some(!color)
                && self.status(n) == Some(Status::Alive)
                && theirs.len() == 2
                && theirs.iter().all(|liberty| liberties.contains(liberty))
        };
        let Some(partner) = self.dims.neighbors(first).find(is_partner) else {
            return false;
        };
        let fills_in_vain = |color| most_liberties_after(board, liberties, color) <= Some(1);
        Color::BOTH.into_iter().all(fills_in_vain) && !self.is_beside_dead(board, partner)
    }

    /// Whether one of a chain's liberties is neutral and beside a living enemy.
    fn shares_liberty(&self, board: &AnyBoard, liberties: &[Point], color: Color) -> bool {
        let is_living_enemy =
            |n: Point| board.color_at(n) == Some(!color) && self.status(n) == Some(Status::Alive);
        liberties.iter().any(|&liberty| {
            let is_neutral = self.owner(liberty).abs() <= NEUTRAL;
            is_neutral && self.dims.neighbors(liberty).any(is_living_enemy)
        })
    }

    /// Whether stones beside a chain are dead: they will be taken off, and their points are eyes.
    fn is_beside_dead(&self, board: &AnyBoard, stone: Point) -> bool {
        let is_dead = |n: Point| self.status(n) == Some(Status::Dead);
        let mut stones = board.chain_stones(stone).into_iter();
        stones.any(|stone| self.dims.neighbors(stone).any(is_dead))
    }
}

/// Whether one move gives a chain more liberties than it has. How sure the owners of its stones are does not tell a seki from
/// a fight: playouts capture in either.
fn can_run(board: &AnyBoard, liberties: &[Point], color: Color) -> bool {
    most_liberties_after(board, liberties, color) > Some(liberties.len())
}

/// The most liberties that a move on one of these points has; none if all are suicide.
fn most_liberties_after(board: &AnyBoard, points: &[Point], color: Color) -> Option<usize> {
    let playable = points
        .iter()
        .filter(|&&point| !board.is_suicide(color, point));
    let liberties = playable.map(|&point| {
        let mut after = board.clone();
        after.play_unchecked(color, point);
        after.liberties(point)
    });
    liberties.max()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// The judgement of a position whose points belong to Black (`B`), to White (`W`) or to nobody yet (`?`).
    fn judged(stones: &str, owners: &str) -> (Game, Judgement) {
        let game = Game::from_diagram(stones).unwrap();
        let marks = owners.split_whitespace().flat_map(str::chars);
        let owner = |mark| match mark {
            'B' => 1.0,
            'W' => -1.0,
            _ => 0.0,
        };
        let dims = game.dims();
        let by_point: HashMap<Point, f32> = dims.points_from_top().zip(marks.map(owner)).collect();
        let ownership: Vec<f32> = dims.points().map(|point| by_point[&point]).collect();
        let judgement = Judgement::from_ownership(&game, &ownership);
        (game, judgement)
    }

    /// Black's wall in the middle has no liberties but two neutral points, and eyes where White's stones are dead.
    #[test]
    fn dead_stones_beside_a_chain_keep_it_out_of_seki() {
        let stones = "
            ...XO.O..
            .X.XO..O.
            XXXOXOO..
            .XOOX.O.O
            .X.OX.OO.
            .XOOXOO..
            XXXOXOO.O
            .X.XO.O..
            ...XO..O.";
        let owners = "
            BBBBWWWWW
            BBBBWWWWW
            BBBBBWWWW
            BBBBB?WWW
            BBBBB?WWW
            BBBBBWWWW
            BBBBBWWWW
            BBBBWWWWW
            BBBBWWWWW";
        let (game, judgement) = judged(stones, owners);
        assert_eq!(judgement.stones(Status::Seki), []);
        assert_eq!(judgement.stones(Status::Dead).len(), 7);
        assert!(judgement.has_only_dame_left(&game));
    }

    /// Lone stones in the open: neither while nobody knows whose they are, nor once that is clear.
    #[test]
    fn stones_that_can_run_are_in_no_seki() {
        let stones = "
            ......
            .X....
            OX....
            ......
            O.....
            .X....";
        let unknown = "?????? ?????? ?????? ?????? ?????? ??????";
        let known = "?????? ?B???? WB???? ?????? W????? ?B????";
        for owners in [unknown, known] {
            let (_, judgement) = judged(stones, owners);
            assert_eq!(judgement.stones(Status::Seki), [], "{owners}");
        }
    }

    #[test]
    fn chains_that_fill_their_last_common_liberties_in_vain_are_in_seki() {
        let stones = "
            .XOXXO.
            XXOXXOO
            .XO.XO.
            XXOXXOO
            .XO.XO.
            XXOXXOO
            .XOXXO.";
        let owners = "
            BBWBBWW
            BBWBBWW
            BBW?BWW
            BBWBBWW
            BBW?BWW
            BBWBBWW
            BBWBBWW";
        // A network may be sure of whom the liberties are, and wrong.
        let wrong = [owners.replace('?', "B"), owners.replace('?', "W")];
        for owners in [owners.to_owned()].into_iter().chain(wrong) {
            let (game, judgement) = judged(stones, &owners);
            assert_eq!(judgement.stones(Status::Seki).len(), 19, "{owners}");
            assert!(judgement.is_settled(&game), "{owners}");
        }
    }

    /// White's move on the upper of two common liberties takes four stones and joins a living group.
    #[test]
    fn a_chain_that_gains_by_filling_a_common_liberty_is_in_no_seki() {
        let stones = "
            .XOXXO.
            XXOXXOO
            .XO.OO.
            XXOXXOO
            .XO.XO.
            XXOXXOO
            .XOXXO.";
        let owners = "
            BBWBBWW
            BBWBBWW
            BBWWWWW
            BBWBBWW
            BBWBBWW
            BBWBBWW
            BBWBBWW";
        let (_, judgement) = judged(stones, owners);
        assert_eq!(judgement.stones(Status::Seki), []);
    }

    /// Who plays the point in the middle, which both chains above share, is taken: one eye is left to each.
    #[test]
    fn chains_with_an_eye_each_are_in_seki_and_their_eyes_are_settled() {
        let stones = "
            .XX.OO.
            XXXXOOO
            OOOOXXX
            O.OOX.X
            OOOOXXX
            O.OXX.X
            OOOXXXX";
        let clear = "BBB?WWW BBBBWWW WWWWBBB WWWWBBB WWWWBBB WWWBBBB WWWBBBB";
        let unclear_eyes = "?BB?WW? BBBBWWW WWWWBBB WWWWBBB WWWWBBB WWWBBBB WWWBBBB";
        for owners in [clear, unclear_eyes] {
            let (game, judgement) = judged(stones, owners);
            assert_eq!(judgement.stones(Status::Seki).len(), 11, "{owners}");
            assert!(judgement.is_settled(&game), "{owners}");
        }
    }

    /// Black's two stones on the left share a dame with White, and their eye joins them to a living group.
    #[test]
    fn a_chain_that_its_eye_joins_to_a_living_group_is_in_no_seki() {
        let stones = "
            .X.XX.X
            XOX.XXX
            XOXXXOO
            .OOOOO.
            OOOOOOO
            O.O.O.O
            OOOOOOO";
        let owners = "
            BBBBBBB
            BWBBBBB
            BWBBBWW
            ?WWWWWW
            WWWWWWW
            WWWWWWW
            WWWWWWW";
        let (_, judgement) = judged(stones, owners);
        assert_eq!(judgement.stones(Status::Seki), []);
    }
}
