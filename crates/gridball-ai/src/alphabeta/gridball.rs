//! Gridball and paper football.

use gridball_core::{
    Direction, Player, Point, Position,
    gridball::{GridballAction, GridballPosition, GridballSetup, GridballUndo, Move, MoveSet},
};

use super::game::{Candidate, SearchEvaluator, SearchGame};
use crate::{
    evaluation::{columns_to_mouth, rows_to_target, steps_to_target},
    evaluator::Evaluator,
};

/// A regular move reaches this far.
const REACH: i32 = 3;
/// Places where a move can end, in one dimension.
const SPAN: usize = 7;

/// The order of a move depends on where it ends alone; by [`MoveSet::end`].
#[inline]
fn orders_by_end(setup: GridballSetup, ball: Point, player: Player) -> [i32; MoveSet::ENDS] {
    let mut columns = [0; SPAN];
    for (columns, dx) in columns.iter_mut().zip(-REACH..=REACH) {
        *columns = columns_to_mouth(setup, ball.x + dx as i8);
    }
    let mut orders = [0; MoveSet::ENDS];
    for (row, dy) in orders.chunks_exact_mut(SPAN).zip(-REACH..=REACH) {
        let y = ball.y + dy as i8;
        let [target, gate] =
            [player, player.other()].map(|player| rows_to_target(setup, y, player));
        for (order, &columns) in row.iter_mut().zip(&columns) {
            *order = gate.max(columns) - target.max(columns);
        }
    }
    orders
}

/// What leaving the opponent without a move is worth in the order of actions, in steps.
const TRAP_ORDER: i32 = 12;

/// What a penalty gains at most, in steps: six rows nearer to the target and away from the own gate.
const PENALTY_ORDER: i32 = 12;

/// The penalties that can be taken.
fn push_penalties(position: &GridballPosition, candidates: &mut Vec<Candidate<GridballAction>>) {
    for direction in Direction::ALL {
        if let Some(end) = position.penalty_end(direction) {
            let order = balance(position.setup(), end, position.to_move());
            candidates.push(Candidate { order, action: GridballAction::Penalty(direction) });
        }
    }
}

/// Adds all these moves: those first that do not have to be asked whether they trap the opponent,
/// because they do not go to `cramped` ends.
fn push_moves(
    position: &GridballPosition,
    moves: MoveSet,
    cramped: u64,
    orders: &[i32; MoveSet::ENDS],
    candidates: &mut Vec<Candidate<GridballAction>>,
) {
    let questionable = moves.ending_at(cramped);
    let plain = moves.difference(&questionable);
    let first = candidates.len();
    // Room for all, so that none has to ask for it.
    let nothing = Candidate { order: 0, action: GridballAction::Penalty(Direction::North) };
    candidates.resize(first + moves.len(), nothing);
    let mut places = candidates[first..].iter_mut();
    let mut push = |order, regular| {
        if let Some(place) = places.next() {
            *place = Candidate { order, action: GridballAction::Move(regular) };
        }
    };
    plain.iter().for_each(|regular| push(orders[MoveSet::end(regular)], regular));
    questionable.iter().for_each(|regular| {
        let trap = if position.traps(regular) { TRAP_ORDER } else { 0 };
        push(orders[MoveSet::end(regular)] + trap, regular);
    });
}

