//! Runs the program as a person or another program does.
#![allow(dead_code, reason = "no test file uses all of it")]

use std::{
    ffi::OsStr,
    io::{Read, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;

/// So long a test waits for something that should come at once, before it gives up.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);

/// A machine with nothing on it: an empty data folder, and a work folder.
pub(crate) struct Machine {
    folder: TempDir,
}

impl Machine {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// The data folder.
    pub(crate) fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// A path in the work folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file into the work folder.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    /// The program with these arguments, in the work folder.
    pub(crate) fn gridball<S: AsRef<OsStr>>(
        &self,
        arguments: impl IntoIterator<Item = S>,
    ) -> Command {
        let mut command = Command::new(program());
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env("LC_ALL", "C")
            .env_remove("NO_COLOR")
            .env("GRIDBALL_DATA", self.data())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs the program with `input` as all of its standard input.
    pub(crate) fn run<S: AsRef<OsStr>>(
        &self,
        arguments: impl IntoIterator<Item = S>,
        input: impl AsRef<[u8]>,
    ) -> Outcome {
        let mut talk = Talk::start(self.gridball(arguments));
        // A program that does not read all of its input is no failure here.
        let _ = talk.stdin.as_mut().unwrap().write_all(input.as_ref());
        talk.finish()
    }

    /// The files of unfinished games.
    pub(crate) fn unfinished(&self) -> Vec<PathBuf> {
        let Ok(entries) = std::fs::read_dir(self.data().join("unfinished")) else {
            return Vec::new();
        };
        entries.map(|entry| entry.unwrap().path()).collect()
    }

    /// The file of finished games.
    pub(crate) fn finished(&self) -> PathBuf {
        self.data().join("finished.gbn")
    }
}

/// The program under test.
pub(crate) fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_gridball"))
}

/// What a run has left.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Outcome {
    /// The exit status, and that there was one.
    pub(crate) fn code(&self) -> i32 {
        self.status.code().unwrap_or_else(|| panic!("killed: {self:?}"))
    }

    /// What was printed, of a run that went well and complained about nothing.
    pub(crate) fn good(self) -> String {
        assert!(self.code() == 0 && self.stderr.is_empty(), "{self:?}");
        self.stdout
    }
}

/// A running program and its pipes.
pub(crate) struct Talk {
    pub(crate) child: Child,
    pub(crate) stdin: Option<ChildStdin>,
    stdout: Receiver<Vec<u8>>,
    stderr: Receiver<Vec<u8>>,
    /// Read from standard output, but not yet handed out.
    pending: Vec<u8>,
}

/// Reads everything in a thread, so that no pipe is ever full.
fn drain(mut from: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut chunk = [0; 8192];
        while let Ok(count @ 1..) = from.read(&mut chunk) {
            if sender.send(chunk[..count].to_vec()).is_err() {
                break;
            }
        }
    });
    receiver
}

impl Talk {
    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        let stdout = child.stdout.take().map_or_else(|| mpsc::channel().1, drain);
        let stderr = child.stderr.take().map_or_else(|| mpsc::channel().1, drain);
        let stdin = child.stdin.take();
        Self { child, stdin, stdout, stderr, pending: Vec::new() }
    }

    /// Sends a line.
    pub(crate) fn send(&mut self, line: impl AsRef<[u8]>) {
        let stdin = self.stdin.as_mut().expect("the input is closed");
        stdin.write_all(line.as_ref()).unwrap();
        stdin.write_all(b"\n").unwrap();
        stdin.flush().unwrap();
    }

    /// Everything up to and with the first place where one of `ends` stands.
    pub(crate) fn read_until(&mut self, ends: &[&str]) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let text = String::from_utf8_lossy(&self.pending);
            let end = ends.iter().filter_map(|end| Some(text.find(end)? + end.len())).min();
            if let Some(end) = end {
                let taken = text[..end].to_owned();
                self.pending = text[end..].as_bytes().to_vec();
                return taken;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.stdout.recv_timeout(left) {
                Ok(bytes) => self.pending.extend(bytes),
                Err(error) => panic!(
                    "{error}; waited for {ends:?} after: {text}\nstandard error: {}",
                    String::from_utf8_lossy(&self.stderr.try_iter().flatten().collect::<Vec<_>>())
                ),
            }
        }
    }

    /// The next line, without its end.
    pub(crate) fn line(&mut self) -> String {
        let mut line = self.read_until(&["\n"]);
        line.pop();
        line
    }

    /// Closes the input.
    pub(crate) fn close(&mut self) {
        self.stdin = None;
    }

    /// Waits for the program to end by itself.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            if Instant::now() > deadline {
                self.child.kill().unwrap();
                panic!("the program did not end");
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Closes the input, waits for the end, and collects what is left.
    pub(crate) fn finish(mut self) -> Outcome {
        self.close();
        let status = self.wait();
        let mut stdout = std::mem::take(&mut self.pending);
        stdout.extend(self.stdout.iter().flatten());
        let stderr: Vec<u8> = self.stderr.iter().flatten().collect();
        Outcome {
            status,
            stdout: String::from_utf8(stdout).expect("the output is UTF-8"),
            stderr: String::from_utf8(stderr).expect("the errors are UTF-8"),
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        // After a failed test the program must not stay behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Numbers that look random and are always the same.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}
