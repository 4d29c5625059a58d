//! The search and the player on top of it, on small positions.

use std::time::{Duration, Instant};
use tengen::game::{Game, Rules};
use tengen::search::{
    Choice, Guidance, Judgement, Limits, Player, Report, Request, Restriction, Restrictions,
    Search, Settings, Status,
};
use tengen::time::Budget;
use tengen::types::{Color, Dims, Move, format_move, parse_move, parse_vertex};

fn settings(threads: usize) -> Settings {
    Settings {
        threads,
        memory_mb: 64,
        ..Settings::default()
    }
}

fn empty(side: usize) -> Game {
    Game::new(Dims::square(side).unwrap(), Rules::default(), 7.0)
}

/// Searches `playouts` playouts from the position of `game`.
fn search(search: &mut Search, game: &Game, playouts: u64) -> Report {
    search.set_game(game, game.to_move());
    search.start(Limits::of_playouts(playouts));
    search.wait();
    search.report().unwrap()
}

/// The move that a fresh player with a fixed seed chooses.
fn choice(game: &Game, playouts: u64, change: impl FnOnce(&mut Request)) -> String {
    let mut request = Request {
        playouts: Some(playouts),
        ..Request::new(game.to_move())
    };
    change(&mut request);
    match Player::new(settings(1)).genmove(game, &request).0 {
        Choice::Resign => "resign".to_owned(),
        Choice::Move(mv) => format_move(game.dims(), mv),
    }
}

fn play(game: &mut Game, vertex: &str) {
    let mv = parse_move(game.dims(), vertex).unwrap();
    game.play(game.to_move(), mv).unwrap();
}

#[test]
fn one_thread_with_a_seed_repeats_itself_to_the_last_visit() {
    let game = empty(9);
    let run = || search(&mut Search::new(settings(1)), &game, 2000);
    assert_eq!(run(), run());
}

#[test]
fn another_seed_searches_differently() {
    let game = empty(9);
    let run = |seed| {
        search(
            &mut Search::new(Settings {
                seed,
                ..settings(1)
            }),
            &game,
            500,
        )
    };
    assert_ne!(run(1).moves, run(2).moves);
}

#[test]
fn exactly_as_many_playouts_as_asked_for_whatever_the_threads() {
    let game = empty(9);
    for threads in 1..=3 {
        let report = search(&mut Search::new(settings(threads)), &game, 1000);
        assert_eq!((report.playouts, report.visits), (1000, 1000));
        let below: u64 = report.moves.iter().map(|mv| mv.visits).sum();
        // The first visit makes the root's moves. While another worker waits for a processor to do so, visits end at the root.
        let is_right = match threads {
            1 => below == 999,
            _ => (1..1000).contains(&below),
        };
        assert!(is_right, "{below} visits below the root");
    }
}

#[test]
fn the_tree_is_kept_when_the_game_goes_on() {
    let mut game = empty(9);
    let mut tree = Search::new(settings(1));
    let first = search(&mut tree, &game, 2000);
    let line = &first.best().unwrap().line;
    for &mv in &line[..2] {
        game.play(game.to_move(), mv).unwrap();
    }
    let second = search(&mut tree, &game, 10);
    assert!(
        second.visits > 50,
        "only {} visits were kept",
        second.visits - 10
    );
}

#[test]
fn the_tree_is_dropped_when_komi_or_the_past_changes() {
    let mut game = empty(9);
    let mut tree = Search::new(settings(1));
    search(&mut tree, &game, 500);
    game.set_komi(0.5).unwrap();
    assert_eq!(search(&mut tree, &game, 10).visits, 10);
    search(&mut tree, &game, 500);
    // Two moves in a row by one colour are no line of the tree.
    let dims = game.dims();
    for vertex in ["E5", "C3"] {
        game.play(
            Color::Black,
            Move::Place(parse_vertex(dims, vertex).unwrap()),
        )
        .unwrap();
    }
    assert_eq!(search(&mut tree, &game, 10).visits, 10);
}

