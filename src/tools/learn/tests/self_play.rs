//! Shards of games of Tengen against itself.

use super::*;
use crate::search::Settings;
use crate::temporary::Directory;

#[test]
fn games_against_itself_repeat_and_are_played_once() {
    let self_play = SelfPlay {
        settings: Settings::default(),
        playouts: 20,
        quick_playouts: 5,
        share: 0.5,
        sides: (3, 5),
        seed: 1,
    };
    let play = |directory: &Path, files| {
        let making = Making {
            directory,
            plan: "games".to_owned(),
            threads: 2,
        };
        play_games(&self_play, files, 2, 3, &making, &|_| ()).unwrap()
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
