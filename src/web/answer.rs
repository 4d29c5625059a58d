//! What is sent over HTTP: files, refusals, and the beginning of a socket.

use super::request::{Head, Refusal};
use crate::page::Asset;
use flate2::Compression;
use flate2::read::GzEncoder;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read, Write};
use tungstenite::handshake::derive_accept_key;

/// A file of the page, packed if the browser takes that, or the word that it has kept it as it is. The page may open its socket
/// where it comes from.
///
/// # Errors
/// If it cannot be sent.
pub fn file(out: &mut impl Write, asset: Asset, head: &Head) -> io::Result<()> {
    let host = &head.host;
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
         connect-src 'self' ws://{host} wss://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let encoding = match head.takes_gzip {
        true => "Content-Encoding: gzip\r\n",
        false => "",
    };
    let fields = format!(
        "Content-Type: {}; charset=utf-8\r\n{encoding}Vary: Accept-Encoding\r\nContent-Security-Policy: {policy}\r\n",
        asset.kind
    );
    let tag = tag(&fields, asset.text);
    let fields = format!("{fields}ETag: {tag}\r\n");
    // A proxy that packs the file may have put `W/` before the tag.
    if head.kept.contains(&tag) {
        return send(out, "304 Not Modified", &fields, None);
    }
    let text = asset.text.as_bytes();
    if !head.takes_gzip {
        return send(out, "200 OK", &fields, Some(text));
    }
    let mut packed = Vec::new();
    GzEncoder::new(text, Compression::default()).read_to_end(&mut packed)?;
    send(out, "200 OK", &fields, Some(&packed))
}

/// The name of an answer by all that it says.
fn tag(fields: &str, text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    (fields, text).hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

/// Another address of the page.
///
/// # Errors
/// If it cannot be sent.
pub fn redirect(out: &mut impl Write, to: &str) -> io::Result<()> {
    send(
        out,
        "301 Moved Permanently",
        &format!("Location: {to}\r\n"),
        Some(b""),
    )
}

/// Why there is no answer.
///
/// # Errors
/// If it cannot be sent.
pub fn refusal(out: &mut impl Write, refusal: Refusal) -> io::Result<()> {
    let (status, words) = refusal.words();
    send(
        out,
        status,
        "Content-Type: text/plain; charset=utf-8\r\n",
        Some(format!("{words}\n").as_bytes()),
    )
}

/// An answer without its body.
pub fn head_of(answer: &[u8]) -> &[u8] {
    const END: &[u8] = b"\r\n\r\n";
    let end = answer.windows(END.len()).position(|part| part == END);
    end.map_or(answer, |at| &answer[..at + END.len()])
}

/// From here on the connection is a WebSocket.
///
/// # Errors
/// If it cannot be sent.
pub fn socket(out: &mut impl Write, key: &str) -> io::Result<()> {
    let accept = derive_accept_key(key.as_bytes());
    write!(
        out,
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
    )?;
    out.flush()
}

/// One connection has one answer: so none can be taken for part of another.
fn send(out: &mut impl Write, status: &str, fields: &str, body: Option<&[u8]>) -> io::Result<()> {
    let length = body.map(|body| format!("Content-Length: {}\r\n", body.len()));
    let length = length.unwrap_or_default();
    let head = format!(
        "HTTP/1.1 {status}\r\n{fields}{length}Connection: close\r\nCache-Control: no-cache\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\n\r\n"
    );
    out.write_all(head.as_bytes())?;
    out.write_all(body.unwrap_or_default())?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_alone_tells_of_the_body() {
        let mut answer = Vec::new();
        refusal(&mut answer, Refusal::NotFound).unwrap();
        let head = str::from_utf8(head_of(&answer)).unwrap();
        assert!(head.starts_with("HTTP/1.1 404 ") && head.ends_with("\r\n\r\n"));
        let length = answer.len() - head.len();
        assert!(length > 0 && head.contains(&format!("Content-Length: {length}\r\n")));
    }
}
