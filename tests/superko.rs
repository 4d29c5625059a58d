//! Repetitions of every known kind under every ko rule: in the game, over GTP
//! and in the search.
//!
//! The cycles are the standard ones; see Sensei's Library, "Repeating
//! positions" (<https://senseis.xmp.net/?RepeatingPositions>). The positions
//! are our own and show the mechanism with as few stones as possible.

mod oracle;

use oracle::below;
use rand_pcg::Pcg64;
use tengen::game::{Game, IllegalMove, KoRule, Rules};
use tengen::gtp::{Config, run};
use tengen::search::{Limits, Report, Search, Settings};
use tengen::types::{Color, Dims, Move, format_move, parse_move};

use Color::{Black, White};
use KoRule::{PositionalSuperko, Simple, SituationalSuperko};

const KO_RULES: [KoRule; 3] = [Simple, PositionalSuperko, SituationalSuperko];

/// A sequence whose last move brings back the stones of the start.
struct Cycle {
    diagram: &'static str,
    first: Color,
    moves: &'static str,
    last: &'static str,
    /// Whether the same player is to move as at the start.
    same_turn: bool,
}

const KO: &str = "
    . X O .
    X O . O
    . X O .";

/// Passes lift simple ko.
const KO_AND_PASSES: Cycle = Cycle {
    diagram: KO,
    first: Black,
    moves: "C2 pass pass",
    last: "B2",
    same_turn: true,
};

/// White sends two stones, Black takes them, White takes one back.
const SENDING_TWO_RETURNING_ONE: Cycle = Cycle {
    diagram: "
    . X O . .
    X X O O .
    . O . O .",
    first: White,
    moves: "A1 C1",
    last: "B1",
    same_turn: false,
};

/// Each side in turn sends two stones and takes two.
const ETERNAL_LIFE: Cycle = Cycle {
    diagram: "
    . . . .
    . O X .
    O O X X
    . X . O",
    first: Black,
    moves: "A1 C1 B1",
    last: "D1",
    same_turn: true,
};

/// White holds the first ko and the third, Black the second.
const TRIPLE_KO: Cycle = Cycle {
    diagram: "
    . X O . . X O . . X O .
    X O . O X . X O X O . O
    . X O . . X O . . X O .",
    first: Black,
    moves: "C2 F2 L2 B2 G2",
    last: "K2",
    same_turn: true,
};

/// On a line that is its own world: two stones are taken, then one, then three.
const SIX_MOVES_ON_A_LINE: Cycle = Cycle {
    diagram: ". . . O",
    first: Black,
    moves: "A1 C1 B1 D1 C1",
    last: "D1",
    same_turn: true,
};

/// Black puts two stones into White's eye, and the second kills both.
const SUICIDE: Cycle = Cycle {
    diagram: "
    . . O . .
    O O O . .
    . . O . .",
    first: Black,
    moves: "A1 pass",
    last: "B1",
    same_turn: false,
};

const CYCLES: [&Cycle; 6] = [
    &KO_AND_PASSES,
    &SENDING_TWO_RETURNING_ONE,
    &ETERNAL_LIFE,
    &TRIPLE_KO,
    &SIX_MOVES_ON_A_LINE,
    &SUICIDE,
];

impl Cycle {
    fn start(&self, ko: KoRule) -> Game {
        game(self.diagram, ko, self.first)
    }

    /// The game before the last move.
    fn before_last(&self, ko: KoRule) -> Game {
        let mut game = self.start(ko);
        play(&mut game, self.moves);
        game
    }

    fn is_forbidden(&self, ko: KoRule) -> bool {
        match ko {
            Simple => false,
            PositionalSuperko => true,
            SituationalSuperko => self.same_turn,
        }
    }
}

fn game(diagram: &str, ko: KoRule, to_move: Color) -> Game {
    let mut game = Game::from_diagram(diagram).unwrap();
    game.set_rules(Rules {
        ko,
        suicide: true,
        ..Rules::default()
    });
    game.set_to_move(to_move);
    game
}

fn parse(game: &Game, text: &str) -> Move {
    parse_move(game.dims(), text).unwrap()
}

/// Plays the moves in turn, all of which must be legal.
fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let result = game.play(game.to_move(), parse(game, text));
        assert_eq!(result, Ok(()), "{text} of {moves}");
    }
}

