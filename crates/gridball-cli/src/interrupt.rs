//! Ctrl-C: the first one asks the running command to end, the second one ends the process.

use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Catches Ctrl-C from now on; `wake` is called when it comes. May be called once.
pub(crate) fn catch(mut wake: impl FnMut() + Send + 'static) {
    let caught = ctrlc::set_handler(move || {
        request();
        wake();
    });
    // Without a handler Ctrl-C ends the process the hard way, which loses nothing either.
    debug_assert!(caught.is_ok(), "Ctrl-C is caught in one place of a command");
}

/// Takes the polite request to end, SIGTERM, for Ctrl-C from now on: for commands that must not
/// leave other programs behind.
#[cfg(unix)]
pub(crate) fn catch_termination() {
    // Where that fails the signal ends the process the hard way.
    if let Ok(mut signals) =
        signal_hook::iterator::Signals::new([signal_hook::consts::signal::SIGTERM])
    {
        let listen = move || signals.forever().for_each(|_| request());
        let listening = std::thread::Builder::new().name("signals".to_owned()).spawn(listen);
        debug_assert!(listening.is_ok(), "a thread can be had");
    }
}

/// Elsewhere there is no such signal.
#[cfg(not(unix))]
pub(crate) const fn catch_termination() {}

/// Asks the command to end; the second time the process ends, and no engine stays behind.
fn request() {
    if REQUESTED.swap(true, Ordering::Relaxed) {
        gridball_match::kill_all();
        std::process::exit(130);
    }
}

/// Whether Ctrl-C came.
pub(crate) fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
