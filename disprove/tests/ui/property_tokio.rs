use disprove::prelude::*;

#[property(runtime = "tokio")]
#[miri::test]
async fn without_the_feature(_x: u8) {}

fn main() {}
