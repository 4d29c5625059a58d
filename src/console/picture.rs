//! The board as a person likes to see it: for `showboard` and the tools that talk to people.

use super::state::{forbidden_points, state};
use super::style::{Style, paint};
use crate::game::{Game, Territory};
use crate::types::{Color, Dims, Move, Point, format_vertex};

/// Draws the position and the state of the game below. Starts with a line
/// feed, so that the first row stands where the others do.
///
/// Without colours, the last move is in parentheses, and where the player to move may not play
/// because of ko is a `*`:
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
/// Rules: chinese (area scoring, simple ko, no suicide)
/// Move 2: white C3
/// Black to play, komi 7.5
/// ```
pub fn picture(game: &Game, style: Style) -> String {
    format!("\n{}{}", board(game, style, None), state(game, style))
}

/// Draws the board alone. With `territory` it is a counted board: dead stones
/// are small (`x` and `o`), and surrounded points show whose they are (`b` and `w`).
pub fn board(game: &Game, style: Style, territory: Option<&Territory>) -> String {
    let dims = game.dims();
    let last = game.position().last_move().and_then(Move::point);
    let drawing = Drawing {
        game,
        style,
        territory,
        last,
        forbidden: match territory {
            None => forbidden_points(game),
            Some(_) => Vec::new(),
        },
    };
    let rows = (0..dims.height()).rev().map(|y| drawing.row(y));
    let columns = columns(dims);
    format!("{columns}{}{columns}", rows.collect::<String>())
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

/// What a point shows.
#[derive(Clone, Copy, PartialEq)]
enum Sign {
    Stone(Color),
    DeadStone(Color),
    Owned(Color),
    Forbidden,
    Star,
    Empty,
}

struct Drawing<'a> {
    game: &'a Game,
    style: Style,
    territory: Option<&'a Territory>,
    last: Option<Point>,
    forbidden: Vec<(Point, &'static str)>,
}

impl Drawing<'_> {
    fn row(&self, y: usize) -> String {
        let dims = self.game.dims();
        let number = y + 1;
        let points: Vec<Point> = (0..dims.width()).filter_map(|x| dims.point(x, y)).collect();
        let mut cells = String::new();
        let mut previous = None;
        for &point in &points {
            cells.push_str(&self.gap(previous, Some(point)));
            cells.push_str(&self.cell(point));
            previous = Some(point);
        }
        cells.push_str(&self.gap(previous, None));
        match self.style {
            Style::Plain => format!("{number:>2}{cells}{number}\n"),
            Style::Color => {
                let (wood, reset) = (paint::WOOD, paint::RESET);
                format!("{number:>2}{wood}{cells}{reset}{number}\n")
            }
        }
    }

    /// What stands between two points of a row, or beside the outer ones.
    fn gap(&self, left: Option<Point>, right: Option<Point>) -> String {
        let bracket = match self.last {
            Some(last) if right == Some(last) => Some('('),
            Some(last) if left == Some(last) => Some(')'),
            _ => None,
        };
        match (self.style, bracket) {
            (Style::Plain, bracket) => bracket.unwrap_or(' ').to_string(),
            (Style::Color, Some(bracket)) => {
                format!("{}{bracket}{}", paint::MARK, paint::PLAIN)
            }
            (Style::Color, None) if left.is_some() && right.is_some() => {
                format!("{}─", paint::LINE)
            }
            (Style::Color, None) => " ".to_owned(),
        }
    }

    fn cell(&self, point: Point) -> String {
        let sign = self.sign(point);
        if self.style == Style::Plain {
            return plain(sign).to_string();
        }
        let (color, glyph) = match sign {
            Sign::Stone(color) => (stone_paint(color), '●'),
            Sign::DeadStone(color) => (stone_paint(color), '✕'),
            Sign::Owned(color) => (stone_paint(color), '▪'),
            Sign::Forbidden => (paint::MARK, '×'),
            Sign::Star => (paint::LINE, '•'),
            Sign::Empty => (paint::LINE, crossing(self.game.dims(), point)),
        };
        format!("{color}{glyph}{}", paint::PLAIN)
    }

    fn sign(&self, point: Point) -> Sign {
        let owner = self.territory.and_then(|territory| territory.owner(point));
        let is_dead = |color| {
            self.territory
                .is_some_and(|territory| territory.dead(color).contains(point))
        };
        match (self.game.board().color_at(point), owner) {
            (Some(color), _) if is_dead(color) => Sign::DeadStone(color),
            (Some(color), _) => Sign::Stone(color),
            (None, Some(owner)) => Sign::Owned(owner),
            (None, None) if self.forbidden.iter().any(|&(p, _)| p == point) => Sign::Forbidden,
            (None, None) if self.game.dims().is_star(point) => Sign::Star,
            (None, None) => Sign::Empty,
        }
    }
}

