//! Parts of a case that follow each other and are alike.

use super::outline::{integers, offset};
use crate::choice::{Label, Part, Piece, Tree};
use std::ops::Range;

/// The elements of a collection, or what a loop drew.
#[derive(Debug)]
pub(crate) struct List {
    /// The span directly around them.
    pub(crate) parent: Option<usize>,
    pub(crate) items: Vec<Part>,
    /// Where one more would be put at the end.
    pub(crate) end: Part,
    /// They are elements of a collection, of this label; it says by itself how many there are.
    pub(crate) label: Option<Label>,
    /// The number that says how many there are.
    pub(crate) count: Option<u32>,
    /// There can be more or fewer, as far as is known.
    pub(crate) elastic: bool,
}

impl List {
    /// An element that is not there yet.
    pub(crate) fn fresh(&self) -> Option<Piece> {
        match self.label {
            Some(label) => Some(Piece::Item(label)),
            None => self.items.first().map(|item| Piece::Fresh(*item)),
        }
    }

    /// The tree with these pieces, `added` elements in all, in the place of some elements. The number that says how
    /// many there are is kept in agreement, as far as its limits allow.
    pub(crate) fn replaced(
        &self,
        tree: &Tree,
        items: Range<usize>,
        pieces: &[Piece],
        added: usize,
    ) -> Tree {
        let gap = match self.items.get(items.clone()) {
            Some([first, .., last]) => first.through(*last),
            Some([only]) => *only,
            _ => self.items.get(items.start).map_or(self.end, |next| next.before()),
        };
        let mut tree = tree.spliced(self.parent, gap, pieces);
        if let Some(count) = self.count {
            let limits = *integers(&tree, count);
            let now = (offset(&tree, count) + added as u128).saturating_sub(items.len() as u128);
            tree.set_offset(count as usize, now.min(limits.span));
        }
        tree
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        generator::{Generator, IntoGenerator, vec},
        random::Random,
        search::IndexedTree,
        source::Source,
    };

    #[test]
    fn the_number_of_elements_is_kept_in_agreement() {
        let counted = |src: &mut Source| {
            let count = src.draw(0..=5_usize);
            src.draw(vec(0..=9_u8).len(count))
        };
        let three = (0..100).find_map(|seed| {
            let mut src = Source::recording();
            src.record(Random::for_case(seed, 1), 100);
            let length = counted.into_generator().generate(&mut src).len();
            (length == 3).then(|| IndexedTree::new(src.take_tree()))
        });
        let kept = three.expect("one in six has three elements");
        let list = kept.outline().lists.iter().find(|list| list.items.len() == 3).expect("a list");
        let count = list.count.expect("it was drawn before");
        let said = |tree: &Tree| offset(tree, count);
        assert_eq!(said(&list.replaced(&kept.tree, 1..3, &[], 0)), 1);
        let copy = [Piece::Copy(list.items[0])];
        assert_eq!(said(&list.replaced(&kept.tree, 3..3, &copy, 1)), 4);
        assert_eq!(
            said(&list.replaced(&kept.tree, 0..0, &copy.repeat(7), 7)),
            5,
            "not more than may be"
        );
        assert_eq!(said(&list.replaced(&kept.tree, 0..1, &copy, 1)), 3);
    }
}
