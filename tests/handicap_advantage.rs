//! The playout doubling advantage that a handicap game sets by itself, over pipes. The network here is small and random.

mod networks;
mod process;
mod temporary;

use networks::random_network;
use process::{run, tengen, text};

const HANDICAP: &[&str] = &["komi 0.5", "fixed_handicap 2"];
const NONE: &str = "kata-set-param dynamicPlayoutDoublingAdvantageCapPerOppLead 0";
const DYNAMIC: &str = "kata-set-param dynamicPlayoutDoublingAdvantageCapPerOppLead 0.02";
/// What that comes to with two handicap stones on 9x9.
const STATIC: &str = "kata-set-param playoutDoublingAdvantage 1.25";

/// The answer to the last command after the others, on a board of 9x9 points.
fn found(commands: &[&[&str]]) -> String {
    let network = random_network(false, "small.bin");
    let mut command = tengen("gtp --threads 1 --seed 1 --playouts 60 --rules tromp-taylor");
    command.arg("--net").arg(&*network);
    let input = format!("boardsize 9\n{}\n", commands.concat().join("\n"));
    let text = text(&run(&mut command, input).stdout);
    assert!(!text.contains('?'), "{text}");
    let reply = text.trim_end().rsplit("\n\n").next().unwrap();
    // What an analysis tells on its way depends on how long that takes.
    let last = reply.rfind("\ninfo ").unwrap_or(0);
    reply[last..].to_owned()
}

#[test]
fn who_gives_handicap_is_taken_for_the_stronger_when_it_moves() {
    let genmove: &[&str] = &["kata-genmove_analyze w 100000"];
    let plain = found(&[HANDICAP, &[NONE], genmove]);
    let usual = found(&[HANDICAP, genmove]);
    assert_ne!(usual, plain);
    let dynamic = found(&[HANDICAP, &[DYNAMIC], genmove]);
    let set = found(&[HANDICAP, &[STATIC], genmove]);
    assert_eq!(dynamic, set);
    assert_ne!(dynamic, plain);
    // What is set by hand holds, whatever the handicap.
    let other = "kata-set-param playoutDoublingAdvantage -1";
    let both = found(&[HANDICAP, &[other, DYNAMIC], genmove]);
    assert_eq!(both, found(&[HANDICAP, &[other], genmove]));
    assert_ne!(both, dynamic);
}

#[test]
fn an_advantage_may_be_one_players_whoever_thinks() {
    let set: &[&str] = &["kata-set-param playoutDoublingAdvantage 1.25"];
    let whose = |color: &str| format!("kata-set-param playoutDoublingAdvantagePla {color}");
    let genmove: &[&str] = &["kata-genmove_analyze w 100000"];
    let opinion: &[&str] = &["kata-raw-nn w 0"];
    for ask in [genmove, opinion] {
        let found = |commands: &[&[&str]]| found(&[&[HANDICAP], commands, &[ask]].concat());
        let of_white = found(&[set]);
        // In any order with the number.
        assert_eq!(found(&[&[&whose("white")], set]), of_white);
        assert_eq!(found(&[set, &[&whose("W")]]), of_white);
        let of_black = found(&[set, &[&whose("BLACK")]]);
        assert_ne!(of_black, of_white);
        let less = "kata-set-param playoutDoublingAdvantage -1.25";
        assert_eq!(found(&[&[less]]), of_black);
        // And back again.
        assert_eq!(found(&[set, &[&whose("B"), &whose("")]]), of_white);
    }
}

#[test]
fn opinions_and_even_games_go_without() {
    let opinion: &[&str] = &["kata-raw-nn w 0"];
    let plain = found(&[HANDICAP, opinion]);
    assert_eq!(found(&[HANDICAP, &[DYNAMIC], opinion]), plain);
    assert_ne!(found(&[HANDICAP, &[STATIC], opinion]), plain);
    let game: &[&str] = &["komi 7", "kata-genmove_analyze b 100000"];
    assert_eq!(found(&[&[DYNAMIC], game]), found(&[game]));
}
