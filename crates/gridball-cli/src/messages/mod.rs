//! What is said to people who play, in several languages.
//!
//! The catalogue is the trait [`Messages`]: one method a message, with its parts as arguments. Its
//! defaults are the English texts; a language overrides what it has, and is English elsewhere.
//! What only one game says stands here too, so that a language is one file.
//!
//! What the rules say against an action is in `reasons`, the short rules themselves are in
//! `rules`, and what is wrong with files and engines is in `faults`. Errors of the command line are
//! in English only.

mod faults;
mod labels;
mod reasons;
mod rules;
mod russian;
mod ukrainian;

use std::path::Path;

use clap::ValueEnum;
use gridball_ai::Score;
use gridball_core::{AnyIllegalAction, EndReason, Outcome, Player, SetupError, TextError};
use gridball_replay::text::LegendWords;

use crate::play::refusal::Refusal;

pub(crate) use self::labels::Label;

/// A language of texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Language {
    /// English.
    #[value(name = "en", help = "English")]
    English,
    /// Russian.
    #[value(name = "ru", help = "Russian")]
    Russian,
    /// Ukrainian.
    #[value(name = "uk", help = "Ukrainian")]
    Ukrainian,
}

impl Language {
    /// The language that the locale asks for, English if there is no other.
    pub(crate) fn from_environment() -> Self {
        // The first of these that is set and not empty decides, as everywhere.
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(|name| std::env::var(name).ok())
            .find(|value| !value.is_empty());
        Self::of_locale(&locale.unwrap_or_default())
    }

    /// The language of a locale such as `uk_UA.UTF-8`.
    fn of_locale(locale: &str) -> Self {
        match locale.split(['_', '.', '@']).next() {
            Some("ru") => Self::Russian,
            Some("uk") => Self::Ukrainian,
            _ => Self::English,
        }
    }

    /// The texts.
    pub(crate) fn messages(self) -> &'static dyn Messages {
        match self {
            Self::English => &English,
            Self::Russian => &russian::Russian,
            Self::Ukrainian => &ukrainian::Ukrainian,
        }
    }
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// By its rules. `own_goal`: the loser brought the ball into his own goal.
    Rule { reason: EndReason, own_goal: bool },
    /// The loser gave up.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The players agreed.
    Agreement,
    /// The record says so, for a reason that it may name.
    Stated,
}

/// The English texts are all defaults.
struct English;

impl Messages for English {}

/// The texts. Whole lines end as they are shown, without the line end.
pub(crate) trait Messages: Sync {
    /// The language.
    fn language(&self) -> Language {
        Language::English
    }

    // Games.

