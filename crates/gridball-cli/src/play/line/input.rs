//! What a person types, line by line.

use std::{
    io::{self, IsTerminal},
    sync::mpsc::{self, Receiver, SyncSender},
    time::Duration,
};

use gridball_match::lines::{self, Incoming};

use crate::interrupt;

/// Something that happened at the keyboard.
#[derive(Debug)]
pub(super) enum Event {
    /// A line, in whatever bytes.
    Line(Vec<u8>),
    /// There is no more input.
    End,
    /// Ctrl-C.
    Interrupt,
}

/// Lines that wait to be read, when they come from a file.
const WAITING_LINES: usize = 4;

/// Standard input and Ctrl-C.
#[derive(Debug)]
pub(super) struct Input {
    events: Receiver<Event>,
    sender: SyncSender<Event>,
    reading: bool,
    echo: bool,
}

impl Input {
    /// From now on Ctrl-C is an event.
    pub(super) fn new() -> Self {
        let (sender, events) = mpsc::sync_channel(WAITING_LINES);
        let interrupts = sender.clone();
        interrupt::catch(move || {
            // If there is no room the flag is seen before the next event is waited for.
            let _ = interrupts.try_send(Event::Interrupt);
        });
        Self { events, sender, reading: false, echo: !io::stdin().is_terminal() }
    }

    /// Whether what is typed is not seen unless we show it.
    pub(super) const fn needs_echo(&self) -> bool {
        self.echo
    }

    /// Waits for the next event; with `patience`, for no longer than that, and then there is an
    /// end.
    pub(super) fn next(&mut self, patience: Option<Duration>) -> io::Result<Event> {
        if interrupt::requested() {
            return Ok(Event::Interrupt);
        }
        // Nothing is read before somebody asks, so that a program after us finds its input.
        if !self.reading {
            self.reading = true;
            let sender = self.sender.clone();
            lines::read_in_thread("input", io::stdin(), move |incoming| {
                let event = match incoming {
                    Incoming::Line(line) => Event::Line(line),
                    Incoming::End => Event::End,
                };
                sender.send(event).is_ok()
            })?;
        }
        // We hold a sender ourselves, so the channel is never closed; after the end nothing comes.
        let event = match patience {
            Some(patience) => self.events.recv_timeout(patience).unwrap_or(Event::End),
            None => self.events.recv().unwrap_or(Event::End),
        };
        Ok(if interrupt::requested() { Event::Interrupt } else { event })
    }
}
