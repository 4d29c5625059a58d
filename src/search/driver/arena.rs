//! Room for the items of a tree or a table: chunks that are made when they are first needed.

use super::headroom::{HEADROOM, leave};
use std::collections::TryReserveError;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// To give so many back takes up to some hundredths of a second.
const MANY_ITEMS: usize = 1 << 16;

/// Chunks that no arena uses now, kept for the next one that needs some.
///
/// What one thread gives back to the allocator is often not there for another one, since each has a heap of its own. A program
/// that frees its trees so comes to take up to half as much again as it uses.
///
/// Once the system has refused memory, nothing is kept any more: others may need it.
pub struct Spare<T>(Mutex<Option<Vec<Box<[T]>>>>);

impl<T> Spare<T> {
    /// None so far.
    pub const fn new() -> Spare<T> {
        Spare(Mutex::new(Some(Vec::new())))
    }

    /// Gives back all that are more than `most`.
    pub fn keep_at_most(&self, most: usize) {
        if let Some(kept) = &mut *self.lock() {
            kept.truncate(most);
        }
    }

    /// Gives all back, and keeps none from now on.
    fn close(&self) {
        *self.lock() = None;
    }

    fn take(&self) -> Option<Box<[T]>> {
        self.lock().as_mut()?.pop()
    }

