//! Games of Tengen against itself: the search's visits, and how the games end.

use super::numbers::{game_number, number_of};
use super::random::{self, below, shuffle, uniform};
use super::shard::{Answer, Shard};
use crate::game::{Game, KoRule, Rules, Territory};
use crate::net::features::Features;
use crate::search::{DeadStones, Limits, Report, Search, Settings, Stance};
use crate::types::{Color, Dims, Move};
use rand_core::Rng;
use rand_pcg::Pcg64Mcg;

/// How much the choice of moves follows the visits at the start of a game, and late in it: moves are drawn by
/// visits to the power of one over this.
const FIRST_TEMPERATURE: f32 = 0.9;
const LAST_TEMPERATURE: f32 = 0.2;

/// The same for the first moves of a game, of which there are fewer than the board has lines: without them games begin alike,
/// and those held back hold positions that were trained on. What leads away from good play is not learnt from.
const OPENING_TEMPERATURE: f32 = 2.0;

/// How games are played.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// How each game is searched; by one thread.
    pub settings: Settings,
    /// Playouts for a position that is learnt from.
    pub playouts: u64,
    /// Playouts for the others, which only bring the game on.
    pub quick_playouts: u64,
    /// The share of the positions that are learnt from (D. Wu, *Accelerating self-play learning in Go*, 2019).
    pub share: f32,
    /// The smallest and the largest board.
    pub sides: (usize, usize),
    /// Everything random depends on it.
    pub seed: u64,
}

/// A position of a game that is not over yet.
struct Learnt {
    features: Features,
    policy: Vec<(u16, f32)>,
    to_move: Color,
}

impl SelfPlay {
    /// The board on which the games of a file are played: files are of one size, and sizes change from file to file.
    pub fn dims(&self, file: u64) -> Dims {
        random::board(self.sides, &mut random::of(self.seed, file, u64::MAX))
    }

    /// Plays the games of a file. `step` is called after each. Returns the positions, and what is wrong with each game or
    /// position that is left out.
    pub fn play(&self, file: u64, games: u64, step: &dyn Fn()) -> (Shard, Vec<String>) {
        let dims = self.dims(file);
        let (mut answers, mut faults) = (Vec::new(), Vec::new());
        for game in 0..games {
            match self.play_game(dims, &mut random::of(self.seed, file, game)) {
                Ok(learnt) => answers.extend(learnt),
                Err(fault) => faults.push(format!("file {file}, game {}: {fault}", game + 1)),
            }
            step();
        }
        let mut order: Vec<u32> = (0..answers.len() as u32).collect();
        shuffle(&mut order, &mut random::of(self.seed, file, games));
        let mut shard = Shard::new(dims);
        for number in order {
            let (features, answer, game) = &answers[number as usize];
            if let Err(fault) = shard.add(features, answer, *game) {
                faults.push(format!("file {file}: {fault}"));
            }
        }
        (shard, faults)
    }

    /// The positions of one game.
    ///
    /// # Errors
    /// If it ended without a result, of which nothing is to be learnt, or a search has failed.
    fn play_game(
        &self,
        dims: Dims,
        random: &mut Pcg64Mcg,
    ) -> Result<Vec<(Features, Answer, u64)>, String> {
        let mut game = Game::new(dims, random_rules(random), random::komi(dims, random));
        game.end_handicap_at_passes();
        let learnt = self.play_on(&mut game, random)?;
        has_result(&game)?;
        let moves = game.moves().iter().map(|&(_, mv)| number_of(dims, mv));
        let number = game_number(dims, &moves.collect::<Vec<u16>>());
        let territory = Territory::new(&game, &[]);
        let answers = learnt.into_iter().map(|learnt| {
            let answer = ending(&game, &territory, learnt.to_move, learnt.policy);
            (learnt.features, answer, number)
        });
        Ok(answers.collect())
    }

    /// Plays to the end of the game, or until it is long enough, and returns what is learnt from on the way.
    fn play_on(&self, game: &mut Game, random: &mut Pcg64Mcg) -> Result<Vec<Learnt>, String> {
        let dims = game.dims();
        let mut settings = self.settings.clone();
        settings.threads = 1;
        settings.seed = u64::from(random.next_u32());
        let mut search = Search::new(settings);
        let mut learnt = Vec::new();
        let opening = below(random, dims.width());
        let longest = 2 * dims.area() + 20;
        while !game.is_over() && game.moves().len() < longest {
            let is_opening = game.moves().len() < opening;
            let is_learnt = !is_opening && uniform(random) < self.share;
            let report = self.search(&mut search, game, is_learnt)?;
            if is_learnt {
                learnt.push(Learnt {
                    features: Features::of_game(game),
                    policy: policy(dims, &report),
                    to_move: game.to_move(),
                });
            }
            let temperature = if is_opening {
                OPENING_TEMPERATURE
            } else {
                temperature(dims, game.moves().len())
            };
            let mv = choose(&report, temperature, random);
            game.play(game.to_move(), mv)
                .map_err(|error| error.to_string())?;
            if game.no_result() {
                break;
            }
        }
        Ok(learnt)
    }

