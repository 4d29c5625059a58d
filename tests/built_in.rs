//! The network in the program itself: who plays by it, and how somebody does without.

mod networks;
mod process;
mod temporary;

use networks::half_a_network;
use process::{errors, program, run};
use serde_json::{Value, json};
use std::process::Command;
use temporary::TemporaryFile;

/// The program as a user starts it, with only these options and this variable.
fn tengen(variable: Option<&str>, options: &str) -> Command {
    let mut command = program(options.split_whitespace());
    match variable {
        Some(net) => command.env("TENGEN_NET", net),
        None => command.env_remove("TENGEN_NET"),
    };
    command
}

/// The answers to these commands of GTP.
fn gtp(variable: Option<&str>, options: &str, commands: &str) -> Vec<String> {
    let output = run(
        &mut tengen(variable, options),
        format!("{commands}\nquit\n"),
    );
    assert!(output.status.success(), "{}", errors(&output));
    let replies = process::text(&output.stdout);
    replies.split("\n\n").map(str::to_owned).collect()
}

#[test]
fn it_is_the_usual_one() {
    let version = run(&mut tengen(None, "--version"), "");
    let version = process::text(&version.stdout);
    let name = version
        .lines()
        .find_map(|line| line.strip_prefix("network: "));
    let name = name.unwrap_or_else(|| panic!("no network in {version}"));
    for (variable, options) in [(None, ""), (Some(""), ""), (Some("none"), "--net built-in")] {
        let models = &gtp(variable, options, "kata-get-models")[0];
        assert!(
            models.contains("\"built-in\"") && models.contains(name),
            "{models}"
        );
    }
}

#[test]
fn it_can_be_described_and_measured_by_its_name() {
    for options in [
        "net built-in --json",
        "bench net --sizes 5 --threads 1 --time 0.01 --json",
    ] {
        let output = run(&mut tengen(None, options), "");
        assert!(output.status.success(), "{}", errors(&output));
        let text = process::text(&output.stdout);
        assert!(text.contains("\"name\": \"tengen-"), "{text}");
    }
}

/// A game is counted behind walls that are still open: who asks before its end wants to know how it stands.
#[test]
fn it_knows_whose_the_land_behind_an_open_wall_is() {
    let wall: String = (2..=9)
        .map(|y| format!("play b F{y}\nplay w G{y}\n"))
        .collect();
    let asked = "estimate_score\nfinal_score\nfinal_status A5\nfinal_status J5";
    let commands = format!("boardsize 9\nkomi 7\n{wall}{asked}");
    let replies = gtp(None, "gtp --threads 1 --playouts 100 --seed 1", &commands);
    let [estimate, score, left, right] = &replies[2 + 16..][..4] else {
        panic!("{replies:?}");
    };
    assert!(estimate.starts_with("= B+"), "{estimate}");
    assert!(score.starts_with("= B+"), "{score}");
    assert_eq!([&**left, right], ["= black_territory", "= white_territory"]);
}

/// The network names a move for whoever is asked about, also where none is needed.
#[test]
fn a_group_that_lives_needs_no_move() {
    let wall: String = (2..=9)
        .map(|y| format!("play b F{y}\nplay w G{y}\n"))
        .collect();
    let commands = format!("boardsize 9\n{wall}owl_defend F5\ndragon_status F5");
    let replies = gtp(None, "gtp --threads 1 --seed 1", &commands);
    assert_eq!(&replies[1 + 16..][..2], ["= 1 PASS", "= alive"]);
}

#[test]
fn whoever_fills_the_last_liberty_wins_a_race() {
    // The two share the liberties D3 and D5.
    let stones = "gogui-setup b B7 w C7 b D7 b E7 w F7 b A6 b B6 w C6 b D6 b E6 w F6 w G6 b B5 w C5 b E5 w F5 b A4 b \
        B4 w C4 b D4 b E4 w F4 w G4 b B3 w C3 b E3 w F3 b A2 b B2 w C2 b D2 b E2 w F2 w G2 b B1 w C1 b D1 b \
        E1 w F1";
    let asked = "analyze_semeai_after_move w D5 E4 C4\nanalyze_semeai_after_move b D5 C4 E4";
    let commands = format!("boardsize 7\n{stones}\n{asked}");
    let replies = gtp(None, "gtp --threads 1 --seed 1", &commands);
    assert_eq!(&replies[2..4], ["= 1 1 D3", "= 1 1 D3"]);
}

