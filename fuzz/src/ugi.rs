//! Conversations with the engine.

use std::{cell::Cell, time::Duration};

use gridball_ai::ugi::{Flow, Job, JobHost, LineBuffer, Session};
use gridball_core::Position;
use gridball_replay::text::{TextOptions, draw};

/// So many lines of one input are read.
const LONGEST_CONVERSATION: usize = 50;
/// So often a job may look at the clock or ask whether it should stop.
const LOOKS: u32 = 20;
/// What passes between two looks at the clock.
const STEP: Duration = Duration::from_millis(20);

/// First words of all lines that a session answers.
const ANSWERS: &[&str] = &[
    "id", "option", "ugiok", "readyok", "error", "legal", "perft", "fen", "response", "info",
    "bestmove",
];

/// Keeps the answers, and ends every job soon.
#[derive(Default)]
struct Host {
    lines: Vec<String>,
    looks: Cell<u32>,
}

impl Host {
    fn look(&self) -> u32 {
        self.looks.set(self.looks.get() + 1);
        self.looks.get()
    }
}

impl JobHost for Host {
    fn elapsed(&self) -> Duration {
        STEP * self.look()
    }

    fn line(&mut self, line: &str) {
        self.lines.push(line.to_owned());
    }

    fn stop_requested(&self) -> bool {
        self.look() > LOOKS
    }
}

struct Conversation {
    session: Session,
    host: Host,
    /// A job that is run after some more lines have come.
    waiting: Option<Box<Job>>,
    /// Whether jobs wait for the next line.
    late: bool,
    over: bool,
}

impl Conversation {
    fn new(late: bool) -> Self {
        let options = TextOptions::default();
        let picture = Box::new(move |game: &_| draw(game, &options).to_string());
        Self {
            session: Session::new(picture),
            host: Host::default(),
            waiting: None,
            late,
            over: false,
        }
    }

    fn follow(&mut self, flow: Flow) {
        match flow {
            Flow::Continue => {}
            Flow::Quit => self.over = true,
            Flow::Run(job) => {
                assert!(self.waiting.is_none(), "two jobs at a time");
                self.waiting = Some(job);
                if !self.late {
                    self.run();
                }
            }
        }
    }

    fn run(&mut self) {
        let Some(job) = self.waiting.take() else { return };
        self.host.looks.set(0);
        let finished = job.run(&mut self.host);
        let lines = &mut self.host.lines;
        let flow = self.session.finished(finished, &mut |line| lines.push(line.to_owned()));
        self.follow(flow);
    }

    fn line(&mut self, line: &[u8]) {
        if self.session.must_wait(line) {
            self.run();
        }
        let held = self.waiting.is_some();
        let before = self.host.lines.len();
        let lines = &mut self.host.lines;
        let flow = self.session.line(line, &mut |line| lines.push(line.to_owned()));
        self.follow(flow);
        let command = line.trim_ascii().split(u8::is_ascii_whitespace).next();
        self.check_answers(before, command == Some(b"d"));
        if held {
            self.run();
        }
    }

    /// Checks the answers from this one on; a drawing may say anything.
    fn check_answers(&self, from: usize, is_drawing: bool) {
        for line in &self.host.lines[from..] {
            assert!(!line.contains('\n'), "{line:?} is more than a line");
            let word = line.split(' ').next().unwrap_or_default();
            assert!(is_drawing || ANSWERS.contains(&word), "{line:?} is no answer");
        }
    }

    fn end_of_input(&mut self) {
        let lines = &mut self.host.lines;
        let flow = self.session.end_of_input(&mut |line| lines.push(line.to_owned()));
        self.follow(flow);
        self.run();
        assert!(self.over, "the session goes on after the end of its input");
    }
}

/// Reads the input as a conversation by the engine protocol; the first byte chooses whether jobs
/// are run at once, and in pieces of what length the rest comes.
///
/// # Panics
///
/// When an answer is none of the protocol's, the session does not end, or its game is not valid.
pub fn ugi_session(data: &[u8]) {
    let Some((&choice, input)) = data.split_first() else { return };
    let mut conversation = Conversation::new(choice % 2 == 1);
    let mut buffer = LineBuffer::default();
    let mut read = 0;
    for piece in input.chunks(usize::from(choice / 2) + 1) {
        buffer.push(piece);
        while let Some(line) = buffer.next_line()
            && read < LONGEST_CONVERSATION
            && !conversation.over
        {
            read += 1;
            conversation.line(&line);
        }
    }
    if let Some(line) = buffer.finish()
        && !conversation.over
    {
        conversation.line(&line);
    }
    assert_eq!(conversation.session.game().position().validate(), Ok(()));
    if !conversation.over {
        conversation.end_of_input();
    }
}
