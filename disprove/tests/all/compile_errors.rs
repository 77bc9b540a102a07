//! Compile errors point at the mistake. CONTRIBUTING.md says how to update the expected output.

#[test]
#[cfg(feature = "regex")]
fn compile_errors_point_at_the_mistake() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}

/// `cargo test -p disprove --no-default-features --test all compile_errors::`
#[test]
#[cfg(not(feature = "regex"))]
fn patterns_without_the_feature_regex_are_compile_errors_that_name_it() {
    trybuild::TestCases::new().compile_fail("tests/ui_without_regex/*.rs");
}
