use proptest::{arbitrary::functor::ArbitraryF1, bits::VarBitSet};

fn main() {}
