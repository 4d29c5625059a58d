//! One game of the engine against itself, with whatever clients do in between. A referee of its own, the oracle, has
//! the last word on every move.

mod interlude;

use crate::clock::Clock;
use crate::engine::{Engine, Fault, Kind, fault};
use crate::oracle::record::{Record, Verdict};
use crate::oracle::{Grid, below, number, pick, point};
use rand_pcg::Pcg64;
use std::path::Path;
use std::time::Duration;
use tengen::game::KoRule;
use tengen::types::{Color, Dims, Move, format_vertex, parse_move};

/// Commands that set rules, with what the referee must know of them: ko, and whether suicide is allowed.
const RULES: &[(&str, KoRule, bool)] = &[
    (
        "kata-set-rules tromp-taylor",
        KoRule::PositionalSuperko,
        true,
    ),
    ("kata-set-rules chinese", KoRule::Simple, false),
    (
        "kata-set-rules chinese-ogs",
        KoRule::PositionalSuperko,
        false,
    ),
    ("kata-set-rules japanese", KoRule::Simple, false),
    ("kata-set-rules stone-scoring", KoRule::Simple, false),
    ("kata-set-rules aga", KoRule::SituationalSuperko, false),
    ("kata-set-rules cgos", KoRule::PositionalSuperko, false),
    ("kgs-rules japanese", KoRule::Simple, false),
    ("kgs-rules new_zealand", KoRule::SituationalSuperko, true),
    (
        r#"kata-set-rules {"ko":"SITUATIONAL","scoring":"TERRITORY","tax":"ALL","suicide":true}"#,
        KoRule::SituationalSuperko,
        true,
    ),
    (
        r#"kata-set-rules {"ko":"SIMPLE","suicide":true,"whiteHandicapBonus":"N-1"}"#,
        KoRule::Simple,
        true,
    ),
];

/// What all games came across, so that nobody thinks they were idle.
#[derive(Debug, Default)]
pub struct Counts {
    pub moves: u64,
    pub passed_out: u64,
    pub resigned: u64,
    pub cut_short: u64,
    pub analyses: u64,
    pub undone: u64,
    pub loaded: u64,
    pub cleaned_up: u64,
    pub refused_moves: u64,
    pub bad_lines: u64,
    pub overstepped: u64,
    /// The longest time by which a clock was overstepped, in seconds.
    pub overstepped_by: f64,
}

/// Plays a game; everything about it is drawn from `random`. The first fault ends it.
pub fn play(
    engine: &mut Engine,
    counts: &mut Counts,
    random: Pcg64,
    file: &Path,
) -> Result<(), Fault> {
    let mut table = Table::set_up(engine, counts, random, file)?;
    table.play()?;
    table.compare()
}

struct Table<'a> {
    engine: &'a mut Engine,
    counts: &'a mut Counts,
    random: Pcg64,
    file: &'a Path,
    dims: Dims,
    record: Record,
    /// By colour; none in a game by playouts.
    clocks: Option<[Clock; 2]>,
}

