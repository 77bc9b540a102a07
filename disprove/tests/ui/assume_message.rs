use disprove::prelude::*;

fn helper(n: u8) {
    assume!(n > 3, "n is {n}");
}

fn main() {
    helper(3);
}
