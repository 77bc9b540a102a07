//! A choice tree with its structure index.

use super::StructureIndex;
use crate::choice::{Kind, Tree};
use std::{cell::OnceCell, rc::Rc};

/// The choices of an input, and their structure index once a strategy changes the input.
#[derive(Debug)]
pub(crate) struct IndexedTree {
    pub(crate) tree: Tree,
    structure: OnceCell<StructureIndex>,
}

impl IndexedTree {
    pub(crate) fn new(tree: Tree) -> Rc<IndexedTree> {
        Rc::new(IndexedTree { tree, structure: OnceCell::new() })
    }

    pub(crate) fn structure(&self) -> &StructureIndex {
        self.structure.get_or_init(|| StructureIndex::of(&self.tree))
    }

    /// The number of choices, plus the bytes in its strings.
    pub(crate) fn size(&self) -> usize {
        let mut size = self.tree.len();
        if !self.tree.has_contents() {
            return size;
        }
        for choice in &self.tree.choices {
            if matches!(choice.kind(), Kind::Text | Kind::Bytes) {
                size += self.tree.bytes(*choice).len();
            }
        }
        size
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::{Generator, text};

    #[test]
    fn counts_the_bytes_of_strings_in_the_size() {
        let size = |given: &str| {
            IndexedTree::new(text().encode(&given.to_owned()).expect("it is allowed")).size()
        };
        assert_eq!([size("abc") - size(""), size("äö") - size("")], [3, 4]);
    }
}
