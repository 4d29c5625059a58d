//! The program itself over pipes: whole games, its clock watched from outside,
//! odd input, and the ends of a session.

mod process;
mod temporary;

use process::{Engine, LIMIT, first_lines, in_time, run, session, tengen, wait};
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};
use temporary::Directory;
use tengen::game::{Game, Rules};
use tengen::time::TimeSystem;
use tengen::tools::matches::clock::Clock;
use tengen::types::{Dims, parse_move};
use tengen::wire::Client;

fn replies(options: &str, input: impl Into<Vec<u8>>) -> String {
    let output = session(options, input);
    assert!(output.status.success());
    let errors = process::errors(&output);
    assert_eq!(errors, "GTP ready, beginning main protocol loop\n");
    process::text(&output.stdout)
}

struct Players {
    engines: [Client; 2],
    game: Game,
}

impl Players {
    fn new(options: [&str; 2], setup: &[&str], dims: Dims, rules: Rules) -> Players {
        let mut engines = options.map(|options| Client::run(&mut tengen(options)).unwrap());
        for engine in &mut engines {
            for line in setup {
                engine.command(line, LIMIT).unwrap();
            }
        }
        Players {
            engines,
            game: Game::new(dims, rules, 7.5),
        }
    }

    /// One move, checked by our own record and told to the other; how long it took. False when the game is over.
    fn step(&mut self) -> (bool, Duration) {
        let color = self.game.to_move();
        let [mover, other] = [color.index(), color.opponent().index()];
        let begin = Instant::now();
        let reply = self.engines[mover]
            .command(&format!("genmove {color}"), LIMIT)
            .unwrap();
        let taken = begin.elapsed();
        if reply == "resign" {
            return (false, taken);
        }
        let mv = parse_move(self.game.dims(), &reply).expect("a vertex or a pass");
        self.game
            .play(color, mv)
            .unwrap_or_else(|error| panic!("{reply}: {error}"));
        self.engines[other]
            .command(&format!("play {color} {reply}"), LIMIT)
            .unwrap();
        let long = self.game.moves().len() > 3 * self.game.dims().area();
        (!self.game.is_over() && !long, taken)
    }

    fn play(mut self) -> [Client; 2] {
        while self.step().0 {}
        assert!(
            self.game.moves().len() <= 3 * self.game.dims().area(),
            "a game without end"
        );
        self.engines
    }
}

fn dims(width: usize, height: usize) -> Dims {
    Dims::new(width, height).unwrap()
}

#[test]
fn whole_games() {
    for (width, height, rules) in [
        (7, 7, "tromp-taylor"),
        (5, 8, "japanese"),
        (1, 1, "cgos"),
        (2, 2, "aga"),
        (9, 9, "chinese"),
    ] {
        let size = format!("boardsize {width} {height}");
        let named = format!("kata-set-rules {rules}");
        let setup = [size.as_str(), "clear_board", "komi 7.5", named.as_str()];
        let options = [
            "--playouts 40 --seed 1 --threads 1",
            "--playouts 40 --seed 2 --threads 2",
        ];
        let players = Players::new(
            options,
            &setup,
            dims(width, height),
            Rules::preset(rules).unwrap(),
        );
        let scores = players.play().map(|mut engine| {
            engine.command("final_status_list dead", LIMIT).unwrap();
            engine.command("final_score", LIMIT).unwrap()
        });
        for score in &scores {
            assert!(
                score == "0" || score.starts_with("B+") || score.starts_with("W+"),
                "{score}"
            );
        }
    }
}

/// How long programs have been kept waiting for a processor, as seen by one that hardly needs any: the clocks of a game
/// go on meanwhile, and no player can help it.
struct Stalls(Arc<AtomicU64>);

impl Stalls {
    /// A moment that is due.
    const NAP: Duration = Duration::from_millis(2);
    /// What wakes up no later than this was not kept waiting.
    const USUAL: Duration = Duration::from_millis(5);

