//! A field on squared paper: where its points are, its squares, the names at its edges.

use gridball_core::{AnySetup, Point};

use super::{
    marks::Marks,
    scene::{Anchor, CELL, Pens, Role, Scene, Shape, Spot},
};
use crate::drawn::coordinates;

/// Fields with more cells than this along one side get fewer and larger names.
const MANY_CELLS: f32 = 44.0;
/// The size of names, in units.
const NAME: f32 = 11.5;

/// How the places of a field lie on the squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Places {
    /// On the crossings; the field ends with the squares. Goals lie in one more row at the top
    /// and one at the bottom.
    CrossingsAndGoals,
    /// On the crossings, and the paper goes on for half a cell.
    Crossings,
    /// In the cells.
    Cells,
}

/// A field of some game, and the scene that shows it.
pub(super) struct Paper<'a> {
    pub(super) scene: Scene,
    setup: &'a AnySetup,
    places: Places,
    /// Columns and rows of places, without goals.
    columns: u8,
    rows: u8,
    /// The top left corner of the squares.
    corner: Spot,
}

impl<'a> Paper<'a> {
    /// An empty field with `columns` × `rows` places, with names at the edges or without.
    pub(super) fn new(
        setup: &'a AnySetup,
        (columns, rows): (u8, u8),
        places: Places,
        names: bool,
    ) -> Self {
        let pens = match setup {
            AnySetup::FootballCheckers(_) => Pens::RedAndBlack,
            AnySetup::Gridball(_) | AnySetup::PaperSoccer(_) | AnySetup::Dots(_) => {
                Pens::BlueAndRed
            }
        };
        let mut paper = Self {
            scene: Scene::new(0.0, 0.0, pens),
            setup,
            places,
            columns,
            rows,
            corner: Spot::new(0.0, 0.0),
        };
        let (width, height) = paper.squares();
        // Whole units, so that the squares are too.
        let margin = if names { 32.0 * paper.enlarged() } else { 17.0 };
        let goal = if places == Places::CrossingsAndGoals { CELL } else { 0.0 };
        paper.corner = Spot::new(margin, margin + goal);
        paper.scene.width = width + 2.0 * margin;
        paper.scene.height = height + 2.0 * (margin + goal);
        paper.draw_squares();
        if names {
            paper.write_names(margin, goal);
        }
        paper
    }

    /// How much larger words are because the field is big.
    pub(super) fn enlarged(&self) -> f32 {
        if f32::from(self.columns.max(self.rows)) > MANY_CELLS { 1.5 } else { 1.0 }
    }

    /// The size of the part that is covered with squares, goals not counted.
    fn squares(&self) -> (f32, f32) {
        let (columns, rows) = (f32::from(self.columns), f32::from(self.rows));
        match self.places {
            Places::CrossingsAndGoals => ((columns - 1.0) * CELL, (rows - 1.0) * CELL),
            Places::Crossings | Places::Cells => (columns * CELL, rows * CELL),
        }
    }

    /// Where a place lies; in games with cells, its middle.
    pub(super) fn spot(&self, point: Point) -> Spot {
        let shift = match self.places {
            Places::CrossingsAndGoals => 0.0,
            Places::Crossings | Places::Cells => CELL / 2.0,
        };
        self.corner.moved(f32::from(point.x) * CELL + shift, f32::from(point.y) * CELL + shift)
    }

    /// Where places lie.
    pub(super) fn spots<'b>(&'b self, points: &'b [Point]) -> impl Iterator<Item = Spot> + 'b {
        points.iter().map(|point| self.spot(*point))
    }

    /// Draws a line along points.
    pub(super) fn line(&mut self, role: Role, points: &[Point]) {
        let spots: Vec<Spot> = self.spots(points).collect();
        self.scene.line(role, spots);
    }

    /// Draws a circle round a place.
    pub(super) fn circle(&mut self, role: Role, point: Point, radius: f32) {
        self.scene.circle(role, self.spot(point), radius);
    }

    /// Fills the cell whose top left corner is this place; in games with cells, this cell.
    pub(super) fn fill_cell(&mut self, role: Role, point: Point) {
        let corner = match self.places {
            Places::Cells => self.spot(point).moved(-CELL / 2.0, -CELL / 2.0),
            Places::Crossings | Places::CrossingsAndGoals => self.spot(point),
        };
        self.scene.rectangle(role, corner, corner.moved(CELL, CELL));
    }

    fn draw_squares(&mut self) {
        let (width, height) = self.squares();
        let shift = if self.places == Places::Crossings { CELL / 2.0 } else { 0.0 };
        let corner = self.corner;
        // Cells have a line on both sides.
        let lines = u8::from(self.places == Places::Cells);
        for column in 0..self.columns + lines {
            let top = corner.moved(f32::from(column) * CELL + shift, 0.0);
            self.scene.line(Role::Grid, [top, top.moved(0.0, height)]);
        }
        for row in 0..self.rows + lines {
            let left = corner.moved(0.0, f32::from(row) * CELL + shift);
            self.scene.line(Role::Grid, [left, left.moved(width, 0.0)]);
        }
    }

    /// Writes the names of columns above and below the field, those of rows at its sides.
    fn write_names(&mut self, margin: f32, goal: f32) {
        let (width, height) = self.squares();
        let size = NAME * self.enlarged();
        let stride = if self.enlarged() > 1.0 { 2 } else { 1 };
        let distance = margin * 0.5;
        let (top, bottom) = (self.corner.y - goal, self.corner.y + height + goal);
        for x in (0..self.columns as i8).step_by(stride) {
            let name = coordinates::column(self.setup, x);
            let middle = self.spot(Point::new(x, 0)).x;
            for y in [top - distance, bottom + distance] {
                self.scene.text(Role::Label, Spot::new(middle, y), size, Anchor::Middle, &name);
            }
        }
        // The goals of paper soccer have ranks of their own.
        let beyond = i8::from(matches!(self.setup, AnySetup::PaperSoccer(_)));
        let distance = margin * 0.3;
        for y in (-beyond..self.rows as i8 + beyond).step_by(stride) {
            let name = coordinates::row(self.setup, y);
            let middle = self.spot(Point::new(0, y)).y;
            let (left, right) = (self.corner.x - distance, self.corner.x + width + distance);
            self.scene.text(Role::Label, Spot::new(left, middle), size, Anchor::End, &name);
            self.scene.text(Role::Label, Spot::new(right, middle), size, Anchor::Start, &name);
        }
    }

    /// Draws rings and arrows.
    pub(super) fn marks(&mut self, marks: &Marks) {
        for (color, point) in &marks.rings {
            self.circle(Role::MarkRing(*color), *point, CELL * 0.43);
        }
        for (color, from, to) in &marks.arrows {
            let (from, to) = (self.spot(*from), self.spot(*to));
            let (x, y) = (to.x - from.x, to.y - from.y);
            let length = (x * x + y * y).sqrt();
            if length == 0.0 {
                continue;
            }
            // One unit along the arrow, and one across.
            let (x, y) = (x / length, y / length);
            let (long, wide) = (CELL * 0.62, CELL * 0.3);
            let neck = to.moved(-x * long, -y * long);
            self.scene.line(Role::MarkArrow(*color), [from, neck.moved(x * 2.0, y * 2.0)]);
            let head = vec![to, neck.moved(-y * wide, x * wide), neck.moved(y * wide, -x * wide)];
            self.scene.add(Role::MarkHead(*color), Shape::Area(vec![head]));
        }
    }
}
