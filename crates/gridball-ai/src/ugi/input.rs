//! Cuts a stream of bytes into lines without ever holding more than one long line.

/// The longest line that is read, in bytes, without its end. A position text with all actions of
/// the longest game takes less.
pub const MAX_LINE: usize = 2 << 20;

/// Bytes in, lines out.
///
/// A line ends with `\n` or `\r\n`. Of a line longer than [`MAX_LINE`] only so much is kept that
/// [`Session::line`](super::Session::line) sees that it is too long; the rest is dropped.
///
/// ```
/// use gridball_ai::ugi::LineBuffer;
/// let mut lines = LineBuffer::default();
/// lines.push(b"ugi\r\nisre");
/// assert_eq!(lines.next_line().as_deref(), Some(&b"ugi"[..]));
/// assert_eq!(lines.next_line(), None);
/// lines.push(b"ady");
/// assert_eq!(lines.finish().as_deref(), Some(&b"isready"[..]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct LineBuffer {
    pending: Vec<u8>,
    /// Where the first line not yet handed out begins.
    start: usize,
    /// How far no line end was found.
    searched: usize,
}

impl LineBuffer {
    /// Takes bytes in. Hosts should take out all lines before they push more.
    pub fn push(&mut self, bytes: &[u8]) {
        self.pending.drain(..self.start);
        self.searched -= self.start;
        self.start = 0;
        let mut bytes = bytes;
        if self.pending.len() > MAX_LINE && self.searched == self.pending.len() {
            // The rest of a line that is too long anyway.
            let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
            bytes = &bytes[end..];
        }
        self.pending.extend_from_slice(bytes);
    }

    /// The next whole line, without its end.
    pub fn next_line(&mut self) -> Option<Vec<u8>> {
        let rest = &self.pending[self.searched..];
        let Some(length) = rest.iter().position(|&byte| byte == b'\n') else {
            // Two more than the limit: one may be a `\r` that belongs to the end.
            self.pending.truncate(self.start + MAX_LINE + 2);
            self.searched = self.pending.len();
            return None;
        };
        let end = self.searched + length;
        let line = Self::without_return(&self.pending[self.start..end]).to_vec();
        self.start = end + 1;
        self.searched = self.start;
        Some(line)
    }

    /// At the end of the input: what stands after the last line end, if anything does.
    pub fn finish(self) -> Option<Vec<u8>> {
        let rest = Self::without_return(&self.pending[self.start..]);
        if rest.is_empty() { None } else { Some(rest.to_vec()) }
    }

    fn without_return(line: &[u8]) -> &[u8] {
        line.strip_suffix(b"\r").unwrap_or(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(chunks: &[&[u8]]) -> Vec<Vec<u8>> {
        let mut buffer = LineBuffer::default();
        let mut lines = Vec::new();
        for chunk in chunks {
            buffer.push(chunk);
            lines.extend(std::iter::from_fn(|| buffer.next_line()));
        }
        lines.extend(buffer.finish());
        lines
    }

    #[test]
    fn lines_may_come_in_any_pieces() {
        let text = b"a\r\n\nbc\xff\0\r\r\nlast";
        let expected: Vec<&[u8]> = vec![b"a", b"", b"bc\xff\0\r", b"last"];
        assert_eq!(lines(&[text]), expected);
        let bytes: Vec<&[u8]> = text.chunks(1).collect();
        assert_eq!(lines(&bytes), expected);
    }

    #[test]
    fn an_endless_line_is_not_kept_and_the_next_one_is_read() {
        let chunk = vec![b'x'; 1 << 16];
        let mut buffer = LineBuffer::default();
        for _ in 0..100 {
            buffer.push(&chunk);
            assert_eq!(buffer.next_line(), None);
            assert!(buffer.pending.len() <= MAX_LINE + (1 << 16));
        }
        buffer.push(b"yy\nugi\n");
        assert!(buffer.next_line().is_some_and(|line| line.len() > MAX_LINE));
        assert_eq!(buffer.next_line().as_deref(), Some(&b"ugi"[..]));
        assert_eq!(buffer.finish(), None);
    }

    #[test]
    fn a_line_of_the_greatest_length_is_whole() {
        let mut text = vec![b'x'; MAX_LINE];
        text.extend_from_slice(b"\r\n");
        let chunks: Vec<&[u8]> = text.chunks(4096).collect();
        assert_eq!(lines(&chunks), [&text[..MAX_LINE]]);
    }
}
