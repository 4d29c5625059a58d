//! How much stronger than its opponent the player of a handicap game takes itself to be.
//!
//! Whoever gives handicap can only win if the opponent errs; whoever gets it should play safe. A network that was taught
//! the playout doubling advantage does both when it is told of one. The more points the opponent was ahead before the
//! first move, the greater it is; then it changes from move to move, so that the game looks hard to the player who was
//! behind, and not hopeless. After KataGo's `dynamicPlayoutDoublingAdvantageCapPerOppLead`, whose numbers these are
//! (`cpp/command/gtp.cpp`, 1.17.2).

use crate::game::{Game, Scoring};
use crate::types::{Color, Dims};

/// What Black's handicap stones but the first are worth, in points of area; of territory one less.
const STONE: f32 = 15.0;
/// The komi of an even game.
const EVEN_KOMI: f32 = 7.0;
/// No network was taught much of more doublings.
const MOST: f32 = 2.75;
/// What the doublings change by.
const STEP: f32 = 0.125;
/// Below this winning rate of the player who was behind the game looks hopeless, …
const HOPELESS: f32 = 0.05;
/// … and above this one it is hard no more.
const EASY: f32 = 0.25;
/// Boards with a side as short as this have no handicap games.
const SHORT_SIDE: usize = 7;

/// What the player of a game assumes, from its first move to its last.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Advantage {
    /// By how many doublings White searches more.
    white: f32,
    /// White's winning rate in the last search for a move.
    winrate: Option<f32>,
}

impl Advantage {
    /// By how many doublings a player searches more than the opponent.
    pub fn of(&self, color: Color) -> f32 {
        turned(color, self.white)
    }

    /// Before a search for a move: at most `per_point` doublings for each point of head start.
    pub fn adjust(&mut self, game: &Game, per_point: f32) {
        let head_start = head_start(game);
        let behind = match head_start >= 0.0 {
            true => Color::White,
            false => Color::Black,
        };
        let most = most(game.dims(), head_start.abs(), per_point);
        let is_new = game.board().stone_count(Color::White) == 0;
        let doublings = match self.winrate.filter(|_| !is_new) {
            None => most,
            Some(white) => {
                let winrate = if behind == Color::White {
                    white
                } else {
                    1.0 - white
                };
                (self.of(behind) + step(winrate)).clamp(0.0, most)
            }
        };
        self.white = turned(behind, doublings);
    }

    /// After it: the winning rate that it found.
    pub fn learn(&mut self, color: Color, winrate: f32) {
        self.winrate = Some(match color {
            Color::White => winrate,
            Color::Black => 1.0 - winrate,
        });
    }
}

/// Turns a number of White's into a player's, or back; never −0, which would be another number to a cache.
fn turned(color: Color, number: f32) -> f32 {
    match color {
        Color::White => number,
        Color::Black => 0.0 - number,
    }
}

/// By how many points Black was ahead before the first move.
fn head_start(game: &Game) -> f32 {
    let stone = match game.rules().scoring {
        Scoring::Area => STONE,
        Scoring::Territory => STONE - 1.0,
    };
    // White moves first, which takes one stone back.
    let stones = game.handicap().saturating_sub(1) as f32;
    stones * stone + EVEN_KOMI - game.white_bonus()
}

/// The most doublings for so many points of head start, in steps. A few points are none.
fn most(dims: Dims, points: f32, per_point: f32) -> f32 {
    let is_small = dims.width().min(dims.height()) <= SHORT_SIDE;
    // A point decides more where there are fewer.
    let scale = (361.0 / dims.area() as f32).powf(0.75);
    let few = (4.0 / scale).max(2.0);
    if is_small || points < few {
        return 0.0;
    }
    let doublings = (per_point * (points - few) * scale).min(MOST);
    (doublings / STEP).round() * STEP
}

fn step(winrate: f32) -> f32 {
    match winrate {
        hopeless if hopeless < HOPELESS => STEP,
        easy if easy > EASY => -STEP,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::types::Move;

    /// Two black stones on 9×9; White moves.
    fn handicap_game(rules: &str, komi: f32) -> Game {
        let rules = Rules::preset(rules).unwrap();
        let mut game = Game::new(Dims::square(9).unwrap(), rules, komi);
        game.place_fixed_handicap(2).unwrap();
        game
    }

    fn advantage(game: &Game, per_point: f32) -> f32 {
        let mut advantage = Advantage::default();
        advantage.adjust(game, per_point);
        advantage.of(Color::White)
    }

    #[test]
    fn a_game_begins_with_as_much_as_the_head_start_is_worth() {
        // A stone of 15 points and 6.5 that komi lacks, less two: 19.5 points, each worth three on this board.
        let game = handicap_game("tromp-taylor", 0.5);
        assert_eq!(advantage(&game, 0.02), 1.25);
        assert_eq!(advantage(&game, 0.5), MOST);
        assert_eq!(advantage(&game, 0.0), 0.0);
        // White is given two points, or the stones are worth less.
        assert!(advantage(&handicap_game("chinese", 0.5), 0.02) < 1.25);
        assert_eq!(advantage(&handicap_game("japanese", 0.5), 0.02), 1.125);
        assert_eq!(advantage(&handicap_game("tromp-taylor", 22.0), 0.5), 0.0);
        // Black is behind.
        assert_eq!(advantage(&handicap_game("tromp-taylor", 50.0), 0.5), -MOST);
    }

    #[test]
    fn even_games_and_small_boards_have_none() {
        for (side, komi) in [(9, 7.0), (9, 6.5), (9, 8.5), (7, 0.5)] {
            let game = Game::new(Dims::square(side).unwrap(), Rules::default(), komi);
            assert_eq!(advantage(&game, 0.5), 0.0, "{side} {komi}");
        }
    }

    #[test]
    fn it_follows_the_winning_rate_within_its_bounds() {
        let mut game = handicap_game("tromp-taylor", 0.5);
        let mut advantage = Advantage::default();
        let mut next = |game: &Game, winrate: f32| {
            advantage.learn(Color::White, winrate);
            advantage.adjust(game, 0.02);
            advantage.of(Color::White)
        };
        // Before White's first stone whatever was found was in another game.
        assert_eq!(next(&game, 0.9), 1.25);
        let point = game.dims().point(4, 4).unwrap();
        game.play(Color::White, Move::Place(point)).unwrap();
        let found = [0.01, 0.2, 0.3, 0.9, 0.1, 0.04, 0.01].map(|winrate| next(&game, winrate));
        assert_eq!(found, [1.25, 1.25, 1.125, 1.0, 1.0, 1.125, 1.25]);
        let easy = (0..12).map(|_| next(&game, 0.5)).last();
        assert_eq!(easy, Some(0.0));
    }

    #[test]
    fn what_one_player_has_the_other_lacks() {
        let mut advantage = Advantage::default();
        advantage.adjust(&handicap_game("tromp-taylor", 0.5), 0.02);
        assert_eq!(advantage.of(Color::Black), -1.25);
        let none = Advantage::default();
        assert_eq!(none.of(Color::Black).to_bits(), 0);
    }
}
