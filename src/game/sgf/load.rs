//! The meaning: nodes to a game.

use super::read::{Node, Value, error_at, read};
use super::{Fault, Info, SgfError};
use crate::game::{Game, Rules};
use crate::types::{Color, Dims, Move, Point};

/// The size of a record that names none.
const DEFAULT_SIDE: usize = 19;

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
    /// Names, result and remarks.
    pub info: Info,
}

/// Reads the first game of a text: the position before move `before_move`, as
/// in GTP's `loadsgf FILE N`, or the end of the main line without one. A number beyond
/// the last move means the end too, and 0 the same as 1.
///
/// Handicap without stones (`HA[2]` and White moves first) is placed on the fixed points.
///
/// # Errors
/// If the text holds no game of Go, or one that cannot be played to that point, or exceeds the limits.
pub fn load(text: &[u8], before_move: Option<usize>) -> Result<Loaded, SgfError> {
    let nodes = read(text)?;
    let root = Header::read(text, &nodes)?;
    let game = Game::new(
        root.dims,
        root.rules.unwrap_or_default(),
        root.komi.unwrap_or(0.0),
    );
    let mut loader = Loader {
        text,
        game,
        handicap: root.handicap,
        turn: None,
        next: None,
        played: 0,
        most: before_move.map_or(usize::MAX, |number| number.saturating_sub(1)),
    };
    for node in &nodes {
        loader.set_up(node)?;
        if loader.play(node)? == Reached::Target {
            break;
        }
    }
    Ok(Loaded {
        game: loader.finish(),
        rules: root.rules,
        komi: root.komi,
        info: root.info,
    })
}

/// What the record says once, wherever it says it.
struct Header {
    dims: Dims,
    rules: Option<Rules>,
    komi: Option<f32>,
    handicap: usize,
    info: Info,
}

impl Header {
    fn read(text: &[u8], nodes: &[Node]) -> Result<Header, SgfError> {
        let find = |name: &str| {
            nodes
                .iter()
                .flatten()
                .find(|property| property.name == name)
                .and_then(|property| property.values.first())
        };
        let words = |name: &str| find(name).map_or(String::new(), |value| lossy(&value.text));
        if let Some(game) = find("GM")
            && trimmed(game).parse::<u32>().is_ok_and(|kind| kind != 1)
        {
            return Err(error_at(text, game.offset, Fault::OtherGame));
        }
        let dims = match find("SZ") {
            Some(value) => parse_size(&trimmed(value))
                .ok_or_else(|| error_at(text, value.offset, Fault::BadSize(short(value))))?,
            None => Dims::square(DEFAULT_SIDE)
                .map_err(|_| error_at(text, 0, Fault::BadSize(DEFAULT_SIDE.to_string())))?,
        };
        Ok(Header {
            dims,
            rules: find("RU").and_then(|value| Rules::parse(&trimmed(value)).ok()),
            komi: find("KM").and_then(|value| parse_komi(&trimmed(value))),
            handicap: find("HA")
                .and_then(|value| trimmed(value).parse().ok())
                .unwrap_or(0),
            info: Info {
                black: words("PB"),
                white: words("PW"),
                result: words("RE"),
                comment: nodes.first().map_or(String::new(), comment_of),
            },
        })
    }
}

/// Whether the position asked for is there.
#[derive(PartialEq)]
enum Reached {
    Target,
    NotYet,
}

struct Loader<'a> {
    text: &'a [u8],
    game: Game,
    /// The number of handicap stones in words; they may be missing on the board.
    handicap: usize,
    /// Who is to move, if the record said so after the last move.
    turn: Option<Color>,
    /// Who makes the move before which reading stopped.
    next: Option<Color>,
    played: usize,
    /// How many moves to play.
    most: usize,
}

