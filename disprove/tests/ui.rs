//! What the macros say about mistakes. See CONTRIBUTING.md for how to rewrite the texts.

#[test]
fn compile_errors_point_at_the_mistake() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
