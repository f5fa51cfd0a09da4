//! The games that alpha-beta plays too, action by action: what it knows about the order of actions
//! and about positions serves as well here.

use gridball_core::{Outcome, Player};

use super::game::{Candidate, Playground, estimated_share, share_of};
use crate::{
    alphabeta::{self, SearchGame},
    evaluator::Evaluator,
    noise::NoisyEvaluator,
    random_source::RandomSource,
};

/// An action that wins counts as much as so many others, ...
const WINS: f32 = 1e6;
/// ... one after which the same player acts again, ...
const GOES_ON: f32 = 8.0;
/// ... one after which the opponent can win with his next action, ...
const GIVES_WIN: f32 = 1e-3;
/// ... and one that loses at once.
const LOSES: f32 = 1e-6;

/// What the search needs to know about such a game.
pub(crate) trait Sampled: SearchGame<Compact: Copy> {
    /// By this the weight of a candidate grows with each step of its order.
    const GROWTH: f32;
    /// Orders beyond plus and minus this make no difference any more.
    const MOST_ORDER: i32;
    /// So many actions are played before the end of a playout is looked at.
    const PLAYOUT_ACTIONS: usize;
    /// How much of a judgement the playout is.
    const PLAYOUT_PART: f64;

    /// Any action, rather one that looks good.
    fn playout_action(
        &self,
        random: &mut RandomSource,
        candidates: &mut Vec<alphabeta::Candidate<Self::Compact>>,
    ) -> Option<Self::Compact>;
}

/// Such a game, played there and back.
pub(crate) struct SearchedPlayground<G: SearchGame, E> {
    position: G,
    undos: Vec<G::Undo>,
    evaluator: NoisyEvaluator<E>,
    candidates: Vec<alphabeta::Candidate<G::Compact>>,
}

impl<G: Sampled, E: Evaluator<G> + Default> SearchedPlayground<G, E> {
    /// What is known about a position at a glance, for the player to move.
    fn look(&mut self) -> f64 {
        if self.position.winning_action().is_some() {
            return 1.0;
        }
        estimated_share(self.evaluator.evaluate(&self.position))
    }

    fn shares_of_first(&self, share: f64) -> f64 {
        if self.position.to_move() == Player::First { share } else { 1.0 - share }
    }

    /// Plays a few actions and looks at where they lead; First's share.
    fn playout(&mut self, random: &mut RandomSource) -> f64 {
        let depth = self.undos.len();
        for _ in 0..G::PLAYOUT_ACTIONS {
            if self.position.outcome().is_some() {
                break;
            }
            let action = self
                .position
                .winning_action()
                .or_else(|| self.position.playout_action(random, &mut self.candidates));
            let Some(action) = action else { break };
            self.undos.push(self.position.play_compact(&action));
        }
        let share = if let Some(outcome) = self.position.outcome() {
            share_of(outcome)
        } else {
            let share = self.look();
            self.shares_of_first(share)
        };
        while self.undos.len() > depth {
            self.take_back();
        }
        share
    }
}

impl<G: Sampled, E: Evaluator<G> + Default> Playground for SearchedPlayground<G, E> {
    type Position = G;
    type Compact = G::Compact;

    fn new(position: &G, noise: u32, seed: u64) -> Self {
        Self {
            position: position.clone(),
            undos: Vec::new(),
            evaluator: NoisyEvaluator::new(E::default(), noise, seed),
            candidates: Vec::new(),
        }
    }

    fn to_move(&self) -> Player {
        self.position.to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn share(&self, outcome: Outcome) -> f64 {
        share_of(outcome)
    }

    fn play(&mut self, action: G::Compact) {
        self.undos.push(self.position.play_compact(&action));
    }

    fn take_back(&mut self) {
        if let Some(undo) = self.undos.pop() {
            self.position.undo(undo);
        }
    }

    fn push_candidates(&mut self, candidates: &mut Vec<Candidate<G::Compact>>) -> bool {
        if self.position.outcome().is_some() {
            return true;
        }
        let mover = self.position.to_move();
        self.candidates.clear();
        self.position.push_candidates(&mut self.candidates);
        for candidate in &self.candidates {
            let mut weight = power(G::GROWTH, candidate.order, G::MOST_ORDER);
            let undo = self.position.play_compact(&candidate.action);
            weight *= match self.position.outcome() {
                Some(Outcome::Win(winner)) if winner == mover => WINS,
                Some(Outcome::Win(_)) => LOSES,
                None if self.position.to_move() == mover => GOES_ON,
                None if self.position.winning_action().is_some() => GIVES_WIN,
                Some(Outcome::Draw) | None => 1.0,
            };
            self.position.undo(undo);
            candidates.push(Candidate { action: candidate.action, weight });
        }
        true
    }

    fn judge(&mut self, random: &mut RandomSource) -> f64 {
        let seen = self.look();
        let seen = self.shares_of_first(seen);
        let played = self.playout(random);
        seen + G::PLAYOUT_PART * (played - seen)
    }

    fn offset(&self) -> i32 {
        0
    }

    fn action(&self, action: G::Compact) -> G::Action {
        self.position.action(&action)
    }
}

/// `base` to the power of `exponent`, which is cut to ±`most`, by products and quotients alone.
fn power(base: f32, exponent: i32, most: i32) -> f32 {
    let mut power = 1.0;
    for _ in 0..exponent.abs().min(most) {
        power *= base;
    }
    if exponent < 0 { 1.0 / power } else { power }
}
