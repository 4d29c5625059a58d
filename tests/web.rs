//! `tengen web` as a browser meets it, and as an attacker does: over its port.
#![cfg(all(feature = "web", unix))]

mod process;
mod skipped;
mod temporary;

use nix::sys::signal::Signal;
use process::{Engine, LIMIT, errors, program, run_within, send_signal};
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};
use serde_json::{Value, json};
use skipped::skipped;
use std::env;
use std::fs;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;
use temporary::Directory;
use tungstenite::{Message, WebSocket};

/// A server, ended with the test.
struct Server {
    process: Engine,
    port: u16,
    /// What stands in the address after the port.
    folder: String,
}

impl Server {
    fn start(options: &[&str]) -> Server {
        Server::telling(Stdio::inherit(), options)
    }

    /// What it says on standard error goes there.
    fn telling(errors: impl Into<Stdio>, options: &[&str]) -> Server {
        let mut command = program(["web", "--listen=0", "--no-open"]);
        command
            .args(["--threads=1", "--memory=64", "--time=0.2"])
            .args(options)
            .stderr(errors);
        let process = Engine::start(&mut command);
        let line = process.line();
        let address = line.strip_prefix("Tengen is at http://127.0.0.1:");
        let (port, folder) = address
            .and_then(|rest| rest.split_once('/'))
            .expect("an address");
        Server {
            port: port.parse().unwrap(),
            folder: format!("/{folder}"),
            process,
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(LIMIT)).unwrap();
        stream
    }

    /// The whole answer to a request, its status first.
    fn ask(&self, request: &str) -> String {
        String::from_utf8_lossy(&self.bytes(request)).into_owned()
    }

    fn bytes(&self, request: &str) -> Vec<u8> {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        // A refusal may come before all has been read, and the connection end with that.
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    fn get(&self, path: &str) -> String {
        self.get_with(path, "")
    }

    /// The answer to a request with these fields besides.
    fn get_with(&self, path: &str, fields: &str) -> String {
        self.ask(&format!(
            "GET {path} HTTP/1.1\r\nHost: localhost:{}\r\n{fields}\r\n",
            self.port
        ))
    }

    /// A window of the page; none if there is no room.
    fn window(&self) -> Option<Window> {
        let host = format!("127.0.0.1:{}", self.port);
        let request = tungstenite::http::Request::builder()
            .uri(format!("ws://{host}{}socket", self.folder))
            .header("Host", &host)
            .header("Origin", format!("http://{host}"))
            .header("Connection", "Upgrade")
            .header("Upgrade", "websocket")
            .header("Sec-WebSocket-Version", "13")
            .header("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==")
            .body(())
            .unwrap();
        let (socket, _) = tungstenite::client(request, self.connect()).ok()?;
        let mut window = Window(socket, Value::Null);
        window.1 = window.hear();
        assert_eq!(window.1["hello"], "Tengen");
        Some(window)
    }

    /// The memory of the server in kB, where the system tells.
    #[cfg(target_os = "linux")]
    fn memory(&self) -> u64 {
        self.process.kilobytes("VmRSS").expect("it runs")
    }
}

/// A socket, and what the server has said first.
struct Window(WebSocket<TcpStream>, Value);

impl Window {
    fn say(&mut self, order: Value) {
        self.0.send(Message::text(order.to_string())).unwrap();
    }

    fn hear(&mut self) -> Value {
        loop {
            let Message::Text(text) = self.0.read().expect("an answer") else {
                continue;
            };
            let answer: Value = serde_json::from_str(&text).unwrap();
            // Beside pings, what is left of a slow test's time may bring a sign of life.
            if answer["alive"].is_null() {
                return answer;
            }
        }
    }

