//! A record that is replayed and studied on the screen. Changing it is in `editing`.

mod editing;

use std::{collections::HashMap, path::PathBuf, time::Duration};

use gridball_ai::Score;
use gridball_core::{AnyAction, AnyGame, Outcome, Player, Point, Position};
use gridball_replay::{NodeId, Record};

use super::{
    adviser::Adviser,
    board::{Board, Entered, Entry},
    context::{Context, Question, Reply},
    host::{JobId, News, Opened, Thought, Work},
    keys::Command,
    moves::Moves,
};
use crate::{
    failure::one_line,
    messages::Label,
    wording::{self, Notation},
};

/// The pauses of autoplay, slow ones first.
const PAUSES: [Duration; 7] = [
    Duration::from_secs(4),
    Duration::from_secs(2),
    Duration::from_secs(1),
    Duration::from_millis(500),
    Duration::from_millis(250),
    Duration::from_millis(120),
    Duration::from_millis(60),
];
/// A record on the screen.
#[derive(Debug)]
pub(crate) struct StudyScreen {
    record: Record,
    /// The file it comes from, and its number there.
    source: Option<(PathBuf, u64)>,
    /// The actions of the line that is looked at.
    line: Vec<NodeId>,
    /// How many of them are played on the field.
    index: usize,
    game: AnyGame,
    pub(crate) board: Board,
    pub(crate) entry: Entry,
    pub(crate) moves: Moves,
    pub(crate) adviser: Adviser,
    /// Whether the worth of every position is shown.
    pub(crate) graph: bool,
    /// What positions are worth for First.
    judgements: HashMap<NodeId, Score>,
    judging: Option<(JobId, NodeId)>,
    /// When the next action is played by itself.
    autoplay: Option<Duration>,
    speed: usize,
    /// Whether something was changed since the record was saved where somebody wanted it.
    changed: bool,
    /// How actions are written.
    notation: Notation,
    /// The comment is shown from this line on.
    pub(crate) comment_from: usize,
    /// Every action is being judged: the record as it was when that began.
    judging_actions: Option<(JobId, Box<Record>)>,
}

/// What of a comment is for people: without marks on the field and what only SGF knows.
fn without_marks(comment: &str) -> String {
    let mut text = comment.to_owned();
    for mark in ["[%csl ", "[%cal ", "[%sgf "] {
        while let Some(start) = text.find(mark) {
            let Some(length) = text[start..].find(']') else { break };
            text.replace_range(start..=start + length, "");
        }
    }
    if text == comment { text } else { text.trim().to_owned() }
}

impl StudyScreen {
    pub(crate) fn new(opened: Opened, context: &mut Context<'_>) -> Self {
        let Opened { record, source, .. } = opened;
        context.host.begin_study();
        let game = record.game_after(NodeId::ROOT);
        let board = Board::new(&game);
        let mut study = Self {
            record,
            source,
            line: Vec::new(),
            index: 0,
            game,
            board,
            entry: Entry::default(),
            moves: Moves::default(),
            adviser: Adviser::default(),
            graph: false,
            judgements: HashMap::new(),
            judging: None,
            autoplay: None,
            speed: 2,
            changed: false,
            notation: context.settings.notation,
            comment_from: 0,
            judging_actions: None,
        };
        study.look_at(NodeId::ROOT, context);
        study
    }

    pub(crate) const fn record(&self) -> &Record {
        &self.record
    }

    pub(crate) const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The file and the number of the record in it.
    pub(crate) const fn source(&self) -> Option<&(PathBuf, u64)> {
        self.source.as_ref()
    }

    /// How many actions of the line are played.
    pub(crate) const fn index(&self) -> usize {
        self.index
    }

    /// How many actions the line has.
    pub(crate) fn length(&self) -> usize {
        self.line.len()
    }

    pub(crate) const fn is_playing_by_itself(&self) -> bool {
        self.autoplay.is_some()
    }

    /// The pause of autoplay.
    pub(crate) fn pause(&self) -> Duration {
        PAUSES[self.speed]
    }

    /// The node of the last action on the field.
    pub(crate) fn at(&self) -> NodeId {
        self.node(self.index)
    }

    fn node(&self, index: usize) -> NodeId {
        index.checked_sub(1).and_then(|last| self.line.get(last)).copied().unwrap_or(NodeId::ROOT)
    }

    /// The actions that can follow here, and whether they are on the line that is looked at.
    pub(crate) fn continuations(&self) -> Vec<(&AnyAction, bool)> {
        let next = self.line.get(self.index);
        self.record
            .children(self.at())
            .filter_map(|node| Some((self.record.action(node)?, next == Some(&node))))
            .collect()
    }

