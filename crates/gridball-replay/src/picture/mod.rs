//! Pictures of games and positions, as on squared paper: SVG, PNG, films.
//!
//! A [`Picture`] is made of a game, or of a place in a [`Record`], or of a whole game as a
//! [poster](Picture::poster); it can be had as [SVG](Picture::svg) and [PNG](Picture::png). A
//! whole game becomes a film as an animated GIF ([`write_gif`]) or for a terminal
//! ([`write_cast`], asciicast v3).
//!
//! ```
//! use gridball_core::{AnyGame, Position};
//! use gridball_replay::picture::{Picture, PictureOptions};
//!
//! let mut game = AnyGame::new(&"gridball".parse()?);
//! let action = game.position().parse_action("034")?;
//! game.play(&action)?;
//! let svg = Picture::of_game(&game, PictureOptions::default()).svg();
//! assert!(svg.starts_with("<svg") && svg.contains("1. 034"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is drawn
//!
//! | | |
//! |---|---|
//! | football games | the lines of both players, in two colours; penalties as rows of beads; the last action with a marker pen under it and its points hollow; the ball; goals |
//! | what was there before the game on record | lines of paper soccer in a colour of their own; in Gridball touched points, and cells with a diagonal shaded |
//! | Dots | dots, captured ones smaller and crossed out; territories with the chain round them; the score |
//! | football-checkers | checkers, attacked goal cells with a cross, the ranks where one side may not land, the last move |
//! | all | the names of rows and columns, rings and arrows of comments ([`Marks`]), who plays with which pen and to which side, who is to move, the last action with its signs, the result |
//!
//! In the theme [`Print`](Theme::Print) everything is told apart without colours: the lines of
//! Second are double, his pieces hollow, territories hatched, marks solid, double, dashed and
//! dotted.
//!
//! Comments stand in the description of an SVG, for programs that read it out. Texts may hold
//! any characters: what XML does not allow becomes U+FFFD.
//!
//! # Files
//!
//! `scene` holds the shapes with their meaning; one file a game makes them out of a game; `theme`
//! says how each looks; `svg` writes them; `raster` lets resvg draw that with the font in
//! `fonts/`, so that every machine gives the same pixels. A picture of a whole game is a `poster`,
//! and films are made a frame at a time, so that a long game takes no more memory than a short
//! one.
//!
//! # Numbers
//!
//! `cargo bench -p gridball-benches -- pictures`, pictures of 800 pixels in the theme `paper`, on
//! one of two virtual cores at 2.3 GHz that other work kept busy (load 7):
//!
//! | | time | size |
//! |---|--:|--:|
//! | SVG of a game of 300 turns on the classic field | 1.4 ms | 65 kB |
//! | PNG of it | 151 ms | |
//! | GIF of a game of 60 turns on the small field | 1.7 to 2.4 s, 0.8 s of them its own | 191 kB |

mod caption;
mod cast;
mod dots;
mod football_checkers;
mod gif;
mod gridball;
mod marks;
mod paper;
mod paper_soccer;
mod poster;
mod raster;
mod scene;
mod svg;
mod territory;
mod theme;

use std::io;

use gridball_core::{AnyGame, Position};
use thiserror::Error;

pub use cast::write_cast;
pub use gif::write_gif;
pub use marks::{MAX_MARKS, MarkColor, Marks};
pub use theme::{Theme, UnknownTheme};

use self::{caption::Words, paper::Paper, scene::Scene};
use crate::{
    drawn::AnyHistory,
    record::{NodeId, Record},
    walk::Walk,
};

/// The length of the longer side of a picture, in pixels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Size(u32);

impl Size {
    /// The smallest one.
    pub const MIN: Self = Self(64);
    /// The largest one: a picture of so many pixels takes 64 MB.
    pub const MAX: Self = Self(4096);
    /// That of a picture, if nobody says anything else.
    pub const PICTURE: Self = Self(800);
    /// That of a poster, if nobody says anything else.
    pub const POSTER: Self = Self(1600);

