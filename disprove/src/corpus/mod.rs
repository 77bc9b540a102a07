//! What was tried before.

mod seen;

pub(crate) use seen::Seen;
