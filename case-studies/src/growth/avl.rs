//! AVL trees: keys in order, the heights of siblings at most one apart.

use super::structure::{Bug, Structure};
use disprove::prelude::*;
use std::cmp::Ordering;

/// A tree of keys.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub enum Tree {
    Empty,
    Node(Box<Tree>, i32, Box<Tree>),
}

/// A tree, and a key to insert and remove.
#[derive(Clone, Debug, Arbitrary)]
pub struct Avl {
    pub tree: Tree,
    pub key: i32,
}

use Tree::{Empty, Node};

fn node(left: Tree, key: i32, right: Tree) -> Tree {
    Node(Box::new(left), key, Box::new(right))
}

#[trace]
impl Tree {
    fn height(&self) -> i32 {
        match self {
            Empty => 0,
            Node(left, _, right) => 1 + left.height().max(right.height()),
        }
    }

    fn is_balanced(&self) -> bool {
        match self {
            Empty => true,
            Node(left, _, right) => {
                (left.height() - right.height()).abs() <= 1
                    && left.is_balanced()
                    && right.is_balanced()
            }
        }
    }

    fn is_ordered(&self) -> bool {
        self.keys().windows(2).all(|pair| pair[0] < pair[1])
    }

    fn is_valid(&self) -> bool {
        self.is_ordered() && self.is_balanced()
    }

    fn keys(&self) -> Vec<i32> {
        match self {
            Empty => Vec::new(),
            Node(left, key, right) => {
                let mut keys = left.keys();
                keys.push(*key);
                keys.extend(right.keys());
                keys
            }
        }
    }

    fn insert(self, new: i32, depth: u32, bug: Bug) -> Tree {
        let Node(left, key, right) = self else { return node(Empty, new, Empty) };
        let tree = match new.cmp(&key) {
            Ordering::Less => node(left.insert(new, depth + 1, bug), key, *right),
            Ordering::Greater => node(*left, key, right.insert(new, depth + 1, bug)),
            Ordering::Equal => return node(*left, key, *right),
        };
        if bug.is("insert: balances no deeper than two levels") && depth >= 2 {
            return tree;
        }
        tree.balance(bug)
    }

    fn remove(self, old: i32, bug: Bug) -> Tree {
        let Node(left, key, right) = self else { return Empty };
        let tree = match old.cmp(&key) {
            Ordering::Less => {
                let tree = node(left.remove(old, bug), key, *right);
                if bug.is("remove: no balance after the left side") {
                    return tree;
                }
                tree
            }
            Ordering::Greater => node(*left, key, right.remove(old, bug)),
            Ordering::Equal => {
                let Some((least, rest)) = right.remove_least(bug) else { return *left };
                node(*left, least, rest)
            }
        };
        tree.balance(bug)
    }

    fn remove_least(self, bug: Bug) -> Option<(i32, Tree)> {
        let Node(left, key, right) = self else { return None };
        match left.remove_least(bug) {
            None => {
                let lost = bug.is("remove: loses what is behind the successor");
                Some((key, if lost { Empty } else { *right }))
            }
            Some((least, rest)) => {
                let tree = node(rest, key, *right);
                let balanced = bug.is("remove: no balance on the way to the successor");
                Some((least, if balanced { tree } else { tree.balance(bug) }))
            }
        }
    }

    fn balance(self, bug: Bug) -> Tree {
        let Node(left, key, right) = self else { return Empty };
        let lean = left.height() - right.height();
        if lean > 1 {
            let Node(outer, left_key, inner) = *left else { return node(Empty, key, *right) };
            if inner.height() > outer.height()
                && !bug.is("balance: no double rotation to the right")
            {
                let Node(a, middle, b) = *inner else { return Empty };
                return node(node(*outer, left_key, *a), middle, node(*b, key, *right));
            }
            return node(*outer, left_key, node(*inner, key, *right));
        }
        if lean < -1 {
            let Node(inner, right_key, outer) = *right else { return node(*left, key, Empty) };
            if inner.height() > outer.height() && !bug.is("balance: no double rotation to the left")
            {
                let Node(a, middle, b) = *inner else { return Empty };
                let b = if bug.is("balance: a double rotation loses a tall part") && b.height() > 1
                {
                    Empty
                } else {
                    *b
                };
                return node(node(*left, key, *a), middle, node(b, right_key, *outer));
            }
            return node(node(*left, key, *inner), right_key, *outer);
        }
        node(*left, key, *right)
    }
}

impl Structure for Avl {
    const NAME: &'static str = "AVL tree";
    const BUGS: &'static [&'static str] = &[
        "insert: balances no deeper than two levels",
        "remove: no balance after the left side",
        "remove: loses what is behind the successor",
        "remove: no balance on the way to the successor",
        "balance: no double rotation to the right",
        "balance: no double rotation to the left",
        "balance: a double rotation loses a tall part",
    ];

    fn is_valid(&self) -> bool {
        self.tree.is_valid()
    }

    fn size(&self) -> usize {
        self.tree.keys().len()
    }

    fn holds(&self, bug: Bug) -> bool {
        let keys = self.tree.keys();
        let inserted = self.tree.clone().insert(self.key, 0, bug);
        let mut with = keys.clone();
        if let Err(place) = with.binary_search(&self.key) {
            with.insert(place, self.key);
        }
        // A key that is there is removed more often than one that is not.
        let gone = keys.get(self.key.unsigned_abs() as usize % (keys.len() + 1)).copied();
        let removed = self.tree.clone().remove(gone.unwrap_or(self.key), bug);
        let without: Vec<i32> =
            keys.into_iter().filter(|key| *key != gone.unwrap_or(self.key)).collect();
        inserted.is_valid()
            && inserted.keys() == with
            && removed.is_valid()
            && removed.keys() == without
    }

    #[cfg(test)]
    fn sample(src: &mut Source) -> Avl {
        let mut tree = Empty;
        for key in src.draw(vec(-40..=40).len(0..=24)) {
            tree = tree.insert(key, 0, Bug(None));
        }
        for key in src.draw(vec(-40..=40).len(0..=12)) {
            tree = tree.remove(key, Bug(None));
        }
        Avl { tree, key: src.draw(-40..=40) }
    }
}
