use disprove::prelude::*;

#[property]
fn on_unix(x: u8, #[cfg(unix)] y: u8) {}

fn main() {}