    /// So many pixels; `None` unless that is between [`MIN`](Self::MIN) and [`MAX`](Self::MAX).
    pub const fn new(pixels: u32) -> Option<Self> {
        if Self::MIN.0 <= pixels && pixels <= Self::MAX.0 { Some(Self(pixels)) } else { None }
    }

    /// In pixels.
    pub const fn pixels(self) -> u32 {
        self.0
    }
}

/// How to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PictureOptions {
    /// Colours and strokes.
    pub theme: Theme,
    /// How large.
    pub size: Size,
}

/// The theme `paper`, [`Size::PICTURE`].
impl Default for PictureOptions {
    fn default() -> Self {
        Self { theme: Theme::Paper, size: Size::PICTURE }
    }
}

/// Why there is no picture.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// Nothing can be written any more.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There is no memory for a picture of so many pixels.
    #[error("there is no memory for a picture of {width} x {height} pixels")]
    TooLarge {
        /// Pixels from left to right.
        width: u32,
        /// Pixels from top to bottom.
        height: u32,
    },
    /// The renderer or the encoder refuses the picture.
    #[error("the picture cannot be drawn: {reason}")]
    Drawing {
        /// In its own words.
        reason: String,
    },
}

/// A picture, ready to be written in some format.
#[derive(Clone, Debug)]
pub struct Picture {
    scene: Scene,
    theme: Theme,
    size: Size,
    title: String,
    description: String,
}

impl Picture {
    /// A picture of `game` as it stands: who drew what, and the last action.
    ///
    /// Of a bare position (a game without actions) it shows what decides the game from there on.
    pub fn of_game(game: &AnyGame, options: PictureOptions) -> Self {
        let record = Record::from_game(game);
        Self::of_record(&record, record.last(), options)
    }

    /// A picture of the position after the action of `node`, with the names of the players and
    /// with the marks of the comments on that action.
    pub fn of_record(record: &Record, node: NodeId, options: PictureOptions) -> Self {
        Self::of_walk(&Walk::to_the_end(record, node), options)
    }

    /// A picture of where `walk` stands.
    fn of_walk(walk: &Walk<'_>, options: PictureOptions) -> Self {
        let setup = walk.record().setup();
        let words = Words::of(walk);
        let mut paper = draw_field(walk.game(), &setup, true);
        paper.marks(&words.marks);
        let enlarged = paper.enlarged();
        let mut scene = paper.scene;
        words.caption.write(&mut scene, enlarged);
        Self {
            scene,
            theme: options.theme,
            size: options.size,
            title: words.title,
            description: words.description,
        }
    }

    /// A poster of the game up to the action of `last`: pictures of all its positions, or of so
    /// many of them, evenly spaced, as can be made out at the size asked for, each with its
    /// action.
    pub fn poster(record: &Record, last: NodeId, options: PictureOptions) -> Self {
        poster::draw(record, last, options)
    }

    /// The picture as an SVG document.
    pub fn svg(&self) -> String {
        let mut text = String::new();
        let written = svg::write(self, &mut text);
        debug_assert!(written.is_ok(), "writing to a String cannot fail");
        text
    }

    /// The picture as a PNG file: the same bytes on every machine with the same kind of
    /// processor.
    ///
    /// # Errors
    ///
    /// When there is no memory for the pixels.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        raster::png(self)
    }

    /// Width and height in pixels.
    pub fn pixels(&self) -> (u32, u32) {
        let Scene { width, height, .. } = self.scene;
        let scale = self.size.0 as f32 / width.max(height);
        let pixels = |length: f32| ((length * scale).round() as u32).clamp(1, self.size.0);
        (pixels(width), pixels(height))
    }
}

/// Draws the field of a game with all that is on it.
fn draw_field<'a>(game: &AnyGame, setup: &'a gridball_core::AnySetup, names: bool) -> Paper<'a> {
    debug_assert_eq!(game.position().setup(), *setup);
    match &AnyHistory::of(game) {
        AnyHistory::Gridball(history) => gridball::draw(history, setup, names),
        AnyHistory::PaperSoccer(history) => paper_soccer::draw(history, setup, names),
        AnyHistory::Dots(history) => dots::draw(history, setup, names),
        AnyHistory::FootballCheckers(history) => football_checkers::draw(history, setup, names),
    }
}
