//! What a person types.

use crate::console::on_one_line;
use crate::types::{Dims, Point, VertexError, in_quotes, parse_vertex};

/// A line, understood.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Order {
    /// A point: a move, or stones that are dead, or live, after all.
    Point(Point),
    Pass,
    Undo,
    Hint,
    Score,
    Resign,
    Save(String),
    Board,
    Help,
    /// Agrees with the count.
    Yes,
    /// Disagrees: the game goes on.
    PlayOn,
    /// Another game.
    New,
    Quit,
    Nothing,
}

/// What follows an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum After {
    GoOn,
    Quit,
}

/// The words for an order and what it does, as `help` lists them.
pub(super) const HELP: &str = "You can type
  a point     play there, such as d4
  pass        pass; two passes end the game
  undo        take back your last move and the answer
  hint        ask Tengen what it would play
  score       count the board, or hear what Tengen expects while it is not settled
  board       see the board again
  resign      give up
  save FILE   write the game as SGF
  new         start another game
  quit        leave";

/// The same while Tengen and the person count.
pub(super) const HELP_AT_COUNT: &str = "You can type
  yes         agree with the count
  a point     change whether the stones there are dead
  no          play on
  score       see the count again
  undo        take back your last move and the answer
  board       see the board again
  save FILE   write the game as SGF
  new         start another game
  quit        leave";

/// The same when the game is over.
pub(super) const HELP_AT_END: &str =
    "The game is over. You can type score, board, save FILE, undo, new or quit.";

/// Reads a line.
///
/// # Errors
/// If it is no order, in a sentence.
pub(super) fn parse(line: &str, dims: Dims) -> Result<Order, String> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    Ok(match word.to_lowercase().as_str() {
        "save" if rest.is_empty() => return Err("Give a file to save to: save FILE".to_owned()),
        "save" => Order::Save(unquoted(rest).to_owned()),
        "play" if !rest.is_empty() => return parse(rest, dims),
        _ if !rest.is_empty() => return point(line, dims),
        "" => Order::Nothing,
        "pass" | "p" => Order::Pass,
        "undo" | "u" => Order::Undo,
        "hint" => Order::Hint,
        "score" | "count" => Order::Score,
        "resign" => Order::Resign,
        "board" | "show" | "showboard" => Order::Board,
        "help" | "h" | "?" => Order::Help,
        "yes" | "y" | "ok" | "done" => Order::Yes,
        "no" | "n" | "resume" | "continue" => Order::PlayOn,
        "new" => Order::New,
        "quit" | "q" | "exit" | "bye" => Order::Quit,
        _ => return point(line, dims),
    })
}

/// A name without the quotation marks that other programs want around it.
fn unquoted(name: &str) -> &str {
    let inside = in_quotes(name).filter(|name| !name.is_empty());
    inside.unwrap_or(name)
}

fn point(line: &str, dims: Dims) -> Result<Order, String> {
    match parse_vertex(dims, line) {
        Ok(point) => Ok(Order::Point(point)),
        Err(VertexError::OffBoard(..)) => Err(format!("{line} is not on the {dims} board.")),
        Err(VertexError::Syntax(word)) => {
            // A key that moves the cursor sends signs that would move it once more.
            let word = on_one_line(&word);
            Err(format!("I do not understand '{word}'. Type help for help."))
        }
    }
}
