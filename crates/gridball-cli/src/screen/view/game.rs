//! A game that is being played, drawn.

use std::time::Duration;

use gridball_core::{AnyPosition, Player, Position};
use ratatui::{buffer::Buffer, layout::Rect};

use super::{layout::Parts, panels};
use crate::{
    arguments::Side,
    failure::one_line,
    messages::{Label, Messages},
    play::sides,
    screen::{
        adviser::LINES,
        board::points_of,
        context::Context,
        game::GameScreen,
        keys::Mode,
        look::{Look, Role},
        start::side_text,
        write::{Writer, fit, width, wrap},
    },
    wording::{self, Notation},
};

/// A hint below the field takes no more rows than this.
const HINT_ROWS: usize = 2;
/// So many rows of the field are left above hints and analyses.
const LEAST_BOARD: u16 = 6;

/// Draws the game. `notice` is what was said last.
pub(crate) fn draw(
    screen: &mut GameScreen,
    notice: Option<&str>,
    context: &Context<'_>,
    look: Look,
    area: Rect,
    buffer: &mut Buffer,
) {
    let mut parts = Parts::new(area, |room| screen.board.columns(room, look));
    let advice = take_advice_rows(screen, context, &mut parts);
    let messages = context.messages();
    draw_title(screen, context, look, &parts, buffer);
    draw_board(screen, look, parts.board, buffer);
    draw_advice(screen, context, &mut Writer::new(buffer, look, advice));
    draw_panel(screen, context, look, parts.panel, buffer);
    let notation = context.settings.notation;
    let text = if parts.panel.is_empty() {
        let situation = situation(screen, messages);
        match entered(screen, notation, messages) {
            Some(entered) => format!("{situation} {entered}"),
            None => situation,
        }
    } else {
        brief(screen, notation, messages)
    };
    panels::status(notice, &text, look, parts.status, area, buffer);
    let mut keys = Writer::new(buffer, look, parts.keys);
    panels::keys(&mut keys, &key_line(screen, messages, look), panels::help_key(messages));
}

/// The most important keys of the moment.
fn key_line(
    screen: &GameScreen,
    messages: &'static dyn Messages,
    look: Look,
) -> Vec<(&'static str, &'static str)> {
    let label = |label| messages.label(label);
    let arrows = look.pick_text("←↑↓→", "arrows");
    let mut pairs = Vec::new();
    if screen.table.is_over() {
        pairs.extend([
            ("n", label(Label::ShortRestart)),
            ("y", label(Label::ShortStudy)),
            ("u", label(Label::ShortTakeBack)),
            ("b", label(Label::ShortLeave)),
        ]);
    } else if screen.paused {
        pairs.push(("Enter", label(Label::ShortGoOn)));
    } else if screen.is_asked() {
        match screen.mode() {
            Mode::Ball if matches!(screen.table.position(), AnyPosition::Gridball(p) if p.in_penalty_phase()) =>
            {
                pairs.extend([
                    ("qwe/ad/zxc", label(Label::ShortPenalty)),
                    ("Enter", label(Label::ShortTakePenalty)),
                ]);
            }
            Mode::Ball => pairs.extend([
                ("qwe/ad/zxc", label(Label::ShortStep)),
                ("Backspace", label(Label::ShortStepBack)),
            ]),
            _ => {
                pairs
                    .extend([(arrows, label(Label::ShortMove)), ("Enter", label(Label::ShortPut))]);
            }
        }
        pairs.extend([("u", label(Label::ShortTakeBack)), ("h", label(Label::ShortHint))]);
    } else {
        pairs.push(("u", label(Label::ShortTakeBack)));
    }
    pairs.extend([("Esc", label(Label::ShortMenu)), ("Ctrl-C", label(Label::ShortQuit))]);
    pairs
}

