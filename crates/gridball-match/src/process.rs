//! A program that is started, and that does not outlive us.

use std::{
    collections::BTreeSet,
    io,
    process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio},
    sync::{Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

/// The processes that run, by their numbers.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Ends all programs that were started as engines, and all that they have started, at once: for a
/// process that is about to end without unwinding.
pub fn kill_all() {
    for id in RUNNING.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        kill_group(*id);
    }
}

/// A running program in a process group of its own: Ctrl-C on the terminal does not reach it, and
/// what it has started can be ended together with it. It is ended when this is dropped.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
}

impl Process {
    /// Starts a program; the two ends of its pipes are handed out.
    pub(crate) fn start(
        program: &str,
        arguments: &[String],
        stderr: Stdio,
    ) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        // Held while it starts, so that `kill_all` misses none.
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let child = command.spawn()?;
        running.insert(child.id());
        drop(running);
        let mut process = Self { child };
        match (process.child.stdin.take(), process.child.stdout.take()) {
            (Some(stdin), Some(stdout)) => Ok((process, stdin, stdout)),
            // Both were asked for above.
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Waits until the program has ended, but not longer than this.
    pub(crate) fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself; what it has started is ended all the same.
        kill_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.child.id());
    }
}

/// Ends a process group, if there is still one with this number.
#[cfg(unix)]
fn kill_group(id: u32) {
    use nix::{
        sys::signal::{Signal, killpg},
        unistd::Pid,
    };
    if let Ok(id) = i32::try_from(id) {
        // An error means that nobody is left in it.
        let _ = killpg(Pid::from_raw(id), Signal::SIGKILL);
    }
}

/// Elsewhere only the program itself can be ended, which its owner does.
#[cfg(not(unix))]
const fn kill_group(_id: u32) {}
