//! What the neural network is, and what it says of the position without any search.

use crate::game::Game;
use crate::gtp::call::{Call, Reply};
use crate::gtp::command::{Command, Family};
use crate::gtp::engine::Engine;
use crate::gtp::failure::Failure;
use crate::katago::{model, or_minus_one};
use crate::net::features::{Players, symmetry_of_number};
use crate::net::model::Evaluation;
use crate::net::{Loading, LoadingError, Manner, Network, evaluate_game};
use crate::types::{Color, Dims, Move, Point};
use serde_json::Value;
use std::ops::Range;
use std::sync::Arc;

pub const FAMILY: Family = Family {
    title: "Neural network",
    commands: &[
        Command {
            name: "kata-get-models",
            arguments: "",
            summary: "The neural networks, of --net and of --human-net, as JSON",
            run: get_models,
        },
        Command {
            name: "kata-raw-nn",
            arguments: "[COLOR] SYMMETRY|all [OPTIMISM]",
            summary: "What the neural network says of the position, turned in a way from 0 to 7",
            run: raw_nn,
        },
        Command {
            name: "kata-raw-human-nn",
            arguments: "[COLOR] SYMMETRY|all",
            summary: "The same of the human-style network of --human-net, as its profile plays",
            run: raw_human_nn,
        },
    ],
};

/// How many ways there are to turn a board.
const SYMMETRIES: usize = 8;

/// Waits for networks that are still being read: a damaged one judges nothing.
fn get_models(engine: &mut Engine, call: &mut Call) -> Reply {
    let mut models = Vec::new();
    for loading in engine.session.config().networks.all() {
        if read(loading, call)?.is_ok() {
            models.push(model(loading));
        }
    }
    Ok(Value::from(models).to_string())
}

fn raw_nn(engine: &mut Engine, call: &mut Call) -> Reply {
    let question = Question::read(engine, call)?;
    let optimism = match call.is_empty() {
        true => engine.session.config().params.root_policy_optimism,
        false => call.decimal("number")?,
    };
    if !(0.0..=1.0).contains(&optimism) {
        return Err(call.syntax("the optimism is a number from 0 to 1"));
    }
    Ok(question.answer(&network(engine, call)?, optimism, scores))
}

/// Without optimism, of which no human-style network was taught anything.
fn raw_human_nn(engine: &mut Engine, call: &mut Call) -> Reply {
    let question = Question::read(engine, call)?;
    Ok(question.answer(&human_network(engine, call)?, 0.0, human_scores))
}

/// What a network is asked about.
struct Question {
    game: Game,
    players: Players,
    /// The numbers of the ways to turn the board.
    symmetries: Range<usize>,
}

impl Question {
    /// Reads a colour and a way to turn the board, or all ways.
    fn read(engine: &Engine, call: &mut Call) -> Result<Question, Failure> {
        let mut game = engine.game().clone();
        if let Some(color) = call.optional_color() {
            game.set_to_move(color);
        }
        let word = call.word("symmetry (0 to 7, or all)")?;
        let symmetries = match word.parse::<usize>() {
            _ if word.eq_ignore_ascii_case("all") => 0..SYMMETRIES,
            Ok(number) if number < SYMMETRIES => number..number + 1,
            _ => return Err(call.syntax("the symmetry is a number from 0 to 7, or all")),
        };
        Ok(Question {
            players: engine.session.config().players_seen_by(game.to_move()),
            game,
            symmetries,
        })
    }

    /// What the network says, the board turned in each way. `scores` writes the scores, whose sign is that of White.
    fn answer(
        &self,
        network: &Arc<Network>,
        optimism: f32,
        scores: fn(&Evaluation, sign: f32) -> String,
    ) -> String {
        let mut text = String::new();
        for number in self.symmetries.clone() {
            let manner = Manner {
                symmetry: symmetry_of_number(number),
                optimism,
                ..Manner::default()
            };
            let evaluation = evaluate_game(network, &self.game, &self.players, &manner);
            raw_text(&mut text, number, &self.game, &evaluation, scores);
        }
        text.trim_end().to_owned()
    }
}

