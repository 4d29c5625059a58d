//! The numbers by which a human-style network is told of the players.
//!
//! | number | is |
//! |---|---|
//! | 0, 1 | 1 if the side to move, the opponent, is a person |
//! | 2, 3 | 1 if it has no rank |
//! | 4, 5 | 1 if its rank is not known |
//! | 6–39 | rank of the side to move: as many ones as it is ranks below a 10-dan, 1 for 9-dan, 10 for 1-kyu |
//! | 40–73 | rank of the opponent |
//! | 74 | 1 in an unrated game, ½ where that is not known |
//! | 75–81 | 1 for the time system: not known, none, absolute, simple, byo-yomi, Canadian, Fischer |
//! | 82–85 | the logarithms, shifted and scaled, of main time, time of a period, byo-yomi periods, Canadian moves |
//! | 86 | half the logarithm of: points of the board / 361 |
//! | 87–150 | the date of the game: cosine and sine of 32 clocks, which turn once in 7 days up to once in 1500 years |
//! | 151–166 | 1 for the collection: 1 OGS, 2 KGS, 3 Fox, 4 Tygem, 5 GoGoD, 6 Go4Go |
//! | 167–191 | 0 |
//!
//! All are 0 unless said otherwise. Source of every fact: KataGo (<https://github.com/lightvector/KataGo>),
//! `cpp/neuralnet/sgfmetadata.cpp`.

use super::profile::{Era, Profile};
use crate::net::file::METADATA;
use crate::types::Color;
use std::f64::consts::TAU;

const RANKS: usize = 6;
const LONGEST_RANK: usize = 34;
const RATED: usize = 74;
const TIME_SYSTEM: usize = 75;
const TIMES: usize = 82;
const AREA: usize = 86;
const DATE: usize = 87;
const CLOCKS: usize = 32;
const COLLECTION: usize = 151;

/// The first clock turns in so many days, the last one so many times as slowly.
const FASTEST_CLOCK: f64 = 7.0;
const SLOWEST_CLOCK: f64 = 80_000.0;

/// The first year whose games are from Go4Go; those before are from GoGoD.
const FIRST_OF_GO4GO: u16 = 2021;

impl Profile {
    /// What a network is told where `to_move` moves next, on a board of so many points.
    pub fn metadata(self, to_move: Color, area: usize) -> [f32; METADATA] {
        let mut numbers = [0.0; METADATA];
        // Both are people.
        numbers[..2].fill(1.0);
        self.write_ranks(to_move, &mut numbers[RANKS..RATED]);
        numbers[RATED] = match self {
            Profile::Amateurs { .. } => 0.5,
            Profile::Professionals(_) => 0.0,
        };
        self.write_time(&mut numbers[TIME_SYSTEM..AREA]);
        numbers[AREA] = (0.5 * (area as f64 / 361.0).ln()) as f32;
        write_date(self.date(), &mut numbers[DATE..COLLECTION]);
        numbers[COLLECTION + self.collection()] = 1.0;
        numbers
    }

    fn write_ranks(self, to_move: Color, numbers: &mut [f32]) {
        let (own, opponent) = numbers.split_at_mut(LONGEST_RANK);
        own[..self.rank(to_move).below_10_dan()].fill(1.0);
        opponent[..self.rank(!to_move).below_10_dan()].fill(1.0);
    }

    /// The time system and the logarithms of its times.
    fn write_time(self, numbers: &mut [f32]) {
        const UNKNOWN: usize = 0;
        const BYO_YOMI: usize = 4;
        let (system, main, period, periods) = match self {
            Profile::Amateurs { .. } => (BYO_YOMI, 1200.0, 30.0, 5.0),
            Profile::Professionals(_) => (UNKNOWN, 0.0, 0.0, 0.0),
        };
        numbers[system] = 1.0;
        let scaled = |scale: f64, value: f64, mean: f64| (scale * (value.ln() - mean)) as f32;
        let times = &mut numbers[TIMES - TIME_SYSTEM..];
        times[0] = scaled(0.4, main + 60.0, 6.5);
        times[1] = scaled(0.3, period + 1.0, 3.0);
        times[2] = scaled(0.5, periods + 2.0, 1.5);
        // Nobody plays by Canadian time.
        times[3] = scaled(0.25, 2.0, 1.5);
    }

    /// Year, month and day.
    fn date(self) -> (u16, u16, u16) {
        match self {
            Profile::Amateurs {
                era: Era::BeforeAlphaZero,
                ..
            } => (2016, 9, 1),
            Profile::Amateurs {
                era: Era::Modern, ..
            } => (2020, 3, 1),
            Profile::Professionals(year) => (year, 6, 1),
        }
    }

    fn collection(self) -> usize {
        const KGS: usize = 2;
        const GOGOD: usize = 5;
        const GO4GO: usize = 6;
        match self {
            Profile::Amateurs { .. } => KGS,
            Profile::Professionals(year) if year < FIRST_OF_GO4GO => GOGOD,
            Profile::Professionals(_) => GO4GO,
        }
    }
}

