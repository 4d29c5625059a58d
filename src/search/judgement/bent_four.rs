//! Groups that a *bent four in the corner* kills.
//!
//! Three stones in such a group's corner look like a seki: who moves there first gives something up. But their owner may add a
//! fourth whenever no ko threat is left, has the four captured, and plays back in the corner, for a ko. So the group is dead:
//! Japanese rules say so, and under other rules it can be shown.

use super::{Judgement, Status, Thoroughness};
use crate::board::AnyBoard;
use crate::game::{Game, border, dragon, regions};
use crate::reading::{Goal, Success, answer_by_few_moves};
use crate::search::Limits;
use crate::types::{Color, Dims, Point, PointSet, Symmetry};
use std::time::Duration;

/// The stones inside, before the fourth.
const STONES: usize = 3;
/// The most points of the corner: four, and what is left to capture from. A group with more room may make another eye there.
const MOST_ROOM: usize = 6;
/// Moves for each proof. A group of twelve stones with a bent four takes some hundred, one of twenty up to a hundred thousand.
const FEW_MOVES: u32 = 100_000;
/// How long it takes at most to read what becomes of a chain: two questions, each of up to six times [`FEW_MOVES`], at more than a
/// million moves a second.
const READING_TIME: Duration = Duration::from_millis(1500);

/// Three stones in an enclosed corner, to which a fourth may make a bent four.
struct BentFour {
    /// Whose they are.
    killer: Color,
    /// The points of the corner, with and without stones.
    room: PointSet,
}

impl Judgement {
    /// Finds the groups that a bent four kills, and judges them to be dead, if there is time to read that.
    pub(super) fn find_bent_fours(&mut self, game: &Game, limits: &Limits) {
        let board = game.board();
        for bent_four in bent_fours(board) {
            let wall = border(board.dims(), &bent_four.room);
            let group = group_around(board, &wall);
            if self.is_hopeless(board, &bent_four, &group) {
                continue;
            }
            let victims = victims(board, &wall, &group, limits);
            if !has_time(limits) {
                self.thoroughness = self.thoroughness.min(Thoroughness::Hasty);
            }
            self.give_up(board, &victims, &bent_four);
        }
    }

    /// Whether nobody believes in the stones of a bent four or in those outside: then it kills nothing, which need not be read.
    fn is_hopeless(&self, board: &AnyBoard, bent_four: &BentFour, group: &PointSet) -> bool {
        let around = border(board.dims(), group);
        bent_four.room.union(&around).iter().any(|point| {
            board.color_at(point) == Some(bent_four.killer)
                && self.status(point) == Some(Status::Dead)
        })
    }

    /// Judges these stones to be dead: the corner is the killer's then, and so are the points between them and the killer's stones.
    fn give_up(&mut self, board: &AnyBoard, victims: &PointSet, bent_four: &BentFour) {
        if victims.is_empty() {
            return;
        }
        let dims = board.dims();
        let killer = bent_four.killer;
        let is_killers = |point| victims.contains(point) || board.color_at(point) == Some(killer);
        let empty = regions(dims, |point| board.color_at(point).is_none());
        let given = empty.into_iter().filter(|region| {
            let around = border(dims, region);
            around.intersects(victims) && around.iter().all(is_killers)
        });
        let given = given.fold(bent_four.room.union(victims), |all, region| {
            all.union(&region)
        });
        for point in given.iter() {
            self.ownership[point.index()] = killer.sign();
            let stone = board.color_at(point);
            self.status[point.index()] = stone.map(|color| match color == killer {
                true => Status::Alive,
                false => Status::Dead,
            });
        }
    }
}

/// The group that these stones belong to.
fn group_around(board: &AnyBoard, wall: &PointSet) -> PointSet {
    wall.iter().fold(PointSet::EMPTY, |group: PointSet, stone| {
        match group.contains(stone) {
            true => group,
            false => group.union(&dragon(board, stone)),
        }
    })
}

/// The stones of the group around a corner that a bent four there kills; `wall` are those beside the corner.
fn victims(board: &AnyBoard, wall: &PointSet, group: &PointSet, limits: &Limits) -> PointSet {
    let chains = board.chains().into_iter().map(|(stone, _)| stone);
    let chains = chains.filter(|&stone| group.contains(stone));
    let is_near = |&stone: &Point| board.chain_set(stone).intersects(wall);
    let (near, far): (Vec<Point>, Vec<Point>) = chains.partition(is_near);
    let is_lost = |&stone: &Point| is_killed(board, stone, limits);
    // Where one beside the corner lives, the corner is its own.
    if !near.iter().all(is_lost) {
        return PointSet::EMPTY;
    }
    let lost = near.into_iter().chain(far.into_iter().filter(is_lost));
    lost.flat_map(|stone| board.chain_stones(stone)).collect()
}

