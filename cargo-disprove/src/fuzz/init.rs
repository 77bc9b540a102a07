//! `cargo disprove fuzz init`: writes a package of fuzz targets, and the files of ClusterFuzzLite.

use super::{
    dependencies::{Package, relative},
    target_name::{property_path, target_name},
    templates,
    test_file::{Inclusion, inclusion},
};
use crate::{
    error::{CommandError, exit, usage},
    hunt::find,
    plural::plural,
    project::{Property, TestFlags},
    terminal::print,
};
use clap::Args;
use std::{
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// Writes a package of fuzz targets for the properties in `tests/`.
///
/// The folder fuzz/ has the layout of cargo-fuzz. The folder .clusterfuzzlite/ has the files with which ClusterFuzzLite
/// builds it. Properties in unit tests are left out: fuzz targets are other programs, which do not contain them.
///
/// Exits with 0, or with 2 if the tests do not build, there is nothing to write or, without `--force`, one of the folders
/// exists.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Only properties whose names contain one of these.
    #[arg(value_name = "FILTER")]
    filters: Vec<String>,

    /// Overwrite files that exist.
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    flags: TestFlags,
}

pub(super) fn run(arguments: &Arguments) -> ExitCode {
    exit(init(arguments))
}

fn init(arguments: &Arguments) -> Result<u8, CommandError> {
    let properties = find(&arguments.flags, &arguments.filters, false)?;
    let package = Folders::of(&properties)?;
    for folder in [&package.fuzz, &package.cluster] {
        if folder.exists() && !arguments.force {
            return Err(usage(format!(
                "{} exists: nothing is written; `--force` overwrites the files in it",
                folder.display()
            )));
        }
    }
    let (targets, left_out) = targets(&properties)?;
    if targets.is_empty() {
        return Err(usage(format!("there is no property to write a fuzz target for{left_out}")));
    }
    write_files(&package, &targets, arguments)
        .map_err(|why| usage(format!("cannot write {}: {why}", package.fuzz.display())))?;
    let names: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
    print(&format!(
        "wrote {} with {}: {}; and {}{left_out}",
        package.fuzz.display(),
        plural(targets.len(), "target", "targets"),
        names.join(", "),
        package.cluster.display(),
    ));
    print(&format!("run one with `cargo disprove fuzz run {}`", names[0]));
    Ok(0)
}

/// Where files are written.
struct Folders {
    name: String,
    /// The folder of the package.
    package: PathBuf,
    fuzz: PathBuf,
    /// The workspace, at whose root ClusterFuzzLite looks for its files.
    repository: PathBuf,
    cluster: PathBuf,
}

impl Folders {
    fn of(properties: &[Property]) -> Result<Folders, CommandError> {
        let mut names: Vec<&str> = properties.iter().map(|it| it.binary.package.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        if names.len() > 1 {
            return Err(usage(format!(
                "these properties are in several packages, and each has its own fuzz targets: choose one of {} with `-p`",
                names.join(", ")
            )));
        }
        let first = properties.first().ok_or_else(|| usage("no property found"))?;
        let package = first.binary.folder.clone();
        let holds = |name: &str| package.ancestors().find(|folder| folder.join(name).exists());
        // The workspace, which is nearly always the whole repository: nothing outside of it is written.
        let repository = holds("Cargo.lock").unwrap_or(&package);
        Ok(Folders {
            name: first.binary.package.clone(),
            fuzz: package.join("fuzz"),
            cluster: repository.join(".clusterfuzzlite"),
            repository: repository.to_owned(),
            package,
        })
    }
}

/// A fuzz target to write.
struct Target {
    name: String,
    text: String,
}

/// The targets, and a text about properties without one.
fn targets(properties: &[Property]) -> Result<(Vec<Target>, String), CommandError> {
    let (mut targets, mut unit, mut rooted): (Vec<Target>, Vec<&str>, Vec<&str>) =
        Default::default();
    for property in properties {
        let source = Path::new(&property.binary.source);
        if source.starts_with("src") || source.is_absolute() {
            unit.push(&property.key);
            continue;
        }
        let folder = &property.binary.folder;
        let file = folder.join(source);
        let inclusion = inclusion(&file)
            .map_err(|why| usage(format!("cannot read {}: {why}", file.display())))?;
        if inclusion == Inclusion::Impossible {
            rooted.push(&property.key);
            continue;
        }
        let file = relative(&file, &folder.join("fuzz/fuzz_targets")).display().to_string();
        let path = property_path(property).split_once("::").map_or("", |(_, path)| path);
        let text = templates::target(&property.key, &file, inclusion, path);
        targets.push(Target { name: target_name(property), text });
    }
    targets.sort_by(|a, b| a.name.cmp(&b.name));
    let mut left_out = String::new();
    if !unit.is_empty() {
        let _ = write!(
            left_out,
            "\nleft out because they are unit tests, which other programs cannot call; move them to tests/: {}",
            unit.join(", ")
        );
    }
    if !rooted.is_empty() {
        let _ = write!(
            left_out,
            "\nleft out because their test has paths with `crate::` and begins with attributes or documentation of \
             the crate (`#![..]`, `//!`); remove one of both: {}",
            rooted.join(", ")
        );
    }
    Ok((targets, left_out))
}

fn write_files(
    package: &Folders,
    targets: &[Target],
    arguments: &Arguments,
) -> std::io::Result<()> {
    let names: Vec<String> = targets.iter().map(|target| target.name.clone()).collect();
    let flags = &arguments.flags;
    let facts = Package::read(&package.package, &flags.for_network(), &flags.features())
        .map_err(std::io::Error::other)?;
    let Folders { fuzz, cluster, repository, name, .. } = package;
    fs::create_dir_all(fuzz.join("fuzz_targets"))?;
    fs::create_dir_all(cluster)?;
    fs::write(fuzz.join("Cargo.toml"), templates::manifest(name, &facts, &names))?;
    fs::write(fuzz.join("build.rs"), templates::BUILD)?;
    fs::write(fuzz.join(".gitignore"), templates::IGNORED)?;
    // The versions of dependencies that the tests have.
    let lock = package.package.ancestors().map(|folder| folder.join("Cargo.lock"));
    if let Some(lock) = lock.into_iter().find(|lock| lock.is_file()) {
        fs::copy(lock, fuzz.join("Cargo.lock"))?;
    }
    for Target { name, text } in targets {
        fs::write(fuzz.join("fuzz_targets").join(format!("{name}.rs")), text)?;
    }
    let folder = package.package.strip_prefix(repository).unwrap_or(Path::new(""));
    fs::write(cluster.join("Dockerfile"), templates::dockerfile(name))?;
    fs::write(cluster.join("build.sh"), templates::build_script(&folder.display().to_string()))?;
    fs::write(cluster.join("project.yaml"), templates::PROJECT)
}
