//! Names of settings and the like, told to people in one line.

use std::fmt::Display;

/// Names with commas between them, of which there may be any number: no more than `most` are told, and how many there are besides.
///
/// ```
/// use tengen::console::listed;
/// assert_eq!(listed(["a", "b"], 2), "a, b");
/// assert_eq!(listed(["a", "b", "c", "d", "e"], 2), "a, b, 3 more");
/// ```
pub fn listed<T: Display>(names: impl IntoIterator<Item = T>, most: usize) -> String {
    let mut names = names.into_iter();
    let mut told: Vec<String> = names
        .by_ref()
        .take(most)
        .map(|name| name.to_string())
        .collect();
    let more = names.count();
    if more > 0 {
        told.push(format!("{more} more"));
    }
    told.join(", ")
}

/// That these settings, which somebody has made, change nothing here.
pub fn without_effect(names: impl Display) -> String {
    format!("without effect here: {names}")
}
