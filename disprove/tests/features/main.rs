//! The promises of optional features: `cargo test -p disprove --all-features --test features`. A binary of its own, so that the
//! other tests are not built once more with all features.

mod interop;
#[path = "../all/scripted.rs"]
mod scripted;
mod shuttle_machines;
mod simulations;
mod typed_crashes;
