//! What the benches rely on.

use gridball_benches::{gridball_positions, naive_dfs::NaiveBoard, paper_soccer_positions};
use gridball_core::{Position, gridball::GridballSetup, paper_soccer::PaperSoccerSetup};

/// The keys of positions, mixed in their order.
fn fold<P: Position>(positions: &[P]) -> u64 {
    positions.iter().fold(0, |all, position| all.rotate_left(1) ^ position.key())
}

/// FNV-1a of the position texts: measurements can only be compared while they stay the same.
fn fingerprint(setup: GridballSetup) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for position in gridball_positions(&setup) {
        for byte in position.position_text().bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}

#[test]
fn the_positions_are_fixed() {
    let fields = [GridballSetup::SMALL, GridballSetup::CLASSIC];
    assert_eq!(fields.map(fingerprint), [0x332e_9f32_4ce3_0306, 0xa5e0_7b13_deef_fc32]);
}

#[test]
fn the_positions_of_paper_soccer_are_fixed() {
    for (setup, known) in [
        (PaperSoccerSetup::MOROZKOV, 0xb7f7_323d_3bdb_6b13),
        (PaperSoccerSetup::ONLINE, 0x1de7_e67e_dd0a_317b),
    ] {
        let keys = fold(&paper_soccer_positions(&setup));
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
