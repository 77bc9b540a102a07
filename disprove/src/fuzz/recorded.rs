//! The trees that inputs of libFuzzer have drawn. Those that are mutated stay longest; the others are decoded again.

use crate::{
    choice::Tree,
    search::{Arms, Edits, Rng},
    source::FuzzInput,
    trace::Operand,
};
use std::collections::{HashMap, VecDeque};

/// Memory for trees, in bytes. Of a corpus that does not fit, decoded trees are mutated, whose bounds are not known.
const MOST_BYTES: usize = 64 << 20;

/// Inputs whose list of mutations is kept. libFuzzer mutates one input a few times in a row, and prefers a few.
const MOST_EDITED: usize = 64;

/// How often a choice with many values is redrawn, as in the search strategy `mutate`.
const SAMPLES: usize = 8;

/// An input that can be mutated.
#[derive(Debug)]
pub(super) struct Base {
    pub(super) tree: Tree,
    operands: Vec<Operand>,
    /// Its mutations that have not run.
    edits: Option<Edits>,
    /// Whether it was mutated since it last became the oldest.
    is_used: bool,
}

/// The recorded trees, by the hash of their input.
#[derive(Debug, Default)]
pub(super) struct RecordedTrees {
    bases: HashMap<u64, Base>,
    /// Hashes from the oldest to the newest, with the bytes of the tree.
    order: VecDeque<(u64, usize)>,
    bytes: usize,
    /// Inputs with a list of mutations, from the oldest to the newest.
    edited: VecDeque<u64>,
}

impl RecordedTrees {
    /// Keeps the tree of an input, and forgets the oldest ones that were not mutated. libFuzzer runs an input of its corpus
    /// once, and mutates it for hours.
    pub(super) fn keep(&mut self, input: u64, tree: &Tree, operands: &[Operand]) {
        if self.bases.contains_key(&input) {
            return;
        }
        let tree = tree.compact();
        let size = tree.bytes_taken() + size_of_val(operands);
        let base = Base { tree, operands: operands.to_vec(), edits: None, is_used: false };
        self.bases.insert(input, base);
        self.order.push_back((input, size));
        self.bytes += size;
        while self.bytes > MOST_BYTES
            && let Some((oldest, size)) = self.order.pop_front()
        {
            if let Some(base) = self.bases.get_mut(&oldest).filter(|base| base.is_used) {
                base.is_used = false;
                self.order.push_back((oldest, size));
                continue;
            }
            self.bases.remove(&oldest);
            self.bytes -= size;
        }
    }

    /// The tree of an input, recorded or decoded. `None` if the input is not a tree.
    pub(super) fn base(&mut self, input: u64, bytes: &[u8]) -> Option<&mut Base> {
        if !self.bases.contains_key(&input) {
            let FuzzInput::Tree(tree) = FuzzInput::decode(bytes).ok()? else { return None };
            self.keep(input, &tree, &[]);
        }
        let base = self.bases.get_mut(&input)?;
        base.is_used = true;
        Some(base)
    }

    /// Whether the tree of an input is here.
    pub(super) fn has(&self, input: u64) -> bool {
        self.bases.contains_key(&input)
    }

    /// Makes room for a list of mutations.
    pub(super) fn edit(&mut self, input: u64) {
        if self.edited.contains(&input) {
            return;
        }
        self.edited.push_back(input);
        if self.edited.len() > MOST_EDITED
            && let Some(oldest) = self.edited.pop_front()
            && let Some(base) = self.bases.get_mut(&oldest)
        {
            base.edits = None;
        }
    }
}

impl Base {
    /// The mutations that are left, and the tree. They start again when all have run.
    pub(super) fn edits(&mut self, rng: &mut Rng) -> (&mut Edits, &Tree) {
        let Base { tree, operands, edits, .. } = self;
        if edits.as_ref().is_none_or(Edits::is_used_up) {
            *edits = Some(Edits::of(tree, operands, SAMPLES, Some(&Arms::default()), rng));
        }
        (edits.as_mut().expect("it was just made"), tree)
    }
}
