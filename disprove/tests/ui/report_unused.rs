#![deny(unused_must_use)]

use disprove::prelude::*;

fn main() {
    check(any::<u8>()).run(|n| n < 10);
}
