//! Help, menu, questions and texts on top of a screen.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    widgets::{Block, Clear, Widget},
};

use crate::{
    messages::{Label, Messages},
    screen::{
        field::Field,
        keys::{BINDINGS, Command, Mode, binding},
        look::{Look, Role},
        write::{Writer, fit, width, wrap},
    },
};

/// A frame in the middle of the screen, as big as its content but no bigger than the screen; gives
/// the inside.
fn frame(
    heading: &str,
    columns: usize,
    rows: usize,
    look: Look,
    area: Rect,
    buffer: &mut Buffer,
) -> Rect {
    let wide = (columns as u16).saturating_add(4).max(width(heading) as u16 + 4).min(area.width);
    let high = (rows as u16).saturating_add(2).min(area.height);
    let place = Rect {
        x: area.x + (area.width - wide) / 2,
        y: area.y + (area.height - high) / 2,
        width: wide,
        height: high,
    };
    Clear.render(place, buffer);
    buffer.set_style(place, look.ground_style());
    if place.width < 5 || place.height < 3 {
        return place;
    }
    Block::bordered()
        .border_set(look.frame())
        .border_style(look.style(Role::Border))
        .title_style(look.style(Role::Title))
        .title(format!(" {} ", fit(heading, usize::from(wide) - 4, look)))
        .render(place, buffer);
    Rect { x: place.x + 2, y: place.y + 1, width: place.width - 4, height: place.height - 2 }
}

/// Every key and what it does, from line `scrolled` on; gives how far it can be scrolled.
pub(crate) fn help(
    mode: Mode,
    scrolled: usize,
    messages: &dyn Messages,
    look: Look,
    area: Rect,
    buffer: &mut Buffer,
) -> usize {
    let label = |label| messages.label(label);
    let mut lines: Vec<(String, &str)> = Vec::new();
    let (directions, arrows) = match mode {
        Mode::Ball => (Label::KeyDirections, Label::KeyArrowSteps),
        Mode::Start => (Label::KeyChoose, Label::KeyChoose),
        Mode::Cursor => (Label::KeyCursor, Label::KeyCursor),
        Mode::Study => (Label::KeyDirections, Label::KeyDirections),
    };
    if mode != Mode::Start {
        lines.push(("q w e / a d / z x c".to_owned(), label(directions)));
        lines.push(("7 8 9 / 4 6 / 1 2 3".to_owned(), label(directions)));
    }
    match mode {
        Mode::Start => {
            for (keys, ascii, what) in
                [("↑ ↓", "Up Down", Label::KeyChoose), ("← →", "Left Right", Label::KeyChange)]
            {
                lines.push((look.pick_text(keys, ascii).to_owned(), label(what)));
            }
        }
        Mode::Ball => {
            lines.push((look.pick_text("← ↑ ↓ →", "arrows").to_owned(), label(arrows)));
            lines.push((
                look.pick_text("↑→  Shift-↑", "Up+Right  Shift-Up").to_owned(),
                label(Label::KeyArrowChords),
            ));
        }
        Mode::Cursor => {
            lines.push((look.pick_text("← ↑ ↓ →", "arrows").to_owned(), label(arrows)));
            lines.push((
                look.pick_text("Shift-←↑↓→", "Shift-arrows").to_owned(),
                label(Label::KeyCursorFar),
            ));
        }
        Mode::Study => {}
    }
    if mode != Mode::Start {
        let arrows = look.pick_text("Ctrl-←↑↓→", "Ctrl-arrows");
        lines.push((arrows.to_owned(), label(Label::KeyPan)));
        lines.push((label(Label::Mouse).to_owned(), label(Label::KeyMouse)));
    }
    let mut last: Option<(usize, Command)> = None;
    let understood = [Command::Escape, Command::NextPlace, Command::PreviousPlace];
    let shown = |command| mode != Mode::Start || !understood.contains(&command);
    for binding in BINDINGS.iter().filter(|binding| binding.applies(mode) && shown(binding.command))
    {
        let shown = if look.is_ascii() {
            binding
                .shown
                .replace('←', "Left")
                .replace('→', "Right")
                .replace('↑', "Up")
                .replace('↓', "Down")
        } else {
            binding.shown.to_owned()
        };
        match last {
            // The same command in two lines of the table is one line here.
            Some((place, command)) if command == binding.command => {
                lines[place].0 = format!("{} {shown}", lines[place].0);
            }
            _ => {
                // On the start screen Enter does what the line says.
                let is_start = mode == Mode::Start && binding.command == Command::Confirm;
                let what = if is_start { Label::KeyGo } else { binding.label };
                lines.push((shown, label(what)));
                last = Some((lines.len() - 1, binding.command));
            }
        }
    }
    lines.push(("Ctrl-C Ctrl-Q".to_owned(), label(Label::KeyQuit)));
    lines.push(("Ctrl-Z".to_owned(), label(Label::KeySuspend)));
    lines.push(("Ctrl-L".to_owned(), label(Label::KeyRedraw)));
    let key_width = lines.iter().map(|(key, _)| width(key)).max().unwrap_or(0);
    let text_width = lines.iter().map(|(_, text)| width(text)).max().unwrap_or(0);
    // On a narrow screen what a key does takes several rows.
    let room =
        usize::from(area.width).saturating_sub(key_width + 2 + 6).clamp(10, text_width.max(10));
    let lines: Vec<(String, String)> = lines
        .into_iter()
        .flat_map(|(key, text)| {
            let keys = std::iter::once(key).chain(std::iter::repeat(String::new()));
            keys.zip(wrap(text, room)).collect::<Vec<_>>()
        })
        .collect();
    let text_width = text_width.min(room);
    let heading = label(Label::HelpHeading);
    let inside = frame(heading, key_width + 2 + text_width + 2, lines.len(), look, area, buffer);
    let most = lines.len().saturating_sub(usize::from(inside.height));
    let mut writer = Writer::new(buffer, look, inside);
    for (key, text) in lines.iter().skip(scrolled.min(most)) {
        if writer.rows_left() == 0 {
            break;
        }
        let padding = " ".repeat(key_width - width(key) + 2);
        writer.spans(&[(key, Role::Key), (&padding, Role::Text), (text, Role::Text)]);
    }
    more_marks(scrolled, most, look, inside, buffer);
    most
}

