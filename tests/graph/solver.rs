use super::{Edge, Graph};
use tengen::types::{Color, Move};

/// Searches for proofs that Black can, or cannot, reach a score.
///
/// What is legal depends on the whole game so far, so nothing that was proved
/// in one line is used in another; what is kept is which move worked last time,
/// to be tried first. Deeper and deeper searches leave lines that are too long
/// undecided, and never guess: an answer is a proof.
pub struct Solver<'a> {
    graph: &'a Graph,
    scores: Vec<i32>,
    /// The moves of the graph, those first that lead to a good score at once.
    moves: Vec<[Vec<Edge>; 2]>,
    /// The positions of the game so far.
    seen: Vec<bool>,
    /// The candidate that worked last, by position, colour and whether the opponent has just passed.
    last_success: Vec<[[usize; 2]; 2]>,
}

impl Solver<'_> {
    pub fn new(graph: &Graph) -> Solver<'_> {
        let scores: Vec<i32> = graph.positions.iter().map(|p| p.area_score()).collect();
        let mut moves = graph.moves.clone();
        for [black, white] in &mut moves {
            black.sort_by_key(|edge| -scores[edge.to]);
            white.sort_by_key(|edge| scores[edge.to]);
        }
        let mut seen = vec![false; scores.len()];
        seen[0] = true;
        Solver {
            graph,
            moves,
            seen,
            last_success: vec![[[0; 2]; 2]; scores.len()],
            scores,
        }
    }

    /// Black's best score with Black to move on the empty board.
    pub fn best(&mut self) -> i32 {
        let area = self.graph.dims.area() as i32;
        let reached = (1 - area..=area).take_while(|&goal| self.prove(0, Color::Black, goal));
        reached.last().unwrap_or(-area)
    }

    /// Whether Black's best score is at least `goal` after Black's first move.
    pub fn reaches_after(&mut self, first: Move, goal: i32) -> bool {
        let Move::Place(point) = first else {
            return (1..)
                .find_map(|depth| self.reaches(0, Color::White, true, goal, depth))
                .unwrap();
        };
        let edges = &self.moves[0][Color::Black.index()];
        let Some(&Edge { to, .. }) = edges.iter().find(|edge| edge.point == point) else {
            return false; // suicide, on 1×1
        };
        self.seen[to] = true;
        let answer = self.prove(to, Color::White, goal);
        self.seen[to] = false;
        answer
    }

    /// Whether `value` is Black's best score after Black's first move.
    pub fn is_value_of(&mut self, first: Move, value: i32) -> bool {
        let area = self.graph.dims.area() as i32;
        (value == -area || self.reaches_after(first, value))
            && (value == area || !self.reaches_after(first, value + 1))
    }

    /// Whether Black reaches at least `goal` when `color` moves next.
    fn prove(&mut self, at: usize, color: Color, goal: i32) -> bool {
        (1..)
            .find_map(|depth| self.reaches(at, color, false, goal, depth))
            .unwrap()
    }

    /// [`Solver::prove`] within `depth` moves, if that many decide it.
    fn reaches(
        &mut self,
        at: usize,
        color: Color,
        passed: bool,
        goal: i32,
        depth: usize,
    ) -> Option<bool> {
        let wanted = color == Color::Black;
        if passed && (self.scores[at] >= goal) == wanted {
            return Some(wanted);
        }
        if depth == 0 {
            return None;
        }
        let mut answer = Some(!wanted);
        let hint = self.last_success[at][color.index()][usize::from(passed)];
        let count = self.moves[at][color.index()].len();
        for candidate in std::iter::once(hint).chain((0..=count).filter(|&c| c != hint)) {
            let result = match candidate {
                0 if passed => continue, // the game would end, and not as wanted
                0 => self.reaches(at, !color, true, goal, depth - 1),
                _ => {
                    let to = self.moves[at][color.index()][candidate - 1].to;
                    if self.seen[to] {
                        continue;
                    }
                    self.seen[to] = true;
                    let result = self.reaches(to, !color, false, goal, depth - 1);
                    self.seen[to] = false;
                    result
                }
            };
            if result == Some(wanted) {
                self.last_success[at][color.index()][usize::from(passed)] = candidate;
                return result;
            }
            if result.is_none() {
                answer = None;
            }
        }
        answer
    }
}
