//! What a configuration of KataGo sets, given in a file or on the command line: what it changes, what it says that it does
//! not, and what of it is refused.

mod process;
mod temporary;

use process::session;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;
use std::process::Output;
use temporary::TemporaryFile;
use tengen::analysis::Config;
use tengen::katago::config::Source;

#[test]
fn katagos_command_line_is_understood() {
    let text = "logDir = gtp_logs\nrules = aga-button  # as on the server\nallowResignation = false\n\
        resignThreshold = -0.90\nmaxVisits = 500\nnumSearchThreads = 64\nchosenMoveTemperature = 0.7\nlcbStdevs = 4\n\
        humanSLProfile = rank_5k\nantiMirror = false\n";
    let path = TemporaryFile::new("whole.cfg", text);
    let options = format!(
        "gtp -model none -config {} -override-config maxVisits=30,nnCacheSizePowerOfTwo=20 --threads 1",
        path.display()
    );
    let output = session(
        &options,
        "kata-get-param maxVisits\nkata-get-param allowResignation\nkata-get-param numSearchThreads\n\
         kata-get-rules\nkata-get-models\nkata-get-param chosenMoveTemperature\n",
    );
    let replies = process::text(&output.stdout);
    let replies: Vec<&str> = replies.trim_end().split("\n\n").collect();
    assert_eq!(replies[..3], ["= 30", "= false", "= 1"]);
    assert!(replies[3].contains("\"SITUATIONAL\""), "{replies:?}");
    assert_eq!(replies[4..], ["= []", "= 0.7"]);
    let told = process::errors(&output);
    let place = path.display();
    for line in [
        "tengen: there is no button here; the rules without it are used".to_owned(),
        format!("warning: {place}: without effect here: logDir, lcbStdevs, humanSLProfile"),
        "warning: --override-config: without effect here: nnCacheSizePowerOfTwo".to_owned(),
        format!(
            "warning: {place}: line 6: numSearchThreads is cut from 64 to 1, the most that the processors or --threads allow"
        ),
    ] {
        assert!(told.lines().any(|told| told == line), "{line}: {told}");
    }
    assert_eq!(told.matches("without effect").count(), 2, "{told}");
}

#[test]
fn visits_are_an_option_too() {
    let input =
        "kata-get-param maxVisits\nlz-setoption name Visits value 0\nkata-get-param maxVisits\n";
    let replies = process::replies("--visits 30 --threads 1", input);
    assert_eq!(replies, "= 30\n\n= \n\n= 30\n\n");
}

#[test]
fn later_configurations_count_more_and_resigning_is_decided_last() {
    let directory = temporary::Directory::new("configurations");
    directory.write("other.cfg", "maxVisits = 6\nmaxPlayouts = 9\n@exclude x\n");
    let first = directory.write(
        "first.cfg",
        "numSearchThreads = 1\nallowResignation = false\n@include other.cfg\n",
    );
    let second = directory.write("second.cfg", "maxVisits = 7\n");
    let options = format!(
        "gtp -config {first} -config {second} -override-config numSearchThreads=2,resignThreshold=-0.95 \
         -override-version 1.16.4 --threads 2"
    );
    let input = "kata-get-param numSearchThreads\nkata-get-param allowResignation\n\
        kata-get-param maxVisits\nkata-get-param maxPlayouts\nversion\ngogui-title\n";
    let output = session(&options, input);
    let replies = process::text(&output.stdout);
    assert_eq!(
        replies,
        "= 2\n\n= false\n\n= 7\n\n= 9\n\n= 1.16.4\n\n= Tengen 1.16.4\n\n"
    );
    let told = process::errors(&output);
    assert!(
        told.contains("other.cfg: without effect here: @exclude x"),
        "{told}"
    );
}

#[test]
fn a_configuration_names_the_board_of_the_first_game() {
    let size = |configured: &str| {
        let options = format!("gtp --komi 5.5 --override-config {configured}");
        let output = session(&options, "query_boardsize\nget_komi\n");
        process::text(&output.stdout).trim_end().to_owned()
    };
    assert_eq!(size("defaultBoardSize=9"), "= 9\n\n= 5.5");
    assert_eq!(
        size("defaultBoardXSize=13,defaultBoardYSize=9"),
        "= 13 9\n\n= 5.5"
    );
    let output = session("gtp --override-config defaultBoardSize=26", "name\n");
    let told = process::errors(&output);
    assert!(
        told.contains("defaultBoardSize is a whole number from 1 to 25, not '26'"),
        "{told}"
    );
}

