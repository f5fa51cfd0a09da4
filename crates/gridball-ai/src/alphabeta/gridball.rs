//! Gridball and paper football.

use gridball_core::{
    Direction, Player, Point, Position,
    gridball::{GridballAction, GridballPosition, GridballSetup, GridballUndo, Move},
};

use super::game::{Candidate, SearchGame};
use crate::{evaluation::steps_to_target, evaluator::Evaluator};

/// A regular move reaches this far.
const REACH: i32 = 3;
/// Points that a move can end on, in one dimension.
const SPAN: usize = 7;

/// Where each move ends, seen from the ball, by its code.
static ENDS: [(i8, i8); Move::CODES] = ends();

const fn ends() -> [(i8, i8); Move::CODES] {
    let mut ends = [(0, 0); Move::CODES];
    // All words of one to three directions; 8 stands for none.
    let mut word = 0;
    while word < 9 * 9 * 9 {
        let digits = [word / 81, word / 9 % 9, word % 9];
        word += 1;
        let mut directions = [Direction::North; 3];
        let mut length = 0;
        while length < 3 && digits[length] < 8 {
            directions[length] = Direction::from_index(digits[length]);
            length += 1;
        }
        let (segments, _) = directions.split_at(length);
        if let Some(regular) = Move::new(segments) {
            let mut index = 0;
            let (mut x, mut y) = (0, 0);
            while index < length {
                let (dx, dy) = directions[index].delta();
                x += dx;
                y += dy;
                index += 1;
            }
            ends[regular.code()] = (x, y);
        }
    }
    ends
}

/// Steps to the own gate minus steps to the target, for a ball anywhere.
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
        let (setup, ball, player) = (self.setup(), self.ball(), self.to_move());
        if self.in_penalty_phase() {
            for direction in Direction::ALL {
                if self.is_penalty_possible(direction) {
                    let action = GridballAction::Penalty(direction);
                    let order = balance(setup, self.line(&action).end(), player);
                    candidates.push(Candidate { order, action });
                }
            }
            return;
        }
        // The order depends on the end of the move alone.
        let mut orders = [[0_i32; SPAN]; SPAN];
        for (row, dy) in orders.iter_mut().zip(-REACH..=REACH) {
            for (order, dx) in row.iter_mut().zip(-REACH..=REACH) {
                let end = Point::new(ball.x + dx as i8, ball.y + dy as i8);
                *order = balance(setup, end, player);
            }
        }
        for regular in self.moves() {
            let (dx, dy) = ENDS[regular.code()];
            let order = orders[(i32::from(dy) + REACH) as usize][(i32::from(dx) + REACH) as usize];
            candidates.push(Candidate { order, action: GridballAction::Move(regular) });
        }
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
            let (_, dy) = ENDS[regular.code()];
            setup.winner(Point::new(ball.x, ball.y + dy)) == Some(self.to_move())
        });
        goal.map(GridballAction::Move)
    }

    #[inline]
    fn is_quiet(&self) -> bool {
        !self.in_penalty_phase()
    }
}

/// The evaluation that `alphabeta` plays Gridball and paper football by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct GridballEvaluator;

impl Evaluator<GridballPosition> for GridballEvaluator {
    fn evaluate(&mut self, position: &GridballPosition) -> i32 {
        let balance = balance(position.setup(), position.ball(), position.to_move());
        25 * (balance + REACH)
    }
}
