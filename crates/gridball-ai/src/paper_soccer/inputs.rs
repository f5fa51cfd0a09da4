//! What a network is told about a position: which of its inputs are on.
//!
//! The player to move always attacks the top: if that is Upper, the field is turned upside down.
//! Places are numbered as in [`Places`], and a network sees a field of at most 128 of them.
//!
//! | inputs | on for |
//! |---|---|
//! | [`LINES`] + 128 d + place | every drawn line that leads from there in naming direction d |
//! | [`BALL`] + place | where the ball is |
//! | [`TOUCHED`] + place | every point that lines have touched and that was not occupied at the start |
//! | [`PASSED`] + place | every occupied point that the ball can come to in this turn |
//! | [`ENDS`] + place | every unoccupied point where this turn can end |
//! | [`SECOND`] + place | every other point that the ball can come to with two turns |
//! | [`ATTACK`] + turns | the turns to the opponent's goal, 9 for more or none |
//! | [`DEFENCE`] + turns | the turns to the mover's own goal |

use gridball_core::{
    Player, Position,
    paper_soccer::{OpenLines, PaperSoccerPosition, PaperSoccerSetup, Places, Side, TurnReach},
};

pub(super) const LINES: usize = 0;
pub(super) const BALL: usize = 512;
pub(super) const TOUCHED: usize = 640;
pub(super) const PASSED: usize = 768;
pub(super) const ENDS: usize = 896;
pub(super) const SECOND: usize = 1024;
pub(super) const ATTACK: usize = 1152;
pub(super) const DEFENCE: usize = 1162;

/// How many inputs a network has.
pub const INPUTS: usize = 1172;

/// The number of turns that stands for all greater ones.
const MANY_TURNS: usize = 9;

/// The numbers of inputs, for either player to move.
#[derive(Clone, Debug)]
pub(super) struct InputMap {
    setup: PaperSoccerSetup,
    /// The open lines before the first move, by which those drawn since are known.
    start: OpenLines,
    /// Every place as the player who attacks the bottom sees it.
    turned_places: [u8; 128],
    /// Every line as that player sees it.
    turned_lines: [[u16; 128]; 4],
}

impl InputMap {
    /// The map of a field; `None` if it has too many places.
    pub(super) fn new(setup: PaperSoccerSetup) -> Option<Self> {
        let start = OpenLines::new(&PaperSoccerPosition::start(&setup))?;
        let columns = usize::from(setup.width()) + 1;
        let rows = usize::from(setup.height()) + 3;
        let mut map = Self { setup, start, turned_places: [0; 128], turned_lines: [[0; 128]; 4] };
        let turned = |place: usize| (rows - 1 - place / columns) * columns + place % columns;
        for place in 0..columns * rows {
            map.turned_places[place] = turned(place) as u8;
            // A line down changes its end; one to the south-east becomes one to the south-west.
            for (name, end) in [place, place + columns + 1, place + columns, place + columns - 1]
                .into_iter()
                .enumerate()
            {
                if end < columns * rows {
                    let turned_name = [0, 3, 2, 1][name];
                    map.turned_lines[name][place] = (turned_name * 128 + turned(end)) as u16;
                }
            }
        }
        Some(map)
    }

    /// The field.
    pub(super) const fn setup(&self) -> PaperSoccerSetup {
        self.setup
    }

    /// The input of a line, when this side is to move.
    pub(super) const fn line(&self, side: Side, name: usize, from: usize) -> usize {
        LINES
            + match side {
                Side::Lower => name * 128 + from,
                Side::Upper => self.turned_lines[name][from] as usize,
            }
    }

    /// A place as the side to move sees it.
    pub(super) const fn place(&self, side: Side, place: usize) -> usize {
        match side {
            Side::Lower => place,
            Side::Upper => self.turned_places[place] as usize,
        }
    }

