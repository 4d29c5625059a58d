//! The meaning: properties to a game.

use super::counted_handicap::CountedHandicap;
use super::encoding::decode;
use super::header::Header;
use super::name::Name;
use super::node::Node;
use super::read::{Item, Reader, Value, error_at};
use super::{
    Fault, Info, MAX_BYTES, MAX_SETUP_NODES, MAX_SETUPS, NotUnderstood, Note, SgfError, parse_point,
};
use crate::game::{Game, IllegalMove, MAX_MOVES, Rules};
use crate::types::{Color, Move, Point, excerpt};
use std::collections::BTreeMap;

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
    /// What it says of them, and of the handicap, that could not be understood or cannot be played.
    pub not_understood: NotUnderstood,
    /// Names, result and remarks.
    pub info: Info,
    /// The number of moves before stones were set up in the middle of the record: they are not in the game, which
    /// starts there.
    pub forgotten: usize,
    /// Whether the text ends before the game in it does, so that moves may be missing.
    pub is_cut_off: bool,
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

    /// What to tell people of a text that is cut off.
    pub fn cut_off_remark(&self) -> Option<String> {
        let words = || "the end of the record is missing".to_owned();
        self.is_cut_off.then(words)
    }

    /// What to tell people of the moves that were forgotten.
    pub fn forgotten_remark(&self) -> Option<String> {
        let last = self.forgotten;
        let words = format!("stones are set up after move {last}; the game begins there");
        (last > 0).then_some(words)
    }
}

/// Reads the first game of a text: the position before move `before_move`, as
/// in GTP's `loadsgf FILE N`, or the end of the main line without one. A number beyond
/// the last move means the end too, and 0 the same as 1.
///
/// Handicap without stones (`HA[2]`, and Black does not move first) is placed on the fixed points, three stones so that the
/// upper left stays empty, unless a move of the main line falls on one of them.
///
/// # Errors
/// If the text holds no game of Go, or one that cannot be played to that point, or exceeds the limits.
pub fn load(text: &[u8], before_move: Option<usize>) -> Result<Loaded, SgfError> {
    if text.len() > MAX_BYTES {
        return Err(error_at("", 0, Fault::TooLarge));
    }
    let source = decode(text);
    let reader = Reader::new(&source)?;
    let is_cut_off = reader.clone().lacks_end();
    let header = Header::read(reader.clone())?;
    let most = before_move.map_or(usize::MAX, |number| number.saturating_sub(1));
    let whole = Loader::new(reader.clone(), &header, usize::MAX);
    let mut loader = Loader::new(reader, &header, most);
    loader.handicap.is_lost = whole.loses_handicap();
    loader.run()?;
    loader.settle_turn(loader.next);
    Ok(Loaded {
        rules: header.rules,
        komi: header.komi,
        not_understood: NotUnderstood {
            unplaced_handicap: loader.handicap.lost(),
            ..header.not_understood
        },
        info: Info {
            comment: loader.comment,
            ..header.info
        },
        is_whole: loader.next.is_none(),
        is_cut_off,
        forgotten: loader.line.len() - loader.game.moves().len(),
        line: loader.line,
        notes: loader.notes,
        game: loader.game,
    })
}

struct Loader<'a> {
    reader: Reader<'a>,
    node: Node<'a>,
    game: Game,
    handicap: CountedHandicap,
    /// Who is to move, if the record said so after the last move.
    turn: Option<Color>,
    /// Who makes the move before which reading stopped.
    next: Option<Color>,
    /// The remarks on the whole game, and those before its first move.
    comment: String,
    /// Of the moves of the game, as far as there are any.
    notes: Vec<Note>,
    /// All moves that were played, also those before stones were set up.
    line: Vec<Move>,
    setups: usize,
    setup_nodes: usize,
    /// How many moves to play.
    most: usize,
}

impl<'a> Loader<'a> {
    fn new(reader: Reader<'a>, header: &Header, most: usize) -> Self {
        let rules = header.rules.unwrap_or_default();
        let mut game = Game::new(header.dims, rules, header.komi.unwrap_or(0.0));
        if header.handicap == Some(0) {
            // An even game, whatever White's passes make it look like.
            game.end_handicap_at_passes();
        }
        Loader {
            reader,
            node: Node::default(),
            game,
            handicap: CountedHandicap::new(header.handicap.unwrap_or(0)),
            turn: None,
            next: None,
            comment: header.info.comment.clone(),
            notes: Vec::new(),
            line: Vec::new(),
            setups: 0,
            setup_nodes: 0,
            most,
        }
    }

    fn run(&mut self) -> Result<(), SgfError> {
        loop {
            match self.reader.next()? {
                Some(Item::Value(name, value)) => self.take(name, value)?,
                Some(Item::Node) if self.end_node()? => return Ok(()),
                Some(Item::Node) => {}
                None => return self.end_node().map(drop),
            }
        }
    }

