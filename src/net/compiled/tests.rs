use super::*;
use crate::net::file::{GLOBALS, METADATA, PLANES, sample};
use crate::net::kernel::available;
use crate::net::model::Reference;
use rand_core::Rng;
use rand_pcg::Pcg64;

/// An input without sense: the planes of a position with stones, and numbers from -1 to 1.
struct Nonsense {
    width: usize,
    height: usize,
    planes: Vec<u32>,
    numbers: [f32; GLOBALS],
    metadata: [f32; METADATA],
}

impl Nonsense {
    fn new(width: usize, height: usize, seed: u128) -> Nonsense {
        let mut random = Pcg64::new(seed, 3);
        let bits = (1 << PLANES) - 1;
        let planes = (0..width * height)
            .map(|_| 1 | random.next_u32() & random.next_u32() & random.next_u32() & bits)
            .collect();
        let mut number = || random.next_u32() as f32 / (1u32 << 31) as f32 - 1.0;
        Nonsense {
            width,
            height,
            planes,
            numbers: std::array::from_fn(|_| number()),
            metadata: std::array::from_fn(|_| number()),
        }
    }

    fn input(&self) -> Input<'_> {
        Input {
            width: self.width,
            height: self.height,
            planes: &self.planes,
            numbers: &self.numbers,
            metadata: Some(&self.metadata),
        }
    }
}

fn assert_near(kernel: &str, found: &[f32], expected: &[f32], tolerance: f32) {
    assert_eq!(found.len(), expected.len());
    // Errors grow with the numbers that cancel each other out.
    let largest = expected.iter().fold(1.0f32, |most, x| most.max(x.abs()));
    for (found, expected) in found.iter().zip(expected) {
        let difference = (found - expected).abs();
        assert!(
            difference <= tolerance * largest,
            "{kernel}: {found} is not {expected}"
        );
    }
}

#[test]
fn networks_of_every_kind_say_what_the_reference_says() {
    for (seed, plan) in sample::plans().iter().enumerate() {
        let model = Arc::new(plan.model(seed as u64));
        let mut reference = Reference::new(model.clone());
        let precisions = [
            (Precision::Float, 1e-4),
            (Precision::Short, 3e-3),
            (Precision::Bfloat, 3e-2),
        ];
        let kernels = available().into_iter();
        for (kernel, (precision, tolerance)) in
            kernels.flat_map(|kernel| precisions.map(|precision| (kernel, precision)))
        {
            let compiled = Arc::new(Compiled::new(kernel, precision, &model));
            let mut evaluator = CompiledForward::new(compiled);
            // One after the other in the same room: nothing of an evaluation may be left in the next.
            for (width, height) in [(9, 9), (13, 13), (3, 7), (1, 1), (9, 9)] {
                let nonsense = Nonsense::new(width, height, seed as u128);
                let (mut expected, mut found) = (Raw::default(), Raw::default());
                reference.forward(&nonsense.input(), &mut expected);
                evaluator.forward(&nonsense.input(), &mut found);
                assert_eq!(found.policies, expected.policies);
                let name = kernel.name(precision);
                let [found, expected] =
                    [found, expected].map(|raw| raw.numbers().collect::<Vec<f32>>());
                assert_near(name, &found, &expected, tolerance);
            }
        }
    }
}

#[test]
fn planes_that_are_set_everywhere_may_change_from_position_to_position() {
    let model = Arc::new(sample::plans()[0].model(1));
    let mut reference = Reference::new(model.clone());
    let kernel = available()[0];
    let compiled = Arc::new(Compiled::new(kernel, Precision::Float, &model));
    let mut evaluator = CompiledForward::new(compiled);
    for (seed, everywhere) in [(1, 1), (2, 1 | 1 << 18), (3, 1), (4, 1 << 18)] {
        let mut nonsense = Nonsense::new(9, 9, seed);
        nonsense
            .planes
            .iter_mut()
            .for_each(|bits| *bits = *bits & !(1 | 1 << 18) | everywhere);
        let (mut expected, mut found) = (Raw::default(), Raw::default());
        reference.forward(&nonsense.input(), &mut expected);
        evaluator.forward(&nonsense.input(), &mut found);
        let [found, expected] = [found, expected].map(|raw| raw.numbers().collect::<Vec<f32>>());
        assert_near(kernel.name(Precision::Float), &found, &expected, 1e-4);
    }
}

#[test]
fn threads_share_the_angles_of_attention_on_a_board() {
    let model = sample::plans()[11].model(1);
    let compiled = Arc::new(Compiled::new(available()[0], Precision::Float, &model));
    let angles = |width| {
        let mut evaluator = CompiledForward::new(compiled.clone());
        evaluator.forward(&Nonsense::new(width, 9, 1).input(), &mut Raw::default());
        evaluator.room.turns[0].clone().unwrap()
    };
    let [first, second, other] = [9, 9, 5].map(angles);
    assert!(Arc::ptr_eq(&first, &second));
    assert!(!Arc::ptr_eq(&first, &other));
}

#[test]
fn evaluations_are_the_same_twice_and_in_every_thread() {
    let plan = &sample::plans()[0];
    let kernel = available()[0];
    let compiled = Arc::new(Compiled::new(
        kernel,
        kernel.precisions()[0],
        &plan.model(5),
    ));
    let said = || {
        let mut evaluator = CompiledForward::new(compiled.clone());
        let nonsense = Nonsense::new(19, 19, 1);
        let mut raw = Raw::default();
        evaluator.forward(&nonsense.input(), &mut raw);
        let first = raw.clone();
        evaluator.forward(&nonsense.input(), &mut raw);
        assert_eq!(raw, first);
        first
    };
    let threads: Vec<Raw> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(said)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    assert_eq!(threads[0], threads[1]);
}
