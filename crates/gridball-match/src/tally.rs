//! Counting: from records of games to results, forfeits and the sequential test.

use std::{
    collections::{BTreeMap, BTreeSet},
    hash::{DefaultHasher, Hash, Hasher},
};

use gridball_core::{Player, Position};
use gridball_replay::{Record, RecordResult, tag, termination};

use crate::{
    elo::{GameCounts, PairCounts},
    schedule::Schedule,
    sprt::{Sprt, Verdict},
};

/// Why a game was lost otherwise than by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Loss {
    Time,
    Rules,
    Crash,
}

/// All that the report needs to know of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fact {
    /// The winner; `None`: a draw.
    winner: Option<Player>,
    loss: Option<Loss>,
    /// The same number for the same start and actions.
    identity: u64,
}

impl Fact {
    /// What a record of a finished game says; `None` if it has no result.
    pub(crate) fn of(record: &Record) -> Option<Self> {
        let winner = match record.result {
            RecordResult::FirstWins => Some(Player::First),
            RecordResult::SecondWins => Some(Player::Second),
            RecordResult::Draw => None,
            RecordResult::Unknown => return None,
        };
        let loss = match record.tags.get(tag::TERMINATION) {
            Some(termination::TIME) => Some(Loss::Time),
            Some(termination::FORFEIT) => Some(Loss::Rules),
            Some(termination::CRASH) => Some(Loss::Crash),
            _ => None,
        };
        let mut hasher = DefaultHasher::new();
        record.start().position_text().hash(&mut hasher);
        for action in record.actions() {
            action.hash(&mut hasher);
        }
        Some(Self { winner, loss, identity: hasher.finish() })
    }
}

/// How often an engine lost otherwise than by the rules of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Losses {
    pub(crate) time: u64,
    pub(crate) rules: u64,
    pub(crate) crashes: u64,
}

/// The results of one pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PairingCounts {
    pub(crate) games: GameCounts,
    pub(crate) pairs: PairCounts,
}

/// The games of a match so far.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    schedule: Schedule,
    facts: BTreeMap<u64, Fact>,
    pub(crate) pairings: Vec<PairingCounts>,
    /// By engine.
    pub(crate) losses: Vec<Losses>,
    /// Results of the player who moved first.
    pub(crate) first: GameCounts,
    identities: BTreeSet<u64>,
}

impl Tally {
    pub(crate) fn new(schedule: Schedule, engines: usize) -> Self {
        let pairings = vec![PairingCounts::default(); schedule.pairings().len()];
        Self {
            schedule,
            facts: BTreeMap::new(),
            pairings,
            losses: vec![Losses::default(); engines],
            first: GameCounts::default(),
            identities: BTreeSet::new(),
        }
    }

    /// Counts a game in, unless it was counted before.
    pub(crate) fn add(&mut self, index: u64, fact: Fact) {
        if self.facts.contains_key(&index) {
            return;
        }
        let plan = self.schedule.game(index);
        let counts = &mut self.pairings[plan.pairing];
        for (games, seen_from) in
            [(&mut self.first, Player::First), (&mut counts.games, seat_of_a(index))]
        {
            match fact.winner {
                None => games.draws += 1,
                Some(winner) if winner == seen_from => games.wins += 1,
                Some(_) => games.losses += 1,
            }
        }
        let first = Schedule::first_of_pair(index);
        let other = if index == first { first + 1 } else { first };
        if let Some(other_fact) = self.facts.get(&other) {
            counts.pairs.add(half_points(index, fact) + half_points(other, *other_fact));
        }
        if let (Some(loss), Some(winner)) = (fact.loss, fact.winner) {
            let losses = &mut self.losses[plan.engines[winner.other().index()]];
            match loss {
                Loss::Time => losses.time += 1,
                Loss::Rules => losses.rules += 1,
                Loss::Crash => losses.crashes += 1,
            }
        }
        self.identities.insert(fact.identity);
        self.facts.insert(index, fact);
    }

    /// How many games were counted.
    pub(crate) fn len(&self) -> u64 {
        self.facts.len() as u64
    }

    /// The numbers of the games that were counted.
    pub(crate) fn numbers(&self) -> BTreeSet<u64> {
        self.facts.keys().copied().collect()
    }

    /// How many different games there are.
    pub(crate) fn unique(&self) -> u64 {
        self.identities.len() as u64
    }

    /// The same with the games up to `last` alone.
    pub(crate) fn up_to(&self, last: u64) -> Self {
        let mut part = Self::new(self.schedule.clone(), self.losses.len());
        for (index, fact) in self.facts.range(..=last) {
            part.add(*index, *fact);
        }
        part
    }
}

/// The place of A in a game.
const fn seat_of_a(index: u64) -> Player {
    if Schedule::a_moves_first(index) { Player::First } else { Player::Second }
}

