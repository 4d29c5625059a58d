//! Who may use the server: its own page alone, opened under an address that leads nowhere else.
//!
//! Two things could go wrong in a browser. Another site's page could open a socket to this
//! server; browsers allow that, but say whose page it is, in `Origin`. Or another site could have
//! its own name lead to this machine for a moment (DNS rebinding), so that its page counts as this
//! server's; then `Host` has that site's name. An address in numbers cannot be rebound, nor can `localhost`.

use super::request::{Head, Refusal};
use std::net::IpAddr;

/// The rules for requests.
#[derive(Clone, Debug, Default)]
pub struct Guard {
    /// What must stand in the path before the name of a file.
    pub token: Option<String>,
    /// Names besides `localhost` under which the server is known, for proxies.
    pub hosts: Vec<String>,
    /// Whether the server can be reached from other machines, and so by other addresses than its own.
    pub is_public: bool,
}

/// What a request that is allowed wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish<'a> {
    /// A file; the empty name is the page itself.
    File(&'a str),
    /// The socket.
    Socket,
    /// The page, at an address that lacks the slash at its end.
    Slash(&'a str),
}

/// The name under which the socket is found.
const SOCKET: &str = "socket";

impl Guard {
    /// What the request wants, if it may have that.
    ///
    /// # Errors
    /// The reason why not.
    pub fn admit<'a>(&self, head: &'a Head) -> Result<Wish<'a>, Refusal> {
        let (name, port) = head.host.split_at(host_name(&head.host).len());
        if !self.knows(name) || !is_port(port) {
            return Err(Refusal::WrongHost);
        }
        let path = head.target.split(['?', '#']).next().unwrap_or_default();
        // Folders before the name, besides the token, are a proxy's.
        let (folders, name) = path.rsplit_once('/').ok_or(Refusal::Malformed)?;
        let folder = folders.rsplit('/').next().unwrap_or_default();
        if let Some(token) = &self.token
            && !is_same(folder, token)
        {
            return match is_same(name, token) {
                true => Ok(Wish::Slash(name)),
                false => Err(Refusal::NoToken),
            };
        }
        if name != SOCKET {
            return Ok(Wish::File(name));
        }
        if head.socket_key.is_none() {
            return Err(Refusal::Malformed);
        }
        self.check_origin(head)?;
        Ok(Wish::Socket)
    }

    /// Whether the server goes by this name.
    fn knows(&self, host: &str) -> bool {
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let is_named = |name: &String| name.eq_ignore_ascii_case(host);
        if self.hosts.iter().any(is_named) {
            return true;
        }
        match bare.parse::<IpAddr>() {
            Ok(address) => self.is_public || address.is_loopback(),
            Err(_) => host.eq_ignore_ascii_case("localhost"),
        }
    }

    /// The page must be the server's own. A proxy may have another name in `Host`.
    fn check_origin(&self, head: &Head) -> Result<(), Refusal> {
        let origin = head.origin.as_deref().unwrap_or_default();
        let site = origin
            .strip_prefix("http://")
            .or_else(|| origin.strip_prefix("https://"))
            .unwrap_or_default();
        let name = host_name(site);
        let is_own = site.eq_ignore_ascii_case(&head.host);
        let is_known = self
            .hosts
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name));
        if is_own || is_known {
            Ok(())
        } else {
            Err(Refusal::WrongOrigin)
        }
    }
}

/// A host without its port.
fn host_name(host: &str) -> &str {
    let after_brackets = host.rfind(']').map_or(0, |end| end + 1);
    match host[after_brackets..].find(':') {
        Some(colon) => &host[..after_brackets + colon],
        None => host,
    }
}

/// Whether this, behind the name of a host, is nothing or a port. The whole `Host` is repeated in what browsers are told to allow.
fn is_port(text: &str) -> bool {
    match text.strip_prefix(':') {
        None => text.is_empty(),
        Some(digits) => digits.len() <= 5 && digits.bytes().all(|digit| digit.is_ascii_digit()),
    }
}

