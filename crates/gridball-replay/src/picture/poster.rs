//! Posters: a whole game on one page.

use gridball_core::AnySetup;

use super::{
    Picture, PictureOptions,
    caption::Words,
    draw_field,
    scene::{Anchor, CELL, Inset, Role, Scene, Spot},
};
use crate::{
    record::{NodeId, Record},
    walk::Walk,
};

/// No poster has more pictures.
const MOST: usize = 40;
/// A cell of the paper is at least so many pixels wide, or there are fewer pictures.
const SMALLEST_CELL: f32 = 9.0;
/// The letters on a poster are about so large, in pixels.
const LETTERS: f32 = 13.0;
/// The width of a poster that looks best, with its height as one.
const SHAPE: f32 = 4.0 / 3.0;

/// Draws a poster of the game up to `last`.
pub(super) fn draw(record: &Record, last: NodeId, options: PictureOptions) -> Picture {
    let setup = record.setup();
    let mut walk = Walk::new(record, last);
    let field = draw_field(walk.game(), &setup, false).scene;
    let positions = walk.ahead() + 1;
    let layout = Layout::new(positions, &field, options);
    let chosen = choose(positions, layout.pictures);

    let (width, height) = layout.page();
    let mut page = Scene::new(width, height, field.pens);
    let mut panels = 0;
    for index in 0..positions {
        if index > 0 {
            walk.step();
        }
        if chosen.get(panels) == Some(&index) {
            let at = layout.corner(panels);
            panels += 1;
            let scene = panel(&walk, &setup, layout.letters);
            page.insets.push(Inset { scene, at, scale: 1.0 });
        }
    }
    let words = Words::of(&walk);
    words.caption.write(&mut page, layout.letters / super::caption::LETTERS);
    Picture {
        scene: page,
        theme: options.theme,
        size: options.size,
        title: words.title,
        description: words.description,
    }
}

/// One picture of a poster, with its action above it.
fn panel(walk: &Walk<'_>, setup: &AnySetup, letters: f32) -> Scene {
    let words = Words::of(walk);
    let mut paper = draw_field(walk.game(), setup, false);
    paper.marks(&words.marks);
    let mut scene = paper.scene;
    let status = if Words::is_start(walk) {
        "Start".to_owned()
    } else {
        words.caption.status(&scene, letters)
    };
    let at = Spot::new(scene.width / 2.0, scene.height + letters * 0.4);
    scene.text(Role::Caption, at, letters, Anchor::Middle, &status);
    scene
}

/// `count` of the numbers below `positions`, evenly spaced, the last one among them. All of them
/// if there are enough; the start is the first that is left out.
fn choose(positions: usize, count: usize) -> Vec<usize> {
    if count >= positions {
        return (0..positions).collect();
    }
    (1..=count).map(|index| index * (positions - 1) / count).collect()
}

/// How the pictures lie on the page.
struct Layout {
    pictures: usize,
    columns: usize,
    rows: usize,
    /// The size of a picture with its words, in units.
    width: f32,
    height: f32,
    /// The size of letters, in units.
    letters: f32,
}

impl Layout {
    /// The layout with the most pictures that can be made out.
    fn new(positions: usize, field: &Scene, options: PictureOptions) -> Self {
        let most = positions.min(MOST);
        let layouts = (1..=most).rev().map(|pictures| Self::of(pictures, field, options));
        let legible = |layout: &Self| layout.scale(options) * CELL >= SMALLEST_CELL;
        layouts.clone().find(legible).unwrap_or_else(|| Self::of(most.min(2), field, options))
    }

    /// The layout of so many pictures whose page has the best shape.
    fn of(pictures: usize, field: &Scene, options: PictureOptions) -> Self {
        let of = |columns: usize, letters: f32| {
            let rows = pictures.div_ceil(columns);
            let height = field.height + letters * 1.2;
            Self { pictures, columns, rows, width: field.width, height, letters }
        };
        let badness = |layout: &Self| {
            let (width, height) = layout.page();
            let shape = width / height / SHAPE;
            let empty = (layout.columns * layout.rows - pictures) as f32 / pictures as f32;
            shape.max(1.0 / shape) + empty
        };
        let best = (1..=pictures)
            .map(|columns| of(columns, super::caption::LETTERS))
            .min_by(|one, other| badness(one).total_cmp(&badness(other)));
        let columns = best.map_or(1, |layout| layout.columns);
        let scale = of(columns, super::caption::LETTERS).scale(options);
        of(columns, LETTERS / scale)
    }

    /// The size of the page without its caption, in units.
    fn page(&self) -> (f32, f32) {
        (self.columns as f32 * self.width, self.rows as f32 * self.height + CELL * 0.5)
    }

    /// Pixels a unit.
    fn scale(&self, options: PictureOptions) -> f32 {
        let (width, height) = self.page();
        options.size.pixels() as f32 / width.max(height)
    }

    /// Where a picture goes, row by row.
    fn corner(&self, index: usize) -> Spot {
        let (column, row) = (index % self.columns, index / self.columns);
        Spot::new(column as f32 * self.width, row as f32 * self.height)
    }
}
