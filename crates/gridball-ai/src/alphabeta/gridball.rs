//! Gridball and paper football.

use gridball_core::{
    Direction, Player, Point, Position,
    gridball::{GridballAction, GridballPosition, GridballSetup, GridballUndo, Move, MoveSet},
};

use super::game::{Candidate, SearchEvaluator, SearchGame};
use crate::{evaluation::steps_to_target, evaluator::Evaluator};

/// A regular move reaches this far.
const REACH: i32 = 3;
/// Places where a move can end, in one dimension.
const SPAN: usize = 7;

/// The order of a move depends on where it ends alone; by [`MoveSet::end`].
#[inline]
fn orders_by_end(setup: GridballSetup, ball: Point, player: Player) -> [i32; MoveSet::ENDS] {
    let mut orders = [0; MoveSet::ENDS];
    for (row, dy) in orders.chunks_exact_mut(SPAN).zip(-REACH..=REACH) {
        for (order, dx) in row.iter_mut().zip(-REACH..=REACH) {
            let end = Point::new(ball.x + dx as i8, ball.y + dy as i8);
            *order = balance(setup, end, player);
        }
    }
    orders
}

/// What leaving the opponent without a move is worth in the order of actions, in steps.
const TRAP_ORDER: i32 = 12;

/// The penalties that can be taken.
fn push_penalties(position: &GridballPosition, candidates: &mut Vec<Candidate<GridballAction>>) {
    for direction in Direction::ALL {
        if position.is_penalty_possible(direction) {
            let action = GridballAction::Penalty(direction);
            let end = position.line(&action).end();
            let order = balance(position.setup(), end, position.to_move());
            candidates.push(Candidate { order, action });
        }
    }
}

/// The ends of moves, as bits by [`MoveSet::end`], from which few ways lead on. A move that traps the
/// opponent ends at one of them, but for the rarest cases: the moves that go elsewhere need not be
/// looked at.
fn cramped_ends(position: &GridballPosition) -> u64 {
    /// The points within this distance of the ball have neighbours of ends.
    const FAR: i32 = REACH + 1;
    /// Points in a row of the window.
    const ROW: i32 = 2 * FAR + 1;
    /// So many free neighbours are few. The move itself takes up to two of them.
    const FEW: u32 = 4;
    let ball = position.ball();
    // The window without its last, without its first and last, and without its first two rows.
    let (mut above, mut level, mut below) = (0_u64, 0_u64, 0_u64);
    for row in 0..ROW {
        let touched = position.touched_row(ball.y + (row - FAR) as i8);
        let around = (touched << FAR | ((1 << FAR) - 1)) >> ball.x as u32;
        let free = !around & ((1 << ROW) - 1);
        if row < ROW - 2 {
            above |= free << (row * ROW);
        }
        if (1..ROW - 1).contains(&row) {
            level |= free << ((row - 1) * ROW);
        }
        if row >= 2 {
            below |= free << ((row - 2) * ROW);
        }
    }
    // The free neighbours are counted for all points at once, in four words of binary digits.
    let mut digits = [0_u64; 4];
    for neighbours in
        [above << 1, above, above >> 1, level << 1, level >> 1, below << 1, below, below >> 1]
    {
        let mut carry = neighbours;
        for digit in &mut digits {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
    }
    let [ones, twos, fours, eights] = digits;
    let few = !eights & !(fours & (ones | twos));
    debug_assert_eq!(FEW, 4);
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
        for regular in self.moves() {
            let end = MoveSet::end(regular);
            let traps = cramped >> end & 1 == 1 && self.traps(regular);
            let order = orders[end] + if traps { TRAP_ORDER } else { 0 };
            candidates.push(Candidate { order, action: GridballAction::Move(regular) });
        }
    }

    fn push_last_candidates(
        &self,
        promises: impl Fn(i32) -> bool,
        candidates: &mut Vec<Candidate<GridballAction>>,
    ) -> bool {
        if self.in_penalty_phase() {
            push_penalties(self, candidates);
            return false;
        }
        let orders = orders_by_end(self.setup(), self.ball(), self.to_move());
        let cramped = cramped_ends(self);
        let mut promising = 0_u64;
        for (end, &order) in orders.iter().enumerate() {
            promising |= u64::from(promises(order)) << end;
        }
        let moves = self.moves();
        let looked_at = moves.ending_at(promising | cramped);
        let mut left_out = looked_at != moves;
        for regular in looked_at {
            let end = MoveSet::end(regular);
            let traps = cramped >> end & 1 == 1 && self.traps(regular);
            if traps || promising >> end & 1 == 1 {
                let order = orders[end] + if traps { TRAP_ORDER } else { 0 };
                candidates.push(Candidate { order, action: GridballAction::Move(regular) });
            } else {
                left_out = true;
            }
        }
        left_out
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
    /// Eight free points more on the way to the target of the player to move, near the ball.
    pub ahead: i32,
    /// Eight free points more on the way to the own gate of the player to move, near the ball.
    pub behind: i32,
}

impl Default for GridballWeights {
    fn default() -> Self {
        Self { step: 25, turn: 75, mobility: 0, ahead: 0, behind: 0 }
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
/// Rows of the field ahead of the ball that are looked at.
const AHEAD_ROWS: i8 = 5;
/// Columns to each side.
const AHEAD_SIDE: u32 = 4;

/// The free points near the ball in the rows towards larger and towards smaller y.
fn free_points(position: &GridballPosition) -> [i32; 2] {
    let ball = position.ball();
    let count = |step: i8| {
        (1..=AHEAD_ROWS)
            .map(|distance| {
                let touched = position.touched_row(ball.y + step * distance);
                let around = (touched << AHEAD_SIDE | ((1 << AHEAD_SIDE) - 1)) >> ball.x as u32;
                (!around & ((1 << (2 * AHEAD_SIDE + 1)) - 1)).count_ones() as i32
            })
            .sum()
    };
    [count(1), count(-1)]
}

impl Evaluator<GridballPosition> for GridballEvaluator {
    fn evaluate(&mut self, position: &GridballPosition) -> i32 {
        let weights = &self.weights;
        let player = position.to_move();
        let balance = balance(position.setup(), position.ball(), player);
        let mut value = weights.step * balance + weights.turn;
        if weights.mobility != 0 {
            let moves = position.moves().len() as u32;
            value += weights.mobility * ((moves + 1).ilog2() as i32 - USUAL_MOVES);
        }
        if weights.ahead != 0 || weights.behind != 0 {
            let [down, up] = free_points(position);
            let (ahead, behind) = if player == Player::First { (down, up) } else { (up, down) };
            value += (weights.ahead * ahead + weights.behind * behind) / 8;
        }
        value
    }
}

impl SearchEvaluator<GridballPosition> for GridballEvaluator {
    fn ceiling(&self, order: i32) -> i32 {
        // How few moves and free points the opponent has is not known, but is worth no more.
        const MOST_FREE: i32 = AHEAD_ROWS as i32 * (2 * AHEAD_SIDE as i32 + 1);
        let weights = &self.weights;
        let free = (-weights.ahead).max(0) + (-weights.behind).max(0);
        weights.step * order - weights.turn
            + (-weights.mobility).max(0) * (9 - USUAL_MOVES)
            + weights.mobility.max(0) * USUAL_MOVES
            + free * MOST_FREE / 8
    }
}
