//! Tests that cannot be ported for certain.
#![cfg(test)]

use proptest::{prelude::*, test_runner::TestRunner};
use quickcheck::{Arbitrary as QuickArbitrary, Gen, QuickCheck};

#[derive(Clone, Debug)]
struct Sized(Vec<u8>);

impl QuickArbitrary for Sized {
    fn arbitrary(g: &mut Gen) -> Self {
        Sized(Vec::arbitrary(&mut Gen::new(g.size() / 2)))
    }
}

fn shared() -> impl Strategy<Value = u8> {
    0..9u8
}

proptest! {
    #[test]
    fn perturbed(n in (0..9u8).prop_perturb(|n, mut rng| n + rng.next_u32() as u8 % 2)) {
        prop_assert!(n < 10);
    }

    #[test]
    fn unknown(n in other_crate::strategy(), seen in Just(0)) {
        prop_assert!(n > seen);
    }

    #[test]
    fn in_a_closure(xs: Vec<u8>) {
        xs.iter().try_for_each(|x| {
            prop_assert!(*x < 255);
            Ok::<(), TestCaseError>(())
        })?;
    }

    #[test]
    fn helper_in_use(n in shared()) {
        prop_assert!(n < 9);
    }

    #[test]
    fn unknown_type(n: other_crate::Number) {
        prop_assert!(n.is_small());
    }
}

#[test]
fn by_hand() {
    TestRunner::default().run(&shared(), |n| Ok(prop_assert!(n < 9)?)).unwrap();
}

#[test]
fn sized() {
    fn prop(sized: Sized) -> bool {
        sized.0.len() < 50
    }
    quickcheck::quickcheck(prop as fn(Sized) -> bool);
}

#[test]
fn large() {
    fn prop(xs: Vec<u8>) -> bool {
        xs.len() < 1_000
    }
    QuickCheck::new().set_rng(Gen::new(1_000)).quickcheck(prop as fn(Vec<u8>) -> bool);
}
