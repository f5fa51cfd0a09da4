//! What a collection of games is like: results, lengths, ends, openings, duplicates.
//!
//! ```
//! use gridball_replay::{Records, stats::{Statistics, StatisticsOptions}};
//!
//! let file = "[Game \"gridball:12x12/4\"]\n[Result \"1-0\"]\n\n1. 444 444 2. 4 1-0\n";
//! let mut statistics = Statistics::new(StatisticsOptions::default());
//! for entry in Records::new(file.as_bytes())? {
//!     statistics.add(&entry?);
//! }
//! let (id, game) = statistics.games().next().unwrap();
//! assert_eq!((id, game.games, game.actions), ("gridball:12x12/4", 1, 3));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Games are put together by their game id. Only records without a fault count; the others are
//! counted as faulty.
//!
//! # What grows
//!
//! Records are taken one at a time and not kept. What grows with the collection is: a hash of 128
//! bits a game for finding duplicates, and the tree of openings, which stops growing at
//! [`MAX_OPENINGS`] lines. 100 000 random games of Gridball, 7.1 million actions, take 18 MB and
//! 5.7 s of one processor (`/usr/bin/time -v gridball stats games.gbn`, Xeon at 2.3 GHz; the games
//! by the example `random_games`).
//!
//! # Openings
//!
//! A tree of the first actions of the games that start where games of their set-up usually do.
//! Mirrored openings are counted as one, unless [`StatisticsOptions::as_played`] says otherwise:
//! to a player a walk to the left is the same idea as one to the right. Of the lines that are
//! mirror images of one another the first in the order of actions stands for all. Mirror images
//! are those under which the start stays as it is, so that who begins and where his goal is never
//! change.
//!
//! # Duplicates
//!
//! A game is a duplicate when an earlier one has the same start and the same actions; a mirrored
//! duplicate when they are the same in a mirror (also turned round, and on square fields
//! transposed), the players not exchanged. Tags and results do not matter.
//!
//! # The JSON form
//!
//! [`Statistics::to_json`] gives an object. Counts are whole numbers.
//!
//! ```text
//! STATISTICS = { "schema": "gridball-stats", "version": 1,
//!                "records": number, those with faults included,
//!                "faulty": number, "games": [ GAME, … ] ordered by id }
//! GAME       = { "game": game id, "games": number, "actions": number,
//!                "own_starts": games that start elsewhere than usual,
//!                "results": RESULTS,
//!                "lengths": { "shortest", "longest", "median", "mean": in actions,
//!                             "counts": [ [length, games], … ] },
//!                "endings": [ { "ending": text, "results": RESULTS }, … ] the frequent first,
//!                "facts": [ { "fact": text, "first": number, "second": number,
//!                             "games": with at least one, "most": in one game }, … ],
//!                "duplicates": { "same": number, "mirrored": number },
//!                "openings": { "depth": number, "mirrored_as_one": bool,
//!                              "games": in the tree, "left_out": where the tree was full,
//!                              "next": [ LINE, … ] } }
//! RESULTS    = { "first", "second", "draw", "unknown": games }
//! LINE       = { "action": text, "games": number, "results": RESULTS,
//!                "next": [ LINE, … ], "others": { "lines": number, "games": number } }
//! ```
//!
//! `next` holds the most frequent lines, as many as asked for; `others` counts the rest.

mod duplicates;
mod facts;
mod json;
mod lengths;
mod openings;
mod report;

use std::collections::BTreeMap;

use gridball_core::{AnyPosition, AnySetup, Outcome, Player, Position};

use self::{
    duplicates::DuplicateFinder,
    facts::{Facts, ending},
    openings::OpeningTree,
};
pub use self::{
    duplicates::Duplicates,
    facts::{Ending, Fact},
    lengths::{Bucket, Lengths},
    openings::{MAX_OPENINGS, Opening, Openings},
    report::ReportOptions,
};
use crate::{
    reader::Entry,
    record::{Record, RecordResult},
};

/// What is worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatisticsOptions {
    /// How many actions of each game go into the tree of openings.
    pub depth: usize,
    /// Count mirrored openings apart, as they were played.
    pub as_played: bool,
}

impl Default for StatisticsOptions {
    fn default() -> Self {
        Self { depth: 2, as_played: false }
    }
}

/// How many games ended in each way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    counts: [u64; RecordResult::ALL.len()],
}

