//! From a request to the command that carries it out.

use super::call::{Call, Link, Reply};
use super::engine::Engine;
use super::failure::Failure;
use super::table;
use crate::console::fault::panic_message;
use crate::wire::{Line, LineReader, Request};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

impl Engine {
    /// Carries out one request. An analysis ends after its first line.
    ///
    /// # Errors
    /// If the command is unknown or refuses; nothing has changed then. A panic
    /// becomes [`Failure::Internal`].
    pub fn execute(&mut self, request: &Request) -> Reply {
        self.execute_for(request, None)
    }

    /// The same for a client that may interrupt it, and gets the lines of an analysis at once.
    pub(super) fn execute_for<'a>(
        &mut self,
        request: &'a Request,
        link: Option<Link<'a, '_>>,
    ) -> Reply {
        let asked = link.as_ref().map_or_else(Instant::now, |link| link.asked);
        self.session.take_up(asked);
        let reply = self.carry_out(request, link);
        self.tried.forget_undone(self.session.game());
        self.session.answered();
        reply
    }

    fn carry_out<'a>(&mut self, request: &'a Request, link: Option<Link<'a, '_>>) -> Reply {
        let command =
            table::find(&request.name).ok_or_else(|| Failure::refused("unknown command"))?;
        if self.is_safe && command.touches_file(&request.rest) {
            return Err(Failure::files_forbidden(command.name));
        }
        let mut call = Call::new(command.usage(), request, link);
        // Commands check first and change the session last, so that what a
        // panic leaves behind is fit for use.
        let reply = catch_unwind(AssertUnwindSafe(|| (command.run)(self, &mut call)))
            .unwrap_or_else(|panic| Err(Failure::Internal(panic_message(&*panic).to_owned())));
        call.complete(reply)
    }

    /// Carries out one line of text, as [`Engine::execute`] does; what is no request answers nothing.
    ///
    /// # Errors
    /// As [`Engine::execute`].
    ///
    /// ```
    /// use tengen::gtp::{Config, Engine};
    /// let mut engine = Engine::new(Config::default());
    /// engine.execute_line("play black Q16")?;
    /// assert_eq!(engine.execute_line("last_move")?, "black Q16");
    /// # Ok::<(), tengen::gtp::Failure>(())
    /// ```
    pub fn execute_line(&mut self, line: &str) -> Reply {
        match LineReader::new(line.as_bytes()).next_line() {
            Ok(Line::Request(request)) => self.execute(&request),
            Ok(Line::TooLong { .. }) => Err(Failure::line_too_long()),
            _ => Ok(String::new()),
        }
    }
}

#[cfg(test)]
pub(super) mod tests;
