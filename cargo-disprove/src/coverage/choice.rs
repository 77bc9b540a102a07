//! What is said about coverage on the command line.

use clap::Args;

/// Whose course is recorded.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Coverage")]
pub(crate) struct Choice {
    /// Builds the tests as cargo does: without the probes that guide the search.
    #[arg(long, conflicts_with_all = ["deps", "all_deps"])]
    pub(super) no_coverage: bool,

    /// Dependencies that are given probes as well as the workspace, with commas between them.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "all_deps")]
    deps: Vec<String>,

    /// All of them. These builds have a target folder of their own.
    #[arg(long)]
    all_deps: bool,
}

impl Choice {
    /// The dependencies that are named.
    pub(crate) fn deps(&self) -> &[String] {
        &self.deps
    }

    /// The dependencies, one in a line; a star is all of them.
    pub(super) fn dependencies(&self) -> String {
        if self.all_deps { "*".to_owned() } else { self.deps.join("\n") }
    }
}
