//! What a browser asks for: the head of an HTTP request, read within bounds of size and time.

use super::hurried::Hurried;
use std::io::{self, Read};
use std::net::TcpStream;
use std::time::Duration;

/// The longest head that is read, in bytes.
const LONGEST_HEAD: usize = 16 << 10;
/// The most header fields that are read.
const MOST_FIELDS: usize = 100;
/// How long a head may take in all, however slowly it comes.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why a request is not served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Not HTTP, or more than one value where there can be one.
    Malformed,
    /// A head of more than 16 KiB or 100 fields.
    TooLarge,
    /// A method other than GET and HEAD.
    NotGet,
    /// The address names another host: a name that leads here is not enough.
    WrongHost,
    /// The page that asks is another site's.
    WrongOrigin,
    /// The address lacks the token.
    NoToken,
    /// There is no such file.
    NotFound,
    /// As many connections as there may be are open.
    TooManyConnections,
    /// As many windows as there may be are open.
    TooManyWindows,
}

impl Refusal {
    /// The line of HTTP and the sentence for a person.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Refusal::Malformed => (
                "400 Bad Request",
                "This is not a request that Tengen understands.",
            ),
            Refusal::TooLarge => (
                "431 Request Header Fields Too Large",
                "The request is too long.",
            ),
            Refusal::NotGet => ("405 Method Not Allowed", "Only GET and HEAD are served."),
            Refusal::WrongHost => (
                "403 Forbidden",
                "Tengen is not known under this name: open the address that it printed, or start it with --host NAME.",
            ),
            Refusal::WrongOrigin => ("403 Forbidden", "Another site's page may not use Tengen."),
            Refusal::NoToken => (
                "403 Forbidden",
                "The token is missing, or an old one: open the whole address that Tengen printed last.",
            ),
            Refusal::NotFound => ("404 Not Found", "There is no such page."),
            Refusal::TooManyConnections => (
                "503 Service Unavailable",
                "Too many connections are open; try again in a moment.",
            ),
            Refusal::TooManyWindows => (
                "503 Service Unavailable",
                "Too many windows are open: close one and reload.",
            ),
        }
    }
}

/// What Tengen needs to know of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The path with what follows it.
    pub target: String,
    /// The host that the address names, with its port.
    pub host: String,
    /// The page that asks, if the browser tells.
    pub origin: Option<String>,
    /// The key of a WebSocket, if one is asked for.
    pub socket_key: Option<String>,
    /// The tags of the answers that the browser has kept; empty if it tells of none.
    pub kept: String,
    /// Whether the answer may be packed with gzip.
    pub takes_gzip: bool,
    /// Whether only the head of the answer is wanted.
    pub without_body: bool,
}

impl Head {
    /// Reads a head from a connection, and what has come after it already.
    ///
    /// # Errors
    /// The outer error if the connection ends or is too slow; the inner one tells what is wrong with the request.
    pub fn read(stream: &TcpStream) -> io::Result<Result<(Head, Vec<u8>), Refusal>> {
        let mut input = Hurried::new(stream, PATIENCE);
        let mut text = Vec::new();
        let mut part = [0; 2048];
        loop {
            let count = input.read(&mut part)?;
            if count == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            text.extend_from_slice(&part[..count]);
            match Head::parse(&text) {
                Ok(Some((head, length))) => return Ok(Ok((head, text.split_off(length)))),
                Ok(None) => {}
                Err(reason) => return Ok(Err(reason)),
            }
            if text.len() >= LONGEST_HEAD {
                return Ok(Err(Refusal::TooLarge));
            }
        }
    }

    /// The head at the start of `text`, and its length; none if it has not come whole.
    fn parse(text: &[u8]) -> Result<Option<(Head, usize)>, Refusal> {
        let mut fields = [httparse::EMPTY_HEADER; MOST_FIELDS];
        let mut request = httparse::Request::new(&mut fields);
        let length = match request.parse(text) {
            Ok(httparse::Status::Complete(length)) => length,
            Ok(httparse::Status::Partial) => return Ok(None),
            Err(httparse::Error::TooManyHeaders) => return Err(Refusal::TooLarge),
            Err(_) => return Err(Refusal::Malformed),
        };
        let without_body = match request.method {
            Some("GET") => false,
            Some("HEAD") => true,
            _ => return Err(Refusal::NotGet),
        };
        let one = |name| only_value(request.headers, name);
        let is_upgrade = one("upgrade")?.is_some_and(|to| to.eq_ignore_ascii_case("websocket"));
        let head = Head {
            target: request.path.unwrap_or_default().to_owned(),
            host: one("host")?.ok_or(Refusal::Malformed)?.to_owned(),
            origin: one("origin")?.map(str::to_owned),
            kept: all_values(request.headers, "if-none-match"),
            takes_gzip: takes_gzip(&all_values(request.headers, "accept-encoding")),
            socket_key: one("sec-websocket-key")?
                .filter(|_| is_upgrade && !without_body)
                .map(str::to_owned),
            without_body,
        };
        Ok(Some((head, length)))
    }
}

