//! The start screen: what to play, who plays, how it looks.

use std::path::{Path, PathBuf};

use gridball_ai::{ENGINES, EngineChoice, EngineSpec, Level, game_name};
use gridball_core::{AnySetup, games};

use super::{
    context::{Context, NewGame, Question, Reply},
    game::keep,
    keys::Command,
    look::{ColorWish, Ground},
};
use crate::{
    arguments::{FileWord, Side, quoted},
    failure::one_line,
    messages::{Label, Language},
    play::{clock::ClockSetting, sides::recorded_sides},
    records::LastRecord,
    wording,
};

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
    unfinished: Option<Unfinished>,
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
        let unfinished = context.host.last_unfinished().map(|(file, last)| {
            let sides = recorded_sides(&last.record);
            Unfinished { file, last, sides }
        });
        let chosen = if unfinished.is_some() { Entry::Continue } else { Entry::Play };
        Self { chosen, unfinished }
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
            Entry::Language,
            Entry::Open,
            Entry::Rules,
            Entry::Quit,
        ];
        if self.unfinished.is_some() {
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
                let unfinished = self.unfinished.as_ref()?;
                let record = &unfinished.last.record;
                let [first, second] =
                    [0, 1].map(|index| side_text(&unfinished.sides[index], context));
                format!(
                    "{}, {}, {first} : {second}",
                    wording::name(&record.setup(), context.messages()),
                    context.messages().actions(record.len())
                )
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
            Entry::Signs => {
                if context.wished.ascii(settings) { "ASCII" } else { "Unicode" }.to_owned()
            }
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
                settings.ascii = !wished.ascii(settings);
                wished.ascii = false;
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
            Entry::Continue => match self.unfinished.take() {
                Some(Unfinished { file, last, sides }) => Reply::Continue(
                    Box::new(last.record),
                    Some((file.path().to_owned(), last.alone)),
                    Box::new(sides),
                ),
                None => Reply::Done,
            },
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
                wording::rules(&settings.game).to_owned(),
            ),
            Entry::Quit => Reply::Quit,
            Entry::Game
            | Entry::Clock
            | Entry::Ground
            | Entry::Colors
            | Entry::Signs
            | Entry::Language => self.command(Move::Right, context),
        }
    }

    /// A line was typed.
    pub(crate) fn answer(question: Question, text: &str, context: &mut Context<'_>) -> Reply {
        let messages = context.messages();
        let text = text.trim();
        match question {
            _ if text.is_empty() => Reply::Done,
            Question::Open => {
                let path = PathBuf::from(text);
                open(&path, 1, context)
            }
            Question::Setup => {
                let name = game_name(&context.settings.game);
                let parsed: Result<AnySetup, _> = text
                    .parse()
                    .or_else(|error| format!("{name}:{text}").parse().map_err(|_| error));
                match parsed {
                    Ok(setup) => {
                        set_game(setup, context);
                        keep(context)
                    }
                    Err(error) => {
                        Reply::Say(messages.not_an_action(&quoted(text), &error.to_string()))
                    }
                }
            }
            Question::Side(index) => match text.parse::<Side>() {
                Ok(side) => {
                    if index == 0 {
                        context.settings.first = side;
                    } else {
                        context.settings.second = side;
                    }
                    keep(context)
                }
                Err(error) => Reply::Say(one_line(&error, 300)),
            },
            _ => Reply::Done,
        }
    }
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
pub(crate) fn open(path: &Path, number: u64, context: &mut Context<'_>) -> Reply {
    match context.host.read(path, number) {
        Ok(record) => Reply::Study(Box::new(record), Some((path.to_owned(), number))),
        Err(error) => Reply::Say(one_line(&format!("{error:#}"), 300)),
    }
}
