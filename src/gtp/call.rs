use super::failure::Failure;
use super::table::{Command, usage};
use crate::types::{Color, Dims, Move, Point, VertexError, parse_move, parse_vertex};
use crate::wire::{Input, Request};
use std::str::FromStr;

/// One call of a command: its arguments, taken one after the other, and the
/// input that may interrupt it.
///
/// Words that a command does not ask for are ignored, as clients rely on.
pub struct Call<'a> {
    words: std::slice::Iter<'a, String>,
    rest: &'a str,
    command: &'static Command,
    input: Option<&'a Input>,
}

impl<'a> Call<'a> {
    /// The call of `command` that `request` asks for.
    pub fn new(
        command: &'static Command,
        request: &'a Request,
        input: Option<&'a Input>,
    ) -> Call<'a> {
        Call {
            words: request.args.iter(),
            rest: &request.rest,
            command,
            input,
        }
    }

    /// Where an interrupt comes from; none where commands are called by a program.
    pub fn input(&self) -> Option<&'a Input> {
        self.input
    }

    /// All arguments as they came, blanks included.
    pub fn text(&self) -> &'a str {
        self.rest
    }

    /// The failure to understand the arguments.
    pub fn syntax(&self, reason: impl Into<String>) -> Failure {
        Failure::Syntax(reason.into(), usage(self.command))
    }

    /// The next argument, if there is one.
    pub fn optional(&mut self) -> Option<&'a str> {
        self.words.next().map(String::as_str)
    }

    /// The next argument; `what` names it.
    pub fn word(&mut self, what: &str) -> Result<&'a str, Failure> {
        self.optional()
            .ok_or_else(|| self.syntax(format!("the {what} is missing")))
    }

    /// The arguments that are left.
    pub fn others(&mut self) -> impl Iterator<Item = &'a str> + use<'a> {
        std::mem::take(&mut self.words).map(String::as_str)
    }

    /// The next argument as a colour.
    pub fn color(&mut self) -> Result<Color, Failure> {
        let word = self.word("color")?;
        parse_color(word).ok_or_else(|| self.syntax(format!("'{}' is not a color", excerpt(word))))
    }

    /// The next argument as a number.
    pub fn number<T: FromStr>(&mut self, what: &str) -> Result<T, Failure> {
        let word = self.word(what)?;
        word.parse().map_err(|_| self.no_number(what, word))
    }

    /// The next argument as a number, if there is one.
    pub fn optional_number<T: FromStr>(&mut self, what: &str) -> Result<Option<T>, Failure> {
        match self.words.as_slice() {
            [] => Ok(None),
            _ => self.number(what).map(Some),
        }
    }

    /// The next argument as a number that need not be whole; a decimal comma will do.
    pub fn decimal(&mut self, what: &str) -> Result<f64, Failure> {
        let word = self.word(what)?;
        match word.replace(',', ".").parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(value),
            _ => Err(self.no_number(what, word)),
        }
    }

    fn no_number(&self, what: &str, word: &str) -> Failure {
        self.syntax(format!("'{}' is not a {what}", excerpt(word)))
    }

    /// The next argument as a point of the board.
    pub fn vertex(&mut self, dims: Dims) -> Result<Point, Failure> {
        let word = self.word("vertex")?;
        parse_vertex(dims, word).map_err(Failure::InvalidCoordinate)
    }

    /// The next argument as a move to be played.
    pub fn played_move(&mut self, dims: Dims) -> Result<Move, Failure> {
        let word = self.word("vertex")?;
        parse_move(dims, word).map_err(|error| match error {
            VertexError::Syntax(_) => self.syntax(error.to_string()),
            VertexError::OffBoard(..) => Failure::OffBoard(error),
        })
    }
}

/// `b`, `w`, `black` or `white` in any case.
pub fn parse_color(word: &str) -> Option<Color> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// Enough of a word to recognise it by: errors need not repeat a megabyte.
pub fn excerpt(word: &str) -> String {
    word.chars().take(40).collect()
}
