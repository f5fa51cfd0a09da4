//! The engines that look a fixed number of turns ahead: `greedy` (one) and `two-ply` (two).

use std::{cmp::Reverse, ops::ControlFlow};

use gridball_core::{Outcome, Player, Position};

use crate::{
    control::Control,
    engine::{Bound, Engine, Line, RootAction, SearchError, SearchResult},
    evaluator::Evaluator,
    limits::Limits,
    meter::Meter,
    random::ACTION_LIMIT,
    random_source::{Pick, RandomSource},
    score::Value,
};

/// Looks exactly so many turns ahead, whatever the depth limit says. A turn is all that one
/// player does before the other acts, so the penalties after a move belong to it.
///
/// Every line of play is searched until that many turns are over or the game ends, and judged
/// there by the evaluator. Of equally good actions the seed picks one. The depth of the result
/// counts turns.
///
/// With two turns the first one is judged alone before, and its best actions are searched first:
/// when a limit ends the search early, the best action among those searched to the end is played.
#[derive(Clone, Debug)]
pub struct Lookahead<E> {
    turns: u32,
    evaluator: E,
    seed: u64,
}

impl<E> Lookahead<E> {
    /// One turn ahead.
    pub const fn greedy(evaluator: E, seed: u64) -> Self {
        Self { turns: 1, evaluator, seed }
    }

    /// Two turns ahead.
    pub const fn two_ply(evaluator: E, seed: u64) -> Self {
        Self { turns: 2, evaluator, seed }
    }
}

impl<P: Position, E: Evaluator<P>> Engine<P> for Lookahead<E> {
    fn search(
        &mut self,
        position: &P,
        limits: &Limits,
        control: &mut dyn Control<P::Action>,
    ) -> Result<SearchResult<P::Action>, SearchError> {
        let mut root = Vec::new();
        let _ = position.visit_search_actions(ACTION_LIMIT, |action| {
            root.push(RootAction {
                action: action.clone(),
                visits: 0,
                score: Value::DRAW.score(),
                bound: Bound::Guess,
            });
            ControlFlow::Continue(())
        });
        let multi_pv = limits.multi_pv.max(1) as usize;
        let mut search = Search {
            evaluator: &mut self.evaluator,
            meter: Meter::new(limits, position.to_move(), 64, control),
            random: RandomSource::new(self.seed, position),
        };
        if root.is_empty() {
            return Err(SearchError::GameOver);
        }
        // Until something is searched, any action is as good as another.
        let mut best = search.random.below(root.len() as u64) as usize;
        let mut depth = 0;
        for turns in 1..=self.turns {
            best = search.root(position, turns, multi_pv, &mut root).unwrap_or(best);
            if search.meter.stopped() {
                break;
            }
            depth = turns;
        }
        let lines = best_lines(&root, best, multi_pv);
        search.meter.inform(depth, lines.clone());
        Ok(SearchResult {
            best: root[best].action.clone(),
            score: root[best].score,
            depth,
            nodes: search.meter.nodes(),
            elapsed: search.meter.elapsed(),
            lines,
            root,
        })
    }
}

/// The best `count` actions as lines: `best` first, then those that were searched, by score.
fn best_lines<A: Clone>(root: &[RootAction<A>], best: usize, count: usize) -> Vec<Line<A>> {
    let mut order: Vec<usize> = (0..root.len()).collect();
    order.sort_by_key(|&index| {
        let guessed = root[index].bound == Bound::Guess;
        (index != best, guessed, Reverse(root[index].score))
    });
    let line =
        |index: usize| Line { score: root[index].score, actions: vec![root[index].action.clone()] };
    order.into_iter().take(count).map(line).collect()
}

struct Search<'a, 'c, A, E> {
    evaluator: &'a mut E,
    meter: Meter<'c, A>,
    random: RandomSource,
}

impl<A, E> Search<'_, '_, A, E> {
    /// After so many actions of one turn the position is judged as it is. A move and six
    /// penalties fit in; only paper football can have longer turns.
    const TURN_LIMIT: u32 = 7;

