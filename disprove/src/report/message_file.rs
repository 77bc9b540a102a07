//! The file of messages that a program reads while tests run.

use std::{
    env,
    fs::OpenOptions,
    io::{self, Write},
    path::Path,
};

/// The variable that names the file. `cargo disprove test --message-format json` sets it.
const MESSAGES: &str = "DISPROVE_MESSAGES";

/// Whether a program reads messages.
pub(crate) fn wants_messages() -> bool {
    env::var_os(MESSAGES).is_some_and(|path| !path.is_empty())
}

/// Appends a message.
///
/// # Errors
/// If the file cannot be written, with what to do.
pub(crate) fn append_message(message: &str) -> Result<(), String> {
    let path = env::var_os(MESSAGES).unwrap_or_default();
    append(Path::new(&path), message)
        .map_err(|why| format!("{MESSAGES}: cannot write to {}: {why}", Path::new(&path).display()))
}

/// One write in append mode: messages of other threads and processes do not mix with it.
fn append(path: &Path, message: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all(format!("{message}\n").as_bytes())
}
