//! The lines that are still open, as bit sets, and what can be reached over them turn by turn.
//!
//! On a field of at most 128 places (the usual ones) a set of places is one number, and a flood
//! takes a step from all places of its edge at once. That answers the questions of `prospects`
//! for a search that asks them of every position, and gives the sets themselves to evaluations.

use super::{
    PaperSoccerPosition, Side,
    position::{NAMING, UNTOUCHED, bit, step_cell},
};
use crate::{
    game::Position,
    grid::{Direction, Point},
};

/// Sets of places of a field: bit `n` is the place number `n`, row by row from the top goal row
/// and from the left, places beside the goals included.
pub type Places = u128;

/// The most places of a field whose sets are one number.
const MOST_PLACES: usize = Places::BITS as usize;

/// The open lines of a position and its ball: all that moves depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenLines {
    /// For each of the four directions east, south-east, south and south-west: the places from
    /// which an open line leads there.
    lines: [Places; 4],
    /// The points that nothing has touched.
    untouched: Places,
    /// The points in the goals of Upper and Lower.
    goals: [Places; 2],
    /// What each direction adds to the number of a place.
    offsets: [isize; 8],
    ball: u8,
}

/// What one turn leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TurnReach {
    /// The occupied points that the ball can pass, those included where the turn begins.
    pub passed: Places,
    /// The unoccupied points on which the turn can end.
    pub ends: Places,
    /// Whether it can end in the goal of Upper, and in that of Lower.
    pub goals: [bool; 2],
}

impl OpenLines {
    /// The open lines of a position; `None` if the field has more than 128 places.
    pub fn new(position: &PaperSoccerPosition) -> Option<Self> {
        let setup = position.field();
        if setup.cells() > MOST_PLACES {
            return None;
        }
        let offsets = setup.offsets();
        let (mut lines, mut untouched, mut goals) = ([0; 4], 0, [0; 2]);
        for (cell, &exits) in position.exits().iter().enumerate().take(setup.cells()) {
            if let Some(side) = setup.goal_of(setup.cell_point(cell)) {
                goals[side as usize] |= 1 << cell;
            }
            if exits == UNTOUCHED && cell != position.ball_cell() {
                untouched |= 1 << cell;
            }
            for direction in Direction::ALL.into_iter().filter(|&d| exits & bit(d) != 0) {
                // An end in a goal knows nothing of the line, so both ends are asked.
                let next = step_cell(&offsets, cell, direction);
                let (name, from) = named(direction, cell, next);
                lines[name] |= 1 << from;
            }
        }
        Some(Self { lines, untouched, goals, offsets, ball: position.ball_cell() as u8 })
    }

    /// The place of the ball.
    #[inline]
    pub const fn ball(&self) -> usize {
        self.ball as usize
    }

    /// For each of the directions of [`OpenLines::NAMING`]: the places from which an open line
    /// leads there.
    #[inline]
    pub const fn lines(&self) -> &[Places; 4] {
        &self.lines
    }

    /// The points that nothing has touched. (The ball's is none of them.)
    #[inline]
    pub const fn untouched(&self) -> Places {
        self.untouched
    }

    /// The directions by which lines are named: every line leads in one of them from one of its
    /// ends.
    pub const NAMING: [Direction; 4] = NAMING;

    /// Moves the ball one step along an open line, which is drawn by it. Says by which of the
    /// naming directions the line is named, and from which place.
    #[inline]
    pub fn walk(&mut self, direction: Direction) -> (usize, usize) {
        let next = step_cell(&self.offsets, self.ball(), direction);
        let (name, from) = named(direction, self.ball(), next);
        self.lines[name] &= !(1 << from);
        self.untouched &= !(1 << next);
        self.ball = next as u8;
        (name, from)
    }

    /// What the turn of the player to move leads to.
    #[inline]
    pub fn turn(&self) -> TurnReach {
        let ball = 1 << self.ball;
        self.turn_from(ball, &mut { ball })
    }

