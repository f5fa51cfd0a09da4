//! What every engine looks like from outside.

use std::time::Duration;

use gridball_core::Position;
use thiserror::Error;

use crate::{control::Control, limits::Limits, score::Score};

/// A player of one game.
///
/// The answer depends on the engine's options (its seed among them), the position and the
/// limits alone, never on earlier searches: as long as no time limit is in play, the same search
/// gives the same result on every machine.
pub trait Engine<P: Position>: Send {
    /// Looks for the best action of the player to move.
    ///
    /// # Errors
    ///
    /// [`SearchError`]: there is nothing to search.
    fn search(
        &mut self,
        position: &P,
        limits: &Limits,
        control: &mut dyn Control<P::Action>,
    ) -> Result<SearchResult<P::Action>, SearchError>;
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The game has ended.
    #[error("game is over")]
    GameOver,
    /// The engine cannot play this game.
    #[error("engine {engine} does not play {game}")]
    OtherGame {
        /// The engine's name.
        engine: &'static str,
        /// The game's name.
        game: &'static str,
    },
}

/// What a search has found so far.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchInfo<A> {
    /// The depth that is finished, in the engine's own measure.
    pub depth: u32,
    /// Which of the best actions this is about: 1 is the best one.
    pub rank: u32,
    /// The worth of the position for the player to move if this line is played.
    pub score: Score,
    /// Nodes so far: positions reached by playing an action.
    pub nodes: u64,
    /// Time so far, by the host's clock.
    pub elapsed: Duration,
    /// The line: the action and what follows.
    pub line: Vec<A>,
}

/// The answer of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult<A> {
    /// The action to play.
    pub best: A,
    /// The worth of the position for the player to move.
    pub score: Score,
    /// The depth that was finished, in the engine's own measure.
    pub depth: u32,
    /// Nodes searched: positions reached by playing an action.
    pub nodes: u64,
    /// Time taken, by the host's clock.
    pub elapsed: Duration,
    /// The best lines, best first, at most as many as [`Limits::multi_pv`] asked for and at least
    /// one; the first begins with `best` unless the engine plays with noise.
    pub lines: Vec<Line<A>>,
    /// Every action the engine considered at the root, in the order of generation.
    pub root: Vec<RootAction<A>>,
}

/// A line of play and what it is worth for the player to move at its start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<A> {
    /// Its worth.
    pub score: Score,
    /// Its actions, at least one.
    pub actions: Vec<A>,
}

impl<A> Line<A> {
    /// Makes the scores of lines that stand in the order in which they would be played fall from
    /// the first on. One that looks better than those before it stands behind them because less
    /// has been seen of it; until more is known it counts as good as they.
    pub(crate) fn level_scores(lines: &mut [Self]) {
        let mut best = Score::Win(0);
        for line in lines {
            best = best.min(line.score);
            line.score = best;
        }
    }
}

/// What the search learned about one action of the root position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RootAction<A> {
    /// The action.
    pub action: A,
    /// How often it was tried: visits in a tree search, nodes below it otherwise.
    pub visits: u64,
    /// Its worth for the player to move at the root.
    pub score: Score,
    /// Whether `score` is exact.
    pub bound: Bound,
}

/// How far a score can be trusted to be the search's own opinion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// The score itself.
    Exact,
    /// The action is worth this much or less: enough to see that another one is better.
    AtMost,
    /// The action is worth this much or more.
    AtLeast,
    /// The action was not searched; the score is only a first guess.
    Guess,
}

impl<A> SearchInfo<A> {
    /// The same information about actions of another type.
    pub fn map_actions<B>(self, map: impl FnMut(A) -> B) -> SearchInfo<B> {
        SearchInfo {
            depth: self.depth,
            rank: self.rank,
            score: self.score,
            nodes: self.nodes,
            elapsed: self.elapsed,
            line: self.line.into_iter().map(map).collect(),
        }
    }
}

impl<A> SearchResult<A> {
    /// The same result about actions of another type.
    pub fn map_actions<B>(self, mut map: impl FnMut(A) -> B) -> SearchResult<B> {
        SearchResult {
            best: map(self.best),
            score: self.score,
            depth: self.depth,
            nodes: self.nodes,
            elapsed: self.elapsed,
            lines: self
                .lines
                .into_iter()
                .map(|line| Line {
                    score: line.score,
                    actions: line.actions.into_iter().map(&mut map).collect(),
                })
                .collect(),
            root: self
                .root
                .into_iter()
                .map(|root| RootAction {
                    action: map(root.action),
                    visits: root.visits,
                    score: root.score,
                    bound: root.bound,
                })
                .collect(),
        }
    }
}
