//! Output that survives a closed pipe: `println!` would panic, and the exit code would be lost.

use std::io::{self, Write};

/// Prints a result to standard output.
pub(crate) fn print(text: &str) {
    write_line(&mut io::stdout(), text);
}

/// Prints a diagnostic to standard error.
pub(crate) fn diagnostic(text: &str) {
    write_line(&mut io::stderr(), text);
}

fn write_line(out: &mut dyn Write, text: &str) {
    let _ = out.write_all(format!("{text}\n").as_bytes());
    let _ = out.flush();
}
