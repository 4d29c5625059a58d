//! The loop that reads requests and writes replies.

use super::call::Link;
use super::config::Config;
use super::engine::Engine;
use super::failure::Failure;
use super::outgoing::Outgoing;
use super::settings::{InForce, configure};
use crate::console::Log;
use crate::wire::{Input, Line, Request};
use std::io::{self, BufRead, ErrorKind, Write};
use std::time::Instant;

/// Serves GTP until `quit` or the end of the input.
///
/// Requests may come before the replies to earlier ones: they are carried out
/// in order. `# interrupt` makes a running `genmove` answer at once, and any
/// input ends an analysis. Requests that have been sent when the input ends
/// are still answered. What was said on standard error may still be on its way: see
/// [`flush`](crate::console::stderr::flush).
///
/// # Errors
/// If a setting of a configuration has a value that it cannot have, the log cannot be opened, no thread can be started,
/// the input cannot be read, or a reply cannot be written; a reader that has gone away is no error.
///
/// ```
/// use tengen::gtp::{Config, run};
/// let mut replies = Vec::new();
/// run(Config::default(), &b"1 name\nquit\n"[..], &mut replies)?;
/// assert_eq!(replies, b"=1 Tengen\n\n= \n\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn run(
    config: Config,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    run_after(|| (), config, input, output)
}

/// As [`run`]; `greet` is called before the first command, once nothing can be wrong with the configuration any more.
///
/// # Errors
/// As [`run`].
pub fn run_after(
    greet: impl FnOnce(),
    config: Config,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let log = Log::open(config.log.as_deref())?;
    let input = Input::spawn(input)?;
    let (sources, typed) = (config.sources.clone(), config.typed.clone());
    let mut engine = Engine::new(config);
    let typed = InForce::of(&engine, typed);
    configure(&mut engine, &sources)
        .map_err(|reason| io::Error::new(ErrorKind::InvalidInput, reason))?;
    typed.tell_of_changes(&engine, &sources);
    greet();
    let mut server = Server {
        engine,
        input,
        log,
        output,
        free_since: Instant::now(),
    };
    server.serve()
}

/// An engine between its two streams.
struct Server<W> {
    // Fields are dropped in this order: who thinks ends first.
    engine: Engine,
    input: Input,
    log: Log,
    output: W,
    /// Since when the client may have been waiting for the next reply: the last one had been sent then, or input had ended it.
    free_since: Instant,
}

impl<W: Write> Server<W> {
    /// Answers until `quit`, the end of the input, or until nobody reads.
    fn serve(&mut self) -> io::Result<()> {
        while !self.engine.has_quit() {
            let (line, arrived) = self.input.recv();
            let answered = match line {
                Line::End => return self.input.take_failure(),
                Line::Blank => Ok(()),
                Line::Interrupt => {
                    // The command that this was to interrupt has already answered.
                    self.log.received("# interrupt");
                    Ok(())
                }
                Line::TooLong { id } => self.refuse_long_line(id),
                Line::Request(request) => self.answer(&request, arrived),
            };
            match answered {
                Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
                answered => answered?,
            }
        }
        Ok(())
    }

    fn answer(&mut self, request: &Request, arrived: Instant) -> io::Result<()> {
        self.log.received(&request.raw);
        let mut outgoing = Outgoing::new(request.id.clone(), &mut self.output, &self.log);
        let link = Link {
            input: &self.input,
            output: &mut outgoing,
            asked: arrived.max(self.free_since),
        };
        let reply = self.engine.execute_for(request, Some(link));
        let sent = outgoing.finish(reply);
        self.free_since = self.input.take_stopped().unwrap_or_else(Instant::now);
        if self.input.is_idle() && !self.engine.has_quit() {
            self.engine.idle();
        }
        sent
    }

    fn refuse_long_line(&mut self, id: Option<String>) -> io::Result<()> {
        let id_text = id.as_deref().unwrap_or_default();
        self.log
            .received(format!("{id_text} (a line that is too long)").trim());
        let outgoing = Outgoing::new(id, &mut self.output, &self.log);
        outgoing.finish(Err(Failure::line_too_long()))
    }
}
