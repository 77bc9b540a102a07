use disprove::prelude::*;

struct Handle(*const u8);

#[derive(Arbitrary)]
struct Holder {
    handle: Handle,
}

fn main() {}
