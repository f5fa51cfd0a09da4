//! Statistics as text, with bars.

use std::fmt::Write as _;

use super::{GameStatistics, Opening, Results, Statistics};
use crate::record::RecordResult;

/// How a report looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReportOptions {
    /// How many columns a line may have. Bars fill it, tables may be wider.
    pub width: usize,
    /// ASCII alone.
    pub ascii: bool,
    /// How many continuations of each opening are listed.
    pub lines: usize,
}

impl Default for ReportOptions {
    fn default() -> Self {
        Self { width: 80, ascii: false, lines: 5 }
    }
}

/// Bars are not wider than this: longer ones are no easier to compare.
const WIDEST_BAR: usize = 60;

/// Most buckets of the bar chart of lengths.
const BUCKETS: u32 = 16;

impl Statistics {
    /// The statistics as text, a paragraph for each subject.
    pub fn report(&self, options: &ReportOptions) -> String {
        let mut text = String::new();
        for (id, game) in self.games() {
            let duplicates = self.duplicates(id);
            let mut report = Report { options, text: &mut text };
            report.heading(id, game);
            report.results(&game.results);
            report.lengths(game);
            report.endings(game);
            report.facts(game);
            report.openings(game);
            let (same, mirrored) = (duplicates.same, duplicates.mirrored);
            report
                .line(&format!("Duplicates: {same} with the same actions, {mirrored} in a mirror"));
            report.line("");
        }
        let good = self.records - self.faulty;
        let _ = match self.faulty {
            0 => writeln!(text, "{good} games"),
            faulty => writeln!(text, "{good} games, {faulty} records left out as faulty"),
        };
        text
    }
}

struct Report<'a> {
    options: &'a ReportOptions,
    text: &'a mut String,
}

