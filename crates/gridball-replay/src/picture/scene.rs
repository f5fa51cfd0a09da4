//! What a picture shows, before anybody decides about colours or a format: shapes with a meaning.

use std::collections::BTreeMap;

use gridball_core::Player;

use super::marks::MarkColor;

/// The side of a cell of the paper, in the units of a scene.
pub(super) const CELL: f32 = 24.0;

/// A place in a scene, in units from its top left corner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Spot {
    pub(super) x: f32,
    pub(super) y: f32,
}

impl Spot {
    pub(super) const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    /// The place so much further to the right and down.
    pub(super) fn moved(self, right: f32, down: f32) -> Self {
        Self { x: self.x + right, y: self.y + down }
    }
}

/// What a shape is. The order is that of drawing: what comes later lies on top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Role {
    /// A cell of which no more is known than that it holds a diagonal.
    Shaded,
    /// Cells on which one side may not land.
    Forbidden,
    /// A cell that this player attacks.
    Attacked(Player),
    /// The squares of the paper.
    Grid,
    /// What belongs to this player.
    Territory(Player),
    /// The line round it.
    Chain(Player),
    /// Goals, and the edge of the field.
    Border,
    /// A marker pen, run over the last action.
    Highlight,
    /// A penalty of this player.
    Penalty(Player),
    /// A line of which nobody knows who drew it.
    UnknownLine,
    /// A line of this player.
    Line(Player),
    /// A point that a line touches.
    Touched,
    /// Where a piece of this player came from.
    Trace(Player),
    /// A live piece of this player.
    Piece(Player),
    /// A captured piece of this player.
    DeadPiece(Player),
    /// The cross on a captured piece.
    DeadCross(Player),
    /// A point that the last action, one of this player, touched.
    LastPoint(Player),
    /// The sign on a cell that this player attacks.
    AttackSign(Player),
    /// The ball.
    Ball,
    /// A ring that a comment draws.
    MarkRing(MarkColor),
    /// The shaft of an arrow that a comment draws.
    MarkArrow(MarkColor),
    /// Its head.
    MarkHead(MarkColor),
    /// Names of rows and columns.
    Label,
    /// Words below the field.
    Caption,
    /// The sign before the player who is to move.
    ToMove,
}

/// Where a text stands, seen from its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A shape. All lengths are in units of the scene.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Shape {
    /// Straight lines from each place to the next.
    Line(Vec<Spot>),
    /// What lies inside of closed lines, but not inside of two of them.
    Area(Vec<Vec<Spot>>),
    Circle {
        centre: Spot,
        radius: f32,
    },
    /// A text on one line; `at` is on its baseline.
    Text {
        at: Spot,
        size: f32,
        anchor: Anchor,
        text: String,
    },
}

/// A scene inside another one.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Inset {
    pub(super) scene: Scene,
    /// Where its top left corner goes.
    pub(super) at: Spot,
    /// How much larger it becomes.
    pub(super) scale: f32,
}

/// With which colours the players draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pens {
    /// First blue, Second red.
    BlueAndRed,
    /// First red, Second black: football-checkers.
    RedAndBlack,
}

/// Shapes on a page.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Scene {
    /// The size of the page, in units.
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) pens: Pens,
    layers: BTreeMap<Role, Vec<Shape>>,
    pub(super) insets: Vec<Inset>,
}

impl Scene {
    /// An empty page.
    pub(super) const fn new(width: f32, height: f32, pens: Pens) -> Self {
        Self { width, height, pens, layers: BTreeMap::new(), insets: Vec::new() }
    }

    /// The shapes of each role, from the bottom to the top.
    pub(super) fn layers(&self) -> impl Iterator<Item = (Role, &[Shape])> {
        self.layers.iter().map(|(role, shapes)| (*role, shapes.as_slice()))
    }

    /// Adds a shape on top of the others of its role.
    pub(super) fn add(&mut self, role: Role, shape: Shape) {
        self.layers.entry(role).or_default().push(shape);
    }

    /// Adds straight lines.
    pub(super) fn line(&mut self, role: Role, places: impl IntoIterator<Item = Spot>) {
        self.add(role, Shape::Line(places.into_iter().collect()));
    }

    /// Adds a circle.
    pub(super) fn circle(&mut self, role: Role, centre: Spot, radius: f32) {
        self.add(role, Shape::Circle { centre, radius });
    }

    /// Adds a rectangle between two opposite corners.
    pub(super) fn rectangle(&mut self, role: Role, one: Spot, other: Spot) {
        let corners = vec![one, Spot::new(other.x, one.y), other, Spot::new(one.x, other.y)];
        self.add(role, Shape::Area(vec![corners]));
    }

    /// Adds an upright cross, or one that is turned by an eighth.
    pub(super) fn cross(&mut self, role: Role, centre: Spot, radius: f32, turned: bool) {
        for (x, y) in if turned { [(1.0, 1.0), (1.0, -1.0)] } else { [(1.0, 0.0), (0.0, 1.0)] } {
            let (x, y) = (x * radius, y * radius);
            self.line(role, [centre.moved(-x, -y), centre.moved(x, y)]);
        }
    }

    /// Adds a text whose middle is as high as `at`; nothing if it is empty.
    pub(super) fn text(&mut self, role: Role, at: Spot, size: f32, anchor: Anchor, text: &str) {
        if !text.is_empty() {
            // Half of the height of a capital letter.
            let at = at.moved(0.0, size * 0.36);
            self.add(role, Shape::Text { at, size, anchor, text: text.to_owned() });
        }
    }
}