#[test]
fn a_configuration_may_keep_the_komi_and_make_it_chat() {
    let directory = temporary::Directory::new("komi");
    let record = directory.write("five.sgf", "(;SZ[5]KM[0];B[aa])");
    let input = format!(
        "get_komi\nkomi 7.5\nget_komi\nloadsgf {record}\nget_komi\nboardsize 7\nget_komi\ngenmove b\n"
    );
    let options =
        "gtp --playouts 20 -override-config ignoreGTPAndForceKomi=6.5,ogsChatToStderr=true";
    let output = session(options, input);
    let replies = process::text(&output.stdout);
    let komi = replies.split("\n\n").filter(|&reply| reply == "= 6.5");
    assert_eq!(komi.count(), 4, "{replies}");
    let told = process::errors(&output);
    assert!(told.contains("MALKOVICH:"), "{told}");
    assert!(!told.contains("without effect"), "{told}");
    for (key, wrong) in [("ignoreGTPAndForceKomi", "much"), ("ogsChatToStderr", "2")] {
        let output = session(&format!("gtp -override-config {key}={wrong}"), "");
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(process::errors(&output).contains(key), "{output:?}");
    }
}

#[test]
fn parameters_can_be_set_to_what_they_are() {
    let last = |input: String| {
        let output = session("--threads 1", input);
        let told = process::errors(&output);
        assert!(!told.contains("without effect"), "{told}");
        let replies = process::text(&output.stdout);
        let last = replies.trim_end().rsplit("\n\n").next().unwrap().to_owned();
        last.strip_prefix("= ").unwrap().to_owned()
    };
    let begin = "kata-set-param maxVisits 50\ntengen-param resign 0.2\nkata-get-params\n";
    let said = last(begin.to_owned());
    assert!(
        said.contains("\"maxVisits\":50") && said.contains("-0.996"),
        "{said}"
    );
    let again = format!("kata-set-params {said}\nkata-get-params\n");
    assert_eq!(last(again), said);
}

#[test]
fn what_has_no_effect_is_told_once_and_only_if_it_is_set() {
    let input = r#"kata-set-params {"antiMirror": true, "zzz": 1}
        kata-set-params {"antiMirror": true, "lcbStdevs": 4, "useLcbForSelection": true}
        kata-set-param antiMirror 1
    "#;
    let told = process::errors(&session("--threads 1", input));
    let of_effects: Vec<&str> = told
        .lines()
        .filter(|line| line.contains("effect"))
        .collect();
    assert_eq!(
        of_effects,
        ["tengen: without effect here: antiMirror, lcbStdevs"]
    );
}

#[test]
fn what_waits_to_be_told_is_told_before_the_end() {
    let set = |number| format!("kata-set-param lcbStdevs {number}\n");
    let input: String = (0..100).map(set).collect();
    let told = process::errors(&session("--threads 1", input));
    assert_eq!(told.matches("effect here: lcbStdevs").count(), 100);
}

#[test]
fn rules_are_read_one_by_one_from_a_configuration() {
    let text = "taxRule = ALL\nkoRule = SPIGHT\nscoringRule = TERRITORY\nmultiStoneSuicideLegal = true\nhasButton = false\n\
        friendlyPassOk = true\nwhiteHandicapBonus = N\nreportAnalysisWinratesAs = WHITE\n";
    let path = TemporaryFile::new("rules.cfg", text);
    let options = format!("gtp -model none -config {}", path.display());
    let output = session(&options, "kata-get-rules\n");
    let replies = process::text(&output.stdout);
    let rules = r#"= {"friendlyPassOk":true,"hasButton":false,"ko":"SITUATIONAL","scoring":"TERRITORY","suicide":true,"tax":"ALL","whiteHandicapBonus":"N"}"#;
    assert!(replies.starts_with(rules), "{replies}");
    let told = process::errors(&output);
    let near = "tengen: Spight's ko rule is not known here; situational superko is used";
    assert!(told.lines().any(|line| line == near), "{told}");
}

