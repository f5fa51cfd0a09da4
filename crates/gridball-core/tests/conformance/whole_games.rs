//! What holds from the first action to the last.

use gridball_core::{
    AnyAction, AnyGame, AnyPosition, Coverage, EndReason, Game, Outcome, Plane, Position,
};

use crate::{
    Run,
    actions::{Visit, collected},
    common::{Plan, Style, setup},
};

/// Everything that undo has to restore.
type Snapshot<P> = (P, u64, String, Option<Outcome>, Option<EndReason>, Option<(u32, u32)>);

fn snapshot<P: Position>(position: &P) -> Snapshot<P> {
    (
        position.clone(),
        position.key(),
        position.position_text(),
        position.outcome(),
        position.end_reason(),
        position.clock(),
    )
}

pub(crate) fn undo_restores_every_position<P: Position>(run: &Run) {
    run.games::<P>(|game, _| {
        let mut snapshots = Vec::new();
        let mut again = Game::<P>::from_position(game.start().clone());
        for action in game.actions() {
            snapshots.push(snapshot(again.position()));
            again.play(action).expect("it was played before");
        }
        assert_eq!(again.position(), game.position());
        let played: Vec<P::Action> = game.actions().cloned().collect();
        for (index, before) in snapshots.iter().enumerate().rev() {
            assert_eq!(again.len(), index + 1);
            assert_eq!(again.undo().as_ref(), Some(&played[index]));
            assert_eq!(&snapshot(again.position()), before);
        }
        assert!(again.is_empty());
        assert_eq!(again.undo(), None);
        assert_eq!(again.position(), game.start());
    });
}

pub(crate) fn every_game_ends<P: Position>(run: &Run) {
    for (seed, style) in [(1, Style::Careless), (2, Style::Long), (3, Style::Cornering)] {
        let plan = Plan { seed, length: 10_000, style };
        let game = plan.play::<P>(run.id);
        let end = game.position();
        assert!(end.outcome().is_some(), "still going on: {}", end.position_text());
        assert_eq!(end.validate(), Ok(()));
        for action in game.actions() {
            assert!(end.check_action(action).is_err(), "legal after the end: {action:?}");
        }
    }
}

pub(crate) fn a_position_without_actions_is_a_finished_game<P: Position>(run: &Run) {
    let check = |position: &P| {
        let finished = position.outcome().is_some();
        assert_eq!(position.end_reason().is_some(), finished);
        let text = || position.position_text();
        assert_eq!(position.count_actions(1) == 0, finished, "{}", text());
        assert_eq!(position.actions(1).is_empty(), finished, "{}", text());
        let slow = collected(1, |visit| position.visit_slow_actions(visit));
        assert_eq!(slow.is_empty(), finished, "{}", text());
        let mut searched = 0;
        let visit: &mut Visit<P> = &mut |_| {
            searched += 1;
            core::ops::ControlFlow::Continue(())
        };
        let coverage = position.visit_search_actions(1, visit);
        assert_eq!(searched == 0, finished, "{}", text());
        assert_eq!(position.steps(&[]).is_empty(), finished, "{}", text());
        assert_eq!(position.finish(&[]), None, "{}", text());
        if finished {
            assert_eq!(coverage, Coverage::Complete);
            assert_eq!(position.validate(), Ok(()));
        }
    };
    run.games::<P>(|game, _| {
        game.replay(|before, _, _| check(before));
        check(game.position());
    });
}

pub(crate) fn clocks_only_grow<P: Position>(run: &Run) {
    run.games::<P>(|game, _| {
        game.replay(|before, action, after| {
            let texts = || format!("{}\n{}", before.position_text(), after.position_text());
            match (before.clock(), after.clock()) {
                (Some((earlier, limit)), Some((later, limit_after))) => {
                    assert!(earlier <= later, "{action:?}: {}", texts());
                    assert!(limit <= limit_after, "{action:?}: {}", texts());
                    assert!(later <= limit_after, "{action:?}: {}", texts());
                }
                (None, None) => {}
                other => panic!("a clock that comes and goes, {other:?}: {}", texts()),
            }
        });
    });
}

pub(crate) fn planes_are_always_the_same_ones<P: Position>(run: &Run) {
    let shape = |planes: &[Plane]| -> Vec<(&'static str, u8, u8)> {
        planes.iter().map(|plane| (plane.name, plane.bits.width(), plane.bits.height())).collect()
    };
    run.games::<P>(|game, _| {
        let expected = shape(&game.start().planes());
        assert!(!expected.is_empty());
        let mut names: Vec<&str> = expected.iter().map(|plane| plane.0).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), expected.len(), "two planes of one name");
        game.replay(|before, action, after| {
            let planes = after.planes();
            assert_eq!(shape(&planes), expected);
            if after.outcome().is_none() {
                assert_ne!(planes, before.planes(), "{action:?} shows in no plane");
            }
        });
    });
}

pub(crate) fn every_position_is_valid<P: Position>(run: &Run) {
    run.games::<P>(|game, _| {
        assert_eq!(game.start().validate(), Ok(()));
        game.replay(|before, action, after| {
            assert_eq!(after.validate(), Ok(()), "{action:?} in {}", before.position_text());
            assert_eq!(after.setup(), before.setup());
        });
    });
}

/// The wrapper of all games says the same as the game itself.
pub(crate) fn any_position_agrees<P>(run: &Run)
where
    P: Position + Into<AnyPosition>,
    P::Action: Into<AnyAction>,
{
    run.games::<P>(|game, choices| {
        let mut any = AnyGame::new(&setup::<AnyPosition>(run.id));
        for action in game.actions() {
            any.play(&action.clone().into()).expect("legal in the game itself");
        }
        let (position, any) = (game.position(), any.position());
        assert_eq!(any, &position.clone().into());
        assert_eq!(any.key(), position.key());
        assert_eq!(any.position_text(), position.position_text());
        assert_eq!(any.to_move(), position.to_move());
        assert_eq!(any.outcome(), position.outcome());
        assert_eq!(any.end_reason(), position.end_reason());
        assert_eq!(any.planes(), position.planes());
        assert_eq!(any.setup().to_string(), position.setup().to_string());
        let actions = position.actions(1_000);
        let same: Vec<AnyAction> = actions.iter().cloned().map(Into::into).collect();
        assert_eq!(any.actions(1_000), same);
        for action in choices.sample(&actions, 20) {
            let text = position.action_text(&action);
            assert_eq!(any.action_steps(&action.clone().into()), position.action_steps(&action));
            assert_eq!(any.action_text(&action.clone().into()), text);
            assert_eq!(any.parse_action(&text), Ok(action.into()));
        }
    });
}
