//! How engines judge a position without playing on.

use gridball_core::Position;

/// A judge of unfinished positions. Engines evaluate through it, so that a learned evaluation
/// can take the place of a written one.
///
/// An evaluator may keep what it needs between calls (tables, buffers), but its answer depends on
/// the position alone.
pub trait Evaluator<P: Position>: Send {
    /// The worth of an unfinished position for the player to move, in the unit of
    /// [`Score`](crate::Score). What lies beyond
    /// [`Score::MAX_ESTIMATE`](crate::Score::MAX_ESTIMATE) is cut.
    fn evaluate(&mut self, position: &P) -> i32;

    /// The worth again, but it need be exact only between `alpha` and `beta`: where the truth is
    /// at most `alpha`, any number up to `alpha` will do, and the same above. Evaluators that can
    /// see early that they are far outside override it.
    fn evaluate_within(&mut self, position: &P, alpha: i32, beta: i32) -> i32 {
        let _ = (alpha, beta);
        self.evaluate(position)
    }

    /// The worths of many positions at once, written to `estimates` (cleared first), one for
    /// each. Evaluators that gain from batches override it; the answers are those of
    /// [`evaluate`](Self::evaluate).
    fn evaluate_batch(&mut self, positions: &[P], estimates: &mut Vec<i32>) {
        estimates.clear();
        estimates.extend(positions.iter().map(|position| self.evaluate(position)));
    }
}
