//! A whole session: commands of the table, with good and bad arguments, one after the other.
//!
//! After each of them an independent referee has the same game, a refusal has changed nothing, and the reply is one.
//! The same lines through the two streams of a served session get the same replies.

use super::Choices;
use super::record::assert_reads_back;
use super::state::fingerprint;
use crate::oracle::number;
use crate::oracle::record::{Record, Verdict, compare, compare_position};
use std::path::PathBuf;
use tengen::game::{Game, IllegalMove, Rules, sgf};
use tengen::gtp::{Config, Engine, Failure, Reply, run, table};
use tengen::session;
use tengen::types::{Color, Dims, Move, parse_move};
use tengen::wire::{Line, LineReader, Request};

/// Enough commands to get somewhere.
const MOST_LINES: usize = 60;
/// Judging takes a thousand playouts.
const MOST_JUDGED: usize = 2;
/// On larger boards the referee looks at the position alone, not at every move.
const SMALL: usize = 36;
/// The longest text of a refusal.
const LONGEST_REFUSAL: usize = 400;

/// A small and quick session, the same each time.
pub fn config() -> Config {
    let dims = Dims::square(5).expect("5 is a board size");
    let session = session::Config {
        playouts: Some(2),
        memory_mb: 1,
        seed: Some(1),
        ..session::Config::default()
    };
    Config {
        game: Game::new(dims, Rules::default(), 7.5),
        ..session.into()
    }
}

/// Plays a session that the bytes describe.
pub fn check(bytes: &[u8]) {
    let requests = requests(bytes);
    let mut engine = Engine::new(config());
    let mut referee = Record::of(engine.session().game());
    let mut replies = Vec::new();
    let mut before = fingerprint(&mut engine);
    for request in &requests {
        let accepts = accepts_repetition(&mut engine);
        let reply = engine.execute(request);
        let context = || format!("'{}' after {:?}", request.raw, texts(&requests));
        check_reply(&reply, &context());
        let state = fingerprint(&mut engine);
        match &reply {
            Err(failure) => {
                assert_eq!(state, before, "refused: {}", context());
                check_refusal(
                    engine.session().game(),
                    &referee,
                    request,
                    failure,
                    accepts,
                    &context(),
                );
            }
            Ok(_) => follow(
                &mut referee,
                engine.session().game(),
                request,
                accepts,
                &context(),
            ),
        }
        before = state;
        replies.push(reply);
        if engine.has_quit() {
            break;
        }
    }
    check_record(&mut engine);
    check_served(&requests[..replies.len()], &replies);
}

fn texts(requests: &[Request]) -> Vec<&str> {
    requests
        .iter()
        .map(|request| request.raw.as_str())
        .collect()
}

fn accepts_repetition(engine: &mut Engine) -> bool {
    engine.execute_line("tengen-param accept_repetition") == Ok("1".to_owned())
}

/// A reply has the form that every reply has, and no fault of Tengen's own is in it.
pub fn check_reply(reply: &Reply, context: &str) {
    match reply {
        Ok(text) => assert!(
            !text.contains('\r') && !text.contains("\n\n"),
            "{text:?} to {context}"
        ),
        Err(Failure::Internal(reason)) => panic!("{reason} at {context}"),
        Err(failure) => {
            let text = failure.to_string();
            let is_fine = !text.is_empty() && !text.contains('\n') && text.len() < LONGEST_REFUSAL;
            assert!(is_fine, "{text:?} to {context}");
        }
    }
}

