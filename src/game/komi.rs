//! Which numbers can be komi, and what some of them mean.

use std::fmt;

/// The largest komi, in either direction: more than the points of the largest board.
pub const MAX_KOMI: f32 = 1000.0;

/// Whether this can be komi: a whole or half number, not beyond [`MAX_KOMI`].
pub fn is_komi(komi: f32) -> bool {
    komi.abs() <= MAX_KOMI && (komi * 2.0).fract() == 0.0
}

/// The same number, if it can be komi; minus zero becomes zero.
///
/// # Errors
/// If it cannot.
pub fn checked_komi(komi: f32) -> Result<f32, KomiError> {
    match is_komi(komi) {
        true => Ok(without_negative_zero(komi)),
        false => Err(KomiError(komi)),
    }
}

/// The komi nearest to a number; 0 if it is none.
pub(super) fn nearest(komi: f32) -> f32 {
    let komi = if komi.is_nan() { 0.0 } else { komi };
    without_negative_zero((komi.clamp(-MAX_KOMI, MAX_KOMI) * 2.0).round() / 2.0)
}

fn without_negative_zero(komi: f32) -> f32 {
    komi + 0.0
}

/// The points of komi as Chinese records write it: in stones (*zi*), each worth two points, or in hundredths of stones or of points;
/// 3.75, 375 and 750 are 7.5 points. Other komi is returned as it is.
pub fn komi_in_points(komi: f32) -> f32 {
    match komi {
        275.0 | 2.75 => 5.5,
        325.0 | 3.25 => 6.5,
        375.0 | 3.75 => 7.5,
        350.0 => 7.0,
        550.0 | 650.0 | 700.0 | 750.0 => komi / 100.0,
        _ => komi,
    }
}

/// Komi that is not a whole or half number of points, or is absurd.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KomiError(pub f32);

impl fmt::Display for KomiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "komi {} is not a whole or half number from -{MAX_KOMI} to {MAX_KOMI}",
            self.0
        )
    }
}

impl std::error::Error for KomiError {}
