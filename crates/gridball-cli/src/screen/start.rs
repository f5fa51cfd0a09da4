//! The start screen: what to play, who plays, how it looks.

use std::path::Path;

use gridball_ai::{ENGINES, EngineChoice, EngineSpec, Level, game_name};
use gridball_core::{AnySetup, SetupError, games};
use gridball_replay::tag;

use super::{
    context::{Context, NewGame, Question, Reply, typed_path},
    game::keep,
    keys::Command,
    look::{ColorWish, Ground},
};
use crate::{
    arguments::{FileWord, Side, quoted},
    failure::one_line,
    messages::{Label, Language, Messages},
    play::{clock::ClockSetting, sides::recorded_sides},
    records::LastRecord,
    wording::{self, Notation},
};

/// The longest note, in characters.
const LONGEST_NOTE: usize = 500;

/// A line of the start screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    Continue,
    Game,
    Setup,
    First,
    Second,
    Clock,
    Ground,
    Colors,
    Signs,
    Notation,
    Language,
    Play,
    Open,
    Rules,
    Quit,
}

/// What can be continued.
#[derive(Debug)]
pub(crate) struct Unfinished {
    file: FileWord,
    last: LastRecord,
    sides: [Side; 2],
}

/// The start screen.
#[derive(Debug)]
pub(crate) struct StartScreen {
    chosen: Entry,
    /// The one that was played last before the others.
    unfinished: Vec<Unfinished>,
    /// What is wrong with unfinished games that cannot be continued.
    faults: Vec<String>,
}

/// Where the keys of a list lead.
fn turn<T: PartialEq + Clone>(list: &[T], current: &T, forward: bool) -> Option<T> {
    let place = list.iter().position(|item| item == current);
    let next = match (place, forward) {
        (None, true) => 0,
        (None, false) => list.len().checked_sub(1)?,
        (Some(place), true) => (place + 1) % list.len(),
        (Some(place), false) => (place + list.len() - 1) % list.len(),
    };
    list.get(next).cloned()
}

impl StartScreen {
    pub(crate) fn new(context: &mut Context<'_>) -> Self {
        let found = context.host.unfinished();
        let faults = found.faults;
        let unfinished: Vec<Unfinished> = found
            .games
            .into_iter()
            .map(|(file, last)| {
                let sides = recorded_sides(&last.record);
                Unfinished { file, last, sides }
            })
            .collect();
        let chosen = if unfinished.is_empty() { Entry::Play } else { Entry::Continue };
        Self { chosen, unfinished, faults }
    }

    /// What has to be said: that files of unfinished games are faulty, and where.
    pub(crate) fn note(&self, messages: &dyn Messages) -> Option<String> {
        let faults = self.faults.join("; ");
        (!faults.is_empty()).then(|| messages.left_out(&one_line(&faults, LONGEST_NOTE)))
    }

    pub(crate) const fn chosen(&self) -> Entry {
        self.chosen
    }

    /// The lines, from top to bottom.
    pub(crate) fn entries(&self) -> Vec<Entry> {
        let mut entries = vec![
            Entry::Play,
            Entry::Game,
            Entry::Setup,
            Entry::First,
            Entry::Second,
            Entry::Clock,
            Entry::Ground,
            Entry::Colors,
            Entry::Signs,
            Entry::Notation,
            Entry::Language,
            Entry::Open,
            Entry::Rules,
            Entry::Quit,
        ];
        if !self.unfinished.is_empty() {
            entries.insert(0, Entry::Continue);
        }
        entries
    }

    /// What a line is called.
    pub(crate) const fn label(entry: Entry) -> Label {
        match entry {
            Entry::Continue => Label::Continue,
            Entry::Game => Label::Game,
            Entry::Setup => Label::Setup,
            Entry::First => Label::First,
            Entry::Second => Label::Second,
            Entry::Clock => Label::Clock,
            Entry::Ground => Label::Look,
            Entry::Colors => Label::Colors,
            Entry::Signs => Label::Signs,
            Entry::Notation => Label::Notation,
            Entry::Language => Label::Language,
            Entry::Play => Label::Play,
            Entry::Open => Label::Open,
            Entry::Rules => Label::Rules,
            Entry::Quit => Label::Quit,
        }
    }

