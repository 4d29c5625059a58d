//! What the neural network is, and what it says of the position without any search.

use crate::game::Game;
use crate::gtp::call::{Call, Reply, parse_color};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::net::features::symmetry_of_number;
use crate::net::model::Evaluation;
use crate::net::{Manner, Network, evaluate_game};
use crate::types::{Color, Dims, Move};
use serde_json::json;
use std::fmt::Write;
use std::sync::Arc;

/// Neural networks.
pub const FAMILY: Family = Family {
    title: "Neural network",
    commands: &[
        Command {
            name: "kata-get-models",
            arguments: "",
            summary: "The neural network that was given with --net, as JSON",
            run: get_models,
        },
        Command {
            name: "kata-raw-nn",
            arguments: "[COLOR] SYMMETRY|all [OPTIMISM]",
            summary: "What the neural network says of the position, turned in a way from 0 to 7",
            run: raw_nn,
        },
    ],
};

/// How many ways there are to turn a board.
const SYMMETRIES: usize = 8;

/// What KataGo takes at the root where nothing else is asked for.
const OPTIMISM: f32 = 0.2;

/// Answers at once, even while the network is still being read.
fn get_models(engine: &mut Engine, _: &mut Call) -> Reply {
    let loading = engine.session.config().network.as_ref();
    let models = loading.map(|loading| {
        let head = loading.head();
        json!({
            "name": loading.path().map_or("built-in".to_owned(), |path| path.display().to_string()),
            "internalName": head.name,
            "maxBatchSize": 1,
            "usesHumanSLProfile": head.has_metadata,
            "version": head.version,
            "usingFP16": "false",
        })
    });
    let models: Vec<_> = models.into_iter().collect();
    Ok(json!(models).to_string())
}

fn raw_nn(engine: &mut Engine, call: &mut Call) -> Reply {
    let mut game = engine.session.game().clone();
    let mut word = call.word("symmetry, 0 to 7 or all")?;
    if let Some(color) = parse_color(word) {
        game.set_to_move(color);
        word = call.word("symmetry, 0 to 7 or all")?;
    }
    let symmetries = match word.parse::<usize>() {
        _ if word.eq_ignore_ascii_case("all") => 0..SYMMETRIES,
        Ok(number) if number < SYMMETRIES => number..number + 1,
        _ => return Err(call.syntax("the symmetry is a number from 0 to 7, or all")),
    };
    let optimism = match call.is_empty() {
        true => OPTIMISM,
        false => call.decimal("optimism, 0 to 1")?,
    };
    if !(0.0..=1.0).contains(&optimism) {
        return Err(call.syntax("the optimism is a number from 0 to 1"));
    }
    let network = network(engine)?;
    let players = engine.session.config().players_seen_by(game.to_move());
    let mut text = String::new();
    for number in symmetries {
        let manner = Manner {
            symmetry: symmetry_of_number(number),
            optimism,
            ..Manner::default()
        };
        let evaluation = evaluate_game(&network, &game, &players, &manner);
        raw_text(&mut text, number, &game, &evaluation);
    }
    Ok(text.trim_end().to_owned())
}

/// What the network says of the position, without any search.
///
/// # Errors
/// If there is no network.
pub(super) fn first_opinion(engine: &Engine, game: &Game) -> Result<Evaluation, Failure> {
    let network = network(engine)?;
    let players = engine.session.config().players_seen_by(game.to_move());
    Ok(evaluate_game(&network, game, &players, &Manner::default()))
}

/// The network, for which this waits if it is still being read.
fn network(engine: &Engine) -> Result<Arc<Network>, Failure> {
    match &engine.session.config().network {
        None => Err(Failure::Network(
            "no neural network: start Tengen with --net FILE or --net built-in".to_owned(),
        )),
        Some(loading) => loading.wait().map_err(Failure::Network),
    }
}

/// An evaluation in KataGo's form, whose numbers are White's.
fn raw_text(text: &mut String, symmetry: usize, game: &Game, evaluation: &Evaluation) {
    let e = evaluation;
    let (win, loss, sign) = match game.to_move() {
        Color::White => (e.win, e.loss, 1.0),
        Color::Black => (e.loss, e.win, -1.0),
    };
    let known = |number: Option<f32>| number.unwrap_or(-1.0);
    let mut line =
        |key: &str, value: String| writeln!(text, "{key} {value}").expect("memory takes it");
    line("symmetry", symmetry.to_string());
    line("whiteWin", format!("{win:.6}"));
    line("whiteLoss", format!("{loss:.6}"));
    line("noResult", format!("{:.6}", e.no_result));
    line("whiteLead", format!("{:.3}", sign * e.lead));
    line("whiteScoreSelfplay", format!("{:.3}", sign * e.score_mean));
    line(
        "whiteScoreSelfplaySq",
        format!("{:.3}", e.score_mean_square),
    );
    line("varTimeLeft", format!("{:.3}", known(e.time_left)));
    line(
        "shorttermWinlossError",
        format!("{:.3}", known(e.outcome_error)),
    );
    line(
        "shorttermScoreError",
        format!("{:.3}", known(e.score_error)),
    );
    text.push_str("policy\n");
    let dims = game.dims();
    rows(text, dims, |x, y, index| {
        let mv = Move::Place(dims.point_unchecked(x, y));
        match game.check(game.to_move(), mv) {
            Ok(()) => format!("{:8.6} ", e.policy[index]),
            Err(_) => "    NAN ".to_owned(),
        }
    });
    text.push_str(&format!("policyPass {:8.6}\nwhiteOwnership\n", e.pass));
    rows(text, dims, |_, _, index| {
        format!("{:9.7} ", sign * e.ownership[index])
    });
    text.push('\n');
}

/// A number for each point: column, row from the bottom, and index from the top.
fn rows(text: &mut String, dims: Dims, number: impl Fn(usize, usize, usize) -> String) {
    for row in 0..dims.height() {
        for x in 0..dims.width() {
            let y = dims.height() - 1 - row;
            text.push_str(&number(x, y, row * dims.width() + x));
        }
        text.push('\n');
    }
}
