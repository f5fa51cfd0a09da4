//! Which key does what: one table for pressing keys and for the help that lists them.

use std::time::Duration;

use gridball_core::Direction;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::messages::Label;

/// What a key asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    /// A step or the cursor in this direction, as seen on the screen; `far` is a bigger step.
    Go {
        direction: Direction,
        far: bool,
    },
    /// Look at another part of a field that does not fit.
    Pan(Direction),
    Confirm,
    StepBack,
    /// Drop what is being entered, close what is open, or open the menu.
    Escape,
    NextPlace,
    PreviousPlace,
    Type,
    TakeBack,
    Redo,
    Hint,
    Evaluation,
    Analysis,
    Resign,
    OfferDraw,
    Save,
    Copy,
    Restart,
    Study,
    Flip,
    ZoomIn,
    ZoomOut,
    Look,
    Menu,
    Help,
    Rules,
    Leave,
    Quit,
    PageUp,
    PageDown,
    // Studying.
    Earlier,
    Later,
    OtherBefore,
    OtherAfter,
    Begin,
    End,
    Autoplay,
    Faster,
    Slower,
    Comment,
    Sign,
    Promote,
    Delete,
    Graph,
    Jump,
    NextGame,
    PreviousGame,
    PlayOn,
    ReadComment,
    Judge,
}

/// Where keys are pressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// On the start screen: arrows choose lines.
    Start,
    /// A game is played with the ball: arrows are steps.
    Ball,
    /// A game is played with a cursor.
    Cursor,
    /// A record is studied: arrows lead through it.
    Study,
}

/// A line of the table.
#[derive(Debug)]
pub(crate) struct Binding {
    pub(crate) command: Command,
    keys: &'static [KeyCode],
    /// How the keys are called.
    pub(crate) shown: &'static str,
    /// What it does.
    pub(crate) label: Label,
    /// Whether it is there in games and in study.
    playing: bool,
    studying: bool,
}

impl Binding {
    /// Whether the key does this in `mode`.
    pub(crate) const fn applies(&self, mode: Mode) -> bool {
        match mode {
            Mode::Start => matches!(
                self.command,
                Command::Help
                    | Command::Rules
                    | Command::Look
                    | Command::Confirm
                    | Command::Escape
                    | Command::NextPlace
                    | Command::PreviousPlace
            ),
            Mode::Ball | Mode::Cursor => self.playing,
            Mode::Study => self.studying,
        }
    }
}

const fn everywhere(
    command: Command,
    keys: &'static [KeyCode],
    shown: &'static str,
    label: Label,
) -> Binding {
    Binding { command, keys, shown, label, playing: true, studying: true }
}

const fn playing(
    command: Command,
    keys: &'static [KeyCode],
    shown: &'static str,
    label: Label,
) -> Binding {
    Binding { command, keys, shown, label, playing: true, studying: false }
}

const fn studying(
    command: Command,
    keys: &'static [KeyCode],
    shown: &'static str,
    label: Label,
) -> Binding {
    Binding { command, keys, shown, label, playing: false, studying: true }
}

use KeyCode::{
    BackTab, Backspace, Char, Delete, Down, End, Enter, Esc, F, Home, Left, PageDown, PageUp,
    Right, Tab, Up,
};

