use disprove::prelude::*;

#[property(cases = 0, max_executions = 0x0)]
fn never_runs(x: u8) {}

fn main() {}
