//! Attacks on a gate, and what closes them. Only the twelve cells of the gate are looked at.
//!
//! A free cell T of the gate is attacked when the attacker could land there: when he has a first
//! checker in sight of T on two lines, or a first and a second one on the same line. (Each of two
//! in one line can go to T relative to the other: the nearer moves, or the farther jumps.) Lines
//! along the gate play no part, because an attacker who stands in the gate has already won.
//!
//! So three rays lead from each cell of the gate into the field, 36 in all, and [`Gate::look`]
//! walks them all at once, row by row from the far end: a row of the board is twelve bits, and
//! three copies of it in one word, pushed sideways by the distance from the gate, put every cell
//! above the gate cell whose ray it lies on.

use super::{
    cells::{Cell, CellSet, SIZE},
    rules::home_row,
    tables::RAYS,
};
use crate::game::Player;

/// The directions of the three rays from a gate into the field: straight, to the right, to the
/// left. The copies of a row in a word follow the same order.
const fn rays_from(owner: Player) -> [usize; 3] {
    match owner {
        Player::First => [0, 1, 7],
        Player::Second => [4, 3, 5],
    }
}

/// Where the three copies of a row start in a word, when none is pushed. They are pushed by 11
/// bits at most, the second down and the third up, and so never meet.
const LANES: [u32; 3] = [0, 24, 36];

/// One copy of a row.
const ROW: u64 = 0x0fff;

/// For each distance from the gate the factor that makes the three copies of a row.
const SPREAD: [u64; SIZE as usize] = {
    let mut spread = [0; SIZE as usize];
    let mut distance = 0;
    while distance < SIZE as usize {
        spread[distance] =
            1 | 1 << (LANES[1] - distance as u32) | 1 << (LANES[2] + distance as u32);
        distance += 1;
    }
    spread
};

/// A gate and the checkers that matter to it.
#[derive(Clone, Copy)]
pub(super) struct Gate {
    /// Whose gate it is.
    pub(super) owner: Player,
    /// The checkers of the owner.
    pub(super) defenders: CellSet,
    /// The checkers of the opponent; none of them in the gate.
    pub(super) attackers: CellSet,
}

/// What a look from the gate finds.
pub(super) struct Look {
    /// The attacked cells.
    pub(super) attacked: CellSet,
    /// The defenders whose leaving makes an attack, or changes one: at most these cannot go
    /// wherever the others could.
    pub(super) screens: CellSet,
}

impl Gate {
    /// The row of the board that is the gate.
    const fn row(self) -> u8 {
        home_row(self.owner)
    }

    /// The attackers and the defenders, turned so that the gate is at the bottom.
    fn turned(self) -> [CellSet; 2] {
        match self.owner {
            Player::First => [self.attackers, self.defenders],
            Player::Second => [self.attackers.upside_down(), self.defenders.upside_down()],
        }
    }

    /// The attacked cells of the gate.
    pub(super) fn attacked(self) -> CellSet {
        let [attackers, defenders] = self.turned();
        // For each ray, going outwards from a cell: an attacker comes first; two attackers do.
        let (mut first, mut pair) = (0, 0);
        for y in 0..SIZE - 1 {
            let attackers = lanes(attackers, y);
            let free = !(attackers | lanes(defenders, y));
            pair = attackers & first | free & pair;
            first = attackers | free & first;
        }
        let free = !(self.attackers | self.defenders).row(self.row());
        CellSet::from_row(self.row(), free & landing(first, pair))
    }

