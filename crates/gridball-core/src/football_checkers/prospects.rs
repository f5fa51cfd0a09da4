//! What the player to move can reach at once.

use core::ops::ControlFlow;

use super::{
    cells::CellSet,
    movegen::{self, Duty},
    position::{CheckersAction, CheckersPosition},
    rules::{OCCURRENCES_FOR_A_DRAW, goal_row},
};
use crate::game::Position;

impl CheckersPosition {
    /// An action that wins at once, if there is one: a goal, or one after which the opponent has
    /// no legal action (`×` if it attacks). The first one in the order of
    /// [`visit_actions`](Position::visit_actions).
    pub fn winning_action(&self) -> Option<CheckersAction> {
        let mover = self.to_move();
        let goal = CellSet::whole_row(goal_row(mover));
        let mut found = None;
        let _ = self.visit_targets(|from, targets| {
            for to in targets.iter() {
                let action = CheckersAction { from, to };
                let scores = goal.contains(to);
                if scores || self.leaves_no_move(action) {
                    found = Some(action);
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        found
    }

    /// Whether the opponent has lost after this action because no legal one is left.
    fn leaves_no_move(&self, action: CheckersAction) -> bool {
        let mover = self.to_move();
        let after = self.placement().after(mover, action);
        !movegen::can_move(&after, mover.other(), self.duty())
            // The third occurrence comes first. [C]
            && self.occurrences_of(&after) + 1 < usize::from(OCCURRENCES_FOR_A_DRAW)
    }

    /// The goal cells that the player to move attacks after `action`.
    pub fn attacked_cells_after(&self, action: CheckersAction) -> CellSet {
        let mover = self.to_move();
        movegen::attacked_cells(&self.placement().after(mover, action), mover)
    }

    /// Whether the duty to close attacks holds in this set-up.
    pub fn has_duty(&self) -> bool {
        self.duty() == Duty::Holds
    }
}
