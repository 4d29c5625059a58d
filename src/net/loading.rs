use super::embedded::{self, Embedded};
use super::file::{FileError, Head, Model};
use super::network::{Network, NetworkOptions};
use crate::types::Dims;
use serde_json::{Value, json};
use std::iter;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::thread;

/// A network that a thread of its own reads, so that everything else can go on meanwhile. Those in the program itself are
/// two: one takes the other's place on small boards, and who asks for it first reads it.
#[derive(Debug)]
pub struct Loading {
    source: Source,
    head: Head,
    options: NetworkOptions,
    on_failure: fn(&str),
    loaded: OnceLock<Result<Arc<Network>, String>>,
    /// What takes its place on small boards.
    on_small_boards: Option<Box<Loading>>,
}

/// Where a network is read from.
#[derive(Debug)]
enum Source {
    File(PathBuf),
    Embedded(&'static Embedded),
}

impl Source {
    fn read(&self) -> Result<Model, FileError> {
        match self {
            Source::File(path) => Model::open(path),
            Source::Embedded(network) => network.model(),
        }
    }
}

impl Loading {
    /// Begins to read a file. If what follows its first lines turns out to be bad, `on_failure` is told why before
    /// anybody else.
    ///
    /// # Errors
    /// If its first lines are not those of a network that Tengen can read.
    pub fn start(
        path: &Path,
        options: NetworkOptions,
        on_failure: fn(&str),
    ) -> Result<Arc<Loading>, FileError> {
        let loading = Loading {
            head: Head::open(path)?,
            source: Source::File(path.to_owned()),
            options,
            on_failure,
            loaded: OnceLock::new(),
            on_small_boards: None,
        };
        Ok(loading.begin())
    }

    /// Begins to unpack the networks that are in the program itself: that for small boards when it is first asked for.
    ///
    /// # Errors
    /// None, unless the program was built from a damaged file.
    pub fn start_embedded(options: NetworkOptions) -> Result<Arc<Loading>, FileError> {
        let small = Loading::of_embedded(&embedded::SMALL, options.clone())?;
        let usual = Loading::of_embedded(&embedded::USUAL, options)?;
        let both = Loading {
            on_small_boards: Some(Box::new(small)),
            ..usual
        };
        Ok(both.begin())
    }

    fn of_embedded(
        network: &'static Embedded,
        options: NetworkOptions,
    ) -> Result<Loading, FileError> {
        Ok(Loading {
            head: network.head()?,
            source: Source::Embedded(network),
            options,
            on_failure: |_| (),
            loaded: OnceLock::new(),
            on_small_boards: None,
        })
    }

    fn begin(self) -> Arc<Loading> {
        let loading = Arc::new(self);
        let reader = Arc::clone(&loading);
        thread::spawn(move || drop(reader.loaded()));
        loading
    }

    /// What came of reading it. Whoever asks first reads, and the others wait.
    fn loaded(&self) -> Result<Arc<Network>, String> {
        let load = || {
            let network = catch_unwind(AssertUnwindSafe(|| self.read()));
            let failed = || Err("reading the network failed".to_owned());
            let network = network.unwrap_or_else(|_| failed());
            if let Err(reason) = &network {
                (self.on_failure)(reason);
            }
            network
        };
        self.loaded.get_or_init(load).clone()
    }

    fn read(&self) -> Result<Arc<Network>, String> {
        let model = self.source.read().map_err(|error| error.to_string())?;
        let network = Network::new(model, &self.options).map_err(|error| error.to_string())?;
        Ok(Arc::new(network))
    }

    /// The file; `None` for the networks that are in the program itself.
    pub fn path(&self) -> Option<&Path> {
        match &self.source {
            Source::File(path) => Some(path),
            Source::Embedded(_) => None,
        }
    }

    /// What KataGo's `kata-get-models` and `query_models` tell of each network. Known at once, even while they are being
    /// read.
    pub fn to_json(&self) -> impl Iterator<Item = Value> {
        self.each().map(Loading::one_to_json)
    }

