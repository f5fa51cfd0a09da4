//! Paper soccer.

use gridball_core::{
    Position, Step,
    paper_soccer::{PaperSoccerPosition, Side},
};

use crate::messages::Messages;

pub(super) const EXAMPLES: &[&str] = &["d6-e7", "1"];

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

/// Why the ball goes on after these steps; `None` if the move ends there.
pub(super) fn bounce(
    position: &PaperSoccerPosition,
    steps: &[Step],
    messages: &dyn Messages,
) -> Option<String> {
    if position.steps(steps).is_empty() {
        return None;
    }
    let (last, before) = steps.split_last()?;
    let point = position.step_point(before, *last)?;
    let setup = position.setup();
    let (width, height) = (setup.width() as i8, setup.height() as i8);
    let edge = [0, width].contains(&point.x) || [0, height].contains(&point.y);
    Some(messages.bounces(&setup.name(point).to_string(), edge))
}
