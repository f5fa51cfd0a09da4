//! Engines on threads of their own, so that the keys never wait for them.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use anyhow::bail;
use gridball_ai::{AnyEngine, EngineSpec, Limits, SearchInfo};
use gridball_core::{AnyAction, AnyGame, AnySetup, Position};
use gridball_match::annotate;
use gridball_replay::Record;

use super::host::{JobId, News, Thought, Work};
use crate::{
    arguments::Side,
    failure::{Interrupted, one_line},
    play::players::{self, Listener, Player as Seat},
};

/// The limits of a quick judgement: nodes, and time for slow machines.
const JUDGEMENT: (u64, Duration) = (30_000, Duration::from_millis(400));
/// The longest report of a failure, in characters.
const LONGEST_FAILURE: usize = 300;

/// A job on its way to a worker.
struct Order {
    id: JobId,
    game: AnyGame,
    work: Work,
    stop: Arc<AtomicBool>,
}

/// A thread that works off orders one after the other, and ends when nobody can send any.
struct Worker {
    orders: Sender<Order>,
    thread: Option<JoinHandle<()>>,
}

impl Worker {
    fn start(name: &str, mut work: impl FnMut(Order) + Send + 'static) -> anyhow::Result<Self> {
        let (orders, incoming) = mpsc::channel();
        let thread = thread::Builder::new().name(name.to_owned()).spawn(move || {
            for order in incoming {
                work(order);
            }
        })?;
        Ok(Self { orders, thread: Some(thread) })
    }
}

/// Everybody who thinks.
pub(crate) struct Thinker {
    thoughts: Sender<Thought>,
    incoming: Receiver<Thought>,
    /// The engines of the game, by the index of their player; people need none.
    seats: [Option<Worker>; 2],
    /// Who gives hints and analyses.
    adviser: Option<Worker>,
    next: u64,
    /// Jobs that are not done, with the wish to stop.
    jobs: HashMap<u64, Arc<AtomicBool>>,
}

impl Thinker {
    pub(crate) fn new() -> Self {
        let (thoughts, incoming) = mpsc::channel();
        Self {
            thoughts,
            incoming,
            seats: [None, None],
            adviser: None,
            next: 0,
            jobs: HashMap::new(),
        }
    }

    /// Makes the sides ready to play.
    pub(crate) fn seat(
        &mut self,
        sides: &[Side; 2],
        setup: &AnySetup,
        time: Option<Duration>,
        seed: u64,
    ) -> anyhow::Result<()> {
        let mut ready = [None, None];
        for (place, side) in ready.iter_mut().zip(sides) {
            let seat = Seat::new(&side.clone().or_seed(seed), setup, time)?;
            if !seat.is_human() {
                *place = Some(seat_worker(seat, self.thoughts.clone())?);
            }
        }
        self.stop_all();
        self.seats = ready;
        Ok(())
    }

    /// Gives out a job.
    pub(crate) fn think(&mut self, game: &AnyGame, work: Work) -> JobId {
        self.next += 1;
        let id = JobId(self.next);
        let stop = Arc::new(AtomicBool::new(false));
        let order = Order { id, game: game.clone(), work, stop: Arc::clone(&stop) };
        let worker = if matches!(order.work, Work::Play { .. }) {
            self.seats[game.position().to_move().index()].as_ref()
        } else {
            if self.adviser.is_none() {
                self.adviser = adviser(self.thoughts.clone()).ok();
            }
            self.adviser.as_ref()
        };
        if worker.is_some_and(|worker| worker.orders.send(order).is_ok()) {
            self.jobs.insert(id.0, stop);
        } else {
            let news = News::Failed("there is no engine".to_owned());
            // We hold the other end ourselves.
            let _ = self.thoughts.send(Thought { job: id, news });
        }
        id
    }

