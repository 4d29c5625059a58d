//! `tengen learn` by the program itself: games of a network's policy, and what a network says of them.

mod networks;
mod process;
mod temporary;

use networks::random_network;
use process::{output, program};
use std::fs;
use std::path::Path;
use temporary::{Directory, TemporaryFile};
use tengen::game::sgf;

/// Whether the program succeeded, and what it says on its error stream, or on its output if it did.
fn learn(args: &[&str]) -> (bool, String) {
    let output = output(program(["learn"].iter().chain(args)));
    let is_done = output.status.success();
    let said = if is_done {
        output.stdout
    } else {
        output.stderr
    };
    (is_done, process::text(&said))
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Has the network judge positions of the games, and returns what [`learn`] does.
fn judge_games(net: &Path, games: &Path, out: &Path, more: &[&str]) -> (bool, String) {
    let [net, games, out] = [net, games, out].map(text);
    let fixed = ["shards", "--games", games, "--net", net, "--out", out];
    learn(&[&fixed[..], more].concat())
}

fn play_games(net: &Path, out: &Path, more: &[&str]) -> String {
    let fixed = [
        "games",
        "--net",
        text(net),
        "--sizes",
        "4..6",
        "--count",
        "6",
        "--force",
        "--out",
        text(out),
    ];
    let (is_done, said) = learn(&[&fixed[..], more].concat());
    assert!(is_done, "{said}");
    assert_eq!(said, format!("6 games written: {}\n", out.display()));
    fs::read_to_string(out).unwrap()
}

#[test]
fn games_of_a_policy_are_legal_and_repeat_with_any_number_of_threads() {
    let (directory, net) = (Directory::new("games"), random_network(false, "net.bin"));
    let out = directory.join("games.sgf");
    let games = play_games(&net, &out, &["--threads", "3"]);
    assert_eq!(games.lines().count(), 6);
    for line in games.lines() {
        let loaded = sgf::load(line.as_bytes(), None).unwrap();
        assert!(loaded.game.dims().is_square() && (4..=6).contains(&loaded.game.dims().width()));
        assert!(!loaded.game.moves().is_empty());
        let area = loaded.game.dims().area();
        assert!(loaded.game.is_over() || loaded.game.moves().len() == 2 * area);
    }
    assert_eq!(games, play_games(&net, &out, &["--threads", "1"]));
    assert_ne!(games, play_games(&net, &out, &["--seed", "2"]));
}

#[test]
fn games_replace_no_file_unasked() {
    let net = random_network(false, "net.bin");
    let out = TemporaryFile::new("games.sgf", "mine");
    let fixed = ["games", "--net", text(&net), "--sizes", "4", "--count", "1"];
    let play = |more: &[&str]| learn(&[&fixed[..], &["--out", text(&out)], more].concat());
    let (is_done, said) = play(&[]);
    assert!(!is_done && said.contains("--force replaces it"), "{said}");
    assert_eq!(fs::read_to_string(&out).unwrap(), "mine");
    let (is_done, said) = play(&["--force"]);
    assert!(is_done && said.starts_with("1 game written: "), "{said}");
}

#[test]
fn records_of_which_none_can_be_used_leave_no_plan() {
    let directory = Directory::new("useless");
    let [games, out] = ["games.sgf", "shards"].map(|name| directory.join(name));
    let shards = || {
        let command = ["learn", "shards", "--games", text(&games)];
        let output = output(program(command.iter().chain(&["--out", text(&out)])));
        (output.status.code(), process::text(&output.stdout))
    };
    let record = "(;SZ[5]KM[6.5]RE[B+R];B[cc];W[bb])";
    let in_lines = record.replace(';', "\n;");
    for (content, hint) in [
        ("", "0 positions in 0 shards written"),
        ("no records\nat all", "2 bad records or games left out"),
        (&in_lines, "one record on each line is wanted"),
    ] {
        fs::write(&games, content).unwrap();
        let (code, said) = shards();
        assert_eq!(code, Some(1), "{content}: {said}");
        assert!(said.contains(hint), "{content}: {said}");
        assert!(!out.exists(), "{content}");
    }
    fs::write(&games, record).unwrap();
    assert_eq!(shards().0, Some(0));
    assert!(out.exists());
}

#[test]
fn the_network_that_plays_may_be_the_built_in_one_or_none() {
    for (net, planned) in [("built-in", "\"built-in ("), ("none", "\"network\": null")] {
        let directory = Directory::new(net);
        let out = directory.join("games");
        let fixed = ["selfplay", "--sizes", "2", "--files", "1", "--games", "1"];
        let few = ["--playouts", "2", "--quick-playouts", "1", "--share", "100"];
        let more = ["--net", net, "--out", text(&out)];
        let (is_done, said) = learn(&[&fixed[..], &few, &more].concat());
        assert!(is_done, "{net}: {said}");
        let plan = fs::read_to_string(out.join("plan.json")).unwrap();
        assert!(plan.contains(planned), "{net}: {plan}");
    }
}

#[test]
fn a_guide_leads_the_judge_elsewhere() {
    let (directory, net) = (Directory::new("guided"), random_network(false, "net.bin"));
    let games = directory.join("games.sgf");
    play_games(&net, &games, &[]);
    let judge = |name: &str, more: &[&str]| {
        let out = directory.join(name);
        let more = [&["--detours", "100"], more].concat();
        let (is_done, said) = judge_games(&net, &games, &out, &more);
        assert!(is_done, "{said}");
        let plan = fs::read_to_string(out.join("plan.json")).unwrap();
        let mut shards: Vec<_> = fs::read_dir(&out)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|end| end == "shard"))
            .map(|path| fs::read(path).unwrap())
            .collect();
        shards.sort();
        (plan, shards)
    };
    let alone = judge("alone", &[]);
    let by_itself = judge("by-itself", &["--guide", text(&net)]);
    assert_eq!(
        alone.1, by_itself.1,
        "the judge is the guide if there is none"
    );
    let other = random_network(true, "guide.bin");
    let refused = learn(&[
        "shards",
        "--games",
        text(&games),
        "--guide",
        text(&other),
        "--out",
        text(&directory.join("refused")),
    ]);
    assert!(refused.1.contains("--net"), "{}", refused.1);
    let guided = judge("guided", &["--guide", text(&other)]);
    assert_ne!(alone.1, guided.1);
    let name = other.file_name().unwrap().to_str().unwrap();
    assert!(guided.0.contains(name) && !by_itself.0.contains(name));
}

