//! What stands in the values of SGF: coordinates, texts, results, and the start of a game.

use gridball_core::{
    AnyPosition, AnySetup, Outcome, Player, Point, Position,
    dots::{DotsFormat, DotsPosition, DotsSetup, DotsStartError},
};

use crate::{
    finding::{Fault, Location},
    reader::{Stop, stop},
    record::{Record, RecordResult, termination},
};

/// What the nodes before the first dot say.
#[derive(Debug, Default)]
pub(super) struct Head {
    pub(super) size: Option<(u8, u8)>,
    pub(super) id: Option<AnySetup>,
    pub(super) dots: Vec<(Player, Point, Location)>,
    pub(super) to_move: Option<Player>,
    pub(super) tags: Vec<(String, String)>,
    pub(super) comments: Vec<String>,
    /// The result, as it stands in the file, and its place.
    pub(super) result: Option<(String, Location)>,
    pub(super) termination: Option<&'static str>,
    pub(super) stated: RecordResult,
    /// Who resigned by a move.
    pub(super) resigned: Option<Player>,
}

impl Head {
    /// The start of the game.
    pub(super) fn start(
        &self,
        mover: Option<Player>,
        place: Location,
    ) -> Result<AnyPosition, Stop> {
        let Some((width, height)) = self.size else {
            return Err(stop(place, Fault::MissingTag { name: "SZ" }));
        };
        let size = |error| stop(place, Fault::Size { text: format!("{width}:{height}"), error });
        let plain = DotsSetup::new(width, height, false, DotsFormat::Free).map_err(size)?;
        let setup = match &self.id {
            Some(AnySetup::Dots(setup)) if (setup.width(), setup.height()) == (width, height) => {
                *setup
            }
            _ => plain,
        };
        let to_move = self.to_move.or(mover).unwrap_or(Player::First);
        let crossed = DotsSetup::new(width, height, true, setup.format()).map_err(size)?;
        let mut dots: Vec<_> =
            self.dots.iter().map(|(player, point, _)| (*player, *point)).collect();
        let mut cross: Vec<_> = crossed.starting_dots().collect();
        dots.sort_unstable();
        cross.sort_unstable();
        if dots == cross && to_move == Player::First {
            return Ok(AnyPosition::start(&AnySetup::Dots(crossed)));
        }
        DotsPosition::with_dots(&setup, dots, to_move).map(AnyPosition::Dots).map_err(|error| {
            let (DotsStartError::OffField(point) | DotsStartError::Occupied(point)) = error;
            let dot = self.dots.iter().rev().find(|(_, dot, _)| *dot == point);
            stop(dot.map_or(place, |(_, _, location)| *location), Fault::SetUp(error))
        })
    }
}

pub(super) const fn letter(player: Player) -> char {
    match player {
        Player::First => 'B',
        Player::Second => 'W',
    }
}

/// The number of a coordinate letter.
pub(super) const fn coordinate(letter: char) -> Option<u8> {
    match letter {
        'a'..='z' => Some(letter as u8 - b'a'),
        'A'..='Z' => Some(letter as u8 - b'A' + 26),
        _ => None,
    }
}

/// The letter of a coordinate, if there is one.
pub(super) const fn coordinate_letter(number: i8) -> Option<char> {
    match number {
        0..=25 => Some((b'a' + number as u8) as char),
        26..=51 => Some((b'A' + number as u8 - 26) as char),
        _ => None,
    }
}

/// Text as SGF means it: escapes taken away.
pub(super) fn unescaped(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut characters = raw.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                // A line end after a backslash only breaks a long line.
                Some('\n') | None => {}
                Some(next) => text.push(next),
            },
            character => text.push(character),
        }
    }
    text
}

/// Text as it stands in a value. Line ends become `\n`: a reader knows no other.
pub(super) fn escaped(text: &str) -> String {
    let mut raw = String::with_capacity(text.len());
    for character in text.replace("\r\n", "\n").replace('\r', "\n").chars() {
        if matches!(character, '\\' | ']' | ':') {
            raw.push('\\');
        }
        raw.push(character);
    }
    raw
}

/// What `RE` says.
pub(super) fn result_of(text: &str) -> Option<(RecordResult, Option<&'static str>)> {
    let text = text.trim();
    let Some((winner, how)) = text.split_once('+') else {
        let result = match text {
            "0" | "Draw" | "draw" => RecordResult::Draw,
            "" | "?" | "Void" => RecordResult::Unknown,
            _ => return None,
        };
        return Some((result, None));
    };
    let result = match winner {
        "B" => RecordResult::FirstWins,
        "W" => RecordResult::SecondWins,
        _ => return None,
    };
    let termination = match how {
        "R" | "Resign" => Some(termination::RESIGNATION),
        "T" | "Time" => Some(termination::TIME),
        "F" | "Forfeit" => Some(termination::FORFEIT),
        _ => None,
    };
    Some((result, termination))
}

/// What `RE` says of a record that ends in this position; `None` if there is nothing to say.
pub(super) fn result_text(record: &Record, end: &AnyPosition) -> Option<String> {
    let winner = match record.result {
        RecordResult::FirstWins => 'B',
        RecordResult::SecondWins => 'W',
        RecordResult::Draw => return Some("0".to_owned()),
        RecordResult::Unknown => return None,
    };
    let how = match record.tags.get("Termination") {
        Some(termination::RESIGNATION) => "R".to_owned(),
        Some(termination::TIME) => "T".to_owned(),
        Some(termination::FORFEIT) => "F".to_owned(),
        _ => match (end, end.outcome()) {
            (AnyPosition::Dots(end), Some(Outcome::Win(winner))) => {
                (end.score(winner) - end.score(winner.other())).to_string()
            }
            _ => String::new(),
        },
    };
    Some(format!("{winner}+{how}"))
}
