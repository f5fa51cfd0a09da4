//! Football-checkers.

use gridball_core::{
    Direction, Player, Position,
    football_checkers::{Cell, CheckersAction, CheckersPosition, CheckersUndo, SIZE},
};

use super::{
    game::{Candidate, SearchEvaluator, SearchGame},
    guard::Tactics,
    search::MAX_LEVEL,
};
use crate::{evaluator::Evaluator, random_source::mix};

/// What attacking one cell of the gate is worth in the order of actions, in ranks.
const ATTACK: i32 = 8;

/// How far a cell is away from the own home rank, 0 to 11.
const fn advance(cell: Cell, player: Player) -> i32 {
    (match player {
        Player::First => SIZE - 1 - cell.y(),
        Player::Second => cell.y(),
    }) as i32
}

impl SearchGame for CheckersPosition {
    type Compact = CheckersAction;

    const CODES: usize = Cell::COUNT * Cell::COUNT;
    const CLOCK_INTERVAL: u32 = 16;
    const ORDER_WEIGHT: i32 = 512;
    const REMEMBERS_LAST_TURN: bool = true;

    fn code(action: &CheckersAction) -> usize {
        action.from.index() * Cell::COUNT + action.to.index()
    }

    fn push_candidates(&self, candidates: &mut Vec<Candidate<CheckersAction>>) {
        let player = self.to_move();
        let _ = self.visit_actions(|&action| {
            let gained = advance(action.to, player) - advance(action.from, player);
            let attacked = self.attacked_cells_after(action).len() as i32;
            candidates.push(Candidate { order: gained + ATTACK * attacked, action });
            std::ops::ControlFlow::Continue(())
        });
    }

    fn action(&self, action: &CheckersAction) -> CheckersAction {
        *action
    }

    #[inline]
    fn play_compact(&mut self, action: &CheckersAction) -> CheckersUndo {
        self.play_unchecked(action)
    }

    /// Under the duty a win is an action that leaves the opponent none, and to see whether there
    /// is one costs as much as to play them all: so the search plays them.
    fn winning_action(&self) -> Option<CheckersAction> {
        if self.has_duty() || self.attacked_cells(self.to_move()).is_empty() {
            return None;
        }
        Self::winning_action(self)
    }

    /// Repetition belongs to the key, as far as it can make a difference to proven results.
    ///
    /// A result that the search has proven has a proof in which no line of play comes to one
    /// position twice: wherever it would, the later play could have been chosen the first time.
    /// So such a line ends in a draw by repetition only at a position that had come up twice
    /// before, and the repetition key tells which those are. (An estimate may still contain
    /// draws that depend on how the position was reached, or lack them.) The same goes for the
    /// limit of 400 actions: from so far before it that no line of the search can reach it, the
    /// number of actions is part of the key.
    fn search_key(&self) -> u64 {
        let clock = match self.clock() {
            Some((clock, limit)) if clock + MAX_LEVEL as u32 >= limit => mix(u64::from(clock)),
            _ => 0,
        };
        self.key() ^ self.repetition_key() ^ clock
    }

    /// Who is attacked has to answer first.
    fn is_quiet(&self) -> bool {
        !self.has_duty() || !self.is_gate_attacked(self.to_move())
    }
}

impl Tactics for CheckersPosition {
    fn winning_action(&self) -> Option<CheckersAction> {
        Self::winning_action(self)
    }
}

/// The numbers of the evaluation of football-checkers, in the unit of [`Score`](crate::Score).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckersWeights {
    /// A rank nearer to the goal.
    pub rank: i32,
    /// A free cell of the gate that one checker sees: one more, on another line, attacks it.
    pub seen: i32,
    /// What a free cell of the gate is worth more that is seen along two lines or more.
    pub crossed: i32,
    /// Being to move.
    pub turn: i32,
}

impl Default for CheckersWeights {
    fn default() -> Self {
        Self { rank: 4, seen: 14, crossed: 10, turn: 12 }
    }
}

/// The evaluation that `alphabeta` plays football-checkers by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct CheckersEvaluator {
    weights: CheckersWeights,
}

impl CheckersEvaluator {
    pub(crate) const fn new(weights: CheckersWeights) -> Self {
        Self { weights }
    }

    /// What `player` has.
    fn side(&self, position: &CheckersPosition, player: Player) -> i32 {
        let weights = &self.weights;
        let (goal, lines) = match player {
            Player::First => (0, [Direction::South, Direction::SouthEast, Direction::SouthWest]),
            Player::Second => {
                (SIZE - 1, [Direction::North, Direction::NorthEast, Direction::NorthWest])
            }
        };
        let own = position.checkers(player);
        let occupied = own | position.checkers(player.other());
        let advanced: i32 = own.iter().map(|cell| advance(cell, player)).sum();
        let mut score = weights.rank * advanced;
        for cell in (0..SIZE).filter_map(|x| Cell::new(x, goal)) {
            if occupied.contains(cell) {
                continue;
            }
            let sees = |&direction: &Direction| {
                position.first_seen(cell, direction).is_some_and(|seen| own.contains(seen))
            };
            match lines.iter().filter(|direction| sees(direction)).count() {
                0 => {}
                1 => score += weights.seen,
                _ => score += weights.seen + weights.crossed,
            }
        }
        score
    }
}

impl Evaluator<CheckersPosition> for CheckersEvaluator {
    fn evaluate(&mut self, position: &CheckersPosition) -> i32 {
        let player = position.to_move();
        self.side(position, player) - self.side(position, player.other()) + self.weights.turn
    }
}

impl SearchEvaluator<CheckersPosition> for CheckersEvaluator {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_source::RandomSource;

    #[test]
    fn the_evaluation_is_the_same_in_every_view() {
        let mut seen = 0;
        for (seed, id) in (0..12).zip(["corners", "centre", "split", "corners/open"].iter().cycle())
        {
            let setup = format!("football-checkers:{id}").parse().unwrap();
            let mut position = CheckersPosition::start(&setup);
            while position.outcome().is_none() && seen < 2_000 {
                for &symmetry in position.symmetries() {
                    let view = position.transformed(symmetry);
                    let [value, other] = [&position, &view]
                        .map(|position| CheckersEvaluator::default().evaluate(position));
                    assert_eq!(value, other, "{}", position.position_text());
                    seen += 1;
                }
                let mut actions = position.actions(usize::MAX);
                actions.sort_unstable();
                let index = RandomSource::new(seed, &position).below(actions.len() as u64);
                position.play(&actions[index as usize]).unwrap();
            }
        }
        assert!(seen >= 500, "{seen}");
    }
}