    fn search(&self, search: &mut Search, game: &Game, is_learnt: bool) -> Result<Report, String> {
        let playouts = if is_learnt {
            self.playouts
        } else {
            self.quick_playouts
        };
        // Nobody takes dead stones off before the game is counted.
        let stance = Stance {
            dead_stones: DeadStones::Captured,
            ..search.settings().stance(game, game.to_move())
        };
        search.set_game_as(game, stance);
        let found = search.run(Limits::of_playouts(playouts));
        let report = found.expect("the search has a game");
        // A pass in the place of a move would end the game.
        match report.has_failed() {
            true => Err(format!(
                "the search has failed after {} moves",
                game.moves().len()
            )),
            false => Ok(report),
        }
    }
}

fn has_result(game: &Game) -> Result<(), String> {
    if game.no_result() {
        return Err("a long cycle ended it without a result".to_owned());
    }
    if !game.is_over() {
        return Err(format!("not over after {} moves", game.moves().len()));
    }
    Ok(())
}

/// What the end of a game says of a position in it.
fn ending(game: &Game, territory: &Territory, to_move: Color, policy: Vec<(u16, f32)>) -> Answer {
    let dims = game.dims();
    let lead = to_move.sign() * game.score_of(territory).black_lead();
    let owner = |point| match territory.owner(point) {
        None => 0,
        Some(owner) if owner == to_move => 127,
        Some(_) => -127,
    };
    Answer {
        policy,
        win: Some(if lead == 0.0 {
            0.5
        } else {
            f32::from(lead > 0.0)
        }),
        lead: Some(lead),
        ownership: dims.points_from_top().map(owner).collect(),
    }
}

/// Area rules, so that a game can be played to an end that needs no agreement; ko and suicide vary.
fn random_rules(random: &mut Pcg64Mcg) -> Rules {
    let ko = [
        KoRule::Simple,
        KoRule::PositionalSuperko,
        KoRule::SituationalSuperko,
    ];
    Rules {
        ko: ko[below(random, 3)],
        suicide: below(random, 2) == 1,
        friendly_pass_ok: false,
        ..Rules::default()
    }
}

/// The shares of the visits.
fn policy(dims: Dims, report: &Report) -> Vec<(u16, f32)> {
    let all: u64 = report.moves.iter().map(|found| found.visits).sum();
    let visited = report.moves.iter().filter(|found| found.visits > 0);
    visited
        .map(|found| (number_of(dims, found.mv), found.visits as f32 / all as f32))
        .collect()
}

fn temperature(dims: Dims, ply: usize) -> f32 {
    let fading = 0.5f32.powf(ply as f32 / dims.width() as f32);
    LAST_TEMPERATURE + (FIRST_TEMPERATURE - LAST_TEMPERATURE) * fading
}

/// A move drawn by its visits; a pass where nothing has any.
fn choose(report: &Report, temperature: f32, random: &mut Pcg64Mcg) -> Move {
    let most = report
        .moves
        .iter()
        .map(|found| found.visits)
        .max()
        .unwrap_or(0);
    let weight = |visits: u64| (visits as f32 / most.max(1) as f32).powf(1.0 / temperature);
    let all: f32 = report.moves.iter().map(|found| weight(found.visits)).sum();
    let mut left = uniform(random) * all;
    for found in &report.moves {
        left -= weight(found.visits);
        if left < 0.0 {
            return found.mv;
        }
    }
    report.best().map_or(Move::Pass, |found| found.mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::broken;

    fn self_play(quick_playouts: u64) -> SelfPlay {
        SelfPlay {
            settings: Settings::default(),
            playouts: quick_playouts,
            quick_playouts,
            share: 1.0,
            sides: (5, 5),
            seed: 1,
        }
    }

    #[test]
    fn games_open_at_random_and_seldom_is_the_empty_board_learnt() {
        let dims = Dims::square(5).unwrap();
        // On which neither side has a stone.
        let is_empty = |features: &Features| features.planes.iter().all(|planes| planes & 6 == 0);
        let begun = (0..10).filter(|&game| {
            let played = self_play(8).play_game(dims, &mut random::of(1, 0, game));
            let learnt = played.unwrap_or_default();
            learnt.iter().any(|(features, ..)| is_empty(features))
        });
        assert!(begun.count() <= 5);
    }

    #[test]
    fn a_game_in_which_a_search_fails_is_left_out() {
        let dims = Dims::square(5).unwrap();
        broken::break_expansions(0..u64::MAX);
        let played = self_play(8).play_game(dims, &mut random::of(1, 0, 0));
        let fault = played.err();
        assert_eq!(
            fault.as_deref(),
            Some("the search has failed after 0 moves")
        );
    }

    #[test]
    fn only_a_game_that_is_over_has_a_result() {
        let mut game = Game::new(Dims::square(5).unwrap(), Rules::default(), 7.0);
        game.play(Color::Black, Move::Pass).unwrap();
        let fault = has_result(&game).unwrap_err();
        assert_eq!(fault, "not over after 1 moves");
        game.play(Color::White, Move::Pass).unwrap();
        assert_eq!(has_result(&game), Ok(()));
    }
}
