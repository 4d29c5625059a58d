//! Where a search starts: a position in the layout of its size, and what the
//! search asks the rules in force.
//!
//! It asks less than [`Game`] does. Superko compares hashes and not stones:
//! two positions with the same hash of 64 bits would hide a legal move from the
//! search, and [`Game::check`] alone decides about the move that is played. Playouts
//! count no tax on groups or sekis. Suicide of several stones, where the rules allow it, is searched by networks:
//! playouts know nothing of it, and the classical method looks at it only where it is asked for by name.

use crate::board::{AnyBoard, Board};
use crate::game::{Game, KoRule, Position, Tax, Territory, first_since_pass};
use crate::net::Manner;
use crate::net::features::{HISTORY, Players};
use crate::search::DeadStones;
use crate::types::{Color, Move, Point, PointSet};

/// How somebody looks at the position of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stance {
    /// Who moves next.
    pub to_move: Color,
    /// What becomes of dead stones.
    pub dead_stones: DeadStones,
    /// Playouts are won or lost as if White had this many points more: dynamic komi, see
    /// [`Params::handicap_komi`](crate::search::Params::handicap_komi). Leads are reported without them.
    pub virtual_komi: f32,
    /// What a network assumes of the players.
    pub players: Players,
    /// See [`Settings::hides_past`](crate::search::Settings::hides_past).
    pub hides_past: bool,
    /// Whether the last move was a pass that counts for nothing: see
    /// [`Settings::conservative_pass`](crate::search::Settings::conservative_pass).
    pub conservative_pass: bool,
}

impl Stance {
    /// This player to move, dead stones to be captured, and nothing known of the players.
    #[cfg(test)]
    pub fn plain(to_move: Color) -> Stance {
        Stance {
            to_move,
            dead_stones: DeadStones::Captured,
            virtual_komi: 0.0,
            players: Players::default(),
            hides_past: false,
            conservative_pass: false,
        }
    }

    /// How a network beside the search is asked of the position.
    pub fn manner(self) -> Manner {
        Manner {
            past: if self.hides_past { 0 } else { HISTORY },
            plays_on: self.conservative_pass,
            ..Manner::default()
        }
    }

    /// Whether what was found in this stance holds in the other. How much
    /// dynamic komi there is changes from move to move by less than matters.
    pub fn is_compatible_with(self, other: Stance) -> bool {
        let has_virtual_komi = |stance: Stance| stance.virtual_komi != 0.0;
        let without_komi = |stance: Stance| Stance {
            virtual_komi: 0.0,
            ..stance
        };
        has_virtual_komi(self) == has_virtual_komi(other)
            && without_komi(self) == without_komi(other)
    }
}

/// The position at the root of a tree, shared by the workers and unchanged while they run.
pub struct Root<const N: usize, const W: usize> {
    /// The board.
    pub board: Board<N, W>,
    /// How the player looks at it.
    pub stance: Stance,
    /// The last move and the one before it.
    pub last_moves: [Option<Move>; 2],
    /// Consecutive passes played, as far as they count.
    pub passes: u8,
    /// [`Game::area_komi`] at the root.
    pub komi: f32,
    /// The points on which a stone has stood in the game.
    pub once_occupied: PointSet<W>,
    /// The number of the first position of the game after its last pass.
    since_pass: usize,
    /// The game up to here.
    pub game: Game,
}

impl<const N: usize, const W: usize> Root<N, W> {
    /// The current position of a game, as somebody looks at it.
    ///
    /// # Panics
    /// If boards of this size have another layout.
    pub fn new(game: &Game, stance: Stance) -> Root<N, W> {
        let board = game
            .board()
            .sized()
            .expect("a root in the layout of its board");
        let position = game.position();
        let last_moves = [position.last_move(), position.second_last_move()];
        Root {
            board: Board::clone(board),
            stance,
            last_moves,
            passes: match stance.conservative_pass && stance.dead_stones.must_be_captured() {
                true => 0,
                false => position.passes(),
            },
            komi: game.area_komi(),
            once_occupied: game
                .dims()
                .points()
                .filter(|&point| game.history().ever_occupied(point))
                .collect(),
            since_pass: first_since_pass(game.moves()),
            game: game.clone(),
        }
    }

    /// Black's lead without komi if every stone on `board` lives. `owners`, by padded index, become whose each point then is.
    pub fn lead_as_it_stands(&self, board: &Board<N, W>, owners: &mut [i8; N]) -> i32 {
        let (lead, rules) = (board.area_owners(owners), self.game.rules());
        if rules.tax == Tax::None {
            return lead;
        }
        let territory = Territory::of_board(&AnyBoard::of(board), rules, &[]);
        lead - territory.taxed_lead(rules)
    }

    /// Whether a position must not come back. Otherwise a long cycle ends the game without result: see [`Game::no_result`].
    pub fn has_superko(&self) -> bool {
        self.game.rules().ko != KoRule::Simple
    }

    /// Whether the game has come by this situation, stones, turn and ko, since the last pass.
    pub fn has_been_at(&self, hash: u64, to_move: Color, ko: Option<Point>) -> bool {
        self.game
            .history()
            .has_been(hash, to_move, ko, self.since_pass)
    }

    /// By what the ko rule in force knows a position with this hash in which `to_move` is next.
    pub fn repetition_key(&self, hash: u64, to_move: Color) -> u64 {
        match self.game.rules().ko {
            KoRule::PositionalSuperko => hash,
            KoRule::Simple | KoRule::SituationalSuperko => hash ^ Position::turn_key(to_move),
        }
    }
}