#[test]
fn on_an_empty_board_it_looks_at_a_few_moves_and_not_at_all_of_them() {
    let search = "boardsize 19\nkata-search_analyze b 100000";
    let replies = gtp(None, "--playouts 100 --threads 1 --seed 1", search);
    let last = replies[1]
        .lines()
        .rev()
        .find(|line| line.contains("info move"));
    // Those that are the same on a turned board are told as well, up to eight of each.
    let moves = last.unwrap().matches("info move").count();
    assert!(moves <= 40, "{moves} moves for 100 visits");
}

/// LizGoban takes a program that knows `lz-setoption` for Leela Zero, and waits for its words about the network's value.
#[test]
fn its_first_opinion_is_told_to_who_asks_as_leela_zero_is_asked() {
    let value = |commands: &str| {
        // What comes behind an analysis ends it, unless the network has been read by then.
        let commands = format!("boardsize 9\nkata-raw-nn 0\n{commands}\nquit\n");
        let told = errors(&run(&mut tengen(None, ""), commands));
        let word = told.lines().find_map(|line| line.strip_prefix("NN eval="));
        word.map(|word| word.parse::<f32>().unwrap())
    };
    let even = value("lz-analyze interval 0").unwrap();
    assert!(value("komi 100\nlz-analyze b interval 0").unwrap() < even);
    assert!(value("komi 100\nlz-analyze w interval 0").unwrap() > even);
    assert_eq!(value("kata-analyze interval 0"), None);
    assert_eq!(value("lz-analyze 10"), None);
}

#[test]
fn a_file_that_is_damaged_further_on_is_told_of_and_costs_no_game() {
    let file = TemporaryFile::new("half.bin.gz", half_a_network());
    let options = format!("--net {} --playouts 100", file.display());
    let played = run(
        &mut tengen(None, &options),
        "boardsize 5\nkata-get-models\ngenmove b\nquit\n",
    );
    let told = errors(&played);
    assert!(
        told.contains("half.bin.gz") && told.contains("without a network"),
        "{told}"
    );
    let replies = process::text(&played.stdout);
    assert_eq!(replies.split("\n\n").nth(1), Some("= []"));
    let mv = replies.split("\n\n").nth(2).unwrap();
    assert!(mv.len() == 4 && mv.starts_with("= "), "{replies}");
}

#[test]
fn a_match_tells_which_networks_play() {
    let file = TemporaryFile::new("half match.bin.gz", half_a_network());
    let program = env!("CARGO_BIN_EXE_tengen");
    let damaged = format!("\"{program}\" --playouts 1 --net \"{}\"", file.display());
    let whole = format!("\"{program}\" --playouts 1");
    let mut command = tengen(None, "match --size 5 --games 1");
    command.args(["--black", &damaged, "--white", &whole]);
    let told = process::text(&run(&mut command, "").stdout);
    let version = env!("CARGO_PKG_VERSION");
    let heading = |label: &str, network: &str| format!("{label}: Tengen {version}, {network}");
    assert!(told.contains(&heading("A", "no network  (")), "{told}");
    assert!(told.contains(&heading("B", "network ")), "{told}");
    let json = process::text(&run(command.arg("--json"), "").stdout);
    let json: Value = serde_json::from_str(&json).unwrap();
    let [a, b] = [0, 1].map(|index| &json["engines"][index]["networks"]);
    assert_eq!(a, &json!([]));
    assert!(b[0].is_string(), "{b}");
}

