//! Judges positions: is there a goal, is every action lost, and if neither, what is it worth?

use std::sync::{Arc, LazyLock};

use gridball_core::{
    Direction, Position,
    paper_soccer::{OpenLines, PaperSoccerPosition, PaperSoccerSetup, Side, TurnReach},
};

use super::{
    evaluation,
    inputs::{TOUCHED, other_side, same_field},
    network::{Network, Sums},
};
use crate::{noise::noise, score::Value};

/// The opponent scores with the next action: a loss in two.
pub(crate) const GIVES_GOAL: i32 = Value::LOSS.raw() + 2;
/// Whatever the opponent does next loses: a win in two.
pub(crate) const TRAPS: i32 = Value::WIN.raw() - 2;

/// What is neither decided nor was looked at is worse than most.
const UNSEEN: i32 = -1_000;

/// The network that comes with the program.
static STANDARD: LazyLock<Option<Arc<Network>>> = LazyLock::new(|| {
    // Tests read it, so it can be read.
    Network::from_bytes(include_bytes!("paper-soccer-2-8-10.network")).ok().map(Arc::new)
});

/// A judge of the positions that one action leads to.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    network: Option<Arc<Network>>,
    /// Errors made on purpose: their amplitude, and the seed they depend on.
    noise: u32,
    seed: u64,
    parent: Parent,
    /// Those of the position that is judged right now.
    inputs: Vec<u16>,
}

/// The position whose children are judged, and what has been prepared for them.
#[derive(Clone, Debug)]
struct Parent {
    position: PaperSoccerPosition,
    lines: Option<OpenLines>,
    /// The sums of everything that stays on in all children.
    sums: Option<Sums>,
    /// Who is to move in the children.
    side: Side,
}

impl Judge {
    /// A judge with the network that comes with the program, and with errors up to `noise`.
    pub(crate) fn new(noise: u32, seed: u64) -> Self {
        Self::with_network(STANDARD.clone(), noise, seed)
    }

    /// A judge with this network, or without one, who makes errors up to `noise`.
    pub(crate) fn with_network(network: Option<Arc<Network>>, noise: u32, seed: u64) -> Self {
        let position = PaperSoccerPosition::start(&PaperSoccerSetup::ONLINE);
        let parent = Parent { position, lines: None, sums: None, side: Side::Upper };
        Self { network, noise, seed, parent, inputs: Vec::new() }
    }

    /// From now on, the positions after an action in `position` are judged.
    pub(crate) fn prepare(&mut self, position: &PaperSoccerPosition) {
        let side = other_side(position.setup(), position.to_move());
        let lines = OpenLines::new(position);
        let network = self.network.as_ref();
        let sums = lines.as_ref().zip(network).and_then(|(lines, network)| {
            same_field(network.map.setup(), position.setup()).then(|| {
                let (mut sums, inputs) = (*network.bias(), &mut self.inputs);
                inputs.clear();
                network.map.visit_drawn(lines, side, |input| inputs.push(input as u16));
                network.add(&mut sums, inputs);
                sums
            })
        });
        self.parent = Parent { position: position.clone(), lines, sums, side };
    }

    /// [`judge`](Self::judge) when there is no time: what is not decided gets [`UNSEEN`].
    pub(crate) fn glance(&self, directions: &[Direction]) -> i32 {
        let Some(mut lines) = self.parent.lines else {
            let after = self.after(directions);
            return if after.can_score() {
                GIVES_GOAL
            } else if !after.can_avoid_loss() {
                TRAPS
            } else {
                UNSEEN
            };
        };
        for &direction in directions {
            lines.walk(direction);
        }
        let reach = lines.turn();
        decided(&reach, self.parent.side).unwrap_or(UNSEEN)
    }

    /// The value, for whoever acts, of the action that walks in these directions and does not end
    /// the game: a raw [`Value`] that counts from the position before it.
    pub(crate) fn judge(&mut self, directions: &[Direction]) -> i32 {
        let Parent { lines, sums, side, .. } = &self.parent;
        let Some(mut lines) = *lines else { return self.judge_big(directions) };
        let (before, side) = (lines, *side);
        for &direction in directions {
            lines.walk(direction);
        }
        let first = lines.turn();
        if let Some(value) = decided(&first, side) {
            return value;
        }
        let estimate = if let (Some(network), Some(sums)) = (&self.network, sums) {
            let (mut walked, mut sums, inputs) = (before, *sums, &mut self.inputs);
            inputs.clear();
            for &direction in directions {
                let (name, from) = walked.walk(direction);
                inputs.push(network.map.line(side, name, from) as u16);
            }
            inputs.push((TOUCHED + network.map.place(side, lines.ball())) as u16);
            network.map.visit_reach(&lines, &first, side, |input| inputs.push(input as u16));
            network.add(&mut sums, inputs);
            network.estimate(&sums)
        } else {
            let after = self.after(directions);
            evaluation::estimate(&after, after.turns_to_goals())
        };
        -Value::estimate(self.blurred(estimate, directions)).raw()
    }

    /// [`judge`](Self::judge) for fields whose places are more than one number can hold.
    fn judge_big(&self, directions: &[Direction]) -> i32 {
        let after = self.after(directions);
        let turns = after.turns_to_goals();
        if turns[after.side_to_move().other().index()] == Some(1) {
            return GIVES_GOAL;
        }
        if !after.can_avoid_loss() {
            return TRAPS;
        }
        let estimate = evaluation::estimate(&after, turns);
        -Value::estimate(self.blurred(estimate, directions)).raw()
    }

