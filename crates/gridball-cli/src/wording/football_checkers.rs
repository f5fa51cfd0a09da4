//! Football-checkers.

use gridball_core::{Position, football_checkers::CheckersPosition};

use crate::messages::Messages;

pub(super) const EXAMPLES: &[&str] = &["d1-d4"];

/// Whose turn it is and whether his gate is attacked, and how many actions are left.
pub(super) fn situation(position: &CheckersPosition, messages: &dyn Messages) -> String {
    let player = position.to_move();
    let mut text = if position.is_gate_attacked(player) {
        messages.gate_attacked(player)
    } else {
        messages.to_move(player)
    };
    if let Some((played, limit)) = position.clock() {
        text.push(' ');
        text.push_str(&messages.turn(played + 1, limit));
    }
    text
}