    /// The value of a line; `None` for those that do something.
    pub(crate) fn value(&self, entry: Entry, context: &Context<'_>) -> Option<String> {
        let settings = &*context.settings;
        Some(match entry {
            Entry::Continue => {
                let text = self.unfinished.first()?.what(context);
                match self.unfinished.len() {
                    1 => text,
                    // In front, so that it is not cut off.
                    count => format!("1/{count} {text}"),
                }
            }
            Entry::Game => wording::name(&settings.game, context.messages()).to_owned(),
            Entry::Setup => {
                let id = settings.game.to_string();
                id.split_once(':').map_or(id.clone(), |(_, setup)| setup.to_owned())
            }
            Entry::First => side_text(&settings.first, context),
            Entry::Second => side_text(&settings.second, context),
            Entry::Clock if settings.clock == ClockSetting::NONE => {
                context.label(Label::NoClock).to_owned()
            }
            Entry::Clock => settings.clock.to_string(),
            Entry::Ground => context
                .label(match settings.look {
                    Ground::Dark => Label::Dark,
                    Ground::Light => Label::Light,
                })
                .to_owned(),
            Entry::Colors => match context.wished.colors(settings) {
                ColorWish::Auto => context.label(Label::ByTerminal).to_owned(),
                ColorWish::True => context.label(Label::AllColors).to_owned(),
                ColorWish::Palette => "256".to_owned(),
                ColorWish::Sixteen => "16".to_owned(),
                ColorWish::None => context.label(Label::NoColors).to_owned(),
            },
            Entry::Signs => match (context.wished.ascii, settings.ascii) {
                (true, _) | (false, Some(true)) => "ASCII".to_owned(),
                (false, Some(false)) => "Unicode".to_owned(),
                (false, None) => context.label(Label::ByTerminal).to_owned(),
            },
            Entry::Notation => match settings.notation {
                Notation::Canonical => "034".to_owned(),
                Notation::Compass => "N-SE-S".to_owned(),
            },
            Entry::Language => match context.wished.language.or(settings.language) {
                None => context.label(Label::ByLocale).to_owned(),
                Some(Language::English) => "English".to_owned(),
                Some(Language::Russian) => "Русский".to_owned(),
                Some(Language::Ukrainian) => "Українська".to_owned(),
            },
            Entry::Play | Entry::Open | Entry::Rules | Entry::Quit => return None,
        })
    }

    /// Does what a key says.
    pub(crate) fn command(&mut self, command: Move, context: &mut Context<'_>) -> Reply {
        let entries = self.entries();
        match command {
            Move::Up | Move::Down => {
                let forward = command == Move::Down;
                self.chosen = turn(&entries, &self.chosen, forward).unwrap_or(self.chosen);
                Reply::Done
            }
            Move::Left | Move::Right => {
                self.change(command == Move::Right, context);
                keep(context)
            }
            Move::Enter => self.enter(context),
        }
    }

    /// A line was clicked.
    pub(crate) fn click(&mut self, entry: Entry, context: &mut Context<'_>) -> Reply {
        let again = self.chosen == entry;
        self.chosen = entry;
        match entry {
            Entry::Play | Entry::Continue | Entry::Open | Entry::Rules | Entry::Quit => {
                self.enter(context)
            }
            _ if again => self.command(Move::Right, context),
            _ => Reply::Done,
        }
    }

    /// Changes the value of the chosen line to the next or the previous one.
    fn change(&mut self, forward: bool, context: &mut Context<'_>) {
        let (settings, wished) = (&mut *context.settings, &mut *context.wished);
        match self.chosen {
            Entry::Game => {
                let ids: Vec<&str> = games().iter().map(|game| game.id).collect();
                let next = turn(&ids, &game_name(&settings.game), forward);
                if let Some(setup) = next.and_then(|id| id.parse().ok()) {
                    set_game(setup, context);
                }
            }
            Entry::Setup => {
                let name = game_name(&settings.game);
                let setups: Vec<AnySetup> = games()
                    .iter()
                    .filter(|game| game.id == name)
                    .flat_map(|game| game.setups)
                    .filter_map(|id| id.parse().ok())
                    .collect();
                if let Some(setup) = turn(&setups, &settings.game, forward) {
                    set_game(setup, context);
                }
            }
            Entry::First | Entry::Second => {
                let sides = sides(&settings.game);
                let side = if self.chosen == Entry::First {
                    &mut settings.first
                } else {
                    &mut settings.second
                };
                if let Some(next) = turn(&sides, side, forward) {
                    *side = next;
                }
            }
            Entry::Clock => {
                let next = turn(&ClockSetting::USUAL, &settings.clock, forward);
                settings.clock = next.unwrap_or(ClockSetting::NONE);
            }
            Entry::Ground => {
                settings.look = match settings.look {
                    Ground::Dark => Ground::Light,
                    Ground::Light => Ground::Dark,
                };
            }
            Entry::Colors => {
                let all = [
                    ColorWish::Auto,
                    ColorWish::True,
                    ColorWish::Palette,
                    ColorWish::Sixteen,
                    ColorWish::None,
                ];
                let old = wished.colors(settings);
                wished.no_colors = false;
                settings.colors = turn(&all, &old, forward).unwrap_or_default();
            }
            Entry::Signs => {
                let all = [None, Some(false), Some(true)];
                let old = if wished.ascii { Some(true) } else { settings.ascii };
                wished.ascii = false;
                settings.ascii = turn(&all, &old, forward).flatten();
            }
            Entry::Notation => {
                settings.notation = match settings.notation {
                    Notation::Canonical => Notation::Compass,
                    Notation::Compass => Notation::Canonical,
                };
            }
            Entry::Language => {
                let all = [
                    None,
                    Some(Language::English),
                    Some(Language::Russian),
                    Some(Language::Ukrainian),
                ];
                let old = wished.language.take().or(settings.language);
                settings.language = turn(&all, &old, forward).flatten();
            }
            Entry::Continue | Entry::Play | Entry::Open | Entry::Rules | Entry::Quit => {}
        }
    }

