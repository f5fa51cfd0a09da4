//! What all readers of records have in common.

use std::io;

use gridball_core::{
    AnyAction, AnyIllegalAction, AnyPosition, AnySetup, AnyUndo, Position, Step, TextError,
};

use crate::{
    finding::{Bounded, Fault, Finding, FindingKind, LegalHint, Location, Note},
    limits,
    record::{NodeId, Record, RecordResult, check_unfinished},
};

/// One record out of a file, and what was found while reading it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Where the record begins.
    pub location: Location,
    /// The record. When a fault stopped the reading it holds what came before the fault; `None`
    /// when not even the start of the game could be read.
    pub record: Option<Record>,
    /// Faults and notes, in the order in which they stand.
    pub findings: Vec<Finding>,
    /// Whether the record was read to its end. If not, the last fault says why.
    pub whole: bool,
}

impl Entry {
    /// Whether the record is without a fault.
    pub fn is_good(&self) -> bool {
        self.faults().next().is_none()
    }

    /// The faults.
    pub fn faults(&self) -> impl DoubleEndedIterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.is_fault())
    }

    /// The notes.
    pub fn notes(&self) -> impl DoubleEndedIterator<Item = &Finding> {
        self.findings.iter().filter(|finding| !finding.is_fault())
    }

    /// The record, if it was read to its end. Faults that stop nothing, such as a result that
    /// contradicts the last position, do not matter here.
    ///
    /// # Errors
    ///
    /// The fault that stopped the reading.
    pub fn into_whole(self) -> Result<Record, Finding> {
        match self {
            Self { record: Some(record), whole: true, .. } => Ok(record),
            Self { location, findings, .. } => {
                Err(findings.into_iter().rfind(Finding::is_fault).unwrap_or(Finding {
                    location,
                    // Whatever stops a reader leaves a fault; so this is never used.
                    kind: FindingKind::Fault(Box::new(Fault::MissingTag { name: "Game" })),
                }))
            }
        }
    }
}

/// A reader of records, whatever their format.
pub trait ReadRecords: std::fmt::Debug {
    /// The next record, or `None` at the end of the file.
    ///
    /// A fault in a record stops that record alone; the next call goes on with the next one.
    ///
    /// # Errors
    ///
    /// When the file cannot be read. Nothing can be read after that.
    fn next_entry(&mut self) -> io::Result<Option<Entry>>;
}

/// Why a record cannot be read on.
#[derive(Debug)]
pub(crate) enum Stop {
    Io(io::Error),
    Fault(Finding),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        // What is wrong with the input itself is a fault; see `Source`.
        error.downcast().map_or_else(Self::Io, Self::Fault)
    }
}

/// After a fault and the search for the next record: what that search has found wrong.
pub(crate) fn skipped(search: io::Result<()>, findings: &mut Vec<Finding>) -> io::Result<()> {
    match search.map_err(Stop::from) {
        Ok(()) => Ok(()),
        Err(Stop::Io(error)) => Err(error),
        Err(Stop::Fault(finding)) => {
            findings.push(finding);
            Ok(())
        }
    }
}

/// The entry for an input that fails where no record has begun.
pub(crate) fn without_record(error: io::Error) -> io::Result<Entry> {
    match Stop::from(error) {
        Stop::Io(error) => Err(error),
        Stop::Fault(finding) => Ok(Entry {
            location: finding.location,
            record: None,
            findings: vec![finding],
            whole: false,
        }),
    }
}

/// A stop because of `fault` at `location`.
pub(crate) fn stop(location: Location, fault: Fault) -> Stop {
    Stop::Fault(self::fault(location, fault))
}

/// The finding that there is `fault` at `location`.
pub(crate) fn fault(location: Location, fault: Fault) -> Finding {
    Finding { location, kind: FindingKind::Fault(Box::new(fault)) }
}

/// The finding that there is `note` at `location`.
pub(crate) const fn note(location: Location, note: Note) -> Finding {
    Finding { location, kind: FindingKind::Note(note) }
}

/// The place `characters` after `location`, on the same line.
pub(crate) const fn advanced(location: Location, characters: usize) -> Location {
    match location {
        Location::Text { line, column } => {
            Location::Text { line, column: column + characters as u64 }
        }
        Location::Byte { offset } => Location::Byte { offset: offset + characters as u64 },
    }
}

/// Bytes as text: UTF-8, or else Latin-1; whether it was Latin-1.
pub(crate) fn decode(bytes: &[u8]) -> (String, bool) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), false),
        Err(_) => (bytes.iter().map(|&byte| char::from(byte)).collect(), true),
    }
}

/// The game id in `text`, at `location`.
pub(crate) fn parse_setup(text: &str, location: Location) -> Result<AnySetup, Stop> {
    text.parse().map_err(|error| stop(location, Fault::Game { id: text.to_owned(), error }))
}

