//! The pieces of the panel beside a field.

use gridball_ai::Score;
use gridball_core::{AnyAction, AnyPosition, Player, Position};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    widgets::{Clear, Widget},
};

use crate::{
    messages::{Label, Messages},
    screen::{
        adviser::{Adviser, AnalysisLine},
        board::{Board, Entry},
        game::prospect,
        look::{Look, Role},
        moves::Moves,
        write::{Writer, fit, fit_middle, width, wrap},
    },
    wording::{self, Notation},
};

/// A notice takes no more rows than this.
const NOTICE_ROWS: usize = 3;

/// The line of the state of things, or what was said last. A notice that is longer than its part
/// takes rows above it too; if that is not enough it is shortened in its middle.
pub(crate) fn status(
    notice: Option<&str>,
    text: &str,
    look: Look,
    part: Rect,
    area: Rect,
    buffer: &mut Buffer,
) {
    let Some(notice) = notice else {
        let rows = usize::from(part.height);
        Writer::new(buffer, look, part).paragraph(text, Role::Text, rows);
        return;
    };
    let columns = usize::from(part.width).max(1);
    let mut lines = wrap(notice, columns);
    // Breaking at spaces costs some room, nobody knows how much.
    let mut room = NOTICE_ROWS * columns;
    while lines.len() > NOTICE_ROWS && room > 0 {
        lines = wrap(&fit_middle(notice, room, look), columns);
        room = room.saturating_sub(columns.div_ceil(8));
    }
    let height = (lines.len() as u16).max(part.height).min(part.bottom().saturating_sub(area.y));
    let place = Rect { y: part.bottom() - height, height, ..part };
    Clear.render(place, buffer);
    buffer.set_style(place, look.ground_style());
    let mut writer = Writer::new(buffer, look, place);
    for line in &lines {
        writer.line(line, Role::Warning);
    }
}

/// The key of help, which is always shown.
pub(crate) fn help_key(messages: &'static dyn Messages) -> (&'static str, &'static str) {
    ("?", messages.label(Label::ShortHelp))
}

/// That not all of the field is in sight; empty if it is.
pub(crate) fn out_of_sight(board: &Board, messages: &dyn Messages) -> String {
    let seen = board.out_of_sight();
    match (seen.above + seen.below, seen.left + seen.right) {
        (0, 0) => String::new(),
        (rows, columns) => messages.out_of_sight(rows, columns),
    }
}

/// The action that is being entered, and what it would do; `None` if there is none.
pub(crate) fn entered(
    entry: &Entry,
    position: &AnyPosition,
    notation: Notation,
    messages: &dyn Messages,
) -> Option<String> {
    let mut pieces = Vec::new();
    if !entry.steps().is_empty() {
        pieces.push(messages.so_far(&wording::steps_in(position, entry.steps(), notation)));
    }
    pieces.extend(wording::bounce(position, entry.steps(), messages));
    if let Some(action) = entry.candidate(position) {
        let mut text = wording::action_in(position, &action, notation);
        if let Some(prospect) = prospect(position, &action, messages) {
            text.push_str(": ");
            text.push_str(&prospect);
        }
        pieces.push(text);
    }
    (!pieces.is_empty()).then(|| pieces.join(" "))
}

/// A comment from its line `from` on, in at most so many rows; gives the line that it can begin
/// with at most.
pub(crate) fn comment(writer: &mut Writer<'_>, text: &str, from: usize, most: usize) -> usize {
    let lines = wrap(text, writer.columns().saturating_sub(2));
    let from = from.min(lines.len().saturating_sub(most));
    for (index, line) in lines.iter().enumerate().skip(from).take(most) {
        let more_above = index == from && from > 0;
        let more_below = index + 1 == from + most && from + most < lines.len();
        let sign = match (more_above, more_below) {
            (_, true) => writer.look.pick_text(" ▼", " v"),
            (true, false) => writer.look.pick_text(" ▲", " ^"),
            (false, false) => "",
        };
        writer.spans(&[(line, Role::Title), (sign, Role::Key)]);
    }
    from
}

