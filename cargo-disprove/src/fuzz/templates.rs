//! The files that `cargo disprove fuzz init` writes.

use super::{dependencies::Package, test_file::Inclusion};
use std::fmt::Write as _;

/// The manifest of the package of fuzz targets.
pub(super) fn manifest(name: &str, package: &Package, targets: &[String]) -> String {
    let Package { edition, dependencies, features } = package;
    let mut text = format!(
        "# Written by `cargo disprove fuzz init`.\n\
         [package]\nname = \"{name}-fuzz\"\nversion = \"0.0.0\"\npublish = false\nedition = \"{edition}\"\n\n\
         # Tells `#[property]` to make fuzz targets instead of tests.\n\
         [package.metadata]\ncargo-fuzz = true\n\n\
         [workspace]\n\n\
         # Stack traces with lines, which distinguish crashes.\n\
         [profile.release]\ndebug = \"line-tables-only\"\n\n\
         [dependencies]\n{dependencies}{features}"
    );
    for target in targets {
        let _ = write!(
            text,
            "\n[[bin]]\nname = \"{target}\"\npath = \"fuzz_targets/{target}.rs\"\n\
             test = false\ndoc = false\nbench = false\n"
        );
    }
    text
}

/// The build script of the package.
pub(super) const BUILD: &str = "\
//! Shows the operands of comparisons to the mutator. Written by `cargo disprove fuzz init`.
fn main() {
    let arguments = std::env::var(\"DEP_DISPROVE_LIBFUZZER_LINK_ARGS\").unwrap_or_default();
    for argument in arguments.split_whitespace() {
        println!(\"cargo::rustc-link-arg-bins={argument}\");
    }
    println!(\"cargo::rerun-if-changed=build.rs\");
}
";

/// What git ignores in the folder.
pub(super) const IGNORED: &str = "target\ncorpus\nartifacts\ncoverage\n";

/// A fuzz target. `file` is the test file, relative to the target; `path` leads from it to the property.
pub(super) fn target(key: &str, file: &str, inclusion: Inclusion, path: &str) -> String {
    let (included, root) = match inclusion {
        Inclusion::Text => (format!("include!({file:?});"), ""),
        _ => (format!("#[path = {file:?}]\nmod tests;"), "tests::"),
    };
    format!(
        "//! The property `{key}` as a libFuzzer target, written by `cargo disprove fuzz init`.\n\
         #![no_main]\n// Ordinary tests are not compiled here.\n#![allow(unused)]\n\n\
         {included}\n\ndisprove_libfuzzer::fuzz_property!({root}{path});\n"
    )
}

/// `.clusterfuzzlite/Dockerfile`.
pub(super) fn dockerfile(name: &str) -> String {
    format!(
        "FROM gcr.io/oss-fuzz-base/base-builder-rust\n\
         COPY . $SRC/{name}\nWORKDIR $SRC/{name}\nCOPY .clusterfuzzlite/build.sh $SRC/\n"
    )
}

/// `.clusterfuzzlite/build.sh`; `folder` is that of the package in the repository.
pub(super) fn build_script(folder: &str) -> String {
    let folder = if folder.is_empty() { "." } else { folder };
    format!(
        "#!/bin/bash -eu\n\
         # Builds the fuzz targets, and packs the corpora that `cargo disprove export` has written.\n\
         cd '{folder}'\n\
         cargo fuzz build -O --debug-assertions\n\
         platform=$(rustc -vV | sed -n 's/^host: //p')\n\
         for file in fuzz/fuzz_targets/*.rs; do\n    \
             name=$(basename \"$file\" .rs)\n    \
             cp \"fuzz/target/$platform/release/$name\" \"$OUT/\"\n    \
             if [ -d \"fuzz/corpus/$name\" ]; then\n        \
                 zip -jqr \"$OUT/${{name}}_seed_corpus.zip\" \"fuzz/corpus/$name\"\n    \
             fi\n\
         done\n"
    )
}

/// `.clusterfuzzlite/project.yaml`.
pub(super) const PROJECT: &str = "language: rust\n";

#[cfg(test)]
mod tests {
    use super::{Package, manifest};

    #[test]
    fn a_manifest_of_fuzz_targets_is_one_of_cargo_fuzz() {
        let (edition, nothing) = ("2024".to_owned(), String::new());
        let package = Package { edition, dependencies: nothing.clone(), features: nothing };
        let text = manifest("mine", &package, &["props__rare".to_owned()]);
        for part in [
            "name = \"mine-fuzz\"\n",
            "[package.metadata]\ncargo-fuzz = true\n",
            "[[bin]]\nname = \"props__rare\"\npath = \"fuzz_targets/props__rare.rs\"\n",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
