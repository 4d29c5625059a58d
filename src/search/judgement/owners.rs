//! Whose the points become when nobody can gain more.
//!
//! Two searches, one with each player to move, tell whose every point becomes: by the network, or by playouts for points
//! rather than for the win, or both ways where the network is the small one in the program.

use crate::game::Game;
use crate::search::limits::stricter;
use crate::search::usual_komi::with_usual_komi;
use crate::search::{Limits, MethodChoice, Search, Settings};
use crate::types::Color;
use std::time::{Duration, Instant};

/// Playouts of each of the two searches, and visits where a network says whose the points are.
const PLAYOUTS: u64 = 1000;
const NETWORK_VISITS: u64 = 40;
/// With fewer playouts it is chance that decides what they say.
pub const LEAST_OWNER_PLAYOUTS: u64 = 200;
/// What a network says of a position by itself is no matter of chance.
pub const LEAST_OWNER_VISITS: u32 = 1;
/// How long each of the two looks may take: a large network on a slow processor, or playouts on a large empty board, get less done.
const LONGEST_LOOK: Duration = Duration::from_secs(5);
/// Judgements do not depend on the player's own seed.
const SEED: u64 = 20;

/// How thoroughly judges have looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Thoroughness {
    /// So little that chance decides.
    Glance,
    /// Enough to go by where there is no time for more.
    Hasty,
    /// As they always do if there is time.
    Whole,
}

/// Whose the points are in the eyes of one judge or of all.
pub struct Opinion {
    /// From −1 White to 1 Black, in the order of [`Dims::points`](crate::types::Dims::points).
    pub owners: Vec<f32>,
    pub thoroughness: Thoroughness,
}

/// The mean of what all judges say of each point's owner, each with its weight, and the more of it the surer it is: who says
/// that a stone is dead for certain knows more than who says that it might live.
pub fn agreed_ownership(game: &Game, settings: &Settings, limits: &Limits) -> Opinion {
    let game = &with_usual_komi(game);
    let judges = settings.method.judges(game.dims());
    let judges_left = (1..=judges.len() as u32).rev();
    let opinions = judges.into_iter().zip(judges_left);
    let opinions = opinions.map(|((method, share), left)| {
        let limits = limits.in_a_part_of_the_time(left);
        (opinion_of(method, game, settings, &limits), share)
    });
    agreed(game.dims().area(), &opinions.collect::<Vec<_>>())
}

/// What judges say together of `area` points, each with its weight. Where one had time for more than a glance, nobody listens to
/// those who had not.
fn agreed(area: usize, opinions: &[(Opinion, f32)]) -> Opinion {
    let thoroughness = |(opinion, _): &(Opinion, f32)| opinion.thoroughness;
    let has_looked = |opinion: &&(Opinion, f32)| thoroughness(opinion) > Thoroughness::Glance;
    let has_anyone_looked = opinions.iter().any(|opinion| has_looked(&opinion));
    let heard = opinions
        .iter()
        .filter(|opinion| !has_anyone_looked || has_looked(opinion));
    let mut means = vec![Mean::default(); area];
    for (opinion, share) in heard {
        for (mean, owner) in means.iter_mut().zip(&opinion.owners) {
            mean.add(*owner, share * owner.abs());
        }
    }
    let least = opinions
        .iter()
        .map(thoroughness)
        .min()
        .unwrap_or(Thoroughness::Glance);
    Opinion {
        owners: means.iter().map(Mean::value).collect(),
        thoroughness: match has_anyone_looked {
            true => least.max(Thoroughness::Hasty),
            false => least,
        },
    }
}

/// A weighted mean, 0 before anything is known.
#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f32,
    weight: f32,
}

impl Mean {
    fn add(&mut self, value: f32, weight: f32) {
        self.sum += weight * value;
        self.weight += weight;
    }

    fn value(&self) -> f32 {
        match self.weight > 0.0 {
            true => self.sum / self.weight,
            false => 0.0,
        }
    }
}