/// What the rules say about a move of the player in turn.
fn verdict(game: &Game, text: &str) -> Result<(), IllegalMove> {
    game.check(game.to_move(), parse(game, text))
}

fn superko(repeats: usize) -> Result<(), IllegalMove> {
    Err(IllegalMove::Superko { repeats })
}

#[test]
fn cycles_in_the_game() {
    for cycle in CYCLES {
        for ko in KO_RULES {
            let mut game = cycle.before_last(ko);
            assert!(!game.no_result());
            if cycle.is_forbidden(ko) {
                assert_eq!(
                    verdict(&game, cycle.last),
                    superko(0),
                    "{ko:?} {}",
                    cycle.diagram
                );
                continue;
            }
            play(&mut game, cycle.last);
            assert_eq!(game.position().hash(), game.start().hash());
            assert_eq!(game.to_move() == cycle.first, cycle.same_turn);
        }
    }
}

#[test]
fn cycles_over_gtp() {
    for cycle in CYCLES {
        for (ko, name) in KO_RULES
            .into_iter()
            .zip(["SIMPLE", "POSITIONAL", "SITUATIONAL"])
        {
            let replies = gtp_session(&gtp_commands(cycle, name));
            let (last, others) = replies.split_last().unwrap();
            assert!(
                others.iter().all(|reply| reply.starts_with('=')),
                "{replies:?}"
            );
            let stones = cycle.diagram.matches(['X', 'O']).count();
            let expected = if cycle.is_forbidden(ko) {
                format!("? illegal move: superko, repeats move {stones}")
            } else {
                "=".to_owned()
            };
            assert_eq!(last.trim(), expected, "{ko:?} {}", cycle.diagram);
        }
    }
}

/// The commands that put down the stones of the start, so that the turn comes to `first`, and play the cycle.
fn gtp_commands(cycle: &Cycle, ko: &str) -> String {
    let game = cycle.start(Simple);
    let dims = game.dims();
    let mut commands = format!(
        "rectangular_boardsize {} {}\nkata-set-rules {{\"ko\":\"{ko}\",\"suicide\":true}}\n",
        dims.width(),
        dims.height()
    );
    for color in [cycle.first, !cycle.first] {
        for point in dims
            .points()
            .filter(|&p| game.board().color_at(p) == Some(color))
        {
            let vertex = format_move(dims, Move::Place(point));
            commands += &format!("play {color} {vertex}\n");
        }
    }
    let mut color = cycle.first;
    for vertex in cycle.moves.split_whitespace().chain([cycle.last]) {
        commands += &format!("play {color} {vertex}\n");
        color = !color;
    }
    commands
}

