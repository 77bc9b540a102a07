use disprove::prelude::*;

#[property]
#[rstest]
#[case(3)]
fn cases(#[case] n: u8, x: u8) {}

#[property]
#[test_case::test_case(3)]
fn test_cases(n: u8) {}

fn main() {}
