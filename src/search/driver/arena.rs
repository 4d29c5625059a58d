//! Room for the nodes of a tree, and for tables: chunks that are made when they are first needed.

use std::collections::TryReserveError;
use std::sync::OnceLock;

/// To give so many back takes up to some hundredths of a second.
const MANY_NODES: usize = 1 << 16;

/// Items found by 32-bit indices, in chunks of `CHUNK`.
pub struct Arena<T, const CHUNK: usize>(Vec<OnceLock<Box<[T]>>>);

impl<T: Default, const CHUNK: usize> Arena<T, CHUNK> {
    /// Bytes of a chunk.
    pub const CHUNK_BYTES: usize = CHUNK * size_of::<T>();

    /// Room for at most `bytes` bytes, and for two chunks at least. The first one is made at once.
    pub fn new(bytes: usize) -> Arena<T, CHUNK> {
        let chunks = (bytes / Self::CHUNK_BYTES).clamp(2, u32::MAX as usize / CHUNK - 1);
        let arena = Arena::of_chunks(chunks);
        let first = arena.make_chunk(0);
        first.expect("memory for the root of a tree");
        arena
    }

    /// Room for so many chunks, none of which is made yet.
    pub fn of_chunks(chunks: usize) -> Arena<T, CHUNK> {
        Arena((0..chunks).map(|_| OnceLock::new()).collect())
    }

    /// The number of nodes that fit.
    pub fn capacity(&self) -> usize {
        self.0.len() * CHUNK
    }

    /// Makes a chunk, if nobody has done so.
    ///
    /// # Errors
    /// If the system has no memory for it.
    pub fn make_chunk(&self, chunk: usize) -> Result<(), TryReserveError> {
        let chunk = &self.0[chunk];
        if chunk.get().is_none() {
            // Where two workers make it at once, the first one's stays.
            let _ = chunk.set(fresh_nodes(CHUNK)?);
        }
        Ok(())
    }

    /// The node with this index, none before its chunk has been made.
    #[inline]
    pub fn get(&self, index: u32) -> Option<&T> {
        let chunk = self.0[index as usize / CHUNK].get()?;
        Some(&chunk[index as usize % CHUNK])
    }

    /// The node with this index, in a chunk that is made if nobody has done so.
    ///
    /// # Errors
    /// If the system has no memory for it.
    pub fn get_or_make(&self, index: u32) -> Result<&T, TryReserveError> {
        self.make_chunk(index as usize / CHUNK)?;
        Ok(self.node(index))
    }

    /// `count` nodes of one chunk from index `first` on. The chunk has been made.
    #[inline(always)]
    pub fn nodes(&self, first: u32, count: usize) -> &[T] {
        let start = first as usize % CHUNK;
        &self.chunk(first)[start..start + count]
    }

    /// The node with this index. Its chunk has been made.
    #[inline(always)]
    pub fn node(&self, index: u32) -> &T {
        &self.chunk(index)[index as usize % CHUNK]
    }

    /// The same, to be changed.
    pub fn node_mut(&mut self, index: u32) -> &mut T {
        let chunk = self.0[index as usize / CHUNK].get_mut();
        &mut chunk.expect("it was made before its first node was handed out")
            [index as usize % CHUNK]
    }

    #[inline(always)]
    fn chunk(&self, index: u32) -> &[T] {
        let chunk = self.0[index as usize / CHUNK].get();
        chunk.expect("it was made before its first node was handed out")
    }

    /// Takes out the chunks from this one on, to be made anew when they are needed.
    pub fn take_from(&mut self, chunk: usize) -> impl Iterator<Item = Box<[T]>> {
        self.0.iter_mut().skip(chunk).filter_map(OnceLock::take)
    }

    /// Gives back the chunks from this one on, on a thread of its own where that would keep somebody waiting.
    pub fn drop_from(&mut self, chunk: usize)
    where
        T: Send + 'static,
    {
        let mut chunks: Vec<_> = self.take_from(chunk).collect();
        // Room for what is needed at once.
        drop(chunks.pop());
        if chunks.len() * CHUNK >= MANY_NODES {
            // If the system gives no thread, they are dropped here.
            let _ = std::thread::Builder::new().spawn(move || drop(chunks));
        }
    }
}

/// So many nodes of which nothing is known.
///
/// # Errors
/// If the system has no memory for them.
fn fresh_nodes<T: Default>(count: usize) -> Result<Box<[T]>, TryReserveError> {
    let mut nodes = Vec::new();
    nodes.try_reserve_exact(count)?;
    nodes.resize_with(count, T::default);
    Ok(nodes.into_boxed_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chunk_is_made_when_it_is_needed_first() {
        let mut arena = Arena::<u64, 4>::of_chunks(3);
        assert_eq!((arena.capacity(), arena.get(5)), (12, None));
        assert_eq!(arena.get_or_make(5), Ok(&0));
        assert_eq!((arena.get(4), arena.get(8)), (Some(&0), None));
        assert_eq!(arena.take_from(0).count(), 1);
        assert_eq!(arena.get(5), None);
    }

    #[test]
    fn memory_that_the_system_does_not_have_is_an_error() {
        assert!(fresh_nodes::<u64>(usize::MAX / size_of::<u64>()).is_err());
    }
}
