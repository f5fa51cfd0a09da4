//! The key of a position: 64 bits that stay the same for ever, because databases hold them.

use super::{
    board::{Board, NodeSet},
    rules::DotsSetup,
};
use crate::game::Player;

/// The key of size, turn, dots and territories.
pub(super) fn of(setup: &DotsSetup, to_move: Player, board: &Board) -> u64 {
    let (width, height) = (u64::from(setup.width()), u64::from(setup.height()));
    let start = width << 8 | height << 1 | to_move.index() as u64;
    let mut key = 0_u64;
    for (y, salt) in SALTS.iter().enumerate().take(usize::from(setup.height())) {
        let row = |set| board.row(set, y);
        // Which dots are dead follows from the territories.
        let dots = |player| row(NodeSet::Live(player)) | row(NodeSet::Dead(player));
        let territory = |player| row(NodeSet::Territory(player));
        key = key
            .wrapping_add(fold(dots(Player::First) ^ salt[0], dots(Player::Second) ^ salt[1]))
            .wrapping_add(fold(
                territory(Player::First) ^ salt[2],
                territory(Player::Second) ^ salt[3],
            ));
    }
    mix(key ^ mix(start))
}

/// Numbers without any pattern: four for each row of the field, one for each set.
static SALTS: [[u64; 4]; 62] = {
    let mut salts = [[0; 4]; 62];
    let mut index = 0;
    while index < 62 * 4 {
        salts[index / 4][index % 4] = mix(index as u64 + 1);
        index += 1;
    }
    salts
};

/// Spreads every bit of a number over all of it (the finalizer of splitmix64).
const fn mix(number: u64) -> u64 {
    let number = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// The two halves of a product, laid over each other.
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}
