//! GTP sessions in `tests/gtp`: what is sent and, strictly, what comes back.

mod transcript;

use std::fs;
use std::path::Path;
use tengen::gtp::run;
use tengen::session::Config;
use transcript::{Exchange, faults, files, parse};

/// Serves the whole text at once, as clients that pipeline do, with a line ending of their choice.
fn serve(exchanges: &[Exchange], line_end: &str) -> String {
    let input: String = exchanges
        .iter()
        .map(|exchange| format!("{}{line_end}", exchange.sent))
        .collect();
    let config = Config {
        playouts: Some(50),
        memory_mb: 64,
        seed: Some(1),
        ..Config::default()
    };
    let mut output = Vec::new();
    run(config.into(), std::io::Cursor::new(input), &mut output).expect("the session ends well");
    String::from_utf8(output).expect("replies are text")
}

fn check(path: &Path, line_end: &str) -> String {
    let text = fs::read_to_string(path).expect("a transcript can be read");
    let exchanges = parse(&text);
    let output = serve(&exchanges, line_end);
    assert!(
        output.ends_with("\n\n"),
        "every reply ends with a blank line: {output:?}"
    );
    let replies: Vec<String> = output
        .trim_end_matches('\n')
        .split("\n\n")
        .map(str::to_owned)
        .collect();
    faults(path, &exchanges, &replies)
}

#[test]
fn every_transcript_holds() {
    let paths = files("gtp");
    assert!(paths.len() > 5);
    let mut faults = String::new();
    for path in &paths {
        for line_end in ["\n", "\r\n", " \t \n\n# a comment\n"] {
            faults.push_str(&check(path, line_end));
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}
