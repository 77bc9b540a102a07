//! Treaps: the key comes first, keys and priorities are wide.

use super::structure::{Bug, Structure};
use disprove::prelude::*;

/// A node: in order by key, a heap by priority.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub struct Node {
    pub key: u64,
    pub priority: u32,
    pub left: Option<Box<Node>>,
    pub right: Option<Box<Node>>,
}

type Link = Option<Box<Node>>;

/// A treap, and a node to insert.
#[derive(Clone, Debug, Arbitrary)]
pub struct Treap {
    pub root: Link,
    pub key: u64,
    pub priority: u32,
}

#[trace]
impl Node {
    fn is_valid(&self, low: Option<u64>, high: Option<u64>) -> bool {
        if low.is_some_and(|low| self.key <= low) || high.is_some_and(|high| self.key >= high) {
            return false;
        }
        for child in [&self.left, &self.right].into_iter().flatten() {
            if child.priority > self.priority {
                return false;
            }
        }
        self.left.as_ref().is_none_or(|left| left.is_valid(low, Some(self.key)))
            && self.right.as_ref().is_none_or(|right| right.is_valid(Some(self.key), high))
    }
}

fn is_valid(root: &Link) -> bool {
    root.as_ref().is_none_or(|root| root.is_valid(None, None))
}

fn keys(root: &Link) -> Vec<u64> {
    let Some(node) = root else { return Vec::new() };
    let mut all = keys(&node.left);
    all.push(node.key);
    all.extend(keys(&node.right));
    all
}

/// Keys below a limit, and the others.
#[trace]
fn split(root: Link, limit: u64, depth: u32, bug: Bug) -> (Link, Link) {
    let Some(mut node) = root else { return (None, None) };
    if node.key < limit {
        let (low, high) = split(node.right.take(), limit, depth + 1, bug);
        if bug.is("split: forgets a part on the third level") && depth == 2 {
            node.right = None;
            return (Some(node), high);
        }
        node.right = low;
        (Some(node), high)
    } else {
        let (low, high) = split(node.left.take(), limit, depth + 1, bug);
        if bug.is("split: exchanges the parts of an inner node") && depth > 0 && low.is_some() {
            node.left = low;
            return (high, Some(node));
        }
        node.left = high;
        (low, Some(node))
    }
}

/// Joins two treaps, the keys of the first being smaller.
#[trace]
fn join(low: Link, high: Link, depth: u32, bug: Bug) -> Link {
    let (Some(mut one), Some(mut other)) = (low.clone(), high.clone()) else {
        return low.or(high);
    };
    let mut first = one.priority >= other.priority;
    if bug.is("join: the lower priority wins on the third level") && depth == 2 {
        first = !first;
    }
    if first {
        one.right = join(one.right.take(), Some(other), depth + 1, bug);
        Some(one)
    } else {
        if bug.is("join: loses the left part beside a right one")
            && other.left.is_some()
            && other.right.is_some()
            && one.right.is_some()
        {
            other.left = None;
        }
        other.left = join(Some(one), other.left.take(), depth + 1, bug);
        Some(other)
    }
}

#[trace]
fn insert(root: Link, key: u64, priority: u32, depth: u32, bug: Bug) -> Link {
    let Some(mut node) = root else {
        return Some(Box::new(Node { key, priority, left: None, right: None }));
    };
    if node.key == key {
        return Some(node);
    }
    let late = bug.is("insert: looks at priorities on two levels only") && depth > 1;
    if priority > node.priority && !late {
        let root = Some(node);
        if keys(&root).contains(&key) && !bug.is("insert: a key that is there comes twice") {
            return root;
        }
        let (left, right) = split(root, key, 0, bug);
        return Some(Box::new(Node { key, priority, left, right }));
    }
    let side = if key < node.key { &mut node.left } else { &mut node.right };
    *side = insert(side.take(), key, priority, depth + 1, bug);
    Some(node)
}

impl Structure for Treap {
    const NAME: &'static str = "treap";
    const BUGS: &'static [&'static str] = &[
        "split: forgets a part on the third level",
        "split: exchanges the parts of an inner node",
        "join: the lower priority wins on the third level",
        "join: loses the left part beside a right one",
        "insert: looks at priorities on two levels only",
        "insert: a key that is there comes twice",
    ];

    fn is_valid(&self) -> bool {
        is_valid(&self.root)
    }

    fn size(&self) -> usize {
        keys(&self.root).len()
    }

    fn holds(&self, bug: Bug) -> bool {
        let all = keys(&self.root);
        let mut limits = all.clone();
        limits.push(self.key);
        for limit in limits {
            let (low, high) = split(self.root.clone(), limit, 0, bug);
            let middle = all.partition_point(|key| *key < limit);
            if !is_valid(&low)
                || !is_valid(&high)
                || keys(&low) != all[..middle]
                || keys(&high) != all[middle..]
            {
                return false;
            }
            let joined = join(low, high, 0, bug);
            if !is_valid(&joined) || keys(&joined) != all {
                return false;
            }
            let inserted = insert(self.root.clone(), limit, self.priority, 0, bug);
            let mut expected = all.clone();
            if let Err(place) = expected.binary_search(&limit) {
                expected.insert(place, limit);
            }
            if !is_valid(&inserted) || keys(&inserted) != expected {
                return false;
            }
        }
        true
    }

    #[cfg(test)]
    fn sample(src: &mut Source) -> Treap {
        let mut root = None;
        for (key, priority) in src.draw(vec((0..=60u64, 0..=1_000u32)).len(0..=16)) {
            root = insert(root, key, priority, 0, Bug(None));
        }
        Treap { root, key: src.draw(0..=60), priority: src.draw(0..=1_000) }
    }
}
