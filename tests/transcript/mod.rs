//! GTP sessions as text, for tests.
//!
//! A line that starts with `> ` is sent; the lines after it are the reply, up
//! to the next one. `=` and `?` stand for themselves and the blank that must
//! follow. `*` at the end of a line stands for anything. Words in angle
//! brackets stand for one word of their kind: `<vertex>`, `<move>` (a vertex,
//! `pass` or `resign`), `<score>`, `<number>`, `<command>`, `<version>`; and `<vertices>`
//! for any number of vertices up to the end of the line. A line of `...`
//! stands for any lines, `...<vertices>` for any lines of that form, and
//! `...<info>` for those of an analysis. Lines that start with `#` are for the reader.
//!
//! `>> ` sends a command whose reply goes on until the next command comes.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// What is sent at once, and the lines of the reply.
pub struct Exchange {
    /// Where it stands in the file, from 1.
    pub line: usize,
    /// The command.
    pub sent: String,
    /// Whether the reply goes on until the next command.
    #[allow(
        dead_code,
        reason = "only a process that runs beside the test is sent such commands"
    )]
    pub is_endless: bool,
    /// The patterns of the lines; none if nothing is answered.
    pub reply: Vec<String>,
}

/// The exchanges of a file.
pub fn parse(text: &str) -> Vec<Exchange> {
    let mut exchanges: Vec<Exchange> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let endless = line.strip_prefix(">> ");
        if let Some(sent) = endless.or_else(|| line.strip_prefix("> ")) {
            exchanges.push(Exchange {
                line: number + 1,
                sent: sent.to_owned(),
                is_endless: endless.is_some(),
                reply: Vec::new(),
            });
        } else if !line.starts_with('#') && !line.is_empty() {
            let exchange = exchanges.last_mut().expect("a reply follows a command");
            exchange.reply.push(line.to_owned());
        }
    }
    exchanges
}

/// The transcripts in a folder of `tests`, in order.
pub fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(folder);
    let entries = fs::read_dir(folder).expect("the folder of transcripts");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "gtp"));
    paths.sort();
    paths
}

/// What is wrong with the replies, which come without the blank lines that end them.
pub fn faults(path: &Path, exchanges: &[Exchange], replies: &[String]) -> String {
    let answered: Vec<&Exchange> = exchanges.iter().filter(|e| !e.reply.is_empty()).collect();
    let mut faults = String::new();
    for (exchange, reply) in answered.iter().zip(replies) {
        if !reply_matches(&exchange.reply, reply) {
            let _ = writeln!(
                faults,
                "{}:{}: {}\n  expected {:?}\n  received {reply:?}",
                path.display(),
                exchange.line,
                exchange.sent,
                exchange.reply,
            );
        }
    }
    if answered.len() != replies.len() {
        let _ = writeln!(
            faults,
            "{}: {} replies expected, {} received",
            path.display(),
            answered.len(),
            replies.len()
        );
    }
    faults
}

fn reply_matches(patterns: &[String], reply: &str) -> bool {
    let lines: Vec<&str> = reply.split('\n').collect();
    let open = patterns
        .iter()
        .position(|pattern| pattern.starts_with("..."));
    let (head, open, tail) = match open {
        Some(index) => (
            &patterns[..index],
            Some(&patterns[index][3..]),
            &patterns[index + 1..],
        ),
        None => (patterns, None, &[][..]),
    };
    let fixed = head.len() + tail.len();
    if lines.len() < fixed || (open.is_none() && lines.len() > fixed) {
        return false;
    }
    let (first, rest) = lines.split_at(head.len());
    let (middle, last) = rest.split_at(rest.len() - tail.len());
    let is_fine = |(index, (pattern, line)): (usize, (&String, &&str))| {
        // The blank after the mark of a reply is always there.
        let bare = index == 0 && !pattern.contains(' ');
        line_matches(&format!("{pattern}{}", if bare { " " } else { "" }), line)
    };
    let open = open.unwrap_or_default();
    head.iter().zip(first).enumerate().all(is_fine)
        && middle
            .iter()
            .all(|line| open.is_empty() || line_matches(open, line))
        && tail
            .iter()
            .zip(last)
            .all(|(pattern, line)| line_matches(pattern, line))
}

fn line_matches(pattern: &str, line: &str) -> bool {
    if let Some(start) = pattern.strip_suffix('*') {
        return line.starts_with(start);
    }
    if pattern == "<info>" {
        return is_info(line);
    }
    let mut words = line.split(' ');
    for wanted in pattern.split(' ') {
        if wanted == "<vertices>" {
            let rest: Vec<&str> = words.collect();
            return rest == [""] || rest.into_iter().all(is_vertex);
        }
        if !words.next().is_some_and(|word| word_matches(wanted, word)) {
            return false;
        }
    }
    words.next().is_none()
}

fn word_matches(wanted: &str, word: &str) -> bool {
    match wanted {
        "<vertex>" => is_vertex(word),
        "<move>" => is_vertex(word) || ["pass", "PASS", "resign"].contains(&word),
        "<score>" => is_score(word),
        "<number>" => word.parse::<f64>().is_ok_and(f64::is_finite),
        "<command>" => is_command(word),
        "<version>" => is_version(word),
        _ => wanted == word,
    }
}

/// An upper-case letter, never I, and a number without zeros before it.
fn is_vertex(word: &str) -> bool {
    let Some((letter, row)) = word.split_at_checked(1) else {
        return false;
    };
    let is_column = letter.as_bytes()[0].is_ascii_uppercase() && letter != "I";
    let is_row = row.parse::<u32>().is_ok_and(|row| (1..=25).contains(&row));
    is_column && is_row && !row.starts_with(['0', '+'])
}

/// `B+3.5`, `W+12.0`, or `0`.
fn is_score(word: &str) -> bool {
    let points = word.strip_prefix("B+").or_else(|| word.strip_prefix("W+"));
    word == "0"
        || points.is_some_and(|points| points.parse::<f32>().is_ok_and(|points| points > 0.0))
}

fn is_command(word: &str) -> bool {
    let is_fine = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
    !word.is_empty() && word.chars().all(is_fine)
}

/// `0.20.0`: Lizzie reads the first two numbers, and wants the second to be 15 at least.
fn is_version(word: &str) -> bool {
    let numbers: Vec<Option<u32>> = word.split('.').map(|part| part.parse().ok()).collect();
    matches!(
        numbers[..],
        [Some(0), Some(15..), Some(_)] | [Some(1..), Some(15..), Some(_)]
    )
}

/// Moves of an analysis, each with its variation at the end of its block.
fn is_info(line: &str) -> bool {
    let blocks = line.strip_prefix("info ").map(|rest| rest.split(" info "));
    let is_fine = |block: &str| {
        let words: Vec<&str> = block.split(' ').collect();
        matches!(words[..], ["move", mv, "visits", visits, ..]
            if word_matches("<move>", mv) && word_matches("<number>", visits) && words.contains(&"pv"))
    };
    blocks.is_some_and(|mut blocks| blocks.all(is_fine))
}
