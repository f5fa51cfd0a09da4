//! A game that is being played on the screen: what it knows, whose turn it is, who thinks. What keys
//! do is in `commands`.

mod commands;

use std::{path::Path, time::Duration};

use gridball_ai::{Score, SearchInfo};
use gridball_core::{AnyAction, AnyGame, Player, Position};
use gridball_replay::{Record, tag};

use super::{
    adviser::Adviser,
    board::{Board, Entry},
    context::{Context, NewGame, Reply},
    host::{JobId, News, Thought, Work},
    keys::Mode,
    moves::Moves,
    start::side_text,
};
use crate::{
    arguments::Side,
    failure::one_line,
    messages::Label,
    play::{
        clock::{ClockSetting, Clocks},
        sides::{self, PLAYER_TAGS, recorded_programs, set_tags},
        table::Table,
    },
    wording,
};

/// Where nobody at the keyboard plays, an action is shown so long before the next one.
const WATCHING: Duration = Duration::from_millis(400);
/// An engine agrees on a draw when it can expect no more than this share of the point.
const CONTENT_WITH_A_DRAW: f64 = 0.5;

/// Where the game is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kept {
    Nowhere,
    /// There is a file of this game, which has to keep up with it.
    InItsFile,
    /// The game as it is now was saved in a file that somebody named.
    Copied,
}

/// The longest command of a program that is shown, in characters.
const LONGEST_COMMAND: usize = 600;

/// A game on the screen.
#[derive(Debug)]
pub(crate) struct GameScreen {
    pub(crate) table: Table,
    pub(crate) sides: [Side; 2],
    pub(crate) clocks: Option<Clocks>,
    /// How the clocks were set at the start.
    control: ClockSetting,
    pub(crate) board: Board,
    pub(crate) entry: Entry,
    pub(crate) moves: Moves,
    pub(crate) adviser: Adviser,
    kept: Kept,
    seed: u64,
    /// Players for whom nobody sits there yet, and who sat there before; the last one is asked for
    /// first.
    vacant: Vec<(Player, Side)>,
    /// So often in a row the engine that is to move has failed.
    failures: u32,
    /// A hint was asked for, and nothing was entered since: Enter follows it.
    hint_is_new: bool,
    /// The action of a hint that Enter plays.
    pub(crate) proposed: Option<AnyAction>,
    /// How far the list of moves is scrolled up, in rows.
    pub(crate) scrolled: usize,
    /// What the engine that is to move has found so far.
    pub(crate) report: Option<SearchInfo<AnyAction>>,
    /// Nobody plays on until Enter is pressed: after an engine's action was taken back.
    pub(crate) paused: bool,
    /// The engine of the player to move is thinking.
    thinking: Option<JobId>,
    /// An action that waits to be shown.
    ready: Option<(AnyAction, Duration)>,
    /// An engine is asked whether it agrees on a draw.
    asked_for_draw: Option<JobId>,
}

impl GameScreen {
    /// Begins a game.
    pub(crate) fn begin(new: &NewGame, context: &mut Context<'_>) -> anyhow::Result<Self> {
        let seed = context.host.wished_seed().unwrap_or_else(sides::random_seed);
        context.host.seat(&new.sides, &new.setup, seed)?;
        context.host.begin_another()?;
        let mut table = Table::new(&new.setup);
        if let Some(control) = new.clock.time_control() {
            table.set_tag(tag::TIME_CONTROL, &control.to_string());
        }
        let mut screen = Self::new(table, new.sides.clone(), seed, context);
        screen.turn(context);
        Ok(screen)
    }

    /// Continues the game of a record.
    pub(crate) fn take_up(
        record: &Record,
        source: Option<(&Path, bool)>,
        sides: [Side; 2],
        context: &mut Context<'_>,
    ) -> anyhow::Result<Self> {
        let seed =
            context.host.wished_seed().or(record.tags.seed()).unwrap_or_else(sides::random_seed);
        let mut programs = recorded_programs(record);
        context.host.seat(&sides, &record.setup(), seed)?;
        context.host.begin_another()?;
        if let Some((path, alone)) = source {
            context.host.goes_on_in(path, alone);
        }
        let mut screen = Self::new(Table::take_up(record), sides, seed, context);
        if !screen.table.is_over() {
            for player in [Player::Second, Player::First] {
                // No program is started because a file says so: somebody is asked.
                if screen.is_human(player)
                    && let Some(program) = programs[player.index()].take()
                {
                    // Until then the record tells who has played.
                    screen.table.set_tag(PLAYER_TAGS[player.index()], &program.name());
                    screen.vacant.push((player, program));
                }
            }
        }
        screen.turn(context);
        Ok(screen)
    }

