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

#[test]
fn a_value_that_cannot_be_written_as_rust_has_no_keep_line() {
    let panic = catch_unwind(opaque_fails).expect_err("it does not hold");
    let text = panic.downcast_ref::<String>().expect("a report");
    assert!(!text.contains("keep ") && text.contains("replay "), "{text}");
}
