//! The macros work where the library is renamed in `Cargo.toml`, where another crate re-exports it, and in crates without
//! the standard library.

use std::{fs, path::Path, process::Command};

/// Uses every macro. `PROPERTY`, `ARBITRARY` and `TRACE` stand for the arguments of attributes.
const USES: &str = r#"
#![forbid(warnings)]

use LIBRARY::prelude::*;

#[derive(Clone, Debug, PartialEq, Arbitrary, Measure)]
ARBITRARY
enum Shape<T> {
    Point,
    Circle(#[draw(1..=9)] u8),
    #[weight(2)]
    Labeled { text: String, value: T },
}

#[trace(TRACE)]
fn is_round<T>(shape: &Shape<T>) -> bool {
    if let Shape::Circle(radius) = shape { *radius > 0 } else { false }
}

#[property(PROPERTY cases = 10)]
#[example(Shape::Point, "a", 1)]
fn properties_work(shape: Shape<u8>, text: &str, #[draw(1..=6)] die: u8, src: &mut Source) {
    assume!(die != 3 && !matches!(shape, Shape::Circle(3)));
    let other = src.draw(vec(0..die).filter(|xs| when!(xs.len() < 50)));
    target!(other.len());
    minimise!("text", text.len());
    label!("{} characters", text.len() / 10);
    cover!("round", is_round(&shape));
    note!("{other:?}");
    observe!(other.len());
}

#[property(PROPERTY search = random, history = Counts, time = "1s", cases = 10)]
async fn settings_work(#[draw(one_of![just(1), 2..9])] n: u8) -> Result<(), String> {
    observe!(usize::from(n));
    if n > 0 { Ok(()) } else { Err("zero".to_owned()) }
}

#[derive(Default)]
struct Counts(usize);

impl History for Counts {
    type Observation = usize;

    fn update(&mut self, count: &usize) -> bool {
        self.0 += count;
        self.0 < 100
    }
}

#[derive(Default)]
struct Counter {
    count: std::sync::atomic::AtomicU8,
}

#[property(PROPERTY cases = 10)]
impl Counter {
    #[initial]
    fn new(#[draw(0..3)] count: u8) -> Self {
        Counter { count: count.into() }
    }

    #[rule(bundle = counts, weight = 2)]
    fn keep(&mut self, text: &str) -> u8 {
        let _ = text;
        *self.count.get_mut()
    }

    #[rule(when = |s| s.get() < 9)]
    fn set(&mut self, #[from(counts)] count: u8, src: &mut Source) {
        assume!(count < 9);
        *self.count.get_mut() = count.max(src.draw(0..9));
    }

    #[rule(parallel)]
    fn get(&self) -> u8 {
        self.count.load(std::sync::atomic::Ordering::SeqCst)
    }

    #[invariant]
    fn is_small(&self) -> bool {
        self.get() < 10
    }
}
"#;

/// Writes a package without source.
fn write_package(root: &Path, name: &str, dependencies: &str) {
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{dependencies}\n"
    );
    fs::create_dir_all(root.join(name).join("src")).expect("a folder");
    fs::write(root.join(name).join("Cargo.toml"), manifest).expect("a manifest");
    fs::write(root.join(name).join("src/lib.rs"), "").expect("a library");
}

/// Writes a test of a package that uses every macro of `library`; `path` is the value of `crate = ..`.
fn write_uses(root: &Path, name: &str, library: &str, path: Option<&str>) {
    let argument = path.map(|path| format!("crate = {path}")).unwrap_or_default();
    let separated = if argument.is_empty() { String::new() } else { format!("{argument},") };
    let attribute = path.map(|path| format!("#[disprove(crate = {path})]")).unwrap_or_default();
    let source = USES
        .replace("LIBRARY", library)
        .replace("PROPERTY", &separated)
        .replace("TRACE", &argument)
        .replace("ARBITRARY", &attribute);
    fs::create_dir_all(root.join(name).join("tests")).expect("a folder");
    fs::write(root.join(name).join("tests/uses.rs"), source).expect("a test");
}

/// Writes a library without the standard library, with the same uses in a module of tests.
fn write_without_std(root: &Path, name: &str) {
    let uses = USES
        .replace("#![forbid(warnings)]", "")
        .replace("LIBRARY", "disprove")
        .replace("std::", "core::")
        .replace("TRACE", "")
        .replace("PROPERTY", "")
        .replace("ARBITRARY", "");
    let alloc = "extern crate alloc;\nuse alloc::{borrow::ToOwned, string::String};";
    let source = format!(
        "#![no_std]\n#![forbid(warnings)]\n\n#[cfg(test)]\nmod tests {{\n{alloc}\n{uses}}}\n"
    );
    fs::write(root.join(name).join("src/lib.rs"), source).expect("a library");
}

#[test]
fn the_macros_work_under_other_names_and_without_std() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("crate_names");
    let _ = fs::remove_dir_all(root.join("renamed"));
    fs::create_dir_all(&root).expect("a folder");
    let library = Path::new(env!("CARGO_MANIFEST_DIR"));
    let at = format!("path = {:?}", library.display().to_string());
    let workspace = format!(
        "[workspace]\nresolver = \"3\"\nmembers = [\"renamed\", \"inherited\", \"facade\", \"user\", \"bare\"]\n\n\
         [workspace.dependencies]\nshared-name = {{ package = \"disprove\", {at} }}\n"
    );
    fs::write(root.join("Cargo.toml"), workspace).expect("a manifest");
    // The versions that this workspace was built with are there without a network.
    fs::copy(library.join("../Cargo.lock"), root.join("Cargo.lock")).expect("a lock file");

    write_package(&root, "renamed", &format!("pbt = {{ package = \"disprove\", {at} }}"));
    write_uses(&root, "renamed", "pbt", None);
    write_package(&root, "inherited", "shared-name = { workspace = true }");
    write_uses(&root, "inherited", "shared_name", None);
    write_package(&root, "facade", &format!("disprove = {{ {at} }}"));
    fs::write(root.join("facade/src/lib.rs"), "pub use disprove as testing;\n").expect("a library");
    write_package(&root, "user", "facade = { path = \"../facade\" }");
    write_uses(&root, "user", "facade::testing", Some("facade::testing"));

    write_package(&root, "bare", &format!("disprove = {{ {at} }}"));
    write_without_std(&root, "bare");

    let mut check = Command::new(env!("CARGO"));
    check.args(["check", "--workspace", "--tests", "--offline", "--quiet", "--color=never"]);
    check
        .current_dir(&root)
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("checked"));
    let output = check.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