impl Results {
    /// How many games have this result.
    pub const fn of(&self, result: RecordResult) -> u64 {
        self.counts[result as usize]
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// How many of the games have a known result.
    pub fn known(&self) -> u64 {
        self.games() - self.of(RecordResult::Unknown)
    }

    /// Counts one more game.
    pub(crate) const fn add(&mut self, result: RecordResult) {
        self.counts[result as usize] += 1;
    }

    /// Counts more games.
    #[cfg(feature = "db")]
    pub(crate) const fn add_games(&mut self, result: RecordResult, games: u64) {
        self.counts[result as usize] += games;
    }
}

/// What is known about the games of one game id.
#[derive(Debug)]
pub struct GameStatistics {
    /// How many games there are.
    pub games: u64,
    /// How many actions they have together.
    pub actions: u64,
    /// How many of them start elsewhere than usual.
    pub own_starts: u64,
    /// How they ended.
    pub results: Results,
    /// How long they are.
    pub lengths: Lengths,
    endings: BTreeMap<Ending, Results>,
    facts: Facts,
    start: AnyPosition,
    openings: OpeningTree,
}

impl GameStatistics {
    fn new(setup: &AnySetup, options: StatisticsOptions) -> Self {
        let start = AnyPosition::start(setup);
        Self {
            games: 0,
            actions: 0,
            own_starts: 0,
            results: Results::default(),
            lengths: Lengths::default(),
            endings: BTreeMap::new(),
            facts: Facts::of(setup),
            openings: OpeningTree::new(&start, options),
            start,
        }
    }

    /// In which ways the games ended, the most frequent first.
    pub fn endings(&self) -> Vec<(Ending, Results)> {
        let mut endings: Vec<_> = self.endings.iter().map(|(end, count)| (*end, *count)).collect();
        endings.sort_by_key(|(_, results)| std::cmp::Reverse(results.games()));
        endings
    }

    /// What is counted in this kind of game.
    pub fn facts(&self) -> &[Fact] {
        self.facts.list()
    }

    /// The tree of openings.
    pub fn openings(&self) -> Openings<'_> {
        self.openings.root()
    }

    /// Counts a game in. Returns how many actions it has.
    fn add(&mut self, record: &Record, lines_left: &mut usize) {
        let usual = *record.start() == self.start;
        let mut tree = usual.then(|| self.openings.walk(record.result, lines_left));
        let mut before = record.start().clone();
        let mut mover = None;
        let mut length = 0;
        self.facts.begin();
        for action in record.actions() {
            if let Some(walk) = &mut tree {
                walk.play(action);
            }
            let mut after = before.clone();
            after.play_unchecked(action);
            self.facts.action(&before, action, &after);
            mover = Some(before.to_move());
            before = after;
            length += 1;
        }
        self.facts.end();
        self.games += 1;
        self.actions += u64::from(length);
        self.own_starts += u64::from(!usual);
        self.results.add(record.result);
        self.lengths.add(length);
        let ending = ending(&before, mover, record);
        self.endings.entry(ending).or_default().add(record.result);
    }
}

/// Statistics of a collection of games.
#[derive(Debug)]
pub struct Statistics {
    options: StatisticsOptions,
    /// Records, the faulty ones included.
    pub records: u64,
    /// Records with a fault, which count nowhere else.
    pub faulty: u64,
    games: BTreeMap<String, GameStatistics>,
    duplicates: BTreeMap<String, DuplicateFinder>,
    lines_left: usize,
}

impl Statistics {
    /// Statistics of no game yet.
    pub const fn new(options: StatisticsOptions) -> Self {
        Self {
            options,
            records: 0,
            faulty: 0,
            games: BTreeMap::new(),
            duplicates: BTreeMap::new(),
            lines_left: MAX_OPENINGS,
        }
    }

    /// Counts a record in.
    pub fn add(&mut self, entry: &Entry) {
        self.records += 1;
        let good = entry.record.as_ref().filter(|_| entry.whole && entry.is_good());
        let Some(record) = good else {
            self.faulty += 1;
            return;
        };
        let setup = record.setup();
        let id = setup.to_string();
        if !self.games.contains_key(&id) {
            self.games.insert(id.clone(), GameStatistics::new(&setup, self.options));
            self.duplicates.insert(id.clone(), DuplicateFinder::new(&setup));
        }
        if let Some(game) = self.games.get_mut(&id) {
            game.add(record, &mut self.lines_left);
        }
        if let Some(duplicates) = self.duplicates.get_mut(&id) {
            duplicates.add(record);
        }
    }

    /// The games by their ids, in the order of these.
    pub fn games(&self) -> impl Iterator<Item = (&str, &GameStatistics)> {
        self.games.iter().map(|(id, game)| (id.as_str(), game))
    }

    /// How many games of this id are duplicates.
    pub fn duplicates(&self, id: &str) -> Duplicates {
        self.duplicates.get(id).map(DuplicateFinder::found).unwrap_or_default()
    }
}

/// Who won.
const fn winner(outcome: Option<Outcome>) -> Option<Player> {
    match outcome {
        Some(outcome) => outcome.winner(),
        None => None,
    }
}
