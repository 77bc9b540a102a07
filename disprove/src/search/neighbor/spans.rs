//! Moves of spans: redraw, custom mutator, and copies between equal labels.

use super::neighborhood::Mover;
use crate::choice::{Piece, Tree};

/// Attempts to find another span with the same label, which bounds the time of the move.
const LOOKS: usize = 24;

impl Mover<'_> {
    pub(super) fn redraw_span(&mut self) -> Option<Tree> {
        let spans = &self.index.spans;
        if spans.is_empty() {
            return None;
        }
        let (at, parent) = spans[self.rng.below(spans.len())];
        let part = self.tree.part_of(at as usize);
        let parent = parent.map(|parent| parent as usize);
        Some(self.tree.spliced(parent, part, &[Piece::Fresh(part)]))
    }

    /// A step of a custom mutator, which the generator calls when the replay reaches this span.
    pub(super) fn custom_step(&mut self) -> Option<Tree> {
        let custom = &self.index.custom;
        if custom.is_empty() {
            return None;
        }
        let at = custom[self.rng.below(custom.len())];
        let mut tree = self.tree.clone();
        tree.spans[at as usize].request_step(self.size);
        Some(tree)
    }

    /// Replaces a span by a copy of another one with the same label: around it, inside it, or beside it.
    pub(super) fn graft(&mut self) -> Option<Tree> {
        let spans = &self.index.spans;
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