    /// Stops a job; what it still says is not heard.
    pub(crate) fn forget(&mut self, job: JobId) {
        if let Some(stop) = self.jobs.remove(&job.0) {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// The next thought, if there is one.
    pub(crate) fn next_thought(&mut self) -> Option<Thought> {
        while let Ok(thought) = self.incoming.try_recv() {
            let known = self.jobs.contains_key(&thought.job.0);
            if thought.news.is_last() {
                self.jobs.remove(&thought.job.0);
            }
            if known || matches!(thought.news, News::Failed(_)) {
                return Some(thought);
            }
        }
        None
    }

    /// Whether anybody is at work.
    pub(crate) fn is_thinking(&self) -> bool {
        !self.jobs.is_empty()
    }

    fn stop_all(&mut self) {
        for (_, stop) in self.jobs.drain() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Thinker {
    /// Waits for the threads, so that other programs that play are told to leave.
    fn drop(&mut self) {
        self.stop_all();
        for worker in self.seats.iter_mut().chain([&mut self.adviser]).filter_map(Option::take) {
            drop(worker.orders);
            if let Some(thread) = worker.thread {
                // A thread that panicked has said so.
                let _ = thread.join();
            }
        }
    }
}

/// Hears what a search finds and passes it on.
struct Reporter<'a> {
    order: &'a Order,
    thoughts: &'a Sender<Thought>,
}

impl Listener for Reporter<'_> {
    fn wants_to_stop(&self) -> bool {
        self.order.stop.load(Ordering::Relaxed)
    }

    fn hear(&mut self, info: &SearchInfo<AnyAction>) {
        // If nobody listens the search is about to be stopped.
        let thought = Thought { job: self.order.id, news: News::Info(info.clone()) };
        let _ = self.thoughts.send(thought);
    }
}

/// A worker for the engine of one side.
fn seat_worker(mut seat: Seat, thoughts: Sender<Thought>) -> anyhow::Result<Worker> {
    Worker::start("engine", move |order| {
        let clocks = match order.work {
            Work::Play { clocks } => clocks,
            _ => [None; 2],
        };
        let mut reporter = Reporter { order: &order, thoughts: &thoughts };
        let news = match seat.think(&order.game, clocks, &mut reporter) {
            Ok(Some(action)) => News::Plays(action),
            Ok(None) => News::Stopped,
            Err(error) => failed(&error),
        };
        let _ = thoughts.send(Thought { job: order.id, news });
    })
}

/// A worker for hints and analyses.
fn adviser(thoughts: Sender<Thought>) -> anyhow::Result<Worker> {
    let mut engine = AnyEngine::new(EngineSpec::best());
    Worker::start("adviser", move |order| {
        let mut reporter = Reporter { order: &order, thoughts: &thoughts };
        if reporter.wants_to_stop() {
            return;
        }
        let result = match order.work {
            Work::Hint | Work::Play { .. } => players::hint(&order.game, None, &mut reporter),
            Work::Analyse { lines } => {
                let limits = Limits { multi_pv: lines, ..Limits::infinite() };
                players::search(&mut engine, &order.game, &limits, &mut reporter)
            }
            Work::Judge => {
                players::search(&mut engine, &order.game, &judgement_limits(), &mut reporter)
            }
            Work::JudgeActions(ref record) => {
                let news = match judge_actions(record.clone(), &mut engine, &mut reporter) {
                    Ok(record) => News::Judged(record),
                    Err(error) => failed(&error),
                };
                let _ = thoughts.send(Thought { job: order.id, news });
                return;
            }
        };
        let news = match result {
            Ok(result) => News::Found(result),
            Err(error) => failed(&error),
        };
        let _ = thoughts.send(Thought { job: order.id, news });
    })
}

/// Judges every action of a record.
fn judge_actions(
    mut record: Box<Record>,
    engine: &mut AnyEngine,
    reporter: &mut Reporter<'_>,
) -> anyhow::Result<Box<Record>> {
    annotate(&mut record, &judgement_limits(), &mut |position, limits| {
        let result = players::search_position(engine, position, limits, reporter)?;
        if reporter.wants_to_stop() {
            bail!(Interrupted)
        }
        Ok(result)
    })?;
    Ok(record)
}

/// The limits of a quick judgement.
fn judgement_limits() -> Limits {
    let (nodes, time) = JUDGEMENT;
    Limits { nodes: Some(nodes), ..Limits::move_time(time) }
}

fn failed(error: &anyhow::Error) -> News {
    if error.is::<Interrupted>() {
        News::Stopped
    } else {
        News::Failed(one_line(&format!("{error:#}"), LONGEST_FAILURE))
    }
}
