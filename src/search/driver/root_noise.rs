//! Chance at the root, so that an analysis sees more moves (after KataGo's `analysisWideRootNoise`).

use crate::zobrist::{finalized, spread};

/// What the value of a move gains at a visit, in standard deviations: 0 for half of the moves, for the
/// others the size of a standard normal number, as near as four uniform ones come.
///
/// The root's visits so far and the move's number draw it, so that one thread repeats itself.
pub fn gain(visit: u64, index: usize) -> f32 {
    let bits = finalized(spread(visit << 10 | index as u64));
    if bits & 1 == 0 {
        return 0.0;
    }
    let uniform = |part: u32| (bits >> (4 + 15 * part) & 0x7fff) as f32 / 32768.0;
    let sum: f32 = (0..4).map(uniform).sum();
    (sum - 2.0).abs() * 3_f32.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_moves_gain_as_much_as_a_normal_number_has_size() {
        let all: Vec<f32> = (0..1000)
            .flat_map(|visit| (0..100).map(move |index| gain(visit, index)))
            .collect();
        let gains: Vec<f32> = all.iter().copied().filter(|&gain| gain > 0.0).collect();
        let share = gains.len() as f32 / all.len() as f32;
        let mean = gains.iter().sum::<f32>() / gains.len() as f32;
        assert!((share - 0.5).abs() < 0.01, "{share}");
        // The mean size of a standard normal number is the square root of 2 / pi.
        assert!((mean - 0.798).abs() < 0.03, "{mean}");
    }
}