    /// The alternatives to the last action: which one of how many it is, from 0.
    pub(crate) fn alternatives(&self) -> (usize, usize) {
        let at = self.at();
        let Some(parent) = self.record.parent(at) else { return (0, 1) };
        let place = self.record.children(parent).position(|node| node == at);
        (place.unwrap_or(0), self.record.children(parent).count())
    }

    /// What was written about the last action, in one text.
    pub(crate) fn comment(&self) -> String {
        let annotation = self.record.annotation(self.at());
        let before = annotation.before.iter().map(String::as_str);
        let texts = before.chain(annotation.texts()).map(without_marks);
        texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n")
    }

    /// The worth of every position of the line for First, the start first.
    pub(crate) fn scores(&self) -> Vec<Option<Score>> {
        (0..=self.line.len()).map(|index| self.judgements.get(&self.node(index)).copied()).collect()
    }

    /// Takes the line through `node`, and looks at the position after it.
    fn look_at(&mut self, node: NodeId, context: &mut Context<'_>) {
        let mut line: Vec<NodeId> =
            std::iter::successors(Some(node), |node| self.record.parent(*node))
                .filter(|node| *node != NodeId::ROOT)
                .collect();
        line.reverse();
        self.index = line.len();
        line.extend(self.record.line(node));
        self.line = line;
        self.moves = self.list();
        self.show(context);
    }

    fn list(&self) -> Moves {
        let remarked = self.line.iter().filter_map(|node| {
            let signs = &self.record.annotation(*node).signs;
            let marks: String = signs.iter().filter_map(|sign| sign.mark()).collect();
            Some((self.record.action(*node)?, marks))
        });
        Moves::new(self.record.start(), remarked, self.notation)
    }

    /// Goes to a place of the line.
    fn go(&mut self, index: usize, context: &mut Context<'_>) {
        let index = index.min(self.line.len());
        if index != self.index {
            self.index = index;
            self.show(context);
        }
    }

    /// The position has changed.
    fn show(&mut self, context: &mut Context<'_>) {
        let at = self.at();
        self.comment_from = 0;
        self.game = self.record.game_after(at);
        self.board.refresh(&self.game);
        self.entry.begin(Vec::new());
        self.adviser.turn_to(&self.game, context.host);
        self.judge(context);
    }

    /// Asks for the next judgement that is missing.
    fn judge(&mut self, context: &mut Context<'_>) {
        if !self.graph || self.judging.is_some() {
            return;
        }
        for index in 0..=self.line.len() {
            let node = self.node(index);
            if self.judgements.contains_key(&node) {
                continue;
            }
            let game = self.record.game_after(node);
            if let Some(outcome) = game.position().outcome() {
                let score = match outcome {
                    Outcome::Win(Player::First) => Score::Win(0),
                    Outcome::Win(Player::Second) => Score::Loss(0),
                    Outcome::Draw => Score::Estimate(0),
                };
                self.judgements.insert(node, score);
                continue;
            }
            self.judging = Some((context.host.think(&game, Work::Judge), node));
            return;
        }
    }

    /// Whether the line that is looked at has branches.
    pub(crate) fn has_variations(&self) -> bool {
        let mut nodes = self.line.iter().chain([&NodeId::ROOT]);
        nodes.any(|node| self.record.children(*node).count() > 1)
    }

    /// Whether every action is being judged.
    pub(crate) const fn is_judging_actions(&self) -> bool {
        self.judging_actions.is_some()
    }

    /// How actions are written.
    pub(crate) const fn notation(&self) -> Notation {
        self.notation
    }

    /// The branches on the way from the start to here: the text of the action that was chosen, and
    /// which one of how many it is, from 1. Those where the first one was chosen are no detour.
    pub(crate) fn detours(&self) -> Vec<(String, usize, usize)> {
        let mut position = self.record.start().clone();
        let mut parent = NodeId::ROOT;
        let mut detours = Vec::new();
        for node in &self.line[..self.index] {
            let Some(action) = self.record.action(*node) else { break };
            let count = self.record.children(parent).count();
            let place = self.record.children(parent).position(|child| child == *node);
            if let Some(place @ 1..) = place {
                let text = wording::action_in(&position, action, self.notation);
                detours.push((text, place + 1, count));
            }
            position.play_unchecked(action);
            parent = *node;
        }
        detours
    }

    /// The judgements of all actions have come.
    fn judged(&mut self, before: &Record, judged: &Record, context: &mut Context<'_>) -> Reply {
        if self.record != *before {
            return Reply::Say(context.label(Label::ChangedMeanwhile).to_owned());
        }
        judged.clone_into(&mut self.record);
        // What stood there already may be somebody's own judgement: it counts more.
        for node in before.line(NodeId::ROOT) {
            let signs = &before.annotation(node).signs;
            if signs.iter().any(|sign| sign.mark().is_some()) {
                self.record.annotation_mut(node).signs.clone_from(signs);
            }
        }
        self.moves = self.list();
        let judged = context.label(Label::Judged);
        match self.keep_changes(context) {
            Reply::Say(more) => Reply::Say(format!("{judged} {more}")),
            _ => Reply::Say(judged.to_owned()),
        }
    }

