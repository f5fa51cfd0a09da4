//! What makes engines weaker on purpose.

use gridball_core::{Outcome, Position};

use crate::{
    control::Control,
    engine::{Engine, SearchError, SearchResult},
    evaluator::Evaluator,
    limits::Limits,
    random_source::{RandomSource, mix},
};

/// An evaluator that is wrong by a random amount, always the same one for the same position.
#[derive(Clone, Debug)]
pub struct NoisyEvaluator<E> {
    inner: E,
    amplitude: u32,
    seed: u64,
}

impl<E> NoisyEvaluator<E> {
    /// Adds to what `inner` says a number from `-amplitude` to `amplitude`, which depends on
    /// `seed` and the position.
    pub const fn new(inner: E, amplitude: u32, seed: u64) -> Self {
        Self { inner, amplitude, seed }
    }

    /// The evaluator that it makes wrong.
    pub(crate) const fn inner(&self) -> &E {
        &self.inner
    }

    /// How wrong it makes it at most.
    pub(crate) const fn amplitude(&self) -> u32 {
        self.amplitude
    }
}

impl<P: Position, E: Evaluator<P>> Evaluator<P> for NoisyEvaluator<E> {
    fn evaluate(&mut self, position: &P) -> i32 {
        let noise = noise(self.amplitude, self.seed, position.key());
        self.inner.evaluate(position).saturating_add(noise)
    }
}

/// A number from `-amplitude` to `amplitude`, which depends on `seed` and the key of a position.
/// Beyond the range of its type it is cut.
pub(crate) fn noise(amplitude: u32, seed: u64, key: u64) -> i32 {
    let range = 2 * u64::from(amplitude) + 1;
    let noise = (mix(seed ^ key) % range) as i64 - i64::from(amplitude);
    noise.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// An engine that sometimes plays any action instead of its best one.
#[derive(Clone, Debug)]
pub struct Careless<E> {
    inner: E,
    percent: u32,
    seed: u64,
}

impl<E> Careless<E> {
    /// Plays `percent` of all actions at random, but never declines a win in one action, not
    /// even one that `inner` has missed. What happens depends on `seed` and the position.
    pub const fn new(inner: E, percent: u32, seed: u64) -> Self {
        Self { inner, percent, seed }
    }
}

impl<P: Position, E: Engine<P>> Engine<P> for Careless<E> {
    /// The score, lines and root actions are those of the inner engine; `best` may be another
    /// action.
    fn search(
        &mut self,
        position: &P,
        limits: &Limits,
        control: &mut dyn Control<P::Action>,
    ) -> Result<SearchResult<P::Action>, SearchError> {
        let mut result = self.inner.search(position, limits, control)?;
        let mut child = position.clone();
        let win = Outcome::Win(position.to_move());
        let mut wins_at_once = |action: &P::Action| {
            let undo = child.play_unchecked(action);
            let wins = child.outcome() == Some(win);
            child.undo(undo);
            wins
        };
        if wins_at_once(&result.best) {
            return Ok(result);
        }
        let mut random = RandomSource::new(mix(self.seed), position);
        let careless = random.below(100) < u64::from(self.percent);
        let any = random.below(result.root.len() as u64) as usize;
        let other = result
            .root
            .iter()
            .find(|root| wins_at_once(&root.action))
            .or(result.root.get(any).filter(|_| careless));
        if let Some(other) = other {
            result.best = other.action.clone();
        }
        Ok(result)
    }
}
