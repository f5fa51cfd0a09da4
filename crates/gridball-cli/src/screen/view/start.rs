//! The start screen, drawn.

use gridball_core::{AnyGame, Player};
use ratatui::{buffer::Buffer, layout::Rect};

use super::panels;
use crate::{
    messages::Label,
    screen::{
        board::{Board, Marks},
        context::Context,
        look::{Look, Role},
        start::{Entry, StartScreen},
        write::{Writer, fit, width},
    },
    wording,
};

/// The name of the program in big letters.
const NAME: [&str; 3] = ["┏━╸┏━┓╻╺┳┓┏┓ ┏━┓╻  ╻", "┃╺┓┣┳┛┃ ┃┃┣┻┓┣━┫┃  ┃", "┗━┛╹┗╸╹╺┻┛┗━┛╹ ╹┗━╸┗━╸"];
/// The columns of the lines.
const LINES: u16 = 46;

/// Where a line of the start screen is.
pub(crate) type Places = Vec<(Rect, Entry)>;

/// Draws the start screen; says where its lines are.
pub(crate) fn draw(
    screen: &StartScreen,
    notice: Option<&str>,
    context: &Context<'_>,
    look: Look,
    area: Rect,
    buffer: &mut Buffer,
) -> Places {
    let messages = context.messages();
    let mut places = Places::new();
    if area.is_empty() {
        return places;
    }
    let entries = screen.entries();
    let below = u16::from(area.height >= 4) + u16::from(area.height >= 8);
    let picture = area.width >= LINES + 28;
    let left = Rect {
        x: area.x + if area.width > LINES + 4 { 3 } else { 0 },
        width: area.width.min(LINES),
        height: area.height - below,
        ..area
    };
    let mut writer = Writer::new(buffer, look, left);
    let spare = left.height.saturating_sub(entries.len() as u16);
    if spare >= 7 && !look.is_ascii() {
        writer.skip(1);
        for (index, line) in NAME.into_iter().enumerate() {
            let role =
                [Role::Player(Player::First), Role::Title, Role::Player(Player::Second)][index];
            writer.line(line, role);
        }
        writer.line(messages.label(Label::Subtitle), Role::Quiet);
        writer.skip(1);
    } else if spare >= 2 {
        writer
            .spans(&[("Gridball  ", Role::Title), (messages.label(Label::Subtitle), Role::Quiet)]);
        writer.skip(1);
    }
    let rows = usize::from(writer.rows_left());
    let chosen = entries.iter().position(|entry| *entry == screen.chosen()).unwrap_or(0);
    let first = (chosen + 1).saturating_sub(rows);
    let name_width = entries
        .iter()
        .map(|entry| width(messages.label(StartScreen::label(*entry))))
        .max()
        .unwrap_or(0);
    let roomy = usize::from(writer.rows_left()) >= entries.len() + 3;
    for entry in entries.iter().skip(first) {
        if writer.rows_left() == 0 {
            break;
        }
        if roomy && matches!(entry, Entry::Ground | Entry::Open) {
            writer.skip(1);
        }
        if *entry == Entry::Game && roomy {
            writer.skip(1);
        }
        let is_chosen = *entry == screen.chosen();
        places.push((Rect { height: 1, ..writer.rest() }, *entry));
        if is_chosen {
            writer.paint(look.style(Role::Chosen));
        }
        let name = messages.label(StartScreen::label(*entry));
        let padding = " ".repeat(name_width - width(name) + 1);
        let (text, quiet, key) = if is_chosen {
            (Role::Chosen, Role::Chosen, Role::Chosen)
        } else {
            (Role::Text, Role::Quiet, Role::Key)
        };
        let pointer = if is_chosen { look.pick_text(" ▸ ", " > ") } else { "   " };
        match screen.value(*entry, context) {
            Some(value) if *entry == Entry::Continue => {
                let room = writer.columns().saturating_sub(5 + width(name));
                let value = fit(&value, room, look);
                writer.spans(&[(pointer, key), (name, key), ("  ", text), (&value, text)]);
                // Who plays stands below, where there is a row to spare.
                if usize::from(writer.rows_left()) >= entries.len()
                    && let Some(players) = screen.last_players(context)
                {
                    let players = fit(&players, writer.columns().saturating_sub(5), look);
                    writer.spans(&[("     ", quiet), (&players, Role::Quiet)]);
                }
            }
            Some(value) => {
                let room = writer.columns().saturating_sub(name_width + 8);
                let value = fit(&value, room, look);
                writer.spans(&[
                    (pointer, key),
                    (name, quiet),
                    (&padding, quiet),
                    (look.pick_text("‹ ", "< "), quiet),
                    (&value, text),
                    (look.pick_text(" ›", " >"), quiet),
                ]);
            }
            None => writer.spans(&[(pointer, key), (name, key)]),
        }
    }
    if picture {
        let right = Rect {
            x: left.right() + 2,
            y: area.y + 1,
            width: area.width - left.right() - 3,
            height: (area.height - below).saturating_sub(1),
        };
        draw_picture(context, look, right, buffer);
    }
    let foot = Rect { y: area.bottom() - below, height: below, ..area };
    if below > 0 {
        let part = Rect { height: below - 1, ..foot };
        let note = screen.note(messages).unwrap_or_default();
        panels::status(notice, &note, look, part, area, buffer);
    }
    let mut writer = Writer::new(
        buffer,
        look,
        Rect { y: foot.bottom().saturating_sub(1), height: below.min(1), ..foot },
    );
    let label = |label| messages.label(label);
    let pairs = [
        (look.pick_text("↑↓", "Up Down"), label(Label::ShortChoose)),
        (look.pick_text("←→", "Left Right"), label(Label::ShortChange)),
        ("Enter", label(Label::ShortEnter)),
        ("Ctrl-C", label(Label::ShortQuit)),
    ];
    panels::keys(&mut writer, &pairs, panels::help_key(messages));
    places
}

/// The empty field of the chosen game, and the beginning of its rules below.
fn draw_picture(context: &Context<'_>, look: Look, area: Rect, buffer: &mut Buffer) {
    let setup = &context.settings.game;
    let rules = wording::rules(setup, context.messages());
    let text_rows = if area.height >= 44 { 14 } else { 0 };
    let field = Rect { height: area.height - text_rows, ..area };
    let mut board = Board::new(&AnyGame::new(setup));
    board.view.whole = true;
    board.draw(field, &Marks::default(), look, buffer);
    let text = Rect { y: field.bottom(), height: text_rows, ..area };
    let mut writer = Writer::new(buffer, look, text);
    writer.skip(1);
    writer.paragraph(rules, Role::Quiet, usize::from(text_rows.saturating_sub(2)));
}
