//! Evaluations compared with what KataGo itself says of the same positions.
//!
//! The networks and KataGo's answers are not part of the project. They are looked for in
//! `../shared/nets` or `$TENGEN_SHARED/nets`; without them these tests say loudly that they did nothing.
//! A few positions of each file are compared; `cargo test --test net_truth -- --ignored` compares all.

mod shared;
mod skipped;

use serde_json::Value;
use shared::{shared, unpacked};
use skipped::skipped;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tengen::game::{Game, HandicapBonus, Rules};
use tengen::net::features::Players;
use tengen::net::features::symmetry_of_number;
use tengen::net::model::Evaluation;
use tengen::net::{Manner, Network, NetworkOptions, evaluate_game, kernel_names};
use tengen::types::{Color, Dims, Move, parse_move};

/// The kernels that compute in 32 bits.
const PRECISE: [&str; 5] = ["scalar", "portable", "neon", "avx2", "avx512"];

/// The optimism of KataGo's answers: its default at the root.
const OPTIMISM: f32 = 0.2;

fn nets() -> PathBuf {
    shared().join("nets")
}

/// One of KataGo's answers.
struct Answer(Value);

impl Answer {
    fn text(&self, key: &str) -> &str {
        self.0[key]
            .as_str()
            .unwrap_or_else(|| panic!("{key} in {}", self.0))
    }

    fn number(&self, key: &str) -> f32 {
        self.text(key).parse().unwrap()
    }

    /// `None` where a move is illegal.
    fn numbers(&self, key: &str) -> Vec<Option<f32>> {
        let words = self.text(key).split_whitespace();
        words
            .map(|word| word.parse().ok().filter(|x: &f32| !x.is_nan()))
            .collect()
    }

    fn color(word: &str) -> Color {
        match word {
            "b" => Color::Black,
            "w" => Color::White,
            other => panic!("colour {other}"),
        }
    }

    fn to_move(&self) -> Color {
        Answer::color(self.text("to_move"))
    }

    fn game(&self) -> Game {
        let side = |key: &str| self.0[key].as_u64().unwrap() as usize;
        let dims = Dims::new(side("width"), side("height")).unwrap();
        let rules = Rules::from_json(&self.0["rules"].to_string()).unwrap();
        let mut game = Game::new(dims, rules, self.0["komi"].as_f64().unwrap() as f32);
        let mut words = self.text("moves").split_whitespace();
        while let (Some(color), Some(vertex)) = (words.next(), words.next()) {
            let mv = parse_move(dims, vertex).unwrap();
            play_as_katago(&mut game, Answer::color(color), mv);
        }
        game.set_to_move(self.to_move());
        if self.has_move_out_of_turn() {
            game.set_rules(Rules {
                handicap_bonus: HandicapBonus::Zero,
                ..rules
            });
        }
        game
    }

    /// KataGo forgets what White gets for handicap stones when somebody moves out of turn; Tengen keeps it. Black moves
    /// before White's first are such stones.
    fn has_move_out_of_turn(&self) -> bool {
        let colors = self.text("moves").split_whitespace().step_by(2);
        let colors: Vec<&str> = colors.skip_while(|&color| color == "b").collect();
        colors.windows(2).any(|two| two[0] == two[1])
    }
}

/// KataGo's `play` accepts repetitions, and suicide of several stones whatever the rules say.
fn play_as_katago(game: &mut Game, color: Color, mv: Move) {
    let rules = *game.rules();
    game.set_rules(Rules {
        suicide: true,
        ..rules
    });
    game.play_accepting_repetition(color, mv).unwrap();
    game.set_rules(rules);
}

fn answers(name: &str) -> Option<Vec<Answer>> {
    let text = unpacked(&nets().join(name))?;
    let lines = text.lines();
    Some(
        lines
            .map(|line| Answer(serde_json::from_str(line).unwrap()))
            .collect(),
    )
}

/// The largest differences seen.
#[derive(Debug, Default)]
struct Differences {
    policy: f32,
    win: f32,
    lead: f32,
    score: f32,
    spread: f32,
    errors: f32,
    ownership: f32,
}

