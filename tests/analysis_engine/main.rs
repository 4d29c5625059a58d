//! The analysis engine over pipes: every answer in the form that KataGo's
//! documentation describes, each query answered exactly as often as promised.

#[path = "../process/mod.rs"]
mod process;
mod random;
mod schema;
#[path = "../temporary/mod.rs"]
mod temporary;

use random::{Expected, Source};
use schema::Asked;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::env;
use std::io::Write;
use std::process::{Command, Output};
use temporary::{Directory, TemporaryFile};

fn engine(options: &str) -> Command {
    process::tengen(&format!("analysis --seed 1 {options}"))
}

fn objects(output: &Output) -> Vec<Map<String, Value>> {
    assert!(output.status.success(), "{:?}", output.status);
    let text = std::str::from_utf8(&output.stdout).unwrap();
    let object =
        |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    text.lines().map(object).collect()
}

/// What the engine answers to all this at once, until it ends by itself.
fn answers(options: &str, queries: &[Value]) -> Vec<Map<String, Value>> {
    let lines: Vec<String> = queries.iter().map(Value::to_string).collect();
    objects(&process::run(&mut engine(options), lines.join("\n")))
}

fn small(id: &str) -> Value {
    json!({"id": id, "moves": [], "rules": "chinese", "boardXSize": 5, "boardYSize": 5, "maxVisits": 30})
}

/// An engine that is talked to line by line.
struct Talk(process::Engine);

impl Talk {
    fn new(options: &str) -> Talk {
        Talk(process::Engine::start(&mut engine(options)))
    }

    fn send(&mut self, object: &Value) {
        self.0.send(format!("{object}\n"));
    }

    fn next(&mut self) -> Value {
        serde_json::from_str(&self.0.line()).unwrap()
    }

    /// The next object that is like this; others are passed over.
    fn until(&mut self, is_meant: impl Fn(&Value) -> bool) -> Value {
        loop {
            let object = self.next();
            if is_meant(&object) {
                return object;
            }
        }
    }
}

#[test]
fn random_queries_are_answered_exactly_as_often_as_promised() {
    let count = env::var("TENGEN_ANALYSIS_QUERIES").map_or(400, |text| text.parse().unwrap());
    let mut source = Source::new(17);
    let lines: Vec<random::Line> = (0..count).map(|_| source.line()).collect();
    let text: String = lines.iter().flat_map(|line| [&line.text, "\n"]).collect();
    let limit = process::LIMIT.max(process::LIMIT * count / 400);
    let output = process::run_within(limit, &mut engine(""), text);
    let mut ledger = Ledger::default();
    for object in objects(&output) {
        ledger.note(object, &lines);
    }
    ledger.settle(&lines);
}

/// Which answers have come.
#[derive(Default)]
struct Ledger {
    nameless: usize,
    errors: BTreeMap<String, Vec<String>>,
    warnings: BTreeMap<String, Vec<String>>,
    echoes: BTreeMap<String, Vec<Map<String, Value>>>,
    /// How often a position has ended.
    ends: BTreeMap<(String, u64), usize>,
}

impl Ledger {
    fn note(&mut self, object: Map<String, Value>, lines: &[random::Line]) {
        let text = |name: &str| object[name].as_str().expect("a string").to_owned();
        if object.contains_key("error") && !object.contains_key("id") {
            assert_eq!(object.len(), 1);
            self.nameless += 1;
            return;
        }
        let id = text("id");
        for (name, ledger) in [("error", &mut self.errors), ("warning", &mut self.warnings)] {
            if object.contains_key(name) {
                assert_eq!(object.len(), 3, "{object:?}");
                assert!(!text(name).is_empty());
                ledger.entry(id).or_default().push(text("field"));
                return;
            }
        }
        if object.contains_key("action") {
            self.echoes.entry(id).or_default().push(object);
            return;
        }
        let is_of = |line: &&random::Line| matches!(&line.expected, Expected::Results { id: known, .. } if *known == id);
        let line = lines.iter().find(is_of);
        let Some(Expected::Results { turns, asked, .. }) = line.map(|line| &line.expected) else {
            panic!("no query {id} to give results for")
        };
        let turn = object["turnNumber"].as_u64().unwrap();
        assert!(turns.contains(&turn));
        schema::check(&object, asked);
        let ends = self.ends.entry((id, turn)).or_default();
        assert_eq!(*ends, 0, "nothing comes after the end");
        *ends += usize::from(object["isDuringSearch"] == false);
    }

