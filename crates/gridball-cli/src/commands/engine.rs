//! `gridball engine`: the engine protocol on standard input and output.
//!
//! Three threads: one reads lines, one runs the job of the moment, and the main one holds the
//! [`Session`] and talks to both.

use std::{
    collections::VecDeque,
    io::{self, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, SyncSender},
    },
    thread,
    time::{Duration, Instant},
};

use clap::Args;
use gridball_ai::ugi::{Finished, Flow, Job, JobHost, JobKind, Session};
use gridball_match::lines::{self, Incoming};
use gridball_replay::text::{TextOptions, draw};

use crate::{Context, failure::Status};

/// Options of `engine`.
#[derive(Args, Debug)]
#[command(after_help = "One command a line: ugi, isready, setoption, uginewgame, position, legal,
perft, fen, d, query, go, stop, quit. The end of input is quit.

Example: printf 'position startpos moves 034\\ngo nodes 20000\\n' | gridball engine")]
pub(crate) struct Arguments {}

/// So long the next line waits for a search that has just begun, so that scripts need not wait
/// for the answers of short ones. Only `stop` does not wait.
const SEARCH_GRACE: Duration = Duration::from_millis(20);
/// The same for counts and lists.
const COUNT_GRACE: Duration = Duration::from_millis(100);
/// Lines that wait, besides the one that is being read. They may be long.
const WAITING_LINES: usize = 4;
/// Lines that wait while legal actions are listed, or for a job that has just begun.
const MOST_WAITING: usize = 64;
/// Search and count may recurse deeply.
const STACK: usize = 64 << 20;

pub(crate) fn run(_: &Arguments, _: &mut Context) -> anyhow::Result<Status> {
    let (sender, receiver) = mpsc::sync_channel(WAITING_LINES);
    let lines = sender.clone();
    lines::read_in_thread("input", io::stdin(), move |incoming| {
        lines.send(Event::Incoming(incoming)).is_ok()
    })?;
    let mut host = Host {
        session: Session::new(Box::new(|game| draw(game, &TextOptions::default()).to_string())),
        answers: Answers::default(),
        sender,
        events: receiver,
        worker: None,
        waiting: VecDeque::new(),
    };
    while let Ok(event) = host.events.recv() {
        let flow = match event {
            Event::Incoming(incoming) => host.take(incoming),
            Event::JobDone => host.take_finished(),
        };
        if host.follow(flow)? || host.take_waiting()? {
            break;
        }
        host.answers.check()?;
    }
    Ok(Status::Done)
}

/// What happens to the conversation.
enum Event {
    Incoming(Incoming),
    /// The worker has laid its result down.
    JobDone,
}

/// Standard output, shared by the threads.
#[derive(Clone, Default)]
struct Answers {
    /// What went wrong when something was printed.
    failure: Arc<Mutex<Option<io::Error>>>,
    failed: Arc<AtomicBool>,
}

impl Answers {
    /// Prints a line at once.
    fn print(&self, answer: &str) {
        let mut out = io::stdout().lock();
        if let Err(error) = writeln!(out, "{answer}").and_then(|()| out.flush()) {
            self.failed.store(true, Ordering::Relaxed);
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
    }

    /// Whether the reader of our output has left.
    fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    fn check(&self) -> io::Result<()> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}

/// A job has panicked.
struct Died;

/// Where a worker lays its result down.
#[derive(Default)]
struct Slot {
    result: Mutex<Option<Result<Finished, Died>>>,
    filled: Condvar,
}

impl Slot {
    fn fill(&self, result: Result<Finished, Died>) {
        *self.result.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        self.filled.notify_all();
    }

    /// The result, if there is one within `patience`.
    fn take(&self, patience: Duration) -> Option<Result<Finished, Died>> {
        let result = self.result.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut result, _) = self
            .filled
            .wait_timeout_while(result, patience, |result| result.is_none())
            .unwrap_or_else(PoisonError::into_inner);
        result.take()
    }
}

/// The conversation and what runs beside it.
struct Host {
    session: Session,
    answers: Answers,
    sender: SyncSender<Event>,
    events: Receiver<Event>,
    /// The result of the job that runs.
    worker: Option<Arc<Slot>>,
    /// What came in while legal actions were listed, see [`Session::must_wait`], or too soon after
    /// the beginning of a job.
    waiting: VecDeque<Incoming>,
}

impl Host {
    /// Answers what came in, or lets it wait.
    fn take(&mut self, incoming: Incoming) -> Flow {
        let waits = match &incoming {
            Incoming::Line(line) => {
                self.session.must_wait(line) && self.waiting.len() < MOST_WAITING
            }
            Incoming::End => !self.waiting.is_empty(),
        };
        if waits {
            self.waiting.push_back(incoming);
            Flow::Continue
        } else {
            self.answer(&incoming)
        }
    }

