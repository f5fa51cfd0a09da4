//! The rules of Dots that are choices: sizes, the starting cross, match formats, the end. How
//! captures work is written down in [`slow`](super::slow).
//!
//! [S] is stated by the source, [D] deduced from it, [C] our choice where it is silent.

use core::{fmt, str::FromStr};

use crate::{
    game::{EndReason, Outcome, Player},
    grid::Point,
    text::{Dimension, SetupError},
};

/// The smallest number of columns and of rows. [C]
pub const MIN_SIZE: u8 = 3;
/// The largest number of columns and of rows. [C]
pub const MAX_SIZE: u8 = 62;
/// The largest move limit and the longest block of extra time that a set-up may ask for. [C]
pub const MAX_MOVES: u16 = 9999;
/// The stop of the format `express`, in moves. [C]
pub const EXPRESS_MOVES: u16 = 120;
/// The stop of the format `extended`, in moves. [D]
pub const EXTENDED_MOVES: u16 = 240;
/// The move after which the format `full` waits for a protected advantage. [S]
pub const FULL_MOVES: u16 = 240;
/// How many moves of extra time come at once in a play-off. [C]
pub const EXTRA_TIME_MOVES: u16 = 40;

/// How long a match lasts.
///
/// A move is one dot of either player; dots of the set-up do not count. [S] A protected advantage
/// and a full field end the game in every format. [C]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DotsFormat {
    /// No limit.
    #[default]
    Free,
    /// The game stops after a number of moves, and the leader wins. [S]
    Stop {
        /// The move that stops the game: 120 in `express`, 240 in `extended`.
        moves: u16,
        /// What happens at a level score. `None`: a draw, as in a group. [S] `Some`: the game goes
        /// on in blocks of that many moves until someone leads at the end of a block, as in a
        /// play-off. [S, the blocks C]
        extra_time: Option<u16>,
    },
    /// The game goes on after this move until the advantage is protected. [S]
    Full {
        /// The move after which a level score can be a draw: 240.
        moves: u16,
        /// What a level score at exactly that move means: a draw (`false`, a group), or nothing
        /// (`true`, a play-off). [C]
        playoff: bool,
    },
}

impl DotsFormat {
    /// `express`: a stop at 120, level is a draw.
    pub const EXPRESS: Self = Self::Stop { moves: EXPRESS_MOVES, extra_time: None };
    /// `extended`: a stop at 240, level is a draw.
    pub const EXTENDED: Self = Self::Stop { moves: EXTENDED_MOVES, extra_time: None };
    /// `full`: on after 240, level at 240 is a draw.
    pub const FULL: Self = Self::Full { moves: FULL_MOVES, playoff: false };

    /// The same format as it is played in a play-off.
    #[must_use]
    pub const fn playoff(self) -> Self {
        match self {
            Self::Free => Self::Free,
            Self::Stop { moves, .. } => Self::Stop { moves, extra_time: Some(EXTRA_TIME_MOVES) },
            Self::Full { moves, .. } => Self::Full { moves, playoff: true },
        }
    }

    /// Whether the game stops after `moves` moves with this score.
    const fn stops(self, moves: u32, level: bool) -> bool {
        match self {
            Self::Free => false,
            Self::Stop { moves: stop, extra_time: None } => moves >= stop as u32,
            Self::Stop { moves: stop, extra_time: Some(block) } => {
                !level && moves >= stop as u32 && (moves - stop as u32).is_multiple_of(block as u32)
            }
            Self::Full { moves: stop, playoff } => !playoff && level && moves == stop as u32,
        }
    }