    /// The last answer to an order: what comes before are reports.
    fn finish(&mut self, id: u64) -> Value {
        loop {
            let answer = self.hear();
            let is_last = answer["id"] == id && answer["waiting"].is_null();
            if is_last && (answer["report"].is_null() || !answer["end"].is_null()) {
                return answer;
            }
        }
    }
}

fn game(moves: &str) -> Value {
    json!({ "size": [9, 9], "rules": "chinese", "komi": 7, "moves": moves })
}

#[test]
fn who_asks_for_an_address_of_another_machine_is_told_what_to_give() {
    let output = run_within(
        LIMIT,
        &mut program(["web", "--listen=203.0.113.7", "--no-open"]),
        "",
    );
    assert_eq!(output.status.code(), Some(2));
    let told = "this machine has no address 203.0.113.7; --listen 0.0.0.0 takes those that it has";
    assert!(errors(&output).contains(told), "{output:?}");
}

#[test]
fn the_page_is_small_and_whole() {
    let server = Server::start(&[]);
    let page = server.get("/");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(
        page.contains("Content-Security-Policy: default-src 'none'"),
        "{page}"
    );
    let mut weight = page.len();
    for name in ["style.css", "icon.svg", "app.js"] {
        let text = server.get(&format!("/{name}"));
        assert!(text.starts_with("HTTP/1.1 200"), "{name}: {text}");
        weight += text.len();
        assert!(page.contains(&format!("\"{name}\"")), "{name}");
        // Nothing comes from anywhere else.
        assert!(
            !text.contains("src=\"http") && !text.contains("url(http"),
            "{name}"
        );
        assert!(!text.contains("from \"./"), "{name} needs other files");
    }
    assert!(weight < 300_000, "{weight} bytes");
    // A proxy may put it into a folder.
    assert!(server.get("/go/app.js").starts_with("HTTP/1.1 200"));
    for (path, status) in [
        ("/nothing.js", 404),
        ("/../Cargo.toml", 404),
        ("/etc/passwd", 404),
        // A folder, whatever its name, holds the page.
        ("/app.js/", 200),
        ("//", 200),
    ] {
        let answer = server.get(path);
        let start = format!("HTTP/1.1 {status} ");
        assert!(answer.starts_with(&start), "{path}: {answer}");
        assert!(
            !answer.contains("[package]") && !answer.contains("root:"),
            "{path}"
        );
    }
}

#[test]
fn what_a_browser_has_kept_is_not_sent_again() {
    let server = Server::start(&[]);
    let fields = |answer: &str| -> Vec<String> {
        let head = answer.split("\r\n\r\n").next().unwrap();
        head.lines().skip(1).map(str::to_owned).collect()
    };
    let mut tags = Vec::new();
    for name in ["", "style.css", "icon.svg", "app.js"] {
        let path = format!("/{name}");
        let whole = fields(&server.get(&path));
        let tag = whole.iter().find_map(|line| line.strip_prefix("ETag: "));
        let tag = tag.expect("a tag").to_owned();
        let lines = format!("\"0\"\r\nIf-None-Match: {tag}");
        for kept in [tag.clone(), format!("\"0\", W/{tag}"), lines] {
            let short = server.get_with(&path, &format!("If-None-Match: {kept}\r\n"));
            assert!(short.starts_with("HTTP/1.1 304 ") && short.ends_with("\r\n\r\n"));
            let same = whole
                .iter()
                .filter(|line| !line.starts_with("Content-Length"));
            assert!(fields(&short).iter().eq(same), "{short}");
        }
        let other = server.get_with(&path, "If-None-Match: \"0\"\r\n");
        assert!(other.starts_with("HTTP/1.1 200 "), "{other}");
        tags.push(tag);
    }
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), 4);
}

