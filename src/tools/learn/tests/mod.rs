//! Label files, records and games of Tengen against itself, and the shards that are made of them.

mod jobs;
mod labels;
mod records;
mod self_play;
mod shards;

use super::*;
use std::fs;
use std::path::Path;

/// `per_game` positions of each game, from all of its moves.
pub(super) fn choice(per_game: usize) -> Choice {
    Choice {
        per_game,
        last: None,
        seed: 1,
        rules: None,
    }
}

/// Games on 5×5 that begin with different moves, with one position each after two moves.
fn label_file(games: u16) -> Vec<u8> {
    let mut file = b"GOLABEL1".to_vec();
    let g = u32::from(games);
    for count in [g, g, 3 * g, g, 2 * g, 13 * g] {
        file.extend(count.to_le_bytes());
    }
    let words = |value: &dyn Fn(u16) -> Vec<u16>| -> Vec<u8> {
        (0..games)
            .flat_map(value)
            .flat_map(u16::to_le_bytes)
            .collect()
    };
    file.extend(vec![5; g as usize]); // side
    file.extend(vec![2; g as usize]); // source
    file.extend(words(&|_| vec![0x4780])); // komi 7.5
    file.extend(words(&|_| vec![3])); // moves
    file.extend(words(&|_| vec![1])); // positions
    file.extend(words(&|game| {
        vec![game % 25, (game + 1) % 25, (game / 25 + 2 + game) % 25]
    }));
    file.extend(words(&|_| vec![1])); // ply
    file.extend(vec![1; g as usize]); // extra moves
    file.extend(vec![1; g as usize]); // Black moves
    file.extend(words(&|_| vec![0x8000])); // win
    file.extend(words(&|_| vec![0xBE00])); // lead -1.5
    file.extend(vec![2; g as usize]); // policy entries
    file.extend(words(&|game| vec![(game + 7) % 25])); // the extra move
    file.extend(words(&|_| vec![25, 12])); // pass, centre
    file.extend([[204u8, 51]].repeat(g as usize).concat()); // 0.64, 0.04
    file.extend(vec![0xE0; 13 * g as usize]); // theirs, mine, theirs, …
    file
}

fn source(games: u16) -> Labels {
    Labels::parse(&label_file(games)).unwrap()
}

/// The files of a directory, by their names.
fn files(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| {
            (
                entry.file_name().into_string().unwrap(),
                fs::read(entry.path()).unwrap(),
            )
        })
        .collect();
    files.sort();
    files
}

pub(super) const OPTIONS: Options = Options {
    seed: 1,
    shard_size: 10,
    hold_back: 4,
};

fn making(directory: &Path) -> Making<'_> {
    Making {
        directory,
        plan: describe(&[], "labels", &OPTIONS),
        threads: 2,
    }
}
