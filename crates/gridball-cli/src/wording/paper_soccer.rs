//! Paper soccer.

use gridball_core::{
    Position, Step,
    paper_soccer::{PaperSoccerPosition, Side},
};

use crate::messages::Messages;

pub(super) const EXAMPLES: &str = "d6-e7 or 1";

pub(super) const RULES: &str = "\
Paper soccer (V. Morozkov's notation)

The field is squared paper, 6 x 8 cells with goals 2 wide (2,6,8), or 8 x 10 (2,8,10). The ball
starts in the middle. Upper defends the top goal, Lower the bottom one; Upper moves first, or Lower
in a set-up that ends in /lower.

A step takes the ball to one of the eight neighbouring points, along a line that is not drawn yet.
The border is drawn from the start. If the point was never touched, the move ends there; if a line
has touched it, or it lies on the border, the ball bounces and the same player goes on.

The ball in the top goal wins for Lower, in the bottom goal for Upper, whoever moved it. Whoever
brings the ball to a point from which no line leads on has lost.

Points are named by file and rank, a1 at the bottom left. Actions: f8-g7-f6, the ball's own point
first, or digits for the directions, clockwise from north: 0 N, 1 NE, 2 E, 3 SE, 4 S, 5 SW, 6 W,
7 NW.
";

/// Who is to move and which goal is his own.
pub(super) fn situation(position: &PaperSoccerPosition, messages: &dyn Messages) -> String {
    let player = position.to_move();
    messages.side_to_move(player, position.side_to_move() == Side::Upper)
}

/// `e7 NE`, or the direction alone where it leads off the paper.
pub(super) fn step(step: Step, text: &str) -> String {
    let direction = gridball_core::Direction::from_index(step.0.into());
    format!("{text} {direction}")
}

/// What follows when the text begins with the ball's own point.
pub(super) fn after_the_ball<'a>(position: &PaperSoccerPosition, text: &'a str) -> &'a str {
    let ball = position.setup().name(position.ball()).to_string();
    match text.trim_start().strip_prefix(&ball) {
        Some(rest) if rest.starts_with('-') => rest,
        _ => text,
    }
}
