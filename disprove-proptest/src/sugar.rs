//! What the attribute `#[property_test]` expands to.

use std::fmt::{self, Debug};

/// The arguments of a test, with a name that proptest prints.
#[derive(Clone, Copy)]
pub struct NamedArguments<N, V>(pub N, pub V);

impl<N, V: Debug> Debug for NamedArguments<N, V> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.1.fmt(out)
    }
}
