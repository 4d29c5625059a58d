//! Asking a network about situations.

mod key;
mod manner;

pub use manner::Manner;

use super::features::{Extractor, Features, Places, Players, Situation, Trail, superko_bans};
use super::file::METADATA;
use super::model::{Evaluation, Forward, Input, Question, Raw};
use super::network::{Network, NetworkError};
use crate::board::{Board, each};
use crate::game::{Game, Rules};
use crate::types::{Dims, Point, Symmetry};
use key::key;
use std::sync::Arc;

/// Asks a [`Network`] about situations. Each thread has its own, with room for one board; little but
/// the evaluation itself is allocated for each question.
pub struct Evaluator<const N: usize, const W: usize> {
    network: Arc<Network>,
    extractor: Extractor<N, W>,
    features: Features,
    /// What a human-style network is told of the players.
    metadata: Option<[f32; METADATA]>,
    forward: Box<dyn Forward>,
    planes: Vec<u32>,
    legal: Vec<bool>,
    raw: Raw,
    /// For each symmetry, by its number.
    places: [Places; 8],
}

impl<const N: usize, const W: usize> Evaluator<N, W> {
    /// Asks this network.
    pub fn new(network: Arc<Network>) -> Evaluator<N, W> {
        let dims = Dims::square(1).expect("a board of one point exists");
        let mut extractor = Extractor::new();
        extractor.areas_allow_suicide = network.about().areas_allow_suicide;
        Evaluator {
            forward: network.prepared().clone().forward(),
            network,
            extractor,
            features: Features::new(dims),
            metadata: None,
            planes: Vec::new(),
            legal: Vec::new(),
            raw: Raw::default(),
            places: Symmetry::ALL.map(|symmetry| Places::new(dims, symmetry)),
        }
    }

    /// What the network thinks, or thought when it was asked the same before.
    pub fn evaluate(
        &mut self,
        situation: &Situation<'_, N, W>,
        manner: &Manner,
    ) -> Arc<Evaluation> {
        let situation = &manner.shown(situation);
        let manner = &Manner {
            optimism: self.network.outputs().optimism(manner.optimism),
            ..*manner
        };
        let key = key(situation, manner);
        let points = situation.boards[0].dims().area();
        if let Some(known) = self.network.cache().get(key, points) {
            return known;
        }
        let evaluation = Arc::new(self.ask(situation, manner));
        self.network.cache().put(key, points, &evaluation);
        evaluation
    }

    /// What the network thinks, whatever was asked before.
    pub fn evaluate_afresh(
        &mut self,
        situation: &Situation<'_, N, W>,
        manner: &Manner,
    ) -> Evaluation {
        self.ask(&manner.shown(situation), manner)
    }

    /// What the network thinks of what it is shown.
    fn ask(&mut self, shown: &Situation<'_, N, W>, manner: &Manner) -> Evaluation {
        self.extract(shown);
        self.trunk(manner.symmetry);
        self.heads(shown, manner)
    }

    /// The first part of an evaluation: what the network is to see.
    pub fn extract(&mut self, situation: &Situation<'_, N, W>) {
        self.extractor.extract(situation, &mut self.features);
        self.metadata = self.network.about().has_metadata.then(|| {
            let profile = situation.players.profile.unwrap_or_default();
            profile.metadata(situation.to_move, self.features.dims.area())
        });
    }

    /// The second part: the trunk, on what was extracted last.
    pub fn trunk(&mut self, symmetry: Symmetry) {
        let turned = symmetry.dims(self.features.dims);
        self.planes.resize(turned.area(), 0);
        let places = &mut self.places[symmetry.number()];
        places.set_board(self.features.dims);
        self.features.write_bits(places, &mut self.planes);
        self.forward.trunk(&Input {
            width: turned.width(),
            height: turned.height(),
            planes: &self.planes,
            numbers: &self.features.numbers,
            metadata: self.metadata.as_ref(),
        });
    }

    /// The last part: what the heads say, as probabilities and points. Situation and manner are those of the
    /// first two parts.
    pub fn heads(&mut self, situation: &Situation<'_, N, W>, manner: &Manner) -> Evaluation {
        self.forward.heads(&mut self.raw);
        self.fill_legal(situation);
        let outputs = self.network.outputs();
        let question = Question {
            places: &self.places[manner.symmetry.number()].places,
            legal: &self.legal,
            can_be_void: situation.rules.can_be_void(),
            temperature: manner.temperature,
            optimism: outputs.optimism(manner.optimism),
        };
        let mut evaluation = Evaluation::default();
        outputs.read(&self.raw, &question, &mut evaluation);
        evaluation
    }

    fn fill_legal(&mut self, situation: &Situation<'_, N, W>) {
        let board = situation.boards[0];
        let dims = board.dims();
        let is_legal = |point: Point| {
            !situation.banned.contains(point)
                && board.may_play(situation.to_move, point, situation.rules.suicide)
        };
        self.legal.clear();
        self.legal.extend(dims.points_from_top().map(is_legal));
    }
}

/// What a network thinks of the present position of a game between these players, or thought when it was asked the same before.
pub fn evaluate_game(
    network: &Arc<Network>,
    game: &Game,
    players: &Players,
    manner: &Manner,
) -> Evaluation {
    let said = each!(game.start().board(), start => {
        ask_of_game(network, start, game, players, |evaluator, situation| {
            evaluator.evaluate(situation, manner)
        })
    });
    Arc::unwrap_or_clone(said)
}

/// Finds out whether a network says what can be said of an empty board of 9×9. Numbers that cannot be are left out of evaluations,
/// which are then worth nothing.
///
/// # Errors
/// [`NetworkError::Unsound`] if it does not.
pub fn check_sound(network: &Arc<Network>) -> Result<(), NetworkError> {
    let dims = Dims::square(9).expect("9 is a board size");
    let game = &Game::new(dims, Rules::default(), 7.0);
    let is_sound = each!(game.start().board(), start => {
        ask_of_game(network, start, game, &Players::default(), |evaluator, situation| {
            evaluator.evaluate_afresh(situation, &Manner::default());
            evaluator.raw.is_sound()
        })
    });
    match is_sound {
        true => Ok(()),
        false => Err(NetworkError::Unsound(network.about().name.clone())),
    }
}

fn ask_of_game<const N: usize, const W: usize, T>(
    network: &Arc<Network>,
    start: &Board<N, W>,
    game: &Game,
    players: &Players,
    ask: impl FnOnce(&mut Evaluator<N, W>, &Situation<'_, N, W>) -> T,
) -> T {
    let trail = Trail::of_game(start, game);
    let banned = superko_bans(game);
    let mut situation = trail.situation(game.area_komi(), &banned);
    situation.players = *players;
    ask(&mut Evaluator::new(network.clone()), &situation)
}

#[cfg(test)]
mod tests;
