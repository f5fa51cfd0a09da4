//! Compressed files of records, gzip and Zstandard, as a stream both ways.
//!
//! Every reader of records unpacks by itself what begins with the magic bytes of one of these.
//! Memory does not grow with the file, however much comes out of it.

use std::{
    fmt,
    io::{self, Cursor, Read, Write},
};

use flate2::{read::MultiGzDecoder, write::GzEncoder};
use thiserror::Error;

/// A way to compress files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Compression {
    /// gzip, `.gz`.
    Gzip,
    /// Zstandard, `.zst`.
    Zstd,
}

/// How many bytes tell whether and how a file is compressed.
const MAGIC: usize = 4;

/// Zstandard may look back so far, as a power of two: 32 MiB, enough for its levels up to 20. This
/// is the memory that unpacking takes.
const ZSTD_WINDOW: u32 = 25;

impl Compression {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Gzip, Self::Zstd];

    /// The end of the names of such files, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Gzip => "gz",
            Self::Zstd => "zst",
        }
    }

    /// Takes the end of a file's name apart: `games.gbn.gz` is `games.gbn`, compressed with gzip.
    ///
    /// ```
    /// use gridball_replay::Compression;
    ///
    /// let gzip = Some(Compression::Gzip);
    /// assert_eq!(Compression::of_file_name("games.gbn.gz"), ("games.gbn", gzip));
    /// assert_eq!(Compression::of_file_name("games.gbn"), ("games.gbn", None));
    /// ```
    pub fn of_file_name(name: &str) -> (&str, Option<Self>) {
        if let Some((stem, extension)) = name.rsplit_once('.') {
            for compression in Self::ALL {
                if extension.eq_ignore_ascii_case(compression.extension()) {
                    return (stem, Some(compression));
                }
            }
        }
        (name, None)
    }

    /// How a file is compressed that begins with these bytes; four are enough.
    pub fn sniff(beginning: &[u8]) -> Option<Self> {
        match beginning {
            [0x1F, 0x8B, ..] => Some(Self::Gzip),
            // A frame, or a skippable frame before the first one.
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Some(Self::Zstd),
            _ => None,
        }
    }
}

impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
        })
    }
}

/// What is wrong with compressed data.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CompressionError {
    /// There should be more: the file was cut.
    #[error("the {compression} data end early: expected more after this")]
    EndsEarly {
        /// How the file is compressed.
        compression: Compression,
    },
    /// The data contradict themselves, or would take too much memory.
    #[error("the {compression} data after this cannot be unpacked: {reason}")]
    Damaged {
        /// How the file is compressed.
        compression: Compression,
        /// What the decoder says.
        reason: String,
    },
}

impl CompressionError {
    /// What `error` of a decoder means; an error of the system comes back as it is.
    fn of(compression: Compression, error: io::Error) -> io::Error {
        let kind = error.kind();
        if error.raw_os_error().is_some()
            || matches!(kind, io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock)
        {
            return error;
        }
        let what = if kind == io::ErrorKind::UnexpectedEof {
            Self::EndsEarly { compression }
        } else {
            Self::Damaged { compression, reason: error.to_string() }
        };
        io::Error::new(io::ErrorKind::InvalidData, what)
    }
}

