//! The main use of the tool on one screen: a hunt finds and reduces both bugs of a small package.
//!
//! ```text
//! cargo run -p cargo-disprove --example hunt
//! ```
//!
//! The program writes the package below the target folder. Code and properties are those of `cargo test`; nothing is
//! specific to the hunt. The exit code is 0 if both bugs were found and reduced.

use std::{
    env, fs,
    io::{BufRead, BufReader, Result},
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
};

const LIBRARY: &str = r#"/// The number of bytes that a header such as `bytes=0-499` asks for.
pub fn range_length(header: &str) -> Option<u64> {
    let range = header.strip_prefix("bytes=")?;
    let (first, rest) = number(range);
    let (last, _) = number(rest.strip_prefix('-')?);
    Some(last - first + 1)
}

/// The number at the start of a string, and the rest.
fn number(text: &str) -> (u64, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (text[..end].parse().unwrap_or(0), &text[end..])
}

/// For callers in C. A panic in such a function aborts the process.
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

/// The time is a limit for slow machines: the hunt ends when both are found, usually within seconds.
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
        println!("{missing} of two bugs not found or not reduced.");
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
    // The versions of this repository, which need no download.
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

/// The tool, built by cargo. Tests name the one that is built: for cargo, it would have other features.
fn tool(repository: &Path) -> Command {
    if let Some(built) = env::var_os("CARGO_BIN_EXE_cargo-disprove") {
        return Command::new(built);
    }
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .args(["run", "--quiet", "--package", "cargo-disprove", "--manifest-path"])
        .arg(repository.join("Cargo.toml"))
        .arg("--");
    cargo
}

/// Runs the tool in the package, shows its output, and returns its standard output.
fn hunt(package: &Path, repository: &Path, target: &Path) -> Result<String> {
    let mut command = tool(repository);
    command
        .arg("disprove")
        .args(HUNT)
        .current_dir(package)
        .env("CARGO_TARGET_DIR", target)
        // As in this repository, so that the built library can be reused.
        .env("CARGO_PROFILE_DEV_DEBUG", "line-tables-only");
    // Variables of cargo describe another package, and settings would change the output.
    for (key, _) in env::vars_os() {
        let name = key.to_string_lossy();
        let is_other = name.starts_with("CARGO_PKG") || name.starts_with("CARGO_MANIFEST");
        if is_other || name.starts_with("DISPROVE_") || name == "CI" {
            command.env_remove(key);
        }
    }
    let mut process = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
    let mut printed = String::new();
    for line in BufReader::new(process.stdout.take().expect("stdout is piped")).lines() {
        let line = line?;
        println!("{line}");
        printed += &line;
        printed.push('\n');
    }
    process.wait()?;
    Ok(printed)
}