/// The ends of moves, as bits by [`MoveSet::end`], from which few ways lead on. Most moves that trap the
/// opponent end at one of them, more than nine in ten: the others go unnoticed, for to ask every move
/// costs more than it gains.
fn cramped_ends(position: &GridballPosition) -> u64 {
    /// The points within this distance of the ball have neighbours of ends.
    const FAR: i32 = REACH + 1;
    /// Points in a row of the window.
    const ROW: i32 = 2 * FAR + 1;
    let ball = position.ball();
    // Nine bits of a row from four columns left of the ball on: what is free.
    let free =
        |marked: u64| !((marked << FAR | ((1 << FAR) - 1)) >> ball.x as u32) & ((1 << ROW) - 1);
    // The window without its last, without its first and last, and without its first two rows; the
    // cells above the points of the second of them, and those below.
    let (mut above, mut level, mut below) = (0_u64, 0_u64, 0_u64);
    let (mut cells_above, mut cells_below) = (0_u64, 0_u64);
    for row in 0..ROW {
        let y = ball.y + (row - FAR) as i8;
        let (points, cells) = (free(position.touched_row(y)), free(position.diagonal_row(y)));
        if row < ROW - 2 {
            above |= points << (row * ROW);
            cells_above |= cells << (row * ROW);
        }
        if (1..ROW - 1).contains(&row) {
            level |= points << ((row - 1) * ROW);
            cells_below |= cells << ((row - 1) * ROW);
        }
        if row >= 2 {
            below |= points << ((row - 2) * ROW);
        }
    }
    // The free neighbours that no diagonal bars are counted for all points at once, in four words of
    // binary digits.
    let mut digits = [0_u64; 4];
    for neighbours in [
        (above & cells_above) << 1,
        above,
        above >> 1 & cells_above,
        level << 1,
        level >> 1,
        (below & cells_below) << 1,
        below,
        below >> 1 & cells_below,
    ] {
        let mut carry = neighbours;
        for digit in &mut digits {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
    }
    let [ones, twos, fours, eights] = digits;
    // Free points with four or fewer. The move itself takes up to two of them.
    let few = level & !(eights | fours & (twos | ones));
    // Out of rows of nine into rows of seven.
    let mut ends = 0;
    for row in 0..SPAN as u32 {
        ends |= (few >> (row * ROW as u32 + 1) & ((1 << SPAN) - 1)) << (row * SPAN as u32);
    }
    ends
}

/// Steps to the own gate minus steps to the target, for a ball anywhere.
#[inline]
fn balance(setup: GridballSetup, ball: Point, player: Player) -> i32 {
    steps_to_target(setup, ball, player.other()) - steps_to_target(setup, ball, player)
}

impl SearchGame for GridballPosition {
    type Compact = GridballAction;

    const CODES: usize = Move::CODES + 8;
    const CLOCK_INTERVAL: u32 = 512;
    const ORDER_WEIGHT: i32 = 1024;
    const REMEMBERS_LAST_TURN: bool = false;

    fn code(action: &GridballAction) -> usize {
        match action {
            GridballAction::Move(regular) => regular.code(),
            GridballAction::Penalty(direction) => Move::CODES + *direction as usize,
        }
    }

    fn push_candidates(&self, candidates: &mut Vec<Candidate<GridballAction>>) {
        if self.in_penalty_phase() {
            push_penalties(self, candidates);
            return;
        }
        let orders = orders_by_end(self.setup(), self.ball(), self.to_move());
        let cramped = cramped_ends(self);
        push_moves(self, self.moves(), cramped, &orders, candidates);
    }

    fn push_last_candidates(
        &self,
        least: i32,
        candidates: &mut Vec<Candidate<GridballAction>>,
    ) -> bool {
        if self.in_penalty_phase() {
            push_penalties(self, candidates);
            return false;
        }
        let orders = orders_by_end(self.setup(), self.ball(), self.to_move());
        let (mut promising, mut traps_promise) = (0_u64, 0_u64);
        for (end, &order) in orders.iter().enumerate() {
            promising |= u64::from(order >= least) << end;
            traps_promise |= u64::from(order + PENALTY_ORDER >= least) << end;
        }
        let cramped = cramped_ends(self) & traps_promise;
        let moves = self.moves();
        let before = candidates.len();
        push_moves(self, moves.ending_at(promising), cramped, &orders, candidates);
        for regular in moves.ending_at(cramped & !promising) {
            if self.traps(regular) {
                let order = orders[MoveSet::end(regular)] + TRAP_ORDER;
                candidates.push(Candidate { order, action: GridballAction::Move(regular) });
            }
        }
        candidates.len() - before < moves.len()
    }

    fn action(&self, action: &GridballAction) -> GridballAction {
        *action
    }

    #[inline]
    fn play_compact(&mut self, action: &GridballAction) -> GridballUndo {
        self.play_unchecked(action)
    }

    #[inline]
    fn winning_action(&self) -> Option<GridballAction> {
        let (setup, ball) = (self.setup(), self.ball());
        let rows = match self.to_move() {
            Player::First => setup.height() as i8 - ball.y,
            Player::Second => ball.y,
        };
        if i32::from(rows) >= REACH || self.in_penalty_phase() {
            return None;
        }
        let goal = self.moves().goals(setup, ball).iter().find(|regular| {
            // On a field this high no move reaches both goals.
            let row = (MoveSet::end(*regular) / SPAN) as i8 - REACH as i8;
            setup.winner(Point::new(ball.x, ball.y + row)) == Some(self.to_move())
        });
        goal.map(GridballAction::Move)
    }

    #[inline]
    fn is_quiet(&self) -> bool {
        !self.in_penalty_phase()
    }
}

/// The numbers of the evaluation of Gridball and paper football, in the unit of
/// [`Score`](crate::Score).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GridballWeights {
    /// A step nearer to the target or farther from the own gate.
    pub step: i32,
    /// Being to move.
    pub turn: i32,
    /// Twice as many moves for the player to move; 64 moves count as nothing.
    pub mobility: i32,
}