    /// Judges every root action by what follows in `turns` turns, best guess first. Returns the
    /// best of those that were searched to the end; `None` if a limit let none get that far.
    fn root<P>(
        &mut self,
        position: &P,
        turns: u32,
        multi_pv: usize,
        root: &mut [RootAction<A>],
    ) -> Option<usize>
    where
        P: Position<Action = A>,
        E: Evaluator<P>,
    {
        let mut order: Vec<usize> = (0..root.len()).collect();
        order.sort_by_key(|&index| Reverse(root[index].score));
        for action in root.iter_mut() {
            action.bound = Bound::Guess;
        }
        let mover = position.to_move();
        let mut child = position.clone();
        let mut pick = Pick::new();
        // The best values so far, ascending, as many as lines are wanted: what is below them
        // all need not be known exactly.
        let mut leaders: Vec<Value> = Vec::with_capacity(multi_pv.min(root.len()) + 1);
        for index in order {
            let alpha = if leaders.len() < multi_pv { -Value::INFINITE } else { leaders[0] };
            let nodes = self.meter.nodes();
            let undo = child.play_unchecked(&root[index].action);
            let value = self.after(&child, mover, turns, alpha, Value::INFINITE, 1);
            child.undo(undo);
            if self.meter.stopped() && self.meter.nodes() != nodes + 1 {
                break;
            }
            root[index].visits += self.meter.nodes() - nodes;
            root[index].score = value.score();
            root[index].bound = if value < alpha { Bound::AtMost } else { Bound::Exact };
            pick.offer(&mut self.random, value, || index);
            leaders.insert(leaders.partition_point(|&leader| leader < value), value);
            if leaders.len() > multi_pv {
                leaders.remove(0);
            }
            if self.meter.stopped() {
                break;
            }
        }
        pick.into_best().map(|(_, index)| index)
    }

    /// The value for `mover` of the position that its action led to. Exact within
    /// `alpha..=beta`; below, the truth is not above it, and the other way round.
    fn after<P>(
        &mut self,
        position: &P,
        mover: Player,
        turns: u32,
        alpha: Value,
        beta: Value,
        actions_of_turn: u32,
    ) -> Value
    where
        P: Position<Action = A>,
        E: Evaluator<P>,
    {
        self.meter.count_node();
        let same_turn = position.to_move() == mover;
        let value = match position.outcome() {
            Some(Outcome::Draw) => Value::DRAW,
            Some(Outcome::Win(winner)) if winner == mover => Value::WIN,
            Some(Outcome::Win(_)) => Value::LOSS,
            None if self.meter.stopped() => Value::DRAW,
            None => {
                let (alpha, beta) = (alpha.one_action_later(), beta.one_action_later());
                if same_turn && actions_of_turn < Self::TURN_LIMIT {
                    self.best(position, turns, alpha, beta, actions_of_turn)
                } else if same_turn {
                    Value::estimate(self.evaluator.evaluate(position))
                } else if turns > 1 {
                    -self.best(position, turns - 1, -beta, -alpha, 0)
                } else {
                    -Value::estimate(self.evaluator.evaluate(position))
                }
            }
        };
        value.one_action_earlier()
    }

    /// The value of an unfinished position for the player to move, who has `turns` turns left,
    /// the running one included.
    fn best<P>(
        &mut self,
        position: &P,
        turns: u32,
        alpha: Value,
        beta: Value,
        actions_of_turn: u32,
    ) -> Value
    where
        P: Position<Action = A>,
        E: Evaluator<P>,
    {
        let mover = position.to_move();
        let mut child = position.clone();
        let mut best = -Value::INFINITE;
        position.visit_search_actions(ACTION_LIMIT, |action| {
            let undo = child.play_unchecked(action);
            let value =
                self.after(&child, mover, turns, alpha.max(best), beta, actions_of_turn + 1);
            child.undo(undo);
            best = best.max(value);
            // Only above beta, not at it: the root wants to know of equals.
            if best > beta || self.meter.stopped() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        best
    }
}