/// Signs at the edge where there is more above or below.
fn more_marks(scrolled: usize, most: usize, look: Look, inside: Rect, buffer: &mut Buffer) {
    if inside.is_empty() {
        return;
    }
    let column = inside.right() - 1;
    for (more, row, sign) in [
        (scrolled > 0, inside.y, look.pick('▲', '^')),
        (scrolled < most, inside.bottom() - 1, look.pick('▼', 'v')),
    ] {
        if more && let Some(cell) = buffer.cell_mut((column, row)) {
            cell.set_char(sign).set_style(look.style(Role::Key));
        }
    }
}

/// The menu: commands with their keys; gives where its lines are.
pub(crate) fn menu(
    commands: &[Command],
    chosen: usize,
    mode: Mode,
    messages: &dyn Messages,
    look: Look,
    area: Rect,
    buffer: &mut Buffer,
) -> Vec<Rect> {
    let bindings: Vec<_> = commands.iter().filter_map(|command| binding(*command, mode)).collect();
    let columns = bindings
        .iter()
        .map(|binding| width(messages.label(binding.label)) + width(binding.shown) + 3)
        .max()
        .unwrap_or(0);
    let heading = messages.label(Label::Menu);
    let inside = frame(heading, columns, bindings.len(), look, area, buffer);
    let rows = usize::from(inside.height).max(1);
    let first = (chosen + 1).saturating_sub(rows);
    let mut places = vec![Rect::default(); bindings.len()];
    let mut writer = Writer::new(buffer, look, inside);
    for (index, binding) in bindings.iter().enumerate().skip(first) {
        if writer.rows_left() == 0 {
            break;
        }
        places[index] = Rect { height: 1, ..writer.rest() };
        // A text that is too long stays apart from its key.
        let room = writer.columns().saturating_sub(width(binding.shown) + 1);
        let text = &fit(messages.label(binding.label), room, look);
        let padding = writer.columns().saturating_sub(width(text) + width(binding.shown));
        let padding = " ".repeat(padding);
        let (one, other) = if index == chosen {
            writer.paint(look.style(Role::Chosen));
            (Role::Chosen, Role::Chosen)
        } else {
            (Role::Text, Role::Key)
        };
        writer.spans(&[(text, one), (&padding, one), (binding.shown, other)]);
    }
    places
}

/// A line in as many lines as it takes, all but the first one indented.
fn wrap_hanging(line: &str, columns: usize) -> Vec<String> {
    if width(line) <= columns {
        return vec![line.to_owned()];
    }
    let mut pieces = wrap(line, columns.saturating_sub(2));
    for piece in pieces.iter_mut().skip(1) {
        piece.insert_str(0, "  ");
    }
    pieces
}

