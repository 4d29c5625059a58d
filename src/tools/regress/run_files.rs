//! Running many files, several at the same time.

use super::run::run_file;
use super::{Event, Launch, Outcome};
use crate::tools::crew;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Who wants to know how the run goes.
pub trait Watcher {
    /// Something has happened, anywhere.
    fn tick(&mut self, event: &Event);
    /// An event of a file, after all of the files before it.
    fn event(&mut self, path: &Path, event: &Event);
    /// A file is done, and so are those before it.
    fn done(&mut self, path: &Path, outcome: &Outcome);
}

enum News {
    Event(Event),
    Done(Outcome),
}

/// Runs files, `jobs` of them at a time, and returns what came of each in their order.
pub fn run_files(
    files: &[PathBuf],
    jobs: usize,
    launch: &Launch<'_>,
    limit: Duration,
    watcher: &mut dyn Watcher,
) -> Vec<Outcome> {
    let work = |index: usize, send: &dyn Fn((usize, News))| {
        let mut observe = |event: &Event| send((index, News::Event(event.clone())));
        let outcome = run_file(&files[index], launch, limit, &mut observe);
        send((index, News::Done(outcome)));
    };
    let mut waiting: Vec<VecDeque<News>> = files.iter().map(|_| VecDeque::new()).collect();
    let mut outcomes = Vec::new();
    // What the jobs tell is passed on in the order of the files, not as it comes.
    let Ok(()) = crew::run::<_, Infallible>(jobs, files.len(), work, |(index, item)| {
        if let News::Event(event) = &item {
            watcher.tick(event);
        }
        waiting[index].push_back(item);
        while let Some(path) = files.get(outcomes.len())
            && let Some(item) = waiting[outcomes.len()].pop_front()
        {
            match item {
                News::Event(event) => watcher.event(path, &event),
                News::Done(outcome) => {
                    watcher.done(path, &outcome);
                    outcomes.push(outcome);
                }
            }
        }
        Ok(())
    });
    outcomes
}

#[cfg(test)]
mod tests {
    use super::super::LaunchError;
    use super::super::totals::Totals;
    use super::*;
    use crate::temporary::Directory;
    use crate::tools::engine::{Engine, fake::Fake};
    use std::fs;

    #[derive(Default)]
    struct Log {
        ticks: usize,
        lines: Vec<String>,
    }

    impl Watcher for Log {
        fn tick(&mut self, _: &Event) {
            self.ticks += 1;
        }

        fn event(&mut self, path: &Path, event: &Event) {
            let Event::Test(result) = event else { return };
            let number = result.number.unwrap_or(0);
            self.lines.push(format!("{} {number}", path.display()));
        }

        fn done(&mut self, path: &Path, outcome: &Outcome) {
            let tests = Totals::of(outcome).tests;
            self.lines.push(format!("{} done {tests}", path.display()));
        }
    }

    #[test]
    fn whatever_the_number_of_jobs_the_order_is_that_of_the_files() {
        let directory = Directory::new("jobs");
        let files: Vec<PathBuf> = (0..7).map(|i| directory.join(format!("{i}.tst"))).collect();
        for path in &files[..6] {
            fs::write(path, "1 name\n2 name\n").unwrap();
        }
        let launch = |_: &Path| -> Result<Box<dyn Engine>, LaunchError> {
            Ok(Box::new(Fake(|_: &str| Ok("x".to_owned()))))
        };
        let run = |jobs| {
            let mut log = Log::default();
            let limit = Duration::from_secs(1);
            let outcomes = run_files(&files, jobs, &launch, limit, &mut log);
            assert_eq!(outcomes.len(), 7);
            assert!(outcomes[6].is_err());
            assert_eq!(log.ticks, 12);
            log.lines
        };
        let one = run(1);
        assert_eq!(one.len(), 3 * 6 + 1);
        assert_eq!(run(3), one);
        assert_eq!(run(20), one);
    }
}
