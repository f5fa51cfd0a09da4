//! Ctrl-C, and the other wishes of the system to end: the first one asks the running command to
//! end, the second one ends the process and all engines with it.

use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Catches Ctrl-C from now on; `wake` is called when it comes. May be called once.
pub(crate) fn catch(mut wake: impl FnMut() + Send + 'static) {
    let caught = on_each(move || {
        if REQUESTED.swap(true, Ordering::Relaxed) {
            gridball_match::kill_all();
            std::process::exit(130);
        }
        wake();
    });
    // Without a handler Ctrl-C ends the process the hard way, which loses nothing either.
    debug_assert!(caught, "Ctrl-C is caught in one place of a command");
}

/// Calls `handler` from a thread of its own at each Ctrl-C, termination and hang-up; false if
/// that cannot be done. A hang-up that whoever started us wants ignored (`nohup`) is ignored.
#[cfg(unix)]
fn on_each(mut handler: impl FnMut() + Send + 'static) -> bool {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        iterator::Signals,
    };

    let hang_up = (!hang_up_is_ignored()).then_some(SIGHUP);
    let Ok(mut signals) = Signals::new(hang_up.into_iter().chain([SIGINT, SIGTERM])) else {
        return false;
    };
    std::thread::spawn(move || signals.forever().for_each(|_| handler()));
    true
}

/// Whether hang-ups were ignored when the process began, where the system tells.
#[cfg(unix)]
fn hang_up_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    // The lowest bit is signal 1.
    ignored.unwrap_or(0) >> (signal_hook::consts::SIGHUP - 1) & 1 == 1
}

/// Calls `handler` from a thread of its own at each Ctrl-C; false if that cannot be done.
#[cfg(not(unix))]
fn on_each(handler: impl FnMut() + Send + 'static) -> bool {
    ctrlc::set_handler(handler).is_ok()
}

/// Whether Ctrl-C came.
pub(crate) fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
