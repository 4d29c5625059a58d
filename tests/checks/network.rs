//! Networks: what is read says nothing that is no number.

#[path = "../networks/sample.rs"]
mod sample;

use super::Choices;
use sample::{Plan, Weights};
use tengen::net::file::Model;
use tengen::net::model::{Evaluation, Forward, Input, Outputs, Question, Raw, Reference};

/// Reads the bytes as a network, and then, taking them for choices, a small network with something wrong in it.
pub fn check(bytes: &[u8]) {
    read(bytes);
    read(&mutilated(&mut Choices(bytes)));
}

/// A file of a small network of any kind, changed in a few places.
fn mutilated(choices: &mut Choices) -> Vec<u8> {
    let plans = sample::plans();
    let plan = Plan {
        channels: 4,
        ..plans[choices.below(plans.len())].clone()
    };
    let weights = match choices.byte() % 2 {
        0 => Weights::Text,
        _ => Weights::Binary,
    };
    let mut file = plan.file(choices.byte().into(), weights);
    while !choices.is_empty() {
        let at = (choices.below(1 << 16) * file.len()) >> 16;
        match choices.byte() % 5 {
            0 => drop(file.splice(at..at, choices.raw(3).to_vec())),
            1 => drop(file.drain(at..(at + 1 + choices.below(40)).min(file.len()))),
            2 => file.truncate(at),
            // Numbers of the text become others.
            3 => replace_digit(&mut file[at..], choices.byte()),
            _ => file
                .iter_mut()
                .skip(at)
                .take(1)
                .for_each(|byte| *byte = choices.byte()),
        }
    }
    file
}

fn replace_digit(file: &mut [u8], by: u8) {
    if let Some(digit) = file.iter_mut().find(|byte| byte.is_ascii_digit()) {
        *digit = b'0' + by % 10;
    }
}

fn read(file: &[u8]) {
    let model = match Model::read(file) {
        Ok(model) => model,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert!(model.cost(25 * 25).multiplications > 0);
    evaluate(model);
}

fn evaluate(model: Model) {
    let outputs = Outputs::of(&model);
    let input = Input {
        width: 3,
        height: 2,
        planes: &[1, 3, 5, 9, 0x3f_ffff, 1],
        numbers: &[0.5; 19],
        metadata: None,
    };
    let mut raw = Raw::default();
    Reference::new(model.into()).forward(&input, &mut raw);
    let question = Question {
        places: &[0, 1, 2, 3, 4, 5],
        legal: &[true, false, true, true, false, true],
        can_be_void: true,
        temperature: 1.0,
        optimism: 0.5,
    };
    let mut evaluation = Evaluation::default();
    outputs.read(&raw, &question, &mut evaluation);
    let policy: f32 = evaluation.policy.iter().sum::<f32>() + evaluation.pass;
    let outcome = evaluation.win + evaluation.loss + evaluation.no_result;
    assert!((policy - 1.0).abs() < 1e-3 && (outcome - 1.0).abs() < 1e-3);
    assert!(evaluation.lead.is_finite() && evaluation.score_stdev().is_finite());
    assert!(evaluation.ownership.iter().all(|owner| owner.abs() <= 1.0));
}