/// A score as short as possible: the share of the point for First, or in how many actions who
/// wins.
pub(crate) fn score_text(score: Score, messages: &dyn Messages) -> String {
    match score {
        Score::Estimate(_) => format!("{:.0} %", score.expected_points() * 100.0),
        Score::Win(actions) => messages.wins_in(Player::First, actions),
        Score::Loss(actions) => messages.wins_in(Player::Second, actions),
    }
}

/// A bar that shows what a position is worth for First (at the left) and Second.
pub(crate) fn evaluation(writer: &mut Writer<'_>, score: Option<Score>, messages: &dyn Messages) {
    let columns = writer.columns();
    let text = score.map_or_else(
        || messages.label(Label::Thinking).to_owned(),
        |score| score_text(score, messages),
    );
    writer.spans(&[
        (messages.label(Label::Evaluation), Role::Quiet),
        (" ", Role::Quiet),
        (&text, Role::Text),
    ]);
    let share = score.map_or(0.5, Score::expected_points);
    let first = ((columns as f64) * share).round() as usize;
    let (full, empty) = if writer.look.is_ascii() {
        ("#", "-")
    } else if writer.look.is_mono() {
        ("█", "░")
    } else {
        ("█", "█")
    };
    let (one, other) =
        (full.repeat(first.min(columns)), empty.repeat(columns - first.min(columns)));
    writer.spans(&[(&one, Role::Player(Player::First)), (&other, Role::Player(Player::Second))]);
}

/// The best lines that an engine has found.
pub(crate) fn analysis(
    writer: &mut Writer<'_>,
    adviser: &Adviser,
    position: &AnyPosition,
    notation: Notation,
    messages: &dyn Messages,
) {
    let depth = adviser.lines.first().map_or(0, |line| line.depth);
    let heading = messages.label(Label::Analysis);
    if adviser.lines.is_empty() {
        writer.spans(&[
            (heading, Role::Quiet),
            (" ", Role::Quiet),
            (messages.label(Label::Thinking), Role::Text),
        ]);
        return;
    }
    writer.line(&format!("{heading}, {}", messages.depth(depth)), Role::Quiet);
    for line in &adviser.lines {
        let AnalysisLine { score, actions, .. } = line;
        let for_first = if position.to_move() == Player::First { *score } else { -*score };
        let score = format!("{:>6} ", score_text(for_first, messages));
        let text = line_text(position, actions, writer.columns(), notation);
        writer.spans(&[(&score, Role::Hint), (&text, Role::Text)]);
    }
}

/// The actions of a line, as many as can be seen.
pub(crate) fn line_text(
    position: &AnyPosition,
    actions: &[AnyAction],
    columns: usize,
    notation: Notation,
) -> String {
    let mut position = position.clone();
    let mut text = String::new();
    for action in actions {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&wording::action_in(&position, action, notation));
        if width(&text) > columns || position.play(action).is_err() {
            break;
        }
    }
    text
}

/// The list of moves, with the action of this number in sight and marked. `scrolled` rows further
/// up.
pub(crate) fn moves(
    writer: &mut Writer<'_>,
    moves: &Moves,
    current: Option<usize>,
    scrolled: usize,
    messages: &dyn Messages,
) {
    if writer.rows_left() == 0 {
        return;
    }
    writer.line(messages.label(Label::Moves), Role::Quiet);
    let room = usize::from(writer.rows_left());
    let count = moves.rows.len();
    let wanted = current.and_then(|action| moves.row_of(action)).unwrap_or(0);
    // The current row is in the lower half; at the end of a game that is the last one.
    let end = (wanted + 1 + room / 3).min(count).max(room.min(count));
    let start = end.saturating_sub(room).saturating_sub(scrolled);
    let number_width = count.to_string().len().max(2);
    let column = (writer.columns().saturating_sub(number_width + 2)) / 2;
    for (index, row) in moves.rows.iter().enumerate().skip(start).take(room) {
        let number = format!("{:>number_width$}. ", index + 1);
        let mut pieces = vec![(number, Role::Quiet)];
        for player in Player::BOTH {
            let (text, marked) = match &row.turns[player.index()] {
                Some(turn) => (
                    turn.text.as_str(),
                    current.is_some_and(|action| turn.actions.contains(&action)),
                ),
                None => ("", false),
            };
            let text = fit(text, column.saturating_sub(1), writer.look);
            let gap = column.saturating_sub(width(&text));
            let role = if marked { Role::Chosen } else { Role::Player(player) };
            pieces.push((text, role));
            pieces.push((" ".repeat(gap), Role::Text));
        }
        let pieces: Vec<(&str, Role)> =
            pieces.iter().map(|(text, role)| (text.as_str(), *role)).collect();
        writer.spans(&pieces);
    }
}

