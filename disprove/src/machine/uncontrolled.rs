//! Stands in for `controlled.rs` without the feature `shuttle`.

use crate::{feedback::Outcome, source::Source};

/// Fails with a message that names the feature.
///
/// # Panics
/// Always.
pub fn under_shuttle(_: fn(&mut Source) -> Outcome, _: &mut Source) -> Outcome {
    panic!(
        "`threads = shuttle` needs the feature `shuttle` of `disprove`: write \
         `disprove = {{ version = \"..\", features = [\"shuttle\"] }}`"
    )
}

pub(super) fn plan(_: Vec<(usize, String)>) {}

pub(super) fn give_back(_: &mut Source) {}

pub(super) fn is_controlled() -> bool {
    false
}
