//! A window's socket: orders come in, answers go out, and a table between them.
//!
//! ```text
//!  browser ──> reader (this thread) ──> orders ──> table (a thread) ──> answers ──> writer (a thread) ──> browser
//!                 └ each order, also one that is refused, stops the one before; a question is answered at once
//! ```
//!
//! Everything is bounded: a message, the orders that wait, the answers that wait. A window that does not read its
//! answers loses reports first and its connection next. A window that has gone is noticed
//! at once, or, if its machine has vanished, by the silence after some pings.

use super::order::{LONGEST_ORDER, Order, Question, Said};
use super::pool::Pool;
use super::table::{Listener, Table};
use crate::game::{Game, Rules};
use crate::page::line_text;
use crate::session::Config;
use serde_json::{Value, json};
use std::io;
use std::net::{Shutdown, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Bytes, Message, WebSocket};

/// The longest message that is read, in bytes. It is more than an order may have: one too long is answered in words,
/// and only what is longer than this ends the connection.
const LONGEST_MESSAGE: usize = 4 * LONGEST_ORDER;
/// Orders that may wait; each stops the ones before, so that they do not wait long.
const MOST_ORDERS: usize = 16;
/// Answers that may wait.
const MOST_ANSWERS: usize = 64;
/// How often a window is asked whether it is there, whatever else it is sent: it may have nothing to say to reports.
const PING: Duration = Duration::from_secs(20);
/// What a window hears beside each ping: its scripts do not see pings, and would take a dead connection for a quiet one.
const ALIVE: &str = r#"{"alive":true}"#;
/// A window that says nothing for so long has gone.
const SILENCE: Duration = Duration::from_secs(60);
/// How long a window may take to read what is sent.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often it is looked whether there is room for another answer.
const GLANCE: Duration = Duration::from_millis(2);

/// What a table is told.
enum Call {
    Order(Order, Arc<AtomicBool>),
    /// Another table needs the seat.
    Leave,
    /// The window has gone.
    Gone,
}

