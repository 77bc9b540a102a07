//! The command `decoders`: runs the program `bench-decoders`, whose allocator counts. Here it would slow down what other
//! commands measure.

use std::process::Command;

/// Default number of inputs of each decoder.
pub const INPUTS: u64 = 10_000_000;

/// Feeds this many inputs to each decoder.
pub fn run(inputs: u64) -> Result<(), String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--quiet", "--release", "-p", "bench", "--no-default-features"]);
    cargo.args(["--bin", "bench-decoders", "--", &inputs.to_string()]);
    let status = cargo.status().map_err(|why| format!("Cannot run cargo: {why}."))?;
    if status.success() { Ok(()) } else { Err("The table shows what is wrong.".to_owned()) }
}
