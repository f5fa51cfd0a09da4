//! The fixed evaluations of the yardstick engines, one file a game.
//!
//! They are kept simple and never tuned: results against `greedy` and `two-ply` stay comparable
//! over the years.

mod dots;
mod football_checkers;
mod gridball;
mod paper_soccer;

use gridball_core::{Player, Position};

pub(crate) use gridball::{columns_to_mouth, rows_to_target, steps_to_target};
pub(crate) use paper_soccer::steps_to_goal;

use crate::evaluator::Evaluator;

/// A plain count of what a player has, by which `greedy` and `two-ply` play.
pub trait SimpleEvaluation: Position {
    /// What a difference of one is worth in the unit of [`Score`](crate::Score).
    const UNIT: i32;

    /// What `player` has more than the opponent, in an unfinished position. The other player's
    /// balance is the negative of it.
    fn balance(&self, player: Player) -> i32;
}

/// The fixed evaluation as an [`Evaluator`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SimpleEvaluator;

impl<P: SimpleEvaluation> Evaluator<P> for SimpleEvaluator {
    fn evaluate(&mut self, position: &P) -> i32 {
        position.balance(position.to_move()).saturating_mul(P::UNIT)
    }
}
