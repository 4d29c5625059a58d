//! A small label file, its shards byte by byte, and jobs that are interrupted.

use super::*;
use crate::game::Rules;
use crate::search::Settings;
use crate::temporary::Directory;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

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

const OPTIONS: Options = Options {
    seed: 1,
    shard_size: 10,
    hold_back: 4,
    entries: 24,
};

fn making(directory: &Path) -> Making<'_> {
    Making {
        directory,
        plan: describe(&[], "labels", &OPTIONS),
        threads: 2,
    }
}

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

#[test]
fn a_bad_label_is_left_out_of_the_shards_and_told() {
    let mut file = label_file(8);
    let leads = 32 + 8 * 8 + 2 * 24 + 8 * (2 + 1 + 1 + 2);
    file[leads..leads + 2].copy_from_slice(&0xFC00u16.to_le_bytes());
    let labels = Labels::parse(&file).unwrap();
    let directory = Directory::new("bad-label");
    let shards = directory.join("shards");
    let made = make(&labels, &OPTIONS, &making(&shards), &|_, _| ()).unwrap();
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
    let made = make(&labels, &OPTIONS, &making(&shards), &|_, _| ()).unwrap();
    assert_eq!((made.positions, made.skipped), (7, 1));
    let fault = "position 1: no move of the policy has a weight";
    assert_eq!(made.first_fault.unwrap(), fault);
}

