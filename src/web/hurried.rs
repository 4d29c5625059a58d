//! A deadline for a connection.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A connection on which all that is read and written has one time, however slow the other side is.
pub struct Hurried<'a> {
    stream: &'a TcpStream,
    deadline: Instant,
}

impl<'a> Hurried<'a> {
    /// Reads from `stream` and writes to it for so long, from now on.
    pub fn new(stream: &'a TcpStream, time: Duration) -> Hurried<'a> {
        Hurried {
            stream,
            deadline: Instant::now() + time,
        }
    }

    /// What is left of the time.
    fn left(&self) -> io::Result<Option<Duration>> {
        match self.deadline.saturating_duration_since(Instant::now()) {
            Duration::ZERO => Err(ErrorKind::TimedOut.into()),
            left => Ok(Some(left)),
        }
    }
}

impl Read for Hurried<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(bytes)
    }
}

impl Write for Hurried<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::socket::tests::connection;
    use std::thread;

    /// What does not end by then hangs.
    const LIMIT: Duration = Duration::from_secs(30);

    #[test]
    fn a_slow_reader_gets_no_more_time_than_others() {
        let (mut reader, stream) = connection();
        let slow = thread::spawn(move || {
            let mut part = [0; 4096];
            while reader.read(&mut part).is_ok_and(|count| count > 0) {
                thread::sleep(Duration::from_millis(1));
            }
        });
        let began = Instant::now();
        let mut out = Hurried::new(&stream, Duration::from_millis(100));
        // It never stops reading, so that no single write waits for long.
        while out.write_all(&[0; 4096]).is_ok() {
            assert!(began.elapsed() < LIMIT, "it is given more and more time");
        }
        assert_eq!(out.write_all(&[0]).unwrap_err().kind(), ErrorKind::TimedOut);
        stream.shutdown(std::net::Shutdown::Both).unwrap();
        slow.join().unwrap();
    }

    #[test]
    fn a_slow_writer_gets_no_more_time_than_others() {
        let (mut writer, stream) = connection();
        let slow = thread::spawn(move || {
            while writer.write_all(b"x").is_ok() {
                thread::sleep(Duration::from_millis(1));
            }
        });
        let began = Instant::now();
        let mut input = Hurried::new(&stream, Duration::from_millis(100));
        while input.read(&mut [0; 16]).is_ok() {
            assert!(began.elapsed() < LIMIT, "it is given more and more time");
        }
        stream.shutdown(std::net::Shutdown::Both).unwrap();
        slow.join().unwrap();
    }
}