/// A move that the rules are said to forbid is one that the referee forbids, for the same reason.
fn check_refusal(
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
fn follow(referee: &mut Record, game: &Game, request: &Request, accepts: bool, context: &str) {
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

/// The record of the session is that of its game.
fn check_record(engine: &mut Engine) {
    if engine.session().game().is_over() {
        return;
    }
    let text = engine.execute_line("printsgf").expect("a record");
    let loaded = sgf::load(text.as_bytes(), None).expect("a record that can be read");
    assert_eq!(
        loaded.game.moves(),
        engine.session().game().moves(),
        "{text}"
    );
    assert_eq!(
        loaded.game.board().hash(),
        engine.session().game().board().hash(),
        "{text}"
    );
    assert_eq!(loaded.rules.as_ref(), Some(engine.session().game().rules()));
    assert_reads_back(&loaded.game, &loaded.info, &loaded.notes);
}

/// Sends the same requests through two streams: each gets one reply, with its id.
fn check_served(requests: &[Request], replies: &[Reply]) {
    let lines = requests.iter().enumerate();
    let sent: String = lines
        .map(|(id, request)| format!("{id} {}\n", asked(request)))
        .collect();
    let mut received = Vec::new();
    run(config(), std::io::Cursor::new(sent.clone()), &mut received)
        .expect("memory can be written");
    let received = String::from_utf8(received).expect("replies are text");
    let parts: Vec<&str> = received.split_terminator("\n\n").collect();
    assert_eq!(parts.len(), replies.len(), "{sent}{received}");
    let repeats = requests.iter().all(|request| is_repeatable(&request.name));
    for (id, (reply, part)) in replies.iter().zip(parts).enumerate() {
        let mark = if reply.is_ok() { '=' } else { '?' };
        let head = format!("{mark}{id} ");
        assert!(part.starts_with(&head), "{part:?} to {id} of {sent}");
        if repeats {
            let expected = match reply {
                Ok(text) => tengen::wire::success(Some(&id.to_string()), text),
                Err(failure) => tengen::wire::failure(Some(&id.to_string()), &failure.to_string()),
            };
            assert_eq!(format!("{part}\n\n"), expected, "{sent}");
        }
    }
}

/// The request without its id.
fn asked(request: &Request) -> String {
    format!("{} {}", request.name, request.rest)
}

/// Whether replies after it are the same each time: not where a clock is asked, or any input ends the work.
fn is_repeatable(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    !["time", "analyze", "cancellable"]
        .iter()
        .any(|part| name.contains(part))
}

/// The bytes as requests, without those that would write files, or take long.
fn requests(bytes: &[u8]) -> Vec<Request> {
    let stream = stream(&mut Choices(bytes));
    let mut lines = LineReader::new(stream.as_slice());
    let mut requests = Vec::new();
    let mut judged = 0;
    while requests.len() < MOST_LINES {
        match lines.next_line().expect("memory can be read") {
            Line::End => break,
            Line::Request(request) if is_harmless(&request) => {
                judged += usize::from(is_judging(&request.name));
                if !is_judging(&request.name) || judged <= MOST_JUDGED {
                    requests.push(request);
                }
            }
            _ => {}
        }
    }
    requests
}

/// Settings that make a session slow, or large, or write beside its replies.
const COSTLY: [&str; 10] = [
    "threads",
    "memory",
    "playouts",
    "time",
    "ponder",
    "live_graphics",
    "maxplayouts",
    "maxvisits",
    "maxtime",
    "numsearchthreads",
];

fn is_harmless(request: &Request) -> bool {
    let first = request.args.first().map(|word| word.to_ascii_lowercase());
    match request.name.to_ascii_lowercase().as_str() {
        "printsgf" => request.rest.is_empty(),
        "savesgf" => false,
        "tengen-param" | "kata-set-param" => {
            request.args.len() < 2 || !first.is_some_and(|name| COSTLY.contains(&name.as_str()))
        }
        _ => true,
    }
}

fn is_judging(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["score", "status", "printsgf", "territory"]
        .iter()
        .any(|part| name.contains(part))
}

/// Lines that bring a game on.
const USUAL: &[&str] = &[
    "undo",
    "gg-undo 2",
    "genmove b",
    "genmove w",
    "reg_genmove b",
    "play b pass",
    "play w pass",
    "clear_board",
    "boardsize 2",
    "boardsize 3",
    "boardsize 4",
    "boardsize 7",
    "boardsize 13",
    "boardsize 3 2",
    "boardsize 1 6",
    "kata-set-rules tromp-taylor",
    "kata-set-rules japanese",
    "kata-set-rules aga",
    "kata-set-rules chinese",
    "kata-set-rule ko SITUATIONAL",
    "kata-set-rule suicide true",
    "tengen-param accept_repetition 1",
    "tengen-param accept_repetition 0",
    "fixed_handicap 4",
    "gogui-setup b A1 w B2",
    "gogui-setup e A1 e B2",
    "gogui-setup_player w",
    "time_settings 10 5 3",
    "kgs-time_settings byoyomi 10 5 3",
];

/// Words to try as arguments, good and bad.
const WORDS: &[&str] = &[
    "b",
    "w",
    "BLACK",
    "white",
    "e",
    "green",
    "pass",
    "resign",
    "A1",
    "b2",
    "C3",
    "d4",
    "E5",
    "J9",
    "I5",
    "Z26",
    "A0",
    "A01",
    "1A",
    "A1B",
    "0",
    "1",
    "2",
    "3",
    "5",
    "7.5",
    "7,5",
    "0.25",
    "-1",
    "+1",
    "26",
    "1000",
    "99999999999999999999",
    "1e400",
    "nan",
    "-inf",
    "true",
    "false",
    "1.5",
    "japanese",
    "tromp-taylor",
    "aga-button",
    "ko",
    "scoring",
    "suicide",
    "SIMPLE",
    "AREA",
    "{\"ko\":\"SIMPLE\"}",
    "{\"ko\":7}",
    "{",
    "alive",
    "dead",
    "seki",
    "dame",
    "black_territory",
    "none",
    "absolute",
    "byoyomi",
    "canadian",
    "fischer",
    "fischer-capped",
    "avoid",
    "allow",
    "A1,B2",
    "interval",
    "minmoves",
    "maxmoves",
    "ownership",
    "pvVisits",
    "movesOwnership",
    "movesOwnershipStdev",
    "noResultValue",
    "winrate",
    "prior",
    "level",
    "resign",
    "exploration",
    "accept_repetition",
    "sgf_comments",
    "lag",
    "genmove",
    "no_such_command",
    "/",
    "no/such/file.sgf",
    "\u{56f2}\u{7881}",
    "%s%n",
];

/// Lines as a client might send them.
fn stream(choices: &mut Choices) -> Vec<u8> {
    let commands: Vec<&str> = table::commands().map(|command| command.name).collect();
    let mut stream = Vec::new();
    let mut turn = 0;
    while !choices.is_empty() {
        match choices.below(8) {
            0..4 => {
                let color = ["b", "w"][turn % 2];
                turn += 1;
                stream.extend(format!("play {color} {}", vertex(choices)).bytes());
            }
            4 => stream.extend(choices.pick(USUAL).bytes()),
            5 | 6 => {
                let name = choices.pick(&commands);
                stream.extend(name.bytes());
                if name == "loadsgf" && !choices.byte().is_multiple_of(4) {
                    stream.extend(format!(" {}", a_record(choices)).bytes());
                }
                for _ in 0..choices.below(5) {
                    let word = match choices.below(3) {
                        0 => vertex(choices),
                        _ => choices.pick(WORDS).to_owned(),
                    };
                    stream.extend(format!(" {word}").bytes());
                }
            }
            _ => {
                let length = choices.below(32);
                stream.extend(choices.raw(length));
                // The turn may have been meant to change, or not.
                turn += length % 2;
            }
        }
        stream.push(b'\n');
    }
    stream
}

/// Mostly on the small boards, where things happen.
fn vertex(choices: &mut Choices) -> String {
    let number = choices.below(256);
    let row = 1 + number / 8 % 8;
    format!("{}{row}", char::from(b"ABCDEFGH"[number % 8]))
}

/// The name of a record that comes with the tests.
fn a_record(choices: &mut Choices) -> String {
    let folder = seeds().join("record");
    let mut names: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder of records")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    names.sort();
    names[choices.below(names.len())].display().to_string()
}

/// Where the seeds of the fuzzers are, for the package of the tests and for that of the fuzzers inside it.
pub fn seeds() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let places = here.ancestors().map(|folder| folder.join("tests/seeds"));
    places
        .into_iter()
        .find(|folder| folder.is_dir())
        .expect("tests/seeds")
}
