//! What is counted in games beside their results.

use std::fmt;

use gridball_core::{
    AnyAction, AnyPosition, AnySetup, EndReason, Player, Position, gridball::GridballAction,
};

use super::winner;
use crate::record::{Record, RecordResult, termination};

/// In which way a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Ending {
    /// The player who acted last scored.
    Goal,
    /// The player who acted last brought the ball into the goal that he defends.
    OwnGoal,
    /// The player who acted last brought the ball where no line leads on.
    DeadEnd,
    /// Turns or actions ran out.
    Limit,
    /// Neither a move nor a penalty was left.
    NobodyCanPlay,
    /// No node was left.
    BoardFull,
    /// The advantage of the leader was protected.
    Protected,
    /// The player to move had no legal action.
    NoLegalAction,
    /// The position came up for the third time.
    Repetition,
    /// By some other rule.
    OtherRule,
    /// The loser gave up.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The loser broke the rules or did not come.
    Forfeit,
    /// The players agreed.
    Agreement,
    /// In the middle of a turn.
    UnfinishedTurn,
    /// For another reason, which the tag `Termination` names.
    Other,
    /// With a result, but the record does not say why.
    NotSaid,
    /// It has no result: it goes on, or nobody knows.
    GoesOn,
}

impl Ending {
    /// The name in reports and in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Goal => "goal",
            Self::OwnGoal => "own goal",
            Self::DeadEnd => "dead end",
            Self::Limit => "limit of turns",
            Self::NobodyCanPlay => "nobody can play",
            Self::BoardFull => "board full",
            Self::Protected => "protected advantage",
            Self::NoLegalAction => "no legal action",
            Self::Repetition => "repetition",
            Self::OtherRule => "other rule",
            Self::Resignation => termination::RESIGNATION,
            Self::Time => termination::TIME,
            Self::Forfeit => termination::FORFEIT,
            Self::Agreement => termination::AGREEMENT,
            Self::UnfinishedTurn => termination::UNFINISHED_TURN,
            Self::Other => "other",
            Self::NotSaid => "not said",
            Self::GoesOn => "no result",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// In which way the game in `record` ended, whose last position is `end`, reached by an action of
/// `mover`.
pub(super) fn ending(end: &AnyPosition, mover: Option<Player>, record: &Record) -> Ending {
    if let Some(reason) = end.end_reason() {
        return match reason {
            EndReason::Goal => match (winner(end.outcome()), mover) {
                (Some(winner), Some(mover)) if winner != mover => Ending::OwnGoal,
                _ => Ending::Goal,
            },
            EndReason::Limit(_) => Ending::Limit,
            EndReason::NobodyCanPlay => Ending::NobodyCanPlay,
            EndReason::DeadEnd => Ending::DeadEnd,
            EndReason::BoardFull => Ending::BoardFull,
            EndReason::Protected { .. } => Ending::Protected,
            EndReason::NoLegalAction => Ending::NoLegalAction,
            EndReason::Repetition => Ending::Repetition,
            _ => Ending::OtherRule,
        };
    }
    match record.tags.get("Termination") {
        Some(termination::RESIGNATION) => Ending::Resignation,
        Some(termination::TIME) => Ending::Time,
        Some(termination::FORFEIT) => Ending::Forfeit,
        Some(termination::AGREEMENT) => Ending::Agreement,
        Some(termination::UNFINISHED_TURN) => Ending::UnfinishedTurn,
        Some(_) => Ending::Other,
        None if record.result == RecordResult::Unknown => Ending::GoesOn,
        None => Ending::NotSaid,
    }
}

/// Something that is counted in every game of a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// What.
    pub name: &'static str,
    /// How often, by First and by Second.
    pub by: [u64; 2],
    /// In how many games at least once.
    pub games: u64,
    /// How often in one game, at most.
    pub most: u64,
}

/// The facts of the games with one id.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    list: Vec<Fact>,
    /// The same in the game that is counted right now.
    game: Vec<u64>,
}

impl Facts {
    pub(super) fn of(setup: &AnySetup) -> Self {
        let names: &[&str] = match setup {
            AnySetup::Gridball(_) => &["penalties", "goals by penalty"],
            AnySetup::PaperSoccer(_) => &["lines drawn"],
            AnySetup::Dots(_) => &["captures", "dots captured"],
            AnySetup::FootballCheckers(_) => &["attacks on the gate"],
        };
        let list: Vec<Fact> =
            names.iter().map(|name| Fact { name, by: [0; 2], games: 0, most: 0 }).collect();
        Self { game: vec![0; list.len()], list }
    }

    pub(super) fn list(&self) -> &[Fact] {
        &self.list
    }

    pub(super) fn begin(&mut self) {
        self.game.fill(0);
    }

    fn count(&mut self, fact: usize, player: Player, times: u64) {
        self.list[fact].by[player.index()] += times;
        self.game[fact] += times;
    }

    /// Counts what `action` did.
    pub(super) fn action(&mut self, before: &AnyPosition, action: &AnyAction, after: &AnyPosition) {
        let mover = before.to_move();
        match (before, action, after) {
            (_, AnyAction::Gridball(GridballAction::Penalty(_)), _) => {
                self.count(0, mover, 1);
                let scored = after.end_reason() == Some(EndReason::Goal);
                self.count(1, mover, u64::from(scored));
            }
            (_, AnyAction::PaperSoccer(path), _) => {
                self.count(0, mover, path.directions.len() as u64);
            }
            (AnyPosition::Dots(before), _, AnyPosition::Dots(after)) => {
                for player in Player::BOTH {
                    let more = after.score(player).saturating_sub(before.score(player));
                    self.count(0, player, u64::from(more > 0));
                    self.count(1, player, more.into());
                }
            }
            (_, _, AnyPosition::FootballCheckers(after)) => {
                self.count(0, mover, u64::from(after.is_gate_attacked(mover.other())));
            }
            _ => {}
        }
    }

    pub(super) fn end(&mut self) {
        for (fact, &times) in self.list.iter_mut().zip(&self.game) {
            fact.games += u64::from(times > 0);
            fact.most = fact.most.max(times);
        }
    }
}