#[test]
fn a_browser_that_unpacks_gets_the_page_packed() {
    let server = Server::start(&[]);
    for name in ["", "style.css", "icon.svg", "app.js"] {
        let request = format!("GET /{name} HTTP/1.1\r\nHost: localhost\r\n");
        let plain = server.ask(&format!("{request}\r\n"));
        let packed = server.bytes(&format!("{request}Accept-Encoding: gzip, deflate\r\n\r\n"));
        let end = packed.windows(4).position(|part| part == b"\r\n\r\n");
        let (head, body) = packed.split_at(end.expect("a head") + 4);
        let head = str::from_utf8(head).unwrap();
        assert!(head.contains("\r\nContent-Encoding: gzip\r\n"), "{head}");
        let length = format!("\r\nContent-Length: {}\r\n", body.len());
        assert!(head.contains(&length), "{head}");
        let mut text = String::new();
        flate2::read::GzDecoder::new(body)
            .read_to_string(&mut text)
            .unwrap();
        let (plain_head, plain_text) = plain.split_once("\r\n\r\n").unwrap();
        assert!(text == plain_text && body.len() < text.len(), "{name}");
        let tag = |head: &str| {
            head.lines()
                .find(|line| line.starts_with("ETag: "))
                .map(str::to_owned)
        };
        assert_ne!(
            tag(head),
            tag(plain_head),
            "what is kept is one or the other"
        );
    }
}

#[test]
fn a_game_goes_from_move_to_count() {
    let server = Server::start(&[]);
    let mut window = server.window().unwrap();
    window.say(json!({ "id": 1, "do": "think", "level": 2, "game": game("Bee") }));
    let answer = window.finish(1);
    assert!(
        answer["move"].as_str().unwrap().starts_with('W'),
        "{answer}"
    );
    window.say(json!({ "id": 2, "do": "analyse", "interval": 50, "game": game("Bee Wec") }));
    let report = window.hear();
    assert_eq!(
        (&report["id"], &report["report"]["turn"]),
        (&json!(2), &json!("B"))
    );
    // A question does not end it.
    window.say(json!({ "id": 4, "do": "handicap", "size": [19, 19], "stones": 2 }));
    assert_eq!(window.finish(4)["points"], "dp pd");
    assert_eq!(window.hear()["report"]["turn"], "B");
    // Another order does.
    window.say(json!({ "id": 3, "do": "count", "game": game("Bee B-- W--") }));
    assert_eq!(window.finish(2)["end"], "stopped");
    let count = window.finish(3);
    assert_eq!(count["count"]["score"], "B+74", "{count}");
}

#[test]
fn an_analysis_may_look_at_a_part_of_the_board_alone() {
    let server = Server::start(&[]);
    let mut window = server.window().unwrap();
    let only = "aa ab";
    window.say(json!({ "id": 1, "do": "analyse", "playouts": 50, "only": only, "game": game("") }));
    let answer = window.finish(1);
    let moves = answer["report"]["moves"].as_array().expect("moves");
    let is_named = |found: &Value| found["move"] == "aa" || found["move"] == "ab";
    assert!(!moves.is_empty() && moves.iter().all(is_named), "{moves:?}");
}

