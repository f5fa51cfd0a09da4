//! One game between two contestants, and its record.

use std::time::Duration;

use gridball_core::{AnyGame, Player, Position};
use gridball_replay::{NodeId, Record, RecordResult, TagError, tag, termination};

use crate::{
    clock::Clocks,
    player::{Failure, NoAction, Seat},
    schedule::{Plan, Seeds},
    settings::Settings,
};

/// What stands in the tag `Version`.
pub(crate) const VERSION: &str = concat!("gridball ", env!("CARGO_PKG_VERSION"));
/// What stands in the tag `Event`.
pub(crate) const EVENT: &str = "gridball match";
/// The comment where the players take over.
pub(crate) const END_OF_OPENING: &str = "end of the opening";

/// What the actions of an engine cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Cost {
    /// Nodes of the actions of which they are known.
    pub(crate) nodes: u64,
    /// The time of these actions.
    pub(crate) time: Duration,
    /// The time of the slowest action.
    pub(crate) slowest: Duration,
}

impl Cost {
    fn add_action(&mut self, time: Duration, nodes: Option<u64>) {
        if let Some(nodes) = nodes {
            self.nodes = self.nodes.saturating_add(nodes);
            self.time = self.time.saturating_add(time);
        }
        self.slowest = self.slowest.max(time);
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.time = self.time.saturating_add(other.time);
        self.slowest = self.slowest.max(other.slowest);
    }
}

/// A game that was played to its end.
#[derive(Debug)]
pub(crate) struct Played {
    pub(crate) record: Record,
    /// What it cost, by [`Player::index`].
    pub(crate) costs: [Cost; 2],
}

/// Plays a game of the plan; `None` if it was broken off because `stop` says so.
pub(crate) fn play(
    plan: &Plan,
    opening: AnyGame,
    seats: &mut [Seat<'_>; 2],
    settings: &Settings,
    stop: &dyn Fn() -> bool,
) -> Option<Played> {
    let mut game = opening;
    let opening_length = game.len();
    let mut clocks = Clocks::new(settings.control(), settings.margin);
    // What was left on the clock after each action.
    let mut left = Vec::new();
    let mut costs = [Cost::default(); 2];
    let mut failure = None;
    let seeds = Seeds::new(settings.seed);
    for player in Player::BOTH {
        let seed = seeds.player(plan.index, player.index());
        match seats[player.index()].begin(&game, seed, stop) {
            Ok(()) => {}
            Err(NoAction::Interrupted) => return None,
            Err(NoAction::Failed(reason)) => {
                failure = Some((player, reason));
                break;
            }
        }
    }
    while failure.is_none() && game.position().outcome().is_none() {
        let player = game.position().to_move();
        let seat = &mut seats[player.index()];
        let allowance = clocks.allowance(player, seat.is_limited());
        match seat.think(&game, &allowance, stop) {
            Ok(thought) => {
                costs[player.index()].add_action(thought.time, thought.nodes);
                left.push(clocks.press(player, thought.time));
                if let Err(reason) = game.play(&thought.action) {
                    failure = Some((player, Failure::BrokeRules(reason.to_string())));
                }
            }
            Err(NoAction::Interrupted) => return None,
            Err(NoAction::Failed(reason)) => {
                if let Failure::Late { took, .. } = reason {
                    costs[player.index()].add_action(took, None);
                }
                failure = Some((player, reason));
            }
        }
    }
    let mut record = Record::from_game(&game);
    annotate(&mut record, opening_length, &left);
    // The names of the tags are good ones.
    let tagged = set_tags(&mut record, plan, seats, settings, failure.as_ref());
    debug_assert!(tagged.is_ok(), "{tagged:?}");
    Some(Played { record, costs })
}

/// Writes down where the opening ends and the clocks after each action.
fn annotate(record: &mut Record, opening: usize, left: &[Option<Duration>]) {
    let nodes: Vec<NodeId> = record.main_line().collect();
    if let Some(last) = opening.checked_sub(1).and_then(|last| nodes.get(last)) {
        record.annotation_mut(*last).comments.push(END_OF_OPENING.to_owned());
    }
    for (node, left) in nodes.iter().skip(opening).zip(left) {
        if let Some(left) = left {
            record.annotation_mut(*node).set_clock(*left);
        }
    }
}

fn set_tags(
    record: &mut Record,
    plan: &Plan,
    seats: &[Seat<'_>; 2],
    settings: &Settings,
    failure: Option<&(Player, Failure)>,
) -> Result<(), TagError> {
    record.tags.set(tag::EVENT, EVENT)?;
    for (name, player) in [(tag::FIRST, Player::First), (tag::SECOND, Player::Second)] {
        let engine = settings.contestants[plan.engines[player.index()]].to_string();
        record.tags.set(name, seats[player.index()].identity().unwrap_or(&engine))?;
        record.tags.set_engine(player, &engine);
    }
    record.tags.set_seed(settings.seed);
    record.tags.set_index(plan.index);
    if let Some(control) = settings.control() {
        record.tags.set_time_control(control);
    }
    record.tags.set(tag::VERSION, VERSION)?;
    match failure {
        None => record.tags.set(tag::TERMINATION, termination::NORMAL),
        Some((loser, reason)) => {
            record.result = match loser {
                Player::First => RecordResult::SecondWins,
                Player::Second => RecordResult::FirstWins,
            };
            let last = record.last();
            record.annotation_mut(last).comments.push(format!("{loser}: {reason}"));
            record.tags.set(tag::TERMINATION, reason.termination())
        }
    }
}
