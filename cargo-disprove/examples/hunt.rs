//! The main job in one screen: a package with three properties, in which a hunt finds and reduces both bugs.
//!
//! ```text
//! cargo run -p cargo-disprove --example hunt
//! ```
//!
//! The package is written afresh below the target folder. Nothing in it knows of the hunt: its code is plain, and its
//! properties are those of `cargo test`. The exit code says whether both bugs were found and made small.

use std::{
    env, fs,
    io::{BufRead, BufReader, Result},
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
};

const LIBRARY: &str = r#"/// How many bytes a header such as `bytes=0-499` asks for.
pub fn range_length(header: &str) -> Option<u64> {
    let range = header.strip_prefix("bytes=")?;
    let (first, rest) = number(range);
    let (last, _) = number(rest.strip_prefix('-')?);
    Some(last - first + 1)
}

/// The number that a text begins with, and what follows it.
fn number(text: &str) -> (u64, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (text[..end].parse().unwrap_or(0), &text[end..])
}

/// For callers in C. A panic cannot leave such a function, so it ends the process.
pub extern "C" fn percent(part: u32, whole: u32) -> u64 {
    u64::from(part) * 100 / u64::from(whole)
}
"#;

const PROPERTIES: &str = r#"use disprove::prelude::*;
use server::{percent, range_length};

#[property]
fn a_range_is_as_long_as_it_says(first: u32, more: u32) {
    let last = u64::from(first) + u64::from(more);
    assert_eq!(range_length(&format!("bytes={first}-{last}")), Some(u64::from(more) + 1));
}

#[property]
fn every_header_has_an_answer(header: &str) {
    range_length(header);
}

#[property]
fn every_part_is_some_percent(part: u32, whole: u32) {
    percent(part, whole);
}
"#;

/// The smallest inputs that fail.
const SMALLEST: [&str; 2] =
    ["        header: \"bytes=1-\",\n", "        part: 0,\n        whole: 0,\n"];

/// A limit for slow machines: it ends when both are found, as a rule after seconds.
const HUNT: [&str; 5] = ["hunt", "--time", "90s", "--findings", "2"];

fn main() -> Result<ExitCode> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    // This program is target/debug/examples/hunt.
    let program = env::current_exe()?;
    let target = program.ancestors().nth(3).expect("cargo put it there");
    let package = target.join("hunt-example");
    write_package(&package, repository)?;
    show("src/lib.rs", LIBRARY);
    show("tests/props.rs", PROPERTIES);
    println!("$ cargo disprove {}", HUNT.join(" "));
    let printed = hunt(&package, repository, target)?;
    let missing = SMALLEST.iter().filter(|input| !printed.contains(**input)).count();
    Ok(if missing == 0 {
        println!("Both bugs were found and reduced. The package is {}", package.display());
        ExitCode::SUCCESS
    } else {
        println!("Of two bugs, {missing} not found and reduced.");
        ExitCode::FAILURE
    })
}

fn write_package(package: &Path, repository: &Path) -> Result<()> {
    if package.exists() {
        fs::remove_dir_all(package)?;
    }
    let library = repository.join("disprove");
    let manifest = format!(
        "[package]\nname = \"server\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [dev-dependencies]\ndisprove = {{ path = '{}' }}\n\n[workspace]\n",
        library.display()
    );
    let files: [(PathBuf, &str); 3] = [
        ("Cargo.toml".into(), &manifest),
        (["src", "lib.rs"].iter().collect(), LIBRARY),
        (["tests", "props.rs"].iter().collect(), PROPERTIES),
    ];
    for (name, content) in files {
        let path = package.join(name);
        fs::create_dir_all(path.parent().expect("it is in the package"))?;
        fs::write(path, content)?;
    }
    // The versions that are at hand already: nothing has to be fetched.
    fs::copy(repository.join("Cargo.lock"), package.join("Cargo.lock"))?;
    Ok(())
}

fn show(name: &str, content: &str) {
    println!("{name}\n");
    for line in content.lines() {
        println!("{}", format!("    {line}").trim_end());
    }
    println!();
}

/// Runs the tool in the package, shows what it says, and returns what it found.
fn hunt(package: &Path, repository: &Path, target: &Path) -> Result<String> {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .args(["run", "--quiet", "--package", "cargo-disprove", "--manifest-path"])
        .arg(repository.join("Cargo.toml"))
        .args(["--", "disprove"])
        .args(HUNT)
        .current_dir(package)
        .env("CARGO_TARGET_DIR", target)
        // As it is built in this repository, so that the library is there already.
        .env("CARGO_PROFILE_DEV_DEBUG", "line-tables-only");
    // What this program was told by cargo is about another package, and settings would change what is shown.
    for (key, _) in env::vars_os() {
        let name = key.to_string_lossy();
        let is_other = name.starts_with("CARGO_PKG") || name.starts_with("CARGO_MANIFEST");
        if is_other || name.starts_with("DISPROVE_") || name == "CI" {
            command.env_remove(key);
        }
    }
    let mut process = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
    let mut printed = String::new();
    for line in BufReader::new(process.stdout.take().expect("it was asked for")).lines() {
        let line = line?;
        println!("{line}");
        printed += &line;
        printed.push('\n');
    }
    process.wait()?;
    Ok(printed)
}
