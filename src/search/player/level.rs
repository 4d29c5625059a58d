//! Levels: Tengen as an opponent for an even game.
//!
//! A weaker level thinks less, and does not always play what it likes best:
//! it chooses among the moves that its search looked at, the more often the more it
//! looked at them, but none that it believes to be much worse. So its moves are plausible, as a
//! person's are, and its faults are those of too little reading. It never
//! fills its own eyes, since the search does not consider that, and it does not play elsewhere when
//! its best move captures or saves a chain of some size.

use crate::game::Game;
use crate::search::{MoveReport, Report};
use crate::types::{Color, Move};
use rand_core::Rng;
use rand_pcg::Pcg64;
use std::fmt;
use std::str::FromStr;

/// A chain of so many stones is worth an answer at every level.
const LARGE_CHAIN: usize = 3;
/// With fewer playouts than this a lost position is only a suspicion: nobody resigns on it.
const TELLING_PLAYOUTS: u64 = 200;
/// The board for which the table tells the playouts.
const TABLE_AREA: u64 = 81;

/// What one level does.
struct Row {
    /// Playouts for a move on 9×9; on larger boards more, in proportion.
    playouts: u64,
    /// 0 plays the best move; at 1 a move that was looked at half as often is played half as often.
    temperature: f32,
    /// How much lower the winning rate of the chosen move may be, 0 to 1.
    margin: f32,
}

/// The levels below full strength, weakest first. Measured on 9×9 over 50 or 60 games with each neighbour, the
/// weaker won from level 1 on 38, 30, 36, 47, 35, 42, 32, 51, 38, 36, 37, 32 and, from 13 on, 43, 33, 38, 30, 39 and
/// 38 %, each ± 13. Doubling the playouts from level to level was too much between 64 and 1024 (0 to 18 %), and steps of
/// a quarter too little above 300 (50 to 58 %).
const TABLE: [Row; 19] = [
    row(16, 2.5, 0.50),
    row(16, 1.2, 0.35),
    row(20, 0.9, 0.25),
    row(28, 0.85, 0.23),
    row(40, 0.8, 0.21),
    row(55, 0.75, 0.19),
    row(70, 0.7, 0.17),
    row(90, 0.65, 0.155),
    row(112, 0.62, 0.14),
    row(140, 0.58, 0.13),
    row(175, 0.55, 0.12),
    row(220, 0.52, 0.11),
    row(275, 0.5, 0.10),
    row(380, 0.46, 0.09),
    row(560, 0.42, 0.08),
    row(850, 0.37, 0.07),
    row(1300, 0.32, 0.06),
    row(2000, 0.27, 0.05),
    row(3500, 0.2, 0.04),
];

const fn row(playouts: u64, temperature: f32, margin: f32) -> Row {
    Row {
        playouts,
        temperature,
        margin,
    }
}

/// How strong Tengen plays, from 1, a beginner, to 20, all it can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Default for Level {
    fn default() -> Level {
        Level::FULL
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Text that names no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelError;

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Level::CHOICES)
    }
}

impl std::error::Error for LevelError {}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Level, LevelError> {
        let number: u8 = text.trim().parse().map_err(|_| LevelError)?;
        let fits = (1..=Level::FULL.0).contains(&number);
        fits.then_some(Level(number)).ok_or(LevelError)
    }
}

impl Level {
    /// All that Tengen can.
    pub const FULL: Level = Level(TABLE.len() as u8 + 1);

    /// What can be chosen, in words.
    pub const CHOICES: &str = "a number from 1 (a beginner) to 20 (full strength)";

    /// Every level, weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=Level::FULL.0).map(Level)
    }

    fn row(self) -> Option<&'static Row> {
        TABLE.get(usize::from(self.0) - 1)
    }

    /// Whether nothing is held back.
    pub fn is_full(self) -> bool {
        self.row().is_none()
    }

    /// The most playouts for a move where `asked` are asked for.
    pub(super) fn playouts(self, game: &Game, asked: Option<u64>) -> Option<u64> {
        let most = self.most_playouts(game);
        asked.into_iter().chain(most).min()
    }

    /// The winning rate below which this level takes a move for hopeless where `asked` is asked for.
    pub(super) fn resign_below(self, game: &Game, asked: f32) -> f32 {
        let is_suspicion = self
            .most_playouts(game)
            .is_some_and(|most| most < TELLING_PLAYOUTS);
        if is_suspicion { 0.0 } else { asked }
    }

    fn most_playouts(self, game: &Game) -> Option<u64> {
        let area = (game.dims().area() as u64).max(TABLE_AREA);
        self.row().map(|row| row.playouts * area / TABLE_AREA)
    }

    /// The move that this level plays where the search likes `best` most; `is_allowed` tells which can be played.
    pub(super) fn choose(
        self,
        game: &Game,
        report: &Report,
        best: &MoveReport,
        seed: u64,
        is_allowed: impl Fn(Move) -> bool,
    ) -> Move {
        let Some(row) = self.row() else {
            return best.mv;
        };
        if is_urgent(game, best.mv) {
            return best.mv;
        }
        let is_plausible = |found: &&MoveReport| {
            found.visits > 0
                && found.mv != Move::Pass
                && found.winrate + row.margin >= best.winrate
                && is_allowed(found.mv)
        };
        let weight = |found: &MoveReport| {
            let share = found.visits as f32 / best.visits.max(1) as f32;
            share.powf(1.0 / row.temperature)
        };
        let candidates: Vec<(f32, Move)> = report
            .moves
            .iter()
            .filter(is_plausible)
            .map(|found| (weight(found), found.mv))
            .collect();
        let total: f32 = candidates.iter().map(|(weight, _)| weight).sum();
        let mut left = total * chance(game, seed);
        for (weight, mv) in candidates {
            left -= weight;
            if left <= 0.0 {
                return mv;
            }
        }
        best.mv
    }
}