    /// What a turn leads to that begins on any of the places `starts`. Places of `seen` are not
    /// entered; those that are, are added to it.
    ///
    /// As a chain of turns, each from the [`ends`](TurnReach::ends) of the one before, this
    /// leaves out that the turns themselves touch points: distances are lower bounds.
    #[inline]
    pub fn turn_from(&self, starts: Places, seen: &mut Places) -> TurnReach {
        let [east, south_east, south, south_west] = self.lines;
        let row = self.offsets[Direction::South as usize] as u32;
        let goals = self.goals[0] | self.goals[1];
        let stops = self.untouched | goals;
        let mut edge = starts;
        let mut reached = starts;
        let mut entered = *seen | starts;
        while edge != 0 {
            let next = (edge & east) << 1
                | (edge >> 1) & east
                | (edge & south_east) << (row + 1)
                | (edge >> (row + 1)) & south_east
                | (edge & south) << row
                | (edge >> row) & south
                | (edge & south_west) << (row - 1)
                | (edge >> (row - 1)) & south_west;
            let new = next & !entered;
            entered |= new;
            reached |= new;
            edge = new & !stops;
        }
        *seen = entered;
        TurnReach {
            passed: (reached & !stops) | starts,
            ends: reached & self.untouched & !starts,
            goals: self.goals.map(|goal| reached & goal != 0),
        }
    }
}

/// By which naming direction the line from `cell` to `next` is named, and from which place.
const fn named(direction: Direction, cell: usize, next: usize) -> (usize, usize) {
    let number = direction as usize;
    if number >= 2 && number < 6 { (number - 2, cell) } else { ((number + 2) % 8, next) }
}

impl PaperSoccerPosition {
    /// The place of a point of the field or of a goal, as the bits of [`Places`] are numbered;
    /// `None` for points that do not exist.
    pub fn place(&self, point: Point) -> Option<usize> {
        self.setup().has_point(point).then(|| self.setup().cell(point))
    }
}

impl Side {
    /// 0 for Upper, 1 for Lower.
    pub const fn index(self) -> usize {
        self as usize
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::paper_soccer::{DistinctResults, PaperSoccerSetup};

    /// The turns to both goals by a chain of floods.
    fn turns_to_goals(lines: &OpenLines) -> [Option<u16>; 2] {
        let mut turns = [None; 2];
        let mut starts: Places = 1 << lines.ball();
        let mut seen = starts;
        for turn in 1.. {
            let reach = lines.turn_from(starts, &mut seen);
            for (turns, goal) in turns.iter_mut().zip(reach.goals) {
                if goal {
                    *turns = turns.or(Some(turn));
                }
            }
            starts = reach.ends;
            if starts == 0 {
                break;
            }
        }
        turns
    }

    #[test]
    fn floods_of_sets_agree_with_floods_of_points() {
        let mut results = DistinctResults::new();
        let mut compared = 0;
        for setup in ["2,6,8", "2,8,10/lower", "2,4,2", "4,6,2", "6,8,10"] {
            let setup: PaperSoccerSetup = std::format!("paper-soccer:{setup}").parse().unwrap();
            for seed in 0..40_usize {
                let mut position = PaperSoccerPosition::start(&setup);
                let mut walked = OpenLines::new(&position).unwrap();
                for turn in 0.. {
                    let lines = OpenLines::new(&position).unwrap();
                    assert_eq!(walked, lines, "{position:?}");
                    if position.outcome().is_some() {
                        break;
                    }
                    let (reach, prospects) = (lines.turn(), position.prospects());
                    let gate = position.side_to_move().index();
                    assert_eq!(reach.ends != 0, prospects.quiet, "{position:?}");
                    assert_eq!(reach.goals[gate], prospects.own_goal, "{position:?}");
                    assert_eq!(reach.goals[1 - gate], prospects.goal, "{position:?}");
                    assert_eq!(turns_to_goals(&lines), position.turns_to_goals(), "{position:?}");
                    // The places where turns end are those of the results.
                    results.find(&position, 2000);
                    let ends: Vec<_> = results.iter().collect();
                    for end in &ends {
                        let place = position.place(end.ball).unwrap();
                        let quiet = end.end == super::super::PathEnd::Quiet;
                        assert_eq!(reach.ends >> place & 1 == 1, quiet, "{position:?}");
                    }
                    let pick = (seed * 7919 + turn * 104_729) % ends.len();
                    let action = results.action(pick).unwrap();
                    for &direction in &action.directions {
                        walked.walk(direction);
                    }
                    position.advance(&action);
                    compared += 1;
                }
            }
        }
        assert!(compared > 1000, "{compared}");
    }

    #[test]
    fn big_fields_have_no_such_sets() {
        let position = PaperSoccerPosition::start(&"paper-soccer:2,10,10".parse().unwrap());
        assert_eq!(OpenLines::new(&position), None);
    }
}
