//! Gridball and paper football: a child is an action.

use std::ops::ControlFlow;

use gridball_core::{
    Coverage, Player, Position,
    gridball::{GridballAction, GridballPosition},
};

use super::world::{Look, SmallWorld, StateWriter};
use crate::evaluation::steps_to_target;

/// The ball stands on at most so many rows and columns, those of the goals included.
const BALL_BITS: u32 = 7;

impl SmallWorld for GridballPosition {
    type Child = GridballAction;
    type Memory = ();

    /// Goals of regular moves are seen; every other end comes to light when it is played.
    fn look(&self) -> Look {
        let (setup, ball) = (self.setup(), self.ball());
        let wins = !self.in_penalty_phase()
            && self.moves().goals(setup, ball).iter().any(|regular| {
                let end = self.line(&GridballAction::Move(regular)).end();
                setup.winner(end) == Some(self.to_move())
            });
        Look { wins, loses: false, is_all: false }
    }

    fn push_children(
        &self,
        _limit: usize,
        (): &mut (),
        children: &mut Vec<(i32, GridballAction)>,
    ) -> Coverage {
        let (setup, player) = (self.setup(), self.to_move());
        let _ = self.visit_actions(|&action| {
            let end = self.line(&action).end();
            let lead =
                steps_to_target(setup, end, player.other()) - steps_to_target(setup, end, player);
            children.push((lead, action));
            ControlFlow::Continue(())
        });
        Coverage::Complete
    }

    fn with_child<R>(&mut self, child: &GridballAction, visit: impl FnOnce(&mut Self) -> R) -> R {
        let undo = self.play_unchecked(child);
        let result = visit(self);
        self.undo(undo);
        result
    }

    /// The touched points, the cells with a diagonal, the ball, whose turn it is, the penalties
    /// taken and the turn. (Whether it is a turn of penalties follows: it is when there is no
    /// regular move.)
    fn write_state(&self, mirrored: bool, state: &mut StateWriter) {
        let setup = self.setup();
        let mut write = |row: u64, width: u32| {
            let row = if mirrored { row.reverse_bits() >> (64 - width) } else { row };
            state.push(row, width);
        };
        let (touched, diagonals) = (self.touched(), self.diagonals());
        for y in 0..=usize::from(setup.height()) {
            write(touched.row(y), u32::from(setup.width()) + 1);
        }
        for y in 0..usize::from(setup.height()) {
            write(diagonals.row(y), u32::from(setup.width()));
        }
        let ball = self.ball();
        let x = if mirrored { setup.width() as i8 - ball.x } else { ball.x };
        state.push((x + 1) as u64, BALL_BITS);
        state.push((ball.y + 1) as u64, BALL_BITS);
        state.push(u64::from(self.to_move() == Player::First), 1);
        state.push(self.penalties_taken().into(), 3);
        state.push(self.turn().into(), 16);
    }
}
