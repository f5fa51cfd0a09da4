//! The rules as plainly as they can be written.
//!
//! Nothing here is fast and nothing is shared with the generator. Tests, benches and fuzzing
//! compare the fast way with this one, so it stays for ever.

use alloc::{vec, vec::Vec};

use super::{
    action::{GridballAction, Move},
    position::{GridballPosition, Stage, State},
    rules::GridballSetup,
};
use crate::{
    game::{Player, Position},
    grid::{Direction, Point},
};

/// A position as a person sees it on paper.
pub(super) struct SlowPosition {
    setup: GridballSetup,
    /// `touched[y][x]`: a segment begins, ends or passes here.
    touched: Vec<Vec<bool>>,
    /// `crossed[y][x]`: a diagonal is drawn in the cell with this top left corner.
    crossed: Vec<Vec<bool>>,
    ball: Point,
    to_move: Player,
    turn: u16,
    /// The player to move takes penalties, and has taken this many in a row.
    penalties: Option<u8>,
    over: bool,
}

impl SlowPosition {
    pub(super) fn new(position: &GridballPosition) -> Self {
        let setup = position.setup();
        let (width, height) = (setup.width(), setup.height());
        let mut touched = vec![vec![false; width as usize + 1]; height as usize + 1];
        let mut crossed = vec![vec![false; width as usize]; height as usize];
        for y in 0..=height {
            for x in 0..=width {
                touched[y as usize][x as usize] = position.is_touched(Point::new(x as i8, y as i8));
                if x < width && y < height {
                    crossed[y as usize][x as usize] = position.has_diagonal(x, y);
                }
            }
        }
        Self {
            setup,
            touched,
            crossed,
            ball: position.ball(),
            to_move: position.to_move(),
            turn: position.turn(),
            penalties: position.in_penalty_phase().then(|| position.penalties_taken()),
            over: position.outcome().is_some(),
        }
    }

    pub(super) fn into_position(self) -> GridballPosition {
        let places = |rows: &[Vec<bool>]| {
            let mut found = Vec::new();
            for (y, row) in rows.iter().enumerate() {
                for (x, &marked) in row.iter().enumerate() {
                    if marked {
                        found.push((x, y));
                    }
                }
            }
            found
        };
        let stage = match self.penalties {
            _ if self.over => Stage::OVER,
            Some(taken) => Stage::penalty(taken),
            None => Stage::REGULAR,
        };
        let state = State {
            setup: self.setup,
            ball: self.ball,
            turn: self.turn,
            to_move: self.to_move,
            stage,
        };
        GridballPosition::from_parts(state, places(&self.touched), places(&self.crossed))
    }

    /// All legal actions.
    pub(super) fn actions(&self) -> Vec<GridballAction> {
        if self.over {
            Vec::new()
        } else if self.penalties.is_some() {
            let directions = Direction::ALL.into_iter();
            directions
                .filter(|&direction| self.penalty(direction).is_some())
                .map(GridballAction::Penalty)
                .collect()
        } else {
            self.moves().into_iter().map(GridballAction::Move).collect()
        }
    }

    /// "A regular segment: one step in one of 8 directions, legal iff …": a goal, or where it ends.
    fn segment(&self, from: Point, direction: Direction) -> Option<Point> {
        let to = from.step(direction);
        if self.is_goal(from, to) {
            return Some(to);
        }
        if !self.is_on_field(to) || self.touched[to.y as usize][to.x as usize] {
            return None;
        }
        if direction.is_diagonal() && self.crossed[Self::cell(from, to).1][Self::cell(from, to).0] {
            return None;
        }
        Some(to)
    }

    fn is_on_field(&self, point: Point) -> bool {
        point.x >= 0
            && point.y >= 0
            && point.x <= self.setup.width() as i8
            && point.y <= self.setup.height() as i8
    }

    /// "Vertically from a goal-line point strictly between the posts; diagonally when both its
    /// ends have x within the posts."
    fn is_goal(&self, from: Point, to: Point) -> bool {
        let top = from.y == 0 && to.y == -1;
        let bottom = from.y == self.setup.height() as i8 && to.y == from.y + 1;
        let (left, right) = (self.setup.left_post() as i8, self.setup.right_post() as i8);
        let mouth = if from.x == to.x {
            left < from.x && from.x < right
        } else {
            left <= from.x && from.x <= right && left <= to.x && to.x <= right
        };
        (top || bottom) && mouth
    }