    fn put(&self, chunks: impl Iterator<Item = Box<[T]>>) {
        match &mut *self.lock() {
            Some(kept) => kept.extend(chunks),
            None => chunks.for_each(drop),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Vec<Box<[T]>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Items found by 32-bit indices, in chunks of `CHUNK`.
pub struct Arena<T: 'static, const CHUNK: usize> {
    chunks: Vec<OnceLock<Box<[T]>>>,
    /// Where chunks come from first, if there are others to share them with.
    spare: Option<&'static Spare<T>>,
}

impl<T: Default, const CHUNK: usize> Arena<T, CHUNK> {
    /// Bytes of a chunk.
    pub const CHUNK_BYTES: usize = CHUNK * size_of::<T>();

    /// Room for at most `bytes` bytes, and for two chunks at least. The first one is made at once.
    pub fn new(bytes: usize) -> Arena<T, CHUNK> {
        Self::of_bytes(bytes, None)
    }

    /// The same for items that hold nothing on the heap, in chunks from `spare` as long as there are some. Others are made only while
    /// that leaves [`HEADROOM`] to all else.
    pub fn sharing(bytes: usize, spare: &'static Spare<T>) -> Arena<T, CHUNK> {
        const { assert!(!std::mem::needs_drop::<T>()) };
        Self::of_bytes(bytes, Some(spare))
    }

    fn of_bytes(bytes: usize, spare: Option<&'static Spare<T>>) -> Arena<T, CHUNK> {
        let chunks = (bytes / Self::CHUNK_BYTES).clamp(2, u32::MAX as usize / CHUNK - 1);
        let mut arena = Arena::of_chunks(chunks);
        arena.spare = spare;
        if let Some(spare) = spare {
            // What a larger limit of memory has left is not to be kept for ever.
            spare.keep_at_most(chunks);
        }
        // Whatever else may lack memory, without this one there is nothing to be done.
        let first = arena.spare_chunk().map_or_else(|| fresh_items(CHUNK), Ok);
        let _ = arena.chunks[0].set(first.expect("memory for the first chunk"));
        arena
    }

    /// Room for so many chunks, none of which is made yet.
    pub fn of_chunks(chunks: usize) -> Arena<T, CHUNK> {
        Arena {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            spare: None,
        }
    }

    /// The number of items that fit.
    pub fn capacity(&self) -> usize {
        self.chunks.len() * CHUNK
    }

    /// Makes a chunk, if nobody has done so.
    ///
    /// # Errors
    /// If the system has no memory for it, or would have too little left.
    pub fn make_chunk(&self, chunk: usize) -> Result<(), TryReserveError> {
        let chunk = &self.chunks[chunk];
        if chunk.get().is_none() {
            // Where two workers make it at once, the first one's stays.
            let _ = chunk.set(self.fresh_chunk()?);
        }
        Ok(())
    }

    fn fresh_chunk(&self) -> Result<Box<[T]>, TryReserveError> {
        if let Some(items) = self.spare_chunk() {
            return Ok(items);
        }
        let Some(spare) = self.spare else {
            return fresh_items(CHUNK);
        };
        let fresh = leave(HEADROOM + Self::CHUNK_BYTES).and_then(|()| fresh_items(CHUNK));
        if fresh.is_err() {
            spare.close();
        }
        fresh
    }

    /// A chunk that another arena has had, as if it were new.
    fn spare_chunk(&self) -> Option<Box<[T]>> {
        let mut items = self.spare?.take()?;
        items.fill_with(T::default);
        Some(items)
    }

    /// The item with this index, none before its chunk has been made.
    #[inline]
    pub fn get(&self, index: u32) -> Option<&T> {
        let chunk = self.chunks[index as usize / CHUNK].get()?;
        Some(&chunk[index as usize % CHUNK])
    }

    /// The item with this index, in a chunk that is made if nobody has done so.
    ///
    /// # Errors
    /// As [`Arena::make_chunk`].
    pub fn get_or_make(&self, index: u32) -> Result<&T, TryReserveError> {
        self.make_chunk(index as usize / CHUNK)?;
        Ok(self.item(index))
    }

    /// `count` items of one chunk from index `first` on. The chunk has been made.
    #[inline(always)]
    pub fn items(&self, first: u32, count: usize) -> &[T] {
        let start = first as usize % CHUNK;
        &self.chunk(first)[start..start + count]
    }

    /// The item with this index. Its chunk has been made.
    #[inline(always)]
    pub fn item(&self, index: u32) -> &T {
        &self.chunk(index)[index as usize % CHUNK]
    }

    /// The same, to be changed.
    pub fn item_mut(&mut self, index: u32) -> &mut T {
        let chunk = self.chunks[index as usize / CHUNK].get_mut();
        &mut chunk.expect("it was made before its first item was handed out")
            [index as usize % CHUNK]
    }

    #[inline(always)]
    fn chunk(&self, index: u32) -> &[T] {
        let chunk = self.chunks[index as usize / CHUNK].get();
        chunk.expect("it was made before its first item was handed out")
    }

    /// Gives back the chunks from this one on, on a thread of its own where that would keep somebody waiting.
    pub fn drop_from(&mut self, chunk: usize)
    where
        T: Send + 'static,
    {
        let mut chunks: Vec<_> = self.take_from(chunk).collect();
        // One is given back here: what comes next needs room at once.
        drop(chunks.pop());
        if chunks.len() * CHUNK >= MANY_ITEMS {
            // If the system gives no thread, they are dropped here.
            let _ = std::thread::Builder::new().spawn(move || drop(chunks));
        }
    }
}

impl<T, const CHUNK: usize> Arena<T, CHUNK> {
    /// Takes out the chunks from this one on, to be made anew when they are needed.
    fn take_from(&mut self, chunk: usize) -> impl Iterator<Item = Box<[T]>> {
        self.chunks
            .iter_mut()
            .skip(chunk)
            .filter_map(OnceLock::take)
    }

    /// Sets the chunks from this one on aside for all that share them, or gives them back.
    pub fn set_aside_from(&mut self, chunk: usize) {
        match self.spare {
            Some(spare) => spare.put(self.take_from(chunk)),
            None => self.take_from(chunk).for_each(drop),
        }
    }
}

impl<T: 'static, const CHUNK: usize> Drop for Arena<T, CHUNK> {
    fn drop(&mut self) {
        self.set_aside_from(0);
    }
}

/// So many items of which nothing is known.
///
/// # Errors
/// If the system has no memory for them.
fn fresh_items<T: Default>(count: usize) -> Result<Box<[T]>, TryReserveError> {
    let mut items = Vec::new();
    items.try_reserve_exact(count)?;
    items.resize_with(count, T::default);
    Ok(items.into_boxed_slice())
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
    fn chunks_set_aside_are_used_again_as_if_they_were_new() {
        static SPARE: Spare<u64> = Spare::new();
        let kept = || SPARE.lock().as_ref().map_or(0, Vec::len);
        let mut first = Arena::<u64, 4>::sharing(96, &SPARE);
        first.make_chunk(2).unwrap();
        *first.item_mut(9) = 7;
        first.set_aside_from(1);
        assert_eq!((first.get(9), kept()), (None, 1));
        let second = Arena::<u64, 4>::sharing(96, &SPARE);
        assert_eq!((second.items(0, 4), kept()), (&[0; 4][..], 0));
        drop((first, second));
        assert_eq!(kept(), 2);
        let _small = Arena::<u64, 4>::sharing(0, &SPARE);
        assert_eq!(kept(), 1);
        SPARE.keep_at_most(0);
        assert_eq!(kept(), 0);
        SPARE.close();
        drop(Arena::<u64, 4>::sharing(0, &SPARE));
        assert!(SPARE.lock().is_none());
    }

    #[test]
    fn memory_that_the_system_does_not_have_is_an_error() {
        assert!(fresh_items::<u64>(usize::MAX / size_of::<u64>()).is_err());
    }
}
