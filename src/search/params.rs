//! Every number of the search that may be tuned, in one table that GTP, the
//! command line and tuning loops read.

use crate::types::excerpt;
use std::fmt;

/// What a number of the search decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The search by playouts.
    Playouts,
    /// The search by a network.
    Network,
    /// What a player makes of the search: which move it plays, and when it resigns. An analysis knows nothing of it.
    Choice,
}

/// One row of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ParamInfo {
    /// The name by which it is read and set.
    pub name: &'static str,
    /// The value unless set.
    pub default: f32,
    /// The least value accepted.
    pub min: f32,
    /// The greatest value accepted.
    pub max: f32,
    /// What it decides.
    pub part: Part,
    /// What it does, after the part that it decides.
    pub doc: &'static str,
}

impl ParamInfo {
    /// The values accepted, in words.
    pub fn range(&self) -> String {
        format!("a number from {} to {}", self.min, self.max)
    }

    /// Whether it tells how moves that people would play are chosen.
    pub fn is_of_people(&self) -> bool {
        self.name.starts_with("human_")
    }
}

/// Why a parameter was not set.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamError {
    /// No parameter has this name: [`Params::TABLE`] has those that there are.
    Unknown(String),
    /// Not a number: the parameter, and what it was to be.
    NotANumber(&'static ParamInfo, String),
    /// Outside the range of this parameter.
    OutOfRange(&'static ParamInfo, f32),
}

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamError::Unknown(name) => write!(f, "unknown parameter '{name}'"),
            ParamError::NotANumber(info, text) => {
                write!(f, "{} must be a number, not '{text}'", info.name)
            }
            ParamError::OutOfRange(info, value) => {
                write!(
                    f,
                    "{} must be from {} to {}, not {value}",
                    info.name, info.min, info.max
                )
            }
        }
    }
}

impl std::error::Error for ParamError {}

