//! Reading against all that can be played on boards of at most nine points: who can force a capture, with every move and every pass.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use tengen::board::AnyBoard;
use tengen::reading::{self, Answer, Goal, Success};
use tengen::types::{
    Cell,
    Color::{self, Black, White},
    Dims, Point,
};

/// Nobody interrupts.
static NEVER: AtomicBool = AtomicBool::new(false);

/// A position with the point that simple ko forbids and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Key {
    hash: u64,
    ko_point: Option<Point>,
    to_move: Color,
}

struct State {
    board: AnyBoard,
    to_move: Color,
    /// What each legal move leads to; the last is the pass.
    next: Vec<usize>,
    /// What taking back a ko leads to, which only its master may do.
    next_by_ko: Option<usize>,
}

/// Every position of a board that can come up.
struct Everything {
    dims: Dims,
    states: Vec<State>,
    places: HashMap<Key, usize>,
}

impl Everything {
    fn new(dims: Dims) -> Everything {
        let mut all = Everything {
            dims,
            states: Vec::new(),
            places: HashMap::new(),
        };
        for to_move in Color::BOTH {
            all.place(AnyBoard::new(dims), to_move);
        }
        let mut open = 0;
        while open < all.states.len() {
            all.expand(open);
            open += 1;
        }
        all
    }

    /// Where a position stands, which is put there if it is new.
    fn place(&mut self, board: AnyBoard, to_move: Color) -> usize {
        let key = Key {
            hash: board.hash(),
            ko_point: board.ko_point(),
            to_move,
        };
        *self.places.entry(key).or_insert_with(|| {
            self.states.push(State {
                board,
                to_move,
                next: Vec::new(),
                next_by_ko: None,
            });
            self.states.len() - 1
        })
    }

    fn expand(&mut self, index: usize) {
        let (board, color) = (self.states[index].board.clone(), self.states[index].to_move);
        for point in self
            .dims
            .points()
            .filter(|&point| board.cell(point) == Cell::Empty)
        {
            let is_ko = board.is_ko(color, point);
            if !is_ko && !board.is_legal(color, point) {
                continue;
            }
            let mut after = board.clone();
            after.play_unchecked(color, point);
            let next = self.place(after, !color);
            match is_ko {
                true => self.states[index].next_by_ko = Some(next),
                false => self.states[index].next.push(next),
            }
        }
        let mut passed = board;
        passed.pass();
        let next = self.place(passed, !color);
        self.states[index].next.push(next);
    }

    /// In which positions the stone of `owner` at `target` can be captured by force, where `master` wins all kos: positions are
    /// added until none is left in which the attacker has a move to one of them, or the owner no move to any other.
    fn captured(&self, target: Point, owner: Color, master: Option<Color>) -> Vec<bool> {
        let is_gone = |state: &State| {
            let comes_back = state.board.ko_point() == Some(target) && master == Some(owner);
            state.board.color_at(target) != Some(owner) && !comes_back
        };
        let mut captured: Vec<bool> = self.states.iter().map(is_gone).collect();
        loop {
            let mut has_changed = false;
            for (index, state) in self.states.iter().enumerate() {
                if captured[index] || state.board.color_at(target) != Some(owner) {
                    continue;
                }
                let by_ko = state.next_by_ko.filter(|_| master == Some(state.to_move));
                let mut next = state.next.iter().copied().chain(by_ko);
                captured[index] = match state.to_move == owner {
                    true => next.all(|next| captured[next]),
                    false => next.any(|next| captured[next]),
                };
                has_changed |= captured[index];
            }
            if !has_changed {
                return captured;
            }
        }
    }

    /// What the side to move achieves in each position by each master of kos, the worst first.
    fn successes(&self, target: Point, owner: Color, mover: Color) -> Vec<Success> {
        let masters = [
            (Success::Yes, Some(!mover)),
            (Success::WinsKo, None),
            (Success::NeedsThreat, Some(mover)),
        ];
        let captured =
            masters.map(|(success, master)| (success, self.captured(target, owner, master)));
        let of_state = |index: usize| {
            let succeeds =
                |(_, captured): &&(Success, Vec<bool>)| captured[index] != (mover == owner);
            let best = captured.iter().find(succeeds);
            best.map_or(Success::No, |&(success, _)| success)
        };
        (0..self.states.len()).map(of_state).collect()
    }
}

/// The moves that are looked at are chosen, and what comes of a repetition depends on the way there: on these small boards about one
/// answer in fifty is wrong where a ko decides, nearly all of those about who needs a threat, and one in a thousand elsewhere.
#[test]
fn what_is_read_out_is_what_all_moves_lead_to() {
    for (width, height, every) in [(3, 3, 31), (4, 2, 13), (7, 1, 7)] {
        let all = Everything::new(Dims::new(width, height).unwrap());
        let mut checked = Checked::default();
        for target in all.dims.points() {
            for (owner, mover) in [(Black, Black), (Black, White), (White, Black)] {
                let truth = all.successes(target, owner, mover);
                let asked = all.states.iter().zip(truth).enumerate();
                for (_, (state, truth)) in asked.filter(|(index, _)| index % every == 0) {
                    if state.to_move == mover && state.board.color_at(target) == Some(owner) {
                        checked.check(&state.board, target, mover, truth);
                    }
                }
            }
        }
        let Checked { by_ko, others } = &checked;
        assert!(others.certain > 500 && by_ko.certain > 150, "{checked:?}");
        assert!(others.uncertain * 40 < others.certain, "{checked:?}");
        assert!(by_ko.uncertain * 8 < by_ko.certain, "{checked:?}");
        assert!(others.wrong * 400 < others.certain, "{checked:?}");
        assert!(by_ko.wrong * 25 < by_ko.certain, "{checked:?}");
    }
}

#[derive(Debug, Default)]
struct Checked {
    /// The answers to questions that a ko decides.
    by_ko: Count,
    others: Count,
}

/// How many answers were what.
#[derive(Debug, Default)]
struct Count {
    certain: usize,
    uncertain: usize,
    wrong: usize,
}

impl Checked {
    fn check(&mut self, board: &AnyBoard, target: Point, mover: Color, truth: Success) {
        let goal = Goal::kill(board, target).unwrap();
        let answer = match mover == goal.seeker() {
            true => reading::reach(board, &goal, &NEVER),
            false => reading::prevent(board, &goal, &NEVER),
        };
        let count = match truth {
            Success::WinsKo | Success::NeedsThreat => &mut self.by_ko,
            Success::Yes | Success::No => &mut self.others,
        };
        count.add(&answer, truth);
    }
}

impl Count {
    fn add(&mut self, answer: &Answer, truth: Success) {
        if !answer.is_certain {
            self.uncertain += 1;
            return;
        }
        self.certain += 1;
        self.wrong += usize::from(answer.success != truth);
    }
}
