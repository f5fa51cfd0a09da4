//! The fast way to the legal moves: for each own checker the set of cells it may go to.
//!
//! The rule asks for a second own checker Q that has the target T in sight after the move. That
//! gives two kinds of targets for a checker P:
//!
//! - *Linked* ones: P's neighbour on one of its four lines, in either direction, is an own
//!   checker. Then every free cell in sight on this line will do, since the neighbour is Q, either
//!   behind T or behind P; and so will those between the neighbour and the next checker, since P
//!   may jump Q.
//! - *Crossing* ones: T is in sight of P and of another own checker on another line. So T is in
//!   the sight of at least two own checkers.
//!
//! The zones and the duty are masks on these sets. The duty mask is exact for each target: it
//! holds the cells where one more defender leaves the gate closed, computed without P for those
//! P whose leaving matters (see [`gate`](super::gate)).

use core::ops::ControlFlow;

use super::{
    cells::{Cell, CellSet},
    gate::{Gate, nearest},
    position::Placement,
    rules::{CHECKERS, MOST_AT_HOME_FOR_A_RETURN, forbidden_row, goal_row, home_row},
    tables::RAYS,
};
use crate::game::Player;

/// What one checker has before it.
#[derive(Clone, Copy)]
struct View {
    checker: Cell,
    /// The free cells in sight.
    sight: CellSet,
    /// The free cells it may go to relative to a checker on the same line.
    linked: CellSet,
}

impl View {
    const NONE: Self =
        Self { checker: Cell::from_bit(0), sight: CellSet::EMPTY, linked: CellSet::EMPTY };

    #[inline]
    fn new(checker: Cell, own: CellSet, occupied: CellSet) -> Self {
        let mut view = Self { checker, ..Self::NONE };
        // East, south-east, south and south-west, each with its opposite.
        view.add_line::<2, 6>(own, occupied);
        view.add_line::<3, 7>(own, occupied);
        view.add_line::<4, 0>(own, occupied);
        view.add_line::<5, 1>(own, occupied);
        view.sight = view.sight - occupied;
        view.linked = view.linked - occupied;
        view
    }

    /// Adds what is on one of the four lines; cells with checkers on them among it.
    #[inline]
    fn add_line<const FORWARD: usize, const BACKWARD: usize>(
        &mut self,
        own: CellSet,
        occupied: CellSet,
    ) {
        let ahead = Neighbour::new::<FORWARD>(self.checker.bit(), occupied);
        let behind = Neighbour::new::<BACKWARD>(self.checker.bit(), occupied);
        let near = ahead.cells | behind.cells;
        self.sight |= near;
        // The neighbour is the only checker among the cells up to it.
        let own_ahead = !(ahead.cells & own).is_empty();
        let own_behind = !(behind.cells & own).is_empty();
        if own_ahead || own_behind {
            self.linked |= near;
            if own_ahead {
                self.linked |= Neighbour::new::<FORWARD>(ahead.bit, occupied).cells;
            }
            if own_behind {
                self.linked |= Neighbour::new::<BACKWARD>(behind.bit, occupied).cells;
            }
        }
    }
}

/// The next checker in a direction.
struct Neighbour {
    /// Its cell, or a bit beyond the board if there is none.
    bit: u8,
    /// The cells on the way to it, it included.
    cells: CellSet,
}

impl Neighbour {
    #[inline]
    fn new<const DIRECTION: usize>(start: u8, occupied: CellSet) -> Self {
        let ray = RAYS[start as usize][DIRECTION];
        let bit = nearest(ray & occupied, DIRECTION);
        Self { bit, cells: ray ^ RAYS[bit as usize][DIRECTION] }
    }
}

/// Whether a player has to keep his gate closed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Duty {
    /// A move must leave the own gate closed.
    Holds,
    /// The variant `open`, or the movement rules alone.
    Ignored,
}

/// Calls `visit` with each checker of `player` that can move and the cells it may go to, until it
/// breaks; as if it were his turn in a game that goes on.
pub(super) fn visit_targets(
    placement: &Placement,
    player: Player,
    duty: Duty,
    mut visit: impl FnMut(Cell, CellSet) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let own = placement.of(player);
    let opponent = placement.of(player.other());
    let occupied = own | opponent;

    let mut views = [View::NONE; CHECKERS as usize];
    let mut crossings = CellSet::EMPTY;
    let mut seen = CellSet::EMPTY;
    let mut count = 0;
    for (view, checker) in views.iter_mut().zip(own.iter()) {
        *view = View::new(checker, own, occupied);
        crossings |= seen & view.sight;
        seen |= view.sight;
        count += 1;
    }

    let home = CellSet::whole_row(home_row(player));
    let return_allowed = (own & home).len() <= MOST_AT_HOME_FOR_A_RETURN;
    let field = CellSet::ALL - CellSet::whole_row(forbidden_row(player));

    let gate = Gate { owner: player, defenders: own, attackers: opponent };
    let (screens, closing) = match duty {
        Duty::Ignored => (CellSet::EMPTY, CellSet::ALL),
        Duty::Holds => {
            let look = gate.look();
            let closed = look.attacked.is_empty();
            (look.screens, if closed { CellSet::ALL } else { gate.closing_cells() })
        }
    };

    for &View { checker, sight, linked } in &views[..count] {
        let crossing = sight & crossings;
        let mut targets = if home.contains(checker) {
            // Along the home rank only relative to a checker on it, which is a linked move.
            linked | (crossing - home)
        } else if return_allowed {
            linked | crossing
        } else {
            (linked | crossing) - home
        };
        targets &= field;
        if screens.contains(checker) {
            targets &= Gate { defenders: own.without(checker), ..gate }.closing_cells();
        } else {
            targets &= closing;
        }
        if !targets.is_empty() {
            visit(checker, targets)?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether `player` has a move, as if it were his turn in a game that goes on.
pub(super) fn can_move(placement: &Placement, player: Player, duty: Duty) -> bool {
    // Nearly always one of the first checkers has a linked move that neither the zones nor the
    // duty can forbid.
    let own = placement.of(player);
    let gate = Gate { owner: player, defenders: own, attackers: placement.of(player.other()) };
    let bound = match duty {
        Duty::Ignored => CellSet::EMPTY,
        Duty::Holds => {
            let look = gate.look();
            if look.attacked.is_empty() { look.screens } else { own }
        }
    };
    let field = CellSet::ALL
        - CellSet::whole_row(home_row(player))
        - CellSet::whole_row(forbidden_row(player));
    let moves_freely =
        |checker| !(View::new(checker, own, placement.occupied()).linked & field).is_empty();
    (own - bound).iter().any(moves_freely)
        || visit_targets(placement, player, duty, |_, _| ControlFlow::Break(())).is_break()
}

/// The goal cells where `attacker` could land if it were his turn.
pub(super) fn attacked_cells(placement: &Placement, attacker: Player) -> CellSet {
    let goal = CellSet::whole_row(goal_row(attacker));
    let attackers = placement.of(attacker);
    if (attackers & goal).is_empty() {
        let defenders = placement.of(attacker.other());
        return Gate { owner: attacker.other(), defenders, attackers }.attacked();
    }
    // After a goal, checkers in the gate count too.
    let mut attacked = CellSet::EMPTY;
    let _ = visit_targets(placement, attacker, Duty::Ignored, |_, targets| {
        attacked |= targets & goal;
        ControlFlow::Continue(())
    });
    attacked
}

/// Whether the gate of `player` is attacked.
pub(super) fn is_attacked(placement: &Placement, player: Player) -> bool {
    !attacked_cells(placement, player.other()).is_empty()
}