    /// The next move at which the game can stop, `moves` having been played.
    pub(super) const fn next_stop(self, moves: u32, over: bool) -> Option<u32> {
        match self {
            Self::Free | Self::Full { playoff: true, .. } => None,
            Self::Stop { moves: stop, extra_time: None } => Some(stop as u32),
            Self::Stop { moves: stop, extra_time: Some(block) } => {
                let (stop, block) = (stop as u32, block as u32);
                if moves < stop {
                    return Some(stop);
                }
                let blocks = (moves - stop).div_ceil(block);
                let next = stop + blocks * block;
                // At the end of a block that did not end the game the next one is meant.
                Some(if next == moves && !over { next + block } else { next })
            }
            Self::Full { moves: stop, playoff: false } => {
                let stop = stop as u32;
                if moves < stop || moves == stop && over { Some(stop) } else { None }
            }
        }
    }
}

/// The size of the field, whether the starting cross is there, and the match format.
///
/// Its text is the game id:
///
/// ```text
/// ID     = "dots" [ ":" W "x" H [ "/" ("cross" | "plain") ] [ "/" FORMAT ] ]
/// FORMAT = "free" | STOP [ "/" ( "group" | "playoff" [ "=" MOVES ] ) ]
///        | FULL [ "/" ( "group" | "playoff" ) ]
/// STOP   = "express" | "extended" | "stop=" MOVES
/// FULL   = "full" [ "=" MOVES ]
/// ```
///
/// What is left out is 39 × 32, `cross`, `free`, `group`. The canonical text leaves out `cross`
/// before nothing, `free` and `group`.
///
/// ```
/// use gridball_core::dots::{DotsFormat, DotsSetup};
///
/// let setup: DotsSetup = "dots:20x16/cross/full/playoff".parse()?;
/// assert_eq!(setup, DotsSetup::new(20, 16, true, DotsFormat::FULL.playoff())?);
/// assert_eq!("dots:39x32/cross/free".parse(), Ok(DotsSetup::DEFAULT));
/// assert_eq!(DotsSetup::DEFAULT.to_string(), "dots:39x32");
/// # Ok::<(), gridball_core::SetupError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DotsSetup {
    width: u8,
    height: u8,
    cross: bool,
    format: DotsFormat,
}

impl DotsSetup {
    /// 39 × 32 nodes with the cross and no limit. [S]
    pub const DEFAULT: Self = Self { width: 39, height: 32, cross: true, format: DotsFormat::Free };

    /// A set-up of `width` × `height` nodes.
    ///
    /// # Errors
    ///
    /// [`SetupError::Dimension`] when a size is not in [`MIN_SIZE`]..=[`MAX_SIZE`] or a number of
    /// moves in `format` not in 1..=[`MAX_MOVES`].
    pub const fn new(
        width: u8,
        height: u8,
        cross: bool,
        format: DotsFormat,
    ) -> Result<Self, SetupError> {
        if let Err(error) = check_size(Dimension::Width, width as u32) {
            return Err(error);
        }
        if let Err(error) = check_size(Dimension::Height, height as u32) {
            return Err(error);
        }
        let (limit, extra_time) = match format {
            DotsFormat::Free => (1, 1),
            DotsFormat::Stop { moves, extra_time: Some(block) } => (moves, block),
            DotsFormat::Stop { moves, extra_time: None } | DotsFormat::Full { moves, .. } => {
                (moves, 1)
            }
        };
        if let Err(error) = check_moves(Dimension::MoveLimit, limit as u32) {
            return Err(error);
        }
        if let Err(error) = check_moves(Dimension::ExtraTime, extra_time as u32) {
            return Err(error);
        }
        Ok(Self { width, height, cross, format })
    }

    /// Columns of nodes, 3..=62.
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// Rows of nodes, 3..=62.
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// Whether the game starts with the cross.
    pub const fn has_cross(&self) -> bool {
        self.cross
    }

    /// The match format.
    pub const fn format(&self) -> DotsFormat {
        self.format
    }

    /// The same set-up without the cross: what a position with dots of its own belongs to.
    #[must_use]
    pub const fn without_cross(self) -> Self {
        Self { cross: false, ..self }
    }

