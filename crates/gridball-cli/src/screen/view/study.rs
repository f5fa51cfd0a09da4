//! A record that is studied, drawn.

use gridball_core::{Player, Position};
use gridball_replay::RecordResult;
use ratatui::{buffer::Buffer, layout::Rect};

use super::{layout::Parts, panels};
use crate::{
    failure::one_line,
    messages::{Label, Messages},
    screen::{
        board::points_of,
        context::Context,
        look::{Look, Role},
        study::StudyScreen,
        write::Writer,
    },
    wording,
};

/// The rows of the graph.
const GRAPH: u16 = 5;

/// Draws the study. `notice` is what was said last.
pub(crate) fn draw(
    study: &mut StudyScreen,
    notice: Option<&str>,
    context: &Context<'_>,
    look: Look,
    area: Rect,
    buffer: &mut Buffer,
) {
    let mut parts = Parts::new(area, |room| study.board.columns(room, look));
    let messages = context.messages();
    let mut title = Writer::new(buffer, look, parts.title);
    title.spans(&[
        (&format!(" {} ", heading(study, messages)), Role::Title),
        (&players(study, messages), Role::Text),
    ]);
    // The graph takes the lowest rows of the panel, or of the field where there is no panel.
    if study.graph {
        let place = if parts.panel.is_empty() { &mut parts.board } else { &mut parts.panel };
        if place.height >= GRAPH + 6 {
            place.height -= GRAPH + 1;
            let graph = Rect { y: place.bottom() + 1, height: GRAPH, ..*place };
            let mut writer =
                Writer::new(buffer, look, Rect { y: place.bottom(), height: 1, ..*place });
            writer.line(messages.label(Label::Graph), Role::Quiet);
            panels::graph(buffer, graph, &study.scores(), study.index(), look);
        }
    }
    let flipped = study.board.view.flipped;
    let mut marks = study.entry.marks(study.game().position(), flipped, look.is_ascii());
    if let Some((action, _)) = &study.adviser.hint {
        marks.hint = points_of(study.game().position(), action);
    }
    study.board.draw(parts.board, &marks, look, buffer);
    draw_panel(study, messages, look, parts.panel, buffer);
    let text =
        if parts.panel.is_empty() { remark(study, messages) } else { place(study, messages) };
    panels::status(notice, &text, look, parts.status, area, buffer);
    let mut keys = Writer::new(buffer, look, parts.keys);
    let label = |label| messages.label(label);
    let pairs = [
        (look.pick_text("←→", "Left Right"), label(Label::ShortStepThrough)),
        (look.pick_text("↑↓", "Up Down"), label(Label::ShortVariations)),
        ("Space", label(Label::ShortAutoplay)),
        ("qwe/ad/zxc", label(Label::ShortBranch)),
        ("i", label(Label::ShortAnalysis)),
        ("g", label(Label::ShortGraph)),
        (";", label(Label::ShortComment)),
        ("Esc", label(Label::ShortMenu)),
    ];
    panels::keys(&mut keys, &pairs, panels::help_key(messages));
}

/// What the record is called.
fn heading(study: &StudyScreen, messages: &dyn Messages) -> String {
    let record = study.record();
    let name = wording::name(&record.setup(), messages);
    let file = study.source().map(|(path, number)| {
        let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        format!(" {} #{number}", one_line(&file, 40))
    });
    format!("{name}{}", file.unwrap_or_default())
}

fn players(study: &StudyScreen, messages: &dyn Messages) -> String {
    let tags = &study.record().tags;
    let name = |player: Player, tag| {
        tags.get(tag).map_or_else(|| messages.player(player).to_owned(), |name| one_line(name, 30))
    };
    let mut text = format!("{} : {}", name(Player::First, "First"), name(Player::Second, "Second"));
    for tag in ["Event", "Date"] {
        if let Some(value) = tags.get(tag) {
            text.push_str(", ");
            text.push_str(&one_line(value, 40));
        }
    }
    text
}

