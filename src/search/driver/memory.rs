//! How much of the memory a tree may take, and the evaluations that are remembered beside it.

use crate::net::Network;
use crate::search::Settings;

/// What each further worker takes on 19×19 besides the tree: a heap of its own, and boards on which it reads ladders or what a
/// network computes.
const WORKER_BYTES: usize = 1_500_000;

/// What a search beside that of the game has, in MB: the least, in which a thousand visits find room, and the most.
const BESIDE_MB: (usize, usize) = (8, 64);

/// Bytes that one search may use for its tree if networks take `network` bytes.
pub fn room(settings: &Settings, network: usize) -> usize {
    let (memory_mb, sharers) = share_of(settings);
    let bytes = tree_bytes(memory_mb);
    let further_workers = sharers * settings.threads.max(1) - 1;
    let taken = network + further_workers * WORKER_BYTES;
    // Without room a search would make its visits and learn nothing: what is too large comes on top.
    let left = bytes.saturating_sub(taken).max(bytes / 4);
    left / sharers
}

/// Bytes that one search may use for its tree beside this network, which remembers no more evaluations from now on than the
/// memory of the program has room for.
pub fn room_with(settings: &Settings, network: &Network) -> usize {
    let weights = network.weight_bytes();
    let cache = network.cache();
    cache.keep_to(cache_bytes(settings.memory_mb, weights));
    room(settings, weights + cache.bytes())
}

/// Bytes for the evaluations that all searches remember together: a quarter of what the weights leave, and something where
/// they leave nothing.
fn cache_bytes(memory_mb: usize, weights: usize) -> usize {
    let bytes = tree_bytes(memory_mb);
    (bytes.saturating_sub(weights) / 4).max(bytes / 16)
}

/// The memory, in MB, and how many searches share it. One beside that of the game has less, and has it for itself.
fn share_of(settings: &Settings) -> (usize, usize) {
    let sharers = settings.sharers.max(1);
    if !settings.is_beside {
        return (settings.memory_mb, sharers);
    }
    let (least, most) = BESIDE_MB;
    ((settings.memory_mb / sharers).clamp(least, most), 1)
}

/// Bytes of the tree within a limit for the whole program, in MB of a million bytes.
///
/// A sixteenth is left for moving a tree together and for the table of what the network gets wrong, 4 MB for one worker and all else.
fn tree_bytes(memory_mb: usize) -> usize {
    let bytes = memory_mb.saturating_mul(1_000_000);
    (bytes - bytes / 16).saturating_sub(4_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::{Loading, NetworkOptions};

    #[test]
    fn searches_share_what_a_network_and_the_workers_leave() {
        let room = |memory_mb, sharers, threads, network| {
            let settings = Settings {
                memory_mb,
                sharers,
                threads,
                ..Settings::default()
            };
            room(&settings, network)
        };
        let all = tree_bytes(512);
        assert_eq!(room(512, 1, 1, 0), all);
        assert_eq!(room(512, 1, 1, 100), all - 100);
        assert_eq!(room(512, 1, 16, 100), all - 15 * WORKER_BYTES - 100);
        assert_eq!(room(512, 8, 2, 100), (all - 15 * WORKER_BYTES - 100) / 8);
        // The evaluations that are kept take 67 MB, and a network of 28 million numbers 730 MB.
        assert!(room(512, 8, 1, 67_000_000) > 40_000_000);
        assert_eq!(room(512, 1, 1, 800_000_000), all / 4);
        assert_eq!(room(0, 1, 1, 5), 0);
    }

    #[test]
    fn a_search_beside_that_of_the_game_has_a_small_share() {
        let room = |memory_mb, sharers| {
            let settings = Settings {
                memory_mb,
                sharers,
                ..Settings::default()
            };
            room(&settings.beside().beside(), 0)
        };
        assert_eq!(room(512, 1), tree_bytes(64));
        assert_eq!(room(512, 16), tree_bytes(32));
        assert_eq!(room(16, 16), tree_bytes(8));
    }

    #[test]
    fn what_is_remembered_leaves_room_for_the_tree() {
        const WEIGHTS: usize = 16_000_000;
        assert_eq!(cache_bytes(512, WEIGHTS), (tree_bytes(512) - WEIGHTS) / 4);
        assert_eq!(cache_bytes(512, 800_000_000), tree_bytes(512) / 16);
        for memory_mb in [24, 32, 64, 128] {
            let cache = cache_bytes(memory_mb, WEIGHTS);
            let settings = Settings {
                memory_mb,
                ..Settings::default()
            };
            let tree = room(&settings, WEIGHTS + cache);
            assert!(
                WEIGHTS + cache + tree <= memory_mb * 1_000_000,
                "{memory_mb}"
            );
            assert!(cache <= tree, "{memory_mb}");
        }
    }

    /// The searches of a program remember together, and those beside that of the game are no reason to forget.
    #[test]
    fn a_network_remembers_no_more_than_the_memory_has_room_for() {
        let network = Loading::start_embedded(NetworkOptions::default())
            .unwrap()
            .wait()
            .unwrap();
        let all = network.cache().bytes();
        let left = |settings: Settings| {
            room_with(&settings, &network);
            network.cache().bytes()
        };
        let little = Settings {
            memory_mb: 64,
            ..Settings::default()
        };
        assert_eq!(left(Settings::default().beside()), all);
        assert_eq!(left(Settings::default()), all);
        let fewer = left(little.clone());
        assert!((8_000_000..12_000_000).contains(&fewer), "{fewer}");
        assert_eq!(left(little.beside()), fewer);
        assert_eq!(left(Settings::default()), all);
    }
}