fn gtp_session(commands: &str) -> Vec<String> {
    let mut output = Vec::new();
    let input = std::io::Cursor::new(commands.to_owned());
    run(Config::default(), input, &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    output.split_terminator("\n\n").map(str::to_owned).collect()
}

#[test]
fn basic_ko_is_forbidden_until_another_move() {
    for ko in KO_RULES {
        let mut game = game(KO, ko, Black);
        play(&mut game, "C2");
        assert_eq!(game.position().captures(Black), 1);
        assert_eq!(verdict(&game, "B2"), Err(IllegalMove::Ko));
        play(&mut game, "D1 A1");
        assert_eq!(verdict(&game, "B2"), Ok(()));
        play(&mut game, "B2");
        assert_eq!(verdict(&game, "C2"), Err(IllegalMove::Ko));
    }
}

/// What situational superko lets pass once it forbids the second time: after
/// the other side's pass, the situation after the first move would come back.
#[test]
fn cycles_with_a_pass_under_situational_superko() {
    for cycle in [&SENDING_TWO_RETURNING_ONE, &SUICIDE] {
        let mut game = cycle.before_last(SituationalSuperko);
        play(&mut game, cycle.last);
        play(&mut game, "pass");
        assert_eq!(verdict(&game, "A1"), superko(1));
    }
}

#[test]
fn long_cycles_under_simple_ko_have_no_result() {
    for cycle in [&ETERNAL_LIFE, &SIX_MOVES_ON_A_LINE] {
        let mut game = cycle.before_last(Simple);
        play(&mut game, cycle.last);
        assert!(game.no_result());
    }
    // The stones are those of the start, but the ko is new; one move later all is as before.
    let mut game = TRIPLE_KO.before_last(Simple);
    play(&mut game, "K2");
    assert!(!game.no_result());
    play(&mut game, "C2");
    assert!(game.no_result());
}

/// The number in the error is that of the first move whose position would come back.
#[test]
fn the_error_names_the_move() {
    let mut game = game(TRIPLE_KO.diagram, PositionalSuperko, Black);
    play(&mut game, "A1 M1 pass pass C2 F2 L2 B2 G2");
    let error = verdict(&game, "K2").unwrap_err();
    assert_eq!(error.to_string(), "illegal move: superko, repeats move 2");
}

/// A server's word counts: the repetition is recorded, and taken back like any move.
#[test]
fn an_accepted_repetition_is_recorded() {
    let mut game = TRIPLE_KO.before_last(PositionalSuperko);
    let before = game.position().hash();
    let retake = parse(&game, "K2");
    assert!(game.play(White, retake).is_err());
    assert_eq!(game.moves().len(), 5);
    assert_eq!(game.play_accepting_repetition(White, retake), Ok(()));
    assert_eq!(game.position().hash(), game.start().hash());
    assert_eq!(verdict(&game, "C2"), superko(1));
    assert!(game.undo());
    assert_eq!(game.position().hash(), before);
    assert_eq!(verdict(&game, "K2"), superko(0));
}

fn search(game: &Game, playouts: u64, threads: usize) -> Report {
    let mut search = Search::new(Settings {
        threads,
        memory_mb: 16,
        ..Settings::default()
    });
    search.set_game(game, game.to_move());
    search.start(Limits::of_playouts(playouts));
    search.wait();
    search.report().unwrap()
}

#[test]
fn the_search_does_not_consider_a_repetition() {
    for cycle in CYCLES {
        for ko in KO_RULES.into_iter().filter(|&ko| cycle.is_forbidden(ko)) {
            let game = cycle.before_last(ko);
            let report = search(&game, 200, 1);
            assert_eq!(report.find(parse(&game, cycle.last)), None);
        }
    }
}

/// One move before: without superko the search expects the retake that
/// completes the triple ko as White's answer; with it, never.
#[test]
fn the_search_does_not_expect_a_repetition() {
    for ko in KO_RULES {
        let mut game = TRIPLE_KO.start(ko);
        play(&mut game, "C2 F2 L2 B2");
        let report = search(&game, 5000, 1);
        let line = &report.find(parse(&game, "G2")).unwrap().line;
        let retakes = line.get(1) == Some(&parse(&game, "K2"));
        assert_eq!(retakes, ko == Simple, "{ko:?} {line:?}");
    }
}

#[test]
fn every_line_of_the_search_is_legal() {
    let mut random = Pcg64::new(1, 3);
    let mut restrained = 0;
    for ko in [PositionalSuperko, SituationalSuperko] {
        for (width, height) in [(1, 4), (1, 7), (2, 2), (2, 3), (3, 3), (5, 2), (4, 4)] {
            let dims = Dims::new(width, height).unwrap();
            for _ in 0..40 {
                let game = random_game(dims, ko, &mut random);
                let threads = 1 + below(&mut random, 2);
                restrained += replay_lines(&game, &search(&game, 500, threads));
            }
        }
    }
    assert!(restrained > 300, "{restrained}");
}

/// Random moves from an empty board.
fn random_game(dims: Dims, ko: KoRule, random: &mut Pcg64) -> Game {
    let rules = Rules {
        ko,
        ..Rules::default()
    };
    let mut game = Game::new(dims, rules, 0.5);
    let points: Vec<_> = dims.points().collect();
    for _ in 0..below(random, 4 * dims.area()) {
        let point = points[below(random, points.len())];
        // An illegal choice leaves the turn where it was.
        let _ = game.play(game.to_move(), Move::Place(point));
    }
    game
}

/// Replays every line of the report; tells before how many of its moves superko forbade something.
fn replay_lines(game: &Game, report: &Report) -> usize {
    let mut restrained = 0;
    for candidate in &report.moves {
        let mut game = game.clone();
        for &mv in &candidate.line {
            restrained += usize::from(is_restrained(&game));
            let result = game.play(game.to_move(), mv);
            assert_eq!(result, Ok(()), "{mv:?} of {:?}", candidate.line);
        }
    }
    restrained
}

fn is_restrained(game: &Game) -> bool {
    let color = game.to_move();
    let forbidden = |p| matches!(game.check(color, p), Err(IllegalMove::Superko { .. }));
    game.dims().points().any(|p| forbidden(Move::Place(p)))
}
