//! What the player to move can reach at once.
//!
//! A path to a point needs no more than each point on the way once: whoever can walk there at
//! all can walk there without crossing the own path, so no line of it is used before its turn and
//! no point on the way is a dead end. So these questions need one look at every point that can
//! be reached over occupied points, however many paths there are.

use alloc::vec::Vec;

use super::{
    PaperSoccerAction, PaperSoccerPosition, Side,
    position::{UNTOUCHED, directions, step_cell},
    rules::MAX_CELLS,
};
use crate::grid::Direction;

/// How the actions of a position can end, dead ends apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Prospects {
    /// Some action scores in the opponent's goal.
    pub goal: bool,
    /// Some action scores in the mover's own goal.
    pub own_goal: bool,
    /// Some action ends on an unoccupied point, so the game goes on.
    pub quiet: bool,
}

impl Prospects {
    /// Whether there is an action that does not lose at once.
    pub const fn is_safe(self) -> bool {
        self.goal || self.quiet
    }
}

/// What an exit leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exit {
    Unoccupied,
    Goal(Side),
}

/// The places from which a move can go on, as far as they were reached.
struct Flood {
    /// In the order in which they were reached: nearest first.
    reached: [u16; MAX_CELLS],
    length: usize,
    seen: [u64; MAX_CELLS.div_ceil(64)],
}

impl Flood {
    /// Walks over occupied points, nearest first, and hands every exit that ends a move to `end`
    /// (the number in `reached` where it starts, its direction, what it leads to) until that
    /// returns true; then the flood stops.
    fn run(
        position: &PaperSoccerPosition,
        mut arrive: impl FnMut(usize, Direction, usize),
        mut end: impl FnMut(usize, Direction, Exit) -> bool,
    ) -> Self {
        let setup = position.field();
        let exits = position.exits();
        let offsets = setup.offsets();
        let mut flood =
            Self { reached: [0; MAX_CELLS], length: 1, seen: [0; MAX_CELLS.div_ceil(64)] };
        let ball = position.ball_cell();
        flood.reached[0] = ball as u16;
        flood.seen[ball / 64] |= 1 << (ball % 64);
        let mut index = 0;
        while index < flood.length {
            let cell = flood.reached[index] as usize;
            for direction in directions(exits[cell]) {
                let next = step_cell(&offsets, cell, direction);
                if flood.seen[next / 64] >> (next % 64) & 1 == 1 {
                    continue;
                }
                let exit = match exits[next] {
                    UNTOUCHED => Exit::Unoccupied,
                    0 if next < setup.columns() => Exit::Goal(Side::Upper),
                    0 => Exit::Goal(Side::Lower),
                    _ => {
                        flood.seen[next / 64] |= 1 << (next % 64);
                        flood.reached[flood.length] = next as u16;
                        arrive(flood.length, direction, index);
                        flood.length += 1;
                        continue;
                    }
                };
                if end(index, direction, exit) {
                    return flood;
                }
            }
            index += 1;
        }
        flood
    }
}

impl PaperSoccerPosition {
    /// How the actions of the player to move can end. Nothing for a finished game.
    ///
    /// Takes time in proportion to the points of the field.
    pub fn prospects(&self) -> Prospects {
        let mut prospects = Prospects::default();
        let own = Exit::Goal(self.side_to_move());
        Flood::run(
            self,
            |_, _, _| (),
            |_, _, exit| {
                match exit {
                    Exit::Unoccupied => prospects.quiet = true,
                    Exit::Goal(_) if exit == own => prospects.own_goal = true,
                    Exit::Goal(_) => prospects.goal = true,
                }
                prospects.goal && prospects.own_goal && prospects.quiet
            },
        );
        prospects
    }

    /// Whether the player to move can score now.
    pub fn can_score(&self) -> bool {
        let wanted = Exit::Goal(self.side_to_move().other());
        let mut found = false;
        Flood::run(
            self,
            |_, _, _| (),
            |_, _, exit| {
                found = exit == wanted;
                found
            },
        );
        found
    }

    /// Whether the player to move has an action that does not lose at once: one that ends neither
    /// in the own goal nor in a dead end.
    pub fn can_avoid_loss(&self) -> bool {
        let own = Exit::Goal(self.side_to_move());
        let mut found = false;
        Flood::run(
            self,
            |_, _, _| (),
            |_, _, exit| {
                found = exit != own;
                found
            },
        );
        found
    }

