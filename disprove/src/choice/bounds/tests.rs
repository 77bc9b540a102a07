//! Tests of `bounds.rs`.

use super::*;

fn integers(min: i128, span: u128, origin: u128) -> Bounds {
    Bounds::Integer(IntegerBounds { min: min as u128, span, origin, signed: true, branch: false })
}

fn text(intervals: &[(char, char)], min: u32, max: u32) -> Bounds {
    Bounds::Text { alphabet: Alphabet::new(intervals), min, max }
}

#[test]
fn index_and_nth_are_inverses() {
    let all = [
        Bounds::Bool { threshold: 1 << 63 },
        Bounds::Bool { threshold: 0 },
        Bounds::Bool { threshold: u64::MAX },
        integers(-2, 7, 4),
        integers(5, 0, 0),
        text(&[('a', 'c')], 0, 3),
        text(&[], 0, 3),
        text(&[('0', '0'), ('é', 'ë')], 2, 4),
        Bounds::Bytes { min: 0, max: 1 },
        Bounds::Bytes { min: 1, max: 2 },
    ];
    for bounds in all {
        let count = bounds.count().expect("these are small");
        let values: Vec<Value> =
            (0..count).map(|i| bounds.nth(i).expect("below the count")).collect();
        assert_eq!(values[0], bounds.simplest());
        assert_eq!(bounds.nth(count), None, "{bounds:?}");
        for (i, value) in values.iter().enumerate() {
            assert!(bounds.allows(value), "{bounds:?} {value:?}");
            assert_eq!(bounds.index(value), Some(i as u128), "{bounds:?} {value:?}");
        }
        assert!(values.windows(2).all(|pair| bounds.compare(&pair[0], &bounds, &pair[1]).is_lt()));
    }
}

#[test]
fn the_widest_integers_have_indices() {
    let unsigned = Bounds::Integer(IntegerBounds {
        min: 0,
        span: u128::MAX,
        origin: 0,
        signed: false,
        branch: false,
    });
    let largest = Value::Integer(Number::natural(u128::MAX));
    assert_eq!(unsigned.index(&largest), Some(u128::MAX));
    assert_eq!(unsigned.nth(u128::MAX), Some(largest));
    assert_eq!(unsigned.count(), None);
    let signed = integers(i128::MIN, u128::MAX, 1 << 127);
    let smallest = Value::Integer(Number::from_bits(i128::MIN as u128, true));
    assert_eq!(signed.index(&smallest), Some(u128::MAX));
    assert_eq!(signed.simplest(), Value::Integer(Number::natural(0)));
    assert!(!signed.allows(&Value::Integer(Number::natural(u128::MAX))));
}

#[test]
fn the_nearest_integer_is_within_the_bounds() {
    let limits =
        IntegerBounds { min: -5i128 as u128, span: 10, origin: 5, signed: true, branch: false };
    assert_eq!(limits.nearest(Number::natural(u128::MAX)), 10);
    assert_eq!(limits.nearest(Number::below_zero(100)), 0);
    assert_eq!(limits.nearest(Number::below_zero(1)), 3);
    assert_eq!(limits.nearest(Number::natural(2)), 7);
}

#[test]
fn float_indices_have_gaps() {
    let bounds = Bounds::Float { min: -1.0, max: f64::INFINITY, nan: false, single: false };
    for value in [0.0, 1.0, 2.5, -0.5, f64::INFINITY, f64::MIN_POSITIVE] {
        let index = bounds.index(&Value::Float(value)).expect("allowed");
        assert_eq!(bounds.nth(index), Some(Value::Float(value)));
    }
    assert_eq!(bounds.index(&Value::Float(-2.0)), None);
    assert_eq!(bounds.index(&Value::Float(f64::NAN)), None);
}