    fn settle(mut self, lines: &[random::Line]) {
        let mut nameless = 0;
        for line in lines {
            let of = |ledger: &mut BTreeMap<String, Vec<String>>, id: &str| {
                ledger.remove(id).unwrap_or_default()
            };
            match &line.expected {
                Expected::Nameless => nameless += 1,
                Expected::Error { id, field } => {
                    assert_eq!(of(&mut self.errors, id), [*field], "{}", line.text);
                }
                Expected::Results {
                    id, turns, warned, ..
                } => {
                    let mut fields = of(&mut self.warnings, id);
                    fields.sort();
                    assert!(fields.iter().eq(warned), "{fields:?}: {}", line.text);
                    for &turn in turns {
                        let ends = self.ends.remove(&(id.clone(), turn));
                        assert_eq!(ends, Some(1), "turn {turn} of {}", line.text);
                    }
                }
                Expected::Echo(sent) => {
                    let id = sent["id"].as_str().unwrap();
                    let echo = self.echoes.remove(id).unwrap_or_default();
                    assert_eq!(echo.len(), 1, "{}", line.text);
                    for (name, value) in sent {
                        assert_eq!(echo[0].get(name), Some(value), "{}", line.text);
                    }
                }
            }
        }
        assert_eq!(self.nameless, nameless);
        assert!(self.errors.is_empty(), "{:?}", self.errors);
        assert!(self.warnings.is_empty(), "{:?}", self.warnings);
        assert!(self.echoes.is_empty(), "{:?}", self.echoes);
        assert!(self.ends.values().all(|&ends| ends == 0), "{:?}", self.ends);
    }
}

#[test]
fn the_example_of_the_documentation() {
    let query = json!({
        "id": "foo", "initialStones": [["B", "Q4"], ["B", "C4"]],
        "moves": [["W", "P5"], ["B", "P6"]], "rules": "tromp-taylor", "komi": 7.5,
        "boardXSize": 19, "boardYSize": 19, "analyzeTurns": [0, 1, 2], "maxVisits": 40,
    });
    let mut answers = answers("", &[query]);
    answers.sort_by_key(|answer| answer["turnNumber"].as_u64());
    let players = answers
        .iter()
        .map(|answer| &answer["rootInfo"]["currentPlayer"]);
    assert!(players.eq(["W", "B", "W"]));
    assert!(
        answers
            .iter()
            .all(|answer| answer["rootInfo"]["visits"] == 40)
    );
}

#[test]
fn an_analysis_looks_at_more_moves_unless_it_is_told_not_to() {
    let moves = |settings: Value| {
        let query = json!({
            "id": "a", "rules": "chinese", "boardXSize": 9, "boardYSize": 9, "maxVisits": 200,
            "moves": [["B", "E5"], ["W", "C4"], ["B", "G6"], ["W", "C6"]], "overrideSettings": settings,
        });
        let options = "--net built-in -override-config numSearchThreads=1";
        answers(options, &[query])[0]["moveInfos"].clone()
    };
    let usual = moves(json!({}));
    assert_eq!(usual, moves(json!({"wideRootNoise": 0.04})));
    let count = |moves: &Value| moves.as_array().unwrap().len();
    assert!(count(&usual) > count(&moves(json!({"wideRootNoise": 0}))));
}

