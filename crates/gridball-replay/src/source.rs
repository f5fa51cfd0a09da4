//! Bytes in, and where each of them stood.

use std::{
    fmt,
    io::{self, Read},
};

use crate::{
    compression::{Compression, CompressionError, Unpacked},
    finding::{Fault, Finding, FindingKind, Location},
    limits,
};

/// How much is read at once, in bytes.
const CHUNK: usize = 1 << 16;

/// A reader of text that knows the line and column of the next byte.
///
/// The three ways to end a line (LF, CR LF, a lone CR) all come out as `\n`, also when a file
/// mixes them; a byte order mark at the start is dropped. What is compressed is unpacked. Memory
/// does not grow with the input.
///
/// An input that is damaged, or has an endless line, fails with an error that holds a [`Finding`],
/// once all that was read before it is handed out; after that it is at its end.
// The input is boxed rather than generic, so that the readers are compiled once, in this crate.
pub(crate) struct Source<'a> {
    input: Unpacked<'a>,
    buffer: Box<[u8]>,
    /// The next byte to hand out, and the end of what was read.
    next: usize,
    filled: usize,
    /// How many bytes were dropped from the buffer before its first one.
    dropped: u64,
    /// The byte of the input with which this line begins, or the piece of it that has a
    /// [length](limits::LINE) of its own.
    piece: u64,
    /// Why there is nothing more, to be said when the buffer is empty.
    failure: Option<Failure>,
    /// The failure was said.
    failed: bool,
    line: u64,
    column: u64,
    /// The last byte was a CR, so that a LF right after it belongs to the same line end.
    after_return: bool,
}

/// Why an input cannot be read on.
enum Failure {
    Io(io::Error),
    Compression(CompressionError),
    LongLine,
}

impl<'a> Source<'a> {
    pub(crate) fn new(input: impl Read + 'a) -> Self {
        Self {
            input: Unpacked::new(input),
            buffer: vec![0; CHUNK].into_boxed_slice(),
            next: 0,
            filled: 0,
            dropped: 0,
            piece: 0,
            failure: None,
            failed: false,
            line: 1,
            column: 1,
            after_return: false,
        }
    }

    /// How the input is compressed, once something was read.
    pub(crate) const fn compression(&self) -> Option<Compression> {
        self.input.compression()
    }

    /// Where the next byte stands.
    pub(crate) const fn location(&self) -> Location {
        Location::Text { line: self.line, column: self.column }
    }

    /// The line in which the next byte stands.
    pub(crate) const fn line(&self) -> u64 {
        self.line
    }

    /// Whether the next byte is the first of its line.
    pub(crate) const fn at_line_start(&self) -> bool {
        self.column == 1
    }

    /// The next bytes, without taking them: `wanted` of them, or fewer at the end of the input.
    /// Never more than a chunk. Line ends are as they are in the input here.
    pub(crate) fn peek_raw(&mut self, wanted: usize) -> io::Result<&[u8]> {
        let wanted = wanted.min(CHUNK - 1);
        if self.after_return {
            // The rest of a line end that was taken already.
            self.fill(1)?;
            if self.buffer[self.next..self.filled].first() == Some(&b'\n') {
                self.next += 1;
                self.after_return = false;
            }
        }
        self.fill(wanted)?;
        Ok(&self.buffer[self.next..self.filled.min(self.next + wanted)])
    }

    /// Reads until there are `wanted` bytes to hand out, or the input ends. An error only when
    /// there is none.
    fn fill(&mut self, wanted: usize) -> io::Result<()> {
        while self.filled - self.next < wanted && self.failure.is_none() && !self.failed {
            if self.next > 0 {
                self.buffer.copy_within(self.next..self.filled, 0);
                self.filled -= self.next;
                self.dropped += self.next as u64;
                self.next = 0;
            }
            if self.dropped + self.filled as u64 > self.piece + limits::LINE as u64 {
                self.failure = Some(Failure::LongLine);
                break;
            }
            match self.input.read(&mut self.buffer[self.filled..]) {
                Ok(0) => break,
                Ok(count) => self.filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => self.failure = Some(Failure::of(error)),
            }
        }
        if self.next == self.filled
            && let Some(failure) = self.failure.take()
        {
            self.failed = true;
            return Err(self.said(failure));
        }
        Ok(())
    }

