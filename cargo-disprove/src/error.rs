//! Errors that end a command.

use crate::terminal::diagnostic;
use std::process::ExitCode;

/// A message for the user, and the exit code of the process.
#[derive(Debug)]
pub(crate) struct CommandError(pub(crate) String, pub(crate) u8);

/// An error in the arguments or in the project.
pub(crate) fn usage(message: impl Into<String>) -> CommandError {
    CommandError(message.into(), 2)
}

/// Prints the error, if there is one, and returns the exit code.
pub(crate) fn exit(result: Result<u8, CommandError>) -> ExitCode {
    match result {
        Ok(code) => ExitCode::from(code),
        Err(CommandError(message, code)) => {
            diagnostic(&message);
            ExitCode::from(code)
        }
    }
}
