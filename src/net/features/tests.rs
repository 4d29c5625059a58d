//! Random games through everything: ladders and areas against slow, obvious versions, and turned boards.

use super::area::{AreaReader, Counted};
use super::ladders::LadderCache;
use super::{Extractor, Features, Places};
use crate::board::{AnyBoard, Board, Board9};
use crate::game::{Game, KoRule, Rules, Scoring, Tax};
use crate::types::{Cell, Color, Dims, Move, Point, PointSet, Symmetry};
use proptest::prelude::*;

/// Plays moves that the numbers choose: near each other, never into own eyes, now and then a pass.
fn random_game(dims: Dims, rules: Rules, choices: &[u16]) -> Game {
    let mut game = Game::new(dims, rules, 6.5);
    let mut last = None;
    for &choice in choices {
        let color = game.to_move();
        let near = |point: &Point| {
            let Some(last) = last.filter(|_| choice % 4 != 0) else {
                return true;
            };
            let ((ax, ay), (bx, by)) = (dims.xy(*point), dims.xy(last));
            ax.abs_diff(bx) + ay.abs_diff(by) <= 3
        };
        let mut candidates: Vec<Point> = game.board().empty_points();
        candidates.sort();
        candidates.retain(|point| {
            near(point)
                && !game.board().is_eye(color, *point)
                && game.check(color, Move::Place(*point)).is_ok()
        });
        let mv = match candidates.len() {
            0 => Move::Pass,
            _ if choice % 50 == 0 => Move::Pass,
            count => Move::Place(candidates[choice as usize / 4 % count]),
        };
        last = mv.point().or(last);
        game.play(color, mv).unwrap();
    }
    game
}

fn board_of(game: &Game) -> Board9 {
    match game.board() {
        AnyBoard::UpTo9(board) => (**board).clone(),
        _ => unreachable!("the boards here are small"),
    }
}

fn rules() -> impl Strategy<Value = Rules> {
    (
        0..3usize,
        0..3usize,
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(ko, tax, suicide, territory, friendly_pass_ok)| Rules {
            ko: [
                KoRule::Simple,
                KoRule::PositionalSuperko,
                KoRule::SituationalSuperko,
            ][ko],
            scoring: if territory {
                Scoring::Territory
            } else {
                Scoring::Area
            },
            tax: [Tax::None, Tax::Seki, Tax::All][tax],
            suicide,
            friendly_pass_ok,
            ..Rules::default()
        })
}

/// A chain in atari moves; every move is tried on a copy of the board.
fn is_caught(board: &Board9, stone: Point) -> bool {
    let Some(defender) = board.color_at(stone) else {
        return true;
    };
    if board.liberties(stone) >= 2 || board.ko_point().is_some() {
        return false;
    }
    let mut ways = vec![board.first_liberty(stone)];
    for member in board.chain_stones(stone) {
        for neighbor in board.neighbors(member) {
            if board.color_at(neighbor) == Some(!defender) && board.liberties(neighbor) == 1 {
                ways.push(board.first_liberty(neighbor));
            }
        }
    }
    !ways.into_iter().any(|way| {
        after(board, defender, way).is_some_and(|next| !is_caught_by_attack(&next, stone))
    })
}

fn is_caught_by_attack(board: &Board9, stone: Point) -> bool {
    let Some(defender) = board.color_at(stone) else {
        return true;
    };
    match board.liberties(stone) {
        0 | 1 => return true,
        2 => {}
        _ => return false,
    }
    let ataris: Vec<Point> = board.liberty_points(stone).collect();
    is_double_ko(board, stone, defender, &ataris)
        || ataris
            .into_iter()
            .any(|atari| after(board, !defender, atari).is_some_and(|next| is_caught(&next, stone)))
}

/// Both liberties are kos that the attacker takes, connecting there does not help, and there is nothing to capture.
fn is_double_ko(board: &Board9, stone: Point, defender: Color, liberties: &[Point]) -> bool {
    let is_hopeless_ko = |&point: &Point| {
        let all_own = board
            .neighbors(point)
            .into_iter()
            .all(|neighbor| [Cell::OffBoard, Cell::from(defender)].contains(&board.cell(neighbor)));
        let mut taken = board.clone();
        let mut connected = board.clone();
        taken.pass();
        all_own
            && taken.play_unchecked(!defender, point) == 1
            && taken.color_at(point).is_some()
            && {
                connected.play_unchecked(defender, point);
                connected.color_at(point).is_none() || connected.liberties(point) <= 2
            }
    };
    let nothing_to_capture = board.chain_stones(stone).all(|member| {
        board.neighbors(member).into_iter().all(|neighbor| {
            board.color_at(neighbor) != Some(!defender) || board.liberties(neighbor) > 1
        })
    });
    liberties.iter().all(is_hopeless_ko) && nothing_to_capture
}

