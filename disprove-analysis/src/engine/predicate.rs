//! Functions and methods with a known meaning for their arguments.

use super::{
    call::{CLOSURE, bare},
    claim::Claim,
    judgment::Tag,
    proposition::opposite,
    term::TermId,
    walk::Walk,
};
use crate::ir::{Language, Relation, Span};

/// Equality, exact or approximate.
const EQUALITIES: [&str; 14] = [
    "eq",
    "equals",
    "equal",
    "isclose",
    "allclose",
    "array_equal",
    "array_equiv",
    "almost_equal",
    "relative_eq",
    "abs_diff_eq",
    "ulps_eq",
    "approx_eq",
    "is_close",
    "assert_allclose",
];

/// The first argument contains the second.
const CONTAINERS: [&str; 9] = [
    "contains",
    "starts_with",
    "ends_with",
    "startswith",
    "endswith",
    "is_superset",
    "issuperset",
    "__contains__",
    "has_key",
];

/// The second argument contains the first.
const CONTAINED: [&str; 3] = ["is_subset", "issubset", "isin"];

/// Searches: if they succeed, the haystack contains the needle.
const SEARCHES: [&str; 8] = [
    "position",
    "find",
    "rposition",
    "find_map",
    "binary_search",
    "binary_search_by",
    "binary_search_by_key",
    "rfind",
];

/// Tests for a dynamic type.
const DOWNCASTS: [&str; 3] = ["downcast_ref", "downcast_mut", "downcast"];

