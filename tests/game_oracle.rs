//! The game against the oracle, ply by ply: every verdict of every ko and
//! suicide rule at every point for both colours, captures, undo, cycles and
//! the score.

mod oracle;

use oracle::record::{Record, Verdict, compare};
use oracle::{Grid, below, point};
use proptest::prelude::*;
use rand_pcg::Pcg64;
use tengen::board::StoneKeys;
use tengen::game::{Game, KoRule, Rules, Scoring, Tax};
use tengen::types::{Color, Dims, Move, Point};

const KO_RULES: [KoRule; 3] = [
    KoRule::Simple,
    KoRule::PositionalSuperko,
    KoRule::SituationalSuperko,
];

/// Boards with the number of random plies to play on each under each of the six rules.
const BOARDS: &[(usize, usize, usize)] = &[
    (1, 1, 50),
    (1, 2, 500),
    (3, 1, 1500),
    (1, 4, 3000),
    (6, 1, 3000),
    (2, 2, 3000),
    (2, 3, 4000),
    (3, 3, 5000),
    (4, 3, 4000),
    (1, 11, 2000),
    (5, 5, 3000),
    (15, 2, 1000),
    (7, 9, 1500),
    (12, 10, 600),
    (19, 19, 300),
    (3, 24, 500),
    (25, 25, 150),
];

/// The game and the oracle's record of it.
struct Pair {
    game: Game,
    record: Record,
    /// The hash after each move.
    hashes: Vec<u64>,
}

impl Pair {
    fn new(dims: Dims, rules: Rules, keys: &'static StoneKeys) -> Pair {
        let game = Game::with_keys(dims, rules, 0.0, keys);
        let grid = Grid::new(dims.width(), dims.height());
        Pair {
            hashes: vec![game.position().hash()],
            record: Record::new(grid, rules.ko, rules.suicide),
            game,
        }
    }

    fn dims(&self) -> Dims {
        self.game.dims()
    }

    fn compare(&self) {
        compare(&self.game, &self.record);
    }

    /// Plays if the rules allow it; a repetition is recorded all the same if `accept` says so.
    fn play(&mut self, color: Color, at: Option<usize>, accept: bool) -> Verdict {
        let verdict = at.map_or(Verdict::Legal, |at| self.record.check(color, at));
        let mv = at.map_or(Move::Pass, |at| Move::Place(point(self.dims(), at)));
        let is_repetition = matches!(verdict, Verdict::Ko | Verdict::Superko(_));
        let result = if accept {
            self.game.play_accepting_repetition(color, mv)
        } else {
            self.game.play(color, mv)
        };
        assert_eq!(
            result.is_ok(),
            verdict == Verdict::Legal || accept && is_repetition
        );
        if result.is_ok() {
            self.record.play(color, at);
            self.hashes.push(self.game.position().hash());
        }
        verdict
    }

    /// Takes back `moves` moves, or all there are; the hash is what it was at each step.
    fn undo(&mut self, moves: usize) {
        for _ in 0..moves.min(self.record.len()) {
            assert!(self.game.undo());
            self.record.undo();
            self.hashes.pop();
            assert_eq!(self.hashes.last(), Some(&self.game.position().hash()));
        }
        self.compare();
        assert!(self.record.len() > 0 || !self.game.undo());
    }
}

/// What a run of random play came across, so that a test can show it was not idle.
#[derive(Default, Debug)]
struct Seen {
    plies: usize,
    kos: usize,
    superkos: usize,
    accepted: usize,
    suicides_refused: usize,
    undone: usize,
}

fn all_rules() -> impl Iterator<Item = Rules> {
    let pairs = KO_RULES
        .into_iter()
        .flat_map(|ko| [(ko, false), (ko, true)]);
    pairs.map(|(ko, suicide)| Rules {
        ko,
        suicide,
        ..Rules::default()
    })
}

/// Random attempts, legal or not, with turns out of order, accepted repetitions and undo.
fn random_game(mut pair: Pair, plies: usize, random: &mut Pcg64, seen: &mut Seen) {
    let longest = 400;
    let mut color = Color::Black;
    for _ in 0..plies {
        let accept = below(random, 16) == 0;
        let at = (below(random, 25) > 0).then(|| below(random, pair.dims().area()));
        match pair.play(color, at, accept) {
            Verdict::Ko => seen.kos += 1,
            Verdict::Superko(_) if accept => seen.accepted += 1,
            Verdict::Superko(_) => seen.superkos += 1,
            Verdict::Suicide => seen.suicides_refused += 1,
            Verdict::Legal | Verdict::Occupied => {}
        }
        pair.compare();
        seen.plies += 1;
        if below(random, 20) > 0 {
            color = pair.record.now().to_move;
        } else {
            color = !color;
        }
        if pair.record.len() > longest || below(random, 100) == 0 {
            let moves = 1 + below(random, 2 * pair.record.len() + 1);
            seen.undone += moves.min(pair.record.len());
            pair.undo(moves);
        }
    }
    pair.undo(usize::MAX);
}

