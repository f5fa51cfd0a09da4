//! The evaluation of paper soccer.

use gridball_core::{
    Position,
    paper_soccer::{PaperSoccerPosition, Side},
};

use crate::{evaluation::steps_to_goal, evaluator::Evaluator};

/// The evaluation that `alphabeta` plays paper soccer by: how many turns the ball needs to each
/// goal, bouncing on what is drawn, and how many steps on an empty field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PaperSoccerEvaluator;

impl PaperSoccerEvaluator {
    /// A turn nearer to the goal.
    const TURN: i32 = 40;
    /// A step nearer to it.
    const STEP: i32 = 12;
    /// A goal that cannot be reached any more counts as so many turns away.
    const OUT_OF_REACH: i32 = 30;
}

impl Evaluator<PaperSoccerPosition> for PaperSoccerEvaluator {
    fn evaluate(&mut self, position: &PaperSoccerPosition) -> i32 {
        let (setup, ball) = (position.setup(), position.ball());
        let gate = position.side_to_move();
        let turns =
            position.turns_to_goals().map(|turns| turns.map_or(Self::OUT_OF_REACH, i32::from));
        let turns = match gate {
            Side::Upper => turns[0] - turns[1],
            Side::Lower => turns[1] - turns[0],
        };
        let steps = steps_to_goal(setup, ball, gate) - steps_to_goal(setup, ball, gate.other());
        Self::TURN * turns + Self::STEP * steps
    }
}
