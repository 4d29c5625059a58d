//! The bridge to OGS replays the whole game before each move. Tengen keeps its
//! search tree all the same, and says on standard error how much of it.

mod process;

use process::{lines_of, next_line, tengen};
use std::sync::mpsc::Receiver;
use tengen::gtp::{Config, Engine};
use tengen::session;

const SIZE: usize = 7;
const MOVES: usize = 8;
const PLAYOUTS: u64 = 400;

struct Bridge {
    engine: process::Engine,
    /// What it says for people to read, line by line.
    said: Receiver<String>,
}

impl Bridge {
    fn start(options: &[&str]) -> Bridge {
        let usual = format!("--threads 1 --seed 1 --resign never --playouts {PLAYOUTS}");
        let mut engine = process::Engine::start(tengen(&usual).args(options));
        let said = lines_of(engine.child.stderr.take().unwrap());
        Bridge { engine, said }
    }

    /// Sends it all at once and returns the reply to the last line. Every one must succeed.
    fn ask(&mut self, lines: &[String]) -> String {
        let text: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
        self.engine.send(text);
        let mut last = String::new();
        for line in lines {
            last = self.engine.reply();
            let is_one_line = last.starts_with("= ") && !last.contains('\n');
            assert!(is_one_line, "{line}: {last:?}");
        }
        last[2..].trim().to_owned()
    }

    /// What was said about the last move.
    fn chat(&mut self) -> String {
        loop {
            let line = next_line(&self.said);
            if line.starts_with("MALKOVICH:") {
                return line;
            }
        }
    }
}

/// Everything that the bridge sends before and for a move.
fn replay(moves: &[String]) -> Vec<String> {
    let mut lines = vec![
        format!("boardsize {SIZE}"),
        "clear_board".to_owned(),
        "komi 9".to_owned(),
    ];
    let colors = ["black", "white"].into_iter().cycle();
    lines.extend(
        moves
            .iter()
            .zip(colors.clone())
            .map(|(mv, color)| format!("play {color} {mv}")),
    );
    lines.push("kata-time_settings fischer-capped 60 10 120 -1".to_owned());
    lines.push("time_left black 60 0".to_owned());
    lines.push("time_left white 60 0".to_owned());
    let to_move = ["black", "white"][moves.len() % 2];
    lines.push(format!("genmove {to_move}"));
    lines
}

/// The numbers before ` playouts` and ` kept` in a chat line.
fn work(chat: &str) -> (u64, u64) {
    let before = |word: &str| {
        let text = chat.split(word).next().unwrap_or_default();
        let number = text.rsplit(' ').next().unwrap_or_default();
        number.parse().unwrap_or_else(|_| panic!("{chat:?}"))
    };
    (before(" playouts"), before(" kept"))
}

/// An opponent who plays well enough to be expected.
fn opponent() -> Engine {
    let config = session::Config {
        playouts: Some(PLAYOUTS),
        memory_mb: 64,
        seed: Some(2),
        resigns: false,
        ..session::Config::default()
    };
    let mut engine = Engine::new(config.into());
    for line in [format!("boardsize {SIZE}"), "komi 9".to_owned()] {
        engine.execute_line(&line).unwrap();
    }
    engine
}

#[test]
fn a_replayed_game_keeps_the_tree() {
    let mut bridge = Bridge::start(&["--chat"]);
    let mut opponent = opponent();
    let mut moves: Vec<String> = Vec::new();
    let mut kept = Vec::new();
    for _ in 0..MOVES {
        let reply = bridge.ask(&replay(&moves));
        let chat = bridge.chat();
        assert!(
            chat.starts_with(&format!("MALKOVICH: {reply}, ")),
            "{chat:?}"
        );
        kept.push(work(&chat));
        opponent
            .execute_line(&format!("play black {reply}"))
            .unwrap();
        moves.push(reply);
        moves.push(opponent.execute_line("genmove white").unwrap());
    }
    println!("playouts and those kept, move by move: {kept:?}");
    assert_eq!(
        kept[0],
        (PLAYOUTS, 0),
        "nothing was known before the first move"
    );
    assert!(kept.iter().all(|&(playouts, _)| playouts == PLAYOUTS));
    let saved: u64 = kept.iter().map(|(_, kept)| kept).sum();
    let with_some = kept.iter().filter(|(_, kept)| *kept > 0).count();
    assert!(with_some >= MOVES / 2, "{kept:?}");
    assert!(saved >= PLAYOUTS / 4, "{kept:?}");
}

#[test]
fn another_game_keeps_nothing() {
    let mut bridge = Bridge::start(&["--chat"]);
    let told = |mv: &str| vec![mv.to_owned()];
    bridge.ask(&replay(&told("D4")));
    assert_eq!(work(&bridge.chat()), (PLAYOUTS, 0));
    bridge.ask(&replay(&told("D4")));
    assert_eq!(work(&bridge.chat()).0, PLAYOUTS, "the same position again");
    bridge.ask(&replay(&told("C4")));
    assert_eq!(work(&bridge.chat()), (PLAYOUTS, 0));
}

#[test]
fn a_repetition_that_the_server_allowed_is_recorded_and_never_played() {
    // White took at A1; Black takes back at once, as only a server can allow.
    let moves: Vec<String> = ["B1", "C1", "A2", "B2", "E5", "A1", "B1"]
        .map(str::to_owned)
        .to_vec();
    let setup = |moves: &[String]| {
        let mut lines = replay(moves);
        lines.truncate(lines.len() - 4);
        lines
    };
    let mut bridge = Bridge::start(&["--accept-repetition"]);
    bridge.ask(&setup(&moves));
    let mut strict = Engine::new(Config::default());
    let refused: Vec<String> = setup(&moves)
        .iter()
        .filter_map(|line| strict.execute_line(line).err())
        .map(|failure| failure.to_string())
        .collect();
    assert_eq!(refused, ["illegal move: ko"]);
    // White would have to retake at A1, which only a repetition allows.
    let forbidden = ["restricted_genmove white A1".to_owned()];
    assert_eq!(bridge.ask(&forbidden), "PASS");
    assert_ne!(bridge.ask(&["genmove white".to_owned()]), "A1");
}