    fn after(&self, directions: &[Direction]) -> PaperSoccerPosition {
        let mut after = self.parent.position.clone();
        after.walk(directions);
        after
    }

    /// An estimate with the error for the position after an action.
    fn blurred(&self, estimate: i32, directions: &[Direction]) -> i32 {
        if self.noise == 0 {
            return estimate;
        }
        estimate.saturating_add(noise(self.noise, self.seed, self.after(directions).key()))
    }
}

/// The value of an action after which this is what the turn of `side` can reach, if that decides
/// the game.
fn decided(reach: &TurnReach, side: Side) -> Option<i32> {
    if reach.goals[side.other().index()] {
        Some(GIVES_GOAL)
    } else if reach.ends == 0 {
        Some(TRAPS)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use gridball_core::paper_soccer::{DistinctResults, PathEnd};

    use super::*;
    use crate::paper_soccer::{inputs, mirrored_input};

    /// Positions of random games.
    fn positions(setup: &str, games: usize) -> Vec<PaperSoccerPosition> {
        let setup: PaperSoccerSetup = setup.parse().unwrap();
        let mut results = DistinctResults::new();
        let mut positions = Vec::new();
        for game in 0..games {
            let mut position = PaperSoccerPosition::start(&setup);
            for turn in 0.. {
                results.find(&position, 300);
                let quiet: Vec<_> = (0..results.len())
                    .filter(|&index| results.get(index).unwrap().end == PathEnd::Quiet)
                    .collect();
                if quiet.is_empty() {
                    break;
                }
                positions.push(position.clone());
                let pick = quiet[(game * 7919 + turn * 104_729) % quiet.len()];
                position.advance(&results.action(pick).unwrap());
            }
        }
        positions
    }

    #[test]
    fn the_standard_network_can_be_read() {
        assert!(STANDARD.is_some());
    }

    #[test]
    fn children_are_judged_as_positions_of_their_own() {
        let network = STANDARD.as_ref().unwrap();
        let mut judge = Judge::new(0, 0);
        let mut results = DistinctResults::new();
        let mut estimated = 0;
        for position in positions("paper-soccer:2,8,10", 20) {
            judge.prepare(&position);
            results.find(&position, 100);
            for (index, result) in results.iter().enumerate().step_by(3) {
                if result.end != PathEnd::Quiet {
                    continue;
                }
                let action = results.action(index).unwrap();
                let mut after = position.clone();
                after.advance(&action);
                let prospects = after.prospects();
                let expected = if prospects.goal {
                    GIVES_GOAL
                } else if !prospects.quiet {
                    TRAPS
                } else {
                    estimated += 1;
                    -Value::estimate(network.evaluate_inputs(inputs(&after))).raw()
                };
                assert_eq!(judge.judge(&action.directions), expected, "{after:?}");
                let glanced = judge.glance(&action.directions);
                let decided = Value::from_raw(expected).is_proven();
                assert_eq!(glanced, if decided { expected } else { UNSEEN }, "{after:?}");
            }
        }
        assert!(estimated > 1000, "{estimated}");
    }

    #[test]
    fn mirrored_positions_have_mirrored_inputs() {
        let sorted = |mut inputs: Vec<u16>| {
            inputs.sort_unstable();
            inputs
        };
        for setup in ["paper-soccer:2,8,10", "paper-soccer:2,6,8/lower"] {
            for position in positions(setup, 6) {
                let expected = sorted(inputs(&position));
                assert!(expected.windows(2).all(|pair| pair[0] < pair[1]));
                for &symmetry in position.symmetries() {
                    let image = position.transformed(symmetry);
                    let width = position.setup().width();
                    // Upside down, with the players exchanged, a network sees the same.
                    let left_right = image.ball().x != position.ball().x
                        || symmetry.point(gridball_core::Point::new(0, 0), 9, 9).x != 0;
                    let seen = inputs(&image).into_iter();
                    let seen = if left_right {
                        seen.map(|input| mirrored_input(input, width)).collect()
                    } else {
                        seen.collect()
                    };
                    assert_eq!(sorted(seen), expected, "{position:?} {symmetry:?}");
                }
            }
        }
    }

    #[test]
    fn other_fields_have_the_written_evaluation() {
        for setup in ["paper-soccer:2,6,8", "paper-soccer:4,24,24"] {
            for position in positions(setup, 2) {
                let (mut judge, mut results) = (Judge::new(0, 0), DistinctResults::new());
                judge.prepare(&position);
                results.find(&position, 20);
                for (index, result) in results.iter().enumerate() {
                    if result.end != PathEnd::Quiet {
                        continue;
                    }
                    let action = results.action(index).unwrap();
                    let mut after = position.clone();
                    after.advance(&action);
                    let value = judge.judge(&action.directions);
                    let prospects = after.prospects();
                    let glanced = judge.glance(&action.directions);
                    assert_eq!(glanced == UNSEEN, !Value::from_raw(value).is_proven(), "{after:?}");
                    assert_eq!(value == GIVES_GOAL, prospects.goal, "{after:?}");
                    assert_eq!(value == TRAPS, !prospects.goal && !prospects.quiet, "{after:?}");
                }
            }
        }
    }
}
