//! Reading lines in a thread of its own, in bounded memory.

use std::{
    io::{self, Read},
    thread,
};

use gridball_ai::ugi::LineBuffer;

/// Something that came from a stream of lines.
#[derive(Debug)]
pub enum Incoming {
    /// A line without its end, in whatever bytes. Of a line longer than
    /// [`MAX_LINE`](gridball_ai::ugi::MAX_LINE) only the beginning, longer than that.
    Line(Vec<u8>),
    /// There are no more lines: the stream has ended, or cannot be read.
    End,
}

/// Reads lines from `input` in a new thread and hands each to `take`, then the end; stops early
/// when `take` returns `false`. At most one long line is held at a time.
///
/// # Errors
///
/// When no thread can be had.
pub fn read_in_thread(
    name: &str,
    mut input: impl Read + Send + 'static,
    mut take: impl FnMut(Incoming) -> bool + Send + 'static,
) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(move || {
        let mut lines = LineBuffer::default();
        let mut chunk = [0; 8192];
        loop {
            match input.read(&mut chunk) {
                Ok(0) => break,
                Ok(count) => lines.push(&chunk[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // What cannot be read, such as a directory, is as good as ended.
                Err(_) => break,
            }
            while let Some(line) = lines.next_line() {
                if !take(Incoming::Line(line)) {
                    return;
                }
            }
        }
        if let Some(line) = lines.finish()
            && !take(Incoming::Line(line))
        {
            return;
        }
        take(Incoming::End);
    })?;
    Ok(())
}