#[test]
fn shards_are_made_of_games_or_of_labels() {
    let directory = Directory::new("of-nothing");
    let out = directory.join("shards");
    let (_, errors) = learn(&["shards", "--out", text(&out)]);
    assert!(
        errors.contains("--labels") && errors.contains("--games"),
        "{errors}"
    );
    assert!(!out.exists());
}

#[test]
fn of_disputed_positions_one_in_so_many_is_judged() {
    let net = random_network(false, "net.bin");
    let start = "(;SZ[5]KM[7];B[aa];W[bb];B[cc];W[dd];B[ee];W[ac];B[ca]";
    let records = ["db", "be"].map(|last| format!("{start};W[{last}])\n"));
    let games = TemporaryFile::new("games.sgf", records.concat());
    let rival = random_network(true, "rival.bin");
    let judge = |more: &[&str]| {
        let directory = Directory::new("disputed");
        let more = [&["--per-game", "6"], more].concat();
        judge_games(&net, &games, &directory.join("shards"), &more)
    };
    let all = judge(&[]);
    assert!(all.1.starts_with("12 positions"), "{}", all.1);
    let sides = ["--guide", text(&net), "--rival", text(&rival)];
    let disputed = judge(&[&sides[..], &["--candidates", "3"]].concat());
    assert!(disputed.1.starts_with("4 positions"), "{}", disputed.1);
    let uneven = judge(&[&sides[..], &["--candidates", "5"]].concat());
    assert!(uneven.1.starts_with("4 positions"), "{}", uneven.1);
    let (is_done, said) = judge(&sides[2..]);
    assert!(!is_done && said.contains("--guide"), "{said}");
}