/// Compares without telling by its time how far they agree.
fn is_same(text: &str, token: &str) -> bool {
    text.len() == token.len()
        && text
            .bytes()
            .zip(token.bytes())
            .fold(0, |all, (a, b)| all | (a ^ b))
            == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(host: &str, target: &str, origin: Option<&str>) -> Head {
        Head {
            target: target.to_owned(),
            host: host.to_owned(),
            origin: origin.map(str::to_owned),
            socket_key: origin.map(|_| "key".to_owned()),
            ..Head::default()
        }
    }

    fn admit(
        guard: &Guard,
        host: &str,
        target: &str,
        origin: Option<&str>,
    ) -> Result<String, Refusal> {
        guard
            .admit(&head(host, target, origin))
            .map(|wish| format!("{wish:?}"))
    }

    #[test]
    fn names_of_other_sites_are_refused() {
        let guard = Guard {
            hosts: vec!["go.example.org".to_owned()],
            ..Guard::default()
        };
        for host in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1:8361",
            "127.8.9.1",
            "[::1]:8361",
            "Go.Example.org:443",
        ] {
            assert_eq!(
                admit(&guard, host, "/", None).unwrap(),
                "File(\"\")",
                "{host}"
            );
        }
        for host in [
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example:8361",
            "192.168.1.5:8361",
            "8.8.8.8",
            "",
            ":80",
            "[::2]",
            "evil.example:80:localhost",
            "go.example.org.",
            "localhost:1; script-src *",
            "127.0.0.1:80:80",
            "[::1]x:80",
        ] {
            assert_eq!(
                admit(&guard, host, "/", None),
                Err(Refusal::WrongHost),
                "{host}"
            );
        }
        let public = Guard {
            is_public: true,
            ..guard
        };
        assert!(admit(&public, "192.168.1.5:8361", "/", None).is_ok());
        assert_eq!(
            admit(&public, "evil.example", "/", None),
            Err(Refusal::WrongHost)
        );
    }

    #[test]
    fn only_the_own_page_gets_the_socket() {
        let guard = Guard {
            hosts: vec!["go.example.org".to_owned()],
            ..Guard::default()
        };
        let socket = |host, origin| admit(&guard, host, "/socket", Some(origin));
        assert!(socket("localhost:8361", "http://localhost:8361").is_ok());
        assert!(socket("localhost:8361", "https://go.example.org").is_ok());
        for origin in [
            "",
            "null",
            "http://evil.example",
            "http://localhost:9999",
            "http://localhost",
            "file://",
            "localhost:8361",
            "https://go.example.org.evil.example",
        ] {
            assert_eq!(
                socket("localhost:8361", origin),
                Err(Refusal::WrongOrigin),
                "{origin}"
            );
        }
        let mut without = head("localhost", "/socket", None);
        without.socket_key = Some("key".to_owned());
        assert_eq!(guard.admit(&without), Err(Refusal::WrongOrigin));
        assert_eq!(
            admit(&guard, "localhost", "/socket", None),
            Err(Refusal::Malformed)
        );
    }

    #[test]
    fn the_token_stands_before_the_name() {
        let guard = Guard {
            token: Some("s3cret".to_owned()),
            ..Guard::default()
        };
        let at = |target| admit(&guard, "localhost", target, None);
        assert_eq!(at("/s3cret/").unwrap(), "File(\"\")");
        assert_eq!(at("/s3cret/board.js?v=1").unwrap(), "File(\"board.js\")");
        assert_eq!(at("/go/s3cret/board.js").unwrap(), "File(\"board.js\")");
        assert_eq!(at("/s3cret").unwrap(), "Slash(\"s3cret\")");
        // A token may be the name of a file.
        assert_eq!(at("/s3cret/s3cret").unwrap(), "File(\"s3cret\")");
        for target in [
            "/",
            "/board.js",
            "/S3cret/",
            "/s3cre/",
            "/s3cret/x/",
            "/?/s3cret/",
            "//",
        ] {
            assert_eq!(at(target), Err(Refusal::NoToken), "{target}");
        }
        assert_eq!(at(""), Err(Refusal::Malformed));
        assert_eq!(
            admit(&guard, "localhost", "/socket", Some("http://localhost")),
            Err(Refusal::NoToken)
        );
    }
}
