use super::*;
use crate::temporary::Directory;
use crate::tools::matches::ending::Ending;
use crate::tools::matches::game_json::tests::{game, options};
use crate::tools::matches::{Opening, standings};
use crate::types::Color;
use proptest::prelude::*;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

/// What comes of opening a file of results that has been closed just now. A process that another test is starting has all that
/// is open here, and with it the lock, until it runs its own program.
pub fn reopened<T>(open: impl Fn() -> Result<T, MatchError>) -> Result<T, MatchError> {
    let start = Instant::now();
    loop {
        match open() {
            Err(MatchError::InUse(_)) if start.elapsed() < Duration::from_secs(20) => {
                thread::sleep(Duration::from_millis(1));
            }
            opened => return opened,
        }
    }
}

#[test]
fn an_interrupted_file_is_read_on() {
    let directory = Directory::new("resume");
    let path = directory.join("results.jsonl");
    let mut options = options();
    options.results = Some(path.clone());
    let games = [
        game(2, [1, 0], Ending::Resigned(Color::Black)),
        game(1, [0, 1], Ending::NoResult),
    ];
    let (mut ledger, earlier) = Ledger::open(&options).unwrap();
    assert!(earlier.is_empty());
    for game in &games {
        ledger.write(&options, game).unwrap();
    }
    drop(ledger);
    let error = Ledger::open(&options).map(drop).unwrap_err().to_string();
    assert!(
        error.contains("give another file for the results"),
        "{error}"
    );

    // The power failed in the middle of a line.
    let mut text = fs::read(&path).unwrap();
    text.extend(b"{\"game\": 3, \"opening\": \"Jos\xc3");
    fs::write(&path, text).unwrap();
    options.resume = true;
    let (mut ledger, earlier) = reopened(|| Ledger::open(&options)).unwrap();
    assert_eq!(earlier, games);
    assert_eq!(standings::between(&earlier, 0, 1).wins, 1);
    let third = game(3, [0, 1], Ending::Resigned(Color::White));
    ledger.write(&options, &third).unwrap();
    drop(ledger);
    let (_, earlier) = reopened(|| Ledger::open(&options)).unwrap();
    assert_eq!(earlier[2], third);

    // More games are the same match, another board is not.
    options.games = 100;
    assert!(reopened(|| Ledger::open(&options)).is_ok());
    options.conditions.komi = 0.5;
    let opened = reopened(|| Ledger::open(&options));
    let error = opened.map(drop).unwrap_err().to_string();
    assert!(
        error.contains("another match: komi 7.5 there, 0.5 now"),
        "{error}"
    );
}

#[test]
fn two_matches_do_not_write_the_same_file() {
    let directory = Directory::new("twice");
    let path = directory.join("results.jsonl");
    let mut options = options();
    (options.results, options.resume) = (Some(path.clone()), true);
    let (first, _) = Ledger::open(&options).unwrap();
    let error = Ledger::open(&options).map(drop).unwrap_err().to_string();
    assert!(error.starts_with("another match is writing "), "{error}");
    drop(first);
    assert!(reopened(|| Ledger::open(&options)).is_ok());
}

#[test]
fn the_referee_stays_the_same() {
    let with = |umpire: Option<&str>| {
        terms(&Options {
            umpire: umpire.map(str::to_owned),
            ..options()
        })
    };
    let [none, gnugo, other] = [None, Some("gnugo"), Some("other")].map(with);
    assert_eq!(difference(&gnugo, &gnugo), None);
    let differs = "referee gnugo there, other now";
    assert_eq!(difference(&gnugo, &other).as_deref(), Some(differs));
    let differs = "referee none there, gnugo now";
    assert_eq!(difference(&none, &gnugo).as_deref(), Some(differs));
    let mut larger = gnugo.clone();
    larger["size"] = json!("19x19");
    let differs = "referee gnugo there, other now; size 19x19 there, 9x9 now";
    assert_eq!(difference(&larger, &other).as_deref(), Some(differs));
    let mut older = none;
    older.as_object_mut().unwrap().remove(REFEREE);
    assert_eq!(difference(&older, &gnugo), None);
}

