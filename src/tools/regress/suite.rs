//! Many files: lists of them, and running several at the same time.

use super::run::run_file;
use super::{Event, Launch, Outcome};
use crate::files;
use std::collections::VecDeque;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

/// How deep lists may name lists.
const DEEPEST: usize = 16;
/// The longest list: a hundred thousand names of a hundred letters.
const MOST_BYTES: u64 = 16 << 20;

/// A list of files that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuiteError {
    /// Not readable as text.
    Unreadable(PathBuf, String),
    /// Lists that name each other without end.
    TooDeep(PathBuf),
    /// A list that names no file.
    Empty(PathBuf),
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SuiteError::Unreadable(path, reason) => {
                write!(f, "the suite {} cannot be read: {reason}", path.display())
            }
            SuiteError::TooDeep(path) => {
                write!(f, "the suite {} names itself, or nearly so", path.display())
            }
            SuiteError::Empty(path) => write!(f, "the suite {} names no files", path.display()),
        }
    }
}

impl std::error::Error for SuiteError {}

/// Replaces each `@FILE` by the files that FILE names, one on a line, which may
/// be `@FILE` in turn; blank lines and lines that begin with `#` do not count.
///
/// A name is looked for from the working directory, as `gogui-regress` does it,
/// and if there is no such file, beside the list.
///
/// # Errors
/// If a list cannot be read, is longer than 16 MB or names nothing, or lists name each other in a circle.
pub fn expand(names: &[String]) -> Result<Vec<PathBuf>, SuiteError> {
    let mut files = Vec::new();
    for name in names {
        match name.strip_prefix('@') {
            Some(list) => {
                let (list, before) = (Path::new(list), files.len());
                read_list(list, 0, &mut files)?;
                if files.len() == before {
                    return Err(SuiteError::Empty(list.to_owned()));
                }
            }
            None => files.push(PathBuf::from(name)),
        }
    }
    Ok(files)
}

fn read_list(list: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), SuiteError> {
    if depth > DEEPEST {
        return Err(SuiteError::TooDeep(list.to_owned()));
    }
    // A list that a person has named may come through a pipe.
    let read = match depth {
        0 => files::read,
        _ => files::read_regular,
    };
    let unreadable =
        |error: &dyn fmt::Display| SuiteError::Unreadable(list.to_owned(), error.to_string());
    let text = read(list, MOST_BYTES).map_err(|error| unreadable(&error))?;
    let text = String::from_utf8(text).map_err(|error| unreadable(&error))?;
    for line in text.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match line.strip_prefix('@') {
            Some(inner) => read_list(&find(inner.trim(), list), depth + 1, files)?,
            None => files.push(find(line, list)),
        }
    }
    Ok(())
}

fn find(name: &str, list: &Path) -> PathBuf {
    let here = PathBuf::from(name);
    if here.exists() {
        return here;
    }
    let beside = list.parent().unwrap_or(Path::new("")).join(name);
    if beside.exists() { beside } else { here }
}

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
    let next = AtomicUsize::new(0);
    let (sender, news) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, files.len().max(1)) {
            let sender = sender.clone();
            scope.spawn(|| work(files, &next, launch, limit, sender));
        }
        drop(sender);
        collect(files, &news, watcher)
    })
}

fn work(
    files: &[PathBuf],
    next: &AtomicUsize,
    launch: &Launch<'_>,
    limit: Duration,
    sender: Sender<(usize, News)>,
) {
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(path) = files.get(index) else {
            return;
        };
        // The collector stays until every sender has gone.
        let mut observe = |event: &Event| {
            let _ = sender.send((index, News::Event(event.clone())));
        };
        let outcome = run_file(path, launch, limit, &mut observe);
        let _ = sender.send((index, News::Done(outcome)));
    }
}

/// Passes the news on in the files' order.
fn collect(
    files: &[PathBuf],
    news: &Receiver<(usize, News)>,
    watcher: &mut dyn Watcher,
) -> Vec<Outcome> {
    let mut waiting: Vec<VecDeque<News>> = files.iter().map(|_| VecDeque::new()).collect();
    let mut outcomes = Vec::new();
    for (index, item) in news {
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
    }
    outcomes
}

#[cfg(test)]
mod tests {
    use super::super::totals::Totals;
    use super::*;
    use crate::tools::engine::{Engine, fake::Fake};
    use std::{env, fs};

    fn directory(name: &str) -> PathBuf {
        let name = format!("tengen-suite-{name}-{}", std::process::id());
        let directory = env::temp_dir().join(name);
        fs::create_dir_all(&directory).unwrap();
        directory
    }

    #[test]
    fn lists_name_files_and_lists() {
        let directory = directory("lists");
        let write = |name: &str, text: &str| fs::write(directory.join(name), text).unwrap();
        write("a.tst", "");
        write("b.tst", "");
        write("all", "# both\na.tst\n\n  @more \nmissing.tst\n");
        write("more", "b.tst\r\n");
        write("endless", "@endless\n");
        let list = |name: &str| format!("@{}", directory.join(name).display());
        let found = expand(&["x.tst".to_owned(), list("all")]).unwrap();
        let wanted = [
            PathBuf::from("x.tst"),
            directory.join("a.tst"),
            directory.join("b.tst"),
            PathBuf::from("missing.tst"),
        ];
        assert_eq!(found, wanted);
        let error = expand(&[list("endless")]).unwrap_err();
        assert!(matches!(error, SuiteError::TooDeep(_)), "{error}");
        let error = expand(&["@no/such/list".to_owned()]).unwrap_err();
        assert!(error.to_string().contains("no/such/list"), "{error}");
        fs::remove_dir_all(directory).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_or_never_ends_is_refused() {
        let error = expand(&["@/dev/zero".to_owned()]).unwrap_err().to_string();
        assert!(
            error.contains("/dev/zero cannot be read: it is longer than 16 MB"),
            "{error}"
        );
        let directory = directory("devices");
        let list = directory.join("list");
        fs::write(&list, "@/dev/null\n").unwrap();
        let error = expand(&[format!("@{}", list.display())])
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("/dev/null cannot be read: it is not a file"),
            "{error}"
        );
        let error = super::super::load(Path::new("/dev/null"))
            .unwrap_err()
            .to_string();
        assert_eq!(error, "/dev/null: cannot be read: it is not a file");
        fs::remove_dir_all(directory).unwrap();
    }

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
        let directory = directory("jobs");
        let files: Vec<PathBuf> = (0..7).map(|i| directory.join(format!("{i}.tst"))).collect();
        for path in &files[..6] {
            fs::write(path, "1 name\n2 name\n").unwrap();
        }
        let launch = |_: &Path| -> Result<Box<dyn Engine>, String> {
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
        fs::remove_dir_all(directory).unwrap();
    }
}
