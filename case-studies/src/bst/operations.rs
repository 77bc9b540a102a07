//! The code under test: insertion, deletion and union, correct or with one bug.

use super::{Mutant, Tree};
use disprove::trace;
use std::cmp::Ordering;

/// The operations, with the mistake that was made.
#[derive(Clone, Copy, Debug)]
pub struct Operations(pub Option<Mutant>);

#[trace]
impl Operations {
    fn has(self, mutant: Mutant) -> bool {
        self.0 == Some(mutant)
    }

    pub fn insert(self, key: i32, value: i32, tree: &Tree) -> Tree {
        let Tree::Node(left, there, old, right) = tree else {
            return Tree::leaf(key, value);
        };
        if self.has(Mutant::Insert1) {
            return Tree::leaf(key, value);
        }
        let (left, right) = ((**left).clone(), (**right).clone());
        if key < *there {
            Tree::node(self.insert(key, value, &left), *there, *old, right)
        } else if key > *there && !self.has(Mutant::Insert2) {
            Tree::node(left, *there, *old, self.insert(key, value, &right))
        } else if self.has(Mutant::Insert3) {
            Tree::node(left, *there, *old, right)
        } else {
            Tree::node(left, *there, value, right)
        }
    }

    pub fn delete(self, key: i32, tree: &Tree) -> Tree {
        let Tree::Node(left, there, value, right) = tree else {
            return Tree::Empty;
        };
        let towards = if self.has(Mutant::Delete5) { there.cmp(&key) } else { key.cmp(there) };
        match towards {
            Ordering::Less if self.has(Mutant::Delete4) => self.delete(key, left),
            Ordering::Greater if self.has(Mutant::Delete4) => self.delete(key, right),
            Ordering::Less => Tree::node(self.delete(key, left), *there, *value, (**right).clone()),
            Ordering::Greater => {
                Tree::node((**left).clone(), *there, *value, self.delete(key, right))
            }
            Ordering::Equal => join(left, right),
        }
    }

    /// All keys of both. Where both have one, the value of the first counts.
    pub fn union(self, first: &Tree, second: &Tree) -> Tree {
        let Tree::Node(left, key, value, right) = first else {
            return second.clone();
        };
        let Tree::Node(other_left, other_key, other_value, other_right) = second else {
            return first.clone();
        };
        let compared = match self.0 {
            Some(Mutant::Union7 | Mutant::Union8) => key.cmp(other_key),
            Some(Mutant::Union6) => Ordering::Less,
            _ => {
                let left = self.union(left, &below(*key, second));
                return Tree::node(left, *key, *value, self.union(right, &above(*key, second)));
            }
        };
        match compared {
            Ordering::Equal => {
                let left = self.union(left, other_left);
                Tree::node(left, *key, *value, self.union(right, other_right))
            }
            Ordering::Less if self.has(Mutant::Union8) => {
                let between = above(*key, other_left);
                let rest = Tree::node(between, *other_key, *other_value, (**other_right).clone());
                let left = self.union(left, &below(*key, other_left));
                Tree::node(left, *key, *value, self.union(right, &rest))
            }
            Ordering::Less => {
                let between = self.union(right, other_left);
                let rest = Tree::node(between, *other_key, *other_value, (**other_right).clone());
                Tree::node((**left).clone(), *key, *value, rest)
            }
            Ordering::Greater => self.union(second, first),
        }
    }
}

/// Two trees, all keys of the first being smaller, as one.
#[trace]
fn join(left: &Tree, right: &Tree) -> Tree {
    let Tree::Node(far_left, left_key, left_value, inner_left) = left else {
        return right.clone();
    };
    let Tree::Node(inner_right, right_key, right_value, far_right) = right else {
        return left.clone();
    };
    let between = join(inner_left, inner_right);
    let rest = Tree::node(between, *right_key, *right_value, (**far_right).clone());
    Tree::node((**far_left).clone(), *left_key, *left_value, rest)
}

/// The part of a tree with smaller keys.
#[trace]
fn below(limit: i32, tree: &Tree) -> Tree {
    let Tree::Node(left, key, value, right) = tree else {
        return Tree::Empty;
    };
    if limit <= *key {
        below(limit, left)
    } else {
        Tree::node((**left).clone(), *key, *value, below(limit, right))
    }
}

/// The part of a tree with larger keys.
#[trace]
fn above(limit: i32, tree: &Tree) -> Tree {
    let Tree::Node(left, key, value, right) = tree else {
        return Tree::Empty;
    };
    if limit >= *key {
        above(limit, right)
    } else {
        Tree::node(above(limit, left), *key, *value, (**right).clone())
    }
}
