//! What an engine thinks of a position.

use std::{cmp::Ordering, fmt, ops::Neg};

/// The worth of a position for one player, usually the one to move.
///
/// **The unit**, the same for every game and engine: an estimate of `v` means that the player is
/// expected to take `1 / (1 + 10^(-v/400))` of the point (a win is a whole point, a draw half a
/// one). So 0 is even, 100 is 64 %, 400 is 91 %, and the Elo formula reads it too.
///
/// Proven results are no estimates: [`Win`](Self::Win) and [`Loss`](Self::Loss) hold against
/// every answer, and say how many *actions* of both players are left until the game ends, the
/// next one counting as 1.
///
/// Scores are ordered from bad to good: a slow loss before a quick one, estimates between losses
/// and wins, a quick win last.
///
/// ```
/// use gridball_ai::Score;
/// assert!(Score::Win(1) > Score::Win(3));
/// assert!(Score::Win(300) > Score::Estimate(5_000));
/// assert!(Score::Loss(2) < Score::Loss(4));
/// assert_eq!(-Score::Win(3), Score::Loss(3));
/// assert_eq!(Score::Loss(4).to_string(), "loss 4");
/// assert_eq!(Score::Estimate(-12).to_string(), "cp -12");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Not proven; see the unit above. Within ±[`Score::MAX_ESTIMATE`]. A proven draw is 0.
    Estimate(i32),
    /// The player wins within this many actions.
    Win(u32),
    /// The player loses within this many actions.
    Loss(u32),
}

impl Score {
    /// No engine gives an estimate above this, or below its negative.
    pub const MAX_ESTIMATE: i32 = 100_000;

    /// The share of the point that the player is expected to take, 0 to 1.
    pub fn expected_points(self) -> f64 {
        match self {
            Self::Estimate(estimate) => 1.0 / (1.0 + 10_f64.powf(-f64::from(estimate) / 400.0)),
            Self::Win(_) => 1.0,
            Self::Loss(_) => 0.0,
        }
    }

    /// Whether the result is proven.
    pub const fn is_proven(self) -> bool {
        !matches!(self, Self::Estimate(_))
    }
}

impl Neg for Score {
    type Output = Self;

    /// The same worth in the eyes of the opponent.
    fn neg(self) -> Self {
        match self {
            Self::Estimate(estimate) => Self::Estimate(estimate.saturating_neg()),
            Self::Win(actions) => Self::Loss(actions),
            Self::Loss(actions) => Self::Win(actions),
        }
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        let rank = |score: &Self| match *score {
            Self::Loss(actions) => (0, i64::from(actions)),
            Self::Estimate(estimate) => (1, i64::from(estimate)),
            Self::Win(actions) => (2, -i64::from(actions)),
        };
        rank(self).cmp(&rank(other))
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// As the engine protocol writes it: `cp N`, `win N` or `loss N`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Estimate(estimate) => write!(f, "cp {estimate}"),
            Self::Win(actions) => write!(f, "win {actions}"),
            Self::Loss(actions) => write!(f, "loss {actions}"),
        }
    }
}

/// A score as one number, for searching: estimates stand for themselves, a win in `n` actions is
/// `WIN - n`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Value(i32);

impl Value {
    /// Above every value that occurs.
    pub(crate) const INFINITE: Self = Self(1_000_001);
    /// A game won right now.
    pub(crate) const WIN: Self = Self(1_000_000);
    /// A game lost right now.
    pub(crate) const LOSS: Self = Self(-1_000_000);
    /// Even.
    pub(crate) const DRAW: Self = Self(0);
    /// Proven values are beyond this.
    const PROVEN: i32 = 900_000;

    /// An estimate, cut to the allowed range.
    pub(crate) const fn estimate(estimate: i32) -> Self {
        let max = Score::MAX_ESTIMATE;
        Self(if estimate > max {
            max
        } else if estimate < -max {
            -max
        } else {
            estimate
        })
    }

    /// The number behind it.
    pub(crate) const fn raw(self) -> i32 {
        self.0
    }

    /// From the number behind it.
    pub(crate) const fn from_raw(raw: i32) -> Self {
        Self(raw)
    }

    /// Whether the result is proven.
    pub(crate) const fn is_proven(self) -> bool {
        self.0 > Self::PROVEN || self.0 < -Self::PROVEN
    }

    /// The same value seen from one action earlier: proven results are one action further away.
    pub(crate) const fn one_action_earlier(self) -> Self {
        self.actions_earlier(1)
    }

    /// The bound that a value has to be compared with one action later, so that it compares with
    /// `self` now.
    pub(crate) const fn one_action_later(self) -> Self {
        self.actions_earlier(-1)
    }

    /// The same value seen from `actions` actions earlier.
    pub(crate) const fn actions_earlier(self, actions: i32) -> Self {
        if self.0 > Self::PROVEN {
            Self(self.0 - actions)
        } else if self.0 < -Self::PROVEN {
            Self(self.0 + actions)
        } else {
            self
        }
    }

    /// What people and programs read.
    pub(crate) const fn score(self) -> Score {
        if self.0 > Self::PROVEN {
            Score::Win((Self::WIN.0 - self.0) as u32)
        } else if self.0 < -Self::PROVEN {
            Score::Loss((self.0 + Self::WIN.0) as u32)
        } else {
            Score::Estimate(self.0)
        }
    }
}

impl Neg for Value {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_ordered_from_bad_to_good() {
        let ascending = [
            Score::Loss(1),
            Score::Loss(2),
            Score::Estimate(-Score::MAX_ESTIMATE),
            Score::Estimate(0),
            Score::Estimate(7),
            Score::Win(9),
            Score::Win(1),
        ];
        assert!(ascending.is_sorted());
        let mirrored = ascending.map(Neg::neg);
        assert!(mirrored.iter().rev().is_sorted());
    }

    #[test]
    fn values_keep_the_distance_to_the_end() {
        let value = Value::WIN.one_action_earlier();
        assert_eq!(value.score(), Score::Win(1));
        assert_eq!((-value).score(), Score::Loss(1));
        assert_eq!((-value).actions_earlier(3).score(), Score::Loss(4));
        assert_eq!(Value::estimate(i32::MAX).score(), Score::Estimate(Score::MAX_ESTIMATE));
        assert_eq!(Value::estimate(5).one_action_earlier(), Value::estimate(5));
        assert!(!Value::estimate(i32::MIN).is_proven() && Value::LOSS.is_proven());
    }

    #[test]
    fn even_is_half_a_point() {
        assert!((Score::Estimate(0).expected_points() - 0.5).abs() < 1e-12);
        assert!((Score::Estimate(100).expected_points() - 0.64).abs() < 0.001);
        assert!(Score::Loss(3).expected_points() < f64::EPSILON);
    }
}