/// The start of a game of this id, or the position in this text; both with their places.
pub(crate) fn start_position(
    (game, game_location): (&str, Location),
    position: Option<(&str, Location)>,
) -> Result<AnyPosition, Stop> {
    let setup = parse_setup(game, game_location)?;
    let Some((text, location)) = position else { return Ok(AnyPosition::start(&setup)) };
    let start = AnyPosition::parse_position(text).map_err(|error| {
        let location = advanced(location, error.column.saturating_sub(1));
        stop(location, Fault::Position { error })
    })?;
    if start.setup() != setup {
        let (game, position) = (setup.to_string(), start.setup().to_string());
        return Err(stop(location, Fault::PositionOfOtherGame { game, position }));
    }
    Ok(start)
}

/// A record that is being read: replays every action and puts it in its place.
#[derive(Debug)]
pub(crate) struct Builder {
    pub(crate) record: Record,
    position: AnyPosition,
    /// How many actions lead from the start to `at`.
    depth: usize,
    /// What takes each of them back; `None` in formats that never go back.
    undos: Option<Vec<AnyUndo>>,
    at: NodeId,
    /// The variations that are open, the outermost first.
    open: Vec<Variation>,
}

/// A place in the tree that is being read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    at: NodeId,
    depth: usize,
}

/// Why an action is not played.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The game is over.
    AfterEnd,
    /// The text is no action.
    NoAction(TextError),
    /// The action is not legal.
    Illegal(AnyIllegalAction),
    /// The record is too long.
    TooMany,
}

#[derive(Debug)]
struct Variation {
    /// Where its `(` stands.
    location: Location,
    /// The action it is an alternative to.
    instead_of: NodeId,
    /// How many actions stand before it.
    depth: usize,
}

impl Builder {
    pub(crate) fn new(start: AnyPosition) -> Self {
        Self {
            record: Record::from_position(start.clone()),
            position: start,
            depth: 0,
            undos: Some(Vec::new()),
            at: NodeId::ROOT,
            open: Vec::new(),
        }
    }

    /// A builder for a format without variations, which need not remember how to go back.
    pub(crate) fn of_main_line(start: AnyPosition) -> Self {
        Self { undos: None, ..Self::new(start) }
    }

    /// The position in which the next action is played.
    pub(crate) const fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// The last action read, if one was read on this line (the main line or the variation that is
    /// open).
    pub(crate) fn last(&self) -> Option<NodeId> {
        let before = self.open.last().map_or(0, |variation| variation.depth);
        (self.depth > before).then_some(self.at)
    }

    /// How many variations are open, and where the innermost begins.
    pub(crate) fn open(&self) -> Option<Location> {
        self.open.last().map(|variation| variation.location)
    }

    /// Reads `text` as an action and plays it.
    pub(crate) fn play(&mut self, text: &str, location: Location) -> Result<NodeId, Stop> {
        self.try_play(text).map_err(|refusal| self.refused(refusal, text, location))
    }

    /// [`play`](Self::play) without the work that a good message takes.
    pub(crate) fn try_play(&mut self, text: &str) -> Result<NodeId, Refusal> {
        if self.position.outcome().is_some() {
            return Err(Refusal::AfterEnd);
        }
        let action = self.position.parse_action(text).map_err(Refusal::NoAction)?;
        self.position.check_action(&action).map_err(Refusal::Illegal)?;
        if self.record.node_count() > limits::ACTIONS {
            return Err(Refusal::TooMany);
        }
        self.advance(&action);
        self.at = self.record.push(self.at, action);
        Ok(self.at)
    }

    /// Why `text`, at `location`, is not played here.
    pub(crate) fn refused(&self, refusal: Refusal, text: &str, location: Location) -> Stop {
        let hint = || LegalHint::new(&self.position, text);
        let owned = || text.to_owned();
        let fault = match (refusal, self.position.outcome()) {
            (Refusal::TooMany, _) => Fault::TooLong { what: Bounded::Tree, limit: limits::ACTIONS },
            (_, Some(outcome)) => {
                Fault::AfterEnd { text: owned(), outcome, reason: self.position.end_reason() }
            }
            (Refusal::NoAction(error), _) => Fault::NoAction { text: owned(), error, hint: hint() },
            (Refusal::Illegal(reason), _) => {
                Fault::IllegalAction { number: self.depth + 1, text: owned(), reason, hint: hint() }
            }
            // Said only of finished games, which are dealt with above.
            (Refusal::AfterEnd, None) => Fault::AfterUnfinished,
        };
        stop(location, fault)
    }

    /// Where the next action goes now, to come back to.
    pub(crate) fn mark(&self) -> Mark {
        Mark { at: self.at, depth: self.depth }
    }

