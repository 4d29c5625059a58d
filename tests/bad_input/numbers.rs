//! Values that cannot be: sizes, komi, counts, times, rules and settings.

use crate::table::Table;
use crate::words::{not_counts, not_decimals, owned};
use tengen::search::Params;

pub fn numbers(table: &mut Table) {
    table.each(
        "no size",
        &[
            "boardsize {}",
            "boardsize 5 {}",
            "rectangular_boardsize {} 5",
        ],
        &not_counts(),
        "is not a size",
    );
    for (width, height) in [
        (0, 0),
        (0, 5),
        (5, 0),
        (26, 26),
        (5, 26),
        (26, 5),
        (1000, 1),
        (1, 18446744073709551615_u64),
    ] {
        let says = format!("board size {width}x{height}");
        for command in ["boardsize", "rectangular_boardsize"] {
            let line = format!("{command} {width} {height}");
            table.add(
                "a size that does not exist",
                line,
                &["unacceptable size", &says],
            );
        }
    }
    table.each("no komi", &["komi {}"], &not_decimals(), "is not a komi");
    table.each("no komi", &["komi {}"], &owned(&["1e39"]), "is not a komi");
    for komi in ["7.25", "0.1", "-0.75", "1000.5", "-1000.5", "1000000"] {
        table.add(
            "a komi that cannot be given",
            format!("komi {komi}"),
            &["unacceptable komi", &format!("komi {komi}")],
        );
    }
    table.each(
        "no number of moves",
        &["gg-undo {}"],
        &not_counts(),
        "is not a number of moves",
    );
    for count in [7, 8, 100, 99_999_999] {
        table.add(
            "more moves than there are",
            format!("gg-undo {count}"),
            &["cannot undo", "only 6 moves"],
        );
    }
    // Seeds may be negative.
    let mut not_seeds = not_counts();
    not_seeds.retain(|text| text != "-1");
    not_seeds.push("-9223372036854775809".to_owned());
    table.each(
        "no seed",
        &["set_random_seed {}"],
        &not_seeds,
        "is not a seed",
    );
    table.each(
        "no number of stones",
        &["fixed_handicap {}", "place_free_handicap {}"],
        &not_counts(),
        "is not a number of stones",
    );
    for line in [
        "fixed_handicap 4",
        "place_free_handicap 2",
        "set_free_handicap A1 B1",
    ] {
        table.add("handicap among stones", line, &["board not empty"]);
    }
}

pub fn times(table: &mut Table) {
    let times = [
        "time_settings {} 5 3",
        "time_settings 5 {} 3",
        "kgs-time_settings absolute {}",
        "kgs-time_settings byoyomi {} 5 3",
        "kgs-time_settings canadian 10 {} 3",
        "kata-time_settings fischer 10 {}",
        "kata-time_settings fischer-capped 10 1 {} 5",
        "time_left b {} 0",
    ];
    table.each(
        "no time",
        &times,
        &not_decimals(),
        "is not a time in seconds",
    );
    let positive = [
        "time_settings {} 5 3",
        "kgs-time_settings byoyomi 10 {} 3",
        "kata-time_settings fischer {} 3",
    ];
    table.each(
        "a negative time",
        &positive,
        &["-1", "-0.001", "-1e9"].map(str::to_owned),
        "cannot be negative",
    );
    let counts = [
        "time_settings 10 5 {}",
        "kgs-time_settings byoyomi 10 5 {}",
        "kata-time_settings canadian 10 5 {}",
        "time_left w 10 {}",
    ];
    table.each(
        "no number of stones or periods",
        &counts,
        &not_counts()[..6],
        "is not a whole number",
    );
    let systems = ["kgs-time_settings {} 10", "kata-time_settings {} 10 5"];
    table.each(
        "no time system",
        &systems,
        &owned(&["japanese", "byo-yomi", "hourglass", "10"]),
        "unknown time system",
    );
    table.each(
        "a system of another dialect",
        &["kgs-time_settings {} 10 5"],
        &["fischer".to_owned()],
        "unknown",
    );
    for (line, usage) in [
        ("time_settings", "time_settings MAIN"),
        ("time_settings 10", "time_settings MAIN"),
        ("time_settings 10 5", "time_settings MAIN"),
        ("time_left b", "time_left COLOR"),
        ("time_left b 5", "time_left COLOR"),
        ("kgs-time_settings", "none, absolute"),
        ("kata-time_settings", "a time system"),
        ("kgs-time_settings absolute", "absolute MAIN"),
        ("kgs-time_settings byoyomi 10 5", "byoyomi MAIN"),
        ("kata-time_settings canadian 10 5", "canadian MAIN"),
        ("kata-time_settings fischer 10", "fischer MAIN"),
        (
            "kata-time_settings fischer-capped 10 5 3",
            "fischer-capped MAIN",
        ),
    ] {
        table.add(
            "times are missing",
            line,
            &["syntax error: expected", usage],
        );
    }
}

