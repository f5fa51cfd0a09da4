//! The game that is being played, and its record.

use std::time::Duration;

use gridball_core::{
    AnyAction, AnyGame, AnyIllegalAction, AnyPosition, AnySetup, Outcome, Player, Position, Step,
};
use gridball_replay::{Annotation, NodeId, Record, RecordResult, termination};

use super::clock::CLOCK_TAGS;
use crate::messages::{Ending, Messages};

/// The tag that says how a game ended.
const TERMINATION: &str = "Termination";

/// A game on the table. Its record is always that of the game.
#[derive(Debug)]
pub(crate) struct Table {
    game: AnyGame,
    record: Record,
    /// The steps of an action that is not finished.
    partial: Vec<Step>,
    /// What was taken back and can be played again, the next turns last. Each is what one
    /// [`take_back`](Self::take_back) took.
    taken_back: Vec<Vec<(AnyAction, Annotation)>>,
}

impl Table {
    /// A new game.
    pub(crate) fn new(setup: &AnySetup) -> Self {
        Self::with(AnyGame::new(setup), Record::new(setup))
    }

    const fn with(game: AnyGame, record: Record) -> Self {
        Self { game, record, partial: Vec::new(), taken_back: Vec::new() }
    }

    /// The game of a record, to be played on. Tags and comments stay, variations do not.
    pub(crate) fn take_up(old: &Record) -> Self {
        let game = old.game();
        let mut record = Record::from_game(&game);
        let pairs: Vec<_> = record.main_line().zip(old.main_line()).collect();
        for (new, old_node) in pairs.into_iter().chain([(NodeId::ROOT, NodeId::ROOT)]) {
            let annotation = old.annotation(old_node);
            if !annotation.is_empty() {
                annotation.clone_into(record.annotation_mut(new));
            }
        }
        record.tags = old.tags.clone();
        record.result = old.result;
        let partial = old.unfinished().to_vec();
        let mut table = Self::with(game, record);
        table.set_partial(partial);
        table
    }

    pub(crate) const fn game(&self) -> &AnyGame {
        &self.game
    }

    pub(crate) const fn position(&self) -> &AnyPosition {
        self.game.position()
    }

    pub(crate) const fn record(&self) -> &Record {
        &self.record
    }

    /// Sets a tag of the record. The names are our own, so they are good ones.
    pub(crate) fn set_tag(&mut self, name: &str, value: &str) {
        let set = self.record.tags.set(name, value);
        debug_assert!(set.is_ok(), "{name}: {set:?}");
    }

    /// Notes what is left on the clock of the player who acted last.
    pub(crate) fn note_clock(&mut self, clock: Duration) {
        let last = self.record.last();
        self.record.annotation_mut(last).set_clock(clock);
    }

    /// Notes what is left on the clocks when the game is left, or that it goes on.
    pub(crate) fn note_clocks(&mut self, left: Option<[Duration; 2]>) {
        for (index, name) in CLOCK_TAGS.into_iter().enumerate() {
            match left {
                Some(left) => self.set_tag(name, &left[index].as_millis().to_string()),
                None => {
                    self.record.tags.remove(name);
                }
            }
        }
    }

    /// The steps of an action that is not finished.
    pub(crate) fn partial(&self) -> &[Step] {
        &self.partial
    }

    /// Sets the steps of an action that is not finished.
    pub(crate) fn set_partial(&mut self, steps: Vec<Step>) {
        // The record keeps them only where the action cannot be finished with them alone.
        let kept = self.record.set_unfinished(&steps);
        if kept.is_err() {
            let cleared = self.record.set_unfinished(&[]);
            debug_assert!(cleared.is_ok(), "no steps are always possible");
        }
        self.partial = steps;
    }

    /// Whether there is nothing worth saving.
    pub(crate) fn is_untouched(&self) -> bool {
        self.game.is_empty() && self.partial.is_empty() && !self.is_over()
    }

    /// Whether the game has ended, by its rules or otherwise.
    pub(crate) fn is_over(&self) -> bool {
        self.position().outcome().is_some() || self.record.result != RecordResult::Unknown
    }

