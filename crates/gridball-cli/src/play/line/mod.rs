//! Line mode: a game played by reading and writing lines, on a terminal or through a pipe.
//!
//! The conversation, complaints about what was typed included, is on standard output; standard
//! error gets what concerns the program, such as a file that cannot be written.

mod command;
mod input;
mod talk;

use std::{io, path::Path};

use gridball_ai::judge_best;
use gridball_core::{AnyAction, AnySetup, Player, Position, SetupError, Step};
use gridball_replay::text::{TextOptions, draw};

use self::{
    command::{Command, LONGEST_LINE, LineError},
    input::Event,
    talk::Talk,
};
use super::{
    Wish,
    players::{self, CommandLine, Player as Seat},
    sides::{self, choose_sides, side_text},
    storage::{self, Storage, Unfinished},
    table::Table,
    typing::{self, Typed, TypingError},
};
use crate::{
    Context,
    arguments::{FileWord, GameOrFile, GameWord, Side, quoted},
    failure::{Interrupted, Status, one_line, say},
    output,
    records::{self, LastRecord},
    wording,
};

/// So many legal actions are listed.
const LISTED_ACTIONS: usize = 400;
/// So many are counted.
const COUNTED_ACTIONS: u64 = 1_000_000;
/// Of what is wrong with unfinished games so many characters are shown.
const LONGEST_NOTE: usize = 1000;
/// So many next steps are listed.
const LISTED_STEPS: usize = 60;

/// Plays a game as was wished.
pub(crate) fn play(wish: &Wish, context: &mut Context) -> anyhow::Result<Status> {
    let mut talk = Talk::new(&mut context.output, context.language.messages());
    let storage = Storage::new(wish.save.clone())?;
    let beginning = match find_beginning(wish, &mut talk)? {
        Ok(beginning) => beginning,
        Err(status) => return Ok(status),
    };
    LineMode::new(wish, beginning, storage, talk)?.run()
}

/// What a game begins with.
enum Beginning {
    New(AnySetup),
    /// The record and where it comes from.
    Record(Box<LastRecord>, FileWord),
}

/// Finds out what to play; `Err` when the person leaves instead.
fn find_beginning(wish: &Wish, talk: &mut Talk<'_>) -> anyhow::Result<Result<Beginning, Status>> {
    match &wish.game {
        Some(GameOrFile::Game(game)) => return Ok(Ok(Beginning::New(game.setup().clone()))),
        Some(GameOrFile::File(file)) => {
            return Ok(Ok(Beginning::Record(records::read_last(file)?.into(), file.clone())));
        }
        None => {}
    }
    // Whoever says who is to play, or where to save, wants a new game.
    let open = wish.sides.iter().all(Option::is_none) && wish.save.is_none();
    let mut found = Unfinished::default();
    if talk.interactive && open {
        found = storage::last_unfinished();
    }
    if !found.faults.is_empty() {
        let faults = one_line(&found.faults.join("; "), LONGEST_NOTE);
        talk.say(&talk.messages.left_out(&faults))?;
    }
    if let Some((file, last)) = found.games.pop() {
        let record = &last.record;
        let [first, second] = choose_sides(wish, Some(record))?;
        let question = talk.messages.ask_to_continue(
            wording::name(&record.setup(), talk.messages),
            record.len(),
            &side_text(&first, talk.messages),
            &side_text(&second, talk.messages),
        );
        loop {
            match talk.ask(&question)? {
                Event::Line(line) => {
                    let line = String::from_utf8_lossy(&line);
                    let answer = line.trim();
                    if answer.is_empty() || talk.messages.means_yes(answer) {
                        return Ok(Ok(Beginning::Record(last.into(), file)));
                    }
                    if talk.messages.means_no(answer) {
                        break;
                    }
                }
                Event::End => return Ok(Err(Status::Done)),
                Event::Interrupt => return Ok(Err(Status::Interrupted)),
            }
        }
    }
    let setup = GameWord::DEFAULT.parse().map_err(|error: SetupError| anyhow::Error::new(error))?;
    Ok(Ok(Beginning::New(setup)))
}

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    Continue,
    Leave(Status),
}

/// A conversation about a game.
struct LineMode<'a> {
    wish: &'a Wish,
    talk: Talk<'a>,
    storage: Storage,
    table: Table,
    sides: [Side; 2],
    seats: [Seat; 2],
    /// Whether the position has to be shown before the next prompt.
    announce: bool,
    /// Whether something has happened to the game on the table.
    changed: bool,
    /// Whether it was said where the game is saved.
    said_where: bool,
    /// Programs that played a record that is continued, and are not started because it says so.
    away: Vec<(Player, Side)>,
}