#[test]
fn random_games_agree_with_the_oracle() {
    let mut random = Pcg64::new(1, 2);
    let mut seen = Seen::default();
    for rules in all_rules() {
        for &(width, height, plies) in BOARDS {
            let dims = Dims::new(width, height).unwrap();
            let pair = Pair::new(dims, rules, StoneKeys::standard());
            random_game(pair, plies, &mut random, &mut seen);
        }
    }
    println!("{seen:?}");
    assert!(seen.plies >= 100_000, "{seen:?}");
    assert!(seen.superkos > 5_000 && seen.accepted > 300, "{seen:?}");
}

/// With keys so narrow that most hashes collide, the verdicts are still exact.
#[test]
fn colliding_hashes_forbid_nothing() {
    let mut random = Pcg64::new(2, 2);
    let mut seen = Seen::default();
    for bits in [0, 1, 3, 6] {
        let keys = StoneKeys::new(&StoneKeys::draw().narrowed(bits));
        let keys: &'static StoneKeys = Box::leak(Box::new(keys));
        for rules in all_rules() {
            for (width, height) in [(1, 5), (2, 3), (4, 4), (10, 3)] {
                let pair = Pair::new(Dims::new(width, height).unwrap(), rules, keys);
                random_game(pair, 150, &mut random, &mut seen);
            }
        }
    }
    assert!(seen.superkos > 100, "{seen:?}");
}

/// Area and territory with random chains dead, komi aside.
#[test]
fn scores_agree_with_the_oracle() {
    let mut random = Pcg64::new(4, 2);
    for (width, height) in [(1, 1), (1, 6), (2, 2), (3, 3), (5, 4), (9, 9), (13, 11)] {
        let dims = Dims::new(width, height).unwrap();
        let mut pair = Pair::new(dims, Rules::default(), StoneKeys::standard());
        for _ in 0..300 {
            let at = below(&mut random, dims.area());
            if pair.play(pair.game.to_move(), Some(at), false) != Verdict::Legal {
                pair.play(pair.game.to_move(), None, false);
            }
            compare_scores(&mut pair, &mut random);
        }
    }
}

fn compare_scores(pair: &mut Pair, random: &mut Pcg64) {
    let dims = pair.dims();
    let mut grid = pair.record.now().grid.clone();
    let mut prisoners = pair.record.now().captures;
    let mut dead: Vec<Point> = Vec::new();
    for _ in 0..below(random, 4) {
        let at = below(random, dims.area());
        if let Some(color) = grid.color_at(at) {
            let chain = grid.region(at);
            prisoners[(!color).index()] += chain.len();
            grid.remove(&chain);
            dead.push(point(dims, at));
        }
    }
    let prisoners = prisoners[0] as i32 - prisoners[1] as i32;
    for (scoring, expected) in [
        (Scoring::Area, grid.area_score()),
        (Scoring::Territory, grid.territory_score() + prisoners),
    ] {
        let rules = Rules {
            scoring,
            tax: Tax::None,
            ..Rules::default()
        };
        pair.game.set_rules(rules);
        assert_eq!(
            pair.game.score(&dead).black_lead(),
            expected as f32,
            "{grid:?}"
        );
    }
}

/// A ply for the property test: whether it is in turn and whether a repetition
/// is to be accepted, each rarely otherwise; and the choice of a point or a pass.
fn any_ply() -> impl Strategy<Value = (bool, bool, u16)> {
    (
        prop::bool::weighted(0.95),
        prop::bool::weighted(0.05),
        any::<u16>(),
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// As random games, but a failure shrinks to few moves on a small board.
    #[test]
    fn any_game_agrees_with_the_oracle(
        (width, height) in (1..=4usize, 1..=4usize),
        (ko, suicide) in (0..3usize, any::<bool>()),
        plies in prop::collection::vec(any_ply(), 0..80),
    ) {
        let rules = Rules { ko: KO_RULES[ko], suicide, ..Rules::default() };
        let dims = Dims::new(width, height).unwrap();
        let mut pair = Pair::new(dims, rules, StoneKeys::standard());
        for (in_turn, accept, choice) in plies {
            let color = pair.record.now().to_move;
            let color = if in_turn { color } else { !color };
            let at = choice as usize % (dims.area() + 1);
            pair.play(color, (at < dims.area()).then_some(at), accept);
            pair.compare();
        }
        pair.undo(usize::MAX);
    }
}
