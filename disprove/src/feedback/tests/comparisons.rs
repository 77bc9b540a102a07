//! Distances of comparison operators, remainders and comparison methods.

use super::{distance, falls};
use std::cmp::Ordering::{self, Equal, Greater, Less};

#[test]
fn every_operator_has_a_falling_distance() {
    falls(&[900, 50, 8, 7], |x: i32| distance!(x == 7));
    falls(&[900, 50, 8, 7], |x: i32| distance!(x < 8));
    falls(&[900, 50, 9, 8], |x: i32| distance!(x <= 8));
    falls(&[-900, 8, 9], |x: i32| distance!(x > 8));
    falls(&[-900, 7, 8], |x: i32| distance!(x >= 8));
    falls(&[8, 7], |x: i32| distance!(x != 8));
    falls(&[8, 900], |x: i32| distance!(x != 8));
}

#[test]
fn negated_operators_have_a_falling_distance() {
    falls(&[-900, 50, 99, 100], |x: i32| distance!(!(x < 100)));
    falls(&[-900, 99, 100, 101], |x: i32| distance!(!(x <= 100)));
    falls(&[900, 101, 100], |x: i32| distance!(!(x > 100)));
    falls(&[900, 100, 99], |x: i32| distance!(!(x >= 100)));
    falls(&[900, 101, 100], |x: i32| distance!(!(x != 100)));
    falls(&[100, 5], |x: i32| distance!(!(x == 100)));
    falls(&[900, 101, 100], |x: i32| distance!(!!(x == 100)));
}

#[test]
fn large_neighbors_differ_and_nothing_overflows() {
    falls(&[u64::MAX, u64::MAX / 2, 11, 10], |x| distance!(x == 10));
    falls(&[u64::MAX - 9, u64::MAX - 1, u64::MAX], |x| distance!(x == u64::MAX));
    falls(&[i128::MIN, 0, i128::MAX - 1, i128::MAX], |x| distance!(x >= i128::MAX));
    falls(&[u128::MAX, 1, 0], |x| distance!(x < 1));
    falls(&[i64::MIN, i64::MAX], |x| distance!(x > 0));
}

#[test]
fn floats_have_a_falling_distance_and_nan_a_finite_one() {
    falls(&[f64::INFINITY, 1e300, 9.0, 1.5, 1.25, 1.0], |x| distance!(x <= 1.0));
    falls(&[9.0, 2.0], |x: f64| distance!((x - 2.5).abs() <= 0.5));
    let nan = f64::NAN;
    assert!(
        distance!(nan < 1.0) > 0.0 && distance!(nan >= 1.0) > 0.0 && distance!(nan == nan) > 0.0
    );
    assert_eq!(distance!(!(nan < 1.0)) + distance!(nan != nan), 0.0);
    assert!(distance!(f64::NEG_INFINITY == f64::INFINITY) > distance!(0.0 == 1e300));
    assert!(distance!(0.0 == f64::from_bits(1)) > 0.0, "the smallest difference there is");
}

#[test]
fn distances_of_remainders_are_modular() {
    falls(&[4_u8, 3, 2, 1, 0], |x| distance!(x % 8 == 0));
    falls(&[4_u8, 5, 6, 7, 8], |x| distance!(x % 8 == 0));
    falls(&[13_u8, 14, 15, 16, 17], |x| distance!(x % 8 == 1));
    falls(&[12_u8, 11, 10, 9], |x| distance!(1 == x % 8));
    let (k, sizes) = (10_i64, (10_i64, 0));
    falls(&[24_i64, 22, 21, 20], |x| distance!(x % k == 0));
    falls(&[26_i64, 28, 29, 30], |x| distance!(x % sizes.0 == sizes.1));
    let list = [0; 10];
    falls(&[26_usize, 28, 29, 30], |x| distance!((x % list.len()) == 0));
    falls(&[26_usize, 28, 29, 30], |x| distance!(0 == x % list.len()));
    falls(&[26_u32, 28, 29, 30], |x| distance!(x.is_multiple_of(10)));
    falls(&[-24_i32, -22, -20], |x| distance!(x % 10 == 0));
    falls(&[26_u32, 28, 29, 30], |x| distance!(!(x % 10 != 0)));
    falls(&[20_u32, 21], |x| distance!(x % 10 != 0));
    let (two, four, one) = (2_u8, 4_u8, 1_u8);
    assert_eq!(distance!(two % 8 == 3), distance!(four % 8 == 3));
    assert!(distance!(two % 8 == 3) < distance!(one % 8 == 3));
    falls(&[24.5_f64, 20.5], |x| distance!(x % 10.0 < 1.0));
}

#[test]
fn ordered_remainders_have_a_falling_distance() {
    falls(&[24_u32, 23, 22], |x| distance!(x % 10 < 3));
    falls(&[26_u32, 28, 29, 30], |x| distance!(x % 10 < 3));
    falls(&[22_u32, 21, 20, 19], |x| distance!(x % 10 > 7));
    falls(&[25_u32, 26, 27], |x| distance!(7 <= x % 10));
    falls(&[25_u32, 26, 27], |x| distance!(!(x % 10 < 7)));
    assert!(distance!(20 % 10 == 30) > 0.0, "what cannot be");
}

#[test]
#[should_panic(expected = "divisor of zero")]
fn a_remainder_by_zero_panics_as_in_plain_rust() {
    let (x, k) = (std::hint::black_box(7), std::hint::black_box(0));
    assert!(disprove::__private::condition!(x % k == 0));
}

#[test]
fn comparison_methods_have_a_falling_distance() {
    falls(&[900, 50, 8, 7], |x: i32| distance!(x.eq(&7)));
    falls(&[900, 50, 8, 7], |x: i32| distance!(x.cmp(&8) == Ordering::Less));
    falls(&[900, 50, 8, 7], |x: i32| distance!(x.cmp(&7) == Equal));
    falls(&[-900, 5, 8], |x: i32| distance!(x.cmp(&7) == Greater));
    falls(&[-900, 5, 7], |x: i32| distance!(x.cmp(&7) != Less));
    falls(&[900, 8, 7], |x: i32| distance!(x.partial_cmp(&8) == Some(Less)));
    falls(&[900, 8, 7], |x: i32| distance!(x.cmp(&8).is_lt()));
    falls(&[900, 9, 8], |x: i32| distance!(x.cmp(&8).is_le()));
    falls(&[-9, 7, 8], |x: i32| distance!(!x.cmp(&8).is_lt()));
    falls(&[9.0, 1.0, 0.5], |x: f64| distance!(x.total_cmp(&0.75).is_lt()));
    falls(&[900, 8, 7], |x: i32| distance!((&x).lt(&&8)));
    falls(&[900, 8, 7], |x: i32| {
        let x = &x;
        distance!(x.lt(&8))
    });
    assert!(distance!([1, 2].iter().eq([1, 3].iter())) > 0.0, "iterators are consumed");
}

#[test]
fn literals_on_both_sides_and_borrowed_operands_compile() {
    let (text, other) = (String::from("a"), String::from("b"));
    assert!(distance!(text == other) > 0.0 && distance!(text == "a") == 0.0);
    assert!(distance!(*"abc" == *"abd") > 0.0 && distance!(text.as_str() < other.as_str()) == 0.0);
    assert!(distance!(1 < 2) == 0.0 && distance!(u8::MAX as i32 == 254) > 0.0);
    assert_eq!((text.len(), other.len()), (1, 1));
}