/// A network, or why it cannot be read; waits while it is still being read, unless that is interrupted.
fn read(loading: &Loading, call: &Call) -> Result<Result<Arc<Network>, LoadingError>, Failure> {
    let (stop, _armed) = call.interruptible();
    match loading.is_ready_by(None, &stop) {
        true => Ok(loading.wait()),
        false => Err(Failure::refused("interrupted before the network was read")),
    }
}

/// The network that judges.
fn network(engine: &Engine, call: &Call) -> Result<Arc<Network>, Failure> {
    match &engine.session.config().networks.judge {
        None => Err(Failure::refused(
            "no neural network: start Tengen with --net FILE or --net built-in",
        )),
        Some(loading) => Ok(read(loading, call)??),
    }
}

/// The human-style network beside it, once it has been told whom to imitate.
fn human_network(engine: &Engine, call: &Call) -> Result<Arc<Network>, Failure> {
    let config = engine.session.config();
    let Some(loading) = &config.networks.human else {
        let reason = "no human-style network: start Tengen with --human-net FILE";
        return Err(Failure::refused(reason));
    };
    if config.profile.is_none() {
        let reason = "whom it imitates has not been said: kata-set-param humanSLProfile NAME";
        return Err(Failure::refused(reason));
    }
    Ok(read(loading, call)??)
}

/// An evaluation in KataGo's form, whose numbers are White's.
fn raw_text(
    text: &mut String,
    symmetry: usize,
    game: &Game,
    evaluation: &Evaluation,
    scores: fn(&Evaluation, sign: f32) -> String,
) {
    let e = evaluation;
    let (win, loss, sign) = match game.to_move() {
        Color::White => (e.win, e.loss, 1.0),
        Color::Black => (e.loss, e.win, -1.0),
    };
    text.push_str(&format!(
        "symmetry {symmetry}\nwhiteWin {win:.6}\nwhiteLoss {loss:.6}\nnoResult {:.6}\n",
        e.no_result
    ));
    text.push_str(&scores(e, sign));
    text.push_str(&format!(
        "shorttermWinlossError {:.3}\nshorttermScoreError {:.3}\npolicy\n",
        or_minus_one(e.outcome_error),
        or_minus_one(e.score_error)
    ));
    let dims = game.dims();
    rows(text, dims, |point, index| {
        match game.check(game.to_move(), Move::Place(point)) {
            Ok(()) => format!("{:8.6} ", e.policy[index]),
            Err(_) => "    NAN ".to_owned(),
        }
    });
    text.push_str(&format!("policyPass {:8.6}\nwhiteOwnership\n", e.pass));
    rows(text, dims, |_, index| {
        format!("{:9.7} ", sign * e.ownership[index])
    });
    text.push('\n');
}

/// The scores of a network that was taught by games against itself.
fn scores(e: &Evaluation, sign: f32) -> String {
    format!(
        "whiteLead {:.3}\nwhiteScoreSelfplay {:.3}\nwhiteScoreSelfplaySq {:.3}\nvarTimeLeft {:.3}\n",
        sign * e.lead,
        sign * e.score_mean,
        e.score_mean_square,
        or_minus_one(e.time_left),
    )
}

/// Those of one that was taught by people's games, which tell nothing of leads.
fn human_scores(e: &Evaluation, sign: f32) -> String {
    format!(
        "whiteScore {:.3}\nwhiteScoreSq {:.3}\n",
        sign * e.score_mean,
        e.score_mean_square,
    )
}

/// A number for each point; the index is [`Dims::index_from_top`].
fn rows(text: &mut String, dims: Dims, number: impl Fn(Point, usize) -> String) {
    for row in dims.rows_from_top() {
        for point in row {
            text.push_str(&number(point, dims.index_from_top(point)));
        }
        text.push('\n');
    }
}
