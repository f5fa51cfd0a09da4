//! The terminal: taken at the start and given back whatever happens.

use std::{
    io::{self, Stdout, Write},
    panic,
    sync::{
        Once,
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
            // The process stands still in here until somebody lets it go on. Where that cannot be
            // had, such as without job control, it goes on at once.
            let _ = nix::sys::signal::raise(nix::sys::signal::Signal::SIGTSTP);
            take()?;
        }
        self.terminal.clear()
    }
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
