//! The meaning: properties to a game.

use super::encoding::decode;
use super::header::{Header, parse_seconds};
use super::read::{Item, Name, Reader, Value, error_at};
use super::{Fault, Info, MAX_BYTES, MAX_SETUPS, NotUnderstood, Note, SgfError, parse_point};
use crate::game::{Game, HandicapError, MAX_MOVES, Rules};
use crate::types::{Color, Dims, Move, Point};
use std::time::Duration;

/// A game that was read, and what its record said.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The game up to the move asked for, by the record's rules and komi, or
    /// by default rules and komi 0 where it names none that are known.
    pub game: Game,
    /// The rules that the record names, if it does and they are known.
    pub rules: Option<Rules>,
    /// The komi that the record names, if it does and it is a sensible number.
    pub komi: Option<f32>,
    /// What it says of them, and of the handicap, that could not be understood.
    pub not_understood: NotUnderstood,
    /// Names, result and remarks.
    pub info: Info,
    /// The number of moves before stones were set up in the middle of the record: they are not in the game, which
    /// starts there.
    pub forgotten: usize,
    /// The moves of the record up to here in their order, those that were forgotten among them.
    line: Vec<Move>,
    /// What it says of the moves, in their order; nothing of those beyond the end.
    pub notes: Vec<Note>,
    /// Whether the game ends here in the record too.
    pub is_whole: bool,
}

impl Loaded {
    /// The number of the first move at `point`, which [`load`] takes to read the position before it. It counts from the
    /// start of the record, also where stones are set up in its middle.
    pub fn number_of_first_move_at(&self, point: Point) -> Option<usize> {
        let index = self.line.iter().position(|&mv| mv == Move::Place(point))?;
        Some(index + 1)
    }
}

/// Reads the first game of a text: the position before move `before_move`, as
/// in GTP's `loadsgf FILE N`, or the end of the main line without one. A number beyond
/// the last move means the end too, and 0 the same as 1.
///
/// Handicap without stones (`HA[2]` and White moves first) is placed on the fixed points, three stones so that the upper
/// left stays empty.
///
/// # Errors
/// If the text holds no game of Go, or one that cannot be played to that point, or exceeds the limits.
pub fn load(text: &[u8], before_move: Option<usize>) -> Result<Loaded, SgfError> {
    if text.len() > MAX_BYTES {
        return Err(error_at("", 0, Fault::TooLarge));
    }
    let source = decode(text);
    let header = Header::read(Reader::new(&source)?)?;
    let mut loader = Loader {
        reader: Reader::new(&source)?,
        node: SetupNode::new(header.dims),
        game: Game::new(
            header.dims,
            header.rules.unwrap_or_default(),
            header.komi.unwrap_or(0.0),
        ),
        handicap: header.handicap,
        is_handicap_lost: false,
        turn: None,
        next: None,
        notes: Vec::new(),
        line: Vec::new(),
        setups: 0,
        most: before_move.map_or(usize::MAX, |number| number.saturating_sub(1)),
    };
    loader.run()?;
    loader.finish();
    let lost_handicap = loader.is_handicap_lost.then_some(loader.handicap);
    Ok(Loaded {
        rules: header.rules,
        komi: header.komi,
        not_understood: NotUnderstood {
            handicap: lost_handicap,
            ..header.not_understood
        },
        info: header.info,
        is_whole: loader.next.is_none(),
        forgotten: loader.line.len() - loader.game.moves().len(),
        line: loader.line,
        notes: loader.notes,
        game: loader.game,
    })
}

/// Whether the position asked for is there.
#[derive(PartialEq)]
enum Reached {
    Target,
    NotYet,
}

/// What one node does. Stones are set up before moves, in whatever order the node has them.
struct SetupNode<'a> {
    /// By index: what is set up there.
    changes: Vec<Option<(Point, Option<Color>)>>,
    /// Where the first of the changes stands in the text.
    first_change: Option<usize>,
    moves: Vec<(Color, Value<'a>)>,
    note: Note,
    /// By colour: many servers tell both clocks at every move.
    left: [ClockNote; 2],
}

/// What is left on one clock.
#[derive(Default)]
struct ClockNote {
    time: Option<Duration>,
    stones: Option<u32>,
}

