//! `gridball render`.

use std::{
    io::{self, IsTerminal, Write},
    ops::RangeInclusive,
    path::PathBuf,
};

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use gridball_replay::{
    NodeId, Record, Walk,
    picture::{Picture, PictureError, PictureOptions, Size, Theme, write_cast, write_gif},
    save_atomically,
};

use crate::{
    Context,
    arguments::{SourceArguments, whole_number},
    failure::{Status, Wrong},
    progress,
    records::in_words,
};

/// The name that stands for standard output.
const STANDARD_OUTPUT: &str = "-";

/// Sizes that can be asked for.
const SIZES: RangeInclusive<u64> = Size::MIN.pixels() as u64..=Size::MAX.pixels() as u64;

/// Options of `render`.
#[derive(Args, Debug)]
#[command(
    after_help = "The end of the file's name says what is made: .svg or .png is a picture of the last position,
.gif and .cast (asciicast v3, for terminals) are films of the game from its start.

Comments of a record can draw rings and arrows: {[%csl Rd6 Ge7] [%cal Bd6>e7]}, with the colours
R, G, B, Y and points as they are named at the edges (10,13 in Gridball, 20-16 in Dots).

Examples:
  gridball render game.gbn --upto 20 -o game.svg
  gridball render game.gbn -o film.gif --theme dark --size 600
  gridball render gridball --moves \"034 666\" -o - --to png > start.png"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: SourceArguments,

    /// The file to write; `-` is standard output
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,

    /// What to make, whatever the name of the file ends in
    #[arg(long, value_enum, value_name = "svg|png|gif|cast", hide_possible_values = true)]
    to: Option<Target>,

    /// Colours and strokes; print needs no colours
    #[arg(
        long,
        value_enum,
        default_value = "paper",
        value_name = "paper|dark|print",
        hide_possible_values = true
    )]
    theme: ThemeWord,

    /// The longer side in pixels, 64 to 4096 [default: 800, of a poster 1600]
    #[arg(long, value_name = "PX", allow_negative_numbers = true, value_parser = whole_number::<u32>(SIZES))]
    size: Option<u32>,

    /// All positions of the game on one page, or as many as can be made out
    #[arg(long)]
    poster: bool,
}

/// What can be made of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Target {
    Svg,
    Png,
    Gif,
    Cast,
}

impl Target {
    const ALL: [(Self, &'static str); 4] =
        [(Self::Svg, "svg"), (Self::Png, "png"), (Self::Gif, "gif"), (Self::Cast, "cast")];

    const fn name(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Gif => "gif",
            Self::Cast => "cast",
        }
    }

    /// Whether it is a sequence of pictures.
    const fn is_film(self) -> bool {
        matches!(self, Self::Gif | Self::Cast)
    }
}

/// [`Theme`] as a word on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ThemeWord {
    Paper,
    Dark,
    Print,
}

impl From<ThemeWord> for Theme {
    fn from(word: ThemeWord) -> Self {
        match word {
            ThemeWord::Paper => Self::Paper,
            ThemeWord::Dark => Self::Dark,
            ThemeWord::Print => Self::Print,
        }
    }
}

impl Arguments {
    fn is_standard_output(&self) -> bool {
        self.output.as_os_str() == STANDARD_OUTPUT
    }

    /// What is to be made.
    fn target(&self) -> anyhow::Result<Target> {
        if let Some(target) = self.to {
            return Ok(target);
        }
        if self.is_standard_output() {
            bail!("--output: `-` does not say what to make, expected --to svg, png, gif or cast");
        }
        let ending = self.output.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        Target::ALL
            .into_iter()
            .find(|(_, name)| ending.as_deref() == Some(name))
            .map(|(target, _)| target)
            .ok_or_else(|| {
                let path = self.output.display();
                anyhow!("--output: {path}: expected a name that ends in .svg, .png, .gif or .cast")
            })
    }
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let target = arguments.target()?;
    if arguments.poster && target.is_film() {
        bail!("--poster: is a picture, expected svg or png, not {}", target.name());
    }
    if arguments.size.is_some() && target == Target::Cast {
        bail!("--size: a cast has no pixels");
    }
    let (record, last) = arguments.source.record()?;
    let usual = if arguments.poster { Size::POSTER } else { Size::PICTURE };
    let options = PictureOptions {
        theme: arguments.theme.into(),
        size: arguments.size.and_then(Size::new).unwrap_or(usual),
    };
    let job = Job { record: &record, last, options, target, poster: arguments.poster };
    if arguments.is_standard_output() {
        if target != Target::Svg && io::stdout().is_terminal() {
            bail!("--output: a terminal cannot show {}, expected a file", target.name());
        }
        job.write(&mut context.output).map_err(|error| match error {
            // So that it is known when the reader has left.
            PictureError::Io(error) => error.into(),
            other => anyhow!(Wrong(other.to_string())),
        })?;
        return Ok(Status::Done);
    }
    save_atomically(&arguments.output, |out| {
        job.write(out).map_err(|error| match error {
            PictureError::Io(error) => error,
            other => io::Error::other(other),
        })
    })
    .map_err(|error| anyhow!("{}: {}", arguments.output.display(), in_words(&error)))?;
    Ok(Status::Done)
}

/// What is to be drawn, and how.
struct Job<'a> {
    record: &'a Record,
    last: NodeId,
    options: PictureOptions,
    target: Target,
    poster: bool,
}

impl Job<'_> {
    fn write(&self, out: &mut dyn Write) -> Result<(), PictureError> {
        let Self { record, last, options, .. } = self;
        if self.target.is_film() {
            let positions = Walk::new(record, *last).ahead() + 1;
            let bar = progress::bar(positions as u64, "{wide_bar} {pos}/{len} positions");
            let mut progress = |done| bar.set_position(done as u64);
            if self.target == Target::Gif {
                return write_gif(record, *last, *options, out, &mut progress);
            }
            return Ok(write_cast(record, *last, options.theme, out, &mut progress)?);
        }
        let picture = if self.poster {
            Picture::poster(record, *last, *options)
        } else {
            Picture::of_record(record, *last, *options)
        };
        if self.target == Target::Png {
            out.write_all(&picture.png()?)?;
        } else {
            out.write_all(picture.svg().as_bytes())?;
        }
        Ok(())
    }
}
