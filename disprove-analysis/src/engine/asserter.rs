//! Helper functions of the same file that assert: their assertions count for the calling test.

use std::collections::HashMap;

use super::{
    call::bare,
    judgment::Tag,
    term::TermId,
    walk::{MOST_CALLS, Walk},
};
use crate::ir::{Argument, File, Function, Language, Pattern, Scopes, Span, outer};

/// Maximum depth of nested helper calls. Deeper helpers exist, but add no categories.
const DEEPEST_CALLS: usize = 4;

/// The helpers of a file, by name without path.
pub(super) struct Helpers<'a> {
    by_name: HashMap<&'a str, Vec<&'a Function>>,
    scopes: &'a Scopes,
}

impl<'a> Helpers<'a> {
    pub(super) fn of(file: &'a File) -> Self {
        let mut by_name: HashMap<&str, Vec<&Function>> = HashMap::new();
        for helper in &file.helpers {
            by_name.entry(bare(&helper.name)).or_default().push(helper);
        }
        Helpers { by_name, scopes: &file.scopes }
    }

    /// The helper that a call with this number of arguments means, inside of a function. Python helpers have their full
    /// names. Rust helpers are found by their paths. The type of a receiver is unknown: of the methods of this name, it
    /// is the first of those in the nearest module.
    fn find(
        &self,
        name: &str,
        values: usize,
        inside: &str,
        language: Language,
    ) -> Option<&'a Function> {
        let named = |name: &str| self.by_name.get(bare(name)).into_iter().flatten().copied();
        if language == Language::Python {
            return named(name).find(|helper| helper.name == name);
        }
        let inside = outer(inside);
        let fits = |helper: &&Function| helper.parameters.len() == values;
        if name.starts_with('.') {
            let near = |helper: &&Function| {
                let module = outer(outer(&helper.name));
                let below = inside.strip_prefix(module);
                let is_around = module.is_empty()
                    || below.is_some_and(|rest| rest.is_empty() || rest.starts_with("::"));
                (is_around, module.len())
            };
            let methods = named(name).filter(|helper| has_receiver(helper));
            return methods.filter(fits).rev().max_by_key(near);
        }
        let full = self.scopes.resolve(inside, name)?;
        named(full).filter(fits).find(|helper| helper.name == full)
    }
}

fn has_receiver(function: &Function) -> bool {
    matches!(function.parameters.first(), Some(Pattern::Name { name, .. }) if name == "self")
}

impl<'a> Walk<'a> {
    /// Walks the helper of a call with its parameters bound to the arguments. Returns whether it asserts anything;
    /// `None` if it is not in the file or the limits forbid following it.
    pub(super) fn follow_helper(
        &mut self,
        name: &str,
        values: &[TermId],
        arguments: &'a [Argument],
        span: Span,
    ) -> Option<bool> {
        // The name of the innermost helper, whose calls these are.
        let inside = self.following.last().copied().unwrap_or(self.test);
        let helper = self.helpers.find(name, values.len(), inside, self.language)?;
        let given = self.given(values, arguments);
        self.enter_helper(helper, &given, span)
    }

    /// The values of the receiver and the arguments, with their keywords.
    fn given(
        &self,
        values: &[TermId],
        arguments: &'a [Argument],
    ) -> Vec<(Option<&'a str>, TermId)> {
        let receivers = values.len().saturating_sub(arguments.len());
        let mut given = Vec::new();
        for (at, value) in values.iter().enumerate() {
            let argument = at.checked_sub(receivers).and_then(|at| arguments.get(at));
            let keyword = argument.and_then(|argument| argument.keyword.as_deref());
            let inner = self
                .terms
                .as_wrap(*value)
                .filter(|(name, _)| keyword.is_some() && name.strip_suffix('=') == keyword);
            given.push((keyword, inner.map_or(*value, |(_, inner)| inner)));
        }
        given
    }

    fn enter_helper(
        &mut self,
        helper: &'a Function,
        given: &[(Option<&str>, TermId)],
        span: Span,
    ) -> Option<bool> {
        let name = helper.name.as_str();
        if self.following.contains(&name) {
            return Some(false);
        }
        if self.following.len() >= DEEPEST_CALLS || self.followed >= MOST_CALLS {
            return None;
        }
        self.followed += 1;
        self.following.push(name);
        let opened_here = self.inside.is_none();
        let at = self.inside.unwrap_or_else(|| {
            let place = self.lines.place(span.start);
            self.begin_assertion(place, span)
        });
        let atoms_before = self.assertions[at].atoms.len();
        self.tags.push(Tag::Helper);
        let prefix = std::mem::replace(&mut self.prefix, format!("{}.", bare(name)));
        let sight = self.scope.look(Vec::new());
        self.bind_parameters(&helper.parameters, given);
        self.inner(&helper.body, None);
        self.scope.look(sight);
        self.prefix = prefix;
        self.tags.pop();
        self.following.pop();
        let asserted = self.assertions[at].atoms.len() > atoms_before;
        if opened_here {
            self.end_assertion(at);
        }
        Some(asserted)
    }

    fn bind_parameters(&mut self, parameters: &[Pattern], given: &[(Option<&str>, TermId)]) {
        let mut positional = given.iter().filter(|(keyword, _)| keyword.is_none());
        let unknown = self.terms.constant("unknown");
        for parameter in parameters {
            let by_name = given.iter().find(|(keyword, _)| {
                matches!((keyword, parameter), (Some(keyword), Pattern::Name { name, .. }) if keyword == name)
            });
            let next = by_name.or_else(|| positional.next());
            self.bind(parameter, next.map_or(unknown, |(_, value)| *value), true);
        }
    }
}
