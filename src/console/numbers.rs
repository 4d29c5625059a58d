//! Numbers as people read them.

/// A number with its noun: `1 game`, `3 games`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A number with at most so many digits after the point: what is told as JSON needs no more than is known. Zero has no sign.
pub fn rounded(value: impl Into<f64>, digits: i32) -> f64 {
    let scale = 10_f64.powi(digits);
    (value.into() * scale).round() / scale + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        let games = [0, 1, 2].map(|count| counted(count, "game", "games"));
        assert_eq!(games, ["0 games", "1 game", "2 games"]);
    }

    #[test]
    fn digits_are_rounded() {
        assert_eq!(rounded(0.123_456_f32, 3), 0.123);
        assert_eq!(rounded(-2.95, 1), -3.0);
        assert_eq!(rounded(1e6 / 3.0, 0), 333_333.0);
        assert_eq!(rounded(0.1_f32, 6), 0.1);
        assert!(rounded(-0.04, 1).is_sign_positive());
    }
}
