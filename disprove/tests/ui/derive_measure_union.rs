use disprove::prelude::*;

#[derive(Measure)]
union Either {
    a: u8,
    b: i8,
}

#[derive(Measure)]
struct Holder<T>(T);

struct Opaque;

fn main() {
    let holder = Holder(Opaque);
    holder.distance(&holder);
}