    /// The rules of the game that ids call `game`, short. Every paragraph is one line.
    fn rules(&self, game: &str) -> &'static str {
        rules::rules(game, self.language())
    }

    /// The words below a picture in text.
    fn legend(&self) -> &'static LegendWords {
        &LegendWords::ENGLISH
    }

    /// One of several things.
    fn one_of(&self, things: &[&str]) -> String {
        things.join(" or ")
    }

    // Players and their turns.

    /// The name of a player.
    fn player(&self, player: Player) -> &'static str {
        match player {
            Player::First => "First",
            Player::Second => "Second",
        }
    }

    /// The name of the game that ids call `id`, where it is another one than in English.
    fn game(&self, id: &str) -> Option<&'static str> {
        let _ = id;
        None
    }

    /// A person as a side.
    fn a_person(&self) -> &'static str {
        "a person"
    }

    /// Whose turn it is.
    fn to_move(&self, player: Player) -> String {
        format!("{} is to move.", self.player(player))
    }

    /// Which turn of how many.
    fn turn(&self, turn: u32, limit: u32) -> String {
        format!("Turn {turn} of {limit}.")
    }

    /// A penalty is due: which one of how many in this series.
    fn penalty(&self, trapped: Player, taker: Player, number: usize, limit: Option<u8>) -> String {
        let (trapped, taker) = (self.player(trapped), self.player(taker));
        match limit {
            Some(limit) => {
                format!("{trapped} is trapped: penalty {number} of {limit} for {taker}.")
            }
            None => format!("{trapped} is trapped: penalty {number} for {taker}."),
        }
    }

    /// Paper soccer: whose turn it is, and which goal he defends.
    fn side_to_move(&self, player: Player, defends_top: bool) -> String {
        let player = self.player(player);
        if defends_top {
            format!("{player} is to move (Upper, towards the bottom goal).")
        } else {
            format!("{player} is to move (Lower, towards the top goal).")
        }
    }

    /// Football-checkers: whose turn it is, when he has to close an attack.
    fn gate_attacked(&self, player: Player) -> String {
        format!("{} is to move, and his gate is attacked.", self.player(player))
    }

    /// Dots: the score.
    fn score(&self, first: u32, second: u32) -> String {
        format!("Score {first} : {second}.")
    }

    /// Dots: what a dot captures, and how many own dots it brings back to life.
    fn captures(&self, player: Player, captured: u32, freed: u32) -> String {
        let dots = |count| if count == 1 { "1 dot".to_owned() } else { format!("{count} dots") };
        let player = self.player(player);
        match freed {
            0 => format!("{player} captures {}.", dots(captured)),
            _ => format!("{player} captures {} and frees {}.", dots(captured), dots(freed)),
        }
    }

    /// What a player has played.
    fn plays(&self, player: Player, action: &str) -> String {
        format!("{} plays {action}.", self.player(player))
    }

    /// An engine has begun to think.
    fn thinks(&self, player: Player, engine: &str) -> String {
        format!("{} ({engine}) thinks …", self.player(player))
    }

    // The end of a game.

    /// How the game ended and why.
    fn result(&self, outcome: Outcome, ending: Ending) -> String {
        match outcome {
            Outcome::Draw => format!("A draw: {}.", self.ending(ending)),
            Outcome::Win(winner) => {
                let (player, other) = (self.player(winner), self.player(winner.other()));
                match ending {
                    Ending::Rule { reason: EndReason::Protected { reachable, kept }, .. } => {
                        format!(
                            "{player} wins: {player}'s advantage is protected, {other} could \
                             reach at most {reachable} of {kept}."
                        )
                    }
                    _ => format!("{player} wins: {}.", self.ending(ending)),
                }
            }
        }
    }

    /// Why the game is over.
    fn ending(&self, ending: Ending) -> String {
        match ending {
            Ending::Rule { own_goal: true, .. } => "an own goal".to_owned(),
            Ending::Rule { reason: EndReason::Goal, .. } => "a goal".to_owned(),
            Ending::Rule { reason: EndReason::NoLegalAction, .. } => {
                "the other side has no legal move".to_owned()
            }
            Ending::Rule { reason, .. } => reason.to_string(),
            Ending::Resignation => "the other side resigned".to_owned(),
            Ending::Time => "the other side ran out of time".to_owned(),
            Ending::Agreement => "agreed by both".to_owned(),
            Ending::Stated => "so the record says".to_owned(),
        }
    }

    // Beginning and continuing.

    /// The first line: the game and who plays.
    fn begins(&self, game: &str, id: &str, first: &str, second: &str) -> String {
        format!("{game}, {id}. First: {first}. Second: {second}.")
    }

    /// How to begin, with examples of moves.
    fn how_to_begin(&self, examples: &str) -> String {
        format!(
            "Type a move, such as {examples}, whole or step by step. `?` lists the next steps, \
             `help` the commands."
        )
    }

    /// Where the game is saved.
    fn saved_by_itself(&self, path: &Path) -> String {
        format!("Every action is saved at once, in {}.", path.display())
    }

    /// Whether to continue an unfinished game.
    fn ask_to_continue(&self, game: &str, actions: usize, first: &str, second: &str) -> String {
        format!(
            "There is an unfinished game of {game}: {} played, First {first}, Second {second}. \
             Continue it? [Y/n] ",
            self.actions(actions)
        )
    }

    /// Whether a typed answer means yes.
    fn means_yes(&self, answer: &str) -> bool {
        matches!(answer.to_lowercase().as_str(), "y" | "yes")
    }

    /// Whether a typed answer means no.
    fn means_no(&self, answer: &str) -> bool {
        matches!(answer.to_lowercase().as_str(), "n" | "no")
    }

    /// So many actions.
    fn actions(&self, count: usize) -> String {
        match count {
            1 => "1 action".to_owned(),
            count => format!("{count} actions"),
        }
    }

    /// A game goes on where it was left.
    fn continues(&self, actions: usize) -> String {
        format!("The game goes on after {}.", self.actions(actions))
    }

    /// What the game is left with, and how to take it up again.
    fn how_to_continue(&self, command: &str) -> String {
        format!("The game is saved. To continue it: {command}")
    }

    /// Nothing has to be saved.
    fn nothing_played(&self) -> &'static str {
        "Nothing was played."
    }

    /// The game was left and is nowhere saved.
    fn not_saved(&self) -> &'static str {
        "The game is not saved."
    }

    // Commands.

    /// The list of commands.
    fn help(&self, examples: &str) -> String {
        format!(
            "\
A move: {examples}; whole, or step by step in several lines.
  ?             the steps that are possible next
  back          take back the last step of an unfinished move
  undo          take back the last turn; against an engine both turns
  hint          what an engine would play, and what it is worth
  show          the picture again
  moves         the legal actions
  fen           the position as one line of text
  save [FILE]   write the record
  load FILE     take up the last game of a file
  resign        give up the game
  new           begin a new game
  quit          leave; the game can be continued later"
        )
    }

    /// Before a list of steps.
    fn next_steps(&self, steps: &str) -> String {
        format!("Possible next: {steps}.")
    }

    /// The steps typed so far.
    fn so_far(&self, steps: &str) -> String {
        format!("So far: {steps}.")
    }

    /// The steps so far are an action, but more may follow.
    fn enter_plays(&self) -> &'static str {
        "An empty line plays this."
    }

    /// How many more a list would hold.
    fn and_more(&self, count: u64) -> String {
        format!("and {count} more")
    }

    /// How many actions are legal.
    fn legal_actions(&self, count: usize, complete: bool) -> String {
        let more = if complete { "" } else { "+" };
        format!("{count}{more} legal:")
    }

    /// So many actions were taken back.
    fn taken_back(&self, count: usize) -> String {
        format!("Taken back: {}.", self.actions(count))
    }

    /// There is nothing to take back.
    fn nothing_to_take_back(&self) -> &'static str {
        "There is nothing to take back."
    }

    /// An engine has begun to think about its advice.
    fn looks_for_a_hint(&self) -> &'static str {
        "Looking for a hint …"
    }

    /// An engine's advice.
    fn hint(&self, action: &str, player: Player, score: Score) -> String {
        format!("Hint: {action}; {}.", self.worth(player, score))
    }

    /// The advice begins otherwise than the steps so far.
    fn hint_is_for_a_whole_move(&self) -> &'static str {
        "That is a whole move from its start: `back` takes a step back."
    }

    /// What a position is worth for the player to move.
    fn worth(&self, player: Player, score: Score) -> String {
        let (mine, other) = (self.player(player), self.player(player.other()));
        match score {
            Score::Win(1) => format!("{mine} wins at once"),
            Score::Win(actions) => {
                format!("{mine} wins within {}", self.actions(actions as usize))
            }
            Score::Loss(actions) => {
                format!(
                    "{other} wins within {}, whatever is played",
                    self.actions(actions as usize)
                )
            }
            Score::Estimate(_) => {
                format!("{mine}'s chances are {:.0} %", score.expected_points() * 100.0)
            }
        }
    }

    /// The game was saved behind others.
    fn added(&self, path: &Path) -> String {
        format!("Added to what {} holds.", path.display())
    }

    /// The record is written.
    fn saved(&self, path: &Path) -> String {
        format!("Saved in {}.", path.display())
    }

    /// A game was loaded.
    fn loaded(&self, game: &str, actions: usize) -> String {
        format!("Loaded: {game}, {} played.", self.actions(actions))
    }

    // The screen.

    /// Paper soccer: the ball goes on from this point, because it lies on the edge or because a
    /// line touches it.
    fn bounces(&self, point: &str, edge: bool) -> String {
        if edge {
            format!("The ball bounces: {point} is on the edge.")
        } else {
            format!("The ball bounces: a line touches {point}.")
        }
    }

    /// So many rows and columns of the field are out of sight.
    fn out_of_sight(&self, rows: usize, columns: usize) -> String {
        let rows = (rows > 0).then(|| format!("{rows} rows"));
        let columns = (columns > 0).then(|| format!("{columns} columns"));
        let what: Vec<String> = rows.into_iter().chain(columns).collect();
        format!("Out of sight: {}. Ctrl-arrows look there, - shows more.", what.join(", "))
    }

    /// The file of settings is faulty: why, and where it is kept once there is a new one.
    fn faulty_settings(&self, reason: &str, kept: &Path) -> String {
        format!(
            "{reason}. The usual choices are shown. As soon as one is changed the file is kept as {}.",
            kept.display()
        )
    }

    /// Records of a file that were passed over, each with what is wrong and where.
    fn left_out(&self, faults: &str) -> String {
        format!("Left out: {faults}.")
    }

    /// Enter plays the action that an engine advises.
    fn enter_plays_hint(&self, action: &str) -> String {
        format!("Enter plays {action}.")
    }

    /// A short text.
    fn label(&self, label: Label) -> &'static str {
        label.texts()[0]
    }

    /// Why there is no full screen.
    fn no_full_screen(&self) -> &'static str {
        "note: this is no terminal for the full screen, so the game is played line by line"
    }

    /// Who shall play for a player for whom nobody sits there.
    fn who_plays_now(&self, player: Player) -> String {
        format!("Who plays for {} now?", self.player(player))
    }

    /// A program that has played is not started because a record says so.
    fn program_is_away(&self, player: Player, program: &str) -> String {
        let side = if player == Player::First { "first" } else { "second" };
        format!(
            "{} was played by {program}; now a person plays. The option --{side} starts it again.",
            self.player(player)
        )
    }

    /// Starting another program, as a choice.
    fn starts(&self, program: &str) -> String {
        format!("start {program}")
    }

    /// An engine of this level as a side.
    fn level(&self, level: u8) -> String {
        format!("engine, level {level}")
    }

    /// How deep a search has looked.
    fn depth(&self, depth: u32) -> String {
        format!("depth {depth}")
    }

    /// Who wins within so many actions, as short as possible.
    fn wins_in(&self, player: Player, actions: u32) -> String {
        format!("{} in {actions}", self.player(player))
    }

    /// How many actions of how many are played.
    fn place(&self, index: usize, count: usize) -> String {
        format!("Action {index} of {count}")
    }

    /// One player offers the other a draw.
    fn offers_draw(&self, player: Player) -> String {
        let (mine, other) = (self.player(player), self.player(player.other()));
        format!("{mine} offers a draw. Does {other} agree?")
    }

    /// A penalty that is looked at is a goal.
    fn penalty_scores(&self, winner: Player) -> String {
        format!("a goal, {} wins", self.player(winner))
    }

    /// A penalty that is looked at leaves the opponent trapped.
    fn penalty_goes_on(&self, trapped: Player) -> String {
        format!("{} stays trapped", self.player(trapped))
    }

    /// A penalty that is looked at allows the opponent so many moves.
    fn penalty_frees(&self, player: Player, moves: usize) -> String {
        match moves {
            1 => format!("{} has 1 move then", self.player(player)),
            _ => format!("{} has {moves} moves then", self.player(player)),
        }
    }

    /// A typed text is nothing that was asked for.
    fn not_an_action(&self, text: &str, reason: &str) -> String {
        format!("`{text}`: {reason}.")
    }

    // Why something is not possible.

    /// Why an action is not legal.
    fn illegal(&self, reason: &AnyIllegalAction) -> String {
        reasons::illegal(reason, self.language())
    }

    /// Why a piece of an action is not possible.
    fn refusal(&self, refusal: &Refusal) -> String {
        reasons::refusal(refusal, self.language())
    }

    /// Something that was tried is not possible, and why.
    fn not_possible(&self, reason: &str) -> String {
        format!("Not possible: {reason}.")
    }

    /// Why a text was not understood.
    fn text_error(&self, error: TextError) -> String {
        reasons::text_error(error, self.language())
    }

    /// Why a set-up was refused.
    fn setup_error(&self, error: SetupError) -> String {
        reasons::setup_error(error, self.language())
    }

    // What goes wrong, one line each. The game goes on after each of them.

    /// The text is no action, no beginning of one, and no command.
    fn not_understood(&self, text: &str, reason: &str) -> String {
        format!("`{text}` is neither a move nor a command: {reason}. `help` lists the commands.")
    }

    /// The action is not legal.
    fn not_legal(&self, text: &str, reason: &str) -> String {
        format!("`{text}` is not possible here: {reason}.")
    }

    /// The step is not possible.
    fn step_not_possible(&self, step: &str, reason: &str, possible: &str) -> String {
        format!("`{step}` is not possible here: {reason}. Possible are: {possible}.")
    }

    /// The move is whole, and more text follows.
    fn more_than_a_move(&self, step: &str) -> String {
        format!("`{step}` comes after the end of the move; nothing is played.")
    }

    /// The line is too long.
    fn line_too_long(&self, limit: usize) -> String {
        format!("A line longer than {limit} bytes is no move and no command.")
    }

    /// The line is not UTF-8.
    fn not_utf8(&self, byte: usize) -> String {
        format!("This line is not UTF-8, from byte {byte} on; it is neither a move nor a command.")
    }

    /// The command takes no text after it.
    fn takes_nothing(&self, command: &str) -> String {
        format!("`{command}` stands alone.")
    }

    /// The command needs a file.
    fn file_expected(&self, command: &str) -> String {
        format!("Expected a file: `{command} FILE`.")
    }

    /// The command needs a game that goes on.
    fn game_is_over(&self) -> &'static str {
        "The game is over. `undo`, `new`, `save FILE` and `quit` are possible."
    }

    /// Why a file or an engine cannot be used, given in English.
    fn reason(&self, reason: &str) -> String {
        faults::translated(reason, self.language())
    }

    /// Something cannot be read or written.
    fn failed(&self, reason: &str) -> String {
        format!("That did not work: {reason}.")
    }
}

