//! What is laid down about the game, as data: sizes, zones, starts, limits.
//!
//! Every rule is marked: \[S\] stated by the source, \[D\] deduced from it, \[C\] our choice where
//! the source is silent. The whole rules in prose are in the documentation of
//! [`football_checkers`](crate::football_checkers); how they become moves is written most plainly
//! in `slow.rs`.

use core::{fmt, str::FromStr};

use super::cells::{Cell, CellSet, SIZE};
use crate::{game::Player, text::SetupError};

/// The name in game ids.
pub(super) const NAME: &str = "football-checkers";

/// Checkers of each colour at the start. \[S\] There are no captures \[D\], so this number stays.
pub const CHECKERS: u32 = 10;

/// A checker may return to its home rank from outside only if at most this many of its own
/// colour stand there, counted before the move. \[S\]
pub const MOST_AT_HOME_FOR_A_RETURN: u32 = 5;

/// After this many actions of both players together the game is a draw. \[C\]
pub const ACTION_LIMIT: u16 = 400;

/// At this occurrence of a position with the same side to move the game is a draw; the start
/// counts. \[C\]
pub const OCCURRENCES_FOR_A_DRAW: u8 = 3;

/// The row (`y`, downwards) of a player's home rank, the gate he defends: rank 1 for First (red),
/// rank 12 for Second (black). \[D\]
pub(super) const fn home_row(player: Player) -> u8 {
    match player {
        Player::First => SIZE - 1,
        Player::Second => 0,
    }
}

/// The row of a player's goal rank, where landing wins: the home rank of the opponent. \[S\]
pub(super) const fn goal_row(player: Player) -> u8 {
    home_row(player.other())
}

/// The row on which a player may not land, though he may pass over it \[D\]: rank 11 for First,
/// rank 2 for Second. \[S\]
pub(super) const fn forbidden_row(player: Player) -> u8 {
    match player {
        Player::First => 1,
        Player::Second => SIZE - 2,
    }
}

/// How the checkers stand on their home ranks at the start. Both sides alike; the figure in the
/// source is lost. \[C\]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum CheckersStart {
    /// The corners are empty. The default.
    #[default]
    Corners,
    /// The two cells in the middle, f and g, are empty.
    Centre,
    /// The cells d and k are empty.
    Split,
}

impl CheckersStart {
    /// All of them, the default first.
    pub const ALL: [Self; 3] = [Self::Corners, Self::Centre, Self::Split];

    /// The name in game ids.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Corners => "corners",
            Self::Centre => "centre",
            Self::Split => "split",
        }
    }

    /// The two files that are empty, as columns from the left.
    const fn empty_files(self) -> [u8; 2] {
        match self {
            Self::Corners => [0, 11],
            Self::Centre => [5, 6],
            Self::Split => [3, 8],
        }
    }

    /// The checkers of `player` at the start.
    pub(super) fn checkers(self, player: Player) -> CellSet {
        (0..SIZE)
            .filter(|x| !self.empty_files().contains(x))
            .filter_map(|x| Cell::new(x, home_row(player)))
            .collect()
    }
}

/// A set-up: how the game starts, and whether the duty to close attacks holds.
///
/// Its text is the game id:
///
/// ```
/// use gridball_core::football_checkers::{CheckersSetup, CheckersStart};
///
/// let setup: CheckersSetup = "football-checkers:split/open".parse()?;
/// assert_eq!(setup, CheckersSetup { start: CheckersStart::Split, open: true });
/// assert_eq!("football-checkers".parse(), Ok(CheckersSetup::default()));
/// assert_eq!(CheckersSetup::default().to_string(), "football-checkers:corners");
/// # Ok::<(), gridball_core::SetupError>(())
/// ```
///
/// A position whose checkers were placed freely keeps the set-up it was written under: `open`
/// decides its rules, and `start` only says how a new game would begin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct CheckersSetup {
    /// How the checkers stand at the start.
    pub start: CheckersStart,
    /// Without the duty: the first to land on the goal rank wins, attacked or not. \[C, for
    /// casual play\]
    pub open: bool,
}

impl fmt::Display for CheckersSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open = if self.open { "/open" } else { "" };
        write!(f, "{NAME}:{}{open}", self.start.name())
    }
}

impl FromStr for CheckersSetup {
    type Err = SetupError;

    fn from_str(id: &str) -> Result<Self, SetupError> {
        let (name, setup) = match id.split_once(':') {
            Some((name, setup)) => (name, Some(setup)),
            None => (id, None),
        };
        if name != NAME {
            return Err(SetupError::UnknownGame);
        }
        let Some(setup) = setup else { return Ok(Self::default()) };
        let (start, open) = match setup.strip_suffix("/open") {
            Some(start) => (start, true),
            None => (setup, false),
        };
        CheckersStart::ALL
            .into_iter()
            .find(|known| known.name() == start)
            .map(|start| Self { start, open })
            .ok_or(SetupError::Malformed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn ids_are_read_and_written() {
        for id in [
            "football-checkers:corners",
            "football-checkers:centre",
            "football-checkers:split",
            "football-checkers:corners/open",
            "football-checkers:centre/open",
            "football-checkers:split/open",
        ] {
            let setup: CheckersSetup = id.parse().unwrap();
            assert_eq!(setup.to_string(), id);
        }
        for id in ["football-checkers:", "football-checkers:corners/", "football-checkers:/open"] {
            assert_eq!(CheckersSetup::from_str(id), Err(SetupError::Malformed), "{id}");
        }
        for id in ["", "football", "football-checkers/open", "dots"] {
            assert_eq!(CheckersSetup::from_str(id), Err(SetupError::UnknownGame), "{id}");
        }
    }

    #[test]
    fn every_start_has_ten_checkers_on_each_home_rank() {
        for start in CheckersStart::ALL {
            for player in Player::BOTH {
                let checkers = start.checkers(player);
                assert_eq!(checkers.len(), CHECKERS);
                assert!(checkers.iter().all(|cell| cell.y() == home_row(player)));
            }
        }
    }
}
