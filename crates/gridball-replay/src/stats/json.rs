//! Statistics as JSON. The schema stands in the documentation of [`super`].

use serde_json::{Value, json};

use super::{GameStatistics, Opening, Results, Statistics};
use crate::record::RecordResult;

/// The version of the schema.
const VERSION: u32 = 1;

impl Statistics {
    /// The statistics as JSON, with at most `lines` continuations of each opening.
    pub fn to_json(&self, lines: usize) -> Value {
        let games: Vec<Value> = self
            .games()
            .map(|(id, game)| {
                let duplicates = self.duplicates(id);
                json!({
                    "game": id,
                    "games": game.games,
                    "own_starts": game.own_starts,
                    "actions": game.actions,
                    "results": results(&game.results),
                    "lengths": lengths(game),
                    "endings": endings(game),
                    "facts": facts(game),
                    "duplicates": { "same": duplicates.same, "mirrored": duplicates.mirrored },
                    "openings": openings(game, lines),
                })
            })
            .collect();
        json!({
            "schema": "gridball-stats",
            "version": VERSION,
            "records": self.records,
            "faulty": self.faulty,
            "games": games,
        })
    }
}

fn results(results: &Results) -> Value {
    json!({
        "first": results.of(RecordResult::FirstWins),
        "second": results.of(RecordResult::SecondWins),
        "draw": results.of(RecordResult::Draw),
        "unknown": results.of(RecordResult::Unknown),
    })
}

fn lengths(game: &GameStatistics) -> Value {
    let counts: Vec<Value> =
        game.lengths.counts().map(|(length, games)| json!([length, games])).collect();
    json!({
        "shortest": game.lengths.shortest(),
        "longest": game.lengths.longest(),
        "median": game.lengths.median(),
        "mean": game.lengths.mean(),
        "counts": counts,
    })
}

fn endings(game: &GameStatistics) -> Vec<Value> {
    let ending = |(ending, of): &(super::Ending, Results)| json!({ "ending": ending.name(), "results": results(of) });
    game.endings().iter().map(ending).collect()
}

fn facts(game: &GameStatistics) -> Vec<Value> {
    let fact = |fact: &super::Fact| {
        json!({
            "fact": fact.name,
            "first": fact.by[0],
            "second": fact.by[1],
            "games": fact.games,
            "most": fact.most,
        })
    };
    game.facts().iter().map(fact).collect()
}

fn openings(game: &GameStatistics, lines: usize) -> Value {
    let openings = game.openings();
    let mut value = continuations(&openings.next(), lines);
    value["depth"] = openings.depth().into();
    value["mirrored_as_one"] = openings.mirrored_as_one().into();
    value["games"] = openings.results().games().into();
    value["left_out"] = openings.left_out().into();
    value
}

/// `next` and `others` of a line.
fn continuations(next: &[Opening<'_>], lines: usize) -> Value {
    let (shown, others) = next.split_at(next.len().min(lines));
    let shown: Vec<Value> = shown
        .iter()
        .map(|line| {
            let mut value = continuations(&line.next(), lines);
            value["action"] = line.action().into();
            value["games"] = line.results().games().into();
            value["results"] = results(line.results());
            value
        })
        .collect();
    let games: u64 = others.iter().map(|line| line.results().games()).sum();
    json!({ "next": shown, "others": { "lines": others.len(), "games": games } })
}