/// A list of lines, one of them chosen; gives where they are.
pub(crate) fn choice(
    heading: &str,
    lines: &[String],
    chosen: usize,
    look: Look,
    area: Rect,
    buffer: &mut Buffer,
) -> Vec<Rect> {
    let columns = lines.iter().map(|line| width(line)).max().unwrap_or(0);
    // Two columns are for the marks at the edge.
    let room = usize::from(area.width).saturating_sub(6).max(1);
    let wrapped: Vec<Vec<String>> =
        lines.iter().map(|line| wrap_hanging(line, columns.min(room))).collect();
    let all = wrapped.iter().map(Vec::len).sum();
    let inside = frame(heading, columns.min(room) + 2, all, look, area, buffer);
    // The chosen one is in sight as a whole.
    let rows = usize::from(inside.height).max(1);
    let mut first = chosen.min(lines.len().saturating_sub(1));
    let mut taken = wrapped.get(first).map_or(0, Vec::len);
    while first > 0 && taken + wrapped[first - 1].len() <= rows {
        first -= 1;
        taken += wrapped[first].len();
    }
    let mut places = vec![Rect::default(); lines.len()];
    let mut writer = Writer::new(buffer, look, inside);
    let mut last = first;
    for (index, pieces) in wrapped.iter().enumerate().skip(first) {
        if writer.rows_left() == 0 {
            break;
        }
        let height = (pieces.len() as u16).min(writer.rows_left());
        places[index] = Rect { height, ..writer.rest() };
        let role = if index == chosen { Role::Chosen } else { Role::Text };
        for piece in pieces {
            if index == chosen {
                writer.paint(look.style(role));
            }
            writer.line(piece, role);
        }
        last = index;
    }
    more_marks(first, first + (lines.len() - 1 - last), look, inside, buffer);
    places
}

/// A question that is answered with a line of text, with something written below.
pub(crate) fn prompt(
    question: &str,
    field: &Field,
    (below, role): (&str, Role),
    look: Look,
    area: Rect,
    buffer: &mut Buffer,
) {
    let columns = usize::from(area.width).saturating_sub(8).min(70);
    let below = wrap(below, columns);
    let inside = frame(question, columns, 1 + below.len(), look, area, buffer);
    let (before, after) = field.halves();
    let mut writer = Writer::new(buffer, look, inside);
    let room = writer.columns();
    // What is left of the cursor is shown from its end.
    let mut shown = String::new();
    for character in before.chars().rev() {
        if width(&shown) + 2 >= room {
            break;
        }
        shown.insert(0, character);
    }
    let mut rest = after.chars();
    let under = rest.next().map_or(" ".to_owned(), |character| character.to_string());
    let rest: String = rest.collect();
    writer.spans(&[(&shown, Role::Text), (&under, Role::Cursor), (&rest, Role::Text)]);
    for line in &below {
        writer.line(line, role);
    }
}

/// A question that is answered with yes or no.
pub(crate) fn confirm(
    question: &str,
    messages: &dyn Messages,
    look: Look,
    area: Rect,
    buffer: &mut Buffer,
) {
    let columns = usize::from(area.width).saturating_sub(6).clamp(1, 60);
    let mut lines = wrap(question, columns);
    lines.push(String::new());
    let answer = messages.label(Label::YesOrNo);
    let wide = lines.iter().map(|line| width(line)).max().unwrap_or(0).max(width(answer));
    let inside = frame("?", wide, lines.len() + 1, look, area, buffer);
    let mut writer = Writer::new(buffer, look, inside);
    for line in &lines {
        writer.line(line, Role::Text);
    }
    writer.line(answer, Role::Key);
}

/// A text under a heading, from line `scrolled` on; gives how far it can be scrolled.
pub(crate) fn text(
    heading: &str,
    text: &str,
    scrolled: usize,
    look: Look,
    area: Rect,
    buffer: &mut Buffer,
) -> usize {
    // Two columns are for the marks at the edge.
    let columns = usize::from(area.width).saturating_sub(6).clamp(1, 100);
    let lines = wrap(text, columns);
    let wide = lines.iter().map(|line| width(line)).max().unwrap_or(0);
    let inside = frame(heading, wide + 2, lines.len(), look, area, buffer);
    let most = lines.len().saturating_sub(usize::from(inside.height));
    let mut writer = Writer::new(buffer, look, inside);
    for line in lines.iter().skip(scrolled.min(most)) {
        if writer.rows_left() == 0 {
            break;
        }
        writer.line(line, Role::Text);
    }
    more_marks(scrolled, most, look, inside, buffer);
    most
}
