//! What computing in 16 bits changes in a network's judgement of positions from games.
//!
//! Games and networks are not part of the project. They are looked for in `../shared` or `$TENGEN_SHARED`; without them
//! this test says loudly that it did nothing. `$TENGEN_B10C384` may name KaTrain's network, which is compared as well.

mod shared;
mod skipped;

use shared::{shared, unpacked};
use skipped::skipped;
use std::path::Path;
use std::sync::Arc;
use tengen::game::{Game, Rules, sgf};
use tengen::net::features::Players;
use tengen::net::model::Evaluation;
use tengen::net::{Manner, Network, NetworkOptions, evaluate_game, kernel_names};

/// Positions of each size of board.
const POSITIONS: usize = 300;

const FILES: [(&str, usize); 2] = [("9d-19x19.sgf.xz", 19), ("dan-9x9.sgf.xz", 9)];

/// A position of each of some games, from soon after its beginning to its end.
fn positions(file: &str) -> Option<Vec<Game>> {
    let text = unpacked(&shared().join("games").join(file))?;
    let records: Vec<&str> = text.lines().filter(|line| line.len() > 100).collect();
    let step = (records.len() / POSITIONS).max(1);
    let mut games = Vec::new();
    for (index, record) in records.iter().step_by(step).take(POSITIONS).enumerate() {
        let mut game = sgf::load(record.as_bytes(), None).unwrap().game;
        game.set_rules(Rules::default());
        game.set_komi(7.0).unwrap();
        let length = game.moves().len() * (index % 20 + 1) / 20;
        while game.moves().len() > length {
            game.undo();
        }
        games.push(game);
    }
    Some(games)
}

#[derive(Debug, Default)]
struct Differences {
    positions: usize,
    same_first: usize,
    divergence: f64,
    greatest_divergence: f64,
    win: f64,
    greatest_win: f64,
    greatest_lead: f64,
    greatest_ownership: f64,
}

fn policy(evaluation: &Evaluation) -> Vec<f64> {
    let points = evaluation.policy.iter().chain([&evaluation.pass]);
    points.map(|&p| f64::from(p)).collect()
}

fn first(policy: &[f64]) -> usize {
    (0..policy.len())
        .max_by(|&a, &b| policy[a].total_cmp(&policy[b]))
        .unwrap()
}

impl Differences {
    fn note(&mut self, precise: &Evaluation, short: &Evaluation) {
        let (p, q) = (policy(precise), policy(short));
        let terms = p.iter().zip(&q).filter(|(p, _)| **p > 0.0);
        let divergence: f64 = terms.map(|(p, q)| p * (p / q.max(1e-30)).ln()).sum();
        self.positions += 1;
        // Several moves may be equally good.
        self.same_first += usize::from(p[first(&q)] >= 0.99 * p[first(&p)]);
        self.divergence += divergence;
        self.greatest_divergence = self.greatest_divergence.max(divergence);
        let win = f64::from((precise.win - short.win).abs());
        self.win += win;
        self.greatest_win = self.greatest_win.max(win);
        self.greatest_lead = self
            .greatest_lead
            .max(f64::from((precise.lead - short.lead).abs()));
        for (a, b) in precise.ownership.iter().zip(&short.ownership) {
            self.greatest_ownership = self.greatest_ownership.max(f64::from((a - b).abs()));
        }
    }
}

/// The same kernel in 32 bits, if this one computes in 16, and the greatest mean divergence of policies from it.
fn precise(kernel: &str) -> Option<(&str, f64)> {
    match kernel {
        "amx-bf16" => return Some(("avx512", 3e-4)),
        "avxvnni-int16" => return Some(("avx2", 1e-4)),
        "i8mm-int16" => return Some(("neon", 1e-4)),
        _ => (),
    }
    Some((kernel.strip_suffix("-int16")?, 1e-4))
}

fn compare(path: &Path) {
    if !path.exists() {
        skipped(format!("{} is not there", path.display()));
        return;
    }
    let open = |kernel: Option<&str>| {
        let options = NetworkOptions {
            kernel: kernel.map(str::to_owned),
            cache_bytes: 0,
        };
        Arc::new(Network::open(path, &options).unwrap())
    };
    let chosen = open(None).kernel();
    for short in kernel_names() {
        let Some((name, most)) = precise(short) else {
            continue;
        };
        if short == "amx-bf16" && chosen != short {
            eprintln!(
                "{} errs too much by {short} and is not computed so",
                path.display()
            );
            continue;
        }
        let (precise, coarse) = (open(Some(name)), open(Some(short)));
        for (file, side) in FILES {
            let Some(games) = positions(file) else {
                return;
            };
            let mut differences = Differences::default();
            for game in &games {
                let manner = Manner::default();
                let precise = evaluate_game(&precise, game, &Players::default(), &manner);
                differences.note(
                    &precise,
                    &evaluate_game(&coarse, game, &Players::default(), &manner),
                );
            }
            let count = differences.positions as f64;
            eprintln!(
                "{} {short} {side}x{side}: mean divergence {:.1e}, of the chance to win {:.1e}; {differences:?}",
                path.display(),
                differences.divergence / count,
                differences.win / count,
            );
            assert!(differences.divergence / count <= most, "{differences:?}");
            assert!(differences.greatest_win <= 0.02, "{differences:?}");
            assert!(
                differences.same_first as f64 >= 0.98 * count,
                "{differences:?}"
            );
        }
    }
}

#[test]
#[ignore = "takes some minutes"]
fn networks_judge_games_alike_in_16_bits() {
    compare(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/net/built-in.bin.gz"));
    for network in [
        "g170-b6c96-s175395328-d26788732.bin.gz",
        "b7c96h3tfrs-test5-cnorm.bin.gz",
        "b7c96h6kv3qk32v16tflrs-fson-bnh.bin.gz",
    ] {
        compare(&shared().join("nets").join(network));
    }
    match std::env::var_os("TENGEN_B10C384") {
        Some(path) => compare(Path::new(&path)),
        None => skipped("TENGEN_B10C384 does not name KaTrain's network"),
    }
}
