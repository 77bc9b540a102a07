//! Tests of `borrow.rs`.

use super::{Borrow, Target};
use crate::errors::Errors;
use quote::ToTokens;
use syn::Type;

fn parse(ty: &str) -> Type {
    syn::parse_str(ty).expect("a type")
}

/// The type of the generated value, and the kind of reference.
fn owned(ty: &str, drawn: bool) -> Option<(String, Target)> {
    let mut errors = Errors::default();
    let borrow = Borrow::read(&parse(ty), drawn, &mut errors);
    errors.finish().expect("there is no mistake");
    borrow.map(|borrow| {
        let text = |ty: &Type| ty.to_token_stream().to_string().replace(' ', "");
        assert_eq!(text(&borrow.reference), ty.replace(' ', ""));
        (text(&borrow.owned), borrow.target)
    })
}

fn mistake(ty: &str) -> String {
    let mut errors = Errors::default();
    Borrow::read(&parse(ty), false, &mut errors);
    let reported: Vec<String> =
        errors.finish().err().into_iter().flatten().map(|error| error.to_string()).collect();
    assert_eq!(reported.len(), 1, "{ty}");
    reported.concat()
}

#[test]
fn a_reference_has_an_owned_type() {
    for (ty, expected, target) in [
        ("&str", "::disprove::__private::std::string::String", Target::Text),
        ("&'_ str", "::disprove::__private::std::string::String", Target::Text),
        ("&[u8]", "::disprove::__private::std::vec::Vec<u8>", Target::Slice),
        ("(&(str))", "::disprove::__private::std::string::String", Target::Text),
        ("&std::path::Path", "<std::path::Pathas::disprove::__private::Lent>::Owned", Target::Text),
        ("&OsStr", "<OsStras::disprove::__private::Lent>::Owned", Target::Text),
        ("&CStr", "<CStras::disprove::__private::Lent>::Owned", Target::Text),
        ("&Expr", "Expr", Target::Value),
        ("&[u8; 3]", "[u8;3]", Target::Value),
        ("&Vec<&str>", "Vec<&str>", Target::Value),
    ] {
        for drawn in [false, true] {
            assert_eq!(owned(ty, drawn), Some((expected.to_owned(), target)), "{ty}");
        }
    }
}

#[test]
fn values_and_drawn_static_references_are_passed_by_value() {
    assert_eq!(owned("u8", false), None);
    assert_eq!(owned("Vec<&str>", true), None);
    assert_eq!(owned("&'static str", true), None);
}

#[test]
fn a_rejected_reference_says_what_to_write_instead() {
    for (ty, expected) in [
        ("&mut u8", "remove the `&mut` and write `mut` before the name"),
        ("&mut str", "`String` instead of `&mut str`"),
        ("&mut [u8]", "`Vec<T>` instead of `&mut [T]`"),
        ("&disprove::Source", "`&mut Source`"),
        ("&'static str", "remove the `'static`"),
        ("&&str", "remove one `&`"),
        ("&dyn Debug", "a concrete type instead of `dyn ..`"),
    ] {
        let reported = mistake(ty);
        assert!(reported.contains(expected), "{ty}: {reported}");
    }
}
