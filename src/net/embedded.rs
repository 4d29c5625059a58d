//! The networks that Tengen carries with it. How they were made and how strong they are stands in `docs/network.md`.

use super::file::{FileError, Head, Model};
use crate::types::Dims;

/// For every board.
pub static USUAL: Embedded = Embedded {
    file: include_bytes!("embedded.bin.gz"),
};

/// For boards that [`is_small`].
pub static SMALL: Embedded = Embedded {
    file: include_bytes!("small-boards.bin.gz"),
};

/// The longest side of a small board.
const SMALL_SIDE: usize = 13;

/// Whether a network that was taught small boards only knows more of such a board than one that was taught all.
pub fn is_small(dims: Dims) -> bool {
    dims.width().max(dims.height()) <= SMALL_SIDE
}

/// How many times as widely as usual a search by the network for such a board explores: the more its values scatter, the
/// more of them have to be seen before one is believed. Found by games: `docs/experiments.md`.
pub fn breadth(dims: Dims) -> f32 {
    match dims.width().max(dims.height()) {
        10..=SMALL_SIDE => 1.6,
        _ => 1.0,
    }
}

/// A network in the program itself.
#[derive(Debug)]
pub struct Embedded {
    /// A file of KataGo's format, packed.
    file: &'static [u8],
}

impl Embedded {
    /// What its first lines say.
    ///
    /// # Errors
    /// None, unless this program was built from a damaged file.
    pub fn head(&self) -> Result<Head, FileError> {
        Head::read(self.file)
    }

    /// The whole network. It takes some 20 ms to unpack.
    ///
    /// # Errors
    /// As [`Embedded::head`].
    pub fn model(&self) -> Result<Model, FileError> {
        Model::read(self.file)
    }
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

    /// What a network says on 9x9 after these moves of Black, each followed by one of White.
    fn evaluation(one: &Embedded, black: &[&str], white: &[&str]) -> (Game, Evaluation) {
        let network = Network::new(one.model().unwrap(), &NetworkOptions::default()).unwrap();
        let dims = Dims::square(9).unwrap();
        let mut game = Game::new(dims, Rules::default(), 7.0);
        for (black, white) in black.iter().zip(white) {
            for (color, vertex) in [(Color::Black, black), (Color::White, white)] {
                game.play(color, parse_move(dims, vertex).unwrap()).unwrap();
            }
        }
        let evaluation = evaluate_game(
            &Arc::new(network),
            &game,
            &Players::default(),
            &Manner::default(),
        );
        (game, evaluation)
    }

    #[test]
    fn they_are_small_and_whole() {
        let sizes = [&USUAL, &SMALL].map(|one| one.file.len());
        assert!(sizes.iter().sum::<usize>() <= 4 << 20, "{sizes:?} bytes");
        let names = [&USUAL, &SMALL].map(|one| one.head().unwrap().name);
        assert!(
            names.iter().all(|name| name.starts_with("tengen-")),
            "{names:?}"
        );
        assert_ne!(names[0], names[1]);
        let whole = [&USUAL, &SMALL].map(|one| one.model().unwrap().name);
        assert_eq!(whole, names);
    }

    #[test]
    fn they_see_who_is_far_ahead() {
        let stones = ["E5", "C3", "G7", "C7", "G3"];
        for one in [&USUAL, &SMALL] {
            let (_, ahead) = evaluation(one, &stones, &["pass"; 5]);
            assert!(ahead.win > 0.9 && ahead.lead > 10.0, "{ahead:?}");
            let (_, behind) = evaluation(one, &["A1"; 1], &stones[..1]);
            assert!(behind.lead < ahead.lead, "{behind:?}");
        }
    }

    #[test]
    fn searches_explore_wider_between_9_and_13_lines() {
        let breadth = |width, height| breadth(Dims::new(width, height).unwrap());
        assert_eq!([breadth(9, 9), breadth(19, 19), breadth(14, 9)], [1.0; 3]);
        assert!(breadth(13, 13) > 1.0 && breadth(9, 10) == breadth(13, 13));
    }

    #[test]
    fn a_board_is_as_small_as_its_longer_side() {
        let small = |width, height| is_small(Dims::new(width, height).unwrap());
        assert!(small(13, 13) && small(5, 13) && small(9, 9));
        assert!(!small(14, 14) && !small(5, 14) && !small(19, 7));
    }
}
