//! Search actions and perft.

use std::{
    collections::{BTreeSet, HashSet},
    ops::ControlFlow,
};

use gridball_core::{Coverage, Position, perft, perft_slow, perft_until};

use crate::{
    Run,
    actions::{Visit, all_actions},
    common::setup,
};

/// Positions with more actions than this are left out where all results are compared.
const LIMIT: usize = 3_000;

/// The position after `action`, as text: it holds everything.
fn result<P: Position>(position: &P, action: &P::Action) -> String {
    let mut after = position.clone();
    after.play_unchecked(action);
    after.position_text()
}

pub(crate) fn search_actions_reach_every_result<P: Position>(run: &Run) {
    run.positions::<P>(|position, choices| {
        let mut searched = Vec::new();
        let visit: &mut Visit<P> = &mut |action| {
            searched.push(action.clone());
            ControlFlow::Continue(())
        };
        let coverage = position.visit_search_actions(LIMIT, visit);
        for action in choices.sample(&searched, 300) {
            assert_eq!(position.check_action(&action), Ok(()));
        }
        let set: BTreeSet<P::Action> = searched.iter().cloned().collect();
        assert_eq!(set.len(), searched.len(), "a search action was visited twice");
        assert!(searched.len() <= LIMIT);

        // Limits and early stops.
        let limit = choices.below(searched.len() + 1);
        let mut visited = 0;
        let visit: &mut Visit<P> = &mut |_| {
            visited += 1;
            ControlFlow::Continue(())
        };
        let limited = position.visit_search_actions(limit, visit);
        assert!(visited <= limit);
        if limit < searched.len() {
            assert_eq!(limited, Coverage::Limited);
        }
        if !searched.is_empty() {
            let visit: &mut Visit<P> = &mut |_| ControlFlow::Break(());
            let stopped = position.visit_search_actions(LIMIT, visit);
            assert_eq!(stopped, Coverage::Stopped);
        }

        if coverage == Coverage::Limited {
            return;
        }
        assert_eq!(coverage, Coverage::Complete);
        let Some(legal) = all_actions(position).filter(|legal| legal.len() <= LIMIT) else {
            return;
        };
        if set.len() == legal.len() {
            // A subset, as all of them are legal.
            return;
        }
        let reached: HashSet<String> =
            searched.iter().map(|action| result(position, action)).collect();
        assert_eq!(reached.len(), searched.len(), "two search actions with one result");
        for action in &legal {
            let name = position.action_text(action);
            assert!(reached.contains(&result(position, action)), "the result of {name} is missing");
        }
    });
}

/// Compares perft to a depth that both can do.
fn assert_perft_is_slow<P: Position>(position: &P) {
    let actions = position.count_actions(2_000);
    let depths: &[u32] = match actions {
        0..400 => &[0, 1, 2],
        400..2_000 => &[0, 1],
        _ => &[0],
    };
    for &depth in depths {
        // Bounded, as a paper soccer position with few actions can lead to ones with very many.
        let mut patience = 200_000_u32;
        let slow = perft_slow(position, depth, &mut || {
            patience = patience.saturating_sub(1);
            patience == 0
        });
        if let Some(slow) = slow {
            assert_eq!(perft(position, depth), slow, "depth {depth}");
        }
    }
}

pub(crate) fn perft_agrees_with_the_slow_rules<P: Position>(run: &Run) {
    let run = Run { cases: run.cases.div_ceil(8), ..*run };
    assert_perft_is_slow(&P::start(&setup::<P>(run.id)));
    run.games::<P>(|game, _| assert_perft_is_slow(game.position()));
}

pub(crate) fn perft_stops_when_asked<P: Position>(run: &Run) {
    let start = P::start(&setup::<P>(run.id));
    assert_eq!(perft_until(&start, 0, &mut || true), Some(1));
    assert_eq!(perft_until(&start, 2, &mut || true), None);
    assert_eq!(perft_slow(&start, 0, &mut || true), Some(1));
    assert_eq!(perft_slow(&start, 2, &mut || true), None);
    // In small fields every game ends before this depth: the last level is never reached.
    let mut asked = 0;
    let stopped = perft_until(&start, 200, &mut || {
        asked += 1;
        asked > 20_000
    });
    assert_eq!((stopped, asked), (None, 20_001), "it goes on after it was told to stop");
    let depth_2 = perft_until(&start, 2, &mut || false);
    assert_eq!(depth_2, Some(perft(&start, 2)));
}
