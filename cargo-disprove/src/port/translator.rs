//! What every translation needs: the text, the meaning of its names, and the edits so far.

use super::{
    edits::Edits,
    index::Index,
    scope::{Library, OldName, Scope},
};
use std::{
    collections::{BTreeSet, HashMap},
    ops::Range,
};
use syn::{Path, spanned::Spanned};

/// Why something is not ported.
pub(super) type Refusal = String;

/// A helper that must be ported too.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Need {
    /// A function of the same file.
    Function(String),
    /// The generator of a type of the package.
    Type(String),
}

/// The start and end of a name of `disprove` in the text of an edit. Its path is decided when all edits are known.
const OPEN: char = '\u{E000}';
const CLOSE: char = '\u{E001}';

/// A name of `disprove` in new code.
pub(super) fn name(name: &str) -> String {
    format!("{OPEN}{name}{CLOSE}")
}

/// Nothing in new code, but the trait has to be in scope.
pub(super) fn with_trait(name: &str) -> String {
    format!("{OPEN}+{name}{CLOSE}")
}

/// Replaces the names of `disprove` in new code.
pub(super) fn resolve_names(text: &str, resolve: &mut dyn FnMut(&str) -> String) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(OPEN) {
        let (found, after) = after.split_once(CLOSE).expect("`name` writes both ends");
        out.push_str(before);
        out.push_str(&resolve(found));
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The result of a translation.
#[derive(Clone, Debug)]
pub(super) struct Translation {
    pub(super) edits: Edits,
    pub(super) needs: BTreeSet<Need>,
}

/// The code of a file.
#[derive(Clone, Copy)]
pub(super) struct Code<'a> {
    pub(super) text: &'a str,
    pub(super) scope: &'a Scope,
    pub(super) index: &'a Index,
}

/// A variable that holds a strategy.
#[derive(Clone, Debug)]
pub(super) struct StrategyVariable {
    /// What it translates into has the methods of generators.
    pub(super) is_generator: bool,
    pub(super) ty: Option<String>,
}

/// Translates one test or helper.
pub(super) struct Translator<'a> {
    pub(super) code: Code<'a>,
    pub(super) module: usize,
    pub(super) edits: Edits,
    pub(super) needs: BTreeSet<Need>,
    pub(super) variables: HashMap<String, StrategyVariable>,
    /// Type parameters in scope.
    pub(super) type_parameters: BTreeSet<String>,
    /// Columns by which the code moves to the left.
    pub(super) dedent: usize,
}

impl<'a> Translator<'a> {
    pub(super) fn new(code: Code<'a>, module: usize) -> Translator<'a> {
        Translator {
            code,
            module,
            edits: Edits::default(),
            needs: BTreeSet::new(),
            variables: HashMap::new(),
            type_parameters: BTreeSet::new(),
            dedent: 0,
        }
    }

    /// The indentation of a new line below the one at this place.
    pub(super) fn indentation(&self, at: usize) -> String {
        let columns = columns(self.code.text, at);
        " ".repeat(columns.saturating_sub(self.dedent))
    }

    /// Whether new code stands where nothing can be imported.
    pub(super) fn is_qualified(&self) -> bool {
        let module = &self.code.scope.modules[self.module];
        module.is_macro || !module.is_test
    }

    /// The result.
    pub(super) fn finish(self) -> Translation {
        Translation { edits: self.edits, needs: self.needs }
    }

    /// The source text of a part.
    pub(super) fn source(&self, part: &impl Spanned) -> &'a str {
        &self.code.text[range(part)]
    }

    /// A part with its edits.
    pub(super) fn rendered(&self, part: &impl Spanned) -> String {
        self.edits.render(self.code.text, range(part))
    }

    /// The item of a library that a path means.
    pub(super) fn old(&self, path: &Path) -> Option<OldName> {
        self.code.scope.old(self.module, path)
    }

    /// The item of proptest that a path means.
    pub(super) fn proptest(&self, path: &Path) -> Option<String> {
        self.old(path).filter(|old| old.library == Library::Proptest).map(|old| old.name)
    }

    /// The item of quickcheck that a path means.
    pub(super) fn quickcheck(&self, path: &Path) -> Option<String> {
        self.old(path).filter(|old| old.library == Library::Quickcheck).map(|old| old.name)
    }

    /// How to write a type of the standard library that is not in its prelude.
    pub(super) fn std_type(&self, short: &str, full: &str) -> String {
        let path: Path = syn::parse_str(short).expect("a name is a path");
        let means = self.code.scope.full_path(self.module, &path).join("::");
        if means == full { short.to_owned() } else { full.to_owned() }
    }
}

/// The spaces at the start of a line.
pub(super) fn columns(text: &str, at: usize) -> usize {
    let line = text[..at].rfind('\n').map_or(0, |line| line + 1);
    text[line..].bytes().take_while(|byte| *byte == b' ').count()
}

/// The bytes of a part.
pub(super) fn range(part: &impl Spanned) -> Range<usize> {
    part.span().byte_range()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_resolved_in_place() {
        let text = format!("{}({}x){}", name("vec"), name("any"), with_trait("Generator"));
        let mut seen = Vec::new();
        let new = resolve_names(&text, &mut |name| {
            seen.push(name.to_owned());
            if name.starts_with('+') { String::new() } else { format!("disprove::{name}") }
        });
        assert_eq!(new, "disprove::vec(disprove::anyx)");
        assert_eq!(seen, ["vec", "any", "+Generator"]);
    }
}
