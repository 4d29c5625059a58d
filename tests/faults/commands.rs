//! Commands at the wrong time.

use crate::process::replies;

#[test]
fn commands_while_it_thinks() {
    for (sent, expected) in [
        (
            "1 genmove b\n2 name\n3 version\n",
            &["=1", "=2 Tengen", "=3"][..],
        ),
        ("1 genmove b\n2 quit\n3 name\n", &["=1", "=2"]),
        ("1 genmove b\n2 stop\n3 name\n", &["=1", "=2", "=3 Tengen"]),
        (
            "1 genmove b\n2 boardsize 5\n3 genmove w\n",
            &["=1", "=2", "=3"],
        ),
        (
            "1 lz-analyze 1\n2 boardsize 25\n3 genmove w\n",
            &["=1", "=2", "=3"],
        ),
        (
            "1 kata-analyze 1 ownership true\n2 boardsize 1\n3 clear_board\n",
            &["=1", "=2", "=3"],
        ),
    ] {
        let text = replies("--ponder --time 0.3 --size 9", sent);
        let replies: Vec<&str> = text.trim_end().split("\n\n").collect();
        assert_eq!(replies.len(), expected.len(), "{sent}: {text}");
        for (reply, start) in replies.iter().zip(expected) {
            assert!(reply.starts_with(start), "{sent}: {text}");
        }
    }
}

#[test]
fn a_storm_of_interrupts() {
    let storm = "# interrupt\n".repeat(20_000);
    let input = format!("1 genmove b\n{storm}2 genmove w\n{storm}3 name\n");
    let text = replies("--time 100 --size 9", input);
    assert!(
        text.ends_with("=3 Tengen\n\n") && !text.contains('?'),
        "{text}"
    );
}
