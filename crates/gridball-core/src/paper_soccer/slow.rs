//! The rules once more, as plainly as they can be written, on their own board: the oracle of the
//! tests. It shares no logic with the fast way; from a position it takes the drawn lines and the
//! ball, nothing else.
//!
//! Points are `(file, rank)` here, files from 0, ranks from 1 at the bottom, as on paper.

use alloc::{vec, vec::Vec};
use core::ops::ControlFlow;

use super::{PaperSoccerAction, PaperSoccerPosition, PointName, Side};
use crate::{
    game::{Outcome, Position},
    grid::Direction,
};

/// The steps in the order of the digits: what they add to file and rank.
const STEPS: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The sheet of paper.
struct Paper {
    goal_width: i32,
    width: i32,
    height: i32,
    /// `[rank][file][direction]`: a line is drawn there, by a player or as part of the border.
    drawn: Vec<Vec<[bool; 8]>>,
    /// `[rank][file]`: who gets here has to go on.
    occupied: Vec<Vec<bool>>,
    ball: (i32, i32),
}

impl Paper {
    fn new(position: &PaperSoccerPosition) -> Self {
        let setup = position.setup();
        let (width, height) = (setup.width() as i32, setup.height() as i32);
        let name = setup.name(position.ball());
        let mut paper = Self {
            goal_width: setup.goal_width() as i32,
            width,
            height,
            drawn: vec![vec![[false; 8]; width as usize + 1]; height as usize + 4],
            occupied: vec![vec![false; width as usize + 1]; height as usize + 4],
            ball: (name.file as i32, name.rank as i32),
        };
        paper.draw_border();
        // Every point of the border is occupied at the start, and the centre.
        paper.occupied[height as usize / 2 + 2][width as usize / 2] = true;
        for (point, direction) in position.lines() {
            let name = setup.name(point);
            paper.draw((name.file as i32, name.rank as i32), direction as usize);
        }
        paper
    }

    fn posts(&self) -> (i32, i32) {
        let beside = (self.width - self.goal_width) / 2;
        (beside, self.width - beside)
    }

    fn draw_border(&mut self) {
        let (left, right) = self.posts();
        let (bottom, top) = (2, self.height + 2);
        for rank in bottom..top {
            self.draw((0, rank), 0);
            self.draw((self.width, rank), 0);
        }
        for file in 0..self.width {
            if file < left || file >= right {
                self.draw((file, bottom), 2);
                self.draw((file, top), 2);
            }
        }
        for post in [left, right] {
            self.draw((post, bottom), 4);
            self.draw((post, top), 0);
        }
        for file in left..right {
            self.draw((file, bottom - 1), 2);
            self.draw((file, top + 1), 2);
        }
    }

    fn neighbour((file, rank): (i32, i32), direction: usize) -> (i32, i32) {
        (file + STEPS[direction].0, rank + STEPS[direction].1)
    }

    fn is_within_posts(&self, file: i32) -> bool {
        let (left, right) = self.posts();
        left <= file && file <= right
    }

    fn is_goal_row(&self, rank: i32) -> bool {
        rank == 1 || rank == self.height + 3
    }

    fn exists(&self, (file, rank): (i32, i32)) -> bool {
        if self.is_goal_row(rank) {
            self.is_within_posts(file)
        } else {
            0 <= file && file <= self.width && 2 <= rank && rank <= self.height + 2
        }
    }

    fn set_drawn(&mut self, from: (i32, i32), direction: usize, drawn: bool) {
        let to = Self::neighbour(from, direction);
        self.drawn[from.1 as usize][from.0 as usize][direction] = drawn;
        self.drawn[to.1 as usize][to.0 as usize][(direction + 4) % 8] = drawn;
    }

    fn draw(&mut self, from: (i32, i32), direction: usize) {
        let to = Self::neighbour(from, direction);
        self.set_drawn(from, direction, true);
        self.occupied[from.1 as usize][from.0 as usize] = true;
        self.occupied[to.1 as usize][to.0 as usize] = true;
    }

    fn may_step(&self, from: (i32, i32), direction: usize) -> bool {
        let to = Self::neighbour(from, direction);
        let between_goal_row_and_field = self.is_goal_row(from.1) != self.is_goal_row(to.1);
        self.exists(to)
            && !self.drawn[from.1 as usize][from.0 as usize][direction]
            && (!between_goal_row_and_field
                || (self.is_within_posts(from.0) && self.is_within_posts(to.0)))
    }

    fn is_stuck(&self, at: (i32, i32)) -> bool {
        !(0..8).any(|direction| self.may_step(at, direction))
    }

    fn is_over(&self) -> bool {
        self.is_goal_row(self.ball.1) || self.is_stuck(self.ball)
    }

    /// Tries every step from the ball, and every path that goes on from there.
    fn walk(
        &mut self,
        action: &mut PaperSoccerAction,
        visit: &mut impl FnMut(&PaperSoccerAction) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for direction in 0..8 {
            if !self.may_step(self.ball, direction) {
                continue;
            }
            let from = self.ball;
            let to = Self::neighbour(from, direction);
            let was_occupied = self.occupied[to.1 as usize][to.0 as usize];
            action.directions.push(Direction::from_index(direction));
            self.ball = to;
            self.set_drawn(from, direction, true);
            let flow = if self.is_over() || !was_occupied {
                visit(action)
            } else {
                self.walk(action, visit)
            };
            self.set_drawn(from, direction, false);
            self.ball = from;
            action.directions.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }
}

/// Every legal action.
pub(super) fn visit_actions(
    position: &PaperSoccerPosition,
    mut visit: impl FnMut(&PaperSoccerAction) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut paper = Paper::new(position);
    if paper.is_over() {
        return ControlFlow::Continue(());
    }
    let start = PointName { file: paper.ball.0 as u8, rank: paper.ball.1 as u8 };
    paper.walk(&mut PaperSoccerAction { start, directions: Vec::new() }, &mut visit)
}

/// The position after a legal action: its lines are drawn, the ball is at its end, the other
/// player is to move.
pub(super) fn play(
    position: &PaperSoccerPosition,
    action: &PaperSoccerAction,
) -> PaperSoccerPosition {
    let setup = position.setup();
    let mut lines: Vec<_> = position.lines().collect();
    let mut ball = position.ball();
    for &direction in &action.directions {
        lines.push((ball, direction));
        ball = ball.step(direction);
    }
    PaperSoccerPosition::assemble(setup, lines, ball, position.to_move().other())
        // Only an illegal action leads off the field.
        .unwrap_or_else(|_| position.clone())
}

impl PaperSoccerPosition {
    /// [`outcome`](Position::outcome) by the plain rules, for tests.
    pub fn slow_outcome(&self) -> Option<Outcome> {
        let paper = Paper::new(self);
        let winner = if paper.ball.1 == 1 {
            Side::Upper
        } else if paper.ball.1 == paper.height + 3 {
            Side::Lower
        } else if paper.is_stuck(paper.ball) {
            // The player who moved last loses; the other one would be to move.
            return Some(Outcome::Win(self.to_move()));
        } else {
            return None;
        };
        Some(Outcome::Win(self.setup().player(winner)))
    }
}
