//! Label files, whole and mutilated.

use super::*;
use proptest::prelude::*;

#[test]
fn a_label_is_read_as_it_was_written() {
    let labels = Labels::parse(&label_file(3)).unwrap();
    let label = labels.label(2).unwrap();
    assert_eq!((labels.len(), label.side, label.komi), (3, 5, 7.5));
    assert_eq!(label.moves, [2, 9]);
    let answer = label.answer;
    assert_eq!(answer.policy[0].0, 25);
    assert!((answer.policy[0].1 - 0.64).abs() < 1e-6);
    assert!((answer.win.unwrap() - 0.5).abs() < 1e-4);
    assert_eq!(answer.lead, Some(-1.5));
    assert_eq!(answer.ownership[..3], [-127, 127, -127]);
}

#[test]
fn mutilated_label_files_are_refused_in_words() {
    let file = label_file(2);
    let message = |file: &[u8]| Labels::parse(file).err().unwrap().to_string();
    assert!(message(b"GOLABEL2").contains("does not begin with GOLABEL1"));
    assert!(message(&file[..file.len() - 1]).contains("has "));
    let mut wrong = file.clone();
    wrong[32] = 26;
    assert_eq!(message(&wrong), "a game on a board of side 26");
    let mut huge = file.clone();
    huge[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(message(&huge).contains("too many"));
    for cut in 0..file.len() {
        assert!(Labels::parse(&file[..cut]).is_err());
    }
    for place in 8..file.len() {
        let mut changed = file.clone();
        changed[place] ^= 0x55;
        if let Ok(labels) = Labels::parse(&changed) {
            (0..labels.len()).for_each(|position| drop(labels.sample(position)));
        }
    }
}

#[test]
fn labels_that_no_network_gives_are_told_with_their_position() {
    let file = label_file(3);
    // Where the arrays of the second position begin in a file of three games.
    let plies = 32 + 3 * 8 + 2 * 9;
    let leads = plies + 3 * (2 + 1 + 1 + 2);
    let policy_moves = leads + 3 * (2 + 1) + 2 * 3;
    let fault = |at: usize, word: u16| {
        let mut file = file.clone();
        file[at..at + 2].copy_from_slice(&word.to_le_bytes());
        let labels = Labels::parse(&file).unwrap();
        assert!([0, 2].iter().all(|&other| labels.sample(other).is_ok()));
        labels.sample(1).err().expect("it is refused")
    };
    assert_eq!(fault(plies + 2, 4), "position 2: 4 moves of a game of 3");
    assert_eq!(fault(leads + 2, 0x7C00), "position 2: a lead of inf");
    assert_eq!(fault(leads + 2, 0x7E00), "position 2: a lead of NaN");
    let off = "position 2: the policy has a move off the board";
    assert_eq!(fault(policy_moves + 2 * 3, 26), off);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_labels_are_samples_or_told_in_short(changes in prop::collection::vec((8..label_file(3).len(), any::<u8>()), 1..20)) {
        let mut file = label_file(3);
        for (place, byte) in changes {
            // What belongs to its numbers stays as long as they say, or hardly a file would be read.
            file[place] = if place < 32 { file[place] ^ byte & 1 } else { byte };
        }
        match Labels::parse(&file) {
            Ok(labels) => {
                let faults = (0..labels.len()).filter_map(|position| labels.sample(position).err());
                faults.for_each(|fault| assert!(fault.starts_with("position ") && fault.len() < 200, "{fault}"));
            }
            Err(error) => prop_assert!(error.to_string().len() < 200, "{error}"),
        }
    }
}
