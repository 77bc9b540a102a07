//! The properties, as data.

use super::{Operations, Tree, model};
use disprove::prelude::*;

/// What a property is given; how many of each it says itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    pub trees: Vec<Tree>,
    pub keys: Vec<i32>,
    pub values: Vec<i32>,
}

/// Something that holds for search trees.
#[derive(Clone, Copy, Debug)]
pub struct Property {
    pub name: &'static str,
    pub trees: usize,
    pub keys: usize,
    pub values: usize,
    /// How many of the trees have to be search trees: all, but for one property.
    pub valid_trees: usize,
    pub holds: fn(Operations, &Input) -> bool,
}

impl Property {
    /// Whether an input meets the condition.
    #[cfg(feature = "rivals")]
    pub fn applies(&self, input: &Input) -> bool {
        input.trees[..self.valid_trees].iter().all(Tree::is_valid)
    }

    /// Whether it holds for an input that meets the condition.
    pub fn check(&self, operations: Operations, input: &Input) -> bool {
        for tree in &input.trees[..self.valid_trees] {
            assume!(tree.is_valid());
        }
        (self.holds)(operations, input)
    }
}

const fn property(
    name: &'static str,
    [trees, keys, values]: [usize; 3],
    holds: fn(Operations, &Input) -> bool,
) -> Property {
    Property { name, trees, keys, values, valid_trees: trees, holds }
}

/// The properties of the published study.
pub const PROPERTIES: [Property; 18] = [
    property("InsertValid", [1, 1, 1], |ops, on| {
        ops.insert(on.keys[0], on.values[0], &on.trees[0]).is_valid()
    }),
    property("DeleteValid", [1, 1, 0], |ops, on| ops.delete(on.keys[0], &on.trees[0]).is_valid()),
    property("UnionValid", [2, 0, 0], |ops, on| ops.union(&on.trees[0], &on.trees[1]).is_valid()),
    property("InsertPost", [1, 2, 1], |ops, on| {
        let (key, wanted, value) = (on.keys[0], on.keys[1], on.values[0]);
        let expected = if key == wanted { Some(value) } else { on.trees[0].find(wanted) };
        ops.insert(key, value, &on.trees[0]).find(wanted) == expected
    }),
    property("DeletePost", [1, 2, 0], |ops, on| {
        let (key, wanted) = (on.keys[0], on.keys[1]);
        let expected = if key == wanted { None } else { on.trees[0].find(wanted) };
        ops.delete(key, &on.trees[0]).find(wanted) == expected
    }),
    Property {
        valid_trees: 1,
        ..property("UnionPost", [2, 1, 0], |ops, on| {
            let wanted = on.keys[0];
            let expected = on.trees[0].find(wanted).or_else(|| on.trees[1].find(wanted));
            ops.union(&on.trees[0], &on.trees[1]).find(wanted) == expected
        })
    },
    property("InsertModel", [1, 1, 1], |ops, on| {
        let (key, value) = (on.keys[0], on.values[0]);
        let expected = model::insert(key, value, on.trees[0].list());
        ops.insert(key, value, &on.trees[0]).list() == expected
    }),
    property("DeleteModel", [1, 1, 0], |ops, on| {
        let expected = model::delete(on.keys[0], on.trees[0].list());
        ops.delete(on.keys[0], &on.trees[0]).list() == expected
    }),
    property("UnionModel", [2, 0, 0], |ops, on| {
        let expected = model::union(on.trees[0].list(), on.trees[1].list());
        ops.union(&on.trees[0], &on.trees[1]).list() == expected
    }),
    property("InsertInsert", [1, 2, 2], |ops, on| {
        let ((first, second), tree) = ((on.keys[0], on.keys[1]), &on.trees[0]);
        let (value, before) = (on.values[0], on.values[1]);
        let both = ops.insert(first, value, &ops.insert(second, before, tree));
        let once = ops.insert(first, value, tree);
        let expected = if first == second { once } else { ops.insert(second, before, &once) };
        both.list() == expected.list()
    }),
    property("InsertDelete", [1, 2, 1], |ops, on| {
        let ((key, deleted), value, tree) = ((on.keys[0], on.keys[1]), on.values[0], &on.trees[0]);
        let both = ops.insert(key, value, &ops.delete(deleted, tree));
        let inserted = ops.insert(key, value, tree);
        let expected = if key == deleted { inserted } else { ops.delete(deleted, &inserted) };
        both.list() == expected.list()
    }),
    property("InsertUnion", [2, 1, 1], |ops, on| {
        let (key, value) = (on.keys[0], on.values[0]);
        let after = ops.insert(key, value, &ops.union(&on.trees[0], &on.trees[1]));
        let before = ops.union(&ops.insert(key, value, &on.trees[0]), &on.trees[1]);
        after.list() == before.list()
    }),
    property("DeleteInsert", [1, 2, 1], |ops, on| {
        let ((key, inserted), value) = ((on.keys[0], on.keys[1]), on.values[0]);
        let both = ops.delete(key, &ops.insert(inserted, value, &on.trees[0]));
        let deleted = ops.delete(key, &on.trees[0]);
        let expected =
            if key == inserted { deleted } else { ops.insert(inserted, value, &deleted) };
        both.list() == expected.list()
    }),
    property("DeleteDelete", [1, 2, 0], |ops, on| {
        let (first, second) = (on.keys[0], on.keys[1]);
        let one = ops.delete(first, &ops.delete(second, &on.trees[0]));
        let other = ops.delete(second, &ops.delete(first, &on.trees[0]));
        one.list() == other.list()
    }),
    property("DeleteUnion", [2, 1, 0], |ops, on| {
        let (key, [first, second]) = (on.keys[0], [&on.trees[0], &on.trees[1]]);
        let after = ops.delete(key, &ops.union(first, second));
        let before = ops.union(&ops.delete(key, first), &ops.delete(key, second));
        after.list() == before.list()
    }),
    property("UnionDeleteInsert", [2, 1, 1], |ops, on| {
        let (key, value, [first, second]) =
            (on.keys[0], on.values[0], [&on.trees[0], &on.trees[1]]);
        let before = ops.union(&ops.delete(key, first), &ops.insert(key, value, second));
        let after = ops.insert(key, value, &ops.union(first, second));
        before.list() == after.list()
    }),
    property("UnionUnionIdem", [1, 0, 0], |ops, on| {
        ops.union(&on.trees[0], &on.trees[0]).list() == on.trees[0].list()
    }),
    property("UnionUnionAssoc", [3, 0, 0], |ops, on| {
        let [first, second, third] = [&on.trees[0], &on.trees[1], &on.trees[2]];
        let left = ops.union(&ops.union(first, second), third);
        left == ops.union(first, &ops.union(second, third))
    }),
];
