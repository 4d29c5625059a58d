//! Reading lines in bounded memory.

use std::io::{self, BufRead, ErrorKind};
use std::thread;
use std::time::Duration;

/// How long an input that is non-blocking, as other programs leave a terminal, is left alone when it has nothing.
const BREATH: Duration = Duration::from_millis(10);

/// What [`read_line`] met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Read {
    /// A line, or what stood after the last line feed, in whole.
    Whole,
    /// A line longer than the limit: its beginning was kept, the rest dropped.
    Cut,
    /// Nothing more to read.
    End,
}

/// Reads up to the next line feed, which is consumed and not stored.
///
/// Bytes for which `keep` is false are skipped and do not count; of the others,
/// the first `limit` are stored in `line`.
///
/// # Errors
/// In words, if the reader cannot read.
pub(crate) fn read_line(
    reader: &mut impl BufRead,
    line: &mut Vec<u8>,
    limit: usize,
    keep: impl Fn(u8) -> bool,
) -> io::Result<Read> {
    line.clear();
    let mut cut = false;
    let mut started = false;
    loop {
        let chunk = match reader.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                thread::sleep(BREATH);
                continue;
            }
            // A client at the other end of a socket has gone.
            Err(error) if error.kind() == ErrorKind::ConnectionReset => &[],
            Err(error) => {
                let words = format!("cannot read the input: {error}");
                return Err(io::Error::new(error.kind(), words));
            }
        };
        if chunk.is_empty() && !started {
            return Ok(Read::End);
        }
        started = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let text = &chunk[..end.unwrap_or(chunk.len())];
        for &byte in text.iter().filter(|&&byte| keep(byte)) {
            if line.len() == limit {
                cut = true;
                break;
            }
            line.push(byte);
        }
        let finished = end.is_some() || chunk.is_empty();
        let used = text.len() + usize::from(end.is_some());
        reader.consume(used);
        if finished {
            return Ok(if cut { Read::Cut } else { Read::Whole });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, repeat};

    fn lines(text: &[u8], buffer: usize) -> Vec<(Read, String)> {
        let mut reader = BufReader::with_capacity(buffer, text);
        let mut line = Vec::new();
        let mut found = Vec::new();
        loop {
            match read_line(&mut reader, &mut line, 5, |byte| byte != b'\r').unwrap() {
                Read::End => return found,
                read => found.push((read, String::from_utf8(line.clone()).unwrap())),
            }
        }
    }

    #[test]
    fn whatever_the_buffer_the_lines_are_the_same() {
        let text = b"one\r\n\nlonger than five\nfive5\r\nend";
        let expected = [
            (Read::Whole, "one"),
            (Read::Whole, ""),
            (Read::Cut, "longe"),
            (Read::Whole, "five5"),
            (Read::Whole, "end"),
        ]
        .map(|(read, line)| (read, line.to_string()));
        for buffer in 1..40 {
            assert_eq!(lines(text, buffer), expected);
        }
    }

    /// Fails in these ways, the last one first, before it has something.
    struct Late(&'static [u8], Vec<ErrorKind>);

    impl io::Read for Late {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.1.pop() {
                Some(kind) => Err(kind.into()),
                None => self.0.read(buffer),
            }
        }
    }

    #[test]
    fn what_has_nothing_yet_is_waited_for_who_has_gone_ends_and_what_cannot_be_read_is_told() {
        let mut line = Vec::new();
        let mut read = |failures: &[ErrorKind]| {
            let mut reader = BufReader::new(Late(b"name\n", failures.to_vec()));
            read_line(&mut reader, &mut line, 5, |_| true).map_err(|error| error.to_string())
        };
        let late = [ErrorKind::WouldBlock, ErrorKind::Interrupted];
        assert_eq!(read(&late), Ok(Read::Whole));
        assert_eq!(read(&[ErrorKind::ConnectionReset]), Ok(Read::End));
        let told = read(&[ErrorKind::IsADirectory]).unwrap_err();
        assert_eq!(told, "cannot read the input: is a directory");
    }

    #[test]
    fn a_hundred_megabytes_without_a_line_feed_take_no_memory() {
        use std::io::Read as _;
        let mut reader = BufReader::new(repeat(b'x').take(100 << 20));
        let mut line = Vec::new();
        assert_eq!(
            read_line(&mut reader, &mut line, 1000, |_| true).unwrap(),
            Read::Cut
        );
        assert_eq!(line.len(), 1000);
        assert!(line.capacity() < 4096);
        assert_eq!(
            read_line(&mut reader, &mut line, 1000, |_| true).unwrap(),
            Read::End
        );
    }
}
