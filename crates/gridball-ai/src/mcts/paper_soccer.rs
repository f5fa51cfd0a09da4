//! Paper soccer, over distinct results.
//!
//! A path has no fixed length, so the tree keeps only where a path stands in a long list of steps;
//! and it cannot be taken back at less cost than by keeping the position before. Where there are
//! many results only those with the shortest paths are listed, and one for each point that can
//! be reached, so a loss is only proven where all of them are known.

use std::ops::ControlFlow;

use gridball_core::{
    Coverage, Direction, Outcome, Player, Position,
    paper_soccer::{DistinctResults, PaperSoccerAction, PaperSoccerPosition, PathEnd, Side},
};

use super::game::{Candidate, Playground, estimated_share, share_of};
use crate::{
    evaluator::Evaluator, noise::NoisyEvaluator, paper_soccer::evaluation::estimate,
    random_source::RandomSource,
};

/// The evaluation that needs no network: a playout is about any field, and judges single positions.
#[derive(Clone, Copy, Debug)]
struct WrittenEvaluator;

impl Evaluator<PaperSoccerPosition> for WrittenEvaluator {
    fn evaluate(&mut self, position: &PaperSoccerPosition) -> i32 {
        estimate(position, position.turns_to_goals())
    }
}

/// So many distinct results of the root are looked at, ...
const ROOT_RESULTS: usize = 1 << 12;
/// ... so many of other positions, ...
const RESULTS: usize = 128;
/// ... and so many in a playout.
const PLAYOUT_RESULTS: usize = 12;
/// So many steps are remembered; then no more positions get children.
const STEPS: usize = 1 << 26;
/// So many turns are played before the end of a playout is looked at.
const PLAYOUT_TURNS: usize = 3;
/// How much of a judgement the playout is.
const PLAYOUT_PART: f64 = 0.25;
/// A result counts so much more than one that is a turn farther from the opponent's goal.
const TURN: f32 = 1.5;
/// Leads of more turns make no difference any more.
const MOST_TURNS: i32 = 8;
/// A goal that cannot be reached any more counts as so many turns away.
const OUT_OF_REACH: i32 = 12;
/// What a result counts that leaves the opponent a goal.
const GIVES_GOAL: f32 = 1e-4;
/// What a result counts after which every action of the opponent loses.
const TRAPS: f32 = 1e4;

/// Where the steps of a path stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Path {
    start: u32,
    length: u16,
}

/// Paper soccer, played there and back.
pub(crate) struct PaperSoccerPlayground {
    /// The root and what was played since; never empty.
    line: Vec<PaperSoccerPosition>,
    /// How many of these are in use; the others are only room.
    length: usize,
    /// The steps of all paths in the tree.
    steps: Vec<Direction>,
    evaluator: NoisyEvaluator<WrittenEvaluator>,
    results: DistinctResults,
    /// Room for an action.
    action: PaperSoccerAction,
    /// Room for the positions of a playout.
    scratch: PaperSoccerPosition,
    quiet: Vec<usize>,
}

impl PaperSoccerPlayground {
    fn position(&self) -> &PaperSoccerPosition {
        &self.line[self.length - 1]
    }

    fn keep(&mut self, action: &PaperSoccerAction) -> Path {
        let start = self.steps.len() as u32;
        self.steps.extend_from_slice(&action.directions);
        Path { start, length: action.directions.len() as u16 }
    }

    fn steps(&self, path: Path) -> &[Direction] {
        let start = path.start as usize;
        &self.steps[start..start + usize::from(path.length)]
    }
}

/// What is known about an unfinished position at a glance: First's share, and whether the next
/// action ends the game.
fn look(
    position: &PaperSoccerPosition,
    evaluator: &mut impl Evaluator<PaperSoccerPosition>,
) -> (f64, bool) {
    let prospects = position.prospects();
    let (share, ends) = if prospects.goal {
        (1.0, true)
    } else if !prospects.quiet {
        (0.0, true)
    } else {
        (estimated_share(evaluator.evaluate(position)), false)
    };
    (if position.to_move() == Player::First { share } else { 1.0 - share }, ends)
}

/// What a quiet result counts, before anything else is known about it.
fn weight(after: &PaperSoccerPosition) -> f32 {
    let turns = after.turns_to_goals();
    let (own, target) = match after.side_to_move() {
        Side::Upper => (turns[0], turns[1]),
        Side::Lower => (turns[1], turns[0]),
    };
    if target == Some(1) {
        return GIVES_GOAL;
    }
    if !after.can_avoid_loss() {
        return TRAPS;
    }
    let [own, target] = [own, target].map(|turns| turns.map_or(OUT_OF_REACH, i32::from));
    // `after` is the opponent's turn: his way to his target should be long, and that to his own
    // goal short.
    let lead = (target - own).clamp(-MOST_TURNS, MOST_TURNS);
    let mut weight = 1.0;
    for _ in 0..lead.abs() {
        weight *= TURN;
    }
    if lead < 0 { 1.0 / weight } else { weight }
}

