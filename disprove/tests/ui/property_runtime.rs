use disprove::prelude::*;

#[property(runtime = "tokio")]
fn not_async(x: u8) {}

#[property(runtime = "smol")]
async fn unknown(x: u8) {}

fn main() {}
