use disprove::prelude::*;

#[derive(Arbitrary)]
struct Opaque(u8);

fn main() {
    check(any::<Opaque>()).assert(|opaque| opaque.0 < 3);
}
