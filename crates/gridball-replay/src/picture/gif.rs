//! Films as animated GIF.

use std::{
    collections::HashMap,
    io::{self, Write},
};

use ::gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use resvg::tiny_skia::Pixmap;

use super::{Picture, PictureError, PictureOptions, raster};
use crate::{
    record::{NodeId, Record},
    walk::Walk,
};

/// How long a position is seen, and how long the last one, in hundredths of a second.
const DELAY: u16 = 80;
const LAST_DELAY: u16 = 300;
/// The colours of a film; one number is left for what does not change.
const COLORS: usize = 255;
const UNCHANGED: u8 = COLORS as u8;

/// Writes the game up to the action of `last` as an animated GIF: all its positions, each for
/// 0.8 seconds, the last one for 3, over and over again.
///
/// One frame is held at a time, and only what changes is written. `progress` is told how many
/// positions are done.
///
/// # Errors
///
/// Those of `out`, and when there is no memory for a frame.
pub fn write_gif(
    record: &Record,
    last: NodeId,
    options: PictureOptions,
    out: &mut dyn Write,
    progress: &mut dyn FnMut(usize),
) -> Result<(), PictureError> {
    let draw = |walk: &Walk<'_>| raster::draw(&Picture::of_walk(walk, options));
    // The last position has nearly all that is ever seen.
    let last_frame = draw(&Walk::to_the_end(record, last))?;
    let mut walk = Walk::new(record, last);
    let mut frame = draw(&walk)?;
    let mut palette = Palette::new(&[&last_frame, &frame]);
    drop(last_frame);

    let width = dimension(frame.width())?;
    let height = dimension(frame.height())?;
    let mut encoder = Encoder::new(out, width, height, &palette.bytes()).map_err(encoding)?;
    encoder.set_repeat(Repeat::Infinite).map_err(encoding)?;
    let mut before: Option<Pixmap> = None;
    for done in 1.. {
        let mut part = palette.part(&frame, before.as_ref());
        part.delay = if walk.ahead() == 0 { LAST_DELAY } else { DELAY };
        encoder.write_frame(&part).map_err(encoding)?;
        progress(done);
        if !walk.step() {
            break;
        }
        before = Some(std::mem::replace(&mut frame, draw(&walk)?));
    }
    encoder.into_inner().map_err(encoding)?.flush()?;
    Ok(())
}

/// A side as GIF takes it; [`Size`](super::Size) ends far below.
fn dimension(pixels: u32) -> Result<u16, PictureError> {
    u16::try_from(pixels).map_err(|_| PictureError::TooLarge { width: pixels, height: pixels })
}

fn encoding(error: EncodingError) -> PictureError {
    match error {
        EncodingError::Io(error) => PictureError::Io(error),
        other => PictureError::Io(io::Error::other(other.to_string())),
    }
}

/// Red, green, blue.
type Rgb = [u8; 3];

/// The colours of a film.
struct Palette {
    colors: Vec<Rgb>,
    /// The nearest colour of each that was seen.
    nearest: HashMap<Rgb, u8>,
}

impl Palette {
    /// The most frequent colours of `frames`, of equal ones the darker.
    fn new(frames: &[&Pixmap]) -> Self {
        let mut counts: HashMap<Rgb, usize> = HashMap::new();
        for frame in frames {
            for run in pixels(frame).chunk_by(|one, other| one == other) {
                *counts.entry(rgb(run[0])).or_default() += run.len();
            }
        }
        let mut counts: Vec<(Rgb, usize)> = counts.into_iter().collect();
        counts.sort_unstable_by_key(|(color, count)| (std::cmp::Reverse(*count), *color));
        let colors = counts.into_iter().map(|(color, _)| color).take(COLORS).collect();
        Self { colors, nearest: HashMap::new() }
    }

    /// As the file holds it.
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colors.as_flattened().to_vec();
        bytes.resize((COLORS + 1) * 3, 0);
        bytes
    }

    /// The number of the colour nearest to this one.
    fn nearest(&mut self, color: Rgb) -> u8 {
        let colors = &self.colors;
        *self.nearest.entry(color).or_insert_with(|| {
            let distance = |other: &Rgb| {
                color.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum::<u32>()
            };
            let best = colors.iter().enumerate().min_by_key(|(_, other)| distance(other));
            best.map_or(0, |(index, _)| index as u8)
        })
    }

    /// The smallest part of `frame` that holds all that is new since `before`.
    fn part(&mut self, frame: &Pixmap, before: Option<&Pixmap>) -> Frame<'static> {
        let width = frame.width() as usize;
        let (new, old) = (pixels(frame), before.map(pixels));
        let changed = |place: usize| old.is_none_or(|old| old[place] != new[place]);
        let (mut left, mut right, mut top, mut bottom) = (width, 0, usize::MAX, 0);
        for (y, row) in new.chunks(width).enumerate() {
            let start = y * width;
            if old.is_some_and(|old| old[start..start + width] == *row) {
                continue;
            }
            let first = (0..width).find(|x| changed(start + x)).unwrap_or(0);
            let last = (0..width).rfind(|x| changed(start + x)).unwrap_or(0);
            (left, right) = (left.min(first), right.max(last));
            (top, bottom) = (top.min(y), y);
        }
        if top > bottom {
            // Nothing is new; a frame has a pixel all the same.
            (left, right, top, bottom) = (0, 0, 0, 0);
        }
        let mut buffer = Vec::with_capacity((right - left + 1) * (bottom - top + 1));
        for y in top..=bottom {
            let row = y * width + left..=y * width + right;
            for (place, pixel) in row.clone().zip(&new[row]) {
                let color = if changed(place) { self.nearest(rgb(*pixel)) } else { UNCHANGED };
                buffer.push(color);
            }
        }
        Frame {
            left: left as u16,
            top: top as u16,
            width: (right - left + 1) as u16,
            height: (bottom - top + 1) as u16,
            transparent: before.map(|_| UNCHANGED),
            dispose: DisposalMethod::Keep,
            buffer: buffer.into(),
            ..Frame::default()
        }
    }
}

fn pixels(frame: &Pixmap) -> &[[u8; 4]] {
    frame.data().as_chunks().0
}

/// Pixels of pictures are opaque.
const fn rgb([red, green, blue, _]: [u8; 4]) -> Rgb {
    [red, green, blue]
}
