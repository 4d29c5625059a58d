//! An independent referee beside the session.

use crate::oracle::number;
use crate::oracle::record::{Record, Verdict, compare, compare_position};
use tengen::game::{Game, IllegalMove};
use tengen::gtp::Failure;
use tengen::types::{Color, Dims, Move, parse_move};
use tengen::wire::Request;

/// On larger boards the referee looks at the position alone, not at every move.
const SMALL: usize = 36;

/// A move that the rules are said to forbid is one that the referee forbids, for the same reason.
pub fn check_refusal(
    game: &Game,
    referee: &Record,
    request: &Request,
    failure: &Failure,
    accepts: bool,
    context: &str,
) {
    let Failure::IllegalMove(reason) = *failure else {
        return;
    };
    if !request.name.eq_ignore_ascii_case("play") {
        return;
    }
    let (color, mv) = asked_move(game.dims(), request).expect("a move was understood");
    let Move::Place(point) = mv else {
        panic!("a pass was refused: {context}");
    };
    assert_ne!(reason, IllegalMove::TooManyMoves);
    let verdict = referee.check(color, number(game.dims(), point));
    assert_eq!(Verdict::from(reason), verdict, "{context}");
    assert!(!(accepts && is_repetition(verdict)), "{context}");
}

fn asked_move(dims: Dims, request: &Request) -> Option<(Color, Move)> {
    let [color, vertex, ..] = request.args.as_slice() else {
        return None;
    };
    let color = match color.to_ascii_lowercase().as_str() {
        "b" | "black" => Color::Black,
        "w" | "white" => Color::White,
        _ => return None,
    };
    Some((color, parse_move(dims, vertex).ok()?))
}

fn is_repetition(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Ko | Verdict::Superko(_))
}

/// Commands after which the game is another one.
const NEW_GAMES: [&str; 9] = [
    "boardsize",
    "rectangular_boardsize",
    "clear_board",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "gogui-setup",
    "set_position",
    "loadsgf",
];

/// Has the referee do what the command has done, and asserts that both have the same game.
pub fn follow(referee: &mut Record, game: &Game, request: &Request, accepts: bool, context: &str) {
    let name = request.name.to_ascii_lowercase();
    (referee.ko, referee.suicide) = (game.rules().ko, game.rules().suicide);
    if NEW_GAMES.contains(&name.as_str()) {
        *referee = Record::of(game);
    }
    while referee.len() > game.moves().len() {
        referee.undo();
    }
    // A client may tell of a repetition; Tengen never chooses one.
    let accepts = accepts && ["play", "gogui-play_sequence"].contains(&name.as_str());
    for &(color, mv) in &game.moves()[referee.len()..] {
        let at = mv.point().map(|point| number(game.dims(), point));
        let verdict = at.map_or(Verdict::Legal, |at| referee.check(color, at));
        let is_fine = verdict == Verdict::Legal || accepts && is_repetition(verdict);
        assert!(is_fine, "{verdict:?} for {color} {mv:?}: {context}");
        referee.play(color, at);
    }
    if name == "gogui-setup_player" {
        referee.set_to_move(game.to_move());
    }
    if game.dims().area() <= SMALL {
        compare(game, referee);
    } else {
        compare_position(game, referee);
    }
}