fn draw_title(
    screen: &GameScreen,
    context: &Context<'_>,
    look: Look,
    parts: &Parts,
    buffer: &mut Buffer,
) {
    let setup = screen.table.position().setup();
    let mut writer = Writer::new(buffer, look, parts.title);
    let messages = context.messages();
    let name = format!(" {}  ", wording::name(&setup, messages));
    let fault = context.host.fault();
    if parts.panel.is_empty() {
        let lead = match fault {
            // There is no room for the name beside the players.
            Some(_) => (format!(" {}  ", messages.label(Label::NotSaved)), Role::Warning),
            None => (name, Role::Title),
        };
        let columns = writer.columns();
        let players = Player::BOTH.map(|player| title_player(screen, player, context, look));
        let wide = |pieces: &[(String, Role)]| -> usize {
            pieces.iter().map(|(text, _)| width(text)).sum()
        };
        let used = players.iter().map(|pieces| wide(pieces) + 1).sum::<usize>();
        let is_needed = fault.is_some();
        let lead = if is_needed || width(&lead.0) + used <= columns {
            lead
        } else {
            (" ".to_owned(), Role::Title)
        };
        let mut pieces = vec![lead];
        let too_wide = (wide(&pieces) + used).saturating_sub(columns);
        let names = [0, 1].map(|index| width(&players[index][1].0));
        let rooms = fair_rooms(names, (names[0] + names[1]).saturating_sub(too_wide));
        for (mut player, room) in players.into_iter().zip(rooms) {
            player[1].0 = fit(&player[1].0, room, look);
            pieces.extend(player);
            pieces.push((" ".to_owned(), Role::Text));
        }
        write_pieces(&pieces, &mut writer);
        return;
    }
    // The players are in the panel.
    let id = setup.to_string();
    let id = id.split_once(':').map_or(id.as_str(), |(_, id)| id).to_owned();
    let mut pieces = vec![(name, Role::Title), (id, Role::Quiet)];
    if let Some(fault) = fault {
        let text = format!(
            "  {}: {}",
            messages.label(Label::NotSaved),
            one_line(&messages.reason(&fault), 200)
        );
        pieces.push((text, Role::Warning));
    }
    write_pieces(&pieces, &mut writer);
}

fn write_pieces(pieces: &[(String, Role)], writer: &mut Writer<'_>) {
    let pieces: Vec<(&str, Role)> =
        pieces.iter().map(|(text, role)| (text.as_str(), *role)).collect();
    writer.spans(&pieces);
}

/// A player in the title: sign and score, name, clock.
fn title_player(
    screen: &GameScreen,
    player: Player,
    context: &Context<'_>,
    look: Look,
) -> Vec<(String, Role)> {
    let position = screen.table.position();
    let to_move = !screen.table.is_over() && position.to_move() == player;
    let name = player_name(screen, player, context);
    let mut pieces = vec![
        (player_sign(position, player, look), Role::Player(player)),
        (name, if to_move { Role::Title } else { Role::Text }),
    ];
    if let Some(clocks) = &screen.clocks {
        let time = time_text(clocks.remaining(player, context.host.now()));
        pieces.push((format!(" {time}"), Role::Ball));
    }
    pieces
}

/// Room for two texts that are so wide: each has its half, and what the other leaves of his.
fn fair_rooms(widths: [usize; 2], room: usize) -> [usize; 2] {
    let half = room / 2;
    let first = widths[0].min(half.max(room.saturating_sub(widths[1])));
    [first, widths[1].min(room - first)]
}

/// The sign of a player and, in Dots, his score.
fn player_sign(position: &AnyPosition, player: Player, look: Look) -> String {
    match position {
        AnyPosition::Dots(dots) => format!("{} {} ", piece(player, look), dots.score(player)),
        _ => format!("{} ", piece(player, look)),
    }
}

/// What a player is called: as in the record, else what he is.
fn player_name(screen: &GameScreen, player: Player, context: &Context<'_>) -> String {
    let person = screen.table.record().tags.get(sides::PLAYER_TAGS[player.index()]);
    match (&screen.sides[player.index()], person) {
        // A word for a side is no name of a person.
        (Side::Human, Some(person)) if person.parse::<Side>().is_err() => one_line(person, 30),
        (side, _) => one_line(&side_text(side, context), 30),
    }
}

