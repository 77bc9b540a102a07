//! Tests and helpers of a file, each translated or refused.

use super::{
    edits::Edits,
    index::Index,
    scope::{Library, Scope},
    translator::{Refusal, Translation},
    words::Word,
};
use std::{collections::HashSet, ops::Range, path::PathBuf};

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnitKind {
    Test(Library),
    /// A function that tests use.
    Function,
    /// The generator of a type.
    Type,
}

/// A test, or something that tests need.
#[derive(Debug)]
pub(super) struct Unit {
    pub(super) kind: UnitKind,
    /// The name of the function or the type.
    pub(super) name: String,
    pub(super) module: usize,
    pub(super) line: usize,
    /// What belongs to it.
    pub(super) region: Range<usize>,
    /// The macro call that it stands in.
    pub(super) block: Option<usize>,
    /// Whether code in other files may use it.
    pub(super) is_public: bool,
    /// Files that are not ported use it.
    pub(super) is_used_elsewhere: bool,
    /// It has a `#[cfg(test)]` of its own.
    pub(super) has_condition: bool,
    pub(super) result: Result<Translation, Refusal>,
    /// Edits that add the new form beside the old one, if there are such.
    pub(super) beside: Option<Edits>,
}

impl Unit {
    pub(super) fn is_ported(&self) -> bool {
        self.result.is_ok()
    }
}

/// A macro call with tests or helpers.
#[derive(Debug)]
pub(super) struct MacroCall {
    /// With its attributes and a semicolon.
    pub(super) range: Range<usize>,
    /// Ranges of its attributes.
    pub(super) attributes: Vec<Range<usize>>,
    /// From the path to the opening delimiter.
    pub(super) open: Range<usize>,
    /// From the closing delimiter to the end.
    pub(super) close: Range<usize>,
    /// The configuration.
    pub(super) config: Option<Range<usize>>,
    /// Columns by which its content is indented.
    pub(super) dedent: usize,
    pub(super) units: Vec<usize>,
    /// The macro of the file that stands for `quickcheck!`.
    pub(super) wrapper: Option<String>,
    /// Strings that span several lines.
    pub(super) literals: Vec<Range<usize>>,
}

/// A macro of the file that stands for `quickcheck!`.
#[derive(Debug)]
pub(super) struct Wrapper {
    pub(super) name: String,
    pub(super) range: Range<usize>,
}

/// A file, read.
pub(super) struct PortedFile {
    pub(super) path: PathBuf,
    /// Its path as shown to the user.
    pub(super) shown: String,
    pub(super) text: String,
    pub(super) has_mark: bool,
    pub(super) scope: Scope,
    pub(super) index: Index,
    pub(super) words: Vec<Word>,
    /// The variables of each function.
    pub(super) variables: Vec<(Range<usize>, HashSet<String>)>,
    pub(super) units: Vec<Unit>,
    pub(super) calls: Vec<MacroCall>,
    pub(super) wrappers: Vec<Wrapper>,
}

impl PortedFile {
    /// Whether a word may name a function.
    pub(super) fn may_be_function(&self, word: &Word) -> bool {
        let is_variable = || {
            self.variables
                .iter()
                .any(|(at, names)| at.contains(&word.at.start) && names.contains(&word.text))
        };
        !word.after_point && (word.is_called || !is_variable())
    }

    /// The line of a place, from 1.
    pub(super) fn line(&self, at: usize) -> usize {
        self.text[..at].matches('\n').count() + 1
    }
}
