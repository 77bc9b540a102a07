//! Compiled patterns, and how they generate strings.

use crate::{
    choice::Alphabet,
    source::{Source, sample::Lengths},
};

/// A part of a pattern. All its choices lead to a matching string.
#[derive(Debug)]
pub(super) enum Node {
    /// A fixed string, without a choice.
    Literal(String),
    /// One character.
    Class(Alphabet),
    /// A string over one class, as a single choice.
    Text(Alphabet, Lengths),
    /// A part or nothing.
    Optional(Box<Node>),
    /// A repeated part.
    Repeat(Box<Node>, Lengths),
    /// One of at least two alternatives.
    Alternation(Vec<Node>),
    /// A sequence of parts.
    Concat(Vec<Node>),
}

/// The names of the spans of each kind of node.
pub(super) const OPTIONAL: &str = "regex optional";
pub(super) const REPEAT: &str = "regex repetition";
pub(super) const ALTERNATION: &str = "regex alternatives";

/// The probability of an optional part: one half, as a share of `2^64`.
pub(super) const HALF: u64 = 1 << 63;

impl Node {
    #[inline]
    pub(super) fn generate_into(&self, src: &mut Source, out: &mut String) {
        match self {
            Node::Literal(literal) => out.push_str(literal),
            Node::Class(alphabet) => out.push(src.character(alphabet)),
            Node::Text(alphabet, lengths) => out.push_str(&src.text(alphabet, lengths)),
            Node::Optional(inner) => span(src, OPTIONAL, |src| {
                if src.boolean(HALF) {
                    inner.generate_into(src, out);
                }
            }),
            Node::Repeat(inner, lengths) => {
                if src.is_recording() {
                    inner.record_repeat(lengths, src, out);
                } else {
                    inner.repeat(lengths, src, out);
                }
            }
            Node::Alternation(branches) => span(src, ALTERNATION, |src| {
                let branch = src.branch(branches.len() as u32, 0);
                branches[branch as usize].generate_into(src, out);
            }),
            Node::Concat(parts) => {
                for part in parts {
                    part.generate_into(src, out);
                }
            }
        }
    }

    #[inline]
    fn repeat(&self, lengths: &Lengths, src: &mut Source, out: &mut String) {
        let count = src.length(lengths);
        src.enter_level();
        for _ in 0..count {
            self.generate_into(src, out);
        }
        src.leave_level();
    }

    /// Records each repetition and its continue flag as a span, like the elements of a collection.
    #[cold]
    #[inline]
    fn record_repeat(&self, lengths: &Lengths, src: &mut Source, out: &mut String) {
        let mut items = src.begin_items(REPEAT, lengths);
        while src.next_item(&mut items) {
            self.generate_into(src, out);
        }
    }

    /// The possible characters, if the node always generates a single one.
    #[inline]
    pub(super) fn alphabet(&self) -> Option<Alphabet> {
        match self {
            Node::Literal(literal) => {
                let mut chars = literal.chars();
                let only = chars.next().filter(|_| chars.next().is_none())?;
                Some(Alphabet::new(&[(only, only)]))
            }
            Node::Class(alphabet) => Some(alphabet.clone()),
            Node::Alternation(branches) => {
                let mut all = Vec::new();
                for branch in branches {
                    all.extend_from_slice(branch.alphabet()?.intervals());
                }
                Some(Alphabet::new(&all))
            }
            _ => None,
        }
    }
}

/// A span that does not count towards the depth limit: patterns are finite, and may be nested deeper than values.
#[inline]
fn span(src: &mut Source, name: &'static str, body: impl FnOnce(&mut Source)) {
    if src.is_recording() {
        src.open(name, 0);
    }
    body(src);
    if src.is_recording() {
        src.close();
    }
}
