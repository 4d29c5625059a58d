//! Process groups: what an engine has started itself ends with it.
//!
//! An engine is often a script around the program that thinks, and killing the script alone would leave that program
//! behind. There are process groups on Unix alone; elsewhere the engine is killed by itself.

use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The groups that have not been killed yet.
static ALIVE: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// A process group; killed when dropped.
///
/// Its number is that of the process at its head. Nobody else can have that number while the process or another of the
/// group is there, so a group is to be dropped as soon as its head has ended.
#[derive(Debug)]
pub(super) struct Group(u32);

impl Group {
    /// Starts a process at the head of a new group.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(super) fn spawn(command: &mut Command) -> io::Result<(Child, Group)> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        // The lock is held until the group is noted, so that kill_groups misses none.
        let mut alive = alive();
        let child = command.spawn()?;
        alive.push(child.id());
        let group = Group(child.id());
        Ok((child, group))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let mut alive = alive();
        if let Some(index) = alive.iter().position(|&number| number == self.0) {
            alive.swap_remove(index);
            kill(self.0);
        }
    }
}

/// Kills every group that there is, for a program that must end at once.
pub fn kill_groups() {
    alive().drain(..).for_each(kill);
}

fn alive() -> MutexGuard<'static, Vec<u32>> {
    ALIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
fn kill(number: u32) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(number) = i32::try_from(number) {
        // Killing fails only if all of the group has ended already.
        let _ = killpg(Pid::from_raw(number), Signal::SIGKILL);
    }
}

#[cfg(not(unix))]
fn kill(_number: u32) {}
