use super::embedded;
use super::file::{FileError, Head};
use super::network::{Network, NetworkOptions};
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::thread;

/// A network that a thread of its own reads, so that everything else can go on meanwhile.
#[derive(Debug)]
pub struct Loading {
    /// The file; the network that is in the program itself if there is none.
    path: Option<PathBuf>,
    head: Head,
    options: NetworkOptions,
    loaded: OnceLock<Result<Arc<Network>, String>>,
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
        let head = Head::open(path)?;
        Ok(Loading::begin(
            Some(path.to_owned()),
            head,
            options,
            on_failure,
        ))
    }

    /// Begins to unpack the network that is in the program itself.
    ///
    /// # Errors
    /// None, unless the program was built from a damaged file.
    pub fn start_embedded(options: NetworkOptions) -> Result<Arc<Loading>, FileError> {
        Ok(Loading::begin(None, embedded::head()?, options, |_| ()))
    }

    fn begin(
        path: Option<PathBuf>,
        head: Head,
        options: NetworkOptions,
        on_failure: fn(&str),
    ) -> Arc<Loading> {
        let loading = Arc::new(Loading {
            path,
            head,
            options,
            loaded: OnceLock::new(),
        });
        let reader = Arc::clone(&loading);
        thread::spawn(move || reader.load(on_failure));
        loading
    }

    fn load(&self, on_failure: fn(&str)) {
        let network = catch_unwind(AssertUnwindSafe(|| {
            let network = match &self.path {
                Some(path) => Network::open(path, &self.options),
                None => Network::embedded(&self.options),
            };
            network.map(Arc::new).map_err(|error| error.to_string())
        }));
        let failed = || Err("reading the network failed".to_owned());
        let network = network.unwrap_or_else(|_| failed());
        if let Err(reason) = &network {
            on_failure(reason);
        }
        // Nobody else sets it.
        let _ = self.loaded.set(network);
    }

    /// The file; `None` for the network that is in the program itself.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// What KataGo's `kata-get-models` and `query_models` tell of a network. Known at once, even while it is being read.
    pub fn to_json(&self) -> Value {
        let path = self.path.as_ref();
        json!({
            "name": path.map_or("built-in".to_owned(), |path| path.display().to_string()),
            "internalName": self.head.name,
            "maxBatchSize": 1,
            "usesHumanSLProfile": self.head.has_metadata,
            "version": self.head.version,
            "usingFP16": "false",
        })
    }

    /// What its first lines say.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Whether it has been read, or has turned out not to be readable.
    pub fn is_done(&self) -> bool {
        self.loaded.get().is_some()
    }

    /// The network, once it has been read.
    ///
    /// # Errors
    /// In words, if the rest of the file was bad.
    pub fn wait(&self) -> Result<Arc<Network>, String> {
        self.loaded.wait().clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::file::{Weights, sample};
    use std::fs;

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
        assert_eq!(
            (loading.head().name.as_str(), loading.head().version),
            ("random-v10", 10)
        );
        assert_eq!(loading.wait().unwrap().about().version, 10);
        assert!(loading.is_done());
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn the_embedded_network_is_unpacked_aside() {
        let loading = Loading::start_embedded(NetworkOptions::default()).unwrap();
        assert_eq!(loading.path(), None);
        let name = loading.wait().unwrap().about().name.clone();
        assert_eq!(loading.head().name, name);
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
        let text = start(&cut).unwrap().wait().unwrap_err();
        assert!(
            text.contains("ends too early") && text.contains("cut.bin"),
            "{text}"
        );
        fs::remove_file(other).unwrap();
        fs::remove_file(cut).unwrap();
    }
}