    fn enter(&mut self, context: &mut Context<'_>) -> Reply {
        let settings = &*context.settings;
        match self.chosen {
            Entry::Continue if self.unfinished.len() > 1 => {
                let lines = self
                    .unfinished
                    .iter()
                    .map(|game| format!("{}, {}", game.what(context), game.who(context)));
                Reply::Choose(context.label(Label::Unfinished).to_owned(), lines.collect())
            }
            Entry::Continue => self.take_up(0),
            Entry::Play => Reply::Begin(Box::new(NewGame {
                setup: settings.game.clone(),
                sides: settings.sides(),
                clock: settings.clock,
            })),
            Entry::Setup => Reply::Ask(Question::Setup, settings.game.to_string()),
            Entry::First => Reply::Ask(Question::Side(0), settings.first.to_string()),
            Entry::Second => Reply::Ask(Question::Side(1), settings.second.to_string()),
            Entry::Open => Reply::Ask(Question::Open, String::new()),
            Entry::Rules => Reply::Show(
                wording::name(&settings.game, context.messages()).to_owned(),
                wording::rules(&settings.game, context.messages()).to_owned(),
            ),
            Entry::Quit => Reply::Quit,
            Entry::Game
            | Entry::Clock
            | Entry::Ground
            | Entry::Colors
            | Entry::Signs
            | Entry::Notation
            | Entry::Language => self.command(Move::Right, context),
        }
    }

    /// Who plays the game that was played last, and since when; what stands below its line.
    pub(crate) fn last_players(&self, context: &Context<'_>) -> Option<String> {
        Some(self.unfinished.first()?.who(context))
    }

    /// Continues the unfinished game with this number, from 0.
    pub(crate) fn take_up(&mut self, index: usize) -> Reply {
        if index >= self.unfinished.len() {
            return Reply::Done;
        }
        let Unfinished { file, last, sides } = self.unfinished.remove(index);
        let source = Some((file.path().to_owned(), last.alone));
        Reply::Continue(Box::new(last.record), source, Box::new(sides))
    }

    /// A line was typed.
    pub(crate) fn answer(question: Question, text: &str, context: &mut Context<'_>) -> Reply {
        let messages = context.messages();
        let text = text.trim();
        match question {
            _ if text.is_empty() => Reply::Done,
            Question::Open => {
                let path = typed_path(text);
                match open(&path, 1, false, context) {
                    Reply::Say(text) => Reply::Refuse(text),
                    reply => reply,
                }
            }
            Question::Setup => match read_setup(text, game_name(&context.settings.game)) {
                Ok(setup) => {
                    set_game(setup, context);
                    keep(context)
                }
                Err(error) => Reply::Refuse(
                    messages.not_an_action(&quoted(text), &messages.setup_error(error)),
                ),
            },
            Question::Side(index) => match text.parse::<Side>() {
                Ok(side) => {
                    if index == 0 {
                        context.settings.first = side;
                    } else {
                        context.settings.second = side;
                    }
                    keep(context)
                }
                Err(error) => Reply::Refuse(one_line(&error, 300)),
            },
            _ => Reply::Done,
        }
    }
}

impl Unfinished {
    /// Which game it is, and how far it is played.
    fn what(&self, context: &Context<'_>) -> String {
        let (record, messages) = (&self.last.record, context.messages());
        let name = wording::name(&record.setup(), messages);
        format!("{name}, {}", messages.actions(record.len()))
    }

    /// Who plays it, and since when.
    fn who(&self, context: &Context<'_>) -> String {
        let [first, second] = [0, 1].map(|index| side_text(&self.sides[index], context));
        match self.last.record.tags.get(tag::DATE) {
            Some(date) => format!("{}, {first} : {second}", one_line(date, 10)),
            None => format!("{first} : {second}"),
        }
    }
}

