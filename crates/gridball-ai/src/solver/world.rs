//! What a game gives the solver.

use gridball_core::{Coverage, Position};

/// A game whose small worlds can be solved.
pub trait SmallWorld: Position {
    /// An action, or what it leads to, as the search keeps it.
    type Child: Send;

    /// What is kept between two calls of [`push_children`](Self::push_children).
    type Memory: Default + Send;

    /// The next action at a glance.
    ///
    /// Where [`Look::is_all`] is set, neither `wins` nor `loses` means that the game goes on if
    /// the player to move wants that.
    fn look(&self) -> Look;

    /// Adds a child for each action that [`look`](Self::look) does not settle, and a guess of how
    /// good it is for the player to move, in a fixed order. Actions with the same result need
    /// only one child. Of more than `limit` children some may be left out.
    fn push_children(
        &self,
        limit: usize,
        memory: &mut Self::Memory,
        children: &mut Vec<(i32, Self::Child)>,
    ) -> Coverage;

    /// Calls `visit` with the position that a child leads to.
    fn with_child<R>(&mut self, child: &Self::Child, visit: impl FnOnce(&mut Self) -> R) -> R;

    /// Writes all that decides how the game can go on, clocks included, seen in a mirror or not.
    /// Positions of one set-up have states of one length.
    fn write_state(&self, mirrored: bool, state: &mut StateWriter);
}

/// What can be seen of the next action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Some action wins at once.
    pub wins: bool,
    /// Every action loses at once.
    pub loses: bool,
    /// Whether nothing else can end the game at once.
    pub is_all: bool,
}

/// Collects the bits of a state.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct StateWriter {
    words: Vec<u64>,
    free: u32,
}

impl StateWriter {
    /// Adds the lowest `count` bits, of which there may be no others; at most 64.
    pub fn push(&mut self, bits: u64, count: u32) {
        debug_assert!(count <= 64 && (count == 64 || bits >> count == 0));
        if self.free >= count {
            self.free -= count;
            if let Some(last) = self.words.last_mut() {
                *last |= bits << self.free;
            }
            return;
        }
        // The upper part fills the last word, the lower one begins another.
        let rest = count - self.free;
        if self.free > 0
            && let Some(last) = self.words.last_mut()
        {
            *last |= bits >> rest;
        }
        self.free = 64 - rest;
        self.words.push(bits << self.free);
    }

    pub(super) fn clear(&mut self) {
        self.words.clear();
        self.free = 0;
    }

    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_stand_one_after_the_other() {
        let mut state = StateWriter::default();
        state.push(0b101, 3);
        state.push(0xFFFF_FFFF_FFFF_FFFF, 64);
        state.push(0, 60);
        state.push(1, 1);
        assert_eq!(state.words(), [0xBFFF_FFFF_FFFF_FFFF, 0xE000_0000_0000_0001]);
        state.push(1, 1);
        assert_eq!(state.words()[2], 1 << 63);
        state.clear();
        state.push(3, 2);
        assert_eq!(state.words(), [3 << 62]);
    }
}
