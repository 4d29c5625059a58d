//! The requests of a session, drawn from bytes.

use super::seeds;
use crate::checks::Choices;
use std::path::PathBuf;
use tengen::gtp::table;
use tengen::wire::{Line, LineReader, Request};

/// Enough commands to get somewhere.
const MOST_LINES: usize = 60;

/// Judging takes a thousand playouts.
const MOST_JUDGED: usize = 2;

/// The bytes as requests, without those that would write files, or take long.
pub fn requests(bytes: &[u8]) -> Vec<Request> {
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
        "tengen-param" if request.args.len() < 2 => true,
        // Without a value, too, kata-set-param lifts limits.
        "tengen-param" | "kata-set-param" => {
            !first.is_some_and(|name| COSTLY.contains(&name.as_str()))
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

/// The request without its id.
pub fn asked(request: &Request) -> String {
    format!("{} {}", request.name, request.rest)
}

/// Whether replies after it are the same each time: not where a clock is asked, or any input ends the work.
pub fn is_repeatable(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    !["time", "analyze", "cancellable"]
        .iter()
        .any(|part| name.contains(part))
}