pub fn rules(table: &mut Table) {
    let named = ["kata-set-rules {}", "kgs-rules {}"];
    table.each(
        "no rules",
        &named,
        &owned(&["nonsense", "go", "japanese2", "\u{56f2}"]),
        "unknown rules",
    );
    table.add(
        "the button",
        "kgs-rules AGA_button",
        &["button is not supported"],
    );
    for json in [
        "{",
        "{]",
        "{\"ko\"}",
        "{\"ko\":}",
        "{\"ko\":\"SIMPLE\"",
        "{\"ko\":\"SIMPLE\"} x",
        "{'ko':1}",
        "{1:2}",
    ] {
        let line = format!("kata-set-rules {json}");
        table.add("no JSON", line, &["rules are not a JSON object", "column"]);
    }
    for key in ["komi", "Ko", "superko", "\u{56f2}"] {
        let says = [&*format!("'{key}'"), "unknown rule"];
        table.add(
            "no such rule",
            format!("kata-set-rules {{\"{key}\":1}}"),
            &says,
        );
        table.add("no such rule", format!("kata-set-rule {key} 1"), &says);
        if !key.eq_ignore_ascii_case("ko") {
            table.add("no such rule", format!("tengen-rules_param {key} 1"), &says);
        }
    }
    for (rule, allowed) in [
        ("ko", "SIMPLE, POSITIONAL or SITUATIONAL"),
        ("scoring", "AREA or TERRITORY"),
        ("tax", "NONE, SEKI or ALL"),
        ("whiteHandicapBonus", "0, N or N-1"),
        ("suicide", "true or false"),
        ("friendlyPassOk", "true or false"),
    ] {
        for value in ["x", "2", "maybe", "TERRITORYY"] {
            let says = [&*format!("rule {rule} cannot be"), value, allowed];
            table.add(
                "a value that a rule cannot have",
                format!("kata-set-rule {rule} {value}"),
                &says,
            );
            table.add(
                "a value that a rule cannot have",
                format!("tengen-rules_param {rule} {value}"),
                &says,
            );
            let json = format!("kata-set-rules {{\"suicide\":true,\"{rule}\":\"{value}\"}}");
            table.add("a value that a rule cannot have", json, &says);
        }
    }
}

pub fn settings(table: &mut Table) {
    let named = [
        "tengen-param {}",
        "tengen-param {} 1",
        "tengen-search_param {}",
        "kata-get-param {}",
    ];
    table.each(
        "no such setting",
        &named,
        &owned(&["speed", "Exploration!", "\u{56f2}"]),
        "unknown",
    );
    let set = ["tengen-search_param {} 1", "kata-set-param {} 1"];
    table.each(
        "no such setting",
        &set,
        &owned(&["speed", "Exploration!", "\u{56f2}"]),
        "unknown",
    );
    for (name, values) in [
        ("accept_repetition", ["maybe", "2", "-"]),
        ("ponder", ["maybe", "2", "-"]),
        ("sgf_comments", ["maybe", "2", "-"]),
        ("live_graphics", ["maybe", "2", "-"]),
        ("level", ["0", "21", "high"]),
        ("playouts", ["-1", "1.5", "many"]),
        ("time", ["0", "-1", "nan"]),
        ("lag", ["-1", "2e9", "inf"]),
        ("resign", ["51", "-1", "always"]),
        ("threads", ["0", "1025", "two"]),
        ("memory", ["0", "4294967296", "1GB"]),
    ] {
        for value in values {
            for command in ["tengen-param", "kata-set-param"] {
                let says = [&*format!("{name} is "), &*format!("not '{value}'")];
                table.add(
                    "a value that a setting cannot have",
                    format!("{command} {name} {value}"),
                    &says,
                );
            }
        }
    }
    for row in Params::TABLE {
        for value in ["x", "1e", "0x1"] {
            let line = format!("tengen-search_param {} {value}", row.name);
            table.add(
                "no number for the search",
                line,
                &[row.name, &format!("'{value}'"), "must be a number"],
            );
        }
        for value in [row.min - 1.0, row.max * 2.0 + 1.0, f32::NAN, f32::INFINITY] {
            let line = format!("kata-set-param {} {value}", row.name);
            let says = [row.name, "must be from", &*format!("not {value}")];
            table.add("a number outside its range", line, &says);
        }
    }
    for (name, value, wanted) in [
        ("analysisWideRootNoise", "-1", "from 0 to 5"),
        ("analysisPVLen", "0", "from 1 to 1000"),
        ("maxVisits", "0", "from 1"),
        ("maxTime", "soon", "seconds"),
        ("allowResignation", "maybe", "true or false"),
        ("resignThreshold", "0.5", "from -1 to 0"),
    ] {
        table.add(
            "a value that KataGo does not take either",
            format!("kata-set-param {name} {value}"),
            &[name, &format!("'{value}'"), wanted],
        );
    }
    for (line, wanted) in [
        ("lz-setoption visits", "name NAME value VALUE"),
        ("lz-setoption name speed value 1", "unknown setting 'speed'"),
        ("lz-setoption name pondering value 7", "not '7'"),
    ] {
        table.add("an option of Leela Zero", line.to_owned(), &[wanted]);
    }
}
