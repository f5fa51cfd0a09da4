//! Replays whole files and counts.

use std::io;

use crate::{formats::Records, reader::Entry};

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Records, the faulty ones included.
    pub games: u64,
    /// Legal actions in the main lines of all records.
    pub actions: u64,
    /// Faults.
    pub faults: u64,
    /// Notes: what is worth knowing, but not wrong.
    pub notes: u64,
}

impl Summary {
    /// Counts `entry` in.
    pub fn add(&mut self, entry: &Entry) {
        self.games += 1;
        self.actions += entry.record.as_ref().map_or(0, |record| record.len() as u64);
        self.faults += entry.faults().count() as u64;
        self.notes += entry.notes().count() as u64;
    }
}

impl std::ops::AddAssign for Summary {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.actions += other.actions;
        self.faults += other.faults;
        self.notes += other.notes;
    }
}

/// `N games, M actions, K faults`, the last line of `gridball check`.
impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} games, {} actions, {} faults", self.games, self.actions, self.faults)
    }
}

/// Replays every record of `records`, in bounded memory: the readers check each action against
/// the rules and the result against the last position. `visit` sees each record with what was
/// found in it.
///
/// ```
/// use gridball_replay::{Records, check};
///
/// let file = "[Game \"gridball:20x26/4\"]\n[Result \"*\"]\n\n1. 034 031 *\n";
/// let mut faults = Vec::new();
/// let summary = check(Records::new(file.as_bytes())?, |entry| {
///     faults.extend(entry.faults().map(|fault| format!("my.gbn:{fault}")));
/// })?;
/// assert_eq!(summary.to_string(), "1 games, 1 actions, 1 faults");
/// assert!(faults[0].starts_with("my.gbn:4:8: action 2, `031`, is illegal: "));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// When the file cannot be read.
pub fn check(records: Records<'_>, mut visit: impl FnMut(&Entry)) -> io::Result<Summary> {
    let mut summary = Summary::default();
    for entry in records {
        let entry = entry?;
        summary.add(&entry);
        visit(&entry);
    }
    Ok(summary)
}
