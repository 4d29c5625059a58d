//! The playout doubling advantage that a handicap game sets by itself, over pipes. The network here is small and random.

mod process;

use process::{piped, random_network, run};
use std::fs;
use std::process::Command;

const HANDICAP: &[&str] = &["komi 0.5", "fixed_handicap 2"];
const DYNAMIC: &str = "kata-set-param dynamicPlayoutDoublingAdvantageCapPerOppLead 0.02";
/// What that comes to with two handicap stones on 9x9.
const STATIC: &str = "kata-set-param playoutDoublingAdvantage 1.25";

/// The answer to the last command after the others, on a board of 9x9 points.
fn found(name: &str, commands: &[&[&str]]) -> String {
    let path = random_network(false, &format!("advantage-{name}"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    let options = "gtp --threads 1 --seed 1 --playouts 60 --memory 64 --rules tromp-taylor --net";
    command.args(options.split_whitespace()).arg(&path);
    let input = format!("boardsize 9\n{}\n", commands.concat().join("\n"));
    let output = run(&mut piped(command), input);
    fs::remove_file(path).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains('?'), "{text}");
    text.trim_end().rsplit("\n\n").next().unwrap().to_owned()
}

#[test]
fn who_gives_handicap_is_taken_for_the_stronger_when_it_moves() {
    let genmove: &[&str] = &["kata-genmove_analyze w"];
    let plain = found("plain", &[HANDICAP, genmove]);
    let dynamic = found("dynamic", &[HANDICAP, &[DYNAMIC], genmove]);
    let set = found("static", &[HANDICAP, &[STATIC], genmove]);
    assert_eq!(dynamic, set);
    assert_ne!(dynamic, plain);
    // Where both are set, the handicap decides.
    let other = "kata-set-param playoutDoublingAdvantage -1";
    let both = found("both", &[HANDICAP, &[other, DYNAMIC], genmove]);
    assert_eq!(both, dynamic);
}

#[test]
fn an_advantage_may_be_one_players_whoever_thinks() {
    let set: &[&str] = &["kata-set-param playoutDoublingAdvantage 1.25"];
    let whose = |color: &str| format!("kata-set-param playoutDoublingAdvantagePla {color}");
    let genmove: &[&str] = &["kata-genmove_analyze w"];
    let opinion: &[&str] = &["kata-raw-nn w 0"];
    for (name, ask) in [("genmove", genmove), ("opinion", opinion)] {
        let found = |number: &str, commands: &[&[&str]]| {
            let commands = [&[HANDICAP], commands, &[ask]].concat();
            found(&format!("whose-{name}{number}"), &commands)
        };
        let of_white = found("1", &[set]);
        // In any order with the number.
        assert_eq!(found("2", &[&[&whose("white")], set]), of_white);
        assert_eq!(found("3", &[set, &[&whose("W")]]), of_white);
        let of_black = found("4", &[set, &[&whose("BLACK")]]);
        assert_ne!(of_black, of_white);
        let less = "kata-set-param playoutDoublingAdvantage -1.25";
        assert_eq!(found("5", &[&[less]]), of_black);
        // And back again.
        assert_eq!(found("6", &[set, &[&whose("B"), &whose("")]]), of_white);
    }
}

#[test]
fn opinions_and_even_games_go_without() {
    let opinion: &[&str] = &["kata-raw-nn w 0"];
    let plain = found("opinion", &[HANDICAP, opinion]);
    assert_eq!(found("opinion2", &[HANDICAP, &[DYNAMIC], opinion]), plain);
    assert_ne!(found("opinion3", &[HANDICAP, &[STATIC], opinion]), plain);
    let game: &[&str] = &["komi 7", "kata-genmove_analyze b"];
    assert_eq!(found("even2", &[&[DYNAMIC], game]), found("even", &[game]));
}
