use disprove::prelude::*;

#[derive(Arbitrary)]
#[disprove(remote = "other::Type")]
struct Quoted(u8);

#[derive(Arbitrary)]
#[disprove(non_exhaustive)]
struct NoMirror(u8);

fn main() {}
