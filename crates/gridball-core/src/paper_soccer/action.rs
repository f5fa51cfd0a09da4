//! A whole path as an action, the names of points, and why an action is refused.

use alloc::vec::Vec;
use core::{cmp::Ordering, fmt, str::FromStr};

use crate::{
    grid::Direction,
    text::{Expected, Reader, TextError},
};

/// The longest action text that is read, in bytes. A path over all lines of the biggest field
/// takes about 10 000.
pub(super) const MAX_ACTION_TEXT: usize = 1 << 14;

/// The top rank of the highest field.
const MAX_RANK: usize = 27;

/// The name of a point: a file from `a` at the left and a rank from 1 at the bottom goal row.
///
/// Names are ordered as their texts are, bytewise: `a1` < `a10` < `a2` < `b1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PointName {
    /// The column: 0 is file `a`.
    pub file: u8,
    /// The rank: 1 is the bottom goal row.
    pub rank: u8,
}

impl PointName {
    /// The point one step in `direction`. Numbers wrap rather than overflow.
    #[must_use]
    pub const fn step(self, direction: Direction) -> Self {
        let (dx, dy) = direction.delta();
        Self {
            file: self.file.wrapping_add_signed(dx),
            // Ranks grow upwards, rows downwards.
            rank: self.rank.wrapping_add_signed(-dy),
        }
    }

    /// In which direction the neighbour `other` lies; `None` if it is no neighbour.
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.step(direction) == other)
    }

    /// Takes a name with a rank up to `ranks` off the front of what `reader` reads.
    pub(super) fn read(reader: &mut Reader<'_>, ranks: usize) -> Result<Self, TextError> {
        match reader.peek() {
            Some(letter @ 'a'..='z') => {
                reader.next_char();
                let rank = reader.number(1, ranks as i64)? as u8;
                Ok(Self { file: letter as u8 - b'a', rank })
            }
            _ => Err(reader.expected(Expected::Point)),
        }
    }

    /// A number that orders ranks as their decimal texts.
    const fn rank_text_order(self) -> u16 {
        let rank = self.rank as u16;
        // Compared as texts, 2 stands where 200 would, but before it: shorter comes first.
        let (three_digits, length) = match rank {
            0..=9 => (rank * 100, 0),
            10..=99 => (rank * 10, 1),
            _ => (rank, 2),
        };
        three_digits * 4 + length
    }
}

impl Ord for PointName {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.file, self.rank_text_order()).cmp(&(other.file, other.rank_text_order()))
    }
}

impl PartialOrd for PointName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for PointName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", b'a'.wrapping_add(self.file) as char, self.rank)
    }
}

/// Reads the name of a point of any field: ranks go up to 27.
impl FromStr for PointName {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        let mut reader = Reader::new(text, MAX_ACTION_TEXT)?;
        let name = Self::read(&mut reader, MAX_RANK)?;
        reader.end()?;
        Ok(name)
    }
}

/// What one player submits at once: the whole path of the ball.
///
/// The order is that of the canonical texts, bytewise.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PaperSoccerAction {
    /// Where the ball stands before the move.
    pub start: PointName,
    /// The steps, in order.
    pub directions: Vec<Direction>,
}

impl PaperSoccerAction {
    /// The points of the path, the start first.
    pub fn points(&self) -> impl Iterator<Item = PointName> + '_ {
        let mut point = self.start;
        core::iter::once(point).chain(self.directions.iter().map(move |&direction| {
            point = point.step(direction);
            point
        }))
    }

    /// Writes the path in analytic notation, the canonical one: `f8-g7-f6`.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    pub fn write_analytic(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        for (index, point) in self.points().enumerate() {
            if index > 0 {
                out.write_char('-')?;
            }
            write!(out, "{point}")?;
        }
        Ok(())
    }

    /// Writes the path in digit notation, as used online: `35`.
    ///
    /// # Errors
    ///
    /// Only those of `out`.
    pub fn write_digits(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        self.directions.iter().try_for_each(|direction| out.write_char(direction.digit()))
    }
}

/// Analytic notation.
impl fmt::Display for PaperSoccerAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_analytic(f)
    }
}

impl Ord for PaperSoccerAction {
    fn cmp(&self, other: &Self) -> Ordering {
        // After the name of a point comes `-` or nothing, both before every digit: so the first
        // pair of different points decides, and a path comes before those that go on from it.
        self.points().cmp(other.points())
    }
}

impl PartialOrd for PaperSoccerAction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Why an action is not legal. Steps are counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PaperSoccerIllegalAction {
    /// The game is over.
    GameOver,
    /// The path does not start where the ball is.
    NotAtBall {
        /// Where the ball is.
        ball: PointName,
    },
    /// Nothing can be walked there: it leads off the paper, along the border or along a wall of
    /// a goal.
    NoLine {
        /// Which step.
        step: usize,
        /// Where it starts.
        from: PointName,
    },
    /// The line is drawn already, or walked earlier in this path.
    AlreadyDrawn {
        /// Which step.
        step: usize,
        /// Where it starts.
        from: PointName,
    },
    /// The path ends on an occupied point from which it has to go on.
    MustGoOn {
        /// That point.
        at: PointName,
    },
    /// The move is over before the path is: it reached an unoccupied point, a goal or a dead end.
    EndsEarlier {
        /// After which step.
        step: usize,
        /// Where.
        at: PointName,
    },
}

impl fmt::Display for PaperSoccerIllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::NotAtBall { ball } => write!(f, "the path must start at the ball, {ball}"),
            Self::NoLine { step, from } => {
                write!(f, "step {step}, from {from}, leads off the field or along its border")
            }
            Self::AlreadyDrawn { step, from } => {
                write!(f, "step {step}, from {from}, goes along a drawn line")
            }
            Self::MustGoOn { at } => {
                write!(f, "the path ends on {at}, which is occupied: it must go on")
            }
            Self::EndsEarlier { step, at } => {
                write!(f, "the move is over on {at}, after step {step}")
            }
        }
    }
}

impl core::error::Error for PaperSoccerIllegalAction {}

#[cfg(test)]
mod tests {
    use std::{string::ToString, vec, vec::Vec};

    use super::*;

    #[test]
    fn names_are_ordered_as_their_texts() {
        let mut names: Vec<PointName> =
            (0..25).flat_map(|file| (0..=255).map(move |rank| PointName { file, rank })).collect();
        names.sort();
        assert!(names.is_sorted_by_key(ToString::to_string));
    }

    #[test]
    fn names_are_read_and_written() {
        for text in ["a1", "d6", "y27", "c10"] {
            assert_eq!(text.parse::<PointName>().unwrap().to_string(), text);
        }
        for (text, column) in [
            ("", 1),
            ("A1", 1),
            ("a", 2),
            ("a0", 2),
            ("a01", 2),
            ("a1 ", 3),
            ("ab", 2),
            ("a100", 2),
        ] {
            assert_eq!(text.parse::<PointName>().unwrap_err().column, column, "{text}");
        }
    }

    #[test]
    fn paths_are_ordered_as_their_texts() {
        let start = PointName { file: 3, rank: 10 };
        let mut actions = vec![PaperSoccerAction { start, directions: vec![] }];
        for length in 0..4 {
            for index in 0..8_usize.pow(length) {
                let directions =
                    (0..length).map(|i| Direction::from_index(index >> (3 * i))).collect();
                actions.push(PaperSoccerAction { start, directions });
            }
        }
        actions.sort();
        assert!(actions.is_sorted_by_key(ToString::to_string));
    }
}
