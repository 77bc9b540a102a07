//! Constants of the search, which experiments can change.
//!
//! `cargo run --release -p case-studies -- constants` shows the effect of each. Without the feature `research` they are
//! plain constants.

/// The constants that experiments can change.
#[cfg(feature = "research")]
static CHANGED: std::sync::RwLock<Vec<(String, f64)>> = std::sync::RwLock::new(Vec::new());

/// Whether there are any, so that looking one up costs little.
#[cfg(feature = "research")]
static ANY: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

/// The constant of this name: its value, unless an experiment changed it.
#[cfg(not(feature = "research"))]
#[inline(always)]
pub(crate) const fn tuned(_: &str, value: f64) -> f64 {
    value
}

/// The constant of this name: its value, unless an experiment changed it.
#[cfg(feature = "research")]
pub(crate) fn tuned(name: &str, value: f64) -> f64 {
    use std::sync::{PoisonError, atomic::Ordering};
    if !ANY.load(Ordering::Relaxed) {
        return value;
    }
    let changed = CHANGED.read().unwrap_or_else(PoisonError::into_inner);
    changed.iter().find(|(other, _)| other == name).map_or(value, |(_, value)| *value)
}

/// Changes a constant for all later runs of this process, or resets it.
#[cfg(feature = "research")]
#[doc(hidden)]
pub fn set_constant(name: &str, value: Option<f64>) {
    use std::sync::{PoisonError, atomic::Ordering};
    let mut changed = CHANGED.write().unwrap_or_else(PoisonError::into_inner);
    changed.retain(|(other, _)| other != name);
    if let Some(value) = value {
        changed.push((name.to_owned(), value));
    }
    ANY.store(!changed.is_empty(), Ordering::Relaxed);
}