/// All keys but those of directions.
pub(crate) const BINDINGS: &[Binding] = &[
    everywhere(Command::Confirm, &[Enter, Char('s'), Char('5')], "Enter s 5", Label::KeyConfirm),
    playing(Command::Confirm, &[Char(' ')], "Space", Label::KeyConfirm),
    everywhere(Command::StepBack, &[Backspace], "Backspace", Label::KeyStepBack),
    everywhere(Command::Escape, &[Esc], "Esc", Label::KeyEscape),
    everywhere(Command::NextPlace, &[Tab], "Tab", Label::KeyNextPlace),
    everywhere(Command::PreviousPlace, &[BackTab], "Shift-Tab", Label::KeyPreviousPlace),
    everywhere(Command::Type, &[Char(':'), Char('t')], ": t", Label::KeyType),
    studying(Command::Earlier, &[Left], "←", Label::KeyEarlier),
    studying(Command::Later, &[Right], "→", Label::KeyLater),
    studying(Command::OtherBefore, &[Up], "↑", Label::KeyOtherBefore),
    studying(Command::OtherAfter, &[Down], "↓", Label::KeyOtherAfter),
    studying(Command::Begin, &[Home], "Home", Label::KeyBegin),
    studying(Command::End, &[End], "End", Label::KeyEnd),
    studying(Command::Autoplay, &[Char(' ')], "Space", Label::KeyAutoplay),
    studying(Command::Faster, &[Char('>'), Char('.')], "> .", Label::KeyFaster),
    studying(Command::Slower, &[Char('<'), Char(',')], "< ,", Label::KeySlower),
    studying(Command::Jump, &[Char('j')], "j", Label::KeyJump),
    studying(Command::Comment, &[Char(';'), Char('"')], "; \"", Label::KeyComment),
    studying(Command::Sign, &[Char('!')], "!", Label::KeySign),
    studying(Command::Promote, &[Char('*')], "*", Label::KeyPromote),
    studying(Command::Delete, &[Delete], "Delete", Label::KeyDelete),
    studying(Command::Graph, &[Char('g')], "g", Label::KeyGraph),
    studying(Command::ReadComment, &[Char('v')], "v", Label::KeyReadComment),
    studying(Command::PageUp, &[PageUp], "PageUp", Label::KeyCommentUp),
    studying(Command::PageDown, &[PageDown], "PageDown", Label::KeyCommentDown),
    studying(Command::Judge, &[Char('r')], "r", Label::KeyJudge),
    studying(Command::NextGame, &[Char(']')], "]", Label::KeyNextGame),
    studying(Command::PreviousGame, &[Char('[')], "[", Label::KeyPreviousGame),
    studying(Command::PlayOn, &[Char('y')], "y", Label::KeyPlayOn),
    playing(Command::TakeBack, &[Char('u')], "u", Label::KeyTakeBack),
    playing(Command::Redo, &[Char('r')], "r", Label::KeyRedo),
    everywhere(Command::Hint, &[Char('h')], "h", Label::KeyHint),
    playing(Command::Evaluation, &[Char('v')], "v", Label::KeyEvaluation),
    everywhere(Command::Analysis, &[Char('i')], "i", Label::KeyAnalysis),
    playing(Command::Resign, &[Char('g')], "g", Label::KeyResign),
    playing(Command::OfferDraw, &[Char('o')], "o", Label::KeyOfferDraw),
    everywhere(Command::Save, &[Char('k')], "k", Label::KeySave),
    everywhere(Command::Copy, &[Char('p')], "p", Label::KeyCopy),
    playing(Command::Restart, &[Char('n')], "n", Label::KeyRestart),
    playing(Command::Study, &[Char('y')], "y", Label::KeyStudy),
    everywhere(Command::Flip, &[Char('f')], "f", Label::KeyFlip),
    everywhere(Command::ZoomIn, &[Char('+'), Char('=')], "+", Label::KeyZoomIn),
    everywhere(Command::ZoomOut, &[Char('-')], "-", Label::KeyZoomOut),
    everywhere(Command::Look, &[Char('l')], "l", Label::KeyLook),
    playing(Command::PageUp, &[PageUp], "PageUp", Label::KeyScrollUp),
    playing(Command::PageDown, &[PageDown], "PageDown", Label::KeyScrollDown),
    everywhere(Command::Menu, &[Char('m'), F(10)], "m F10", Label::KeyMenu),
    everywhere(Command::Help, &[Char('?'), F(1)], "? F1", Label::KeyHelp),
    everywhere(Command::Rules, &[F(2)], "F2", Label::KeyRules),
    everywhere(Command::Leave, &[Char('b')], "b", Label::KeyLeave),
];

/// What the menu offers, in its order.
pub(crate) const MENU: &[Command] = &[
    Command::TakeBack,
    Command::Redo,
    Command::Hint,
    Command::Evaluation,
    Command::Analysis,
    Command::Graph,
    Command::Judge,
    Command::Comment,
    Command::ReadComment,
    Command::Type,
    Command::OfferDraw,
    Command::Resign,
    Command::Study,
    Command::PlayOn,
    Command::Save,
    Command::Copy,
    Command::Flip,
    Command::Look,
    Command::Restart,
    Command::Rules,
    Command::Help,
    Command::Leave,
];

/// The binding of a command in a mode.
pub(crate) fn binding(command: Command, mode: Mode) -> Option<&'static Binding> {
    BINDINGS.iter().find(|binding| binding.command == command && binding.applies(mode))
}

/// The Latin letter on the key of a Cyrillic one, on the usual Russian and Ukrainian keyboards;
/// other characters stay as they are.
pub(crate) fn latin(character: char) -> char {
    const PAIRS: &str = "йqцwуeкrеtнyгuшiщoзpфaыsіsвdаfпgрhоjлkдlяzчxсcмvиbтnьmж;Ж:х[ъ]ї]Ж:б,ю.";
    let mut characters = PAIRS.chars();
    let lower = character.to_lowercase().next().unwrap_or(character);
    while let (Some(cyrillic), Some(latin)) = (characters.next(), characters.next()) {
        if cyrillic == character {
            return latin;
        }
        if cyrillic == lower {
            return latin.to_ascii_uppercase();
        }
    }
    character
}

