//! Keys are the same on every platform and in every release: databases store them. A number here
//! changes only together with the format of those databases.

use gridball_core::{AnyGame, Position, games};

/// Game id, actions from the start, and the key after them.
const GOLDEN: &[(&str, &str, u64)] = &[
    ("gridball:20x26/4", "", 0x09b7_6b92_fa76_2063),
    ("gridball:56x62/54", "", 0x11dc_6240_2856_25f8),
    ("gridball:20x26/4", "547", 0x48c1_285d_52ee_59cb),
    (
        "gridball:20x26/4",
        "547 634 605 432 213 345 600 543 310 114 316 135 343 017 006 074 760 136",
        0x08b4_5377_a7b9_25b1,
    ),
    (
        "gridball:20x26/4",
        "547 634 605 432 213 345 600 543 310 114 316 135 343 017 006 074 760 136 p6 121 \
         174 607 763 452 p3",
        0x6201_8c0c_a6e6_7108,
    ),
    (
        "gridball:20x26/4",
        "547 634 605 432 213 345 600 543 310 114 316 135 343 017 006 074 760 136 p6 121 \
         174 607 763 452 p3 p7",
        0x41b0_256a_d0f5_61c7,
    ),
    ("gridball:32x40/4", "", 0x3366_ca29_87f2_d1cd),
    ("gridball:32x40/4", "547 634 605 432 213 345 600 543 310", 0xca7c_cd20_18f1_ab8b),
    ("gridball:12x12/6", "", 0xc0df_5349_1ab9_90e5),
    ("gridball:12x12/6", "547 634 605 574 424 222 161 024 435", 0xdd8f_74b0_ca5c_09c3),
    ("paper-football:16x24/4", "", 0x9b17_cd30_a5fb_81d5),
    ("paper-football:16x24/4", "547 634", 0xeee6_14ba_cf35_db66),
    (
        "paper-football:16x24/4",
        "547 634 605 432 213 345 600 543 310 114 316 135 455 650 021 275 p5",
        0xa9de_d8a7_230b_b8e6,
    ),
    ("paper-football:12x14/4", "", 0xd322_ce36_59db_ecda),
    (
        "paper-football:12x14/4",
        "547 634 605 574 330 312 120 003 212 463 363 653 024 p7 121 202 176 016 763 650 \
         501 660",
        0x1863_8aff_3360_d8dc,
    ),
    ("dots:39x32", "", 0x44ce_25d1_c20d_081c),
    ("dots:39x32", "2-30", 0x0ae2_01be_2e52_e8ff),
    ("dots:12x9", "", 0x86bb_20ed_65a0_adb3),
    (
        "dots:12x9",
        "9-3 3-6 2-4 10-4 9-8 6-7 7-1 9-4 11-3 11-1 1-7 8-4 8-5 4-1 12-2 2-7 10-8 8-7 \
         12-9 9-7 11-8 8-9 7-3 7-2 7-8 12-6 1-6 10-1 3-3 8-1",
        0x2ae4_b7dd_f4d3_61eb,
    ),
    (
        "dots:12x9",
        "9-3 3-6 2-4 10-4 9-8 6-7 7-1 9-4 11-3 11-1 1-7 8-4 8-5 4-1 12-2 2-7 10-8 8-7 \
         12-9 9-7 11-8 8-9 7-3 7-2 7-8 12-6 1-6 10-1 3-3 8-1 11-9 6-3 3-8 9-6 4-8 11-4 \
         9-2 6-1 5-1 2-3 5-3 1-2 2-6 10-2 4-4 3-4 8-8 1-9 12-5 3-1 7-9 11-5 2-2 8-6 12-3 \
         5-2 10-6 3-9 9-1 11-2 4-7 1-5 11-6 5-7 10-9 3-5 12-4 2-1 2-5 5-8 2-8 4-3 12-8 \
         1-3 9-9 10-5 12-7 5-4 9-5 6-9 5-6 5-5 2-9 5-9 6-8 10-7 7-7",
        0xfca2_c16e_ec90_0d3c,
    ),
    ("dots:7x7/plain", "", 0x5ae7_a38f_46ff_869e),
    (
        "dots:7x7/plain",
        "3-3 4-5 4-4 1-3 3-2 2-5 6-2 5-7 1-1 5-5 3-5 2-7 5-1 4-3 2-1 7-5 5-2 7-6 2-6 1-6",
        0x67ca_70c9_7769_65ba,
    ),
    ("dots:14x12/cross/express/playoff", "", 0xdf83_583c_3b2c_c9b8),
    (
        "dots:14x12/cross/express/playoff",
        "3-8 1-12 9-3 6-12 11-2 6-11 14-8 5-3 4-5 11-11 9-10 7-10 3-3 9-7 4-7 8-1 3-5 \
         12-9 1-9 12-1 13-8 1-6 5-10 3-7 7-8",
        0xbf0a_185a_e6ad_d05d,
    ),
    ("football-checkers:corners", "", 0xfd64_2f48_d014_582e),
    ("football-checkers:corners", "h1-b7", 0x6cd9_df02_01fa_1666),
    (
        "football-checkers:corners",
        "h1-b7 b12-b8 g1-b6 c12-c8 m1-e6 n12-n7 c1-f4 m12-m11 f4-f9 d12-d10 b6-d8 \
         h12-h10 f9-m9 k12-f9 k1-k7 m11-g11 m9-g9 f12-e11 k7-a7 e11-n11 b1-f5 h10-n10 \
         f5-m9 g12-m12 g9-k7 n7-n4 d1-d4 g11-n7 b7-b2 b8-b4",
        0x24d1_6e74_2b01_ff7d,
    ),
    ("football-checkers:centre", "", 0x6a9c_2adc_d649_5a2b),
    ("football-checkers:split", "", 0xc3d2_08da_30de_8ca5),
    ("football-checkers:corners/open", "", 0xba08_03d1_2c5c_0c29),
    (
        "football-checkers:corners/open",
        "h1-b7 h12-h9 d1-d3 g12-h12 g1-g6 h9-h4 d3-h7 c12-b11 b7-g7 h4-e7 h7-n10 b11-b4 \
         g7-g9 e12-k8 b1-a1 m12-m8 m1-g1 k8-m9 g6-d3 b12-b9 d3-k3 b4-b8 a1-h8 e7-e11 \
         k3-h4 e11-e6 c1-c8 e6-f5 h4-f2 b8-a9 f1-c4 m9-m7 k1-c7 f12-f6 e1-m1 a9-a4 n1-n2 \
         h12-k11 n10-h10 f6-f12 m1-n1 n12-n8 g9-k9 k12-g12 c8-c9 d12-a9 c7-d6 f12-f8 \
         h10-d10 f8-f3 c9-c2 m7-p9 c4-a2 m8-e3 k9-e5 a9-c11 d10-d9 a4-d4 d6-d10 p9-p3 \
         d10-e10 e3-f4 n2-n3 f5-f9 e10-h10 f4-k7 c2-e4 k11-k9 e4-d5 k7-m7 h10-h12",
        0xa973_b822_547d_b887,
    ),
    ("paper-soccer:2,6,8", "", 0xff58_04e6_ede3_688c),
    ("paper-soccer:2,6,8", "d6-c5", 0xc1f8_9ec8_9d5e_2a02),
    (
        "paper-soccer:2,6,8",
        "d6-c5 c5-b6 b6-a5-b4 b4-c5-d4 d4-d3 d3-c2-d2 d2-e2-f3 f3-g3-f2-f3-f4",
        0xd061_1a63_2be2_b902,
    ),
    ("paper-soccer:2,8,10/lower", "", 0xe52f_7e82_25a0_100e),
    (
        "paper-soccer:2,8,10/lower",
        "e7-d6 d6-c7 c7-c8 c8-d8 d8-e7-d7 d7-c7-d8-d7-d6-d5 d5-e6 e6-d7-e8 e8-e9 \
         e9-d8-e8-e7-e6-d6-c5",
        0xbebd_984b_0f84_7624,
    ),
    ("paper-soccer:2,4,4", "", 0x5503_f660_cacd_ba87),
    ("paper-soccer:2,4,4", "c4-b3 b3-a2", 0x3fca_d2c9_65da_5fc0),
];

#[test]
fn keys_are_what_they_always_were() {
    let mut wrong = Vec::new();
    for &(id, actions, expected) in GOLDEN {
        let mut game = AnyGame::new(&id.parse().unwrap_or_else(|error| panic!("{id}: {error}")));
        for text in actions.split_whitespace() {
            let action = game.position().parse_action(text).expect(text);
            game.play(&action).expect(text);
        }
        let key = game.position().key();
        if key != expected {
            wrong.push(format!("(\"{id}\", \"{actions}\", {key:#018x}),"));
        }
    }
    assert!(wrong.is_empty(), "the keys are now:\n{}", wrong.join("\n"));
}

#[test]
fn every_game_has_golden_keys_of_its_start_and_later() {
    for game in games() {
        let of_game = |id: &str| id.split(':').next() == Some(game.id);
        let start = GOLDEN.iter().any(|(id, actions, _)| of_game(id) && actions.is_empty());
        let later = GOLDEN.iter().any(|(id, actions, _)| of_game(id) && !actions.is_empty());
        assert!(start && later, "add keys of {}", game.id);
    }
}