/// What A took in a game, in half points.
fn half_points(index: u64, fact: Fact) -> usize {
    match fact.winner {
        None => 1,
        Some(winner) if winner == seat_of_a(index) => 2,
        Some(_) => 0,
    }
}

/// A sequential test under way. It looks at the pairs in the order of their numbers, whatever the
/// order in which they end: so its answer does not depend on how many games run at once.
#[derive(Clone, Debug)]
pub(crate) struct RunningTest {
    test: Sprt,
    /// The first game of the pair that is looked at next.
    next: u64,
    pairs: PairCounts,
    verdict: Verdict,
}

impl RunningTest {
    /// A test of the games from number `from`.
    pub(crate) fn new(test: Sprt, from: u64) -> Self {
        let next = if Schedule::a_moves_first(from) { from } else { from + 1 };
        Self { test, next, pairs: PairCounts::default(), verdict: Verdict::Open }
    }

    /// Looks at the pairs that have become whole. Returns the number of the last game that counts
    /// when that decides.
    pub(crate) fn look(&mut self, tally: &Tally) -> Option<u64> {
        while self.verdict == Verdict::Open {
            let (one, two) = (self.next, self.next + 1);
            let (first, second) = tally.facts.get(&one).zip(tally.facts.get(&two))?;
            self.pairs.add(half_points(one, *first) + half_points(two, *second));
            self.verdict = self.test.verdict(&self.pairs);
            self.next += 2;
        }
        Some(self.next - 1)
    }

    pub(crate) const fn verdict(&self) -> Verdict {
        self.verdict
    }

    pub(crate) fn log_likelihood_ratio(&self) -> f64 {
        self.test.log_likelihood_ratio(&self.pairs)
    }

    pub(crate) const fn test(&self) -> &Sprt {
        &self.test
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Tournament;

    fn fact(winner: Option<Player>, loss: Option<Loss>, identity: u64) -> Fact {
        Fact { winner, loss, identity }
    }

    const FIRST: Option<Player> = Some(Player::First);
    const SECOND: Option<Player> = Some(Player::Second);

    fn two_engines() -> Tally {
        Tally::new(Schedule::new(2, Tournament::RoundRobin), 2)
    }

    #[test]
    fn games_and_pairs_are_counted_from_the_view_of_a() {
        let mut tally = two_engines();
        // A wins both; then a draw and a loss; then one game of a pair.
        for (index, winner) in [(1, FIRST), (2, SECOND), (4, FIRST), (3, None), (6, FIRST)] {
            tally.add(index, fact(winner, None, index % 4));
        }
        // A second time changes nothing.
        tally.add(6, fact(SECOND, None, 9));
        let counts = tally.pairings[0];
        assert_eq!(counts.games, GameCounts { wins: 2, draws: 1, losses: 2 });
        assert_eq!(counts.pairs, PairCounts([0, 1, 0, 0, 1]));
        assert_eq!(tally.first, GameCounts { wins: 3, draws: 1, losses: 1 });
        assert_eq!((tally.len(), tally.unique()), (5, 4));
        assert_eq!(tally.up_to(2).pairings[0].pairs, PairCounts([0, 0, 0, 0, 1]));
    }

    #[test]
    fn forfeits_belong_to_the_engine_that_lost() {
        let mut tally = Tally::new(Schedule::new(3, Tournament::RoundRobin), 3);
        // Games 5 and 6 are those of engines 1 and 2.
        tally.add(5, fact(FIRST, Some(Loss::Time), 1));
        tally.add(6, fact(FIRST, Some(Loss::Crash), 2));
        tally.add(1, fact(SECOND, Some(Loss::Rules), 3));
        let losses = |time, rules, crashes| Losses { time, rules, crashes };
        assert_eq!(tally.losses, [losses(0, 1, 0), losses(0, 0, 1), losses(1, 0, 0)]);
    }

    #[test]
    fn a_test_sees_pairs_in_their_order() {
        let test = Sprt { elo1: 400.0, ..Sprt::default() };
        // A wins pair after pair.
        let winner = |index| if Schedule::a_moves_first(index) { FIRST } else { SECOND };
        let run = |order: &[u64]| {
            let mut running = RunningTest::new(test, 1);
            let mut tally = two_engines();
            for index in order {
                tally.add(*index, fact(winner(*index), None, *index));
                if let Some(last) = running.look(&tally) {
                    return Some((last, running.log_likelihood_ratio().to_bits()));
                }
            }
            None
        };
        let forwards: Vec<u64> = (1..=40).collect();
        let backwards: Vec<u64> = (1..=40).rev().collect();
        let decided = run(&forwards);
        assert!(decided.is_some_and(|(last, _)| last < 40), "{decided:?}");
        assert_eq!(run(&backwards), decided);
        assert_eq!(run(&[1, 3, 5, 7, 9]), None);
    }
}
