//! Whom a human-style network imitates, by KataGo's names.

use crate::types::Color;
use std::fmt;
use std::str::FromStr;

/// The years of which professional games were taught.
const YEARS: std::ops::RangeInclusive<u16> = 1800..=2023;

/// Players of whom a human-style network has learned.
///
/// ```
/// use tengen::net::features::{Era, Profile};
/// let profile: Profile = "preaz_5k_1d".parse()?;
/// let Profile::Amateurs { ranks: [black, white], era } = profile else { panic!() };
/// assert_eq!([black, white].map(|rank| rank.to_string()), ["5k", "1d"]);
/// assert_eq!(era, Era::BeforeAlphaZero);
/// # Ok::<(), tengen::net::features::ProfileError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// Amateurs on the server KGS.
    Amateurs {
        /// Their ranks, Black's first.
        ranks: [Rank; 2],
        /// When they play.
        era: Era,
    },
    /// Professionals in this year, 1800 to 2023.
    Professionals(u16),
}

/// An amateur's rank, from 20-kyu to 9-dan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank(
    /// Ranks below 10-dan, 1 to 29.
    u8,
);

/// Before or after people learned openings from programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// 2016.
    BeforeAlphaZero,
    /// 2020.
    Modern,
}

/// Text that names no profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProfileError;

impl fmt::Display for ProfileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Profile::CHOICES)
    }
}

impl std::error::Error for ProfileError {}

impl Default for Profile {
    /// The strongest amateurs, as they play now.
    fn default() -> Profile {
        Profile::Amateurs {
            ranks: [Rank::STRONGEST; 2],
            era: Era::Modern,
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Profile::Professionals(year) => write!(f, "{PROFESSIONALS}{year}"),
            Profile::Amateurs {
                ranks: [black, white],
                era,
            } if black == white => write!(f, "{}{black}", era.prefix()),
            Profile::Amateurs {
                ranks: [black, white],
                era,
            } => write!(f, "{}{black}_{white}", era.prefix()),
        }
    }
}

const PROFESSIONALS: &str = "proyear_";

impl FromStr for Profile {
    type Err = ProfileError;

    /// Reads KataGo's names of profiles; see [`Profile::CHOICES`].
    fn from_str(text: &str) -> Result<Profile, ProfileError> {
        if let Some(text) = text.strip_prefix(PROFESSIONALS) {
            let year = YEARS.into_iter().find(|year| year.to_string() == text);
            return year.map(Profile::Professionals).ok_or(ProfileError);
        }
        let amateurs = |era: Era| {
            let ranks = text.strip_prefix(era.prefix())?;
            let (black, white) = ranks.split_once('_').unwrap_or((ranks, ranks));
            Some(Profile::Amateurs {
                ranks: [Rank::named(black)?, Rank::named(white)?],
                era,
            })
        };
        let mut eras = [Era::BeforeAlphaZero, Era::Modern].into_iter();
        eras.find_map(amateurs).ok_or(ProfileError)
    }
}

impl Profile {
    /// The names of profiles, in words.
    pub const CHOICES: &str = "rank_20k to rank_9d, preaz_20k to preaz_9d (openings from before AlphaZero), \
        two ranks such as rank_5k_1d (Black's first), or proyear_1800 to proyear_2023";

    /// A profile, or none for the names that KataGo has for none: nothing, `_` and two quotation marks.
    ///
    /// # Errors
    /// If it is neither.
    pub fn optional(text: &str) -> Result<Option<Profile>, ProfileError> {
        match text {
            "" | "_" | "\"\"" => Ok(None),
            name => name.parse().map(Some),
        }
    }

    /// All that distinguishes it from other profiles.
    pub fn word(self) -> u64 {
        match self {
            Profile::Professionals(year) => u64::from(year) << 32,
            Profile::Amateurs {
                ranks: [black, white],
                era,
            } => u64::from(black.0) | u64::from(white.0) << 8 | (era as u64) << 16,
        }
    }

    /// The rank of the player with this colour.
    pub(super) fn rank(self, color: Color) -> Rank {
        match self {
            Profile::Amateurs { ranks, .. } => ranks[color.index()],
            Profile::Professionals(_) => Rank::STRONGEST,
        }
    }
}

impl Era {
    fn prefix(self) -> &'static str {
        match self {
            Era::BeforeAlphaZero => "preaz_",
            Era::Modern => "rank_",
        }
    }
}

impl Rank {
    const STRONGEST: Rank = Rank(1);
    const WEAKEST: Rank = Rank(29);
    const DANS: u8 = 9;

    /// `9d` to `1d` and `1k` to `20k`.
    fn named(text: &str) -> Option<Rank> {
        let mut all = (Rank::STRONGEST.0..=Rank::WEAKEST.0).map(Rank);
        all.find(|rank| rank.to_string() == text)
    }

    /// How many ranks it is below 10-dan.
    pub(super) fn below_10_dan(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            below @ 1..=Rank::DANS => write!(f, "{}d", Rank::DANS + 1 - below),
            below => write!(f, "{}k", below - Rank::DANS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back_and_no_two_are_alike() {
        let ranks: Vec<String> = (1..=29).map(|below| Rank(below).to_string()).collect();
        assert_eq!(
            (&*ranks[0], &*ranks[8], &*ranks[9], &*ranks[28]),
            ("9d", "1d", "1k", "20k")
        );
        let mut words = std::collections::HashSet::new();
        let mut read = |name: String| {
            let profile: Profile = name.parse().unwrap();
            assert_eq!(profile.to_string(), name);
            assert!(
                words.insert(profile.word()) && profile.word() != 0,
                "{name}"
            );
        };
        for prefix in ["rank_", "preaz_"] {
            for black in &ranks {
                read(format!("{prefix}{black}"));
                let others = ranks.iter().filter(|white| *white != black);
                others.for_each(|white| read(format!("{prefix}{black}_{white}")));
            }
        }
        YEARS.for_each(|year| read(format!("proyear_{year}")));
    }

    #[test]
    fn other_names_are_refused() {
        for name in [
            "",
            "_",
            "rank_",
            "rank_0k",
            "rank_21k",
            "rank_10d",
            "rank_05k",
            "rank_5K",
            "rank_5k_",
            "rank_5k_1d_1d",
            "preaz5k",
            "proyear_1799",
            "proyear_2024",
            "proyear_+1985",
            "5k",
        ] {
            assert_eq!(name.parse::<Profile>(), Err(ProfileError), "{name}");
        }
        for name in ["", "_", "\"\""] {
            assert_eq!(Profile::optional(name), Ok(None));
        }
        assert!(Profile::optional("rank_3d").unwrap().is_some());
        assert!(
            ProfileError
                .to_string()
                .contains("proyear_1800 to proyear_2023")
        );
    }
}
