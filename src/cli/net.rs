//! `tengen net`.

use super::Done;
use super::network::read_model;
use crate::console::{lead_in_words, rounded};
use crate::game::{Game, Rules};
use crate::net::features::Players;
use crate::net::file::Model;
use crate::net::model::Evaluation;
use crate::net::{Manner, Network, NetworkOptions, check_sound, evaluate_game};
use crate::types::Dims;
use clap::Args;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

const EXPLANATION: &str = "\
Reads a network of KataGo, whatever its name: packed or not, with weights as text
or binary. Says what it is, how large it is, what one evaluation costs on the usual
boards, and what it thinks of an empty one. A file that is damaged, or whose
evaluation of an empty board has values that cannot be, such as not-a-number (NaN),
is named and ends with exit code 2.";

/// The boards that costs are given for.
const SIDES: [usize; 3] = [9, 13, 19];
/// The points that White gets on the empty board.
const KOMI: f32 = 7.0;

/// Say what a network is, and check its file
#[derive(Args, Debug)]
#[command(after_help = EXPLANATION)]
pub struct NetArgs {
    /// A network's file, such as a .bin.gz of KataGo, or 'built-in' for the one that Tengen carries
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

/// Reads the file and prints what it holds.
pub fn run(args: &NetArgs) -> Done {
    let started = Instant::now();
    let model = read_model(&args.file)?;
    let mut facts = facts(&model);
    let seconds = rounded(started.elapsed().as_secs_f64(), 3);
    facts.push(("seconds_to_read".to_owned(), json!(seconds)));
    let empty = check(model)?;
    let mut out = io::stdout();
    if args.json {
        facts.push(("empty_9x9".to_owned(), to_json(&empty)));
        writeln!(out, "{:#}", Value::Object(facts.into_iter().collect()))?;
        return Ok(ExitCode::SUCCESS);
    }
    facts.push(("empty_9x9".to_owned(), json!(sentence(&empty))));
    let width = facts.iter().map(|(key, _)| key.len()).max().unwrap_or(0) + 2;
    for (key, value) in &facts {
        writeln!(out, "{:<width$}{}", key.replace('_', " "), in_words(value))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What the file says, in the order of the table.
fn facts(model: &Model) -> Vec<(String, Value)> {
    let mut facts = Vec::new();
    let mut fact = |key: &str, value: Value| facts.push((key.to_owned(), value));
    fact("name", json!(model.name));
    fact("version", json!(model.version));
    fact("channels", json!(model.trunk.channels()));
    fact("blocks", json!(model.block_counts()));
    fact("activations", json!(model.activations()));
    fact("policies", json!(model.policy.outputs()));
    fact("short_term_errors", json!(model.version >= 9));
    fact("told_of_the_players", json!(model.trunk.metadata.is_some()));
    fact("parameters", json!(model.cost(1).parameters));
    for side in SIDES {
        let multiplications = model.cost(side * side).multiplications;
        fact(
            &format!("multiplications_{side}x{side}"),
            json!(multiplications),
        );
    }
    facts
}

/// What the network says of an empty board of 9×9, if it says anything.
fn check(model: Model) -> Result<Evaluation, String> {
    let network = Network::new(model, &NetworkOptions::default());
    let network = Arc::new(network.map_err(|error| error.to_string())?);
    check_sound(&network).map_err(|error| error.to_string())?;
    let dims = Dims::square(9).expect("9 is a board size");
    let game = Game::new(dims, Rules::default(), KOMI);
    let manner = Manner::default();
    Ok(evaluate_game(&network, &game, &Players::default(), &manner))
}

fn to_json(empty: &Evaluation) -> Value {
    json!({
        "black_wins": rounded(empty.win, 3),
        "black_leads_by": rounded(empty.lead, 3),
    })
}

fn sentence(empty: &Evaluation) -> String {
    let lead = lead_in_words(empty.lead);
    format!(
        "{lead}, Black wins {:.0} % (komi {KOMI})",
        100.0 * empty.win
    )
}

/// A value of the table: lists and objects in one line.
fn in_words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Array(values) => values.iter().map(in_words).collect::<Vec<_>>().join(", "),
        Value::Object(object) => {
            let parts = object
                .iter()
                .map(|(key, value)| format!("{} {}", key.replace('_', " "), in_words(value)));
            parts.collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}
