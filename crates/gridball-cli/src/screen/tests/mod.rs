//! Tests of the whole screen, in a world made for them.

mod fuzz;
mod pictures;
mod playing;
mod speed;
mod studying;

use std::{
    cell::Cell,
    collections::{HashMap, VecDeque},
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::bail;
use gridball_ai::{AnyEngine, Engine, Limits, Unattended};
use gridball_core::{AnyGame, AnySetup, Position};
use gridball_replay::{Record, Records};
use ratatui::{
    Terminal,
    backend::TestBackend,
    crossterm::event::{
        Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
    },
};

use super::{
    app::{App, Flow},
    context::{NewGame, Reply, Wished},
    host::{Host, JobId, News, Opened, Thought, Work},
    look::Depth,
    settings::Settings,
};
use crate::{
    arguments::{FileWord, Side},
    messages::Language,
    play::{clock::ClockSetting, storage::Unfinished},
    records::LastRecord,
};

/// A world without threads, files and clocks: the test says when something happens.
#[derive(Default)]
struct TestWorld {
    now: Cell<Duration>,
    next: u64,
    jobs: VecDeque<(JobId, AnyGame, Work)>,
    /// What was saved last, and how often.
    saved: Option<Record>,
    saves: usize,
    finished: Vec<Record>,
    files: HashMap<PathBuf, Vec<Record>>,
    unfinished: Vec<Record>,
    faults: Vec<String>,
    kept: Option<Settings>,
    study: Option<Record>,
    copied: Option<String>,
    failing: bool,
    /// Whether other programs can be started.
    startable: bool,
    /// How often the sides were made ready.
    seated: usize,
}

impl Host for TestWorld {
    fn now(&self) -> Duration {
        self.now.get()
    }

    fn wished_seed(&self) -> Option<u64> {
        None
    }

    fn seat(&mut self, sides: &[Side; 2], setup: &AnySetup, _: u64) -> anyhow::Result<()> {
        for side in sides {
            match side {
                Side::Engine(spec) => spec.check_game(setup)?,
                Side::Human => {}
                Side::Program { .. } if self.startable => {}
                Side::Program { command, .. } => bail!("cannot start `{command}`"),
            }
        }
        self.seated += 1;
        Ok(())
    }

    fn think(&mut self, game: &AnyGame, work: Work) -> JobId {
        self.next += 1;
        let id = JobId(self.next);
        self.jobs.push_back((id, game.clone(), work));
        id
    }

    fn forget(&mut self, job: JobId) {
        self.jobs.retain(|(known, ..)| *known != job);
    }

    fn save(&mut self, record: &Record) -> anyhow::Result<Option<PathBuf>> {
        if self.failing {
            bail!("the disk is full");
        }
        self.saved = Some(record.clone());
        self.saves += 1;
        Ok(None)
    }

    fn fault(&self) -> Option<String> {
        self.failing.then(|| "the disk is full".to_owned())
    }

    fn save_to(&mut self, path: &Path, record: &Record) -> anyhow::Result<bool> {
        let records = self.files.entry(path.to_owned()).or_default();
        records.push(record.clone());
        Ok(records.len() > 1)
    }

    fn keep_study(&mut self, record: &Record, _: Option<&Path>) -> anyhow::Result<Option<PathBuf>> {
        self.study = Some(record.clone());
        Ok(Some("studies/1.gbn".into()))
    }

    fn begin_study(&mut self) {
        self.study = None;
    }

    fn finish(&mut self, record: &Record) -> anyhow::Result<()> {
        self.finished.push(record.clone());
        self.saved = None;
        Ok(())
    }

    fn begin_another(&mut self) -> anyhow::Result<()> {
        Ok(())
    }

    fn goes_on_in(&mut self, _: &Path, _: bool) {}

    fn unfinished(&mut self) -> Unfinished {
        let word = || FileWord::from(std::ffi::OsString::from("unfinished.gbn"));
        let last = |record: &Record| LastRecord { record: record.clone(), alone: true };
        let games = self.unfinished.iter().map(|record| (word(), last(record))).collect();
        Unfinished { games, faults: self.faults.clone() }
    }

    fn read(&mut self, path: &Path, number: u64, _: bool) -> anyhow::Result<Opened> {
        let records = self.files.get(path).map(Vec::as_slice).unwrap_or_default();
        match records.get(number as usize - 1) {
            Some(record) => Ok(opened(record.clone(), path, number)),
            None => bail!("{}: there is no game {number}", path.display()),
        }
    }

    fn keep(&mut self, settings: &Settings) -> anyhow::Result<()> {
        self.kept = Some(settings.clone());
        Ok(())
    }

    fn copy(&mut self, text: &str) {
        self.copied = Some(text.to_owned());
    }
}

/// Somebody who sits before the screen.
struct Visitor {
    app: App,
    world: TestWorld,
    terminal: Terminal<TestBackend>,
}

impl Visitor {
    fn new(beginning: Reply, settings: Settings, world: TestWorld, size: (u16, u16)) -> Self {
        let mut world = world;
        let wished = Wished {
            locale: Language::English,
            language: None,
            no_colors: false,
            ascii: false,
            plain_terminal: false,
        };
        let app = App::new(beginning, settings, wished, Depth::True, &mut world).unwrap();
        let terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
        Self { app, world, terminal }
    }

    /// At the start screen.
    fn at_start(size: (u16, u16)) -> Self {
        Self::new(Reply::Start, Settings::default(), TestWorld::default(), size)
    }

    /// In a game between these sides.
    fn in_game(game: &str, sides: [&str; 2], size: (u16, u16)) -> Self {
        Self::in_game_with(game, sides, "none", Settings::default(), size)
    }

    fn in_game_with(
        game: &str,
        sides: [&str; 2],
        clock: &str,
        settings: Settings,
        size: (u16, u16),
    ) -> Self {
        let new = NewGame {
            setup: game.parse().unwrap(),
            sides: sides.map(|side| side.parse().unwrap()),
            clock: clock.parse::<ClockSetting>().unwrap(),
        };
        let beginning = Reply::Begin(Box::new(new));
        Self::new(beginning, settings, TestWorld::default(), size)
    }

    /// In the game of these actions, which goes on between two people.
    fn in_middle(game: &str, actions: &str, settings: Settings, size: (u16, u16)) -> Self {
        let record = record(game, actions);
        let sides = [Side::Human, Side::Human];
        let beginning = Reply::Continue(Box::new(record), None, Box::new(sides));
        Self::new(beginning, settings, TestWorld::default(), size)
    }

    fn event(&mut self, event: &Event) -> Flow {
        self.app.handle(event, &mut self.world)
    }

    fn key(&mut self, code: KeyCode) -> Flow {
        self.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
    }

    /// Types characters, one key each.
    fn keys(&mut self, characters: &str) {
        for character in characters.chars() {
            self.key(KeyCode::Char(character));
        }
    }

    fn enter(&mut self) {
        self.key(KeyCode::Enter);
    }

    /// Answers a question: a text and Enter.
    fn line(&mut self, text: &str) {
        self.keys(text);
        self.enter();
    }

    fn click(&mut self, column: u16, row: u16) {
        self.event(&Event::Mouse(MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }));
    }

    /// Time passes.
    fn wait(&mut self, millis: u64) -> Flow {
        let now = self.world.now.get() + Duration::from_millis(millis);
        self.world.now.set(now);
        self.app.tick(&mut self.world)
    }

    /// The oldest job is done, by this engine. `false` if there is none.
    fn think_with(&mut self, engine: &str) -> bool {
        let Some((job, game, work)) = self.world.jobs.pop_front() else { return false };
        let lines = match work {
            Work::Analyse { lines } => lines,
            _ => 1,
        };
        let mut engine = AnyEngine::new(engine.parse().unwrap());
        let limits = Limits { multi_pv: lines, ..Limits::nodes(2000) };
        if let Work::JudgeActions(mut record) = work {
            let search = &mut |position: &gridball_core::AnyPosition, _: &Limits| {
                engine.search(position, &Limits::nodes(3000), &mut Unattended)
            };
            gridball_match::annotate(&mut record, &limits, search).unwrap();
            self.app.hear(&Thought { job, news: News::Judged(record) }, &mut self.world);
            return true;
        }
        let news = match engine.search(game.position(), &limits, &mut Unattended) {
            Ok(result) if matches!(work, Work::Play { .. }) => News::Plays(result.best),
            Ok(result) => News::Found(result),
            Err(error) => News::Failed(error.to_string()),
        };
        self.app.hear(&Thought { job, news }, &mut self.world);
        true
    }

    fn resize(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().resize(width, height);
        self.event(&Event::Resize(width, height));
    }

    fn draw(&mut self) {
        let (app, world) = (&mut self.app, &mut self.world);
        self.terminal.draw(|frame| app.draw(frame, world)).unwrap();
    }

    /// What is on the screen, line by line without spaces at the ends.
    fn picture(&mut self) -> String {
        self.draw();
        let buffer = self.terminal.backend().buffer();
        let lines = buffer.content.chunks(usize::from(buffer.area.width).max(1)).map(|line| {
            let text: String = line.iter().map(ratatui::buffer::Cell::symbol).collect();
            text.trim_end().to_owned() + "\n"
        });
        lines.collect()
    }

    /// The position text of the game on the field.
    fn position(&self) -> String {
        self.app.game().unwrap().game().position().position_text()
    }

    /// The actions played, in one text.
    fn actions(&self) -> String {
        let game = self.app.game().unwrap().game();
        let mut texts = Vec::new();
        game.replay(|before, action, _| texts.push(before.action_text(action)));
        texts.join(" ")
    }
}

