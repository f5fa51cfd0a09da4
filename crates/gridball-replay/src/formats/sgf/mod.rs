//! SGF of Dots, `GM[40]`: read and written.
//!
//! | SGF | here |
//! |---|---|
//! | `SZ`, `AB`, `AW`, `PL` | the set-up and the start. The four dots of the usual cross are `dots:WxH`, anything else `dots:WxH/plain` with a start of its own |
//! | `B`, `W` | a dot of First, of Second. A node may hold several. What follows a `.` in the value is a capture: it is compared with the one by the rules, and not kept |
//! | `C`, `N` of the root | comments |
//! | `TE`, `BM`, `DO`, `IT` | the signs `!` `!!` `?` `??` `?!` `!?` |
//! | `BL`, `WL` | a comment `[%clk 630]` |
//! | `RE` | the result, and `Termination` after `+R`, `+T`, `+F` |
//! | `EV` `PC` `DT` `RO` `PB` `PW` `BR` `WR` `TM` `OT` `AN` `SO` | the tags `Event` `Site` `Date` `Round` `First` `Second` `FirstElo` `SecondElo` `TimeControl` `Overtime` `Annotator` `Source` |
//! | any other `XX` of the root | a tag `Sgf_XX` that holds the values in their brackets |
//! | any other `XX` of a later node | a comment `[%sgf XX[…]]` |
//!
//! Written are the same properties, so that what was read from SGF comes back. What SGF has no
//! place for goes into properties of our own: `GRIDBALLID` (the game id, when a match format has
//! to be kept), `GRIDBALLTAG` (`NAME=VALUE`), `GRIDBALLSIGN`. Several comments of one node become
//! one, with a blank line between them.
//!
//! Coordinates are two letters, `a` to `z` and then `A` to `Z`, column and row from the top left,
//! so fields of more than 52 nodes cannot be written.

mod read;
mod values;
mod write;

pub use read::SgfReader;
pub use write::{SgfWriteError, record_text};

/// Root properties and the tags they become.
const TAGS: [(&str, &str); 12] = [
    ("EV", "Event"),
    ("PC", "Site"),
    ("DT", "Date"),
    ("RO", "Round"),
    ("PB", "First"),
    ("PW", "Second"),
    ("BR", "FirstElo"),
    ("WR", "SecondElo"),
    ("TM", "TimeControl"),
    ("OT", "Overtime"),
    ("AN", "Annotator"),
    ("SO", "Source"),
];

/// Root properties that are written from the record itself.
const OWN: [&str; 4] = ["FF", "GM", "CA", "SZ"];

/// Tags for properties that we know nothing of begin with this.
const OTHER_TAG: &str = "Sgf_";

/// Comments that hold properties that we know nothing of begin and end with these.
const RAW: (&str, &str) = ("[%sgf ", "]");

/// The longest name of a property, in bytes.
const NAME: usize = 32;

/// The tag for a result that says more than the record tells.
const RESULT_TAG: &str = "Sgf_RE";