    /// Whether a point is a node of the field.
    pub const fn contains(&self, point: Point) -> bool {
        point.x >= 0
            && point.y >= 0
            && (point.x as u8) < self.width
            && (point.y as u8) < self.height
    }

    /// The dots on the field before the first move: none, or the cross. [S, the colours C]
    ///
    /// The cross is the square of four nodes whose lower left one is ⌈w/2⌉-⌈h/2⌉ in the notation
    /// of actions. That node and the opposite one are Second's.
    pub fn starting_dots(&self) -> impl Iterator<Item = (Player, Point)> + use<> {
        let x = self.width.div_ceil(2) as i8 - 1;
        let y = (self.height - self.height.div_ceil(2)) as i8;
        let cross = [
            (Player::Second, Point::new(x, y)),
            (Player::First, Point::new(x + 1, y)),
            (Player::Second, Point::new(x + 1, y - 1)),
            (Player::First, Point::new(x, y - 1)),
        ];
        cross.into_iter().take(if self.cross { 4 } else { 0 })
    }

    /// How the game ended, if it did.
    pub(super) const fn end(&self, standing: &Standing) -> Option<(Outcome, EndReason)> {
        let [first, second] = standing.score;
        let outcome = if first > second {
            Outcome::Win(Player::First)
        } else if second > first {
            Outcome::Win(Player::Second)
        } else {
            Outcome::Draw
        };
        if standing.free == 0 {
            return Some((outcome, EndReason::BoardFull));
        }
        if self.format.stops(standing.moves, first == second) {
            return Some((outcome, EndReason::Limit(standing.moves)));
        }
        let Outcome::Win(leader) = outcome else { return None };
        // score(T) + U < score(L) - R. [S] As every dead dot of T lies in territory of L,
        // score(L) - R is the number of those in territory that is joined to the edge.
        let reachable = standing.score[leader.other().index()] + standing.exposed[leader.index()];
        let kept = standing.kept[leader.index()];
        if reachable < kept {
            return Some((outcome, EndReason::Protected { reachable, kept }));
        }
        None
    }
}

const fn check_size(dimension: Dimension, value: u32) -> Result<(), SetupError> {
    SetupError::check(dimension, value, MIN_SIZE as u32, MAX_SIZE as u32, false)
}

const fn check_moves(dimension: Dimension, value: u32) -> Result<(), SetupError> {
    SetupError::check(dimension, value, 1, MAX_MOVES as u32, false)
}

/// The numbers that decide whether a game is over. Arrays are by player.
pub(super) struct Standing {
    /// Nodes on which a dot may be placed.
    pub(super) free: u32,
    /// Moves played.
    pub(super) moves: u32,
    /// Dead dots of the other.
    pub(super) score: [u32; 2],
    /// Own live dots not joined to the edge (U, for the leader).
    pub(super) exposed: [u32; 2],
    /// Dead dots of the other in own territory joined to the edge (score − R, for the leader).
    pub(super) kept: [u32; 2],
}

impl fmt::Display for DotsSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "dots:{}x{}", self.width, self.height)?;
        if !self.cross {
            f.write_str("/plain")?;
        } else if self.format != DotsFormat::Free {
            f.write_str("/cross")?;
        }
        match self.format {
            DotsFormat::Free => Ok(()),
            DotsFormat::Stop { moves, extra_time } => {
                match moves {
                    EXPRESS_MOVES => f.write_str("/express")?,
                    EXTENDED_MOVES => f.write_str("/extended")?,
                    _ => write!(f, "/stop={moves}")?,
                }
                match extra_time {
                    None => Ok(()),
                    Some(EXTRA_TIME_MOVES) => f.write_str("/playoff"),
                    Some(block) => write!(f, "/playoff={block}"),
                }
            }
            DotsFormat::Full { moves, playoff } => {
                match moves {
                    FULL_MOVES => f.write_str("/full")?,
                    _ => write!(f, "/full={moves}")?,
                }
                f.write_str(if playoff { "/playoff" } else { "" })
            }
        }
    }
}

