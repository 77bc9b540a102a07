//! The message of a panic.

/// The message of a panic, and where it happened.
#[derive(Clone, Default)]
pub(crate) struct PanicMessage {
    pub(crate) message: String,
    pub(crate) location: Option<String>,
    /// The number of the panic in this process.
    pub(super) number: u64,
}

impl PanicMessage {
    /// A panic of another process.
    pub(crate) fn elsewhere(message: String, location: Option<String>) -> PanicMessage {
        PanicMessage { message, location, number: u64::MAX }
    }
}
