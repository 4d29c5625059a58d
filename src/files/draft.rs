//! Files that are there only when they are complete.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::thread;

/// A file in the making. It is written beside the one whose place it takes when it is published, and which stays as it is
/// until then; unpublished, it leaves nothing behind.
///
/// Where a link stands, what it leads to is replaced. A pipe or a device is written to at once, and so is a file that
/// nothing can be put beside.
#[derive(Debug)]
pub struct Draft {
    file: BufWriter<File>,
    /// Under which name it is written, and which one it is to have; none if that is the same.
    names: Option<(PathBuf, PathBuf)>,
}

impl Draft {
    /// Begins a file that nobody else writes at the same time.
    ///
    /// # Errors
    /// If it cannot be written, or a file that is there may not be.
    pub fn new(path: &Path) -> io::Result<Draft> {
        // Always the same name: what a killed program leaves is used by the next one.
        Draft::begin(path, ".unfinished")
    }

    /// As [`Draft::new`], but several programs and threads may make the file at the same time.
    ///
    /// # Errors
    /// As [`Draft::new`].
    pub fn shared(path: &Path) -> io::Result<Draft> {
        let (process, thread) = (process::id(), thread::current().id());
        Draft::begin(path, &format!(".{process}-{thread:?}.unfinished"))
    }

    fn begin(path: &Path, ending: &str) -> io::Result<Draft> {
        let is_free = fs::symlink_metadata(path).is_err();
        if !is_free && !path.is_file() {
            return Draft::in_place(path);
        }
        let earlier = (!is_free).then(|| Earlier::of(path)).transpose()?;
        let (place, permissions) = match earlier {
            None => (path.to_owned(), None),
            Some(earlier) => (earlier.place, Some(earlier.permissions)),
        };
        let mut unfinished = place.clone().into_os_string();
        unfinished.push(ending);
        let file = match File::create(&unfinished) {
            Err(error) if is_no_name_to_have(&error) => return Draft::in_place(path),
            file => file?,
        };
        let draft = Draft {
            file: BufWriter::new(file),
            names: Some((unfinished.into(), place)),
        };
        if let Some(permissions) = permissions {
            draft.file.get_ref().set_permissions(permissions)?;
        }
        Ok(draft)
    }

    fn in_place(path: &Path) -> io::Result<Draft> {
        Ok(Draft {
            file: BufWriter::new(File::create(path)?),
            names: None,
        })
    }

    /// Brings all that has been written to the disk, which may be full.
    ///
    /// # Errors
    /// What the system says.
    pub fn complete(&mut self) -> io::Result<()> {
        self.file.flush()?;
        match self.names {
            // Pipes cannot be brought there.
            None => Ok(()),
            Some(_) => self.file.get_ref().sync_all(),
        }
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// What the system says; what stood there stands there still.
    pub fn publish(mut self) -> io::Result<()> {
        self.complete()?;
        match &self.names {
            None => Ok(()),
            Some((unfinished, place)) => fs::rename(unfinished, place),
        }
    }

    /// Gives the file its name, unless there is one of that name: of several programs one alone succeeds.
    ///
    /// # Errors
    /// `AlreadyExists` if there is such a file by now; or what the system says.
    pub fn publish_first(mut self) -> io::Result<()> {
        self.complete()?;
        let Some((unfinished, place)) = &self.names else {
            return Err(ErrorKind::AlreadyExists.into());
        };
        if fs::hard_link(unfinished, place).is_ok() {
            return Ok(());
        }
        if place.try_exists()? {
            return Err(ErrorKind::AlreadyExists.into());
        }
        // A file system without links, as on memory cards.
        fs::rename(unfinished, place)
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some((unfinished, _)) = &self.names {
            // Where it has been renamed there is nothing left to remove.
            let _ = fs::remove_file(unfinished);
        }
    }
}

/// A file that is to be replaced.
struct Earlier {
    place: PathBuf,
    permissions: Permissions,
}

impl Earlier {
    /// What may not be written may not be replaced either.
    fn of(path: &Path) -> io::Result<Earlier> {
        let file = OpenOptions::new().append(true).open(path)?;
        Ok(Earlier {
            place: path.canonicalize()?,
            permissions: file.metadata()?.permissions(),
        })
    }
}

/// Whether nothing can be put beside a file: the directory may not be written, or the longer name is too long.
fn is_no_name_to_have(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::PermissionDenied | ErrorKind::InvalidFilename
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::temporary::Directory;

    fn written(draft: io::Result<Draft>, text: &str) -> Draft {
        let mut draft = draft.unwrap();
        draft.write_all(text.as_bytes()).unwrap();
        draft.complete().unwrap();
        draft
    }

    #[test]
    fn what_is_there_stays_until_the_new_is_complete() {
        let directory = Directory::new("stays");
        let path = directory.join("result");
        fs::write(&path, "earlier").unwrap();
        drop(written(Draft::new(&path), "half"));
        assert_eq!(fs::read(&path).unwrap(), b"earlier");
        assert_eq!(directory.names(), ["result"]);
        let draft = written(Draft::new(&path), "new");
        assert_eq!(fs::read(&path).unwrap(), b"earlier");
        draft.publish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(directory.names(), ["result"]);
    }

    #[test]
    fn what_a_killed_program_leaves_is_used_by_the_next() {
        let directory = Directory::new("killed");
        let path = directory.join("result");
        std::mem::forget(written(Draft::new(&path), "half a result"));
        assert_eq!(directory.names(), ["result.unfinished"]);
        written(Draft::new(&path), "whole").publish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"whole");
        assert_eq!(directory.names(), ["result"]);
    }

    #[test]
    fn of_several_one_alone_is_first() {
        let directory = Directory::new("first");
        let path = directory.join("plan");
        let [theirs, ours] = ["theirs", "ours"].map(|text| {
            let draft = std::thread::scope(|scope| {
                let path = &path;
                scope.spawn(|| Draft::shared(path)).join().unwrap()
            });
            written(draft, text)
        });
        theirs.publish_first().unwrap();
        let lost = ours.publish_first().unwrap_err();
        assert_eq!(lost.kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        assert_eq!(directory.names(), ["plan"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_and_lead_to_the_new_file() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let directory = Directory::new("links");
        let [file, link, dangling] = ["file", "link", "dangling"].map(|name| directory.join(name));
        fs::write(&file, "earlier").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
        symlink("file", &link).unwrap();
        written(Draft::new(&link), "new").publish().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(
            fs::metadata(&file).unwrap().permissions().mode() & 0o777,
            0o600
        );
        symlink("other", &dangling).unwrap();
        written(Draft::new(&dangling), "new").publish().unwrap();
        assert!(fs::symlink_metadata(&dangling).unwrap().is_symlink());
        assert_eq!(directory.names(), ["dangling", "file", "link", "other"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_written_into() {
        use std::os::unix::fs::FileTypeExt;
        let directory = Directory::new("pipe");
        let path = directory.pipe("pipe");
        thread::scope(|scope| {
            let read = scope.spawn(|| fs::read(&path).unwrap());
            written(Draft::new(&path), "text").publish().unwrap();
            assert_eq!(read.join().unwrap(), b"text");
        });
        assert!(fs::metadata(&path).unwrap().file_type().is_fifo());
        assert_eq!(directory.names(), ["pipe"]);
    }
}
