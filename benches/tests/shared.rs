//! What the benches rely on.

use gridball_benches::{gridball_positions, naive_dfs::NaiveBoard};
use gridball_core::{Position, gridball::GridballSetup};

/// Measurements can only be compared while the positions stay the same.
#[test]
fn the_positions_are_fixed() {
    for (setup, known) in [
        (GridballSetup::SMALL, 0x77d6_7c22_fe27_5751),
        (GridballSetup::CLASSIC, 0xdf48_2c6a_ce4a_41ce),
    ] {
        let keys = gridball_positions(&setup)
            .iter()
            .fold(0_u64, |all, position| all.rotate_left(1) ^ position.key());
        assert_eq!(keys, known, "{setup}: {keys:#x}");
    }
}

#[test]
fn the_yardstick_counts_right() {
    for setup in [GridballSetup::SMALL, GridballSetup::CLASSIC, GridballSetup::PAPER_FOOTBALL] {
        for position in gridball_positions(&setup) {
            let mut board = NaiveBoard::new(&position);
            let count = board.count_moves();
            assert_eq!(count, position.moves().len() as u64, "{position:?}");
            assert_eq!(board.count_moves(), count, "the board has to be restored");
        }
    }
}
