//! Changes that make a file shorter, and what a file becomes by some of them.

use std::ops::Range;

/// Parts of a text, each with the shorter text that takes its place. Most are simply taken out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Edit {
    pub(super) parts: Vec<(Range<usize>, Vec<u8>)>,
}

impl Edit {
    /// Takes one part out.
    pub(super) fn cut(range: Range<usize>) -> Edit {
        Edit { parts: vec![(range, Vec::new())] }
    }

    /// Takes several parts out.
    pub(super) fn cuts(ranges: impl IntoIterator<Item = Range<usize>>) -> Edit {
        Edit { parts: ranges.into_iter().map(|range| (range, Vec::new())).collect() }
    }

    /// Puts something shorter in the place of a part.
    pub(super) fn replace(range: Range<usize>, text: &[u8]) -> Edit {
        Edit { parts: vec![(range, text.to_vec())] }
    }
}

/// Something to be put in when several edits are made together, and only then: a block whose last line is
/// taken out needs another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Filler {
    /// Numbers of the edits.
    pub(super) edits: Range<usize>,
    pub(super) at: usize,
    pub(super) text: Vec<u8>,
}

/// Edits of one text that are tried in all combinations the reducer thinks of.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    pub(super) edits: Vec<Edit>,
    pub(super) fillers: Vec<Filler>,
}

impl Level {
    /// The text after all edits for which `kept` is false. Where they overlap, what one of them takes out is
    /// out, and what would be put into its place goes with it.
    pub(super) fn apply(&self, text: &[u8], kept: &[bool]) -> Vec<u8> {
        let made = || self.edits.iter().zip(kept).filter(|(_, kept)| !**kept).map(|(edit, _)| edit);
        let mut stays = vec![true; text.len()];
        for (range, _) in made().flat_map(|edit| &edit.parts).filter(|(_, new)| new.is_empty()) {
            stays[range.clone()].fill(false);
        }
        let mut put_in: Vec<(usize, &[u8])> = Vec::new();
        for (range, new) in made().flat_map(|edit| &edit.parts).filter(|(_, new)| !new.is_empty()) {
            if stays[range.clone()].iter().all(|stays| *stays) {
                stays[range.clone()].fill(false);
                put_in.push((range.start, new));
            }
        }
        for filler in &self.fillers {
            if kept[filler.edits.clone()].iter().all(|kept| !kept) {
                put_in.push((filler.at, &filler.text));
            }
        }
        put_in.sort_by_key(|(at, _)| *at);
        let mut result = Vec::with_capacity(text.len());
        let mut put_in = put_in.into_iter().peekable();
        for (at, (byte, stays)) in text.iter().zip(&stays).enumerate() {
            while let Some((_, new)) = put_in.next_if(|(place, _)| *place == at) {
                result.extend_from_slice(new);
            }
            if *stays {
                result.push(*byte);
            }
        }
        for (_, new) in put_in {
            result.extend_from_slice(new);
        }
        result
    }
}
