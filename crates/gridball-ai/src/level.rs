//! Ten grades of strength.

use crate::{
    options::{EngineOptions, OptionKey},
    registry::{EngineInfo, EngineKind},
};

/// A grade of strength from 1 (a child can win, though it never declines a win in one action) to
/// 10 (the strongest engine at a second an action).
///
/// Levels 1 to 9 stand for an engine, a limit of nodes and some noise, and so play the same on
/// every machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The weakest one.
    pub const MIN: Self = Self(1);
    /// The strongest one.
    pub const MAX: Self = Self(10);

    /// Level `number`, from 1 to 10.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= Self::MIN.0 && number <= Self::MAX.0 { Some(Self(number)) } else { None }
    }

    /// Its number, 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The engine and options it stands for in a game, by the game's name in ids.
    pub(crate) fn engine(self, game: &str) -> (EngineKind, EngineOptions) {
        let mut options = EngineOptions::default();
        let mut set = |key, value| {
            // A zero sets nothing.
            let allowed = value == 0 || options.set(key, value);
            debug_assert!(allowed, "level {}: {key:?} {value}", self.0);
        };
        let Some(grade) = ladder(game).get(usize::from(self.0 - 1)) else {
            set(OptionKey::MoveTime, 1000);
            return (EngineInfo::best_for(game).kind, options);
        };
        set(OptionKey::Nodes, grade.nodes);
        set(OptionKey::Noise, grade.noise);
        set(OptionKey::Blunder, grade.blunder);
        (grade.engine, options)
    }
}

/// What a level below the strongest one stands for.
#[derive(Clone, Copy)]
struct Grade {
    engine: EngineKind,
    nodes: u64,
    /// By how much positions are misjudged at most.
    noise: u64,
    /// How many of a hundred actions are any actions, wins at hand excepted.
    blunder: u64,
}

const fn grade(engine: EngineKind, nodes: u64, noise: u64, blunder: u64) -> Grade {
    Grade { engine, nodes, noise, blunder }
}

/// The levels 1 to 9 of a game, by its name in ids. `levels.sh` measures them.
fn ladder(game: &str) -> &'static [Grade; 9] {
    match game {
        "gridball" | "paper-football" => &BALL,
        "football-checkers" => &CHECKERS,
        "dots" => &DOTS,
        _ => &SOCCER,
    }
}

/// Gridball and paper football.
static BALL: [Grade; 9] = [
    grade(EngineKind::Greedy, 20_000, 100, 60),
    grade(EngineKind::Greedy, 20_000, 50, 35),
    grade(EngineKind::Greedy, 20_000, 0, 15),
    grade(EngineKind::Greedy, 20_000, 0, 0),
    grade(EngineKind::TwoPly, 200_000, 50, 10),
    grade(EngineKind::AlphaBeta, 2_000, 0, 0),
    grade(EngineKind::AlphaBeta, 6_000, 0, 0),
    grade(EngineKind::AlphaBeta, 20_000, 0, 0),
    grade(EngineKind::AlphaBeta, 100_000, 0, 0),
];

/// Paper soccer, where a node takes longer.
static SOCCER: [Grade; 9] = [
    grade(EngineKind::Greedy, 20_000, 100, 60),
    grade(EngineKind::Greedy, 20_000, 50, 35),
    grade(EngineKind::Greedy, 20_000, 0, 15),
    grade(EngineKind::Greedy, 20_000, 0, 0),
    grade(EngineKind::TwoPly, 200_000, 50, 10),
    grade(EngineKind::AlphaBeta, 300, 200, 0),
    grade(EngineKind::AlphaBeta, 3_000, 40, 0),
    grade(EngineKind::BestFirst, 3_000, 0, 0),
    grade(EngineKind::BestFirst, 10_000, 0, 0),
];

/// Football-checkers, where the plain count of attacked cells is hardly better than chance: so
/// even weak levels search, and play many actions without looking.
static CHECKERS: [Grade; 9] = [
    grade(EngineKind::Greedy, 20_000, 100, 60),
    grade(EngineKind::AlphaBeta, 50, 0, 60),
    grade(EngineKind::AlphaBeta, 50, 0, 40),
    grade(EngineKind::AlphaBeta, 100, 0, 30),
    grade(EngineKind::AlphaBeta, 200, 0, 20),
    grade(EngineKind::AlphaBeta, 500, 0, 10),
    grade(EngineKind::AlphaBeta, 1_000, 0, 5),
    grade(EngineKind::AlphaBeta, 4_000, 0, 0),
    grade(EngineKind::AlphaBeta, 20_000, 0, 0),
];

/// Dots, where `mcts` looks at few nodes but long at each, and beats the plain count of captured
/// dots with a handful of them.
static DOTS: [Grade; 9] = [
    grade(EngineKind::Greedy, 20_000, 100, 70),
    grade(EngineKind::Greedy, 20_000, 50, 35),
    grade(EngineKind::Greedy, 20_000, 0, 10),
    grade(EngineKind::Mcts, 20, 100, 40),
    grade(EngineKind::Mcts, 20, 100, 10),
    grade(EngineKind::Mcts, 40, 50, 0),
    grade(EngineKind::Mcts, 100, 0, 0),
    grade(EngineKind::Mcts, 300, 0, 0),
    grade(EngineKind::Mcts, 1_200, 0, 0),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_go_from_1_to_10() {
        assert_eq!(Level::new(0), None);
        assert_eq!(Level::new(11), None);
        for number in 1..=10 {
            let level = Level::new(number).unwrap();
            assert_eq!(level.number(), number);
            for game in ["gridball", "paper-football", "football-checkers", "paper-soccer", "dots"]
            {
                let (kind, options) = level.engine(game);
                assert!(EngineInfo::of(kind).plays(game));
                let limits = options.limits();
                assert_eq!(limits.nodes.is_some(), number < 10);
                assert_eq!(limits.move_time.is_some(), number == 10);
            }
        }
    }
}
