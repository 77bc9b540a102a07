//! Compile errors point at the mistake. CONTRIBUTING.md says how to update the expected output.

#[test]
fn compile_errors_point_at_the_mistake() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
