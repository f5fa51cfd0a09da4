//! What the system says, and what it is.

use std::{fs, io, thread};

/// An error of the system in its own words, without its number.
pub fn in_words(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// The machine that this runs on, in a few words: processor, how many threads it runs at once,
/// system.
pub fn machine() -> String {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let processor = processor().unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    format!("{processor}, {threads} threads, {}", std::env::consts::OS)
}

/// The name of the processor, where the system tells it in a file.
fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    let (_, name) = line.split_once(':')?;
    Some(name.split_whitespace().collect::<Vec<_>>().join(" "))
}
