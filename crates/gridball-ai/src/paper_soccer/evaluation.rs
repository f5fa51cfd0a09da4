//! The written evaluation of paper soccer.

use gridball_core::{
    Position,
    paper_soccer::{PaperSoccerPosition, Side},
};

use crate::evaluation::steps_to_goal;

/// A turn nearer to the goal.
const TURN: i32 = 40;
/// A step nearer to it.
const STEP: i32 = 12;
/// A goal that cannot be reached any more counts as so many turns away.
const OUT_OF_REACH: i32 = 30;

/// What the player to move may expect on a field for which there is no network, given
/// [`turns_to_goals`](PaperSoccerPosition::turns_to_goals): how many turns the ball needs to each
/// goal, bouncing on what is drawn, and how many steps on an empty field.
pub(crate) fn estimate(position: &PaperSoccerPosition, turns: [Option<u16>; 2]) -> i32 {
    let (setup, ball) = (position.setup(), position.ball());
    let gate = position.side_to_move();
    let turns = turns.map(|turns| turns.map_or(OUT_OF_REACH, i32::from));
    let turns = match gate {
        Side::Upper => turns[0] - turns[1],
        Side::Lower => turns[1] - turns[0],
    };
    let steps = steps_to_goal(setup, ball, gate) - steps_to_goal(setup, ball, gate.other());
    TURN * turns + STEP * steps
}
