//! One-move wins and losses, seen whatever the limits.

use gridball_core::{
    Outcome, Position,
    gridball::{GridballAction, GridballPosition},
    paper_soccer::{PaperSoccerAction, PaperSoccerPosition},
};

use super::game::SearchGame;
use crate::{
    control::Control,
    engine::{Bound, Engine, Line, RootAction, SearchError, SearchInfo, SearchResult},
    limits::Limits,
    score::Score,
};

/// A game in which a win in one action can be seen at little cost.
pub(crate) trait Tactics: Position {
    /// An action that wins at once, if there is one.
    fn winning_action(&self) -> Option<Self::Action>;
}

impl Tactics for GridballPosition {
    fn winning_action(&self) -> Option<GridballAction> {
        SearchGame::winning_action(self)
    }
}

impl Tactics for PaperSoccerPosition {
    fn winning_action(&self) -> Option<PaperSoccerAction> {
        self.scoring_action()
    }
}

/// An engine that never declines a win in one action, and never gives the opponent one when
/// another action does not: even where the inner engine was stopped before it could see that.
#[derive(Clone, Debug)]
pub(crate) struct Guarded<E> {
    inner: E,
}

impl<E> Guarded<E> {
    pub(crate) const fn new(inner: E) -> Self {
        Self { inner }
    }
}

/// Whether the player to move loses by `action`, at once or by the opponent's next one.
fn loses<P: Tactics>(position: &mut P, action: &P::Action) -> bool {
    let mover = position.to_move();
    let undo = position.play_unchecked(action);
    let loses = match position.outcome() {
        Some(outcome) => outcome == Outcome::Win(mover.other()),
        None => position.to_move() != mover && position.winning_action().is_some(),
    };
    position.undo(undo);
    loses
}

impl<P: Tactics, E: Engine<P>> Engine<P> for Guarded<E> {
    fn search(
        &mut self,
        position: &P,
        limits: &Limits,
        control: &mut dyn Control<P::Action>,
    ) -> Result<SearchResult<P::Action>, SearchError> {
        // With more lines asked for, the inner engine has to look at the other actions too.
        if limits.multi_pv <= 1
            && let Some(action) = position.winning_action()
        {
            return Ok(won_at_once(action, control));
        }
        let mut result = self.inner.search(position, limits, control)?;
        if let Some(action) = position.winning_action() {
            if result.score != Score::Win(1) {
                put_first(&mut result, action, Score::Win(1));
            }
            return Ok(result);
        }
        let mut child = position.clone();
        if !loses(&mut child, &result.best) {
            return Ok(result);
        }
        // First what was searched, then what looked best at first sight.
        let mut others: Vec<&RootAction<P::Action>> = result.root.iter().collect();
        others.sort_by_key(|root| (root.bound == Bound::Guess, std::cmp::Reverse(root.score)));
        let safe = others.into_iter().find(|root| !loses(&mut child, &root.action));
        if let Some(RootAction { action, score, .. }) = safe.cloned() {
            let score = if score.is_proven() { Score::Estimate(0) } else { score };
            put_first(&mut result, action, score);
        }
        Ok(result)
    }
}

/// The result of a search that had nothing to search.
fn won_at_once<A: Clone>(action: A, control: &mut dyn Control<A>) -> SearchResult<A> {
    let score = Score::Win(1);
    let elapsed = control.elapsed();
    let line = vec![action.clone()];
    control.info(&SearchInfo { depth: 1, rank: 1, score, nodes: 0, elapsed, line: line.clone() });
    SearchResult {
        root: vec![RootAction { action: action.clone(), visits: 0, score, bound: Bound::Exact }],
        best: action,
        score,
        depth: 1,
        nodes: 0,
        elapsed,
        lines: vec![Line { score, actions: line }],
    }
}

/// Makes `action` the best one.
fn put_first<A: Clone + Eq>(result: &mut SearchResult<A>, action: A, score: Score) {
    let count = result.lines.len().max(1);
    result.lines.retain(|line| line.actions.first() != Some(&action));
    result.lines.insert(0, Line { score, actions: vec![action.clone()] });
    result.lines.truncate(count);
    result.best = action;
    result.score = score;
}
