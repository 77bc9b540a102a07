use disprove::prelude::*;

#[derive(Arbitrary)]
#[disprove(remote = std::num::IntErrorKind)]
enum KindDef {
    Empty,
    InvalidDigit,
    PosOverflow,
    NegOverflow,
    Zero,
}

#[derive(Arbitrary)]
#[disprove(remote = std::num::IntErrorKind, non_exhaustive)]
enum SomeDef {
    Empty,
    Zero,
}

fn main() {}