/// Where 32 clocks stand that started on the first day of 1970.
fn write_date(date: (u16, u16, u16), numbers: &mut [f32]) {
    let days = days_since_1970(date);
    let slower = SLOWEST_CLOCK.powf(1.0 / (CLOCKS - 1) as f64);
    let mut period = FASTEST_CLOCK;
    let (clocks, _) = numbers.as_chunks_mut::<2>();
    for clock in clocks {
        let (sine, cosine) = (days / period * TAU).sin_cos();
        *clock = [cosine as f32, sine as f32];
        period *= slower;
    }
}

/// Days from the first of January 1970 to a day, in the Gregorian calendar.
fn days_since_1970((year, month, day): (u16, u16, u16)) -> f64 {
    // Years that begin in March end with the leap day.
    let (year, month) = match month {
        ..3 => (year - 1, month + 9),
        _ => (year, month - 3),
    };
    let year = i32::from(year);
    let leap_days = year / 4 - year / 100 + year / 400;
    // The months from March have 31, 30, 31, 30, 31 days, again and again.
    let days_before_month = (153 * i32::from(month) + 2) / 5;
    let first_of_march_1970 = 1970 * 365 + 1970 / 4 - 1970 / 100 + 1970 / 400;
    let days = year * 365 + leap_days + days_before_month + i32::from(day) - 1;
    f64::from(days - first_of_march_1970 + 31 + 28)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(name: &str, to_move: Color) -> [f32; METADATA] {
        name.parse::<Profile>().unwrap().metadata(to_move, 361)
    }

    /// The places of ones below the logarithms.
    fn ones(numbers: &[f32]) -> Vec<usize> {
        let is_one = |&place: &usize| numbers[place] == 1.0;
        (0..TIMES).filter(is_one).collect()
    }

    fn assert_close(found: &[f32], expected: &[f32]) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 2e-6, "{found} for {expected}");
        }
    }

    #[test]
    fn ranks_are_told_from_the_view_of_the_side_to_move() {
        // Black 5-kyu is 14 ranks below 10-dan, White 1-dan is 9.
        let expected = |own: usize, opponent: usize| -> Vec<usize> {
            let ranks = (6..6 + own).chain(40..40 + opponent);
            [0, 1].into_iter().chain(ranks).chain([79]).collect()
        };
        let black = numbers("rank_5k_1d", Color::Black);
        let white = numbers("rank_5k_1d", Color::White);
        assert_eq!(ones(&black), expected(14, 9));
        assert_eq!(ones(&white), expected(9, 14));
        assert_eq!(black[74..], white[74..]);
        assert_eq!(ones(&numbers("preaz_20k", Color::White)), expected(29, 29));
        assert_eq!(ones(&numbers("rank_9d", Color::Black)), expected(1, 1));
    }

    // The expected values are KataGo's formulas, worked out elsewhere.
    #[test]
    fn amateurs_play_by_byo_yomi_on_kgs() {
        let modern = numbers("rank_5k", Color::Black);
        assert_eq!(modern[74], 0.5);
        assert_close(
            &modern[82..87],
            &[0.255_547, 0.130_196, 0.222_955, -0.201_713, 0.0],
        );
        // 18 322 days: two days into a week.
        assert_close(
            &modern[87..91],
            &[-0.900_969, 0.433_884, -0.997_553, 0.069_918],
        );
        assert_close(&modern[149..151], &[0.978_944, 0.204_128]);
        let before = numbers("preaz_5k", Color::Black);
        // 17 045 days: whole weeks.
        assert_close(&before[87..91], &[1.0, 0.0, -0.034_570, -0.999_402]);
        assert_close(&before[149..151], &[0.981_768, 0.190_081]);
        for found in [modern, before] {
            let mut source = [0.0; 41];
            source[2] = 1.0;
            assert_eq!(found[151..], source);
        }
    }

    #[test]
    fn professionals_play_by_an_unknown_clock() {
        for (name, source) in [
            ("proyear_1800", 5),
            ("proyear_2020", 5),
            ("proyear_2021", 6),
            ("proyear_2023", 6),
        ] {
            let found = numbers(name, Color::White);
            assert_eq!(ones(&found), [0, 1, 6, 40, 75], "{name}");
            assert_eq!(found[74], 0.0);
            assert_close(
                &found[82..87],
                &[-0.962_262, -0.9, -0.403_426, -0.201_713, 0.0],
            );
            let places: Vec<usize> = (151..METADATA).filter(|&i| found[i] != 0.0).collect();
            assert_eq!((places, found[151 + source]), (vec![151 + source], 1.0));
        }
    }

    #[test]
    fn the_board_is_told_by_its_size() {
        let of_9x9 = Profile::default().metadata(Color::Black, 81);
        assert_close(&of_9x9[86..87], &[-0.747_214]);
    }

    #[test]
    fn days_are_counted_over_leap_years() {
        for (date, days) in [
            ((1970, 1, 1), 0.0),
            ((1969, 12, 31), -1.0),
            ((2020, 3, 1), 18_322.0),
            ((2016, 9, 1), 17_045.0),
            ((2000, 2, 29), 11_016.0),
            ((1900, 3, 1), -25_508.0),
            ((1800, 6, 1), -61_940.0),
            ((2023, 6, 1), 19_509.0),
        ] {
            assert_eq!(days_since_1970(date), days, "{date:?}");
        }
    }
}
