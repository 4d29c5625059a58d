use super::layers::{self, Grid};
use super::{Evaluation, Forward, Input, Outputs, Question, Raw, Reference, Scores};
use crate::net::file::{Activation, Conv, Model, NormAct, Rope, ScaleBias, sample};
use std::sync::Arc;

fn close(a: &[f32], b: &[f32]) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(b) {
        assert!((a - b).abs() < 1e-5 * (1.0 + b.abs()), "{a} is not {b}");
    }
}

/// Numbers without a pattern, from -1 to 1.
fn noise(count: usize) -> Vec<f32> {
    let number = |i: usize| ((i * 7919 + 13) % 1009) as f32 / 504.5 - 1.0;
    (0..count).map(number).collect()
}

#[test]
fn a_convolution_sums_over_the_kernel() {
    let (width, height) = (4, 3);
    let conv = Conv {
        height: 3,
        width: 5,
        inputs: 2,
        outputs: 3,
        weights: noise(3 * 5 * 2 * 3),
    };
    let input = noise(width * height * 2);
    let output = layers::conv(Grid { width, height }, &input, &conv);
    let at = |y: isize, x: isize, channel: usize| {
        if !(0..height as isize).contains(&y) || !(0..width as isize).contains(&x) {
            return 0.0;
        }
        input[(y as usize * width + x as usize) * 2 + channel]
    };
    let mut expected = Vec::new();
    for y in 0..height as isize {
        for x in 0..width as isize {
            for output in 0..3 {
                let mut sum = 0.0;
                for (index, weight) in conv.weights.iter().enumerate() {
                    let (tap, input) = (index / 6, index / 3 % 2);
                    if index % 3 == output {
                        let (row, column) = ((tap / 5) as isize, (tap % 5) as isize);
                        sum += weight * at(y + row - 1, x + column - 2, input);
                    }
                }
                expected.push(sum);
            }
        }
    }
    close(&output, &expected);
}

#[test]
fn activations_are_what_their_names_say() {
    use Activation::{Identity, Mish, Relu, Silu};
    for (activation, x, y) in [
        (Identity, -2.0, -2.0),
        (Relu, -2.0, 0.0),
        (Relu, 2.0, 2.0),
        (Silu, 1.0, 0.731_058_6),
        (Silu, -200.0, 0.0),
        (Mish, 1.0, 0.865_098_4),
        (Mish, -1.0, -0.303_401_47),
        (Mish, 100.0, 100.0),
        (Mish, -200.0, 0.0),
    ] {
        close(&[layers::activate(activation, x)], &[y]);
    }
}

#[test]
fn pooling_gives_means_and_maxima() {
    // Four points of two channels: sqrt(4) - 14 = -12.
    let input = [1.0, -2.0, 2.0, -3.0, 3.0, -4.0, 6.0, -7.0];
    close(&layers::pool(&input, 2), &[3.0, -4.0, -3.6, 4.8, 6.0, -1.0]);
    let scale = 1.44 - 0.1;
    let expected = [3.0, -4.0, -3.6, 4.8, 3.0 * scale, -4.0 * scale];
    close(&layers::pool_for_value(&input, 2), &expected);
}

#[test]
fn norms_act_on_each_channel() {
    let norm = NormAct {
        norm: ScaleBias {
            scale: vec![2.0, -1.0],
            bias: vec![1.0, 0.5],
        },
        activation: Activation::Relu,
    };
    let output = layers::norm_act(&[1.0, 1.0, -3.0, -3.0], &norm);
    close(&output, &[3.0, 0.0, 0.0, 3.5]);
    close(
        &[layers::root_mean_square(&[3.0, 4.0], 0.0)],
        &[12.5f32.sqrt()],
    );
}

/// The product of a query and a key depends on where they stand to each other alone.
#[test]
fn rope_tells_the_distance() {
    let grid = Grid {
        width: 5,
        height: 4,
    };
    let frequencies = noise(2 * 4 * 2);
    for rope in [Rope::Fixed { theta: 10.0 }, Rope::Learned { frequencies }] {
        // Everywhere the same query and the same key: two heads of eight channels.
        let mut queries = noise(16).repeat(20);
        let mut keys: Vec<f32> = queries.iter().map(|x| 0.5 - x).collect();
        layers::turn(grid, &mut queries, 2, 8, &rope);
        layers::turn(grid, &mut keys, 2, 8, &rope);
        let product = |a: usize, b: usize| -> f32 {
            let pairs = queries[16 * a + 8..16 * a + 16]
                .iter()
                .zip(&keys[16 * b + 8..16 * b + 16]);
            pairs.map(|(q, k)| q * k).sum()
        };
        // Two points to the right and one down.
        close(
            &[product(0, 7), product(1, 8)],
            &[product(7, 14), product(12, 19)],
        );
        assert!((product(0, 7) - product(7, 0)).abs() > 1e-3);
    }
}

