//! A game of Go: rules, turn, record with undo, superko, handicap and score.
//!
//! Four types carry the state, from the bottom up:
//!
//! * [`Board`](crate::board::Board): stones and simple ko, below this layer;
//! * [`Position`]: a board with the turn, the passes, the last moves and the
//!   prisoners; cheap to copy, no set inside;
//! * [`History`]: every earlier position of the game, shared with the search
//!   through an `Arc` and never changed while shared;
//! * [`Game`]: the record from which the other two come.
//!
//! A [`Game`] always knows the whole truth about superko: a hash that was seen
//! before is a suspicion, and the stones are the proof.
//!
//! ```
//! use tengen::game::Game;
//! use tengen::types::{Color, Move, parse_vertex};
//! // White takes the stone at C2; Black may not take back at once.
//! let mut game = Game::from_diagram(
//!     ".XO..
//!      X.XO.
//!      .XO..",
//! )
//! .unwrap();
//! let dims = game.dims();
//! let at = |vertex| Move::Place(parse_vertex(dims, vertex).unwrap());
//! game.play(Color::White, at("B2")).unwrap();
//! assert_eq!(
//!     game.play(Color::Black, at("C2")).unwrap_err().to_string(),
//!     "illegal move: ko"
//! );
//! ```

mod benson;
mod diagram;
mod dragon;
mod error;
mod handicap;
mod history;
mod komi;
mod legality;
mod moment;
mod position;
mod record;
mod region;
mod rules;
mod safety;
mod score;
mod scoring;
mod setup;
pub mod sgf;
mod territory;

pub(crate) use benson::Benson;
pub use benson::{pass_alive, pass_alive_on};
pub use diagram::{DiagramError, board_from_diagram, diagram_of};
#[cfg(test)]
pub use diagram::{TRIPLE_KO, triple_ko};
pub use dragon::dragon;
pub use error::{HandicapError, IllegalMove, SetupError};
pub use history::{History, first_since_pass};
pub use komi::{KomiError, MAX_KOMI, checked_komi, is_komi, komi_in_points};
pub use moment::Moment;
pub use position::Position;
pub use record::{Game, MAX_MOVES};
pub use region::{border, regions};
pub use rules::{
    Departure, HandicapBonus, KATAGO_MAX_KOMI, KoRule, Reading, Rule, Rules, RulesError, Scoring,
    Tax,
};
pub use safety::SafePoints;
pub use score::{NoScore, Score};
pub use territory::Territory;