impl Loader<'_> {
    fn set_up(&mut self, node: &Node) -> Result<(), SgfError> {
        let dims = self.game.dims();
        let mut changes = vec![None; dims.class().capacity()];
        let mut first = None;
        for property in node {
            let color = match property.name.as_str() {
                "AB" => Some(Color::Black),
                "AW" => Some(Color::White),
                "AE" => None,
                "PL" => {
                    self.turn = property.values.first().and_then(parse_color).or(self.turn);
                    continue;
                }
                _ => continue,
            };
            for value in property.values.iter().filter(|v| !v.text.is_empty()) {
                first = first.or(Some(value.offset));
                for point in self.points(value)? {
                    changes[point.index()] = Some((point, color));
                }
            }
        }
        if let Some(offset) = first {
            let changes: Vec<_> = changes.into_iter().flatten().collect();
            self.game
                .set_up(&changes, self.game.to_move())
                .map_err(|error| error_at(self.text, offset, Fault::BadSetup(error)))?;
        }
        if let Some(color) = self.turn {
            self.game.set_to_move(color);
        }
        Ok(())
    }

    fn play(&mut self, node: &Node) -> Result<Reached, SgfError> {
        for property in node {
            let color = match property.name.as_str() {
                "B" => Color::Black,
                "W" => Color::White,
                _ => continue,
            };
            for value in &property.values {
                if self.played == self.most {
                    self.next = Some(color);
                    return Ok(Reached::Target);
                }
                self.play_one(color, value)?;
            }
        }
        Ok(Reached::NotYet)
    }

    fn play_one(&mut self, color: Color, value: &Value) -> Result<(), SgfError> {
        let mv = self.parse_move(value)?;
        if self.game.moves().is_empty() {
            self.begin(Some(color));
        }
        self.played += 1;
        self.turn = None;
        self.game.play_from_record(color, mv).map_err(|error| {
            let fault = Fault::BadMove(self.played, error);
            error_at(self.text, value.offset, fault)
        })
    }

    /// Before the first move, by `first` if there is one: whose turn it is,
    /// and the handicap that the record only counts.
    fn begin(&mut self, first: Option<Color>) {
        let board = self.game.board();
        let is_empty = Color::BOTH.iter().all(|&c| board.stone_count(c) == 0);
        if is_empty && self.handicap >= 2 && first != Some(Color::Black) {
            // Too many for this board: then nobody knows where they were.
            let _ = self.game.place_fixed_handicap(self.handicap);
        }
        let to_move = self.turn.or(first).unwrap_or_else(|| self.usual_first());
        self.game.set_to_move(to_move);
    }

    /// White after handicap stones, else Black.
    fn usual_first(&self) -> Color {
        let board = self.game.board();
        let handicap = board.stone_count(Color::Black) >= 2 && board.stone_count(Color::White) == 0;
        if handicap { Color::White } else { Color::Black }
    }

    fn finish(mut self) -> Game {
        if self.game.moves().is_empty() {
            self.begin(self.next);
        } else if let Some(color) = self.next {
            self.game.set_to_move(color);
        }
        self.game
    }

    fn parse_move(&self, value: &Value) -> Result<Move, SgfError> {
        let text = trimmed(value);
        let dims = self.game.dims();
        let is_pass = text.is_empty() || text.eq_ignore_ascii_case("pass");
        // A point on larger boards, on others the pass of FF[3].
        let is_old_pass = text == "tt" && dims.width() <= 19 && dims.height() <= 19;
        if is_pass || is_old_pass {
            return Ok(Move::Pass);
        }
        parse_point(dims, text.as_bytes())
            .map(Move::Place)
            .ok_or_else(|| self.bad_point(value))
    }

    /// A point, or a rectangle given by two corners.
    fn points(&self, value: &Value) -> Result<Vec<Point>, SgfError> {
        let dims = self.game.dims();
        let text = trimmed(value);
        let (from, to) = text.split_once(':').unwrap_or((&text, &text));
        let corner = |text: &str| parse_point(dims, text.trim().as_bytes());
        let (Some(from), Some(to)) = (corner(from), corner(to)) else {
            return Err(self.bad_point(value));
        };
        let ((x1, y1), (x2, y2)) = (dims.xy(from), dims.xy(to));
        let rows = y1.min(y2)..=y1.max(y2);
        Ok(rows
            .flat_map(|y| (x1.min(x2)..=x1.max(x2)).filter_map(move |x| dims.point(x, y)))
            .collect())
    }

    fn bad_point(&self, value: &Value) -> SgfError {
        let fault = Fault::BadPoint(short(value), self.game.dims());
        error_at(self.text, value.offset, fault)
    }
}

/// `aa` is the top left corner, columns first. Capitals are read as small letters: boards are not that large.
fn parse_point(dims: Dims, text: &[u8]) -> Option<Point> {
    let &[column, row] = text else { return None };
    let number = |letter: u8| {
        let letter = letter.to_ascii_lowercase();
        letter
            .is_ascii_lowercase()
            .then(|| usize::from(letter - b'a'))
    };
    let from_top = number(row)?;
    dims.point(number(column)?, dims.height().checked_sub(1 + from_top)?)
}

/// `19`, or `19:13` for columns and rows.
fn parse_size(text: &str) -> Option<Dims> {
    let (width, height) = text.split_once([':', 'x']).unwrap_or((text, text));
    let side = |text: &str| text.trim().parse::<usize>().ok();
    Dims::new(side(width)?, side(height)?).ok()
}

/// Komi as programs write it: with a decimal comma, or in Chinese counting, where 3.75 (or 375) stones are 7.5 points.
fn parse_komi(text: &str) -> Option<f32> {
    let number: f32 = text.replace(',', ".").parse().ok()?;
    let points = match number {
        275.0 | 2.75 => 5.5,
        325.0 | 3.25 => 6.5,
        375.0 | 3.75 => 7.5,
        550.0 | 650.0 | 750.0 => number / 100.0,
        _ => number,
    };
    let dims = Dims::square(1).ok()?;
    let mut judge = Game::new(dims, Rules::default(), 0.0);
    judge.set_komi(points).ok().map(|()| judge.komi())
}

fn parse_color(value: &Value) -> Option<Color> {
    match value.text.trim_ascii().first()? {
        b'B' | b'b' | b'1' => Some(Color::Black),
        b'W' | b'w' | b'2' => Some(Color::White),
        _ => None,
    }
}

fn comment_of(root: &Node) -> String {
    let comment = root.iter().find(|property| property.name == "C");
    comment
        .and_then(|property| property.values.first())
        .map_or(String::new(), |value| lossy(&value.text))
}

fn trimmed(value: &Value) -> String {
    lossy(value.text.trim_ascii())
}

/// The beginning of a value, for an error message.
fn short(value: &Value) -> String {
    trimmed(value).chars().take(20).collect()
}

/// The text, with a replacement sign for what is not UTF-8: names in other encodings are not worth an error.
fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}