    /// How many turns the ball needs at least to get into the goal of [`Side::Upper`] and that of
    /// [`Side::Lower`], if all of them are made by one who wants it there; `None` if it cannot.
    /// A lower bound: points that the turns themselves touch do not throw the ball on.
    ///
    /// Takes time in proportion to the points of the field.
    pub fn turns_to_goals(&self) -> [Option<u16>; 2] {
        let setup = self.field();
        let exits = self.exits();
        let offsets = setup.offsets();
        let mut turns = [None; 2];
        let mut seen = [0_u64; MAX_CELLS.div_ceil(64)];
        // Where this turn has led on, and, from the other end, where the next one starts.
        let mut reached = [0_u16; MAX_CELLS];
        let (mut index, mut length, mut ends) = (0, 1, MAX_CELLS);
        let mut turn = 1;
        reached[0] = self.ball_cell() as u16;
        seen[self.ball_cell() / 64] |= 1 << (self.ball_cell() % 64);
        loop {
            while index < length {
                let cell = reached[index] as usize;
                index += 1;
                for direction in directions(exits[cell]) {
                    let next = step_cell(&offsets, cell, direction);
                    if seen[next / 64] >> (next % 64) & 1 == 1 {
                        continue;
                    }
                    seen[next / 64] |= 1 << (next % 64);
                    match exits[next] {
                        UNTOUCHED => {
                            ends -= 1;
                            reached[ends] = next as u16;
                        }
                        0 => {
                            let goal = &mut turns[usize::from(next >= setup.columns())];
                            *goal = goal.or(Some(turn));
                        }
                        _ => {
                            reached[length] = next as u16;
                            length += 1;
                        }
                    }
                }
            }
            if turns.iter().all(Option::is_some) || ends == MAX_CELLS {
                return turns;
            }
            // Every point is in the list once at most, so both parts fit.
            let starts = MAX_CELLS - ends;
            reached.copy_within(ends.., 0);
            (index, length, ends) = (0, starts, MAX_CELLS);
            turn += 1;
        }
    }

    /// A shortest action that scores, if there is one.
    pub fn scoring_action(&self) -> Option<PaperSoccerAction> {
        let wanted = Exit::Goal(self.side_to_move().other());
        self.shortest(|exit| exit == wanted)
    }

    /// A shortest action that does not lose at once, if there is one; a goal if there is one.
    pub fn safe_action(&self) -> Option<PaperSoccerAction> {
        self.scoring_action().or_else(|| self.shortest(|exit| exit == Exit::Unoccupied))
    }

    /// A shortest action with such an end; of several the first in the order of directions.
    fn shortest(&self, wanted: impl Fn(Exit) -> bool) -> Option<PaperSoccerAction> {
        // How each place was reached: by which step, from which earlier one.
        let mut arrivals = Vec::from([(Direction::North, 0)]);
        let mut last = None;
        Flood::run(
            self,
            |_, direction, from| arrivals.push((direction, from)),
            |from, direction, exit| {
                if wanted(exit) {
                    last = Some((direction, from));
                }
                last.is_some()
            },
        );
        let (direction, mut from) = last?;
        let mut directions = Vec::from([direction]);
        while from != 0 {
            let (direction, before) = arrivals[from];
            directions.push(direction);
            from = before;
        }
        directions.reverse();
        Some(PaperSoccerAction { start: self.field().name(self.ball()), directions })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{game::Position, paper_soccer::PaperSoccerSetup};

    #[test]
    fn nothing_but_quiet_ends_are_in_reach_at_the_start() {
        let position = PaperSoccerPosition::start(&PaperSoccerSetup::MOROZKOV);
        assert_eq!(position.prospects(), Prospects { goal: false, own_goal: false, quiet: true });
        assert!(!position.can_score() && position.can_avoid_loss());
        assert_eq!(position.scoring_action(), None);
        assert_eq!(position.safe_action(), Some(position.parse_action("0").unwrap()));
        // Three steps to the row before the goal line, then by a post into the goal.
        assert_eq!(position.turns_to_goals(), [Some(4), Some(4)]);
    }

    #[test]
    fn occupied_points_cost_no_turn() {
        // Down from d7: c6, b5, off the side at a4 to b3, off the post at c2 into the goal.
        let mut position = PaperSoccerPosition::start(&PaperSoccerSetup::MOROZKOV);
        for (text, turns) in [("0", [3, 4]), ("0", [2, 5])] {
            let action = position.parse_action(text).unwrap();
            position.play(&action).unwrap();
            assert_eq!(position.turns_to_goals(), turns.map(Some), "{text}");
        }
    }
}