#[test]
fn a_full_tree_stops_growing_and_not_thinking() {
    let game = empty(19);
    let mut tree = Search::new(Settings {
        memory_mb: 1,
        ..settings(2)
    });
    let report = search(&mut tree, &game, 3000);
    assert_eq!(report.playouts, 3000);
    assert!(report.nodes.used <= report.nodes.room, "{:?}", report.nodes);
    assert!(report.nodes.room * 32 <= 1 << 20);
}

#[test]
fn a_stop_is_obeyed_at_once() {
    let game = empty(19);
    let mut tree = Search::new(settings(2));
    tree.set_game(&game, Color::Black);
    tree.start(Limits::default());
    while tree.report().unwrap().playouts < 10 {
        std::thread::yield_now();
    }
    assert!(tree.is_running());
    tree.stop();
    assert!(!tree.is_running());
}

#[test]
fn a_budget_of_nothing_still_gives_a_legal_move() {
    let game = empty(19);
    let request = Request {
        budget: Some(Budget::fixed(Duration::ZERO)),
        ..Request::new(Color::Black)
    };
    let (choice, _) = Player::new(settings(2)).genmove(&game, &request);
    let Choice::Move(mv) = choice else {
        panic!("resigned an empty board")
    };
    assert!(game.check(Color::Black, mv).is_ok());
}

#[test]
fn a_budget_without_end_leaves_the_end_to_the_playouts() {
    let request = Request {
        playouts: Some(100),
        budget: Some(Budget::at_most(Duration::MAX)),
        ..Request::new(Color::Black)
    };
    let (_, report) = Player::new(settings(1)).genmove(&empty(9), &request);
    assert_eq!(report.playouts, 100);
}

#[test]
fn only_the_moves_allowed_are_considered() {
    let game = empty(9);
    let corner = parse_move(game.dims(), "A1").unwrap();
    assert_eq!(
        choice(&game, 300, |request| request.guidance =
            Restriction::only(Color::Black, vec![corner]).into()),
        "A1"
    );
}

#[test]
fn every_board_from_one_by_one_has_an_answer() {
    for (width, height) in [
        (1, 1),
        (1, 2),
        (2, 1),
        (3, 1),
        (2, 2),
        (25, 1),
        (1, 25),
        (25, 25),
    ] {
        let game = Game::new(Dims::new(width, height).unwrap(), Rules::default(), 0.0);
        let mv = choice(&game, 50, |_| {});
        assert!(
            parse_move(game.dims(), &mv).is_ok(),
            "{mv} on {width}x{height}"
        );
    }
}

#[test]
fn a_capture_that_decides_the_game_is_found_by_either_side() {
    let mut game = Game::from_diagram(
        "..XO.
         XXXOO
         .OOX.
         XXXOO
         ..XO.",
    )
    .unwrap();
    game.set_to_move(Color::Black);
    assert_eq!(choice(&game, 500, |_| {}), "A3");
    game.set_to_move(Color::White);
    assert_eq!(choice(&game, 500, |_| {}), "E3");
}

/// Black has the left, White the right; every stone has two eyes to spare.
const SETTLED: &str = "
    .XXO.
    X.XO.
    .XXO.
    XXXOO
    .XXO.";

#[test]
fn a_settled_game_is_passed() {
    let game = Game::from_diagram(SETTLED).unwrap();
    assert_eq!(choice(&game, 500, |_| {}), "pass");
}

/// Two living groups; C1 to C5 are worth a point each for whoever gets them.
const BETWEEN: &str = "
    .X.O.
    XX.OO
    .X.O.
    XX.OO
    .X.O.";

#[test]
fn dame_are_played_before_passing_under_area_rules() {
    let mut game = Game::from_diagram(BETWEEN).unwrap();
    game.set_komi(0.5).unwrap();
    assert_ne!(choice(&game, 500, |_| {}), "pass");
}

