use proptest::range_subset::range_subset;

fn main() {}
