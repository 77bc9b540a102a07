//! Shows the operands of comparisons to the mutator.
fn main() {
    let arguments = std::env::var("DEP_DISPROVE_LIBFUZZER_LINK_ARGS").unwrap_or_default();
    for argument in arguments.split_whitespace() {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
