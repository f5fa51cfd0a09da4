//! Dots.

use gridball_core::{
    Player, Position,
    dots::{DotsAction, DotsPosition, DotsSetup},
};

use crate::messages::Messages;

/// A dot in the middle, or one that every field has.
pub(super) const fn examples(setup: &DotsSetup) -> &'static [&'static str] {
    if setup.width() >= 20 && setup.height() >= 18 { &["20-18"] } else { &["2-2"] }
}

/// Whose turn it is, and the score.
pub(super) fn situation(position: &DotsPosition, messages: &dyn Messages) -> String {
    let [first, second] = Player::BOTH.map(|player| position.score(player));
    format!("{} {}", messages.to_move(position.to_move()), messages.score(first, second))
}

/// What an action captures, if it captures anything.
pub(super) fn effect(
    before: &DotsPosition,
    action: DotsAction,
    messages: &dyn Messages,
) -> Option<String> {
    let capture = before.capture(action)?;
    Some(messages.captures(capture.by, capture.captured.count(), capture.freed.count()))
}
