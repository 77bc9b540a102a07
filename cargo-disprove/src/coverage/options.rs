//! Coverage options on the command line.

use clap::Args;

/// Which crates are instrumented.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Coverage")]
pub(crate) struct CoverageOptions {
    /// Build without instrumentation: the search is not guided by coverage.
    #[arg(long, conflicts_with_all = ["deps", "all_deps"])]
    pub(super) no_coverage: bool,

    /// Dependencies to instrument besides the workspace, separated by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "all_deps")]
    deps: Vec<String>,

    /// Instrument all dependencies.
    #[arg(long)]
    all_deps: bool,
}

impl CoverageOptions {
    /// The dependencies given by name.
    pub(crate) fn deps(&self) -> &[String] {
        &self.deps
    }

    /// The dependencies, one per line; `*` means all.
    pub(super) fn dependencies(&self) -> String {
        if self.all_deps { "*".to_owned() } else { self.deps.join("\n") }
    }
}
