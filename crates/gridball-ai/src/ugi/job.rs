//! Work that takes long enough to be interrupted.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use gridball_core::{AnyAction, AnyPosition, Position, PositionVisitor, perft_until};

use super::{
    command::{CommandError, MAX_LISTED},
    text::{DistinctActions, LegalActions, Listing, info_line},
};
use crate::{
    control::Control,
    engine::{Engine, SearchInfo},
    games::AnyEngine,
    limits::Limits,
};

/// What a host gives to a running job.
pub trait JobHost {
    /// Time since the command came in.
    fn elapsed(&self) -> Duration;

    /// Takes a line to print at once.
    fn line(&mut self, line: &str);

    /// Whether the job should end now, for a reason that the session does not know of. The
    /// session's own wish to stop reaches the job anyway.
    fn stop_requested(&self) -> bool {
        false
    }
}

/// A command under way: a search, a count or a long list. It can be sent to another thread.
#[derive(Debug)]
pub struct Job {
    pub(super) position: AnyPosition,
    pub(super) work: Work,
    pub(super) stop: Arc<AtomicBool>,
}

/// A kind of work, by how long it may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobKind {
    /// A search that ends by itself.
    Search,
    /// A search that goes on until it is told to stop.
    EndlessSearch,
    /// A count or a list.
    Count,
}

#[derive(Debug)]
pub(super) enum Work {
    Search { engine: Box<AnyEngine>, limits: Limits },
    Perft { depth: u32 },
    Legal,
    LegalDistinct { limit: u64 },
}

/// A job that has come to its end, for [`Session::finished`](super::Session::finished).
#[derive(Debug)]
pub struct Finished {
    pub(super) answer: Result<String, CommandError>,
    /// The engine, to be used again.
    pub(super) engine: Option<Box<AnyEngine>>,
}

impl Job {
    /// What kind of work it is.
    pub const fn kind(&self) -> JobKind {
        match &self.work {
            Work::Search { limits, .. } if limits.infinite => JobKind::EndlessSearch,
            Work::Search { .. } => JobKind::Search,
            Work::Perft { .. } | Work::Legal | Work::LegalDistinct { .. } => JobKind::Count,
        }
    }

    /// Does the work, and returns when it is done or soon after it was asked to stop.
    pub fn run(self, host: &mut dyn JobHost) -> Finished {
        let Self { position, work, stop } = self;
        let stopped = |host: &dyn JobHost| stop.load(Ordering::Relaxed) || host.stop_requested();
        match work {
            Work::Search { mut engine, limits } => {
                let several = limits.multi_pv > 1;
                let mut control = SearchControl { position: &position, several, stop: &stop, host };
                let answer = engine
                    .search(&position, &limits, &mut control)
                    .map(|result| format!("bestmove {}", position.action_text(&result.best)))
                    .map_err(CommandError::from);
                Finished { answer, engine: Some(engine) }
            }
            Work::Perft { depth } => {
                let count = position.visit(Perft { depth, stop: &mut || stopped(host) });
                let answer = count
                    .map(|count| format!("perft {depth} {count}"))
                    .ok_or(CommandError::Stopped);
                Finished { answer, engine: None }
            }
            Work::Legal => list(
                position.visit(LegalActions { limit: MAX_LISTED, stop: &mut || stopped(host) }),
            ),
            Work::LegalDistinct { limit } => {
                list(position.visit(DistinctActions { limit, stop: &mut || stopped(host) }))
            }
        }
    }
}

fn list(listing: Listing) -> Finished {
    Finished { answer: listing.into_answer(), engine: None }
}

impl Listing {
    pub(super) fn into_answer(self) -> Result<String, CommandError> {
        match self {
            Self::Line(line) | Self::Cut(line) => Ok(line),
            Self::TooMany => Err(CommandError::TooManyActions),
            Self::Stopped => Err(CommandError::Stopped),
        }
    }
}

struct SearchControl<'a> {
    position: &'a AnyPosition,
    several: bool,
    stop: &'a AtomicBool,
    host: &'a mut dyn JobHost,
}

impl Control<AnyAction> for SearchControl<'_> {
    fn elapsed(&self) -> Duration {
        self.host.elapsed()
    }

    fn stop_requested(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.host.stop_requested()
    }

    fn info(&mut self, info: &SearchInfo<AnyAction>) {
        self.host.line(&info_line(self.position, info, self.several));
    }
}

struct Perft<'a> {
    depth: u32,
    stop: &'a mut dyn FnMut() -> bool,
}

impl PositionVisitor for Perft<'_> {
    type Output = Option<u64>;

    fn visit<P: Position>(self, position: &P) -> Option<u64> {
        perft_until(position, self.depth, self.stop)
    }
}
