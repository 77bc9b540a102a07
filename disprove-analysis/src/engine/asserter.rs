//! Functions of the same file that assert something: their assertions are those of the call.

use super::{
    judgement::Tag,
    term::TermId,
    walk::{MOST_CALLS, PendingAssertion, Walk},
};
use crate::ir::{Argument, Function, Language, Span};

/// How many helpers may be called one by the other. Deeper ones exist, but say no more about the test.
const DEEPEST_CALLS: usize = 4;

impl<'a> Walk<'a> {
    /// Walks a helper with its parameters bound to the values of a call. Returns whether it asserts anything.
    pub(super) fn follow_helper(
        &mut self,
        name: &str,
        method: bool,
        values: &[TermId],
        arguments: &'a [Argument],
        span: Span,
    ) -> bool {
        let Some(helper) = self.helper(name) else { return false };
        let takes_self = helper.parameters.first().is_some_and(|first| first == "self");
        if method && !takes_self {
            return false;
        }
        let keywords = arguments.iter().map(|argument| argument.keyword.as_deref());
        let mut given: Vec<(Option<&str>, TermId)> = Vec::new();
        let receivers = values.len().saturating_sub(arguments.len());
        for (at, value) in values.iter().enumerate() {
            let keyword = at.checked_sub(receivers).and_then(|at| keywords.clone().nth(at));
            given.push((keyword.flatten(), *value));
        }
        self.enter_helper(helper, &given, usize::from(takes_self && !method), span)
    }

    /// The same for a helper that an assertion names.
    pub(super) fn follow_named(&mut self, name: &str, values: &[TermId], span: Span) -> bool {
        let name = name.rsplit(['.', ':']).next().unwrap_or(name);
        let Some(helper) = self.helper(name) else { return false };
        let given: Vec<(Option<&str>, TermId)> = values.iter().map(|it| (None, *it)).collect();
        let skipped = usize::from(helper.parameters.first().is_some_and(|first| first == "self"));
        self.enter_helper(helper, &given, skipped, span)
    }

    fn helper(&self, name: &str) -> Option<&'a Function> {
        let file = self.file;
        self.helpers.get(name).and_then(|at| file.helpers.get(*at))
    }

    fn enter_helper(
        &mut self,
        helper: &'a Function,
        given: &[(Option<&str>, TermId)],
        skipped: usize,
        span: Span,
    ) -> bool {
        let name = helper.name.as_str();
        if self.following.contains(&name)
            || self.following.len() >= DEEPEST_CALLS
            || self.followed >= MOST_CALLS
        {
            return false;
        }
        self.followed += 1;
        self.following.push(name);
        let opened_here = self.inside.is_none();
        let at = self.inside.unwrap_or_else(|| {
            let (line, column) = self.lines.of(span, self.text);
            let text = span.of(self.text).to_owned();
            let (tags, atoms) = (Vec::new(), Vec::new());
            self.assertions.push(PendingAssertion { line, column, text, tags, atoms });
            self.assertions.len() - 1
        });
        let atoms_before = self.assertions[at].atoms.len();
        self.inside = Some(at);
        self.tags.push(Tag::Helper);
        let prefix = std::mem::replace(&mut self.prefix, format!("{name}."));
        let sight = self.scope.look(Vec::new());
        self.bind_parameters(&helper.parameters, given, skipped, span);
        self.inner(&helper.body, None);
        self.scope.look(sight);
        self.prefix = prefix;
        self.tags.pop();
        self.following.pop();
        let asserted = self.assertions[at].atoms.len() > atoms_before;
        if opened_here {
            self.inside = None;
            if self.assertions[at].atoms.is_empty() {
                self.assertions.truncate(at);
            }
        }
        asserted
    }

    fn bind_parameters(
        &mut self,
        parameters: &[String],
        given: &[(Option<&str>, TermId)],
        skipped: usize,
        span: Span,
    ) {
        let mut positional: Vec<TermId> = Vec::new();
        for (keyword, value) in given {
            if keyword.is_none() {
                positional.push(*value);
            }
        }
        let unknown = self.terms.constant("unknown");
        let all = self.terms.group(positional.clone(), span);
        let patterns =
            self.language == Language::Rust && positional.len() + skipped != parameters.len();
        for (at, parameter) in parameters.iter().enumerate() {
            let by_name = given.iter().find(|(keyword, _)| *keyword == Some(parameter.as_str()));
            let value = match by_name {
                Some((_, value)) => *value,
                // Leaves of patterns and arguments do not pair off.
                None if patterns => all,
                None => {
                    let position = at.checked_sub(skipped);
                    position.and_then(|at| positional.get(at)).copied().unwrap_or(unknown)
                }
            };
            self.declare(parameter, true, value);
        }
    }
}
