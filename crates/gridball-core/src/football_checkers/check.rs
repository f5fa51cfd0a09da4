//! Whether one action is legal, and if not, why: the rules applied to a single move, in the
//! order in which a person would look.

use core::fmt;

use super::{
    cells::{Cell, CellSet},
    gate::nearest,
    movegen::{Duty, attacked_cells},
    position::{CheckersAction, Placement},
    rules::{MOST_AT_HOME_FOR_A_RETURN, forbidden_row, home_row},
    tables::RAYS,
};
use crate::game::Player;

/// Why an action is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckersIllegalAction {
    /// The game is over.
    GameOver,
    /// No checker stands on the cell to move from.
    NoChecker {
        /// The empty cell.
        from: Cell,
    },
    /// The checker to move is the opponent's.
    OpponentsChecker {
        /// Where it stands.
        from: Cell,
    },
    /// A checker stands on the cell to move to.
    Occupied {
        /// That cell.
        to: Cell,
    },
    /// The two cells are not on one row, column or diagonal.
    NotInLine {
        /// The cell to move from.
        from: Cell,
        /// The cell to move to.
        to: Cell,
    },
    /// A player may not land on the rank before his goal rank.
    ForbiddenRank {
        /// The cell to move to.
        to: Cell,
    },
    /// Too many checkers stand on the home rank for another to return to it.
    HomeRankFull {
        /// How many stand there.
        checkers: u32,
        /// The most that may.
        limit: u32,
    },
    /// The way to the target is barred, for the checker that moves or for the one relative to
    /// which it would move.
    Barred {
        /// What stands in the way.
        obstacle: Cell,
        /// The cell to move to.
        to: Cell,
        /// Whose way it is.
        checker: Cell,
    },
    /// No second checker of the player is on a line with the target.
    NoSecondChecker {
        /// The cell to move to.
        to: Cell,
    },
    /// Along the home rank a checker moves only relative to another one on it.
    NoSecondCheckerAtHome {
        /// The cell to move to.
        to: Cell,
    },
    /// The own gate would be attacked after the move.
    GateAttacked {
        /// A goal move that the opponent would then have.
        attack: CheckersAction,
    },
}

impl fmt::Display for CheckersIllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::GameOver => f.write_str("the game is over"),
            Self::NoChecker { from } => write!(f, "no checker stands on {from}"),
            Self::OpponentsChecker { from } => {
                write!(f, "the checker on {from} is the opponent's")
            }
            Self::Occupied { to } => write!(f, "{to} is occupied"),
            Self::NotInLine { from, to } => {
                write!(f, "{from} and {to} are on no common row, column or diagonal")
            }
            Self::ForbiddenRank { to } => write!(f, "{to} is on the forbidden rank"),
            Self::HomeRankFull { checkers, limit } => write!(
                f,
                "{checkers} checkers stand on the home rank: a return is possible with at most \
                 {limit}"
            ),
            Self::Barred { obstacle, to, checker } => {
                write!(f, "{obstacle} stands between {to} and {checker}")
            }
            Self::NoSecondChecker { to } => write!(f, "no second checker is in line with {to}"),
            Self::NoSecondCheckerAtHome { to } => {
                write!(f, "no second checker on the home rank is in sight of {to}")
            }
            Self::GateAttacked { attack } => {
                write!(f, "leaves the gate attacked: {}-{}", attack.from, attack.to)
            }
        }
    }
}

impl core::error::Error for CheckersIllegalAction {}

/// Checks a move of `player` as if it were his turn in a game that goes on.
pub(super) fn check(
    placement: &Placement,
    player: Player,
    duty: Duty,
    action: CheckersAction,
) -> Result<(), CheckersIllegalAction> {
    let CheckersAction { from, to } = action;
    let own = placement.of(player);
    if placement.of(player.other()).contains(from) {
        return Err(CheckersIllegalAction::OpponentsChecker { from });
    }
    if !own.contains(from) {
        return Err(CheckersIllegalAction::NoChecker { from });
    }
    if placement.occupied().contains(to) {
        return Err(CheckersIllegalAction::Occupied { to });
    }
    if direction(from, to).is_none() {
        return Err(CheckersIllegalAction::NotInLine { from, to });
    }
    if to.y() == forbidden_row(player) {
        return Err(CheckersIllegalAction::ForbiddenRank { to });
    }
    let home = home_row(player);
    if to.y() == home && from.y() != home {
        let checkers = (own & CellSet::whole_row(home)).len();
        let limit = MOST_AT_HOME_FOR_A_RETURN;
        if checkers > limit {
            return Err(CheckersIllegalAction::HomeRankFull { checkers, limit });
        }
    }
    if partners(placement, player, action).is_empty() {
        return Err(why_no_partner(placement, player, action));
    }
    if duty == Duty::Holds {
        let after = placement.after(player, action);
        if let Some(attack) = goal_move(&after, player.other()) {
            return Err(CheckersIllegalAction::GateAttacked { attack });
        }
    }
    Ok(())
}

