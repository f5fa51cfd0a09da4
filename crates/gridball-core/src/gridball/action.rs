//! Moves and penalties as values.

use core::fmt;

use super::rules::MOVE_SEGMENTS;
use crate::grid::Direction;

/// A regular move: one to three segments, each one step in a direction.
///
/// Any sequence of one to three directions can be written as a `Move`; whether it is legal is for
/// a position to say. Moves are ordered like their texts.
// Base 9, first segment highest, 0 for "no more segments": that gives the order of the texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u16);

impl Move {
    /// One more than the largest [`code`](Self::code).
    pub const CODES: usize = 729;

    /// The move with these segments.
    ///
    /// `None` unless there are one, two or three.
    ///
    /// ```
    /// use gridball_core::{Direction, gridball::Move};
    /// let action = Move::new(&[Direction::North, Direction::SouthEast, Direction::South]);
    /// assert_eq!(action.map(|action| action.to_string()), Some("034".to_string()));
    /// ```
    pub const fn new(segments: &[Direction]) -> Option<Self> {
        if segments.is_empty() || segments.len() > MOVE_SEGMENTS {
            return None;
        }
        let mut code = 0;
        let mut index = 0;
        while index < MOVE_SEGMENTS {
            let digit = if index < segments.len() { segments[index] as u16 + 1 } else { 0 };
            code = code * 9 + digit;
            index += 1;
        }
        Some(Self(code))
    }

    /// A number below [`CODES`](Self::CODES), unique to the move; an index for tables.
    pub const fn code(self) -> usize {
        self.0 as usize
    }

    /// How many segments: 1, 2 or 3.
    #[allow(clippy::len_without_is_empty, reason = "a move is never empty")]
    pub const fn len(self) -> usize {
        if !self.0.is_multiple_of(9) {
            3
        } else if !self.0.is_multiple_of(81) {
            2
        } else {
            1
        }
    }

    /// The segment with this index, from 0.
    pub const fn segment(self, index: usize) -> Option<Direction> {
        let digit = match index {
            0 => self.0 / 81,
            1 => self.0 / 9 % 9,
            2 => self.0 % 9,
            _ => 0,
        };
        if digit == 0 { None } else { Some(Direction::from_index(digit as usize - 1)) }
    }

    /// The segments in order.
    pub fn segments(self) -> impl Iterator<Item = Direction> + Clone {
        (0..MOVE_SEGMENTS).map_while(move |index| self.segment(index))
    }

    /// The move up to its last segment, if something is left then.
    pub(super) const fn without_last(self) -> Option<Self> {
        match self.len() {
            1 => None,
            2 => Some(Self(self.0 - self.0 % 81)),
            _ => Some(Self(self.0 - self.0 % 9)),
        }
    }

    /// The move with every segment changed by `change`.
    pub(super) fn map(self, change: impl Fn(Direction) -> Direction) -> Self {
        let mut code = 0;
        for index in 0..MOVE_SEGMENTS {
            code = code * 9 + self.segment(index).map_or(0, |segment| change(segment) as u16 + 1);
        }
        Self(code)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.segments().try_for_each(|segment| write!(f, "{}", segment.digit()))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self})")
    }
}

/// What a player submits at once: a whole regular move, or one penalty.
///
/// Actions are ordered like their texts: moves before penalties.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GridballAction {
    /// Three segments, or fewer if the last one scores.
    Move(Move),
    /// A straight line of six segments in this direction.
    Penalty(Direction),
}

impl From<Move> for GridballAction {
    fn from(regular: Move) -> Self {
        Self::Move(regular)
    }
}

/// The canonical text, `034` or `p3`.
impl fmt::Display for GridballAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(regular) => regular.fmt(f),
            Self::Penalty(direction) => write!(f, "p{}", direction.digit()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{string::ToString, vec::Vec};

    #[test]
    fn moves_are_ordered_like_their_texts() {
        let mut moves = Vec::new();
        for a in Direction::ALL {
            moves.push(Move::new(&[a]).unwrap());
            for b in Direction::ALL {
                moves.push(Move::new(&[a, b]).unwrap());
                for c in Direction::ALL {
                    let regular = Move::new(&[a, b, c]).unwrap();
                    assert!(regular.segments().eq([a, b, c]));
                    assert_eq!(regular.len(), 3);
                    moves.push(regular);
                }
            }
        }
        assert!(moves.is_sorted());
        assert!(moves.iter().map(ToString::to_string).is_sorted());
        assert_eq!(Move::new(&[]), None);
        assert_eq!(Move::new(&[Direction::North; 4]), None);
    }
}
