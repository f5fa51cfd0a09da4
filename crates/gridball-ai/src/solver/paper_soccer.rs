//! Paper soccer: a child is the position after one of the distinct results.

use std::ops::ControlFlow;

use gridball_core::{
    Coverage, Player, Point, Position,
    paper_soccer::{DistinctResults, PaperSoccerPosition, PathEnd, Side},
};

use super::world::{Look, SmallWorld, StateWriter};

/// A goal that cannot be reached any more counts as so many turns away.
const OUT_OF_REACH: i32 = 30;

impl SmallWorld for PaperSoccerPosition {
    type Child = Self;
    type Memory = DistinctResults;

    fn look(&self) -> Look {
        let prospects = self.prospects();
        Look { wins: prospects.goal, loses: !prospects.is_safe(), is_all: true }
    }

    /// Only those on which the game goes on: where an action can be avoided that loses at once,
    /// it is.
    fn push_children(
        &self,
        limit: usize,
        results: &mut DistinctResults,
        children: &mut Vec<(i32, Self)>,
    ) -> Coverage {
        let coverage = results.find(self, limit);
        let mut ends = results.iter();
        let _ = results.visit_actions(|action| {
            if ends.next().is_some_and(|result| result.end == PathEnd::Quiet) {
                let mut after = self.clone();
                after.advance(action);
                children.push((-distance_lead(&after), after));
            }
            ControlFlow::Continue(())
        });
        coverage
    }

    fn with_child<R>(&mut self, child: &Self, visit: impl FnOnce(&mut Self) -> R) -> R {
        visit(&mut child.clone())
    }

    /// The lines that may still be walked, four bits a point, and whose turn it is. The ball needs
    /// no bits: it is on the only point besides the centre with an odd number of drawn lines, or
    /// on the centre. Lines into a goal need none either: drawing one ends the game.
    fn write_state(&self, mirrored: bool, state: &mut StateWriter) {
        let setup = self.setup();
        for y in 0..=setup.height() as i8 {
            for x in 0..=setup.width() as i8 {
                let nibble = if mirrored {
                    let open = self.open_lines(Point::new(setup.width() as i8 - x, y));
                    // West, south-west, south, south-east.
                    (open >> 6 & 1) | (open >> 4 & 2) | (open >> 2 & 4) | (open & 8)
                } else {
                    // East, south-east, south, south-west.
                    self.open_lines(Point::new(x, y)) >> 2 & 15
                };
                state.push(nibble.into(), 4);
            }
        }
        state.push(u64::from(self.to_move() == Player::First), 1);
    }
}

/// By how many turns the player to move is nearer to the goal he wants than the other to his.
fn distance_lead(position: &PaperSoccerPosition) -> i32 {
    let turns = position.turns_to_goals().map(|turns| turns.map_or(OUT_OF_REACH, i32::from));
    match position.side_to_move() {
        Side::Upper => turns[0] - turns[1],
        Side::Lower => turns[1] - turns[0],
    }
}
