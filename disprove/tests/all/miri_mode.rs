//! Under Miri the library uses no files and no processes, and runs few cases. `--cfg disprove_miri_mode` builds a package in
//! that mode; `.ci/miri` runs the same package under Miri.

use crate::child::Scratch;
use std::{env, fs, path::Path, process::Command};

const TESTS: &str = include_str!("../miri/properties.rs");

/// Where the library decides whether it works in memory.
const DECISION: &str = include_str!("../../src/untrusted/in_memory.rs");

/// The files below a folder, besides those of the build.
fn files(package: &Scratch) -> Vec<String> {
    let mut files = package.files();
    files.retain(|file| !file.starts_with("target/"));
    files
}

#[test]
fn a_package_in_the_mode_of_miri_leaves_no_files_and_reports_failures() {
    let package = Scratch::new("miri-mode");
    package.write_package(TESTS);
    // It is not read.
    fs::write(package.path().join("disprove.toml"), "[default]\nno such setting\n")
        .expect("a file");
    // The compiled library is kept for the next run.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("miri-mode");
    let before = files(&package);
    let done = Command::new(env!("CARGO"))
        .args(["test", "--offline", "--lib", "--", "--nocapture", "--test-threads=1"])
        .current_dir(package.path())
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTFLAGS", "--cfg disprove_miri_mode")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env_remove("DISPROVE_DATABASE")
        .env_remove("DISPROVE_CASES")
        .env_remove("RUST_BACKTRACE")
        .output()
        .expect("cargo starts");
    let output = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
    assert!(!done.status.success(), "{output}");
    assert!(output.contains("test result: FAILED. 2 passed; 1 failed"), "{output}");
    assert!(output.contains("cases: 16\ncases of the attribute: 20\n"), "{output}");
    let ignored = "passes_in_this_process: `isolate` is ignored: under Miri and in WebAssembly";
    assert!(output.contains(ignored), "{output}");
    for part in [
        "fails failed on case",
        "a large number",
        "xs: [3],",
        "what matters",
        "#[replay(\"d1:",
        "#[property(seed = 1)]",
    ] {
        assert!(output.contains(part), "{part} in {output}");
    }
    let added: Vec<String> =
        files(&package).into_iter().filter(|file| !before.contains(file)).collect();
    assert_eq!(added, Vec::<String>::new());
    let library = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert!(!library.join("../.disprove/failures/small").exists());
    // The same mode is that of Miri, and but for the number of cases that of WebAssembly.
    for condition in [
        "IS_MIRI: bool = cfg!(any(miri, disprove_miri_mode));",
        "IS_IN_MEMORY: bool = IS_MIRI || cfg!(target_family = \"wasm\");",
    ] {
        assert!(DECISION.contains(condition), "{condition}");
    }
}
