//! The real world: the clock, engines on threads, files, the terminal's clipboard.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use gridball_core::{AnyGame, AnySetup};
use gridball_replay::Record;

use super::{
    host::{Host, JobId, Opened, Thought, Work},
    settings::{Settings, SettingsFile},
    thinker::Thinker,
};
use crate::{
    arguments::{FileWord, Side},
    play::storage::{self, Storage, Unfinished},
    records,
};

/// What the screen is given when it is run.
pub(crate) struct World {
    start: Instant,
    thinker: Thinker,
    storage: Storage,
    settings: SettingsFile,
    /// How long engines think, if that was said on the command line.
    time: Option<Duration>,
    /// The seed of engines, if that was said on the command line.
    seed: Option<u64>,
    /// Where a record that was changed in study is kept.
    study: Option<PathBuf>,
}

impl World {
    pub(crate) fn new(
        storage: Storage,
        settings: SettingsFile,
        time: Option<Duration>,
        seed: Option<u64>,
    ) -> Self {
        Self {
            start: Instant::now(),
            thinker: Thinker::new(),
            storage,
            settings,
            time,
            seed,
            study: None,
        }
    }

    /// What engines have found out since, one thing at a time.
    pub(crate) fn next_thought(&mut self) -> Option<Thought> {
        self.thinker.next_thought()
    }

    /// Whether an engine is at work.
    pub(crate) fn is_thinking(&self) -> bool {
        self.thinker.is_thinking()
    }
}

impl Host for World {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn wished_seed(&self) -> Option<u64> {
        self.seed
    }

    fn seat(&mut self, sides: &[Side; 2], setup: &AnySetup, seed: u64) -> anyhow::Result<()> {
        self.thinker.seat(sides, setup, self.time, seed)
    }

    fn think(&mut self, game: &AnyGame, work: Work) -> JobId {
        self.thinker.think(game, work)
    }

    fn forget(&mut self, job: JobId) {
        self.thinker.forget(job);
    }

    fn save(&mut self, record: &Record) -> anyhow::Result<Option<PathBuf>> {
        self.storage.save(record)?;
        Ok(self.storage.place().map(Path::to_owned))
    }

    fn fault(&self) -> Option<String> {
        self.storage.fault().map(str::to_owned)
    }

    fn save_to(&mut self, path: &Path, record: &Record) -> anyhow::Result<bool> {
        self.storage.save_to(path, record)
    }

    fn keep_study(
        &mut self,
        record: &Record,
        source: Option<&Path>,
    ) -> anyhow::Result<Option<PathBuf>> {
        let path = match &self.study {
            Some(path) => path.clone(),
            None => match self.storage.study_place(source)? {
                Some(path) => path,
                None => return Ok(None),
            },
        };
        self.storage.save_to(&path, record)?;
        self.study = Some(path.clone());
        Ok(Some(path))
    }

    fn begin_study(&mut self) {
        self.study = None;
    }

    fn finish(&mut self, record: &Record) -> anyhow::Result<()> {
        self.storage.finish(record)
    }

    fn begin_another(&mut self) -> anyhow::Result<()> {
        self.storage.begin_another()?;
        self.storage.try_place();
        Ok(())
    }

    fn goes_on_in(&mut self, path: &Path, alone: bool) {
        self.storage.goes_on_in(path, alone);
    }

    fn unfinished(&mut self) -> Unfinished {
        storage::unfinished()
    }

    fn read(&mut self, path: &Path, number: u64, backwards: bool) -> anyhow::Result<Opened> {
        let word = FileWord::from(path.as_os_str().to_owned());
        let good = records::read_good(&word, number, backwards)?;
        let source = Some((path.to_owned(), good.number));
        let records::Good { record, warnings, left_out, .. } = good;
        Ok(Opened { record, source, warnings, left_out })
    }

    fn keep(&mut self, settings: &Settings) -> anyhow::Result<()> {
        self.settings.write(settings)
    }

    /// By the escape code OSC 52, which terminals understand or pass over.
    fn copy(&mut self, text: &str) {
        let mut out = io::stdout();
        // A terminal that is gone is noticed elsewhere.
        let _ = write!(out, "\x1b]52;c;{}\x07", base64(text.as_bytes()));
        let _ = out.flush();
    }
}

/// Bytes in Base64, with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let mut bits = 0_u32;
        for index in 0..3 {
            bits = bits << 8 | u32::from(chunk.get(index).copied().unwrap_or(0));
        }
        for index in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * index) & 63) as usize];
            text.push(if index <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_padded() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
