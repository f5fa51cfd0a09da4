//! What a host gives a running search: time, the wish to stop, an ear.

use std::time::Duration;

use crate::engine::SearchInfo;

/// The host of a search. Engines own no clock and no threads; all of that comes from here.
///
/// `A` is the type of the actions. Engines call the first two often (thousands of times a
/// second), so they should be cheap.
pub trait Control<A> {
    /// Time since the search was asked for.
    fn elapsed(&self) -> Duration;

    /// Whether the search should end now. Once `true`, always `true`.
    fn stop_requested(&self) -> bool;

    /// Called with what the search has found so far.
    fn info(&mut self, info: &SearchInfo<A>);
}

/// A host without a clock that never stops the search and does not listen: for searches that end
/// by a limit of nodes or depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unattended;

impl<A> Control<A> for Unattended {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn stop_requested(&self) -> bool {
        false
    }

    fn info(&mut self, _: &SearchInfo<A>) {}
}
