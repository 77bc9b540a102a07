//! What a pattern is made of, and how it becomes a text.

use crate::{
    choice::Alphabet,
    source::{Source, sample::Lengths},
};

/// A part of a pattern. Whatever is chosen in it, the text matches.
#[derive(Debug)]
pub(super) enum Node {
    /// Always the same; draws nothing.
    Literal(String),
    /// One character.
    Class(Alphabet),
    /// Characters of one class, as a single choice.
    Text(Alphabet, Lengths),
    /// Something or nothing.
    Optional(Box<Node>),
    /// Something again and again.
    Repeat(Box<Node>, Lengths),
    /// One of several, of which there are at least two.
    Either(Vec<Node>),
    /// One after the other.
    Concat(Vec<Node>),
}

/// The names of spans.
pub(super) const OPTIONAL: &str = "regex optional";
pub(super) const REPEAT: &str = "regex repetition";
pub(super) const EITHER: &str = "regex alternatives";

/// An optional part is there half of the time.
pub(super) const HALF: u64 = 1 << 63;

impl Node {
    #[inline]
    pub(super) fn generate_into(&self, src: &mut Source, out: &mut String) {
        match self {
            Node::Literal(text) => out.push_str(text),
            Node::Class(alphabet) => out.push(src.character(alphabet)),
            Node::Text(alphabet, lengths) => out.push_str(&src.text(alphabet, lengths)),
            Node::Optional(inner) => span(src, OPTIONAL, |src| {
                if src.boolean(HALF) {
                    inner.generate_into(src, out);
                }
            }),
            Node::Repeat(inner, lengths) => {
                if src.is_recording() {
                    inner.repeat_watched(lengths, src, out);
                } else {
                    inner.repeat(lengths, src, out);
                }
            }
            Node::Either(branches) => span(src, EITHER, |src| {
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

    /// Coins and repeated parts as spans, like the elements of a collection.
    #[cold]
    #[inline]
    fn repeat_watched(&self, lengths: &Lengths, src: &mut Source, out: &mut String) {
        let mut items = src.begin_items(REPEAT, lengths);
        while src.next_item(&mut items) {
            self.generate_into(src, out);
        }
    }

    /// The characters it stands for, if it always is a single one.
    #[inline]
    pub(super) fn alphabet(&self) -> Option<Alphabet> {
        match self {
            Node::Literal(text) => {
                let mut chars = text.chars();
                let only = chars.next().filter(|_| chars.next().is_none())?;
                Some(Alphabet::new(&[(only, only)]))
            }
            Node::Class(alphabet) => Some(alphabet.clone()),
            Node::Either(branches) => {
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

/// A span that does not count as depth: patterns end, and may be nested deeper than values should be.
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