fn after(board: &Board9, color: Color, point: Point) -> Option<Board9> {
    if board.cell(point) != Cell::Empty
        || board.ko_point() == Some(point)
        || board.is_suicide(color, point)
    {
        return None;
    }
    let mut next = board.clone();
    next.play_unchecked(color, point);
    Some(next)
}

/// Whose point each is when stones and all surrounded points count, from the definitions.
fn slow_area(board: &Board9, suicide: bool) -> Vec<Option<Color>> {
    let dims = board.dims();
    let mut owners = vec![None; 128];
    for color in Color::BOTH {
        if board.stone_count(color) == 0 {
            continue;
        }
        let regions = regions(board, color);
        let touches = |point: Point, id: u16| {
            board
                .neighbors(point)
                .iter()
                .any(|&n| board.color_at(n) == Some(color) && board.chain_id(n) == id)
        };
        let mut alive: Vec<u16> = dims
            .points()
            .filter(|&point| board.color_at(point) == Some(color))
            .map(|point| board.chain_id(point))
            .collect();
        let is_safe = |region: &[Point], alive: &[u16]| {
            region
                .iter()
                .flat_map(|&point| board.neighbors(point))
                .all(|neighbor| {
                    board.color_at(neighbor) != Some(color)
                        || alive.contains(&board.chain_id(neighbor))
                })
        };
        loop {
            let before = alive.len();
            let now = alive.clone();
            alive.retain(|&id| {
                let is_vital = |region: &Vec<Point>| {
                    is_safe(region, &now)
                        && region
                            .iter()
                            .filter(|&&point| suicide || board.cell(point) == Cell::Empty)
                            .all(|&point| touches(point, id))
                };
                regions.iter().filter(|region| is_vital(region)).count() >= 2
            });
            if alive.len() == before {
                break;
            }
        }
        for point in dims.points() {
            if board.color_at(point) == Some(color) && alive.contains(&board.chain_id(point)) {
                owners[point.index()] = Some(color);
            }
        }
        for region in &regions {
            let inner = |point: &&Point| {
                !board
                    .neighbors(**point)
                    .iter()
                    .any(|&n| board.color_at(n) == Some(color))
            };
            let is_empty = region.iter().all(|&point| board.cell(point) == Cell::Empty);
            let is_own =
                is_safe(region, &alive) && (is_empty || region.iter().filter(inner).count() < 2);
            for &point in region {
                if is_own || (is_empty && owners[point.index()].is_none()) {
                    owners[point.index()] = Some(color);
                }
            }
        }
    }
    for point in dims.points() {
        owners[point.index()] = owners[point.index()].or(board.color_at(point));
    }
    owners
}

