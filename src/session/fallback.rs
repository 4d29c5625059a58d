//! A move without any search.

use crate::game::Game;
use crate::search::Request;
use crate::types::{Color, Move, Point};

/// A legal move found without any search, for when the search has failed: a
/// capture if there is one, else a move that fills no eye and leaves its chain
/// two liberties, else a pass. It is one that the request allows, and a pass
/// if no such move is left but those that fill an eye.
pub(super) fn fallback_move(game: &Game, request: &Request) -> Move {
    let color = request.color;
    let mut candidates: Vec<Point> = game
        .dims()
        .points()
        .filter(|&point| request.allows(Move::Place(point)))
        .filter(|&point| game.check(color, Move::Place(point)).is_ok())
        .filter(|&point| !game.board().is_eye(color, point))
        .collect();
    // Points near the middle come first, since those at the edge are worth less.
    candidates.sort_by_key(|&point| std::cmp::Reverse(game.dims().edge_distance(point)));
    let best = candidates
        .into_iter()
        .map(|point| (worth(game, color, point), point))
        .rev()
        .max_by_key(|&(worth, _)| worth)
        .filter(|&(worth, _)| worth > 0 || !request.allows(Move::Pass));
    best.map_or(Move::Pass, |(_, point)| Move::Place(point))
}

/// Stones captured, twice, and one for having two liberties afterwards.
fn worth(game: &Game, color: Color, point: Point) -> usize {
    let mut board = game.board().clone();
    let captured = board.play_unchecked(color, point);
    2 * captured + usize::from(board.liberties(point) >= 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Restriction;
    use crate::types::format_move;

    fn best(diagram: &str, color: Color) -> String {
        let game = Game::from_diagram(diagram).unwrap();
        format_move(game.dims(), fallback_move(&game, &Request::new(color)))
    }

    #[test]
    fn captures_first() {
        assert_eq!(best(".XO.\n.XX.\n....\n....", Color::Black), "D4");
    }

    #[test]
    fn passes_rather_than_fill_its_eyes() {
        assert_eq!(best(".X.\nXXX\nXX.", Color::Black), "pass");
    }

    #[test]
    fn every_board_has_an_answer() {
        assert_eq!(best(".", Color::Black), "pass");
        assert_eq!(
            best(".....\n.....\n.....\n.....\n.....", Color::White),
            "C3"
        );
    }

    #[test]
    fn keeps_to_the_moves_asked_for() {
        let game = Game::from_diagram("...\n...\n...").unwrap();
        let corner = Move::Place(game.dims().point(0, 0).unwrap());
        let of = |only: Restriction| {
            let mut request = Request::new(Color::Black);
            request.guidance.restrictions.add(only);
            fallback_move(&game, &request)
        };
        let only = |mv| Restriction::only(Color::Black, vec![mv]);
        assert_eq!(of(only(corner)), corner);
        assert_eq!(of(only(Move::Pass)), Move::Pass);
        let middle = Move::Place(game.dims().point(1, 1).unwrap());
        assert_eq!(fallback_move(&game, &Request::new(Color::Black)), middle);
        assert_ne!(of(Restriction::not(Color::Black, vec![middle])), middle);
    }
}