/// The form of a noun after a number in Russian and Ukrainian: of one, of two, of five.
fn slavic_plural(count: usize, [one, two, five]: [&'static str; 3]) -> &'static str {
    match (count % 10, count % 100) {
        (_, 11..=14) => five,
        (1, _) => one,
        (2..=4, _) => two,
        _ => five,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_name_languages() {
        for (locale, language) in [
            ("uk_UA.UTF-8", Language::Ukrainian),
            ("ru", Language::Russian),
            ("ru_UA", Language::Russian),
            ("C.UTF-8", Language::English),
            ("rup", Language::English),
            ("", Language::English),
        ] {
            assert_eq!(Language::of_locale(locale), language, "{locale}");
        }
    }

    #[test]
    fn chances_are_those_of_a_player() {
        let even = Score::Estimate(0);
        for (language, text) in [
            (Language::English, "Second's chances are 50 %"),
            (Language::Russian, "шансы Второго: 50 %"),
            (Language::Ukrainian, "шанси Другого: 50 %"),
        ] {
            assert_eq!(language.messages().worth(Player::Second, even), text);
        }
    }

    #[test]
    fn numbers_decline_nouns() {
        for (count, text) in [
            (0, "0 действий"),
            (1, "1 действие"),
            (2, "2 действия"),
            (5, "5 действий"),
            (11, "11 действий"),
            (21, "21 действие"),
            (112, "112 действий"),
        ] {
            assert_eq!(Language::Russian.messages().actions(count), text);
        }
        assert_eq!(Language::Ukrainian.messages().actions(22), "22 дії");
        assert_eq!(Language::English.messages().actions(1), "1 action");
    }
}
