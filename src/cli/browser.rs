//! The browser of the desktop.

use std::process::{Command, Stdio};

/// Opens a page in the browser of the desktop, if there is one. Whether it opens is not told.
pub fn open(page: &str) {
    let has = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let mut command = if cfg!(target_os = "windows") {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else if cfg!(target_os = "macos") {
        Command::new("open")
    } else if has("DISPLAY") || has("WAYLAND_DISPLAY") {
        Command::new("xdg-open")
    } else {
        return;
    };
    let silent = command
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let _ = silent.spawn();
}
