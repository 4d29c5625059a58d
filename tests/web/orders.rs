//! What a window orders, and what comes of it.

use crate::server::{Server, Window, game};
use serde_json::{Value, json};
use tungstenite::Message;

#[test]
fn a_window_learns_first_how_the_server_plays() {
    let server = Server::start(&[]);
    let Window(_, greeting) = server.window().unwrap();
    assert_eq!(greeting, json!({ "hello": "Tengen", "time": 0.2 }));
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
        (json!([[[]]]), "'do' is missing"),
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
    window.assert_served(5);
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
    window.assert_served(7);
    let sent = window.0.send(Message::text(" ".repeat(1 << 20)));
    assert!(sent.is_err() || window.0.read().is_err());
    assert!(server.window().is_some());
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
    other.assert_served(4);
}

#[test]
fn a_review_tells_when_it_waits_and_when_it_goes_on() {
    let server = Server::start(&["--games=1"]);
    let mut reviewer = server.window().unwrap();
    let moves = "Bee Wcc Bgg Wcg Bgc Wce";
    reviewer.say(json!({ "id": 1, "do": "review", "game": game(moves) }));
    reviewer.hear();
    let mut other = server.window().unwrap();
    other.say(json!({ "id": 2, "do": "think", "level": 1, "game": game("") }));
    assert!(other.finish(2)["move"].is_string());
    let heard = until_the_end(&mut reviewer);
    let waits = heard
        .iter()
        .filter_map(|answer| answer["waiting"].as_bool());
    assert_eq!(waits.collect::<Vec<bool>>(), [true, false]);
}

/// What a window hears up to the end of a review.
fn until_the_end(window: &mut Window) -> Vec<Value> {
    let mut heard = Vec::new();
    loop {
        let answer = window.hear();
        assert!(answer["error"].is_null(), "{answer}");
        if !answer["end"].is_null() {
            return heard;
        }
        heard.push(answer);
    }
}

#[test]
fn answers_that_come_all_at_once_reach_a_window_that_reads() {
    let server = Server::start(&[]);
    let mut window = server.window().unwrap();
    // After two passes positions are counted, and no search takes its time.
    let game = json!({ "size": [19, 19], "rules": "tromp-taylor", "komi": 7, "moves": "B-- W-- ".repeat(300) });
    window.say(json!({ "id": 1, "do": "review", "game": game }));
    let heard = until_the_end(&mut window);
    let positions = heard.iter().filter(|answer| !answer["position"].is_null());
    assert_eq!(positions.count(), 601);
    window.assert_served(2);
}

#[test]
fn a_window_that_does_not_read_is_its_own_loss() {
    let server = Server::start(&[]);
    let Window(mut deaf, _) = server.window().unwrap();
    // Each is answered with its own points, and nobody reads the answers: more than fit on their way.
    let seki = "aa ".repeat(30_000);
    let order = json!({ "id": 1, "do": "count", "dead": "", "seki": seki, "game": game("") });
    let order = order.to_string();
    let has_gone = (0..2000).any(|_| deaf.send(Message::text(order.clone())).is_err());
    assert!(has_gone, "its answers wait for ever");
    let mut other = server.window().unwrap();
    other.assert_served(1);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_cleanly() {
    use crate::process::send_signal;
    use nix::sys::signal::Signal;
    use std::net::TcpStream;
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
