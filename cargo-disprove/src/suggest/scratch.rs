//! A package with all suggestions, built without those that the compiler refuses.

use super::{
    Arguments,
    package::{Package, list},
    source::{Part, SourceFile},
    suggestion::Suggestion,
    value::Helper,
};
use crate::{
    error::{CommandError, usage},
    project::{BuildVariables, Variables, cannot_run_cargo, cargo, optimized},
};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Builds to try. Each removes what the one before refused; the compiler checks borrows only where types are right.
const MAX_BUILDS: usize = 8;

/// The built suggestions.
pub(super) struct Built {
    /// The test binary, and where it finds dynamic libraries; `None` if nothing is left.
    pub(super) binary: Option<(PathBuf, Variables)>,
    pub(super) suggestions: Vec<Suggestion>,
    /// Names of refused suggestions, with what the compiler says.
    pub(super) refused: BTreeMap<String, String>,
}

/// Builds the suggestions.
pub(super) fn build(
    package: &Package,
    arguments: &Arguments,
    mut suggestions: Vec<Suggestion>,
    helpers: &[Helper],
) -> Result<Built, CommandError> {
    let folder = package.scratch().join("package");
    let written = |why: std::io::Error| usage(format!("cannot write {}: {why}", folder.display()));
    fs::create_dir_all(folder.join("src")).map_err(written)?;
    fs::create_dir_all(folder.join("tests")).map_err(written)?;
    fs::write(folder.join("src/lib.rs"), "").map_err(written)?;
    fs::write(folder.join("Cargo.toml"), manifest(package, arguments)).map_err(written)?;
    let lock = folder.join("Cargo.lock");
    let known = package.workspace.join("Cargo.lock");
    if known.is_file() {
        fs::copy(known, lock).map_err(written)?;
    }
    let mut refused = BTreeMap::new();
    for _ in 0..MAX_BUILDS {
        if suggestions.is_empty() {
            return Ok(Built { binary: None, suggestions, refused });
        }
        let file = SourceFile::new(&suggestions, helpers, true);
        fs::write(folder.join("tests/suggested.rs"), &file.text).map_err(written)?;
        let (messages, is_built, text) = compile(package, arguments, &folder)?;
        if is_built {
            let binary = messages.iter().find_map(|it| {
                let is_test = it["profile"]["test"] == true && it["target"]["name"] == "suggested";
                it["executable"].as_str().filter(|_| is_test).map(PathBuf::from)
            });
            let mut variables = BuildVariables::default();
            for message in &messages {
                variables.read(message);
            }
            let binary = binary.map(|path| {
                let variables = variables.of("", &path);
                (path, variables)
            });
            return Ok(Built { binary, suggestions, refused });
        }
        let culprits = culprits(&messages, &file);
        if culprits.is_empty() {
            return Err(usage(format!("the suggestions cannot be built:\n{}", text.trim_end())));
        }
        let mut bad_helpers = BTreeSet::new();
        for (part, why) in culprits {
            match part {
                Part::Suggestion(name) => {
                    refused.entry(name).or_insert(why);
                }
                Part::Helper(name) => {
                    for it in suggestions.iter().filter(|it| it.helpers.contains(&name)) {
                        refused.entry(it.name.clone()).or_insert_with(|| why.clone());
                    }
                    bad_helpers.insert(name);
                }
            }
        }
        suggestions.retain(|it| !refused.contains_key(&it.name));
    }
    Err(usage(
        "this is a bug of cargo-disprove: some suggestions do not compile after several builds; select others with \
         `--only`, and report it at https://github.com/disprove-rs/disprove/issues",
    ))
}

fn manifest(package: &Package, arguments: &Arguments) -> String {
    let mut features: Vec<String> =
        arguments.feature_names().map(|name| format!("\"{name}\"")).collect();
    if arguments.all_features {
        features = package.conditions.features.iter().map(|name| format!("\"{name}\"")).collect();
    }
    let default = if arguments.no_default_features { ", default-features = false" } else { "" };
    format!(
        "[package]\nname = \"disprove-suggested\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [dependencies]\n{} = {{ path = '{}', features = [{}]{default} }}\ndisprove = {}\n\n\
         [profile.dev]\ndebug = \"line-tables-only\"\n\n[workspace]\n",
        package.name,
        package.folder.display(),
        features.join(", "),
        package.library
    )
}

/// The command that builds the tests.
fn cargo_test(arguments: &Arguments, target: &Path, folder: &Path) -> Command {
    let mut command = cargo();
    command
        .args(["test", "--no-run", "--message-format=json", "--test", "suggested"])
        .args(optimized(&[], folder))
        .arg("--target-dir")
        .arg(target)
        .args(arguments.for_network())
        .current_dir(folder)
        .stdin(Stdio::null());
    command
}

/// Builds the tests. Returns the messages of cargo, whether it succeeded, and what it printed.
fn compile(
    package: &Package,
    arguments: &Arguments,
    folder: &Path,
) -> Result<(Vec<Value>, bool, String), CommandError> {
    let mut command = cargo_test(arguments, &package.target, folder);
    let output = command.output().map_err(|why| cannot_run_cargo(&why))?;
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let messages: Vec<Value> =
        lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let mut text = String::new();
    for message in messages.iter().filter(|it| it["message"]["level"] == "error") {
        text.push_str(message["message"]["rendered"].as_str().unwrap_or_default());
    }
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    Ok((messages, output.status.success(), text))
}

/// The parts of the file with errors, and what is wrong with them.
fn culprits(messages: &[Value], file: &SourceFile) -> BTreeMap<Part, String> {
    let mut found = BTreeMap::new();
    for message in messages {
        let message = &message["message"];
        if message["level"] != "error" {
            continue;
        }
        let why = message["message"].as_str().unwrap_or_default();
        for span in list(&message["spans"]).iter().filter(|span| span["is_primary"] == true) {
            let mut span = span;
            // The code of a macro, which is called by ours.
            while span["file_name"] != "tests/suggested.rs" && !span["expansion"].is_null() {
                span = &span["expansion"]["span"];
            }
            let line =
                span["line_start"].as_u64().filter(|_| span["file_name"] == "tests/suggested.rs");
            if let Some(part) = line.and_then(|line| file.part(line as usize)) {
                found.entry(part).or_insert_with(|| why.to_owned());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Package, Path, cargo_test, manifest};
    use crate::parsed::parsed;

    #[test]
    fn the_package_is_built_with_the_features_of_the_command_line() {
        let mut package = Package::example();
        package.conditions.features.extend(["one", "two"].map(str::to_owned));
        for (line, expected) in [
            ("suggest", "features = [] }"),
            ("suggest -F one", "features = [\"one\"] }"),
            ("suggest --all-features", "features = [\"one\", \"two\"] }"),
            ("suggest --no-default-features", "features = [], default-features = false }"),
        ] {
            let text = manifest(&package, &parsed(line));
            assert!(text.contains(expected), "{line}: {text}");
        }
    }

    #[test]
    fn suggestions_are_built_offline_if_wanted() {
        for (line, is_offline) in [("suggest --offline", true), ("suggest", false)] {
            let command = cargo_test(&parsed(line), Path::new("target"), Path::new("."));
            assert_eq!(command.get_args().any(|word| word == "--offline"), is_offline, "{line}");
        }
    }
}