/// The checkers of `player` relative to which he can move so; the other rules of the move and the
/// duty aside.
pub(super) fn partners(placement: &Placement, player: Player, action: CheckersAction) -> CellSet {
    let CheckersAction { from, to } = action;
    let own = placement.of(player);
    let occupied = placement.occupied();
    if !own.contains(from) || occupied.contains(to) {
        return CellSet::EMPTY;
    }
    let Some(towards) = direction(from, to) else { return CellSet::EMPTY };

    // Who sees the target once the checker has left its cell.
    let others = occupied.without(from);
    let mut candidates: CellSet = (0..8)
        .map(|direction| nearest(RAYS[to.bit() as usize][direction] & others, direction))
        .filter(|&bit| own.contains_bit(bit))
        .map(Cell::from_bit)
        .collect();
    if from.y() == home_row(player) && to.y() == home_row(player) {
        candidates &= CellSet::whole_row(home_row(player));
    }
    // An obstacle on the way can only be the partner itself.
    let obstacles = between(from, to, towards) & occupied;
    match obstacles.len() {
        0 => candidates,
        1 => candidates & obstacles,
        _ => CellSet::EMPTY,
    }
}

/// What is wrong with a move for which there are no [`partners`].
fn why_no_partner(
    placement: &Placement,
    player: Player,
    action: CheckersAction,
) -> CheckersIllegalAction {
    let CheckersAction { from, to } = action;
    let own = placement.of(player);
    let occupied = placement.occupied();
    let home = home_row(player);

    // The nearest obstacle before the target, an opponent's if there is one. A single own one
    // would have been the partner, except that another own one stands before or behind it.
    if let Some(towards) = direction(from, to) {
        let obstacles = between(from, to, towards) & occupied;
        let backwards = (towards + 4) % 8;
        let foreign = obstacles - own;
        let blamed = if foreign.is_empty() { obstacles } else { foreign };
        if !blamed.is_empty() {
            let obstacle = Cell::from_bit(nearest(blamed, backwards));
            return CheckersIllegalAction::Barred { obstacle, to, checker: from };
        }
    }
    if from.y() == home && to.y() == home {
        return CheckersIllegalAction::NoSecondCheckerAtHome { to };
    }
    // Another own checker in line with the target, but behind something.
    let others = occupied.without(from);
    let hidden = (0..8).find_map(|direction| {
        let ray = RAYS[to.bit() as usize][direction];
        let checker = nearest(ray & own.without(from), direction);
        let obstacle = nearest(ray & others, direction);
        own.contains_bit(checker).then(|| (Cell::from_bit(obstacle), Cell::from_bit(checker)))
    });
    match hidden {
        Some((obstacle, checker)) => CheckersIllegalAction::Barred { obstacle, to, checker },
        None => CheckersIllegalAction::NoSecondChecker { to },
    }
}

/// A goal move of `player` if it were his turn, the first in the order of the cells.
fn goal_move(placement: &Placement, player: Player) -> Option<CheckersAction> {
    let to = attacked_cells(placement, player).iter().next()?;
    placement
        .of(player)
        .iter()
        .map(|from| CheckersAction { from, to })
        .find(|&action| !partners(placement, player, action).is_empty())
}

/// The direction that leads from one cell to another in a straight line, as its digit.
fn direction(from: Cell, to: Cell) -> Option<usize> {
    (0..8).find(|&direction| RAYS[from.bit() as usize][direction].contains(to))
}

/// The cells strictly between two cells, the second in this direction from the first.
fn between(from: Cell, to: Cell, direction: usize) -> CellSet {
    let ray = RAYS[from.bit() as usize][direction];
    (ray ^ RAYS[to.bit() as usize][direction]).without(to)
}
