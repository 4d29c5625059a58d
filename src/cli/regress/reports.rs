//! The files that tell what came of the tests.

use super::RegressArgs;
use crate::cli::paths::{check_writable, is_same_file};
use crate::cli::printed;
use crate::files;
use crate::tools::regress::compare::Changes;
use crate::tools::regress::suite;
use crate::tools::regress::{Run, html, json, junit};
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

impl RegressArgs {
    /// The files that are written at the end.
    fn written(&self) -> impl Iterator<Item = &Path> {
        let json = self.json.as_deref().filter(|_| !self.json_only());
        let others = [self.junit.as_deref(), self.html.as_deref()];
        json.into_iter().chain(others.into_iter().flatten())
    }

    /// Whether standard output is for the results as JSON and nothing else.
    pub(super) fn json_only(&self) -> bool {
        self.json.as_deref() == Some(Path::new("-"))
    }

    /// Refuses a report that cannot be written, or would overwrite what is read or another report. Only `--json` may take the
    /// place of the earlier run, which has been read by then.
    pub(super) fn check_reports(&self, files: &[PathBuf]) -> Result<(), String> {
        let lists = self.files.iter().filter_map(|name| suite::list(name));
        let read = files.iter().map(PathBuf::as_path);
        let read: Vec<&Path> = read.chain(lists).collect();
        let reports: Vec<&Path> = self.written().collect();
        for (number, report) in reports.iter().enumerate() {
            if report.is_file() && report.extension() == Some(OsStr::new("tst")) {
                // Elsewhere --json takes no value, so the first test may have become one.
                return Err(format!("a report would overwrite {}", report.display()));
            }
            let earlier = self.compare.as_deref();
            let earlier = earlier.filter(|_| Some(*report) != self.json.as_deref());
            let others = read.iter().chain(&reports[..number]).copied();
            if let Some(lost) = others
                .chain(earlier)
                .find(|other| is_same_file(report, other))
            {
                return Err(format!("a report would overwrite {}", lost.display()));
            }
        }
        reports.into_iter().try_for_each(check_writable)
    }

    /// Writes every report that can be written; the error is that of the first that cannot.
    pub(super) fn write_reports(&self, run: &Run, changes: Option<&Changes<'_>>) -> io::Result<()> {
        let json = || format!("{:#}\n", json::object(run));
        let json = match self.json_only() {
            true => printed(io::stdout().write_all(json().as_bytes())),
            false => write(self.json.as_deref(), json),
        };
        let junit = write(self.junit.as_deref(), || junit::document(run));
        let html = write(self.html.as_deref(), || html::page(run, changes));
        json.and(junit).and(html)
    }
}

fn write(path: Option<&Path>, text: impl Fn() -> String) -> io::Result<()> {
    let Some(path) = path else {
        return Ok(());
    };
    let named =
        |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    files::write(path, &text()).map_err(named)
}
