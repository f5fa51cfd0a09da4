//! How much time or work an action may take, and when that is over.

use std::time::Duration;

use gridball_ai::{Limits, PlayerClock};
use gridball_core::Player;
use gridball_replay::TimeControl;

/// What an engine gets for an action where nothing else limits it.
pub const DEFAULT_TIME: Duration = Duration::from_millis(100);

/// So much longer than allowed an answer is waited for, to tell late from never.
const GRACE: Duration = Duration::from_secs(1);
/// So long a program may be silent that has no time limit, at least.
const LONGEST_SILENCE: Duration = Duration::from_mins(1);
/// A program that looks at fewer nodes a millisecond is taken for dead where nodes are the limit.
const SLOWEST: u64 = 1;

/// What one action may take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Allowance {
    /// What the engine is told.
    pub(crate) limits: Limits,
    /// The time after which the action is late. `None`: there is no such time.
    pub(crate) time: Option<Duration>,
    /// How long an answer is waited for.
    pub(crate) patience: Duration,
}

/// The clocks of a game.
#[derive(Clone, Debug)]
pub(crate) struct Clocks {
    control: Option<TimeControl>,
    margin: Duration,
    /// What is left of the time for the whole game, by [`Player::index`].
    remaining: [Duration; 2],
}

impl Clocks {
    /// The clocks at the beginning. An action that takes at most `margin` too long is in time.
    pub(crate) const fn new(control: Option<TimeControl>, margin: Duration) -> Self {
        let remaining = match control {
            Some(TimeControl::Game { time, .. }) => time,
            _ => Duration::ZERO,
        };
        Self { control, margin, remaining: [remaining; 2] }
    }

    /// What the next action of `player` may take; `limited` if the player has limits of its own.
    pub(crate) fn allowance(&self, player: Player, limited: bool) -> Allowance {
        let timed = |limits, time: Duration| Allowance {
            limits,
            time: Some(time.saturating_add(self.margin)),
            patience: time.saturating_add(self.margin).saturating_add(GRACE),
        };
        match self.control {
            Some(TimeControl::Game { increment, .. }) => {
                let clock =
                    self.remaining.map(|remaining| Some(PlayerClock { remaining, increment }));
                let limits = Limits { clock, ..Limits::default() };
                timed(limits, self.remaining[player.index()])
            }
            Some(TimeControl::Action { time }) => timed(Limits::move_time(time), time),
            Some(TimeControl::Nodes { nodes }) => {
                let needed = Duration::from_millis(nodes / SLOWEST);
                let patience = needed.max(LONGEST_SILENCE);
                Allowance { limits: Limits::nodes(nodes), time: None, patience }
            }
            None if limited => {
                Allowance { limits: Limits::default(), time: None, patience: LONGEST_SILENCE }
            }
            None => timed(Limits::move_time(DEFAULT_TIME), DEFAULT_TIME),
        }
    }

    /// Takes the time that an action took from the clock of `player`. Returns what is left where
    /// there is a clock for the whole game.
    pub(crate) fn press(&mut self, player: Player, took: Duration) -> Option<Duration> {
        let Some(TimeControl::Game { increment, .. }) = self.control else { return None };
        let clock = &mut self.remaining[player.index()];
        *clock = clock.saturating_sub(took).saturating_add(increment);
        Some(*clock)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

    use super::*;

    const fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn clocks(control: &str) -> Clocks {
        Clocks::new(Some(control.parse().unwrap()), millis(5))
    }

    #[test]
    fn a_clock_loses_what_was_used_and_gains_the_increment() {
        let mut clocks = clocks("1+0.1");
        let allowance = clocks.allowance(Player::First, false);
        assert_eq!(allowance.time, Some(millis(1005)));
        assert!(allowance.patience > millis(1005));
        assert_eq!(clocks.press(Player::First, millis(300)), Some(millis(800)));
        assert_eq!(clocks.allowance(Player::First, false).time, Some(millis(805)));
        assert_eq!(clocks.allowance(Player::Second, false).time, Some(millis(1005)));
        let clock = clocks.allowance(Player::Second, false).limits.clock;
        assert_eq!(clock.map(|clock| clock.unwrap().remaining), [millis(800), millis(1000)]);
        // Within the margin nothing is owed.
        assert_eq!(clocks.press(Player::First, millis(803)), Some(millis(100)));
    }

    #[test]
    fn time_for_an_action_is_not_kept() {
        let mut clocks = clocks("1/0.02");
        assert_eq!(clocks.press(Player::First, millis(3)), None);
        let allowance = clocks.allowance(Player::First, true);
        assert_eq!(
            (allowance.time, allowance.limits.move_time),
            (Some(millis(25)), Some(millis(20)))
        );
    }

    #[test]
    fn work_has_no_end_by_time_but_silence_has() {
        let allowance = clocks("nodes 1000").allowance(Player::First, false);
        assert_eq!((allowance.time, allowance.limits.nodes), (None, Some(1000)));
        assert_eq!(allowance.patience, LONGEST_SILENCE);
        let allowance = clocks("nodes 300000").allowance(Player::First, false);
        assert_eq!(allowance.patience, millis(300_000));
    }

    #[test]
    fn without_any_limit_there_is_a_default() {
        let clocks = Clocks::new(None, Duration::ZERO);
        assert_eq!(clocks.allowance(Player::First, true).limits, Limits::default());
        let allowance = clocks.allowance(Player::First, false);
        assert_eq!(
            (allowance.limits.move_time, allowance.time),
            (Some(DEFAULT_TIME), Some(DEFAULT_TIME))
        );
    }
}
