//! The engine protocol by transcripts: `ugi/*.txt`.
//!
//! ```text
//! # a comment
//! > a line of input, with \n \r \0 \t \\ and \xff for single bytes
//! < an expected line of output
//! = later      the job of the next command is not run at once but by:
//! = run        run the job that waits
//! = fail       drop the job that waits, as if its thread had died
//! = long N B   a line of N times the byte B
//! = eof        the end of the input
//! ```
//!
//! After the last line of input that the session reads, `= quit` stands where it wants to end.
//! Run with `UPDATE_TRANSCRIPTS=1` to write what comes out into the files.

#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::disallowed_methods, reason = "the transcripts are files")]

use std::{cell::Cell, fmt::Write, fs, path::Path, time::Duration};

use gridball_ai::ugi::{Flow, Job, JobHost, Session};
use gridball_core::Position;

/// Takes lines; its clock goes on by a millisecond whenever it is looked at.
#[derive(Default)]
struct Host {
    lines: Vec<String>,
    millis: Cell<u64>,
}

impl JobHost for Host {
    fn elapsed(&self) -> Duration {
        self.millis.set(self.millis.get() + 1);
        Duration::from_millis(self.millis.get())
    }

    fn line(&mut self, line: &str) {
        self.lines.push(line.to_owned());
    }
}

struct Transcript {
    session: Session,
    host: Host,
    waiting: Option<Box<Job>>,
    later: bool,
    quit: bool,
}

impl Transcript {
    fn new() -> Self {
        let picture = |game: &gridball_core::AnyGame| {
            let position = game.position();
            format!("a picture of {}\nafter {} actions", position.setup(), game.len())
        };
        Self {
            session: Session::new(Box::new(picture)),
            host: Host::default(),
            waiting: None,
            later: false,
            quit: false,
        }
    }

    fn input(&mut self, line: &[u8]) {
        let lines = &mut self.host.lines;
        let flow = self.session.line(line, &mut |line| lines.push(line.to_owned()));
        self.follow(flow);
    }

    fn follow(&mut self, flow: Flow) {
        match flow {
            Flow::Continue => {}
            Flow::Run(job) => {
                assert!(self.waiting.is_none(), "two jobs at a time");
                self.waiting = Some(job);
                if !std::mem::take(&mut self.later) {
                    self.run();
                }
            }
            Flow::Quit => self.quit = true,
        }
    }

    fn run(&mut self) {
        let job = self.waiting.take().expect("no job waits");
        self.host.millis.set(0);
        let finished = job.run(&mut self.host);
        let lines = &mut self.host.lines;
        let flow = self.session.finished(finished, &mut |line| lines.push(line.to_owned()));
        self.follow(flow);
    }

    fn directive(&mut self, directive: &str) {
        let lines = &mut self.host.lines;
        let mut out = |line: &str| lines.push(line.to_owned());
        match directive.split(' ').collect::<Vec<_>>()[..] {
            ["later"] => self.later = true,
            ["run"] => self.run(),
            ["fail"] => {
                self.waiting.take().expect("no job waits");
                let flow = self.session.failed(&mut out);
                self.follow(flow);
            }
            ["eof"] => {
                let flow = self.session.end_of_input(&mut out);
                self.follow(flow);
            }
            ["long", count, byte] => {
                let line = byte.as_bytes().repeat(count.parse().unwrap());
                self.input(&line);
            }
            _ => panic!("unknown directive {directive}"),
        }
    }
}

/// The bytes of a line with escapes.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        bytes.push(match rest.next() {
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'0') => 0,
            Some(b'\\') => b'\\',
            Some(b'x') => {
                let hex: String = rest.by_ref().take(2).map(char::from).collect();
                u8::from_str_radix(&hex, 16).unwrap()
            }
            other => panic!("unknown escape {other:?} in {text}"),
        });
    }
    bytes
}

/// Plays the inputs of `text`, and returns it with the outputs that come.
fn played(text: &str) -> String {
    let mut transcript = Transcript::new();
    let mut written = String::new();
    for line in text.lines() {
        if line.starts_with("< ") || line == "<" || line == "= quit" {
            continue;
        }
        writeln!(written, "{line}").unwrap();
        assert!(
            !transcript.quit || line.is_empty() || line.starts_with('#'),
            "{line} after the end"
        );
        if let Some(input) = line.strip_prefix("> ") {
            transcript.input(&unescape(input));
        } else if let Some(directive) = line.strip_prefix("= ") {
            transcript.directive(directive);
        } else {
            assert!(line.is_empty() || line.starts_with('#'), "not understood: {line}");
        }
        for line in transcript.host.lines.drain(..) {
            assert!(!line.contains('\n'), "a line end inside of {line}");
            writeln!(written, "< {line}").unwrap();
        }
        if std::mem::take(&mut transcript.quit) {
            writeln!(written, "= quit").unwrap();
            transcript = Transcript::new();
        }
    }
    assert!(transcript.waiting.is_none(), "a job still waits at the end");
    written
}

#[test]
fn transcripts() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ugi");
    let mut paths: Vec<_> =
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut different = Vec::new();
    for path in paths {
        let expected = fs::read_to_string(&path).unwrap();
        let written = played(&expected);
        if written == expected {
            continue;
        }
        if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() {
            fs::write(&path, written).unwrap();
        } else {
            let (number, (want, got)) = expected
                .lines()
                .chain(["(the end)"])
                .zip(written.lines().chain(["(the end)"]))
                .enumerate()
                .find(|(_, (want, got))| want != got)
                .unwrap();
            different.push(format!(
                "{}:{}: expected {want}\n  got {got}",
                path.display(),
                number + 1
            ));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}