impl<'a> LineMode<'a> {
    fn new(
        wish: &'a Wish,
        beginning: Beginning,
        mut storage: Storage,
        talk: Talk<'a>,
    ) -> anyhow::Result<Self> {
        let (table, record) = match beginning {
            Beginning::New(setup) => (Table::new(&setup), None),
            Beginning::Record(last, file) => {
                storage.goes_on_in(file.path(), last.alone);
                (Table::take_up(&last.record), Some(last.record))
            }
        };
        let sides = choose_sides(wish, record.as_ref())?;
        let programs = record.as_ref().map(sides::recorded_programs).unwrap_or_default();
        let away = Player::BOTH.into_iter().zip(programs).filter_map(|(player, program)| {
            let is_left_out = wish.sides[player.index()].is_none();
            program.filter(|_| is_left_out).map(|program| (player, program))
        });
        let away = away.collect();
        let setup = table.position().setup();
        let recorded_seed = record.and_then(|record| record.tags.seed());
        // Without a wish every game is another one.
        let seed = wish.seed.or(recorded_seed).unwrap_or_else(sides::random_seed);
        let seat = |side: &Side| Seat::new(&side.clone().or_seed(seed), &setup, wish.time);
        let seats = [seat(&sides[0])?, seat(&sides[1])?];
        let mut line_mode = Self {
            wish,
            talk,
            storage,
            table,
            sides,
            seats,
            announce: true,
            changed: false,
            said_where: false,
            away,
        };
        line_mode.set_tags(seed);
        Ok(line_mode)
    }

    /// Writes who plays into the record.
    fn set_tags(&mut self, seed: u64) {
        sides::set_tags(&mut self.table, &self.sides, seed);
    }

    /// The person, if exactly one side is human.
    fn only_person(&self) -> Option<Player> {
        sides::only_person(&self.sides)
    }

    fn has_person(&self) -> bool {
        self.seats.iter().any(Seat::is_human)
    }

    fn run(mut self) -> anyhow::Result<Status> {
        self.introduce()?;
        let result = self.play_on();
        match &result {
            Ok(_) => {}
            Err(error) if error.is::<Interrupted>() => {
                self.talk.say("")?;
                self.leave()?;
                return Ok(Status::Interrupted);
            }
            // The reader of our output has left: there is nobody to tell anything.
            Err(error) if error.is::<io::Error>() => {}
            Err(_) => self.leave()?,
        }
        result
    }

    fn play_on(&mut self) -> anyhow::Result<Status> {
        loop {
            let over = self.table.is_over();
            if over && self.announce {
                self.show_the_end()?;
            }
            if over && !self.has_person() {
                self.finish();
                return Ok(Status::Done);
            }
            let player = self.table.position().to_move();
            let flow = if over || self.seats[player.index()].is_human() {
                self.ask(player)?
            } else {
                self.let_engine_play(player)?
            };
            if let Flow::Leave(status) = flow {
                self.leave()?;
                return Ok(status);
            }
        }
    }

    fn introduce(&mut self) -> anyhow::Result<()> {
        let messages = self.talk.messages;
        let setup = self.table.position().setup();
        let [first, second] = [0, 1].map(|index| side_text(&self.sides[index], messages));
        self.talk.say(&messages.begins(
            wording::name(&setup, messages),
            &setup.to_string(),
            &first,
            &second,
        ))?;
        for (player, program) in &self.away {
            self.talk.say(&messages.program_is_away(*player, &one_line(&program.name(), 600)))?;
        }
        if !self.table.is_untouched() {
            self.talk.say(&messages.continues(self.table.game().len()))?;
        }
        if self.storage.was_asked_for() {
            self.storage.save(self.table.record())?;
        }
        if self.has_person() {
            let text = messages.how_to_begin(&wording::examples(&setup, messages));
            self.talk.say_words(&text.split(' ').collect::<Vec<_>>())?;
        }
        Ok(())
    }

    // The game.

    fn let_engine_play(&mut self, player: Player) -> anyhow::Result<Flow> {
        if let Some(news) = wording::news(self.table.game(), self.talk.messages) {
            self.talk.say(&news)?;
        }
        if self.talk.interactive {
            let name = self.sides[player.index()].name();
            let line = self.talk.messages.thinks(player, &one_line(&name, 60));
            self.talk.say(&line)?;
        }
        // What was said is read while the engine thinks.
        io::Write::flush(self.talk.out)?;
        if let Some(action) =
            self.seats[player.index()].think(self.table.game(), [None; 2], &mut CommandLine)?
        {
            self.play(&action)?;
        }
        Ok(Flow::Continue)
    }

