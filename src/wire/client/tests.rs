//! An engine may do anything: it is written as a shell script here.

use super::*;
use crate::temporary::{Directory, TemporaryFile};
use crate::wire::reply::MAX_REPLY;
use nix::sys::signal::kill;
use nix::unistd::Pid;
use proptest::prelude::*;
use std::fs::File;
use std::io::Read;

const LONG: Duration = Duration::from_secs(20);
const SHORT: Duration = Duration::from_millis(100);

fn script(text: &str) -> Client {
    Client::run(Command::new("sh").args(["-c", text])).unwrap()
}

#[test]
fn command_lines_are_split_and_start() {
    let words = Client::split("sh -c 'echo \"= $0\"; echo' 'two words'").unwrap();
    let mut echo = Client::run(Command::new(&words[0]).args(&words[1..])).unwrap();
    assert_eq!(echo.command("x", LONG).unwrap(), "two words");
    for line in ["sh 'x", "  "] {
        let error = Client::split(line).unwrap_err();
        assert!(matches!(error, StartError::BadCommandLine(_)), "{line}");
    }
    let error = Client::run(&mut Command::new("/no/such/engine")).unwrap_err();
    assert!(error.to_string().contains("/no/such/engine"), "{error}");
}

#[test]
fn replies_are_read_whole() {
    let mut engine = script(
        r"while read line; do case $line in
            name) printf '= Test\r\n\r\n';;
            board) printf '=\n   A B\n 2 . .\n\n';;
            id) printf '\n=12 numbered\n\n';;
            no) printf '? because\n\n';;
            empty) printf '=\n\n';;
          esac; done",
    );
    assert_eq!(engine.command("name", LONG).unwrap(), "Test");
    assert_eq!(engine.command("board", LONG).unwrap(), "\n   A B\n 2 . .");
    assert_eq!(engine.command("id", LONG).unwrap(), "numbered");
    let error = engine.command("no", LONG).unwrap_err();
    assert_eq!(error, Trouble::Refusal("because".to_owned()));
    assert_eq!(engine.command("empty", LONG).unwrap(), "");
}

#[test]
fn a_hanging_engine_times_out_and_is_killed() {
    let mut engine = script("exec sleep 1000");
    let start = Instant::now();
    assert!(matches!(
        engine.command("name", SHORT),
        Err(Trouble::Hang(_))
    ));
    assert!(!engine.process.is_running());
    assert!(matches!(
        engine.command("name", LONG),
        Err(Trouble::Ended(_))
    ));
    assert!(start.elapsed() < LONG);
}

#[test]
fn an_engine_that_never_reads_cannot_block_us() {
    let mut engine = script("exec sleep 1000");
    let long = "x".repeat(1 << 20);
    assert!(matches!(
        engine.command(&long, SHORT),
        Err(Trouble::Hang(_))
    ));
}

#[test]
fn a_death_is_told_with_its_last_words() {
    let mut engine = script("read line; echo 'out of stones' >&2; exit 3");
    let error = engine.command("genmove b", LONG).unwrap_err();
    assert!(matches!(error, Trouble::Ended(_)));
    let text = error.to_string();
    assert!(
        text.contains("exit status: 3") && text.contains("out of stones"),
        "{text}"
    );
}

/// Neither its exit nor the end of its errors can be waited for here.
#[test]
fn an_engine_that_only_closes_its_output_takes_no_longer_than_allowed() {
    let mut engine = script("read line; exec >&-; sleep 1000");
    let start = Instant::now();
    let error = engine.command("name", SHORT).unwrap_err();
    let taken = start.elapsed();
    assert!(taken < LONG, "{taken:?}: {error}");
    assert!(error.is_final() && !engine.process.is_running());
}