    /// The error for `failure`, which stands here.
    fn said(&self, failure: Failure) -> io::Error {
        let (location, fault) = match failure {
            Failure::Io(error) => return error,
            Failure::Compression(error) => (self.location(), Fault::Compression(error)),
            // Skipped lines are not counted in columns.
            Failure::LongLine => (
                Location::Text { line: self.line, column: 1 },
                Fault::LongLine { limit: limits::LINE },
            ),
        };
        let finding = Finding { location, kind: FindingKind::Fault(Box::new(fault)) };
        io::Error::new(io::ErrorKind::InvalidData, finding)
    }

    /// The next byte behind a record that is whole, after what `space` likes; `None` at the end.
    /// A failure there is none of that record: it is kept for the next one.
    pub(crate) fn peek_behind_record(&mut self, space: impl Fn(u8) -> bool) -> Option<u8> {
        match self.skip_while(space).and_then(|()| self.peek()) {
            Ok(next) => next,
            Err(error) => {
                self.put_back(error);
                None
            }
        }
    }

    /// Says `error` again the next time.
    pub(crate) fn put_back(&mut self, error: io::Error) {
        self.failure = Some(Failure::Io(error));
        self.failed = false;
    }

    /// Begins a piece of the line that may be as long as a line.
    pub(crate) const fn begin_piece(&mut self) {
        self.piece = self.dropped + self.next as u64;
    }

    /// Drops a UTF-8 byte order mark; to be called at the start.
    pub(crate) fn skip_byte_order_mark(&mut self) -> io::Result<()> {
        if self.peek_raw(3)? == b"\xEF\xBB\xBF" {
            self.next += 3;
        }
        Ok(())
    }

    /// The next byte, without taking it; `None` at the end of the input.
    #[inline]
    pub(crate) fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            if self.next == self.filled {
                self.fill(1)?;
                if self.next == self.filled {
                    return Ok(None);
                }
            }
            match self.buffer[self.next] {
                b'\n' if self.after_return => {
                    self.after_return = false;
                    self.next += 1;
                }
                b'\r' => return Ok(Some(b'\n')),
                byte => return Ok(Some(byte)),
            }
        }
    }

    /// Takes the byte that [`peek`](Self::peek) has just shown.
    #[inline]
    pub(crate) fn skip(&mut self) {
        let Some(&byte) = self.buffer[..self.filled].get(self.next) else { return };
        self.next += 1;
        self.after_return = byte == b'\r';
        if byte == b'\n' || byte == b'\r' {
            self.line += 1;
            self.column = 1;
            self.begin_piece();
        } else if byte & 0xC0 != 0x80 {
            // Columns count characters, so the later bytes of one do not count.
            self.column += 1;
        }
    }

    /// Takes the next byte.
    #[inline]
    pub(crate) fn take(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        if byte.is_some() {
            self.skip();
        }
        Ok(byte)
    }

    /// Takes everything up to and with the end of the line. `false` at the end of the input.
    pub(crate) fn skip_line(&mut self) -> io::Result<bool> {
        while self.peek()?.is_some() {
            let rest = &self.buffer[self.next..self.filled];
            // The byte that ends the line is taken by itself, which counts the line.
            match rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
                Some(length) => {
                    self.next += length;
                    self.skip();
                    return Ok(true);
                }
                None => self.next = self.filled,
            }
            self.after_return = false;
        }
        Ok(false)
    }

    /// Takes `count` bytes as they are and appends them to `bytes`; fewer at the end of the input.
    pub(crate) fn take_raw(&mut self, bytes: &mut Vec<u8>, count: usize) -> io::Result<()> {
        let mut missing = count;
        while missing > 0 {
            self.fill(1)?;
            let some = missing.min(self.filled - self.next);
            if some == 0 {
                break;
            }
            bytes.extend_from_slice(&self.buffer[self.next..self.next + some]);
            self.next += some;
            missing -= some;
        }
        Ok(())
    }

    /// Skips a faulty record of tags and movetext, to where the next one can begin: at a `[` at
    /// the beginning of a line, after movetext, or wherever a line begins with `first`, the
    /// beginning of the first tag of every record.
    pub(crate) fn skip_record(&mut self, mut in_movetext: bool, first: &[u8]) -> io::Result<()> {
        loop {
            if self.at_line_start() {
                let next = self.peek_raw(first.len())?;
                match next.first() {
                    Some(b'[') if in_movetext || next == first => return Ok(()),
                    Some(b'[' | b'\n' | b'\r' | b' ' | b'\t') => {}
                    _ => in_movetext = true,
                }
            }
            if !self.skip_line()? {
                return Ok(());
            }
        }
    }

    /// Takes bytes as long as `wanted` likes them.
    #[inline]
    pub(crate) fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) -> io::Result<()> {
        while let Some(byte) = self.peek()? {
            if !wanted(byte) {
                break;
            }
            self.skip();
        }
        Ok(())
    }

    /// Takes bytes as long as `wanted` likes them and appends them to `bytes`. `false` when
    /// `limit` bytes were taken and there would be more.
    #[inline]
    pub(crate) fn take_while(
        &mut self,
        bytes: &mut Vec<u8>,
        limit: usize,
        wanted: impl Fn(u8) -> bool,
    ) -> io::Result<bool> {
        let end = bytes.len() + limit;
        while let Some(byte) = self.peek()? {
            if !wanted(byte) {
                break;
            }
            if bytes.len() == end {
                return Ok(false);
            }
            bytes.push(byte);
            self.skip();
        }
        Ok(true)
    }
}

