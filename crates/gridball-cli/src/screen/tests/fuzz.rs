//! Anything may be pressed at any size: nothing panics, and the position stays a good one.

use gridball_core::Position;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::*;

/// Games on small fields, so that games end and begin often.
const GAMES: [&str; 6] = [
    "gridball:12x12/4",
    "paper-football:12x12/4",
    "paper-soccer:2,4,4",
    "dots:7x6",
    "football-checkers:corners/open",
    "gridball",
];

const EVENTS: u32 = 100_000;

fn random_key(dice: &mut Dice) -> KeyEvent {
    const OTHERS: [KeyCode; 16] = [
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Backspace,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Delete,
        KeyCode::F(1),
    ];
    let code = match dice.below(10) {
        0..4 => {
            let keys = b"qweadzxcs5";
            KeyCode::Char(char::from(keys[dice.below(keys.len() as u64) as usize]))
        }
        4..7 => OTHERS[dice.below(OTHERS.len() as u64) as usize],
        7 | 8 => KeyCode::Char(char::from(b' ' + dice.below(95) as u8)),
        _ => KeyCode::Char("цфыьп№é漢".chars().nth(dice.below(8) as usize).unwrap()),
    };
    let modifiers = match dice.below(30) {
        0 => KeyModifiers::SHIFT,
        1 => KeyModifiers::ALT,
        2 => KeyModifiers::CONTROL,
        _ => KeyModifiers::NONE,
    };
    let kind = match dice.below(20) {
        0 => KeyEventKind::Release,
        1 => KeyEventKind::Repeat,
        _ => KeyEventKind::Press,
    };
    KeyEvent::new_with_kind(code, modifiers, kind)
}

fn random_event(dice: &mut Dice, (width, height): (u16, u16)) -> Event {
    const KINDS: [MouseEventKind; 6] = [
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::Down(MouseButton::Right),
        MouseEventKind::Moved,
        MouseEventKind::ScrollUp,
        MouseEventKind::ScrollDown,
    ];
    match dice.below(12) {
        0 | 1 => Event::Mouse(MouseEvent {
            kind: KINDS[dice.below(6) as usize],
            // Sometimes outside: a click can come after a resize.
            column: dice.below(u64::from(width) + 2) as u16,
            row: dice.below(u64::from(height) + 2) as u16,
            modifiers: KeyModifiers::NONE,
        }),
        2 if dice.below(20) == 0 => Event::Paste("d6-e7\n\u{1b}".to_owned()),
        _ => Event::Key(random_key(dice)),
    }
}

#[test]
fn a_hundred_thousand_random_events_do_no_harm() {
    let mut dice = Dice(0x5eed_1234_5678_9abc);
    let mut size = (80, 24);
    let mut visitor = Visitor::at_start(size);
    for number in 0..EVENTS {
        if number % 2500 == 0 {
            // Another game between other sides.
            let game = GAMES[dice.below(GAMES.len() as u64) as usize];
            let sides = ["human", "level:1"][dice.below(2) as usize];
            let clock = ["none", "1+1"][dice.below(2) as usize];
            let settings = Settings {
                game: game.parse().unwrap(),
                second: sides.parse().unwrap(),
                ascii: Some(dice.below(3) == 0),
                ..Settings::default()
            };
            visitor = Visitor::in_game_with(game, ["human", sides], clock, settings, size);
        }
        if dice.below(200) == 0 {
            size = match dice.below(5) {
                0 => (1 + dice.below(5) as u16, 1 + dice.below(5) as u16),
                1 => (20 + dice.below(200) as u16, 5 + dice.below(60) as u16),
                _ => (20 + dice.below(70) as u16, 5 + dice.below(25) as u16),
            };
            visitor.resize(size.0, size.1);
        }
        if dice.below(10) == 0 {
            visitor.wait(dice.below(400));
        }
        if dice.below(6) == 0 {
            visitor.think_with("random?seed=7");
        }
        let event = random_event(&mut dice, size);
        let flow = visitor.event(&event);
        if flow == Flow::Quit {
            // Whoever quits comes back, and finds the game.
            let mut world = std::mem::take(&mut visitor.world);
            world.unfinished = world.saved.take().into_iter().collect();
            visitor = Visitor::new(Reply::Start, Settings::default(), world, size);
        }
        if dice.below(8) == 0 {
            visitor.draw();
        }
        if number % 50 == 0 {
            check(&visitor);
        }
    }
    assert!(visitor.world.saves > 0);
}

/// The position on the field is a good one, its text reads back, and the record is that of the
/// game.
fn check(visitor: &Visitor) {
    let (game, record) = match (visitor.app.game(), visitor.app.study()) {
        (Some(screen), _) => (screen.game(), Some(screen.table.record())),
        (None, Some(study)) => (study.game(), None),
        (None, None) => return,
    };
    let position = game.position();
    position.validate().unwrap();
    let text = position.position_text();
    assert_eq!(gridball_core::AnyPosition::parse_position(&text).unwrap().position_text(), text);
    if let Some(record) = record {
        assert_eq!(record.game().position(), position);
        // What is saved is read again as it is.
        let mut bytes = Vec::new();
        gridball_replay::write_record(gridball_replay::Format::Gbn, record, &mut bytes).unwrap();
        assert_eq!(&read(std::str::from_utf8(&bytes).unwrap()), record);
    }
}
