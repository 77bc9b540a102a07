//! The meaning of matching a value against a pattern.

use crate::ir::Pattern;

/// The meaning of a match, derived from the pattern alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Matching {
    /// Always matches.
    Always,
    /// One constant.
    Constant,
    /// A range of constants.
    Range,
    /// One of several constants.
    OneOf,
    /// A variant with any payload.
    Variant,
    /// A success variant: the opposite of an error.
    Success,
    /// A variant whose payload is partly constant.
    Payload,
    /// Any error.
    Refusal,
    /// An error with a constant in it.
    ConstantRefusal,
}

const ALL: [(Matching, &str); 9] = [
    (Matching::Always, "always"),
    (Matching::Constant, "constant"),
    (Matching::Range, "range"),
    (Matching::OneOf, "one-of"),
    (Matching::Variant, "variant"),
    (Matching::Success, "success"),
    (Matching::Payload, "payload"),
    (Matching::Refusal, "refusal"),
    (Matching::ConstantRefusal, "constant-refusal"),
];

impl Matching {
    pub(super) fn of(pattern: &Pattern) -> Matching {
        match pattern {
            Pattern::Wild | Pattern::Name { .. } | Pattern::Rest(_) => Matching::Always,
            Pattern::At(_, inner) => Matching::of(inner),
            Pattern::Constant(written) if written.contains("..") => Matching::Range,
            Pattern::Constant(_) => Matching::Constant,
            Pattern::Either(all) => Matching::of_either(all),
            Pattern::Parts(variant, parts) => {
                let constant = parts.iter().any(has_constant);
                let last = variant.as_deref().and_then(|name| name.rsplit("::").next());
                match (last, constant) {
                    (Some("Err"), false) => Matching::Refusal,
                    (Some("Err"), true) => Matching::ConstantRefusal,
                    (Some("Ok"), false) => Matching::Success,
                    (_, true) => Matching::Payload,
                    (Some(_), false) => Matching::Variant,
                    (None, false) => {
                        let inner = parts.iter().map(Matching::of);
                        inner.max_by_key(|it| *it as u8).unwrap_or(Matching::Always)
                    }
                }
            }
        }
    }

    fn of_either(all: &[Pattern]) -> Matching {
        let kinds: Vec<Matching> = all.iter().map(Matching::of).collect();
        let every = |wanted: &[Matching]| kinds.iter().all(|kind| wanted.contains(kind));
        let some = |wanted: Matching| kinds.contains(&wanted);
        if kinds.is_empty() || some(Matching::Always) {
            Matching::Always
        } else if let [only] = kinds[..] {
            only
        } else if every(&[Matching::Constant, Matching::Range, Matching::OneOf]) {
            Matching::OneOf
        } else if every(&[Matching::Refusal, Matching::ConstantRefusal]) {
            if some(Matching::Refusal) { Matching::Refusal } else { Matching::ConstantRefusal }
        } else if some(Matching::Payload) {
            Matching::Payload
        } else {
            Matching::Variant
        }
    }

    /// The name of the operation that tests for the pattern. The pattern is part of it, because another pattern gives
    /// another value.
    pub(super) fn operation(self, pattern: &Pattern) -> String {
        let (_, name) = ALL[self as usize];
        format!("matches {name} {}", written(pattern))
    }

    /// The meaning encoded in the name of an operation.
    pub(super) fn from_operation(operation: &str) -> Option<Matching> {
        let name = operation.strip_prefix("matches ")?.split(' ').next()?;
        ALL.iter().find(|(_, it)| *it == name).map(|(matching, _)| *matching)
    }
}

/// Whether the pattern contains a constant. Variants are not constants, whatever they hold.
fn has_constant(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Constant(_) => true,
        Pattern::Wild | Pattern::Name { .. } | Pattern::Rest(_) => false,
        Pattern::At(_, inner) => has_constant(inner),
        Pattern::Parts(_, all) | Pattern::Either(all) => all.iter().any(has_constant),
    }
}

/// A pattern without the names that it binds.
pub(super) fn written(pattern: &Pattern) -> String {
    match pattern {
        Pattern::Wild | Pattern::Name { .. } => "_".to_owned(),
        Pattern::Rest(_) => "..".to_owned(),
        Pattern::Constant(text) => text.clone(),
        Pattern::At(_, inner) => written(inner),
        Pattern::Parts(variant, all) => {
            let parts: Vec<String> = all.iter().map(written).collect();
            format!("{}({})", variant.as_deref().unwrap_or_default(), parts.join(", "))
        }
        Pattern::Either(all) => {
            let parts: Vec<String> = all.iter().map(written).collect();
            parts.join(" | ")
        }
    }
}
