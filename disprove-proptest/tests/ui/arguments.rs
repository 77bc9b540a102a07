use proptest::prelude::*;

struct Point {
    x: u8,
    y: u8,
}

proptest! {
    fn patterns_with_a_type(Point { x, y }: Point) {
        prop_assert!(x < 10 || y < 10);
    }
}

proptest! {
    fn no_strategy(x of 0..10) {
        prop_assert!(x < 10);
    }
}

fn main() {}
