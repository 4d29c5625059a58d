//! The server: waits for connections and gives each what it wants.

use super::answer;
use super::guard::{Guard, Wish};
use super::hurried::Hurried;
use super::pool::Pool;
use super::request::{Head, Refusal};
use super::{Options, socket};
use crate::monitor::Monitor;
use crate::page;
use std::collections::{BTreeSet, HashMap};
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// The most connections at once. A further one has the place of the oldest stranger, or is refused.
const MOST_CONNECTIONS: usize = 160;
/// The most windows at once. Each has a place for its answers and three threads, but memory for a tree only with a seat.
const MOST_WINDOWS: usize = 64;
/// How long a file may take to send in all, however slowly it is read.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long, and how many bytes, the rest of a request that was refused is read.
const LAST_PATIENCE: Duration = Duration::from_secs(1);
const MOST_HEARD: usize = 256 << 10;
/// How long the end of the server waits for its connections to end.
const FAREWELL: Duration = Duration::from_secs(3);
/// After a failure to accept, such as too many open files.
const BREATH: Duration = Duration::from_millis(50);

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
}

/// Ends a server from another thread.
#[derive(Clone)]
pub struct Ender {
    shared: Arc<Shared>,
    address: SocketAddr,
}

struct Shared {
    options: Options,
    guard: Guard,
    pool: Arc<Pool>,
    is_ending: AtomicBool,
    connections: Monitor<Connections>,
}

#[derive(Default)]
struct Connections {
    last: u64,
    open: HashMap<u64, TcpStream>,
    /// Those that have not yet asked for anything that they may have, the oldest first.
    strangers: BTreeSet<u64>,
    windows: usize,
}

impl Connections {
    /// Ends the oldest stranger: who does not know the token keeps nobody else out. False if there is none.
    fn end_a_stranger(&mut self) -> bool {
        let oldest = self.strangers.pop_first();
        let Some(stream) = oldest.and_then(|guest| self.open.remove(&guest)) else {
            return false;
        };
        let _ = stream.shutdown(Shutdown::Both);
        true
    }
}

impl Server {
    /// Listens, but does not answer yet.
    ///
    /// # Errors
    /// If the address cannot be had.
    pub fn new(mut options: Options) -> io::Result<Server> {
        let listener = TcpListener::bind(options.address)?;
        let guard = Guard {
            token: options.token.clone(),
            hosts: options.hosts.clone(),
            is_public: !options.address.ip().is_loopback(),
        };
        let pool = Arc::new(Pool::new(options.seats));
        options.config.sharers = pool.seats();
        let shared = Shared {
            options,
            guard,
            pool,
            is_ending: AtomicBool::new(false),
            connections: Monitor::default(),
        };
        Ok(Server {
            listener,
            shared: Arc::new(shared),
        })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// In words, if the system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr().map_err(|error| {
            let words = format!("the system does not say where the server listens: {error}");
            io::Error::new(error.kind(), words)
        })
    }

    /// What ends it.
    ///
    /// # Errors
    /// If the system does not say where it listens.
    pub fn ender(&self) -> io::Result<Ender> {
        Ok(Ender {
            shared: Arc::clone(&self.shared),
            address: self.address()?,
        })
    }

    /// Serves until it is ended.
    pub fn run(&self) {
        loop {
            let accepted = self.listener.accept();
            if self.shared.is_ending.load(Ordering::SeqCst) {
                break;
            }
            match accepted {
                Ok((stream, _)) => self.take(stream),
                // One connection that has failed already is no reason to wait.
                Err(error) if error.kind() == ErrorKind::ConnectionAborted => {}
                Err(_) => thread::sleep(BREATH),
            }
        }
        self.shared.hang_up();
    }

    fn take(&self, stream: TcpStream) {
        let Some(visit) = Visit::begin(&self.shared, &stream) else {
            refuse(&stream, Refusal::TooManyConnections);
            return;
        };
        let thread = thread::Builder::new().name("web-connection".to_owned());
        // Without a thread, or whatever goes wrong in it, the visit ends.
        let _ = thread.spawn(move || visit.shared.serve(stream, visit.guest));
    }
}

impl Ender {
    /// Ends the server: windows are closed, and searches with them. Returns when they are, or after a while. Where the machine
    /// has lost the address since, [`Server::run`] still waits for connections.
    pub fn end(&self) {
        self.shared.is_ending.store(true, Ordering::SeqCst);
        // Wakes the one that waits for connections.
        let _ = TcpStream::connect_timeout(&reachable(self.address), Duration::from_secs(1));
        self.shared.hang_up();
    }
}

