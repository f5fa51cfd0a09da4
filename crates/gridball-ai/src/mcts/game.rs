//! What a game gives the search.

use std::fmt::Debug;

use gridball_core::{Outcome, Player, Position};

use crate::random_source::RandomSource;

/// What the search is told about an action before it is tried.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Candidate<M> {
    pub(super) action: M,
    /// How promising it looks, above 0. Only the proportions between the candidates of one
    /// position count.
    pub(super) weight: f32,
}

/// A position that the search plays on, there and back, with all the room that needs.
///
/// Shares are those of [`Player::First`], from 0 to 1: 1 is a win, and more is better.
pub(crate) trait Playground: Send + Sized {
    /// The game.
    type Position: Position;
    /// An action as the tree keeps it.
    type Compact: Copy + Eq + Debug + Send + 'static;

    /// A playground that begins at `position`, the root. Judgements are wrong by up to `noise`,
    /// in the unit of [`Score`](crate::Score), as `seed` wants it.
    fn new(position: &Self::Position, noise: u32, seed: u64) -> Self;

    fn to_move(&self) -> Player;

    fn outcome(&self) -> Option<Outcome>;

    /// What a result is worth on the scale of [`judge`](Self::judge).
    fn share(&self, outcome: Outcome) -> f64;

    /// Plays a legal action.
    fn play(&mut self, action: Self::Compact);

    /// Takes back the last action.
    fn take_back(&mut self);

    /// Adds the legal actions in the order of generation; none when the game is over. At the root
    /// it adds all of them, elsewhere it may leave out what is not worth a look. Returns whether
    /// it added all.
    fn push_candidates(&mut self, candidates: &mut Vec<Candidate<Self::Compact>>) -> bool;

    /// Judges an unfinished position, by a playout, by looking at it, or both.
    fn judge(&mut self, random: &mut RandomSource) -> f64;

    /// What the search would call an even root is worth this much to First, in the unit of
    /// [`Score`](crate::Score): shares may be measured from the root.
    fn offset(&self) -> i32;

    /// The action itself.
    fn action(&self, action: Self::Compact) -> <Self::Position as Position>::Action;
}
