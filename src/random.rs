//! Random numbers of a position, and choices by weight. The same position and seed give the same choices, so that a game can be
//! repeated.

use crate::game::Game;
use rand_core::Rng;
use rand_pcg::Pcg64;

/// Random numbers that are the same for the same position and seed.
pub fn of(game: &Game, seed: u64) -> Pcg64 {
    let hash = game.position().situation_hash();
    let state = (u128::from(seed) << 64) | u128::from(hash);
    Pcg64::new(state, game.moves().len() as u128)
}

/// A number from 0 to 1.
pub fn fraction(random: &mut Pcg64) -> f32 {
    random.next_u32() as f32 / u32::MAX as f32
}

/// One of these, each as often as its weight says; none if there are none, and now and then where rounding leaves something over.
pub fn draw<T: Copy>(weighted: &[(f32, T)], random: &mut Pcg64) -> Option<T> {
    let total: f32 = weighted.iter().map(|(weight, _)| weight).sum();
    let mut left = total * fraction(random);
    let drawn = weighted.iter().find(|(weight, _)| {
        left -= weight;
        left <= 0.0
    });
    drawn.map(|&(_, choice)| choice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::SeedableRng;

    #[test]
    fn choices_are_drawn_by_their_weights() {
        let mut random = Pcg64::seed_from_u64(1);
        let draws: Vec<&str> = (0..1000)
            .filter_map(|_| draw(&[(3.0, "often"), (1.0, "rarely")], &mut random))
            .collect();
        let often = draws.iter().filter(|&&drawn| drawn == "often").count();
        assert_eq!(draws.len(), 1000);
        assert!((700..800).contains(&often), "{often}");
        assert_eq!(draw::<&str>(&[], &mut random), None);
    }
}