/// Where this machine reaches an address on which it listens.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
    if address.ip().is_unspecified() {
        address.set_ip(match address.ip() {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

impl Shared {
    fn serve(&self, stream: TcpStream, guest: u64) -> io::Result<()> {
        let (head, rest) = match Head::read(&stream)? {
            Ok(read) => read,
            Err(reason) => {
                refuse(&stream, reason);
                return hear_out(&stream);
            }
        };
        let mut answer = Vec::new();
        let admitted = self.guard.admit(&head);
        if admitted.is_ok() {
            self.connections.lock().strangers.remove(&guest);
        }
        match admitted {
            Ok(Wish::Socket) => return self.open_window(stream, head, rest, guest),
            Ok(Wish::Slash(name)) => answer::redirect(&mut answer, &format!("{name}/")),
            Ok(Wish::File(name)) => {
                match page::asset(if name.is_empty() { "index.html" } else { name }) {
                    Some(asset) => answer::file(&mut answer, asset, &head),
                    None => answer::refusal(&mut answer, Refusal::NotFound),
                }
            }
            Err(reason) => answer::refusal(&mut answer, reason),
        }?;
        let wanted = match head.without_body {
            true => answer::head_of(&answer),
            false => &answer,
        };
        Hurried::new(&stream, PATIENCE).write_all(wanted)
    }

    /// Answers the request for a window, and serves it; `rest` is what has come after the request.
    fn open_window(
        &self,
        stream: TcpStream,
        head: Head,
        rest: Vec<u8>,
        guest: u64,
    ) -> io::Result<()> {
        let mut out = Hurried::new(&stream, PATIENCE);
        let Some(_window) = Window::open(self) else {
            return answer::refusal(&mut out, Refusal::TooManyWindows);
        };
        answer::socket(&mut out, &head.socket_key.unwrap_or_default())?;
        socket::serve(stream, rest, guest, &self.options.config, &self.pool)
    }

    /// Ends all connections and waits for them, for a while.
    fn hang_up(&self) {
        for stream in self.connections.lock().open.values() {
            let _ = stream.shutdown(Shutdown::Both);
        }
        let are_open = |connections: &mut Connections| !connections.open.is_empty();
        drop(self.connections.wait_at_most(FAREWELL, are_open));
    }
}

/// A connection's place among those that are open. It is free again when the visit ends, by a panic too.
struct Visit {
    shared: Arc<Shared>,
    guest: u64,
}

impl Visit {
    /// A place for a new connection; none if there are too many.
    fn begin(shared: &Arc<Shared>, stream: &TcpStream) -> Option<Visit> {
        let stream = stream.try_clone().ok()?;
        let mut connections = shared.connections.lock();
        if connections.open.len() >= MOST_CONNECTIONS && !connections.end_a_stranger() {
            return None;
        }
        connections.last += 1;
        let guest = connections.last;
        connections.open.insert(guest, stream);
        connections.strangers.insert(guest);
        let shared = Arc::clone(shared);
        Some(Visit { shared, guest })
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.shared.connections.change(|connections| {
            connections.open.remove(&self.guest);
            connections.strangers.remove(&self.guest);
        });
    }
}

/// One of the windows that are open, until it goes.
struct Window<'a>(&'a Shared);

impl Window<'_> {
    /// One more; none if there are too many.
    fn open(shared: &Shared) -> Option<Window<'_>> {
        let mut connections = shared.connections.lock();
        if connections.windows >= MOST_WINDOWS {
            return None;
        }
        connections.windows += 1;
        Some(Window(shared))
    }
}

impl Drop for Window<'_> {
    fn drop(&mut self) {
        self.0.connections.lock().windows -= 1;
    }
}

/// Reads on, within bounds, what a request has that was refused before its end. What is not read when a connection is closed
/// has the system reset it, and the answer could be lost.
fn hear_out(stream: &TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    let mut input = Hurried::new(stream, LAST_PATIENCE);
    let mut part = [0; 4096];
    let mut heard = 0;
    while heard < MOST_HEARD
        && let Ok(count @ 1..) = input.read(&mut part)
    {
        heard += count;
    }
    Ok(())
}

/// Says no at once, and does not wait for anybody to hear it.
fn refuse(stream: &TcpStream, reason: Refusal) {
    let mut out = Hurried::new(stream, Duration::from_millis(200));
    let _ = answer::refusal(&mut out, reason);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Config;

    #[test]
    fn connections_end_even_if_the_server_cannot_be_woken() {
        let here = SocketAddr::from(([127, 0, 0, 1], 0));
        let server = Server::new(Options {
            address: here,
            token: None,
            hosts: Vec::new(),
            config: Config::default(),
            seats: 1,
        });
        let server = server.unwrap();
        let closed = TcpListener::bind(here).unwrap().local_addr().unwrap();
        let heard = thread::scope(|scope| {
            scope.spawn(|| server.run());
            let mut stranger = TcpStream::connect(server.address().unwrap()).unwrap();
            while server.shared.connections.lock().open.is_empty() {
                thread::yield_now();
            }
            let awake = server.ender().unwrap();
            let lost = Ender {
                address: closed,
                ..awake.clone()
            };
            lost.end();
            // Who says nothing is waited for twice as long.
            stranger.set_read_timeout(Some(PATIENCE / 2)).unwrap();
            let heard = stranger.read(&mut [0]).ok();
            awake.end();
            heard
        });
        assert_eq!(heard, Some(0));
    }
}