/// The direction of a letter or digit key.
fn direction_key(character: char) -> Option<Direction> {
    Some(match character {
        'w' | 'W' | '8' => Direction::North,
        'e' | 'E' | '9' => Direction::NorthEast,
        'd' | 'D' | '6' => Direction::East,
        'c' | 'C' | '3' => Direction::SouthEast,
        'x' | 'X' | '2' => Direction::South,
        'z' | 'Z' | '1' => Direction::SouthWest,
        'a' | 'A' | '4' => Direction::West,
        'q' | 'Q' | '7' => Direction::NorthWest,
        _ => return None,
    })
}

/// The direction of an arrow.
const fn arrow(code: KeyCode) -> Option<Direction> {
    Some(match code {
        Up => Direction::North,
        Right => Direction::East,
        Down => Direction::South,
        Left => Direction::West,
        _ => return None,
    })
}

/// Two arrows within this time are one diagonal.
pub(crate) const CHORD: Duration = Duration::from_millis(130);

/// Turns keys into commands. Holds an arrow back for a moment, in case another one makes a
/// diagonal of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Keyboard {
    held: Option<(Direction, Duration)>,
}

impl Keyboard {
    /// The commands that a key gives at the time `now`.
    pub(crate) fn press(&mut self, key: KeyEvent, mode: Mode, now: Duration) -> Vec<Command> {
        let mut commands = Vec::new();
        if mode == Mode::Ball
            && let Some(direction) = arrow(key.code)
            && key.modifiers.is_empty()
        {
            if key.kind == KeyEventKind::Repeat {
                return commands;
            }
            match self.held.take() {
                Some((held, since)) if now.saturating_sub(since) <= CHORD => {
                    if let Some(direction) = diagonal(held, direction) {
                        commands.push(Command::Go { direction, far: false });
                        return commands;
                    }
                    commands.push(Command::Go { direction: held, far: false });
                }
                Some((held, _)) => commands.push(Command::Go { direction: held, far: false }),
                None => {}
            }
            self.held = Some((direction, now));
            return commands;
        }
        commands.extend(self.release());
        commands.extend(command(key, mode));
        commands
    }

    /// The command of an arrow that was held back long enough.
    pub(crate) fn tick(&mut self, now: Duration) -> Option<Command> {
        let (_, since) = self.held?;
        if now.saturating_sub(since) > CHORD { self.release() } else { None }
    }

    /// Whether an arrow is held back.
    pub(crate) const fn is_waiting(&self) -> bool {
        self.held.is_some()
    }

    fn release(&mut self) -> Option<Command> {
        self.held.take().map(|(direction, _)| Command::Go { direction, far: false })
    }
}

/// The diagonal between two arrows that are at a right angle.
fn diagonal(one: Direction, other: Direction) -> Option<Direction> {
    let (a, b) = (one.delta(), other.delta());
    let sum = (a.0 + b.0, a.1 + b.1);
    Direction::ALL.into_iter().find(|direction| direction.delta() == sum && direction.is_diagonal())
}

/// What a key does by itself.
fn command(key: KeyEvent, mode: Mode) -> Option<Command> {
    if let Char(character) = key.code {
        let character = latin(character);
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match character.to_ascii_lowercase() {
                'c' | 'q' => Some(Command::Quit),
                's' => Some(Command::Save),
                'y' | 'r' => Some(Command::Redo).filter(|_| mode != Mode::Study),
                _ => None,
            };
        }
        if let Some(direction) = direction_key(character) {
            let repeated = key.kind == KeyEventKind::Repeat;
            if repeated && !matches!(mode, Mode::Start | Mode::Cursor) {
                return None;
            }
            let far = character.is_ascii_uppercase();
            return Some(Command::Go { direction, far });
        }
        return bound(Char(character.to_ascii_lowercase()), mode, key.kind);
    }
    if let Some(direction) = arrow(key.code) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return Some(Command::Pan(direction));
        }
        let shift = key.modifiers.contains(KeyModifiers::SHIFT);
        match mode {
            Mode::Start | Mode::Cursor => return Some(Command::Go { direction, far: shift }),
            // An arrow with a chord is the diagonal clockwise of it; with Shift or Alt alike.
            Mode::Ball if key.kind == KeyEventKind::Repeat => return None,
            Mode::Ball => {
                let direction = Direction::from_index(direction as usize + 1);
                return Some(Command::Go { direction, far: false });
            }
            Mode::Study => {}
        }
    }
    bound(key.code, mode, key.kind)
}