#[test]
fn a_pass_that_would_lose_is_not_answered_with_a_pass() {
    // Black leads by the one point of komi: White passes and loses, or takes a point between.
    let mut game = Game::from_diagram(BETWEEN).unwrap();
    game.set_komi(-1.0).unwrap();
    play(&mut game, "pass");
    let reply = choice(&game, 1000, |_| {});
    assert_ne!(reply, "pass");
}

#[test]
fn a_hopeless_game_is_resigned_only_after_several_moves() {
    let mut game = Game::new(Dims::square(5).unwrap(), Rules::default(), 100.0);
    for vertex in ["C3", "C4", "D4", "B3", "B4", "D3", "C5", "E4"] {
        play(&mut game, vertex);
    }
    let mut player = Player::new(settings(1));
    let request = Request {
        playouts: Some(100),
        resign_below: 0.05,
        ..Request::new(Color::Black)
    };
    let mut resigns = |game: &Game| player.genmove(game, &request).0 == Choice::Resign;
    // The same question twice is one hopeless move.
    assert_eq!([resigns(&game), resigns(&game)], [false; 2]);
    for (black, white) in [("E3", "A3"), ("E5", "A4")] {
        assert!(!resigns(&game));
        play(&mut game, black);
        play(&mut game, white);
    }
    assert!(resigns(&game));
}

#[test]
fn dead_stones_are_seen() {
    let game = Game::from_diagram(
        ".X.XO..
         XX.XOO.
         ..XXO.O
         XOXXOOO
         .XX.OX.
         XXXOOOO
         .X.XO.O",
    )
    .unwrap();
    let judgement = Judgement::new(&game, &settings(1), &Limits::default());
    let dims = game.dims();
    let status = |vertex| judgement.status(parse_vertex(dims, vertex).unwrap());
    assert_eq!(status("B4"), Some(Status::Dead));
    assert_eq!(status("F3"), Some(Status::Dead));
    assert_eq!(status("A1"), None);
    assert_eq!(status("A4"), Some(Status::Alive));
    assert_eq!(status("E7"), Some(Status::Alive));
}

