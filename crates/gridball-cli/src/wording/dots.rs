//! Dots.

use gridball_core::{
    Player, Position,
    dots::{DotsAction, DotsPosition, DotsSetup},
};

use crate::messages::Messages;

/// A dot in the middle, or one that every field has.
pub(super) const fn examples(setup: &DotsSetup) -> &'static str {
    if setup.width() >= 20 && setup.height() >= 18 { "20-18" } else { "2-2" }
}

pub(super) const RULES: &str = "\
Dots (Kropki)

The field is squared paper with 39 x 32 nodes, named X-Y from 1-1 at the bottom left. In the middle
stands a cross of two dots of each player (/plain leaves it out). First is blue and begins, Second
is red; each in turn puts one dot on a free node.

Dots of one player join in all eight directions. A closed chain with at least one live dot of the
opponent inside captures everything inside: the dots there are dead, the nodes are territory, and
nobody puts a dot there any more. Dots on the edge cannot be surrounded. A chain without an enemy
dot inside captures nothing yet; a dot put inside is captured unless it captures itself.

Dead dots join nothing. A larger chain takes over everything inside it: own captured dots come back
to life.

The score is the number of dead dots of the opponent. The game ends when no node is left, when the
leader's advantage is protected, or at the end of the format: express after 120 moves, extended
after 240; full goes on after move 240 until the advantage is protected. With a level score the game
is a draw; with /playoff behind the format there is extra time.

Actions: 20-16.
";

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
