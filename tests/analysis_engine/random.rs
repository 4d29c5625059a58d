//! Random queries, actions and nonsense, with what each has to lead to.

use super::schema::Asked;
use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use tengen::game::{Game, Rules};
use tengen::types::{Color, Dims, Move, format_move};

/// A line and what has to come of it.
pub struct Line {
    pub text: String,
    pub expected: Expected,
}

/// What has to come of a line.
pub enum Expected {
    /// An error that names no query.
    Nameless,
    /// An error about a field.
    Error { id: String, field: &'static str },
    /// Exactly one end for each turn, and these warnings.
    Results {
        id: String,
        turns: BTreeSet<u64>,
        warned: BTreeSet<String>,
        asked: Asked,
    },
    /// The action itself comes back with all its fields.
    Echo(Map<String, Value>),
}

/// Draws lines.
pub struct Source {
    random: Pcg64,
    sent: Vec<String>,
}

impl Source {
    pub fn new(seed: u64) -> Source {
        Source {
            random: Pcg64::seed_from_u64(seed),
            sent: Vec::new(),
        }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.random.next_u32() as usize % bound
    }

    fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    pub fn line(&mut self) -> Line {
        match self.below(20) {
            0 => self.nonsense(),
            1..=3 => self.action(),
            4..=5 => self.bad_query(),
            _ => self.query(),
        }
    }

    fn nonsense(&mut self) -> Line {
        let lines = [
            "{",
            "[]",
            "17",
            "null",
            "\"id\"",
            "{\"id\":3}",
            "{\"action\":\"query_version\"}",
            "{\"id\":\"a\",}",
            "{\"id\":\"a\",\"komi\":1e999}",
            "id=a",
            "\u{fffd}\u{0}",
        ];
        Line {
            text: lines[self.below(lines.len())].to_owned(),
            expected: Expected::Nameless,
        }
    }

    fn name(&mut self) -> String {
        let name = format!("q{}", self.sent.len());
        self.sent.push(name.clone());
        name
    }

    fn action(&mut self) -> Line {
        let actions = [
            "query_version",
            "query_models",
            "clear_cache",
            "terminate",
            "terminate",
            "terminate",
            "terminate_all",
        ];
        let action = actions[self.below(actions.len())];
        let mut object = json!({"id": self.name(), "action": action, "more": [1, {"x": null}]});
        if action == "terminate" {
            let recent = self.sent.len().saturating_sub(1 + self.below(8));
            object["terminateId"] = self.sent[recent].clone().into();
        }
        if action.starts_with("terminate") && self.chance(3) {
            object["turnNumbers"] = json!([0, self.below(6)]);
        }
        Line {
            text: object.to_string(),
            expected: Expected::Echo(object.as_object().unwrap().clone()),
        }
    }

