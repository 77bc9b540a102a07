//! What loops and quantifiers iterate over.

use super::{
    term::{Term, TermId},
    walk::Walk,
};
use crate::ir::{Callee, Expr, Kind, Pattern};

/// Adapters with the same elements as their receiver: a loop over them is a loop over the receiver.
const OVER: [&str; 6] = ["enumerate", "zip", "keys", "values", "iter_mut", "values_mut"];

impl<'a> Walk<'a> {
    /// A mapping: the source, the element, and the mapped value.
    pub(super) fn over(
        &mut self,
        pattern: &'a Pattern,
        source: &'a Expr,
        inner: impl FnOnce(&mut Self) -> Vec<TermId>,
    ) -> (TermId, TermId, Vec<TermId>) {
        let source = self.source(source);
        self.nesting += 1;
        let depth = format!("each {}", self.nesting);
        let site = self.terms.constant(&depth);
        let each = self.element(source, site);
        let opened = self.scope.open();
        self.bind(pattern, each, true);
        let inner = inner(self);
        self.scope.close(opened);
        self.nesting -= 1;
        (source, each, inner)
    }

    /// The iterated collection: `xs.iter().enumerate()` has the elements of `xs`.
    pub(super) fn source(&mut self, source: &'a Expr) -> TermId {
        match &source.kind {
            Kind::Same(inner) | Kind::Borrow(inner) | Kind::Conv(inner) => self.source(inner),
            Kind::Call { callee, arguments } => {
                let (name, receiver) = match callee {
                    Callee::Function(name) => (name.as_str(), None),
                    Callee::Method(name, of) => (name.as_str(), Some(of)),
                    _ => return self.value(source),
                };
                if !OVER.contains(&name) {
                    return self.value(source);
                }
                let mut parts = Vec::new();
                if let Some(receiver) = receiver {
                    parts.push(self.source(receiver));
                }
                for argument in arguments {
                    parts.push(self.source(&argument.value));
                }
                if let [only] = parts[..] { only } else { self.terms.group(parts, source.span) }
            }
            _ => self.value(source),
        }
    }

    /// An element of a source, identified by its position.
    pub(super) fn element(&mut self, source: TermId, site: TermId) -> TermId {
        let path = match self.terms.get(site) {
            Term::Constant(name) => *name,
            _ => self.terms.symbol("each"),
        };
        let origin = self.terms.origin(source);
        self.terms.keep(Term::Part(source, path), origin)
    }
}