    /// Plays an action that is known to be legal, says so, and saves the game.
    fn play(&mut self, action: &AnyAction) -> io::Result<()> {
        let position = self.table.position();
        let text = wording::action(position, action);
        let messages = self.talk.messages;
        let line = messages.plays(position.to_move(), &text);
        let effect = wording::effect(position, action, messages);
        if let Err(error) = self.table.play(action) {
            // Whoever calls has made sure that it is legal.
            debug_assert!(false, "{text}: {error}");
            return self.talk.say(&self.talk.messages.not_legal(&text, &error.to_string()));
        }
        self.talk.say(&line)?;
        if let Some(effect) = effect {
            self.talk.say(&effect)?;
        }
        self.announce = true;
        self.save()
    }

    /// Saves the game, and says once where. If that fails the game goes on all the same.
    fn save(&mut self) -> io::Result<()> {
        self.changed = true;
        if let Err(error) = self.storage.save(self.table.record()) {
            say(&format!("warning: the game is not saved: {error:#}"));
        }
        if self.has_person()
            && !self.said_where
            && let Some(path) = self.storage.place()
        {
            self.said_where = true;
            let line = self.talk.messages.saved_by_itself(path);
            self.talk.say(&line)?;
        }
        Ok(())
    }

    /// The game is over and is left for good.
    fn finish(&mut self) {
        if let Err(error) = self.storage.finish(self.table.record()) {
            say(&format!("warning: the game is not saved: {error:#}"));
        }
    }

    /// Says how to go on with the game later.
    fn leave(&mut self) -> io::Result<()> {
        let messages = self.talk.messages;
        if self.table.is_over() {
            self.finish();
            return Ok(());
        }
        if !self.changed {
            return self.talk.say(messages.nothing_played());
        }
        let place = self.storage.place();
        let line = match place.or(self.storage.copy()) {
            Some(path) => {
                let path = shell_word(path);
                let save = if place.is_some() && self.storage.was_asked_for() {
                    format!(" --save {path}")
                } else {
                    String::new()
                };
                messages.how_to_continue(&format!("gridball play {path}{save}"))
            }
            None => messages.not_saved().to_owned(),
        };
        self.talk.say(&line)
    }

    // What is shown.

    fn show_position(&mut self) -> io::Result<()> {
        let options = TextOptions {
            charset: self.wish.charset,
            max_width: output::width(),
            words: self.talk.messages.legend(),
            ..TextOptions::default()
        };
        let drawing = draw(self.table.game(), &options);
        self.talk.out.drawing(&drawing)
    }

    fn show_the_end(&mut self) -> io::Result<()> {
        self.announce = false;
        self.show_position()?;
        let messages = self.talk.messages;
        let line = wording::result(self.table.game(), messages)
            .unwrap_or_else(|| self.table.stated_result_text(messages));
        self.talk.say(&line)
    }

    fn show_turn(&mut self) -> io::Result<()> {
        self.announce = false;
        self.show_position()?;
        let line = wording::situation(self.table.game(), self.talk.messages);
        self.talk.say(&line)
    }

    /// The next steps, as many as are worth listing.
    fn possible_steps(&self, after: &[Step]) -> String {
        let position = self.table.position();
        let steps = position.steps(after);
        let mut words: Vec<String> = steps
            .iter()
            .take(LISTED_STEPS)
            .map(|step| wording::step(position, after, *step))
            .collect();
        if steps.len() > LISTED_STEPS {
            words.push(self.talk.messages.and_more((steps.len() - LISTED_STEPS) as u64));
        }
        words.join(", ")
    }

    // What a person types.

    fn ask(&mut self, player: Player) -> anyhow::Result<Flow> {
        if self.announce {
            self.show_turn()?;
        }
        let partial = self.table.partial();
        let prompt = if self.table.is_over() {
            "> ".to_owned()
        } else if partial.is_empty() {
            format!("{}> ", self.talk.messages.player(player))
        } else {
            let steps = wording::steps(self.table.position(), partial);
            format!("{} {steps}> ", self.talk.messages.player(player))
        };
        let event = if self.table.is_over() && !self.talk.interactive {
            self.talk.hear()?
        } else {
            self.talk.ask(&prompt)?
        };
        match event {
            Event::Line(line) => self.answer(&line),
            Event::End => Ok(Flow::Leave(Status::Done)),
            Event::Interrupt => Ok(Flow::Leave(Status::Interrupted)),
        }
    }

