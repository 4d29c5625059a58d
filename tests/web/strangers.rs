//! Who is refused, and what it costs the others.

use crate::server::{Server, Window};
use crate::temporary::Directory;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use std::fs;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

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
fn strangers_are_refused() {
    let server = Server::start(&[]);
    let port = server.port;
    let own = format!("Host: 127.0.0.1:{port}\r\n");
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let from = |origin: &str| format!("Origin: http://{origin}\r\n{upgrade}");
    let (evil, other) = (from("evil.example"), from("127.0.0.1:1"));
    for (request, fields, status) in [
        ("GET /", format!("Host: evil.example:{port}\r\n"), "403"),
        ("GET /", "Host: 192.168.0.1\r\n".to_owned(), "403"),
        ("GET /", String::new(), "400"),
        ("GET /socket", format!("{own}{upgrade}"), "403"),
        ("GET /socket", format!("{own}{evil}"), "403"),
        ("GET /socket", format!("{own}{other}"), "403"),
        (
            "GET /socket",
            format!("Host: evil.example\r\n{evil}"),
            "403",
        ),
        (
            "GET /socket",
            format!("{own}{}", from(&format!("127.0.0.1:{port}"))),
            "101",
        ),
        ("POST /", format!("{own}Content-Length: 0\r\n"), "405"),
        (
            "GET /",
            format!("{own}X: {}\r\n", "x".repeat(20_000)),
            "431",
        ),
    ] {
        let mut stream = server.connect();
        let head = format!("{request} HTTP/1.1\r\n{fields}\r\n");
        stream.write_all(head.as_bytes()).unwrap();
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
        let answer = server.get(path);
        assert!(answer.starts_with("HTTP/1.1 403"), "{path}");
        assert!(answer.contains("missing, or an old one"), "{answer}");
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
    first.assert_served(1);
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