/// Reads what is in a file, whether it is compressed or not. Errors of the decoders hold a
/// [`CompressionError`].
pub(crate) enum Unpacked<'a> {
    /// Nothing was read yet.
    New(Box<dyn Read + 'a>),
    Plain(Box<dyn Read + 'a>),
    Gzip(Box<MultiGzDecoder<Box<dyn Read + 'a>>>),
    Zstd(Box<zstd::Decoder<'static, io::BufReader<Box<dyn Read + 'a>>>>),
}

impl<'a> Unpacked<'a> {
    pub(crate) fn new(input: impl Read + 'a) -> Self {
        Self::New(Box::new(input))
    }

    /// How the input is compressed, once something was read.
    pub(crate) const fn compression(&self) -> Option<Compression> {
        match self {
            Self::New(_) | Self::Plain(_) => None,
            Self::Gzip(_) => Some(Compression::Gzip),
            Self::Zstd(_) => Some(Compression::Zstd),
        }
    }

    /// What `input` turns out to be.
    fn begun(mut input: Box<dyn Read + 'a>) -> io::Result<Self> {
        let mut beginning = Vec::with_capacity(MAGIC);
        input.by_ref().take(MAGIC as u64).read_to_end(&mut beginning)?;
        let compression = Compression::sniff(&beginning);
        let whole: Box<dyn Read + 'a> = Box::new(Cursor::new(beginning).chain(input));
        Ok(match compression {
            None => Self::Plain(whole),
            Some(Compression::Gzip) => Self::Gzip(Box::new(MultiGzDecoder::new(whole))),
            Some(Compression::Zstd) => {
                let mut decoder = zstd::Decoder::new(whole)?;
                decoder.window_log_max(ZSTD_WINDOW)?;
                Self::Zstd(Box::new(decoder))
            }
        })
    }
}

impl Read for Unpacked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Self::New(input) = self {
            *self = Self::begun(std::mem::replace(input, Box::new(io::empty())))?;
        }
        let (compression, read) = match self {
            Self::New(input) | Self::Plain(input) => return input.read(buffer),
            Self::Gzip(decoder) => (Compression::Gzip, decoder.read(buffer)),
            Self::Zstd(decoder) => (Compression::Zstd, decoder.read(buffer)),
        };
        read.map_err(|error| CompressionError::of(compression, error))
    }
}

/// Compresses what is written to it, or passes it on as it is.
///
/// The same text gives the same bytes every time: no date goes into them.
///
/// ```
/// use std::io::Write as _;
/// use gridball_replay::{Compression, CompressedWriter, Records};
///
/// let mut out = CompressedWriter::new(Some(Compression::Gzip), Vec::new())?;
/// out.write_all(b"[Game \"gridball\"]\n[Result \"*\"]\n\n1. 034 *\n")?;
/// let file = out.finish()?;
/// assert!(file.starts_with(&[0x1F, 0x8B]));
/// assert_eq!(Records::new(&file[..])?.count(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct CompressedWriter<W: Write> {
    encoder: Encoder<W>,
}

enum Encoder<W: Write> {
    Plain(W),
    Gzip(GzEncoder<W>),
    Zstd(zstd::Encoder<'static, W>),
}

impl<W: Write> CompressedWriter<W> {
    /// Writes to `out`, compressed or not.
    ///
    /// # Errors
    ///
    /// When the encoder cannot have its memory.
    pub fn new(compression: Option<Compression>, out: W) -> io::Result<Self> {
        let encoder = match compression {
            None => Encoder::Plain(out),
            Some(Compression::Gzip) => {
                Encoder::Gzip(GzEncoder::new(out, flate2::Compression::default()))
            }
            Some(Compression::Zstd) => {
                let mut encoder = zstd::Encoder::new(out, zstd::DEFAULT_COMPRESSION_LEVEL)?;
                encoder.include_checksum(true)?;
                Encoder::Zstd(encoder)
            }
        };
        Ok(Self { encoder })
    }

    /// Writes the end of the file and gives back what it was written to.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn finish(self) -> io::Result<W> {
        match self.encoder {
            Encoder::Plain(mut out) => {
                out.flush()?;
                Ok(out)
            }
            Encoder::Gzip(encoder) => encoder.finish(),
            Encoder::Zstd(encoder) => encoder.finish(),
        }
    }
}

impl<W: Write> Write for CompressedWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.encoder {
            Encoder::Plain(out) => out.write(bytes),
            Encoder::Gzip(encoder) => encoder.write(bytes),
            Encoder::Zstd(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.encoder {
            Encoder::Plain(out) => out.flush(),
            Encoder::Gzip(encoder) => encoder.flush(),
            Encoder::Zstd(encoder) => encoder.flush(),
        }
    }
}

impl<W: Write> fmt::Debug for CompressedWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let compression = match &self.encoder {
            Encoder::Plain(_) => None,
            Encoder::Gzip(_) => Some(Compression::Gzip),
            Encoder::Zstd(_) => Some(Compression::Zstd),
        };
        f.debug_struct("CompressedWriter")
            .field("compression", &compression)
            .finish_non_exhaustive()
    }
}
