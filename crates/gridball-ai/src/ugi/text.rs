//! The lines of an answer.

use std::fmt::Write;

use gridball_core::{AnyAction, AnyPosition, Position, PositionVisitor};

use crate::{analysis::line_text, engine::SearchInfo};

/// An `info` line. The number of the line stands in it only where several were asked for.
pub(super) fn info_line(
    position: &AnyPosition,
    info: &SearchInfo<AnyAction>,
    several: bool,
) -> String {
    let micros = info.elapsed.as_micros();
    let speed = u128::from(info.nodes) * 1_000_000;
    let mut line = format!("info depth {}", info.depth);
    if several {
        push(&mut line, format_args!(" multipv {}", info.rank));
    }
    push(
        &mut line,
        format_args!(
            " score {} nodes {} nps {} time {} pv {}",
            info.score,
            info.nodes,
            speed.checked_div(micros).unwrap_or_default(),
            info.elapsed.as_millis(),
            line_text(position, &info.line)
        ),
    );
    line
}

fn push(line: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    let _ = line.write_fmt(text);
}

/// Many action texts without a String for each.
#[derive(Default)]
struct Texts {
    text: String,
    ends: Vec<usize>,
}

impl Texts {
    fn add<P: Position>(&mut self, position: &P, action: &P::Action) {
        // Writing to a String cannot fail.
        let _ = position.write_action(action, &mut self.text);
        self.ends.push(self.text.len());
    }

    /// `legal N A B …`, sorted bytewise; `mark` stands after the number.
    fn sorted_line(self, mark: &str) -> String {
        let mut ranges: Vec<(usize, usize)> = self
            .ends
            .iter()
            .scan(0, |start, &end| Some((std::mem::replace(start, end), end)))
            .collect();
        ranges.sort_unstable_by_key(|&(start, end)| &self.text[start..end]);
        let mut line = format!("legal {}{mark}", ranges.len());
        line.reserve(self.text.len() + ranges.len());
        for (start, end) in ranges {
            line.push(' ');
            line.push_str(&self.text[start..end]);
        }
        line
    }
}

/// What became of a listing.
pub(super) enum Listing {
    /// The line of all of them.
    Line(String),
    /// The line of the first ones: there are more.
    Cut(String),
    /// There are more actions than may be listed.
    TooMany,
    /// It was stopped.
    Stopped,
}

/// Lists all legal actions, if they are at most `limit`.
pub(super) struct LegalActions<'a> {
    pub(super) limit: u64,
    pub(super) stop: &'a mut dyn FnMut() -> bool,
}

/// Lists the search actions, the first `limit` of them.
pub(super) struct DistinctActions<'a> {
    pub(super) limit: u64,
    pub(super) stop: &'a mut dyn FnMut() -> bool,
}

/// After so many actions the wish to stop is looked at.
const STOP_INTERVAL: u64 = 1024;

impl PositionVisitor for LegalActions<'_> {
    type Output = Listing;

    fn visit<P: Position>(self, position: &P) -> Listing {
        use std::ops::ControlFlow::{Break, Continue};
        // Counted first, so that too many actions take no memory.
        let mut count = 0_u64;
        let counted = position.visit_actions(|_| {
            count += 1;
            let over = count > self.limit || (count.is_multiple_of(STOP_INTERVAL) && (self.stop)());
            if over { Break(()) } else { Continue(()) }
        });
        if count > self.limit {
            return Listing::TooMany;
        }
        let mut texts = Texts::default();
        let mut since_stop_check = 0_u64;
        let listed = counted.is_continue()
            && position
                .visit_actions(|action| {
                    texts.add(position, action);
                    since_stop_check += 1;
                    let over = since_stop_check.is_multiple_of(STOP_INTERVAL) && (self.stop)();
                    if over { Break(()) } else { Continue(()) }
                })
                .is_continue();
        if listed { Listing::Line(texts.sorted_line("")) } else { Listing::Stopped }
    }
}

impl PositionVisitor for DistinctActions<'_> {
    type Output = Listing;

    fn visit<P: Position>(self, position: &P) -> Listing {
        use std::ops::ControlFlow::{Break, Continue};
        let mut texts = Texts::default();
        let mut count = 0_u64;
        let coverage = position.visit_search_actions(self.limit as usize, |action| {
            texts.add(position, action);
            count += 1;
            let over = count.is_multiple_of(STOP_INTERVAL) && (self.stop)();
            if over { Break(()) } else { Continue(()) }
        });
        match coverage {
            gridball_core::Coverage::Complete => Listing::Line(texts.sorted_line("")),
            gridball_core::Coverage::Limited => Listing::Cut(texts.sorted_line("+")),
            gridball_core::Coverage::Stopped => Listing::Stopped,
        }
    }
}
