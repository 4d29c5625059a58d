//! How much stronger than its opponent the player of a handicap game takes itself to be.
//!
//! Whoever gives handicap can only win if the opponent errs; whoever gets it should play safe. A network that was taught
//! the playout doubling advantage does both when it is told of one. The more points the opponent was ahead before the
//! first move, the greater it is; then it changes from move to move, so that the game looks hard to the player who was
//! behind, and not hopeless. After KataGo's `dynamicPlayoutDoublingAdvantageCapPerOppLead`, whose numbers these are
//! (`cpp/command/gtp.cpp`, 1.17.2).

use crate::game::{Game, Scoring};
use crate::types::{Color, Dims};

/// What each of Black's handicap stones but the first is worth in points of area; in points of territory it is worth one less.
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
/// On boards with a side as short as this KataGo sets none.
const SHORT_SIDE: usize = 7;

/// What the player of a game assumes, from its first move to its last.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Advantage(Option<Assumed>);

/// How unevenly a game began.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Start {
    /// Who was behind before the first move.
    behind: Color,
    /// The most doublings for that.
    most: f32,
}

/// What was assumed in the last search for a move: doublings of the player who was behind before the first move.
#[derive(Clone, Copy, Debug)]
struct Assumed {
    start: Start,
    /// How many moves had been played.
    played: usize,
    doublings: f32,
    /// The doublings for the next search, after what that one found.
    next: f32,
}

impl Advantage {
    /// By how many doublings a player searches more than the opponent, if each point of head start is worth at most
    /// `per_point`.
    pub fn of(&self, game: &Game, color: Color, per_point: f32) -> f32 {
        let start = Start::of(game, per_point);
        let doublings = self.doublings(game, start);
        match color == start.behind {
            true => doublings,
            // Never −0, which would be another number to a cache.
            false => 0.0 - doublings,
        }
    }

    /// After a search for a move: the winning rate that it found for the player.
    pub fn learn(&mut self, game: &Game, color: Color, winrate: f32, per_point: f32) {
        let start = Start::of(game, per_point);
        let doublings = self.doublings(game, start);
        let winrate = match color == start.behind {
            true => winrate,
            false => 1.0 - winrate,
        };
        self.0 = Some(Assumed {
            start,
            played: game.moves().len(),
            doublings,
            next: (doublings + step(winrate)).clamp(0.0, start.most),
        });
    }

    /// The same question twice has the same answer; another start means another game, a gap in the moves another game or
    /// another line.
    fn doublings(&self, game: &Game, start: Start) -> f32 {
        let Some(assumed) = self.0.filter(|assumed| assumed.start == start) else {
            return start.most;
        };
        match game.moves().len().checked_sub(assumed.played) {
            Some(0) => assumed.doublings,
            Some(1 | 2) => assumed.next,
            _ => start.most,
        }
    }
}

impl Start {
    fn of(game: &Game, per_point: f32) -> Start {
        let head_start = head_start(game);
        Start {
            behind: match head_start >= 0.0 {
                true => Color::White,
                false => Color::Black,
            },
            most: most(game.dims(), head_start.abs(), per_point),
        }
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
        Advantage::default().of(game, Color::White, per_point)
    }

    /// Plays so many moves, wherever there is room.
    fn go_on(game: &mut Game, moves: usize) {
        let goal = game.moves().len() + moves;
        for point in game.dims().points() {
            if game.moves().len() < goal {
                // What is taken is left out.
                let _ = game.play(game.to_move(), Move::Place(point));
            }
        }
        assert_eq!(game.moves().len(), goal);
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
        let mut next = |winrate: f32| {
            advantage.learn(&game, Color::White, winrate, 0.02);
            go_on(&mut game, 2);
            advantage.of(&game, Color::White, 0.02)
        };
        let found = [0.01, 0.2, 0.3, 0.9, 0.1, 0.04, 0.01].map(&mut next);
        assert_eq!(found, [1.25, 1.25, 1.125, 1.0, 1.0, 1.125, 1.25]);
        let easy = (0..12).map(|_| next(0.5)).last();
        assert_eq!(easy, Some(0.0));
    }

    #[test]
    fn it_is_of_one_game_and_of_one_line() {
        for color in [Color::White, Color::Black] {
            let mut game = handicap_game("tromp-taylor", 0.5);
            go_on(&mut game, 9);
            let mut advantage = Advantage::default();
            // White's game looks easy, whoever looks at it.
            let easy = if color == Color::White { 0.9 } else { 0.1 };
            advantage.learn(&game, color, easy, 0.02);
            assert_eq!(advantage.of(&game, Color::White, 0.02), 1.25, "asked again");
            go_on(&mut game, 1);
            assert_eq!(advantage.of(&game, Color::White, 0.02), 1.125, "pondering");
            go_on(&mut game, 1);
            assert_eq!(advantage.of(&game, Color::White, 0.02), 1.125);
            let other = handicap_game("tromp-taylor", 0.5);
            assert_eq!(advantage.of(&other, Color::White, 0.02), 1.25);
            go_on(&mut game, 3);
            assert_eq!(advantage.of(&game, Color::White, 0.02), 1.25);
        }
    }

    #[test]
    fn a_game_that_began_otherwise_begins_anew() {
        let even = Game::new(Dims::square(9).unwrap(), Rules::default(), 7.0);
        let handicap = handicap_game("tromp-taylor", 0.5);
        let reversed = handicap_game("tromp-taylor", 50.0);
        let mut advantage = Advantage::default();
        advantage.learn(&even, Color::Black, 0.5, 0.02);
        assert_eq!(advantage.of(&handicap, Color::White, 0.02), 1.25);
        advantage.learn(&handicap, Color::White, 0.9, 0.02);
        assert_eq!(advantage.of(&even, Color::White, 0.02), 0.0);
        let anew = Advantage::default().of(&reversed, Color::Black, 0.02);
        assert_eq!(advantage.of(&reversed, Color::Black, 0.02), anew);
    }

    #[test]
    fn what_one_player_has_the_other_lacks() {
        let game = handicap_game("tromp-taylor", 0.5);
        let advantage = Advantage::default();
        assert_eq!(advantage.of(&game, Color::Black, 0.02), -1.25);
        assert_eq!(advantage.of(&game, Color::Black, 0.0).to_bits(), 0);
    }
}