/// Whether there is time to read on.
fn has_time(limits: &Limits) -> bool {
    !limits.cut_short() && limits.has_time_for(READING_TIME)
}

/// Whether the chain of a stone is lost whoever moves first, at the latest by a ko for which its owner has to find the first threat.
fn is_killed(board: &AnyBoard, stone: Point, limits: &Limits) -> bool {
    let Some(owner) = board.color_at(stone).filter(|_| has_time(limits)) else {
        return false;
    };
    let Ok(kill) = Goal::kill(board, stone) else {
        return false;
    };
    let read = |to_move| answer_by_few_moves(board, &kill, to_move, FEW_MOVES, &limits.stop);
    if read(!owner).success < Success::WinsKo {
        return false;
    }
    let saved = read(owner);
    saved.is_certain && saved.success < Success::WinsKo
}

/// Where three stones in an enclosed corner may become a bent four.
fn bent_fours(board: &AnyBoard) -> Vec<BentFour> {
    let shapes = corner_shapes(board.dims());
    let may_become = |stones: &PointSet| {
        stones.len() == STONES && shapes.iter().any(|shape| stones.is_subset(shape))
    };
    let mut found = Vec::new();
    for killer in Color::BOTH {
        let rooms = regions(board.dims(), |point| board.color_at(point) != Some(!killer));
        for room in rooms.into_iter().filter(|room| room.len() <= MOST_ROOM) {
            let is_stone = |&point: &Point| board.color_at(point).is_some();
            if may_become(&room.iter().filter(is_stone).collect()) {
                found.push(BentFour { killer, room });
            }
        }
    }
    found
}

