//! The engine that knows nothing.

use std::ops::ControlFlow;

use gridball_core::Position;

use crate::{
    control::Control,
    engine::{Bound, Engine, Line, RootAction, SearchError, SearchResult},
    limits::Limits,
    meter::Meter,
    random_source::{Pick, RandomSource},
    score::Score,
};

/// How many actions of one position an engine looks at, at most. Only paper soccer has positions
/// with more.
///
/// Between two of them nobody asks whether to stop, so it must not take long to find them all.
pub(crate) const ACTION_LIMIT: usize = 1 << 12;

/// Plays any action, each of those worth searching equally likely.
#[derive(Clone, Debug)]
pub struct RandomEngine {
    seed: u64,
}

impl RandomEngine {
    /// An engine whose choices depend on `seed` and the position.
    pub const fn new(seed: u64) -> Self {
        Self { seed }
    }
}

impl<P: Position> Engine<P> for RandomEngine {
    /// The depth is always 0, and no node is searched.
    fn search(
        &mut self,
        position: &P,
        limits: &Limits,
        control: &mut dyn Control<P::Action>,
    ) -> Result<SearchResult<P::Action>, SearchError> {
        let mut meter = Meter::new(limits, position.to_move(), 256, control);
        let mut random = RandomSource::new(self.seed, position);
        let mut pick = Pick::new();
        let mut root = Vec::new();
        let _ = position.visit_search_actions(ACTION_LIMIT, |action| {
            pick.offer(&mut random, (), || action.clone());
            root.push(RootAction {
                action: action.clone(),
                visits: 0,
                score: Score::Estimate(0),
                bound: Bound::Guess,
            });
            meter.count_work();
            if meter.stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let ((), best) = pick.into_best().ok_or(SearchError::GameOver)?;
        Ok(SearchResult {
            lines: vec![Line { score: Score::Estimate(0), actions: vec![best.clone()] }],
            best,
            score: Score::Estimate(0),
            depth: 0,
            nodes: 0,
            elapsed: meter.elapsed(),
            root,
        })
    }
}
