//! Winning chances and scores as numbers, as Fuego tells them.

use super::super::search_pictures::last_seen;
use crate::game::{Rules, Score};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::types::excerpt;

pub const FAMILY: Family = Family {
    title: "Fuego: values",
    commands: &[
        Command {
            name: "uct_value",
            arguments: "",
            summary: "The chance to win, 0 to 1, of who was to move where the last search began",
            run: |engine, call| {
                let (_, report) = last_seen(engine, call)?;
                Ok(format!("{:.4}", report.winrate))
            },
        },
        Command {
            name: "uct_value_black",
            arguments: "",
            summary: "Black's chance to win there",
            run: |engine, call| {
                let (_, report) = last_seen(engine, call)?;
                Ok(format!("{:.4}", report.to_move.winrate(report.winrate)))
            },
        },
        Command {
            name: "uct_score",
            arguments: "",
            summary: "By how many points Black leads, stones and surrounded points counted, if all stones live",
            run: |engine, _| {
                let score = static_score(engine, "tromp-taylor")?;
                Ok(score.black_lead().to_string())
            },
        },
        Command {
            name: "static_score",
            arguments: "tromp_taylor_score|japanese_score",
            summary: "The score by these rules if all stones live",
            run: |engine, call| {
                let rules = match call.word("name of the score")? {
                    "tromp_taylor_score" => "tromp-taylor",
                    "japanese_score" => "japanese",
                    word => {
                        return Err(call.syntax(format!("there is no score '{}'", excerpt(word))));
                    }
                };
                Ok(static_score(engine, rules)?.to_string())
            },
        },
    ],
};

/// The score of the board as it stands by the rules of this name.
fn static_score(engine: &Engine, rules: &str) -> Result<Score, Failure> {
    let mut game = engine.game().clone();
    game.set_rules(Rules::preset(rules)?);
    Ok(game.score(&[]))
}
