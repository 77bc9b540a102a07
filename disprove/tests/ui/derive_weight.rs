use disprove::prelude::*;

#[derive(Debug, Arbitrary)]
enum Weights {
    #[weight(0)]
    Zero,
    #[weight(1.5)]
    Fraction,
    #[weight]
    Bare,
    #[weight(1, 2)]
    Two,
    #[weight(1)]
    #[weight(2)]
    Twice,
    Fine,
}

fn main() {}
