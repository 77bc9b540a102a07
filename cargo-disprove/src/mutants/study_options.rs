//! Options that `mutants` and `sweep` share.

use super::judge_folder;
use crate::{duration::duration, project::Workspace};
use clap::Args;
use std::{path::PathBuf, time::Duration};

/// How a study runs, and where its results go.
#[derive(Args, Clone, Debug)]
pub(crate) struct StudyOptions {
    /// Folder for the results (default: target/disprove/judge).
    #[arg(long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,

    /// Discard the results of an earlier run.
    #[arg(long)]
    pub(crate) fresh: bool,

    /// Number of mutants tested in parallel.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: u16,

    /// Time limit of the tests of a mutant: 90s, 2m (default: five times their time on the unchanged code, with a lower bound).
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,

    /// Print the results as JSON instead of tables.
    #[arg(long)]
    pub(crate) json: bool,
}

impl StudyOptions {
    /// The folder for the results.
    pub(crate) fn folder(&self, workspace: &Workspace) -> PathBuf {
        self.output.clone().unwrap_or_else(|| judge_folder(workspace))
    }
}

#[cfg(test)]
mod tests {
    use super::{StudyOptions, Workspace};
    use crate::parsed::parsed;
    use std::path::Path;

    #[test]
    fn results_of_mutants_and_sweeps_are_in_the_target_folder_by_default() {
        let workspace = Workspace::example();
        let folder = |line: &str| parsed::<StudyOptions>(line).folder(&workspace);
        assert_eq!(folder("sweep"), Path::new("target/disprove/judge"));
        assert_eq!(folder("sweep --output x"), Path::new("x"));
    }
}
