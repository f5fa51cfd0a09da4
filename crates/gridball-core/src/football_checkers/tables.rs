//! Tables that are made when the crate is compiled.

use super::cells::{Cell, CellSet, SIZE};
use crate::grid::Direction;

/// `RAYS[bit][direction]`: the cells from the cell of that bit (not itself) to the edge.
///
/// The bits 192 and 255 mean "no cell" (see [`CellSet::first_bit`] and [`CellSet::last_bit`]);
/// their rays are empty, as are those of all bits beside the board.
pub(super) static RAYS: [[CellSet; 8]; 256] = rays();

#[allow(clippy::large_stack_arrays, reason = "runs in the compiler only")]
const fn rays() -> [[CellSet; 8]; 256] {
    let mut rays = [[CellSet::EMPTY; 8]; 256];
    let mut direction = 0;
    while direction < 8 {
        let mut index = 0;
        while let Some(start) = Cell::from_index(index) {
            let mut point = start.point().step(Direction::from_index(direction));
            while let Some(cell) = Cell::at(point) {
                let ray = &mut rays[start.bit() as usize][direction];
                *ray = ray.with(cell);
                point = point.step(Direction::from_index(direction));
            }
            index += 1;
        }
        direction += 1;
    }
    rays
}

/// Numbers for the key of a position.
#[derive(Clone, Copy)]
pub(super) struct Keys {
    /// For a checker of each player on the cell of each bit.
    pub(super) checkers: [[u64; 256]; 2],
    /// When Second is to move.
    pub(super) second_to_move: u64,
    /// In the variant `open`.
    pub(super) open: u64,
}

/// These numbers never change: keys are stored in databases. A test holds golden values.
pub(super) static KEYS: Keys = keys();

const fn keys() -> Keys {
    // SplitMix64 from a fixed seed; the letters of "checkers".
    let mut state = 0x6368_6563_6b65_7273_u64;
    let mut keys = Keys { checkers: [[0; 256]; 2], second_to_move: 0, open: 0 };
    let mut player = 0;
    while player < 2 {
        let mut y = 0;
        while y < SIZE {
            let mut x = 0;
            while let Some(cell) = Cell::new(x, y) {
                (state, keys.checkers[player][cell.bit() as usize]) = split_mix(state);
                x += 1;
            }
            y += 1;
        }
        player += 1;
    }
    (state, keys.second_to_move) = split_mix(state);
    (_, keys.open) = split_mix(state);
    keys
}

/// The next state and the next number of the generator `SplitMix64`.
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut number = state;
    number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, number ^ number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn rays_lead_to_the_edge() {
        let cell = Cell::parse("m9").unwrap();
        let expected = |cells: &[&str]| -> CellSet {
            cells.iter().map(|text| Cell::parse(text).unwrap()).collect()
        };
        let rays: [&[&str]; 8] = [
            &["m10", "m11", "m12"],
            &["n10", "p11"],
            &["n9", "p9"],
            &["n8", "p7"],
            &["m8", "m7", "m6", "m5", "m4", "m3", "m2", "m1"],
            &["k8", "h7", "g6", "f5", "e4", "d3", "c2", "b1"],
            &["k9", "h9", "g9", "f9", "e9", "d9", "c9", "b9", "a9"],
            &["k10", "h11", "g12"],
        ];
        for (direction, cells) in rays.into_iter().enumerate() {
            assert_eq!(RAYS[cell.bit() as usize][direction], expected(cells));
            assert!(RAYS[192][direction].is_empty() && RAYS[255][direction].is_empty());
        }
    }

    #[test]
    fn all_key_numbers_differ() {
        let mut numbers = BTreeSet::from([0, KEYS.second_to_move, KEYS.open]);
        for cell in CellSet::ALL.iter() {
            numbers.extend(KEYS.checkers.map(|keys| keys[cell.bit() as usize]));
        }
        assert_eq!(numbers.len(), 3 + 2 * 144);
    }
}
