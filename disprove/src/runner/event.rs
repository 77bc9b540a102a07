//! What a run tells while it goes on. The core prints nothing: whoever listens does.

/// Something that happened in a run: see [`Check::listen`](crate::Check::listen).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A failure that resembles none before it.
    Found {
        /// What was said.
        message: &'a str,
        /// "file:line:column" of the panic, if it was one.
        location: Option<&'a str>,
        /// The number of the execution, from 1.
        execution: u64,
    },
    /// A failure was made smaller.
    Reduced {
        /// What made it smaller.
        pass: &'a str,
        /// How many choices are left.
        choices: usize,
    },
    /// Something the author of the property should know, in one line.
    Advised {
        /// The line.
        advice: &'a str,
    },
}