    fn take(&mut self, name: Name, value: Value<'a>) -> Result<(), SgfError> {
        match name.as_str() {
            // The stones that are missing would make another game.
            "AB" | "AW" | "AE" if value.is_cut_off => return Err(self.reader.unclosed(value)),
            "AB" => self.set_up(Some(Color::Black), value)?,
            "AW" => self.set_up(Some(Color::White), value)?,
            "AE" => self.set_up(None, value)?,
            // The comment of the first node is on the whole game, also where that node has a move.
            "C" if self.reader.nodes() <= 1 => {}
            _ => self.node.take(name, value),
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
        self.node.first_stone.get_or_insert(value.offset);
        let points = self.points(value)?.into_iter();
        self.node.stones.extend(points.map(|point| (point, color)));
        Ok(())
    }

    /// Carries out the node that was read, and tells whether the position asked for is reached.
    fn end_node(&mut self) -> Result<bool, SgfError> {
        let node = std::mem::take(&mut self.node);
        if let Some(offset) = node.first_stone {
            self.change_stones(&node.stones, offset)?;
        }
        self.turn = node.turn.or(self.turn);
        for &(color, value) in &node.moves {
            if self.line.len() == self.most {
                self.next = Some(color);
                return Ok(true);
            }
            self.play(color, value)?;
        }
        self.keep_note(node);
        Ok(false)
    }

    /// Keeps what a node says. Remarks without a move belong to the move before them, if there is one.
    fn keep_note(&mut self, node: Node) {
        let has_moves = !node.moves.is_empty();
        let note = node.into_note();
        if note == Note::default() {
            return;
        }
        let played = self.game.moves().len();
        self.notes.resize(played, Note::default());
        match self.notes.last_mut() {
            Some(last) if has_moves => *last = note,
            Some(last) => add_remark(&mut last.comment, &note.comment),
            None => add_remark(&mut self.comment, &note.comment),
        }
    }

    /// Sets up the stones of a node. Where they stand so already the game goes on, with all that came before.
    fn change_stones(
        &mut self,
        stones: &BTreeMap<Point, Option<Color>>,
        offset: usize,
    ) -> Result<(), SgfError> {
        let board = self.game.board();
        let stones = stones.iter().map(|(&point, &color)| (point, color));
        let changes: Vec<_> = stones
            .filter(|&(point, color)| board.color_at(point) != color)
            .collect();
        if changes.is_empty() {
            return Ok(());
        }
        self.setup_nodes += 1;
        if self.setup_nodes > MAX_SETUP_NODES {
            return Err(self.reader.error(offset, Fault::TooManySetupNodes));
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
            self.settle_turn(Some(color));
        }
        self.line.push(mv);
        self.turn = None;
        self.game.play_from_record(color, mv).map_err(|error| {
            let fault = Fault::BadMove(self.line.len(), error);
            self.reader.error(value.offset, fault)
        })?;
        self.handicap.forget_captured(self.game.board());
        Ok(())
    }

    /// Settles whose turn it is where the record goes on with a move by `next`, if with any; at the start the handicap too, which
    /// decides it.
    fn settle_turn(&mut self, next: Option<Color>) {
        if self.line.is_empty() && next != Some(Color::Black) {
            self.handicap.place(&mut self.game);
            if self.handicap.is_placed(self.game.board()) {
                self.game.end_handicap_at_passes();
            }
        }
        self.game.set_to_move(self.to_move(next));
    }

    /// Who is to move. Before the first move what the record says of it counts most, and after one whose move comes next.
    fn to_move(&self, next: Option<Color>) -> Color {
        let told = match self.game.moves().is_empty() {
            true => self.turn.or(next),
            false => next.or(self.turn),
        };
        told.unwrap_or_else(|| self.usual_turn())
    }

    /// White's turn after handicap stones, and else whose it is in the game.
    fn usual_turn(&self) -> Color {
        let [black, white] = Color::BOTH.map(|color| self.game.board().stone_count(color));
        let is_handicap = self.line.is_empty() && black >= 2 && white == 0;
        if is_handicap {
            Color::White
        } else {
            self.game.to_move()
        }
    }

    /// Whether the record counts handicap stones that are nowhere on the board, or a move falls on one of the usual ones, which then
    /// stood elsewhere.
    fn loses_handicap(mut self) -> bool {
        if !self.handicap.is_given() {
            return false;
        }
        let Err(error) = self.run() else {
            let is_whole = self.line.len() == self.game.moves().len();
            let is_even = self.game.start().board().is_empty() && self.game.handicap() == 0;
            return is_whole && is_even && !self.line.is_empty();
        };
        let is_occupied = matches!(error.fault, Fault::BadMove(_, IllegalMove::Occupied));
        let point = self.line.last().and_then(|mv| mv.point());
        is_occupied && point.is_some_and(|point| self.handicap.is_usual(point))
    }

    fn parse_move(&self, value: Value) -> Result<Move, SgfError> {
        let text = value.line();
        let dims = self.game.dims();
        let is_pass = text.is_empty() || text == "--" || text.eq_ignore_ascii_case("pass");
        // A point on larger boards, on others the pass of FF[3].
        let is_off_board = dims.width() <= 19 || dims.height() <= 19;
        let is_old_pass = is_off_board && text.eq_ignore_ascii_case("tt");
        if is_pass || is_old_pass {
            return Ok(Move::Pass);
        }
        parse_point(dims, &text).map(Move::Place).ok_or_else(|| {
            let fault = Fault::NoMove(self.line.len() + 1, excerpt(&text), dims);
            self.reader.error(value.offset, fault)
        })
    }

    /// A point, or a rectangle given by two corners.
    fn points(&self, value: Value) -> Result<Vec<Point>, SgfError> {
        let dims = self.game.dims();
        let text = value.line();
        let (from, to) = text.split_once(':').unwrap_or((&text, &text));
        let corner = |text: &str| parse_point(dims, text.trim());
        let (Some(from), Some(to)) = (corner(from), corner(to)) else {
            let fault = Fault::BadPoint(excerpt(&text), dims);
            return Err(self.reader.error(value.offset, fault));
        };
        let ((x1, y1), (x2, y2)) = (dims.xy(from), dims.xy(to));
        let rows = y1.min(y2)..=y1.max(y2);
        Ok(rows
            .flat_map(|y| (x1.min(x2)..=x1.max(x2)).filter_map(move |x| dims.point(x, y)))
            .collect())
    }
}

/// Adds a remark, with a blank line before it.
fn add_remark(remarks: &mut String, remark: &str) {
    if !remarks.is_empty() {
        remarks.push_str("\n\n");
    }
    remarks.push_str(remark);
}

#[cfg(test)]
mod tests {
    use super::super::tests::{fault, moves};
    use super::*;

