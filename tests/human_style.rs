//! Human-style networks over pipes: what people would play, by profiles. The networks here are small and random.

mod networks;
mod process;
mod temporary;

use networks::random_network;
use process::{program, run};
use serde_json::{Value, json};
use std::process::Output;

fn tengen(arguments: &str, input: &str) -> Output {
    run(&mut program(arguments.split_whitespace()), input)
}

/// The replies of an engine to commands on a board of 5x5 points, and what it says beside.
fn replies(options: &str, commands: &[&str]) -> (Vec<String>, String) {
    let input = format!("boardsize 5\n{}\n", commands.join("\n"));
    let options = format!("gtp --threads 1 --seed 1 --playouts 60 --memory 64 {options}");
    let output = tengen(&options, &input);
    assert!(output.status.success(), "{output:?}");
    let text = process::text(&output.stdout);
    let replies = text.trim_end().split("\n\n").skip(1).map(str::to_owned);
    let remarks = process::errors(&output);
    let remarks = remarks
        .lines()
        .filter(|line| !line.starts_with("GTP ready"));
    (replies.collect(), remarks.collect())
}

/// The number behind a word.
fn number(text: &str, word: &str) -> f64 {
    let mut words = text.split_whitespace().skip_while(|other| *other != word);
    let value = words.nth(1).unwrap_or_else(|| panic!("{word} in {text}"));
    value.parse().unwrap()
}

/// The chance of a move on a board of 5x5 points in an answer to `kata-raw-human-nn`.
fn chance(raw: &str, vertex: &str) -> f64 {
    if vertex == "pass" {
        return number(raw, "policyPass");
    }
    let mut letters = vertex.chars();
    let column = letters.next().unwrap() as usize - 'A' as usize;
    let row = 5 - letters.as_str().parse::<usize>().unwrap();
    let policy = raw.lines().skip_while(|line| *line != "policy");
    let line = policy.skip(1).nth(row).unwrap();
    let word = line.split_whitespace().nth(column).unwrap();
    word.parse().unwrap()
}

/// The line of an analysis in a reply.
fn info(reply: &str) -> &str {
    let mut lines = reply.lines().rev();
    lines.find(|line| line.starts_with("info ")).unwrap()
}

#[test]
fn an_analysis_tells_what_people_would_play() {
    let file = random_network(true, "beside.bin");
    let options = format!("--human-net {} --human-profile rank_5k_1d", file.display());
    let (replies, remarks) = replies(
        &options,
        &[
            "kata-raw-human-nn w 0",
            "kata-search_analyze w 100000 rootInfo true",
            "kata-raw-human-nn b 0",
            "kata-search_analyze b 100000 minmoves 26",
            "lz-analyze 1",
            "kata-get-models",
        ],
    );
    assert_eq!(remarks, "");
    let [raw, line] = [&replies[0], info(&replies[1])];
    let winrate = number(raw, "whiteWin") + 0.5 * number(raw, "noResult");
    assert!((number(line, "humanWinrate") - winrate).abs() < 1e-4);
    assert!((number(line, "humanScoreMean") - number(raw, "whiteScore")).abs() < 1e-3);
    let square = number(raw, "whiteScoreSq") - number(raw, "whiteScore").powi(2);
    assert!((number(line, "humanScoreStdev").powi(2) - square).abs() < 0.1);
    assert!(!raw.contains("whiteLead") && !raw.contains("varTimeLeft"));
    let (raw, line) = (&replies[2], info(&replies[3]));
    assert!(!line.contains("humanWinrate"));
    let moves: Vec<&str> = line.split("info move ").skip(1).collect();
    assert_eq!(moves.len(), 26);
    for found in moves {
        let vertex = found.split_whitespace().next().unwrap();
        let prior = number(found, "humanPrior");
        assert!((prior - chance(raw, vertex)).abs() < 1e-4, "{vertex}");
    }
    let models: Value = serde_json::from_str(replies[5].trim_start_matches("= ")).unwrap();
    assert_eq!(models[0]["usesHumanSLProfile"], true);
    assert_eq!(models.as_array().unwrap().len(), 1);
}

