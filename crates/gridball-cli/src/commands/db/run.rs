//! `gridball db`: what it does.

use std::{io::Write, path::Path};

use anyhow::anyhow;
use gridball_core::Position;
use gridball_replay::{
    RecordResult,
    database::{Added, Database, DatabaseError, Hit, Search},
    stats::Results,
};
use serde_json::{Value, json};

use super::{Action, AddArguments, Arguments, SearchArguments};
use crate::{
    Context,
    failure::{Status, Wrong, one_line},
    records::{self, in_words},
};

/// The longest name of a player in a line, in characters.
const LONGEST_NAME: usize = 30;

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    match &arguments.action {
        Action::Add(arguments) => add(arguments, context),
        Action::Search(arguments) => search(arguments, context),
    }
}

/// What is wrong with the database, as an error of the program.
fn wrong(path: &Path) -> impl Fn(DatabaseError) -> anyhow::Error + '_ {
    |error| {
        let what = match &error {
            DatabaseError::File(error) => in_words(error),
            _ => error.to_string(),
        };
        let text = format!("{}: {what}", path.display());
        match error {
            DatabaseError::Damaged
            | DatabaseError::NoGame { .. }
            | DatabaseError::Record { .. } => Wrong(text).into(),
            _ => anyhow!(text),
        }
    }
}

fn add(arguments: &AddArguments, context: &mut Context) -> anyhow::Result<Status> {
    let path = &arguments.database;
    let wrong = wrong(path);
    let mut database = Database::create(path).map_err(&wrong)?;
    let (mut new, mut known, mut faulty) = (0_u64, 0_u64, 0_u64);
    let read = records::each_entry(&arguments.files, |entry| {
        match &entry.record {
            Some(record) if entry.whole && entry.is_good() => {
                match database.add(record).map_err(&wrong)? {
                    Added::New => new += 1,
                    Added::Known => known += 1,
                }
            }
            _ => faulty += 1,
        }
        Ok(())
    });
    // What was read before a file that cannot be read is kept.
    database.commit().map_err(&wrong)?;
    let games = database.games().map_err(&wrong)?;
    let out = &mut context.output;
    if arguments.json {
        out.json(&json!({ "added": new, "known": known, "faulty": faulty, "games": games }))?;
    } else {
        out.line(&format!(
            "{new} games added, {known} were there already, {faulty} records left out as faulty; {games} games in all"
        ))?;
    }
    read?;
    Ok(if faulty > 0 { Status::Wrong } else { Status::Done })
}

fn search(arguments: &SearchArguments, context: &mut Context) -> anyhow::Result<Status> {
    let game = arguments.position.game(&arguments.game)?;
    let wrong = wrong(&arguments.database);
    let mut database = Database::open(&arguments.database).map_err(&wrong)?;
    let found = database.search(game.position(), arguments.limit).map_err(&wrong)?;
    let out = &mut context.output;
    if arguments.json {
        let position = game.position();
        let mut value = as_json(&found);
        value["game"] = position.setup().to_string().into();
        value["position"] = position.position_text().into();
        out.json(&value)?;
        return Ok(Status::Done);
    }
    for hit in &found.hits {
        if arguments.records {
            out.write_all(hit.record.as_bytes())?;
        } else {
            out.line(&line(hit))?;
        }
    }
    if !arguments.records {
        out.line(&summary(&found))?;
    }
    Ok(Status::Done)
}

/// A game in one line.
fn line(hit: &Hit) -> String {
    let player = |tag| one_line(hit.tag(tag).unwrap_or("?"), LONGEST_NAME);
    let how = match (hit.mirrored, hit.exchanged) {
        (false, false) => "",
        (true, false) => ", mirrored",
        (false, true) => ", players exchanged",
        (true, true) => ", mirrored, players exchanged",
    };
    format!(
        "game {}: after {} of {} actions, {}, {} - {}{how}",
        hit.game,
        hit.ply,
        hit.length,
        hit.result,
        player("First"),
        player("Second"),
    )
}

fn summary(found: &Search) -> String {
    let results = &found.results;
    let shown = found.hits.len() as u64;
    let counts = format!(
        "{} games: First wins {}, Second wins {}, draw {}, no result {}",
        results.games(),
        results.of(RecordResult::FirstWins),
        results.of(RecordResult::SecondWins),
        results.of(RecordResult::Draw),
        results.of(RecordResult::Unknown),
    );
    if shown < results.games() {
        return format!("{counts}; the first {shown} are shown");
    }
    counts
}

fn as_json(found: &Search) -> Value {
    let results = |results: &Results| {
        json!({
            "first": results.of(RecordResult::FirstWins),
            "second": results.of(RecordResult::SecondWins),
            "draw": results.of(RecordResult::Draw),
            "unknown": results.of(RecordResult::Unknown),
        })
    };
    let hits: Vec<Value> = found
        .hits
        .iter()
        .map(|hit| {
            let tags: serde_json::Map<String, Value> = hit
                .tags
                .iter()
                .map(|(name, value)| (name.clone(), value.as_str().into()))
                .collect();
            json!({
                "number": hit.game,
                "id": hit.id,
                "tags": tags,
                "result": hit.result.text(),
                "actions": hit.length,
                "ply": hit.ply,
                "mirrored": hit.mirrored,
                "players_exchanged": hit.exchanged,
                "record": hit.record,
            })
        })
        .collect();
    json!({
        "games": found.results.games(),
        "results": results(&found.results),
        "hits": hits,
    })
}
