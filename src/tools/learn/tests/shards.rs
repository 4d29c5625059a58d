//! What the shards of a job hold, byte by byte, and what is left out of them.

use super::*;
use crate::temporary::Directory;

#[test]
fn shards_hold_every_position_once_and_validation_games_apart() {
    let directory = Directory::new("whole");
    let shards = directory.join("shards");
    let made = make(&source(60), &OPTIONS, &making(&shards), &|_| ()).unwrap();
    assert_eq!((made.positions + made.skipped, made.kept), (60, 0));
    let mut games = Vec::new();
    for (name, file) in files(&shards) {
        let Some(part) = name
            .strip_suffix("-5x5-00000.shard")
            .or(name.strip_suffix(".shard"))
        else {
            continue;
        };
        assert_eq!(&file[..8], b"TGNSHARD");
        let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
        let count = word(20);
        assert_eq!(
            [word(8), word(12), word(16), word(24), word(28), word(32)],
            [1, 5, 5, 24, 22, 19]
        );
        let arrays = [(22 * 25usize).div_ceil(8), 76, 48, 48, 4, 4, 25, 8];
        let sizes = arrays.map(|size| (size * count).next_multiple_of(64));
        assert_eq!(file.len(), 64 + sizes.iter().sum::<usize>());
        let start = file.len() - sizes[7];
        for game in file[start..][..8 * count].chunks(8) {
            let game = u64::from_le_bytes(game.try_into().unwrap());
            assert_eq!(part.starts_with("validation"), game % 4 == 0);
            games.push(game);
        }
    }
    assert_eq!(games.len(), made.positions);
    games.sort();
    games.dedup();
    assert_eq!(games.len(), made.positions);
}

#[test]
fn a_bad_label_is_left_out_of_the_shards_and_told() {
    let mut file = label_file(8);
    let leads = 32 + 8 * 8 + 2 * 24 + 8 * (2 + 1 + 1 + 2);
    file[leads..leads + 2].copy_from_slice(&0xFC00u16.to_le_bytes());
    let labels = Labels::parse(&file).unwrap();
    let directory = Directory::new("bad-label");
    let shards = directory.join("shards");
    let made = make(&labels, &OPTIONS, &making(&shards), &|_| ()).unwrap();
    assert_eq!((made.positions, made.skipped), (7, 1));
    assert_eq!(made.first_fault.unwrap(), "position 1: a lead of -inf");
}

#[test]
fn a_policy_without_weight_is_left_out_of_the_shards_and_told() {
    let mut file = label_file(8);
    let roots = 32 + 8 * 8 + 2 * 24 + 8 * (9 + 2 + 4);
    assert_eq!(file[roots..roots + 2], [204, 51]);
    file[roots..roots + 2].fill(0);
    let labels = Labels::parse(&file).unwrap();
    let directory = Directory::new("no-policy");
    let shards = directory.join("shards");
    let made = make(&labels, &OPTIONS, &making(&shards), &|_| ()).unwrap();
    assert_eq!((made.positions, made.skipped), (7, 1));
    let fault = "position 1: no move of the policy has a weight";
    assert_eq!(made.first_fault.unwrap(), fault);
}
