//! Judging what was played beside what would have been best.
//!
//! Every position of a game is searched once. An action is worth what the search of the position
//! after it says, seen from the player who acted; the best one is worth what the search of the
//! position before it says, or what was played if that turned out better. The difference, as a
//! share of the point (see [`Score::expected_points`]), is what the player gave away:
//!
//! | sign | given away | |
//! |---|---|---|
//! | `??` | 0.30 or more | a game thrown away: from 74 % to 44 %, a proven win to an even game |
//! | `?` | 0.20 or more | |
//! | `?!` | 0.10 or more | from 57 % to 47 % |
//! | `!` | nothing | and the second best action gives away 0.20 or more |
//!
//! What was played is the best action also where another one leads to the same position.

use gridball_core::{AnyAction, AnyGame, AnyPosition, Outcome, Position};

use crate::{
    engine::{Line, SearchResult},
    limits::Limits,
    score::Score,
};

/// What an action deserves, from good to bad.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Judgement {
    /// `!`: the only good one.
    OnlyGood,
    /// No sign.
    Fine,
    /// `?!`.
    Doubtful,
    /// `?`.
    Weak,
    /// `??`.
    Blunder,
}

impl Judgement {
    /// What is given away by an action that deserves `?!`, as a share of the point.
    pub const DOUBTFUL: f64 = 0.10;
    /// By one that deserves `?`, and by the second best where the best one deserves `!`.
    pub const WEAK: f64 = 0.20;
    /// By one that deserves `??`.
    pub const BLUNDER: f64 = 0.30;

    /// What an action deserves that gives away so much, 0 to 1.
    pub fn of(given_away: f64) -> Self {
        // A hair less is enough, so that rounding decides nothing.
        let given_away = given_away + 1e-9;
        if given_away >= Self::BLUNDER {
            Self::Blunder
        } else if given_away >= Self::WEAK {
            Self::Weak
        } else if given_away >= Self::DOUBTFUL {
            Self::Doubtful
        } else {
            Self::Fine
        }
    }

    /// Its sign: `!`, nothing, `?!`, `?` or `??`.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::OnlyGood => "!",
            Self::Fine => "",
            Self::Doubtful => "?!",
            Self::Weak => "?",
            Self::Blunder => "??",
        }
    }
}

/// An action of a game and what it was worth.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedAction {
    /// What was played.
    pub action: AnyAction,
    /// What that is worth for the player who acted.
    pub score: Score,
    /// What would have been best, and its worth for the player who acted. It begins with what was
    /// played if nothing was better.
    pub best: Line<AnyAction>,
    /// What was given away, as a share of the point, 0 to 1.
    pub given_away: f64,
    /// What that deserves.
    pub judgement: Judgement,
}

/// Looks at a position under the given limits, with an engine and a clock of its own.
pub type PositionSearch<'a, E> =
    dyn FnMut(&AnyPosition, &Limits) -> Result<SearchResult<AnyAction>, E> + 'a;

