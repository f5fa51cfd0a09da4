//! Which game is played by whom, from which opening.

use gridball_ai::derived_seed;

/// Who meets whom where there are more than two engines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Tournament {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first engine meets each of the others.
    Gauntlet,
}

/// The plan of a match. Game `i`, from 1, follows from `i` alone.
///
/// Games come in pairs, 1 and 2, 3 and 4 and so on: the same opening, first with A to move first,
/// then with B. The pairs go through all pairings in turn, each with the same opening, then
/// through all of them with the next one.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
}

/// One game of the plan.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Plan {
    /// The number of the game, from 1.
    pub index: u64,
    /// Which pairing it belongs to, see [`Schedule::pairings`].
    pub pairing: usize,
    /// The engines that move first and second, by their numbers.
    pub engines: [usize; 2],
    /// Which opening, from 0.
    pub opening: u64,
}

impl Schedule {
    /// The plan for so many engines, at least two.
    pub fn new(engines: usize, tournament: Tournament) -> Self {
        let pairings = match tournament {
            Tournament::RoundRobin => {
                (0..engines).flat_map(|a| (a + 1..engines).map(move |b| (a, b))).collect()
            }
            Tournament::Gauntlet => (1..engines).map(|b| (0, b)).collect(),
        };
        Self { pairings }
    }

    /// The pairings: the numbers of the engines A and B of each.
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// Game `index`, from 1.
    ///
    /// # Panics
    ///
    /// When the plan is one for fewer than two engines.
    pub fn game(&self, index: u64) -> Plan {
        let pair = index.saturating_sub(1) / 2;
        let pairings = self.pairings.len() as u64;
        let pairing = (pair % pairings) as usize;
        let (a, b) = self.pairings[pairing];
        let engines = if Self::a_moves_first(index) { [a, b] } else { [b, a] };
        Plan { index, pairing, engines, opening: pair / pairings }
    }

    /// Whether A moves first in game `index`, from 1.
    pub const fn a_moves_first(index: u64) -> bool {
        index % 2 == 1
    }

    /// The first game of the pair of game `index`.
    pub const fn first_of_pair(index: u64) -> u64 {
        if Self::a_moves_first(index) { index } else { index - 1 }
    }
}

/// The master seeds of the parts of a match.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seeds {
    openings: u64,
    games: u64,
}

impl Seeds {
    /// Records of matches name their master seed, so these may never change.
    pub(crate) const fn new(master: u64) -> Self {
        Self { openings: derived_seed(master, 1), games: derived_seed(master, 2) }
    }

    /// That of all openings.
    pub(crate) const fn openings(self) -> u64 {
        self.openings
    }

    /// That of a player in game `index`: 0 is the one who moves first.
    pub(crate) const fn player(self, index: u64, player: usize) -> u64 {
        derived_seed(derived_seed(self.games, index), player as u64)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn pairs_have_the_same_opening_with_sides_exchanged() {
        let schedule = Schedule::new(2, Tournament::RoundRobin);
        for pair in 0..10 {
            let [one, two] = [1, 2].map(|game| schedule.game(pair * 2 + game));
            assert_eq!((one.engines, two.engines), ([0, 1], [1, 0]));
            assert_eq!((one.opening, two.opening), (pair, pair));
            assert_eq!(Schedule::first_of_pair(two.index), one.index);
        }
    }

    #[test]
    fn everybody_meets_everybody_equally_often() {
        let schedule = Schedule::new(4, Tournament::RoundRobin);
        assert_eq!(schedule.pairings().len(), 6);
        let mut met = BTreeMap::new();
        for index in 1..=24 {
            let plan = schedule.game(index);
            *met.entry(plan.engines).or_insert(0) += 1;
            assert_eq!(plan.opening, (index - 1) / 12);
        }
        assert_eq!(met.len(), 12);
        assert!(met.values().all(|count| *count == 2));
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_all_others() {
        let schedule = Schedule::new(4, Tournament::Gauntlet);
        assert_eq!(schedule.pairings(), [(0, 1), (0, 2), (0, 3)]);
        assert_eq!(schedule.game(5).engines, [0, 3]);
        assert_eq!(schedule.game(8).engines, [1, 0]);
        assert_eq!(schedule.game(8).opening, 1);
    }

    #[test]
    fn seeds_belong_to_a_game_and_a_player() {
        let seeds = Seeds::new(7);
        let mut all: Vec<u64> =
            (1..100).flat_map(|index| [0, 1].map(|player| seeds.player(index, player))).collect();
        all.push(seeds.openings());
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        assert_eq!(Seeds::new(7).player(1, 0), seeds.player(1, 0));
        assert_ne!(Seeds::new(8).player(1, 0), seeds.player(1, 0));
    }
}