#[test]
fn it_takes_the_place_of_a_damaged_one_in_analyses_and_on_the_page() {
    let file = TemporaryFile::new("half.bin.gz", half_a_network());
    let start = |command: &str, input: &str| {
        let options = format!("{command} {}", file.display());
        run(&mut tengen(None, &options), input)
    };
    let asked = "{\"id\":\"a\",\"action\":\"query_models\"}\n";
    let taken = "the built-in network takes its place";
    let analysis = start("analysis --model", asked);
    #[cfg(feature = "web")]
    {
        let options = format!("web --listen=0 --no-open --net {}", file.display());
        let mut server = tengen(None, &options).spawn().unwrap();
        let said = process::lines_of(server.stderr.take().unwrap());
        let mut told = process::next_line(&said);
        // The page is there.
        process::first_lines(&mut server, 1);
        server.kill().unwrap();
        server.wait().unwrap();
        told.extend(said.iter());
        assert!(told.contains(taken) && !told.contains("without"), "{told}");
    }
    let measured = start("bench visits --visits 1 --sizes 9 --threads 1 --net", "");
    assert!(errors(&analysis).contains(taken), "{}", errors(&analysis));
    let models = process::text(&analysis.stdout);
    assert!(models.contains("\"name\":\"built-in\""), "{models}");
    assert!(!models.contains("half.bin.gz"), "{models}");
    // Who measures a network wants that one.
    assert_eq!(measured.status.code(), Some(2));
    assert!(measured.stdout.is_empty(), "{measured:?}");
}

#[test]
fn where_the_name_of_a_wrong_network_comes_from_is_told() {
    let told = |variable: Option<&str>, options: &str| {
        errors(&run(&mut tengen(variable, options), "quit\n"))
    };
    let origin = "(from TENGEN_NET)";
    for options in ["", "bench net", "bench visits", "play"] {
        let said = told(Some("/nowhere/net.bin"), options);
        assert!(said.contains(origin), "{options}: {said}");
        let said = told(None, &format!("{options} --net /nowhere/net.bin"));
        assert!(!said.contains(origin), "{options}: {said}");
    }
    let said = told(Some("none"), "bench net");
    assert!(
        said.contains("leaves no network") && said.contains(origin),
        "{said}"
    );
}

#[test]
fn who_wants_none_has_none() {
    for (variable, options) in [
        (None, "--net none"),
        (Some("none"), ""),
        (Some("x"), "--net none"),
    ] {
        assert_eq!(gtp(variable, options, "kata-get-models")[0], "= []");
    }
    let refused = "--method network: 'none' leaves no network to work with";
    for (variable, options, said) in [
        (None, "--net none --method network", format!("{refused}\n")),
        (
            Some("none"),
            "--method network",
            format!("{refused} (from TENGEN_NET)\n"),
        ),
    ] {
        let wrong = run(&mut tengen(variable, options), "");
        assert_eq!(wrong.status.code(), Some(2));
        assert!(errors(&wrong).ends_with(&said), "{}", errors(&wrong));
    }
}

/// Three moves on 5×5, the same each time.
fn game(options: &str) -> Vec<String> {
    let options = format!("--size 5 --threads 1 --seed 1 --playouts 40 --memory 64 {options}");
    gtp(
        None,
        &options,
        "genmove b\ngenmove w\ngenmove b\nkata-raw-nn 0",
    )
}

#[test]
fn it_searches_unless_another_method_is_asked_for() {
    let usual = game("");
    assert_eq!(usual, game("--net built-in"));
    assert!(usual[3].contains("whiteWin"), "{}", usual[3]);
    for level in ["--level 20", "--level 19"] {
        let without = game(&format!("--net none {level}"));
        let classical = game(&format!("--method classical {level}"));
        assert_eq!(classical[..3], without[..3], "{level}");
    }
}

#[test]
fn its_opinion_can_be_asked_where_playouts_judge() {
    for options in ["--size 4", "--size 5 --method classical"] {
        let replies = gtp(None, options, "kata-raw-nn 0");
        assert!(replies[0].contains("\nwhiteWin "), "{options}: {replies:?}");
    }
}

