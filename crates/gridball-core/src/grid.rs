//! Points and directions on squared paper, shared by every game.

use core::fmt;

/// A place on squared paper: a line crossing in the football games, a node in Dots, a cell in
/// football-checkers.
///
/// `x` grows to the right and `y` grows **downwards**, from `(0, 0)` at the top left. Points
/// inside a goal lie one row off the field, so `y` can be -1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    /// Column, from the left.
    pub x: i8,
    /// Row, from the top.
    pub y: i8,
}

impl Point {
    /// The point at column `x` (from the left) and row `y` (from the top).
    pub const fn new(x: i8, y: i8) -> Self {
        Self { x, y }
    }

    /// The neighbour one step in `direction`. Coordinates wrap rather than overflow.
    ///
    /// ```
    /// use gridball_core::{Direction, Point};
    /// assert_eq!(Point::new(3, 3).step(Direction::NorthEast), Point::new(4, 2));
    /// ```
    #[must_use]
    pub const fn step(self, direction: Direction) -> Self {
        let (dx, dy) = direction.delta();
        Self { x: self.x.wrapping_add(dx), y: self.y.wrapping_add(dy) }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// One of the eight directions of squared paper, clockwise from north (towards `y = 0`).
///
/// The discriminant is the digit used in action texts everywhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum Direction {
    North = 0,
    NorthEast = 1,
    East = 2,
    SouthEast = 3,
    South = 4,
    SouthWest = 5,
    West = 6,
    NorthWest = 7,
}

impl Direction {
    /// All eight, in the order of their digits.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The direction with this number; only the low three bits of `index` count.
    pub const fn from_index(index: usize) -> Self {
        Self::ALL[index & 7]
    }

    /// The direction of the digit `'0'..='7'`.
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '0'..='7' => Some(Self::ALL[digit as usize - '0' as usize]),
            _ => None,
        }
    }

    /// Reads a compass word, `N`, `NE`, … `NW`, in either case.
    pub fn from_compass(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.compass().eq_ignore_ascii_case(word))
    }

    /// The digit `'0'..='7'`.
    pub const fn digit(self) -> char {
        (b'0' + self as u8) as char
    }

    /// The compass word, `N`, `NE`, … `NW`.
    pub const fn compass(self) -> &'static str {
        ["N", "NE", "E", "SE", "S", "SW", "W", "NW"][self as usize]
    }

    /// The change of `(x, y)` that one step makes.
    pub const fn delta(self) -> (i8, i8) {
        [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)][self as usize]
    }

    /// Whether the step goes along a diagonal of a cell.
    pub const fn is_diagonal(self) -> bool {
        self as u8 & 1 == 1
    }

    /// The direction back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::from_index(self as usize + 4)
    }

    /// The direction seen in a mirror that exchanges left and right.
    #[must_use]
    pub const fn mirrored_x(self) -> Self {
        Self::from_index(8 - self as usize)
    }

    /// The direction seen in a mirror that exchanges top and bottom.
    #[must_use]
    pub const fn mirrored_y(self) -> Self {
        Self::from_index(12 - self as usize)
    }

    /// The direction after exchanging x and y.
    #[must_use]
    pub const fn transposed(self) -> Self {
        Self::from_index(14 - self as usize)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.compass())
    }
}

/// A change of view under which the rules of a game stay the same.
///
/// The parts are applied in the order of the fields: first the mirrors, then the transposition;
/// exchanging the players is independent of them. A football field turned upside down has its
/// goals exchanged, so there `mirror_y` and `exchange_players` come together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "four independent choices are what a symmetry is")]
pub struct Symmetry {
    /// Left and right change places.
    pub mirror_x: bool,
    /// Top and bottom change places.
    pub mirror_y: bool,
    /// x and y change places (square fields only).
    pub transpose: bool,
    /// `First` and `Second` change places, and with them whose turn it is.
    pub exchange_players: bool,
}

impl Symmetry {
    /// The view that changes nothing.
    pub const IDENTITY: Self =
        Self { mirror_x: false, mirror_y: false, transpose: false, exchange_players: false };

    /// The four symmetries of a field with a goal at the top and one at the bottom: as it is,
    /// left-right mirrored, top-bottom with the players exchanged, and both.
    pub const TWO_GOALS: [Self; 4] = [
        Self::IDENTITY,
        Self { mirror_x: true, ..Self::IDENTITY },
        Self { mirror_y: true, exchange_players: true, ..Self::IDENTITY },
        Self { mirror_x: true, mirror_y: true, exchange_players: true, ..Self::IDENTITY },
    ];

    /// The view that leads back.
    #[must_use]
    pub const fn inverse(self) -> Self {
        if self.transpose {
            Self { mirror_x: self.mirror_y, mirror_y: self.mirror_x, ..self }
        } else {
            self
        }
    }

    /// Where `point` goes on a grid whose largest coordinates are `max_x` and `max_y`.
    #[must_use]
    pub const fn point(self, point: Point, max_x: i8, max_y: i8) -> Point {
        let x = if self.mirror_x { max_x.wrapping_sub(point.x) } else { point.x };
        let y = if self.mirror_y { max_y.wrapping_sub(point.y) } else { point.y };
        if self.transpose { Point { x: y, y: x } } else { Point { x, y } }
    }

    /// Where `direction` goes.
    #[must_use]
    pub const fn direction(self, direction: Direction) -> Direction {
        let mut result = direction;
        if self.mirror_x {
            result = result.mirrored_x();
        }
        if self.mirror_y {
            result = result.mirrored_y();
        }
        if self.transpose {
            result = result.transposed();
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_and_mirrors_agree_with_deltas() {
        for direction in Direction::ALL {
            let (dx, dy) = direction.delta();
            assert_eq!(direction.opposite().delta(), (-dx, -dy));
            assert_eq!(direction.mirrored_x().delta(), (-dx, dy));
            assert_eq!(direction.mirrored_y().delta(), (dx, -dy));
            assert_eq!(direction.transposed().delta(), (dy, dx));
            assert_eq!(direction.is_diagonal(), dx != 0 && dy != 0);
            assert_eq!(Direction::from_digit(direction.digit()), Some(direction));
            assert_eq!(Direction::from_compass(direction.compass()), Some(direction));
        }
        assert_eq!(Direction::from_digit('8'), None);
        assert_eq!(Direction::from_compass(""), None);
    }

    #[test]
    fn symmetries_move_steps_and_points_alike_and_lead_back() {
        for bits in 0..16_u8 {
            let symmetry = Symmetry {
                mirror_x: bits & 1 != 0,
                mirror_y: bits & 2 != 0,
                transpose: bits & 4 != 0,
                exchange_players: bits & 8 != 0,
            };
            let point = Point::new(2, 5);
            let (max_x, max_y) = (9, 9);
            let image = symmetry.point(point, max_x, max_y);
            assert_eq!(symmetry.inverse().point(image, max_x, max_y), point);
            for direction in Direction::ALL {
                assert_eq!(
                    symmetry.point(point.step(direction), max_x, max_y),
                    image.step(symmetry.direction(direction))
                );
            }
        }
    }
}
