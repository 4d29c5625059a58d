//! Words and numbers out of an unpacked model file, which is text, with blocks of binary floats
//! in it where the file is of the binary kind.

use crate::net::file::error::{Fault, FileError};
use crate::net::file::limits;
use std::io::{self, BufRead, Read};
use std::str::FromStr;

/// What stands before the floats of a binary block.
const BINARY_MARK: &[u8] = b"@BIN@";

/// Floats that are read at once. Memory is claimed only for what the file has already shown.
const CHUNK: usize = 1 << 16;

/// Reads words and floats and knows where it stands.
pub(super) struct Source<R> {
    input: R,
    /// The version of the format, once the head of the file has told it.
    pub(super) version: u32,
    /// Bytes consumed.
    offset: u64,
    /// The layer being read, for errors.
    part: String,
    /// Weights that may still be read.
    weights_left: usize,
    /// Blocks that may still be read.
    blocks_left: usize,
    /// Pairs of channels that may still be turned.
    pairs_left: usize,
    /// Whether the bytes come out of a decompressor, whose errors mean damaged data.
    packed: bool,
}

impl<R: BufRead> Source<R> {
    pub(super) fn new(input: R, packed: bool) -> Source<R> {
        Source {
            input,
            version: 0,
            offset: 0,
            part: "the head of the file".to_owned(),
            weights_left: limits::WEIGHTS,
            blocks_left: limits::BLOCKS,
            pairs_left: limits::TURNED_PAIRS,
            packed,
        }
    }

    /// An error about what was just read.
    pub(super) fn error(&self, text: impl Into<String>) -> FileError {
        self.fault(Fault::Content(text.into()))
    }

    fn fault(&self, fault: Fault) -> FileError {
        FileError::new(self.offset, &self.part, fault)
    }

    fn io_error(&self, error: io::Error) -> FileError {
        use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
        match error.kind() {
            UnexpectedEof => self.fault(Fault::Ends),
            InvalidData | InvalidInput if self.packed => self.fault(Fault::Unpack(error)),
            _ => self.fault(Fault::Io(error)),
        }
    }

    /// The next byte, which stays in the input; `None` at the end.
    fn peek(&mut self) -> Result<Option<u8>, FileError> {
        let next = self.input.fill_buf().map(|bytes| bytes.first().copied());
        let next = next.map_err(|error| self.io_error(error))?;
        if next.is_some() {
            self.check_length()?;
        }
        Ok(next)
    }

    fn skip(&mut self) {
        self.input.consume(1);
        self.offset += 1;
    }

    /// Skips white space. Returns the byte that follows, which stays in the input; `None` at the end.
    fn skip_space(&mut self) -> Result<Option<u8>, FileError> {
        for _ in 0..limits::SPACE {
            match self.peek()? {
                Some(byte) if byte.is_ascii_whitespace() => self.skip(),
                other => return Ok(other),
            }
        }
        Err(self.error("too much white space"))
    }

    /// The next word.
    pub(super) fn word(&mut self) -> Result<String, FileError> {
        if self.skip_space()?.is_none() {
            return Err(self.fault(Fault::Ends));
        }
        let mut word = String::new();
        while let Some(byte) = self.peek()? {
            if byte.is_ascii_whitespace() {
                break;
            }
            if !byte.is_ascii_graphic() {
                return Err(self.error("binary data where text was expected"));
            }
            if word.len() == limits::TOKEN {
                return Err(self.error("a word without end"));
            }
            word.push(byte as char);
            self.skip();
        }
        Ok(word)
    }

    /// Reads the name of the layer or block that follows: from now on errors speak of it.
    pub(super) fn begin_part(&mut self) -> Result<(), FileError> {
        self.part = self.word()?;
        Ok(())
    }

    /// The next word as a number.
    pub(super) fn number<T: FromStr>(&mut self, what: &str) -> Result<T, FileError> {
        let word = self.word()?;
        word.parse()
            .map_err(|_| self.error(format!("{what}: '{word}' is not a valid number")))
    }

    /// A whole number from 1 to `most`.
    pub(super) fn count(&mut self, what: &str, most: usize) -> Result<usize, FileError> {
        let count: usize = self.number(what)?;
        if (1..=most).contains(&count) {
            return Ok(count);
        }
        Err(self.error(format!("{what} is {count}, not from 1 to {most}")))
    }

    /// A 0 or a 1.
    pub(super) fn flag(&mut self, what: &str) -> Result<bool, FileError> {
        match self.word()?.as_str() {
            "0" => Ok(false),
            "1" => Ok(true),
            word => Err(self.error(format!("{what} is '{word}', neither 0 nor 1"))),
        }
    }

    /// A number above 0 that is not infinite.
    pub(super) fn positive<T: FromStr + Into<f64> + Copy>(
        &mut self,
        what: &str,
    ) -> Result<T, FileError> {
        let number: T = self.number(what)?;
        let value: f64 = number.into();
        if value > 0.0 && value.is_finite() {
            return Ok(number);
        }
        Err(self.error(format!("{what} is {value}, not above 0")))
    }

    /// Options that no version gives a meaning yet: each must be 0.
    pub(super) fn unused(&mut self, options: usize) -> Result<(), FileError> {
        for _ in 0..options {
            let value: i64 = self.number("option")?;
            if value != 0 {
                let text = format!("an option is {value}; a newer version must know it");
                return Err(self.error(text));
            }
        }
        Ok(())
    }