impl Report<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    fn heading(&mut self, id: &str, game: &GameStatistics) {
        let mut line = format!("{id}: {} games, {} actions", game.games, game.actions);
        if game.own_starts > 0 {
            let _ = write!(line, ", {} from another start than usual", game.own_starts);
        }
        let rule = if self.options.ascii { "-" } else { "─" };
        let rule = rule.repeat(line.chars().count());
        self.line(&line);
        self.line(&rule);
        self.line("");
    }

    /// A bar for each row, the longest as wide as there is room.
    fn bars(&mut self, rows: &[(String, u64, String)]) {
        let wide = |text: &str| text.chars().count();
        let name = rows.iter().map(|(name, ..)| wide(name)).max().unwrap_or(0);
        let value = rows.iter().map(|(.., value)| wide(value)).max().unwrap_or(0);
        let room = self.options.width.saturating_sub(name + value + 4).clamp(1, WIDEST_BAR);
        let most = rows.iter().map(|(_, count, _)| *count).max().unwrap_or(0).max(1);
        for (text, count, label) in rows {
            let bar = self.bar(*count, most, room);
            self.line(&format!("  {text:name$} {label:>value$} {bar}"));
        }
    }

    /// `count` of `most` as a bar of at most `room` columns; a little is never nothing.
    fn bar(&self, count: u64, most: u64, room: usize) -> String {
        const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
        let part = u128::from(count) * room as u128;
        if self.options.ascii {
            return "#".repeat(part.div_ceil(u128::from(most)) as usize);
        }
        let eighths = (part * 8).div_ceil(u128::from(most)) as usize;
        "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
    }

    fn results(&mut self, results: &Results) {
        self.line("Results");
        let names = ["First wins", "Second wins", "draw", "no result"];
        let rows: Vec<_> = RecordResult::ALL
            .into_iter()
            .zip(names)
            .filter(|(result, _)| *result != RecordResult::Unknown || results.of(*result) > 0)
            .map(|(result, name)| {
                let count = results.of(result);
                (name.to_owned(), count, format!("{count} {:>7}", share(count, results.games())))
            })
            .collect();
        self.bars(&rows);
        self.line("");
    }

    fn lengths(&mut self, game: &GameStatistics) {
        let lengths = &game.lengths;
        let (Some(shortest), Some(longest)) = (lengths.shortest(), lengths.longest()) else {
            return;
        };
        let (median, mean) = (lengths.median().unwrap_or(0), lengths.mean().unwrap_or(0.0));
        self.line(&format!(
            "Length in actions: {shortest} to {longest}, mean {mean:.1}, median {median}"
        ));
        let dash = if self.options.ascii { "-" } else { "–" };
        let width = longest.to_string().len();
        let rows: Vec<_> = lengths
            .buckets(BUCKETS)
            .iter()
            .map(|bucket| {
                let name = if bucket.from == bucket.to {
                    format!("{:>width$}", bucket.from)
                } else {
                    format!("{:>width$}{dash}{:<width$}", bucket.from, bucket.to)
                };
                (name, bucket.games, bucket.games.to_string())
            })
            .collect();
        self.bars(&rows);
        self.line("");
    }

    fn endings(&mut self, game: &GameStatistics) {
        let endings = game.endings();
        let name = endings.iter().map(|(ending, _)| ending.name().len()).max().unwrap_or(0).max(7);
        self.line(&format!(
            "{:<name$}  {:>9} {:>8} {:>9} {:>9} {:>9}",
            "Endings", "games", "share", "First", "Second", "draw"
        ));
        for (ending, results) in &endings {
            self.line(&format!(
                "  {:<name$}{:>9} {:>8} {:>9} {:>9} {:>9}",
                ending.name(),
                results.games(),
                share(results.games(), game.games),
                results.of(RecordResult::FirstWins),
                results.of(RecordResult::SecondWins),
                results.of(RecordResult::Draw),
            ));
        }
        self.line("");
    }

    fn facts(&mut self, game: &GameStatistics) {
        let facts = game.facts();
        let name = facts.iter().map(|fact| fact.name.len()).max().unwrap_or(0).max(7);
        self.line(&format!(
            "{:<name$}  {:>9} {:>9} {:>9} {:>9}",
            "Counted", "First", "Second", "in games", "most"
        ));
        for fact in facts {
            self.line(&format!(
                "  {:<name$}{:>9} {:>9} {:>9} {:>9}",
                fact.name, fact.by[0], fact.by[1], fact.games, fact.most
            ));
        }
        self.line("");
    }

    fn openings(&mut self, game: &GameStatistics) {
        let openings = game.openings();
        if openings.depth() == 0 || openings.results().games() == 0 {
            return;
        }
        let mirrored = if openings.mirrored_as_one() { "mirrored as one" } else { "as played" };
        self.line(&format!("Openings, {mirrored}"));
        self.line(&format!("  {:>9} {:>8} {:>8} {:>8}", "games", "share", "First", "Second"));
        self.continuations(&openings.next(), openings.results().games(), 0);
        if openings.left_out() > 0 {
            self.line(&format!(
                "  the tree is full: {} games leave it before depth {}",
                openings.left_out(),
                openings.depth()
            ));
        }
        self.line("");
    }

    fn continuations(&mut self, next: &[Opening<'_>], all: u64, level: usize) {
        let indent = "  ".repeat(level);
        let (shown, others) = next.split_at(next.len().min(self.options.lines));
        for line in shown {
            let results = line.results();
            let won = |result| share(results.of(result), results.known());
            self.line(&format!(
                "  {:>9} {:>8} {:>8} {:>8}  {indent}{}",
                results.games(),
                share(results.games(), all),
                won(RecordResult::FirstWins),
                won(RecordResult::SecondWins),
                line.action(),
            ));
            self.continuations(&line.next(), all, level + 1);
        }
        if !others.is_empty() {
            let games: u64 = others.iter().map(|line| line.results().games()).sum();
            let number = others.len();
            let dots = if self.options.ascii { "..." } else { "…" };
            self.line(&format!(
                "  {games:>9} {:>8} {:>8} {:>8}  {indent}{dots} {number} more",
                share(games, all),
                "",
                ""
            ));
        }
    }
}

/// `count` of `all` in percent; nothing where there is nothing.
fn share(count: u64, all: u64) -> String {
    if all == 0 {
        return "-".to_owned();
    }
    format!("{:.1} %", count as f64 * 100.0 / all as f64)
}
