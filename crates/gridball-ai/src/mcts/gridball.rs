//! Gridball and paper football: what looks good in a playout.

use gridball_core::gridball::{GridballAction, GridballPosition};

use super::searched::{Sampled, SearchedPlayground};
use crate::{
    alphabeta::{Candidate, GridballEvaluator, SearchGame},
    evaluation::steps_to_target,
    random_source::RandomSource,
};

/// Gridball and paper football, played there and back.
pub(crate) type GridballPlayground = SearchedPlayground<GridballPosition, GridballEvaluator>;

/// The best of so many moves is played.
const DRAWN: usize = 3;

impl Sampled for GridballPosition {
    const GROWTH: f32 = 1.3;
    const MOST_ORDER: i32 = 40;
    const PLAYOUT_ACTIONS: usize = 4;
    const PLAYOUT_PART: f64 = 0.4;

    /// A few moves are drawn, and that is played which brings the ball nearest to the target.
    fn playout_action(
        &self,
        random: &mut RandomSource,
        candidates: &mut Vec<Candidate<GridballAction>>,
    ) -> Option<GridballAction> {
        use gridball_core::Position;
        let (setup, player) = (self.setup(), self.to_move());
        candidates.clear();
        if self.in_penalty_phase() {
            self.push_candidates(candidates);
            let any = random.below_small(candidates.len() as u32) as usize;
            return candidates.get(any).map(|candidate| candidate.action);
        }
        let moves = self.moves();
        let count = moves.len() as u32;
        (0..DRAWN)
            .filter_map(|_| moves.kth(random.below_small(count) as usize))
            .map(GridballAction::Move)
            .min_by_key(|action| steps_to_target(setup, self.line(action).end(), player))
    }
}