    fn watch() -> Stalls {
        let micros = Arc::new(AtomicU64::new(0));
        let shared = Arc::downgrade(&micros);
        thread::spawn(move || while Stalls::note(&shared).is_some() {});
        Stalls(micros)
    }

    /// Sleeps a moment and notes how late that ended; `None` once nobody wants to know.
    fn note(shared: &Weak<AtomicU64>) -> Option<()> {
        let begin = Instant::now();
        thread::sleep(Stalls::NAP);
        let late = begin.elapsed().saturating_sub(Stalls::NAP);
        let total = shared.upgrade()?;
        if late > Stalls::USUAL {
            total.fetch_add(late.as_micros() as u64, Ordering::Relaxed);
        }
        Some(())
    }

    fn total(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::Relaxed))
    }
}

/// A game on two clocks that are kept from outside, given as the words of `kata-time_settings`.
fn timed_game(settings: &str, system: &str, side: usize) {
    let size = format!("boardsize {side}");
    let setup = [size.as_str(), settings];
    let mut players = Players::new(
        ["--threads 1"; 2],
        &setup,
        dims(side, side),
        Rules::default(),
    );
    let system = TimeSystem::parse_kata(&mut system.split(' ')).unwrap();
    let mut clocks = [(); 2].map(|()| Clock::new(system).unwrap());
    let stalls = Stalls::watch();
    loop {
        let color = players.game.to_move();
        let before = stalls.total();
        let (goes_on, taken) = players.step();
        let stalled = stalls.total() - before;
        let number = players.game.moves().len();
        assert!(
            clocks[color.index()].charge(taken.saturating_sub(stalled)),
            "{settings}: move {number} took {taken:?}, {stalled:?} of it without a processor"
        );
        if !goes_on {
            return;
        }
    }
}

#[test]
fn blitz_is_never_lost_on_time() {
    timed_game("time_settings 2 0 0", "absolute 2", 7);
    timed_game("kgs-time_settings byoyomi 1 0.4 2", "byoyomi 1 0.4 2", 5);
    timed_game("time_settings 0 2 10", "canadian 0 2 10", 7);
}

#[test]
#[ignore = "takes some minutes"]
fn twenty_blitz_games() {
    for number in 0..20 {
        match number % 3 {
            0 => timed_game("time_settings 5 0 0", "absolute 5", 9),
            1 => timed_game("kgs-time_settings byoyomi 3 1 5", "byoyomi 3 1 5", 9),
            _ => timed_game("time_settings 0 5 10", "canadian 0 5 10", 9),
        }
    }
}

#[test]
fn odd_bytes_and_line_ends() {
    let input = b"\xef\xbb\xbf1 name\r\n\r\n  2\tversion \r\n# comment\r\n3 pro\x07tocol_\x00version\r\n4 play b \xff\xfe\r\n5 name";
    let text = replies("", input);
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!("=1 Tengen\n\n=2 {version}\n\n=3 2\n\n?4 syntax error: ");
    assert!(text.starts_with(&expected), "{text}");
    assert!(text.ends_with("=5 Tengen\n\n"), "{text}");
    let long = format!("1 play b {}\n2 name\n", "x".repeat(1 << 20));
    assert_eq!(
        replies("", long),
        "?1 syntax error: the line is longer than 65536 bytes\n\n=2 Tengen\n\n"
    );
}

#[test]
fn the_end_of_input_ends_the_program_after_its_answers() {
    assert_eq!(replies("", ""), "");
    assert_eq!(replies("", "quit\nname\n"), "= \n\n");
    let text = replies("--time 0.3 --size 9", "genmove b\n1 genmove w\n2 last_move");
    assert_eq!(text.matches("\n\n").count(), 3, "{text}");
    assert!(text.contains("\n\n=2 white "), "{text}");
}