/// A record that was read from a file.
fn opened(record: Record, path: &Path, number: u64) -> Opened {
    Opened { source: Some((path.to_owned(), number)), ..record.into() }
}

/// The record of a game with these actions.
fn record(game: &str, actions: &str) -> Record {
    let mut game = AnyGame::new(&game.parse().unwrap());
    for text in actions.split_whitespace() {
        let action = game.position().parse_action(text).unwrap();
        game.play(&action).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
    Record::from_game(&game)
}

/// The first record of a text.
fn read(text: &str) -> Record {
    Records::new(text.as_bytes()).unwrap().next().unwrap().unwrap().into_whole().unwrap()
}

/// The actions of a game played at random with this seed, at most so many.
fn random_actions(game: &str, seed: u64, most: usize) -> String {
    let mut game = AnyGame::new(&game.parse().unwrap());
    let mut engine = AnyEngine::new(format!("random?seed={seed}").parse().unwrap());
    while game.position().outcome().is_none() && game.len() < most {
        let result = engine.search(game.position(), &Limits::default(), &mut Unattended).unwrap();
        game.play(&result.best).unwrap();
    }
    let mut texts = Vec::new();
    game.replay(|before, action, _| texts.push(before.action_text(action)));
    texts.join(" ")
}

/// Numbers that look random and are always the same.
struct Dice(u64);

impl Dice {
    /// A number below `bound`.
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }
}
