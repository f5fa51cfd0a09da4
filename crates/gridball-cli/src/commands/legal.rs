//! `gridball legal`.

use std::{io::Write, ops::ControlFlow};

use anyhow::bail;
use clap::Args;
use gridball_core::{Coverage, Position, PositionVisitor};
use serde_json::json;

use crate::{
    Context,
    arguments::{GameWord, PositionArguments, whole_number},
    failure::{Status, Wrong, say},
};

/// The most actions that are listed.
const MOST_LISTED: u64 = 1_000_000;

/// Options of `legal`.
#[derive(Args, Debug)]
#[command(after_help = "Example: gridball legal gridball --moves \"034 666\" --count")]
pub(crate) struct Arguments {
    /// A game id; `gridball games` lists them
    #[arg(value_name = "GAME")]
    game: GameWord,

    #[command(flatten)]
    position: PositionArguments,

    /// Print only how many there are
    #[arg(long)]
    count: bool,

    /// Only the actions worth searching: in paper soccer one for each distinct result
    #[arg(long)]
    distinct: bool,

    /// List or count so many at most; without it more than 1000000 are an error
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole_number::<u64>(1..=u64::MAX))]
    limit: Option<u64>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    let game = arguments.position.game(&arguments.game)?;
    let position = game.position();
    let limit = arguments.limit.unwrap_or(MOST_LISTED);
    // Counting alone takes no memory, but telling results apart does.
    if limit > MOST_LISTED && (!arguments.count || arguments.distinct) {
        bail!(
            "--limit: must be at most {MOST_LISTED}; only --count without --distinct goes beyond"
        );
    }
    let too_many = || Wrong(format!("more than {limit} legal actions"));
    // Counted first, so that too many take no memory.
    if arguments.limit.is_none() && !arguments.distinct && position.count_actions(limit + 1) > limit
    {
        bail!(too_many());
    }
    let listing =
        position.visit(List { limit, distinct: arguments.distinct, texts: !arguments.count });
    if !listing.complete && arguments.limit.is_none() {
        bail!(too_many());
    }
    let out = &mut context.output;
    if arguments.json {
        let mut answer = json!({
            "game": position.setup().to_string(),
            "position": position.position_text(),
            "count": listing.count,
            "complete": listing.complete,
        });
        if !arguments.count {
            answer["actions"] = listing.texts.into();
        }
        out.json(&answer)?;
    } else if arguments.count {
        let more = if listing.complete { "" } else { "+" };
        writeln!(out, "{}{more}", listing.count)?;
    } else {
        for text in listing.texts {
            out.line(&text)?;
        }
        if !listing.complete {
            out.flush()?;
            say(&format!("note: these are the first {limit} actions, there are more"));
        }
    }
    Ok(Status::Done)
}

/// Counts or lists the actions of a position, up to a limit.
struct List {
    limit: u64,
    distinct: bool,
    texts: bool,
}

struct Listing {
    /// How many were found, at most the limit.
    count: u64,
    /// Whether there are no more.
    complete: bool,
    /// Their texts, sorted bytewise.
    texts: Vec<String>,
}

impl PositionVisitor for List {
    type Output = Listing;

    fn visit<P: Position>(self, position: &P) -> Listing {
        let mut listing = Listing { count: 0, complete: true, texts: Vec::new() };
        if self.distinct {
            let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
            let coverage = position.visit_search_actions(limit, |action| {
                listing.count += 1;
                if self.texts {
                    listing.texts.push(position.action_text(action));
                }
                ControlFlow::Continue(())
            });
            listing.complete = coverage == Coverage::Complete;
        } else if self.texts {
            let _ = position.visit_actions(|action| {
                if listing.count == self.limit {
                    listing.complete = false;
                    return ControlFlow::Break(());
                }
                listing.count += 1;
                listing.texts.push(position.action_text(action));
                ControlFlow::Continue(())
            });
        } else {
            let count = position.count_actions(self.limit.saturating_add(1));
            listing.complete = count <= self.limit;
            listing.count = count.min(self.limit);
        }
        listing.texts.sort_unstable();
        listing
    }
}
