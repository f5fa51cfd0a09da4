//! The views under which the rules stay the same.

use std::collections::BTreeSet;

use gridball_core::{Outcome, Player, Position, Symmetry};

use crate::{
    Run,
    actions::{all_actions, assert_same_actions},
};

const fn player_in(symmetry: Symmetry, player: Player) -> Player {
    if symmetry.exchange_players { player.other() } else { player }
}

fn outcome_in(symmetry: Symmetry, outcome: Option<Outcome>) -> Option<Outcome> {
    outcome.map(|outcome| match outcome {
        Outcome::Win(player) => Outcome::Win(player_in(symmetry, player)),
        Outcome::Draw => Outcome::Draw,
    })
}

pub(crate) fn symmetries_lead_back<P: Position>(run: &Run) {
    run.positions::<P>(|position, choices| {
        let symmetries = position.symmetries();
        assert_eq!(symmetries.first(), Some(&Symmetry::IDENTITY));
        let set: BTreeSet<Symmetry> = symmetries.iter().copied().collect();
        assert_eq!(set.len(), symmetries.len(), "a symmetry is listed twice");
        assert_eq!(&position.transformed(Symmetry::IDENTITY), position);
        let actions = choices.sample(&position.actions(2_000), 100);
        for &symmetry in symmetries {
            let back = symmetry.inverse();
            assert!(set.contains(&back), "{symmetry:?} has no way back");
            let image = position.transformed(symmetry);
            assert_eq!(image.validate(), Ok(()), "{symmetry:?}");
            assert_eq!(image.setup(), position.setup());
            assert_eq!(image.symmetries(), symmetries);
            assert_eq!(&image.transformed(back), position, "{symmetry:?}");
            assert_eq!(image.transformed(back).key(), position.key(), "{symmetry:?}");
            assert_eq!(P::parse_position(&image.position_text()).as_ref(), Ok(&image));
            for action in &actions {
                let there = position.transform_action(action, symmetry);
                assert_eq!(&image.transform_action(&there, back), action, "{symmetry:?}");
                if symmetry == Symmetry::IDENTITY {
                    assert_eq!(&there, action);
                }
            }
        }
    });
}

pub(crate) fn symmetries_keep_the_legal_actions<P: Position>(run: &Run) {
    run.positions::<P>(|position, choices| {
        for &symmetry in position.symmetries() {
            let image = position.transformed(symmetry);
            assert_eq!(image.to_move(), player_in(symmetry, position.to_move()), "{symmetry:?}");
            assert_eq!(image.outcome(), outcome_in(symmetry, position.outcome()), "{symmetry:?}");
            assert_eq!(image.end_reason(), position.end_reason(), "{symmetry:?}");
            assert_eq!(image.clock(), position.clock(), "{symmetry:?}");
            assert_eq!(image.step_space(), position.step_space());
            if let Some(actions) = all_actions(position) {
                let mapped: BTreeSet<P::Action> = actions
                    .iter()
                    .map(|action| position.transform_action(action, symmetry))
                    .collect();
                let there = all_actions(&image).expect("as many actions as here");
                assert_same_actions(&image, ("the images", &mapped), ("the actions", &there));
            } else {
                for action in choices.sample(&position.actions(2_000), 100) {
                    let there = position.transform_action(&action, symmetry);
                    assert_eq!(image.check_action(&there), Ok(()), "{symmetry:?}");
                }
            }
        }
    });
}

pub(crate) fn symmetries_commute_with_play<P: Position>(run: &Run) {
    run.positions::<P>(|position, choices| {
        for &symmetry in position.symmetries() {
            for action in choices.sample(&position.actions(2_000), 30) {
                let name = position.action_text(&action);
                let mut after = position.clone();
                after.play_unchecked(&action);
                let mut image = position.transformed(symmetry);
                image.play_unchecked(&position.transform_action(&action, symmetry));
                assert_eq!(after.transformed(symmetry), image, "{symmetry:?}, {name}");
                assert_eq!(image.outcome(), outcome_in(symmetry, after.outcome()), "{name}");
            }
        }
    });
}