    /// A query with one fault.
    fn bad_query(&mut self) -> Line {
        let any_move = &json!({"player": "B", "moves": ["A1"], "untilDepth": 1});
        let faults = [
            ("boardXSize", json!(29)),
            ("boardXSize", json!(0)),
            ("boardYSize", json!("9")),
            ("boardYSize", Value::Null),
            ("moves", Value::Null),
            ("moves", json!([["B"]])),
            ("moves", json!([["R", "A1"]])),
            ("moves", json!([["B", "Z9"]])),
            ("moves", json!([["B", "A1"], ["W", "A1"]])),
            ("initialStones", json!([["B", "pass"]])),
            ("initialStones", json!("A1")),
            ("overrideSettings", json!({"humanSLProfile": "rank_9d"})),
            ("initialPlayer", json!("X")),
            ("rules", json!("calvinball")),
            ("rules", json!(5)),
            ("rules", json!({"ko": "SUPER"})),
            ("rules", json!({"komi": 7.3})),
            ("rules", Value::Null),
            ("komi", json!("much")),
            ("komi", json!(7.3)),
            ("komi", json!(401)),
            ("whiteHandicapBonus", json!("M")),
            ("whiteHandicapBonus", json!(0)),
            ("analyzeTurns", json!([-1])),
            ("analyzeTurns", json!([100])),
            ("analyzeTurns", json!("all")),
            ("priorities", json!([1])),
            ("priority", json!(0.5)),
            ("maxVisits", json!(0)),
            ("maxVisits", json!(-1)),
            ("analysisPVLen", json!(0)),
            ("rootPolicyTemperature", json!("hot")),
            ("rootFpuReductionMax", json!(-1)),
            ("includeOwnership", json!(1)),
            ("includePolicy", json!("yes")),
            ("reportDuringSearchEvery", json!(0)),
            ("firstReportDuringSearchAfter", json!("soon")),
            ("avoidMoves", json!({"player": "B"})),
            ("avoidMoves", json!([["B", "A1"]])),
            ("allowMoves", json!([any_move, any_move])),
            ("overrideSettings", json!([])),
            ("overrideSettings", json!({"maxVisits": "lots"})),
        ];
        let (field, value) = faults[self.below(faults.len())].clone();
        let id = self.name();
        let mut object = json!({
            "id": id, "moves": [["B", "B2"]], "rules": "japanese", "komi": 6.5,
            "boardXSize": 5, "boardYSize": 4, "maxVisits": 5,
        });
        object[field] = value;
        if object[field].is_null() {
            object.as_object_mut().unwrap().remove(field);
        }
        Line {
            text: object.to_string(),
            expected: Expected::Error { id, field },
        }
    }

    fn query(&mut self) -> Line {
        let id = self.name();
        let (width, height) = (2 + self.below(5), 2 + self.below(5));
        let dims = Dims::new(width, height).unwrap();
        let names = [
            "chinese",
            "Japanese",
            "tromp-taylor",
            "aga",
            "new zealand",
            "stone_scoring",
        ];
        let rules = names[self.below(names.len())];
        let game = self.game(dims, Rules::parse(rules).unwrap());
        let visits = [1, 2, 5, 20, 60][self.below(5)];
        let mut object = json!({
            "id": id, "rules": rules, "komi": 0.5 * self.below(30) as f64 - 3.0,
            "boardXSize": width, "boardYSize": height, "maxVisits": visits,
        });
        let last = self.start(&mut object, &game);
        let mut asked = Asked {
            width,
            height,
            max_visits: visits,
            pv_len: 15,
            ..Asked::default()
        };
        let turns = self.turns(&mut object, last);
        let warned = self.extras(&mut object, &mut asked);
        self.restrictions(&mut object, &mut asked, dims);
        Line {
            text: object.to_string(),
            expected: Expected::Results {
                id,
                turns,
                warned,
                asked,
            },
        }
    }

    fn game(&mut self, dims: Dims, rules: Rules) -> Game {
        let mut game = Game::new(dims, rules, 0.5);
        let points: Vec<_> = dims.points().collect();
        for _ in 0..self.below(12) {
            let mv = match self.chance(12) {
                true => Move::Pass,
                false => Move::Place(points[self.below(points.len())]),
            };
            // What is not legal is left out.
            let _ = game.play(game.to_move(), mv);
        }
        game
    }

    /// Describes the game by its moves, or by the stones that stand at its end; how many moves that are.
    fn start(&mut self, object: &mut Value, game: &Game) -> u64 {
        let dims = game.dims();
        let letter = |color: Color| if color == Color::Black { "B" } else { "W" };
        let pair = |color: Color, mv: Move| json!([letter(color), format_move(dims, mv)]);
        if !self.chance(5) {
            let moves = game.moves().iter().map(|&(color, mv)| pair(color, mv));
            object["moves"] = moves.collect();
            return game.moves().len() as u64;
        }
        let stone = |point| Some(pair(game.board().color_at(point)?, Move::Place(point)));
        object["initialStones"] = dims.points().filter_map(stone).collect();
        object["initialPlayer"] = json!(["B", "W"][self.below(2)]);
        object["moves"] = json!([]);
        0
    }