#[test]
fn bad_records_are_counted_in_the_end_and_the_plan_knows_the_rules() {
    let directory = Directory::new("bad");
    let [games, out] = ["bad.sgf", "shards"].map(|name| directory.join(name));
    let good = "(;SZ[5]KM[7]RE[W+1];B[aa];W[bb];B[cc])\n";
    fs::write(&games, format!("{good}nonsense\n(;SZ[5];B[aa])\n")).unwrap();
    let fixed = ["shards", "--games", text(&games), "--out", text(&out)];
    let (is_done, said) = learn(&[&fixed[..], &["--rules", "japanese"]].concat());
    assert!(is_done && said.contains("2 bad records"), "{said}");
    assert!(
        said.contains("bad.sgf") && said.contains("line 2"),
        "{said}"
    );
    let plan = fs::read_to_string(out.join("plan.json")).unwrap();
    assert!(plan.contains("TERRITORY") && plan.contains("\"tengen\""));
    let (is_done, said) = learn(&fixed);
    assert!(
        !is_done && said.contains("1 record has a count and names no rules that Tengen knows"),
        "{said}"
    );
}

#[test]
fn options_of_records_need_records() {
    for option in [["--per-game", "3"], ["--last", "3"], ["--rules", "chinese"]] {
        let fixed = ["shards", "--labels", "none.lab", "--out", "none"];
        let (is_done, said) = learn(&[&fixed[..], &option].concat());
        assert!(!is_done && said.contains("--games <FILE>"), "{said}");
    }
}

#[test]
fn a_plan_tells_networks_of_the_same_name_apart() {
    let (directory, net) = (Directory::new("renamed"), random_network(false, "net.bin"));
    let out = directory.join("games");
    let args = [
        "selfplay",
        "--net",
        text(&net),
        "--sizes",
        "2",
        "--files",
        "1",
    ];
    let short = ["--games", "1", "--playouts", "2", "--quick-playouts", "2"];
    let play = || learn(&[&args[..], &short, &["--out", text(&out)]].concat());
    assert!(play().0);
    let other = random_network(true, "other.bin");
    fs::rename(&other, &net).unwrap();
    let (is_done, said) = play();
    assert!(
        !is_done && said.contains("choose another directory"),
        "{said}"
    );
}

#[test]
fn self_play_of_nothing_or_too_much_is_refused() {
    let directory = Directory::new("refused");
    let out = directory.path("out");
    let refuse = |more: &[&str]| {
        let (is_done, said) = learn(&[&["selfplay", "--out", &out], more].concat());
        assert!(!is_done && said.contains("give a whole number"), "{said}");
    };
    refuse(&["--first", "18446744073709551615"]);
    refuse(&["--playouts", "1"]);
    refuse(&["--files", "1000000000000"]);
    refuse(&["--games", "1000000000000"]);
}

#[test]
fn what_cannot_be_is_refused_before_anything_is_played() {
    let refuse = |more: &[&str], why: &str| {
        let fixed = ["games", "--net", "none.bin"];
        let (is_done, said) = learn(&[&fixed[..], more].concat());
        assert!(!is_done && said.contains(why), "{said}");
    };
    let directory = Directory::new("refused");
    let out = directory.path("games.sgf");
    refuse(
        &["--out", &out, "--hottest", "0"],
        "give a temperature from 0.05 to 5",
    );
    refuse(
        &["--out", &out, "--coldest", "nan"],
        "give a temperature from 0.05 to 5",
    );
    refuse(
        &["--out", &out, "--hottest", "0.2"],
        "the lowest temperature, 0.3, is above the highest, 0.2",
    );
    refuse(
        &["--out", "/nowhere/games.sgf"],
        "/nowhere/games.sgf cannot be written",
    );
}

/// On so small a board the best that its player can do is to pass.
#[test]
fn a_book_without_a_page_is_not_written() {
    let directory = Directory::new("empty-book");
    let [out, findings] = ["book.txt", "found.jsonl"].map(|name| directory.path(name));
    let (is_done, said) = learn(&[
        "book",
        "--net",
        "built-in",
        "--size",
        "1",
        "--positions",
        "1",
        "--visits",
        "6",
        "--findings",
        &findings,
        "--out",
        &out,
    ]);
    assert!(
        !is_done && said.contains("the book would be empty"),
        "{said}"
    );
    assert!(!Path::new(&out).exists());
}