/// What a level's move is told to have cost in playouts: those of its table with the network, and those without.
#[test]
fn levels_play_by_it() {
    let visits = |options: &str| {
        let options = format!("--level 1 --threads 1 --seed 1 --memory 64 {options}");
        // With a stone that stands so, no two moves are alike. The network has been read when its first opinion is told; a
        // move might not wait for that.
        let replies = gtp(
            None,
            &options,
            "boardsize 9\nplay w C2\nkata-raw-nn 0\nlz-genmove_analyze b 100000",
        );
        let told = replies[3].lines().find(|line| line.starts_with("info"));
        let told = told.unwrap_or_else(|| panic!("nothing is told in {replies:?}"));
        let played = replies[3]
            .lines()
            .find_map(|line| line.strip_prefix("play "));
        let is_first = told.starts_with(&format!("info move {} ", played.unwrap()));
        (is_first, told.matches("info move").count())
    };
    assert_eq!(visits(""), (true, 1));
    assert!(visits("--net none").1 > 1);
}

#[test]
fn playouts_tell_which_stones_are_dead() {
    let record = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/regressions/sgf/scoring-big-dead-group.sgf"
    );
    let commands = format!("loadsgf {record}\nfinal_score\nfinal_status_list dead");
    for network in ["", "--net none"] {
        let replies = gtp(None, network, &commands);
        let dead = "= A9 D9 A8 D8 A7 B7 C7 D7";
        assert_eq!(replies[..3], ["= ", "= B+2", dead], "{network}");
    }
}

/// The network takes liberties that both colours share for one side's; on the board it can be seen that neither can fill them.
#[test]
fn sekis_and_scores_are_as_the_regressions_say() {
    let tests = "regressions/seki.tst regressions/scoring.tst";
    let options = format!("regress --quiet --net built-in --playouts 100 {tests}");
    let output = run(&mut tengen(None, &options), "");
    let text = process::text(&output.stdout);
    assert!(output.status.success(), "{text}");
}

#[test]
fn it_plays_whole_games_by_itself() {
    let line = format!(
        "\"{}\" --playouts 4 --memory 64",
        env!("CARGO_BIN_EXE_tengen")
    );
    let mut command = tengen(None, "match --size 7 --games 2 --json");
    command.args(["--black", &line, "--white", &line]);
    let output = run(&mut command, "");
    assert!(output.status.success(), "{}", errors(&output));
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        result["games"].as_array().map(Vec::len),
        Some(2),
        "{result}"
    );
}

/// On a line of three points the middle takes all (tromp.github.io/go.html); networks would pass.
#[test]
fn boards_that_no_network_was_taught_are_played_by_playouts() {
    let options = "--size 3x1 --komi 2.5 --playouts 200 --threads 1 --seed 1";
    assert_eq!(gtp(None, options, "genmove black")[0], "= B1");
}

/// Both colours have two eyes, and nothing is left to play for.
const FINISHED: &str = "boardsize 5\nclear_board\nkomi 0
play b A2\nplay w E2\nplay b A4\nplay w E4
play b B1\nplay w D1\nplay b B2\nplay w D2\nplay b B3\nplay w D3\nplay b B4\nplay w D4\nplay b B5\nplay w D5
play b C1\nplay w C2\nplay b C3\nplay w C4\nplay b C5";

#[test]
fn every_level_ends_a_finished_game() {
    let levels: Vec<String> = (1..=20)
        .map(|level| format!("tengen-param level {level}\n{FINISHED}\nplay w pass\ngenmove b"))
        .collect();
    let replies = gtp(
        None,
        "--threads 1 --playouts 50 --memory 64",
        &levels.join("\n"),
    );
    let per_level = FINISHED.lines().count() + 3;
    let answers: Vec<&String> = replies
        .iter()
        .skip(per_level - 1)
        .step_by(per_level)
        .take(20)
        .collect();
    assert_eq!(answers.len(), 20);
    assert!(
        answers.iter().all(|answer| answer.as_str() == "= pass"),
        "{answers:?}"
    );
}

