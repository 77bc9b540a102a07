use disprove::prelude::*;

#[derive(PartialEq, PartialOrd)]
struct Weight(u8);

#[trace]
fn largest(all: Vec<Weight>) -> Weight {
    let mut best = Default::default();
    let mut found = Vec::new();
    if best == found {
        best = Vec::new();
    }
    found.extend(best);
    found.extend(all);
    found.remove(0)
}

fn main() {}
