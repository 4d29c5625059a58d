//! The moves that led to a position, as far as a network sees them.

use super::{Players, Situation};
use crate::board::Board;
use crate::game::{KoRule, Position, Rules, Scoring};
use crate::types::{Color, Move, PointSet};
use smallvec::SmallVec;

/// The number of past moves that a network sees.
pub const HISTORY: usize = 5;

/// The end of a game as a network sees it: three boards, five moves, the passes.
///
/// Whoever plays the moves plays them here too. A player who moves out of turn starts a new
/// history, and of a finished game only the last pass is remembered: what came before it is
/// no longer a game that the network knows (KataGo, `makeBoardMoveAssumeLegal`). Unlike there, a game that would end
/// without result, by a position seen for the third time under simple ko, is not taken for finished.
#[derive(Clone)]
pub struct Trail<const N: usize, const W: usize> {
    rules: Rules,
    to_move: Color,
    /// A ring of boards; see [`Trail::board_ago`].
    boards: [Box<Board<N, W>>; 3],
    present: usize,
    /// The latest first.
    moves: SmallVec<[Move; HISTORY + 1]>,
    passes: u8,
    /// The situations (stones and who passes) in which somebody has passed.
    passed_in: SmallVec<[u64; 4]>,
}

impl<const N: usize, const W: usize> Trail<N, W> {
    /// Starts from a board with nothing played yet.
    pub fn new(board: &Board<N, W>, to_move: Color, rules: &Rules) -> Self {
        Trail {
            rules: *rules,
            to_move,
            boards: std::array::from_fn(|_| Box::new(board.clone())),
            present: 0,
            moves: SmallVec::new(),
            passes: 0,
            passed_in: SmallVec::new(),
        }
    }

    /// Makes this trail equal to another one without allocating; the fast way to begin a descent.
    pub fn copy_from(&mut self, source: &Self) {
        self.rules = source.rules;
        self.to_move = source.to_move;
        self.present = source.present;
        for (board, source) in std::iter::zip(&mut self.boards, &source.boards) {
            board.copy_from(source);
        }
        self.moves.clone_from(&source.moves);
        self.passes = source.passes;
        self.passed_in.clone_from(&source.passed_in);
    }

    /// The board now.
    pub fn board(&self) -> &Board<N, W> {
        self.board_ago(0)
    }

    /// Who moves next.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// Gives the turn to `color`. If it was not its turn, history begins anew.
    pub fn set_to_move(&mut self, color: Color) {
        if color == self.to_move {
            return;
        }
        self.to_move = color;
        self.moves.clear();
        self.passes = 0;
        self.passed_in.clear();
        self.boards[self.present].pass();
    }

    /// Plays a move that is known to be possible: the point must be empty.
    pub fn play(&mut self, color: Color, mv: Move) {
        self.set_to_move(color);
        let ends = mv == Move::Pass && self.pass_ends_phase();
        if mv == Move::Pass {
            self.passed_in.push(self.pass_key());
        }
        let board = self.advance();
        match mv {
            Move::Pass => board.pass(),
            Move::Place(point) => {
                board.play_unchecked(color, point);
            }
        }
        self.passes = if mv == Move::Pass {
            self.passes.saturating_add(1)
        } else {
            0
        };
        self.to_move = !color;
        self.moves.insert(0, mv);
        self.moves.truncate(if ends { 1 } else { HISTORY });
    }

    /// Makes the oldest board a copy of the present one, and the present one.
    fn advance(&mut self) -> &mut Board<N, W> {
        let next = (self.present + 1) % 3;
        let [a, b, c] = &mut self.boards;
        match next {
            0 => a.copy_from(c),
            1 => b.copy_from(a),
            _ => c.copy_from(b),
        }
        self.present = next;
        &mut self.boards[next]
    }

    fn board_ago(&self, moves: usize) -> &Board<N, W> {
        &self.boards[(self.present + 3 - moves) % 3]
    }

    fn pass_key(&self) -> u64 {
        self.board().hash() ^ Position::turn_key(self.to_move)
    }

    /// Whether the side to move has passed in this very situation before, under the rules that care.
    fn repeats_pass(&self) -> bool {
        self.rules.ko == KoRule::Simple && self.passed_in.contains(&self.pass_key())
    }

