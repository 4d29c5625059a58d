//! The board as `showboard` draws it.

use crate::game::Game;
use crate::types::{Cell, Color, Dims, Move, Point, format_move, format_vertex};

/// Draws the position with coordinates, the last move in parentheses, and the
/// state of the game below. Starts with a line feed, so that the first row
/// stands where the others do.
///
/// ```text
///    A B C D E
///  5 . . . . . 5
///  4 . . . X . 4
///  3 . .(O). . 3
///  2 . . . . . 2
///  1 . . . . . 1
///    A B C D E
/// Black (X) has captured 0 stones
/// White (O) has captured 0 stones
/// Move 2: white C3
/// Black to play, komi 7.5
/// ```
pub fn picture(game: &Game) -> String {
    let dims = game.dims();
    let mut text = format!("\n{}", columns(dims));
    for y in (0..dims.height()).rev() {
        text.push_str(&row(game, y));
    }
    text.push_str(&columns(dims));
    text.push_str(&state(game));
    text
}

fn columns(dims: Dims) -> String {
    let letters = (0..dims.width())
        .filter_map(|x| dims.point(x, 0))
        .map(|point| {
            let vertex = format_vertex(dims, point);
            format!(" {}", &vertex[..1])
        });
    format!("  {}\n", letters.collect::<String>())
}

fn row(game: &Game, y: usize) -> String {
    let dims = game.dims();
    let last = game.position().last_move().and_then(Move::point);
    let number = y + 1;
    let mut text = format!("{number:>2}");
    let mut previous = None;
    for point in (0..dims.width()).filter_map(|x| dims.point(x, y)) {
        text.push(match last {
            last if last == Some(point) => '(',
            last if last.is_some() && last == previous => ')',
            _ => ' ',
        });
        text.push(sign(game, point));
        previous = Some(point);
    }
    text.push(if last.is_some() && last == previous {
        ')'
    } else {
        ' '
    });
    text.push_str(&format!("{number}\n"));
    text
}

fn sign(game: &Game, point: Point) -> char {
    match game.board().cell(point) {
        Cell::Black => 'X',
        Cell::White => 'O',
        _ if is_star(game.dims(), point) => '+',
        _ => '.',
    }
}

/// Whether boards have a dot there: the corners' star points, the middle, and on large boards the middle of the sides.
fn is_star(dims: Dims, point: Point) -> bool {
    let (x, y) = dims.xy(point);
    let on = |at: usize, side: usize| {
        let line = if side < 13 { 2 } else { 3 };
        let corner = side >= 7 && (at == line || at + line + 1 == side);
        let middle = side % 2 == 1 && at == side / 2;
        (corner, middle)
    };
    match (on(x, dims.width()), on(y, dims.height())) {
        ((true, _), (true, _)) => true,
        ((_, true), (_, true)) => dims.width().min(dims.height()) >= 5,
        ((_, true), (true, _)) | ((true, _), (_, true)) => dims.width().min(dims.height()) >= 15,
        _ => false,
    }
}

fn state(game: &Game) -> String {
    let dims = game.dims();
    let mut text = String::new();
    for (color, name) in [(Color::Black, "Black (X)"), (Color::White, "White (O)")] {
        let count = game.position().captures(color);
        let stones = if count == 1 { "stone" } else { "stones" };
        text.push_str(&format!("{name} has captured {count} {stones}\n"));
    }
    if let Some(&(color, mv)) = game.moves().last() {
        text.push_str(&format!(
            "Move {}: {color} {}\n",
            game.moves().len(),
            format_move(dims, mv)
        ));
    }
    text.push_str(&format!("{}, komi {:.1}\n", turn(game), game.komi()));
    text
}

fn turn(game: &Game) -> String {
    let player = match game.to_move() {
        Color::Black => "Black",
        Color::White => "White",
    };
    let forbidden = forbidden_points(game);
    match (game.is_over(), forbidden.as_str()) {
        (true, _) => "Both have passed".to_owned(),
        (false, "") => format!("{player} to play"),
        (false, points) => format!("{player} to play, but not at {points} (ko)"),
    }
}

/// The points where only a repetition keeps the player to move from playing.
fn forbidden_points(game: &Game) -> String {
    use crate::game::IllegalMove::{Ko, Superko};
    let color = game.to_move();
    let repeats = |point: &Point| {
        matches!(
            game.check(color, Move::Place(*point)),
            Err(Ko | Superko { .. })
        )
    };
    let vertices: Vec<String> = game
        .dims()
        .points()
        .filter(repeats)
        .map(|point| format_vertex(game.dims(), point))
        .collect();
    vertices.join(" ")
}
