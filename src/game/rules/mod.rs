//! The rules of a game.
//!
//! The switches are those of KataGo's `kata-set-rules` and `kata-get-rules`
//! (<https://github.com/lightvector/KataGo/blob/master/docs/GTP_Extensions.md>).

mod error;
mod presets;
mod spelling;
mod table;
mod text;

pub use error::{Departure, RulesError};
pub use table::Rule;
pub use text::{KATAGO_MAX_KOMI, Reading};

/// Which repetitions of the board are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// Only the immediate retake of a single stone. A longer cycle ends the game without result.
    Simple,
    /// No stone may bring back any earlier position of the board.
    PositionalSuperko,
    /// No stone may bring back an earlier position with the same player to move.
    SituationalSuperko,
}

/// What is counted at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Stones and the points they surround.
    Area,
    /// Surrounded points and prisoners.
    Territory,
}

impl Scoring {
    /// The tax where nothing names one, as KataGo has it.
    pub fn usual_tax(self) -> Tax {
        match self {
            Scoring::Area => Tax::None,
            Scoring::Territory => Tax::Seki,
        }
    }
}

/// Which surrounded points do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tax {
    /// All count.
    None,
    /// Those of groups in seki do not.
    Seki,
    /// Nor do two points of every living group, the two eyes it needs.
    All,
}

/// The points White receives for Black's `N` handicap stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandicapBonus {
    /// Nothing.
    Zero,
    /// One point for each stone.
    N,
    /// One point for each stone but the first.
    NMinusOne,
}

/// Everything that two games may disagree about except board size and komi.
///
/// ```
/// use tengen::game::{KoRule, Rules, Scoring};
/// let rules = Rules::preset("Japanese").unwrap();
/// assert_eq!(rules.scoring, Scoring::Territory);
/// assert_eq!(Rules::from_json(&rules.to_json()).unwrap(), rules);
/// assert_eq!(Rules::default().ko, KoRule::PositionalSuperko);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Which repetitions are forbidden.
    pub ko: KoRule,
    /// Area or territory.
    pub scoring: Scoring,
    /// Whether a player may fill the last liberty of several own stones. A single stone never may.
    pub suicide: bool,
    /// Which surrounded points do not count.
    pub tax: Tax,
    /// White's compensation for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// Whether a player may pass while dead stones are still on the board, trusting that both will agree about them.
    pub friendly_pass_ok: bool,
}

impl Default for Rules {
    /// Area scoring, positional superko, no suicide; dead stones are agreed on.
    fn default() -> Rules {
        Rules {
            ko: KoRule::PositionalSuperko,
            scoring: Scoring::Area,
            suicide: false,
            tax: Tax::None,
            handicap_bonus: HandicapBonus::Zero,
            friendly_pass_ok: true,
        }
    }
}

impl Rules {
    /// Whether the players agree on dead stones, so that a game may end with them on the board.
    pub fn dead_stones_are_agreed(&self) -> bool {
        // Territory rules always agree: taking dead stones would cost points.
        self.friendly_pass_ok || self.scoring == Scoring::Territory
    }

    /// Whether a network may expect a game that ends without result, in a cycle: under simple ko
    /// and, as KataGo sees it, under territory scoring.
    pub fn can_be_void(&self) -> bool {
        self.ko == KoRule::Simple || self.scoring == Scoring::Territory
    }

    /// White's points for `stones` handicap stones.
    pub fn handicap_compensation(&self, stones: usize) -> usize {
        match self.handicap_bonus {
            HandicapBonus::Zero => 0,
            HandicapBonus::N => stones,
            HandicapBonus::NMinusOne => stones.saturating_sub(1),
        }
    }

    /// What [`Rules::usual_komi`] is, in words.
    pub const USUAL_KOMI: &str = "0.5 with handicap, else 6.5 under territory and 7.5 under area scoring, 7 under New Zealand rules";

    /// Points for White where nobody names a komi: [`Rules::USUAL_KOMI`].
    pub fn usual_komi(&self, handicap: usize) -> f32 {
        match self.scoring {
            _ if handicap > 0 => 0.5,
            Scoring::Area if self.preset_name() == Some("new-zealand") => 7.0,
            Scoring::Area => 7.5,
            Scoring::Territory => 6.5,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compensation_follows_the_bonus() {
        let points = |name: &str| Rules::preset(name).unwrap().handicap_compensation(5);
        assert_eq!(
            [points("cgos"), points("chinese"), points("aga")],
            [0, 5, 4]
        );
        assert_eq!(Rules::preset("aga").unwrap().handicap_compensation(0), 0);
    }

    #[test]
    fn the_usual_komi_follows_the_rules() {
        let komi = |name: &str, handicap| Rules::preset(name).unwrap().usual_komi(handicap);
        assert_eq!([komi("chinese", 0), komi("japanese", 0)], [7.5, 6.5]);
        assert_eq!([komi("tromp-taylor", 0), komi("nz", 0)], [7.5, 7.0]);
        assert_eq!([komi("chinese", 2), komi("japanese", 9)], [0.5, 0.5]);
        assert_eq!(komi("new-zealand", 3), 0.5);
    }
}
