//! A network that is being read while everything else goes on.

use super::embedded;
use super::evaluator::check_sound;
use super::file::{FileError, Head, Model};
use super::network::{Network, NetworkError, NetworkOptions};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// How often a thread looks whether another one has read the network.
const POLL: Duration = Duration::from_millis(2);

/// A network that a thread of its own reads, so that everything else can go on meanwhile.
#[derive(Debug)]
pub struct Loading {
    source: Source,
    head: Head,
    options: NetworkOptions,
    on_failure: fn(&LoadingError),
    loaded: OnceLock<Result<Arc<Network>, LoadingError>>,
}

/// Why a network that was begun to be read cannot be used. All who wait for it are told the same.
#[derive(Clone, Debug)]
pub enum LoadingError {
    /// The rest of the file is bad, there is no such kernel as the options name, or the network says what cannot be.
    Network(Arc<NetworkError>),
    /// A fault of Tengen's own while it was read.
    Panicked,
}

impl fmt::Display for LoadingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadingError::Network(error) => error.fmt(f),
            LoadingError::Panicked => f.write_str("reading the network failed"),
        }
    }
}

impl std::error::Error for LoadingError {}

impl<E: Into<NetworkError>> From<E> for LoadingError {
    fn from(error: E) -> LoadingError {
        LoadingError::Network(Arc::new(error.into()))
    }
}

/// Where a network is read from.
#[derive(Debug)]
enum Source {
    File(PathBuf),
    Program,
}

impl Source {
    fn read(&self) -> Result<Model, FileError> {
        match self {
            Source::File(path) => Model::open(path),
            Source::Program => embedded::model(),
        }
    }
}

impl Loading {
    /// Begins to read a file. If what follows its first lines turns out to be bad, or there is no such kernel as the options
    /// name, `on_failure` is told why before anybody else.
    ///
    /// # Errors
    /// If its first lines are not those of a network that Tengen can read.
    pub fn start(
        path: &Path,
        options: NetworkOptions,
        on_failure: fn(&LoadingError),
    ) -> Result<Arc<Loading>, FileError> {
        let source = Source::File(path.to_owned());
        Ok(Loading::begin(
            source,
            Head::open(path)?,
            options,
            on_failure,
        ))
    }

    /// Begins to unpack the network that is in the program itself.
    ///
    /// # Errors
    /// None, unless the program was built from a damaged file. Of a kernel that is not here [`Loading::wait`] tells.
    pub fn start_embedded(options: NetworkOptions) -> Result<Arc<Loading>, FileError> {
        let head = embedded::head()?;
        Ok(Loading::begin(Source::Program, head, options, |_| ()))
    }

    fn begin(
        source: Source,
        head: Head,
        options: NetworkOptions,
        on_failure: fn(&LoadingError),
    ) -> Arc<Loading> {
        let loading = Arc::new(Loading {
            source,
            head,
            options,
            on_failure,
            loaded: OnceLock::new(),
        });
        let reader = Arc::clone(&loading);
        let begun = thread::Builder::new().spawn(move || drop(reader.wait()));
        // Without a thread of its own it is read here: whoever waits for it until a deadline would wait in vain.
        if begun.is_err() {
            let _ = loading.wait();
        }
        loading
    }

    /// The network; whoever asks first reads it, and the others wait.
    ///
    /// # Errors
    /// If the rest of the file was bad, there is no such kernel as the options name, or the network is not sound ([`check_sound`]).
    pub fn wait(&self) -> Result<Arc<Network>, LoadingError> {
        let load = || {
            let network = catch_unwind(AssertUnwindSafe(|| self.read()));
            let network = network.unwrap_or(Err(LoadingError::Panicked));
            if let Err(error) = &network {
                (self.on_failure)(error);
            }
            network
        };
        self.loaded.get_or_init(load).clone()
    }

    /// Whether the network has been read, or reading it has failed: nobody has to wait for it.
    pub fn is_read(&self) -> bool {
        self.loaded.get().is_some()
    }

    /// Waits until the network has been read, or reading it has failed, but no longer than until `deadline` or until
    /// `stop` is set; false if it still is not.
    pub fn is_ready_by(&self, deadline: Option<Instant>, stop: &AtomicBool) -> bool {
        while !self.is_read() {
            let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if is_late || stop.load(Relaxed) {
                return false;
            }
            thread::sleep(POLL);
        }
        true
    }

    fn read(&self) -> Result<Arc<Network>, LoadingError> {
        let network = Arc::new(Network::new(self.source.read()?, &self.options)?);
        check_sound(&network)?;
        Ok(network)
    }