/// The connected sets of points without stones of `color`.
fn regions(board: &Board9, color: Color) -> Vec<Vec<Point>> {
    let mut regions: Vec<Vec<Point>> = Vec::new();
    for start in board.dims().points() {
        if board.color_at(start) == Some(color) || regions.iter().flatten().any(|&p| p == start) {
            continue;
        }
        let mut region = vec![start];
        let mut next = 0;
        while next < region.len() {
            for neighbor in board.dims().neighbors(region[next]) {
                if board.color_at(neighbor) != Some(color) && !region.contains(&neighbor) {
                    region.push(neighbor);
                }
            }
            next += 1;
        }
        regions.push(region);
    }
    regions
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn ladders_are_those_of_the_slow_reader(
        width in 3..=9usize, height in 3..=9usize, choices in prop::collection::vec(any::<u16>(), 10..90),
    ) {
        let game = random_game(Dims::new(width, height).unwrap(), Rules::default(), &choices);
        let board = board_of(&game);
        let ladders = LadderCache::new().ladders(&board);
        let caught: Vec<Point> = ladders.caught.iter().collect();
        for stone in board.dims().points().filter(|&point| board.color_at(point).is_some()) {
            let color = board.color_at(stone).unwrap();
            let (mut slow, mut catching) = (false, Vec::new());
            if board.liberties(stone) == 1 {
                let mut without_ko = board.clone();
                without_ko.pass();
                slow = is_caught(&without_ko, stone);
            } else if board.liberties(stone) == 2 {
                for atari in board.liberty_points(stone) {
                    let mut next = after(&board, !color, atari);
                    if let Some(next) = &mut next {
                        next.pass();
                        if is_caught(next, stone) {
                            catching.push(atari);
                        }
                    }
                }
                slow = !catching.is_empty();
            }
            prop_assert_eq!(caught.contains(&stone), slow);
            let begun = ladders.begun_by(!color);
            prop_assert!(catching.iter().all(|&atari| begun.iter().any(|point| point == atari)));
        }
    }

    #[test]
    fn areas_are_those_of_the_definitions(
        width in 2..=9usize, height in 2..=9usize, suicide: bool,
        choices in prop::collection::vec(any::<u16>(), 10..140),
    ) {
        let rules = Rules { suicide, ..Rules::default() };
        let board = board_of(&random_game(Dims::new(width, height).unwrap(), rules, &choices));
        let mut owners = [None; 128];
        AreaReader::new().read(&board, Counted::All, suicide, &mut owners);
        prop_assert_eq!(&owners[..], &slow_area(&board, suicide)[..]);
    }

    #[test]
    fn a_turned_game_has_turned_features(
        width in 2..=9usize, height in 2..=9usize, turn in 0..8usize, rules in rules(),
        choices in prop::collection::vec(any::<u16>(), 5..90),
    ) {
        let dims = Dims::new(width, height).unwrap();
        let symmetry = Symmetry::ALL[turn];
        let game = random_game(dims, rules, &choices);
        let mut turned = Game::new(symmetry.dims(dims), rules, 6.5);
        for &(color, mv) in game.moves() {
            turned.play(color, symmetry.apply_move(dims, mv)).unwrap();
        }
        let features = Features::of_game(&game);
        let mut expected = vec![0; dims.area()];
        features.write_bits(&Places::new(dims, symmetry), &mut expected);
        let found = Features::of_game(&turned);
        prop_assert_eq!(found.planes, expected);
        prop_assert_eq!(found.numbers, features.numbers);
    }

    #[test]
    fn what_an_extractor_remembers_changes_nothing(
        rules in rules(), choices in prop::collection::vec(any::<u16>(), 5..90),
    ) {
        let game = random_game(Dims::square(7).unwrap(), rules, &choices);
        let AnyBoard::UpTo9(start) = game.start().board() else { unreachable!() };
        let mut trail = super::Trail::new(start, Color::Black, &rules);
        let (mut extractor, mut features) = (Extractor::new(), Features::new(game.dims()));
        for &(color, mv) in game.moves() {
            trail.play(color, mv);
            extractor.extract(&trail.situation(6.5, &PointSet::EMPTY), &mut features);
            let mut fresh = Features::new(game.dims());
            Extractor::new().extract(&trail.situation(6.5, &PointSet::EMPTY), &mut fresh);
            prop_assert_eq!(&features, &fresh);
        }
    }
}

fn board(diagram: &str) -> Board9 {
    match crate::game::board_from_diagram(diagram).unwrap() {
        AnyBoard::UpTo9(board) => *board,
        _ => unreachable!("the diagrams are small"),
    }
}

/// `#` for each point of a set, row by row from the top.
fn picture<const N: usize, const W: usize>(board: &Board<N, W>, set: &PointSet<W>) -> String {
    let dims = board.dims();
    let sign = |x, y| {
        if set.iter().any(|point| dims.xy(point) == (x, y)) {
            '#'
        } else {
            '.'
        }
    };
    (0..dims.height())
        .rev()
        .map(|y| {
            (0..dims.width())
                .map(|x| sign(x, y))
                .chain(['\n'])
                .collect::<String>()
        })
        .collect()
}

#[test]
fn a_ladder_to_the_edge_works_from_one_side() {
    let board = board(
        ".......
         .......
         .......
         ...XX..
         ..XOO..
         ...X...
         .......",
    );
    let ladders = LadderCache::new().ladders(&board);
    let caught = ".......\n.......\n.......\n.......\n...##..\n.......\n.......\n";
    assert_eq!(picture(&board, &ladders.caught), caught);
    let begun = picture(&board, ladders.begun_by(Color::Black));
    assert_eq!(begun.matches('#').count(), 1, "{begun}");
}

#[test]
fn an_empty_board_has_no_owner_and_one_stone_owns_it() {
    let mut board = Board9::new(Dims::square(5).unwrap());
    let mut owners = [None; 128];
    AreaReader::new().read(&board, Counted::All, false, &mut owners);
    assert!(owners.iter().all(Option::is_none));
    board.play_unchecked(Color::White, board.dims().point(2, 2).unwrap());
    AreaReader::new().read(&board, Counted::All, false, &mut owners);
    let white = board
        .dims()
        .points()
        .filter(|point| owners[point.index()] == Some(Color::White));
    assert_eq!(white.count(), 25);
}