/// Serves a window until it goes. `rest` is what has come after the head of its request.
///
/// # Errors
/// If the connection or a thread cannot be set up.
pub fn serve(
    stream: TcpStream,
    rest: Vec<u8>,
    guest: u64,
    config: &Config,
    pool: &Arc<Pool>,
) -> io::Result<()> {
    stream.set_read_timeout(Some(SILENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    let frames = WebSocketConfig::default()
        .max_message_size(Some(LONGEST_MESSAGE))
        .max_frame_size(Some(LONGEST_MESSAGE));
    let (answers, outgoing) = sync_channel(MOST_ANSWERS);
    let outbox = Outbox {
        answers,
        stream: Arc::new(stream.try_clone()?),
    };
    outbox.tell(greeting(config));
    let (calls, incoming) = sync_channel(MOST_ORDERS);
    let table = Table::new(guest, Arc::clone(pool), config.clone(), outbox.clone());
    // Reading and writing are two sockets on one connection. All that the reading one ever writes by
    // itself is the answer to a ping or a close, which no page of ours sends in the middle of anything.
    let writer = WebSocket::from_raw_socket(stream.try_clone()?, Role::Server, Some(frames));
    let reader = WebSocket::from_partially_read(stream, rest, Role::Server, Some(frames));
    let to_table = calls.clone();
    thread::scope(move |scope| {
        spawn(scope, "web-answers", move || write(writer, &outgoing, PING))?;
        let at_work = spawn(scope, "web-table", move || {
            work(table, &incoming, &to_table)
        });
        if at_work.is_ok() {
            // A panic, which its hook tells, ends the window as if it had gone.
            let _ = catch_unwind(AssertUnwindSafe(|| read(reader, &calls, &outbox)));
            // If the table has ended already, there is nobody to tell.
            let _ = calls.send(Call::Gone);
        }
        outbox.hang_up();
        at_work
    })
}

fn spawn<'scope>(
    scope: &'scope thread::Scope<'scope, '_>,
    name: &str,
    work: impl FnOnce() + Send + 'scope,
) -> io::Result<()> {
    let builder = thread::Builder::new().name(name.to_owned());
    builder.spawn_scoped(scope, work).map(|_| ())
}

/// What a window learns first.
fn greeting(config: &Config) -> Value {
    json!({
        "hello": "Tengen",
        "time": config.time_per_move.as_secs_f64(),
    })
}

/// Stops an order, when it is dropped at the latest.
#[derive(Default)]
struct Stopper(Arc<AtomicBool>);

impl Stopper {
    fn stop(&self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

impl Drop for Stopper {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Passes on what the window wants, until it goes.
fn read(mut socket: WebSocket<TcpStream>, calls: &SyncSender<Call>, outbox: &Outbox) {
    let mut latest = Stopper::default();
    while let Ok(message) = socket.read() {
        let text = match &message {
            Message::Text(text) => text.as_str(),
            Message::Ping(_) | Message::Pong(_) => continue,
            _ => break,
        };
        match Said::parse(text) {
            Ok(Said::Question(question)) => outbox.tell(handicap(&question)),
            Ok(Said::Order(order)) => {
                // The one before is stopped.
                latest = Stopper::default();
                let call = Call::Order(order, Arc::clone(&latest.0));
                if calls.send(call).is_err() {
                    break;
                }
            }
            Err(refusal) => {
                if !refusal.is_question {
                    latest.stop();
                }
                outbox.tell(json!({ "id": refusal.id, "error": refusal.reason }));
            }
        }
    }
}

/// Where handicap stones go.
fn handicap(question: &Question) -> Value {
    let game = Game::new(question.dims, Rules::default(), 0.0);
    let points = game.free_handicap_points(question.stones);
    json!({ "id": question.id, "points": line_text(question.dims, points) })
}

/// Carries out what the window wants.
fn work(mut table: Table<Outbox>, calls: &Receiver<Call>, to_table: &SyncSender<Call>) {
    while let Ok(call) = calls.recv() {
        match call {
            Call::Gone => break,
            Call::Leave => table.leave(),
            Call::Order(order, stop) => {
                let to_table = to_table.clone();
                table.carry_out(order, &stop, move || {
                    // A full queue means orders: then the table is not resting.
                    let _ = to_table.try_send(Call::Leave);
                });
            }
        }
    }
    table.leave();
}

/// Sends the answers, and whenever the last one is `interval` ago a ping and [`ALIVE`]. A failure ends the connection.
fn write(mut socket: WebSocket<TcpStream>, answers: &Receiver<String>, interval: Duration) {
    if send_all(&mut socket, answers, interval).is_err() {
        // The reader notices too.
        let _ = socket.get_ref().shutdown(Shutdown::Both);
    }
}

fn send_all(
    socket: &mut WebSocket<TcpStream>,
    answers: &Receiver<String>,
    interval: Duration,
) -> tungstenite::Result<()> {
    let mut pinged = Instant::now();
    loop {
        match answers.recv_timeout(interval.saturating_sub(pinged.elapsed())) {
            Ok(text) => socket.send(Message::text(text))?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        if pinged.elapsed() >= interval {
            pinged = Instant::now();
            socket.send(Message::Ping(Bytes::new()))?;
            socket.send(Message::text(ALIVE))?;
        }
    }
}

/// The answers on their way to a window.
#[derive(Clone)]
struct Outbox {
    answers: SyncSender<String>,
    stream: Arc<TcpStream>,
}

impl Outbox {
    /// Ends the connection, in whatever state it is.
    fn hang_up(&self) {
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

impl Listener for Outbox {
    /// Waits until there is room, with the seat kept meanwhile, but not for a window that does not read.
    fn tell(&self, answer: Value) {
        let deadline = Instant::now() + PATIENCE;
        let mut text = answer.to_string();
        while let Err(TrySendError::Full(returned)) = self.answers.try_send(text) {
            if Instant::now() >= deadline {
                return self.hang_up();
            }
            text = returned;
            thread::sleep(GLANCE);
        }
    }

    fn mention(&self, answer: Value) {
        let _ = self.answers.try_send(answer.to_string());
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::net::TcpListener;

    /// The two ends of a connection, the window's first.
    pub fn connection() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let window = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (window, listener.accept().unwrap().0)
    }

    #[test]
    fn a_window_is_pinged_between_answers_that_never_pause() {
        let (window, server) = connection();
        let (answers, outgoing) = sync_channel(MOST_ANSWERS);
        for number in 0..MOST_ANSWERS {
            answers.send(number.to_string()).unwrap();
        }
        drop(answers);
        let writer = WebSocket::from_raw_socket(server.try_clone().unwrap(), Role::Server, None);
        write(writer, &outgoing, Duration::ZERO);
        server.shutdown(Shutdown::Write).unwrap();
        let mut window = WebSocket::from_raw_socket(window, Role::Client, None);
        let (mut texts, mut pings, mut signs) = (0, 0, 0);
        while let Ok(message) = window.read() {
            let is_sign = message.to_text().is_ok_and(|text| text == ALIVE);
            signs += usize::from(is_sign);
            texts += usize::from(message.is_text() && !is_sign);
            pings += usize::from(message.is_ping());
        }
        assert_eq!(
            (texts, pings, signs),
            (MOST_ANSWERS, MOST_ANSWERS, MOST_ANSWERS)
        );
    }
}
