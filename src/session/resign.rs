//! When to give up, as users say it.

use crate::types::decimal;

/// When a player gives up a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Resign {
    /// Play to the end.
    Never,
    /// When the chance to win, 0 to 1, stays below this.
    Below(f32),
}

impl Resign {
    /// A percentage from 0 to 50, with or without its sign, or `never`.
    pub fn parse(text: &str) -> Option<Resign> {
        if text.eq_ignore_ascii_case("never") {
            return Some(Resign::Never);
        }
        let percent = decimal::<f32>(text.strip_suffix('%').unwrap_or(text))?;
        let is_taken = (0.0..=50.0).contains(&percent);
        is_taken.then_some(Resign::Below(percent / 100.0))
    }

    /// The chance to win, if there is one below which to give up.
    pub fn below(self) -> Option<f32> {
        match self {
            Resign::Never => None,
            Resign::Below(rate) => Some(rate),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resignation_is_a_percentage_or_never() {
        assert_eq!(Resign::parse("never"), Some(Resign::Never));
        assert_eq!(Resign::parse("Never"), Some(Resign::Never));
        assert_eq!(Resign::parse("5"), Some(Resign::Below(0.05)));
        assert_eq!(Resign::parse("5%"), Some(Resign::Below(0.05)));
        for text in ["", "51", "-1", "nan", "soon", "5%%", "%"] {
            assert_eq!(Resign::parse(text), None, "{text}");
        }
    }
}
