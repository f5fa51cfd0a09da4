//! The list of engines.

use crate::options::{OptionInfo, OptionKey};

/// What is known about an engine of this crate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineInfo {
    /// Its name in specs.
    pub name: &'static str,
    /// What it is, in a few words.
    pub summary: &'static str,
    /// Which games it plays.
    pub games: Games,
    /// The options it takes.
    pub options: &'static [OptionKey],
    pub(crate) kind: EngineKind,
}

/// A set of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Games {
    /// Every game.
    All,
    /// These, by their names in ids.
    Only(&'static [&'static str]),
}

/// How an engine thinks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum EngineKind {
    Random,
    Greedy,
    TwoPly,
    AlphaBeta,
    Mcts,
    BestFirst,
}

const LIMITED: &[OptionKey] =
    &[OptionKey::Seed, OptionKey::Nodes, OptionKey::MoveTime, OptionKey::Noise, OptionKey::Blunder];

/// The engines, the yardsticks first.
pub const ENGINES: &[EngineInfo] = &[
    EngineInfo {
        name: "random",
        summary: "any action",
        games: Games::All,
        options: &[OptionKey::Seed],
        kind: EngineKind::Random,
    },
    EngineInfo {
        name: "greedy",
        summary: "the best position after its own turn, by a fixed simple count",
        games: Games::All,
        options: LIMITED,
        kind: EngineKind::Greedy,
    },
    EngineInfo {
        name: "two-ply",
        summary: "the best position after the opponent's turn, by the same count",
        games: Games::All,
        options: LIMITED,
        kind: EngineKind::TwoPly,
    },
    EngineInfo {
        name: "alphabeta",
        summary: "deepening search with a transposition table",
        games: Games::Only(&["gridball", "paper-football", "football-checkers", "paper-soccer"]),
        options: &[
            OptionKey::Seed,
            OptionKey::Hash,
            OptionKey::Threads,
            OptionKey::Nodes,
            OptionKey::Depth,
            OptionKey::MoveTime,
            OptionKey::Noise,
            OptionKey::Blunder,
        ],
        kind: EngineKind::AlphaBeta,
    },
    EngineInfo {
        name: "mcts",
        summary: "Monte Carlo tree search with priors",
        games: Games::All,
        options: &[
            OptionKey::Seed,
            OptionKey::Hash,
            OptionKey::Threads,
            OptionKey::Nodes,
            OptionKey::Depth,
            OptionKey::MoveTime,
            OptionKey::Noise,
            OptionKey::Blunder,
        ],
        kind: EngineKind::Mcts,
    },
    EngineInfo {
        name: "best-first",
        summary: "best-first minimax, judging by a network",
        games: Games::Only(&["paper-soccer"]),
        options: &[
            OptionKey::Seed,
            OptionKey::Hash,
            OptionKey::Threads,
            OptionKey::Nodes,
            OptionKey::Depth,
            OptionKey::MoveTime,
            OptionKey::Noise,
            OptionKey::Blunder,
        ],
        kind: EngineKind::BestFirst,
    },
];

/// The strongest engine of each game, by the game's name in ids, as it was measured: see
/// STRENGTH.md of this crate.
const STRONGEST: &[(&str, EngineKind)] = &[
    ("gridball", EngineKind::AlphaBeta),
    ("paper-football", EngineKind::AlphaBeta),
    ("football-checkers", EngineKind::AlphaBeta),
    ("paper-soccer", EngineKind::BestFirst),
    ("dots", EngineKind::Mcts),
];

/// The name that stands for the strongest engine of whatever game is played.
pub const BEST: &str = "best";

impl EngineInfo {
    /// The engine of this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        ENGINES.iter().find(|engine| engine.name == name)
    }

    /// The strongest engine for a game, by its name in ids. For a game nobody knows it is
    /// `random`.
    pub fn best_for(game: &str) -> &'static Self {
        let strongest = STRONGEST.iter().find(|(name, _)| *name == game);
        strongest.map_or(&ENGINES[0], |(_, kind)| Self::of(*kind))
    }

    /// Whether it plays a game, by its name in ids (`gridball`, `dots`).
    pub fn plays(&self, game: &str) -> bool {
        match self.games {
            Games::All => true,
            Games::Only(games) => games.contains(&game),
        }
    }

    /// Its options with their ranges.
    pub fn option_infos(&self) -> impl Iterator<Item = &'static OptionInfo> + use<> {
        self.options.iter().map(|key| key.info())
    }

    pub(crate) fn of(kind: EngineKind) -> &'static Self {
        // Every kind stands in the list, which a test checks.
        ENGINES.iter().find(|engine| engine.kind == kind).unwrap_or(&ENGINES[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_listed_once() {
        for kind in [
            EngineKind::Random,
            EngineKind::Greedy,
            EngineKind::TwoPly,
            EngineKind::AlphaBeta,
            EngineKind::Mcts,
            EngineKind::BestFirst,
        ] {
            assert_eq!(EngineInfo::of(kind).kind, kind);
            assert_eq!(ENGINES.iter().filter(|engine| engine.kind == kind).count(), 1);
        }
        assert!(EngineInfo::find(BEST).is_none());
        for game in gridball_core::games() {
            assert_ne!(EngineInfo::best_for(game.id).kind, EngineKind::Random, "{}", game.id);
            assert!(EngineInfo::best_for(game.id).plays(game.id));
        }
        assert_eq!(EngineInfo::best_for("chess").kind, EngineKind::Random);
    }
}
