//! The terminal: taken at the start and given back whatever happens.

use std::{
    io::{self, Stdout, Write},
    panic,
    sync::{
        Arc, Once, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use ratatui::{
    Terminal,
    backend::CrosstermBackend,
    crossterm::{
        cursor, event, execute,
        terminal::{self, EnterAlternateScreen, LeaveAlternateScreen},
    },
};

/// Whether the terminal is ours now.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal while the screen is shown on it. Dropped, it is given back.
pub(crate) struct FullScreen {
    pub(crate) terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl FullScreen {
    /// Takes the terminal.
    ///
    /// # Errors
    ///
    /// Those of the terminal.
    pub(crate) fn take() -> io::Result<Self> {
        restore_after_panics();
        take()?;
        let taken = Terminal::new(CrosstermBackend::new(io::stdout()));
        if taken.is_err() {
            give_back();
        }
        Ok(Self { terminal: taken? })
    }

    /// Stops the process as the shell's Ctrl-Z does, and takes the terminal again afterwards.
    ///
    /// # Errors
    ///
    /// Those of the terminal.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        #[cfg(unix)]
        {
            give_back();
            stop();
            take()?;
        }
        self.forget()
    }

    /// Clears the terminal and forgets what is on it, so that everything is drawn anew.
    ///
    /// # Errors
    ///
    /// Those of the terminal.
    pub(crate) fn forget(&mut self) -> io::Result<()> {
        // `Terminal::clear` would ask the terminal where its cursor is and wait for the answer.
        execute!(io::stdout(), terminal::Clear(terminal::ClearType::All))?;
        self.terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        Ok(())
    }
}

/// The process stands still in here until somebody lets it go on. Where nobody is there to do that,
/// as without a shell that controls jobs, it goes on at once.
#[cfg(unix)]
fn stop() {
    use nix::{
        sys::signal::{Signal, raise},
        unistd::{getpgid, getpgrp, getppid, getsid},
    };
    let parent = getppid();
    let same_session = getsid(None).is_ok_and(|session| getsid(Some(parent)) == Ok(session));
    let has_shell = same_session && getpgid(Some(parent)) != Ok(getpgrp());
    if has_shell {
        // SIGTSTP itself is caught, see `wishes_to_stop`.
        let _ = raise(Signal::SIGSTOP);
    }
}

/// From now on SIGTSTP does not stop the process but is noted: the terminal has to be given back
/// before. Takes note of it and forgets it.
#[cfg(unix)]
pub(crate) fn wishes_to_stop() -> bool {
    static WISHED: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let wished = WISHED.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        // Where that fails SIGTSTP stops the process as ever.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGTSTP, Arc::clone(&flag));
        flag
    });
    wished.swap(false, Ordering::SeqCst)
}

/// There is no such signal.
#[cfg(not(unix))]
pub(crate) const fn wishes_to_stop() -> bool {
    false
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        give_back();
    }
}

fn take() -> io::Result<()> {
    terminal::enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    let taken = execute!(
        io::stdout(),
        EnterAlternateScreen,
        event::EnableMouseCapture,
        event::EnableBracketedPaste,
        cursor::Hide
    );
    if taken.is_err() {
        give_back();
    }
    taken
}

/// Gives the terminal back, if it is ours. Errors have nobody to go to.
fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let _ = execute!(
            io::stdout(),
            event::DisableBracketedPaste,
            event::DisableMouseCapture,
            LeaveAlternateScreen,
            cursor::Show
        );
        let _ = terminal::disable_raw_mode();
        let _ = io::stdout().flush();
    }
}

/// From now on a panic gives the terminal back before it is reported. A panic of another thread
/// ends the program, for the screen would go on over its report.
fn restore_after_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let was_taken = TAKEN.load(Ordering::SeqCst);
            give_back();
            report(info);
            if was_taken && thread::current().name() != Some("main") {
                std::process::exit(101);
            }
        }));
    });
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read;

    use portable_pty::{CommandBuilder, PtySize, native_pty_system};

    use super::*;

    /// Set in the process that is to panic.
    const PANICS: &str = "GRIDBALL_TEST_PANICS";

    /// The test runs itself again on a terminal of its own, and panics there.
    #[test]
    fn a_panic_gives_the_terminal_back_before_it_is_reported() {
        if std::env::var_os(PANICS).is_some() {
            let _screen = FullScreen::take().unwrap();
            panic!("the engine has lost its head");
        }
        let pair = native_pty_system().openpty(PtySize::default()).unwrap();
        let modes = || pair.master.get_termios().unwrap().local_flags;
        let before = modes();
        let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
        let name = "screen::terminal::tests::a_panic_gives_the_terminal_back_before_it_is_reported";
        command.args(["--exact", name, "--nocapture", "--test-threads=1"]);
        command.env(PANICS, "1");
        command.env("TERM", "xterm");
        let mut child = pair.slave.spawn_command(command).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let mut seen = Vec::new();
        let mut chunk = [0; 4096];
        let leaves = b"\x1b[?1049l";
        let report = b"the engine has lost its head";
        let place =
            |seen: &[u8], text: &[u8]| seen.windows(text.len()).position(|window| window == text);
        // The terminal stays open here, so what was written can be read to its end.
        while place(&seen, report).is_none() {
            let count = reader.read(&mut chunk).unwrap();
            seen.extend(&chunk[..count]);
        }
        child.wait().unwrap();
        assert!(place(&seen, b"\x1b[?1049h").is_some());
        assert!(place(&seen, leaves) < place(&seen, report));
        assert!(place(&seen, leaves).is_some());
        assert_eq!(modes(), before);
    }
}
