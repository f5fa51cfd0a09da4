//! What every part of the screen is given, and what it can ask for in return.

use std::path::PathBuf;

use directories::BaseDirs;
use gridball_core::AnySetup;
use gridball_replay::{Record, text::Charset};

use super::{
    host::{Host, Opened},
    keys::Command,
    look::{ColorWish, Depth, Look},
    settings::Settings,
};
use crate::{
    arguments::Side,
    failure::one_line,
    messages::{Label, Language, Messages},
    play::clock::ClockSetting,
};

/// The longest report of something that went wrong, in characters.
const LONGEST_REPORT: usize = 300;

/// The surroundings of a part of the screen.
pub(crate) struct Context<'a> {
    pub(crate) host: &'a mut dyn Host,
    pub(crate) settings: &'a mut Settings,
    pub(crate) wished: &'a mut Wished,
}

impl Context<'_> {
    pub(crate) fn messages(&self) -> &'static dyn Messages {
        self.wished.language(self.settings).messages()
    }

    pub(crate) fn label(&self, label: Label) -> &'static str {
        self.messages().label(label)
    }

    /// That something did not work, and why.
    pub(crate) fn failed(&self, error: &anyhow::Error) -> String {
        self.messages().failed(&one_line(&format!("{error:#}"), LONGEST_REPORT))
    }
}

/// What was wished on the command line, for this time only. A choice on the start screen takes its
/// place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wished {
    /// The language of the locale.
    pub(crate) locale: Language,
    /// The language of the command line.
    pub(crate) language: Option<Language>,
    /// No colours are wanted.
    pub(crate) no_colors: bool,
    /// Only ASCII is wanted.
    pub(crate) ascii: bool,
    /// The terminal shows no more than ASCII, as far as the environment tells.
    pub(crate) plain_terminal: bool,
}

impl Wished {
    /// The language of all texts.
    pub(crate) fn language(self, settings: &Settings) -> Language {
        self.language.or(settings.language).unwrap_or(self.locale)
    }

    /// Which colours are wanted.
    pub(crate) const fn colors(self, settings: &Settings) -> ColorWish {
        if self.no_colors { ColorWish::None } else { settings.colors }
    }

    /// Whether only ASCII is used: as wished, as chosen, or because the terminal has no more.
    pub(crate) fn ascii(self, settings: &Settings) -> bool {
        self.ascii || settings.ascii.unwrap_or(self.plain_terminal)
    }
}

/// The look that is wanted on a terminal with so many colours.
pub(crate) fn look(settings: &Settings, wished: Wished, depth: Depth) -> Look {
    let depth = match wished.colors(settings) {
        ColorWish::Auto => depth,
        ColorWish::True => Depth::True,
        ColorWish::Palette => Depth::Palette,
        ColorWish::Sixteen => Depth::Sixteen,
        ColorWish::None => Depth::Mono,
    };
    let charset = if wished.ascii(settings) { Charset::Ascii } else { Charset::Unicode };
    Look { depth, ground: settings.look, charset }
}

/// A line of text to ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Question {
    /// An action or its beginning.
    Action,
    /// A file to save in.
    SaveAs,
    /// A file to open.
    Open,
    /// The comment of an action.
    Comment,
    /// The number of a turn.
    Jump,
    /// The id of a set-up.
    Setup,
    /// Who plays: the index of the player.
    Side(usize),
}

impl Question {
    pub(crate) const fn label(self) -> Label {
        match self {
            Self::Action => Label::AskAction,
            Self::SaveAs => Label::AskSaveAs,
            Self::Open => Label::AskOpen,
            Self::Comment => Label::AskComment,
            Self::Jump => Label::AskJump,
            Self::Setup => Label::AskSetup,
            Self::Side(_) => Label::AskSide,
        }
    }
}

/// The file that was typed; `~/` begins a path in the home folder, as in a shell.
pub(crate) fn typed_path(text: &str) -> PathBuf {
    match (text.strip_prefix("~/"), BaseDirs::new()) {
        (Some(rest), Some(dirs)) => dirs.home_dir().join(rest),
        _ => PathBuf::from(text),
    }
}

/// Saves a record in the file that was typed.
pub(crate) fn save_as(text: &str, record: &Record, context: &mut Context<'_>) -> Reply {
    let path = &typed_path(text);
    match context.host.save_to(path, record) {
        Ok(true) => Reply::Say(context.messages().added(path)),
        Ok(false) => Reply::Say(context.messages().saved(path)),
        Err(error) => Reply::Refuse(context.failed(&error)),
    }
}

/// A game to begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NewGame {
    pub(crate) setup: AnySetup,
    pub(crate) sides: [Side; 2],
    pub(crate) clock: ClockSetting,
}

/// What a part of the screen asks for.
#[derive(Debug)]
pub(crate) enum Reply {
    /// Nothing.
    Done,
    /// Say something in the line at the bottom.
    Say(String),
    /// Ask for a line of text, which holds something already.
    Ask(Question, String),
    /// The line that was typed is not good, and why: it stays open.
    Refuse(String),
    /// Choose one of these lines, under a heading.
    Choose(String, Vec<String>),
    /// Ask whether the command is really meant.
    Confirm(Label, Command),
    /// Ask a yes-or-no question of this player.
    Offer(String, Command),
    /// Show a text under a heading.
    Show(String, String),
    /// Go to the start screen.
    Start,
    /// Begin a game.
    Begin(Box<NewGame>),
    /// Continue the game of a record; the file that it comes from, and whether it is alone there.
    Continue(Box<Record>, Option<(PathBuf, bool)>, Box<[Side; 2]>),
    /// Study a record.
    Study(Box<Opened>),
    /// Leave the program.
    Quit,
}
