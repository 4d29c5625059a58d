use super::config::Config;
use super::failure::Failure;
use super::log::Log;
use super::session::Session;
use crate::wire::{self, Input, Line};
use std::io::{self, BufRead, ErrorKind, Write};

/// Serves GTP until `quit` or the end of the input.
///
/// Requests may come before the replies to earlier ones: they are carried out
/// in order. `# interrupt` makes a running `genmove` answer at once. Requests
/// that have been sent when the input ends are still answered.
///
/// # Errors
/// If the log cannot be opened, no thread can be started, or a reply cannot be
/// written; a reader that has gone away is no error.
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
    mut output: impl Write,
) -> io::Result<()> {
    let mut log = Log::open(config.log.as_deref())?;
    let input = Input::spawn(input)?;
    let mut session = Session::new(config);
    while !session.has_quit() {
        let reply = match input.recv() {
            Line::End => break,
            // Whatever was to be interrupted has already answered.
            Line::Interrupt | Line::Blank => continue,
            Line::TooLong { id } => wire::failure(id.as_deref(), &Failure::LineTooLong.to_string()),
            Line::Request(request) => {
                log.received(&request.raw);
                answer(&mut session, &request, &input)
            }
        };
        log.sent(&reply);
        let sent = output
            .write_all(reply.as_bytes())
            .and_then(|()| output.flush());
        match sent {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
            sent => sent?,
        }
    }
    Ok(())
}

fn answer(session: &mut Session, request: &wire::Request, input: &Input) -> String {
    let id = request.id.as_deref();
    match session.execute(request, Some(input)) {
        Ok(text) => wire::success(id, &text),
        Err(failure) => wire::failure(id, &failure.to_string()),
    }
}
