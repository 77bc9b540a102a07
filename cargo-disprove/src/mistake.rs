//! What cannot be done, and how the process ends then.

use crate::terminal::remark;
use std::process::ExitCode;

/// A sentence for the user, and what the process exits with.
#[derive(Debug)]
pub(crate) struct Mistake(pub(crate) String, pub(crate) u8);

/// Something is wrong with what was asked for.
pub(crate) fn usage(sentence: impl Into<String>) -> Mistake {
    Mistake(sentence.into(), 2)
}

/// Says what was wrong, if something was.
pub(crate) fn exit(done: Result<u8, Mistake>) -> ExitCode {
    match done {
        Ok(code) => ExitCode::from(code),
        Err(Mistake(sentence, code)) => {
            remark(&sentence);
            ExitCode::from(code)
        }
    }
}
