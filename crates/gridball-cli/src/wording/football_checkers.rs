//! Football-checkers.

use gridball_core::{Position, football_checkers::CheckersPosition};

use crate::messages::Messages;

pub(super) const EXAMPLES: &str = "d1-d4";

pub(super) const RULES: &str = "\
Football-checkers

The board has 12 x 12 cells, files a b c d e f g h k m n p, ranks 1 to 12. Ten red checkers (First)
stand on rank 1, ten black ones (Second) on rank 12, corners empty (corners), or f and g (centre),
or d and k (split). Red attacks rank 12, Black rank 1.

A move takes a checker P to an empty cell relative to another own checker Q: the cell is on a row,
column or diagonal with both of them; the cells between P and it are empty, but Q may stand there;
the cells between Q and it are empty.

From home rank to home rank Q must stand on it too. Nobody returns to his home rank while six or
more of his checkers are there. Red may not land on rank 11, Black not on rank 2.

Landing on the opponent's home rank is a goal. Whoever could score if it were his turn attacks (+).
An attack must be closed: no move, a goal neither, may leave the own gate attacked. A player
without a legal move has lost; if he is attacked that is shown as a cross. In the variant /open
there is no such duty, and the first goal wins.

A position that comes up for the third time, or 400 actions, make a draw.

Actions: d6-g6. The signs + and x, and the checker Q as in d6-g6(m9), may be added.
";

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