/// Black's move first; White is to move, and nothing is left to play for.
const SETTLED: &str = "E5 G4 F3 G6 C6 E7 F6 F7 G7 H6 G3 F4 E4 C7 B7 \
    H3 H2 D6 C5 H4 C8 E3 E2 D3 D2 D7 C3 B8 A8 D8 \
    B9 J2 H1 F5 E6 D9 C9 D5 D4 G8 G2 J3 J1";

/// The commands that make these moves on 9×9.
fn played(vertices: &str) -> String {
    let colors = ["b", "w"].iter().cycle();
    let moves = colors.zip(vertices.split_whitespace());
    let lines = moves.map(|(color, vertex)| format!("play {color} {vertex}\n"));
    format!("boardsize 9\n{}", lines.collect::<String>())
}

#[test]
fn a_settled_game_is_passed_whatever_is_known_of_it_already() {
    let last = |commands: &str| {
        let options = "--threads 1 --seed 1 --visits 60 --memory 64 --rules chinese --komi 7";
        gtp(None, options, commands)
            .into_iter()
            .rfind(|reply| reply.trim().len() > 1)
    };
    let settled = played(SETTLED);
    let (before, _) = settled.trim_end().rsplit_once('\n').unwrap();
    let pass = Some("= pass".to_owned());
    for asked in ["genmove w", "kata-search w\ngenmove w"] {
        assert_eq!(last(&format!("{settled}{asked}")), pass, "{asked}");
    }
    let found = last(&format!("{before}\ngenmove b\ngenmove w"));
    assert_eq!(found, pass, "most of its visits are of the move before");
    for level in [3, 9] {
        let asked = format!("tengen-param level {level}\n{settled}genmove w");
        assert_eq!(last(&asked), pass, "level {level}");
    }
}

/// Black has won if the group in the corner lives, for which it has to move. The network takes it for alive in any case.
const TO_LIVE: &str = "
    X X . . X O O O O
    X O . . X O O O O
    X X X X X O O O O
    O O O O O O O O O
    O O O O O O O O O
    . O . O O O O . O
    O O O O O O O O O
    X X X X X X X X X
    . X . X X X X . X";

#[test]
fn a_move_that_the_search_has_found_is_not_passed_by() {
    let rows = TO_LIVE.split_whitespace().enumerate();
    let stones = rows.filter(|(_, cell)| *cell != ".").map(|(index, cell)| {
        let color = if cell == "X" { "b" } else { "w" };
        let column = char::from(b"ABCDEFGHJ"[index % 9]);
        format!(" {color} {column}{}", 9 - index / 9)
    });
    let stones: String = stones.collect();
    let commands = format!("boardsize 9\nkomi -29.5\nset_position{stones}\nreg_genmove b");
    let replies = gtp(None, "--threads 1 --visits 400 --memory 64", &commands);
    assert!(
        ["= C8", "= C9", "= D8"].contains(&&*replies[3]),
        "{replies:?}"
    );
}

#[test]
fn levels_play_whole_games() {
    let side = |level| {
        let program = env!("CARGO_BIN_EXE_tengen");
        format!(
            "\"{program}\" --level {level} --playouts 20 --memory 64 --resign never --seed {{game}}"
        )
    };
    let mut command = tengen(None, "match --size 9 --komi 7 --games 4 --json");
    command.args(["--black", &side(1), "--white", &side(9)]);
    let output = run(&mut command, "");
    assert!(output.status.success(), "{}", errors(&output));
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let games = result["games"].as_array().unwrap();
    assert_eq!(games.len(), 4);
    for game in games {
        assert_eq!(game["ending"], "counted", "{game}");
        assert_eq!(game["capped"], false, "{game}");
    }
    let wins = games.iter().filter(|game| game["winner"] == "B").count();
    assert!(wins >= 3, "level 9 beats level 1: {games:?}");
}
