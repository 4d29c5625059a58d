//! Handicap: where the stones go, and how many there were.

use super::{Game, HandicapError};
use crate::types::{Color, Dims, Move, Point, PointSet};

impl Game {
    /// The handicap stones of this game, 0 in an even one.
    ///
    /// They are the black stones of a start without white ones, and those that Black played before White's first one,
    /// if there are at least two together: servers and old records send handicap as moves (White may pass in between).
    /// If White then moves twice in a row, somebody is setting up a position, and moves are no handicap.
    /// (After KataGo's `computeNumHandicapStones`.) Where players sit at the board, and a pass is a pass, whoever
    /// keeps the game says so by [`Game::end_handicap_at_passes`].
    pub fn handicap(&self) -> usize {
        self.handicap_counted(self.passes_end_handicap())
    }

    /// Whether this is an even game that a record has to say so of, since White's passes look like those between handicap stones.
    pub(super) fn looks_like_handicap(&self) -> bool {
        self.handicap() == 0 && self.handicap_counted(false) > 0
    }

    fn handicap_counted(&self, passes_end_it: bool) -> usize {
        let start = self.start().board();
        if start.stone_count(Color::White) > 0 {
            return 0;
        }
        match start.stone_count(Color::Black) + self.handicap_as_moves(passes_end_it) {
            0 | 1 => 0,
            stones => stones,
        }
    }

    /// The stones that Black played before White's first one, or none if White moved twice in a row then.
    fn handicap_as_moves(&self, passes_end_it: bool) -> usize {
        let moves = self.moves();
        let mut stones = 0;
        for (number, &played) in moves.iter().enumerate() {
            match played {
                (Color::Black, Move::Place(_)) => stones += 1,
                (Color::Black, Move::Pass) => {}
                // Two moves of White in a row: somebody sets up a problem.
                (Color::White, _) if is_white(moves.get(number + 1)) => return 0,
                (Color::White, Move::Pass) if !passes_end_it => {}
                (Color::White, _) => break,
            }
        }
        stones
    }

    /// Puts `stones` handicap stones where the GTP standard wants them; White moves next.
    ///
    /// # Errors
    /// If the board has stones, or the standard knows no such handicap on it.
    pub fn place_fixed_handicap(&mut self, stones: usize) -> Result<Vec<Point>, HandicapError> {
        let points = fixed_handicap_points(self.dims(), stones);
        self.check_handicap(stones, 2, most_fixed_handicap(self.dims()))?;
        self.set_free_handicap(&points)?;
        Ok(points)
    }

    /// Puts handicap stones on these points; White moves next. A single stone is no handicap that counts, but some
    /// clients set it in this way.
    ///
    /// # Errors
    /// If the board has stones, if there is no point or no
    /// empty point would be left, or if one is named twice or off the board.
    pub fn set_free_handicap(&mut self, points: &[Point]) -> Result<(), HandicapError> {
        self.check_handicap(points.len(), 1, self.dims().area() - 1)?;
        let mut seen: PointSet = PointSet::EMPTY;
        let valid = |point: &Point| self.dims().contains(*point);
        if !points.iter().all(|p| valid(p) && seen.insert(*p)) {
            return Err(HandicapError::BadVertexList);
        }
        let stones: Vec<_> = points.iter().map(|&p| (p, Some(Color::Black))).collect();
        // The game begins here: prisoners of an earlier one do not count in it.
        let mut anew = self.clone();
        anew.clear();
        anew.set_up(&stones, Color::White)
            .map_err(|_| HandicapError::BadVertexList)?;
        *self = anew;
        Ok(())
    }

    /// Good points for `stones` handicap stones: the fixed ones as far as they
    /// go, then those farthest from all others. One point at least stays empty,
    /// so the answer may be shorter than asked for.
    pub fn free_handicap_points(&self, stones: usize) -> Vec<Point> {
        let dims = self.dims();
        let stones = stones.min(dims.area() - 1);
        let mut points = fixed_handicap_points(dims, stones);
        while points.len() < stones {
            match farthest_point(dims, &points) {
                Some(point) => points.push(point),
                None => break,
            }
        }
        points
    }