    fn one_to_json(&self) -> Value {
        let path = self.path();
        json!({
            "name": path.map_or("built-in".to_owned(), |path| path.display().to_string()),
            "internalName": self.head.name,
            "maxBatchSize": 1,
            "usesHumanSLProfile": self.head.has_metadata,
            "version": self.head.version,
            "usingFP16": "false",
        })
    }

    /// The name of each network.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.each().map(|loading| loading.head.name.as_str())
    }

    /// Whether it is one of the human-style networks, which are told of the players.
    pub fn is_human_style(&self) -> bool {
        self.head.has_metadata
    }

    /// Forgets the evaluations made so far.
    pub fn forget_evaluations(&self) {
        for loading in self.each() {
            if let Some(Ok(network)) = loading.loaded.get() {
                network.cache().clear();
            }
        }
    }

    /// The network for such boards; it waits until that has been read.
    ///
    /// # Errors
    /// In words, if the rest of the file was bad.
    pub fn wait(&self, dims: Dims) -> Result<Arc<Network>, String> {
        self.on(dims).loaded()
    }

    /// How many times as widely as usual a search by the network for such boards explores.
    pub fn breadth(&self, dims: Dims) -> f32 {
        match self.source {
            Source::File(_) => 1.0,
            Source::Embedded(_) => embedded::breadth(dims),
        }
    }

    fn on(&self, dims: Dims) -> &Loading {
        let small = self.on_small_boards.as_deref();
        small.filter(|_| embedded::is_small(dims)).unwrap_or(self)
    }

    fn each(&self) -> impl Iterator<Item = &Loading> {
        iter::once(self).chain(self.on_small_boards.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::cache::Mixer;
    use crate::net::file::{Weights, sample};
    use crate::net::model::Evaluation;
    use std::fs;

    fn square(side: usize) -> Dims {
        Dims::square(side).unwrap()
    }

    fn file(name: &str, change: impl FnOnce(&mut Vec<u8>)) -> PathBuf {
        let mut bytes = Vec::new();
        let model = sample::plans()[2].model(3);
        model.write(&mut bytes, Weights::Binary).unwrap();
        change(&mut bytes);
        let name = format!("tengen-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    #[test]
    fn a_network_is_read_aside() {
        let path = file("whole.bin", |_| {});
        let loading = Loading::start(&path, NetworkOptions::default(), |_| ()).unwrap();
        assert!(loading.names().eq(["random-v10"]));
        let [small, large] = [9, 19].map(|side| loading.wait(square(side)).unwrap());
        assert_eq!((small.about().version, loading.to_json().count()), (10, 1));
        assert!(Arc::ptr_eq(&small, &large));
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn each_board_has_its_embedded_network() {
        let loading = Loading::start_embedded(NetworkOptions::default()).unwrap();
        assert_eq!(loading.path(), None);
        let name = |side| loading.wait(square(side)).unwrap().about().name.clone();
        assert_eq!(name(9), name(13));
        assert_ne!(name(13), name(19));
        assert!(loading.names().eq([name(19), name(9)]));
        assert_eq!(loading.to_json().count(), 2);
    }

    #[test]
    fn evaluations_are_forgotten() {
        let loading = Loading::start_embedded(NetworkOptions::default()).unwrap();
        for side in [9, 19] {
            let network = loading.wait(square(side)).unwrap();
            let (cache, key) = (network.cache(), Mixer::default().key());
            cache.put(key, side * side, &Arc::new(Evaluation::default()));
            assert!(cache.get(key, side * side).is_some());
            loading.forget_evaluations();
            assert!(cache.get(key, side * side).is_none(), "side {side}");
        }
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
        let text = start(&cut).unwrap().wait(square(9)).unwrap_err();
        assert!(
            text.contains("ends too early") && text.contains("cut.bin"),
            "{text}"
        );
        fs::remove_file(other).unwrap();
        fs::remove_file(cut).unwrap();
    }
}