impl FromStr for DotsSetup {
    type Err = SetupError;

    fn from_str(id: &str) -> Result<Self, SetupError> {
        let (name, setup) = match id.split_once(':') {
            Some((name, setup)) => (name, Some(setup)),
            None => (id, None),
        };
        if name != "dots" {
            return Err(SetupError::UnknownGame);
        }
        let Some(setup) = setup else { return Ok(Self::DEFAULT) };
        let mut words = setup.split('/').peekable();
        let (width, height) =
            words.next().and_then(|size| size.split_once('x')).ok_or(SetupError::Malformed)?;
        let width = size(Dimension::Width, width)?;
        let height = size(Dimension::Height, height)?;
        let cross = match words.next_if(|&word| word == "cross" || word == "plain") {
            Some(word) => word == "cross",
            None => true,
        };
        let format = match words.next() {
            None | Some("free") => DotsFormat::Free,
            Some("full") => full(FULL_MOVES, words.next())?,
            Some("express") => stop(EXPRESS_MOVES, words.next())?,
            Some("extended") => stop(EXTENDED_MOVES, words.next())?,
            Some(word) => match word.split_once('=') {
                Some(("full", limit)) => {
                    full(move_count(Dimension::MoveLimit, limit)?, words.next())?
                }
                Some(("stop", limit)) => {
                    stop(move_count(Dimension::MoveLimit, limit)?, words.next())?
                }
                _ => return Err(SetupError::Malformed),
            },
        };
        if words.next().is_some() {
            return Err(SetupError::Malformed);
        }
        Self::new(width, height, cross, format)
    }
}

fn stop(moves: u16, level: Option<&str>) -> Result<DotsFormat, SetupError> {
    let extra_time = match level {
        None | Some("group") => None,
        Some("playoff") => Some(EXTRA_TIME_MOVES),
        Some(word) => match word.split_once('=') {
            Some(("playoff", block)) => Some(move_count(Dimension::ExtraTime, block)?),
            _ => return Err(SetupError::Malformed),
        },
    };
    Ok(DotsFormat::Stop { moves, extra_time })
}

const fn full(moves: u16, level: Option<&str>) -> Result<DotsFormat, SetupError> {
    let playoff = match level {
        None => false,
        Some(word) => match word.as_bytes() {
            b"group" => false,
            b"playoff" => true,
            _ => return Err(SetupError::Malformed),
        },
    };
    Ok(DotsFormat::Full { moves, playoff })
}

fn size(dimension: Dimension, text: &str) -> Result<u8, SetupError> {
    let value = number(text)?;
    check_size(dimension, value)?;
    Ok(value as u8)
}

fn move_count(dimension: Dimension, text: &str) -> Result<u16, SetupError> {
    let value = number(text)?;
    check_moves(dimension, value)?;
    Ok(value as u16)
}

