//! What a game tells the search.

use std::fmt::Debug;

use gridball_core::Position;

use super::search::MAX_LEVEL;
use crate::{evaluator::Evaluator, noise::NoisyEvaluator, random_source::mix};

/// An action with a first guess of how good it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Candidate<M> {
    /// The better, the higher; times [`SearchGame::ORDER_WEIGHT`] it stays within ±2^27.
    pub(crate) order: i32,
    pub(crate) action: M,
}

/// A game that can be searched by alpha-beta.
pub(crate) trait SearchGame: Position {
    /// An action in the form that the search keeps. It should need no memory of its own.
    type Compact: Clone + Eq + Debug + Send + 'static;

    /// One more than the largest [`code`](Self::code).
    const CODES: usize;

    /// After so many nodes the clock is looked at: a few milliseconds' worth, so that `stop` is
    /// answered soon.
    const CLOCK_INTERVAL: u32;

    /// How much a difference of one in [`Candidate::order`] is worth against history, which
    /// stays within ±[`HISTORY_MAX`](super::ordering::HISTORY_MAX).
    const ORDER_WEIGHT: i32;

    /// Whether positions with one turn left are remembered: where they often come up again.
    const REMEMBERS_LAST_TURN: bool;

    /// A small number for an action, by which history and killers know it. Actions of one
    /// position that differ have different codes where that is possible.
    fn code(action: &Self::Compact) -> usize;

    /// Adds the actions worth searching, in a fixed order, and what they look like.
    fn push_candidates(&self, candidates: &mut Vec<Candidate<Self::Compact>>);

    /// The same for the last turn of a search, where a candidate that is quiet does not have to be
    /// played to see what it is worth: of those only the ones that promise something, by their
    /// [`order`](Candidate::order) of at least `least`. Whether some were left out.
    fn push_last_candidates(
        &self,
        least: i32,
        candidates: &mut Vec<Candidate<Self::Compact>>,
    ) -> bool {
        let _ = least;
        self.push_candidates(candidates);
        false
    }

    /// The action itself.
    fn action(&self, action: &Self::Compact) -> Self::Action;

    /// Plays one of the candidates.
    fn play_compact(&mut self, action: &Self::Compact) -> Self::Undo;

    /// An action that wins at once, if it costs next to nothing to see one.
    fn winning_action(&self) -> Option<Self::Compact>;

    /// The key by which the search remembers positions. It has to tell apart all that decides
    /// proven results; near the end of the game's clock the clock belongs to it.
    fn search_key(&self) -> u64 {
        match self.clock() {
            Some((clock, limit)) if clock + MAX_LEVEL as u32 >= limit => {
                self.key() ^ mix(u64::from(clock))
            }
            _ => self.key(),
        }
    }

    /// Whether an evaluation means anything here, or whether the search has to go on.
    fn is_quiet(&self) -> bool;
}

/// An evaluator that knows beforehand what candidates can lead to.
pub(crate) trait SearchEvaluator<G: SearchGame>: Evaluator<G> {
    /// The least [`order`](Candidate::order) of a candidate that can lead to a quiet position worth
    /// more than `value` for the player who comes to it. Lower orders lead to less.
    fn least_order(&self, value: i32) -> i32 {
        let _ = value;
        i32::MIN
    }
}

impl<G: SearchGame, E: SearchEvaluator<G>> SearchEvaluator<G> for NoisyEvaluator<E> {
    fn least_order(&self, value: i32) -> i32 {
        self.inner().least_order(value.saturating_sub(self.amplitude() as i32))
    }
}
