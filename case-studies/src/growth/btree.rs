//! B-trees of one to three keys in a node: lists in nodes in lists.

use super::structure::{Bug, Structure};
use disprove::prelude::*;

/// A node: a leaf, or one child more than keys.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub struct Node {
    pub keys: Vec<u16>,
    pub children: Vec<Node>,
}

/// A tree, and a key to insert.
#[derive(Clone, Debug, Arbitrary)]
pub struct Tree {
    pub root: Node,
    pub key: u16,
}

/// Keys of a node at most.
const MOST: usize = 3;

#[trace]
impl Node {
    fn depth(&self) -> usize {
        1 + self.children.first().map_or(0, Node::depth)
    }

    fn is_valid(&self) -> bool {
        self.has_form() && self.list().windows(2).all(|pair| pair[0] < pair[1])
    }

    fn has_form(&self) -> bool {
        let fits = self.children.is_empty() || self.children.len() == self.keys.len() + 1;
        !self.keys.is_empty()
            && self.keys.len() <= MOST
            && fits
            && self.children.iter().all(Node::has_form)
            && self.children.windows(2).all(|pair| pair[0].depth() == pair[1].depth())
    }

    fn list(&self) -> Vec<u16> {
        let mut all = Vec::new();
        for (at, key) in self.keys.iter().enumerate() {
            if let Some(child) = self.children.get(at) {
                all.extend(child.list());
            }
            all.push(*key);
        }
        if let Some(last) = self.children.get(self.keys.len()) {
            all.extend(last.list());
        }
        all
    }

    fn contains(&self, key: u16, bug: Bug) -> bool {
        let at = self.keys.partition_point(|own| *own < key);
        if self.keys.get(at) == Some(&key) {
            return !(bug.is("contains: not the middle key of an inner node")
                && at == 1
                && self.keys.len() == MOST
                && !self.children.is_empty());
        }
        let last = bug.is("contains: not behind three keys") && at == MOST;
        self.children.get(at).is_some_and(|child| !last && child.contains(key, bug))
    }

    /// The number of keys below a limit.
    fn rank(&self, limit: u16, depth: u32, bug: Bug) -> usize {
        let mut sum = 0;
        for (at, key) in self.keys.iter().enumerate() {
            if let Some(child) = self.children.get(at) {
                sum += child.rank(limit, depth + 1, bug);
            }
            if *key >= limit {
                return sum;
            }
            sum += 1;
        }
        if bug.is("rank: stops before the last child of the third level") && depth == 1 {
            return sum;
        }
        sum + self.children.get(self.keys.len()).map_or(0, |last| last.rank(limit, depth + 1, bug))
    }

    /// Inserts a key. If the node has too many then, its middle key and what is behind it.
    fn insert(&mut self, key: u16, bug: Bug) -> Option<(u16, Node)> {
        let at = self.keys.partition_point(|own| *own < key);
        if self.keys.get(at) == Some(&key) {
            return None;
        }
        if self.children.is_empty() {
            self.keys.insert(at, key);
        } else if let Some((middle, behind)) = self.children[at].insert(key, bug) {
            self.keys.insert(at, middle);
            let place = if bug.is("insert: the new child of a full node goes last") && at < 1 {
                self.children.len() - usize::from(self.keys.len() <= MOST)
            } else {
                at + 1
            };
            self.children.insert(place, behind);
        }
        if self.keys.len() <= MOST {
            return None;
        }
        let keys = self.keys.split_off(2);
        let middle =
            if bug.is("insert: an inner split takes the wrong key") && !self.children.is_empty() {
                self.keys.remove(0)
            } else {
                self.keys.pop()?
            };
        let mut children = Vec::new();
        if !self.children.is_empty() {
            children = self.children.split_off(2);
            if bug.is("insert: an inner split loses a child") {
                children.pop();
            }
        }
        Some((middle, Node { keys, children }))
    }
}

#[trace]
fn insert(mut root: Node, key: u16, bug: Bug) -> Node {
    match root.insert(key, bug) {
        None => root,
        Some((middle, behind)) => Node { keys: vec![middle], children: vec![root, behind] },
    }
}

impl Structure for Tree {
    const NAME: &'static str = "B-tree";
    const BUGS: &'static [&'static str] = &[
        "contains: not the middle key of an inner node",
        "contains: not behind three keys",
        "rank: stops before the last child of the third level",
        "insert: the new child of a full node goes last",
        "insert: an inner split takes the wrong key",
        "insert: an inner split loses a child",
    ];

    fn is_valid(&self) -> bool {
        self.root.is_valid()
    }

    fn size(&self) -> usize {
        self.root.list().len()
    }

    fn holds(&self, bug: Bug) -> bool {
        let all = self.root.list();
        for (at, key) in all.iter().enumerate() {
            if !self.root.contains(*key, bug) || self.root.rank(*key, 0, bug) != at {
                return false;
            }
        }
        // The given key, and one in each gap.
        let mut news = vec![self.key];
        news.extend(all.iter().map(|key| key.saturating_add(1)));
        for new in news {
            let inserted = insert(self.root.clone(), new, bug);
            let mut expected = all.clone();
            if let Err(place) = expected.binary_search(&new) {
                expected.insert(place, new);
            }
            if !inserted.is_valid() || inserted.list() != expected {
                return false;
            }
        }
        true
    }

    #[cfg(test)]
    fn sample(src: &mut Source) -> Tree {
        let mut root = Node { keys: vec![src.draw(0..=200)], children: Vec::new() };
        for key in src.draw(vec(0..=200u16).len(0..=40)) {
            root = insert(root, key, Bug(None));
        }
        Tree { root, key: src.draw(0..=200) }
    }
}