    /// The file; `None` for the network that is in the program itself.
    pub fn path(&self) -> Option<&Path> {
        match &self.source {
            Source::File(path) => Some(path),
            Source::Program => None,
        }
    }

    /// The version of its model, as KataGo counts them.
    pub fn version(&self) -> u32 {
        self.head.version
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.head.name
    }

    /// Whether it is one of the human-style networks, which are told of the players.
    pub fn is_human_style(&self) -> bool {
        self.head.has_metadata
    }

    /// Forgets the evaluations made so far.
    pub fn forget_evaluations(&self) {
        if let Some(Ok(network)) = self.loaded.get() {
            network.cache().clear();
        }
    }

    /// A network that nobody ever reads.
    #[cfg(test)]
    pub fn unread() -> Arc<Loading> {
        Arc::new(Loading {
            source: Source::Program,
            head: embedded::head().unwrap(),
            options: NetworkOptions::default(),
            on_failure: |_| (),
            loaded: OnceLock::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::cache::Mixer;
    use crate::net::file::sample::{self, Weights};
    use crate::net::model::Evaluation;
    use crate::temporary::TemporaryFile;

    fn file(name: &str, change: impl FnOnce(&mut Vec<u8>)) -> TemporaryFile {
        let mut bytes = sample::plans()[2].file(3, Weights::Binary);
        change(&mut bytes);
        TemporaryFile::new(name, bytes)
    }

    #[test]
    fn a_network_is_read_aside() {
        let path = file("whole.bin", |_| {});
        let loading = Loading::start(&path, NetworkOptions::default(), |_| ()).unwrap();
        assert_eq!(loading.name(), "random-v10");
        let [first, second] = [(); 2].map(|()| loading.wait().unwrap());
        assert_eq!(first.about().version, 10);
        assert!(first.about().knows_advantage, "all weights are random");
        assert!(Arc::ptr_eq(&first, &second));
    }

    #[test]
    fn nobody_waits_for_a_network_longer_than_wanted() {
        let (calm, stop) = (AtomicBool::new(false), AtomicBool::new(true));
        let unread = Loading::unread();
        assert!(!unread.is_ready_by(Some(Instant::now()), &calm));
        assert!(!unread.is_ready_by(None, &stop));
        let loading = Loading::start_embedded(NetworkOptions::default()).unwrap();
        assert!(loading.is_ready_by(None, &calm));
        assert!(loading.is_ready_by(Some(Instant::now()), &stop), "it is");
    }

    #[test]
    fn the_program_has_a_network_without_a_file() {
        let loading = Loading::start_embedded(NetworkOptions::default()).unwrap();
        assert_eq!(loading.path(), None);
        let network = loading.wait().unwrap();
        assert_eq!(network.about().name, loading.name());
        // One that is taught it plays otherwise in handicap games.
        assert!(!network.about().knows_advantage);
    }

    #[test]
    fn evaluations_are_forgotten() {
        let loading = Loading::start_embedded(NetworkOptions::default()).unwrap();
        let network = loading.wait().unwrap();
        let (cache, key) = (network.cache(), Mixer::default().key());
        cache.put(key, 81, &Arc::new(Evaluation::default()));
        assert!(cache.get(key, 81).is_some());
        loading.forget_evaluations();
        assert!(cache.get(key, 81).is_none());
    }

    #[test]
    fn bad_files_are_told_at_once_or_when_asked_for() {
        let start = |path: &Path| Loading::start(path, NetworkOptions::default(), |_| ());
        let none = start(Path::new("/nowhere/net.bin.gz"))
            .unwrap_err()
            .to_string();
        assert!(none.contains("/nowhere/net.bin.gz"), "{none}");
        let other = file("other.bin", |bytes| *bytes = b"#!/bin/sh".to_vec());
        let text = start(&other).unwrap_err().to_string();
        assert!(text.contains("not a network of KataGo"), "{text}");
        let cut = file("cut.bin", |bytes| bytes.truncate(bytes.len() / 2));
        let text = start(&cut).unwrap().wait().unwrap_err().to_string();
        assert!(
            text.contains("ends too early") && text.contains("cut.bin"),
            "{text}"
        );
        // The last weights, behind which a line ends, make whose the points are.
        let wild = file("wild.bin", |bytes| {
            let end = bytes.len() - 1;
            bytes[end - 8..end].copy_from_slice(&[3e38_f32.to_le_bytes(); 2].concat());
        });
        let error = start(&wild).unwrap().wait().unwrap_err();
        let text = "network random-v10: its numbers grow beyond all bounds on an empty board";
        assert_eq!(error.to_string(), text);
    }
}