impl Failure {
    fn of(error: io::Error) -> Self {
        error.downcast().map_or_else(Self::Io, Self::Compression)
    }
}

impl fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source").field("location", &self.location()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_of_every_kind_count_once() {
        let mut source = Source::new(&b"\xEF\xBB\xBFa\r\nb\rc\n\n\xC3\xA9d\r"[..]);
        source.skip_byte_order_mark().unwrap();
        let mut seen = Vec::new();
        loop {
            let Location::Text { line, column } = source.location() else { panic!("no text") };
            let Some(byte) = source.take().unwrap() else { break };
            seen.push((byte, line, column));
        }
        assert_eq!(
            seen,
            [
                (b'a', 1, 1),
                (b'\n', 1, 2),
                (b'b', 2, 1),
                (b'\n', 2, 2),
                (b'c', 3, 1),
                (b'\n', 3, 2),
                (b'\n', 4, 1),
                (0xC3, 5, 1),
                (0xA9, 5, 2),
                (b'd', 5, 2),
                (b'\n', 5, 3),
            ]
        );
    }

    #[test]
    fn lines_are_skipped_whole() {
        let mut source = Source::new(&b"ab\r\ncd\r\n\nx"[..]);
        assert_eq!(source.take().unwrap(), Some(b'a'));
        assert!(source.skip_line().unwrap());
        assert_eq!(source.location(), Location::Text { line: 2, column: 1 });
        assert_eq!(source.peek().unwrap(), Some(b'c'));
        assert!(source.skip_line().unwrap());
        assert_eq!(source.peek_raw(2).unwrap(), b"\nx");
        assert!(source.skip_line().unwrap());
        assert_eq!(source.location(), Location::Text { line: 4, column: 1 });
        assert!(!source.skip_line().unwrap());
        assert_eq!(source.take().unwrap(), None);
    }

    /// Hands out one byte at a time.
    struct Drip<'a>(&'a [u8]);

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(buffer.len()).min(1);
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    #[test]
    fn peeking_far_does_not_depend_on_how_the_input_arrives() {
        let mut source = Source::new(Drip(b"abcdef"));
        assert_eq!(source.take().unwrap(), Some(b'a'));
        assert_eq!(source.peek_raw(3).unwrap(), b"bcd");
        assert_eq!(source.peek_raw(99).unwrap(), b"bcdef");
        assert_eq!(source.take().unwrap(), Some(b'b'));
    }
}