#[test]
fn an_analysis_tells_how_far_its_network_may_be_wrong() {
    let file = random_network(true, "errors.bin");
    let options = format!("--net {} --human-profile rank_5k", file.display());
    let commands = [
        "kata-raw-nn w 0 0",
        "kata-search_analyze w 100000 rootInfo true",
        "kata-genmove_analyze w 100000 rootInfo true",
        "kata-search_analyze b 100000",
    ];
    let (replies, _) = replies(&options, &commands);
    for reply in &replies[1..3] {
        let root = info(reply).split("rootInfo").nth(1).unwrap();
        for (name, in_raw) in [
            ("rawStWrError", "shorttermWinlossError"),
            ("rawStScoreError", "shorttermScoreError"),
            ("rawVarTimeLeft", "varTimeLeft"),
        ] {
            let (told, raw) = (number(root, name), number(&replies[0], in_raw));
            assert!((told - raw).abs() < 1e-3, "{name}: {told} {raw}");
        }
    }
    assert!(!info(&replies[3]).contains("raw"));
}

#[test]
fn a_profile_can_be_changed_and_taken_away() {
    let file = random_network(true, "changed.bin");
    let (replies, remarks) = replies(
        &format!("--human-net {}", file.display()),
        &[
            "kata-raw-human-nn b 0",
            "kata-search_analyze b 100000",
            "kata-set-param humanSLProfile rank_20k",
            "kata-raw-human-nn b 0",
            "kata-set-param humanSLProfile proyear_1985",
            "kata-get-param humanSLProfile",
            "kata-raw-human-nn b 0",
            "kata-set-param humanSLProfile",
            "kata-search_analyze b 100000",
            "kata-raw-nn b 0",
        ],
    );
    assert!(
        remarks.contains("humanSLProfile says whom it imitates"),
        "{remarks}"
    );
    assert!(!remarks.contains("no effect"));
    assert!(replies[0].starts_with("? whom it imitates has not been said"));
    assert_eq!(replies[5], "= proyear_1985");
    assert_ne!(replies[3], replies[6]);
    for silent in [1, 8] {
        assert!(!info(&replies[silent]).contains("human"));
    }
    assert!(replies[9].starts_with("? no neural network"));
}

#[test]
fn moves_of_people_are_played_where_they_are_wanted() {
    let [people, judge] = [
        random_network(true, "people.bin"),
        random_network(false, "beside-people.bin"),
    ];
    let options = format!(
        "--net {} --human-net {} --human-profile rank_5k",
        judge.display(),
        people.display()
    );
    let moves = |share: &str| {
        let mut commands = vec!["kata-raw-human-nn b 0".to_owned()];
        commands.push(format!("kata-set-param humanSLChosenMoveProp {share}"));
        for seed in 1..=12 {
            commands.push(format!("set_random_seed {seed}"));
            // A random network likes to pass, and people have no say in that.
            commands.push("kata-genmove_analyze b 100000 avoid b pass 1".to_owned());
            commands.push("undo".to_owned());
        }
        let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
        let (replies, remarks) = replies(&options, &commands);
        assert!(
            replies.iter().all(|reply| reply.starts_with('=')),
            "{replies:?}"
        );
        assert_eq!(remarks, "");
        let analysed = replies[2..].iter().filter(|reply| reply.contains("info "));
        let played = analysed.map(|reply| {
            let vertex = reply
                .trim_end()
                .lines()
                .last()
                .unwrap()
                .strip_prefix("play ");
            let vertex = vertex.unwrap().to_owned();
            let first = info(reply).strip_prefix("info move ").unwrap();
            assert_eq!(first.split_whitespace().next(), Some(&*vertex), "it leads");
            vertex
        });
        (replies[0].clone(), played.collect::<Vec<String>>())
    };
    let (_, own) = moves("0");
    assert!(own.iter().all(|vertex| *vertex == own[0]), "{own:?}");
    let (raw, human) = moves("1");
    let most = human.iter().map(|vertex| chance(&raw, vertex));
    assert!(most.into_iter().all(|chance| chance > 0.0));
    assert!(human.iter().any(|vertex| *vertex != human[0]), "{human:?}");
    let (replies, remarks) = replies(
        &format!("--net {}", judge.display()),
        &[
            "kata-set-param humanSLChosenMoveProp 1",
            "kata-set-param humanSLChosenMovePiklLambda 0",
            "kata-set-param humanSLRootExploreProbWeightless 0.5",
            "kata-get-param humanSLChosenMoveProp",
        ],
    );
    assert!(remarks.contains("without effect here: humanSLChosenMoveProp"));
    assert!(replies[1].starts_with("? humanSLChosenMovePiklLambda is a number from 0.0001"));
    assert_eq!(replies[2], "= ");
    assert!(remarks.contains("without effect here: humanSLRootExploreProbWeightless"));
    assert_eq!(replies[3], "= 1.0");
}

