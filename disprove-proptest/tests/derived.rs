//! Code that `proptest-derive` and `test-strategy` generate compiles and runs.

use proptest::prelude::*;

mod with_proptest_derive {
    use super::*;
    use proptest_derive::Arbitrary;

    #[derive(Clone, Debug, Arbitrary)]
    struct Plain {
        id: u32,
        #[proptest(strategy = "1..=6u8")]
        dice: u8,
        #[proptest(regex = "[a-z]{1,4}")]
        name: String,
        #[proptest(value = "7")]
        seven: u8,
        #[proptest(filter = "|n| n % 2 == 0")]
        even: u16,
        list: Vec<(bool, Option<char>)>,
    }

    #[derive(Clone, Debug, Arbitrary)]
    enum Shape {
        #[proptest(weight = 3)]
        Point,
        Circle(#[proptest(strategy = "0.0..9.0f64")] f64),
        Box {
            width: u8,
            height: u8,
        },
        #[proptest(skip)]
        #[expect(dead_code, reason = "it is never generated")]
        Unknown,
    }

    #[derive(Debug, Arbitrary)]
    #[proptest(params = "usize")]
    struct Sized {
        #[proptest(strategy = "prop::collection::vec(any::<u8>(), params)")]
        list: Vec<u8>,
    }

    #[derive(Debug, Arbitrary)]
    struct Generic<T> {
        value: T,
        #[proptest(no_params)]
        list: Vec<T>,
    }

    #[derive(Debug, Arbitrary)]
    enum Many {
        A,
        B,
        C,
        D,
        E,
        F,
        G,
        H,
        I,
        J,
        K,
        L,
    }

    #[derive(Debug, Arbitrary)]
    struct Unit;

    proptest! {
        #[test]
        fn structs(plain: Plain) {
            prop_assert!((1..=6).contains(&plain.dice));
            prop_assert!((1..=4).contains(&plain.name.len()));
            prop_assert_eq!((plain.seven, plain.even % 2), (7, 0));
            let _ = (plain.id, plain.list);
        }

        #[test]
        fn enums(shape: Shape, many: Many, _unit: Unit) {
            match shape {
                Shape::Point => {}
                Shape::Circle(radius) => prop_assert!((0.0..9.0).contains(&radius)),
                Shape::Box { width, height } => prop_assert!(u32::from(width) * u32::from(height) < 65_536),
                Shape::Unknown => prop_assert!(false),
            }
            prop_assert!(!format!("{many:?}").is_empty());
        }

        #[test]
        fn parameters(sized in any_with::<Sized>(3), generic: Generic<u8>) {
            prop_assert_eq!(sized.list.len(), 3);
            prop_assert!(generic.list.len() < 100);
            let _ = generic.value;
        }
    }
}

mod with_test_strategy {
    use proptest::prelude::*;
    use test_strategy::{Arbitrary, proptest};

    #[derive(Clone, Debug, Arbitrary)]
    struct Interval {
        #[strategy(0..100u32)]
        low: u32,
        #[strategy(#low..=100)]
        high: u32,
        #[filter(#_inner.len() < 50)]
        #[map(|text: String| text.trim().to_owned())]
        _inner: String,
        #[any]
        flag: bool,
    }

    #[derive(Debug, Arbitrary)]
    enum Choice {
        #[weight(5)]
        Nothing,
        One(#[strategy(1..9u8)] u8),
        Two {
            a: u8,
            b: Vec<bool>,
        },
    }

    #[proptest]
    fn dependent_fields(interval: Interval, choice: Choice) {
        prop_assert!(interval.low <= interval.high);
        match choice {
            Choice::Nothing => {}
            Choice::One(n) => prop_assert!(n > 0),
            Choice::Two { a, b } => prop_assert!(usize::from(a) + b.len() < 400),
        }
        let _ = interval.flag;
    }

    #[proptest(cases = 20)]
    fn arguments(#[strategy(0..9u8)] a: u8, #[strategy(#a..20)] b: u8, c: Vec<u8>) {
        prop_assert!(a <= b && c.len() < 100);
    }

    #[proptest]
    fn results(n: u8) -> Result<(), Box<dyn std::error::Error>> {
        assert_eq!(n.to_string().parse::<u8>()?, n);
        Ok(())
    }
}

mod with_property_test {
    use super::*;
    use proptest::property_test;
    use std::cell::Cell;

    thread_local! {
        static CASES: Cell<u32> = const { Cell::new(0) };
    }

    #[property_test(config = ProptestConfig { cases: 100, ..ProptestConfig::default() })]
    fn arguments_have_their_strategies(#[strategy = "[0-9]{1,4}"] digits: String, x: i32) {
        prop_assert!(digits.parse::<u16>().is_ok(), "{digits}");
        assert_eq!(x.wrapping_neg().wrapping_neg(), x);
        CASES.set(CASES.get() + 1);
    }

    #[test]
    fn the_configuration_counts() {
        arguments_have_their_strategies();
        assert_eq!(CASES.get(), 100);
    }

    #[property_test]
    #[should_panic = "failed"]
    fn a_failure_is_reported(xs: Vec<u8>) {
        assert!(xs.len() < 3);
    }
}