#[test]
fn bad_orders_are_explained_and_harm_nothing() {
    let server = Server::start(&[]);
    let mut window = server.window().unwrap();
    for (order, hint) in [
        (json!({ "id": 1, "do": "format" }), "no order"),
        (
            json!({ "id": 2, "do": "think", "game": game("Bee Wee") }),
            "move 2",
        ),
        (
            json!({ "id": 3, "do": "think", "game": { "size": [1000, 1000] } }),
            "25",
        ),
        (json!([[[]]]), "no order"),
    ] {
        window.say(order.clone());
        let answer = window.hear();
        assert!(
            answer["error"]
                .as_str()
                .is_some_and(|error| error.contains(hint)),
            "{order}: {answer}"
        );
    }
    window.0.send(Message::text("{\"id\": 9")).unwrap();
    assert!(window.hear()["error"].is_string());
    window.0.send(Message::text("[".repeat(100_000))).unwrap();
    assert!(window.hear()["error"].is_string());
    window.say(json!({ "id": 5, "do": "think", "level": 1, "game": game("") }));
    assert!(window.finish(5)["move"].is_string());
    // An analysis that is under way is over with a bad order, and goes on after a bad question.
    window.say(json!({ "id": 10, "do": "analyse", "interval": 50, "game": game("") }));
    window.say(json!({ "id": 11, "do": "handicap", "size": [9, 9], "stones": 99 }));
    while window.hear()["error"].is_null() {}
    assert!(window.hear()["end"].is_null());
    window.say(json!({ "id": 12, "do": "analyse", "game": game("Bee Wee") }));
    assert_eq!(window.finish(10)["end"], "stopped");
    // Too long for an order, and then far too long: that window goes, the server stays.
    let moves = "B-- ".repeat(40_000);
    window.say(json!({ "id": 6, "do": "analyse", "game": game(&moves) }));
    let answer = window.finish(6);
    assert!(
        answer["error"]
            .as_str()
            .is_some_and(|error| error.contains("5000 moves")),
        "{answer}"
    );
    window.say(json!({ "id": 7, "do": "think", "level": 1, "game": game("") }));
    assert!(window.finish(7)["move"].is_string());
    let sent = window.0.send(Message::text(" ".repeat(1 << 20)));
    assert!(sent.is_err() || window.0.read().is_err());
    assert!(server.window().is_some());
}

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
    // A number that cannot be read is 0, and a game that is none has no size.
    for part in PARTS.iter().filter(|part| !["/id", "/game"].contains(part)) {
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

#[test]
fn bytes_of_any_kind_are_answered_or_end_the_connection() {
    let directory = Directory::new("bytes");
    let errors = fs::File::create(directory.join("errors")).unwrap();
    let server = Server::telling(errors, &[]);
    let host = format!("127.0.0.1:{}", server.port);
    let right = [
        format!("Host: {host}"),
        format!("Origin: http://{host}"),
        "Upgrade: websocket".to_owned(),
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==".to_owned(),
    ];
    let wrong = [
        "Host: a",
        "Origin: null",
        "Upgrade: é",
        "If-None-Match: \"",
        "x",
        "",
    ];
    let starts = [
        "GET /socket",
        "GET /socket",
        "GET /",
        "GET //x?%",
        "HEAD /socket",
        "PUT /",
        "",
    ];
    let some = (
        select(starts.to_vec()),
        subsequence(wrong.to_vec(), 0..2),
        any::<bool>(),
    );
    let bytes = prop::collection::vec(any::<u8>(), 0..20);
    let config = ProptestConfig {
        cases: 300,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |((start, wrong, is_whole) in some, bytes in bytes)| {
        let fields = right.iter().map(String::as_str).chain(wrong.iter().copied());
        let fields: String = fields.map(|field| format!("{field}\r\n")).collect();
        let end = if is_whole { "\r\n" } else { "" };
        let head = format!("{start} HTTP/1.1\r\n{fields}{end}");
        let is_right = is_whole && wrong.is_empty() && start.starts_with("GET /");
        let mut stream = server.connect();
        // A refusal may come before all has been sent.
        let _ = stream.write_all(&[head.as_bytes(), &bytes].concat());
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let has = |status: &u16| answer.starts_with(format!("HTTP/1.1 {status} ").as_bytes());
        let is_refused = [400, 403, 405].iter().any(has) || !is_whole && answer.is_empty();
        let is_taken = [101, 200, 404].iter().any(has);
        prop_assert!(is_taken || is_refused && !is_right, "{} to {head}", answer.escape_ascii());
    });
    assert!(server.window().is_some());
    drop(server);
    assert_eq!(directory.read("errors"), "");
}

#[test]
fn a_window_learns_first_how_the_server_plays() {
    let server = Server::start(&[]);
    let Window(_, greeting) = server.window().unwrap();
    assert_eq!(greeting, json!({ "hello": "Tengen", "time": 0.2 }));
}

#[test]
fn strangers_are_refused() {
    let server = Server::start(&[]);
    let own = format!("127.0.0.1:{}", server.port);
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    for (head, status) in [
        (
            format!("GET / HTTP/1.1\r\nHost: evil.example:{}\r\n", server.port),
            "403",
        ),
        ("GET / HTTP/1.1\r\nHost: 192.168.0.1\r\n".to_owned(), "403"),
        ("GET / HTTP/1.1\r\n".to_owned(), "400"),
        (
            format!("GET /socket HTTP/1.1\r\nHost: {own}\r\n{upgrade}"),
            "403",
        ),
        (
            format!(
                "GET /socket HTTP/1.1\r\nHost: {own}\r\nOrigin: http://evil.example\r\n{upgrade}"
            ),
            "403",
        ),
        (
            format!(
                "GET /socket HTTP/1.1\r\nHost: {own}\r\nOrigin: http://127.0.0.1:1\r\n{upgrade}"
            ),
            "403",
        ),
        (
            format!(
                "GET /socket HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n{upgrade}"
            ),
            "403",
        ),
        (
            format!("GET /socket HTTP/1.1\r\nHost: {own}\r\nOrigin: http://{own}\r\n{upgrade}"),
            "101",
        ),
        (
            format!("POST / HTTP/1.1\r\nHost: {own}\r\nContent-Length: 0\r\n"),
            "405",
        ),
        (
            format!(
                "GET / HTTP/1.1\r\nHost: {own}\r\nX: {}\r\n",
                "x".repeat(20_000)
            ),
            "431",
        ),
    ] {
        let mut stream = server.connect();
        stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        assert_eq!(
            String::from_utf8_lossy(&answer),
            format!("HTTP/1.1 {status}"),
            "{head}"
        );
    }
}

#[test]
fn a_refusal_is_heard_by_who_still_speaks() {
    let server = Server::start(&[]);
    for (head, status) in [
        ("GET / HTTP/1.1\r\nX: ", "431"),
        ("POST / HTTP/1.1\r\nHost: a\r\n\r\n", "405"),
    ] {
        let mut stream = server.connect();
        let request = format!("{head}{}", "x".repeat(100_000));
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        // A connection that is reset has an error here.
        stream.read_to_string(&mut answer).unwrap();
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status} ")),
            "{answer}"
        );
    }
}