#[test]
fn a_human_style_network_that_judges_plays_by_its_profile() {
    let file = random_network(true, "judge.bin");
    let ask = |profile: &str| {
        let options = format!("--net {} {profile}", file.display());
        let (replies, remarks) = replies(
            &options,
            &[
                "kata-raw-nn b 3",
                "kata-search_analyze b 100000",
                "kata-raw-human-nn 0",
            ],
        );
        assert!(replies[2].starts_with("? no human-style network"));
        assert!(!replies[1].contains("human"));
        let line = info(&replies[1]).to_owned();
        (replies[0].clone(), line, remarks)
    };
    let usual = ask("");
    assert!(
        usual
            .2
            .contains("imitates rank_9d, since no --human-profile")
    );
    let strong = ask("--human-profile rank_9d");
    assert_eq!((&usual.0, &usual.1), (&strong.0, &strong.1));
    assert_eq!(strong.2, "");
    let weak = ask("--human-profile rank_20k");
    assert!(weak.0 != strong.0 && weak.1 != strong.1);
}

#[test]
fn another_profile_costs_the_tree_of_a_network_that_imitates_and_no_other() {
    let file = random_network(true, "tree.bin");
    let visits = |option: &str| {
        let options = format!("{option} {} --human-profile rank_5k", file.display());
        let commands = [
            "kata-search b",
            "kata-set-param humanSLProfile rank_4k",
            "kata-search_analyze b 100000 rootInfo true",
        ];
        let (replies, _) = replies(&options, &commands);
        let root = info(&replies[2]).split("rootInfo").nth(1).unwrap();
        number(root, "visits")
    };
    assert_eq!(visits("--net"), 60.0);
    assert_eq!(visits("--human-net"), 120.0);
}

#[test]
fn what_cannot_be_used_is_told() {
    let file = random_network(false, "plain.bin");
    let beside = tengen(&format!("gtp --human-net {}", file.display()), "quit\n");
    let judge = format!("--net {} --human-profile rank_3d", file.display());
    let (_, remarks) = replies(&judge, &["kata-set-param humanSLProfile rank_2d"]);
    assert!(!beside.status.success());
    let text = process::errors(&beside);
    assert!(text.contains("plain.bin: no human-style network"), "{text}");
    let beside = tengen("gtp --human-net built-in", "quit\n");
    assert!(!beside.status.success());
    let text = process::errors(&beside);
    assert!(
        text.contains("the built-in network is no human-style one"),
        "{text}"
    );
    assert!(
        remarks.contains("the profile rank_3d has no effect"),
        "{remarks}"
    );
    assert!(
        remarks.contains("without effect here: humanSLProfile"),
        "{remarks}"
    );
    let profile = tengen("gtp --human-profile rank_99k", "");
    let text = process::errors(&profile);
    assert!(
        text.contains("'rank_99k'") && text.contains("proyear_1800 to proyear_2023"),
        "{text}"
    );
}

/// The answers of the analysis engine to queries about an empty board of 5x5 points, by their ids.
fn analysed(options: &str, queries: &[Value]) -> (Vec<Value>, String) {
    let lines = queries.iter().map(|query| {
        let mut whole = json!({"moves": [], "rules": "chinese", "komi": 6.5, "boardXSize": 5, "boardYSize": 5,
            "maxVisits": 60, "includePolicy": true});
        let fields = query.as_object().unwrap().clone();
        whole.as_object_mut().unwrap().extend(fields);
        format!("{whole}\n")
    });
    let options =
        format!("analysis --memory 64 --threads 1 --analysis-threads 1 --seed 1 {options}");
    let output = tengen(&options, &lines.collect::<String>());
    assert!(output.status.success(), "{output:?}");
    let text = process::text(&output.stdout);
    let answers = text.lines().map(|line| serde_json::from_str(line).unwrap());
    (answers.collect(), process::errors(&output))
}

fn answer<'a>(answers: &'a [Value], id: &str) -> &'a Value {
    answers.iter().find(|answer| answer["id"] == id).unwrap()
}

/// As the network that judges is not told of it.
#[test]
fn people_are_not_told_of_a_pass_that_counts_for_nothing() {
    let file = random_network(true, "pass.bin");
    let passed = json!([["B", "C3"], ["W", "B2"], ["B", "D4"], ["W", "pass"]]);
    let settings =
        |conservative: bool| json!({"humanSLProfile": "rank_5k", "conservativePass": conservative});
    let (answers, _) = analysed(
        &format!("--human-model {}", file.display()),
        &[
            json!({"id": "hidden", "rules": "tromp-taylor", "moves": passed, "overrideSettings": settings(true)}),
            json!({"id": "told", "rules": "tromp-taylor", "moves": passed, "overrideSettings": settings(false)}),
        ],
    );
    let winrate = |id: &str| answer(&answers, id)["rootInfo"]["humanWinrate"].as_f64();
    assert!(winrate("hidden").is_some());
    assert_ne!(winrate("hidden"), winrate("told"));
}

