//! Moves by chance among those that the search likes, so that not every game is the same.
//!
//! How far the choice may go from the best move is a temperature, which goes from an early value to a late one in the course of
//! the game. After KataGo's `chosenMoveTemperature`. The search decides when to pass and when to resign.

use super::candidates::Candidates;
use crate::search::Params;
use crate::types::Move;

/// At a lower temperature nothing but the best move would be chosen.
const COLD: f32 = 1e-4;
/// Columns of the board on which half-lives are counted in moves; on smaller ones games are shorter.
const FULL_SIDE: f32 = 19.0;

/// The best move, or by chance any that the search has looked at; the less it has, the rarer.
pub(super) fn choose(candidates: &Candidates, params: &Params) -> Move {
    let temperature = temperature(candidates, params);
    if temperature < COLD {
        return candidates.best.mv;
    }
    let weighted = candidates
        .stones(&candidates.report.moves)
        .map(|found| (candidates.share(found).powf(1.0 / temperature), found.mv))
        .collect();
    candidates.draw(weighted, &mut candidates.random())
}

/// The temperature at this move of the game.
fn temperature(candidates: &Candidates, params: &Params) -> f32 {
    let side = (candidates.game.dims().area() as f32).sqrt();
    let moves = candidates.game.moves().len() as f32 * FULL_SIDE / side;
    let gone = 1.0 - 0.5f32.powf(moves / params.move_temperature_halflife);
    let early = params.early_move_temperature;
    early + (params.move_temperature - early) * gone
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Rules};
    use crate::search::MoveReport;
    use crate::search::player::candidates::fixture::{counts, found, report};
    use crate::types::Dims;

    /// How often each of D4, Q16 and C3 is chosen among a thousand seeds after so many moves: D4 is the best.
    fn chosen(params: &Params, played: usize) -> [usize; 3] {
        let dims = Dims::square(19).unwrap();
        let mut game = Game::new(dims, Rules::default(), 7.5);
        for point in dims.points().take(played) {
            game.play(game.to_move(), Move::Place(point)).unwrap();
        }
        let visited = [
            ("D4", 400),
            ("Q16", 400),
            ("C3", 100),
            ("pass", 300),
            ("T1", 0),
        ];
        let moves = visited.map(|(vertex, visits)| MoveReport {
            visits,
            ..found(&game, vertex)
        });
        counts(
            &game,
            &report(moves.into()),
            ["D4", "Q16", "C3"],
            |candidates| choose(candidates, params),
        )
    }

    fn params(early: f32, late: f32) -> Params {
        Params {
            early_move_temperature: early,
            move_temperature: late,
            ..Params::default()
        }
    }

    #[test]
    fn without_temperature_the_best_move_is_played() {
        assert_eq!(chosen(&Params::default(), 0), [1000, 0, 0]);
    }

    #[test]
    fn at_temperature_one_moves_are_played_as_often_as_they_were_looked_at() {
        let [first, second, third] = chosen(&params(1.0, 1.0), 0);
        assert!(first.abs_diff(444) < 60 && second.abs_diff(444) < 60);
        assert!(third.abs_diff(111) < 40);
        let [.., third] = chosen(&params(0.5, 0.5), 0);
        assert!(third.abs_diff(30) < 20, "{third}");
    }

    #[test]
    fn the_temperature_goes_from_the_early_to_the_late_one() {
        let [.., late] = chosen(&params(1.0, 0.0), 200);
        assert_eq!(late, 0);
        // After one half-life as at half the temperature.
        let [.., third] = chosen(&params(1.0, 0.0), 19);
        assert!(third.abs_diff(30) < 20, "{third}");
    }
}
