use disprove::prelude::*;

mod other {
    pub struct Secret {
        pub x: u8,
        y: u8,
    }
}

#[derive(Arbitrary)]
#[disprove(remote = other::Secret)]
struct SecretDef {
    x: u8,
    y: u8,
}

fn main() {}