    /// Does what a line says.
    fn answer(&mut self, line: &[u8]) -> anyhow::Result<Flow> {
        let messages = self.talk.messages;
        let command = match Command::read(line) {
            Ok(command) => command,
            Err(error) => {
                let complaint = match error {
                    LineError::TooLong => messages.line_too_long(LONGEST_LINE),
                    LineError::NotUtf8(byte) => messages.not_utf8(byte),
                    LineError::TakesNothing(command) => messages.takes_nothing(command),
                    LineError::FileExpected(command) => messages.file_expected(command),
                };
                self.talk.say(&complaint)?;
                return Ok(Flow::Continue);
            }
        };
        let needs_a_game = matches!(
            command,
            Command::NextSteps
                | Command::Back
                | Command::Hint
                | Command::Resign
                | Command::Other(_)
        );
        if self.table.is_over() && needs_a_game {
            self.talk.say(messages.game_is_over())?;
            return Ok(Flow::Continue);
        }
        match command {
            Command::Empty => self.play_partial()?,
            Command::NextSteps => self.list_steps()?,
            Command::Back => self.step_back()?,
            Command::Undo => self.undo()?,
            Command::Hint => self.hint()?,
            Command::Show => self.announce = true,
            Command::Moves => self.list_actions()?,
            Command::PositionText => {
                let text = self.table.position().position_text();
                self.talk.say(&text)?;
            }
            Command::Save(None) => self.save_here()?,
            Command::Save(Some(file)) => {
                let saved = self.storage.save_to(Path::new(file), self.table.record());
                let path = Path::new(file);
                self.report(saved.map(|is_added| {
                    if is_added { messages.added(path) } else { messages.saved(path) }
                }))?;
            }
            Command::Load(file) => self.load(file)?,
            Command::Resign => {
                let loser = self.only_person().unwrap_or(self.table.position().to_move());
                self.table.resign(loser);
                self.announce = true;
                self.save()?;
            }
            Command::New => self.new_game()?,
            Command::Help => {
                let setup = self.table.position().setup();
                self.talk.say(&messages.help(&wording::examples(&setup, messages)))?;
            }
            Command::Quit => return Ok(Flow::Leave(Status::Done)),
            Command::Other(text) => self.type_action(text)?,
        }
        Ok(Flow::Continue)
    }

    /// Says how something went.
    fn report(&mut self, result: anyhow::Result<String>) -> io::Result<()> {
        let line = match result {
            Ok(line) => line,
            Err(error) => self.talk.messages.failed(&one_line(&format!("{error:#}"), 500)),
        };
        self.talk.say(&line)
    }

    fn type_action(&mut self, text: &str) -> io::Result<()> {
        let messages = self.talk.messages;
        let position = self.table.position();
        let complaint = match typing::read(position, self.table.partial(), text) {
            Ok(Typed::Action(action)) => return self.play(&action),
            Ok(Typed::Beginning(steps)) => {
                self.table.set_partial(steps);
                self.save()?;
                return self.list_steps();
            }
            Err(TypingError::NotUnderstood(error)) => {
                messages.not_understood(&quoted(text), &messages.text_error(error))
            }
            Err(TypingError::Impossible { step, after, why }) => {
                let (why, possible) = (messages.refusal(&why), self.possible_steps(&after));
                messages.step_not_possible(&quoted(&step), &why, &possible)
            }
            Err(error) => error.complaint(text, messages),
        };
        self.talk.say(&complaint)
    }

    /// The steps so far and those that are possible next.
    fn list_steps(&mut self) -> io::Result<()> {
        let messages = self.talk.messages;
        let position = self.table.position();
        let partial = self.table.partial();
        let mut words = Vec::new();
        if !partial.is_empty() {
            words.push(messages.so_far(&wording::steps(position, partial)));
        }
        if let Some(bounce) = wording::bounce(position, partial, messages) {
            words.extend(bounce.split(' ').map(str::to_owned));
        }
        let next = messages.next_steps(&self.possible_steps(partial));
        words.extend(next.split(' ').map(str::to_owned));
        if position.finish(partial).is_some() {
            words.push(messages.enter_plays().to_owned());
        }
        self.talk.say_words(&words)
    }

    /// An empty line plays the steps so far, if they are an action.
    fn play_partial(&mut self) -> io::Result<()> {
        match self.table.position().finish(self.table.partial()) {
            Some(action) => self.play(&action),
            None => Ok(()),
        }
    }