#[test]
fn the_token_opens_the_page_and_nothing_else_does() {
    let server = Server::start(&["--token"]);
    let token = server.folder.trim_matches('/').to_owned();
    assert_eq!(token.len(), 32);
    for path in ["/", "/app.js", "/socket", "/0/", &format!("/{}x/", token)] {
        assert!(server.get(path).starts_with("HTTP/1.1 403"), "{path}");
    }
    assert!(
        server
            .get(&format!("/{token}/app.js"))
            .starts_with("HTTP/1.1 200")
    );
    let redirected = server.get(&format!("/{token}"));
    assert!(
        redirected.contains(&format!("Location: {token}/")),
        "{redirected}"
    );
    assert!(server.window().is_some());
}

#[test]
fn a_crowd_finds_a_closed_door_and_leaves_no_trace() {
    let server = Server::start(&[]);
    let mut first = server.window().unwrap();
    #[cfg(target_os = "linux")]
    let before = server.memory();
    let crowd: Vec<Window> = (0..100).filter_map(|_| server.window()).collect();
    assert!((30..100).contains(&crowd.len()), "{} windows", crowd.len());
    // Heads that never end hold a place for some seconds, but there are only so many.
    let slow: Vec<TcpStream> = (0..200)
        .filter_map(|_| TcpStream::connect(("127.0.0.1", server.port)).ok())
        .map(|mut stream| {
            let _ = stream.write_all(b"GET / HT");
            stream
        })
        .collect();
    // Who is there already is served.
    first.say(json!({ "id": 1, "do": "think", "level": 1, "game": game("") }));
    assert!(first.finish(1)["move"].is_string());
    #[cfg(target_os = "linux")]
    assert!(
        server.memory() < before + 150_000,
        "{} kB, {before} before",
        server.memory()
    );
    drop((crowd, slow));
    let again = || server.window().is_some() && server.get("/").starts_with("HTTP/1.1 200");
    assert!((0..600).any(|_| again() || {
        std::thread::sleep(Duration::from_millis(100));
        false
    }));
}

#[test]
fn who_does_not_know_the_token_keeps_nobody_out() {
    let server = Server::start(&["--token=secret"]);
    let strangers: Vec<TcpStream> = (0..170).map(|_| server.connect()).collect();
    for _ in 0..170 {
        assert!(server.get("/secret/").starts_with("HTTP/1.1 200"));
    }
    assert!(server.window().is_some());
    drop(strangers);
}

