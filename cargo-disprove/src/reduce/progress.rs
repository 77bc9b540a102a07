//! Progress of a reduction: a line that is overwritten on a terminal, a line for each improvement elsewhere.

use std::io::{self, IsTerminal, Write};

#[derive(Debug)]
pub(super) struct Progress {
    terminal: bool,
    /// Length of the line on the screen.
    shown: usize,
}

impl Progress {
    pub(super) fn new() -> Progress {
        Progress { terminal: io::stderr().is_terminal(), shown: 0 }
    }

    pub(super) fn improved(&mut self, line: &str) {
        let mut out = io::stderr().lock();
        // A closed output does not stop the reduction.
        let _ = if self.terminal {
            let blank = self.shown.saturating_sub(line.len());
            self.shown = line.len();
            write!(out, "\r{line}{:blank$}", "").and_then(|()| out.flush())
        } else {
            writeln!(out, "{line}")
        };
    }

    /// Ends the line.
    pub(super) fn end(&mut self) {
        if std::mem::take(&mut self.shown) > 0 {
            let _ = writeln!(io::stderr());
        }
    }
}