#[test]
fn a_position_without_time_is_answered_with_a_move() {
    let mut query = small("hurry");
    query["overrideSettings"] = json!({"maxTime": 0});
    for threads in 1..=2_usize {
        let option = format!("-override-config numSearchThreadsPerAnalysisThread={threads}");
        let answer = &answers(&option, std::slice::from_ref(&query))[0];
        let moves = answer["moveInfos"].as_array().map_or(0, Vec::len);
        let visits = answer["rootInfo"]["visits"].as_u64().unwrap();
        assert!((1..=2 * threads - 1).contains(&moves), "{threads} threads");
        assert!(
            (2..=2 * threads as u64).contains(&visits),
            "{threads} threads"
        );
    }
}

#[test]
fn actions_are_echoed_with_what_they_ask_for() {
    let ask = |action: &str| json!({"id": "v", "action": action});
    let all = answers(
        "",
        &["query_version", "query_models", "clear_cache"].map(ask),
    );
    let numbers = all[0]["version"].as_str().unwrap().split('.');
    let numbers: Vec<u32> = numbers.map(|number| number.parse().unwrap()).collect();
    assert!(
        numbers.len() == 3 && numbers >= vec![1, 12, 0],
        "as Ogatak reads it"
    );
    assert!(all[0]["engine"].as_str().unwrap().starts_with("Tengen "));
    assert!(all[0].contains_key("git_hash"));
    assert_eq!(all[1]["models"], json!([]));
    assert_eq!(Value::Object(all[2].clone()), ask("clear_cache"));
    let wrong = answers("", &[ask("dance"), ask("terminate")]);
    assert_eq!(wrong[0]["field"], "action");
    assert_eq!(wrong[1]["field"], "terminateId");
}

/// Some clients wait for these words, and others cut lines apart between fields.
#[test]
fn the_first_words_and_the_order_of_the_fields_are_as_katago_has_them() {
    let mut query = small("a");
    query["includeOwnership"] = json!(true);
    query["includePolicy"] = json!(true);
    let output = process::run(&mut engine("--net built-in"), query.to_string());
    let ready = "\nStarted, ready to begin handling requests\n";
    let said = process::errors(&output);
    assert!(said.ends_with(ready), "{said}");
    let line = process::text(&output.stdout);
    let fields = [
        "id",
        "isDuringSearch",
        "moveInfos",
        "ownership",
        "policy",
        "rootInfo",
        "turnNumber",
    ];
    let places = fields.map(|field| line.find(&format!("\"{field}\":")));
    assert!(places[0].is_some() && places.is_sorted(), "{line}");
    assert!(line.ends_with(",\"turnNumber\":0}\n"), "{line}");
}

/// LizzieYzy Next takes the first line about a query for the answer.
#[test]
fn settings_of_katagos_that_have_no_use_here_are_taken_without_a_word() {
    let mut query = small("a");
    query["overrideSettings"] = json!({
        "rootDirichletNoiseWeight": 0.5, "antiMirror": true,
        "chosenMoveTemperature": 0.5, "numSearchThreads": 2,
    });
    let all = answers("", &[query]);
    assert!(
        all.len() == 1 && all[0].contains_key("moveInfos"),
        "{all:?}"
    );
}

/// Who asks for moves that people would play waits for them in vain; null, with which programs leave a field open, asks for nothing.
#[test]
fn what_people_would_play_needs_a_network_that_knows_it() {
    let mut query = small("a");
    query["terminateId"] = json!(null);
    query["turnNumbers"] = json!(null);
    let open = answers("", &[query.clone()]);
    assert_eq!(open.len(), 1, "{open:?}");
    for (key, value) in [
        ("humanSLProfile", json!("rank_5k")),
        ("humanSLRootExploreProbWeightless", json!(0.5)),
        ("humanSLCpuctPermanent", json!(2.0)),
    ] {
        query["overrideSettings"] = json!({ key: value });
        let all = answers("", &[query.clone()]);
        let text = format!("{key} needs a human-style network, and there is none");
        assert_eq!((all.len(), &all[0]["error"]), (1, &json!(text)));
    }
}