/// What two searches by one method agree on.
fn opinion_of(method: MethodChoice, game: &Game, settings: &Settings, limits: &Limits) -> Opinion {
    let mut settings = Settings {
        seed: SEED,
        method,
        ..settings.for_judges()
    };
    settings.params.margin_weight = 0.9;
    let looks = [(Color::Black, 2), (Color::White, 1)];
    let [black_first, white_first] = looks.map(|(to_move, looks_left)| {
        let limits = limits.in_a_part_of_the_time(looks_left);
        look(&settings, game, to_move, &limits)
    });
    let both = black_first.owners.into_iter().zip(white_first.owners);
    Opinion {
        owners: both.map(|(a, b)| agreed_owner(a, b)).collect(),
        thoroughness: black_first.thoroughness.min(white_first.thoroughness),
    }
}

/// What a search with this player to move says.
fn look(settings: &Settings, game: &Game, to_move: Color, limits: &Limits) -> Opinion {
    let (most, telling) = match settings.method.is_network() {
        true => (NETWORK_VISITS, LEAST_OWNER_VISITS.into()),
        false => (PLAYOUTS, LEAST_OWNER_PLAYOUTS),
    };
    let latest = Instant::now() + LONGEST_LOOK;
    let mut search = Search::new(settings.clone());
    search.set_game_as(game, settings.stance_of_judges(game, to_move));
    let report = search.run(Limits {
        playouts: Some(most),
        deadline: stricter(limits.deadline, Some(latest)),
        ..limits.beside()
    });
    let (owners, playouts) =
        report.map_or_else(Default::default, |found| (found.ownership, found.playouts));
    // A search ends before a deadline that its next visit would miss.
    let is_hurried = limits.deadline.is_some_and(|deadline| deadline < latest);
    let may_be_cut = is_hurried || limits.cut_short();
    let thoroughness = match playouts {
        // Every worker has failed.
        0 => Thoroughness::Glance,
        playouts if playouts >= most || !may_be_cut => Thoroughness::Whole,
        playouts if playouts >= telling => Thoroughness::Hasty,
        _ => Thoroughness::Glance,
    };
    Opinion {
        owners,
        thoroughness,
    }
}

/// What two opinions have in common: the less certain one, or their mean if
/// they contradict each other. So a chain that whoever moves first saves or
/// kills is neither dead nor decided.
fn agreed_owner(a: f32, b: f32) -> f32 {
    if a * b <= 0.0 {
        (a + b) / 2.0
    } else if a.abs() < b.abs() {
        a
    } else {
        b
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::{Loading, NetworkOptions};
    use crate::search::{Judgement, Status};

    #[test]
    fn judges_without_time_are_not_heard() {
        let says = |owner, thoroughness| {
            let owners = vec![owner];
            (
                Opinion {
                    owners,
                    thoroughness,
                },
                1.0,
            )
        };
        let told = |opinions: Vec<(Opinion, f32)>| {
            let Opinion {
                owners,
                thoroughness,
            } = agreed(1, &opinions);
            (owners[0], thoroughness)
        };
        use Thoroughness::{Glance, Hasty, Whole};
        for (black, white, expected) in [
            (Whole, Whole, (0.0, Whole)),
            (Whole, Hasty, (0.0, Hasty)),
            (Whole, Glance, (1.0, Hasty)),
            (Glance, Glance, (0.0, Glance)),
        ] {
            assert_eq!(told(vec![says(1.0, black), says(-1.0, white)]), expected);
        }
    }

    /// In half of all playouts White's stone lives, since Black answers at random; the network knows better.
    #[test]
    fn who_is_sure_counts_more() {
        let mut game = Game::from_diagram(
            "
            .........
            ..O......
            .........
            XXXXXXXXX
            OOOOOOOOO
            O.O.O.O.O
            .O.O.O.O.
            O.O.O.O.O
            .O.O.O.O.",
        )
        .unwrap();
        let network = Loading::start_embedded(NetworkOptions::default()).unwrap();
        let settings = Settings {
            method: MethodChoice::Network(network),
            ..Settings::default()
        };
        let stone = game.dims().point(2, 7).unwrap();
        for komi in [-1000.0, -17.5, 0.5, 6.5, 150.0] {
            game.set_komi(komi).unwrap();
            let judgement = Judgement::new(&game, &settings, &Limits::default());
            assert_eq!(judgement.status(stone), Some(Status::Dead), "komi {komi}");
            assert_eq!(judgement.stones(Status::Dead), [stone]);
        }
    }

    #[test]
    fn a_mean_of_nothing_is_nothing() {
        assert_eq!(Mean::default().value(), 0.0);
    }
}
