//! The clocks of a game. Time is a value here: whoever has a clock says what time it is.

use std::{fmt, str::FromStr, time::Duration};

use gridball_ai::PlayerClock;
use gridball_core::{Player, Position};
use gridball_replay::{Record, TimeControl, tag};

/// The tags of what was left on the clocks when the game was left, in milliseconds.
pub(crate) const CLOCK_TAGS: [&str; 2] = ["FirstClockLeft", "SecondClockLeft"];

/// How much time the players have: minutes at the start and seconds for every action, or no end of
/// it.
///
/// Its text is `none` or `MINUTES+SECONDS`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClockSetting(Option<(u16, u16)>);

impl ClockSetting {
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

    /// The setting of a game on record; none if its clock is of another kind.
    pub(crate) fn of_record(record: &Record) -> Self {
        let control = record.tags.get(tag::TIME_CONTROL).and_then(|text| text.parse().ok());
        let Some(TimeControl::Game { time, increment }) = control else { return Self::NONE };
        let minutes = u16::try_from(time.as_secs() / 60).ok();
        let seconds = u16::try_from(increment.as_secs()).ok();
        let setting = Self(minutes.zip(seconds));
        // Only what can be chosen.
        setting.to_string().parse().unwrap_or(Self::NONE)
    }

    /// What a record says about it.
    pub(crate) fn time_control(self) -> Option<TimeControl> {
        let (minutes, seconds) = self.0?;
        let time = Duration::from_secs(u64::from(minutes) * 60);
        Some(TimeControl::Game { time, increment: Duration::from_secs(seconds.into()) })
    }
}

impl fmt::Display for ClockSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("none"),
            Some((minutes, seconds)) => write!(f, "{minutes}+{seconds}"),
        }
    }
}

impl FromStr for ClockSetting {
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
    /// The clocks of a game on record, as they stood after its last action; `None` if it has none.
    pub(crate) fn of_record(record: &Record) -> Option<Self> {
        let control = record.tags.get(tag::TIME_CONTROL)?.parse().ok()?;
        let TimeControl::Game { time, increment } = control else { return None };
        let mut remaining = [time; 2];
        let mut position = record.start().clone();
        for node in record.main_line() {
            if let Some(clock) = record.annotation(node).clock() {
                remaining[position.to_move().index()] = clock;
            }
            if let Some(action) = record.action(node) {
                position.play_unchecked(action);
            }
        }
        // A game that was left says what was left then.
        for (clock, name) in remaining.iter_mut().zip(CLOCK_TAGS) {
            let left = record.tags.get(name).and_then(|text| text.parse().ok());
            *clock = left.map_or(*clock, Duration::from_millis).min(*clock);
        }
        Some(Self { remaining, increment, running: None })
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

    /// The player whose clock runs has acted: it stops, and he gains the increment.
    pub(crate) fn press(&mut self, now: Duration) {
        if let Some((player, _)) = self.running {
            self.stop(now);
            self.remaining[player.index()] += self.increment;
        }
    }

    /// From now on the clock of `player` runs, and that of the other stands.
    pub(crate) fn run(&mut self, player: Player, now: Duration) {
        self.stop(now);
        self.running = Some((player, now));
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
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn only_the_clock_of_the_player_to_move_runs() {
        let mut record = Record::new(&"gridball".parse().unwrap());
        record.tags.set(tag::TIME_CONTROL, "60+2").unwrap();
        let mut clocks = Clocks::of_record(&record).unwrap();
        assert_eq!(clocks.remaining(Player::First, seconds(9)), seconds(60));
        clocks.press(seconds(9));
        clocks.run(Player::First, seconds(10));
        clocks.run(Player::First, seconds(12));
        assert_eq!(clocks.remaining(Player::First, seconds(15)), seconds(55));
        clocks.press(seconds(15));
        clocks.run(Player::Second, seconds(15));
        assert_eq!(clocks.remaining(Player::First, seconds(99)), seconds(57));
        assert_eq!(clocks.flagged(seconds(74)), None);
        assert_eq!(clocks.flagged(seconds(75)), Some(Player::Second));
        clocks.stop(seconds(20));
        assert_eq!(clocks.remaining(Player::Second, seconds(99)), seconds(55));
        assert_eq!(clocks.flagged(seconds(99)), None);
    }

    #[test]
    fn a_record_tells_what_was_left() {
        let mut record = Record::new(&"gridball".parse().unwrap());
        assert_eq!(Clocks::of_record(&record), None);
        record.tags.set(tag::TIME_CONTROL, "60+2").unwrap();
        for (text, clock) in [("034", 50), ("666", 40), ("000", 30)] {
            let last = record.last();
            let action = record.position_after(last).parse_action(text).unwrap();
            let node = record.append(last, &action).unwrap();
            record.annotation_mut(node).set_clock(seconds(clock));
        }
        let clocks = Clocks::of_record(&record).unwrap();
        assert_eq!(clocks.remaining(Player::First, seconds(0)), seconds(30));
        assert_eq!(clocks.remaining(Player::Second, seconds(0)), seconds(40));
    }

    #[test]
    fn a_setting_is_found_again_in_a_record() {
        let mut record = Record::new(&"gridball".parse().unwrap());
        assert_eq!(ClockSetting::of_record(&record), ClockSetting::NONE);
        let setting: ClockSetting = "5+3".parse().unwrap();
        record.tags.set(tag::TIME_CONTROL, &setting.time_control().unwrap().to_string()).unwrap();
        assert_eq!(ClockSetting::of_record(&record), setting);
        // Time that was used after the last action is not given back; more is not given either.
        record.tags.set(CLOCK_TAGS[1], "12500").unwrap();
        record.tags.set(CLOCK_TAGS[0], "999999999").unwrap();
        let clocks = Clocks::of_record(&record).unwrap();
        assert_eq!(clocks.remaining(Player::Second, seconds(0)), Duration::from_millis(12_500));
        assert_eq!(clocks.remaining(Player::First, seconds(0)), seconds(300));
    }

    #[test]
    fn time_controls_are_texts() {
        for text in ClockSetting::USUAL.map(|control| control.to_string()) {
            assert_eq!(text.parse::<ClockSetting>().unwrap().to_string(), text);
        }
        for text in ["", "5", "0+1", "601+1", "1+601", "1+1+1", "-1+1"] {
            assert!(text.parse::<ClockSetting>().is_err(), "{text}");
        }
    }
}