#[test]
fn a_deadline_is_kept() {
    let game = empty(19);
    let budget = Budget::fixed(Duration::from_millis(100));
    let request = Request {
        budget: Some(budget),
        ..Request::new(Color::Black)
    };
    let began = Instant::now();
    Player::new(settings(1)).genmove(&game, &request);
    // Generous, because test machines are busy; without the deadline it would never end.
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[test]
fn nobody_passes_while_one_move_decides_everything() {
    // Black threatens the snapback at D5. Every owner is clear to a search that has found White's answer.
    let game = Game::from_diagram(
        ". X X X O O .
         X X X O O O O
         . X O . O O .
         X X O . X O O
         . X O X . O .
         X X X O O O O
         . X O O . O .",
    )
    .unwrap();
    for color in Color::BOTH {
        let chosen = choice(&game, 2000, |request| request.color = color);
        assert_ne!(chosen, "pass", "{color:?}");
    }
}

#[test]
fn restrictions_hold_as_deep_as_they_say() {
    let game = empty(5);
    let vertex = |text| parse_move(game.dims(), text).unwrap();
    let run = |restrictions: Restrictions| {
        let mut search = Search::new(settings(1));
        search.set_game(&game, Color::Black);
        let limits = Limits::of_playouts(3000);
        search.run_guided(limits, restrictions.into()).unwrap()
    };
    let lines = |report: &Report| -> Vec<Vec<Move>> {
        let visited = report.moves.iter().filter(|found| found.visits > 0);
        visited.map(|found| found.line.clone()).collect()
    };
    assert_eq!(
        run(Restrictions::default()).best().unwrap().mv,
        vertex("C3")
    );
    let avoid = Restriction {
        until_depth: 3,
        ..Restriction::not(Color::Black, vec![vertex("C3")])
    };
    let allow = Restriction {
        until_depth: 2,
        ..Restriction::only(Color::White, vec![vertex("A1"), vertex("C3")])
    };
    let lines = lines(&run([avoid, allow].into_iter().collect()));
    assert!(lines.len() > 3);
    let mut answers = Vec::new();
    for line in &lines {
        assert_ne!(line[0], vertex("C3"));
        assert_ne!(line.get(2), Some(&vertex("C3")));
        answers.extend(line.get(1));
    }
    assert!(
        answers
            .iter()
            .all(|mv| [vertex("A1"), vertex("C3")].contains(mv))
    );
    assert!(answers.contains(&vertex("C3")));
}

#[test]
fn the_same_restrictions_in_another_order_keep_the_tree() {
    let game = empty(5);
    let mut search = Search::new(settings(1));
    search.set_game(&game, Color::Black);
    let mut visits = |vertices: [&str; 2]| {
        let moves = vertices.map(|text| parse_move(game.dims(), text).unwrap());
        search
            .run_guided(
                Limits::of_playouts(20),
                Restriction::not(Color::Black, moves.to_vec()).into(),
            )
            .unwrap()
            .visits
    };
    assert_eq!(visits(["C3", "D4"]), 20);
    assert_eq!(visits(["D4", "C3"]), 40);
    assert_eq!(visits(["C3", "D3"]), 20);
}

#[test]
fn of_moves_without_visits_no_owners_are_told() {
    let game = empty(9);
    let mut search = Search::new(settings(1));
    search.set_game(&game, Color::Black);
    let guidance = Guidance {
        ownership_by_move: true,
        ..Guidance::default()
    };
    let moves = search
        .run_guided(Limits::of_playouts(20), guidance)
        .unwrap()
        .moves;
    let (visited, others): (Vec<_>, Vec<_>) = moves.iter().partition(|found| found.visits > 0);
    assert!(!visited.is_empty() && !others.is_empty());
    for (moves, length) in [(visited, 81), (others, 0)] {
        for found in moves {
            assert_eq!(found.ownership.len(), length);
            assert_eq!(found.ownership_stdev.len(), length);
        }
    }
}

#[test]
fn ownership_and_leads_are_counted_for_each_move() {
    // Whoever plays C1 first owns the chains beside it.
    let game = Game::from_diagram(
        "OOOOO
         O.OXX
         OOXX.
         XXX.X
         .X.XX",
    )
    .unwrap();
    for threads in [1, 2] {
        let mut search = Search::new(settings(threads));
        search.set_game(&game, Color::Black);
        let guidance = Guidance {
            ownership_by_move: true,
            ..Guidance::default()
        };
        let report = search
            .run_guided(Limits::of_playouts(20_000), guidance)
            .unwrap();
        let played: u64 = report.moves.iter().map(|found| found.lead_visits).sum();
        let below: u64 = report.moves.iter().map(|found| found.visits).sum();
        assert_eq!(played, below);
        // The first playout makes the root's moves. While another worker waits for a processor to do so, playouts stay at the root.
        assert!((1..report.playouts).contains(&played), "{played}");
        let at_root = report.playouts - played;
        assert!(threads > 1 || at_root == 1, "{at_root}");
        let area = game.dims().area();
        for (index, point) in game.dims().points().enumerate() {
            let weighed = |found: &tengen::search::MoveReport| {
                if found.visits == 0 {
                    return 0.0;
                }
                assert_eq!(found.ownership.len(), area);
                found.lead_visits as f32 * found.ownership[index]
            };
            let sum: f32 = report.moves.iter().map(weighed).sum();
            let whole = report.ownership[index] * report.playouts as f32;
            let missing = (sum - whole).abs();
            assert!(missing < at_root as f32 + 1.0, "{point:?}: {sum} {whole}");
        }
        assert!(report.lead_stdev >= 0.0 && report.lead_stdev < area as f32 * 2.0);
        let best = report.best().unwrap();
        assert_eq!(best.line.len(), best.line_visits.len());
        assert_eq!(best.line_visits[0], best.visits);
    }
}
