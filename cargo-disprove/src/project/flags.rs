//! Command-line flags that cargo knows too, and that the tool passes on to it.

use crate::coverage::CoverageOptions;
use clap::Args;
use std::{ffi::OsString, path::PathBuf};

/// Packages, features and profile, as for `cargo test`.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Cargo")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of cargo")]
pub(crate) struct BuildFlags {
    /// Package to test; may be repeated.
    #[arg(short, long, value_name = "SPEC")]
    package: Vec<String>,

    /// Test all packages of the workspace.
    #[arg(long)]
    workspace: bool,

    /// Features to enable.
    #[arg(short = 'F', long, value_name = "FEATURES")]
    features: Vec<String>,

    #[arg(long, help = "Enable all features")]
    all_features: bool,

    #[arg(long, help = "Disable the default features")]
    no_default_features: bool,

    /// Path to the Cargo.toml of the package.
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,

    /// Profile to build with.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,

    #[arg(long, help = "Run without the network")]
    pub(crate) offline: bool,
}

impl BuildFlags {
    /// The flags that select what is built: packages, features and profile.
    pub(crate) fn selection(&self) -> Vec<OsString> {
        let mut all = Vec::new();
        repeat(&mut all, "--package", &self.package);
        repeat(&mut all, "--profile", self.profile.as_slice());
        switch(&mut all, "--workspace", self.workspace);
        all.extend(self.features().into_iter().map(OsString::from));
        all
    }

    /// The flags that select features, with one name each.
    pub(crate) fn features(&self) -> Vec<String> {
        feature_flags(&self.features, self.all_features, self.no_default_features)
    }

    /// The flag that locates the package.
    pub(crate) fn manifest(&self) -> Vec<OsString> {
        let path = self.manifest_path.iter();
        path.flat_map(|path| ["--manifest-path".into(), path.into()]).collect()
    }

    /// The flags that every cargo command accepts.
    pub(crate) fn for_metadata(&self) -> Vec<OsString> {
        let mut all = self.manifest();
        switch(&mut all, "--offline", self.offline);
        all
    }
}

/// The flags that select features, with one name each.
pub(crate) fn feature_flags(names: &[String], all_features: bool, no_default: bool) -> Vec<String> {
    let mut all = Vec::new();
    let names = names.iter().flat_map(|names| names.split([',', ' ']));
    for name in names.filter(|name| !name.is_empty()) {
        all.extend(["--features".to_owned(), name.to_owned()]);
    }
    for (flag, is_set) in [("--all-features", all_features), ("--no-default-features", no_default)]
    {
        if is_set {
            all.push(flag.to_owned());
        }
    }
    all
}

/// Features of a package, as the command line names them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Features {
    pub(crate) names: Vec<String>,
    pub(crate) all: bool,
    pub(crate) no_default: bool,
}

/// Which tests are built, and how: as for `cargo test`.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Cargo")]
pub(crate) struct TestFlags {
    /// Only the unit tests of the library.
    #[arg(long)]
    lib: bool,

    /// Only this integration test; may be repeated.
    #[arg(long, value_name = "NAME")]
    test: Vec<String>,

    #[command(flatten)]
    build: BuildFlags,

    /// Build optimized code.
    #[arg(short, long)]
    release: bool,

    #[arg(long, help = "Require Cargo.lock to be up to date")]
    locked: bool,

    #[command(flatten)]
    pub(super) coverage: CoverageOptions,
}

impl TestFlags {
    /// The arguments of `cargo test`.
    pub(crate) fn for_build(&self) -> Vec<OsString> {
        let mut all = Vec::new();
        repeat(&mut all, "--test", &self.test);
        switch(&mut all, "--lib", self.lib);
        all.extend(self.build.selection());
        switch(&mut all, "--release", self.release);
        all.extend(self.for_metadata());
        all
    }

    /// Whether a package may have more tests than those that are built.
    pub(crate) fn selects_tests(&self) -> bool {
        self.lib || !self.test.is_empty()
    }

    /// The features, for a package that depends on the tested one.
    pub(crate) fn features(&self) -> Features {
        let BuildFlags { features, all_features, no_default_features, .. } = &self.build;
        let names = features.iter().flat_map(|names| names.split([',', ' ']));
        Features {
            names: names.filter(|name| !name.is_empty()).map(str::to_owned).collect(),
            all: *all_features,
            no_default: *no_default_features,
        }
    }

    /// The flags about the network.
    pub(crate) fn for_network(&self) -> Vec<OsString> {
        let mut all = Vec::new();
        switch(&mut all, "--offline", self.build.offline);
        all
    }

    /// The same flags as command-line text, to show in a command to run next.
    pub(crate) fn to_command_line(&self) -> String {
        command_line(&self.for_build())
    }

    /// The flags that every cargo command accepts.
    pub(crate) fn for_metadata(&self) -> Vec<OsString> {
        let mut all = self.build.for_metadata();
        switch(&mut all, "--locked", self.locked);
        all
    }
}

/// Arguments as text, to show in a command to run next.
pub(crate) fn command_line(arguments: &[OsString]) -> String {
    let mut text = String::new();
    for part in arguments {
        text.extend([" ", &quoted(&part.to_string_lossy())]);
    }
    text
}

/// An argument as it is written in a shell.
fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./:,=+@%".contains(c);
    if !argument.is_empty() && argument.chars().all(is_plain) {
        return argument.to_owned();
    }
    format!("'{}'", argument.replace('\'', r"'\''"))
}

/// Adds a flag once for each of its values.
pub(crate) fn repeat(all: &mut Vec<OsString>, flag: &str, values: &[String]) {
    all.extend(values.iter().flat_map(|value| [flag.into(), value.into()]));
}

/// Adds a flag without a value, if it is set.
pub(crate) fn switch(all: &mut Vec<OsString>, flag: &str, is_set: bool) {
    all.extend(is_set.then(|| flag.into()));
}

#[cfg(test)]
mod tests {
    use super::{TestFlags, command_line};
    use crate::parsed::parsed;

    #[test]
    fn packages_are_selected_as_for_cargo_test() {
        for (line, expected) in [
            ("hunt", &[][..]),
            ("hunt --workspace", &["--workspace"]),
            ("hunt -p one -p two", &["--package", "one", "--package", "two"]),
        ] {
            assert_eq!(parsed::<TestFlags>(line).for_build(), expected, "{line}");
        }
    }

    #[test]
    fn arguments_of_a_shown_command_are_quoted_where_a_shell_demands_it() {
        let parts = ["p-props::f", "tests/props.rs:3:5", "in a loop", "calls (2)", "it's", ""];
        assert_eq!(
            command_line(&parts.map(Into::into)),
            r" p-props::f tests/props.rs:3:5 'in a loop' 'calls (2)' 'it'\''s' ''"
        );
    }

    #[test]
    fn flags_of_cargo_are_passed_on() {
        for line in [
            "--test one --test two --lib",
            "--profile mine",
            "--features one --features two --all-features --no-default-features",
            "--release",
            "--manifest-path a/Cargo.toml --offline --locked",
        ] {
            let expected: Vec<&str> = line.split(' ').collect();
            assert_eq!(parsed::<TestFlags>(&format!("hunt {line}")).for_build(), expected);
        }
        let short = parsed::<TestFlags>("hunt -r -F one,two").for_build();
        assert_eq!(short, ["--features", "one", "--features", "two", "--release"]);
    }
}