fn plain(sign: Sign) -> char {
    match sign {
        Sign::Stone(Color::Black) => 'X',
        Sign::Stone(Color::White) => 'O',
        Sign::DeadStone(Color::Black) => 'x',
        Sign::DeadStone(Color::White) => 'o',
        Sign::Owned(Color::Black) => 'b',
        Sign::Owned(Color::White) => 'w',
        Sign::Forbidden => '*',
        Sign::Star => '+',
        Sign::Empty => '.',
    }
}

fn stone_paint(color: Color) -> &'static str {
    match color {
        Color::Black => paint::BLACK,
        Color::White => paint::WHITE,
    }
}

/// Two lines that cross, as far as they go on at the edge.
fn crossing(dims: Dims, point: Point) -> char {
    let (x, y) = dims.xy(point);
    let (first, last) = (x == 0, x + 1 == dims.width());
    let (bottom, top) = (y == 0, y + 1 == dims.height());
    match (top, bottom, first, last) {
        (true, false, true, false) => '┌',
        (true, false, false, true) => '┐',
        (true, false, false, false) => '┬',
        (false, true, true, false) => '└',
        (false, true, false, true) => '┘',
        (false, true, false, false) => '┴',
        (false, false, true, false) => '├',
        (false, false, false, true) => '┤',
        (true, true, true, true) => '·',
        (true, true, _, _) => '─',
        (_, _, true, true) => '│',
        (false, false, false, false) => '┼',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::types::parse_vertex;

    /// Without the colours.
    fn bare(text: &str) -> String {
        let mut signs = text.chars();
        let mut bare = String::new();
        while let Some(sign) = signs.next() {
            match sign {
                '\x1b' => drop(signs.by_ref().find(|sign| *sign == 'm')),
                _ => bare.push(sign),
            }
        }
        bare
    }

    fn play(game: &mut Game, color: Color, vertex: &str) {
        let point = parse_vertex(game.dims(), vertex).unwrap();
        game.play(color, Move::Place(point)).unwrap();
    }

    /// White has just taken a ko.
    fn ko() -> Game {
        let mut game = Game::from_diagram(".....\n.....\n.XO..\nX.XO.\n.XO..").unwrap();
        play(&mut game, Color::White, "B2");
        game
    }

    #[test]
    fn ko_and_last_move_are_marked() {
        let game = ko();
        let text = picture(&game, Style::Plain);
        assert!(text.contains(" 2 X(O)* O . 2\n"), "{text}");
        assert!(
            text.contains("Black to play, but not at C2 (ko), komi"),
            "{text}"
        );
        assert!(text.contains("White (O) has captured 1 stone\n"), "{text}");
        assert!(text.is_ascii());
    }

    #[test]
    fn colors_change_the_signs_and_nothing_else() {
        let game = ko();
        let text = picture(&game, Style::Color);
        assert!(text.contains("\x1b["));
        let expected = "   A B C D E\n 5 ┌─┬─┬─┬─┐ 5\n 4 ├─┼─┼─┼─┤ 4\n 3 ├─●─●─┼─┤ 3\n 2 ●(●)×─●─┤ 2\n 1 └─●─●─┴─┘ 1\n";
        assert!(
            bare(&text).starts_with(&format!("\n{expected}")),
            "{}",
            bare(&text)
        );
        // No line leaves its colours behind.
        for line in text.lines().filter(|line| line.contains('\x1b')) {
            assert!(line.rfind("\x1b[0m") >= line.rfind("\x1b[48"), "{line:?}");
        }
    }

    #[test]
    fn a_counted_board_shows_dead_stones_and_owners() {
        let game = Game::from_diagram("X.XO.\nXXXOO\nO.XO.").unwrap();
        let dead = parse_vertex(game.dims(), "A1").unwrap();
        let territory = Territory::new(&game, &[dead]);
        let text = board(&game, Style::Plain, Some(&territory));
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows[1], " 3 X b X O w 3");
        assert_eq!(rows[3], " 1 o b X O w 1");
        let text = bare(&board(&game, Style::Color, Some(&territory)));
        assert!(text.contains(" 1 ✕─▪─●─●─▪ 1"), "{text}");
    }

    #[test]
    fn every_board_has_a_picture() {
        for (width, height) in [(1, 1), (1, 5), (5, 1), (2, 2), (19, 19), (25, 7)] {
            let game = Game::new(Dims::new(width, height).unwrap(), Rules::default(), 0.0);
            for style in [Style::Plain, Style::Color] {
                let text = bare(&board(&game, style, None));
                let rows: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
                assert_eq!(rows.len(), height + 2);
                assert!(rows[1..=height].iter().all(|&row| row >= 2 * width + 4));
            }
        }
    }
}
