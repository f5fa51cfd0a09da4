//! Which record is the same game as another: an id that follows from what was played.

use std::fmt;

use gridball_core::{AnyPosition, Position};

use crate::{reader::unfinished_text, record::Record};

/// What names a recorded game in exports and databases: 128 bits that follow from the record
/// alone, so that the same game has the same id on every run, machine and release.
///
/// The id is the FNV-1a hash (128 bits) of these texts, each with a line feed behind it: the game
/// id; the position text of the start, empty for the usual start; every tag as name, a zero byte
/// and value, ordered bytewise by name; the result; each canonical action text of the main line;
/// and the unfinished action, if there is one. Comments, signs and variations do not count: a game
/// stays the same when somebody thinks about it.
///
/// Two games with the same players, tags and actions cannot be told apart, and have one id.
///
/// ```
/// use gridball_core::{AnySetup, Position};
/// use gridball_replay::{GameId, NodeId, Record};
///
/// let setup: AnySetup = "gridball:20x26/4".parse()?;
/// let mut record = Record::new(&setup);
/// assert_eq!(GameId::of(&record).to_string(), "7b9fbecc441bd8ac30f487b38a8d61ef");
/// let action = record.start().parse_action("034")?;
/// let node = record.append(NodeId::ROOT, &action)?;
/// let id = GameId::of(&record);
/// record.annotation_mut(node).comments.push("straight ahead".to_owned());
/// assert_eq!(GameId::of(&record), id);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId(u128);

impl GameId {
    /// The id of the game in `record`.
    pub fn of(record: &Record) -> Self {
        let mut hash = Fnv::default();
        let mut line = |parts: &[&str]| {
            for part in parts {
                hash.write(part.as_bytes());
            }
            hash.write(b"\n");
        };
        line(&[&record.setup().to_string()]);
        if record.has_own_start() {
            line(&[&record.start().position_text()]);
        } else {
            line(&[]);
        }
        let mut tags: Vec<(&str, &str)> = record.tags.iter().collect();
        tags.sort_unstable();
        for (name, value) in tags {
            line(&[name, "\0", value]);
        }
        line(&[record.result.text()]);
        let mut position: AnyPosition = record.start().clone();
        let mut text = String::new();
        for action in record.actions() {
            text.clear();
            let written = position.write_action(action, &mut text);
            debug_assert!(written.is_ok(), "writing to a String cannot fail");
            line(&[&text]);
            position.play_unchecked(action);
        }
        if !record.unfinished().is_empty() {
            line(&[&unfinished_text(&position, record.unfinished())]);
        }
        Self(hash.0)
    }

    /// The sixteen bytes of the id, the first one first in the text.
    pub const fn bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }
}

/// 32 hexadecimal digits.
impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// The hash FNV-1a of 128 bits.
struct Fnv(u128);

impl Default for Fnv {
    fn default() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }
}

impl Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vectors of the draft that describes the hash.
    #[test]
    fn the_hash_is_fnv() {
        let hash = |text: &str| {
            let mut hash = Fnv::default();
            hash.write(text.as_bytes());
            hash.0
        };
        assert_eq!(hash(""), 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
        assert_eq!(hash("a"), 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964);
        assert_eq!(hash("foobar"), 0x343e_1662_793c_64bf_6f0d_3597_ba44_6f18);
    }
}
