//! What a search has found, and what a count has come to, as JSON for the page. Values are Black's.

use crate::console;
use crate::game::{Game, Scoring, Territory};
use crate::page::{line_text, move_text, ownership_text};
use crate::review::{Candidate, ReviewedPosition};
use crate::search::{MoveReport, Report};
use crate::types::{Color, Dims, Move, Point};
use serde_json::{Value, json};

/// The most moves that are told of a position.
const MOST_MOVES: usize = 24;
/// The moves of a line that are told.
const LONGEST_LINE: usize = 16;

/// What a search sees.
pub fn report(dims: Dims, report: &Report) -> Value {
    let moves = report.moves_and_copies(dims);
    let looked_at = moves.iter().filter(|found| found.visits > 0);
    let moves: Vec<Value> = looked_at
        .take(MOST_MOVES)
        .map(|found| candidate(dims, report.to_move, found))
        .collect();
    // The best move's values: the mean of all has the searching in it.
    let best = report.best().filter(|best| best.lead_visits > 0);
    let sign = report.to_move.sign();
    let (own, lead) = match best {
        Some(best) => (best.winrate, sign * best.lead),
        None => (report.winrate, report.black_lead),
    };
    json!({
        "turn": report.to_move.letter(),
        "visits": report.visits,
        "winrate": black(report.to_move, own),
        "lead": rounded(lead),
        "moves": moves,
        "ownership": ownership_text(dims, &report.ownership),
    })
}

fn candidate(dims: Dims, to_move: Color, found: &MoveReport) -> Value {
    json!({
        "move": move_text(dims, found.mv),
        "visits": found.visits,
        "winrate": black(to_move, found.winrate),
        "lead": rounded(to_move.sign() * found.lead),
        "error": rounded(found.lead_stdev / (found.lead_visits.max(1) as f32).sqrt()),
        "playouts": found.lead_visits,
        "prior": rounded(found.prior),
        "line": beginning(dims, &found.line),
    })
}

/// What a review has found of a position, in the form of a [`report`].
pub fn evaluation(dims: Dims, found: &ReviewedPosition) -> Value {
    let moves: Vec<Value> = found
        .candidates
        .iter()
        .map(|each| reviewed(dims, each))
        .collect();
    json!({
        "turn": found.to_move.letter(),
        "visits": found.playouts,
        "winrate": rounded(found.winrate),
        "lead": rounded(found.lead),
        "moves": moves,
        "ownership": ownership_text(dims, &found.ownership),
    })
}

fn reviewed(dims: Dims, found: &Candidate) -> Value {
    json!({
        "move": move_text(dims, found.mv),
        "visits": found.visits,
        "winrate": rounded(found.winrate),
        "lead": rounded(found.lead),
        "error": rounded(found.lead_variance.sqrt()),
        "playouts": found.visits,
        "prior": rounded(found.prior),
        "line": beginning(dims, &found.line),
    })
}

/// As much of a line as is told.
fn beginning(dims: Dims, line: &[Move]) -> String {
    line_text(dims, line.iter().copied().take(LONGEST_LINE))
}

/// A player's chance as Black's.
fn black(color: Color, own: f32) -> f64 {
    rounded(color.winrate(own))
}

/// With three digits after the point: more would be noise, and long.
fn rounded(value: f32) -> f64 {
    console::rounded(value, 3)
}

/// A count, and how it comes about: what does not count under the rules is in no part of it. `seki` is told as it was marked.
pub fn count(game: &Game, territory: &Territory, seki: &[Point], is_settled: bool) -> Value {
    let dims = game.dims();
    let owners = territory.ownership(dims);
    let score = game.score_of(territory);
    let [black, white] = Color::BOTH.map(|color| {
        let taxed = territory.taxed(game.rules(), color);
        json!({
            "area": territory.area(color).len() - taxed,
            "surrounded": territory.surrounded(color).len() - taxed,
            "dead": territory.dead(!color).len(),
            "captures": game.position().captures(color),
        })
    });
    let dead = Color::BOTH.map(|color| territory.dead(color).iter());
    json!({
        "dead": line_text(dims, dead.into_iter().flatten()),
        "seki": line_text(dims, seki.iter().copied()),
        "owners": ownership_text(dims, &owners),
        "score": score.to_string(),
        "lead": score.black_lead(),
        "bonus": game.white_bonus(),
        "scoring": match game.rules().scoring {
            Scoring::Area => "area",
            Scoring::Territory => "territory",
        },
        "settled": is_settled,
        "B": black,
        "W": white,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;

    /// On the left a seki in which each has an eye; on the right Black lives with two eyes and has a dead stone.
    const SEKI: &str = "\
.XX.OO.OX.XO.
XXXOOOOOXXXX.
";

    #[test]
    fn what_a_count_has_adds_up_to_its_lead() {
        for rules in ["chinese", "japanese", "stone-scoring", "ancient-territory"] {
            let mut game = Game::from_diagram(SEKI).unwrap();
            game.set_rules(Rules::preset(rules).unwrap());
            game.set_komi(1.5).unwrap();
            game.set_captures([3, 1]);
            let points = |x, y| vec![game.dims().point(x, y).unwrap()];
            let (dead, seki) = (points(11, 1), points(1, 1));
            let territory = Territory::with_seki(game.board(), &dead, &seki);
            let count = count(&game, &territory, &seki, true);
            let parts: &[&str] = match count["scoring"] == "area" {
                true => &["area"],
                false => &["surrounded", "dead", "captures"],
            };
            let sum = |color: &str| -> f64 {
                let numbers = parts
                    .iter()
                    .map(|&part| count[color][part].as_f64().unwrap());
                numbers.sum()
            };
            let lead = sum("B") - sum("W") - count["bonus"].as_f64().unwrap();
            assert_eq!(count["lead"], lead, "{rules}: {count}");
        }
    }
}