#[test]
fn an_interrupt_answers_before_the_time_is_over() {
    let mut engine = Engine::start(&mut tengen("--time 1000 --size 9"));
    engine.send("kata-genmove_analyze b 10\n");
    while !engine.line().starts_with("info ") {}
    engine.send("# interrupt\n");
    assert!(engine.reply().contains("play "));
    // It may come before the thinking has begun, too.
    engine.send("genmove w\n# interrupt\n");
    assert!(engine.reply().starts_with("= "));
    // What has not been read is not told as if it had been.
    engine.send("boardsize 19\nplay b K10\n");
    for question in ["dragon_status K10", "dragon_status", "owl_attack K10"] {
        engine.send(format!("{question}\n# interrupt\n"));
    }
    let replies: Vec<String> = (0..5).map(|_| engine.reply()).collect();
    let refusal = "? interrupted before that was found out";
    assert!(
        replies[2..].iter().all(|reply| reply.trim_end() == refusal),
        "{replies:?}"
    );
    engine.input = None;
    assert!(engine.end().success());
}

#[test]
fn a_client_that_is_gone_is_no_trouble() {
    let mut child = tengen("--playouts 10 --size 5").spawn().unwrap();
    drop(child.stdout.take());
    drop(child.stderr.take());
    let mut input = child.stdin.take().unwrap();
    in_time(move || {
        for _ in 0..100 {
            if input.write_all(b"genmove b\n").is_err() {
                break;
            }
        }
    });
    assert!(wait(&mut child).success());
}

/// An analysis that goes before a move tells the engine that nobody reads it any more; the move need not be found then.
#[test]
fn no_move_is_found_for_a_client_that_is_gone() {
    for command in ["kata-genmove_analyze b 10", "kata-search_analyze b 10"] {
        let mut child = tengen("--time 300 --size 5").spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(format!("{command}\n").as_bytes()).unwrap();
        // The output is closed with its second line.
        let lines = first_lines(&mut child, 2);
        assert!(lines[1].starts_with("info "), "{lines:?}");
        drop(input);
        assert!(wait(&mut child).success(), "{command}");
    }
}

/// Nothing is written while a plain move is looked for.
#[cfg(unix)]
#[test]
fn a_search_ends_with_the_client_that_wanted_it() {
    let mut child = tengen("--playouts 1000000000 --size 9").spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"name\ngenmove b\n").unwrap();
    // The output is closed with its second line, and then the input.
    assert_eq!(first_lines(&mut child, 2), ["= Tengen", ""]);
    drop(input);
    assert!(wait(&mut child).success());
}

#[test]
fn a_log_keeps_the_stream() {
    let directory = Directory::new("log");
    let mut command = tengen("");
    command.args(["--log", &directory.path("a log.txt")]);
    let long = "x".repeat(1 << 17);
    let input = format!("1 name # why?\nplay b\nshowboard\n# interrupt\n7 {long}\n");
    assert!(run(&mut command, input).status.success());
    assert!(run(&mut command, "name\n").status.success());
    let log = directory.read("a log.txt");
    let lines: Vec<[&str; 3]> = log
        .lines()
        .map(|line| {
            let mut words = line.splitn(3, ' ');
            ["time", "process", "rest"].map(|column| words.next().expect(column))
        })
        .collect();
    assert!(
        lines
            .iter()
            .all(|[time, ..]| time.len() == "2026-11-20T14:50:03.125Z".len()),
        "{log}"
    );
    let begun: Vec<&str> = lines
        .iter()
        .filter_map(|[_, process, rest]| rest.starts_with("# Tengen ").then_some(*process))
        .collect();
    assert!(begun.len() == 2 && begun[0] != begun[1], "{log}");
    let rests: Vec<&str> = lines.iter().map(|[_, _, rest]| *rest).collect();
    assert_eq!(rests[1..4], ["> 1 name # why?", "< =1 Tengen", "> play b"]);
    let text = rests.join("\n");
    assert!(text.contains("\n< 19 . . ."), "{log}");
    let end = "\n> # interrupt\n> 7 (a line that is too long)\n< ?7 ";
    assert!(text.contains(end), "{log}");
    let refused = session("--log /no/such/folder/log", "name\n");
    assert!(!refused.status.success());
    assert!(refused.stdout.is_empty());
    assert!(process::errors(&refused).contains("/no/such/folder/log"));
}
