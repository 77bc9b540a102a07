//! How code is built: the flags of cargo that every command knows which builds something.

use clap::Args;
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

/// How code is built, as for `cargo test`.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Cargo")]
pub(crate) struct Build {
    /// Features to switch on.
    #[arg(short = 'F', long, value_name = "FEATURES")]
    features: Vec<String>,

    #[arg(long, help = "All features")]
    all_features: bool,

    #[arg(long, help = "Without the default features")]
    no_default_features: bool,

    /// The Cargo.toml of the package.
    #[arg(long, value_name = "PATH")]
    manifest_path: Option<PathBuf>,

    /// The profile to build with.
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,

    #[arg(long, help = "Without the network")]
    pub(crate) offline: bool,
}

impl Build {
    /// What is built: features and profile.
    pub(crate) fn choices(&self) -> Vec<OsString> {
        let mut all = Vec::new();
        repeat(&mut all, "--features", &self.features);
        repeat(&mut all, "--profile", self.profile.as_slice());
        switch(&mut all, "--all-features", self.all_features);
        switch(&mut all, "--no-default-features", self.no_default_features);
        all
    }

    /// Where the package is.
    pub(crate) fn manifest(&self) -> Vec<OsString> {
        let path = self.manifest_path.iter();
        path.flat_map(|path| ["--manifest-path".into(), path.into()]).collect()
    }

    /// What every command of cargo is called with.
    pub(crate) fn for_metadata(&self) -> Vec<OsString> {
        let mut all = self.manifest();
        switch(&mut all, "--offline", self.offline);
        all
    }
}

/// A flag with each of its values.
pub(crate) fn repeat(all: &mut Vec<OsString>, flag: &str, values: &[String]) {
    all.extend(values.iter().flat_map(|value| [flag.into(), value.into()]));
}

/// A flag without a value, if it is given.
pub(crate) fn switch(all: &mut Vec<OsString>, flag: &str, is_given: bool) {
    all.extend(is_given.then(|| flag.into()));
}

/// Whether cargo builds in this folder: it marks the folder as a cache. A module may be called `target` as well.
pub(crate) fn is_built_in(folder: &Path) -> bool {
    folder.join("CACHEDIR.TAG").exists()
        || (folder.ends_with("target") && folder.with_file_name("Cargo.toml").exists())
}