/// Judges every action of a game. `search` looks at a position under the given limits; it is
/// called once for each position of the game, from its start on. `judged` is called with each
/// action in turn.
///
/// ```
/// use gridball_ai::{AnyEngine, Engine, Judgement, Limits, Unattended, judge_game};
/// use gridball_core::{AnyGame, Position};
///
/// // Second steps towards the own goal, and First scores.
/// let mut game = AnyGame::new(&"gridball:12x12/4".parse()?);
/// for text in ["444", "134", "455"] {
///     let action = game.position().parse_action(text)?;
///     game.play(&action)?;
/// }
/// let mut engine = AnyEngine::new("best?nodes=2000".parse()?);
/// let mut signs = Vec::new();
/// judge_game(
///     &game,
///     &Limits::default(),
///     &mut |position, limits| engine.search(position, limits, &mut Unattended),
///     &mut |judged| signs.push(judged.judgement.sign()),
/// )?;
/// assert_eq!(signs[1], "??");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Those of `search`.
pub fn judge_game<E>(
    game: &AnyGame,
    limits: &Limits,
    search: &mut PositionSearch<'_, E>,
    judged: &mut dyn FnMut(JudgedAction),
) -> Result<(), E> {
    // The second best action decides about `!`.
    let limits = &Limits { multi_pv: limits.multi_pv.max(2), ..limits.clone() };
    let mut before = game.start().clone();
    // The search of `before`. A game that goes on has one.
    let mut searched: Option<SearchResult<AnyAction>> = None;
    for action in game.actions() {
        let found = match searched.take() {
            Some(found) => found,
            None => search(&before, limits)?,
        };
        let mut after = before.clone();
        after.play_unchecked(action);
        let score = match after.outcome() {
            Some(Outcome::Win(winner)) if winner == before.to_move() => Score::Win(1),
            Some(Outcome::Win(_)) => Score::Loss(1),
            Some(Outcome::Draw) => Score::Estimate(0),
            None => {
                let next = search(&after, limits)?;
                let score = next.score;
                searched = Some(next);
                let same_player = after.to_move() == before.to_move();
                one_action_earlier(if same_player { score } else { -score })
            }
        };
        judged(judge(&before, &after, action, score, &found));
        before = after;
    }
    Ok(())
}

/// Judges an action that leads from `before` to `after` and is worth `score`.
fn judge(
    before: &AnyPosition,
    after: &AnyPosition,
    action: &AnyAction,
    score: Score,
    found: &SearchResult<AnyAction>,
) -> JudgedAction {
    let own = Line { score, actions: vec![action.clone()] };
    let best = found.lines.first().cloned().unwrap_or_else(|| own.clone());
    let is_best = best.actions.first().is_some_and(|first| {
        let mut other = before.clone();
        other.play_unchecked(first);
        other == *after
    });
    if is_best {
        let judgement = judge_best(found);
        return JudgedAction { action: action.clone(), score, best, given_away: 0.0, judgement };
    }
    let given_away = best.score.expected_points() - score.expected_points();
    if given_away <= 0.0 {
        let judgement = Judgement::Fine;
        return JudgedAction {
            action: action.clone(),
            score,
            best: own,
            given_away: 0.0,
            judgement,
        };
    }
    let judgement = Judgement::of(given_away);
    JudgedAction { action: action.clone(), score, best, given_away, judgement }
}

/// What the best action that a search has found deserves: [`Judgement::OnlyGood`] or
/// [`Judgement::Fine`]. The search has to be one for two lines or more; where there is only one
/// action it is nothing special.
pub fn judge_best<A>(found: &SearchResult<A>) -> Judgement {
    let worth = |rank: usize| found.lines.get(rank).map(|line| line.score.expected_points());
    match (worth(0), worth(1)) {
        (Some(best), Some(second)) if Judgement::of(best - second) >= Judgement::Weak => {
            Judgement::OnlyGood
        }
        _ => Judgement::Fine,
    }
}

/// A score as it is one action earlier: the end is one action further away.
const fn one_action_earlier(score: Score) -> Score {
    match score {
        Score::Estimate(estimate) => Score::Estimate(estimate),
        Score::Win(actions) => Score::Win(actions + 1),
        Score::Loss(actions) => Score::Loss(actions + 1),
    }
}

