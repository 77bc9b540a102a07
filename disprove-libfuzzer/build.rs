//! Compiles `runtime/coverage.c`, and tells packages of fuzz targets how to link it.

use std::env;

/// Callbacks of instrumented code that `runtime/coverage.c` sees before libFuzzer does.
const CALLBACKS: [&str; 10] = [
    "__sanitizer_cov_trace_cmp1",
    "__sanitizer_cov_trace_cmp2",
    "__sanitizer_cov_trace_cmp4",
    "__sanitizer_cov_trace_cmp8",
    "__sanitizer_cov_trace_const_cmp1",
    "__sanitizer_cov_trace_const_cmp2",
    "__sanitizer_cov_trace_const_cmp4",
    "__sanitizer_cov_trace_const_cmp8",
    "__sanitizer_cov_trace_switch",
    "__sanitizer_weak_hook_memcmp",
];

fn main() {
    println!("cargo::rerun-if-changed=runtime/coverage.c");
    println!("cargo::rerun-if-changed=build.rs");
    let is = |key: &str, value: &str| env::var(key).is_ok_and(|found| found == value);
    if !is("CARGO_CFG_TARGET_OS", "linux") || !is("CARGO_CFG_TARGET_POINTER_WIDTH", "64") {
        return;
    }
    let mut build = cc::Build::new();
    build.file("runtime/coverage.c").std("c11").opt_level(2).warnings(false).cargo_metadata(false);
    if let Err(why) = build.try_compile("disprove_fuzz_coverage") {
        // Fuzz targets work without it, and nothing else needs it.
        println!("cargo::warning=fuzz targets will not see the operands of comparisons: {why}");
        return;
    }
    println!("cargo::rustc-link-search=native={}", env::var("OUT_DIR").unwrap_or_default());
    // Nothing refers to it by name: it looks for the library.
    println!("cargo::rustc-link-lib=static:+whole-archive=disprove_fuzz_coverage");
    let wrapped = CALLBACKS.map(|name| format!("-Wl,--wrap={name}"));
    println!("cargo::metadata=link_args={}", wrapped.join(" "));
}