/// Reads a set-up: a whole id, or what stands behind the colon in the ids of `game`.
fn read_setup(text: &str, game: &str) -> Result<AnySetup, SetupError> {
    let text = text.to_lowercase();
    let own = format!("{game}:{text}").parse();
    match text.parse() {
        // What is no id at all is meant for the game that was chosen.
        Err(SetupError::UnknownGame) => own,
        other => other.or_else(|error| own.map_err(|_| error)),
    }
}

/// Set-ups of the game, as they may be typed.
pub(crate) fn examples_of_setups(setup: &AnySetup) -> String {
    let name = game_name(setup);
    let ids = games().iter().filter(|game| game.id == name).flat_map(|game| game.setups);
    let texts: Vec<&str> =
        ids.filter_map(|id| id.split_once(':')).map(|(_, setup)| setup).take(6).collect();
    texts.join(" | ")
}

/// A movement in a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Move {
    Up,
    Down,
    Left,
    Right,
    Enter,
}

/// The movement that a command of the game means in a list.
pub(crate) const fn movement(command: Command) -> Option<Move> {
    use gridball_core::Direction;
    Some(match command {
        Command::Go { direction: Direction::North, .. }
        | Command::OtherBefore
        | Command::PreviousPlace => Move::Up,
        Command::Go { direction: Direction::South, .. }
        | Command::OtherAfter
        | Command::NextPlace => Move::Down,
        Command::Go { direction: Direction::West, .. } | Command::Earlier => Move::Left,
        Command::Go { direction: Direction::East, .. } | Command::Later => Move::Right,
        Command::Confirm | Command::Autoplay => Move::Enter,
        _ => return None,
    })
}

/// Another game: engines that do not play it leave.
fn set_game(setup: AnySetup, context: &mut Context<'_>) {
    let settings = &mut *context.settings;
    for side in [&mut settings.first, &mut settings.second] {
        if let Side::Engine(spec) = side
            && spec.check_game(&setup).is_err()
        {
            *side = Side::Engine(EngineSpec::best());
        }
    }
    settings.game = setup;
}

/// Who can play a game: a person, the levels, the engines by name.
fn sides(setup: &AnySetup) -> Vec<Side> {
    let levels = (1..=10).filter_map(Level::new).map(EngineSpec::level);
    let named = ENGINES
        .iter()
        .filter(|engine| engine.plays(game_name(setup)))
        .map(|engine| EngineSpec { engine: EngineChoice::Named(engine), ..EngineSpec::best() });
    let engines = levels.chain([EngineSpec::best()]).chain(named);
    std::iter::once(Side::Human).chain(engines.map(Side::Engine)).collect()
}

/// A side as people read it.
pub(crate) fn side_text(side: &Side, context: &Context<'_>) -> String {
    match side {
        Side::Engine(EngineSpec { engine: EngineChoice::Level(level), .. }) => {
            context.messages().level(level.number())
        }
        other => crate::play::sides::side_text(other, context.messages()),
    }
}

/// Opens a record of a file for study.
pub(crate) fn open(path: &Path, number: u64, backwards: bool, context: &mut Context<'_>) -> Reply {
    match context.host.read(path, number, backwards) {
        Ok(opened) => Reply::Study(Box::new(opened)),
        Err(error) => Reply::Say(one_line(&format!("{error:#}"), 300)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_up_is_read_as_its_own_game_writes_it() {
        for game in games() {
            for id in game.setups {
                let (name, text) = id.split_once(':').unwrap();
                assert_eq!(read_setup(text, name).unwrap().to_string(), *id);
                // A whole id names any game.
                assert_eq!(read_setup(id, "gridball").unwrap().to_string(), *id);
            }
        }
        for (text, game, id) in [
            ("32X40/6", "gridball", "gridball:32x40/6"),
            ("12x20", "paper-football", "paper-football:12x20/4"),
            ("2,6,10/lower", "paper-soccer", "paper-soccer:2,6,10/lower"),
            ("8x10", "paper-soccer", "paper-soccer:2,8,10"),
            ("20x15/plain", "dots", "dots:20x15/plain"),
            ("split", "football-checkers", "football-checkers:split"),
        ] {
            assert_eq!(read_setup(text, game).unwrap().to_string(), id, "{text}");
        }
        // What is wrong is said of the game that was chosen.
        assert!(matches!(read_setup("99x9", "dots"), Err(SetupError::Dimension { .. })));
        assert_eq!(read_setup("mid", "football-checkers"), Err(SetupError::Malformed));
    }
}
