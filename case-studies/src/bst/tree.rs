//! Trees and their observers.

use disprove::prelude::*;

/// A tree of keys and values, in order or not.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub enum Tree {
    Empty,
    /// Smaller keys, a key with its value, larger keys.
    Node(Box<Tree>, i32, i32, Box<Tree>),
}

#[trace]
impl Tree {
    pub fn node(left: Tree, key: i32, value: i32, right: Tree) -> Tree {
        Tree::Node(Box::new(left), key, value, Box::new(right))
    }

    /// A tree of one key.
    pub fn leaf(key: i32, value: i32) -> Tree {
        Tree::node(Tree::Empty, key, value, Tree::Empty)
    }

    /// Whether keys are in order and different.
    pub fn is_valid(&self) -> bool {
        self.is_between(None, None)
    }

    fn is_between(&self, low: Option<i32>, high: Option<i32>) -> bool {
        match self {
            Tree::Empty => true,
            Tree::Node(left, key, _, right) => {
                if let Some(low) = low
                    && *key <= low
                {
                    return false;
                }
                if let Some(high) = high
                    && *key >= high
                {
                    return false;
                }
                left.is_between(low, Some(*key)) && right.is_between(Some(*key), high)
            }
        }
    }

    /// The value of a key, for trees that are in order.
    pub fn find(&self, wanted: i32) -> Option<i32> {
        match self {
            Tree::Empty => None,
            Tree::Node(left, key, value, right) => {
                if wanted < *key {
                    left.find(wanted)
                } else if wanted > *key {
                    right.find(wanted)
                } else {
                    Some(*value)
                }
            }
        }
    }

    /// Keys and values from left to right.
    pub fn list(&self) -> Vec<(i32, i32)> {
        let mut list = Vec::new();
        self.append_to(&mut list);
        list
    }

    fn append_to(&self, list: &mut Vec<(i32, i32)>) {
        if let Tree::Node(left, key, value, right) = self {
            left.append_to(list);
            list.push((*key, *value));
            right.append_to(list);
        }
    }
}
