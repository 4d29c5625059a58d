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

/// Who leads, and by how much.
pub fn lead_in_words(black_lead: f32) -> String {
    let points = format!("{:.1}", black_lead.abs());
    match black_lead {
        _ if points == "0.0" => "nobody leads".to_owned(),
        lead if lead > 0.0 => format!("Black leads by {points}"),
        _ => format!("White leads by {points}"),
    }
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

    #[test]
    fn the_player_who_leads_is_named() {
        assert_eq!(lead_in_words(3.24), "Black leads by 3.2");
        assert_eq!(lead_in_words(-3.24), "White leads by 3.2");
        assert_eq!(lead_in_words(-0.04), "nobody leads");
    }
}
