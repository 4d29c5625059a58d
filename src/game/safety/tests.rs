use super::*;
use crate::game::board_from_diagram;

/// Draws the result: `B` for a point that Black is sure of, `W` for White's.
fn picture(text: &str) -> String {
    let board = board_from_diagram(text).unwrap();
    let safe = SafePoints::if_answering(&board);
    let sign = |point| match board.color_at(point) {
        _ if safe.of(Color::Black).contains(point) => 'B',
        _ if safe.of(Color::White).contains(point) => 'W',
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    };
    let rows = board.dims().rows_from_top();
    let rows = rows.map(|row| row.map(sign).collect::<String>() + "\n");
    rows.collect()
}

#[test]
fn pairs_of_liberties_join_chains() {
    // Two points join the chains in the middle; each chain has one eye of its own.
    let text = "\
..XO...
X.XO...
.X.XO..
XX.XO..
.XXXO..
XXOOO..
OO.....
";
    let result = "\
BBBO...
BBBO...
BBBBO..
BBBBO..
BBBBO..
BBOOO..
OO.....
";
    assert_eq!(picture(text), result);
}

#[test]
fn two_points_that_split_a_region_are_two_eyes() {
    let text = "....X\nXXXXX\nOOOOO\n.....\n.....\n";
    assert_eq!(picture(text), "BBBBB\nBBBBB\nOOOOO\n.....\n.....\n");
    let text = "...XX\nXXXXX\nOOOOO\n.....\n.....\n";
    assert_eq!(picture(text), text);
}

#[test]
fn an_area_beside_safe_stones_is_territory_without_room_for_two_eyes() {
    let text = "\
.......
.......
XXXXXXX
.X..X..
XXOOXXX
OOOOOOO
.......
";
    let result = "\
.......
.......
BBBBBBB
BB..BBB
BBWWBBB
WWWWWWW
WWWWWWW
";
    assert_eq!(picture(text), result);
}

#[test]
fn a_corridor_is_played_out() {
    // Black at B3 has the stone at C3 in atari, and White loses an eye to save it.
    let text = ".O.\nO.X\n..O\n.O.\nOOO\n";
    assert_eq!(picture(text), text);
    // Here every move is answered: the chains need not be joined.
    assert_eq!(picture(".X..X.\nXX..XX\n"), "BBBBBB\nBBBBBB\n");
}

#[test]
fn points_between_safe_stones_are_dame() {
    let board = board_from_diagram(".X.X.O.O.\nXXXX.OOOO\n").unwrap();
    let safe = SafePoints::if_passing(&board);
    let dims = board.dims();
    let between: PointSet = [dims.point(4, 0), dims.point(4, 1)]
        .into_iter()
        .flatten()
        .collect();
    assert_eq!(safe.dame(&board), between);
    assert_eq!(safe.shared(&board), between);
    assert_eq!(safe.region_count(&board), 4);
    assert_eq!(safe.winner(&board, 0.0, Some(Color::Black)), None);
    assert_eq!(
        safe.winner(&board, -0.5, Some(Color::Black)),
        Some(Color::Black)
    );
    assert_eq!(
        safe.winner(&board, 0.5, Some(Color::Black)),
        Some(Color::White)
    );
}

#[test]
fn an_empty_board_belongs_to_nobody() {
    let board = board_from_diagram("...\n...\n...\n").unwrap();
    assert!(SafePoints::if_answering(&board).both().is_empty());
    assert!(SafePoints::if_passing(&board).both().is_empty());
}

#[test]
fn the_order_of_points_does_not_decide() {
    // Not each choice of pairs ties all.
    let rows = [
        "O..XX", "X.XXX", "XXXX.", "OOX.X", "X.X.X", ".XX.X", "XXOX.", "XXOXO", "XX..O",
    ];
    for rows in [rows, std::array::from_fn(|row| rows[rows.len() - 1 - row])] {
        let board = board_from_diagram(&rows.join("\n")).unwrap();
        assert_eq!(SafePoints::if_answering(&board).of(Color::Black).len(), 45);
    }
}

#[test]
fn stones_that_an_answer_captures_make_room() {
    // White plays H11, Black has to capture many stones with H9, and White lives in their room.
    let text = "\
OOOOOOOXXXXXX
OOOOOOOXXXXX.
OOOOOOO.XXXXX
OOOOOOOXO.XXX
OOOOOOO.XXXXX
OOOOOOOXXX.XX
XXXXXXXXXXXXX
X.X.X.X.X.X.X
XXXXXXXXXXXXX
OOOOOOOOOOOOO
.O.O.O.O.O.O.
OOOOOOOOOOOOO
.............
";
    let board = board_from_diagram(text).unwrap();
    let corner = board.dims().point(0, 12).unwrap();
    let safe = SafePoints::if_answering(&board);
    assert!(!safe.of(Color::Black).contains(corner));
}

#[test]
fn stones_that_connect_all_around_live_with_false_eyes() {
    let text = "\
XXXXXXXXXX.
XXOOXXXXXXX
XO.OO.OOOXX
XOOXXXXXOXX
XXOX.X.XOXX
XXOXXXXXOOX
XXOOOOOO.OX
XXXXXXXOOXX
.XXXXXXXXXX
";
    let board = board_from_diagram(text).unwrap();
    let eye = board.dims().point(2, 6).unwrap();
    let safe = SafePoints::if_answering(&board);
    assert!(!safe.of(Color::Black).contains(eye));
}

/// White takes the upper chain and lives where it stood.
#[test]
fn an_enclosed_chain_that_may_be_captured_is_not_safe() {
    let board = board_from_diagram("XXXX\nO.OO\nXXXX\n.XX.\n").unwrap();
    let safe = SafePoints::if_answering(&board);
    let dims = board.dims();
    let lower: PointSet = dims
        .points()
        .filter(|&point| dims.xy(point).1 < 2)
        .collect();
    assert_eq!(*safe.of(Color::Black), lower);
}
