//! A record judged by an engine.

use gridball_ai::{JudgedAction, Judgement, Limits, PositionSearch, Score, judge_game, line_text};
use gridball_core::{AnyPosition, Player, Position};
use gridball_replay::{Annotation, NodeId, Record, Sign};

/// The beginning of a comment with the worth of the position after an action.
const EVALUATION: &str = "[%eval ";
/// The beginning of a comment with what would have been better.
const BETTER: &str = "better: ";
/// So many actions of a better line are written down.
const LONGEST_LINE: usize = 6;

/// Judges every action of the main line of a record and writes that into it: the signs `!`, `?!`,
/// `?` and `??` as [`Judgement`] has them, a comment `[%eval SCORE]` after every action and, where
/// something was better, a comment `better: ACTIONS [SCORE]`. Scores are those of the engine
/// protocol, seen from First, as clocks and evaluations in PGN are.
///
/// Signs of this kind and comments of an earlier judgement are replaced; whatever else stands in
/// the record stays. `search` is called for each position from the start on, see [`judge_game`].
///
/// Returns the judged actions.
///
/// # Errors
///
/// Those of `search`; the record is unchanged then.
pub fn annotate<E>(
    record: &mut Record,
    limits: &Limits,
    search: &mut PositionSearch<'_, E>,
) -> Result<Vec<JudgedAction>, E> {
    let mut judged = Vec::new();
    judge_game(&record.game(), limits, search, &mut |action| judged.push(action))?;
    let nodes: Vec<NodeId> = record.main_line().collect();
    let mut position = record.start().clone();
    for (node, action) in nodes.into_iter().zip(&judged) {
        write(record.annotation_mut(node), &position, action);
        position.play_unchecked(&action.action);
    }
    Ok(judged)
}

fn write(annotation: &mut Annotation, before: &AnyPosition, judged: &JudgedAction) {
    let player = before.to_move();
    annotation.signs.retain(|sign| sign.mark().is_none());
    annotation
        .comments
        .retain(|comment| !comment.starts_with(EVALUATION) && !comment.starts_with(BETTER));
    if let Some(sign) = sign(judged.judgement) {
        annotation.signs.insert(0, sign);
    }
    annotation.comments.push(format!("{EVALUATION}{}]", seen_from_first(judged.score, player)));
    if judged.judgement > Judgement::Fine {
        let actions = &judged.best.actions;
        let line = line_text(before, &actions[..actions.len().min(LONGEST_LINE)]);
        let score = seen_from_first(judged.best.score, player);
        annotation.comments.push(format!("{BETTER}{line} [{score}]"));
    }
}

fn sign(judgement: Judgement) -> Option<Sign> {
    Sign::from_text(judgement.sign())
}

fn seen_from_first(score: Score, player: Player) -> Score {
    match player {
        Player::First => score,
        Player::Second => -score,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails where it cannot go on")]

    use gridball_ai::{AnyEngine, Engine, Unattended};
    use gridball_replay::{Format, Records, write_record};

    use super::*;

    fn annotated(text: &str) -> String {
        let entry = Records::new(text.as_bytes()).unwrap().next().unwrap().unwrap();
        let mut record = entry.into_whole().unwrap();
        let mut engine = AnyEngine::new("best?nodes=3000".parse().unwrap());
        annotate(&mut record, &Limits::default(), &mut |position, limits| {
            engine.search(position, limits, &mut Unattended)
        })
        .unwrap();
        let mut out = Vec::new();
        write_record(Format::Gbn, &record, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_blunder_is_named_and_the_rest_of_the_record_stays() {
        // Second lets First shoot.
        let text = "[Game \"gridball:12x12/4\"]\n[First \"Anna\"]\n[Result \"1-0\"]\n\n\
                    {in the rain} 1. 444 444!! {hm} (1... 134 2. 445) 2. 4 $14 1-0\n\n";
        let once = annotated(text);
        for part in
            ["[First \"Anna\"]", "{in the rain}", "{hm}", "2. 445)", "$14", "444??", "{better: "]
        {
            assert!(once.contains(part), "{part}: {once}");
        }
        assert!(once.contains("{[%eval win 1]}"), "{once}");
        assert!(!once.contains("!!"), "{once}");
        // Again and again the same.
        assert_eq!(annotated(&once), once);
    }
}
