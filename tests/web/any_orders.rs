//! Orders of any kind, part by part.

use crate::server::{Server, Window, game};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;
use tungstenite::Message;

/// An order with all that any order may have.
fn order(task: &str) -> Value {
    json!({
        "id": 7, "do": task, "level": 2, "time": 0.05, "cleanup": true, "playouts": 5, "interval": 50, "only": "ee dd",
        "clock": { "system": "byoyomi 600 30 5", "time": 12.5, "stones": 3 },
        "dead": "ee", "seki": "", "size": [9, 9], "stones": 2,
        "game": {
            "size": [9, 9], "rules": "chinese", "komi": 7, "setup": "Bcc Bgg", "captures": [0, 2],
            "first": "W", "moves": "Wec B--", "turn": "W",
        },
    })
}

/// Where the parts of an order stand.
const PARTS: [&str; 25] = [
    "/id",
    "/do",
    "/level",
    "/time",
    "/cleanup",
    "/playouts",
    "/interval",
    "/only",
    "/clock",
    "/clock/system",
    "/clock/time",
    "/clock/stones",
    "/dead",
    "/seki",
    "/size",
    "/stones",
    "/game",
    "/game/size",
    "/game/rules",
    "/game/komi",
    "/game/setup",
    "/game/captures",
    "/game/first",
    "/game/moves",
    "/game/turn",
];

/// Values of every kind, some of them near what somewhere is meant.
fn any_value() -> impl Strategy<Value = Value> {
    let odd = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(2.5),
        json!(1e308),
        json!(u64::MAX),
        json!(""),
        json!("W"),
        json!("B--"),
        json!("Bee ".repeat(6000)),
        json!("\u{7f}".repeat(50_000)),
        json!("aa ".repeat(20_000)),
        json!("fischer-capped 1e30 1e30 0 0"),
        json!("byoyomi 0 1e-9 4294967295"),
        json!("{\"scoring\": 3}"),
        json!([]),
        json!([25, 25]),
        json!([1, 1]),
        json!([-1, 1e99]),
        json!([1_000_000, 0]),
        json!({ "system": "absolute 1e9" }),
    ];
    prop_oneof![
        3 => select(odd.to_vec()),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<f64>().prop_map(Value::from),
        1 => any::<String>().prop_map(Value::from),
    ]
}

/// An order in which some parts are something else.
fn any_order() -> impl Strategy<Value = String> {
    const TASKS: [&str; 6] = ["think", "analyse", "review", "count", "handicap", "stop"];
    let changes = prop::collection::vec((select(&PARTS[..]), any_value()), 1..3);
    (select(&TASKS[..]), changes).prop_map(|(task, changes)| {
        let mut order = order(task);
        for (part, value) in changes {
            if let Some(place) = order.pointer_mut(part) {
                *place = value;
            }
        }
        order.to_string()
    })
}

/// The text of an order with other bytes in one place.
fn any_text() -> impl Strategy<Value = String> {
    let bytes = prop::collection::vec(any::<u8>(), 0..9);
    (any_order(), any::<Index>(), bytes).prop_map(|(order, place, bytes)| {
        let (before, after) = order.as_bytes().split_at(place.index(order.len()));
        let text = [before, &bytes, &after[bytes.len().min(after.len())..]].concat();
        String::from_utf8_lossy(&text).into_owned()
    })
}

/// What is asked last, and what the answer is whatever was asked before.
const LAST: u64 = u64::MAX - 1;

/// The answers to a message, up to the one to an order that follows it.
fn answers(window: &mut Window, text: &str) -> Vec<Value> {
    window.0.send(Message::text(text)).unwrap();
    // A search may begin, and is ended by the next order.
    thread::sleep(Duration::from_millis(1));
    window.say(json!({ "id": LAST, "do": "count", "dead": "", "game": game("Bee B-- W--") }));
    let mut answers = Vec::new();
    loop {
        let answer = window.hear();
        if answer["id"] == LAST {
            assert_eq!(answer["count"]["score"], "B+74", "{answer} after {text}");
            return answers;
        }
        answers.push(answer);
    }
}

fn check_answers(text: &str, answers: &[Value]) {
    let order: Value = serde_json::from_str(text).unwrap_or_default();
    let id = order["id"].as_u64().unwrap_or(0);
    let is_one_of =
        |answer: &Value, names: &[&str]| names.iter().any(|name| !answer[name].is_null());
    let is_last = |answer: &Value| {
        is_one_of(
            answer,
            &["move", "resign", "end", "count", "points", "error"],
        )
    };
    let shown = || format!("{answers:?} to {text}");
    assert!(
        answers.iter().all(|answer| answer["id"] == id),
        "{}",
        shown()
    );
    let last = answers.iter().position(is_last);
    assert_eq!(
        last.map(|last| last + 1),
        Some(answers.len()),
        "{}",
        shown()
    );
    if let Some(error) = answers.last().and_then(|last| last["error"].as_str()) {
        assert!(!error.contains("mistake of its own"), "{}", shown());
        assert!(
            !error.contains('\n') && (1..400).contains(&error.len()),
            "{}",
            shown()
        );
    }
}

#[test]
fn whatever_a_window_says_is_answered_and_harms_nothing() {
    let server = Server::start(&[]);
    let window = Mutex::new(server.window().unwrap());
    #[cfg(target_os = "linux")]
    let before = server.memory();
    let orders = prop_oneof![8 => any_order(), 1 => any_text(), 1 => any::<String>()];
    let config = ProptestConfig {
        cases: 500,
        // What has been said before cannot be said again.
        max_shrink_iters: 0,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(text in orders)| {
        let answers = answers(&mut window.lock().unwrap(), &text);
        check_answers(&text, &answers);
    });
    #[cfg(target_os = "linux")]
    assert!(
        server.memory() < before + 100_000,
        "{} kB, {before} before",
        server.memory()
    );
}

#[test]
fn a_part_of_an_order_that_is_wrong_is_named() {
    let server = Server::start(&[]);
    let mut window = server.window().unwrap();
    // A number that cannot be read is 0.
    for part in PARTS.iter().filter(|&&part| part != "/id") {
        let name = part.rsplit('/').next().unwrap();
        let task = match *part {
            "/playouts" | "/interval" | "/only" => "analyse",
            "/dead" | "/seki" => "count",
            "/size" | "/stones" => "handicap",
            _ => "think",
        };
        let mut order = order(task);
        *order.pointer_mut(part).unwrap() = json!([[-1]]);
        let answers = answers(&mut window, &order.to_string());
        let error = answers[0]["error"].as_str().unwrap();
        assert!(error.starts_with(&format!("'{name}' ")), "{part}: {error}");
    }
}