#[test]
fn what_an_engine_has_started_ends_with_it() {
    let directory = Directory::new("client");
    let pipe = directory.pipe("pipe");
    let started = format!("sleep 60 >'{}'", pipe.display());
    let mut engine = script(&format!("{started} & read line; echo =; echo; wait"));
    assert_eq!(engine.command("name", LONG).unwrap(), "");
    let mut held = File::open(&pipe).unwrap();
    let start = Instant::now();
    drop(engine);
    // Read to its end once nobody holds the other one.
    assert_eq!(held.read_to_end(&mut Vec::new()).unwrap(), 0);
    assert!(start.elapsed() < LONG);
}

#[test]
fn the_last_words_are_several_lines_unless_it_leaves_in_peace() {
    let words = "seq 1 9 >&2; echo >&2; echo 'See --help.' >&2";
    let how = |status: u8| {
        let mut engine = script(&format!("read line; {words}; exit {status}"));
        match engine.command("name", LONG) {
            Err(Trouble::Ended(how)) => how,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(how(2), "exit status: 2: 6 / 7 / 8 / 9 / See --help.");
    assert_eq!(how(0), "exit status: 0");
}

#[test]
fn an_engine_has_ended_though_its_output_is_held_open() {
    let mut engine = script("sleep 1000 & read line; echo why >&2; exit 7");
    let start = Instant::now();
    let error = engine.command("name", 2 * LONG).unwrap_err();
    assert_eq!(error, Trouble::Ended("exit status: 7: why".to_owned()));
    assert!(start.elapsed() < LONG, "{:?}", start.elapsed());
    // What it has started may still have something to say.
    let mut engine = script("(read line; sleep 0.3; printf '= ok\n\n') <&0 & exit 0");
    assert_eq!(engine.command("name", LONG).unwrap(), "ok");
}

#[test]
fn an_engine_with_an_endless_reply_is_killed() {
    let mut engine = script("read line; echo '= D4'");
    assert!(matches!(
        engine.command("genmove b", LONG),
        Err(Trouble::Ended(_))
    ));
}

#[test]
fn nonsense_is_told_apart() {
    let mut engine = script("echo Welcome; cat");
    let error = engine.command("name", LONG).unwrap_err();
    assert_eq!(error, Trouble::Nonsense("Welcome".to_owned()));
}

#[test]
fn a_reply_too_many_is_no_answer_to_the_next_command() {
    let mut engine = script(
        r"while read line; do printf '= %s\n\n' $line
          case $line in komi) printf '\n\n= again\n\n';; esac; done",
    );
    assert_eq!(engine.command("name", LONG).unwrap(), "name");
    assert_eq!(engine.command("komi", LONG).unwrap(), "komi");
    // It may come a little later, but then the replies stay behind.
    let error = (0..1000).find_map(|_| {
        std::thread::sleep(Duration::from_millis(5));
        engine.command("name", LONG).err()
    });
    assert!(matches!(error, Some(Trouble::Unasked { .. })), "{error:?}");
    let gone = engine.command("name", LONG).unwrap_err();
    assert!(matches!(gone, Trouble::Ended(_)), "{gone}");
}

#[test]
fn floods_are_cut() {
    let mut flood = script(&format!("exec yes '= {}'", "x".repeat(10_000)));
    assert!(matches!(
        flood.command("name", LONG),
        Err(Trouble::Nonsense(_))
    ));
    let mut blank = script("exec yes ''");
    assert!(matches!(
        blank.command("name", SHORT),
        Err(Trouble::Hang(_))
    ));
    let mut line = script("exec tr '\\0' x < /dev/zero");
    assert!(matches!(line.command("name", SHORT), Err(Trouble::Hang(_))));
    let mut line = script("head -c 5000000 /dev/zero | tr '\\0' x; echo");
    assert!(matches!(
        line.command("name", LONG),
        Err(Trouble::Nonsense(_))
    ));
}

#[test]
fn standard_error_never_blocks() {
    let mut engine =
        script("head -c 3000000 /dev/zero >&2; while read line; do printf '= ok\n\n'; done");
    assert_eq!(engine.command("name", LONG).unwrap(), "ok");
}

/// Whether there is a process of this number.
fn is_there(number: u32) -> bool {
    kill(Pid::from_raw(number as i32), None).is_ok()
}

#[test]
fn dropping_kills() {
    let start = Instant::now();
    let stubborn = script("trap '' TERM; exec sleep 1000");
    let number = stubborn.process.group.head.id();
    assert!(is_there(number));
    drop(stubborn);
    assert!(!is_there(number));
    assert!(start.elapsed() < LONG / 2);
}

/// What an engine may write, in parts: replies, what only looks like one, and lines longer than any.
fn output() -> impl Strategy<Value = Vec<u8>> {
    let known: &[&[u8]] = &[
        b"=", b"? ", b"=7 ", b"D4", b"\n", b"\n\n", b"\r\n", b" \t", b"\0", b"\x1b[2J", b"\xff",
    ];
    let part = prop_oneof![
        12 => prop::sample::select(known).prop_map(<[u8]>::to_vec),
        2 => prop::collection::vec(any::<u8>(), 0..9),
        1 => (0..pipes::MAX_LINE * 5 / 4).prop_map(|length| vec![b'x'; length]),
    ];
    prop::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
}

/// The first reply in this output, and what comes behind it.
fn first_reply(output: &[u8]) -> (Result<String, Trouble>, &[u8]) {
    let mut rest = output;
    let mut text: Option<(bool, String)> = None;
    while !rest.is_empty() {
        let line;
        (line, rest) = match rest.iter().position(|&byte| byte == b'\n') {
            Some(end) => (&rest[..end], &rest[end + 1..]),
            None => (rest, &rest[..0]),
        };
        let signs = line.iter().copied();
        let line: Vec<u8> = signs
            .filter(|&byte| byte == b'\t' || !byte.is_ascii_control())
            .collect();
        let is_too_long = line.len() > pipes::MAX_LINE;
        let line = String::from_utf8_lossy(&line);
        let shown = line.chars().take(SHOWN).collect();
        text = match text {
            _ if is_too_long => return (Err(Trouble::Nonsense(shown)), rest),
            None if line.trim().is_empty() => None,
            None if line.starts_with(['=', '?']) => {
                let text = line[1..].trim_start_matches(|c: char| c.is_ascii_digit());
                Some((
                    line.starts_with('='),
                    text.trim_start_matches([' ', '\t']).to_owned(),
                ))
            }
            None => return (Err(Trouble::Nonsense(shown)), rest),
            Some((true, text)) if line.trim().is_empty() => {
                return (Ok(text.trim_end().to_owned()), rest);
            }
            Some((false, text)) if line.trim().is_empty() => {
                return (Err(Trouble::Refusal(text.trim_end().to_owned())), rest);
            }
            Some((_, text)) if text.len() + line.len() > MAX_REPLY => {
                return (Err(Trouble::Nonsense("it does not end".to_owned())), rest);
            }
            Some((is_good, text)) => Some((is_good, text + "\n" + &line)),
        };
    }
    (Err(Trouble::Ended("exit status: 0".to_owned())), rest)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_an_engine_writes_the_replies_in_it_are_found(output in output()) {
        let file = TemporaryFile::new("output", &output);
        let mut engine = Client::run(Command::new("cat").arg(file.as_os_str())).unwrap();
        let mut rest = output.as_slice();
        for _ in 0..4 {
            let expected;
            (expected, rest) = first_reply(rest);
            let reply = engine.command("name", LONG);
            // What follows a reply may have come before the next command.
            if let Err(Trouble::Unasked { .. }) = &reply {
                break;
            }
            prop_assert_eq!(&reply, &expected);
            if reply.is_err_and(|trouble| trouble.is_final()) {
                break;
            }
        }
        let next = engine.command("name", LONG);
        prop_assert!(next.is_err() || !rest.is_empty());
    }
}