    #[test]
    fn whose_turn_it_is() {
        let turn = |text: &str, before| load(text.as_bytes(), before).unwrap().game.to_move();
        // At the start the word of the record, before that of its first move.
        assert_eq!(turn("(;SZ[9]PL[W];B[aa])", Some(1)), Color::White);
        assert_eq!(turn("(;SZ[9];W[aa])", Some(1)), Color::White);
        // Later the next move.
        assert_eq!(turn("(;SZ[9];B[aa];B[bb])", Some(2)), Color::Black);
        assert_eq!(turn("(;SZ[9];B[aa];W[bb]PL[B])", Some(2)), Color::White);
        assert_eq!(turn("(;SZ[9];B[aa];PL[B])", None), Color::Black);
        // A set-up leaves the turn as it is.
        assert_eq!(turn("(;SZ[9];B[aa];AB[cc][dd])", None), Color::White);
        assert_eq!(turn("(;SZ[9];B[aa];PL[B];AB[cc])", None), Color::Black);
    }

    #[test]
    fn moves_that_are_forgotten_are_told() {
        let remark = |text: &str| load(text.as_bytes(), None).unwrap().forgotten_remark();
        let told = remark("(;SZ[5]KM[0.5]RE[B+3];B[cc];W[bb];B[dd];AE[cc])").unwrap();
        assert_eq!(
            told,
            "stones are set up after move 3; the game begins there"
        );
        assert_eq!(remark("(;SZ[5]AB[aa];B[cc])"), None);
    }

    #[test]
    fn a_record_is_read_up_to_where_it_is_cut_off() {
        let cut = "(;SZ[9];B[aa];W[bb]C[he";
        let loaded = load(cut.as_bytes(), None).unwrap();
        assert_eq!(loaded.game.moves().len(), 2);
        assert_eq!(loaded.notes[1].comment, "he");
        assert_eq!(load(cut.as_bytes(), Some(2)).unwrap().game.moves().len(), 1);
        // Half a move, a clock, a result or a turn would be another one.
        for end in [
            ";B[c", ";B[cc", ";B[", "BL[5", "RE[W+1", ";PL[W", "XX[", "C[a\\",
        ] {
            let text = format!("(;SZ[9];B[aa];W[bb]{end}");
            assert_eq!(moves(&text), "B A9, W B8", "{text}");
            let loaded = load(text.as_bytes(), None).unwrap();
            assert_eq!(loaded.game.to_move(), Color::Black, "{text}");
            assert_eq!(loaded.info.result, "", "{text}");
        }
        let names = load("(;SZ[9]PB[Jo".as_bytes(), None).unwrap().info;
        assert_eq!(names.black, "Jo");
        // A character may be cut off too.
        let comment = "(;SZ[9];B[aa]C[山山".as_bytes();
        let loaded = load(&comment[..comment.len() - 1], None).unwrap();
        assert!(loaded.notes[0].comment.starts_with('山'));
    }

    #[test]
    fn what_a_cut_off_end_would_change_is_refused() {
        for text in [
            "(;SZ[1",
            "(;SZ[9]KM[6",
            "(;SZ[9]HA[",
            "(;SZ[9]AB[aa][b",
            "(;SZ[9];B[aa];AW[bb",
        ] {
            assert!(fault(text).ends_with("has no ']'"), "{text}");
        }
        // Not if it comes later than the position asked for.
        let earlier = load(b"(;SZ[9];B[aa];W[cc];AW[bb", Some(2)).unwrap();
        assert_eq!(earlier.game.moves().len(), 1);
    }
}