/// A number from 0 to 1, the same for the same position and seed.
fn chance(game: &Game, seed: u64) -> f32 {
    let number = game.moves().len() as u64;
    let state = (u128::from(seed) << 64) | u128::from(game.position().situation_hash());
    let mut random = Pcg64::new(state, u128::from(number));
    random.next_u32() as f32 / u32::MAX as f32
}

/// Whether the move is the last liberty of a large chain, of either colour.
fn is_urgent(game: &Game, mv: Move) -> bool {
    let Move::Place(point) = mv else {
        return false;
    };
    let board = game.board();
    game.dims().neighbors(point).any(|neighbor| {
        let stone: Option<Color> = board.color_at(neighbor);
        stone.is_some()
            && board.liberties(neighbor) == 1
            && board.chain_stones(neighbor).len() >= LARGE_CHAIN
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::search::{Choice, Player, Request, Settings};
    use crate::types::{Dims, format_move};
    use std::collections::HashSet;

    fn player(level: Level, seed: u64) -> Player {
        Player::new(Settings {
            memory_mb: 16,
            seed,
            level,
            ..Settings::default()
        })
    }

    fn moves(game: &Game, level: Level, seeds: u64) -> HashSet<String> {
        let request = Request {
            playouts: Some(100),
            ..Request::new(game.to_move())
        };
        let chosen = |seed| match player(level, seed).genmove(game, &request).0 {
            Choice::Move(mv) => format_move(game.dims(), mv),
            Choice::Resign => panic!("nobody resigns here"),
        };
        (0..seeds).map(chosen).collect()
    }

    #[test]
    fn levels_are_read_and_written() {
        for level in Level::all() {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert_eq!(Level::all().count(), 20);
        assert_eq!("20".parse(), Ok(Level::FULL));
        for text in ["", "0", "21", "-1", "best", "1.5", "300"] {
            assert_eq!(text.parse::<Level>(), Err(LevelError), "{text}");
        }
    }

    #[test]
    fn the_table_goes_from_weak_to_strong() {
        for pair in TABLE.windows(2) {
            assert!(pair[0].playouts <= pair[1].playouts);
            assert!(pair[0].temperature >= pair[1].temperature);
            assert!(pair[0].margin >= pair[1].margin);
        }
    }

    #[test]
    fn weak_levels_vary_and_the_strongest_does_not_choose() {
        let game = Game::new(Dims::square(9).unwrap(), Rules::default(), 7.5);
        let weak: Level = "1".parse().unwrap();
        assert!(moves(&game, weak, 12).len() > 2);
        let request = Request {
            playouts: Some(100),
            ..Request::new(Color::Black)
        };
        let (choice, report) = player(Level::FULL, 1).genmove(&game, &request);
        assert_eq!(report.playouts, 100);
        assert_eq!(choice, Choice::Move(report.best().unwrap().mv));
        let (_, report) = player(weak, 1).genmove(&game, &request);
        assert_eq!(report.playouts, TABLE[0].playouts);
    }

    #[test]
    fn no_level_fills_its_eyes() {
        let eyes = Game::from_diagram(
            ".X.XO
             XXXXO
             OOOOO
             .....
             .....",
        )
        .unwrap();
        for level in Level::all() {
            let chosen = moves(&eyes, level, 4);
            assert!(!chosen.contains("A5") && !chosen.contains("C5"), "{level}");
        }
    }

    #[test]
    fn a_large_chain_in_atari_is_urgent() {
        let game = Game::from_diagram(
            "OOO..
             XXX.O
             OOO..
             .....
             .....",
        )
        .unwrap();
        let at = |x, y| Move::Place(game.dims().point(x, y).unwrap());
        assert!(is_urgent(&game, at(3, 3)));
        assert!(!is_urgent(&game, at(3, 1)));
    }
}