fn input<'a>(width: usize, height: usize, planes: &'a [u32]) -> Input<'a> {
    Input {
        width,
        height,
        planes,
        numbers: &[0.25; 19],
        metadata: None,
    }
}

fn some_planes(points: usize) -> Vec<u32> {
    (0..points)
        .map(|i| (i * 0x9e37 + 5) as u32 & 0x3f_ffff | 1)
        .collect()
}

#[test]
fn networks_of_every_kind_are_evaluated() {
    for (seed, plan) in sample::plans().into_iter().enumerate() {
        let model = Arc::new(plan.model(seed as u64));
        let planes = some_planes(20);
        let mut raw = Raw::default();
        Reference::new(model.clone()).forward(&input(5, 4, &planes), &mut raw);
        assert!(raw.is_sound(), "{plan:?}");
        assert_eq!(raw.policy.len(), 20 * model.policy.outputs());
        assert_eq!(raw.ownership.len(), 20);
        // Points differ, so something of the input reaches the output.
        assert!(
            raw.policy.iter().any(|&x| (x - raw.policy[0]).abs() > 1e-4),
            "{plan:?}"
        );
        let mut evaluation = Evaluation::default();
        Outputs::of(&model).read(&raw, &question(&[true; 20]), &mut evaluation);
        assert_sound(&evaluation);
    }
}

#[test]
fn metadata_counts_where_there_is_an_encoder() {
    let plan = sample::plans()
        .into_iter()
        .find(|plan| plan.metadata)
        .unwrap();
    let mut reference = Reference::new(Arc::new(plan.model(1)));
    let planes = some_planes(9);
    let (mut without, mut with) = (Raw::default(), Raw::default());
    reference.forward(&input(3, 3, &planes), &mut without);
    let metadata = [0.5; 192];
    let known = Input {
        metadata: Some(&metadata),
        ..input(3, 3, &planes)
    };
    reference.forward(&known, &mut with);
    assert!(without != with);
}

fn question(legal: &[bool]) -> Question<'_> {
    const UNTURNED: [u16; 20] = [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
    ];
    Question {
        places: &UNTURNED[..legal.len()],
        legal,
        can_be_void: true,
        temperature: 1.0,
        optimism: 0.0,
    }
}

fn assert_sound(evaluation: &Evaluation) {
    let policy: f32 = evaluation.policy.iter().sum::<f32>() + evaluation.pass;
    let outcome = evaluation.win + evaluation.loss + evaluation.no_result;
    close(&[policy, outcome], &[1.0, 1.0]);
    let e = evaluation;
    let numbers = [e.lead, e.score_mean, e.score_mean_square, e.score_stdev()];
    let known = [e.time_left, e.outcome_error, e.score_error]
        .into_iter()
        .flatten();
    let mut all = numbers
        .into_iter()
        .chain(known)
        .chain(e.ownership.iter().copied());
    assert!(all.all(f32::is_finite), "{e:?}");
    assert!(e.policy.iter().all(|p| (0.0..=1.0).contains(p)));
    assert!(e.ownership.iter().all(|o| (-1.0..=1.0).contains(o)));
}

fn raw() -> Raw {
    Raw {
        policies: 2,
        policy: vec![1.0, 3.0, 2.0, 2.0, 0.0, 0.0],
        pass: vec![1.0, 1.0],
        outcome: [1.0, 0.0, 2.0],
        scores: Scores {
            mean: 0.5,
            stdev: 1.0,
            lead: -0.25,
            time_left: 0.0,
            outcome_error: 2.0,
            score_error: 1.0,
        },
        ownership: vec![0.5, -0.5, 50.0],
    }
}

fn model(version: u32) -> Model {
    let plans = sample::plans();
    let plan = plans.into_iter().find(|plan| plan.version == version);
    plan.unwrap().model(0)
}

fn read(version: u32, raw: &Raw, question: &Question) -> Evaluation {
    let mut evaluation = Evaluation::default();
    Outputs::of(&model(version)).read(raw, question, &mut evaluation);
    evaluation
}

#[test]
fn illegal_moves_get_nothing() {
    let evaluation = read(12, &raw(), &question(&[true, false, true]));
    let parts = [1f32.exp(), 0.0, 1.0, 1f32.exp()];
    let sum: f32 = parts.iter().sum();
    close(&evaluation.policy, &parts.map(|part| part / sum)[..3]);
    close(&[evaluation.pass], &[parts[3] / sum]);
    let none = read(12, &raw(), &question(&[false; 3]));
    assert_eq!((none.policy, none.pass), (vec![0.0; 3], 1.0));
}