impl Playground for PaperSoccerPlayground {
    type Position = PaperSoccerPosition;
    type Compact = Path;

    fn new(position: &PaperSoccerPosition, noise: u32, seed: u64) -> Self {
        Self {
            line: vec![position.clone()],
            length: 1,
            steps: Vec::new(),
            evaluator: NoisyEvaluator::new(WrittenEvaluator, noise, seed),
            results: DistinctResults::new(),
            action: PaperSoccerAction {
                start: position.setup().name(position.ball()),
                directions: Vec::new(),
            },
            scratch: position.clone(),
            quiet: Vec::new(),
        }
    }

    fn to_move(&self) -> Player {
        self.position().to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position().outcome()
    }

    fn share(&self, outcome: Outcome) -> f64 {
        share_of(outcome)
    }

    fn play(&mut self, path: Path) {
        let start = path.start as usize;
        let steps = &self.steps[start..start + usize::from(path.length)];
        self.action.directions.clear();
        self.action.directions.extend_from_slice(steps);
        let last = self.length - 1;
        if self.line.len() == self.length {
            self.line.push(self.line[last].clone());
        } else {
            let (before, after) = self.line.split_at_mut(self.length);
            after[0].clone_from(&before[last]);
        }
        self.line[self.length].advance(&self.action);
        self.length += 1;
    }

    fn take_back(&mut self) {
        self.length -= 1;
    }

    /// Lists what matters: a goal if there is one, else the results on which the game goes on, else
    /// one of those that lose.
    fn push_candidates(&mut self, candidates: &mut Vec<Candidate<Path>>) -> bool {
        if self.position().outcome().is_some() {
            return true;
        }
        if self.steps.len() >= STEPS {
            return false;
        }
        if let Some(action) = self.position().scoring_action() {
            let action = self.keep(&action);
            candidates.push(Candidate { action, weight: 1.0 });
            return true;
        }
        let at_root = self.length == 1;
        let mut results = std::mem::take(&mut self.results);
        let limit = if at_root { ROOT_RESULTS } else { RESULTS };
        let coverage = results.find(self.position(), limit);
        let mut number = 0;
        let mut scratch = self.scratch.clone();
        let _ = results.visit_actions(|action| {
            let quiet = results.get(number).is_some_and(|result| result.end == PathEnd::Quiet);
            number += 1;
            if quiet {
                scratch.clone_from(self.position());
                scratch.advance(action);
                let weight = weight(&scratch);
                let action = self.keep(action);
                candidates.push(Candidate { action, weight });
            }
            ControlFlow::Continue(())
        });
        let any = results.action(0).filter(|_| candidates.is_empty());
        let trapped = any.is_some();
        if let Some(action) = any {
            let action = self.keep(&action);
            candidates.push(Candidate { action, weight: 1.0 });
        }
        self.results = results;
        // Among the results there is one that does not lose at once, if there is one at all.
        trapped || coverage == Coverage::Complete
    }

    fn judge(&mut self, random: &mut RandomSource) -> f64 {
        let (seen, ends) = look(&self.line[self.length - 1], &mut self.evaluator);
        if ends {
            return seen;
        }
        self.scratch.clone_from(&self.line[self.length - 1]);
        let mut played = seen;
        for _ in 0..PLAYOUT_TURNS {
            self.results.find(&self.scratch, PLAYOUT_RESULTS);
            self.quiet.clear();
            let quiet = self.results.iter().enumerate();
            self.quiet.extend(
                quiet.filter(|(_, result)| result.end == PathEnd::Quiet).map(|(number, _)| number),
            );
            let any = random.below_small(self.quiet.len() as u32) as usize;
            let action = self.quiet.get(any).and_then(|&number| self.results.action(number));
            let Some(action) = action else { break };
            self.scratch.advance(&action);
            let ends;
            (played, ends) = look(&self.scratch, &mut self.evaluator);
            if ends {
                break;
            }
        }
        seen + PLAYOUT_PART * (played - seen)
    }

    fn offset(&self) -> i32 {
        0
    }

    fn action(&self, path: Path) -> PaperSoccerAction {
        let position = self.position();
        PaperSoccerAction {
            start: position.setup().name(position.ball()),
            directions: self.steps(path).to_vec(),
        }
    }
}