/// How far the record is played, and how fast it goes on.
fn place(study: &StudyScreen, messages: &dyn Messages) -> String {
    let mut text = messages.place(study.index(), study.length());
    let detours = study.detours();
    let (which, count) = study.alternatives();
    if which == 0 && count > 1 {
        let label = messages.label(Label::Variation);
        text = format!("{text}, {label} 1/{count}");
    }
    // The last branches are the nearest ones.
    let nearest = detours.len().saturating_sub(3);
    for (index, (action, which, count)) in detours.iter().enumerate().skip(nearest) {
        let label = messages.label(Label::Variation);
        let sign = if index == nearest { format!(", {label} ") } else { ", ".to_owned() };
        text = format!("{text}{sign}{which}/{count} ({action})");
    }
    if detours.is_empty() && count <= 1 && study.has_variations() {
        text = format!("{text}, {}", messages.label(Label::MainLine));
    }
    if study.is_judging_actions() {
        text = format!("{text}. {}", messages.label(Label::Judging));
    }
    if study.is_playing_by_itself() {
        let label = messages.label(Label::Autoplay);
        text = format!("{text}, {label} {:.2} s", study.pause().as_secs_f64());
    }
    text
}

/// What is said about the position and the last action.
fn remark(study: &StudyScreen, messages: &dyn Messages) -> String {
    let comment = study.comment();
    if comment.is_empty() {
        format!("{}  {}", place(study, messages), situation(study, messages))
    } else {
        one_line(&comment, 400)
    }
}

fn situation(study: &StudyScreen, messages: &dyn Messages) -> String {
    let game = study.game();
    wording::result(game, messages).unwrap_or_else(|| {
        let mut text = wording::situation(game, messages);
        // The end of a record may be an end of the game.
        let record = study.record();
        let at_end = study.at() == record.last();
        if at_end && record.result != RecordResult::Unknown {
            text = format!("{}  {text}", record.result);
        }
        text
    })
}

fn draw_panel(
    study: &mut StudyScreen,
    messages: &dyn Messages,
    look: Look,
    area: Rect,
    buffer: &mut Buffer,
) {
    let notation = study.notation();
    let position = &study.game().position().clone();
    let mut writer = Writer::new(buffer, look, area);
    writer.paragraph(&situation(study, messages), Role::Text, 4);
    let comment = study.comment();
    if !comment.is_empty() {
        writer.skip(1);
        let most = usize::from(writer.rows_left() / 3).max(2);
        study.comment_from = panels::comment(&mut writer, &comment, study.comment_from, most);
    }
    if let Some(text) = panels::entered(&study.entry, position, notation, messages) {
        writer.paragraph(&text, Role::Preview, 3);
    }
    let continuations = study.continuations();
    if continuations.len() > 1 {
        writer.skip(1);
        writer.line(messages.label(Label::Continuations), Role::Quiet);
        for (action, chosen) in continuations.iter().take(5) {
            let pointer = if *chosen { look.pick_text("▸", ">") } else { " " };
            let text = format!("{pointer}{} ", wording::action_in(position, action, notation));
            writer.line(&text, if *chosen { Role::Chosen } else { Role::Text });
        }
    }
    if let Some((action, score)) = &study.adviser.hint {
        let text = wording::action_in(position, action, notation);
        writer.paragraph(&messages.hint(&text, position.to_move(), *score), Role::Hint, 3);
    } else if study.adviser.is_looking_for_hint() {
        writer.line(messages.looks_for_a_hint(), Role::Hint);
    }
    if study.adviser.analysing && position.outcome().is_none() {
        writer.skip(1);
        panels::evaluation(&mut writer, study.adviser.score, messages);
        panels::analysis(&mut writer, &study.adviser, position, notation, messages);
    }
    writer.skip(1);
    panels::moves(&mut writer, &study.moves, study.index().checked_sub(1), 0, messages);
}