/// All that KaTrain may send, but for what needs a human-style network.
#[test]
fn the_query_of_katrain_is_answered_without_a_warning() {
    let rules = json!({
        "ko": "SIMPLE", "scoring": "AREA", "tax": "ALL", "suicide": false, "hasButton": false,
        "whiteHandicapBonus": "0",
    });
    let ask = |rules: Value| {
        json!({
            "id": "QUERY:1", "rules": rules, "priority": -100, "analyzeTurns": [2], "maxVisits": 30,
            "komi": 6.5, "boardXSize": 5, "boardYSize": 5,
            "includeOwnership": true, "includeMovesOwnership": true, "includePolicy": true,
            "initialStones": [["B", "B2"]], "initialPlayer": "W", "moves": [["W", "D4"], ["B", "D2"]],
            "reportDuringSearchEvery": 1000,
            "avoidMoves": [{"moves": ["B4", "pass"], "player": "W", "untilDepth": 1}],
            "overrideSettings": {
                "reportAnalysisWinratesAs": "BLACK", "wideRootNoise": 0.04, "maxTime": 1000,
                "playoutDoublingAdvantage": 1.5, "playoutDoublingAdvantagePla": "BLACK",
            },
        })
    };
    let asked = Asked {
        width: 5,
        height: 5,
        max_visits: 30,
        pv_len: 15,
        ownership: true,
        moves_ownership: true,
        policy: true,
        viewer: Some('B'),
        avoided: vec![('W', ["B4", "pass"].map(str::to_owned).into())],
        ..Asked::default()
    };
    for rules in [json!("japanese"), rules] {
        let all = answers("--net built-in", &[ask(rules)]);
        assert_eq!(all.len(), 1, "{all:?}");
        schema::check(&all[0], &asked);
        assert_eq!(all[0]["rootInfo"]["currentPlayer"], "W");
    }
}

/// Unset fields are null in what some programs write.
#[test]
fn an_action_that_is_no_text_makes_no_difference() {
    let mut query = small("a");
    query["action"] = Value::Null;
    let [answer] = answers("", &[query]).try_into().unwrap();
    assert_eq!(answer["rootInfo"]["visits"], 30);
}

#[test]
fn many_unknown_fields_have_few_warnings() {
    let mut query = small("a");
    for number in 0..1000 {
        query[format!("field{number}")] = json!(1);
    }
    let all = answers("", &[query]);
    let (answer, warnings) = all.split_last().unwrap();
    assert_eq!(answer["rootInfo"]["visits"], 30);
    assert_eq!(warnings.len(), 20);
    let last = warnings[19]["warning"].as_str().unwrap();
    assert!(last.ends_with("besides these: 980"), "{last}");
    let settings = (0..1000).map(|number| (format!("setting{number}"), json!(1)));
    let mut query = small("b");
    query["overrideSettings"] = Value::Object(settings.collect());
    let all = answers("", &[query]);
    let warning = all[0]["warning"].as_str().unwrap();
    assert!(
        warning.ends_with(", 980 more") && warning.len() < 1000,
        "{warning}"
    );
}

#[test]
fn of_initial_stones_there_may_be_twenty_thousand() {
    let with = |stones: usize| {
        let mut query = small("a");
        let colors = ["B", "W"].iter().cycle();
        query["initialStones"] = colors
            .take(stones)
            .map(|color| json!([color, "C3"]))
            .collect();
        let [answer] = answers("", &[query]).try_into().unwrap();
        answer
    };
    assert_eq!(with(20_000)["rootInfo"]["visits"], 30);
    assert_eq!(with(20_001)["field"], "initialStones");
}

/// Each answer and each warning has the id: those to a single line would be gigabytes.
#[test]
fn an_id_that_is_too_long_is_refused() {
    let queries = [4096, 4097].map(|length| small(&"x".repeat(length)));
    let all = answers("", &queries);
    assert_eq!(all.len(), 2);
    assert!(all.iter().any(|object| object.contains_key("rootInfo")));
    let refusal = all.iter().find(|object| !object.contains_key("id"));
    assert_eq!(refusal.unwrap()["error"], "an id is longer than 4096 bytes");
}