    fn answer(&mut self, incoming: &Incoming) -> Flow {
        let out = &mut |answer: &str| self.answers.print(answer);
        match incoming {
            Incoming::Line(line) => self.session.line(line, out),
            Incoming::End => self.session.end_of_input(out),
        }
    }

    /// Answers what had to wait, as far as it need not wait longer; whether that ends all.
    fn take_waiting(&mut self) -> io::Result<bool> {
        while let Some(next) = self.waiting.front() {
            if matches!(next, Incoming::Line(line) if self.session.must_wait(line)) {
                break;
            }
            if let Some(next) = self.waiting.pop_front() {
                let flow = self.answer(&next);
                if self.follow(flow)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Does what the session wants; whether that is to end.
    fn follow(&mut self, mut flow: Flow) -> io::Result<bool> {
        loop {
            match flow {
                Flow::Continue => return Ok(false),
                Flow::Quit => return Ok(true),
                Flow::Run(job) => {
                    let patience = match job.kind() {
                        // There is no use in waiting for what waits for `stop`.
                        JobKind::EndlessSearch => Duration::ZERO,
                        JobKind::Search => SEARCH_GRACE,
                        JobKind::Count => COUNT_GRACE,
                    };
                    let slot = self.spawn(*job)?;
                    flow = match self.result_within(patience, &slot) {
                        Ok(result) => self.hand_back(result),
                        Err(flow) => {
                            self.worker = Some(slot);
                            flow
                        }
                    };
                }
            }
        }
    }

    /// The result of a job that has just begun, if it comes within `patience`. What comes in
    /// meanwhile waits, but `stop` is done at once, and ends the wait.
    fn result_within(
        &mut self,
        patience: Duration,
        slot: &Slot,
    ) -> Result<Result<Finished, Died>, Flow> {
        let deadline = Instant::now() + patience;
        loop {
            if let Some(result) = slot.take(Duration::ZERO) {
                return Ok(result);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if self.waiting.len() >= MOST_WAITING {
                // No more is taken in.
                return slot.take(left).ok_or(Flow::Continue);
            }
            match self.events.recv_timeout(left) {
                // Of this job, or of one whose result was there before.
                Ok(Event::JobDone) => {}
                Ok(Event::Incoming(incoming)) => {
                    // Not before what came earlier.
                    if self.waiting.is_empty() && is_stop(&incoming) {
                        return Err(self.answer(&incoming));
                    }
                    self.waiting.push_back(incoming);
                }
                Err(_) => return Err(Flow::Continue),
            }
        }
    }

    /// Starts a job in a thread.
    fn spawn(&self, job: Job) -> io::Result<Arc<Slot>> {
        let slot = Arc::new(Slot::default());
        let (answers, sender, filled) =
            (self.answers.clone(), self.sender.clone(), Arc::clone(&slot));
        let start = Instant::now();
        thread::Builder::new().name("job".to_owned()).stack_size(STACK).spawn(move || {
            let mut host = Worker { start, answers };
            // A job that panics is a bug, but no reason to end the conversation.
            filled.fill(catch_unwind(AssertUnwindSafe(|| job.run(&mut host))).map_err(|_| Died));
            // Nobody listens any more when the program is about to end.
            let _ = sender.send(Event::JobDone);
        })?;
        Ok(slot)
    }

    /// Gives the session what the worker has laid down, unless that was done before.
    fn take_finished(&mut self) -> Flow {
        match self.worker.as_ref().and_then(|slot| slot.take(Duration::ZERO)) {
            Some(result) => {
                self.worker = None;
                self.hand_back(result)
            }
            None => Flow::Continue,
        }
    }

    fn hand_back(&mut self, result: Result<Finished, Died>) -> Flow {
        let out = &mut |answer: &str| self.answers.print(answer);
        match result {
            Ok(finished) => self.session.finished(finished, out),
            Err(Died) => self.session.failed(out),
        }
    }
}

/// Whether this is the command that ends a job.
fn is_stop(incoming: &Incoming) -> bool {
    matches!(incoming, Incoming::Line(line) if line.trim_ascii() == b"stop")
}

/// What a job sees of the program.
struct Worker {
    start: Instant,
    answers: Answers,
}

impl JobHost for Worker {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn line(&mut self, line: &str) {
        self.answers.print(line);
    }

    fn stop_requested(&self) -> bool {
        self.answers.has_failed()
    }
}
