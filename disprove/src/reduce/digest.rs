//! Hashes by which equal trees are known.

use crate::choice::{Kind, Tree};
use std::hash::{DefaultHasher, Hash, Hasher};

impl Tree {
    /// Of the kinds and values alone. A generator makes the same of the same values, so equal digests
    /// are equal cases.
    pub(super) fn digest(&self) -> u64 {
        // Its keys are fixed: the same tree has the same digest in every run of one program.
        let mut hash = DefaultHasher::new();
        self.hash_choices(&mut hash);
        hash.finish()
    }

    /// Of all that matters when a tree is followed: spans and sites too.
    pub(super) fn guide_digest(&self) -> u64 {
        let mut hash = DefaultHasher::new();
        self.hash_choices(&mut hash);
        for span in &self.spans {
            let place = (span.label, span.start, span.end, span.next);
            (place, span.site(), span.discarded()).hash(&mut hash);
        }
        for choice in &self.choices {
            hash.write_u32(choice.site);
        }
        hash.finish()
    }

    fn hash_choices(&self, hash: &mut DefaultHasher) {
        hash.write_usize(self.len());
        for choice in &self.choices {
            choice.kind().hash(hash);
            match choice.kind() {
                Kind::Bool | Kind::Float => hash.write_u64(choice.value),
                Kind::Integer => self.number(*choice).hash(hash),
                Kind::Text | Kind::Bytes => self.bytes(*choice).hash(hash),
            }
        }
    }
}