#[test]
fn a_query_without_end_ends_when_it_is_terminated() {
    let mut talk = Talk::new("");
    let mut query = small("ponder");
    query["maxVisits"] = json!(1_u64 << 50);
    query["reportDuringSearchEvery"] = json!(0.02);
    query["firstReportDuringSearchAfter"] = json!(0.01);
    talk.send(&query);
    let report = talk.next();
    assert_eq!(report["isDuringSearch"], true);
    talk.send(
        &json!({"id": "stop", "action": "terminate", "terminateId": "ponder", "turnNumbers": [3]}),
    );
    assert_eq!(
        talk.until(|object| object["id"] == "stop")["turnNumbers"],
        json!([3])
    );
    assert_eq!(
        talk.next()["isDuringSearch"],
        true,
        "another turn was meant"
    );
    talk.send(&json!({"id": "stop2", "action": "terminate", "terminateId": "ponder"}));
    let (mut ends, mut echoes) = (0, 0);
    while ends == 0 || echoes == 0 {
        let object = talk.next();
        ends += usize::from(object["isDuringSearch"] == false);
        echoes += usize::from(object["id"] == "stop2");
    }
    // It answers the next one; an end comes once.
    talk.send(&small("next"));
    assert_eq!(
        talk.until(|object| object["isDuringSearch"] == false)["id"],
        "next"
    );
}

#[test]
fn a_first_report_that_is_due_before_anything_is_known_comes_with_the_first_move() {
    let mut talk = Talk::new("--net built-in");
    // A network takes longer over its first judgement.
    let mut query = small("early");
    query["boardXSize"] = json!(19);
    query["boardYSize"] = json!(19);
    query["firstReportDuringSearchAfter"] = json!(0.001);
    query["maxVisits"] = json!(1_u64 << 50);
    query["overrideSettings"] = json!({"maxTime": 60});
    talk.send(&query);
    let first = talk.next();
    assert_eq!(first["isDuringSearch"], true, "{first}");
    assert_ne!(first["moveInfos"], json!([]));
}

#[test]
fn what_waits_ends_without_results_when_it_is_terminated() {
    let mut talk = Talk::new("");
    let endless = |id: &str| {
        let mut query = small(id);
        query["maxVisits"] = json!(1_u64 << 50);
        query
    };
    for id in ["a", "b", "c", "d", "d"] {
        talk.send(&endless(id));
    }
    talk.send(&json!({"id": "stop", "action": "terminate", "terminateId": "d"}));
    let nothing =
        |id: &str| json!({"id": id, "isDuringSearch": false, "noResults": true, "turnNumber": 0});
    assert_eq!(talk.next(), nothing("d"));
    assert_eq!(talk.next(), nothing("d"));
    assert_eq!(talk.next()["id"], "stop");
    talk.send(&json!({"id": "all", "action": "terminate_all"}));
    let mut ended: Vec<String> = (0..4)
        .map(|_| talk.next()["id"].as_str().unwrap().to_owned())
        .collect();
    ended.sort();
    assert_eq!(ended, ["a", "all", "b", "c"]);
}

#[test]
fn the_highest_priority_is_searched_first() {
    let mut talk = Talk::new("");
    for id in ["one", "two"] {
        let mut query = small(id);
        query["maxVisits"] = json!(1_u64 << 50);
        query["reportDuringSearchEvery"] = json!(0.1);
        query["priority"] = json!(10);
        talk.send(&query);
    }
    // Both workers are busy before the others come.
    for id in ["one", "two"] {
        talk.until(|object| object["id"] == id);
    }
    for (id, priority) in [("low", -1), ("first", 5), ("second", 5), ("middle", 1)] {
        let mut query = small(id);
        query["priority"] = json!(priority);
        talk.send(&query);
    }
    talk.send(&json!({"id": "stop", "action": "terminate", "terminateId": "one"}));
    let mut order = Vec::new();
    while order.len() < 4 {
        let object = talk.until(|object| object["isDuringSearch"] == false);
        let id = object["id"].as_str().unwrap().to_owned();
        if id != "one" {
            order.push(id);
        }
    }
    assert_eq!(order, ["first", "second", "middle", "low"]);
}