/// The sign of a player.
fn piece(player: Player, look: Look) -> char {
    match player {
        Player::First => look.pick('●', 'X'),
        Player::Second if look.is_mono() => look.pick('○', 'O'),
        Player::Second => look.pick('●', 'O'),
    }
}

/// Minutes and seconds, and tenths when it gets short.
pub(super) fn time_text(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 20 {
        format!("0:{seconds:02}.{}", time.subsec_millis() / 100)
    } else {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}

fn draw_board(screen: &mut GameScreen, look: Look, area: Rect, buffer: &mut Buffer) {
    let flipped = screen.board.view.flipped;
    let mut marks = if screen.is_asked() {
        screen.entry.marks(screen.table.position(), flipped, look.is_ascii())
    } else {
        crate::screen::board::Marks::default()
    };
    if let Some((action, _)) = &screen.adviser.hint {
        marks.hint = points_of(screen.table.position(), action);
    }
    if let Some(action) = &screen.proposed {
        marks.candidate = points_of(screen.table.position(), action);
    }
    screen.board.draw(area, &marks, look, buffer);
}

/// Whose turn it is and why, or how the game ended.
fn situation(screen: &GameScreen, messages: &dyn Messages) -> String {
    let game = screen.game();
    wording::result(game, messages).unwrap_or_else(|| {
        if screen.table.is_over() {
            screen.table.stated_result_text(messages)
        } else {
            wording::situation(game, messages)
        }
    })
}

/// What there is to say besides whose turn it is.
fn brief(screen: &GameScreen, notation: Notation, messages: &dyn Messages) -> String {
    if screen.is_asking_for_draw() {
        return messages.label(Label::DrawAsked).to_owned();
    }
    if screen.paused {
        return messages.label(Label::Paused).to_owned();
    }
    if screen.is_thinking() {
        return thinking(screen, notation, messages);
    }
    panels::out_of_sight(&screen.board, messages)
}

/// What the engine that is to move has found so far.
fn thinking(screen: &GameScreen, notation: Notation, messages: &dyn Messages) -> String {
    let player = screen.table.position().to_move();
    let name = one_line(&screen.sides[player.index()].name(), 40);
    let mut text = messages.thinks(player, &name);
    // Its plans are not for its opponent, unless he has asked for an analysis.
    let watching = !Player::BOTH.into_iter().any(|player| screen.is_human(player));
    if let Some(info) = screen.report.as_ref().filter(|_| watching || screen.adviser.analysing) {
        let score = if player == Player::First { info.score } else { -info.score };
        let line = panels::line_text(screen.table.position(), &info.line, 40, notation);
        let depth = messages.depth(info.depth);
        text = format!("{text} {depth}, {}, {line}", panels::score_text(score, messages));
    }
    text
}

/// The action that is being entered, and what it would do.
fn entered(screen: &GameScreen, notation: Notation, messages: &dyn Messages) -> Option<String> {
    panels::entered(&screen.entry, screen.table.position(), notation, messages)
}

/// The hint, or that it is looked for.
fn hint_text(screen: &GameScreen, context: &Context<'_>) -> Option<String> {
    let (messages, position) = (context.messages(), screen.table.position());
    match &screen.adviser.hint {
        Some((action, score)) => {
            let text = wording::action_in(position, action, context.settings.notation);
            Some(messages.hint(&text, position.to_move(), *score))
        }
        None if screen.adviser.is_looking_for_hint() => {
            Some(messages.looks_for_a_hint().to_owned())
        }
        None => None,
    }
}

/// Where there is no panel, hint, evaluation and analysis take rows below the field.
fn take_advice_rows(screen: &GameScreen, context: &Context<'_>, parts: &mut Parts) -> Rect {
    if !parts.panel.is_empty() || parts.board.is_empty() {
        return Rect::default();
    }
    let adviser = &screen.adviser;
    let goes_on = screen.table.position().outcome().is_none();
    let hint = hint_text(screen, context)
        .map_or(0, |hint| wrap(&hint, usize::from(parts.board.width)).len().min(HINT_ROWS));
    let evaluation = if adviser.evaluating && goes_on { 2 } else { 0 };
    let analysis = if adviser.analysing && goes_on { 1 + LINES as usize } else { 0 };
    let most = parts.board.height.saturating_sub(LEAST_BOARD);
    let rows = ((hint + evaluation + analysis) as u16).min(most);
    parts.board.height -= rows;
    Rect { y: parts.board.bottom(), height: rows, ..parts.board }
}

/// Hint, evaluation and analysis where there is no panel.
fn draw_advice(screen: &GameScreen, context: &Context<'_>, writer: &mut Writer<'_>) {
    if let Some(hint) = hint_text(screen, context) {
        writer.paragraph(&hint, Role::Hint, HINT_ROWS);
    }
    draw_worth(screen, context, 0, writer);
}

/// Evaluation and analysis, each below so many empty rows.
fn draw_worth(screen: &GameScreen, context: &Context<'_>, gap: u16, writer: &mut Writer<'_>) {
    let (messages, position) = (context.messages(), screen.table.position());
    if screen.adviser.evaluating && position.outcome().is_none() {
        writer.skip(gap);
        panels::evaluation(writer, screen.adviser.score, messages);
    }
    if screen.adviser.analysing && position.outcome().is_none() {
        writer.skip(gap);
        panels::analysis(writer, &screen.adviser, position, context.settings.notation, messages);
    }
}

fn draw_panel(
    screen: &GameScreen,
    context: &Context<'_>,
    look: Look,
    area: Rect,
    buffer: &mut Buffer,
) {
    let messages = context.messages();
    let mut writer = Writer::new(buffer, look, area);
    let now = context.host.now();
    for player in Player::BOTH {
        player_line(screen, player, now, context, &mut writer);
    }
    writer.skip(1);
    let role = if screen.table.is_over() { Role::Title } else { Role::Text };
    writer.paragraph(&situation(screen, messages), role, 4);
    if let Some(hint) = hint_text(screen, context) {
        writer.paragraph(&hint, Role::Hint, 3);
    }
    if let Some(text) = entered(screen, context.settings.notation, messages) {
        writer.paragraph(&text, Role::Preview, 4);
    }
    draw_worth(screen, context, 1, &mut writer);
    writer.skip(1);
    let last = screen.game().len().checked_sub(1);
    panels::moves(&mut writer, &screen.moves, last, screen.scrolled, messages);
}

/// A player: whose turn it is, where he attacks, his score, his clock.
fn player_line(
    screen: &GameScreen,
    player: Player,
    now: Duration,
    context: &Context<'_>,
    writer: &mut Writer<'_>,
) {
    let look = writer.look;
    let position = screen.table.position();
    let to_move = !screen.table.is_over() && position.to_move() == player;
    let pointer = if to_move { look.pick_text("▶ ", "> ") } else { "  " };
    let sign = player_sign(position, player, look);
    let name = context.messages().player(player);
    let side = player_name(screen, player, context);
    let mut end = String::new();
    match position {
        AnyPosition::Gridball(_) | AnyPosition::PaperSoccer(_) => {
            // Where his goal to attack is on the screen.
            let attacks_bottom = match position {
                AnyPosition::PaperSoccer(soccer) => {
                    soccer.setup().side(player) == gridball_core::paper_soccer::Side::Upper
                }
                _ => player == Player::First,
            };
            let down = attacks_bottom != screen.board.view.flipped;
            let arrow =
                if down { look.pick_text(" ▼", " v") } else { look.pick_text(" ▲", " ^") };
            arrow.clone_into(&mut end);
        }
        AnyPosition::Dots(_) | AnyPosition::FootballCheckers(_) => {}
    }
    if let Some(clocks) = &screen.clocks {
        end.push(' ');
        end.push_str(&time_text(clocks.remaining(player, now)));
    }
    let room = writer.columns().saturating_sub(2 + width(&sign) + width(&end));
    let text = fit(&format!("{name}: {side}"), room, look);
    writer.spans(&[
        (pointer, Role::Key),
        (&sign, Role::Player(player)),
        (&text, if to_move { Role::Title } else { Role::Text }),
        (&end, Role::Ball),
    ]);
}