    /// The top left corner of the cell between two diagonal neighbours.
    fn cell(a: Point, b: Point) -> (usize, usize) {
        (a.x.min(b.x) as usize, a.y.min(b.y) as usize)
    }

    /// Regular moves: three segments, or fewer if the last one scores.
    fn moves(&self) -> Vec<Move> {
        let mut found = Vec::new();
        self.extend(self.ball, &mut Vec::new(), &mut found);
        found
    }

    fn extend(&self, from: Point, segments: &mut Vec<Direction>, found: &mut Vec<Move>) {
        for direction in Direction::ALL {
            let Some(to) = self.segment(from, direction) else { continue };
            segments.push(direction);
            if self.is_goal(from, to) || segments.len() == 3 {
                found.extend(Move::new(segments));
            } else {
                let mut after = self.copy();
                after.draw(from, to);
                after.extend(to, segments, found);
            }
            segments.pop();
        }
    }

    /// The points a penalty passes after the ball, if it is available.
    fn penalty(&self, direction: Direction) -> Option<Vec<Point>> {
        let rules = self.setup.rules();
        let mut heading = direction;
        let mut at = self.ball;
        let mut passed: Vec<Point> = Vec::new();
        while passed.len() < 6 {
            let mut to = at.step(heading);
            let posts = [self.setup.left_post() as i8, self.setup.right_post() as i8];
            let at_post = (at.y == 0 || at.y == self.setup.height() as i8) && posts.contains(&at.x);
            let heads_out = to.y < 0 || to.y > self.setup.height() as i8;
            if rules.penalty_rebounds
                && at_post
                && heads_out
                && heading.is_diagonal()
                && !passed.is_empty()
            {
                heading = match heading {
                    Direction::NorthEast => Direction::SouthEast,
                    Direction::SouthEast => Direction::NorthEast,
                    Direction::NorthWest => Direction::SouthWest,
                    _ => Direction::NorthWest,
                };
                to = at.step(heading);
            }
            passed.push(to);
            if self.is_goal(at, to) {
                return Some(passed);
            }
            if !self.is_on_field(to) {
                return None;
            }
            at = to;
        }
        if !rules.penalty_ends_anywhere && self.touched[at.y as usize][at.x as usize] {
            return None;
        }
        Some(passed)
    }

    fn draw(&mut self, from: Point, to: Point) {
        if !self.is_on_field(to) {
            return;
        }
        self.touched[to.y as usize][to.x as usize] = true;
        if from.x != to.x && from.y != to.y {
            let (x, y) = Self::cell(from, to);
            self.crossed[y][x] = true;
        }
    }

    fn copy(&self) -> Self {
        Self { touched: self.touched.clone(), crossed: self.crossed.clone(), ..*self }
    }

    /// Plays a legal action.
    pub(super) fn play(&mut self, action: GridballAction) {
        let passed = match action {
            GridballAction::Move(regular) => {
                let mut at = self.ball;
                let mut passed = Vec::new();
                for direction in regular.segments() {
                    at = at.step(direction);
                    passed.push(at);
                }
                passed
            }
            GridballAction::Penalty(direction) => self.penalty(direction).unwrap_or_default(),
        };
        for to in passed {
            self.draw(self.ball, to);
            self.ball = to;
        }
        if !self.is_on_field(self.ball) {
            self.over = true;
            self.penalties = None;
            return;
        }
        let rules = self.setup.rules();
        let taken = match (action, self.penalties) {
            (GridballAction::Penalty(_), Some(taken)) => taken + 1,
            _ => 0,
        };
        if !self.moves().is_empty() {
            // The opponent can move: the turn passes.
            self.pass_turn(None);
        } else if let Some(limit) = rules.penalty_limit {
            if taken == limit {
                // Still trapped after the last penalty: the turn passes in penalty mode.
                self.pass_turn(Some(0));
            } else {
                self.penalties = Some(taken);
            }
        } else {
            self.penalties = Some(0);
            if Direction::ALL.into_iter().all(|direction| self.penalty(direction).is_none()) {
                self.over = true;
                self.penalties = None;
            }
        }
    }

    fn pass_turn(&mut self, penalties: Option<u8>) {
        self.to_move = self.to_move.other();
        self.penalties = penalties;
        if let Some(limit) = self.setup.rules().turn_limit {
            self.turn += 1;
            if self.turn == limit {
                self.over = true;
                self.penalties = None;
            }
        }
    }
}