    /// How the game ended otherwise than by its rules.
    pub(crate) fn stated_result(&self) -> Option<(RecordResult, Option<&str>)> {
        (self.position().outcome().is_none() && self.record.result != RecordResult::Unknown)
            .then(|| (self.record.result, self.record.tags.get(TERMINATION)))
    }

    /// How the game ended, in words, if it did not end by its rules; empty otherwise.
    pub(crate) fn stated_result_text(&self, messages: &dyn Messages) -> String {
        let Some((result, how)) = self.stated_result() else { return String::new() };
        let outcome = match result {
            RecordResult::FirstWins => Outcome::Win(Player::First),
            RecordResult::SecondWins => Outcome::Win(Player::Second),
            RecordResult::Draw | RecordResult::Unknown => Outcome::Draw,
        };
        let ending = match how {
            Some(termination::RESIGNATION) => Ending::Resignation,
            Some(termination::TIME) => Ending::Time,
            Some(termination::AGREEMENT) => Ending::Agreement,
            _ => Ending::Stated,
        };
        messages.result(outcome, ending)
    }

    /// Plays an action of the player to move. What was taken back before is forgotten.
    pub(crate) fn play(&mut self, action: &AnyAction) -> Result<(), AnyIllegalAction> {
        self.advance(action)?;
        self.taken_back.clear();
        Ok(())
    }

    fn advance(&mut self, action: &AnyAction) -> Result<(), AnyIllegalAction> {
        self.game.play(action)?;
        self.set_partial(Vec::new());
        let added = self.record.append(self.record.last(), action);
        debug_assert!(added.is_ok(), "the record is that of the game");
        self.record.result = RecordResult::of(self.position().outcome());
        if self.position().outcome().is_some() {
            self.set_tag(TERMINATION, termination::NORMAL);
        }
        Ok(())
    }

    /// Ends the game: `player` gives up.
    pub(crate) fn resign(&mut self, player: Player) {
        self.end(RecordResult::of(Some(Outcome::Win(player.other()))), termination::RESIGNATION);
    }

    /// Ends the game: `player` has run out of time.
    pub(crate) fn lose_on_time(&mut self, player: Player) {
        self.end(RecordResult::of(Some(Outcome::Win(player.other()))), termination::TIME);
    }

    /// Ends the game: both players agree on a draw.
    pub(crate) fn agree_on_draw(&mut self) {
        self.end(RecordResult::Draw, termination::AGREEMENT);
    }

    fn end(&mut self, result: RecordResult, how: &str) {
        self.set_partial(Vec::new());
        self.record.result = result;
        self.set_tag(TERMINATION, how);
    }

    /// Takes back the last turn, and if it is not one of `person`, the turn of `person` before it
    /// too. A turn is all that one player does before the other acts. Where the game ended by a
    /// resignation only that is taken back.
    ///
    /// Returns how many actions were taken back; `None` if there is nothing to take back.
    pub(crate) fn take_back(&mut self, person: Option<Player>) -> Option<usize> {
        let mut players = Vec::new();
        self.game.replay(|before, _, _| players.push(before.to_move()));
        let mut left = players.len();
        if self.stated_result().is_none() {
            left = start_of_turn(&players, left)?;
            if let Some(person) = person
                && players[left] != person
            {
                left = start_of_turn(&players, left)?;
            }
        }
        self.set_partial(Vec::new());
        self.record.result = RecordResult::Unknown;
        self.record.tags.remove(TERMINATION);
        let count = self.game.len() - left;
        let mut taken = Vec::with_capacity(count);
        while self.game.len() > left {
            let last = self.record.last();
            let annotation = self.record.annotation(last).clone();
            taken.extend(self.game.undo().map(|action| (action, annotation)));
            self.record.remove(last);
        }
        if !taken.is_empty() {
            taken.reverse();
            self.taken_back.push(taken);
        }
        Some(count)
    }

    /// Plays again what was taken back last. Returns how many actions that were; `None` if there
    /// is nothing.
    pub(crate) fn redo(&mut self) -> Option<usize> {
        let actions = self.taken_back.pop()?;
        for (action, annotation) in &actions {
            // They were legal here before.
            let played = self.advance(action);
            debug_assert!(played.is_ok(), "{played:?}");
            if !annotation.is_empty() {
                let last = self.record.last();
                annotation.clone_into(self.record.annotation_mut(last));
            }
        }
        Some(actions.len())
    }
}

