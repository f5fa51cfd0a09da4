//! The options of engines.

use std::{fmt, time::Duration};

use crate::limits::Limits;

/// The name of an option.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum OptionKey {
    /// What random choices depend on.
    Seed,
    /// Memory for remembered positions, in MiB.
    Hash,
    /// How many threads may search.
    Threads,
    /// Limit of nodes an action.
    Nodes,
    /// Limit of depth.
    Depth,
    /// Limit of time an action, in milliseconds.
    MoveTime,
    /// How wrong evaluations may be, in the unit of [`Score`](crate::Score): to each one a fixed
    /// random number from `-noise` to `noise` is added.
    Noise,
    /// How often, in percent, an action is picked at random instead of the best one. A win in
    /// one action is never declined.
    Blunder,
}

/// What is known about an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// Which one it is.
    pub key: OptionKey,
    /// Its name in an engine's spec.
    pub name: &'static str,
    /// What it does, in a few words.
    pub summary: &'static str,
    /// Its value if none is given; `None`: unlimited.
    pub default: Option<u64>,
    /// The smallest value allowed.
    pub min: u64,
    /// The largest value allowed.
    pub max: u64,
}

/// Every option there is. All values are whole numbers.
pub const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        key: OptionKey::Seed,
        name: "seed",
        summary: "what random choices depend on",
        default: Some(0),
        min: 0,
        max: u64::MAX,
    },
    OptionInfo {
        key: OptionKey::Hash,
        name: "hash",
        summary: "memory for remembered positions in MiB",
        default: Some(16),
        min: 1,
        max: 1024,
    },
    OptionInfo {
        key: OptionKey::Threads,
        name: "threads",
        summary: "threads that may search",
        default: Some(1),
        min: 1,
        max: 1,
    },
    OptionInfo {
        key: OptionKey::Nodes,
        name: "nodes",
        summary: "nodes an action",
        default: None,
        min: 1,
        max: u64::MAX,
    },
    OptionInfo {
        key: OptionKey::Depth,
        name: "depth",
        summary: "depth of the search",
        default: None,
        min: 1,
        max: 1000,
    },
    OptionInfo {
        key: OptionKey::MoveTime,
        name: "movetime",
        summary: "milliseconds an action",
        default: None,
        min: 1,
        max: 86_400_000,
    },
    OptionInfo {
        key: OptionKey::Noise,
        name: "noise",
        summary: "how wrong evaluations may be",
        default: Some(0),
        min: 0,
        max: 10_000,
    },
    OptionInfo {
        key: OptionKey::Blunder,
        name: "blunder",
        summary: "percent of actions picked at random",
        default: Some(0),
        min: 0,
        max: 100,
    },
];

impl OptionKey {
    const COUNT: usize = OPTIONS.len();

    /// What is known about it.
    pub const fn info(self) -> &'static OptionInfo {
        &OPTIONS[self as usize]
    }
}

/// The options of one engine: the values that were set; all others have their defaults.
///
/// Its text is `key=value` joined by `&`, in the order of [`OPTIONS`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct EngineOptions {
    values: [Option<u64>; OptionKey::COUNT],
}

impl EngineOptions {
    /// The value that was set.
    pub const fn get(&self, key: OptionKey) -> Option<u64> {
        self.values[key as usize]
    }

    /// The value that counts: the one that was set, or else the default.
    pub fn value(&self, key: OptionKey) -> Option<u64> {
        self.get(key).or(key.info().default)
    }

    /// Sets a value; `false`, and nothing changes, if it is out of range.
    #[must_use]
    pub fn set(&mut self, key: OptionKey, value: u64) -> bool {
        let info = key.info();
        let allowed = (info.min..=info.max).contains(&value);
        if allowed {
            self.values[key as usize] = Some(value);
        }
        allowed
    }

    /// These options, and `other` where nothing is set here.
    #[must_use]
    pub fn or(mut self, other: &Self) -> Self {
        for (mine, other) in self.values.iter_mut().zip(other.values) {
            *mine = mine.or(other);
        }
        self
    }

    /// Whether nothing is set.
    pub fn is_empty(&self) -> bool {
        self.values.iter().all(Option::is_none)
    }

    /// The limits among the options.
    pub fn limits(&self) -> Limits {
        Limits {
            nodes: self.get(OptionKey::Nodes),
            depth: self.get(OptionKey::Depth).map(|depth| depth as u32),
            move_time: self.get(OptionKey::MoveTime).map(Duration::from_millis),
            ..Limits::default()
        }
    }

    pub(crate) fn seed(&self) -> u64 {
        self.value(OptionKey::Seed).unwrap_or_default()
    }
}

impl fmt::Display for EngineOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (info, value) in OPTIONS.iter().zip(self.values) {
            if let Some(value) = value {
                write!(f, "{separator}{}={value}", info.name)?;
                separator = "&";
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_keys() {
        for (index, info) in OPTIONS.iter().enumerate() {
            assert_eq!(info.key as usize, index);
            assert!(info.min <= info.max, "{}", info.name);
            assert!(info.default.is_none_or(|value| (info.min..=info.max).contains(&value)));
        }
    }

    #[test]
    fn values_out_of_range_are_refused() {
        let mut options = EngineOptions::default();
        assert!(!options.set(OptionKey::Blunder, 101));
        assert!(options.is_empty());
        assert!(options.set(OptionKey::Nodes, 5) && options.set(OptionKey::Seed, 2));
        assert_eq!(options.to_string(), "seed=2&nodes=5");
        assert_eq!(options.value(OptionKey::Hash), Some(16));
        assert_eq!(options.limits(), Limits::nodes(5));
    }
}
