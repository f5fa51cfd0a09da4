//! Counts the nodes of a search and notices when it has to end.

use std::time::Duration;

use gridball_core::Player;

use crate::{
    control::Control,
    engine::{Line, SearchInfo},
    limits::{Limits, TimeBudget},
};

/// The limits of one running search, and its host.
pub(crate) struct Meter<'a, A> {
    control: &'a mut dyn Control<A>,
    budget: TimeBudget,
    node_limit: u64,
    nodes: u64,
    /// Nodes and other work since the last look at the clock.
    unchecked: u32,
    /// How much of that is allowed.
    interval: u32,
    stopped: bool,
}

impl<'a, A> Meter<'a, A> {
    /// `interval`: after so many nodes the host is asked for the time and the wish to stop. It
    /// should stand for less than a millisecond.
    pub(crate) fn new(
        limits: &Limits,
        player: Player,
        interval: u32,
        control: &'a mut dyn Control<A>,
    ) -> Self {
        let node_limit = if limits.infinite { None } else { limits.nodes };
        let mut meter = Self {
            control,
            budget: TimeBudget::new(limits, player),
            node_limit: node_limit.unwrap_or(u64::MAX),
            nodes: 0,
            unchecked: 0,
            interval,
            stopped: false,
        };
        meter.stopped = meter.node_limit == 0;
        meter.check();
        meter
    }

    /// Counts a position reached by playing an action.
    #[inline]
    pub(crate) fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.node_limit {
            self.stopped = true;
        }
        self.count_work();
    }

    /// Counts work that is about as long as a node but is none.
    #[inline]
    pub(crate) fn count_work(&mut self) {
        self.unchecked += 1;
        if self.unchecked >= self.interval {
            self.check();
        }
    }

    /// Counts work that is about as long as so many nodes.
    pub(crate) fn count_much_work(&mut self, work: usize) {
        self.unchecked = self.unchecked.saturating_add(u32::try_from(work).unwrap_or(u32::MAX));
        if self.unchecked >= self.interval {
            self.check();
        }
    }

    /// Whether the host wants an answer now, or the time is up; the limit of nodes does not count.
    pub(crate) fn is_called_off(&self) -> bool {
        self.control.stop_requested()
            || self.budget.end.is_some_and(|end| self.control.elapsed() >= end)
    }

    /// Looks at the clock and asks for the wish to stop.
    #[cold]
    pub(crate) fn check(&mut self) {
        self.unchecked = 0;
        self.stopped |= self.control.stop_requested()
            || self.budget.end.is_some_and(|end| self.control.elapsed() >= end);
    }

    /// Whether the search has to end now.
    #[inline]
    pub(crate) const fn stopped(&self) -> bool {
        self.stopped
    }

    /// Whether so much time is used that another iteration would probably not be finished.
    pub(crate) fn enough(&mut self) -> bool {
        self.check();
        self.stopped || self.budget.enough.is_some_and(|enough| self.control.elapsed() >= enough)
    }

    /// Whether time is what ends the search.
    pub(crate) const fn is_timed(&self) -> bool {
        self.budget.end.is_some()
    }

    /// How much work was counted since the last look at the clock.
    pub(crate) const fn unchecked(&self) -> u32 {
        self.unchecked
    }

    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.control.elapsed()
    }

    /// Tells the host the best lines so far, best first.
    pub(crate) fn inform(&mut self, depth: u32, lines: Vec<Line<A>>) {
        for (line, rank) in lines.into_iter().zip(1..) {
            let info = SearchInfo {
                depth,
                rank,
                score: line.score,
                nodes: self.nodes,
                elapsed: self.elapsed(),
                line: line.actions,
            };
            self.control.info(&info);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Every look at the clock takes a millisecond.
    #[derive(Default)]
    struct TickingClock {
        millis: Cell<u64>,
        stop_at: Option<u64>,
    }

    impl Control<()> for TickingClock {
        fn elapsed(&self) -> Duration {
            self.millis.set(self.millis.get() + 1);
            Duration::from_millis(self.millis.get())
        }

        fn stop_requested(&self) -> bool {
            self.stop_at.is_some_and(|stop| self.millis.get() >= stop)
        }

        fn info(&mut self, _: &SearchInfo<()>) {}
    }

    fn nodes_until_stop(limits: &Limits, clock: &mut TickingClock) -> u64 {
        let mut meter = Meter::new(limits, Player::First, 10, clock);
        while !meter.stopped() {
            meter.count_node();
        }
        meter.nodes()
    }

    #[test]
    fn ends_exactly_at_the_node_limit() {
        for limit in [0, 1, 9, 10, 11, 12_345] {
            let nodes = nodes_until_stop(&Limits::nodes(limit), &mut TickingClock::default());
            assert_eq!(nodes, limit);
        }
    }

    #[test]
    fn ends_at_the_first_look_after_the_time() {
        // 15 of 20 ms are used; the first look comes before the first node.
        let limits = Limits::move_time(Duration::from_millis(20));
        assert_eq!(nodes_until_stop(&limits, &mut TickingClock::default()), 140);
        assert_eq!(
            nodes_until_stop(&Limits::move_time(Duration::ZERO), &mut TickingClock::default()),
            0
        );
    }

    #[test]
    fn ends_at_the_first_look_after_the_wish_to_stop() {
        let limits = Limits { nodes: Some(1_000_000), ..Limits::move_time(Duration::from_secs(9)) };
        let mut clock = TickingClock { stop_at: Some(7), ..TickingClock::default() };
        assert_eq!(nodes_until_stop(&limits, &mut clock), 70);
    }
}
