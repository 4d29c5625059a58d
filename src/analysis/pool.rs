//! The workers: each searches one position after the other.

use super::config::Config;
use super::outbox::Sender;
use super::queue::{Claim, Queue};
use super::response;
use super::searcher;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

/// Starts the workers; they leave when the queue has nothing more for them.
///
/// # Errors
/// If the system has no room for a single thread.
pub fn start(
    config: &Arc<Config>,
    queue: &Arc<Queue>,
    sender: impl Fn() -> Sender,
) -> std::io::Result<()> {
    for number in 0..config.at_once() {
        let (config, queue) = (Arc::clone(config), Arc::clone(queue));
        let sender = sender();
        let work = move || work(&config, &queue, &sender);
        match thread::Builder::new().name("analysis".into()).spawn(work) {
            Err(error) if number == 0 => return Err(error),
            // Those that run do the work.
            Err(_) => break,
            Ok(_) => {}
        }
    }
    Ok(())
}

fn work(config: &Config, queue: &Queue, sender: &Sender) {
    while let Some(claim) = queue.claim() {
        let analysed = catch_unwind(AssertUnwindSafe(|| analyse(config, &claim, sender)));
        // The position still gets its answer; the panic has been told by its hook.
        let last = analysed.unwrap_or_else(|_| response::nothing(&claim.job));
        queue.release(&claim);
        sender.result(last);
    }
}

/// Searches one position; its last line.
fn analyse(config: &Config, claim: &Claim, sender: &Sender) -> String {
    let job = &claim.job;
    if claim.stop.load(Relaxed) {
        return response::nothing(job);
    }
    let found = searcher::search(config, claim, &mut |found| {
        sender.result(response::found(job, found, true));
    });
    match found {
        Some(found) => response::found(job, &found, false),
        None => response::nothing(job),
    }
}
