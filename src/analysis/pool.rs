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

/// Starts the workers, and where there are several one more for what is urgent; they leave when the queue has nothing more for them.
///
/// # Errors
/// If the system has no room for a single thread.
pub fn start(
    config: &Arc<Config>,
    queue: &Arc<Queue>,
    sender: impl Fn() -> Sender,
) -> std::io::Result<()> {
    let at_once = config.at_once();
    let workers = if at_once > 1 { at_once + 1 } else { 1 };
    for number in 0..workers {
        let (config, queue) = (Arc::clone(config), Arc::clone(queue));
        let sender = sender();
        let is_for_urgent = number == at_once;
        let work = move || match is_for_urgent {
            true => work(&config, &queue, &sender, || queue.claim_urgent(at_once)),
            false => work(&config, &queue, &sender, || queue.claim()),
        };
        match thread::Builder::new().name("analysis".into()).spawn(work) {
            Err(error) if number == 0 => return Err(error),
            // Those that run do the work.
            Err(_) => break,
            Ok(_) => {}
        }
    }
    Ok(())
}

/// Searches what is claimed, until nothing more is.
fn work(config: &Config, queue: &Queue, sender: &Sender, claim: impl Fn() -> Option<Claim>) {
    while let Some(claim) = claim() {
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
        sender.result(response::found_so_far(job, found));
    });
    match found {
        Some(found) => response::found(job, &found),
        None => response::nothing(job),
    }
}
