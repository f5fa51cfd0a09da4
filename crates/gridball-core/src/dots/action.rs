//! What a player does, and why he may not.

use core::{cmp::Ordering, fmt};

use crate::game::Player;

/// A dot placed on a node: what one player does in a turn.
///
/// The numbers are those of the text `x-y`, so they are independent of [`Point`](crate::Point)s, which count
/// from the top: [`DotsPosition::action_at`](super::DotsPosition::action_at) and
/// [`DotsPosition::point_of`](super::DotsPosition::point_of) lead from one to the
/// other. The order is that of the texts, bytewise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DotsAction {
    /// The column, from the left, from 1.
    pub x: u8,
    /// The row, from the bottom, from 1.
    pub y: u8,
}

impl Ord for DotsAction {
    fn cmp(&self, other: &Self) -> Ordering {
        // Numbers up to 99 as texts: a digit alone comes before the same digit with another.
        let rank = |number: u8| {
            if number < 10 { (number, 0) } else { (number / 10, number % 10 + 1) }
        };
        (rank(self.x), rank(self.y)).cmp(&(rank(other.x), rank(other.y)))
    }
}

impl PartialOrd for DotsAction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for DotsAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.x, self.y)
    }
}

/// Why a dot may not be placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DotsIllegalAction {
    /// The game is over.
    GameOver,
    /// The field has no such node.
    OffField,
    /// A dot is there already, live or dead.
    Occupied,
    /// The node is territory of this player.
    Territory(Player),
}

impl fmt::Display for DotsIllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::OffField => f.write_str("the field has no such node"),
            Self::Occupied => f.write_str("a dot is there already"),
            Self::Territory(player) => write!(f, "the node is territory of {player}"),
        }
    }
}

impl core::error::Error for DotsIllegalAction {}
