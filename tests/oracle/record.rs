use super::{Grid, number, point};
use tengen::game::{Game, IllegalMove, KoRule};
use tengen::types::{Color, Move, Point};

/// A whole game that keeps every position as it was.
#[derive(Clone, Debug)]
pub struct Record {
    pub ko: KoRule,
    pub suicide: bool,
    /// The start and the situation after each move.
    moments: Vec<Moment>,
}

#[derive(Clone, Debug)]
pub struct Moment {
    pub grid: Grid,
    pub to_move: Color,
    /// The stones that each colour has taken.
    pub captures: [usize; 2],
    /// Who played last, and where unless it was a pass.
    last: Option<(Color, Option<usize>)>,
}

/// What the rules say about a stone on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Legal,
    Occupied,
    Suicide,
    Ko,
    /// Brings back the position after so many moves, the first one if there are several.
    Superko(usize),
}

impl Record {
    pub fn new(grid: Grid, ko: KoRule, suicide: bool) -> Record {
        let start = Moment {
            grid,
            to_move: Color::Black,
            captures: [0, 0],
            last: None,
        };
        Record {
            ko,
            suicide,
            moments: vec![start],
        }
    }

    /// A record of the same game, move by move from the position where it starts.
    pub fn of(game: &Game) -> Record {
        let (dims, start) = (game.dims(), game.start());
        let mut grid = Grid::new(dims.width(), dims.height());
        for point in dims.points() {
            if let Some(color) = start.board().color_at(point) {
                grid.put(color, number(dims, point));
            }
        }
        let mut record = Record::new(grid, game.rules().ko, game.rules().suicide);
        record.moments[0].to_move = start.to_move();
        record.moments[0].captures = Color::BOTH.map(|color| start.captures(color));
        for &(color, mv) in game.moves() {
            record.play(color, mv.point().map(|point| number(dims, point)));
        }
        record.set_to_move(game.to_move());
        record
    }

    /// Gives the turn to `color` without a move.
    pub fn set_to_move(&mut self, color: Color) {
        let last = self.len();
        self.moments[last].to_move = color;
    }

    /// The number of moves played.
    pub fn len(&self) -> usize {
        self.moments.len() - 1
    }

    pub fn now(&self) -> &Moment {
        &self.moments[self.len()]
    }

    pub fn check(&self, color: Color, point: usize) -> Verdict {
        if self.now().grid.color_at(point).is_some() {
            return Verdict::Occupied;
        }
        let (after, removed) = self.now().grid.after(color, point);
        match removed[color.index()] {
            0 => {}
            1 => return Verdict::Suicide,
            _ if !self.suicide => return Verdict::Suicide,
            _ => {}
        }
        if self.is_retake(color, &after) {
            return Verdict::Ko;
        }
        let repeats = |past: &Moment| {
            past.grid == after
                && match self.ko {
                    KoRule::Simple => false,
                    KoRule::PositionalSuperko => true,
                    KoRule::SituationalSuperko => past.to_move == !color,
                }
        };
        match self.moments.iter().position(repeats) {
            Some(number) => Verdict::Superko(number),
            None => Verdict::Legal,
        }
    }

    /// Whether `after` is the position before the last move, which was a stone of the opponent.
    fn is_retake(&self, color: Color, after: &Grid) -> bool {
        matches!(self.now().last, Some((player, Some(_))) if player != color)
            && self.moments[self.len() - 1].grid == *after
    }

    /// Records a move; that it is legal is the caller's business.
    pub fn play(&mut self, color: Color, point: Option<usize>) {
        let mut next = self.now().clone();
        if let Some(point) = point {
            let (after, removed) = next.grid.after(color, point);
            next.grid = after;
            for loser in Color::BOTH {
                next.captures[(!loser).index()] += removed[loser.index()];
            }
        }
        next.to_move = !color;
        next.last = Some((color, point));
        self.moments.push(next);
    }

    /// How many passes came last.
    pub fn passes(&self) -> usize {
        let passes = |moment: &&Moment| matches!(moment.last, Some((_, None)));
        self.moments.iter().rev().take_while(passes).count()
    }

    pub fn undo(&mut self) {
        assert!(self.len() > 0);
        self.moments.pop();
    }

    /// Whether stones, turn and simple ko were after the last stone as once before, and nobody had passed meanwhile.
    pub fn is_cycle(&self) -> bool {
        let is_pass = |number: &usize| matches!(self.moments[*number].last, Some((_, None)));
        let Some(end) = (0..=self.len()).rev().find(|number| !is_pass(number)) else {
            return false;
        };
        let first = (0..end).rev().find(is_pass).unwrap_or(0);
        let ko = |number: usize| self.up_to(number).ko_points();
        let last = &self.moments[end];
        (first..end).any(|number| {
            let past = &self.moments[number];
            past.grid == last.grid && past.to_move == last.to_move && ko(number) == ko(end)
        })
    }

    fn up_to(&self, number: usize) -> Record {
        let mut record = self.clone();
        record.moments.truncate(number + 1);
        record
    }

    fn ko_points(&self) -> Vec<usize> {
        let color = self.now().to_move;
        let points = 0..self.now().grid.area();
        points
            .filter(|&p| self.check(color, p) == Verdict::Ko)
            .collect()
    }
}

/// Asserts that the game is what the record says, and that both say the same of every move for both colours.
pub fn compare(game: &Game, record: &Record) {
    compare_position(game, record);
    let dims = game.dims();
    for color in Color::BOTH {
        for at in 0..dims.area() {
            assert_eq!(
                verdict(game, color, point(dims, at)),
                record.check(color, at),
                "{color} at {at} {:?}",
                record.now().grid
            );
        }
        assert_eq!(game.check(color, Move::Pass), Ok(()));
    }
    let cycle = record.ko == KoRule::Simple && record.is_cycle();
    assert_eq!(game.no_result(), cycle, "{:?}", game.moves());
}

/// Asserts that the game stands where the record says.
pub fn compare_position(game: &Game, record: &Record) {
    let (dims, now) = (game.dims(), record.now());
    for at in 0..dims.area() {
        let color = game.board().color_at(point(dims, at));
        assert_eq!(color, now.grid.color_at(at), "{:?}", now.grid);
    }
    assert_eq!(game.to_move(), now.to_move);
    assert_eq!(game.moves().len(), record.len());
    let captures = Color::BOTH.map(|color| game.position().captures(color));
    assert_eq!(captures, now.captures);
}

/// What the game says about a stone on a point.
fn verdict(game: &Game, color: Color, point: Point) -> Verdict {
    match game.check(color, Move::Place(point)) {
        Ok(()) => Verdict::Legal,
        Err(error) => Verdict::from(error),
    }
}

impl From<IllegalMove> for Verdict {
    fn from(error: IllegalMove) -> Verdict {
        match error {
            IllegalMove::Occupied => Verdict::Occupied,
            IllegalMove::Suicide => Verdict::Suicide,
            IllegalMove::Ko => Verdict::Ko,
            IllegalMove::Superko { repeats } => Verdict::Superko(repeats),
            IllegalMove::OffBoard | IllegalMove::TooManyMoves => panic!("{error}"),
        }
    }
}
