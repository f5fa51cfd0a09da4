//! A game at the board, whatever it is shown on.
//!
//! | module | holds |
//! |---|---|
//! | `table` | the game being played and its record: play, take back, give up |
//! | `clock` | the clocks of a game |
//! | `typing` | an action typed whole or step by step |
//! | `refusal` | why a step is not possible |
//! | `players` | the sides: people, engines, other programs |
//! | `sides` | who plays, as wished, as recorded, as said |
//! | `storage` | where games are saved, so that none is lost |
//! | `line/` | line mode: input and output one line at a time |

pub(crate) mod clock;
pub(crate) mod line;
pub(crate) mod players;
pub(crate) mod refusal;
pub(crate) mod sides;
pub(crate) mod storage;
pub(crate) mod table;
pub(crate) mod typing;

use std::{path::PathBuf, time::Duration};

use gridball_ai::Level;
use gridball_replay::text::Charset;

use crate::arguments::{GameOrFile, Side};

/// What was asked for on the command line.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    /// What to play, or a record to take up.
    pub(crate) game: Option<GameOrFile>,
    /// Who plays, by [`Player::index`](gridball_core::Player::index).
    pub(crate) sides: [Option<Side>; 2],
    /// The level of every side that is not human and has none of its own.
    pub(crate) level: Option<Level>,
    /// How long engines think.
    pub(crate) time: Option<Duration>,
    /// Where to write the record after each action.
    pub(crate) save: Option<PathBuf>,
    /// What engines' random choices depend on.
    pub(crate) seed: Option<u64>,
    /// How to draw.
    pub(crate) charset: Charset,
}