    /// An engine has said something.
    pub(crate) fn hear(&mut self, thought: &Thought, context: &mut Context<'_>) -> Reply {
        if let Some((_, before)) =
            self.judging_actions.take_if(|(job, _)| *job == thought.job && thought.news.is_last())
        {
            return match &thought.news {
                News::Judged(record) => self.judged(&before, record, context),
                News::Failed(reason) => Reply::Say(context.messages().failed(reason)),
                _ => Reply::Done,
            };
        }
        if let Some((job, node)) = self.judging
            && job == thought.job
        {
            if !thought.news.is_last() {
                return Reply::Done;
            }
            self.judging = None;
            match &thought.news {
                News::Found(result) => {
                    let to_move = self.record.position_after(node).to_move();
                    let score = if to_move == Player::First { result.score } else { -result.score };
                    self.judgements.insert(node, score);
                    self.judge(context);
                }
                News::Failed(reason) => {
                    self.graph = false;
                    return Reply::Say(context.messages().failed(reason));
                }
                _ => {}
            }
            return Reply::Done;
        }
        match self.adviser.hear(thought, &self.game, context.host) {
            Ok(_) => Reply::Done,
            Err(reason) => Reply::Say(context.messages().failed(&reason)),
        }
    }

    /// A moment has passed.
    pub(crate) fn tick(&mut self, context: &mut Context<'_>) -> Reply {
        let now = context.host.now();
        if self.autoplay.is_some_and(|at| now >= at) {
            self.go(self.index + 1, context);
            self.autoplay = (self.index < self.line.len()).then(|| now + self.pause());
        }
        Reply::Done
    }

    /// A place on the field was clicked.
    pub(crate) fn click(&mut self, column: u16, row: u16, context: &mut Context<'_>) -> Reply {
        match self.board.point_at(column, row) {
            Some(point) => {
                let entered = self.entry.point(self.game.position(), point);
                self.entered(entered, context)
            }
            None => Reply::Done,
        }
    }

    pub(super) fn entered(&mut self, entered: Entered, context: &mut Context<'_>) -> Reply {
        match entered {
            Entered::Refused(why) => {
                let messages = context.messages();
                Reply::Say(messages.not_possible(&messages.refusal(&why)))
            }
            Entered::Nothing => Reply::Done,
            Entered::Changed => {
                self.board.view.pan = (0, 0);
                Reply::Done
            }
            Entered::Action(action) => self.branch(&action, context),
        }
    }

