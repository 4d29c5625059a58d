//! The arguments of `loadsgf FILE [NUMBER|VERTEX]`.

use crate::game::sgf::Before;
use crate::types::in_quotes;

/// A name in quotes without them, unless a file has them in its name.
pub fn unquoted(name: &str, is_file: impl Fn(&str) -> bool) -> &str {
    let inner = in_quotes(name).filter(|_| !is_file(name));
    inner.unwrap_or(name)
}

/// Splits the arguments of `loadsgf` into the name of a file and how much of it is wanted, which the last word says. A name may
/// hold blanks or stand in quotes; the last word belongs to it if `is_file` says so of the whole.
pub fn split(arguments: &str, is_file: impl Fn(&str) -> bool) -> (&str, Before<'_>) {
    let name = unquoted(arguments, &is_file);
    let whole = (name, Before::End);
    let Some((file, last)) = arguments.rsplit_once(' ') else {
        return whole;
    };
    if is_file(name) {
        return whole;
    }
    let file = unquoted(file.trim_end(), &is_file);
    let before = match last.parse() {
        Ok(number) => Before::Number(number),
        Err(_) if is_file(file) => Before::Vertex(last),
        Err(_) => return whole,
    };
    (file, before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_belongs_to_a_name_that_is_a_file() {
        let split = |arguments| {
            split(arguments, |name| {
                ["a", "a 2", "a b", "\"q\""].contains(&name)
            })
        };
        assert_eq!(split("a"), ("a", Before::End));
        assert_eq!(split("a 2"), ("a 2", Before::End));
        assert_eq!(split("a  3"), ("a", Before::Number(3)));
        assert_eq!(split("a D4"), ("a", Before::Vertex("D4")));
        assert_eq!(split("a b 1"), ("a b", Before::Number(1)));
        assert_eq!(split("\"a\" D4"), ("a", Before::Vertex("D4")));
        assert_eq!(split("\"a b\""), ("a b", Before::End));
        assert_eq!(split("\"c d\""), ("c d", Before::End));
        assert_eq!(split("\"q\" 1"), ("\"q\"", Before::Number(1)));
        assert_eq!(split("c 1"), ("c", Before::Number(1)));
        assert_eq!(split("c D4"), ("c D4", Before::End));
    }
}
