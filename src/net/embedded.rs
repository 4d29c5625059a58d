//! The network that Tengen carries with it. How it was made and how strong it is stands in `docs/network.md`.

use super::file::{FileError, Head, Model};

/// A file of KataGo's format, packed.
const FILE: &[u8] = include_bytes!("built-in.bin.gz");

/// What its first lines say.
///
/// # Errors
/// None, unless this program was built from a damaged file.
pub fn head() -> Result<Head, FileError> {
    Head::read(FILE)
}

/// The whole network. It takes some 20 ms to unpack.
///
/// # Errors
/// As [`head`].
pub fn model() -> Result<Model, FileError> {
    Model::read(FILE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Rules};
    use crate::net::features::Players;
    use crate::net::model::Evaluation;
    use crate::net::{Manner, Network, NetworkOptions, evaluate_game};
    use crate::types::{Color, Dims, parse_move};
    use std::sync::Arc;

    /// What it says on a board of `side` lines after these moves of Black, each followed by one of White.
    fn evaluation(side: usize, black: &[&str], white: &[&str]) -> Evaluation {
        let network = Network::new(model().unwrap(), &NetworkOptions::default()).unwrap();
        let dims = Dims::square(side).unwrap();
        let mut game = Game::new(dims, Rules::default(), 7.0);
        for (black, white) in black.iter().zip(white) {
            for (color, vertex) in [(Color::Black, black), (Color::White, white)] {
                game.play(color, parse_move(dims, vertex).unwrap()).unwrap();
            }
        }
        evaluate_game(
            &Arc::new(network),
            &game,
            &Players::default(),
            &Manner::default(),
        )
    }

    #[test]
    fn it_is_small_and_whole() {
        assert!(FILE.len() <= 4 << 20, "{} bytes", FILE.len());
        let head = head().unwrap();
        assert!(head.name.starts_with("tengen-"), "{}", head.name);
        assert_eq!(model().unwrap().name, head.name);
    }

    #[test]
    fn it_sees_who_is_far_ahead() {
        let stones = ["E5", "C3", "G7", "C7", "G3"];
        for side in [9, 13, 19] {
            let ahead = evaluation(side, &stones, &["pass"; 5]);
            assert!(ahead.win > 0.9 && ahead.lead > 10.0, "{side}: {ahead:?}");
            let behind = evaluation(side, &["A1"; 1], &stones[..1]);
            assert!(behind.lead < ahead.lead, "{side}: {behind:?}");
        }
    }
}
