//! A failure as the search finds it.

use crate::{case::Cause, choice::Tree, search::Search};

/// Where an input came from.
pub(crate) enum Origin {
    /// A random case, not recorded: its number and its size.
    Random { case: u64, size: u32 },
    /// Recorded choices of the search.
    Choices(Tree),
    /// A token, by its position, and the choices that its replay recorded.
    Token { number: usize, recorded: Tree },
    /// An input from the regression file.
    Regression(Tree),
    /// An entry of the database, and the choices that its replay recorded.
    Stored { recorded: Tree, entry: Tree },
    /// A smaller input, met while another failure was reduced.
    Slippage(Tree),
    /// An example, by its position; its choices are known if the generator can encode it.
    Example { number: usize, choices: Option<Tree> },
}

/// A failure that does not resemble an earlier one of the run.
pub(crate) struct FoundFailure {
    /// Its position among the failures of the run, those of reductions included.
    pub(crate) number: usize,
    /// The entry of the database, if it is saved already.
    pub(crate) saved: Option<Tree>,
    pub(crate) cause: Cause,
    pub(crate) origin: Origin,
    /// The number of the execution, from 1.
    pub(crate) execution: u64,
    pub(crate) search: Search,
}