#[test]
fn how_long_an_engine_may_hang_stays_the_same() {
    let after = |seconds| {
        let mut options = options();
        options.conditions.patience = Duration::from_secs(seconds);
        terms(&options)
    };
    let differs = difference(&after(3), &after(30)).unwrap();
    assert_eq!(differs, "seconds before a hang 3.0 there, 30.0 now");
    // Read without care for its last digit, this number is another one.
    let mut exact = options();
    exact.conditions.patience = Duration::from_millis(1118);
    let read: Value = serde_json::from_str(&terms(&exact).to_string()).unwrap();
    assert_eq!(difference(&read, &terms(&exact)), None);
    let mut older = after(3);
    older.as_object_mut().unwrap().remove(HANG);
    assert_eq!(difference(&older, &after(30)), None);
}

#[test]
fn openings_differ_by_who_moves_first() {
    let terms_of = |first| {
        let opening = Opening {
            first,
            ..Opening::default()
        };
        terms(&Options {
            openings: vec![opening],
            ..options()
        })
    };
    let differs = difference(&terms_of(Color::Black), &terms_of(Color::White));
    let told = "other openings, or in another order";
    assert_eq!(differs.as_deref(), Some(told));
}

#[test]
fn of_the_openings_in_older_files_the_number_must_be_the_same() {
    let new = terms(&Options {
        openings: vec![Opening::default()],
        ..options()
    });
    let older = |openings: Option<&str>| {
        let mut older = new.clone();
        let terms = older.as_object_mut().unwrap();
        terms.remove(OPENINGS);
        if let Some(openings) = openings {
            terms.insert(OPENINGS_BEFORE.to_owned(), openings.into());
        }
        difference(&older, &new)
    };
    assert_eq!(older(None), None);
    assert_eq!(older(Some("1 0123456789abcdef")), None);
    let told = "other openings, or in another order";
    assert_eq!(older(Some("2 0123456789abcdef")).as_deref(), Some(told));
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let directory = Directory::new("other");
    let path = directory.join("results.jsonl");
    let mut options = options();
    (options.results, options.resume) = (Some(path.clone()), true);
    for text in [
        "shopping list",
        "shopping list\n",
        "{\"match\": {}}\n",
        "{}\n{}\n",
    ] {
        fs::write(&path, text).unwrap();
        assert!(Ledger::open(&options).is_err(), "{text}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[cfg(unix)]
#[test]
fn results_are_in_a_file() {
    let mut options = options();
    (options.results, options.resume) = (Some(PathBuf::from("/dev/zero")), true);
    let error = Ledger::open(&options).map(drop).unwrap_err().to_string();
    assert!(
        error.ends_with("/dev/zero cannot be read: it is not a file"),
        "{error}"
    );
}

/// What may stand in a file in place of a sign.
const ODD: &[&str] = &[
    "",
    "\n",
    "{",
    "}",
    ",",
    ":",
    "0",
    "-",
    "9e999",
    "null",
    "[[[[",
    "\"game\":1,",
    "\"\u{1f}",
    "18446744073709551616",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_file_is_read_on_or_stays_as_it_is(
        parts in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(ODD)), 1..4),
    ) {
        let directory = Directory::new("damaged");
        let path = directory.join("results.jsonl");
        let mut options = options();
        options.results = Some(path.clone());
        let (mut ledger, _) = Ledger::open(&options).unwrap();
        ledger.write(&options, &game(1, [0, 1], Ending::Resigned(Color::Black))).unwrap();
        ledger.write(&options, &game(2, [1, 0], Ending::NoResult)).unwrap();
        drop(ledger);
        let mut text = fs::read(&path).unwrap();
        for (place, part) in parts {
            let place = place.index(text.len());
            drop(text.splice(place..place + 1, part.bytes()));
        }
        fs::write(&path, &text).unwrap();
        options.resume = true;
        match Ledger::open(&options) {
            Ok((ledger, games)) => {
                let numbers = games.iter().map(|game| game.number);
                prop_assert_eq!(numbers.collect::<HashSet<_>>().len(), games.len());
                drop(ledger);
                prop_assert!(text.starts_with(&fs::read(&path).unwrap()));
            }
            Err(error) => {
                prop_assert!(error.to_string().len() < 1000, "{error}");
                prop_assert_eq!(fs::read(&path).unwrap(), text);
            }
        }
    }
}
