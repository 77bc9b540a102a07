//! A pattern without the feature `regex` is a compile error that names the feature.
//! `cargo test -p disprove --no-default-features --test without_regex` runs it.
#![cfg(not(feature = "regex"))]

#[test]
fn patterns_are_compile_errors_that_name_the_feature() {
    trybuild::TestCases::new().compile_fail("tests/ui_without_regex/*.rs");
}
