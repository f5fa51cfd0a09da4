//! Changing a record: branches, comments, signs.

use gridball_core::AnyAction;
use gridball_replay::{NodeId, Sign};

use super::StudyScreen;
use crate::{
    messages::Label,
    screen::{
        context::{Context, Question, Reply, save_as},
        keys::Command,
    },
};

/// The judgements that `!` goes through.
const SIGNS: [Sign; 6] = [
    Sign::STRONG,
    Sign::WEAK,
    Sign::VERY_STRONG,
    Sign::VERY_WEAK,
    Sign::INTERESTING,
    Sign::DOUBTFUL,
];

impl StudyScreen {
    /// Plays an action: the one of the record, or a new variation.
    pub(super) fn branch(&mut self, action: &AnyAction, context: &mut Context<'_>) -> Reply {
        let at = self.at();
        let known = self.record.children(at).find(|node| self.record.action(*node) == Some(action));
        if let Some(node) = known {
            if self.line.get(self.index) == Some(&node) {
                self.go(self.index + 1, context);
            } else {
                self.look_at(node, context);
            }
            return Reply::Done;
        }
        match self.record.append(at, action) {
            Ok(node) => {
                self.look_at(node, context);
                self.keep_changes(context)
            }
            Err(error) => Reply::Say(context.messages().failed(&error.to_string())),
        }
    }

    /// Something was changed: it is kept, so that it cannot be lost.
    pub(super) fn keep_changes(&mut self, context: &mut Context<'_>) -> Reply {
        let first = !std::mem::replace(&mut self.changed, true);
        let source = self.source.as_ref().map(|(path, _)| path.as_path());
        match context.host.keep_study(&self.record, source) {
            Ok(Some(path)) if first => Reply::Say(context.messages().saved_by_itself(&path)),
            Ok(_) => Reply::Done,
            Err(error) => Reply::Say(context.failed(&error)),
        }
    }

    /// A command that was asked about is meant.
    pub(crate) fn confirmed(&mut self, command: Command, context: &mut Context<'_>) -> Reply {
        if command != Command::Delete || self.index == 0 {
            return Reply::Done;
        }
        // The ids of all nodes change: the way back to the parent is found by counting.
        let at = self.at();
        let way: Vec<AnyAction> = self.line[..self.index - 1]
            .iter()
            .filter_map(|node| self.record.action(*node).cloned())
            .collect();
        self.record.remove(at);
        self.judgements.clear();
        if let Some((job, _)) = self.judging.take() {
            context.host.forget(job);
        }
        let mut node = NodeId::ROOT;
        for action in way {
            let next = self
                .record
                .children(node)
                .find(|child| self.record.action(*child) == Some(&action));
            node = next.unwrap_or(node);
        }
        self.look_at(node, context);
        self.keep_changes(context)
    }

    /// Gives the last action the next sign, and after the last sign none.
    pub(super) fn next_sign(&mut self, context: &mut Context<'_>) -> Reply {
        if self.index == 0 {
            return Reply::Done;
        }
        let at = self.at();
        let signs = &mut self.record.annotation_mut(at).signs;
        let old = signs.iter().position(|sign| SIGNS.contains(sign));
        let next = match old {
            Some(place) => {
                let sign = signs.remove(place);
                SIGNS.iter().position(|known| *known == sign).map_or(0, |index| index + 1)
            }
            None => 0,
        };
        if let Some(sign) = SIGNS.get(next) {
            signs.insert(0, *sign);
        }
        self.moves = self.list();
        self.keep_changes(context)
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
            Question::Comment => {
                let at = self.at();
                let old = self.record.annotation(at).clone();
                let annotation = self.record.annotation_mut(at);
                annotation.set_text(text);
                if *annotation == old {
                    return Reply::Done;
                }
                self.keep_changes(context)
            }
            _ if text.is_empty() => Reply::Done,
            Question::Jump => match text.parse::<usize>() {
                Ok(number) => {
                    let row = self.moves.rows.get(number.saturating_sub(1));
                    let turn = row.and_then(|row| row.turns.iter().flatten().next());
                    let index = turn.map_or(self.line.len(), |turn| turn.actions.end);
                    self.go(if number == 0 { 0 } else { index }, context);
                    Reply::Done
                }
                Err(_) => Reply::Refuse(context.label(Label::AskJump).to_owned()),
            },
            Question::SaveAs => {
                let reply = save_as(text, &self.record, context);
                if matches!(reply, Reply::Say(_)) {
                    self.changed = false;
                }
                reply
            }
            Question::Action => match self.entry.text(self.game.position(), text) {
                Ok(entered) => self.entered(entered, context),
                Err(error) => Reply::Refuse(error.complaint(text, context.messages())),
            },
            _ => Reply::Done,
        }
    }
}
