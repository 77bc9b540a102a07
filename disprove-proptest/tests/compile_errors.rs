//! Compile errors of the macros name the mistake and the fix.

#[test]
fn compile_errors_name_the_fix() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
