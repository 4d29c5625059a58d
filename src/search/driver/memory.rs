//! How much of the memory a tree may take.

use crate::net::Network;
use crate::search::Settings;

/// Bytes in memory for each parameter of a network: a 3×3 filter is kept as it is, and as the 7×7 numbers of Winograd's
/// convolution: (9 + 49) / 9 floats of 4 bytes.
const WEIGHT_BYTES: usize = 26;

/// What each further worker takes on 19×19 besides the tree: a heap of its own, and boards on which it reads ladders or what a
/// network computes.
const WORKER_BYTES: usize = 1_500_000;

/// Bytes that one search may use for its tree if networks take `network` bytes.
pub fn room(settings: &Settings, network: usize) -> usize {
    let bytes = tree_bytes(settings.memory_mb);
    let sharers = settings.sharers.max(1);
    let further_workers = sharers * settings.threads.max(1) - 1;
    let taken = network + further_workers * WORKER_BYTES;
    // Without room a search would make its visits and learn nothing: what is too large comes on top.
    let left = bytes.saturating_sub(taken).max(bytes / 4);
    left / sharers
}

/// Bytes that a network and the evaluations that are kept take for all searches.
pub fn bytes_of(network: &Network) -> usize {
    network.cache().bytes() + network.about().parameters as usize * WEIGHT_BYTES
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
}
