//! One call of a command: its arguments, and the client that waits for the reply.

use super::failure::Failure;
use super::outgoing::Outgoing;
use crate::types::{
    Color, Dims, Move, Point, VertexError, decimal, excerpt, parse_move, parse_vertex,
};
use crate::wire::{Armed, Input, Request, StopOn};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// What a command answers: the text after `= `, or why it was refused.
pub type Reply = Result<String, Failure>;

/// The client at the other end.
pub(super) struct Link<'a, 'o> {
    /// Where an interrupt comes from.
    pub input: &'a Input,
    /// Where the reply to this call goes.
    pub output: &'a mut Outgoing<'o>,
    /// Since when the client waits: when the request was read, or the reply before it had been sent, whichever was later.
    pub asked: Instant,
}

/// One call of a command: its arguments, taken one after the other, and the
/// client, whose input may interrupt it and who reads its lines as they come.
///
/// An argument that is missing or not what was asked for is a failure that tells the usage. Words that a command does not
/// ask for are ignored, as clients rely on.
pub struct Call<'a, 'o> {
    words: std::slice::Iter<'a, String>,
    rest: &'a str,
    /// The line of the request as it came.
    raw: &'a str,
    /// The command as it is typed: `play COLOR VERTEX`.
    usage: String,
    link: Option<Link<'a, 'o>>,
    /// The lines of the reply that were put where there is no client.
    unsent: Vec<String>,
}

impl<'a, 'o> Call<'a, 'o> {
    /// The call that `request` asks for; `usage` tells how its command is typed.
    pub(super) fn new(usage: String, request: &'a Request, link: Option<Link<'a, 'o>>) -> Self {
        Call {
            words: request.args.iter(),
            rest: &request.rest,
            raw: &request.raw,
            usage,
            link,
            unsent: Vec::new(),
        }
    }

    /// The client's link, lent to a command that is carried out in place of this one.
    pub(super) fn link(&mut self) -> Option<Link<'_, 'o>> {
        self.link.as_mut().map(|link| Link {
            input: link.input,
            output: &mut *link.output,
            asked: link.asked,
        })
    }

    /// A flag that the client's input sets, for as long as the guard beside it lives. There is no guard where
    /// commands are called by a program, which sends no input.
    pub fn stop_on(&self, kind: StopOn) -> (Arc<AtomicBool>, Option<Armed<'a>>) {
        let stop = Arc::new(AtomicBool::new(false));
        let input = self.link.as_ref().map(|link| link.input);
        let armed = input.map(|input| input.arm(kind, Arc::clone(&stop)));
        (stop, armed)
    }

    /// The same, set by an interrupt alone: for work that commands sent ahead must not cut short.
    pub fn interruptible(&self) -> (Arc<AtomicBool>, Option<Armed<'a>>) {
        self.stop_on(StopOn::Interrupt)
    }

    /// Begins a reply that is given line by line; the command cannot fail any more.
    pub fn begin(&mut self) {
        if let Some(link) = &mut self.link {
            link.output.begin();
        }
    }

    /// Puts a line of the reply out at once, after [`Call::begin`].
    pub fn put_line(&mut self, text: String) {
        match &mut self.link {
            Some(link) => link.output.put_line(&text),
            None => self.unsent.push(text),
        }
    }

    /// Whether anybody still reads the lines.
    pub fn is_read(&self) -> bool {
        self.link.as_ref().is_none_or(|link| link.output.is_open())
    }

    /// The reply with the lines before it that no client has got yet.
    pub fn complete(self, reply: Reply) -> Reply {
        let mut lines = self.unsent;
        let text = reply?;
        if !text.is_empty() {
            lines.push(text);
        }
        Ok(lines.join("\n"))
    }

    /// All arguments as they came, blanks included.
    pub fn text(&self) -> &'a str {
        self.rest
    }

    /// The same, where there must be some; `what` names them.
    pub fn some_text(&self, what: &str) -> Result<&'a str, Failure> {
        match self.rest {
            "" => Err(self.syntax(format!("the {what} is missing"))),
            text => Ok(text),
        }
    }

    /// Whether a `#` follows the last argument without a blank: what came after it was dropped as a comment, but was probably
    /// meant.
    pub fn is_cut_off(&self) -> bool {
        let comment = self.raw.split_once('#');
        comment.is_some_and(|(before, _)| !before.ends_with([' ', '\t']))
    }

    /// The failure to understand the arguments.
    pub fn syntax(&self, reason: impl Into<String>) -> Failure {
        Failure::syntax(&reason.into(), &self.usage)
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

    /// Whether the next argument is this word, whatever the case.
    pub fn next_is(&self, word: &str) -> bool {
        let next = self.words.as_slice().first();
        next.is_some_and(|next| next.eq_ignore_ascii_case(word))
    }

    /// Whether all arguments have been taken.
    pub fn is_empty(&self) -> bool {
        self.words.as_slice().is_empty()
    }

    /// The arguments that are left.
    pub fn others(&mut self) -> impl Iterator<Item = &'a str> + use<'a> {
        std::mem::take(&mut self.words).map(String::as_str)
    }

    /// The next argument as a colour.
    pub fn color(&mut self) -> Result<Color, Failure> {
        let word = self.word("color")?;
        Color::parse(word).ok_or_else(|| self.not_a("color", word))
    }

    /// The next argument, if it is a colour.
    pub fn optional_color(&mut self) -> Option<Color> {
        let color = Color::parse(self.words.as_slice().first()?)?;
        self.words.next();
        Some(color)
    }

    /// The next argument as a number.
    pub fn number<T: FromStr>(&mut self, what: &str) -> Result<T, Failure> {
        let word = self.word(what)?;
        word.parse().map_err(|_| self.not_a(what, word))
    }

    /// The next argument as a number, if there is one.
    pub fn optional_number<T: FromStr>(&mut self, what: &str) -> Result<Option<T>, Failure> {
        match self.words.as_slice() {
            [] => Ok(None),
            _ => self.number(what).map(Some),
        }
    }

    /// The next argument as a number that need not be whole; a decimal comma will do.
    pub fn decimal(&mut self, what: &str) -> Result<f32, Failure> {
        let word = self.word(what)?;
        decimal(word).ok_or_else(|| self.not_a(what, word))
    }

    /// The failure to read a word as what it should be.
    pub fn not_a(&self, what: &str, word: &str) -> Failure {
        self.syntax(format!("'{}' is not a {what}", excerpt(word)))
    }

    /// The next argument as a point of the board.
    pub fn vertex(&mut self, dims: Dims) -> Result<Point, Failure> {
        let word = self.word("vertex")?;
        Ok(parse_vertex(dims, word)?)
    }

    /// The next argument as a move to be played.
    pub fn played_move(&mut self, dims: Dims) -> Result<Move, Failure> {
        let word = self.word("vertex")?;
        parse_move(dims, word).map_err(|error| match error {
            VertexError::Syntax(_) => self.syntax(error.to_string()),
            VertexError::OffBoard(..) => Failure::refused(format!("illegal move: {error}")),
        })
    }
}
