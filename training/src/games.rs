//! Self-play.

use std::sync::Arc;

use gridball_ai::{
    Engine, Limits, Score, Unattended, derived_seed,
    paper_soccer::{BestFirst, Network, inputs},
};
use gridball_core::{
    Position,
    paper_soccer::{PaperSoccerPosition, PaperSoccerSetup},
};
use rand_core::Rng;
use rand_pcg::Lcg64Xsh32;

use crate::samples::Samples;

/// The first actions of a game are random, at most so many.
const RANDOM_ACTIONS: u32 = 10;

/// After that, one action in so many is one of the few best at random.
const STRAY: u32 = 16;

/// How many are the few best.
const FEW: usize = 3;

/// Positions in the tree of a search that the search came to so often are learned from too.
const VISITS: u32 = 3;

/// A number below `bound`.
fn below(random: &mut Lcg64Xsh32, bound: usize) -> usize {
    ((u64::from(random.next_u32()) * bound as u64) >> 32) as usize
}

/// What the player to move may expect, as a share of the point.
fn share(score: Score) -> f32 {
    score.expected_points() as f32
}

/// Plays game `number` of the run with this seed, and adds its positions to `samples`.
///
/// The target of a position that occurred is the λ-return: what the search of the next one says,
/// of the one after that, and so on to the end of the game, each with `lambda` times the weight of
/// the one before.
pub(crate) fn play(
    setup: PaperSoccerSetup,
    network: Option<&Arc<Network>>,
    nodes: u64,
    lambda: f32,
    seed: u64,
    number: u64,
    samples: &mut Samples,
) {
    let seed = derived_seed(seed, number);
    let mut random = Lcg64Xsh32::new(seed, number);
    let mut engine = BestFirst::new(network.cloned(), 8, seed);
    let mut position = PaperSoccerPosition::start(&setup);
    let random_actions = below(&mut random, RANDOM_ACTIONS as usize + 1);
    // Positions of the game: their inputs, what the search says, and who was to move.
    let mut line = Vec::new();
    let mut winner = None;
    for turn in 0.. {
        if let Some(outcome) = position.outcome() {
            winner = outcome.winner();
            break;
        }
        let is_random = turn < random_actions;
        let limits = if is_random { Limits::depth(1) } else { Limits::nodes(nodes) };
        // An unfinished position can be searched.
        let Ok(result) = engine.search(&position, &limits, &mut Unattended) else { break };
        if !is_random {
            match result.score {
                Score::Win(_) => winner = Some(position.to_move()),
                Score::Loss(_) => winner = Some(position.to_move().other()),
                Score::Estimate(_) => {
                    line.push((inputs(&position), share(result.score), position.to_move()));
                }
            }
            engine.visit_tree(|node| {
                // Without a network the search knows nothing but what it has proven.
                let wanted = node.score.is_proven() || network.is_some() && node.visits >= VISITS;
                if wanted {
                    let share = share(node.score);
                    // The end of the game does not speak of positions that did not occur.
                    samples.push(&inputs(node.position), share, share);
                }
            });
        }
        if winner.is_some() {
            break;
        }
        // Actions that lose soon are no openings and no good to stray to.
        let mut good: Vec<_> =
            result.root.iter().filter(|root| !matches!(root.score, Score::Loss(_))).collect();
        let stray = below(&mut random, STRAY as usize) == 0;
        if !is_random {
            good.sort_by_key(|root| std::cmp::Reverse((root.visits, root.score)));
            good.truncate(FEW);
        }
        let action = if good.is_empty() || !is_random && !stray {
            &result.best
        } else {
            &good[below(&mut random, good.len())].action
        };
        position.walk(&action.directions);
    }
    // Backwards: what the player who moves in the later position may expect.
    let mut expected = None;
    for (inputs, searched, mover) in line.into_iter().rev() {
        let result = winner.map_or(0.5, |winner| if winner == mover { 1.0 } else { 0.0 });
        let searched = if network.is_some() { searched } else { result };
        // The players take turns.
        let target = expected.map_or(result, |expected: f32| 1.0 - expected);
        samples.push(&inputs, searched, target);
        expected = Some(lambda * target + (1.0 - lambda) * searched);
    }
}
