//! The yardstick of the Gridball generator: what one writes first when it has to be fast.
//!
//! A depth-first walk that marks and unmarks points on one plain board. No allocation, no tables,
//! no bit tricks. It is fixed: it is there to compare measurements of different machines and
//! years with, so do not make it faster.

use gridball_core::{
    Direction, Point, Position,
    gridball::{GridballPosition, GridballSetup},
};

/// Wide enough for the largest field.
const STRIDE: usize = 64;

/// A board of single bytes with a ball on it.
#[derive(Clone, Debug)]
pub struct NaiveBoard {
    setup: GridballSetup,
    ball: Point,
    /// Row by row: a line begins, ends or passes at this point.
    touched: [bool; STRIDE * STRIDE],
    /// Row by row: a diagonal is drawn in the cell with this top left corner.
    crossed: [bool; STRIDE * STRIDE],
}

impl NaiveBoard {
    /// The board of `position`, which must have its ball on the field.
    pub fn new(position: &GridballPosition) -> Self {
        let setup = position.setup();
        let mut board = Self {
            setup,
            ball: position.ball(),
            touched: [false; STRIDE * STRIDE],
            crossed: [false; STRIDE * STRIDE],
        };
        for y in 0..=setup.height() {
            for x in 0..=setup.width() {
                let place = y as usize * STRIDE + x as usize;
                board.touched[place] = position.is_touched(Point::new(x as i8, y as i8));
                board.crossed[place] = position.has_diagonal(x, y);
            }
        }
        board
    }

    /// How many regular moves the ball has. The board is the same afterwards.
    pub fn count_moves(&mut self) -> u64 {
        self.count_from(self.ball, 3)
    }

    /// How many ways there are to make the last `left` segments of a move.
    fn count_from(&mut self, from: Point, left: u32) -> u64 {
        if left == 0 {
            return 1;
        }
        let mut count = 0;
        for direction in Direction::ALL {
            if self.setup.is_goal(from, direction) {
                count += 1;
                continue;
            }
            let to = from.step(direction);
            if !self.setup.is_on_field(to) {
                continue;
            }
            let point = to.y as usize * STRIDE + to.x as usize;
            if self.touched[point] {
                continue;
            }
            if direction.is_diagonal() {
                let cell = from.y.min(to.y) as usize * STRIDE + from.x.min(to.x) as usize;
                if self.crossed[cell] {
                    continue;
                }
                self.touched[point] = true;
                self.crossed[cell] = true;
                count += self.count_from(to, left - 1);
                self.crossed[cell] = false;
            } else {
                self.touched[point] = true;
                count += self.count_from(to, left - 1);
            }
            self.touched[point] = false;
        }
        count
    }
}