impl<'a> Table<'a> {
    fn set_up(
        engine: &'a mut Engine,
        counts: &'a mut Counts,
        mut random: Pcg64,
        file: &'a Path,
    ) -> Result<Table<'a>, Fault> {
        let dims = draw_dims(&mut random);
        let (rules, ko, suicide) = pick(&mut random, RULES);
        let grid = Grid::new(dims.width(), dims.height());
        let mut table = Table {
            engine,
            counts,
            random,
            file,
            dims,
            record: Record::new(grid, ko, suicide),
            clocks: None,
        };
        table.settings()?;
        let komi = table.below(80) as f64 / 2.0 - 20.0;
        let size = format!("boardsize {} {}", dims.width(), dims.height());
        for line in [&size, rules, &format!("komi {komi}")] {
            table.engine.must(line)?;
        }
        if table.one_in(4) && dims.width() >= 7 && dims.height() >= 7 {
            table.handicap()?;
        }
        Ok(table)
    }

    fn settings(&mut self) -> Result<(), Fault> {
        let is_small = self.dims.area() <= 100;
        let mut playouts = pick(
            &mut self.random,
            if is_small { &[1, 6, 30] } else { &[1, 3, 8] },
        );
        if self.one_in(4) {
            let clock = Clock::draw(&mut self.random);
            self.engine.must(&clock.settings())?;
            self.clocks = Some([clock; 2]);
            playouts = 0;
        }
        let level = if self.one_in(5) {
            1 + self.below(20)
        } else {
            20
        };
        for (name, value) in [
            ("playouts", playouts),
            ("threads", 1 + self.below(2)),
            ("memory", pick(&mut self.random, &[1, 16, 64])),
            ("level", level),
            ("ponder", usize::from(self.one_in(4))),
            ("sgf_comments", self.below(2)),
            ("resign", pick(&mut self.random, &[0, 5, 20])),
        ] {
            self.engine.must(&format!("tengen-param {name} {value}"))?;
        }
        Ok(())
    }

    fn handicap(&mut self) -> Result<(), Fault> {
        let command = match self.one_in(2) {
            true => format!("fixed_handicap {}", 2 + self.below(3)),
            false => format!("place_free_handicap {}", 2 + self.below(8)),
        };
        let mut grid = self.record.now().grid.clone();
        for vertex in self.engine.must(&command)?.split_whitespace() {
            match self.number(vertex) {
                Some(at) if grid.color_at(at).is_none() => grid.put(Color::Black, at),
                _ => return fault(Kind::BadReply, format!("'{command}': {vertex}")),
            }
        }
        self.record = Record::new(grid, self.record.ko, self.record.suicide);
        self.record.set_to_move(Color::White);
        Ok(())
    }

    fn play(&mut self) -> Result<(), Fault> {
        let longest = match self.clocks {
            Some(_) => 30,
            None => (2 * self.dims.area() + 20).min(250),
        };
        for _ in 0..longest {
            self.interlude()?;
            let color = match self.one_in(40) {
                true => !self.record.now().to_move,
                false => self.record.now().to_move,
            };
            if !self.genmove(color)? {
                self.counts.resigned += 1;
                return Ok(());
            }
            if self.record.passes() >= 2 {
                self.counts.passed_out += 1;
                return self.after_passes();
            }
        }
        self.counts.cut_short += 1;
        Ok(())
    }

    /// A move of the engine; false when it resigns.
    fn genmove(&mut self, color: Color) -> Result<bool, Fault> {
        let command = match self.below(12) {
            0 => format!("lz-genmove_analyze {color} 1"),
            1 => format!("kata-genmove_analyze {color} 1 ownership true"),
            _ => format!("genmove {color}"),
        };
        self.move_by(&command, color)
    }

    fn move_by(&mut self, command: &str, color: Color) -> Result<bool, Fault> {
        if let Some(clocks) = &self.clocks {
            let left = clocks[color.index()].left();
            self.engine.must(&format!("time_left {color} {left}"))?;
        }
        let reply = self.engine.ask(command)?;
        if !reply.ok {
            return fault(Kind::Refused, format!("'{command}': {}", reply.text));
        }
        self.charge(color, reply.taken);
        // An analysis comes before the move.
        let last = reply.text.lines().last().unwrap_or_default();
        let vertex = last.strip_prefix("play ").unwrap_or(last);
        if vertex == "resign" {
            return Ok(false);
        }
        let at = self.judged(color, vertex, command)?;
        self.record.play(color, at);
        self.counts.moves += 1;
        Ok(true)
    }

    fn charge(&mut self, color: Color, taken: Duration) {
        let Some(clocks) = &mut self.clocks else {
            return;
        };
        if let Some(over) = clocks[color.index()].charge(taken) {
            self.counts.overstepped += 1;
            self.counts.overstepped_by = self.counts.overstepped_by.max(over);
        }
    }

    /// Where the engine's move is, a pass being nowhere; a fault if the referee forbids it.
    fn judged(&self, color: Color, vertex: &str, command: &str) -> Result<Option<usize>, Fault> {
        let at = match parse_move(self.dims, vertex) {
            Ok(Move::Pass) => return Ok(None),
            Ok(Move::Place(point)) => number(self.dims, point),
            Err(_) => return fault(Kind::BadReply, format!("'{command}': {vertex}")),
        };
        match self.record.check(color, at) {
            Verdict::Legal => Ok(Some(at)),
            verdict => {
                let grid = &self.record.now().grid;
                let what = format!("'{command}': {vertex} is {verdict:?} in {grid:?}");
                fault(Kind::IllegalMove, what)
            }
        }
    }

    /// The end of a game, and now and then the dispute about it.
    fn after_passes(&mut self) -> Result<(), Fault> {
        self.score()?;
        if self.one_in(3) {
            self.clean_up()?;
        }
        self.engine.must("kgs-game_over").map(drop)
    }

    /// Dead stones are taken off until both pass again: whatever is left is alive then.
    fn clean_up(&mut self) -> Result<(), Fault> {
        let mut passes = 0;
        for _ in 0..2 * self.dims.area() {
            let color = self.record.now().to_move;
            if !self.move_by(&format!("kgs-genmove_cleanup {color}"), color)? {
                return Ok(());
            }
            passes = if self.record.passes() > 0 {
                passes + 1
            } else {
                0
            };
            if passes == 2 {
                self.counts.cleaned_up += 1;
                return self.nothing_is_dead();
            }
        }
        Ok(())
    }

    fn nothing_is_dead(&mut self) -> Result<(), Fault> {
        let dead = self.engine.must("final_status_list dead")?;
        match dead.is_empty() {
            true => self.score(),
            false => fault(Kind::BadReply, format!("dead after the cleanup: {dead}")),
        }
    }

    fn below(&mut self, bound: usize) -> usize {
        below(&mut self.random, bound)
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    fn vertex(&self, at: usize) -> String {
        format_vertex(self.dims, point(self.dims, at))
    }

    fn number(&self, vertex: &str) -> Option<usize> {
        match parse_move(self.dims, vertex) {
            Ok(Move::Place(point)) => Some(number(self.dims, point)),
            _ => None,
        }
    }
}

/// Boards of every size, small ones and the usual ones more often, one in five oblong.
fn draw_dims(random: &mut Pcg64) -> Dims {
    let width = match below(random, 20) {
        0 | 1 => 1 + below(random, 25),
        2..7 => 9,
        7 => 13,
        8 => 19,
        _ => 1 + below(random, 8),
    };
    let height = match below(random, 5) {
        0 => 1 + below(random, 25),
        _ => width,
    };
    Dims::new(width, height).expect("a board that Tengen has")
}
