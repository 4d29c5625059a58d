//! Words that are none of what they should be.

/// These words and a long one.
pub fn owned(words: &[&str]) -> Vec<String> {
    let long = "x".repeat(3000);
    words
        .iter()
        .map(|&word| word.to_owned())
        .chain([long])
        .collect()
}

pub fn not_colors() -> Vec<String> {
    owned(&[
        "green",
        "bw",
        "b,",
        "0",
        "A1",
        "-",
        "blackk",
        "\u{9ed2}",
        "pass",
        "black/white",
    ])
}

pub fn not_vertices() -> Vec<String> {
    owned(&[
        "I5",
        "i1",
        "5",
        "55",
        "A",
        "AA",
        "A1B",
        "1A",
        "A-1",
        "A+1",
        "A1.0",
        "A1000",
        "\u{e9}1",
        "\u{56f2}1",
        "-",
        "b",
    ])
}

/// Vertices that are none of a 5x5 board.
pub fn off_the_board() -> Vec<String> {
    let columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ".chars();
    columns
        .flat_map(|column| [0, 1, 6, 19, 25, 26, 999].map(|row| (column, row)))
        .filter(|&(column, row)| column > 'E' || row != 1)
        .map(|(column, row)| format!("{column}{row}"))
        .collect()
}

pub fn not_counts() -> Vec<String> {
    owned(&[
        "x",
        "-1",
        "1.5",
        "1e1",
        "0x10",
        "++1",
        "1,000",
        "one",
        "\u{661}",
        "99999999999999999999999",
    ])
}

pub fn not_decimals() -> Vec<String> {
    owned(&[
        "x", "nan", "inf", "-inf", "1e400", "1..5", "1,2,3", "0x1p3", "--1", "\u{bd}",
    ])
}
