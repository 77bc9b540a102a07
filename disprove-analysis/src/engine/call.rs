//! Walks calls.

use super::{claim::Claim, effect::Called, term::TermId, walk::Walk};
use crate::ir::{Argument, Callee, Expr, Kind, Language, Span};

/// Methods that unwrap an option or a result.
const PAYLOADS: [&str; 2] = ["unwrap", "expect"];

/// Methods that unwrap an error and so assert that there is one.
const REFUSALS: [&str; 2] = ["unwrap_err", "expect_err"];

/// Calls that return another value each time.
const IMPURE: [&str; 16] = [
    "random",
    "time",
    "now",
    "next",
    "draw",
    "read",
    "read_line",
    "pop",
    "recv",
    "randint",
    "choice",
    "uuid4",
    "gen_range",
    "next_u32",
    "next_u64",
    "perf_counter",
];

/// The wrapper of a closure's value.
pub(super) const CLOSURE: &str = "closure";

impl<'a> Walk<'a> {
    pub(super) fn call(
        &mut self,
        callee: &'a Callee,
        arguments: &'a [Argument],
        span: Span,
        dropped: bool,
    ) -> TermId {
        self.calls = true;
        let mut values = Vec::new();
        let (operation, receiver) = match callee {
            Callee::Function(name) => match self.read(name, span) {
                Some(bound) => {
                    values.push(bound);
                    ("call".to_owned(), None)
                }
                None => (name.clone(), None),
            },
            Callee::Method(name, of) => {
                values.push(self.value(of));
                (format!(".{name}"), Some(&**of))
            }
            Callee::Macro(name) => (format!("{name}!"), None),
            Callee::Value(of) => {
                values.push(self.value(of));
                ("call".to_owned(), None)
            }
        };
        let before = self.scope.state.clone();
        self.arguments(arguments, &mut values);
        let by_closures = if arguments.iter().any(|argument| is_lambda(&argument.value)) {
            self.scope.changed(&before)
        } else {
            Vec::new()
        };
        let name = bare(&operation).to_owned();
        if operation == "call"
            && let Some(&called) = values.first()
            && let Some(number) = self.as_closure(called)
        {
            let result = self.follow_closure(number, &values[1..], span);
            values.push(result);
            return self.terms.node("call", values, span);
        }
        if let Some(value) = self.transparent(callee, &name, &values, span) {
            return value;
        }
        let made = Called { name: &name, receiver, arguments, values: &values, dropped, span };
        if let Some(value) = self.exchanged(&made) {
            return value;
        }
        if IMPURE.contains(&name.as_str()) {
            values.push(self.site());
        }
        let node = self.terms.node(&operation, values.clone(), span);
        let is_function = matches!(callee, Callee::Method(..)) || operation != "call";
        if is_function && self.follow_helper(&operation, &values, arguments, span) == Some(true) {
            self.asserted.insert(node);
            self.written_by_helper(&name, arguments, &values, span);
        } else {
            let made = Called { name: &name, receiver, arguments, values: &values, dropped, span };
            self.written_by(&made);
            self.written_by_closures(&made, by_closures);
        }
        node
    }

    /// The values of the arguments. Closures come last, because their parameters derive from all other arguments.
    fn arguments(&mut self, arguments: &'a [Argument], values: &mut Vec<TermId>) {
        let first = values.len();
        for argument in arguments {
            let value = if is_lambda(&argument.value) {
                // Reserves its place.
                self.terms.constant("()")
            } else {
                let value = self.value(&argument.value);
                match &argument.keyword {
                    Some(keyword) => {
                        let name = format!("{keyword}=");
                        self.terms.wrap(&name, value, argument.value.span)
                    }
                    None => value,
                }
            };
            values.push(value);
        }
        for (at, argument) in arguments.iter().enumerate() {
            let place = first + at;
            let named = self.as_closure(values[place]);
            if !is_lambda(&argument.value) && named.is_none() {
                continue;
            }
            let mut others = values.clone();
            others.remove(place);
            let source = match others[..] {
                [only] => only,
                _ => self.terms.group(others, argument.value.span),
            };
            values[place] = match named {
                Some(number) => self.hand_over_closure(number, source, argument.value.span),
                None => self.lambda(&argument.value, source),
            };
        }
    }

    /// Accessors: their value is a part of the receiver.
    fn transparent(
        &mut self,
        callee: &Callee,
        name: &str,
        values: &[TermId],
        span: Span,
    ) -> Option<TermId> {
        let (&first, Callee::Method(..)) = (values.first()?, callee) else { return None };
        if PAYLOADS.contains(&name) {
            return Some(self.payload(first, span));
        }
        if REFUSALS.contains(&name) && self.language == Language::Rust {
            // Outside assertions the front end has already made it one.
            let nothing = self.terms.constant("()");
            self.record(Claim::Refused, first, nothing, span);
            return Some(self.payload(first, span));
        }
        None
    }
}

/// A name without its path, the dot of a method, or the `!` of a macro.
pub(super) fn bare(operation: &str) -> &str {
    let name = operation.rsplit(['.', ':']).next().unwrap_or(operation);
    name.trim_end_matches('!')
}

pub(super) fn is_lambda(expression: &Expr) -> bool {
    match &expression.kind {
        Kind::Same(inner) => is_lambda(inner),
        Kind::Lambda { .. } => true,
        _ => false,
    }
}
