//! Data packed with gzip.

use flate2::bufread::GzDecoder;
use std::io::{self, BufRead, Read};

/// The first bytes of gzip's format.
pub(super) const MARK: [u8; 2] = [0x1f, 0x8b];

/// So many members that unpack to nothing may follow each other: they take time and count for no limit.
const MOST_EMPTY: u32 = 1000;

/// Unpacks one member of a file after the other. Zeros behind a member, with which tapes and disks are filled up, are passed over.
pub(super) struct Unpacked<R> {
    /// None after the last member.
    member: Option<GzDecoder<R>>,
    /// How many members have ended since the last byte.
    ended: u32,
}

impl<R: BufRead> Unpacked<R> {
    pub(super) fn new(input: R) -> Unpacked<R> {
        Unpacked {
            member: Some(GzDecoder::new(input)),
            ended: 0,
        }
    }
}

impl<R: BufRead> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let count = member.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                self.ended = 0;
                return Ok(count);
            }
            self.ended += 1;
            if self.ended > MOST_EMPTY {
                return Err(bad("too many of its parts are empty"));
            }
            if let Some(member) = self.member.take() {
                self.member = next_member(member.into_inner())?;
            }
        }
        Ok(0)
    }
}

/// The member that begins behind another one and any zeros.
fn next_member<R: BufRead>(mut input: R) -> io::Result<Option<GzDecoder<R>>> {
    skip_zeros(&mut input)?;
    match input.fill_buf()?.first() {
        None => Ok(None),
        Some(&byte) if byte == MARK[0] => Ok(Some(GzDecoder::new(input))),
        Some(_) => Err(bad("something else follows it")),
    }
}

fn bad(text: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, text)
}

fn skip_zeros(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = input.fill_buf()?;
        let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
        if zeros == 0 {
            return Ok(());
        }
        input.consume(zeros);
    }
}