/// A column that is filled to so many eighths.
const BLOCKS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The worth of every position along a game for First, as a curve, with the current one marked.
pub(crate) fn graph(
    buffer: &mut Buffer,
    area: Rect,
    scores: &[Option<Score>],
    current: usize,
    look: Look,
) {
    if area.is_empty() || scores.is_empty() {
        return;
    }
    let columns = usize::from(area.width);
    let rows = usize::from(area.height);
    for column in 0..columns {
        // The positions that share this column, at least one.
        let from = column * scores.len() / columns;
        let to = ((column + 1) * scores.len() / columns).max(from + 1).min(scores.len());
        let known: Vec<f64> =
            scores[from..to].iter().flatten().map(|score| score.expected_points()).collect();
        let here = (from..to).contains(&current);
        let x = area.x + column as u16;
        let share = (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64);
        for row in 0..rows {
            let Some(cell) = buffer.cell_mut((x, area.y + row as u16)) else { continue };
            let (sign, role) = match share {
                None => (look.pick('·', '.'), Role::Quiet),
                Some(share) => {
                    // Second's part hangs from the top, First's stands on the ground.
                    let height = share * rows as f64;
                    let from_bottom = (rows - row - 1) as f64;
                    let filled = (height - from_bottom).clamp(0.0, 1.0);
                    let eighths = (filled * 8.0).round() as usize;
                    let sign = if look.is_ascii() {
                        if filled >= 0.5 { '#' } else { '-' }
                    } else {
                        BLOCKS[eighths]
                    };
                    (sign, Role::Player(Player::First))
                }
            };
            let mut style = look.style(role);
            if !look.is_mono()
                && share.is_some()
                && let Some(color) = look.style(Role::Player(Player::Second)).fg
            {
                style = style.bg(color);
            }
            if here {
                style = look.style(Role::Ball);
                if look.is_mono() || share.is_none() {
                    style = look.style(Role::Cursor);
                }
            }
            cell.set_char(sign).set_style(style);
        }
    }
}

/// The most important keys in as many lines as there are: pairs of a key and what it does, the most
/// important ones first. Those that do not fit are left out, but never the `last` one.
pub(crate) fn keys(writer: &mut Writer<'_>, pairs: &[(&str, &str)], last: (&str, &str)) {
    let columns = writer.columns();
    let long = |(key, what): (&str, &str)| width(key) + 1 + width(what);
    let mut line: Vec<(&str, &str)> = Vec::new();
    let mut used = 0;
    for pair in pairs {
        loop {
            let gap = if line.is_empty() { 0 } else { 2 };
            let is_last_row = writer.rows_left() <= 1;
            let kept = if is_last_row { 2 + long(last) } else { 0 };
            if used + gap + long(*pair) + kept <= columns {
                used += gap + long(*pair);
                line.push(*pair);
                break;
            }
            // A shorter one may still fit into the last row; a row alone is no wider.
            if is_last_row || line.is_empty() {
                break;
            }
            write_keys(writer, &line);
            line.clear();
            used = 0;
        }
    }
    line.push(last);
    write_keys(writer, &line);
}

fn write_keys(writer: &mut Writer<'_>, line: &[(&str, &str)]) {
    let mut pieces: Vec<(&str, Role)> = Vec::new();
    for (key, what) in line {
        if !pieces.is_empty() {
            pieces.push(("  ", Role::Quiet));
        }
        pieces.extend([(*key, Role::Key), (" ", Role::Quiet), (*what, Role::Quiet)]);
    }
    writer.spans(&pieces);
}
