//! What the moves of a search are worth, as GNU Go lists them.

use super::genmove::regression_move;
use super::search_pictures::last_seen;
use super::vertex_or_pass;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::types::{Color, Dims, Move, Point, format_vertex};

pub const FAMILY: Family = Family {
    title: "GNU Go: values of moves",
    commands: &[
        Command {
            name: "top_moves",
            arguments: "",
            summary: "The best points where the last search began, or here if there was none, ten at most: each with its player's \
                chance to win there, in percent; GNU Go's numbers are points",
            run: top_moves,
        },
        Command {
            name: "top_moves_black",
            arguments: "",
            summary: "As top_moves, after a search for Black here, the same as that of reg_genmove",
            run: |engine, call| top_moves_of(engine, call, Color::Black),
        },
        Command {
            name: "top_moves_white",
            arguments: "",
            summary: "As top_moves, after a search for White here, the same as that of reg_genmove",
            run: |engine, call| top_moves_of(engine, call, Color::White),
        },
        Command {
            name: "all_move_values",
            arguments: "",
            summary: "As top_moves, but all points that were tried, row by row from the top, one on each line",
            run: all_move_values,
        },
        Command {
            name: "move_probabilities",
            arguments: "",
            summary: "The share of its visits that the last search, or one here if there was none, has given to each move, one on each \
                line, the greatest first",
            run: move_probabilities,
        },
        Command {
            name: "move_uncertainty",
            arguments: "",
            summary: "How little these shares tell of the move, in bits: 0 if one move has all visits, 1 if two have as many",
            run: move_uncertainty,
        },
    ],
};

/// The most moves that GNU Go calls the best.
const MOST: usize = 10;

fn top_moves(engine: &mut Engine, call: &mut Call) -> Reply {
    let (dims, mut moves) = tried_moves(engine, call)?;
    moves.truncate(MOST);
    Ok(told(dims, &moves, " "))
}

fn top_moves_of(engine: &mut Engine, call: &mut Call, color: Color) -> Reply {
    regression_move(engine, call, color, None)?;
    top_moves(engine, call)
}

fn all_move_values(engine: &mut Engine, call: &mut Call) -> Reply {
    let (dims, mut moves) = tried_moves(engine, call)?;
    moves.sort_by_key(|&(point, _)| dims.index_from_top(point));
    Ok(told(dims, &moves, "\n"))
}

/// The points that the last search has tried, the best first, with the chance to win after each; and the size of its board, which
/// need not be that of the present one.
fn tried_moves(engine: &mut Engine, call: &Call) -> Result<(Dims, Vec<(Point, f32)>), Failure> {
    let (game, report) = last_seen(engine, call)?;
    let moves = report.moves_and_copies(game.dims());
    let tried = moves.iter().filter(|found| found.visits > 0);
    let values = tried.filter_map(|found| Some((found.mv.point()?, found.winrate)));
    Ok((game.dims(), values.collect()))
}

fn move_probabilities(engine: &mut Engine, call: &mut Call) -> Reply {
    let (dims, shares) = visit_shares(engine, call)?;
    let lines = shares
        .iter()
        .map(|&(mv, share)| format!("{} {share:.4}", vertex_or_pass(dims, mv.point())));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// The entropy of the shares.
fn move_uncertainty(engine: &mut Engine, call: &mut Call) -> Reply {
    let (_, shares) = visit_shares(engine, call)?;
    let bits = shares
        .iter()
        .fold(0.0, |bits, (_, share)| bits + share * share.recip().log2());
    Ok(format!("{bits:.4}"))
}

/// The moves that the last search has visited, a pass as well, with their shares of these visits, the greatest first; and the size
/// of its board.
///
/// They stand in for chances to be played: what a search has visited most it mostly plays. It draws from them only if
/// `move_temperature` says so; at full strength it plays what looks best, and levels and human-like play draw otherwise. Of points
/// that are alike when the board is turned, the one that was searched has the visits of all.
fn visit_shares(engine: &mut Engine, call: &Call) -> Result<(Dims, Vec<(Move, f64)>), Failure> {
    let (game, report) = last_seen(engine, call)?;
    let total: u64 = report.moves.iter().map(|found| found.visits).sum();
    let visited = report.moves.iter().filter(|found| found.visits > 0);
    let mut shares: Vec<(Move, f64)> = visited
        .map(|found| (found.mv, found.visits as f64 / total as f64))
        .collect();
    shares.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    Ok((game.dims(), shares))
}

fn told(dims: Dims, moves: &[(Point, f32)], separator: &str) -> String {
    let moves = moves.iter().map(|&(point, winrate)| {
        let vertex = format_vertex(dims, point);
        format!("{vertex} {:.2}", winrate * 100.0)
    });
    moves.collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use crate::gtp::dispatch::tests::engine;

    #[test]
    fn shares_of_visits_make_one_and_have_an_entropy() {
        let mut engine = engine();
        let mut ask = |line: &str| engine.execute_line(line).unwrap();
        for line in ["boardsize 5", "play b C3", "play w B3", "reg_genmove b"] {
            ask(line);
        }
        let told = ask("move_probabilities");
        let share = |line: &str| line.split_once(' ').unwrap().1.parse::<f64>().unwrap();
        let shares: Vec<f64> = told.lines().map(share).collect();
        assert!(shares.len() > 1, "{told}");
        assert!(shares.is_sorted_by(|one, next| one >= next), "{told}");
        let sum: f64 = shares.iter().sum();
        assert!((sum - 1.0).abs() < 0.01, "{told}");
        let bits: f64 = shares.iter().map(|share| -share * share.log2()).sum();
        let told: f64 = ask("move_uncertainty").parse().unwrap();
        assert!(
            (told - bits).abs() < 0.01 && told > 0.0,
            "{told}, not {bits}"
        );
    }
}
