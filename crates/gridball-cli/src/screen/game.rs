//! A game that is being played on the screen.

use std::{path::Path, time::Duration};

use gridball_ai::{Score, SearchInfo};
use gridball_core::{AnyAction, AnyGame, Player, Point, Position};
use gridball_replay::Record;

use super::{
    adviser::Adviser,
    board::{Board, Entered, Entry},
    context::{Context, NewGame, Question, Reply},
    host::{JobId, News, Thought, Work},
    keys::{Command, Mode},
    moves::Moves,
};
use crate::{
    arguments::{Side, quoted},
    failure::one_line,
    messages::Label,
    play::{
        clock::{Clocks, TimeControl},
        sides::{self, SEED_TAG, set_tags},
        table::Table,
        typing::{self, Typed, TypingError},
    },
    wording,
};

/// The tag that holds the clocks.
const CLOCK_TAG: &str = "Clock";
/// Where nobody at the keyboard plays, an action is shown so long before the next one.
const WATCHING: Duration = Duration::from_millis(400);
/// An engine agrees on a draw when it can expect no more than this share of the point.
const CONTENT_WITH_A_DRAW: f64 = 0.5;

/// A game on the screen.
#[derive(Debug)]
pub(crate) struct GameScreen {
    pub(crate) table: Table,
    pub(crate) sides: [Side; 2],
    pub(crate) clocks: Option<Clocks>,
    /// How the clocks were set at the start; unknown of a game that was taken up.
    control: TimeControl,
    pub(crate) board: Board,
    pub(crate) entry: Entry,
    pub(crate) moves: Moves,
    pub(crate) adviser: Adviser,
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
        let table = Table::new(&new.setup);
        let mut screen = Self::new(table, new.sides.clone(), new.clock.clocks(), seed, context);
        screen.control = new.clock;
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
        let recorded = record.tags.get(SEED_TAG).and_then(|seed| seed.parse().ok());
        let seed = context.host.wished_seed().or(recorded).unwrap_or_else(sides::random_seed);
        context.host.seat(&sides, &record.setup(), seed)?;
        context.host.begin_another()?;
        if let Some((path, alone)) = source {
            context.host.goes_on_in(path, alone);
        }
        let clocks = record.tags.get(CLOCK_TAG).and_then(Clocks::from_text);
        let mut screen = Self::new(Table::take_up(record), sides, clocks, seed, context);
        screen.turn(context);
        Ok(screen)
    }

    fn new(
        mut table: Table,
        sides: [Side; 2],
        clocks: Option<Clocks>,
        seed: u64,
        context: &Context<'_>,
    ) -> Self {
        set_tags(&mut table, &sides, seed);
        let board = Board::new(table.game());
        let mut adviser = Adviser::default();
        adviser.evaluating = context.settings.evaluation;
        Self {
            table,
            sides,
            clocks,
            control: TimeControl::NONE,
            board,
            entry: Entry::default(),
            moves: Moves::default(),
            adviser,
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
        self.board.refresh(game);
        self.moves = Moves::new(game.start(), game.actions().map(|action| (action, String::new())));
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
        if let Some(clocks) = &self.clocks {
            let text = clocks.to_text(context.host.now());
            self.table.set_tag(CLOCK_TAG, &text);
        }
        match context.host.save(self.table.record()) {
            Ok(_) => Reply::Done,
            Err(error) => {
                Reply::Say(context.messages().failed(&one_line(&format!("{error:#}"), 300)))
            }
        }
    }

    /// Plays an action that is known to be legal.
    fn play(&mut self, action: &AnyAction, context: &mut Context<'_>) -> Reply {
        let messages = context.messages();
        let effect = wording::effect(self.table.position(), action, messages);
        if let Err(error) = self.table.play(action) {
            // Whoever calls has made sure that it is legal.
            debug_assert!(false, "{error}");
            return Reply::Say(messages.failed(&error.to_string()));
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
                        self.paused = true;
                        return Reply::Say(context.label(Label::EngineFailed).to_owned());
                    }
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
                    self.pause(context);
                    Reply::Say(messages.failed(reason))
                }
                News::Found(_) | News::Stopped => Reply::Done,
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

    /// The steps on the field have changed.
    fn entered(&mut self, entered: Entered, context: &mut Context<'_>) -> Reply {
        match entered {
            Entered::Nothing => Reply::Done,
            Entered::Refused => Reply::Say(context.label(Label::NotPossible).to_owned()),
            Entered::Changed => {
                self.table.set_partial(self.entry.steps().to_vec());
                Reply::Done
            }
            Entered::Action(action) => self.play(&action, context),
        }
    }

    /// A place on the field was clicked.
    pub(crate) fn click(&mut self, column: u16, row: u16, context: &mut Context<'_>) -> Reply {
        let Some(point) = self.board.point_at(column, row) else { return Reply::Done };
        if !self.is_asked() {
            return self.not_asked(context);
        }
        let entered = self.entry.point(self.table.position(), point);
        self.entered(entered, context)
    }

    /// What to say to somebody who is not to move.
    fn not_asked(&mut self, context: &mut Context<'_>) -> Reply {
        if self.paused && !self.table.is_over() {
            self.paused = false;
            self.turn(context);
            return Reply::Done;
        }
        let label = if self.table.is_over() { Label::GameOver } else { Label::EngineThinks };
        Reply::Say(context.label(label).to_owned())
    }

    /// Does what a key says.
    pub(crate) fn command(&mut self, command: Command, context: &mut Context<'_>) -> Reply {
        let messages = context.messages();
        match command {
            Command::Go { .. } | Command::Confirm | Command::NextPlace | Command::PreviousPlace
                if !self.is_asked() =>
            {
                return self.not_asked(context);
            }
            Command::Go { direction, far } => {
                let flipped = self.board.view.flipped;
                let direction = if flipped { direction.opposite() } else { direction };
                let (board, focus) = (&self.board, self.board.focus());
                let position = self.table.position();
                let inside = |point: Point| board.contains(point);
                let entered = self.entry.go(position, direction, far, focus, inside);
                // A cursor at the edge is nothing to complain about.
                let edge = entered == Entered::Refused && self.mode() == Mode::Cursor;
                return self.entered(if edge { Entered::Nothing } else { entered }, context);
            }
            Command::Confirm => {
                if self.mode() == Mode::Cursor && self.entry.cursor().is_none() {
                    let focus = self.board.focus();
                    self.entry.show_cursor(focus);
                    return Reply::Done;
                }
                let entered = self.entry.confirm(self.table.position());
                return self.entered(entered, context);
            }
            Command::NextPlace | Command::PreviousPlace => {
                let backwards = command == Command::PreviousPlace;
                let entered = self.entry.cycle(self.table.position(), backwards);
                return self.entered(entered, context);
            }
            Command::StepBack => {
                if self.entry.back() {
                    self.table.set_partial(self.entry.steps().to_vec());
                } else {
                    return Reply::Say(messages.nothing_to_take_back().to_owned());
                }
            }
            Command::Type if self.is_asked() => return Reply::Ask(Question::Action, String::new()),
            Command::Type => return self.not_asked(context),
            Command::TakeBack => return self.take_back(context),
            Command::Redo => {
                if self.table.redo().is_none() {
                    return Reply::Say(context.label(Label::NothingToRedo).to_owned());
                }
                self.paused = false;
                self.turn(context);
                return self.save(context);
            }
            Command::Hint => {
                if !self.is_asked() {
                    return self.not_asked(context);
                }
                self.adviser.ask_for_hint(self.table.game(), context.host);
            }
            Command::Evaluation => {
                self.adviser.toggle_evaluation(self.table.game(), context.host);
                context.settings.evaluation = self.adviser.evaluating;
                return keep(context);
            }
            Command::Analysis => self.adviser.toggle_analysis(self.table.game(), context.host),
            Command::Resign => {
                if self.table.is_over() {
                    return self.not_asked(context);
                }
                return Reply::Confirm(Label::ConfirmResign, Command::Resign);
            }
            Command::OfferDraw => return self.offer_draw(context),
            Command::Save => return Reply::Ask(Question::SaveAs, String::new()),
            Command::Copy => {
                let text = self.table.position().position_text();
                context.host.copy(&text);
                return Reply::Show(context.label(Label::Copied).to_owned(), text);
            }
            Command::Restart => {
                if self.table.is_over() || self.table.is_untouched() {
                    return self.confirmed(command, context);
                }
                return Reply::Confirm(Label::ConfirmRestart, Command::Restart);
            }
            Command::Study => {
                self.adviser.rest(context.host);
                self.stop_thinking(context);
                self.leave(context);
                return Reply::Study(Box::new(self.table.record().clone()), None);
            }
            Command::Flip => self.board.view.flipped ^= true,
            Command::ZoomIn => self.board.view.zoom = (self.board.view.zoom + 1).min(6),
            Command::ZoomOut => self.board.view.zoom = (self.board.view.zoom - 1).max(-6),
            Command::PageUp => {
                self.scrolled = (self.scrolled + 5).min(self.moves.rows.len());
            }
            Command::PageDown => self.scrolled = self.scrolled.saturating_sub(5),
            Command::Leave => {
                self.leave(context);
                return Reply::Start;
            }
            _ => {}
        }
        Reply::Done
    }

    /// Escape: drops what is being entered. `false` if there is nothing.
    pub(crate) fn escape(&mut self) -> bool {
        let cleared = self.entry.clear();
        if cleared {
            self.table.set_partial(Vec::new());
        }
        cleared
    }

    /// A command that was asked about is meant.
    pub(crate) fn confirmed(&mut self, command: Command, context: &mut Context<'_>) -> Reply {
        match command {
            Command::Resign if !self.table.is_over() => {
                let to_move = self.table.position().to_move();
                let loser = sides::only_person(&self.sides).unwrap_or(to_move);
                self.table.resign(loser);
                self.turn(context);
                self.save(context)
            }
            Command::OfferDraw if !self.table.is_over() => self.agree_on_draw(context),
            Command::Restart => {
                self.leave(context);
                Reply::Begin(Box::new(NewGame {
                    setup: self.table.position().setup(),
                    sides: self.sides.clone(),
                    clock: self.control,
                }))
            }
            _ => Reply::Done,
        }
    }

    fn take_back(&mut self, context: &mut Context<'_>) -> Reply {
        let person = sides::only_person(&self.sides);
        if self.table.take_back(person).is_none() {
            return Reply::Say(context.messages().nothing_to_take_back().to_owned());
        }
        // Where an engine is to move it would play at once what it has played before.
        self.paused = !self.is_asked();
        self.turn(context);
        self.save(context)
    }

    fn offer_draw(&mut self, context: &mut Context<'_>) -> Reply {
        if self.table.is_over() {
            return self.not_asked(context);
        }
        let player = self.table.position().to_move();
        match [self.is_human(Player::First), self.is_human(Player::Second)] {
            [true, true] => {
                let text = context.messages().offers_draw(player);
                Reply::Offer(text, Command::OfferDraw)
            }
            [false, false] => Reply::Done,
            _ => {
                if self.asked_for_draw.is_none() {
                    self.asked_for_draw = Some(context.host.think(self.table.game(), Work::Judge));
                }
                Reply::Done
            }
        }
    }

    /// A line was typed.
    pub(crate) fn answer(
        &mut self,
        question: Question,
        text: &str,
        context: &mut Context<'_>,
    ) -> Reply {
        let messages = context.messages();
        let text = text.trim();
        match question {
            _ if text.is_empty() => Reply::Done,
            Question::Action => self.type_action(text, context),
            Question::SaveAs => {
                let path = Path::new(text);
                Reply::Say(match context.host.save_to(path, self.table.record()) {
                    Ok(()) => messages.saved(path),
                    Err(error) => messages.failed(&one_line(&format!("{error:#}"), 300)),
                })
            }
            _ => Reply::Done,
        }
    }

    fn type_action(&mut self, text: &str, context: &mut Context<'_>) -> Reply {
        if !self.is_asked() {
            return self.not_asked(context);
        }
        let messages = context.messages();
        let position = self.table.position();
        match typing::read(position, self.entry.steps(), text) {
            Ok(Typed::Action(action)) => self.play(&action, context),
            Ok(Typed::Beginning(steps)) => {
                self.entry.begin(steps);
                self.entered(Entered::Changed, context)
            }
            Err(error) => Reply::Say(match error {
                TypingError::NotUnderstood(error) => {
                    messages.not_an_action(&quoted(text), &error.to_string())
                }
                TypingError::Illegal(error) => {
                    messages.not_legal(&quoted(text), &error.to_string())
                }
                TypingError::Impossible { step, .. } => {
                    messages.not_legal(&quoted(&step), context.label(Label::NotPossible))
                }
                TypingError::Trailing(step) => messages.more_than_a_move(&quoted(&step)),
            }),
        }
    }

    /// The game is left: it stays saved, or goes to the finished ones.
    pub(crate) fn leave(&mut self, context: &mut Context<'_>) {
        self.stop_thinking(context);
        self.adviser.rest(context.host);
        if let Some(job) = self.asked_for_draw.take() {
            context.host.forget(job);
        }
        let now = context.host.now();
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(now);
        }
        if self.table.is_over() {
            // What cannot be moved to the finished games stays where it is.
            let _ = context.host.finish(self.table.record());
        } else if !self.table.is_untouched() {
            let _ = self.save(context);
        }
    }
}

/// Remembers the settings; says what went wrong.
pub(crate) fn keep(context: &mut Context<'_>) -> Reply {
    match context.host.keep(context.settings) {
        Ok(()) => Reply::Done,
        Err(error) => Reply::Say(context.messages().failed(&one_line(&format!("{error:#}"), 300))),
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