/// The value of a field that may stand there once.
fn only_value<'a>(fields: &[httparse::Header<'a>], name: &str) -> Result<Option<&'a str>, Refusal> {
    let mut values = fields
        .iter()
        .filter(|field| field.name.eq_ignore_ascii_case(name));
    let value = values.next();
    if values.next().is_some() {
        return Err(Refusal::Malformed);
    }
    value
        .map(|field| str::from_utf8(field.value).map_err(|_| Refusal::Malformed))
        .transpose()
}

/// The values of a field that is a list, and may stand there in several lines.
fn all_values(fields: &[httparse::Header<'_>], name: &str) -> String {
    let values = fields
        .iter()
        .filter(|field| field.name.eq_ignore_ascii_case(name))
        .map(|field| String::from_utf8_lossy(field.value));
    values.collect::<Vec<_>>().join(", ")
}

/// Whether gzip is among the encodings that are accepted, unless with the weight 0.
fn takes_gzip(encodings: &str) -> bool {
    encodings.split(',').any(|encoding| {
        let mut parts = encoding.split(';').map(str::trim);
        let is_gzip = parts
            .next()
            .is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        let mut settings = parts.filter_map(|part| part.split_once('='));
        is_gzip
            && !settings.any(|(name, value)| {
                name.trim().eq_ignore_ascii_case("q") && value.trim().parse() == Ok(0.0)
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_whole_or_not_there() {
        let text = "GET /x?y HTTP/1.1\r\nHost: localhost:1\r\nOrigin: http://a\r\n\r\nmore";
        let (head, length) = Head::parse(text.as_bytes()).unwrap().unwrap();
        assert_eq!(
            (head.target.as_str(), head.host.as_str()),
            ("/x?y", "localhost:1")
        );
        assert_eq!(head.origin.as_deref(), Some("http://a"));
        assert_eq!((head.socket_key, &text[length..]), (None, "more"));
        for end in 0..length {
            assert_eq!(Head::parse(&text.as_bytes()[..end]), Ok(None));
        }
    }

    #[test]
    fn a_head_may_be_all_that_is_wanted() {
        let text =
            "HEAD / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n";
        let (head, _) = Head::parse(text.as_bytes()).unwrap().unwrap();
        assert!(head.without_body);
        assert_eq!(head.socket_key, None, "a socket is more than a head");
    }

    #[test]
    fn gzip_is_taken_where_it_is_named() {
        for encodings in ["gzip", "deflate, GZIP;q=0.5", "br,gzip , zstd", "gzip; q=1"] {
            assert!(takes_gzip(encodings), "{encodings}");
        }
        for encodings in [
            "",
            "identity",
            "gzip;q=0",
            "x-gzip, br",
            "gzip; q=0.000",
            "gzip;Q=0",
            "gzip;q=0;x=1",
        ] {
            assert!(!takes_gzip(encodings), "{encodings}");
        }
    }

    #[test]
    fn what_is_no_plain_request_is_refused() {
        let fields = "x: y\r\n".repeat(MOST_FIELDS + 1);
        for (text, refusal) in [
            ("POST / HTTP/1.1\r\nHost: a\r\n\r\n", Refusal::NotGet),
            ("GET / HTTP/1.1\r\n\r\n", Refusal::Malformed),
            (
                "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                Refusal::Malformed,
            ),
            (
                "GET / HTTP/1.1\r\nHost: a\r\nOrigin: b\r\norigin: b\r\n\r\n",
                Refusal::Malformed,
            ),
            ("\u{16}\u{3}\u{1}\r\n\r\n", Refusal::Malformed),
            (
                &format!("GET / HTTP/1.1\r\nHost: a\r\n{fields}\r\n"),
                Refusal::TooLarge,
            ),
        ] {
            assert_eq!(Head::parse(text.as_bytes()), Err(refusal), "{text}");
        }
    }
}