#[test]
fn the_analysis_engine_tells_what_people_would_play() {
    let file = random_network(true, "engine.bin");
    let profile = |name: &str| json!({ "humanSLProfile": name });
    let (answers, remarks) = analysed(
        &format!("--human-model {}", file.display()),
        &[
            json!({"id": "weak", "overrideSettings": profile("preaz_18k")}),
            json!({"id": "strong", "overrideSettings": profile("rank_7d")}),
            json!({"id": "nobody"}),
            json!({"id": "bad", "overrideSettings": profile("rank_99k")}),
            json!({"id": "models", "action": "query_models"}),
        ],
    );
    assert!(remarks.contains("is not asked before"), "{remarks}");
    assert_eq!(answers.len(), 5, "no warnings: {answers:?}");
    let weak = answer(&answers, "weak");
    let policy: Vec<f64> = serde_json::from_value(weak["humanPolicy"].clone()).unwrap();
    assert_eq!(policy.len(), 26);
    assert!((policy.iter().sum::<f64>() - 1.0).abs() < 1e-4);
    for found in weak["moveInfos"].as_array().unwrap() {
        let place = match found["move"].as_str().unwrap() {
            "pass" => 25,
            vertex => {
                let (column, row) = (vertex.as_bytes()[0] - b'A', b'5' - vertex.as_bytes()[1]);
                usize::from(row) * 5 + usize::from(column)
            }
        };
        assert_eq!(found["humanPrior"].as_f64().unwrap(), policy[place]);
    }
    let strong = answer(&answers, "strong");
    for field in [
        "humanWinrate",
        "humanScoreMean",
        "humanScoreStdev",
        "humanStWrError",
        "humanStScoreError",
    ] {
        let of = |answer: &Value| answer["rootInfo"][field].as_f64().unwrap();
        assert_ne!(of(weak), of(strong), "{field}");
    }
    assert!(!answer(&answers, "nobody").to_string().contains("human"));
    let bad = answer(&answers, "bad");
    assert_eq!(bad["field"], "overrideSettings");
    let told = bad["error"].as_str().unwrap();
    assert!(
        told.contains("not 'rank_99k'") && told.contains("rank_20k to rank_9d"),
        "{told}"
    );
    assert_eq!(
        answer(&answers, "models")["models"][0]["usesHumanSLProfile"],
        true
    );
}

#[test]
fn the_analysis_engine_goes_on_without_a_human_style_network() {
    let file = random_network(false, "useless.bin");
    let (answers, remarks) = analysed(
        &format!(
            "-human-model {} -override-config humanSLProfile=rank_4k",
            file.display()
        ),
        &[json!({"id": "a"})],
    );
    assert!(
        remarks.contains("useless.bin: no human-style network"),
        "{remarks}"
    );
    assert!(
        remarks.contains("without effect here: humanSLProfile"),
        "{remarks}"
    );
    assert!(!answer(&answers, "a").to_string().contains("human"));
}

/// LizzieYzy Next asks for that: of a move that nobody has looked at it cannot tell what it loses.
#[test]
fn moves_that_people_would_play_get_their_share_of_an_analysis() {
    let file = random_network(true, "shares.bin");
    let query = |id: &str, share: f64| {
        json!({"id": id, "moves": [["B", "C3"], ["W", "B2"]], "overrideSettings": {
            "humanSLProfile": "rank_5k", "humanSLRootExploreProbWeightless": share}})
    };
    let options = format!("--human-model {}", file.display());
    let (answers, told) = analysed(&options, &[query("with", 0.9), query("without", 0.0)]);
    assert!(!told.contains("without effect"), "{told}");
    let moves = |id: &str| answer(&answers, id)["moveInfos"].as_array().unwrap();
    for found in moves("with") {
        let (visits, prior) = (&found["visits"], &found["humanPrior"]);
        let due = 0.9 * prior.as_f64().unwrap() * 60.0;
        // At the end several may wait for their turn.
        assert!(visits.as_f64().unwrap() + 2.0 >= due, "{found}");
    }
    let policy = answer(&answers, "with")["humanPolicy"].as_array().unwrap();
    let chances = policy.iter().map(|chance| chance.as_f64().unwrap());
    // Those to which one of sixty visits has been due for a while.
    let likely = chances.filter(|chance| 0.9 * chance * 60.0 > 1.5).count();
    assert!(likely > 3 && moves("with").len() >= likely, "{answers:?}");
    assert!(moves("without").len() < moves("with").len(), "{answers:?}");
}
