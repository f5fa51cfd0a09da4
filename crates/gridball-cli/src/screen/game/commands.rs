//! What keys, clicks and typed lines do in a game.

use gridball_core::{Player, Point, Position};

use super::{GameScreen, Kept, keep};
use crate::{
    messages::Label,
    play::sides,
    screen::{
        board::Entered,
        context::{Context, NewGame, Question, Reply, save_as},
        host::Work,
        keys::{Command, Mode},
    },
    wording,
};

impl GameScreen {
    /// The steps on the field have changed.
    pub(super) fn entered(&mut self, entered: Entered, context: &mut Context<'_>) -> Reply {
        match entered {
            Entered::Nothing => Reply::Done,
            Entered::Refused(why) => {
                let messages = context.messages();
                Reply::Say(messages.not_possible(&messages.refusal(&why)))
            }
            Entered::Changed => {
                self.board.view.pan = (0, 0);
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
        self.hint_is_new = false;
        let entered = self.entry.point(self.table.position(), point);
        self.entered(entered, context)
    }

    /// What to say to somebody who is not to move.
    pub(super) fn not_asked(&mut self, context: &mut Context<'_>) -> Reply {
        if self.paused && !self.table.is_over() {
            return self.go_on(context);
        }
        let label = if self.table.is_over() { Label::GameOver } else { Label::EngineThinks };
        Reply::Say(context.label(label).to_owned())
    }

    /// Does what a key says.
    pub(crate) fn command(&mut self, command: Command, context: &mut Context<'_>) -> Reply {
        let messages = context.messages();
        if command == Command::Confirm
            && let Some(question) = self.ask_for_side(context)
        {
            return question;
        }
        if matches!(command, Command::Restart | Command::Study | Command::Leave)
            && self.would_be_lost(context)
        {
            return Reply::Confirm(Label::ConfirmLoss, command);
        }
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
                self.hint_is_new = false;
                let entered = self.entry.go(position, direction, far, focus, inside);
                return self.entered(entered, context);
            }
            Command::Pan(direction) => self.board.pan(direction),
            Command::Confirm if self.hint_is_new => return self.follow_hint(context),
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
                self.hint_is_new = true;
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
            Command::Flip => self.board.view.flipped ^= true,
            Command::ZoomIn => self.board.view.zoom = (self.board.view.zoom + 1).min(6),
            Command::ZoomOut => self.board.view.zoom = (self.board.view.zoom - 1).max(-6),
            Command::PageUp => {
                self.scrolled = (self.scrolled + 5).min(self.moves.rows.len());
            }
            Command::PageDown => self.scrolled = self.scrolled.saturating_sub(5),
            Command::Study | Command::Leave => return self.confirmed(command, context),
            _ => {}
        }
        Reply::Done
    }

    /// Escape: drops what is being entered. `false` if there is nothing.
    pub(crate) fn escape(&mut self) -> bool {
        let proposed = self.proposed.take().is_some();
        let cleared = self.entry.clear() || proposed;
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
            Command::Leave => {
                self.leave(context);
                Reply::Start
            }
            Command::Study => {
                self.leave(context);
                Reply::Study(Box::new(self.table.record().clone().into()))
            }
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
        let text = text.trim();
        match question {
            _ if text.is_empty() => Reply::Done,
            Question::Action if !self.is_asked() => self.not_asked(context),
            Question::Action => match self.entry.text(self.table.position(), text) {
                Ok(entered) => self.entered(entered, context),
                Err(error) => Reply::Refuse(error.complaint(text, context.messages())),
            },
            Question::SaveAs => {
                let reply = save_as(text, self.table.record(), context);
                if matches!(reply, Reply::Say(_)) {
                    self.kept = Kept::Copied;
                }
                reply
            }
            _ => Reply::Done,
        }
    }

    /// Enter after a hint: shows the action that is advised, and then plays it.
    fn follow_hint(&mut self, context: &mut Context<'_>) -> Reply {
        let position = self.table.position();
        let Some((action, _)) = &self.adviser.hint else {
            return Reply::Say(context.messages().looks_for_a_hint().to_owned());
        };
        let steps = position.action_steps(action);
        let begun = self.entry.steps().len();
        if !steps.starts_with(self.entry.steps()) || begun >= steps.len() {
            return Reply::Say(context.messages().hint_is_for_a_whole_move().to_owned());
        }
        if self.mode() == Mode::Cursor {
            // The cursor goes there; Enter takes what is there.
            if let Some(point) = position.step_point(&steps[..begun], steps[begun]) {
                self.entry.show_cursor(point);
            }
            self.hint_is_new = false;
            return Reply::Done;
        }
        let action = action.clone();
        if self.proposed.as_ref() == Some(&action) {
            return self.play(&action, context);
        }
        let text = wording::action_in(position, &action, context.settings.notation);
        self.proposed = Some(action);
        Reply::Say(context.messages().enter_plays_hint(&text))
    }
}