    /// Counts one more block.
    pub(super) fn claim_block(&mut self) -> Result<(), FileError> {
        let claimed = take(&mut self.blocks_left, 1);
        claimed.ok_or_else(|| self.error(format!("more than {} blocks", limits::BLOCKS)))
    }

    /// Counts so many more weights.
    pub(super) fn claim_weights(&mut self, count: usize) -> Result<(), FileError> {
        let most = limits::WEIGHTS;
        let claimed = take(&mut self.weights_left, count);
        claimed.ok_or_else(|| self.error(format!("more than {most} weights in all")))
    }

    /// Counts so many more pairs of channels that attention turns.
    pub(super) fn claim_pairs(&mut self, count: usize) -> Result<(), FileError> {
        let most = limits::TURNED_PAIRS;
        let claimed = take(&mut self.pairs_left, count);
        claimed.ok_or_else(|| self.error(format!("more than {most} turned pairs of channels")))
    }

    /// `count` weights, all finite. Those too small to be normal numbers become zero: some transformers have them in
    /// every 24th place, they change no sum of their layer, and Intel's processors take a hundred times as long over each.
    pub(super) fn floats(&mut self, count: usize) -> Result<Vec<f32>, FileError> {
        self.claim_weights(count)?;
        let mut floats = match self.skip_space()? {
            Some(b'@') => self.binary_floats(count)?,
            _ => self.text_floats(count)?,
        };
        for weight in floats.iter_mut().filter(|weight| weight.is_subnormal()) {
            *weight = 0.0;
        }
        match floats.iter().position(|weight| !weight.is_finite()) {
            None => Ok(floats),
            Some(index) => {
                let weight = floats[index];
                Err(self.error(format!("weight {index} of {count} is {weight}")))
            }
        }
    }

    fn text_floats(&mut self, count: usize) -> Result<Vec<f32>, FileError> {
        let mut floats = Vec::with_capacity(count.min(CHUNK));
        for _ in 0..count {
            floats.push(self.number("weight")?);
        }
        Ok(floats)
    }

    fn binary_floats(&mut self, count: usize) -> Result<Vec<f32>, FileError> {
        if self.bytes(BINARY_MARK.len())? != BINARY_MARK {
            return Err(self.error("the mark @BIN@ before binary weights is missing"));
        }
        let mut floats = Vec::new();
        while floats.len() < count {
            let bytes = self.bytes(4 * (count - floats.len()).min(CHUNK))?;
            let words = bytes.chunks_exact(4);
            floats.extend(words.map(|word| f32::from_le_bytes(word.try_into().expect("4 bytes"))));
        }
        floats.shrink_to_fit();
        Ok(floats)
    }

    fn bytes(&mut self, count: usize) -> Result<Vec<u8>, FileError> {
        let mut bytes = Vec::with_capacity(count);
        let mut input = self.input.by_ref().take(count as u64);
        let read = input.read_to_end(&mut bytes);
        // Errors name the byte where the file ends, not the one where the weights began.
        self.offset += bytes.len() as u64;
        read.map_err(|error| self.io_error(error))?;
        if bytes.len() < count {
            return Err(self.fault(Fault::Ends));
        }
        self.check_length()?;
        Ok(bytes)
    }

    /// A small file may be a long one once it is unpacked.
    fn check_length(&self) -> Result<(), FileError> {
        if self.offset > limits::BYTES {
            return Err(self.error(format!("more than {} bytes", limits::BYTES)));
        }
        Ok(())
    }

    /// Checks that nothing but white space follows. This also reaches the checksum of packed data.
    pub(super) fn end(&mut self) -> Result<(), FileError> {
        self.part = "the end of the file".to_owned();
        match self.skip_space()? {
            None => Ok(()),
            Some(_) => Err(self.error("more data than the network needs")),
        }
    }
}

/// Takes so much of what is left; `None` if there is not so much.
fn take(left: &mut usize, count: usize) -> Option<()> {
    *left = left.checked_sub(count)?;
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_stream_out_of_a_small_file_is_refused() {
        let mut source = Source::new(&b"some words"[..], true);
        assert_eq!(source.word().unwrap(), "some");
        source.offset = limits::BYTES - 2;
        let error = source.word().unwrap_err().to_string();
        assert!(error.contains("more than 4294967296 bytes"), "{error}");
        source.offset = limits::BYTES;
        assert!(source.bytes(1).is_err());
    }

    /// Reads numbers as binary and as text.
    fn read(numbers: &[f32]) -> [Result<Vec<f32>, FileError>; 2] {
        let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
        let binary: Vec<u8> = BINARY_MARK.iter().copied().chain(bytes).collect();
        let text: String = numbers
            .iter()
            .map(|number| format!("{number:e} "))
            .collect();
        [binary, text.into_bytes()].map(|file| Source::new(&file[..], false).floats(numbers.len()))
    }

    #[test]
    fn weights_that_are_no_numbers_are_refused() {
        for bad in [f32::NAN, f32::INFINITY] {
            for found in read(&[0.5, bad]) {
                let error = found.unwrap_err().to_string();
                assert!(error.contains("weight 1 of 2 is"), "{error}");
            }
        }
    }

    /// They cost Intel's processors a hundred times as much as others.
    #[test]
    fn weights_that_are_not_normal_numbers_become_zero() {
        for found in read(&[1e-39, -1e-45, 2e-38, -2e-38]) {
            assert_eq!(found.unwrap(), [0.0, 0.0, 2e-38, -2e-38]);
        }
    }
}