/// A number of decimal digits without leading zeros; one too large for the type counts as the
/// largest, which is out of every range here.
fn number(text: &str) -> Result<u32, SetupError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits || (text.len() > 1 && text.starts_with('0')) {
        return Err(SetupError::Malformed);
    }
    Ok(text.parse().unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn ids_round_trip() {
        for (id, canonical) in [
            ("dots", "dots:39x32"),
            ("dots:39x32", "dots:39x32"),
            ("dots:39x32/cross", "dots:39x32"),
            ("dots:39x32/cross/free", "dots:39x32"),
            ("dots:39x32/free", "dots:39x32"),
            ("dots:7x7/plain", "dots:7x7/plain"),
            ("dots:7x7/plain/free", "dots:7x7/plain"),
            ("dots:3x62/express", "dots:3x62/cross/express"),
            ("dots:39x32/cross/stop=120", "dots:39x32/cross/express"),
            ("dots:39x32/cross/stop=240", "dots:39x32/cross/extended"),
            ("dots:39x32/cross/extended/group", "dots:39x32/cross/extended"),
            ("dots:39x32/plain/express/playoff", "dots:39x32/plain/express/playoff"),
            ("dots:39x32/cross/express/playoff=40", "dots:39x32/cross/express/playoff"),
            ("dots:39x32/cross/stop=100/playoff=7", "dots:39x32/cross/stop=100/playoff=7"),
            ("dots:39x32/cross/full=240/group", "dots:39x32/cross/full"),
            ("dots:39x32/cross/full/playoff", "dots:39x32/cross/full/playoff"),
            ("dots:39x32/cross/full=9/playoff", "dots:39x32/cross/full=9/playoff"),
        ] {
            let setup: DotsSetup = id.parse().expect(id);
            assert_eq!(setup.to_string(), canonical);
            assert_eq!(canonical.parse(), Ok(setup));
        }
    }

    #[test]
    fn wrong_ids_are_refused() {
        for id in ["", "dot", "dotss", "Dots", "gridball:20x26/4", "dots/plain"] {
            assert_eq!(id.parse::<DotsSetup>(), Err(SetupError::UnknownGame), "{id}");
        }
        for id in [
            "dots:",
            "dots:39",
            "dots:39x",
            "dots:x32",
            "dots:039x32",
            "dots:+39x32",
            "dots:39x32/",
            "dots:39x32/plain/",
            "dots:39x32/plain/cross",
            "dots:39x32/free/plain",
            "dots:39x32/free/playoff",
            "dots:39x32/playoff",
            "dots:39x32/express/playoff/",
            "dots:39x32/express/group/playoff",
            "dots:39x32/express=100",
            "dots:39x32/stop",
            "dots:39x32/stop=",
            "dots:39x32/full/playoff=40",
            "dots:39x32 ",
        ] {
            assert_eq!(id.parse::<DotsSetup>(), Err(SetupError::Malformed), "{id}");
        }
        for (id, dimension, value) in [
            ("dots:2x32", Dimension::Width, 2),
            ("dots:39x63", Dimension::Height, 63),
            ("dots:39x300", Dimension::Height, 300),
            ("dots:39x99999999999", Dimension::Height, u32::MAX),
            ("dots:39x32/stop=0", Dimension::MoveLimit, 0),
            ("dots:39x32/full=10000", Dimension::MoveLimit, 10_000),
            ("dots:39x32/express/playoff=0", Dimension::ExtraTime, 0),
        ] {
            match id.parse::<DotsSetup>() {
                Err(SetupError::Dimension { dimension: found, value: v, .. }) => {
                    assert_eq!((found, v), (dimension, value), "{id}");
                }
                other => panic!("{id}: {other:?}"),
            }
        }
    }

    #[test]
    fn the_cross_of_the_usual_field_is_where_the_rules_say() {
        let mut dots: std::vec::Vec<_> = DotsSetup::DEFAULT.starting_dots().collect();
        dots.sort_unstable();
        // Blue on 21-16 and 20-17, red on 20-16 and 21-17; row 32 - Y from the top.
        assert_eq!(
            dots,
            [
                (Player::First, Point::new(19, 15)),
                (Player::First, Point::new(20, 16)),
                (Player::Second, Point::new(19, 16)),
                (Player::Second, Point::new(20, 15)),
            ]
        );
        for size in MIN_SIZE..=MAX_SIZE {
            let setup = DotsSetup::new(size, size, true, DotsFormat::Free).expect("a size");
            assert!(setup.starting_dots().all(|(_, point)| setup.contains(point)));
        }
    }

    fn end(format: DotsFormat, moves: u32, score: [u32; 2]) -> Option<Outcome> {
        let setup = DotsSetup::new(20, 20, true, format).expect("a set-up");
        let standing = Standing { free: 9, moves, score, exposed: [50; 2], kept: [0; 2] };
        setup.end(&standing).map(|(outcome, reason)| {
            assert_eq!(reason, EndReason::Limit(moves));
            outcome
        })
    }

    #[test]
    fn formats_stop_when_they_should() {
        let first = Some(Outcome::Win(Player::First));
        let second = Some(Outcome::Win(Player::Second));
        let draw = Some(Outcome::Draw);
        for (format, moves, score, expected) in [
            (DotsFormat::Free, 9000, [3, 2], None),
            (DotsFormat::EXPRESS, 119, [3, 2], None),
            (DotsFormat::EXPRESS, 120, [3, 2], first),
            (DotsFormat::EXPRESS, 120, [2, 2], draw),
            (DotsFormat::EXPRESS.playoff(), 120, [2, 2], None),
            (DotsFormat::EXPRESS.playoff(), 120, [2, 3], second),
            (DotsFormat::EXPRESS.playoff(), 121, [2, 3], None),
            (DotsFormat::EXPRESS.playoff(), 159, [2, 3], None),
            (DotsFormat::EXPRESS.playoff(), 160, [2, 3], second),
            (DotsFormat::EXPRESS.playoff(), 160, [3, 3], None),
            (DotsFormat::EXPRESS.playoff(), 200, [4, 3], first),
            (DotsFormat::EXTENDED, 239, [4, 3], None),
            (DotsFormat::EXTENDED, 240, [4, 3], first),
            (DotsFormat::FULL, 240, [4, 3], None),
            (DotsFormat::FULL, 239, [4, 4], None),
            (DotsFormat::FULL, 240, [4, 4], draw),
            (DotsFormat::FULL, 241, [4, 4], None),
            (DotsFormat::FULL.playoff(), 240, [4, 4], None),
            (DotsFormat::Stop { moves: 10, extra_time: Some(3) }, 13, [1, 0], first),
            (DotsFormat::Stop { moves: 10, extra_time: Some(3) }, 12, [1, 0], None),
            (DotsFormat::Full { moves: 10, playoff: false }, 10, [1, 1], draw),
        ] {
            assert_eq!(end(format, moves, score), expected, "{format:?} {moves} {score:?}");
        }
    }

    #[test]
    fn the_next_stop_is_the_clock_of_a_search() {
        let express = DotsFormat::EXPRESS.playoff();
        for (format, moves, over, expected) in [
            (DotsFormat::Free, 0, false, None),
            (DotsFormat::EXPRESS, 7, false, Some(120)),
            (express, 119, false, Some(120)),
            (express, 120, true, Some(120)),
            (express, 120, false, Some(160)),
            (express, 121, false, Some(160)),
            (express, 160, true, Some(160)),
            (DotsFormat::FULL, 0, false, Some(240)),
            (DotsFormat::FULL, 240, false, None),
            (DotsFormat::FULL, 240, true, Some(240)),
            (DotsFormat::FULL, 241, false, None),
            (DotsFormat::FULL.playoff(), 3, false, None),
        ] {
            assert_eq!(format.next_stop(moves, over), expected, "{format:?} {moves}");
        }
    }

    #[test]
    fn an_advantage_is_protected_only_when_it_cannot_be_reached() {
        let end = |score, exposed, kept| {
            DotsSetup::DEFAULT.end(&Standing { free: 9, moves: 50, score, exposed, kept })
        };
        // 12 + 3 against 14 of 17 kept: not out of reach.
        assert_eq!(end([17, 12], [3, 0], [14, 0]), None);
        // 12 + 1 against 14: out of reach.
        assert_eq!(
            end([17, 12], [1, 9], [14, 0]),
            Some((Outcome::Win(Player::First), EndReason::Protected { reachable: 13, kept: 14 }))
        );
        // Equal is reached.
        assert_eq!(end([17, 12], [2, 0], [14, 0]), None);
        assert_eq!(end([5, 5], [0, 0], [5, 5]), None);
        assert_eq!(
            end([0, 1], [9, 0], [0, 1]),
            Some((Outcome::Win(Player::Second), EndReason::Protected { reachable: 0, kept: 1 }))
        );
    }
}
