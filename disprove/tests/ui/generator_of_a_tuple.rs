use disprove::prelude::*;

fn pair() -> impl Generator<Value = (u8, bool)> {
    (0..9, any::<bool>())
}

fn converted() -> impl Generator<Value = (u8, bool)> {
    (0..9, any::<bool>()).into_generator()
}

fn convertible() -> impl IntoGenerator<Value = (u8, bool)> {
    (0..9, any::<bool>())
}

fn main() {
    check(pair()).assert(|_| true);
    check(converted()).assert(|_| true);
    check(convertible()).assert(|_| true);
}
