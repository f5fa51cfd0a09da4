//! The clocks of a game. Time is a value here: whoever has a clock says what time it is.

use std::{fmt, str::FromStr, time::Duration};

use gridball_ai::PlayerClock;
use gridball_core::Player;

/// How much time the players have: minutes at the start and seconds for every turn, or no end of
/// it.
///
/// Its text is `none` or `MINUTES+SECONDS`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimeControl(Option<(u16, u16)>);

impl TimeControl {
    /// No clock.
    pub(crate) const NONE: Self = Self(None);
    /// What a menu offers.
    pub(crate) const USUAL: [Self; 6] = [
        Self::NONE,
        Self(Some((1, 1))),
        Self(Some((3, 2))),
        Self(Some((5, 3))),
        Self(Some((10, 5))),
        Self(Some((30, 0))),
    ];

    /// The clocks at the start of a game.
    pub(crate) fn clocks(self) -> Option<Clocks> {
        let (minutes, seconds) = self.0?;
        let remaining = Duration::from_secs(u64::from(minutes) * 60);
        Some(Clocks::new([remaining; 2], Duration::from_secs(seconds.into())))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("none"),
            Some((minutes, seconds)) => write!(f, "{minutes}+{seconds}"),
        }
    }
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "none" {
            return Ok(Self::NONE);
        }
        let numbers = text.split_once('+').and_then(|(minutes, seconds)| {
            let minutes = minutes.parse().ok().filter(|minutes| (1..=600).contains(minutes))?;
            let seconds = seconds.parse().ok().filter(|seconds| *seconds <= 600)?;
            Some((minutes, seconds))
        });
        numbers.map(|numbers| Self(Some(numbers))).ok_or_else(|| {
            format!("clock `{text}`: expected none, or minutes (1 to 600) + seconds (up to 600) such as 5+3")
        })
    }
}

/// The clocks of both players, of which at most one runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clocks {
    remaining: [Duration; 2],
    increment: Duration,
    /// Whose clock runs, and since when.
    running: Option<(Player, Duration)>,
}

impl Clocks {
    /// Clocks that stand.
    pub(crate) const fn new(remaining: [Duration; 2], increment: Duration) -> Self {
        Self { remaining, increment, running: None }
    }

    /// What is left for a player.
    pub(crate) fn remaining(&self, player: Player, now: Duration) -> Duration {
        let used = match self.running {
            Some((running, since)) if running == player => now.saturating_sub(since),
            _ => Duration::ZERO,
        };
        self.remaining[player.index()].saturating_sub(used)
    }

    /// Stops the clock that runs. Nobody gains anything.
    pub(crate) fn stop(&mut self, now: Duration) {
        if let Some((player, _)) = self.running {
            self.remaining[player.index()] = self.remaining(player, now);
            self.running = None;
        }
    }

    /// From now on the clock of `player` runs. If it ran already nothing changes; if that of the
    /// other ran he has ended his turn and gains the increment.
    pub(crate) fn run(&mut self, player: Player, now: Duration) {
        match self.running {
            Some((running, _)) if running == player => {}
            Some((running, _)) => {
                self.stop(now);
                self.remaining[running.index()] += self.increment;
                self.running = Some((player, now));
            }
            None => self.running = Some((player, now)),
        }
    }

    /// Whose time is up.
    pub(crate) fn flagged(&self, now: Duration) -> Option<Player> {
        self.running
            .map(|(player, _)| player)
            .filter(|player| self.remaining(*player, now).is_zero())
    }

    /// The clocks as engines want them.
    pub(crate) fn for_engines(&self, now: Duration) -> [Option<PlayerClock>; 2] {
        Player::BOTH.map(|player| {
            let remaining = self.remaining(player, now);
            Some(PlayerClock { remaining, increment: self.increment })
        })
    }

    /// The clocks in whole milliseconds, as a record keeps them: what is left for First and for
    /// Second, and what each turn gains.
    pub(crate) fn to_text(&self, now: Duration) -> String {
        let [first, second] = Player::BOTH.map(|player| self.remaining(player, now).as_millis());
        format!("{first} {second} {}", self.increment.as_millis())
    }

    /// Reads what [`to_text`](Self::to_text) has written.
    pub(crate) fn from_text(text: &str) -> Option<Self> {
        let mut numbers = text.split(' ').map(|word| word.parse().ok().map(Duration::from_millis));
        let mut next = || numbers.next().flatten();
        let clocks = Self::new([next()?, next()?], next()?);
        numbers.next().is_none().then_some(clocks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn only_the_clock_of_the_player_to_move_runs() {
        let mut clocks = "1+2".parse::<TimeControl>().unwrap().clocks().unwrap();
        assert_eq!(clocks.remaining(Player::First, seconds(9)), seconds(60));
        clocks.run(Player::First, seconds(10));
        clocks.run(Player::First, seconds(12));
        assert_eq!(clocks.remaining(Player::First, seconds(15)), seconds(55));
        clocks.run(Player::Second, seconds(15));
        assert_eq!(clocks.remaining(Player::First, seconds(99)), seconds(57));
        assert_eq!(clocks.flagged(seconds(74)), None);
        assert_eq!(clocks.flagged(seconds(75)), Some(Player::Second));
        clocks.stop(seconds(20));
        assert_eq!(clocks.remaining(Player::Second, seconds(99)), seconds(55));
        assert_eq!(clocks.flagged(seconds(99)), None);
        let again = Clocks::from_text(&clocks.to_text(seconds(99)));
        assert_eq!(again, Some(clocks));
    }

    #[test]
    fn time_controls_are_texts() {
        for text in TimeControl::USUAL.map(|control| control.to_string()) {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for text in ["", "5", "0+1", "601+1", "1+601", "1+1+1", "-1+1"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
        for text in ["", "1 2", "1 2 3 4", "a b c"] {
            assert_eq!(Clocks::from_text(text), None);
        }
    }
}
