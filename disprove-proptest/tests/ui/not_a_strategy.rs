use proptest::prelude::*;

#[derive(Debug)]
struct Point;

proptest! {
    fn a_value(x in 7) {
        prop_assert!(x < 10);
    }

    fn a_type_without_arbitrary(point: Point) {
        let _ = point;
    }
}

fn main() {}
