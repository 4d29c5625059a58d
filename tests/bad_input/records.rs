//! Bad game records, each with the place of its fault.

use crate::oracle::below;
use rand_pcg::Pcg64;

/// How many variants of each kind of bad record are made.
const VARIANTS: usize = 12;

/// A kind of fault in a record: what the refusal says, and the text with `@` before the place that it names.
pub struct BadRecord {
    pub kind: &'static str,
    pub says: &'static str,
    text: &'static str,
}

/// Bad in a node of its own, behind some moves on the fifth row and below.
const BAD_NODES: &[BadRecord] = &[
    bad("digits", "'11' is not a point of a 9x9 board", ";B[@11]"),
    bad("a vertex of GTP", "'D4' is not a point", ";W[@D4]"),
    bad("one letter", "'a' is not a point", ";B[@a]"),
    bad("three letters", "'aaa' is not a point", ";B[@aaa]"),
    bad(
        "a point off the board",
        "'jj' is not a point of a 9x9 board",
        ";W[@jj]",
    ),
    bad("a word", "'undefined' is not a point", ";B[@undefined]"),
    bad(
        "a long word",
        "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…' is not a point",
        ";B[@xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx]",
    ),
    bad(
        "other letters",
        "'\u{4e94}\u{4e94}' is not a point",
        ";W[@\u{4e94}\u{4e94}]",
    ),
    bad(
        "a rectangle as a move",
        "'aa:bb' is not a point",
        ";B[@aa:bb]",
    ),
    bad("a second move", "'zz' is not a point", ";B[ia][@zz]"),
    bad("a stone off the board", "'aj' is not a point", ";AB[@aj]"),
    bad(
        "a second stone off the board",
        "'ja' is not a point",
        ";AW[ia][@ja]",
    ),
    bad(
        "a bad first corner",
        "'zz:aa' is not a point",
        ";AB[@zz:aa]",
    ),
    bad(
        "a bad second corner",
        "'aa:zz' is not a point",
        ";AW[@aa:zz]",
    ),
    bad(
        "three corners",
        "'aa:bb:cc' is not a point",
        ";AB[@aa:bb:cc]",
    ),
    bad("a hole off the board", "'!!' is not a point", ";AE[@!!]"),
    bad(
        "an occupied point",
        "illegal move: occupied",
        ";B[ii];W[@ii]",
    ),
    bad(
        "an occupied point set up",
        "illegal move: occupied",
        ";AB[ii];W[@ii]",
    ),
    bad(
        "suicide of one stone",
        "illegal move: suicide",
        ";AB[hi][ih];W[@ii]",
    ),
    bad(
        "stones without a liberty",
        "without a liberty",
        ";AW[@ih]AB[ii]AW[hi]",
    ),
    bad(
        "a rectangle without a liberty",
        "without a liberty",
        ";AB[@aa:ii]",
    ),
    // With moves within them: a text that is merely cut off ends the record.
    bad(
        "a comment without an end",
        "has no ']'",
        ";C@[never ends ;W[gg",
    ),
    bad("an escaped end", "has no ']'", ";C@[never ends\\] ;W[gg"),
    bad(
        "a name without an end",
        "has no ']'",
        ";PB@[never ends (;W[gg",
    ),
];

/// Bad as a whole, or in its head.
const BAD_RECORDS: &[BadRecord] = &[
    bad("nothing", "there is no game record", "@"),
    bad("blanks", "there is no game record", "@ \n\t\n "),
    bad(
        "words",
        "there is no game record",
        "@There is no game here.",
    ),
    bad(
        "parentheses",
        "there is no game record",
        "@((((((((((((((((((((()))",
    ),
    bad("zeros", "there is no game record", "@\0\0\0\0\0\0"),
    bad(
        "a page",
        "there is no game record",
        "@<!DOCTYPE html>\n<html><body>404 (not found)</body></html>",
    ),
    bad("size 0", "'0' is not a board size", "(;GM[1]SZ[@0];B[aa])"),
    bad(
        "size 26",
        "'26' is not a board size",
        "(;GM[1]\nSZ[@26];B[aa])",
    ),
    bad("a negative size", "'-9' is not a board size", "(;SZ[@-9])"),
    bad(
        "a size in words",
        "'nine' is not a board size",
        "(;\n\nSZ[@nine])",
    ),
    bad(
        "a size of three sides",
        "'9:9:9' is not a board size",
        "(;SZ[@9:9:9])",
    ),
    bad("half a size", "'9:' is not a board size", "(;SZ[@9:])"),
    bad(
        "a side too long",
        "'19:26' is not a board size",
        "(;SZ[@19:26])",
    ),
    bad(
        "a fraction of a size",
        "'9.5' is not a board size",
        "(;SZ[@9.5])",
    ),
    bad(
        "another game",
        "not of a game of Go",
        "(;FF[4]\nGM[@2];B[aa])",
    ),
    bad("chess", "not of a game of Go", "(;GM[@3])"),
];

const fn bad(kind: &'static str, says: &'static str, text: &'static str) -> BadRecord {
    BadRecord { kind, says, text }
}

/// Some moves, which do no harm to one another, on lines of their own or not.
fn good_moves(random: &mut Pcg64) -> String {
    let mut text = String::new();
    for number in 0..below(random, 12) {
        let (column, row) = (
            char::from(b'a' + (number % 5) as u8),
            char::from(b'c' + 2 * (number / 5) as u8),
        );
        let breaks = ["", "\n", "\r\n", " "][below(random, 4)];
        let note = ["", "C[\u{e9} \u{5c71}\\]]", "BL[9.5]", "XX[unknown]"][below(random, 4)];
        text.push_str(&format!(
            "{breaks};{}[{column}{row}]{note}",
            ["B", "W"][number % 2]
        ));
    }
    text
}

/// The record without the mark, and the line and column, from 1, where the mark was.
pub fn unmarked(text: &str) -> (String, usize, usize) {
    let (before, after) = text.split_once('@').expect("a mark");
    let line = before.replace("\r\n", "\n");
    let column = line.chars().rev().take_while(|&sign| sign != '\n').count() + 1;
    (
        format!("{before}{after}"),
        line.matches('\n').count() + 1,
        column,
    )
}

/// Each in several records, with the place of the fault.
pub fn bad_records() -> Vec<(&'static BadRecord, String)> {
    let mut random = Pcg64::new(5, 1);
    let mut records = Vec::new();
    for bad in BAD_NODES {
        for _ in 0..VARIANTS {
            let head = [
                "(;GM[1]FF[4]SZ[9]",
                "SZ[9]\n",
                "mail (x)\r\n\r\n(;SZ[9]KM[6.5]",
                "(\n;\nSZ[9]C[\n\n]",
            ][below(&mut random, 4)];
            let mut text = format!("{head}{}{}", good_moves(&mut random), bad.text);
            // A value without an end must not find that of a later one.
            if !bad.says.contains("']'") {
                text.push_str([")", ";B[gg])", "\n(;W[gg])(;W[hh]))", ""][below(&mut random, 4)]);
            }
            records.push((bad, text));
        }
    }
    for bad in BAD_RECORDS {
        records.push((bad, bad.text.to_owned()));
    }
    records
}