/// How many actions come before the turn that ends with the first `count` actions, whose players
/// these are.
fn start_of_turn(players: &[Player], count: usize) -> Option<usize> {
    let last = *players[..count].last()?;
    Some(players[..count].iter().rposition(|player| *player != last).map_or(0, |index| index + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(actions: &str) -> Table {
        let mut table = Table::new(&"gridball".parse().unwrap());
        for text in actions.split_whitespace() {
            let action = table.position().parse_action(text).unwrap();
            table.play(&action).unwrap();
        }
        table
    }

    /// A game in which First moves, is given a penalty, and Second answers.
    const WITH_PENALTY: &str = "032 106 103 011 750 167 475 531 364 650 774 445 636 545 764 364 \
                                646 354 443 313 523 027 702 000 203 012 016 076 133 302 144 632 \
                                132 171 276 525 763 p4 436";

    #[test]
    fn a_move_and_its_penalties_are_one_turn() {
        // 763 was First's, p4 belongs to it, 436 is Second's.
        for (person, taken_back) in [(None, 1), (Some(Player::Second), 1), (Some(Player::First), 3)]
        {
            let mut table = table(WITH_PENALTY);
            assert_eq!(table.take_back(person), Some(taken_back), "{person:?}");
            assert_eq!(table.record().len(), table.game().len());
        }
    }

    #[test]
    fn nothing_before_the_own_turn_can_be_taken_back() {
        assert_eq!(table("").take_back(None), None);
        assert_eq!(table("").take_back(Some(Player::First)), None);
        // The engine began.
        assert_eq!(table("034").take_back(Some(Player::Second)), None);
        assert_eq!(table("034 666").take_back(Some(Player::First)), Some(2));
    }

    #[test]
    fn giving_up_can_be_taken_back() {
        let mut table = table("034");
        table.resign(Player::Second);
        assert!(table.is_over());
        assert_eq!(table.record().result, RecordResult::FirstWins);
        assert_eq!(table.take_back(None), Some(0));
        assert!(!table.is_over());
        assert_eq!(table.record().tags.get(TERMINATION), None);
    }

    #[test]
    fn what_was_taken_back_can_be_played_again() {
        let mut table = table("034 666");
        table.note_clock(Duration::from_secs(41));
        let whole = table.record().clone();
        assert_eq!(table.redo(), None);
        assert_eq!(table.take_back(None), Some(1));
        assert_eq!(table.take_back(None), Some(1));
        assert_eq!(table.redo(), Some(1));
        assert_eq!(table.redo(), Some(1));
        assert_eq!(table.record(), &whole);
        assert_eq!(table.take_back(Some(Player::First)), Some(2));
        assert_eq!(table.redo(), Some(2));
        assert_eq!(table.record(), &whole);
        table.take_back(None);
        let other = table.position().parse_action("222").unwrap();
        table.play(&other).unwrap();
        assert_eq!(table.redo(), None);
    }

    #[test]
    fn time_and_agreement_end_a_game() {
        let mut table = table("034");
        table.lose_on_time(Player::Second);
        assert_eq!(table.stated_result(), Some((RecordResult::FirstWins, Some(termination::TIME))));
        table.take_back(None);
        table.agree_on_draw();
        assert_eq!(table.stated_result(), Some((RecordResult::Draw, Some(termination::AGREEMENT))));
    }

    #[test]
    fn a_record_is_taken_up_where_it_ends_with_its_comments() {
        let mut table = table("034 666");
        table.set_tag("First", "human");
        table.set_partial(vec![Step(0)]);
        let mut record = table.record().clone();
        let last = record.last();
        record.annotation_mut(last).comments.push("hm".to_owned());
        let again = Table::take_up(&record);
        assert_eq!(again.record(), &record);
        assert_eq!(again.partial(), [Step(0)]);
        assert_eq!(again.position(), table.position());
    }
}