#[test]
fn shards_hold_every_position_once_and_validation_games_apart() {
    let directory = Directory::new("whole");
    let shards = directory.join("shards");
    let made = make(&source(60), &OPTIONS, &making(&shards), &|_, _| ()).unwrap();
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
fn an_interrupted_job_goes_on_and_ends_with_the_same_files() {
    let directory = Directory::new("whole-and-parts");
    let [whole, parts] = ["whole", "parts"].map(|name| directory.join(name));
    make(&source(60), &OPTIONS, &making(&whole), &|_, _| ()).unwrap();
    let heard = AtomicUsize::new(0);
    let source = source(60);
    let interrupted = std::panic::catch_unwind(|| {
        make(&source, &OPTIONS, &making(&parts), &|done, _| {
            heard.fetch_max(done, Relaxed);
            assert!(done < 25, "killed");
        })
    });
    assert!(interrupted.is_err());
    let least = AtomicUsize::new(usize::MAX);
    let tell = |done, all| {
        least.fetch_min(done, Relaxed);
        assert!(done <= all && all == 60);
    };
    let made = make(&source, &OPTIONS, &making(&parts), &tell).unwrap();
    assert!(made.kept > 0 && made.positions < 60);
    let kept = 60 - made.positions;
    assert_eq!(least.into_inner(), kept + 1, "what is kept counts as done");
    assert_eq!(files(&parts), files(&whole));
    let nothing_left = make(&source, &OPTIONS, &making(&parts), &|_, _| ()).unwrap();
    assert_eq!(nothing_left.positions, 0);
}

#[test]
fn a_directory_belongs_to_one_plan() {
    let directory = Directory::new("plan");
    let shards = directory.join("shards");
    make(&source(8), &OPTIONS, &making(&shards), &|_, _| ()).unwrap();
    let names = files(&shards).into_iter().map(|(name, _)| name);
    assert!(names.into_iter().all(|name| !name.contains("unfinished")));
    let mut other = making(&shards);
    other.plan = describe(&[], "labels", &Options { seed: 2, ..OPTIONS });
    let error = make(&source(8), &OPTIONS, &other, &|_, _| ())
        .unwrap_err()
        .to_string();
    assert!(error.contains("choose another directory"), "{error}");
}

#[test]
fn shards_of_which_no_plan_tells_are_not_taken_for_those_of_a_job() {
    let directory = Directory::new("no-plan");
    let shards = directory.join("shards");
    make(&source(8), &OPTIONS, &making(&shards), &|_, _| ()).unwrap();
    fs::remove_file(shards.join("plan.json")).unwrap();
    let again = make(&source(8), &OPTIONS, &making(&shards), &|_, _| ());
    let error = again.unwrap_err().to_string();
    assert!(error.contains("no plan.json"), "{error}");
    assert!(!shards.join("plan.json").exists());
}

#[test]
fn a_plan_tells_files_of_the_same_name_and_length_apart() {
    let plan = |path: &str, content: &[u8], positions| {
        let input = Input::new(Path::new(path), content, positions);
        describe(&[input], "labels", &OPTIONS)
    };
    let there = plan("labels/a.lab", b"one", 7);
    assert_eq!(there, plan("elsewhere/a.lab", b"one", 7));
    for other in [
        plan("labels/b.lab", b"one", 7),
        plan("labels/a.lab", b"two", 7),
        plan("labels/a.lab", b"three", 7),
        plan("labels/a.lab", b"one", 8),
    ] {
        assert_ne!(there, other);
    }
}

#[test]
fn a_checksum_tells_files_of_the_same_name_apart() {
    let directory = Directory::new("checksum");
    let path = directory.join("net.bin");
    fs::write(&path, b"123456789").unwrap();
    assert_eq!(checksum(&path).unwrap(), "cbf43926");
    fs::write(&path, b"123456788").unwrap();
    assert_ne!(checksum(&path).unwrap(), "cbf43926");
}

#[test]
fn of_jobs_that_start_at_the_same_time_one_plan_holds() {
    for _ in 0..20 {
        let directory = Directory::new("start");
        let shards = directory.join("shards");
        let start = &|seed| {
            let mut making = making(&shards);
            making.plan = describe(&[], "labels", &Options { seed, ..OPTIONS });
            make(&source(8), &OPTIONS, &making, &|_, _| ()).is_ok()
        };
        let started: Vec<bool> = std::thread::scope(|scope| {
            let jobs: Vec<_> = (0..4)
                .map(|seed| scope.spawn(move || start(seed)))
                .collect();
            jobs.into_iter().map(|job| job.join().unwrap()).collect()
        });
        assert_eq!(started.iter().filter(|&&is_started| is_started).count(), 1);
    }
}

#[test]
fn a_file_that_is_not_there_or_not_whole_is_named() {
    let directory = Directory::new("files");
    let path = directory.join("cut.lab.xz");
    assert!(
        read_file(&path)
            .unwrap_err()
            .to_string()
            .contains("cut.lab.xz: ")
    );
    fs::write(&path, b"\xFD7zXZ\0\0\x04\xE6\xD6\xB4\x46").unwrap();
    let error = read_file(&path).unwrap_err().to_string();
    assert!(error.ends_with("cut.lab.xz: it ends too early"), "{error}");
    fs::write(&path, b"plain").unwrap();
    assert_eq!(read_file(&path).unwrap(), b"plain");
}

/// The word "plain" as `xz --check=none` packs it; the size of the dictionary is as in the format.
fn packed(dictionary: u8) -> Vec<u8> {
    let start = b"\xFD7zXZ\0\0\0\xFF\x12\xD9A";
    let block = [2, 0, 0x21, 1, dictionary, 0, 0, 0];
    let mut checksum = flate2::Crc::new();
    checksum.update(&block);
    let content = b"\x01\0\x04plain\0\0\0\0";
    let end = b"\0\x01\x15\x05\xB0\xA7Yg\x06r\x9Ez\x01\0\0\0\0\0YZ";
    let parts: [&[u8]; 5] = [start, &block, &checksum.sum().to_le_bytes(), content, end];
    parts.concat()
}

#[test]
fn what_takes_too_much_memory_to_unpack_is_refused() {
    let directory = Directory::new("memory");
    let path = directory.join("large.lab.xz");
    // 64 MB, the dictionary of xz -9, and 4 GB, the largest there is.
    fs::write(&path, packed(28)).unwrap();
    assert_eq!(read_file(&path).unwrap(), b"plain");
    fs::write(&path, packed(40)).unwrap();
    let error = read_file(&path).unwrap_err().to_string();
    assert!(error.contains("more than 256 MB of memory"), "{error}");
}

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
        per_game: 3,
        last: None,
        seed: 1,
        rules: Some(Rules::default()),
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
fn suicide_in_a_record_is_taken_as_it_is() {
    let record = b"(;SZ[5]KM[7.5]RU[Chinese]RE[W+5.5];B[aa];W[ab];B[ee];W[bb];B[ed];W[ca];B[ba];W[ea];B[cc];W[dd];B[];W[])";
    let choice = Choice {
        per_game: 12,
        last: None,
        seed: 1,
        rules: None,
    };
    let (records, faults) = RecordSource::read(record, choice);
    assert!(faults.is_empty(), "{faults:?}");
    let plies: Vec<_> = (0..records.len())
        .map(|position| records.sample(position).map(|s| s.game.moves().len()))
        .collect();
    assert_eq!(plies, (0..12).map(Ok).collect::<Vec<_>>());
}

#[test]
fn the_end_of_a_game_is_taken_alone() {
    let choice = Choice {
        per_game: 8,
        last: Some(3),
        seed: 1,
        rules: Some(Rules::default()),
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
    let (records, _) = RecordSource::read(
        RECORDS,
        Choice {
            per_game: 2,
            last: None,
            seed: 1,
            rules: None,
        },
    );
    let joined = Joined::new(vec![Box::new(source(3)), Box::new(records)]);
    assert_eq!(joined.len(), 3 + 4);
    assert_eq!(joined.sample(2).unwrap().game.komi(), 7.5);
    assert_eq!(joined.sample(3).unwrap().game.komi(), 2.5);
    assert_eq!(joined.sample(6).unwrap().game.komi(), 0.5);
}

#[test]
fn games_against_itself_repeat_and_are_played_once() {
    let self_play = SelfPlay {
        settings: Settings::default(),
        playouts: 20,
        quick_playouts: 5,
        share: 0.5,
        sides: (3, 5),
        seed: 1,
        entries: 24,
    };
    let play = |directory: &Path, files| {
        let making = Making {
            directory,
            plan: "games".to_owned(),
            threads: 2,
        };
        play_games(&self_play, files, 2, 3, &making, &|_, _| ()).unwrap()
    };
    let directory = Directory::new("games");
    let [whole, parts] = ["whole", "parts"].map(|name| directory.join(name));
    let made = play(&whole, (0, 4));
    assert!(made.shards == 4 && made.positions > 20, "{made:?}");
    play(&parts, (2, 2));
    let rest = play(&parts, (0, 4));
    assert_eq!((rest.shards, rest.kept), (2, 2));
    assert_eq!(files(&parts), files(&whole));
    let names: Vec<String> = files(&whole).into_iter().map(|(name, _)| name).collect();
    assert_eq!(
        names
            .iter()
            .filter(|name| name.starts_with("validation-"))
            .count(),
        2
    );
    for (name, file) in files(&whole)
        .into_iter()
        .filter(|(name, _)| name.ends_with(".shard"))
    {
        let word = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
        let (area, count) = (word(12) * word(16), word(20));
        let aligned = |bytes: usize| (bytes * count).next_multiple_of(64);
        let wins = 64 + aligned((22 * area).div_ceil(8)) + aligned(76) + 2 * aligned(48);
        for win in file[wins..][..4 * count].chunks(4) {
            let win = f32::from_le_bytes(win.try_into().unwrap());
            assert!([0.0, 0.5, 1.0].contains(&win), "{name}");
        }
    }
}
