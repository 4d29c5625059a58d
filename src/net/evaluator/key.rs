//! What makes two questions to a network the same one.

use super::Manner;
use crate::game::{KoRule, Rules, Scoring, Tax};
use crate::net::cache::{Key, Mixer};
use crate::net::features::{Profile, Situation};
use crate::types::Move;

/// All that an evaluation depends on besides the network.
pub fn key<const N: usize, const W: usize>(
    situation: &Situation<'_, N, W>,
    manner: &Manner,
) -> Key {
    let mut mixer = Mixer::default();
    let dims = situation.boards[0].dims();
    mixer.add((dims.width() * 32 + dims.height()) as u64);
    for board in situation.boards {
        mixer.add(board.hash());
        mixer.add(board.ko_point().map_or(0, |point| point.index() as u64 + 1));
    }
    for &mv in situation.moves {
        mixer.add(match mv {
            Move::Pass => 1,
            Move::Place(point) => point.index() as u64 + 2,
        });
    }
    situation
        .banned
        .words()
        .iter()
        .for_each(|&word| mixer.add(word));
    mixer.add(rules_word(situation.rules));
    mixer.add(
        u64::from(situation.pass_ends_phase) << 32
            | (situation.moves.len() as u64) << 8
            | situation.to_move.index() as u64,
    );
    for number in [
        situation.area_komi,
        situation.players.black_advantage,
        manner.optimism,
        manner.temperature,
    ] {
        mixer.add(number.to_bits().into());
    }
    let profile = situation.players.profile;
    mixer.add(profile.map_or(0, Profile::word));
    mixer.add(manner.symmetry.number() as u64);
    mixer.key()
}

/// The rules that a network sees, in one word.
fn rules_word(rules: &Rules) -> u64 {
    let ko = match rules.ko {
        KoRule::Simple => 0,
        KoRule::PositionalSuperko => 1,
        KoRule::SituationalSuperko => 2,
    };
    let scoring = match rules.scoring {
        Scoring::Area => 0,
        Scoring::Territory => 1,
    };
    let tax = match rules.tax {
        Tax::None => 0,
        Tax::Seki => 1,
        Tax::All => 2,
    };
    ko | scoring << 2 | tax << 4 | u64::from(rules.suicide) << 6
}
