//! Finding games that are there already.

use std::{
    collections::{HashMap, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
};

use gridball_core::{AnyPosition, AnySetup, Position, Symmetry};

use crate::record::Record;

/// How many games were there already.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Duplicates {
    /// With the same start and actions.
    pub same: u64,
    /// Only in a mirror.
    pub mirrored: u64,
}

/// Remembers games of one id by a hash of 128 bits each.
#[derive(Debug)]
pub(super) struct DuplicateFinder {
    start: AnyPosition,
    /// The usual start in each mirror, hashed.
    begun: Vec<(Symmetry, GameHash)>,
    /// By the hash of one and the same of its mirror images, the mirrors in which each game came,
    /// a bit each.
    seen: HashMap<(u64, u64), u16>,
    found: Duplicates,
}

impl DuplicateFinder {
    pub(super) fn new(setup: &AnySetup) -> Self {
        let start = AnyPosition::start(setup);
        Self { begun: begin(&start), start, seen: HashMap::new(), found: Duplicates::default() }
    }

    pub(super) const fn found(&self) -> Duplicates {
        self.found
    }

    pub(super) fn add(&mut self, record: &Record) {
        let usual = *record.start() == self.start;
        let mut hashes = if usual { self.begun.clone() } else { begin(record.start()) };
        for action in record.actions() {
            for (mirror, hash) in &mut hashes {
                // What an action looks like in a mirror depends on the field alone.
                hash.add(self.start.transform_action(action, *mirror));
            }
        }
        let finished = hashes.into_iter().map(|(_, hash)| hash.finish()).zip(0_u32..);
        let Some((hash, mirror)) = finished.min() else { return };
        let seen = self.seen.entry(hash).or_default();
        if *seen & 1 << mirror != 0 {
            self.found.same += 1;
        } else if *seen != 0 {
            self.found.mirrored += 1;
        }
        *seen |= 1 << mirror;
    }
}

/// The hashes of games that have just begun, one for each mirror. The players are not exchanged.
fn begin(start: &AnyPosition) -> Vec<(Symmetry, GameHash)> {
    let mirrors = start.symmetries().iter().filter(|symmetry| !symmetry.exchange_players);
    let begun = |&mirror| (mirror, GameHash::new(&start.transformed(mirror).position_text()));
    mirrors.map(begun).collect()
}

/// A hash of 128 bits, for use within this run.
#[derive(Clone, Debug)]
struct GameHash(DefaultHasher, DefaultHasher);

impl GameHash {
    fn new(start: &str) -> Self {
        let mut new = Self(DefaultHasher::new(), DefaultHasher::new());
        // Two hashes that have begun differently go on independently.
        new.1.write_u8(1);
        new.add(start);
        new
    }

    fn add(&mut self, what: impl Hash) {
        what.hash(&mut self.0);
        what.hash(&mut self.1);
    }

    fn finish(self) -> (u64, u64) {
        (self.0.finish(), self.1.finish())
    }
}
