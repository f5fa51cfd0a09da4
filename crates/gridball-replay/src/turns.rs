//! The numbers of turns.

use gridball_core::Player;

/// Counts the turns of a line of actions as records number them: each turn of First begins a new
/// number, and so does the first turn of all. Several actions in a row of one player, such as
/// penalties, are one turn.
///
/// ```
/// use gridball_core::Player;
/// use gridball_replay::TurnCounter;
///
/// let mut turns = TurnCounter::default();
/// turns.count(Player::First);
/// assert_eq!(turns.to_string(), "1.");
/// turns.count(Player::Second);
/// assert_eq!(turns.to_string(), "1...");
/// turns.count(Player::First);
/// assert_eq!(turns.to_string(), "2.");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TurnCounter {
    number: usize,
    last: Option<Player>,
}

impl TurnCounter {
    /// Counts an action of `player`; whether a turn begins with it.
    pub fn count(&mut self, player: Player) -> bool {
        let begins = self.last != Some(player);
        if self.number == 0 || (begins && player == Player::First) {
            self.number += 1;
        }
        self.last = Some(player);
        begins
    }

    /// The number of the last turn counted; 0 before the first one.
    pub const fn number(&self) -> usize {
        self.number
    }
}

/// The number as it stands before an action: `12.` of First, `12...` of Second.
impl std::fmt::Display for TurnCounter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let dots = if self.last == Some(Player::Second) { "..." } else { "." };
        write!(f, "{}{dots}", self.number)
    }
}
