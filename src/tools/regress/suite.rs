//! Lists of files.

use crate::files;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};

/// How deep lists may name lists.
const DEEPEST: usize = 16;
/// The longest list: all names that there may be, of a hundred letters each.
const MOST_BYTES: u64 = 16 << 20;
/// How many names may stand in a list and the lists that it names: a few short ones could name each other's files
/// again and again.
const MOST_NAMES: usize = 100_000;

/// A list of files that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuiteError {
    /// Not readable as text.
    Unreadable(PathBuf, String),
    /// Lists that name each other without end.
    TooDeep(PathBuf),
    /// A list with too many names in it and the lists that it names.
    TooLong(PathBuf),
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
            SuiteError::TooLong(path) => write!(
                f,
                "the suite {} names more than {MOST_NAMES} files and lists",
                path.display()
            ),
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
/// If a list cannot be read, is longer than 16 MB or names nothing, names more than 100 000 files with the lists that it
/// names, or lists name each other in a circle.
pub fn expand(names: &[OsString]) -> Result<Vec<PathBuf>, SuiteError> {
    let mut files = Vec::new();
    for name in names {
        match list(name) {
            Some(list) => files.extend(listed(list)?),
            None => files.push(PathBuf::from(name)),
        }
    }
    Ok(files)
}

/// The list that `@FILE` stands for; `None` for another name.
#[cfg(unix)]
pub fn list(name: &OsStr) -> Option<&Path> {
    use std::os::unix::ffi::OsStrExt;
    let list = name.as_bytes().strip_prefix(b"@")?;
    Some(Path::new(OsStr::from_bytes(list)))
}

/// The list that `@FILE` stands for; `None` for another name.
#[cfg(not(unix))]
pub fn list(name: &OsStr) -> Option<&Path> {
    name.to_str()?.strip_prefix('@').map(Path::new)
}

/// The files that a list stands for.
fn listed(list: &Path) -> Result<Vec<PathBuf>, SuiteError> {
    let mut suite = Suite::default();
    suite.read(list, 0)?;
    if suite.names > MOST_NAMES {
        return Err(SuiteError::TooLong(list.to_owned()));
    }
    if suite.files.is_empty() {
        return Err(SuiteError::Empty(list.to_owned()));
    }
    Ok(suite.files)
}

/// What a list and the lists in it have named so far.
#[derive(Default)]
struct Suite {
    files: Vec<PathBuf>,
    /// How many names there were, those of lists included.
    names: usize,
}

impl Suite {
    /// Reads a list and the lists in it, until there are too many names.
    fn read(&mut self, list: &Path, depth: usize) -> Result<(), SuiteError> {
        if depth > DEEPEST {
            return Err(SuiteError::TooDeep(list.to_owned()));
        }
        for line in text(list, depth)?.lines().map(str::trim) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            self.names += 1;
            if self.names > MOST_NAMES {
                break;
            }
            match line.strip_prefix('@') {
                Some(inner) => self.read(&find(inner.trim(), list), depth + 1)?,
                None => self.files.push(find(line, list)),
            }
        }
        Ok(())
    }
}

fn text(list: &Path, depth: usize) -> Result<String, SuiteError> {
    // A list that a person has named may come through a pipe.
    let read = match depth {
        0 => files::read,
        _ => files::read_regular,
    };
    let unreadable =
        |error: &dyn fmt::Display| SuiteError::Unreadable(list.to_owned(), error.to_string());
    let bytes = read(list, MOST_BYTES).map_err(|error| unreadable(&error))?;
    files::text(bytes).map_err(|error| unreadable(&error))
}

fn find(name: &str, list: &Path) -> PathBuf {
    let here = PathBuf::from(name);
    if here.exists() {
        return here;
    }
    let beside = list.parent().unwrap_or(Path::new("")).join(name);
    if beside.exists() { beside } else { here }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::temporary::Directory;
    use std::fs;

    /// A list as it is named on the command line.
    fn at(list: &Path) -> OsString {
        let mut name = OsString::from("@");
        name.push(list);
        name
    }

    #[test]
    fn lists_may_be_in_utf_16_or_begin_with_a_byte_order_mark() {
        let directory = Directory::new("wide");
        let list = directory.join("list");
        let text = "\u{feff}é.tst\r\n";
        let wide = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in [wide, text.as_bytes().to_vec()] {
            fs::write(&list, bytes).unwrap();
            assert_eq!(expand(&[at(&list)]).unwrap(), [Path::new("é.tst")]);
        }
    }

    /// Each list names the next one ten times, the last one nothing or a file.
    #[test]
    fn lists_cannot_multiply_without_end() {
        let directory = Directory::new("many");
        for last in ["# nothing", "a.tst"] {
            directory.write("15", last);
            for number in 0..15 {
                let text = format!("@{}\n", number + 1).repeat(10);
                directory.write(&number.to_string(), text);
            }
            let first = directory.join("0");
            let error = expand(&[at(&first)]).unwrap_err();
            assert_eq!(error, SuiteError::TooLong(first));
            let words = "names more than 100000 files and lists";
            assert!(error.to_string().ends_with(words), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn names_need_not_be_utf_8() {
        use std::os::unix::ffi::OsStringExt;
        let directory = Directory::new("bytes");
        let name = |bytes: &[u8]| OsString::from_vec(bytes.to_vec());
        let list = directory.join(name(b"l\xe9"));
        fs::write(&list, "a.tst\n").unwrap();
        let plain = name(b"b\xe9.tst");
        let wanted = [PathBuf::from("a.tst"), PathBuf::from(&plain)];
        assert_eq!(expand(&[at(&list), plain]).unwrap(), wanted);
    }

    #[test]
    fn lists_name_files_and_lists() {
        let directory = Directory::new("lists");
        let write = |name: &str, text: &str| directory.write(name, text);
        write("a.tst", "");
        write("b.tst", "");
        write("all", "# both\na.tst\n\n  @more \nmissing.tst\n");
        write("more", "b.tst\r\n");
        write("endless", "@endless\n");
        let list = |name: &str| at(&directory.join(name));
        let found = expand(&["x.tst".into(), list("all")]).unwrap();
        let wanted = [
            PathBuf::from("x.tst"),
            directory.join("a.tst"),
            directory.join("b.tst"),
            PathBuf::from("missing.tst"),
        ];
        assert_eq!(found, wanted);
        let error = expand(&[list("endless")]).unwrap_err();
        assert!(matches!(error, SuiteError::TooDeep(_)), "{error}");
        let error = expand(&["@no/such/list".into()]).unwrap_err();
        assert!(error.to_string().contains("no/such/list"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_or_never_ends_is_refused() {
        let error = expand(&["@/dev/zero".into()]).unwrap_err().to_string();
        assert!(
            error.contains("/dev/zero cannot be read: it is longer than 16 MB"),
            "{error}"
        );
        let directory = Directory::new("devices");
        let list = directory.join("list");
        fs::write(&list, "@/dev/null\n").unwrap();
        let error = expand(&[at(&list)]).unwrap_err().to_string();
        assert!(
            error.contains("/dev/null cannot be read: it is not a file"),
            "{error}"
        );
        let error = super::super::load(Path::new("/dev/null"))
            .unwrap_err()
            .to_string();
        assert_eq!(error, "/dev/null: cannot be read: it is not a file");
    }
}
