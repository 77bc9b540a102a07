use disprove::prelude::*;

fn helper(n: u8) {
    assume!(n);
    assume!(n > 3 && n);
    assume!(n == "three");
    when!(Some(n));
}

fn main() {
    helper(3);
}