    fn pass_ends_phase(&self) -> bool {
        self.passes >= 1 || self.repeats_pass()
    }

    /// What a network is to see of the present position. `area_komi` and `banned` are as in [`Situation`].
    pub fn situation<'a>(&'a self, area_komi: f32, banned: &'a PointSet<W>) -> Situation<'a, N, W> {
        let back = |moves: usize| self.board_ago(moves.min(self.moves.len()));
        let situation = Situation {
            boards: [self.board(), back(1), back(2)],
            moves: &self.moves,
            to_move: self.to_move,
            rules: &self.rules,
            banned,
            area_komi,
            pass_ends_phase: self.pass_ends_phase(),
            players: Players::default(),
        };
        match self.pass_is_friendly() {
            true => situation.played_on(),
            false => situation,
        }
    }

    /// Whether the opponent's pass may be answered by a pass without the game being counted as it stands.
    fn pass_is_friendly(&self) -> bool {
        self.rules.friendly_pass_ok
            && self.rules.scoring == Scoring::Area
            && self.passes == 1
            && !self.repeats_pass()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board9;
    use crate::types::{Dims, parse_move};

    fn trail(rules: &str, moves: &str) -> Trail<128, 2> {
        let dims = Dims::square(5).unwrap();
        let rules = Rules::preset(rules).unwrap();
        let mut trail = Trail::new(&Board9::new(dims), Color::Black, &rules);
        let words: Vec<&str> = moves.split_whitespace().collect();
        for pair in words.chunks(2) {
            let color = if pair[0] == "b" {
                Color::Black
            } else {
                Color::White
            };
            trail.play(color, parse_move(dims, pair[1]).unwrap());
        }
        trail
    }

    /// How many moves are shown, how many stones each board has, and whether a pass ends the phase.
    fn seen(trail: &Trail<128, 2>) -> (usize, [usize; 3], bool) {
        let situation = trail.situation(0.0, &PointSet::EMPTY);
        let stones = situation.boards.map(|board| 25 - board.empty_count());
        (situation.moves.len(), stones, situation.pass_ends_phase)
    }

    #[test]
    fn five_moves_and_three_boards_are_seen() {
        let trail = trail("tromp-taylor", "b A1 w B2 b C3 w D4 b E5 w A5");
        assert_eq!(seen(&trail), (5, [6, 5, 4], false));
        let latest = trail.situation(0.0, &PointSet::EMPTY).moves[0];
        assert_eq!(latest, parse_move(Dims::square(5).unwrap(), "A5").unwrap());
    }

    #[test]
    fn a_move_out_of_turn_begins_a_new_history() {
        let trail = trail("tromp-taylor", "b A1 w B2 b C3 b D4");
        assert_eq!(seen(&trail), (1, [4, 3, 3], false));
    }

    #[test]
    fn of_a_finished_game_only_the_last_pass_is_seen() {
        let moves = "b A1 w B2 b pass w pass";
        assert_eq!(seen(&trail("tromp-taylor", moves)), (1, [2, 2, 2], true));
        let more = format!("{moves} b C3");
        assert_eq!(seen(&trail("tromp-taylor", &more)), (2, [3, 2, 2], false));
    }

    #[test]
    fn a_friendly_pass_is_hidden_and_others_are_not() {
        let moves = "b A1 w B2 b pass";
        assert_eq!(seen(&trail("chinese", moves)), (0, [2, 2, 2], false));
        assert_eq!(seen(&trail("tromp-taylor", moves)), (3, [2, 2, 1], true));
        assert_eq!(seen(&trail("japanese", moves)), (3, [2, 2, 1], true));
    }

    #[test]
    fn passing_again_in_the_same_situation_ends_the_phase_under_simple_ko() {
        // White throws a stone into the corner, where it vanishes: Black's pass was in this very situation.
        let moves = "b A2 w C3 b B1 w C4 b pass w A1";
        assert_eq!(seen(&trail("japanese", moves)), (5, [4, 4, 4], true));
        assert_eq!(seen(&trail("tromp-taylor", moves)), (5, [4, 4, 4], false));
    }
}