/// What the table says. A key that is held down goes on only where that does no harm.
fn bound(code: KeyCode, mode: Mode, kind: KeyEventKind) -> Option<Command> {
    let command = BINDINGS
        .iter()
        .find(|binding| binding.applies(mode) && binding.keys.contains(&code))?
        .command;
    let harmless = matches!(
        command,
        Command::Earlier
            | Command::Later
            | Command::PageUp
            | Command::PageDown
            | Command::NextPlace
            | Command::PreviousPlace
    );
    (kind != KeyEventKind::Repeat || harmless).then_some(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: KeyCode) -> KeyEvent {
        KeyEvent::new(code, KeyModifiers::NONE)
    }

    const fn go(direction: Direction) -> Command {
        Command::Go { direction, far: false }
    }

    #[test]
    fn no_key_has_two_meanings() {
        for mode in [Mode::Start, Mode::Ball, Mode::Cursor, Mode::Study] {
            let mut seen = Vec::new();
            for binding in BINDINGS.iter().filter(|binding| binding.applies(mode)) {
                for code in binding.keys {
                    assert!(!seen.contains(code), "{code:?} in {mode:?}");
                    seen.push(*code);
                    if let Char(character) = code {
                        assert_eq!(direction_key(*character), None, "{character}");
                    }
                }
            }
        }
    }

    #[test]
    fn eight_keys_lie_round_s_and_round_5() {
        for (keys, direction) in
            ["w8", "e9", "d6", "c3", "x2", "z1", "a4", "q7"].into_iter().zip(Direction::ALL)
        {
            for character in keys.chars() {
                assert_eq!(command(key(Char(character)), Mode::Ball), Some(go(direction)));
            }
        }
        // The same keys on a Cyrillic keyboard.
        for (character, direction) in "цувсчяфй".chars().zip(Direction::ALL) {
            assert_eq!(command(key(Char(character)), Mode::Ball), Some(go(direction)));
        }
        assert_eq!(command(key(Char('ы')), Mode::Ball), Some(Command::Confirm));
        assert_eq!(command(key(Char('і')), Mode::Ball), Some(Command::Confirm));
    }

    #[test]
    fn two_arrows_at_once_are_a_diagonal() {
        let at = Duration::from_millis;
        let mut keyboard = Keyboard::default();
        assert_eq!(keyboard.press(key(Up), Mode::Ball, at(0)), []);
        assert_eq!(keyboard.press(key(Right), Mode::Ball, at(50)), [go(Direction::NorthEast)]);
        assert!(!keyboard.is_waiting());
        // Too late, and the same one twice.
        assert_eq!(keyboard.press(key(Left), Mode::Ball, at(1000)), []);
        assert_eq!(keyboard.tick(at(1100)), None);
        assert_eq!(keyboard.tick(at(1200)), Some(go(Direction::West)));
        assert_eq!(keyboard.press(key(Up), Mode::Ball, at(2000)), []);
        assert_eq!(keyboard.press(key(Up), Mode::Ball, at(2050)), [go(Direction::North)]);
        assert_eq!(
            keyboard.press(key(Char('d')), Mode::Ball, at(2060)),
            [go(Direction::North), go(Direction::East)]
        );
        let chord = KeyEvent::new(Down, KeyModifiers::SHIFT);
        assert_eq!(keyboard.press(chord, Mode::Ball, at(3000)), [go(Direction::SouthWest)]);
        // Elsewhere arrows are what they are.
        assert_eq!(keyboard.press(key(Up), Mode::Cursor, at(4000)), [go(Direction::North)]);
        assert_eq!(keyboard.press(key(Left), Mode::Study, at(4000)), [Command::Earlier]);
    }

    #[test]
    fn control_keys_are_not_their_letters() {
        for mode in [Mode::Start, Mode::Ball, Mode::Cursor, Mode::Study] {
            for character in "abdefghijklmnoptuvwxг".chars() {
                let key = KeyEvent::new(Char(character), KeyModifiers::CONTROL);
                assert_eq!(command(key, mode), None, "{character} in {mode:?}");
            }
            let key = KeyEvent::new(Down, KeyModifiers::CONTROL);
            assert_eq!(command(key, mode), Some(Command::Pan(Direction::South)));
        }
    }

    #[test]
    fn a_key_that_is_held_down_plays_nothing_twice() {
        let held = |code| KeyEvent::new_with_kind(code, KeyModifiers::NONE, KeyEventKind::Repeat);
        for code in [Char('w'), Enter, Char('u'), Up] {
            assert_eq!(Keyboard::default().press(held(code), Mode::Ball, Duration::ZERO), []);
        }
        assert_eq!(command(held(Char('w')), Mode::Cursor), Some(go(Direction::North)));
        assert_eq!(command(held(Right), Mode::Study), Some(Command::Later));
    }
}
