//! `tengen web`.

use super::book::BookChoice;
use super::network::NetworkChoice;
use super::search::{MEMORY_HELP, SearchOptions};
use super::{Done, browser, values};
use crate::console::stderr;
use crate::net::Loading;
use crate::session::Config;
use crate::web::{Options, Server};
use clap::Args;
use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::time::Duration;

/// The port, if it is free; 19 times 19 makes 361.
const PORT: u16 = 8361;
/// How many ports after it are tried.
const PORTS: u16 = 20;

const EXPLANATION: &str = "\
Prints one address: open it in a browser. On a desktop that happens by itself.
The server is for this machine alone, unless --listen says otherwise; then the
address contains a token: tell it only to those who may use the server.

Examples:
  tengen web
  tengen web --listen 0.0.0.0            for the phone in the same network: open there
                                         the address that is printed (a firewall may
                                         have to let it through)
  tengen web --host go.example.org       behind a proxy that serves this name;
                                         add --token, or everybody may use it

Ctrl-C ends it.";

/// Play and analyse in the browser
#[derive(Args, Debug)]
#[command(after_help = EXPLANATION)]
#[command(mut_arg("threads", |threads| threads.help("Threads of each search [default: one for each processor]")))]
#[command(mut_arg("memory", |memory| memory.help(MEMORY_HELP).default_value("1024")))]
pub struct WebArgs {
    /// Where to listen: an address, a port, or both [default: 127.0.0.1, port 8361 or the next that is free]
    #[arg(long, alias = "port", value_name = "ADDRESS[:PORT]", default_value = "127.0.0.1", hide_default_value = true, value_parser = place)]
    listen: Place,

    /// What the address of the page must contain [default: a random word, another one at each start; none on this machine alone]
    #[arg(long, value_name = "WORD", num_args = 0..=1, default_missing_value = "", value_parser = token)]
    token: Option<String>,

    /// A name under which browsers reach the server through a proxy; may be given again
    #[arg(long = "host", value_name = "NAME", value_parser = host)]
    hosts: Vec<String>,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,

    /// Seconds for each of Tengen's moves where neither a clock nor another time is chosen on the page
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = values::seconds)]
    time: Duration,

    #[command(flatten)]
    network: NetworkChoice,

    #[command(flatten)]
    book: BookChoice,

    /// How many windows may have Tengen think at the same time
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = values::whole::<u8>(1..=64))]
    games: u8,

    #[command(flatten)]
    search: SearchOptions,
}

/// Where to listen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    ip: IpAddr,
    /// Any of some, if not given.
    port: Option<u16>,
}

fn place(text: &str) -> Result<Place, String> {
    let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let text = &match text.strip_prefix("localhost") {
        Some(rest) if rest.is_empty() || rest.starts_with(':') => format!("{here}{rest}"),
        _ => text.to_owned(),
    };
    let bare = text.trim_start_matches('[').trim_end_matches(']');
    if let Ok(ip) = bare.parse() {
        return Ok(Place { ip, port: None });
    }
    if let Ok(port) = text.strip_prefix(':').unwrap_or(text).parse() {
        return Ok(Place {
            ip: here,
            port: Some(port),
        });
    }
    match text.parse::<SocketAddr>() {
        Ok(address) => Ok(Place {
            ip: address.ip(),
            port: Some(address.port()),
        }),
        Err(_) => Err(
            "give an address such as 192.168.1.5, a port, or both as 192.168.1.5:8361".to_owned(),
        ),
    }
}

/// A name as it stands in `Host`, without the port, which the server does not look at.
fn host(text: &str) -> Result<String, String> {
    let is_label = |label: &str| {
        let allowed = |sign: char| sign.is_ascii_alphanumeric() || "-_".contains(sign);
        !label.is_empty() && label.chars().all(allowed)
    };
    match text.split('.').all(is_label) {
        true => Ok(text.to_owned()),
        false => Err(
            "give a bare name such as go.example.org, without 'https://', port and path".to_owned(),
        ),
    }
}

fn token(text: &str) -> Result<String, String> {
    match text
        .chars()
        .all(|sign| sign.is_ascii_alphanumeric() || "-_.".contains(sign))
        && !text.starts_with('.')
    {
        true => Ok(text.to_owned()),
        false => Err("a token has letters, digits, '-', '_' and '.' alone".to_owned()),
    }
}

impl WebArgs {
    /// How sessions play.
    fn config(&self, network: Option<Arc<Loading>>) -> Result<Config, String> {
        Ok(Config {
            time_per_move: self.time,
            // The way to the browser and back.
            lag: Duration::from_millis(300),
            networks: network.into(),
            profile: self.network.profile(),
            book: self.book.open()?,
            ..self.search.session()
        })
    }

    /// How to serve; on any port until one has been found.
    fn options(&self, config: Config) -> Result<Options, String> {
        let is_public = !self.listen.ip.is_loopback();
        let token = match &self.token {
            Some(word) if !word.is_empty() => Some(word.clone()),
            Some(_) => Some(random_token()?),
            None if is_public => Some(random_token()?),
            None => None,
        };
        Ok(Options {
            address: SocketAddr::new(self.listen.ip, 0),
            token,
            hosts: self.hosts.clone(),
            config,
            seats: usize::from(self.games),
        })
    }