impl Walk<'_> {
    /// Splits an asserted call into claims. Returns whether the callee is known.
    pub(super) fn predicate(
        &mut self,
        operation: &str,
        arguments: &[TermId],
        positive: bool,
        span: Span,
    ) -> bool {
        let name = bare(operation);
        let method = operation.starts_with('.');
        let arguments = &self.without_keywords(arguments)[..];
        match (name, arguments) {
            (name, [left, right, ..]) if EQUALITIES.contains(&name) => {
                self.compare_by(Relation::Eq, *left, *right, positive, span);
            }
            ("ne" | "lt" | "le" | "gt" | "ge", [left, right]) => {
                self.compare_by(named_relation(name), *left, *right, positive, span);
            }
            ("is_eq" | "is_ne" | "is_lt" | "is_le" | "is_gt" | "is_ge", [order]) => {
                let Some((left, right)) = self.ordered(*order) else { return false };
                self.compare_by(named_relation(&name[3..]), left, right, positive, span);
            }
            ("is_err", [result]) => self.success(*result, !positive, span),
            ("is_ok", [result]) => self.success(*result, positive, span),
            ("is_some", [option]) => self.presence(*option, positive, span),
            ("is_none", [option]) => self.presence(*option, !positive, span),
            ("is_empty" | "is_zero" | "is_null", [value]) if method => {
                let nothing = self.terms.constant("()");
                self.compare_by(Relation::Eq, *value, nothing, positive, span);
            }
            ("is_some_and" | "is_ok_and" | "is_none_or", [_, body]) => self.claim(*body, positive),
            (name, [whole, element])
                if CONTAINERS.contains(&name) || name.starts_with("contains_") =>
            {
                self.membership(*element, *whole, positive, span);
            }
            (name, [element, whole]) if CONTAINED.contains(&name) => {
                self.membership(*element, *whole, positive, span);
            }
            ("match" | "fullmatch" | "search", [pattern, text]) if operation.starts_with("re.") => {
                self.membership(*pattern, *text, positive, span);
            }
            ("all" | "any" | "bool" | "from_bool", [inner]) => self.claim(*inner, positive),
            ("all" | "any", [_, body]) if self.is_closure(*body) => self.claim(*body, positive),
            ("isinstance" | "issubclass", [value, of]) => self.negated(!positive, |walk| {
                walk.record(Claim::Type, *value, *of, span);
            }),
            ("callable", [value]) => self.type_claim(*value, positive, span),
            ("is", [value]) if method => self.type_claim(*value, positive, span),
            (name, [value]) if self.is_variant(name) => self.type_claim(*value, positive, span),
            (name, [left, right]) => {
                let Some(relation) = relation_by_name(name) else { return false };
                self.tags.push(Tag::ByName);
                self.compare_by(relation, *left, *right, positive, span);
                self.tags.pop();
            }
            _ => return false,
        }
        true
    }

    /// Keyword arguments are options, unless there are no others.
    fn without_keywords(&self, arguments: &[TermId]) -> Vec<TermId> {
        let keyword = |it: &TermId| self.terms.as_wrap(*it).filter(|(name, _)| name.ends_with('='));
        let positional: Vec<TermId> =
            arguments.iter().filter(|it| keyword(it).is_none()).copied().collect();
        if positional.is_empty() {
            return arguments
                .iter()
                .map(|it| keyword(it).map_or(*it, |(_, inner)| inner))
                .collect();
        }
        positional
    }

    fn compare_by(
        &mut self,
        relation: Relation,
        left: TermId,
        right: TermId,
        positive: bool,
        span: Span,
    ) {
        let relation = if positive { relation } else { opposite(relation) };
        let text = super::influence::shown(span, self.text);
        self.comparison(relation, left, right, text);
    }

    fn type_claim(&mut self, value: TermId, positive: bool, span: Span) {
        let nothing = self.terms.constant("()");
        self.negated(!positive, |walk| walk.record(Claim::Type, value, nothing, span));
    }

    fn is_closure(&self, value: TermId) -> bool {
        self.terms.as_wrap(value).is_some_and(|(name, _)| name == CLOSURE)
    }

    /// The needle and the haystack of a search.
    fn searched(&self, value: TermId) -> Option<(TermId, TermId)> {
        match self.terms.as_node(value) {
            Some((operation, &[whole, element, ..])) if SEARCHES.contains(&bare(operation)) => {
                Some((self.compared_with(whole, element), whole))
            }
            _ => None,
        }
    }

    /// `find(|y| y == x)` looks for `x`.
    fn compared_with(&self, whole: TermId, element: TermId) -> TermId {
        let Some((CLOSURE, body)) = self.terms.as_wrap(element) else { return element };
        match self.terms.as_node(body) {
            Some(("==", &[left, right])) => {
                let is_each = |it| matches!(self.terms.get(it), super::term::Term::Part(of, _) if *of == whole);
                match (is_each(left), is_each(right)) {
                    (true, false) => right,
                    (false, true) => left,
                    _ => element,
                }
            }
            _ => element,
        }
    }

    /// A result is a success or an error.
    fn success(&mut self, result: TermId, positive: bool, span: Span) {
        let nothing = self.terms.constant("()");
        if let Some((element, whole)) = self.searched(result) {
            self.membership(element, whole, positive, span);
        } else if positive {
            self.record(Claim::Type, result, nothing, span);
        } else {
            self.record(Claim::Refused, result, nothing, span);
        }
    }

    /// A value is present or absent.
    fn presence(&mut self, option: TermId, positive: bool, span: Span) {
        let nothing = self.terms.constant("()");
        let made_by = self.terms.as_node(option).map(|(operation, parts)| {
            (bare(operation).to_owned(), parts.first().copied().unwrap_or(nothing))
        });
        if let Some((element, whole)) = self.searched(option) {
            self.membership(element, whole, positive, span);
            return;
        }
        match made_by {
            Some((name, of)) if DOWNCASTS.contains(&name.as_str()) => {
                self.type_claim(of, positive, span);
            }
            Some((name, of)) if name == "err" => self.success(of, !positive, span),
            Some((name, of)) if name == "ok" => self.success(of, positive, span),
            _ => self.compare_by(Relation::Ne, option, nothing, positive, span),
        }
    }

    /// `is_leaf()` of an enum of the file that has a variant `Leaf`.
    fn is_variant(&self, name: &str) -> bool {
        let Some(asked) = name.strip_prefix("is_") else { return false };
        self.language == Language::Rust
            && self
                .file
                .enumerations
                .iter()
                .any(|it| it.variants.iter().any(|variant| in_snake_case(variant) == asked))
    }
}

fn named_relation(name: &str) -> Relation {
    match name {
        "ne" => Relation::Ne,
        "lt" => Relation::Lt,
        "le" => Relation::Le,
        "gt" => Relation::Gt,
        "ge" => Relation::Ge,
        _ => Relation::Eq,
    }
}

/// Functions of two arguments whose name says that they compare.
pub(super) fn relation_by_name(name: &str) -> Option<Relation> {
    let is = |starts: &[&str], ends: &[&str]| {
        starts.iter().any(|it| name.starts_with(it)) || ends.iter().any(|it| name.ends_with(it))
    };
    if is(&["ne_"], &["_ne", "not_equal", "not_equals", "_differ"]) {
        Some(Relation::Ne)
    } else if is(&["eq_"], &["_eq", "_equal", "_equals"]) {
        Some(Relation::Eq)
    } else {
        None
    }
}

fn in_snake_case(name: &str) -> String {
    let mut snake = String::new();
    for (at, c) in name.chars().enumerate() {
        if c.is_uppercase() && at > 0 {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}
