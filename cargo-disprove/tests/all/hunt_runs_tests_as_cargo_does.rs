//! `cargo disprove hunt` starts test binaries with the variables that cargo sets: a build script may have made what they need.

use crate::support::fixture::Fixture;

/// Makes a dynamic library with the compiler, and links it.
const BUILD_SCRIPT: &str = r##"
use std::{env, path::Path, process::Command};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let out = env::var("OUT_DIR").expect("a folder");
    let source = Path::new(&out).join("answer.rs");
    let code = "#[unsafe(no_mangle)] pub extern \"C\" fn answer() -> u8 { 42 }";
    std::fs::write(&source, code).expect("written");
    let rustc = env::var_os("RUSTC").expect("a compiler");
    let mut compiler = Command::new(rustc);
    compiler.args(["--crate-type=cdylib", "--edition=2024", "--out-dir", &out]).arg(&source);
    assert!(compiler.status().expect("it runs").success());
    println!("cargo::rustc-link-search=native={out}");
    println!("cargo::rustc-link-lib=dylib=answer");
    println!("cargo::rustc-env=FROM_THE_SCRIPT=yes");
}
"##;

const LIBRARY: &str = r#"
unsafe extern "C" {
    pub safe fn answer() -> u8;
}
"#;

const PROPERTY: &str = r#"
#[property]
fn has_what_the_build_script_made(_: u8) {
    let variable = |name: &str| std::env::var(name).unwrap_or_default();
    let source = std::path::Path::new(&variable("OUT_DIR")).join("answer.rs").exists();
    let [script, major] = ["FROM_THE_SCRIPT", "CARGO_PKG_VERSION_MAJOR"].map(variable);
    panic!("{} {source} {script} {major}", linked::answer());
}
"#;

#[test]
fn a_property_has_its_dynamic_library_and_variables() {
    let fixture = Fixture::new("linked", PROPERTY);
    fixture.file("build.rs", BUILD_SCRIPT);
    fixture.file("src/lib.rs", LIBRARY);
    let hunted = fixture.run(&["hunt", "--json", "--time", "10m", "--findings", "1"]);
    let findings = hunted.findings("has_what_the_build_script_made");
    assert_eq!(findings.len(), 1, "{hunted:?}");
    assert_eq!(findings[0]["message"], "42 true yes 0");
    let token = findings[0]["token"].as_str().expect("a token");
    let replayed = fixture.run(&["replay", token, "has_what"]);
    assert!(replayed.out.contains("42 true yes 0"), "{replayed:?}");
}
