//! What a reduction tells while it goes on: one line that changes on a terminal, a line for each improvement
//! elsewhere.

use std::io::{self, IsTerminal, Write};

#[derive(Debug)]
pub(super) struct Progress {
    terminal: bool,
    /// The length of the line that stands there.
    shown: usize,
}

impl Progress {
    pub(super) fn new() -> Progress {
        Progress { terminal: io::stderr().is_terminal(), shown: 0 }
    }

    pub(super) fn improved(&mut self, line: &str) {
        let mut out = io::stderr().lock();
        // Nobody to tell is no reason to stop.
        let _ = if self.terminal {
            let blank = self.shown.saturating_sub(line.len());
            self.shown = line.len();
            write!(out, "\r{line}{:blank$}", "").and_then(|()| out.flush())
        } else {
            writeln!(out, "{line}")
        };
    }

    /// Leaves the line that changes.
    pub(super) fn end(&mut self) {
        if std::mem::take(&mut self.shown) > 0 {
            let _ = writeln!(io::stderr());
        }
    }
}