    fn step_back(&mut self) -> io::Result<()> {
        let Some((_, steps)) = self.table.partial().split_last() else {
            return self.talk.say(self.talk.messages.nothing_to_take_back());
        };
        let steps = steps.to_vec();
        self.table.set_partial(steps);
        self.save()?;
        self.list_steps()
    }

    fn undo(&mut self) -> io::Result<()> {
        let messages = self.talk.messages;
        match self.table.take_back(self.only_person()) {
            None => self.talk.say(messages.nothing_to_take_back()),
            Some(count) => {
                self.talk.say(&messages.taken_back(count))?;
                self.announce = true;
                self.save()
            }
        }
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        if self.talk.interactive {
            self.talk.say(self.talk.messages.looks_for_a_hint())?;
            io::Write::flush(self.talk.out)?;
        }
        let result = players::hint(self.table.game(), self.wish.time, &mut CommandLine)?;
        let position = self.table.position();
        // `!` where every other action gives much away.
        let action =
            format!("{} {}", wording::action(position, &result.best), judge_best(&result).sign());
        let action = action.trim_end();
        let messages = self.talk.messages;
        self.talk.say(&messages.hint(action, position.to_move(), result.score))?;
        let position = self.table.position();
        if !position.action_steps(&result.best).starts_with(self.table.partial()) {
            self.talk.say(messages.hint_is_for_a_whole_move())?;
        }
        Ok(())
    }

    fn list_actions(&mut self) -> io::Result<()> {
        let position = self.table.position();
        let count = position.count_actions(COUNTED_ACTIONS);
        let actions = position.actions(LISTED_ACTIONS);
        let mut texts: Vec<String> =
            actions.iter().map(|action| position.action_text(action)).collect();
        texts.sort_unstable();
        let messages = self.talk.messages;
        texts.insert(0, messages.legal_actions(count as usize, count < COUNTED_ACTIONS));
        if count == COUNTED_ACTIONS {
            texts.push("…".to_owned());
        } else if count > actions.len() as u64 {
            texts.push(messages.and_more(count - actions.len() as u64));
        }
        self.talk.say_words(&texts)
    }

    fn save_here(&mut self) -> io::Result<()> {
        let messages = self.talk.messages;
        let saved = self.storage.save(self.table.record());
        let line = saved.map(|()| match self.storage.place() {
            Some(path) => messages.saved(path),
            None => messages.not_saved().to_owned(),
        });
        self.report(line)
    }

    fn load(&mut self, file: &str) -> io::Result<()> {
        let word = FileWord::from(std::ffi::OsString::from(file));
        let loaded = records::read_last(&word).and_then(|last| {
            let table = Table::take_up(&last.record);
            let name = wording::name(&table.position().setup(), self.talk.messages);
            let line = self.talk.messages.loaded(name, table.game().len());
            self.begin_another(table)?;
            Ok(line)
        });
        self.report(loaded)
    }

    fn new_game(&mut self) -> io::Result<()> {
        match self.begin_another(Table::new(&self.table.position().setup())) {
            Ok(()) => Ok(()),
            Err(error) => self.report(Err(error)),
        }
    }

    /// Puts another game on the table; that of before stays saved. After an error nothing has
    /// changed.
    fn begin_another(&mut self, table: Table) -> anyhow::Result<()> {
        let seed = self.table.record().tags.seed();
        let seed = seed.unwrap_or_default();
        let setup = table.position().setup();
        let seat = |side: &Side| Seat::new(&side.clone().or_seed(seed), &setup, self.wish.time);
        let other_seats = if setup == self.table.position().setup() {
            None
        } else {
            Some([seat(&self.sides[0])?, seat(&self.sides[1])?])
        };
        if self.table.is_over() {
            self.finish();
        }
        self.storage.begin_another()?;
        if let Some(seats) = other_seats {
            self.seats = seats;
        }
        self.table = table;
        self.changed = false;
        self.said_where = false;
        self.announce = true;
        self.set_tags(seed);
        if self.storage.was_asked_for() {
            self.storage.save(self.table.record())?;
        }
        Ok(())
    }
}

/// A path as it can be typed in a shell.
fn shell_word(path: &Path) -> String {
    let text = path.to_string_lossy();
    // Only a path with a NUL cannot be quoted, and there is none.
    shlex::try_quote(&text).map_or_else(|_| text.to_string(), std::borrow::Cow::into_owned)
}