impl Default for GridballWeights {
    fn default() -> Self {
        Self { step: 25, turn: -8, mobility: 8 }
    }
}

/// The evaluation that `alphabeta` plays Gridball and paper football by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct GridballEvaluator {
    weights: GridballWeights,
}

impl GridballEvaluator {
    pub(crate) const fn new(weights: GridballWeights) -> Self {
        Self { weights }
    }
}

/// So many times two moves are about as many as there usually are.
const USUAL_MOVES: i32 = 6;

impl Evaluator<GridballPosition> for GridballEvaluator {
    fn evaluate(&mut self, position: &GridballPosition) -> i32 {
        let weights = &self.weights;
        let player = position.to_move();
        let balance = balance(position.setup(), position.ball(), player);
        let moves = position.moves().len() as u32;
        let mobility = (moves + 1).ilog2() as i32 - USUAL_MOVES;
        weights.step * balance + weights.turn + weights.mobility * mobility
    }
}

impl GridballEvaluator {
    /// What a quiet position is worth at most besides the steps, for the player who has come to it.
    fn ceiling_without_steps(&self) -> i32 {
        /// No set of moves is doubled more often than this.
        const MOST_MOVES: i32 = 9;
        let weights = &self.weights;
        // How few moves the opponent has is not known, but is worth no more than this.
        let mobility =
            (weights.mobility * USUAL_MOVES).max(weights.mobility * (USUAL_MOVES - MOST_MOVES));
        mobility - weights.turn
    }
}

impl SearchEvaluator<GridballPosition> for GridballEvaluator {
    fn least_order(&self, value: i32) -> i32 {
        match self.weights.step {
            // The first number of steps that brings more than what is missing.
            step @ 1.. => (value - self.ceiling_without_steps()).div_euclid(step) + 1,
            // Steps that cost something say nothing beforehand.
            _ => i32::MIN,
        }
    }
}

#[cfg(test)]
mod tests {
    use gridball_core::Outcome;

    use super::*;
    use crate::{
        Unattended, alphabeta::SearchWeights, engine::Engine, games::gridball_engine,
        limits::Limits, options::EngineOptions, random_source::RandomSource, score::Score,
    };

    /// Every position of some random games.
    fn random_positions(id: &str, games: u64) -> Vec<GridballPosition> {
        let mut positions = Vec::new();
        for seed in 0..games {
            let mut position = GridballPosition::start(&id.parse().unwrap());
            while position.outcome().is_none() {
                positions.push(position.clone());
                let mut actions = position.actions(usize::MAX);
                actions.sort_unstable();
                let index = RandomSource::new(seed, &position).below(actions.len() as u64);
                position.play(&actions[index as usize]).unwrap();
            }
        }
        positions
    }

    const FIELDS: [&str; 3] = ["gridball:small", "gridball:12x12/2", "paper-football"];

    #[test]
    fn the_evaluation_is_the_same_in_every_view() {
        let weights = GridballWeights { step: 25, turn: -30, mobility: 7 };
        let mut evaluator = GridballEvaluator::new(weights);
        for position in FIELDS.iter().flat_map(|id| random_positions(id, 10)) {
            for &symmetry in position.symmetries() {
                let seen = position.transformed(symmetry);
                assert_eq!(
                    evaluator.evaluate(&seen),
                    evaluator.evaluate(&position),
                    "{position:?}"
                );
            }
        }
    }