/// The eight bent fours: a corner, two points along one of its edges and one along the other.
fn corner_shapes(dims: Dims) -> Vec<PointSet> {
    let turned = |symmetry: Symmetry| {
        let before = symmetry.dims(dims);
        let place = |(x, y)| Some(symmetry.apply(before, before.point(x, y)?));
        [(0, 0), (1, 0), (2, 0), (0, 1)]
            .map(place)
            .into_iter()
            .collect()
    };
    Symmetry::ALL.into_iter().filter_map(turned).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Opinion;
    use super::*;
    use crate::game::{Rules, board_from_diagram};
    use crate::types::parse_vertex;
    use std::sync::atomic::Ordering::Relaxed;
    use std::time::Instant;

    /// What is judged of the stones of a diagram with these owners, Black 1 to White −1, within these limits.
    fn judged(game: &Game, owners: Vec<f32>, limits: &Limits) -> Judgement {
        let thoroughness = Thoroughness::Whole;
        let opinion = Opinion {
            owners,
            thoroughness,
        };
        Judgement::of_opinion(game, opinion, Some(limits))
    }

    /// The game of a diagram, the board turned.
    fn turned(board: &AnyBoard, symmetry: Symmetry) -> Game {
        let dims = board.dims();
        let mut game = Game::new(symmetry.dims(dims), Rules::default(), 7.0);
        let color_at = |point: Point| Some((symmetry.apply(dims, point), board.color_at(point)?));
        let stones = dims.points().filter_map(color_at);
        let stones: Vec<_> = stones.map(|(point, color)| (point, Some(color))).collect();
        game.set_up(&stones, Color::Black).unwrap();
        game
    }

    /// What is judged of the stones on two points of a diagram where nobody is sure of anything, however the board is turned.
    fn told(diagram: &str, vertices: [&str; 2]) -> [Option<Status>; 2] {
        let board = board_from_diagram(diagram).unwrap();
        let dims = board.dims();
        let told_turned = |symmetry: Symmetry| {
            let game = turned(&board, symmetry);
            let judgement = judged(&game, vec![0.0; dims.area()], &Limits::default());
            vertices.map(|vertex| {
                let point = parse_vertex(dims, vertex).unwrap();
                judgement.status(symmetry.apply(dims, point))
            })
        };
        let first = told_turned(Symmetry::ALL[0]);
        for symmetry in Symmetry::ALL {
            assert_eq!(told_turned(symmetry), first, "{symmetry:?}");
        }
        first
    }

    const DEAD: [Option<Status>; 2] = [Some(Status::Dead), Some(Status::Alive)];
    const SEKI: [Option<Status>; 2] = [Some(Status::Seki), Some(Status::Seki)];

    const BENT_FOUR: &str = "
        XXX.OX.X.
        .OOOOX.X.
        OOXXXX.X.
        XXX.XXXXX
        XXXXXXXXX
        OOOOOOOOO
        ..O...O..
        .OO...OO.
        OOO...OOO";

    #[test]
    fn a_bent_four_kills() {
        assert_eq!(told(BENT_FOUR, ["E9", "A9"]), DEAD);
        let on_a_small_board = "
            XXX.OX.
            .OOOOX.
            OOXXXXX
            XXX.X.X
            X.XXXXX";
        assert_eq!(told(on_a_small_board, ["E5", "A5"]), DEAD);
    }

    /// Liberties outside do not help, and are the killer's too.
    #[test]
    fn nothing_is_left_to_play_for_around_it() {
        for stones in [BENT_FOUR, &BENT_FOUR.replacen("OX.X.", "O..X.", 1)] {
            assert_eq!(told(stones, ["E9", "A9"]), DEAD);
            let game = Game::from_diagram(stones).unwrap();
            let dims = game.dims();
            let owner = |point: Point| if dims.xy(point).1 < 4 { -1.0 } else { 1.0 };
            let mut owners: Vec<f32> = dims.points().map(owner).collect();
            // Nobody is sure of the corner, nor of what is beside it.
            for (at, point) in dims.points().enumerate() {
                let (x, y) = dims.xy(point);
                if x < 6 && y > 5 && game.board().color_at(point) != Some(Color::Black) {
                    owners[at] = 0.0;
                }
            }
            let judgement = judged(&game, owners, &Limits::default());
            assert!(judgement.is_settled(&game), "{stones}");
        }
    }

    #[test]
    fn other_stones_in_an_enclosed_corner_are_in_seki() {
        // A fourth stone makes a row of four, which leaves two eyes.
        let row = "
            .XXX.OX.X.
            OOOOOOX.X.
            XXXXXXX.X.
            X.XXX.XXXX
            XXXXXXXXXX
            OOOOOOOOOO
            ..O....O..
            .OO....OO.
            OOO....OOO";
        assert_eq!(told(row, ["F9", "B9"]), SEKI);
        // The same three stones, but not in the corner.
        let side = "
            OOXXX.OX.X
            .O.OOOOX.X
            OOOOXXXX.X
            XXXXX.XXXX
            XXXXXXXXXX
            OOOOOOOOOO
            ..O....O..
            .OO....OO.
            OOO....OOO";
        let [wall, _] = told(side, ["G9", "C9"]);
        assert_ne!(wall, Some(Status::Dead));
    }

    #[test]
    fn a_group_with_an_eye_elsewhere_lives() {
        let living = "
            XXX.OOO.OX
            .OOOOXOOOX
            OOXXXXXXXX
            XXX.XXXXX.
            XXXXXXXXXX
            OOOOOOOOOO
            ..O....O..
            .OO....OO.
            OOO....OOO";
        let [wall, _] = told(living, ["E9", "A9"]);
        assert_ne!(wall, Some(Status::Dead));
    }

    #[test]
    fn where_nobody_believes_in_the_stones_nothing_is_read() {
        let game = Game::from_diagram(BENT_FOUR).unwrap();
        let judgement = judged(&game, vec![-1.0; 81], &Limits::default());
        let wall = parse_vertex(game.dims(), "E9").unwrap();
        assert_ne!(judgement.status(wall), Some(Status::Dead));
    }

    #[test]
    fn without_time_nothing_is_read_and_the_judgement_is_not_whole() {
        let game = Game::from_diagram(BENT_FOUR).unwrap();
        let limits = Limits::default();
        limits.stop.store(true, Relaxed);
        let in_a_moment = Limits {
            deadline: Some(Instant::now() + READING_TIME / 2),
            ..Limits::default()
        };
        for limits in [limits, in_a_moment] {
            let judgement = judged(&game, vec![0.0; 81], &limits);
            assert_eq!(judgement.stones(Status::Dead), []);
            assert_eq!(judgement.thoroughness(), Thoroughness::Hasty);
        }
    }
}