    fn new(mut table: Table, sides: [Side; 2], seed: u64, context: &Context<'_>) -> Self {
        set_tags(&mut table, &sides, seed);
        let clocks = Clocks::of_record(table.record());
        let control = ClockSetting::of_record(table.record());
        // From now on the clocks run here.
        table.note_clocks(None);
        let board = Board::new(table.game());
        let kept = if table.is_untouched() { Kept::Nowhere } else { Kept::InItsFile };
        let mut adviser = Adviser::default();
        adviser.evaluating = context.settings.evaluation;
        Self {
            table,
            sides,
            clocks,
            control,
            board,
            entry: Entry::default(),
            moves: Moves::default(),
            adviser,
            kept,
            seed,
            vacant: Vec::new(),
            failures: 0,
            hint_is_new: false,
            proposed: None,
            scrolled: 0,
            report: None,
            paused: false,
            thinking: None,
            ready: None,
            asked_for_draw: None,
        }
    }

    pub(crate) fn mode(&self) -> Mode {
        match self.table.position() {
            gridball_core::AnyPosition::Gridball(_)
            | gridball_core::AnyPosition::PaperSoccer(_) => Mode::Ball,
            _ => Mode::Cursor,
        }
    }

    pub(crate) fn game(&self) -> &AnyGame {
        self.table.game()
    }

    pub(crate) fn is_human(&self, player: Player) -> bool {
        self.sides[player.index()] == Side::Human
    }

    /// Whether a person is to act now.
    pub(crate) fn is_asked(&self) -> bool {
        !self.table.is_over() && self.is_human(self.table.position().to_move())
    }

    pub(crate) const fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Whether an engine is being asked for a draw.
    pub(crate) const fn is_asking_for_draw(&self) -> bool {
        self.asked_for_draw.is_some()
    }

    /// The game has changed: everything that depends on it follows, and who is to move begins.
    fn turn(&mut self, context: &mut Context<'_>) {
        self.stop_thinking(context);
        if let Some(job) = self.asked_for_draw.take() {
            context.host.forget(job);
        }
        let game = self.table.game();
        self.entry.begin(self.table.partial().to_vec());
        self.hint_is_new = false;
        self.proposed = None;
        self.board.refresh(game);
        let actions = game.actions().map(|action| (action, String::new()));
        self.moves = Moves::new(game.start(), actions, context.settings.notation);
        self.scrolled = 0;
        self.adviser.turn_to(game, context.host);
        let now = context.host.now();
        let player = self.table.position().to_move();
        if let Some(clocks) = &mut self.clocks {
            if self.table.is_over() || self.paused {
                clocks.stop(now);
            } else if !self.table.game().is_empty() {
                // The first action may take as long as it likes.
                clocks.run(player, now);
            }
        }
        self.let_engine_think(context);
    }

    fn let_engine_think(&mut self, context: &mut Context<'_>) {
        if self.table.is_over() || self.paused || self.is_asked() || self.thinking.is_some() {
            return;
        }
        let clocks = match &self.clocks {
            Some(clocks) => clocks.for_engines(context.host.now()),
            None => [None; 2],
        };
        self.thinking = Some(context.host.think(self.table.game(), Work::Play { clocks }));
    }

    fn stop_thinking(&mut self, context: &mut Context<'_>) {
        if let Some(job) = self.thinking.take() {
            context.host.forget(job);
        }
        self.ready = None;
        self.report = None;
    }

    /// Saves the game; says what went wrong.
    fn save(&mut self, context: &mut Context<'_>) -> Reply {
        if self.kept == Kept::Copied {
            self.kept = Kept::InItsFile;
        }
        match context.host.save(self.table.record()) {
            Ok(_) => {
                self.kept = Kept::InItsFile;
                Reply::Done
            }
            Err(error) => Reply::Say(context.failed(&error)),
        }
    }

    /// Plays an action that is known to be legal.
    fn play(&mut self, action: &AnyAction, context: &mut Context<'_>) -> Reply {
        let messages = context.messages();
        let effect = wording::effect(self.table.position(), action, messages);
        let player = self.table.position().to_move();
        if let Err(error) = self.table.play(action) {
            // Whoever calls has made sure that it is legal.
            debug_assert!(false, "{error}");
            return Reply::Say(messages.failed(&messages.illegal(&error)));
        }
        let now = context.host.now();
        if let Some(clocks) = &mut self.clocks {
            clocks.press(now);
            self.table.note_clock(clocks.remaining(player, now));
        }
        self.turn(context);
        match self.save(context) {
            Reply::Done => effect.map_or(Reply::Done, Reply::Say),
            other => other,
        }
    }

