//! A whole session: commands of the table, with good and bad arguments, one after the other.
//!
//! After each of them an independent referee has the same game, a refusal has changed nothing, and the reply is one.
//! The same lines through the two streams of a served session get the same replies.

mod referee;
mod requests;

use super::record::assert_reads_back;
use super::state::fingerprint;
use crate::oracle::record::Record;
use referee::{check_refusal, follow};
use requests::{asked, is_repeatable, requests};
use std::path::PathBuf;
use tengen::game::{Game, Rules, sgf};
use tengen::gtp::{Config, Engine, Failure, Reply, run};
use tengen::session;
use tengen::types::Dims;
use tengen::wire::Request;

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

/// Where the seeds of the fuzzers are, for the package of the tests and for that of the fuzzers inside it.
pub fn seeds() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let places = here.ancestors().map(|folder| folder.join("tests/seeds"));
    places
        .into_iter()
        .find(|folder| folder.is_dir())
        .expect("tests/seeds")
}
