//! Lowers assignment targets and the patterns of `case`.

use super::lowering::Lowering;
use crate::ir::{Expr, Pattern, Place, Stmt, Update};
use ruff_python_ast as ast;
use ruff_text_size::Ranged;

impl Lowering<'_> {
    /// Lowers `target = value`.
    pub(super) fn bind(&mut self, target: &ast::Expr, value: Expr, out: &mut Vec<Stmt>) {
        match target {
            ast::Expr::Attribute(_) | ast::Expr::Subscript(_) => {
                let place = self.place(target);
                out.push(Stmt::Update(place, Update::Store, value));
            }
            _ => {
                let mut places = Vec::new();
                let pattern = self.target(target, &mut places);
                if places.is_empty() {
                    out.push(Stmt::Bind { pattern, value, fresh: false });
                    return;
                }
                out.push(Stmt::Bind { pattern, value: value.clone(), fresh: false });
                for place in places {
                    out.push(Stmt::Update(place, Update::Store, value.clone()));
                }
            }
        }
    }

    /// Lowers a target to a pattern. Fields and indices in it are not names: they are written as places after it.
    pub(super) fn target(&mut self, target: &ast::Expr, places: &mut Vec<Place>) -> Pattern {
        let mut parts = |lowering: &mut Self, all: &[ast::Expr]| {
            let parts = all.iter().map(|part| lowering.target(part, places)).collect();
            Pattern::Parts(None, parts)
        };
        match target {
            ast::Expr::Name(name) => Pattern::Name { name: name.id.to_string(), mutable: false },
            ast::Expr::Tuple(tuple) => parts(self, &tuple.elts),
            ast::Expr::List(list) => parts(self, &list.elts),
            ast::Expr::Starred(starred) => {
                Pattern::Rest(Box::new(self.target(&starred.value, places)))
            }
            ast::Expr::Attribute(_) | ast::Expr::Subscript(_) => {
                let place = self.place(target);
                places.push(place);
                Pattern::Wild
            }
            _ => Pattern::Wild,
        }
    }

    /// A written place.
    pub(super) fn place(&mut self, target: &ast::Expr) -> Place {
        let mut reads = Vec::new();
        let mut at = target;
        loop {
            match at {
                ast::Expr::Name(name) => {
                    let part = !std::ptr::eq(at, target);
                    return Place { name: Some(name.id.to_string()), part, reads };
                }
                ast::Expr::Attribute(attribute) => at = &attribute.value,
                ast::Expr::Subscript(subscript) => {
                    let index = self.expression(&subscript.slice);
                    reads.push(index);
                    at = &subscript.value;
                }
                ast::Expr::Starred(starred) => at = &starred.value,
                other => {
                    let value = self.expression(other);
                    reads.push(value);
                    return Place { name: None, part: true, reads };
                }
            }
        }
    }

    /// Lowers the pattern of a `case`.
    pub(super) fn pattern(&self, pattern: &ast::Pattern) -> Pattern {
        let name = |name: &str| Pattern::Name { name: name.to_owned(), mutable: false };
        let all = |patterns: &[ast::Pattern]| -> Vec<Pattern> {
            patterns.iter().map(|part| self.pattern(part)).collect()
        };
        match pattern {
            ast::Pattern::MatchValue(_) | ast::Pattern::MatchSingleton(_) => {
                Pattern::Constant(self.source(pattern.range()).to_owned())
            }
            ast::Pattern::MatchSequence(inner) => Pattern::Parts(None, all(&inner.patterns)),
            ast::Pattern::MatchMapping(inner) => {
                let mut parts = all(&inner.patterns);
                parts.extend(inner.rest.iter().map(|rest| name(rest)));
                Pattern::Parts(None, parts)
            }
            ast::Pattern::MatchClass(inner) => {
                let mut parts = all(&inner.arguments.patterns);
                for keyword in &inner.arguments.keywords {
                    parts.push(self.pattern(&keyword.pattern));
                }
                Pattern::Parts(Some(self.source(inner.cls.range()).to_owned()), parts)
            }
            ast::Pattern::MatchStar(inner) => Pattern::Rest(Box::new(
                inner.name.as_ref().map_or(Pattern::Wild, |inner| name(inner)),
            )),
            ast::Pattern::MatchAs(inner) => match (&inner.name, &inner.pattern) {
                (Some(outer), Some(pattern)) => {
                    Pattern::At(outer.to_string(), Box::new(self.pattern(pattern)))
                }
                (Some(only), None) => name(only),
                (None, Some(pattern)) => self.pattern(pattern),
                (None, None) => Pattern::Wild,
            },
            ast::Pattern::MatchOr(inner) => Pattern::Either(all(&inner.patterns)),
        }
    }
}