    /// A quiet move that is left out in the last turn could not have been worth more.
    #[test]
    fn nothing_is_worth_more_than_its_order_promises() {
        for weights in [
            GridballWeights::default(),
            GridballWeights { step: 25, turn: 9, mobility: 7 },
            GridballWeights { step: 25, turn: 9, mobility: -7 },
            GridballWeights { step: -25, turn: 9, mobility: 7 },
        ] {
            let mut evaluator = GridballEvaluator::new(weights);
            for value in -500..500 {
                let order = evaluator.least_order(value);
                let most = |order| weights.step * order + evaluator.ceiling_without_steps();
                assert!(order == i32::MIN || most(order) > value && most(order - 1) <= value);
            }
            for position in FIELDS.iter().flat_map(|id| random_positions(id, 3)) {
                let mut candidates = Vec::new();
                position.push_candidates(&mut candidates);
                for Candidate { order, action } in candidates {
                    let mut child = position.clone();
                    child.play_unchecked(&action);
                    if child.outcome().is_none() && child.is_quiet() {
                        let worth = -evaluator.evaluate(&child);
                        assert!(evaluator.least_order(worth - 1) <= order, "{position:?} {action}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_last_turn_leaves_out_what_neither_promises_nor_traps() {
        let (mut left_out, mut traps, mut missed) = (0, 0, 0);
        for position in FIELDS.iter().flat_map(|id| random_positions(id, 20)) {
            let (mut all, mut last) = (Vec::new(), Vec::new());
            position.push_candidates(&mut all);
            let best = all.iter().map(|candidate| candidate.order).max().unwrap();
            let any_left_out = position.push_last_candidates(best, &mut last);
            assert_eq!(any_left_out, last.len() < all.len());
            assert!(last.iter().all(|candidate| all.contains(candidate)));
            for candidate in &all {
                let is_in = last.contains(candidate);
                left_out += usize::from(!is_in);
                let end = position.line(&candidate.action).end();
                let order = balance(position.setup(), end, position.to_move());
                assert!(is_in || order < best);
                if let GridballAction::Move(regular) = candidate.action
                    && position.traps(regular)
                    && order + PENALTY_ORDER >= best
                {
                    traps += 1;
                    missed += usize::from(!is_in);
                }
            }
        }
        // A trap is looked for where a penalty more would promise something. That few points are free round the end of a trap is a rule of thumb.
        assert!(left_out > 10_000 && traps > 500, "{left_out} {traps}");
        assert!(missed * 15 <= traps, "{missed} of {traps}");
    }

    /// The ends of two games between engines: a trap, and penalties into the goal.
    #[test]
    fn series_of_penalties_are_found_to_their_end() {
        let games = [
            (
                "670 027 574 367 530 330 336 572 753 671 653 572 705 450 002 113 p1 350 542 445 \
                 214 446 457 457 572 p0 752 p4 530 346 470 670 542 450 p3 174 702 111 350 531 334 \
                 177 224 111 350 531 350 531 342 072 714 p6 430 357 561 p1 444 100",
                "714 p5 p5",
            ),
            (
                "670 027 574 367 541 330 342 316 135 217 235 217 235 217 235 217 214 455 230 p5 \
                 703 014 111 661 653 665 011 656 612 p7 013 016 752 571 653 671 752 560 536 \
                 450 001 005 002 176 023 216 p2 466 321 350 531 364 217 235 217 235 217 235 211 \
                 752 p5 011 666 531 p6 p7 p4 p1 650",
                "652 p2 p0",
            ),
        ];
        for (actions, series) in games {
            let mut position = GridballPosition::start(&GridballSetup::SMALL);
            for text in actions.split_whitespace() {
                position.play(&position.parse_action(text).unwrap()).unwrap();
            }
            let winner = position.to_move();
            let length = series.split(' ').count() as u32;
            for &symmetry in position.symmetries() {
                let position = position.transformed(symmetry);
                let mut engine = gridball_engine(
                    GridballWeights::default(),
                    SearchWeights::default(),
                    &EngineOptions::default(),
                );
                let found =
                    engine.search(&position, &Limits::nodes(20_000), &mut Unattended).unwrap();
                assert!(found.score >= Score::Win(length), "{series}: {}", found.score);
                // The line is the whole series.
                let mut end = position.clone();
                for action in &found.lines[0].actions {
                    end.play(action).unwrap();
                }
                assert_eq!(end.outcome(), Some(Outcome::Win(position.to_move())));
            }
            for text in series.split(' ') {
                position.play(&position.parse_action(text).unwrap()).unwrap();
            }
            assert_eq!(position.outcome(), Some(Outcome::Win(winner)));
        }
    }
}