    /// Calls `add` with all inputs of lines and touched points of a position with these lines,
    /// when `side` is to move. The touched point under the ball is one of them.
    pub(super) fn visit_drawn(&self, lines: &OpenLines, side: Side, mut add: impl FnMut(usize)) {
        for (name, (before, now)) in self.start.lines().iter().zip(lines.lines()).enumerate() {
            for from in places(before & !now) {
                add(self.line(side, name, from));
            }
        }
        for place in places(self.start.untouched() & !lines.untouched()) {
            add(TOUCHED + self.place(side, place));
        }
    }

    /// Calls `add` with all inputs that depend on where the ball is and what it can reach; `first`
    /// is what the turn of `side`, which is to move, leads to.
    pub(super) fn visit_reach(
        &self,
        lines: &OpenLines,
        first: &TurnReach,
        side: Side,
        mut add: impl FnMut(usize),
    ) {
        add(BALL + self.place(side, lines.ball()));
        for place in places(first.passed) {
            add(PASSED + self.place(side, place));
        }
        for place in places(first.ends) {
            add(ENDS + self.place(side, place));
        }
        let mut seen = first.passed | first.ends;
        let before = seen;
        let mut reach = lines.turn_from(first.ends, &mut seen);
        for place in places(seen & !before) {
            add(SECOND + self.place(side, place));
        }
        let mut turns = first.goals.map(|goal| if goal { 1 } else { MANY_TURNS });
        for turn in 2..MANY_TURNS {
            for (turns, goal) in turns.iter_mut().zip(reach.goals) {
                if goal {
                    *turns = turn.min(*turns);
                }
            }
            if reach.ends == 0 || turns.iter().all(|&turns| turns < MANY_TURNS) {
                break;
            }
            reach = lines.turn_from(reach.ends, &mut seen);
        }
        add(ATTACK + turns[side.other().index()]);
        add(DEFENCE + turns[side.index()]);
    }
}

/// The numbers in a set.
fn places(set: Places) -> impl Iterator<Item = usize> {
    // Two halves, because machines count in words.
    [(set as u64, 0), ((set >> 64) as u64, 64)].into_iter().flat_map(|(mut rest, offset)| {
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let place = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                offset + place
            })
        })
    })
}

/// The inputs that are on in an unfinished position, each once; none if the field is too big for
/// a network.
pub fn inputs(position: &PaperSoccerPosition) -> Vec<u16> {
    let mut inputs = Vec::new();
    if let Some(map) = InputMap::new(position.setup())
        && let Some(lines) = OpenLines::new(position)
    {
        let side = position.side_to_move();
        map.visit_drawn(&lines, side, |input| inputs.push(input as u16));
        map.visit_reach(&lines, &lines.turn(), side, |input| inputs.push(input as u16));
    }
    inputs
}

/// The input that is on in the position that is mirrored left to right where `input` is on, on a
/// field that is `width` cells wide.
pub fn mirrored_input(input: u16, width: u8) -> u16 {
    let columns = usize::from(width) + 1;
    let input = usize::from(input);
    let mirrored = |place: usize| place - place % columns + columns - 1 - place % columns;
    let mirrored = match input {
        LINES..BALL => {
            let (name, place) = (input / 128, input % 128);
            // An east line changes its end; one to the south-east becomes one to the south-west.
            match name {
                0 => mirrored(place).saturating_sub(1),
                name => [0, 3, 2, 1][name] * 128 + mirrored(place),
            }
        }
        BALL..ATTACK => {
            let base = input - input % 128;
            base + mirrored(input % 128)
        }
        _ => input,
    };
    mirrored as u16
}

/// Whether a network for one set-up fits another: only who moves first may differ.
pub(super) fn same_field(a: PaperSoccerSetup, b: PaperSoccerSetup) -> bool {
    let size = |setup: PaperSoccerSetup| (setup.goal_width(), setup.width(), setup.height());
    size(a) == size(b)
}

/// The side that has just moved in a position.
pub(super) fn other_side(setup: PaperSoccerSetup, to_move: Player) -> Side {
    setup.side(to_move).other()
}
