//! What is said beside a verdict.

use std::io::{self, Write};

/// Writes to standard error, past the test harness: it shows what a test prints only if the test fails, but a
/// property that passes and says little, or a database that cannot be read, are worth a line all the same.
pub(crate) fn aside(text: &str) {
    // One call, so that the lines of several tests do not mix. Nobody can be told if it fails.
    let _ = io::stderr().write_all(format!("{text}\n").as_bytes());
}