/// The texts of a line of play from `position`, separated by spaces. What cannot be played ends
/// it.
pub fn line_text(position: &AnyPosition, actions: &[AnyAction]) -> String {
    // The text of an action may depend on the position it is played in.
    let mut position = position.clone();
    let mut text = String::new();
    for action in actions {
        if position.check_action(action).is_err() {
            debug_assert!(false, "a line holds an illegal action: {text}");
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        // Writing to a String cannot fail.
        let _ = position.write_action(action, &mut text);
        position.play_unchecked(action);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(actions: &str) -> AnyGame {
        let mut game = AnyGame::new(&"gridball:12x12/4".parse().unwrap());
        for text in actions.split_whitespace() {
            let action = game.position().parse_action(text).unwrap();
            game.play(&action).unwrap();
        }
        game
    }

    /// A search that says for the first, second … position what is given here: the worth of the
    /// best and the second best action, and what the best one is.
    fn judged(actions: &str, searches: &[(Score, Score, &str)]) -> Vec<JudgedAction> {
        let game = game(actions);
        let mut searches = searches.iter();
        let mut all = Vec::new();
        let done = judge_game::<()>(
            &game,
            &Limits::default(),
            &mut |position, limits| {
                assert_eq!(limits.multi_pv, 2);
                let (best, second, text) = searches.next().copied().unwrap();
                let action = position.parse_action(text).unwrap();
                let line =
                    |score, action: &AnyAction| Line { score, actions: vec![action.clone()] };
                Ok(SearchResult {
                    lines: vec![line(best, &action), line(second, &action)],
                    best: action,
                    score: best,
                    depth: 1,
                    nodes: 1,
                    elapsed: std::time::Duration::ZERO,
                    root: Vec::new(),
                })
            },
            &mut |one| all.push(one),
        );
        assert_eq!((done, searches.len()), (Ok(()), 0));
        all
    }

    const EVEN: Score = Score::Estimate(0);

    #[test]
    fn signs_follow_from_what_was_given_away() {
        for (given_away, sign) in [
            (0.0, ""),
            (0.099, ""),
            (0.1, "?!"),
            (0.199, "?!"),
            (0.2, "?"),
            (0.3, "??"),
            (1.0, "??"),
        ] {
            assert_eq!(Judgement::of(given_away).sign(), sign, "{given_away}");
        }
    }

    #[test]
    fn the_search_after_an_action_says_what_it_was_worth() {
        // First could have been better by 100 (64 %) and is now worse by 100 (36 %).
        let after = Score::Estimate(100);
        let all =
            judged("000 111", &[(after, EVEN, "444"), (after, after, "111"), (EVEN, EVEN, "333")]);
        assert_eq!(all[0].score, Score::Estimate(-100));
        assert!((all[0].given_away - 0.28).abs() < 0.001, "{all:?}");
        assert_eq!(all[0].judgement, Judgement::Weak);
        assert_eq!(all[0].best.score, after);
        // Second has played the best.
        assert_eq!((all[1].judgement, all[1].given_away), (Judgement::Fine, 0.0));
    }

    #[test]
    fn the_only_good_action_is_praised() {
        let bad = Score::Estimate(-300);
        let all = judged("444", &[(EVEN, bad, "444"), (EVEN, EVEN, "444")]);
        assert_eq!(all[0].judgement, Judgement::OnlyGood);
        let all = judged("444", &[(EVEN, Score::Estimate(-100), "444"), (EVEN, EVEN, "444")]);
        assert_eq!(all[0].judgement, Judgement::Fine);
    }

    #[test]
    fn what_turns_out_better_than_the_best_is_no_mistake() {
        let all = judged("000", &[(EVEN, EVEN, "444"), (Score::Estimate(-200), EVEN, "444")]);
        assert_eq!((all[0].score, all[0].judgement), (Score::Estimate(200), Judgement::Fine));
        assert_eq!(all[0].best.actions, [all[0].action.clone()]);
    }

    #[test]
    fn the_end_of_the_game_needs_no_search() {
        // The ball crosses the line with the first step of the third action.
        let win = (Score::Win(1), Score::Win(1), "4");
        let all = judged("444 444 4", &[(EVEN, EVEN, "444"), (EVEN, EVEN, "444"), win]);
        assert_eq!((all[2].score, all[2].judgement), (Score::Win(1), Judgement::Fine));
        // What allows a proven win is a loss, one action further away.
        assert_eq!(all[1].score, Score::Loss(2));
    }

    #[test]
    fn lines_are_written_as_they_are_played() {
        let game = game("444 134");
        let actions: Vec<AnyAction> = game.actions().cloned().collect();
        assert_eq!(line_text(game.start(), &actions), "444 134");
        assert_eq!(line_text(game.start(), &[]), "");
    }
}
