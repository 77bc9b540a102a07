//! The trees that inputs of libFuzzer have drawn. Those of its corpus stay longest; the others are decoded again.

use crate::{
    choice::Tree,
    search::{Arms, Edits, Rng},
    source::FuzzInput,
    trace::Comparisons,
};
use std::collections::{HashMap, VecDeque};

/// Memory for trees, in bytes: of the corpus as far as it is known, and of others. Of a corpus that does not fit, decoded trees
/// are mutated, whose bounds and comparisons are not known.
const MOST_BYTES: usize = 64 << 20;

/// Memory of a tree beside its choices: entries of the tables, and what the allocator adds.
const OVERHEAD: usize = 512;

/// Families of mutations to keep, about 64 MiB. To list those of an input takes as long as many executions.
const MOST_FAMILIES: usize = 1 << 19;

/// How often a choice with many values is redrawn, as in the search strategy `mutate`.
const SAMPLES: usize = 8;

/// An input that can be mutated.
#[derive(Debug)]
pub(super) struct Base {
    pub(super) tree: Tree,
    comparisons: Comparisons,
    /// Its mutations that have not run.
    edits: Option<Edits>,
    /// Whether it was mutated since it last became the oldest.
    is_used: bool,
}

/// The recorded trees, by the hash of their input.
#[derive(Debug, Default)]
pub(super) struct RecordedTrees {
    bases: HashMap<u64, Base>,
    corpus: Queue,
    others: Queue,
    /// Inputs with a list of mutations, from the oldest to the newest, with the number of families.
    edited: VecDeque<(u64, usize)>,
    families: usize,
}

/// Inputs from the oldest to the newest, with the bytes that each takes.
#[derive(Debug, Default)]
struct Queue {
    order: VecDeque<(u64, usize)>,
    bytes: usize,
}

impl RecordedTrees {
    /// Keeps the tree of an input, and forgets the oldest ones that were not mutated. libFuzzer runs an input of its corpus
    /// once, and mutates it for hours: `is_new` says that it will be one of them.
    pub(super) fn keep(&mut self, input: u64, tree: &Tree, comparisons: Comparisons, is_new: bool) {
        if self.bases.contains_key(&input) {
            return;
        }
        let tree = tree.compact();
        let size = tree.bytes_taken() + comparisons.bytes_taken() + OVERHEAD;
        let base = Base { tree, comparisons, edits: None, is_used: false };
        self.bases.insert(input, base);
        let queue = if is_new { &mut self.corpus } else { &mut self.others };
        queue.order.push_back((input, size));
        queue.bytes += size;
        while queue.bytes > MOST_BYTES {
            let Some((oldest, size)) = queue.order.pop_front() else { break };
            if let Some(base) = self.bases.get_mut(&oldest).filter(|base| base.is_used) {
                base.is_used = false;
                queue.order.push_back((oldest, size));
                continue;
            }
            self.bases.remove(&oldest);
            queue.bytes -= size;
        }
    }

    /// The tree of an input, recorded or decoded. `None` if the input is not a tree.
    pub(super) fn base(&mut self, input: u64, bytes: &[u8]) -> Option<&mut Base> {
        if !self.bases.contains_key(&input) {
            let FuzzInput::Tree(tree) = FuzzInput::decode(bytes).ok()? else { return None };
            self.keep(input, &tree, Comparisons::default(), true);
        }
        let base = self.bases.get_mut(&input)?;
        base.is_used = true;
        Some(base)
    }

    /// Whether the tree of an input is here.
    pub(super) fn has(&self, input: u64) -> bool {
        self.bases.contains_key(&input)
    }

    /// The mutations of an input that are left, and its tree. They start again when all have run.
    pub(super) fn edits(
        &mut self,
        input: u64,
        bytes: &[u8],
        rng: &mut Rng,
    ) -> Option<(&mut Edits, &Tree)> {
        let base = self.base(input, bytes)?;
        if base.edits.as_ref().is_none_or(Edits::is_used_up) {
            let operands = base.comparisons.operands();
            let edits = Edits::of(&base.tree, &operands, SAMPLES, Some(&Arms::default()), rng);
            let families = edits.capacity();
            base.edits = Some(edits);
            self.make_room(input, families);
        }
        let Base { tree, edits, .. } = self.bases.get_mut(&input)?;
        Some((edits.as_mut()?, tree))
    }

    /// Forgets the oldest lists of mutations, as many as it takes to keep the one of this input.
    fn make_room(&mut self, input: u64, families: usize) {
        self.edited.push_back((input, families));
        self.families += families;
        while self.families > MOST_FAMILIES {
            let Some((oldest, families)) = self.edited.pop_front() else { break };
            self.families -= families;
            if oldest != input {
                if let Some(base) = self.bases.get_mut(&oldest) {
                    base.edits = None;
                }
            }
        }
    }
}