    /// A moment has passed.
    pub(crate) fn tick(&mut self, context: &mut Context<'_>) -> Reply {
        let now = context.host.now();
        if let Some(player) = self.clocks.as_ref().and_then(|clocks| clocks.flagged(now))
            && !self.table.is_over()
        {
            self.table.lose_on_time(player);
            self.turn(context);
            return self.save(context);
        }
        if let Some((action, _)) = self.ready.take_if(|(_, at)| now >= *at) {
            self.thinking = None;
            return self.play(&action, context);
        }
        Reply::Done
    }

    /// Whether something changes with time alone.
    pub(crate) fn is_lively(&self) -> bool {
        self.ready.is_some() || (self.clocks.is_some() && !self.table.is_over())
    }

    /// An engine has said something.
    pub(crate) fn hear(&mut self, thought: &Thought, context: &mut Context<'_>) -> Reply {
        let messages = context.messages();
        if Some(thought.job) == self.thinking {
            return match &thought.news {
                News::Info(info) => {
                    if info.rank <= 1 {
                        self.report = Some(info.clone());
                    }
                    Reply::Done
                }
                News::Plays(action) => {
                    let legal = self.table.position().is_legal(action);
                    if !legal {
                        self.thinking = None;
                        self.failures += 1;
                        self.pause(context);
                        return Reply::Say(context.label(Label::EngineFailed).to_owned());
                    }
                    self.failures = 0;
                    let watching = !self.is_human(Player::First) && !self.is_human(Player::Second);
                    if watching {
                        self.ready = Some((action.clone(), context.host.now() + WATCHING));
                        return Reply::Done;
                    }
                    self.thinking = None;
                    self.play(action, context)
                }
                News::Failed(reason) => {
                    self.thinking = None;
                    self.failures += 1;
                    self.pause(context);
                    Reply::Say(messages.failed(reason))
                }
                News::Found(_) | News::Judged(_) | News::Stopped => Reply::Done,
            };
        }
        if Some(thought.job) == self.asked_for_draw {
            if !thought.news.is_last() {
                return Reply::Done;
            }
            self.asked_for_draw = None;
            let agrees = match &thought.news {
                // The worth is that for the person who asks.
                News::Found(result) => self.agrees(result.score),
                _ => false,
            };
            if !agrees {
                return Reply::Say(context.label(Label::DrawRefused).to_owned());
            }
            return self.agree_on_draw(context);
        }
        match self.adviser.hear(thought, self.table.game(), context.host) {
            Ok(_) => Reply::Done,
            Err(reason) => Reply::Say(messages.failed(&reason)),
        }
    }

    /// Whether the engine agrees on a draw when the position is worth this for the person.
    fn agrees(&self, score: Score) -> bool {
        let person_moves = self.is_asked();
        let for_engine = if person_moves { -score } else { score };
        for_engine.expected_points() <= CONTENT_WITH_A_DRAW
    }

    /// Asks who shall play for a player for whom nobody sits there.
    pub(crate) fn ask_for_side(&self, context: &Context<'_>) -> Option<Reply> {
        let (player, gone) = self.vacant.last()?;
        let messages = context.messages();
        let lines = Self::substitutes(gone).into_iter().map(|side| match side {
            Side::Program { .. } => messages.starts(&one_line(&side.name(), LONGEST_COMMAND)),
            side => side_text(&side, context),
        });
        Some(Reply::Choose(messages.who_plays_now(*player), lines.collect()))
    }

    /// Who can play instead of a side that is gone. The last one is that side itself, anew.
    fn substitutes(gone: &Side) -> Vec<Side> {
        let engine = sides::DEFAULT_ENGINE.parse().ok();
        std::iter::once(Side::Human).chain(engine).chain([gone.clone()]).collect()
    }