macro_rules! parameters {
    ($($part:ident: $name:ident = $default:literal, $min:literal ..= $max:literal, $doc:literal;)*) => {
        /// The parameters of a search; [`Params::TABLE`] describes each.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Params {
            $(#[doc = concat!(stringify!($part), ": ", $doc)] pub $name: f32,)*
        }

        impl Default for Params {
            fn default() -> Params {
                Params { $($name: $default,)* }
            }
        }

        impl Params {
            /// Name, default, range and meaning of every parameter.
            pub const TABLE: &'static [ParamInfo] = &[
                $(ParamInfo {
                    name: stringify!($name),
                    default: $default,
                    min: $min,
                    max: $max,
                    part: Part::$part,
                    doc: concat!(stringify!($part), ": ", $doc),
                },)*
            ];

            /// The value of the parameter with this name.
            pub fn get(&self, name: &str) -> Option<f32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            fn slot(&mut self, name: &str) -> Option<&mut f32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

parameters! {
    Playouts: exploration = 0.001, 0.0..=2.0, "weight of the exploration term sqrt(1 + parent's visits) / (1 + visits); RAVE explores already.";
    Playouts: rave_equivalence = 600.0, 1.0..=1e6, "visits at which a move's own statistics weigh as much as unlimited RAVE statistics.";
    Playouts: expand_visits = 4.0, 1.0..=1000.0, "a node gets children at this many visits.";
    Playouts: margin_weight = 0.03, 0.0..=0.5, "share of the value that is the margin of victory rather than the win.";
    Playouts: prior_even = 8.0, 0.0..=200.0, "virtual visits of value 1/2 that every move starts with.";
    Playouts: prior_self_atari = 30.0, 0.0..=200.0, "virtual losses of a move that only puts its own chain in atari.";
    Playouts: prior_capture = 20.0, 0.0..=200.0, "virtual wins of a capture.";
    Playouts: prior_capture_size = 2.0, 0.0..=50.0, "more virtual wins for each stone captured, up to ten.";
    Playouts: prior_escape = 16.0, 0.0..=200.0, "virtual wins of taking an own chain out of atari.";
    Playouts: prior_atari = 4.0, 0.0..=200.0, "virtual wins of putting a chain in atari.";
    Playouts: prior_ladder_catch = 15.0, 0.0..=200.0, "virtual wins of an atari that catches a chain in a ladder or at once.";
    Playouts: prior_ladder_futile = 20.0, 0.0..=200.0, "virtual losses of running out of a ladder that catches.";
    Playouts: prior_ladder_avert = 5.0, 0.0..=200.0, "virtual wins on the liberties of an own chain that a ladder would catch.";
    Playouts: prior_pattern = 12.0, 0.0..=200.0, "virtual wins of a 3x3 pattern.";
    Playouts: prior_near = 12.0, 0.0..=200.0, "virtual wins of a move next to the last one; farther moves get less.";
    Playouts: prior_first_line = 25.0, 0.0..=200.0, "virtual losses of a first-line move far from any stone.";
    Playouts: prior_second_line = 15.0, 0.0..=200.0, "virtual losses of a second-line move far from any stone.";
    Playouts: prior_good_line = 6.0, 0.0..=200.0, "virtual wins of a third- or fourth-line move far from any stone; on small boards, of the middle.";
    Playouts: prior_pass = 15.0, 0.0..=200.0, "virtual losses of a pass.";
    Playouts: policy_atari = 0.9, 0.0..=1.0, "how often a playout answers an atari or captures.";
    Playouts: policy_nakade = 0.8, 0.0..=1.0, "how often a playout takes the vital point of a small space.";
    Playouts: policy_two_liberties = 0.7, 0.0..=1.0, "how often a playout attacks or defends a chain with two liberties.";
    Playouts: policy_pattern = 0.9, 0.0..=1.0, "how often a playout follows a 3x3 pattern.";
    Playouts: policy_pattern_before = 0.9, 0.0..=1.0, "how often a playout follows a 3x3 pattern next to the own move before.";
    Network: cpuct = 1.0, 0.0..=10.0, "weight of the exploration by policy.";
    Network: cpuct_log = 0.45, 0.0..=10.0, "how that weight grows with the logarithm of the visits.";
    Network: first_play_reduction = 0.2, 0.0..=2.0, "by how much at most a move never tried is taken to be worse than its parent; by less while little of the policy has been visited.";
    Network: root_first_play_reduction = 0.1, 0.0..=2.0, "the same at the root.";
    Network: root_policy_temperature = 1.0, 0.01..=100.0, "above 1 its policy at the root is flatter, so that the search sees more moves; below 1 it is sharper.";
    Network: policy_optimism = 1.0, 0.0..=1.0, "how far the policy goes from the usual one (0) to the optimistic one (1), which finds moves that may turn out well, where the network has both.";
    Network: root_policy_optimism = 0.2, 0.0..=1.0, "the same at the root.";
    Network: root_symmetries = 1.0, 1.0..=8.0, "in how many of the eight ways a board can be turned the network looks at the root; the mean counts, in a tree that was kept that of the policy alone.";
    Network: vital_prior = 0.15, 0.0..=1.0, "the probability to which the vital point of a small eye space of an enclosed group is raised, before all moves are scaled to a sum of 1.";
    Network: static_score_utility = 0.1, 0.0..=1.0, "weight of the final score beside the win.";
    Network: dynamic_score_utility = 0.3, 0.0..=1.0, "weight of the final score against the one expected here.";
    Network: draw_value_for_white = 0.5, 0.0..=1.0, "what a draw is worth to White, from a loss (0) to a win (1).";
    Network: no_result_utility_for_white = 0.0, -1.0..=1.0, "what a game without result, after a long cycle, is worth to White, from a loss (-1) to a win (1).";
    Network: bias_correction = 0.45, 0.0..=1.0, "how much of what it got wrong in the tree is put right in like positions.";
    Network: graph = 1.0, 0.0..=1.0, "whether orders of moves that lead to one position share what is found (1) or not (0).";
    Network: virtual_loss = 0.3, 0.0..=1.0, "how much of a loss a visit that is still on its way counts as, where several threads search.";
    Network: playout_doubling_advantage = 0.0, -3.0..=3.0, "by how many doublings the player who thinks is taken to search more than the opponent, as in handicap games; only networks that were taught it heed it.";
    Choice: handicap_komi = 7.0, 0.0..=30.0, "where playouts judge, points of dynamic komi for each handicap stone at the start, on boards from 13x13 on.";
    Choice: handicap_advantage = 0.045, 0.0..=0.5, "with a network that knows the advantage, where one player was ahead before the first move by handicap or komi: so many doublings for each point beyond the first few, 2.75 at most, unless playout_doubling_advantage is other than 0. They become fewer as the game gets easy, and return when it looks hopeless. At 0 there are none.";
    Choice: move_temperature = 0.0, 0.0..=5.0, "at 0 always the best move; at 1 a move is played as often as the search has looked at it, and in between the most searched ones are preferred; at full strength, and where no human-style network chooses.";
    Choice: early_move_temperature = 0.0, 0.0..=5.0, "the same at the first move of a game.";
    Choice: move_temperature_halflife = 19.0, 0.1..=100000.0, "after so many moves, fewer on smaller boards, half of the way from the one temperature to the other is gone.";
    Choice: human_move_share = 0.0, 0.0..=1.0, "how often a move that people would play takes the place of the search's own; at full strength, with a human-style network beside.";
    Choice: human_move_lambda = 1e8, 1e-4..=1e9, "for every so much utility that such a move loses, it is played e times more rarely (a loss is worth -1, a win 1).";
    Choice: resign_after = 3.0, 1.0..=100.0, "resigns after this many hopeless moves in a row.";
    Choice: resign_behind = 0.0, 0.0..=1000.0, "resigns only when behind by at least this many points; at 0 whatever the points are.";
    Choice: resign_from = 0.25, 0.0..=1.0, "resigns only after so many moves for each point of the board, twice as many in handicap games.";
}

impl Params {
    /// The row of the table with this name, whatever the case.
    pub fn info(name: &str) -> Option<&'static ParamInfo> {
        Params::TABLE
            .iter()
            .find(|info| info.name.eq_ignore_ascii_case(name))
    }

    /// Sets one parameter from text, and returns its row.
    ///
    /// # Errors
    /// If there is no such parameter, or the text is no number in its range.
    pub fn set(&mut self, name: &str, text: &str) -> Result<&'static ParamInfo, ParamError> {
        let info = Params::info(name).ok_or_else(|| ParamError::Unknown(excerpt(name)))?;
        let value: f32 = text
            .parse()
            .map_err(|_| ParamError::NotANumber(info, excerpt(text)))?;
        if !(info.min..=info.max).contains(&value) {
            return Err(ParamError::OutOfRange(info, value));
        }
        *self
            .slot(info.name)
            .expect("every row of the table has a field") = value;
        Ok(info)
    }

    /// Whether [`graph`](Params::graph) is on.
    pub(super) fn shares_nodes(&self) -> bool {
        self.graph > 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_in_its_range_and_can_be_read_and_set() {
        let mut params = Params::default();
        for info in Params::TABLE {
            assert_eq!(params.get(info.name), Some(info.default));
            params.set(info.name, &info.min.to_string()).unwrap();
            assert_eq!(params.get(info.name), Some(info.min));
            assert!(
                params
                    .set(info.name, &(info.max * 2.0 + 1.0).to_string())
                    .is_err()
            );
            assert!(params.set(info.name, "NaN").is_err());
        }
    }

    #[test]
    fn the_table_for_users_says_the_same() {
        let page = include_str!("../../docs/parameters.md");
        for info in Params::TABLE {
            let ParamInfo {
                name,
                default,
                min,
                max,
                doc,
                ..
            } = info;
            let row = format!("| `{name}` | {default} | {min} to {max} | {doc} |");
            assert!(page.lines().any(|line| line == row), "missing: {row}");
        }
        let is_row = |line: &&str| line.starts_with("| `") && line.matches('|').count() == 5;
        assert_eq!(page.lines().filter(is_row).count(), Params::TABLE.len());
    }

    #[test]
    fn the_case_of_a_name_counts_for_nothing() {
        let mut params = Params::default();
        assert_eq!(params.set("CPUCT", "1.5").unwrap().name, "cpuct");
        assert_eq!(params.cpuct, 1.5);
    }

    #[test]
    fn errors_name_the_fault() {
        let mut params = Params::default();
        assert_eq!(
            params.set("speed", "1").unwrap_err().to_string(),
            "unknown parameter 'speed'"
        );
        assert_eq!(
            params.set("exploration", "9").unwrap_err().to_string(),
            "exploration must be from 0 to 2, not 9"
        );
    }
}
