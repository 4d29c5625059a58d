//! Positions from game records, alone and after those of a label file.

use super::*;
use crate::game::Rules;

const RECORDS: &[u8] = b"(;SZ[5]KM[2.5]RE[W+1.5];B[cc];W[cb];B[bb];W[dc])
(;SZ[5]KM[0.5]RE[B+R];B[cc];W[dc];B[])

(;SZ[5]KM[0.5]AB[aa];W[bb])
(;SZ[5:6]KM[0.5];B[bb])
(;SZ[5]KM[0.5];B[bb];B[cc])
(;SZ[5];B[bb])
what is this";

#[test]
fn records_give_moves_and_results_and_the_others_are_told() {
    let choice = Choice {
        rules: Some(Rules::default()),
        ..choice(3)
    };
    let (records, faults) = RecordSource::read(RECORDS, choice);
    assert_eq!(records.len(), 6);
    let lines: Vec<&str> = faults
        .iter()
        .map(|fault| fault.split(':').next().unwrap())
        .collect();
    assert_eq!(
        lines,
        [4, 5, 6, 7, 8].map(|line| format!("record in line {line}"))
    );
    let mut last = None;
    for position in 0..3 {
        let sample = records.sample(position).unwrap();
        let ply = sample.game.moves().len();
        assert!(last < Some(ply));
        last = Some(ply);
        // White wins by 1.5 points.
        let white = ply % 2 == 1;
        assert_eq!(sample.answer.win, Some(f32::from(white)));
        assert_eq!(sample.answer.lead, Some(if white { 1.5 } else { -1.5 }));
        let played = [12, 7, 6, 13, 25, 25][ply];
        assert_eq!(sample.answer.policy, [(played, 1.0)]);
        assert!(
            sample
                .answer
                .ownership
                .iter()
                .all(|&owner| owner == UNKNOWN_OWNER)
        );
    }
    let last = records.sample(5).unwrap();
    assert_eq!((last.answer.policy[0].0, last.answer.lead), (25, None));
    let same = game_number_of(&records, 0);
    assert_eq!(same, game_number_of(&records, 2));
    assert_ne!(same, game_number_of(&records, 3));
}

#[test]
fn a_game_has_one_number_whether_the_passes_at_its_end_are_told_or_added() {
    let game = "SZ[9]KM[7.5]RE[B+3.5];B[ee];W[cc];B[gg];W[cg];B[gc]";
    let lines = format!("(;{game})\n(;RU[Chinese]{game})\n(;{game};W[];B[])");
    let (records, faults) = RecordSource::read(lines.as_bytes(), choice(1));
    assert!(faults.is_empty(), "{faults:?}");
    let numbers: Vec<u64> = (0..3)
        .map(|position| game_number_of(&records, position))
        .collect();
    assert_eq!(numbers, [numbers[0]; 3]);
}

#[test]
fn games_that_share_a_line_are_all_read() {
    let line = b"(;SZ[5]KM[2.5];B[cc];W[cb]) (;SZ[5]KM[2.5];B[cc])(;SZ[5]";
    let (records, faults) = RecordSource::read(line, choice(1));
    assert_eq!(records.len(), 2);
    assert_eq!(faults, ["record in line 1: no whole record in this line"]);
}

#[test]
fn handicaps_placed_by_moves_are_left_out_and_passes_of_even_games_make_none() {
    let moves = "B[gc];W[];B[cg];W[ee]";
    let handicap = format!("(;SZ[9]KM[0.5]HA[2]RU[AGA]RE[B+30.5];{moves})");
    let (records, faults) = RecordSource::read(handicap.as_bytes(), choice(4));
    assert_eq!(records.len(), 0);
    assert_eq!(faults, ["record in line 1: a handicap game"]);
    let even = format!("(;SZ[9]KM[0.5]HA[0]RU[AGA]RE[B+30.5];{moves})");
    let (records, faults) = RecordSource::read(even.as_bytes(), choice(4));
    assert!(faults.is_empty(), "{faults:?}");
    for position in 0..4 {
        let game = records.sample(position).unwrap().game;
        assert_eq!((game.handicap(), game.white_bonus()), (0, 0.5));
    }
}

#[test]
fn suicide_in_a_record_is_taken_as_it_is() {
    let record = b"(;SZ[5]KM[7.5]RU[Chinese]RE[W+5.5];B[aa];W[ab];B[ee];W[bb];B[ed];W[ca];B[ba];W[ea];B[cc];W[dd];B[];W[])";
    let (records, faults) = RecordSource::read(record, choice(12));
    assert!(faults.is_empty(), "{faults:?}");
    let plies: Vec<_> = (0..records.len())
        .map(|position| records.sample(position).map(|s| s.game.moves().len()))
        .collect();
    assert_eq!(plies, (0..12).map(Ok).collect::<Vec<_>>());
}

#[test]
fn the_end_of_a_game_is_taken_alone() {
    let choice = Choice {
        last: Some(3),
        rules: Some(Rules::default()),
        ..choice(8)
    };
    let (records, _) = RecordSource::read(RECORDS, choice);
    let plies: Vec<usize> = (0..records.len())
        .map(|position| records.sample(position).unwrap().game.moves().len())
        .collect();
    assert_eq!(
        plies,
        [3, 4, 5, 0, 1, 2],
        "both passes of a game that was counted belong to it"
    );
}

fn game_number_of(source: &dyn Source, position: usize) -> u64 {
    source.game_of(position).1
}

#[test]
fn joined_sources_are_asked_in_turn() {
    let (records, _) = RecordSource::read(RECORDS, choice(2));
    let joined = Joined::new(vec![Box::new(source(3)), Box::new(records)]);
    assert_eq!(joined.len(), 3 + 4);
    assert_eq!(joined.sample(2).unwrap().game.komi(), 7.5);
    assert_eq!(joined.sample(3).unwrap().game.komi(), 2.5);
    assert_eq!(joined.sample(6).unwrap().game.komi(), 0.5);
}
