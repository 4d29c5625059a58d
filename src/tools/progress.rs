//! How far a long job has come, for a person who waits.
//!
//! A [`Bar`] writes to standard error, and only if that is a terminal:
//! scripts and logs see nothing of it.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// How often the elapsed time moves on while the job is silent.
const TICK: Duration = Duration::from_millis(500);

/// A bar that fills while a job runs. It goes when it is dropped.
#[derive(Debug)]
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar for `total` steps; `what` tells what they are: `games`, `tests`.
    pub fn new(total: u64, what: &str) -> Bar {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
        if !bar.is_hidden() {
            bar.set_style(style(what));
            bar.enable_steady_tick(TICK);
        }
        Bar(bar)
    }

    /// One more step is done.
    pub fn step(&self) {
        self.0.inc(1);
    }

    /// Shows that this many steps are done in all.
    pub fn set(&self, done: u64) {
        self.0.set_position(done);
    }

    /// What stands behind the bar, such as the score so far.
    pub fn tell(&self, message: impl Into<String>) {
        self.0.set_message(message.into());
    }

    /// Does something that writes to the terminal while the bar is out of the way.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.suspend(write)
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// `[=====>    ] 12/100 games, 01:10, 09:40 left  A: 7 wins ...`
fn template(what: &str) -> String {
    // Braces in the noun would be placeholders.
    let what = what.replace(['{', '}'], "");
    format!("[{{bar:30}}] {{pos}}/{{len}} {what}, {{elapsed}}, {{eta}} left  {{wide_msg}}")
}

fn style(what: &str) -> ProgressStyle {
    ProgressStyle::with_template(&template(what))
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("=> ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted_with_and_without_a_terminal() {
        for bar in [Bar::new(3, "games"), Bar(ProgressBar::hidden())] {
            bar.step();
            assert_eq!(bar.0.position(), 1);
            bar.set(3);
            assert_eq!(bar.0.position(), 3);
            bar.tell("well");
            assert_eq!(bar.aside(|| 7), 7);
        }
    }

    #[test]
    fn the_template_is_sound() {
        for what in ["games", "{games}", "{"] {
            assert!(
                ProgressStyle::with_template(&template(what)).is_ok(),
                "{what}"
            );
        }
    }
}
