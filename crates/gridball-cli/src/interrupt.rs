//! Ctrl-C, and the other wishes of the system to end: the first one asks the running command to
//! end, the second one ends the process and all engines with it.

use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Catches Ctrl-C from now on; `wake` is called when it comes. May be called once.
pub(crate) fn catch(mut wake: impl FnMut() + Send + 'static) {
    let caught = ctrlc::set_handler(move || {
        if REQUESTED.swap(true, Ordering::Relaxed) {
            gridball_match::kill_all();
            std::process::exit(130);
        }
        wake();
    });
    // Without a handler Ctrl-C ends the process the hard way, which loses nothing either.
    debug_assert!(caught.is_ok(), "Ctrl-C is caught in one place of a command");
}

/// Whether Ctrl-C came.
pub(crate) fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
