//! When a search has to end.

use std::time::Duration;

use gridball_core::Player;

/// The clock of one player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PlayerClock {
    /// What is left on the clock.
    pub remaining: Duration,
    /// What the clock gains after every action of this player.
    pub increment: Duration,
}

/// What a search may use. The first limit that is reached ends it; a search always gives an
/// action, even when a limit is zero.
///
/// With no limit at all a search ends when it has proven the result, has reached the greatest
/// depth it can, or is asked to stop.
///
/// ```
/// use gridball_ai::Limits;
/// let limits = Limits { nodes: Some(20_000), ..Limits::default() };
/// assert_eq!(limits, Limits::nodes(20_000));
/// assert_eq!(limits.lowered_by(&Limits::nodes(500)).nodes, Some(500));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Limits {
    /// Time for this action.
    pub move_time: Option<Duration>,
    /// Nodes: positions reached by playing an action. Generated moves that are only counted do
    /// not count.
    pub nodes: Option<u64>,
    /// Depth of the search, in actions or turns as the engine documents it; at least 1.
    pub depth: Option<u32>,
    /// The clocks of the game, by [`Player::index`]. The engine decides how much of its own
    /// clock this action is worth.
    pub clock: [Option<PlayerClock>; 2],
    /// Think until asked to stop: the other limits do not count. The search may end early when
    /// there is nothing left to find out.
    pub infinite: bool,
    /// How many of the best actions to report with their lines; 0 counts as 1.
    pub multi_pv: u32,
}

impl Limits {
    /// So many nodes and nothing else.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// So deep and nothing else.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// So much time for this action and nothing else.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::default() }
    }

    /// Until asked to stop.
    #[must_use]
    pub fn infinite() -> Self {
        Self { infinite: true, ..Self::default() }
    }

    /// Both limits together: of each kind the lower one. The clocks and the number of lines are
    /// those of `self` where it has them. An infinite search lowered by a limit is one with that
    /// limit.
    #[must_use]
    pub fn lowered_by(&self, other: &Self) -> Self {
        fn lower<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            match (a, b) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            }
        }
        let mine = if self.infinite {
            Self { multi_pv: self.multi_pv, ..Self::default() }
        } else {
            self.clone()
        };
        let other = if other.infinite { Self::default() } else { other.clone() };
        let mut both = Self {
            move_time: lower(mine.move_time, other.move_time),
            nodes: lower(mine.nodes, other.nodes),
            depth: lower(mine.depth, other.depth),
            clock: [0, 1].map(|player| mine.clock[player].or(other.clock[player])),
            infinite: false,
            multi_pv: mine.multi_pv.max(other.multi_pv),
        };
        both.infinite =
            self.infinite && !Player::BOTH.into_iter().all(|player| both.is_limited(player));
        both
    }

    /// Whether a search for `player` under these limits ends by itself in any case.
    pub fn is_limited(&self, player: Player) -> bool {
        !self.infinite
            && (self.move_time.is_some()
                || self.nodes.is_some()
                || self.depth.is_some()
                || self.clock[player.index()].is_some())
    }
}

/// How much time a search may take, made from the limits once at its start.
///
/// The hard end is never overshot by more than the work between two looks at the clock. A part
/// of the time is kept back for what lies between the engine and whoever measures it.
///
/// ```
/// use std::time::Duration;
/// use gridball_ai::{Limits, PlayerClock, TimeBudget};
/// use gridball_core::Player;
///
/// let clock = PlayerClock { remaining: Duration::from_secs(60), increment: Duration::ZERO };
/// let limits = Limits { clock: [Some(clock), None], ..Limits::default() };
/// let budget = TimeBudget::new(&limits, Player::First);
/// assert!(budget.enough < budget.end);
/// assert!(budget.end.is_some_and(|end| end < Duration::from_secs(15)));
/// assert_eq!(TimeBudget::new(&limits, Player::Second), TimeBudget::default());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TimeBudget {
    /// After this it is not worth beginning another iteration. `None`: no such time.
    pub enough: Option<Duration>,
    /// At this time the search has to end. `None`: never.
    pub end: Option<Duration>,
}