    /// Puts handicap stones on the points of [`Game::free_handicap_points`] and returns these; White moves next.
    ///
    /// # Errors
    /// If the board has stones, if fewer than two are asked for, or if it has no room for two and an empty point.
    pub fn place_free_handicap(&mut self, stones: usize) -> Result<Vec<Point>, HandicapError> {
        let room = self.dims().area() - 1;
        // Whoever asks for more than there is room for gets what there is room for.
        let most = if room < 2 { room } else { room.max(stones) };
        self.check_handicap(stones, 2, most)?;
        let points = self.free_handicap_points(stones);
        self.set_free_handicap(&points)?;
        Ok(points)
    }

    fn check_handicap(
        &self,
        stones: usize,
        least: usize,
        most: usize,
    ) -> Result<(), HandicapError> {
        if !self.board().is_empty() {
            return Err(HandicapError::BoardNotEmpty);
        }
        if stones < least || stones > most {
            return Err(HandicapError::InvalidNumber {
                least,
                asked: stones,
                most,
            });
        }
        Ok(())
    }
}

fn is_white(played: Option<&(Color, Move)>) -> bool {
    played.is_some_and(|&(color, _)| color == Color::White)
}

/// The largest fixed handicap of the GTP standard: nine stones on odd square boards from 9×9, four on even ones and
/// 7×7, none below 7. On oblong boards, of which the standard does not speak, the four corners.
fn most_fixed_handicap(dims: Dims) -> usize {
    let shorter = dims.width().min(dims.height());
    match shorter {
        0..7 => 0,
        7 => 4,
        _ if dims.is_square() && shorter % 2 == 1 => 9,
        _ => 4,
    }
}

/// The points of the GTP standard for so many stones, in its order; `stones` beyond the largest are left out.
fn fixed_handicap_points(dims: Dims, stones: usize) -> Vec<Point> {
    let [left, bottom] = [dims.width(), dims.height()].map(Dims::star_distance);
    let (right, top) = (
        dims.width().wrapping_sub(1 + left),
        dims.height().wrapping_sub(1 + bottom),
    );
    let (middle, center) = (dims.width() / 2, dims.height() / 2);
    let corners = [(left, bottom), (right, top), (left, top), (right, bottom)];
    let sides = [
        (left, center),
        (right, center),
        (middle, bottom),
        (middle, top),
    ];
    let stones = stones.min(most_fixed_handicap(dims));
    let on_sides = if stones < 6 { 0 } else { (stones - 4) / 2 * 2 };
    let in_center = stones > 4 && stones % 2 == 1;
    corners
        .into_iter()
        .take(stones)
        .chain(sides.into_iter().take(on_sides))
        .chain(in_center.then_some((middle, center)))
        .filter_map(|(x, y)| dims.point(x, y))
        .collect()
}