#[test]
fn who_leaves_stops_thinking_and_who_waits_gets_a_turn() {
    let server = Server::start(&["--games=1"]);
    let mut thinker = server.window().unwrap();
    thinker.say(json!({ "id": 1, "do": "analyse", "game": game("") }));
    thinker.hear();
    let mut other = server.window().unwrap();
    other.say(json!({ "id": 2, "do": "think", "level": 1, "game": game("") }));
    assert_eq!(other.hear(), json!({ "id": 2, "waiting": true }));
    // An endless analysis gives way,
    assert_eq!(other.hear(), json!({ "id": 2, "waiting": false }));
    assert!(other.finish(2)["move"].is_string());
    assert_eq!(thinker.finish(1)["end"], "others");
    // and so does a window that has gone, at once.
    thinker.say(json!({ "id": 3, "do": "analyse", "game": game("") }));
    thinker.hear();
    drop(thinker);
    other.say(json!({ "id": 4, "do": "think", "level": 1, "game": game("") }));
    assert!(other.finish(4)["move"].is_string());
}

#[test]
fn a_window_that_does_not_read_is_its_own_loss() {
    let server = Server::start(&[]);
    let Window(mut deaf, _) = server.window().unwrap();
    // Each is answered with its own points, and nobody reads the answers: more than fit on their way.
    let dead = "aa ".repeat(30_000);
    let order = json!({ "id": 1, "do": "count", "dead": dead, "game": game("") }).to_string();
    let has_gone = (0..2000).any(|_| deaf.send(Message::text(order.clone())).is_err());
    assert!(has_gone, "its answers wait for ever");
    let mut other = server.window().unwrap();
    other.say(json!({ "id": 1, "do": "think", "level": 1, "game": game("") }));
    assert!(other.finish(1)["move"].is_string());
}

#[test]
fn an_interrupt_ends_it_cleanly() {
    let mut server = Server::start(&[]);
    let mut window = server.window().unwrap();
    window.say(json!({ "id": 1, "do": "analyse", "game": game("") }));
    window.hear();
    send_signal(server.process.child.id(), Signal::SIGINT);
    assert!(server.process.end().success());
    while window.0.read().is_ok() {}
    // The port is free for the next one.
    assert!(TcpStream::connect(("127.0.0.1", server.port)).is_err());
}

/// Runs the page's own modules with a socket in which the server hangs up at each order.
#[test]
fn the_page_does_not_repeat_for_ever_what_ends_the_connection() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Directory::new("page");
    for entry in fs::read_dir(root.join("src/page/assets")).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), folder.join(entry.file_name())).unwrap();
    }
    // The assets are modules, though their names do not say so.
    folder.write("package.json", r#"{ "type": "module" }"#);
    let script = "lost-orders.mjs";
    fs::copy(root.join("tests/web").join(script), folder.join(script)).unwrap();
    let node = Command::new("node").args(["--test", "--version"]).output();
    if !node.is_ok_and(|output| output.status.success()) {
        skipped("the tests of the page's modules need Node 18");
        return;
    }
    run_node(&folder, &["--test", script]);
}

#[test]
fn people_find_their_way_in_a_browser() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/web");
    let chromium = env::var("TENGEN_CHROMIUM").unwrap_or_else(|_| "/usr/bin/chromium".to_owned());
    if !folder.join("node_modules/playwright-core").exists() || !Path::new(&chromium).exists() {
        skipped("the browser's tests need Chromium and 'npm install' in tests/web");
        return;
    }
    let program = env!("CARGO_BIN_EXE_tengen");
    run_node(&folder, &["browser.mjs", program, &chromium]);
}

/// Runs a script by Node, which has to succeed; what it says is seen as it comes.
fn run_node(folder: &Path, arguments: &[&str]) {
    let mut node = Command::new("node");
    node.env("TENGEN_NET", "none")
        .args(arguments)
        .current_dir(folder);
    // A hundred tests in a browser, on a machine that does much else.
    let output = run_within(20 * LIMIT, &mut node, "");
    assert!(output.status.success(), "{}", output.status);
}
