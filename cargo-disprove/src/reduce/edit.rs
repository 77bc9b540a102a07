//! Edits that make a text shorter, and their application.

use std::ops::Range;

/// Ranges of a text with shorter replacements, most of them empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Edit {
    pub(super) parts: Vec<(Range<usize>, Vec<u8>)>,
}

impl Edit {
    /// Removes a range.
    pub(super) fn cut(range: Range<usize>) -> Edit {
        Edit { parts: vec![(range, Vec::new())] }
    }

    /// Removes several ranges.
    pub(super) fn cuts(ranges: impl IntoIterator<Item = Range<usize>>) -> Edit {
        Edit { parts: ranges.into_iter().map(|range| (range, Vec::new())).collect() }
    }

    /// Replaces a range by something shorter.
    pub(super) fn replace(range: Range<usize>, text: &[u8]) -> Edit {
        Edit { parts: vec![(range, text.to_vec())] }
    }
}

/// An insertion for when all of several edits are made: a block whose last line is removed needs another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Filler {
    /// Indexes of the edits.
    pub(super) edits: Range<usize>,
    pub(super) at: usize,
    pub(super) text: Vec<u8>,
}

/// Edits of one text. The reducer chooses which of them to make.
#[derive(Clone, Debug, Default)]
pub(super) struct EditSet {
    pub(super) edits: Vec<Edit>,
    pub(super) fillers: Vec<Filler>,
}

impl EditSet {
    /// The text after all edits for which `kept` is false. Where edits overlap, a removal wins over a replacement.
    pub(super) fn apply(&self, text: &[u8], kept: &[bool]) -> Vec<u8> {
        let edits =
            || self.edits.iter().zip(kept).filter(|(_, kept)| !**kept).map(|(edit, _)| edit);
        let mut stays = vec![true; text.len()];
        for (range, _) in edits().flat_map(|edit| &edit.parts).filter(|(_, new)| new.is_empty()) {
            stays[range.clone()].fill(false);
        }
        let mut insertions: Vec<(usize, &[u8])> = Vec::new();
        for (range, new) in edits().flat_map(|edit| &edit.parts).filter(|(_, new)| !new.is_empty())
        {
            if stays[range.clone()].iter().all(|stays| *stays) {
                stays[range.clone()].fill(false);
                insertions.push((range.start, new));
            }
        }
        for filler in &self.fillers {
            if kept[filler.edits.clone()].iter().all(|kept| !kept) {
                insertions.push((filler.at, &filler.text));
            }
        }
        insertions.sort_by_key(|(at, _)| *at);
        let mut result = Vec::with_capacity(text.len());
        let mut insertions = insertions.into_iter().peekable();
        for (at, (byte, stays)) in text.iter().zip(&stays).enumerate() {
            while let Some((_, new)) = insertions.next_if(|(place, _)| *place == at) {
                result.extend_from_slice(new);
            }
            if *stays {
                result.push(*byte);
            }
        }
        for (_, new) in insertions {
            result.extend_from_slice(new);
        }
        result
    }
}
