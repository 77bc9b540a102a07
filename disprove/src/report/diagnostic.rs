//! Messages beside the verdict of a test.

use crate::humanize::printable;
use std::io::{self, Write};

/// Writes a line to standard error, past the capture of the test harness. It shows the output of failing tests only,
/// but a weak property or an unreadable database deserves a line in any case.
pub fn diagnostic(text: &str) {
    // One call, so that lines of parallel tests do not mix. Nothing can be done if it fails.
    let _ = io::stderr().write_all(format!("{}\n", printable(text)).as_bytes());
}