#[test]
fn later_rules_replace_a_tax_and_a_later_way_of_scoring_does_not() {
    let text = "koRule = POSITIONAL\ntaxRule = ALL\nscoringRule = AREA\n";
    let path = TemporaryFile::new("area.cfg", text);
    for (later, tax) in [("rules=japanese", "SEKI"), ("scoringRule=TERRITORY", "ALL")] {
        let options = format!("gtp -config {} -override-config {later}", path.display());
        let replies = process::text(&session(&options, "kata-get-rules\n").stdout);
        assert!(replies.contains(r#""scoring":"TERRITORY""#), "{replies}");
        assert!(
            replies.contains(&format!(r#""tax":"{tax}""#)),
            "{later}: {replies}"
        );
    }
}

#[test]
fn a_configuration_may_end_the_chat() {
    let options = "gtp --chat --playouts 10 --size 5 --override-config ogsChatToStderr=";
    let told = |flag: &str| process::errors(&session(&format!("{options}{flag}"), "genmove b\n"));
    assert!(told("true").contains("MALKOVICH"));
    assert!(!told("false").contains("MALKOVICH"));
}

#[test]
fn a_configuration_that_cannot_be_is_refused() {
    let path = TemporaryFile::new("bad.cfg", "# none\nmaxVisits = none\n");
    let file = format!("gtp -config {}", path.display());
    let no_pair = TemporaryFile::new("no-pair.cfg", "maxVisits = 5\n\nmaxTime: 5\n");
    let no_pair_file = format!("gtp -config {}", no_pair.display());
    for (options, hint) in [
        (
            file.as_str(),
            "bad.cfg: line 2: maxVisits is a whole number from 1, not 'none'",
        ),
        (
            no_pair_file.as_str(),
            "no-pair.cfg: line 3: 'maxTime: 5' is not KEY=VALUE",
        ),
        (
            "gtp -override-config resignConsecTurns=0",
            "resignConsecTurns is a number from 1 to 100, not '0'",
        ),
        ("gtp -config /nowhere.cfg", "/nowhere.cfg: "),
        (
            "gtp -override-config maxVisits",
            "'maxVisits' is not KEY=VALUE",
        ),
        ("gtp -override-config numSearchThreads=x", "not 'x'"),
        ("gtp -override-config rules=x", "unknown rules 'x'"),
        ("gtp -override-config koRule=x", "rule ko cannot be x"),
        (
            "gtp -override-config reportAnalysisWinratesAs=x",
            "BLACK, WHITE or SIDETOMOVE, not 'x'",
        ),
    ] {
        let output = session(options, "name\n");
        let told = process::errors(&output);
        assert_eq!(output.status.code(), Some(2), "{options}: {told}");
        assert!(told.contains(hint), "{options}: {told}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn options_that_give_way_to_a_configuration_are_named() {
    let path = TemporaryFile::new("way.cfg", "rules = japanese\nresignConsecTurns = 6\n");
    let options = format!(
        "gtp -config {} --rules chinese --playouts 3",
        path.display()
    );
    let output = session(&options, "tengen-search_param resign_after\n");
    assert!(output.stdout.starts_with(b"= 6\n"), "{output:?}");
    let told = process::errors(&output);
    let warning = format!("warning: --rules gives way to {}", path.display());
    let warnings: Vec<&str> = told
        .lines()
        .filter(|line| line.starts_with("warning"))
        .collect();
    assert_eq!(warnings, [warning]);
    // Only where something else is in force then, by whatever name.
    for (typed, configured, gives_way) in [
        ("--resign never", "allowResignation=true", true),
        ("--resign 10", "allowResignation=true", false),
        ("--lag 1", "lag=0.5", true),
        ("--ponder", "ponderingEnabled=false", true),
        ("--level 3", "level=4", true),
        ("--accept-repetition", "accept_repetition=0", true),
        ("--param cpuct=1.2", "cpuctExploration=2", true),
        ("--param cpuct=1.2", "cpuct=1.2", false),
        ("--param cpuct=1.2", "cpuctExplorationLog=1", false),
        ("--threads 2", "numSearchThreads=1", true),
        ("--human-profile rank_5k", "humanSLProfile=rank_1k", true),
        ("--playouts 3", "maxPlayouts=4", true),
        ("--playouts 3", "maxVisits=5000", false),
        ("--visits 3", "maxVisits=4", true),
        ("--visits 3", "maxPlayouts=5000", false),
        ("--time 1", "maxTime=2", true),
        ("--size 9", "defaultBoardSize=13", true),
        ("--size 9", "defaultBoardSize=9", false),
        ("--memory 100", "memory=50", true),
        ("--memory 100", "memory=100", false),
        ("--chat", "ogsChatToStderr=false", true),
        ("--chat", "ogsChatToStderr=true", false),
        ("--sgf-comments", "sgf_comments=0", true),
    ] {
        let options = format!("gtp {typed} --override-config {configured}");
        let told = process::errors(&session(&options, "name\n"));
        let option = typed.split('=').next().unwrap();
        let option = match option.starts_with("--param") {
            true => option,
            false => option.split(' ').next().unwrap(),
        };
        let warning = format!("warning: {option} gives way to --override-config\n");
        assert_eq!(told.contains(&warning), gives_way, "{options}: {told}");
        assert_eq!(told.contains("gives way"), gives_way, "{options}: {told}");
    }
}

#[test]
fn threads_that_are_not_to_be_had_are_told() {
    for key in ["numSearchThreads", "numSearchThreadsPerAnalysisThread"] {
        let options = format!("analysis --threads 2 -override-config {key}=3");
        let told = process::errors(&session(&options, ""));
        let warning = format!(
            "warning: --override-config: {key} is cut from 3 to 2, the most that the processors or --threads allow\n"
        );
        assert!(told.starts_with(&warning), "{told}");
    }
    for asked in ["1e3", "2e9"] {
        let options = format!("gtp --threads 2 -override-config numSearchThreads={asked}");
        let output = session(&options, "kata-get-param numSearchThreads\n");
        let warning = format!(
            "warning: --override-config: numSearchThreads is cut from {asked} to 2, the most that the processors or --threads allow\n"
        );
        assert!(process::errors(&output).starts_with(&warning), "{output:?}");
        assert_eq!(process::text(&output.stdout), "= 2\n\n");
    }
    for options in [
        "analysis --threads 2 -override-config numSearchThreads=2",
        "gtp --threads 2 -override-config numSearchThreads=3,numSearchThreads=2",
    ] {
        let told = process::errors(&session(options, ""));
        assert!(!told.contains("warning"), "{told}");
    }
}

/// Keys of configurations, those first that are no parameters of a session.
const KEYS: [&str; 22] = [
    "rules",
    "koRule",
    "scoringRule",
    "taxRule",
    "multiStoneSuicideLegal",
    "friendlyPassOk",
    "numAnalysisThreads",
    "warnUnusedFields",
    "reportAnalysisWinratesAs",
    "@include a.cfg",
    "unknown",
    "numSearchThreads",
    "maxVisits",
    "maxPlayouts",
    "maxTime",
    "lagBuffer",
    "resignThreshold",
    "analysisPVLen",
    "analysisWideRootNoise",
    "playoutDoublingAdvantage",
    "humanSLProfile",
    "delayMoveScale",
];

/// Values, some of them what a key somewhere may have.
const VALUES: [&str; 22] = [
    "",
    "0",
    "1",
    "-1",
    "0.5",
    "2,5",
    "1e3",
    "1e15",
    "1e300",
    "-0.9",
    "nan",
    "inf",
    "18446744073709551616",
    "true",
    "FALSE",
    "auto",
    "BLACK",
    "japanese",
    "rank_5k",
    "{\"ko\": 5}",
    "\"#\"",
    "ALL",
];

/// Lines of a configuration, most of them with a key that means something.
fn any_lines() -> impl Strategy<Value = Vec<u8>> {
    let value = prop_oneof![
        6 => select(&VALUES[..]).prop_map(str::to_owned),
        1 => any::<String>(),
        1 => Just("9".repeat(5000)),
    ];
    let known =
        (select(&KEYS[..]), value).prop_map(|(key, value)| format!("{key} = {value}").into_bytes());
    let line = prop_oneof![9 => known, 1 => prop::collection::vec(any::<u8>(), 0..20)];
    prop::collection::vec(line, 0..4).prop_map(|lines| lines.join(&b'\n'))
}

/// Checks how the program ends with a configuration: well, or with an error that names a line of it.
fn is_taken(output: &Output, place: &str, lines: &[u8]) -> bool {
    let told = process::errors(output);
    let shown = || {
        format!(
            "{}: {told}{}",
            lines.escape_ascii(),
            output.stdout.escape_ascii()
        )
    };
    assert!(
        told.len() < 2000 && !told.contains("panicked"),
        "{}",
        shown()
    );
    if output.status.success() {
        return true;
    }
    assert_eq!(output.status.code(), Some(2), "{}", shown());
    assert!(output.stdout.is_empty(), "{}", shown());
    let number = told
        .split_once(&format!("{place}: line "))
        .and_then(|(_, rest)| rest.split(':').next());
    let number: Option<usize> = number.and_then(|number| number.parse().ok());
    let count = lines.split(|&byte| byte == b'\n').count();
    assert!(
        number.is_some_and(|number| (1..=count).contains(&number)),
        "{}",
        shown()
    );
    false
}

#[test]
fn any_configuration_is_taken_or_a_line_of_it_named() {
    let config = ProptestConfig {
        cases: 120,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(lines in any_lines())| {
        let file = TemporaryFile::new("any.cfg", &lines);
        let place = file.display().to_string();
        let options = format!("-model none -config {place}");
        // Set again to what it is, and then to what a test can wait for.
        let all = "kata-get-params\n";
        let output = session(&format!("gtp {options}"), all);
        if is_taken(&output, &place, &lines) {
            let params = process::text(&output.stdout);
            let params = params.strip_prefix("= ").unwrap().trim_end();
            let quick = "tengen-param threads 1\ntengen-param memory 16\ntengen-param playouts 2";
            let input = format!("kata-set-params {params}\n{all}{quick}\nboardsize 3\ngenmove b\n");
            let replies = session(&format!("gtp {options}"), input);
            let replies = process::text(&replies.stdout);
            prop_assert_eq!(replies.matches("\n\n").count(), 7, "{}", &replies);
            prop_assert!(!replies.contains('?') && replies.contains(params), "{}", &replies);
        }
        let query = r#"{"id":"a","rules":"chinese","boardXSize":3,"boardYSize":3,"moves":[],"maxVisits":2}"#;
        let output = session(&format!("analysis {options}"), query);
        if is_taken(&output, &place, &lines) {
            let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
            prop_assert!(answer["rootInfo"]["winrate"].is_number(), "{}", &answer);
        }
    });
}

#[test]
fn a_parameter_takes_a_value_or_is_named_and_stays_as_it_is() {
    let names = process::replies("--threads 1", "kata-list-params\n");
    let names = names.split_whitespace().skip(1);
    let pairs: Vec<(&str, &str)> = names
        .flat_map(|name| VALUES.map(|value| (name, value)))
        .collect();
    let lines = pairs.iter().map(|(name, value)| {
        format!("kata-get-param {name}\nkata-set-param {name} {value}\nkata-get-param {name}\n")
    });
    let replies = process::replies("--threads 1", lines.collect::<String>());
    let replies: Vec<&str> = replies.split_terminator("\n\n").collect();
    assert_eq!(replies.len(), 3 * pairs.len());
    let mut config = Config::default();
    for ((name, value), replies) in pairs.into_iter().zip(replies.chunks(3)) {
        let is_named = |error: &str| error.contains(&format!("{name} ")) && error.len() < 400;
        if replies[1] != "= " {
            assert!(replies[1].starts_with("? "), "{replies:?}");
            assert_eq!(replies[0], replies[2], "{}", replies[1]);
            assert!(value.is_empty() || is_named(replies[1]), "{replies:?}");
        }
        // The same in the engine of analysis.
        let source = Source::file("a.cfg".to_owned(), &format!("{name} = {value}")).unwrap();
        let before = format!("{config:?}");
        if let Err(error) = config.read(&source) {
            assert!(
                error.starts_with("a.cfg: line 1: ") && is_named(&error),
                "{error}"
            );
            assert_eq!(format!("{config:?}"), before, "{error}");
        }
    }
}