#[test]
fn what_comes_before_all_that_is_searched_does_not_wait_for_it() {
    let mut talk = Talk::new("");
    for id in ["one", "two", "three"] {
        let mut query = small(id);
        query["maxVisits"] = json!(1_u64 << 50);
        query["priority"] = json!(-1);
        talk.send(&query);
    }
    for id in ["urgent", "once more"] {
        talk.send(&small(id));
        let found = talk.next();
        assert_eq!(
            (&found["id"], &found["isDuringSearch"]),
            (&json!(id), &json!(false))
        );
    }
}

#[test]
fn the_end_of_the_input_finishes_the_queue_or_ends_all() {
    let queries: Vec<Value> = (0..30).map(|number| small(&number.to_string())).collect();
    assert_eq!(answers("", &queries).len(), 30);
    let endless: Vec<Value> = (0..30)
        .map(|number| {
            let mut query = small(&number.to_string());
            query["maxVisits"] = json!(1_u64 << 50);
            query
        })
        .collect();
    let left = answers("-quit-without-waiting", &endless);
    assert!(left.len() <= 4, "{}", left.len());
}

#[test]
fn values_are_told_from_the_side_that_was_asked_for() {
    // White to move is far ahead.
    let ask = |viewer: &str| {
        json!({
            "id": viewer, "rules": "japanese", "komi": 6.5, "boardXSize": 5, "boardYSize": 5,
            "initialStones": [["W", "B3"], ["W", "D3"], ["W", "C2"], ["W", "C4"]],
            "initialPlayer": "W", "moves": [], "maxVisits": 200, "includeOwnership": true,
            "overrideSettings": {"reportAnalysisWinratesAs": viewer},
        })
    };
    // Of several threads one may use up the visits while another, without a processor, makes the moves.
    let all = answers("--threads 1", &["BLACK", "WHITE", "SIDETOMOVE"].map(ask));
    assert_eq!(all.len(), 3);
    for answer in all {
        let sign = if answer["id"] == "BLACK" { -1.0 } else { 1.0 };
        let number = |value: &Value| value.as_f64().unwrap();
        let root = &answer["rootInfo"];
        assert!(sign * (number(&root["winrate"]) - 0.5) > 0.3);
        assert!(sign * number(&root["scoreLead"]) > 6.5);
        assert!(sign * number(&answer["ownership"][12]) > 0.5);
        assert!(sign * number(&answer["moveInfos"][0]["scoreLead"]) > 6.5);
    }
}

#[test]
fn a_pass_ends_no_game_that_is_analysed_unless_it_is_to() {
    // Whoever has to capture dead stones would win at once by another pass.
    let ask = |conservative: bool| {
        json!({
            "id": conservative.to_string(), "rules": "tromp-taylor", "komi": 7, "boardXSize": 9, "boardYSize": 9,
            "moves": [["B", "E5"], ["W", "pass"]], "maxVisits": 60,
            "overrideSettings": {"conservativePass": conservative, "reportAnalysisWinratesAs": "BLACK"},
        })
    };
    let all = answers("--net built-in", &[true, false].map(ask));
    assert_eq!(all.len(), 2);
    for answer in all {
        let ends = answer["id"] == "false";
        let lead = answer["rootInfo"]["scoreLead"].as_f64().unwrap();
        assert_eq!(lead > 60.0, ends, "{answer:?}");
        assert_eq!(answer["moveInfos"][0]["move"] == "pass", ends);
    }
}