    /// One of the lines of [`ask_for_side`](Self::ask_for_side) was chosen, or none.
    pub(crate) fn choose_side(&mut self, index: Option<usize>, context: &mut Context<'_>) -> Reply {
        let Some((player, gone)) = self.vacant.pop() else { return Reply::Done };
        let chosen = index.and_then(|index| Self::substitutes(&gone).into_iter().nth(index));
        // Whoever sits there now stays if nobody is chosen.
        let side = chosen.unwrap_or_else(|| self.sides[player.index()].clone());
        let mut sides = self.sides.clone();
        sides[player.index()] = side;
        if index.is_some()
            && let Err(error) = self.sit_down(&sides, context)
        {
            self.vacant.push((player, gone));
            return Reply::Say(context.failed(&error));
        }
        set_tags(&mut self.table, &self.sides, self.seed);
        if index.is_some() {
            self.paused = false;
        }
        self.turn(context);
        match self.save(context) {
            Reply::Done => self.ask_for_side(context).unwrap_or(Reply::Done),
            reply => reply,
        }
    }

    /// Makes these sides ready; engines begin anew.
    fn sit_down(&mut self, sides: &[Side; 2], context: &mut Context<'_>) -> anyhow::Result<()> {
        self.stop_thinking(context);
        context.host.seat(sides, &self.table.position().setup(), self.seed)?;
        self.sides.clone_from(sides);
        self.failures = 0;
        Ok(())
    }

    /// The game goes on after a pause. An engine that has failed begins anew; if it fails again,
    /// or cannot, somebody else can play.
    fn go_on(&mut self, context: &mut Context<'_>) -> Reply {
        if let Some(question) = self.ask_for_side(context) {
            return question;
        }
        if self.failures > 0 {
            let (failures, sides) = (self.failures, self.sides.clone());
            if failures > 1 || self.sit_down(&sides, context).is_err() {
                let player = self.table.position().to_move();
                self.vacant.push((player, sides[player.index()].clone()));
                return self.ask_for_side(context).unwrap_or(Reply::Done);
            }
            self.failures = failures;
        }
        self.paused = false;
        self.turn(context);
        Reply::Done
    }

    fn pause(&mut self, context: &mut Context<'_>) {
        self.paused = true;
        let now = context.host.now();
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(now);
        }
    }

    fn agree_on_draw(&mut self, context: &mut Context<'_>) -> Reply {
        self.table.agree_on_draw();
        self.turn(context);
        self.save(context)
    }

    /// Whether the game would be lost if it were left now. What went wrong before is tried again.
    fn would_be_lost(&mut self, context: &mut Context<'_>) -> bool {
        if context.host.fault().is_none() || self.kept == Kept::Copied || self.table.is_untouched()
        {
            return false;
        }
        let _ = self.save(context);
        context.host.fault().is_some()
    }

    /// The game is left: it stays saved, or goes to the finished ones. If it is lost: why.
    pub(crate) fn leave(&mut self, context: &mut Context<'_>) -> Option<String> {
        let safe = self.kept == Kept::Copied || self.table.is_untouched();
        self.stop_thinking(context);
        self.adviser.rest(context.host);
        if let Some(job) = self.asked_for_draw.take() {
            context.host.forget(job);
        }
        let now = context.host.now();
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(now);
            if !self.table.is_over() {
                // So much was used since the last action.
                let left = Player::BOTH.map(|player| clocks.remaining(player, now));
                self.table.note_clocks(Some(left));
            }
        }
        if self.table.is_over() {
            // What cannot be moved to the finished games stays where it is.
            let _ = context.host.finish(self.table.record());
        } else if self.kept != Kept::Nowhere || !self.table.is_untouched() {
            let _ = self.save(context);
        }
        context.host.fault().filter(|_| !safe)
    }
}

/// Remembers the settings; says what went wrong.
pub(crate) fn keep(context: &mut Context<'_>) -> Reply {
    match context.host.keep(context.settings) {
        Ok(()) => Reply::Done,
        Err(error) => Reply::Say(context.failed(&error)),
    }
}

/// What an action that is looked at would do, if that is worth saying.
pub(crate) fn prospect(
    position: &gridball_core::AnyPosition,
    action: &AnyAction,
    messages: &dyn crate::messages::Messages,
) -> Option<String> {
    use gridball_core::{AnyPosition, Outcome};
    if !super::board::is_penalty_due(position) {
        return wording::effect(position, action, messages);
    }
    let mut after = position.clone();
    after.play(action).ok()?;
    let other = position.to_move().other();
    Some(match (&after, after.outcome()) {
        (_, Some(Outcome::Win(winner))) => messages.penalty_scores(winner),
        (AnyPosition::Gridball(gridball), None) if gridball.in_penalty_phase() => {
            messages.penalty_goes_on(other)
        }
        _ => messages.penalty_frees(other, after.count_actions(1000) as usize),
    })
}
