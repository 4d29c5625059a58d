//! A query: a game, which of its positions to search, and how.

use super::config::Config;
use super::fields::{Fields, Refusal, Warning};
use super::moves::{PAIRS, moves, player};
use super::options::{Options, options};
use super::stones::{self, Stone};
use super::turns::{Turn, turns};
use crate::game::{Departure, Game, KATAGO_MAX_KOMI, Rules};
use crate::types::{Color, Dims, MAX_SIDE, Move, excerpt, format_move};
use serde_json::{Map, Value};
use std::sync::Arc;

/// The most stones before the first move. Each may take the place of one before it, which takes as long as its chain is large.
const MAX_STONES: usize = 20_000;

/// A query that has been understood and whose moves are legal.
#[derive(Debug)]
pub struct Query {
    /// The client's name for it.
    pub id: Arc<str>,
    /// What is searched and shown.
    pub options: Arc<Options>,
    dims: Dims,
    rules: Rules,
    komi: f32,
    stones: Vec<Stone>,
    first_player: Color,
    moves: Vec<(Color, Move)>,
}

/// A query with the turns to search, each with its priority, and what the client ought to hear besides.
#[derive(Debug)]
pub struct Understood {
    /// The query.
    pub query: Query,
    /// The turns in ascending order, none twice.
    pub turns: Vec<Turn>,
    /// Remarks, each about a field.
    pub warnings: Vec<Warning>,
    /// Fields that nobody knows.
    pub unused: Vec<String>,
}

impl Query {
    /// Understands a query; `config` says what it leaves open.
    ///
    /// # Errors
    /// What is wrong with it, and in which field.
    pub fn read(
        id: &str,
        object: Map<String, Value>,
        config: &Config,
    ) -> Result<Understood, Refusal> {
        let mut fields = Fields::new(object);
        // What is an action has been carried out; null, or any other value that is no text, asks for nothing.
        for known in ["id", "action", "terminateId", "turnNumbers"] {
            fields.take(known);
        }
        let dims = board_size(&mut fields)?;
        let stones = moves(&mut fields, "initialStones", dims)?.unwrap_or_default();
        if stones.len() > MAX_STONES {
            let message = format!("more than {MAX_STONES} stones");
            return Err(Refusal::new("initialStones", message));
        }
        if let Some(index) = stones.iter().position(|&(_, mv)| mv == Move::Pass) {
            let refusal = Refusal::new("initialStones", "a stone cannot be a pass");
            return Err(refusal.at("initialStones", index));
        }
        let stones = stones::settled(dims, &stones);
        let moves = moves(&mut fields, "moves", dims)?
            .ok_or_else(|| Refusal::new("moves", format!("missing: it has to be {PAIRS}")))?;
        let turns = turns(&mut fields, moves.len())?;
        let (rules, usual_komi) = rules(&mut fields)?;
        let komi = komi(&mut fields, usual_komi)?;
        let first_player = match fields.optional::<String>("initialPlayer", "B or W")? {
            Some(text) => player("initialPlayer", &text)?,
            None => first_player(&stones, &moves),
        };
        let options = options(&mut fields, dims, config)?;
        let query = Query {
            id: id.into(),
            options: Arc::new(options),
            dims,
            rules,
            komi,
            stones,
            first_player,
            moves,
        };
        query.replay(query.moves.len())?;
        let (warnings, unused) = fields.finish();
        Ok(Understood {
            query,
            turns,
            warnings,
            unused,
        })
    }

    /// The game after so many moves.
    pub fn game_at(&self, turn: usize) -> Game {
        let game = self.replay(turn.min(self.moves.len()));
        game.expect("all moves were played when the query was read")
    }

    fn replay(&self, turn: usize) -> Result<Game, Refusal> {
        let mut game = Game::new(self.dims, self.rules, self.komi);
        game.set_to_move(self.first_player);
        // A set-up, which builds the board anew, is spared where it would change nothing.
        if !self.stones.is_empty() {
            game.set_up(&self.stones, self.first_player)
                .map_err(|error| Refusal::new("initialStones", error.to_string()))?;
        }
        for (number, &(color, mv)) in self.moves[..turn].iter().enumerate() {
            game.play_from_record(color, mv).map_err(|error| {
                // KataGo's words, which KaTrain looks for.
                let vertex = format_move(self.dims, mv);
                let message = format!("Illegal move {number}: {vertex} ({})", error.reason());
                Refusal::new("moves", message)
            })?;
        }
        Ok(game)
    }
}

fn board_size(fields: &mut Fields) -> Result<Dims, Refusal> {
    let mut side = |name| fields.required_integer(name, 1..=MAX_SIDE.into());
    let (width, height) = (side("boardXSize")?, side("boardYSize")?);
    Dims::new(width as usize, height as usize)
        .map_err(|error| Refusal::new("boardXSize", error.to_string()))
}

/// The rules, and komi where the query names none: what they say themselves or what is usual under them.
fn rules(fields: &mut Fields) -> Result<(Rules, f32), Refusal> {
    let expected = "the name of rules, such as chinese, or an object with each rule";
    let value: Value = fields.required("rules", expected)?;
    let bonus: Option<String> = fields.optional("whiteHandicapBonus", "\"0\", \"N\" or \"N-1\"")?;
    let read = match &value {
        Value::String(name) => Rules::read(name),
        Value::Object(_) => Rules::read(&value.to_string()),
        other => {
            let found = excerpt(&other.to_string());
            return Err(Refusal::new("rules", format!("not {expected}: {found}")));
        }
    };
    let read = read.map_err(|error| Refusal::new("rules", error.to_string()))?;
    for remark in read.departures.iter().map(Departure::to_string) {
        fields.warn("rules", remark);
    }
    let rules = match bonus {
        Some(bonus) => read
            .rules
            .with_rule("whiteHandicapBonus", &bonus)
            .map_err(|error| Refusal::new("whiteHandicapBonus", error.to_string()))?,
        None => read.rules,
    };
    // As in KataGo, handicap does not change it.
    Ok((rules, read.komi.unwrap_or(rules.usual_komi(0))))
}

fn komi(fields: &mut Fields, usual: f32) -> Result<f32, Refusal> {
    let most = f64::from(KATAGO_MAX_KOMI);
    let komi = fields
        .number("komi", -most..=most)?
        .unwrap_or(f64::from(usual));
    // As a number of 32 bits, as KataGo reads it.
    if (komi as f32 * 2.0).fract() != 0.0 {
        let message = format!("not a whole or half number: {komi}");
        return Err(Refusal::new("komi", message));
    }
    Ok(komi as f32)
}

/// Who moves first if the query does not say.
fn first_player(stones: &[Stone], moves: &[(Color, Move)]) -> Color {
    if let Some(&(first, _)) = moves.first() {
        return first;
    }
    let is_handicap = stones.len() >= 2 && stones.iter().all(|s| s.1 == Some(Color::Black));
    match is_handicap {
        true => Color::White,
        false => Color::Black,
    }
}
