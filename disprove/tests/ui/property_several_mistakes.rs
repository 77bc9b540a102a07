use disprove::prelude::*;

#[property(cases = 0, seeds = 1)]
#[example(1, 2)]
async fn all_wrong(text: &mut str, one: &mut Source, two: &mut Source) {}

fn main() {}