impl SetupNode<'_> {
    fn new(dims: Dims) -> Self {
        SetupNode {
            changes: vec![None; dims.class().capacity()],
            first_change: None,
            moves: Vec::new(),
            note: Note::default(),
            left: Default::default(),
        }
    }
}

struct Loader<'a> {
    reader: Reader<'a>,
    node: SetupNode<'a>,
    game: Game,
    /// The number of handicap stones in words; they may be missing on the board.
    handicap: usize,
    /// Whether they are, and nobody knows where they were.
    is_handicap_lost: bool,
    /// Who is to move, if the record said so after the last move.
    turn: Option<Color>,
    /// Who makes the move before which reading stopped.
    next: Option<Color>,
    /// Of the moves of the game, as far as there are any.
    notes: Vec<Note>,
    /// All moves that were played, also those before stones were set up.
    line: Vec<Move>,
    setups: usize,
    /// How many moves to play.
    most: usize,
}

impl<'a> Loader<'a> {
    fn run(&mut self) -> Result<(), SgfError> {
        loop {
            match self.reader.next()? {
                Some(Item::Value(name, value)) => self.take(name, value)?,
                Some(Item::Node) if self.end_node()? == Reached::NotYet => {}
                Some(Item::Node) => return Ok(()),
                None => return self.end_node().map(drop),
            }
        }
    }

    fn take(&mut self, name: Name, value: Value<'a>) -> Result<(), SgfError> {
        let note = &mut self.node.note;
        match name.as_str() {
            "B" => self.node.moves.push((Color::Black, value)),
            "W" => self.node.moves.push((Color::White, value)),
            "AB" => self.set_up(Some(Color::Black), value)?,
            "AW" => self.set_up(Some(Color::White), value)?,
            "AE" => self.set_up(None, value)?,
            "PL" => self.turn = parse_color(&value.line()).or(self.turn),
            "BL" => self.node.left[0].time = parse_seconds(&value.line()),
            "WL" => self.node.left[1].time = parse_seconds(&value.line()),
            "OB" => self.node.left[0].stones = value.line().parse().ok(),
            "OW" => self.node.left[1].stones = value.line().parse().ok(),
            // The comment of the first node is on the whole game, also where that node has a move.
            "C" if note.comment.is_empty() && self.reader.nodes() > 1 => {
                note.comment = value.text();
            }
            _ => {}
        }
        // One beyond the move asked for, or beyond the longest game, is enough to see that.
        let room = self.most.saturating_sub(self.line.len()).min(MAX_MOVES);
        self.node.moves.truncate(room + 1);
        Ok(())
    }

    fn set_up(&mut self, color: Option<Color>, value: Value<'a>) -> Result<(), SgfError> {
        if value.is_blank() {
            return Ok(());
        }
        self.setups += 1;
        if self.setups > MAX_SETUPS {
            return Err(self.reader.error(value.offset, Fault::TooManySetups));
        }
        self.node.first_change.get_or_insert(value.offset);
        for point in self.points(value)? {
            self.node.changes[point.index()] = Some((point, color));
        }
        Ok(())
    }

    /// Carries out the node that was read.
    fn end_node(&mut self) -> Result<Reached, SgfError> {
        if let Some(offset) = self.node.first_change.take() {
            self.change_stones(offset)?;
        }
        if let Some(color) = self.turn {
            self.game.set_to_move(color);
        }
        let mut note = std::mem::take(&mut self.node.note);
        let left = std::mem::take(&mut self.node.left);
        let moves = std::mem::take(&mut self.node.moves);
        for (color, value) in &moves {
            if self.line.len() == self.most {
                self.next = Some(*color);
                return Ok(Reached::Target);
            }
            self.play(*color, *value)?;
        }
        if let Some((color, _)) = moves.last() {
            let left = &left[color.index()];
            (note.time_left, note.stones_left) = (left.time, left.stones);
        }
        if !moves.is_empty() && note != Note::default() {
            self.notes
                .resize(self.game.moves().len() - 1, Note::default());
            self.notes.push(note);
        }
        Ok(Reached::NotYet)
    }

    /// Sets up the stones of a node. Where they stand so already the game goes on, with all that came before.
    fn change_stones(&mut self, offset: usize) -> Result<(), SgfError> {
        let board = self.game.board();
        let changes = self.node.changes.iter_mut().filter_map(Option::take);
        let changes: Vec<_> = changes
            .filter(|&(point, color)| board.color_at(point) != color)
            .collect();
        if changes.is_empty() {
            return Ok(());
        }
        self.game
            .set_up(&changes, self.game.to_move())
            .map_err(|error| self.reader.error(offset, Fault::BadSetup(error)))?;
        self.notes.clear();
        Ok(())
    }

