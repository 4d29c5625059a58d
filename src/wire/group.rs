//! Process groups: what an engine has started itself ends with it.
//!
//! An engine is often a script around the program that thinks, and killing the script alone would leave that program
//! behind. There are process groups on Unix alone; elsewhere the engine is killed by itself.

use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The groups that have not been killed yet; none can be started once [`kill_groups`] has taken the list.
static ALIVE: Mutex<Option<Vec<u32>>> = Mutex::new(Some(Vec::new()));

/// A process at the head of a group of its own; killed with all of the group when dropped.
#[derive(Debug)]
pub(super) struct Group {
    /// Its number is that of the group. Nobody else can have that number while the head or another of the group is
    /// there.
    pub(super) head: Child,
}

impl Group {
    /// Starts a process at the head of a new group.
    ///
    /// # Errors
    /// If it cannot be started, or [`kill_groups`] has been called.
    pub(super) fn spawn(command: &mut Command) -> io::Result<Group> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        // The lock is held until the group is noted, so that kill_groups misses none.
        let mut alive = alive();
        let alive = alive
            .as_mut()
            .ok_or_else(|| io::Error::other("this program is about to end"))?;
        let head = command.spawn()?;
        alive.push(head.id());
        Ok(Group { head })
    }

    /// Whether the process at its head has not ended.
    pub(super) fn is_running(&mut self) -> bool {
        matches!(self.head.try_wait(), Ok(None))
    }

    /// Kills all of it, unless that has been done.
    pub(super) fn kill(&mut self) {
        // The group first: once its head has been waited for, its number may come to belong to another.
        self.kill_once();
        // Killing fails only if the process has ended already.
        let _ = self.head.kill();
        let _ = self.head.wait();
    }

    fn kill_once(&self) {
        let mut alive = alive();
        let Some(alive) = alive.as_mut() else {
            return;
        };
        if let Some(index) = alive.iter().position(|&number| number == self.head.id()) {
            kill(alive.swap_remove(index));
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Kills every group that there is, for a program that is to end: no other can be started afterwards.
pub fn kill_groups() {
    alive().take().into_iter().flatten().for_each(kill);
}

fn alive() -> MutexGuard<'static, Option<Vec<u32>>> {
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
