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
/// what it has started can be ended together with it. It is ended when this is dropped, and when
/// our own process ends in whatever way.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    /// Whoever leads the group. `None` where there is nobody but the program itself.
    guard: Option<Child>,
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
        // Held while it starts, so that `kill_all` misses none.
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let guard = start_guard();
        #[cfg(unix)]
        {
            let group = guard.as_ref().and_then(|guard| i32::try_from(guard.id()).ok());
            std::os::unix::process::CommandExt::process_group(&mut command, group.unwrap_or(0));
        }
        let child = match command.spawn() {
            Ok(child) => child,
            Err(error) => {
                if let Some(guard) = guard {
                    end(guard);
                }
                return Err(error);
            }
        };
        let mut process = Self { child, guard };
        running.insert(process.group());
        drop(running);
        match (process.child.stdin.take(), process.child.stdout.take()) {
            (Some(stdin), Some(stdout)) => Ok((process, stdin, stdout)),
            // Both were asked for above.
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// The number of its process group.
    fn group(&self) -> u32 {
        self.guard.as_ref().unwrap_or(&self.child).id()
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
        let group = self.group();
        kill_group(group);
        let _ = self.child.kill();
        let _ = self.child.wait();
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).remove(&group);
        // Last: until then nobody else can get the number of the group.
        if let Some(guard) = self.guard.take() {
            end(guard);
        }
    }
}

/// Starts a shell that leads a new process group and ends that group when our process has ended,
/// even if it was killed and could do nothing itself: then the pipe that the shell reads ends too.
/// Programs that join the group are not slowed down by it, for nothing of theirs passes through it.
///
/// There is no moment at which a program could slip away: it joins before it begins, and until then
/// it holds our end of the pipe, as every new process does.
#[cfg(unix)]
fn start_guard() -> Option<Child> {
    /// What ends us in other ways than by SIGKILL is meant for us alone.
    const SCRIPT: &str = "trap '' HUP INT TERM; read -r _; kill -KILL 0";
    let mut command = Command::new("/bin/sh");
    command.args(["-c", SCRIPT]);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    // Where there is no shell engines play all the same.
    command.spawn().ok()
}

/// Elsewhere there are no process groups.
#[cfg(not(unix))]
const fn start_guard() -> Option<Child> {
    None
}

/// Ends a process that has nothing to do any more.
fn end(mut process: Child) {
    let _ = process.kill();
    let _ = process.wait();
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
