//! Moves of whole parts: drawn anew, or replaced by others of their kind.

use super::Hand;
use crate::choice::{Piece, Tree};

/// So many other parts are asked whether they are of the same kind.
const LOOKS: usize = 24;

impl Hand<'_> {
    pub(super) fn redraw_span(&mut self) -> Option<Tree> {
        let spans = &self.outline.spans;
        if spans.is_empty() {
            return None;
        }
        let (at, parent) = spans[self.rng.below(spans.len())];
        let part = self.tree.part_of(at as usize);
        let parent = parent.map(|parent| parent as usize);
        Some(self.tree.spliced(parent, part, &[Piece::Fresh(part)]))
    }

    /// A step that the user wrote: the generator makes it when it comes to this part of its guide.
    pub(super) fn walk(&mut self) -> Option<Tree> {
        let walks = &self.outline.walks;
        if walks.is_empty() {
            return None;
        }
        let at = walks[self.rng.below(walks.len())];
        let mut tree = self.tree.clone();
        tree.spans[at as usize].request_step(self.size);
        Some(tree)
    }

    /// A part becomes a copy of another one with the same label: of one around it, inside of it, or beside it.
    pub(super) fn graft(&mut self) -> Option<Tree> {
        let spans = &self.outline.spans;
        if spans.len() < 2 {
            return None;
        }
        let (at, parent) = spans[self.rng.below(spans.len())];
        let label = self.tree.spans[at as usize].label;
        for _ in 0..LOOKS {
            let (other, _) = spans[self.rng.below(spans.len())];
            if other != at && self.tree.spans[other as usize].label == label {
                let gap = self.tree.part_of(at as usize);
                let copy = Piece::Copy(self.tree.part_of(other as usize));
                let mut tree =
                    self.tree.spliced(parent.map(|parent| parent as usize), gap, &[copy]);
                tree.spans[at as usize].forget_site();
                return Some(tree);
            }
        }
        None
    }
}
