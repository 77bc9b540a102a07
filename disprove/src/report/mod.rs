//! What a person reads.

mod text;

pub(crate) use text::text;