impl TimeBudget {
    /// What is kept back for input, output and scheduling, at most.
    const OVERHEAD: Duration = Duration::from_millis(10);
    /// The part of the time that is kept back when that is less.
    const OVERHEAD_PART: u32 = 4;
    /// For how many more actions of its own the engine plans.
    const PLANNED_ACTIONS: u32 = 24;
    /// How much more than planned one difficult action may take.
    const STRETCH: u32 = 3;

    /// The budget of `player` under `limits`.
    #[must_use]
    pub fn new(limits: &Limits, player: Player) -> Self {
        if limits.infinite {
            return Self::default();
        }
        let fixed = limits.move_time.map(|time| time.saturating_sub(Self::overhead(time)));
        let planned = limits.clock[player.index()].map(|clock| {
            let usable = clock.remaining.saturating_sub(Self::overhead(clock.remaining));
            let share = usable / Self::PLANNED_ACTIONS + clock.increment.mul_f64(0.75);
            let end = share.saturating_mul(Self::STRETCH).min(usable / 4 + clock.increment / 2);
            // The increment is only gained after the action, so the clock itself is the bound.
            (share.min(usable).min(end), end.min(usable))
        });
        match (fixed, planned) {
            (None, None) => Self::default(),
            // A fixed time is meant to be used, so there is no earlier "enough".
            (Some(fixed), None) => Self { enough: Some(fixed), end: Some(fixed) },
            (None, Some((enough, end))) => Self { enough: Some(enough), end: Some(end) },
            (Some(fixed), Some((enough, end))) => {
                Self { enough: Some(enough.min(fixed)), end: Some(end.min(fixed)) }
            }
        }
    }

    fn overhead(time: Duration) -> Duration {
        Self::OVERHEAD.min(time / Self::OVERHEAD_PART)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn with_clock(remaining: u64, increment: u64) -> Limits {
        let clock = PlayerClock { remaining: millis(remaining), increment: millis(increment) };
        Limits { clock: [Some(clock); 2], ..Limits::default() }
    }

    #[test]
    fn a_fixed_time_is_used_but_for_a_margin() {
        let end = |time| TimeBudget::new(&Limits::move_time(millis(time)), Player::First).end;
        assert_eq!(end(1000), Some(millis(990)));
        assert_eq!(end(20), Some(millis(15)));
        assert_eq!(end(0), Some(millis(0)));
    }

    #[test]
    fn a_budget_never_exceeds_the_clock() {
        for remaining in [0, 1, 5, 40, 1000, 60_000, 10_000_000] {
            for increment in [0, 1, 100, 10_000, 1_000_000] {
                let limits = with_clock(remaining, increment);
                let budget = TimeBudget::new(&limits, Player::Second);
                let (enough, end) = (budget.enough.unwrap(), budget.end.unwrap());
                assert!(enough <= end, "{remaining}+{increment}");
                assert!(end <= millis(remaining), "{remaining}+{increment}");
                assert!(remaining == 0 || end < millis(remaining), "{remaining}+{increment}");
            }
        }
    }

    #[test]
    fn a_long_game_at_a_fixed_increment_does_not_run_dry() {
        let (mut remaining, increment) = (millis(2000), millis(100));
        for _ in 0..1000 {
            let clock = PlayerClock { remaining, increment };
            let limits = Limits { clock: [Some(clock), None], ..Limits::default() };
            let used = TimeBudget::new(&limits, Player::First).end.unwrap();
            assert!(used >= millis(20), "hardly any time left to think: {remaining:?}");
            remaining = remaining.checked_sub(used).unwrap() + increment;
        }
    }

    #[test]
    fn infinite_means_no_end_and_the_lower_limit_counts() {
        let infinite = Limits { infinite: true, ..with_clock(1000, 0) };
        assert_eq!(TimeBudget::new(&infinite, Player::First), TimeBudget::default());
        assert!(!infinite.is_limited(Player::First));
        assert_eq!(infinite.lowered_by(&Limits::nodes(5)), Limits::nodes(5));
        assert_eq!(infinite.lowered_by(&Limits::default()), Limits::infinite());

        let both = Limits::nodes(10).lowered_by(&Limits { depth: Some(3), ..Limits::nodes(7) });
        assert_eq!((both.nodes, both.depth), (Some(7), Some(3)));
        let both = Limits::move_time(millis(5)).lowered_by(&Limits::move_time(millis(9)));
        assert_eq!(both.move_time, Some(millis(5)));
    }
}