#[test]
fn settings_come_from_the_configuration_and_the_command_line() {
    let settings = "maxVisits = 11 # few\nreportAnalysisWinratesAs = BLACK\nlogDir = x\n";
    let file = TemporaryFile::new("analysis.cfg", settings);
    let options = format!("-config {} -model none -analysis-threads 1", file.display());
    let query =
        json!({"id": "a", "moves": [], "rules": "chinese", "boardXSize": 5, "boardYSize": 5});
    let output = process::run(&mut engine(&options), query.to_string());
    assert_eq!(objects(&output)[0]["rootInfo"]["visits"], 11);
    let errors = process::errors(&output);
    assert!(errors.contains("without effect here: logDir"), "{errors}");
    let overridden = format!("{options} -override-config maxVisits=7,homeDataDir=/tmp");
    assert_eq!(answers(&overridden, &[query])[0]["rootInfo"]["visits"], 7);
    std::fs::write(&file, "maxVisits = few").unwrap();
    let output = process::run(&mut engine(&options), "");
    assert_eq!(output.status.code(), Some(2));
    let errors = process::errors(&output);
    assert!(errors.contains("line 1: maxVisits has to be"), "{errors}");
}

#[test]
fn a_log_keeps_queries_and_answers() {
    let directory = Directory::new("analysis-log");
    let mut command = engine("");
    command.args(["--log", &directory.path("a log.txt")]);
    let queries = format!("{}\n[]\n\n", small("kept"));
    let answers = process::text(&process::run(&mut command, queries.clone()).stdout).to_owned();
    let log = directory.read("a log.txt");
    let entries = |mark| {
        let rests = log
            .lines()
            .map(|line| line.splitn(3, ' ').nth(2).expect("three columns"));
        let entries = rests.filter_map(move |rest| rest.strip_prefix(mark));
        entries.map(|line| format!("{line}\n")).collect::<String>()
    };
    assert!(entries("# ").starts_with("Tengen "), "{log}");
    assert_eq!(entries("> "), queries.trim_end().to_owned() + "\n");
    assert_eq!(entries("< "), answers);
}

/// LizzieYzy Next makes the command line of the one for GTP.
#[test]
fn what_gtp_is_called_may_be_told() {
    let options = "-name KataGo -override-version 1.16 -quit-without-waiting";
    let output = process::run(&mut engine(options), "");
    assert!(output.status.success(), "{output:?}");
    assert!(!process::errors(&output).contains("warning"), "{output:?}");
}

#[cfg(unix)]
#[test]
fn a_configuration_without_end_is_refused() {
    let output = process::run(&mut engine("-config /dev/zero"), "");
    assert_eq!(output.status.code(), Some(2));
    let errors = process::errors(&output);
    let expected = "/dev/zero: it is longer than 1 MB";
    assert!(errors.contains(expected), "{errors}");
}

#[test]
fn a_client_that_goes_away_ends_the_engine() {
    let mut query = small("ponder");
    query["maxVisits"] = json!(1_u64 << 50);
    query["reportDuringSearchEvery"] = json!(0.01);
    let mut child = engine("").spawn().unwrap();
    writeln!(child.stdin.as_ref().unwrap(), "{query}").unwrap();
    // Nobody reads any more after the first report, but somebody still holds the input.
    let reports = process::first_lines(&mut child, 1);
    assert!(
        reports[0].contains("\"isDuringSearch\":true"),
        "{reports:?}"
    );
    assert!(process::wait(&mut child).success());
}

/// Nothing is written until a query without reports is answered.
#[cfg(unix)]
#[test]
fn a_search_ends_with_the_client_that_wanted_it() {
    let mut query = small("long");
    query["maxVisits"] = json!(1_u64 << 50);
    let mut child = engine("").spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    writeln!(
        input,
        "{query}\n{}",
        json!({"id": "version", "action": "query_version"})
    )
    .unwrap();
    let answers = process::first_lines(&mut child, 1);
    assert!(answers[0].contains("\"id\":\"version\""), "{answers:?}");
    drop(input);
    assert!(process::wait(&mut child).success());
}
