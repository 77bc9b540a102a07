use disprove::prelude::*;

fn helper() {
    assume!();
    let _ = when!();
}

fn main() {
    helper();
}
