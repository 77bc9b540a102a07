//! The `keep` line of a report can be pasted below `#[property]`.

use disprove::prelude::*;
use std::panic::catch_unwind;

#[derive(Debug, Clone, Arbitrary)]
enum Expr {
    Num(#[draw(-2..=2)] i8),
    Mul(Box<Expr>, Box<Expr>),
}

/// A type whose values cannot be written as Rust.
#[derive(Debug)]
struct Opaque;

impl Arbitrary for Opaque {
    fn arbitrary(_src: &mut Source) -> Opaque {
        Opaque
    }
}

#[property]
#[should_panic(
    expected = "#[example(Expr::Mul(Box::new(Expr::Num(0)), Box::new(Expr::Num(0))), vec![], \"0\".to_owned())]"
)]
#[example(Expr::Mul(Box::new(Expr::Num(0)), Box::new(Expr::Num(0))), vec![], "0".to_owned())]
fn never_multiplies(e: Expr, _xs: Vec<Option<u8>>, text: String) {
    if let Expr::Num(n) = e {
        assert!(n < 3);
        return;
    }
    assert!(text.is_empty(), "it multiplies");
}

#[property]
#[should_panic(expected = "n: 5,")]
fn opaque_fails(opaque: Opaque, n: u8) {
    let Opaque = opaque;
    assert!(n < 5);
}

#[property]
#[example(700)]
#[should_panic(expected = "n: 700,")]
fn is_below_600(#[draw(0..=500_u16)] n: u16) {
    assert!(n < 600);
}

#[property(seed = 1)]
#[should_panic(expected = "first: 10,")]
fn draws_another(first: u8, src: &mut Source) {
    let second: u8 = src.draw(any());
    assert!(first < 10, "{second}");
}

/// The report of a property that fails.
fn report(property: fn()) -> String {
    let panic = catch_unwind(property).expect_err("it does not hold");
    panic.downcast_ref::<String>().expect("a report").clone()
}

#[test]
fn a_value_that_cannot_be_written_as_rust_has_no_keep_line() {
    let text = report(opaque_fails);
    assert!(!text.contains("keep ") && text.contains("replay "), "{text}");
}

/// disprove/src/guide/arguments.md
#[test]
fn an_input_with_draws_of_the_body_has_no_keep_line() {
    let text = report(draws_another);
    assert!(!text.contains("keep ") && text.contains("replay "), "{text}");
}

/// disprove/src/guide/arguments.md
#[test]
fn an_example_that_the_generator_cannot_make_has_neither_line() {
    let text = report(is_below_600);
    assert!(!text.contains("keep ") && !text.contains("replay "), "{text}");
}
