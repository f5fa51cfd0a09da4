//! Football-checkers: what looks good in a playout.

use gridball_core::football_checkers::{CheckersAction, CheckersPosition};

use super::searched::{Sampled, SearchedPlayground};
use crate::{
    alphabeta::{Candidate, CheckersEvaluator, SearchGame},
    random_source::RandomSource,
};

/// Football-checkers, played there and back.
pub(crate) type CheckersPlayground = SearchedPlayground<CheckersPosition, CheckersEvaluator>;

/// The best of so many actions is played.
const DRAWN: usize = 4;

impl Sampled for CheckersPosition {
    const GROWTH: f32 = 1.12;
    const MOST_ORDER: i32 = 40;
    // Listing the actions takes much longer than judging a position.
    const PLAYOUT_ACTIONS: usize = 2;
    const PLAYOUT_PART: f64 = 0.3;

    fn playout_action(
        &self,
        random: &mut RandomSource,
        candidates: &mut Vec<Candidate<CheckersAction>>,
    ) -> Option<CheckersAction> {
        candidates.clear();
        self.push_candidates(candidates);
        let count = candidates.len() as u32;
        (0..DRAWN)
            .filter_map(|_| candidates.get(random.below_small(count) as usize))
            .max_by_key(|candidate| candidate.order)
            .map(|candidate| candidate.action)
    }
}