    /// A server on the port asked for, or on the first that is free.
    fn server(&self) -> Result<(Server, Option<String>), String> {
        let ports = match self.listen.port {
            Some(port) => port..=port,
            None => PORT..=PORT + PORTS,
        };
        // Whoever looks at the page does not see what is told here: no playouts instead of a network.
        let network = self.network.read_or_built_in()?;
        self.network.tell_of_use(network.as_ref());
        // Once, whatever ports are tried: the book may come through a pipe.
        let config = self.config(network)?;
        self.book.tell_of_use(&config);
        let mut options = self.options(config)?;
        let mut failure = String::new();
        for port in ports {
            let address = SocketAddr::new(self.listen.ip, port);
            options.address = address;
            match Server::new(options.clone()) {
                Ok(server) => return Ok((server, options.token)),
                Err(error) => {
                    failure = told(address, &error);
                    if error.kind() != io::ErrorKind::AddrInUse {
                        break;
                    }
                }
            }
        }
        Err(failure)
    }
}

/// Why there is no server at an address.
fn told(address: SocketAddr, error: &io::Error) -> String {
    let ip = address.ip();
    match error.kind() {
        io::ErrorKind::AddrNotAvailable => {
            format!("this machine has no address {ip}; --listen 0.0.0.0 takes those that it has")
        }
        _ => format!("cannot listen on {address}: {error}"),
    }
}

/// A word that nobody guesses: 128 random bits of the system.
fn random_token() -> Result<String, String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| format!("there are no random numbers for a token: {error}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Says where the server is on standard output, or on standard error if that cannot be written: nobody finds it otherwise.
fn tell(words: &str) {
    let mut out = io::stdout();
    let told = writeln!(out, "{words}").and_then(|()| out.flush());
    if told.is_err() {
        stderr::say(words.to_owned());
    }
}

/// Carries out `tengen web`.
pub fn run(args: &WebArgs) -> Done {
    let (server, token) = args.server()?;
    let ender = server.ender()?;
    ctrlc::set_handler(move || {
        ender.end();
        // Where the machine has lost the address, as after a change of networks, the server still waits for a connection.
        stderr::flush();
        process::exit(0);
    })?;
    let address = server.address()?;
    let folder = token.map(|token| format!("{token}/")).unwrap_or_default();
    let page = format!(
        "http://{}/{folder}",
        SocketAddr::new(shown(address.ip()), address.port())
    );
    tell(&format!("Tengen is at {page}\nCtrl-C ends it."));
    if !args.no_open && io::stdout().is_terminal() {
        // If it does not open, the address has been printed.
        browser::open(&page);
    }
    server.run();
    Ok(ExitCode::SUCCESS)
}

/// What another machine can reach, where the server listens everywhere.
fn shown(ip: IpAddr) -> IpAddr {
    if !ip.is_unspecified() {
        return ip;
    }
    // Nothing is sent: the system only says from which address it would be.
    let own = UdpSocket::bind("0.0.0.0:0").and_then(|socket| {
        socket.connect("192.0.2.1:9")?;
        socket.local_addr()
    });
    own.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |address| address.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_read() {
        let here = |ip: &str, port| Place {
            ip: ip.parse().unwrap(),
            port,
        };
        for (text, expected) in [
            ("192.168.1.5", here("192.168.1.5", None)),
            ("192.168.1.5:80", here("192.168.1.5", Some(80))),
            ("9000", here("127.0.0.1", Some(9000))),
            (":9000", here("127.0.0.1", Some(9000))),
            ("localhost", here("127.0.0.1", None)),
            ("localhost:90", here("127.0.0.1", Some(90))),
            ("::", here("::", None)),
            ("[::1]:9000", here("::1", Some(9000))),
            ("0.0.0.0", here("0.0.0.0", None)),
        ] {
            assert_eq!(place(text), Ok(expected), "{text}");
        }
        for text in ["", "host", "localhost1", "host:1", "1.2.3.4:x", "99999"] {
            assert!(place(text).is_err(), "{text}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_book_that_comes_through_a_pipe_is_read_once() {
        use super::super::arguments::{Command, parse};
        use std::net::TcpListener;
        use std::os::fd::AsRawFd;
        // If that fails, the port is taken all the same.
        let _taken = TcpListener::bind((Ipv4Addr::LOCALHOST, PORT));
        let (book, mut writer) = io::pipe().unwrap();
        writer
            .write_all(b"board 9 komi 5 to 8\n: E5 100\n")
            .unwrap();
        drop(writer);
        let book = format!("--book=/dev/fd/{}", book.as_raw_fd());
        let line = ["tengen", "web", "--net=none", "--threads=1", &book].map(Into::into);
        let Some(Command::Web(args)) = parse(line).unwrap().command else {
            panic!("the command is 'web'");
        };
        let (server, _) = args.server().unwrap();
        assert_ne!(server.address().unwrap().port(), PORT);
    }

    #[test]
    fn hosts_are_bare_names() {
        for text in [
            "go.example.org",
            "GO-2.local",
            "xn--bcher-kva.example",
            "my_box",
        ] {
            assert_eq!(host(text).as_deref(), Ok(text));
        }
        for text in [
            "",
            "go.example.org:443",
            "https://go.example.org",
            "go.example.org/go",
            "go.example.org.",
            ".org",
            "*.example.org",
            "bücher.example",
            "[::1]",
            "a b",
        ] {
            assert!(host(text).is_err(), "{text}");
        }
    }

    #[test]
    fn tokens_stand_in_an_address() {
        assert!(token("a-B_9").is_ok());
        for text in ["a/b", "a b", "ä", "..", "a?b"] {
            assert!(token(text).is_err(), "{text}");
        }
        assert_ne!(random_token(), random_token());
        assert_eq!(random_token().unwrap().len(), 32);
    }
}
