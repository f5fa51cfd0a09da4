//! Generation and play of Gridball and paper football do not allocate.
#![allow(unsafe_code, reason = "a global allocator that counts cannot be written without")]

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
    ops::ControlFlow,
};

use gridball_core::{
    Position,
    gridball::{GridballAction, GridballPosition},
};

/// The system's allocator, counting what this thread asks of it.
struct Counting;

thread_local! {
    // Per thread, as the test harness allocates in its own. Needs no allocation itself.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    ALLOCATIONS.set(ALLOCATIONS.get() + 1);
}

// SAFETY: every call goes on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How many allocations `work` makes.
fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(vec![1_u8; 100]))), 1);
    assert_eq!(allocations(|| ()), 0);
}

/// Positions from the middle of a game, penalties among them.
fn positions() -> Vec<GridballPosition> {
    let games = [
        (
            "gridball:20x26/4",
            "547 634 605 432 213 345 600 543 310 114 316 135 343 017 006 074 760 136 p6 121 174 607 763 452 p3 p7 p3 p5 754 222 135",
        ),
        ("paper-football:16x24/4", "034 345"),
    ];
    let mut positions = Vec::new();
    for (id, actions) in games {
        let setup = id.parse().expect("a game id");
        let mut position = GridballPosition::start(&setup);
        positions.push(position.clone());
        for text in actions.split(' ') {
            let action = position.parse_action(text).expect("an action");
            position.play(&action).expect("a legal action");
            positions.push(position.clone());
        }
    }
    positions
}

#[test]
fn generating_does_not_allocate() {
    let positions = positions();
    let mut found = 0;
    let count = allocations(|| {
        for position in &positions {
            let set = position.moves();
            found += set.len() + usize::from(set.any()) + usize::from(position.has_move());
            found += set.iter().filter(|regular| set.contains(*regular)).count();
            found += usize::from(set.kth(3).is_some());
            found += set.iter().filter(|regular| position.traps(*regular)).count();
            found += position.count_actions(u64::MAX) as usize;
            let _ = position.visit_actions(|action| {
                found += usize::from(position.is_legal(action));
                ControlFlow::Continue(())
            });
        }
    });
    assert_eq!(count, 0);
    assert!(found > 10_000, "{found}");
}

#[test]
fn playing_and_undoing_do_not_allocate() {
    let positions = positions();
    let mut penalties = 0;
    let count = allocations(|| {
        for position in &positions {
            let mut copy = position.clone();
            let _ = position.visit_actions(|action| {
                let undo = copy.play_unchecked(action);
                copy.undo(undo);
                let played = copy.play(action);
                penalties += u32::from(matches!(action, GridballAction::Penalty(_)));
                if let Ok(undo) = played {
                    copy.undo(undo);
                }
                ControlFlow::Continue(())
            });
            assert!(&copy == position);
        }
    });
    assert_eq!(count, 0);
    assert!(penalties > 0);
}
