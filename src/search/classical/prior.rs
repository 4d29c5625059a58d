//! Hand-made knowledge about moves, given to new nodes as virtual playouts.

use super::ladders::{LadderReader, Ladders};
use super::node::Prior;
use crate::board::Board;
use crate::playout::{Patterns, SelfAtari, liberties_after, self_atari};
use crate::search::Params;
use crate::types::{Color, Dims, Move, Point};
use smallvec::SmallVec;

/// What a good player sees at a glance, in numbers from [`Params`].
pub struct PriorKnowledge<const N: usize, const W: usize> {
    params: Params,
    patterns: &'static Patterns,
    ladder_reader: LadderReader<N, W>,
}

/// Virtual visits and wins in the making.
#[derive(Clone, Copy)]
struct Virtual {
    visits: f32,
    wins: f32,
}

impl Virtual {
    fn wins(&mut self, count: f32) {
        self.visits += count;
        self.wins += count;
    }

    fn losses(&mut self, count: f32) {
        self.visits += count;
    }

    fn prior(self) -> Prior {
        let value = if self.visits > 0.0 {
            self.wins / self.visits
        } else {
            0.5
        };
        Prior {
            visits: self.visits,
            value,
        }
    }
}

impl<const N: usize, const W: usize> PriorKnowledge<N, W> {
    /// Knowledge weighted by these parameters.
    pub fn new(params: &Params) -> Self {
        PriorKnowledge {
            params: params.clone(),
            patterns: Patterns::standard(),
            ladder_reader: LadderReader::default(),
        }
    }

    /// Appends every move worth a node, the pass included, to `out`, best prior first.
    ///
    /// Left out: illegal moves by the board's own rules, and filling an own eye, also where that would save a chain, which is
    /// possible on boards of one line alone.
    pub fn priors(
        &mut self,
        board: &Board<N, W>,
        color: Color,
        last_moves: [Option<Move>; 2],
        out: &mut Vec<(Move, Prior)>,
    ) {
        let ladders = Ladders::read(&mut self.ladder_reader, board, color);
        for point in board.dims().points() {
            if board.is_legal(color, point) && !board.is_eye(color, point) {
                out.push((
                    Move::Place(point),
                    self.of_point(board, color, point, last_moves, &ladders),
                ));
            }
        }
        out.push((Move::Pass, self.of_pass()));
        out.sort_by(|(_, a), (_, b)| score(b).total_cmp(&score(a)));
    }

    fn even(&self) -> Virtual {
        Virtual {
            visits: self.params.prior_even,
            wins: self.params.prior_even / 2.0,
        }
    }

    fn of_pass(&self) -> Prior {
        let mut playouts = self.even();
        playouts.losses(self.params.prior_pass);
        playouts.prior()
    }

    fn of_point(
        &self,
        board: &Board<N, W>,
        color: Color,
        point: Point,
        last_moves: [Option<Move>; 2],
        ladders: &Ladders<W>,
    ) -> Prior {
        let mut playouts = self.even();
        self.count_chains(board, color, point, ladders, &mut playouts);
        if self.patterns.contains(board.code(point)) {
            playouts.wins(self.params.prior_pattern);
        }
        self.count_distance(board.dims(), point, last_moves, &mut playouts);
        self.count_line(board, point, &mut playouts);
        playouts.prior()
    }

    /// Captures, escapes, ataris and self-ataris.
    fn count_chains(
        &self,
        board: &Board<N, W>,
        color: Color,
        point: Point,
        ladders: &Ladders<W>,
        playouts: &mut Virtual,
    ) {
        let contact = Contact::of(board, color, point);
        if contact.captured > 0 {
            playouts.wins(
                self.params.prior_capture
                    + self.params.prior_capture_size * contact.captured.min(10) as f32,
            );
        }
        let is_self_atari = match self_atari(board, color, point) {
            SelfAtari::No => false,
            // One stone that takes one takes a ko, or is a throw-in with a gain.
            SelfAtari::OneStone => contact.captured == 0,
            SelfAtari::Chain => true,
        };
        if is_self_atari {
            playouts.losses(self.params.prior_self_atari);
            return;
        }
        let is_futile = ladders.futile.contains(point);
        if contact.saves && !is_futile && liberties_after(board, color, point, 3) >= 2 {
            playouts.wins(self.params.prior_escape);
        }
        self.count_ladders(point, ladders, playouts);
        if contact.puts_in_atari {
            playouts.wins(self.params.prior_atari);
        }
    }

    /// Ladders that are begun, lost or averted.
    fn count_ladders(&self, point: Point, ladders: &Ladders<W>, playouts: &mut Virtual) {
        if ladders.futile.contains(point) {
            playouts.losses(self.params.prior_ladder_futile);
        }
        if ladders.catches.contains(point) {
            playouts.wins(self.params.prior_ladder_catch);
        }
        if ladders.averts.contains(point) {
            playouts.wins(self.params.prior_ladder_avert);
        }
    }

    /// The nearer to the last moves, the better.
    fn count_distance(
        &self,
        dims: Dims,
        point: Point,
        last_moves: [Option<Move>; 2],
        playouts: &mut Virtual,
    ) {
        let [last, second_last] = last_moves.map(|mv| mv.and_then(Move::point));
        if let Some(last) = last {
            playouts.wins(self.params.prior_near * nearness(distance(dims, point, last)));
        }
        if let Some(second_last) = second_last {
            playouts
                .wins(self.params.prior_near * 0.5 * nearness(distance(dims, point, second_last)));
        }
    }

