//! What the trait `Position` promises, checked in random games of every game. A new game, or
//! another set-up, is one line in the list at the end.
//!
//! Every property is a function generic over `Position`; it runs for the type of the game itself
//! and, in fewer games, for `AnyPosition`.

#[path = "../common/mod.rs"]
mod common;

mod actions;
mod keys;
mod search;
mod steps;
mod symmetries;
mod texts;
mod whole_games;

use common::Run;

/// A test for every property.
macro_rules! properties {
    ($position:ty, $run:expr; $($module:ident: $($property:ident)+;)+) => {
        $($(
            #[test]
            fn $property() {
                crate::$module::$property::<$position>(&$run);
            }
        )+)+
    };
}

/// The tests of one type.
macro_rules! all_properties {
    ($position:ty, $run:expr) => {
        properties! {
            $position, $run;
            actions:
                fast_and_slow_rules_give_the_same_actions
                counts_and_limits_agree_with_visiting
                legal_means_generated
                fast_and_slow_play_agree;
            whole_games:
                undo_restores_every_position
                every_game_ends
                a_position_without_actions_is_a_finished_game
                clocks_only_grow
                planes_are_always_the_same_ones
                every_position_is_valid;
            search:
                search_actions_reach_every_result
                perft_agrees_with_the_slow_rules
                perft_stops_when_asked;
            keys:
                equal_positions_have_equal_keys
                other_keys_mean_other_positions
                equal_keys_mean_equal_rules;
            texts:
                positions_round_trip
                a_reread_position_plays_on_alike
                actions_round_trip
                damaged_position_texts_are_refused_or_valid
                damaged_action_texts_are_refused_or_round_trip
                texts_of_other_games_are_refused
                ids_round_trip;
            steps:
                steps_build_exactly_the_legal_actions
                steps_follow_single_actions
                steps_off_the_path_lead_nowhere;
            symmetries:
                symmetries_lead_back
                symmetries_keep_the_legal_actions
                symmetries_commute_with_play;
        }
    };
}

/// The modules of all games, and the list of ids that they cover.
macro_rules! conformance {
    ($($name:ident: $module:ident::$position:ident, $id:literal, $games:literal games, longest $longest:literal;)+) => {
        $(
            mod $name {
                mod itself {
                    use crate::Run;
                    const RUN: Run = Run { id: $id, cases: $games, max_length: $longest };
                    all_properties!(gridball_core::$module::$position, RUN);
                    properties! {
                        gridball_core::$module::$position, RUN;
                        whole_games: any_position_agrees;
                    }
                }

                mod any {
                    use crate::Run;
                    const RUN: Run = Run { id: $id, cases: 4, max_length: $longest };
                    all_properties!(gridball_core::AnyPosition, RUN);

                    #[test]
                    fn an_action_of_another_game_is_refused() {
                        crate::actions::an_action_of_another_game_is_refused(&RUN);
                    }
                }
            }
        )+

        const COVERED: &[&str] = &[$($id),+];
    };
}

#[test]
fn every_set_up_in_the_list_of_games_is_covered() {
    for game in gridball_core::games() {
        for setup in game.setups {
            assert!(COVERED.contains(setup), "add a line for {setup} to the list below");
        }
    }
}

// Set-ups that differ from another one only in size or in the first position get fewer games.
conformance! {
    gridball_small: gridball::GridballPosition, "gridball:20x26/4", 24 games, longest 500;
    gridball_classic: gridball::GridballPosition, "gridball:32x40/4", 8 games, longest 500;
    gridball_smallest: gridball::GridballPosition, "gridball:12x12/10", 24 games, longest 500;
    gridball_largest: gridball::GridballPosition, "gridball:56x62/2", 4 games, longest 300;
    paper_football: gridball::GridballPosition, "paper-football:16x24/4", 24 games, longest 500;
    paper_football_smallest: gridball::GridballPosition, "paper-football:12x12/2", 24 games, longest 500;
    paper_football_largest: gridball::GridballPosition, "paper-football:56x62/54", 4 games, longest 300;
    soccer_morozkov: paper_soccer::PaperSoccerPosition, "paper-soccer:2,6,8", 24 games, longest 60;
    soccer_online: paper_soccer::PaperSoccerPosition, "paper-soccer:2,8,10", 8 games, longest 80;
    soccer_lower_first: paper_soccer::PaperSoccerPosition, "paper-soccer:2,8,10/lower", 8 games, longest 80;
    soccer_smallest: paper_soccer::PaperSoccerPosition, "paper-soccer:2,4,2", 24 games, longest 40;
    soccer_largest: paper_soccer::PaperSoccerPosition, "paper-soccer:22,24,24/lower", 4 games, longest 100;
    checkers_corners: football_checkers::CheckersPosition, "football-checkers:corners", 16 games, longest 150;
    checkers_centre: football_checkers::CheckersPosition, "football-checkers:centre", 4 games, longest 100;
    checkers_split: football_checkers::CheckersPosition, "football-checkers:split", 4 games, longest 100;
    checkers_corners_open: football_checkers::CheckersPosition, "football-checkers:corners/open", 16 games, longest 150;
    checkers_centre_open: football_checkers::CheckersPosition, "football-checkers:centre/open", 4 games, longest 100;
    checkers_split_open: football_checkers::CheckersPosition, "football-checkers:split/open", 4 games, longest 100;
    dots: dots::DotsPosition, "dots:39x32", 2 games, longest 200;
    dots_plain: dots::DotsPosition, "dots:39x32/plain", 2 games, longest 60;
    dots_express: dots::DotsPosition, "dots:39x32/cross/express", 2 games, longest 150;
    dots_extended: dots::DotsPosition, "dots:39x32/cross/extended", 2 games, longest 60;
    dots_full: dots::DotsPosition, "dots:39x32/cross/full", 2 games, longest 60;
    dots_small: dots::DotsPosition, "dots:12x9", 16 games, longest 110;
    dots_smallest: dots::DotsPosition, "dots:3x3/plain", 24 games, longest 10;
    dots_narrow: dots::DotsPosition, "dots:3x20", 8 games, longest 60;
    dots_playoff: dots::DotsPosition, "dots:8x7/cross/stop=20/playoff=6", 16 games, longest 60;
}
