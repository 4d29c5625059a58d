//! Every move that the search considers is legal, and every legal one is considered: superko, suicide and long cycles included.

mod cycles;
mod kept_tree;
mod superko;

use super::*;
use crate::game::TRIPLE_KO;
use crate::search::driver::broken::Broken;
use crate::search::driver::method::{Sharing, Worker as _};
use crate::search::puct::tracked_descent::TrackedDescent;
use crate::types::{Point, parse_move};
use rand_core::Rng;
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

fn is_suicide(game: &Game, mv: Move) -> bool {
    mv.point()
        .is_some_and(|point| game.board().is_suicide(game.to_move(), point))
}

/// Positions in which White moves and superko matters soon, with the rules to try: every known kind of repetition.
fn repetitions() -> Vec<(Game, &'static str)> {
    let one_ko = ". X O .
                  X . X O
                  . X O .
                  . . . .";
    let two_kos = ". X O . . X O .
                   X . X O X . X O
                   . X O . . X O .";
    let send_two_return_one = ". O O X .
                               O O X X X
                               X X X . .";
    // Each side in turn sends two stones and takes two.
    let eternal_life = ". . . .
                        . X O .
                        X X O O
                        . O . X";
    // Two stones are taken, then one, then three.
    let line = ". . . X";
    let black_eye = ". . X . .
                     X X X . .
                     . . X . .";
    let positions = [
        (one_ko, "cgos", ""),
        (two_kos, "cgos", ""),
        (two_kos, "aga", ""),
        (send_two_return_one, "cgos", ""),
        (send_two_return_one, "aga", ""),
        (TRIPLE_KO, "cgos", ""),
        (TRIPLE_KO, "aga", ""),
        (eternal_life, "cgos", ""),
        (eternal_life, "aga", ""),
        (line, "cgos", ""),
        (line, "aga", ""),
        (black_eye, "tromp-taylor", "A1 pass"),
        (black_eye, "new-zealand", "A1 pass B1 pass"),
    ];
    let game = |(diagram, rules, moves): (_, _, &str)| {
        let mut game = Game::from_diagram(diagram).unwrap();
        game.set_rules(Rules::preset(rules).unwrap());
        game.set_to_move(Color::White);
        for vertex in moves.split_whitespace() {
            let mv = parse_move(game.dims(), vertex).unwrap();
            game.play(game.to_move(), mv).unwrap();
        }
        (game, rules)
    };
    positions.into_iter().map(game).collect()
}

fn search_of(game: &Game, params: Params) -> SizedSearch<Puct<Double>, 128, 2> {
    let method = Puct::new(Arc::new(Double), params.clone(), 64_000_000);
    let settings = Settings {
        params,
        memory_mb: 64,
        ..Settings::default()
    };
    SizedSearch::new(method, game, Stance::plain(game.to_move()), &settings)
}

/// A game of random moves, suicides among them.
fn random_game(dims: Dims, rules: Rules, moves: usize, seed: u64) -> Game {
    let mut game = Game::new(dims, rules, 0.5);
    let mut random = Pcg64Mcg::new(seed.into());
    let points: Vec<Point> = dims.points().collect();
    for _ in 0..moves {
        let point = points[random.next_u32() as usize % points.len()];
        // What is not legal is left out.
        let _ = game.play(game.to_move(), Move::Place(point));
    }
    game
}

/// What the record allows the player to move.
fn legal_moves(game: &Game) -> HashSet<Move> {
    let moves = game.dims().moves();
    let is_legal = |&mv: &Move| game.check(game.to_move(), mv).is_ok();
    moves.filter(is_legal).collect()
}

/// Searches a position and replays every descent, whose moves the record must allow; shows the game there to `look`.
fn replay_descents<O: Oracle>(
    game: &mut Game,
    oracle: Arc<O>,
    count: usize,
    look: impl FnMut(&Game),
) -> Puct<O> {
    replay_descents_guided(&Guidance::default(), game, oracle, count, look)
}

fn replay_descents_guided<O: Oracle>(
    guidance: &Guidance,
    game: &mut Game,
    oracle: Arc<O>,
    count: usize,
    mut look: impl FnMut(&Game),
) -> Puct<O> {
    let root = Root::<128, 2>::new(game, Stance::plain(game.to_move()));
    let puct = Puct::new(oracle, Params::default(), 64_000_000);
    let task = Task {
        root: &root,
        sharing: Sharing::Alone,
        guidance,
        limits: &Limits::default(),
        halted: &AtomicBool::new(false),
        broken: &Broken::default(),
    };
    let mut worker = puct.worker(&task, Pcg64Mcg::new(1));
    for _ in 0..count {
        worker.visit();
        let moves = &worker.tracked.descent.moves;
        for &mv in moves {
            if let Err(error) = game.play(game.to_move(), mv) {
                panic!("{moves:?}: {error}");
            }
        }
        look(game);
        for _ in moves {
            game.undo();
        }
    }
    drop(worker);
    puct
}

/// The record allows every line that is reported.
fn check_lines(puct: &Puct<Double>, game: &mut Game) {
    let root = Root::<128, 2>::new(game, Stance::plain(game.to_move()));
    for found in puct.report(&root).moves {
        for (played, &mv) in found.line.iter().enumerate() {
            assert!(played == 0 || !game.no_result(), "{:?}", found.line);
            if let Err(error) = game.play(game.to_move(), mv) {
                panic!("{:?} at {played}: {error}", found.line);
            }
        }
        for _ in &found.line {
            game.undo();
        }
    }
}