    /// Lines of the board, where no stone is near.
    fn count_line(&self, board: &Board<N, W>, point: Point, playouts: &mut Virtual) {
        if touches_stone(board.code(point)) || has_stone_near(board, point) {
            return;
        }
        match board.dims().edge_distance(point) {
            0 => playouts.losses(self.params.prior_first_line),
            1 => playouts.losses(self.params.prior_second_line),
            2 | 3 if board.dims().area() > 150 => playouts.wins(self.params.prior_good_line),
            3.. if board.dims().area() <= 150 => playouts.wins(self.params.prior_good_line),
            _ => {}
        }
    }
}

/// What a move does at once to the chains that it touches.
struct Contact {
    /// How many stones it takes.
    captured: usize,
    /// Whether an own chain is in atari, which it may save.
    saves: bool,
    /// Whether it puts one of the opponent's in atari.
    puts_in_atari: bool,
}

impl Contact {
    fn of<const N: usize, const W: usize>(
        board: &Board<N, W>,
        color: Color,
        point: Point,
    ) -> Contact {
        let mut contact = Contact {
            captured: 0,
            saves: false,
            puts_in_atari: false,
        };
        // A chain may touch the point more than once.
        let mut counted: SmallVec<[u16; 4]> = SmallVec::new();
        for neighbor in board.neighbors(point) {
            let Some(neighbor_color) = board.color_at(neighbor) else {
                continue;
            };
            match (neighbor_color == color, board.liberties(neighbor)) {
                (false, 1) => {
                    let chain = board.chain_id(neighbor);
                    if !counted.contains(&chain) {
                        counted.push(chain);
                        contact.captured += board.chain_size(neighbor);
                    }
                }
                (false, 2) => contact.puts_in_atari = true,
                (true, 1) => contact.saves = true,
                _ => {}
            }
        }
        contact
    }
}

/// The order in which moves are tried: virtual wins, a little shrunk.
fn score(prior: &Prior) -> f32 {
    (prior.value * prior.visits + 1.0) / (prior.visits + 2.0)
}

/// Whether any of the eight surrounding points holds a stone.
fn touches_stone(code: u16) -> bool {
    (code ^ code >> 1) & 0x5555 != 0
}

/// Whether any stone stands within three columns and rows.
fn has_stone_near<const N: usize, const W: usize>(board: &Board<N, W>, point: Point) -> bool {
    let dims = board.dims();
    let (x, y) = dims.xy(point);
    let rows = y.saturating_sub(3)..=y + 3;
    rows.flat_map(|row| (x.saturating_sub(3)..=x + 3).map(move |column| (column, row)))
        .filter_map(|(column, row)| dims.point(column, row))
        .any(|near| board.color_at(near).is_some())
}

/// The distance of the field: `dx + dy + max(dx, dy)`.
fn distance(dims: Dims, a: Point, b: Point) -> usize {
    let ((ax, ay), (bx, by)) = (dims.xy(a), dims.xy(b));
    let (dx, dy) = (ax.abs_diff(bx), ay.abs_diff(by));
    dx + dy + dx.max(dy)
}

/// 1 next to the last move, falling to 0.
fn nearness(distance: usize) -> f32 {
    match distance {
        0..=2 => 1.0,
        3 => 0.9,
        4 => 0.7,
        5 => 0.5,
        6 | 7 => 0.25,
        8..=10 => 0.1,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board9;
    use crate::game::board_from_diagram;
    use crate::types::parse_move;

    /// How many stones Black's move is said to capture, and whether it is said to be a self-atari.
    fn judged(diagram: &str, vertex: &str) -> (f32, bool) {
        const SELF_ATARI: f32 = 100.0;
        let mut params = Params::default();
        let names = Params::TABLE.iter().map(|info| info.name);
        for name in names.filter(|name| name.starts_with("prior_")) {
            params.set(name, "0").unwrap();
        }
        params.prior_capture_size = 1.0;
        params.prior_self_atari = SELF_ATARI;
        let board = board_from_diagram(diagram).unwrap();
        let board: &Board9 = board.sized().unwrap();
        let mut priors = Vec::new();
        PriorKnowledge::new(&params).priors(board, Color::Black, [None; 2], &mut priors);
        let wanted = parse_move(board.dims(), vertex).unwrap();
        let (_, prior) = priors.iter().find(|&&(mv, _)| mv == wanted).unwrap();
        let wins = prior.visits * prior.value;
        (wins, prior.visits - wins == SELF_ATARI)
    }

    #[test]
    fn a_chain_that_touches_a_move_twice_is_captured_once() {
        let diagram = "
            .XX..
            XOOX.
            XO.X.
            .XX..
            .....";
        assert_eq!(judged(diagram, "C3"), (3.0, false));
    }

    #[test]
    fn who_takes_a_ko_is_not_merely_in_atari() {
        let diagram = "
            .....
            .XO..
            XO.O.
            .XO..
            .....";
        assert_eq!(judged(diagram, "C3"), (1.0, false));
    }

    #[test]
    fn a_chain_that_stays_in_atari_is_so_whatever_it_takes() {
        let diagram = "
            ..O..
            .OXO.
            .O.O.
            .XOX.
            ..X..";
        assert_eq!(judged(diagram, "C3"), (1.0, true));
    }

    #[test]
    fn a_stone_thrown_in_for_nothing_is_in_atari() {
        let diagram = "
            .O.O.
            .O.O.
            .....
            .....
            .....";
        assert_eq!(judged(diagram, "C5"), (0.0, true));
    }
}
