//! The analysis engine: there are as many answers as lines, at least; an answer is a JSON object with an id or an error.

use serde_json::{Map, Value};
use std::io::Cursor;
use std::time::Duration;
use tengen::analysis::{Config, Settings, run};

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A small and quick engine, whatever is asked for.
fn config() -> Config {
    Config {
        memory_mb: 1,
        defaults: Settings {
            max_time: Some(Duration::from_millis(20)),
            ..Settings::default()
        },
        ..Config::default()
    }
}

/// Reads any bytes as the input of the engine.
pub fn check(bytes: &[u8]) {
    let lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let asked = lines.filter(|line| !line.is_empty() && *line != BYTE_ORDER_MARK);
    let mut output = Vec::new();
    run(config(), Cursor::new(bytes.to_vec()), &mut output).expect("memory takes all that is said");
    let output = String::from_utf8(output).expect("JSON is UTF-8");
    for line in output.lines() {
        let answer: Map<String, Value> = serde_json::from_str(line).expect("a JSON object");
        assert!(
            answer
                .get("id")
                .or(answer.get("error"))
                .is_some_and(Value::is_string),
            "{line}"
        );
    }
    assert!(output.lines().count() >= asked.count(), "{output}");
}