    /// Goes back to a place on the way from the start to here: the next action becomes one more
    /// continuation there.
    pub(crate) fn go_back(&mut self, mark: Mark) {
        self.go_back_to(mark.depth);
        debug_assert_eq!(self.at, mark.at, "the mark is not on the way to here");
    }

    /// How many actions lead from the start to here.
    pub(crate) const fn depth(&self) -> usize {
        self.depth
    }

    /// Takes actions back until so many are left.
    pub(crate) fn go_back_to(&mut self, depth: usize) {
        while self.depth > depth {
            self.take_back();
        }
    }

    /// The node of the last action; the root before the first one.
    pub(crate) const fn at(&self) -> NodeId {
        self.at
    }

    /// Begins an alternative to the last action. Variations nest as deep as there are actions.
    pub(crate) fn begin_variation(&mut self, location: Location) -> Result<(), Stop> {
        let Some(instead_of) = self.last() else {
            return Err(stop(location, Fault::VariationOfNothing));
        };
        self.take_back();
        self.open.push(Variation { location, instead_of, depth: self.depth });
        Ok(())
    }

    /// Ends the innermost variation; `location` is that of its `)`.
    pub(crate) fn end_variation(&mut self, location: Location) -> Result<(), Stop> {
        if !self.open.is_empty() && self.last().is_none() {
            return Err(stop(location, Fault::EmptyVariation));
        }
        let Some(variation) = self.open.pop() else {
            return Err(stop(location, Fault::Unopened { closing: ')', opening: '(' }));
        };
        self.go_back_to(variation.depth);
        if let Some(action) = self.record.action(variation.instead_of).cloned() {
            self.advance(&action);
            self.at = variation.instead_of;
        }
        Ok(())
    }

    /// Plays a legal action.
    fn advance(&mut self, action: &AnyAction) {
        let undo = self.position.play_unchecked(action);
        if let Some(undos) = &mut self.undos {
            undos.push(undo);
        }
        self.depth += 1;
    }

    /// Takes back the last action.
    fn take_back(&mut self) {
        let undo = self.undos.as_mut().and_then(Vec::pop);
        if let (Some(undo), Some(parent)) = (undo, self.record.parent(self.at)) {
            self.position.undo(undo);
            self.at = parent;
        }
        // Down in any case, so that no loop that takes back runs for ever.
        self.depth = self.depth.saturating_sub(1);
    }

    /// Reads `text` (without the `~`) as an action that was begun and not finished: its steps with
    /// `-` between them.
    pub(crate) fn unfinished(&mut self, text: &str, location: Location) -> Result<(), Stop> {
        let steps = parse_unfinished(&self.position, text).ok_or_else(|| {
            stop(
                location,
                Fault::Unfinished {
                    text: text.to_owned(),
                    hint: LegalHint::new(&self.position, text),
                },
            )
        })?;
        self.record.put_unfinished(steps);
        Ok(())
    }

    /// What is wrong with the stated result, when the main line is read to its end.
    pub(crate) fn wrong_result(&self) -> Option<Fault> {
        wrong_result(self.record.result, &self.position)
    }
}

/// What is wrong with the stated result of a game that ended in this position.
pub(crate) fn wrong_result(stated: RecordResult, end: &AnyPosition) -> Option<Fault> {
    let outcome = end.outcome()?;
    let actual = RecordResult::of(Some(outcome));
    (stated != actual).then(|| Fault::WrongResult {
        stated,
        actual,
        outcome,
        reason: end.end_reason(),
    })
}

/// The steps in `text`, joined by `-`, if they begin a legal action that is not yet whole. In
/// paper soccer also a path in any of its notations.
fn parse_unfinished(position: &AnyPosition, text: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    if let AnyPosition::PaperSoccer(position) = position
        && let Ok(path) = position.parse_action(text)
        && path.start == position.setup().name(position.ball())
    {
        steps = position.action_steps(&path);
    } else {
        for part in text.split('-') {
            steps.push(position.parse_step(&steps, part).ok()?);
        }
    }
    check_unfinished(position, &steps).ok()?;
    Some(steps)
}

/// An unfinished action of `position`, as it stands in a record, without the `~`.
pub(crate) fn unfinished_text(position: &AnyPosition, steps: &[Step]) -> String {
    let mut text = String::new();
    if let AnyPosition::PaperSoccer(position) = position {
        // The ball's point first, as in a whole path.
        text = position.setup().name(position.ball()).to_string();
    }
    for (index, step) in steps.iter().enumerate() {
        if !text.is_empty() {
            text.push('-');
        }
        let written = position.write_step(&steps[..index], *step, &mut text);
        debug_assert!(written.is_ok(), "writing to a String cannot fail");
    }
    text
}