    fn turns(&mut self, object: &mut Value, last: u64) -> BTreeSet<u64> {
        if self.chance(2) {
            if self.chance(2) {
                object["priority"] = json!(self.below(9) as i64 - 4);
            }
            return BTreeSet::from([last]);
        }
        let count = 1 + self.below(4);
        let turns: Vec<u64> = (0..count)
            .map(|_| self.below(last as usize + 1) as u64)
            .collect();
        object["analyzeTurns"] = json!(turns);
        if self.chance(2) {
            let priorities: Vec<i64> = turns.iter().map(|_| self.below(9) as i64 - 4).collect();
            object["priorities"] = json!(priorities);
        }
        turns.into_iter().collect()
    }

    /// Fields that may be there or not; those that are warned of.
    fn extras(&mut self, object: &mut Value, asked: &mut Asked) -> BTreeSet<String> {
        let mut warned = BTreeSet::new();
        let flags: [(&str, &mut bool); 7] = [
            ("includePolicy", &mut asked.policy),
            ("includeOwnership", &mut asked.ownership),
            ("includeOwnershipStdev", &mut asked.ownership_stdev),
            ("includeMovesOwnership", &mut asked.moves_ownership),
            (
                "includeMovesOwnershipStdev",
                &mut asked.moves_ownership_stdev,
            ),
            ("includePVVisits", &mut asked.pv_visits),
            ("includeNoResultValue", &mut asked.no_result),
        ];
        for (name, flag) in flags {
            *flag = self.chance(3);
            if *flag || self.chance(2) {
                object[name] = json!(*flag);
            }
        }
        if self.chance(6) {
            object["whiteHandicapBonus"] = json!(["0", "N", "N-1"][self.below(3)]);
        }
        if self.chance(6) {
            object["rootFpuReductionMax"] = json!(0.1);
        }
        if self.chance(4) {
            asked.pv_len = 1 + self.below(5);
            object["analysisPVLen"] = json!(asked.pv_len);
        }
        if self.chance(6) {
            object["rootPolicyTemperature"] = json!(1.1);
        }
        if self.chance(6) {
            object["maxVisit"] = json!(7);
            warned.insert("maxVisit".to_owned());
        }
        if self.chance(2) {
            let viewer = ["BLACK", "WHITE", "SIDETOMOVE"][self.below(3)];
            asked.viewer = viewer.chars().next().filter(|&letter| letter != 'S');
            object["overrideSettings"] =
                json!({"reportAnalysisWinratesAs": viewer, "maxTime": 8.0});
            if self.chance(2) {
                object["overrideSettings"]["chosenMoveTemprature"] = json!(0.5);
                warned.insert("overrideSettings".to_owned());
            }
        }
        if self.chance(6) {
            object["reportDuringSearchEvery"] = json!(0.001);
            if self.chance(2) {
                object["firstReportDuringSearchAfter"] = json!(0.002);
            }
            asked.max_visits = 300;
            object["maxVisits"] = json!(asked.max_visits);
        }
        warned
    }

    fn restrictions(&mut self, object: &mut Value, asked: &mut Asked, dims: Dims) {
        if !self.chance(4) {
            return;
        }
        let points: Vec<_> = dims.points().collect();
        let some = |source: &mut Source| -> BTreeSet<String> {
            let place = |source: &mut Source| Move::Place(points[source.below(points.len())]);
            let count = 1 + source.below(4);
            (0..count)
                .map(|_| format_move(dims, place(source)))
                .collect()
        };
        let both: Vec<(char, BTreeSet<String>)> = ['B', 'W'].map(|who| (who, some(self))).into();
        let entries: Vec<Value> = both
            .iter()
            .map(|(who, moves)| json!({"player": who.to_string(), "moves": moves, "untilDepth": 2}))
            .collect();
        if self.chance(2) {
            object["avoidMoves"] = entries.into();
            asked.avoided = both;
        } else {
            object["allowMoves"] = entries.into();
            asked.allowed = both;
        }
    }
}