    /// The attacked cells, and the defenders that screen cells from an attack.
    pub(super) fn look(self) -> Look {
        let [attackers, defenders] = self.turned();
        // For each ray, going outwards: attacker; attacker, attacker; defender, attacker;
        // defender, attacker, attacker; attacker, defender, attacker.
        let (mut first, mut pair) = (0, 0);
        let (mut screened, mut screened_pair, mut split_pair) = (0, 0, 0);
        for y in 0..SIZE - 1 {
            let attackers = lanes(attackers, y);
            let defenders = lanes(defenders, y);
            let free = !(attackers | defenders);
            split_pair = attackers & screened | free & split_pair;
            screened_pair = defenders & pair | free & screened_pair;
            screened = defenders & first | free & screened;
            pair = attackers & first | free & pair;
            first = attackers | free & first;
        }
        let gate = self.row();
        let free = ROW & !(self.attackers | self.defenders).row(gate);
        let landing = landing(first, pair);

        // A defender in the gate screens the cell it stands on.
        let mut screens = CellSet::from_row(gate, landing) & self.defenders;
        // One in the field screens a cell if without it there are two attackers on its ray, or
        // one there and one on another ray.
        let [straight, right, left] = split(first);
        let others = [right | left, straight | left, straight | right];
        let alone = split(screened);
        let paired = split(screened_pair | split_pair);
        for (lane, direction) in rays_from(self.owner).into_iter().enumerate() {
            let exposed = free & (paired[lane] | alone[lane] & others[lane]);
            for cell in CellSet::from_row(gate, exposed).iter() {
                let on_ray = RAYS[cell.bit() as usize][direction] & self.defenders;
                screens = screens.with(Cell::from_bit(nearest(on_ray, direction)));
            }
        }
        Look { attacked: CellSet::from_row(gate, free & landing), screens }
    }

    /// The cells where one more defender leaves nothing attacked: all cells if nothing is
    /// attacked now.
    pub(super) fn closing_cells(self) -> CellSet {
        self.attacked()
            .iter()
            .fold(CellSet::ALL, |closing, attacked| closing & self.closing_cells_for(attacked))
    }

    /// The cells where one more defender ends the attack on the cell `attacked`.
    fn closing_cells_for(self, attacked: Cell) -> CellSet {
        let occupied = self.attackers | self.defenders;
        // The cells before the first attacker on each ray, and between the first and the second.
        let mut before = [None; 3];
        let mut between = [None; 3];
        for (lane, direction) in rays_from(self.owner).into_iter().enumerate() {
            let ray = RAYS[attacked.bit() as usize][direction];
            let first = nearest(ray & occupied, direction);
            if self.attackers.contains_bit(first) {
                let beyond = RAYS[first as usize][direction];
                before[lane] = Some((ray ^ beyond) - occupied);
                let second = nearest(beyond & occupied, direction);
                if self.attackers.contains_bit(second) {
                    between[lane] = Some((beyond ^ RAYS[second as usize][direction]) - occupied);
                }
            }
        }
        let lines = before.iter().flatten().count();
        let mut closing = CellSet::EMPTY.with(attacked);
        for lane in 0..3 {
            let other_pairs = (0..3).any(|other| other != lane && between[other].is_some());
            if let Some(cells) = before[lane].filter(|_| lines <= 2 && !other_pairs) {
                closing |= cells;
            }
            if let Some(cells) = between[lane].filter(|_| lines == 1) {
                closing |= cells;
            }
        }
        closing
    }
}

/// Row `y` of a board with the gate at the bottom, once for each of the three directions, so that
/// bit x of a copy is the cell on the ray from the gate cell in column x. What is on the ray of no
/// gate cell lands between the copies.
#[inline]
const fn lanes(set: CellSet, y: u8) -> u64 {
    set.row(y) * SPREAD[(SIZE - 1 - y) as usize]
}

/// The three copies of a row in a word.
const fn split(lanes: u64) -> [u64; 3] {
    [lanes >> LANES[0] & ROW, lanes >> LANES[1] & ROW, lanes >> LANES[2] & ROW]
}

/// The columns of the gate where an attacker could land if the cell is free, from what the three
/// rays of each see.
const fn landing(first: u64, pair: u64) -> u64 {
    let [a, b, c] = split(first);
    let [x, y, z] = split(pair);
    a & b | a & c | b & c | x | y | z
}

/// The bit of the member of `on_ray` nearest to the start of a ray in `direction`; a bit beyond
/// the board if there is none.
#[inline]
pub(super) const fn nearest(on_ray: CellSet, direction: usize) -> u8 {
    // East, south-east, south and south-west lead to higher bits.
    if direction >= 2 && direction <= 5 { on_ray.first_bit() } else { on_ray.last_bit() }
}
