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
        let strongest = EngineInfo::best_for(game).kind;
        let grades = match strongest {
            EngineKind::TwoPly => SHALLOW,
            EngineKind::Mcts => SAMPLED,
            _ => DEEP,
        };
        let grade = grades[usize::from(self.0 - 1)];
        let mut options = EngineOptions::default();
        let mut set = |key, value| {
            let allowed = options.set(key, value);
            debug_assert!(allowed, "level {}: {key:?} {value}", self.0);
        };
        if grade.nodes > 0 {
            set(OptionKey::Nodes, grade.nodes);
        }
        if grade.noise > 0 {
            set(OptionKey::Noise, grade.noise);
        }
        if grade.blunder > 0 {
            set(OptionKey::Blunder, grade.blunder);
        }
        if self == Self::MAX {
            set(OptionKey::MoveTime, 1000);
        }
        (grade.engine.unwrap_or(strongest), options)
    }
}

/// What a level stands for; a zero sets nothing.
#[derive(Clone, Copy)]
struct Grade {
    /// `None`: the strongest one of the game.
    engine: Option<EngineKind>,
    nodes: u64,
    noise: u64,
    blunder: u64,
}

const fn grade(engine: EngineKind, nodes: u64, noise: u64, blunder: u64) -> Grade {
    Grade { engine: Some(engine), nodes, noise, blunder }
}

const fn strongest(nodes: u64, noise: u64) -> Grade {
    Grade { engine: None, nodes, noise, blunder: 0 }
}

/// For games that have an engine beyond `two-ply`.
const DEEP: [Grade; 10] = [
    grade(EngineKind::Greedy, 20_000, 100, 60),
    grade(EngineKind::Greedy, 20_000, 50, 35),
    grade(EngineKind::Greedy, 20_000, 0, 15),
    grade(EngineKind::Greedy, 20_000, 0, 0),
    grade(EngineKind::TwoPly, 200_000, 50, 10),
    strongest(1_000, 100),
    strongest(4_000, 40),
    strongest(20_000, 0),
    strongest(100_000, 0),
    strongest(0, 0),
];

/// For games whose strongest engine is `mcts`, which looks at few nodes but long at each.
const SAMPLED: [Grade; 10] = [
    grade(EngineKind::Greedy, 20_000, 100, 60),
    grade(EngineKind::Greedy, 20_000, 50, 35),
    grade(EngineKind::Greedy, 20_000, 0, 15),
    grade(EngineKind::Greedy, 20_000, 0, 0),
    grade(EngineKind::TwoPly, 200_000, 50, 10),
    strongest(60, 100),
    strongest(200, 40),
    strongest(700, 0),
    strongest(2_500, 0),
    strongest(0, 0),
];

/// For the other games.
const SHALLOW: [Grade; 10] = [
    grade(EngineKind::Greedy, 50_000, 100, 60),
    grade(EngineKind::Greedy, 50_000, 50, 45),
    grade(EngineKind::Greedy, 50_000, 0, 30),
    grade(EngineKind::Greedy, 50_000, 0, 15),
    grade(EngineKind::Greedy, 50_000, 0, 0),
    grade(EngineKind::TwoPly, 200_000, 50, 20),
    grade(EngineKind::TwoPly, 200_000, 50, 10),
    grade(EngineKind::TwoPly, 200_000, 0, 5),
    grade(EngineKind::TwoPly, 500_000, 0, 0),
    grade(EngineKind::TwoPly, 0, 0, 0),
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
