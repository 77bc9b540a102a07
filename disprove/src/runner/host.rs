//! The host of a worker process: the process that started this one to run the property.

use super::RunReport;
use crate::{
    case::{CaseResult, Cause, Texts},
    choice::Tree,
    search::Search,
    source::CaseSeed,
};

/// What a worker process does instead of an ordinary run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Search, after the known inputs.
    Search,
    /// Run inputs that may have crashed a process, and reduce the one that crashes again.
    Suspects,
    /// Remove redundant entries from the corpus.
    MinimizeCorpus,
}

/// Counts of a run under way.
pub(crate) struct Progress<'a> {
    pub(crate) executions: u64,
    pub(crate) cases: u64,
    pub(crate) distinct: u64,
    /// The executions of each search, most first.
    pub(crate) searches: Vec<(Search, u64)>,
    /// The sites of compiler probes that cases have reached, by their linker numbers.
    pub(crate) covered: &'a [u32],
    /// The number of such sites.
    pub(crate) sites: u32,
}

/// The smallest known input of a failure.
pub(crate) enum FoundInput<'a> {
    /// An example that the generator cannot encode.
    Example,
    /// A random case that is not recorded yet.
    Seed(CaseSeed),
    Choices {
        tree: &'a Tree,
        saved: bool,
    },
}

/// The connection of a run to the process that started it. `worker` implements it.
pub(crate) trait Host {
    fn mode(&self) -> Mode;

    /// Whether to run examples, regressions and stored failures first.
    fn runs_known_inputs(&self) -> bool;

    /// Whether a test with the same seed runs the same inputs.
    fn is_repeatable(&self) -> bool;

    /// The run begins.
    fn start(&mut self, seed: u64);

    /// The cases of the run are over.
    fn stop(&mut self);

    /// The next input that may have crashed a process, and the number of executions before it.
    fn next_suspect(&mut self) -> Option<(CaseSeed, u64)>;

    /// A suspect did not fail.
    fn survived(&mut self, tree: &Tree);

    /// No suspect failed; this was the first of them. True if it should be saved: it may crash another time.
    fn all_survived(&mut self, first: &Tree) -> bool;

    /// This input is about to run because it may have crashed a process.
    fn suspects(&mut self, tree: &Tree, saved: bool, arguments: &Texts);

    /// Whether the process that started this one is gone. What fails then may fail because of its end: processes that
    /// cases have started are killed.
    fn is_orphaned(&self) -> bool;

    /// A failure was found, saved or made smaller. The host reports it even if this process is killed.
    fn found(&mut self, number: usize, cause: &Cause, input: FoundInput<'_>);

    /// Whether the host has seen this failure before.
    fn knows(&self, cause: &Cause) -> bool;

    /// Whether it is time to report progress.
    fn wants_progress(&mut self) -> bool;

    fn report_progress(&mut self, progress: Progress<'_>);

    /// Longest batch of random cases, if they must be announced.
    fn longest_batch(&self) -> u64;

    /// The entries of the corpus, shortest first.
    fn load_corpus(&mut self) -> Vec<Tree>;

    /// An entry that another worker has added to the corpus since it was loaded.
    fn next_entry(&mut self) -> Option<Tree>;

    fn has_corpus(&self) -> bool;

    /// Adds a case to the corpus if it is interesting. `search` proposed the case. `entry` is the corpus entry that it
    /// replayed, if it did; `record` returns the choices of the case.
    fn learn(
        &mut self,
        result: &CaseResult,
        search: Search,
        entry: Option<&Tree>,
        record: &mut dyn FnMut() -> Tree,
    );

    /// The run is over.
    fn finish(&mut self, report: &RunReport);

    /// The run ended with a panic of the generator or the history.
    fn abort(&mut self, message: &str);
}
