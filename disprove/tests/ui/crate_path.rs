use disprove::prelude::*;

#[property(crate = "disprove")]
#[miri::test]
fn a_string(_n: u8) {}

#[property(crate)]
#[miri::test]
fn nothing(_n: u8) {}

#[property(crate = disprove, cases = 3, crate = disprove)]
#[miri::test]
fn twice(_n: u8) {}

#[trace(crate = 3)]
fn traced() {}

#[derive(Arbitrary)]
#[disprove(name = disprove)]
struct Unknown;

#[derive(PartialEq, Measure)]
#[disprove]
struct Empty;

fn main() {}