    fn play(&mut self, color: Color, value: Value) -> Result<(), SgfError> {
        let mv = self.parse_move(value)?;
        if self.game.moves().is_empty() {
            self.begin(Some(color));
        }
        self.line.push(mv);
        self.turn = None;
        self.game.play_from_record(color, mv).map_err(|error| {
            let fault = Fault::BadMove(self.line.len(), error);
            self.reader.error(value.offset, fault)
        })
    }

    /// Before the first move, by `first` if there is one, or the first after stones were set up: whose turn it is,
    /// and at the start the handicap that the record only counts.
    fn begin(&mut self, first: Option<Color>) {
        if self.line.is_empty() {
            let usual = self.begin_record(first);
            self.game.set_to_move(self.turn.or(first).unwrap_or(usual));
        } else if let Some(color) = self.turn.or(first) {
            self.game.set_to_move(color);
        }
    }

    /// Places the handicap that the record only counts. Returns whose turn it usually is.
    fn begin_record(&mut self, first: Option<Color>) -> Color {
        let is_empty = self.game.board().is_empty();
        if is_empty && self.handicap >= 2 && first != Some(Color::Black) {
            self.is_handicap_lost = self.place_handicap().is_err();
        }
        self.usual_first()
    }

    /// Three stones leave the upper left to White, as people place them; in GTP's order it would be the lower right.
    fn place_handicap(&mut self) -> Result<(), HandicapError> {
        if self.handicap != 3 {
            return self.game.place_fixed_handicap(self.handicap).map(drop);
        }
        let corners = self.game.clone().place_fixed_handicap(4)?;
        self.game
            .set_free_handicap(&[corners[0], corners[1], corners[3]])
    }

    /// White after handicap stones, else Black.
    fn usual_first(&self) -> Color {
        let board = self.game.board();
        let handicap = board.stone_count(Color::Black) >= 2 && board.stone_count(Color::White) == 0;
        if handicap { Color::White } else { Color::Black }
    }

    fn finish(&mut self) {
        if self.game.moves().is_empty() {
            self.begin(self.next);
        } else if let Some(color) = self.next {
            self.game.set_to_move(color);
        }
    }

    fn parse_move(&self, value: Value) -> Result<Move, SgfError> {
        let text = value.line();
        let dims = self.game.dims();
        let is_pass = text.is_empty() || text.eq_ignore_ascii_case("pass");
        // A point on larger boards, on others the pass of FF[3].
        let is_off_board = dims.width() <= 19 || dims.height() <= 19;
        let is_old_pass = is_off_board && text.eq_ignore_ascii_case("tt");
        if is_pass || is_old_pass {
            return Ok(Move::Pass);
        }
        parse_point(dims, &text)
            .map(Move::Place)
            .ok_or_else(|| self.bad_point(value))
    }

    /// A point, or a rectangle given by two corners.
    fn points(&self, value: Value) -> Result<Vec<Point>, SgfError> {
        let dims = self.game.dims();
        let text = value.line();
        let (from, to) = text.split_once(':').unwrap_or((&text, &text));
        let corner = |text: &str| parse_point(dims, text.trim());
        let (Some(from), Some(to)) = (corner(from), corner(to)) else {
            return Err(self.bad_point(value));
        };
        let ((x1, y1), (x2, y2)) = (dims.xy(from), dims.xy(to));
        let rows = y1.min(y2)..=y1.max(y2);
        Ok(rows
            .flat_map(|y| (x1.min(x2)..=x1.max(x2)).filter_map(move |x| dims.point(x, y)))
            .collect())
    }

    fn bad_point(&self, value: Value) -> SgfError {
        let text = value.line().chars().take(20).collect();
        let fault = Fault::BadPoint(text, self.game.dims());
        self.reader.error(value.offset, fault)
    }
}

fn parse_color(text: &str) -> Option<Color> {
    match text.as_bytes().first()? {
        b'B' | b'b' | b'1' => Some(Color::Black),
        b'W' | b'w' | b'2' => Some(Color::White),
        _ => None,
    }
}