impl Differences {
    fn note(&mut self, answer: &Answer, game: &Game, evaluation: &Evaluation) {
        let white = match game.to_move() {
            Color::White => 1.0,
            Color::Black => -1.0,
        };
        let policy = answer.numbers("policy");
        for (ours, theirs) in evaluation.policy.iter().zip(&policy) {
            match theirs {
                Some(theirs) => self.policy = self.policy.max((ours - theirs).abs()),
                None => assert_eq!(*ours, 0.0, "an illegal move"),
            }
        }
        self.policy = self
            .policy
            .max((evaluation.pass - answer.number("policyPass")).abs());
        let (white_win, white_loss) = match game.to_move() {
            Color::White => (evaluation.win, evaluation.loss),
            Color::Black => (evaluation.loss, evaluation.win),
        };
        for (ours, key) in [
            (white_win, "whiteWin"),
            (white_loss, "whiteLoss"),
            (evaluation.no_result, "noResult"),
        ] {
            self.win = self.win.max((ours - answer.number(key)).abs());
        }
        let differs = |ours: f32, key: &str| (ours - answer.number(key)).abs();
        self.lead = self.lead.max(differs(white * evaluation.lead, "whiteLead"));
        self.score = self
            .score
            .max(differs(white * evaluation.score_mean, "whiteScoreSelfplay"));
        let square = answer.number("whiteScoreSelfplaySq");
        let spread = differs(evaluation.score_mean_square, "whiteScoreSelfplaySq") / (1.0 + square);
        self.spread = self.spread.max(spread);
        for (ours, key) in [
            (evaluation.time_left, "varTimeLeft"),
            (evaluation.outcome_error, "shorttermWinlossError"),
            (evaluation.score_error, "shorttermScoreError"),
        ] {
            self.errors = self.errors.max(differs(ours.unwrap_or(-1.0), key));
        }
        let ownership = answer.numbers("whiteOwnership");
        for (ours, theirs) in evaluation.ownership.iter().zip(&ownership) {
            self.ownership = self.ownership.max((white * ours - theirs.unwrap()).abs());
        }
    }

    fn are_small(&self) -> bool {
        self.policy <= 2e-4
            && self.win <= 2e-4
            && self.lead <= 0.01
            && self.score <= 0.01
            && self.spread <= 1e-3
            && self.errors <= 0.01
            && self.ownership <= 1e-3
    }
}

/// Compares every `step`th position of a file.
fn compare(network: &Path, truth: &str, step: usize, kernel: &str) {
    let Some(answers) = answers(truth) else {
        return;
    };
    if !network.exists() {
        skipped(format!("{} is not there", network.display()));
        return;
    }
    let options = NetworkOptions {
        kernel: Some(kernel.to_owned()),
        cache_bytes: 0,
    };
    let network = Arc::new(Network::open(network, &options).unwrap());
    let mut all = Differences::default();
    let mut bad = Vec::new();
    let mut count = 0;
    for (index, answer) in answers.iter().enumerate().step_by(step) {
        let game = answer.game();
        let manner = Manner {
            symmetry: symmetry_of_number(answer.text("symmetry").parse().unwrap()),
            optimism: OPTIMISM,
            ..Manner::default()
        };
        let evaluation = evaluate_game(&network, &game, &Players::default(), &manner);
        let mut these = Differences::default();
        these.note(answer, &game, &evaluation);
        if !these.are_small() {
            bad.push(format!("{index} {} {these:?}", answer.0["rules"]));
        }
        all.note(answer, &game, &evaluation);
        count += 1;
    }
    eprintln!("{truth}, {kernel}: {count} positions, at most {all:?}");
    assert!(
        bad.is_empty(),
        "{} of {count} differ:\n{}",
        bad.len(),
        bad.join("\n")
    );
}

const B6: (&str, &str) = (
    "g170-b6c96-s175395328-d26788732.bin.gz",
    "truth-b6c96.jsonl.xz",
);
const H3: (&str, &str) = (
    "b7c96h3tfrs-test5-cnorm.bin.gz",
    "truth-b7c96h3tfrs.jsonl.xz",
);
const H6: (&str, &str) = (
    "b7c96h6kv3qk32v16tflrs-fson-bnh.bin.gz",
    "truth-b7c96h6kv3.jsonl.xz",
);

/// With the scalar reference and with each kernel of the same precision.
fn compare_some((network, truth): (&str, &str), step: usize) {
    for kernel in kernel_names() {
        if PRECISE.contains(&kernel) {
            compare(&nets().join(network), truth, step, kernel);
        }
    }
}

#[test]
fn residual_network() {
    compare_some(B6, 12);
}

#[test]
fn transformer_with_shared_rope() {
    compare_some(H3, 7);
}

#[test]
fn transformer_with_grouped_heads() {
    compare_some(H6, 7);
}

#[test]
#[ignore = "takes a minute"]
fn all_positions() {
    for pair in [B6, H3, H6] {
        compare_some(pair, 1);
    }
}

/// KaTrain's network: the file stands in `$TENGEN_B10C384`.
#[test]
#[ignore = "needs a file of 38 MB and a minute"]
fn nested_transformer() {
    match std::env::var_os("TENGEN_B10C384") {
        Some(path) => compare(Path::new(&path), "truth-b10c384h6nbt.jsonl.xz", 1, "scalar"),
        None => skipped("TENGEN_B10C384 does not name KaTrain's network"),
    }
}