#[test]
fn optimism_and_temperature_change_the_policy() {
    let asked = Question {
        optimism: 0.5,
        temperature: 2.0,
        ..question(&[true; 3])
    };
    let evaluation = read(12, &raw(), &asked);
    let parts = [1f32.exp(), 1f32.exp(), 1.0, 0.5f32.exp()];
    let sum: f32 = parts.iter().sum();
    close(&evaluation.policy, &parts.map(|part| part / sum)[..3]);
}

#[test]
fn values_become_probabilities_and_points() {
    let void = read(9, &raw(), &question(&[true; 3]));
    let sum = 1f32.exp() + 1.0 + 2f32.exp();
    close(
        &[void.win, void.loss, void.no_result],
        &[1f32.exp() / sum, 1.0 / sum, 2f32.exp() / sum],
    );
    let never_void = Question {
        can_be_void: false,
        ..question(&[true; 3])
    };
    let decided = read(9, &raw(), &never_void);
    let win = 1f32.exp() / (1f32.exp() + 1.0);
    close(
        &[decided.win, decided.loss, decided.no_result],
        &[win, 1.0 - win, 0.0],
    );
    let softplus = |x: f32| x.exp().ln_1p();
    let stdev = 20.0 * softplus(1.0);
    close(
        &[decided.score_mean, decided.score_stdev(), decided.lead],
        &[10.0, stdev, -5.0],
    );
    // What has no result counts as a score of nothing.
    let with_result = 1.0 - void.no_result;
    close(
        &[void.lead, void.score_mean],
        &[-5.0 * with_result, 10.0 * with_result],
    );
    close(&decided.ownership, &[0.5f32.tanh(), -0.5f32.tanh(), 1.0]);

    let errors = |version: u32| {
        let e = read(version, &raw(), &never_void);
        [
            e.outcome_error.unwrap(),
            e.score_error.unwrap(),
            e.time_left.unwrap(),
        ]
    };
    let time_left = 40.0 * 2f32.ln();
    close(
        &errors(9),
        &[softplus(2.0), 10.0 * softplus(1.0), time_left],
    );
    close(
        &errors(10),
        &[
            (0.25 * softplus(2.0)).sqrt(),
            (30.0 * softplus(1.0)).sqrt(),
            time_left,
        ],
    );
    close(
        &errors(14),
        &[
            0.5 * softplus(1.0),
            150f32.sqrt() * softplus(0.5),
            time_left,
        ],
    );
    assert_eq!(read(8, &raw(), &never_void).time_left, None);
}

#[test]
fn whatever_a_network_says_the_evaluation_is_sound() {
    for bad in [
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::MAX,
        f32::MIN,
    ] {
        let mut raw = Raw {
            policy: vec![bad; 6],
            pass: vec![bad, -bad],
            outcome: [bad, -bad, bad],
            ownership: vec![bad; 3],
            ..raw()
        };
        raw.scores.mean = bad;
        raw.scores.stdev = bad;
        raw.scores.lead = -bad;
        raw.scores.score_error = bad;
        for version in [8, 9, 10, 14] {
            for optimism in [0.0, 0.5] {
                let asked = Question {
                    optimism,
                    ..question(&[true, false, true])
                };
                assert_sound(&read(version, &raw, &asked));
            }
        }
    }
}

#[test]
fn a_symmetry_is_undone() {
    let legal = [true; 3];
    let as_seen = read(12, &raw(), &question(&legal));
    let asked = Question {
        places: &[2, 0, 1],
        ..question(&legal)
    };
    let turned_back = read(12, &raw(), &asked);
    let in_order = |numbers: &[f32]| [numbers[2], numbers[0], numbers[1]];
    assert_eq!(turned_back.policy, in_order(&as_seen.policy));
    assert_eq!(turned_back.ownership, in_order(&as_seen.ownership));
}

#[test]
fn a_mean_is_that_of_every_number() {
    let said = |number: f32, error: Option<f32>| {
        Arc::new(Evaluation {
            policy: vec![number, 0.5 - number],
            pass: 0.5,
            win: number,
            loss: 1.0 - number,
            lead: 8.0 * number,
            outcome_error: error,
            score_error: Some(number),
            ownership: vec![-number, 1.0],
            ..Evaluation::default()
        })
    };
    let mean = Evaluation::mean(&[said(0.25, Some(1.0)), said(0.75, None)]);
    let expected = said(0.5, None);
    assert_eq!(mean, *expected);
    assert_eq!(Evaluation::mean(&[Arc::clone(&expected)]), *expected);
}
