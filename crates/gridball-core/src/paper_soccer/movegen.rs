//! Walking: all paths, and one path.
//!
//! A move, by the rules `[S]`: step along a line not yet drawn; an unoccupied point ends the
//! move, an occupied one obliges another step; a goal ends the game, and so does an occupied
//! point without an undrawn line.
//!
//! Here that is: a place with all eight exits is unoccupied; a place that has no exit left after
//! the line just drawn is closed is a goal or a dead end (points in goals never have exits).

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::{
    PaperSoccerAction, PaperSoccerIllegalAction, PaperSoccerPosition,
    position::{Board, UNTOUCHED, bit, step_cell},
};
use crate::grid::Direction;

/// What is told of a walk over all paths.
trait Walker {
    /// The walk goes one step on, and the move is not over.
    fn enter(&mut self, direction: Direction);

    /// The last step that was entered is taken back.
    fn leave(&mut self);

    /// One more step ends the move: here is a whole path. Breaks to stop the walk.
    fn end(&mut self, direction: Direction) -> ControlFlow<()>;
}

/// Walks all paths, in the order of the directions, until `walker` breaks.
fn walk(position: &PaperSoccerPosition, walker: &mut impl Walker) -> ControlFlow<()> {
    let mut board = position.board().clone();
    let exits = board.exits_mut();
    let offsets = position.field().offsets();
    // The steps entered, and for each the exits still to be tried where it began.
    let mut steps: Vec<(Direction, u8)> = Vec::new();
    let mut cell = position.ball_cell();
    let mut to_try = exits[cell];
    loop {
        if to_try == 0 {
            let Some((direction, rest)) = steps.pop() else {
                return ControlFlow::Continue(());
            };
            walker.leave();
            let back = direction.opposite();
            exits[cell] |= bit(back);
            cell = step_cell(&offsets, cell, back);
            exits[cell] |= bit(direction);
            to_try = rest;
            continue;
        }
        let direction = Direction::from_index(to_try.trailing_zeros() as usize);
        to_try &= to_try - 1;
        let next = step_cell(&offsets, cell, direction);
        let left = exits[next] & !bit(direction.opposite());
        if exits[next] == UNTOUCHED || left == 0 {
            walker.end(direction)?;
        } else {
            walker.enter(direction);
            steps.push((direction, to_try));
            exits[cell] &= !bit(direction);
            exits[next] = left;
            cell = next;
            to_try = left;
        }
    }
}

/// Hands on every path.
struct Visitor<F> {
    path: PaperSoccerAction,
    visit: F,
}

impl<F: FnMut(&PaperSoccerAction) -> ControlFlow<()>> Walker for Visitor<F> {
    fn enter(&mut self, direction: Direction) {
        self.path.directions.push(direction);
    }

    fn leave(&mut self) {
        self.path.directions.pop();
    }

    fn end(&mut self, direction: Direction) -> ControlFlow<()> {
        self.path.directions.push(direction);
        (self.visit)(&self.path)?;
        self.path.directions.pop();
        ControlFlow::Continue(())
    }
}

/// Counts the paths up to a limit, which is at least 1.
struct Counter {
    count: u64,
    limit: u64,
}

impl Walker for Counter {
    fn enter(&mut self, _: Direction) {}

    fn leave(&mut self) {}

    fn end(&mut self, _: Direction) -> ControlFlow<()> {
        self.count += 1;
        if self.count < self.limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Calls `visit` with every path, in the order of the directions, until it breaks.
pub(super) fn visit_all(
    position: &PaperSoccerPosition,
    visit: impl FnMut(&PaperSoccerAction) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let start = position.field().name(position.ball());
    let path = PaperSoccerAction { start, directions: Vec::new() };
    walk(position, &mut Visitor { path, visit })
}

/// How many paths there are, or `limit` if there are at least that many.
pub(super) fn count(position: &PaperSoccerPosition, limit: u64) -> u64 {
    let mut counter = Counter { count: 0, limit };
    if limit > 0 {
        // A break only says that the limit is reached, and so does the count.
        let _ = walk(position, &mut counter);
    }
    counter.count
}

/// Where a walk stands.
enum Footing {
    /// The move goes on from here along one of these exits.
    On(u8),
    /// The move is over.
    Ended,
}

/// A walk along one path on its own board, step by step.
struct Walk {
    board: Board,
    offsets: [isize; 8],
    cell: usize,
    footing: Footing,
}

impl Walk {
    fn new(position: &PaperSoccerPosition) -> Self {
        let exits = position.exits()[position.ball_cell()];
        Self {
            board: position.board().clone(),
            offsets: position.field().offsets(),
            cell: position.ball_cell(),
            footing: if exits == 0 { Footing::Ended } else { Footing::On(exits) },
        }
    }

    /// Takes a step; `false`, and nothing happens, when it is not possible.
    fn step(&mut self, direction: Direction) -> bool {
        let Footing::On(open) = self.footing else { return false };
        if open & bit(direction) == 0 {
            return false;
        }
        let exits = self.board.exits_mut();
        let next = step_cell(&self.offsets, self.cell, direction);
        let untouched = exits[next] == UNTOUCHED;
        exits[self.cell] &= !bit(direction);
        exits[next] &= !bit(direction.opposite());
        self.cell = next;
        self.footing =
            if untouched || exits[next] == 0 { Footing::Ended } else { Footing::On(exits[next]) };
        true
    }
}

/// The exits along which a move can go on after these steps. `None` when it cannot begin with
/// them, or is over after them.
pub(super) fn follow(
    position: &PaperSoccerPosition,
    steps: impl Iterator<Item = Option<Direction>>,
) -> Option<u8> {
    let mut walk = Walk::new(position);
    for direction in steps {
        if !walk.step(direction?) {
            return None;
        }
    }
    match walk.footing {
        Footing::On(exits) => Some(exits),
        Footing::Ended => None,
    }
}

/// Whether this is a whole legal path, and if not, why.
pub(super) fn check(
    position: &PaperSoccerPosition,
    action: &PaperSoccerAction,
) -> Result<(), PaperSoccerIllegalAction> {
    if position.is_over() {
        return Err(PaperSoccerIllegalAction::GameOver);
    }
    let setup = position.field();
    let ball = setup.name(position.ball());
    if action.start != ball {
        return Err(PaperSoccerIllegalAction::NotAtBall { ball });
    }
    let mut walk = Walk::new(position);
    let here = |walk: &Walk| setup.cell_point(walk.cell);
    for (index, &direction) in action.directions.iter().enumerate() {
        if matches!(walk.footing, Footing::Ended) {
            let at = setup.name(here(&walk));
            return Err(PaperSoccerIllegalAction::EndsEarlier { step: index, at });
        }
        if !walk.step(direction) {
            let (step, from) = (index + 1, setup.name(here(&walk)));
            return Err(if setup.has_line(here(&walk), direction) {
                PaperSoccerIllegalAction::AlreadyDrawn { step, from }
            } else {
                PaperSoccerIllegalAction::NoLine { step, from }
            });
        }
    }
    match walk.footing {
        Footing::Ended => Ok(()),
        Footing::On(_) => Err(PaperSoccerIllegalAction::MustGoOn { at: setup.name(here(&walk)) }),
    }
}