/// The point farthest from all of `taken`, counted in squared distance, not
/// on the first two lines while others are left that do not crowd.
fn farthest_point(dims: Dims, taken: &[Point]) -> Option<Point> {
    let distance = |a: Point, b: Point| {
        let ((ax, ay), (bx, by)) = (dims.xy(a), dims.xy(b));
        ax.abs_diff(bx).pow(2) + ay.abs_diff(by).pow(2)
    };
    dims.points()
        .filter(|point| !taken.contains(point))
        .max_by_key(|&point| {
            let line = dims.edge_distance(point).min(2);
            let apart = taken.iter().map(|&other| distance(point, other)).min();
            let is_farther = |than| apart.is_none_or(|apart| apart > than);
            // A crowd is worse than the second line, the first line is worse still, and worst is a neighbour.
            let room = (is_farther(1), line > 0, is_farther(2));
            (room, line, apart, std::cmp::Reverse(point))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::types::{format_vertex, parse_move};

    fn game(width: usize, height: usize) -> Game {
        Game::new(Dims::new(width, height).unwrap(), Rules::default(), 0.5)
    }

    fn fixed(side: usize, stones: usize) -> String {
        let mut game = game(side, side);
        let points = game.place_fixed_handicap(stones).unwrap();
        let texts: Vec<_> = points
            .iter()
            .map(|&p| format_vertex(game.dims(), p))
            .collect();
        assert_eq!(game.to_move(), Color::White);
        assert_eq!(game.handicap(), stones);
        assert!(game.moves().is_empty());
        texts.join(" ")
    }

    #[test]
    fn fixed_points_are_those_of_the_standard() {
        assert_eq!(fixed(19, 2), "D4 Q16");
        assert_eq!(fixed(19, 3), "D4 Q16 D16");
        assert_eq!(fixed(19, 4), "D4 Q16 D16 Q4");
        assert_eq!(fixed(19, 5), "D4 Q16 D16 Q4 K10");
        assert_eq!(fixed(19, 6), "D4 Q16 D16 Q4 D10 Q10");
        assert_eq!(fixed(19, 7), "D4 Q16 D16 Q4 D10 Q10 K10");
        assert_eq!(fixed(19, 8), "D4 Q16 D16 Q4 D10 Q10 K4 K16");
        assert_eq!(fixed(19, 9), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
        assert_eq!(fixed(9, 5), "C3 G7 C7 G3 E5");
        assert_eq!(fixed(13, 2), "D4 K10");
        assert_eq!(fixed(8, 4), "C3 F6 C6 F3");
        assert_eq!(fixed(7, 4), "C3 E5 C5 E3");
    }

    #[test]
    fn fixed_handicap_has_limits() {
        let most = |width, height| match game(width, height).place_fixed_handicap(99) {
            Err(HandicapError::InvalidNumber { most, .. }) => most,
            other => panic!("{other:?}"),
        };
        assert_eq!([most(19, 19), most(11, 11), most(9, 9)], [9, 9, 9]);
        assert_eq!([most(18, 18), most(7, 7), most(8, 8)], [4, 4, 4]);
        assert_eq!([most(6, 6), most(1, 1), most(19, 6)], [0, 0, 0]);
        assert_eq!([most(19, 13), most(9, 7)], [4, 4]);
        assert!(game(19, 19).place_fixed_handicap(1).is_err());
        // There is free handicap, up to 24 stones.
        assert_eq!(
            game(5, 5).place_fixed_handicap(2).unwrap_err().to_string(),
            "invalid number of stones: 2; this board has no handicap of this kind"
        );
        let mut oblong = game(19, 9);
        let points = oblong.place_fixed_handicap(2).unwrap();
        assert_eq!(oblong.dims().xy(points[1]), (15, 6));
    }

    #[test]
    fn free_handicap_is_checked_before_anything_changes() {
        let mut game = game(9, 9);
        let at = |x, y| Dims::square(9).unwrap().point(x, y).unwrap();
        let outside = Dims::square(19).unwrap().point(18, 18).unwrap();
        for bad in [
            vec![at(2, 2), at(2, 2)],
            vec![at(2, 2), outside],
            vec![],
            Dims::square(9).unwrap().points().collect(),
        ] {
            assert!(game.set_free_handicap(&bad).is_err());
            assert_eq!(game.board().stone_count(Color::Black), 0);
            assert_eq!(game.to_move(), Color::Black);
        }
        let mut single = game.clone();
        single.set_free_handicap(&[at(2, 2)]).unwrap();
        assert_eq!((single.handicap(), single.to_move()), (0, Color::White));
        game.set_free_handicap(&[at(2, 2), at(6, 6)]).unwrap();
        assert_eq!(
            game.set_free_handicap(&[at(1, 2), at(6, 2)]),
            Err(HandicapError::BoardNotEmpty)
        );
        assert_eq!(game.handicap(), 2);
        assert!(!game.undo());
    }

    #[test]
    fn prisoners_of_an_earlier_game_do_not_count() {
        let mut game = game(9, 9);
        for (color, vertex) in [("b", "a1"), ("w", "a2"), ("b", "e5"), ("w", "b1")] {
            let mv = parse_move(game.dims(), vertex).unwrap();
            game.play(Color::parse(color).unwrap(), mv).unwrap();
        }
        assert_eq!(game.position().captures(Color::White), 1);
        let points: Vec<Point> = game.dims().points().collect();
        let cleared: Vec<_> = points.iter().map(|&point| (point, None)).collect();
        game.set_up(&cleared, Color::Black).unwrap();
        game.set_free_handicap(&[points[20], points[40]]).unwrap();
        assert_eq!(game.position().captures(Color::White), 0);
        assert_eq!((game.komi(), game.handicap()), (0.5, 2));
    }

    #[test]
    fn free_points_are_distinct_legal_and_many_enough() {
        for (width, height) in [
            (19, 19),
            (9, 9),
            (8, 8),
            (5, 5),
            (2, 2),
            (1, 3),
            (13, 7),
            (25, 25),
        ] {
            let most = width * height - 1;
            for stones in [2, 3, 5, 9, 10, 17, 25, 81, most] {
                let mut game = game(width, height);
                let points = game.free_handicap_points(stones);
                assert_eq!(points.len(), stones.min(most));
                if points.len() >= 2 {
                    game.set_free_handicap(&points).unwrap();
                }
            }
        }
        assert!(game(1, 1).free_handicap_points(2).is_empty());
    }

    #[test]
    fn free_points_are_sensible() {
        let game = game(19, 19);
        let dims = game.dims();
        let points = game.free_handicap_points(20);
        assert_eq!(points.len(), 20);
        for point in points {
            assert!(
                dims.edge_distance(point) >= 2,
                "{}",
                format_vertex(dims, point)
            );
        }
    }

    #[test]
    fn free_points_on_a_small_board_are_not_its_corners() {
        let points = game(5, 5).free_handicap_points(5);
        let dims = game(5, 5).dims();
        let texts: Vec<_> = points.iter().map(|&p| format_vertex(dims, p)).collect();
        assert_eq!(texts.join(" "), "C3 B2 D2 B4 D4");
    }

    fn after(moves: &str) -> usize {
        let mut game = game(9, 9);
        for (i, word) in moves.split_whitespace().enumerate() {
            let color = if word.starts_with('b') {
                Color::Black
            } else {
                Color::White
            };
            let vertex = match &word[1..] {
                "" => format_vertex(game.dims(), game.dims().point(i % 9, 2 * (i / 9)).unwrap()),
                text => text.to_owned(),
            };
            game.play(color, parse_move(game.dims(), &vertex).unwrap())
                .unwrap();
        }
        game.handicap()
    }

    #[test]
    fn handicap_sent_as_moves_is_recognised() {
        assert_eq!(after(""), 0);
        assert_eq!(after("b w b w"), 0);
        assert_eq!(after("b b b w b w"), 3);
        assert_eq!(after("b b"), 2);
        assert_eq!(after("b wpass b wpass b w"), 3);
        assert_eq!(after("b bpass b w"), 2);
        assert_eq!(after("b wpass b wpass bpass w b w"), 2);
        assert_eq!(after("b wpass b wpass w"), 0);
        assert_eq!(after("b b b w w w"), 0);
        assert_eq!(after("w b b w"), 0);
    }

    #[test]
    fn where_a_pass_is_a_pass_no_handicap_follows_it() {
        let play = |game: &mut Game, moves: &str| {
            for (number, vertex) in moves.split(' ').enumerate() {
                let color = [Color::Black, Color::White][number % 2];
                let mv = parse_move(game.dims(), vertex).unwrap();
                game.play(color, mv).unwrap();
            }
        };
        let passed = "C3 pass G7 pass C7 G3";
        let mut game = game(9, 9);
        play(&mut game, passed);
        assert_eq!(game.handicap(), 3);
        game.end_handicap_at_passes();
        assert_eq!((game.handicap(), game.clone().handicap()), (0, 0));
        assert!(game.undo());
        assert_eq!(game.handicap(), 0);
        game.clear();
        play(&mut game, passed);
        assert_eq!(game.handicap(), 0);
        // Stones of the start count, and moves of Black's alone.
        game.clear();
        game.place_fixed_handicap(3).unwrap();
        game.play(Color::White, Move::Pass).unwrap();
        play(&mut game, "A1 pass");
        assert_eq!(game.handicap(), 3);
        game.clear();
        play(&mut game, "C3");
        play(&mut game, "G7 G3");
        assert_eq!(game.handicap(), 2);
    }

    #[test]
    fn stones_of_the_start_and_first_moves_are_counted_together() {
        let at = |game: &Game, vertex| parse_move(game.dims(), vertex).unwrap();
        let mut game = game(9, 9);
        let stone = at(&game, "C3").point().unwrap();
        game.set_up(&[(stone, Some(Color::Black))], Color::Black)
            .unwrap();
        assert_eq!(game.handicap(), 0);
        game.play(Color::Black, at(&game, "G7")).unwrap();
        assert_eq!(game.handicap(), 2);
        game.play(Color::White, at(&game, "G3")).unwrap();
        game.play(Color::Black, at(&game, "C7")).unwrap();
        assert_eq!(game.handicap(), 2);
    }
}
