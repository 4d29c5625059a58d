use super::*;
use crate::game::Rules;
use crate::types::{Symmetry, format_vertex, parse_move};
use proptest::prelude::*;

const SMALL: &str = "\
# For tests.
board 5 komi 6 to 7.5

: C3 2 B2 1
C3: B2 1
C3 B2: D4 3 D2 1
D1 A1 C2 B2 E5 C1: B1 1 A5 1
";

fn small() -> Book {
    Book::read(SMALL).unwrap()
}

/// The game after these moves on 5×5, Black's first.
fn game(vertices: &str) -> Game {
    let dims = Dims::square(5).unwrap();
    let mut game = Game::new(dims, Rules::default(), 7.0);
    for vertex in vertices.split_whitespace() {
        let mv = parse_move(dims, vertex).unwrap();
        game.play(game.to_move(), mv).unwrap();
    }
    game
}

/// What the book says, by vertex.
fn told(book: &Book, game: &Game) -> Vec<(String, f32)> {
    let moves = book.moves(game, game.to_move());
    let mut told: Vec<_> = moves
        .iter()
        .map(|answer| (format_vertex(game.dims(), answer.point), answer.share))
        .collect();
    told.sort_by(|a, b| a.0.cmp(&b.0));
    told
}

/// The same with its shares in hundredths.
fn hundredths(book: &Book, game: &Game) -> String {
    let told = told(book, game).into_iter();
    let words = told.map(|(vertex, share)| format!("{vertex} {:.0}", share * 100.0));
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn what_is_the_same_turned_shares_its_weight() {
    let book = small();
    assert_eq!(hundredths(&book, &game("")), "B2 8 B4 8 C3 67 D2 8 D4 8");
    // The board is symmetric about one line still, on which D4 lies; D2 and B4 mirror each other.
    assert_eq!(hundredths(&book, &game("C3 B2")), "B4 12 D2 12 D4 75");
}

#[test]
fn it_knows_its_own_boards_komi_and_positions_alone() {
    let book = small();
    assert_eq!(book.len(), 4);
    assert!(told(&book, &game("A1")).is_empty());
    assert!(
        book.moves(&game(""), Color::White).is_empty(),
        "the other one moves"
    );
    let start = |side, komi| {
        let game = Game::new(Dims::square(side).unwrap(), Rules::default(), komi);
        book.moves(&game, Color::Black).len()
    };
    assert_eq!(
        [5.5, 6.0, 7.5, 8.0].map(|komi| start(5, komi)),
        [0, 5, 5, 0]
    );
    assert_eq!(start(6, 7.0), 0);
}

#[test]
fn what_ko_or_superko_forbids_is_left_out() {
    let book = small();
    assert_eq!(told(&book, &game("D1 A1 C2 B2 E5 C1")).len(), 2);
    // White has just captured at B1: with a ko it is another position.
    let in_ko = "D1 A1 C2 B2 E5 pass B1 C1";
    assert!(told(&book, &game(in_ko)).is_empty());
    // Passes lift the ko, but to take back would repeat the position before the capture.
    let lifted = game(&format!("{in_ko} pass pass"));
    assert_eq!(told(&book, &lifted), [("A5".to_owned(), 1.0)]);
}

#[test]
fn errors_name_the_line_and_what_is_wrong_there() {
    let cases = [
        (": E5 1", "line 1: the first line must say for which games"),
        ("board 9 komi 7", "'board 9 komi 7' should be as"),
        ("board 99 komi 5 to 8", "25"),
        ("board9 komi 5 to 8", "line 1: the first line must say"),
        ("board 9 komi 8 to 5", "komi 8 is more than 5"),
        ("board 9 komi 5 to x", "'x' is no komi"),
        ("board 9 komi 5.3 to 8", "5.3"),
        ("board 9 komi 5 to 8\n\nE5 D5", "line 3: there is no colon"),
        ("board 9 komi 5 to 8\n: E5", "line 2: behind the colon"),
        ("board 9 komi 5 to 8\n:", "behind the colon"),
        ("board 9 komi 5 to 8\n: K5 1", "'K5'"),
        ("board 9 komi 5 to 8\n: pass 1", "'pass'"),
        ("board 9 komi 5 to 8\n: E5 0", "'0' is no weight"),
        ("board 9 komi 5 to 8\n: E5 nan", "'nan' is no weight"),
        (
            "board 9 komi 5 to 8\n: E5 0.0000005",
            "is no weight from 0.000001 to 1000000",
        ),
        ("board 9 komi 5 to 8\nE5 E5: D5 1", "E5 is no legal move"),
        ("board 9 komi 5 to 8\nE5: E5 1", "E5 is no legal answer"),
        (
            "board 9 komi 5 to 8\n: C3 1 G7 1",
            "G7 stands there twice, perhaps turned",
        ),
        (
            "board 9 komi 5 to 8\nC3: E5 1\nG7: E5 1",
            "line 3: the position stands above",
        ),
    ];
    for (text, wrong) in cases {
        let error = Book::read(text).unwrap_err().to_string();
        assert!(error.contains(wrong), "{text}: {error}");
    }
}

proptest! {
    /// However the board is turned, the built-in book says the same of openings that follow it.
    #[test]
    fn the_built_in_book_knows_positions_from_every_side(
        side in prop::sample::select(vec![9, 13]),
        choices in prop::collection::vec(any::<u16>(), 0..12),
    ) {
        let book = built_in();
        let dims = Dims::square(side).unwrap();
        let mut games = Symmetry::ALL.map(|_| Game::new(dims, Rules::default(), 7.0));
        for choice in choices {
            let moves = book.moves(&games[0], games[0].to_move());
            let shares: f32 = moves.iter().map(|answer| answer.share).sum();
            prop_assert!(moves.is_empty() || (shares - 1.0).abs() < 1e-4);
            let mut expected: Vec<Point> = moves.iter().map(|answer| answer.point).collect();
            for (symmetry, game) in Symmetry::ALL.iter().zip(&games) {
                let back = symmetry.inverse();
                let turned = book.moves(game, game.to_move());
                let mut points: Vec<Point> = turned.iter().map(|answer| back.apply(dims, answer.point)).collect();
                points.sort_unstable();
                expected.sort_unstable();
                prop_assert_eq!(&points, &expected);
            }
            let Some(point) = expected.get(usize::from(choice) % expected.len().max(1)) else {
                break;
            };
            for (symmetry, game) in Symmetry::ALL.iter().zip(&mut games) {
                game.play(game.to_move(), Move::Place(symmetry.apply(dims, *point))).unwrap();
            }
        }
    }

    /// Nothing that a file may hold makes the reader panic.
    #[test]
    fn any_text_is_read_or_refused(text in "(board [0-9]{1,2} komi [0-9.-]{1,3} to [0-9]{1,2}\n)?([A-J1-9: \n-]{0,60})") {
        let _ = Book::read(&text);
    }
}

#[test]
fn the_built_in_book_opens_games_soundly() {
    let book = built_in();
    assert!(book.len() >= 1000, "{} positions", book.len());
    // On 9×9 at most two lines from the centre, on 13×13 from the third line on.
    for (side, farthest) in [(9, 2), (13, 4)] {
        let dims = Dims::square(side).unwrap();
        let game = Game::new(dims, Rules::default(), 7.0);
        let first = book.moves(&game, Color::Black);
        let is_sound = |answer: &BookMove| {
            let (x, y) = dims.xy(answer.point);
            x.abs_diff(side / 2) <= farthest && y.abs_diff(side / 2) <= farthest
        };
        assert!(!first.is_empty() && first.iter().all(is_sound), "{first:?}");
    }
}
