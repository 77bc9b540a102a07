//! How a fuzz target names its property: by a hash of the path, whatever is private on the way.

/// Implemented by the type that `fuzz_property!` defines, once for each property of the crate.
#[diagnostic::on_unimplemented(
    message = "there is no property of this path in the fuzz target",
    label = "no property of this path",
    note = "the path leads to a function with `#[property]`, or to the name of a state machine in snake case",
    note = "the `Cargo.toml` of the fuzz target needs `cargo-fuzz = true` in `[package.metadata]`"
)]
pub trait FuzzTarget<const PATH: u64> {
    /// Runs the property.
    fn run();
}

/// The hash of a path: 64-bit FNV-1a.
pub const fn path_hash(path: &str) -> u64 {
    const START: u64 = 0xcbf2_9ce4_8422_2325;
    const FACTOR: u64 = 0x0000_0100_0000_01b3;
    let bytes = path.as_bytes();
    let (mut hash, mut at) = (START, 0);
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(FACTOR);
        at += 1;
    }
    hash
}