    /// Does what a key says.
    pub(crate) fn command(&mut self, command: Command, context: &mut Context<'_>) -> Reply {
        if command != Command::Autoplay && command != Command::Faster && command != Command::Slower
        {
            self.autoplay = None;
        }
        match command {
            Command::Go { direction, far } => {
                let flipped = self.board.view.flipped;
                let direction = if flipped { direction.opposite() } else { direction };
                let (board, focus) = (&self.board, self.board.focus());
                let inside = |point: Point| board.contains(point);
                let entered = self.entry.go(self.game.position(), direction, far, focus, inside);
                return self.entered(entered, context);
            }
            Command::Confirm => {
                let entered = self.entry.confirm(self.game.position());
                return self.entered(entered, context);
            }
            Command::NextPlace | Command::PreviousPlace => {
                let backwards = command == Command::PreviousPlace;
                let entered = self.entry.cycle(self.game.position(), backwards);
                return self.entered(entered, context);
            }
            Command::StepBack => {
                let index = self.index - usize::from(!self.entry.back() && self.index > 0);
                self.go(index, context);
            }
            Command::Type => return Reply::Ask(Question::Action, String::new()),
            Command::Earlier => self.go(self.index.saturating_sub(1), context),
            Command::Later => self.go(self.index + 1, context),
            Command::Begin => self.go(0, context),
            Command::End => self.go(self.line.len(), context),
            Command::OtherBefore => self.other(false, context),
            Command::OtherAfter => self.other(true, context),
            Command::Autoplay if self.autoplay.is_some() => self.autoplay = None,
            Command::Autoplay => {
                if self.index == self.line.len() {
                    self.go(0, context);
                }
                self.autoplay = Some(context.host.now() + self.pause());
            }
            Command::Faster => self.speed = (self.speed + 1).min(PAUSES.len() - 1),
            Command::Slower => self.speed = self.speed.saturating_sub(1),
            Command::Hint => self.adviser.ask_for_hint(&self.game, context.host),
            Command::Analysis => self.adviser.toggle_analysis(&self.game, context.host),
            Command::Graph => {
                self.graph = !self.graph;
                if let Some((job, _)) = self.judging.take() {
                    context.host.forget(job);
                }
                self.judge(context);
            }
            Command::Comment => {
                let texts: Vec<&str> = self.record.annotation(self.at()).texts().collect();
                return Reply::Ask(Question::Comment, texts.join(" "));
            }
            Command::Sign => return self.next_sign(context),
            Command::Promote => {
                let at = self.at();
                self.record.promote(at);
                self.look_at(at, context);
                return self.keep_changes(context);
            }
            Command::Delete if self.index > 0 => {
                return Reply::Confirm(Label::ConfirmDelete, Command::Delete);
            }
            Command::Jump => return Reply::Ask(Question::Jump, String::new()),
            Command::Save => return Reply::Ask(Question::SaveAs, String::new()),
            Command::Copy => {
                let text = self.game.position().position_text();
                context.host.copy(&text);
                return Reply::Show(context.label(Label::Copied).to_owned(), text);
            }
            Command::Pan(direction) => self.board.pan(direction),
            Command::PageUp => self.comment_from = self.comment_from.saturating_sub(2),
            Command::PageDown => self.comment_from += 2,
            Command::ReadComment => {
                let comment = self.comment();
                if comment.is_empty() {
                    return Reply::Say(context.label(Label::NothingToRead).to_owned());
                }
                return Reply::Show(context.label(Label::AskComment).to_owned(), comment);
            }
            Command::Judge if self.judging_actions.is_none() => {
                let record = Box::new(self.record.clone());
                let job = context.host.think(&self.game, Work::JudgeActions(record.clone()));
                self.judging_actions = Some((job, record));
            }
            Command::NextGame => return self.other_game(1, context),
            Command::PreviousGame => return self.other_game(-1, context),
            Command::PlayOn => {
                self.rest(context);
                let record = Record::from_game(&self.game);
                return Reply::Continue(Box::new(record), None, Box::new(context.settings.sides()));
            }
            Command::Flip => self.board.view.flipped ^= true,
            Command::ZoomIn => self.board.view.zoom = (self.board.view.zoom + 1).min(6),
            Command::ZoomOut => self.board.view.zoom = (self.board.view.zoom - 1).max(-6),
            Command::Leave => {
                self.rest(context);
                return Reply::Start;
            }
            _ => {}
        }
        Reply::Done
    }

    /// Escape: drops what is being entered. `false` if there is nothing.
    pub(crate) fn escape(&mut self) -> bool {
        self.autoplay.take().is_some() | self.entry.clear()
    }

    /// Chooses another one of the actions that can follow; where there is only one, another
    /// alternative to the last action.
    fn other(&mut self, forward: bool, context: &mut Context<'_>) {
        let at = self.at();
        let children: Vec<NodeId> = self.record.children(at).collect();
        if children.len() > 1 {
            let chosen = self.line.get(self.index);
            let place = children.iter().position(|node| Some(node) == chosen).unwrap_or(0);
            let next = if forward { place + 1 } else { place.wrapping_sub(1) };
            if let Some(node) = children.get(next) {
                // The line goes on through that one; the position stays.
                self.line.truncate(self.index);
                self.line.push(*node);
                self.line.extend(self.record.line(*node));
                self.moves = self.list();
                self.judge(context);
            }
            return;
        }
        let Some(parent) = self.record.parent(at) else { return };
        let siblings: Vec<NodeId> = self.record.children(parent).collect();
        let place = siblings.iter().position(|node| *node == at).unwrap_or(0);
        let next = if forward { place + 1 } else { place.wrapping_sub(1) };
        if let Some(node) = siblings.get(next) {
            self.look_at(*node, context);
        }
    }

    /// Opens the next or the previous record of the file.
    fn other_game(&mut self, way: i64, context: &mut Context<'_>) -> Reply {
        let Some((path, number)) = self.source.clone() else { return Reply::Done };
        let Some(number) = number.checked_add_signed(way).filter(|number| *number > 0) else {
            return Reply::Done;
        };
        match context.host.read(&path, number, way < 0) {
            Ok(opened) => {
                self.rest(context);
                Reply::Study(Box::new(opened))
            }
            Err(error) => Reply::Say(one_line(&format!("{error:#}"), 300)),
        }
    }

    /// Stops all thinking.
    fn rest(&mut self, context: &mut Context<'_>) {
        self.autoplay = None;
        self.adviser.rest(context.host);
        if let Some((job, _)) = self.judging.take() {
            context.host.forget(job);
        }
        if let Some((job, _)) = self.judging_actions.take() {
            context.host.forget(job);
        }
    }
}
