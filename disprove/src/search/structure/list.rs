//! A list in an input: the elements of a collection, or the draws of a loop.

use super::index::{integers, offset};
use crate::choice::{Label, Part, Piece, Tree};
use std::ops::Range;

/// Consecutive subtrees of the same kind.
#[derive(Debug)]
pub(crate) struct List {
    /// The parent span of the elements.
    pub(crate) parent: Option<usize>,
    pub(crate) items: Vec<Part>,
    /// The position behind the last element.
    pub(crate) end: Part,
    /// The label of the elements, for a collection, which records its own length.
    pub(crate) label: Option<Label>,
    /// The integer choice that is the length.
    pub(crate) count: Option<u32>,
    /// The length can probably change.
    pub(crate) elastic: bool,
}

impl List {
    /// A new element.
    pub(crate) fn fresh(&self) -> Option<Piece> {
        match self.label {
            Some(label) => Some(Piece::Item(label)),
            None => self.items.first().map(|item| Piece::Fresh(*item)),
        }
    }

    /// The tree with some elements replaced by these pieces, which have `added` elements. Updates the length choice,
    /// within its bounds.
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
    use super::{super::IndexedTree, *};
    use crate::{
        generator::{Generator, IntoGenerator, vec},
        random::Random,
        source::Source,
    };

    #[test]
    fn updates_the_length_choice_when_elements_change() {
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
        let input = three.expect("one in six has three elements");
        let list =
            input.structure().lists.iter().find(|list| list.items.len() == 3).expect("a list");
        let count = list.count.expect("the length is drawn before");
        let length_in = |tree: &Tree| offset(tree, count);
        assert_eq!(length_in(&list.replaced(&input.tree, 1..3, &[], 0)), 1);
        let copy = [Piece::Copy(list.items[0])];
        assert_eq!(length_in(&list.replaced(&input.tree, 3..3, &copy, 1)), 4);
        assert_eq!(
            length_in(&list.replaced(&input.tree, 0..0, &copy.repeat(7), 7)),
            5,
            "at most the upper bound"
        );
        assert_eq!(length_in(&list.replaced(&input.tree, 0..1, &copy, 1)), 3);
    }
}
