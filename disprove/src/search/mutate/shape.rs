//! The shape of an input: hashes of its nodes, and counterparts, which are equal nodes at the same place.

use crate::choice::{Bounds, Kind, Tree};

/// A choice or a span of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Node {
    Choice(u32),
    Span(u32),
}

/// Information about a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeInfo {
    /// The parent span.
    pub(super) parent: Option<u32>,
    /// Equal nodes have equal hashes.
    pub(super) hash: u64,
    /// A hash of the labels on the path to it. All elements of a list have the same addresses inside.
    pub(super) address: u64,
    /// The number of spans around it.
    pub(super) depth: u16,
}

/// The nodes of a tree.
#[derive(Debug, Default)]
pub(crate) struct Shape {
    pub(super) choices: Vec<NodeInfo>,
    pub(super) spans: Vec<NodeInfo>,
    /// Whether a span is an element of a collection, or its final continue flag.
    pub(super) elements: Vec<bool>,
    /// For each node: its range in `counterparts`.
    choice_counterparts: Vec<(u32, u32)>,
    span_counterparts: Vec<(u32, u32)>,
    counterparts: Vec<u32>,
    /// Sequences of bytes that are elements of a list.
    pub(super) sequences: Vec<Vec<u32>>,
}

/// Siblings with the same label to compare each span with, as the comparisons are quadratic.
const SIBLINGS: usize = 8;

/// 2^64 divided by the golden ratio: Knuth's multiplicative hashing.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

fn mixed(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word ^ MULTIPLIER) * u128::from(MULTIPLIER);
    (product as u64 ^ (product >> 64) as u64).rotate_left(17)
}

impl Shape {
    pub(super) fn of(tree: &Tree) -> Shape {
        let unknown = NodeInfo { parent: None, hash: 0, address: 17, depth: 0 };
        let mut shape = Shape {
            choices: vec![unknown; tree.len()],
            spans: vec![unknown; tree.spans.len()],
            elements: (0..tree.spans.len()).map(|at| tree.continue_flag(at).is_some()).collect(),
            ..Shape::default()
        };
        shape.locate(tree, None);
        // A parent comes before its children, ...
        for at in 0..tree.spans.len() {
            shape.locate(tree, Some(at as u32));
        }
        // ... so hashes are computed in reverse order.
        for at in (0..tree.spans.len()).rev() {
            let mut hash = tree.spans[at].label.mixed(91);
            for member in members(tree, Some(at as u32)) {
                hash = mixed(hash, shape.info(member).hash);
            }
            shape.spans[at].hash = hash;
        }
        shape.find_counterparts(tree);
        shape.find_sequences(tree);
        shape
    }

    pub(super) fn info(&self, node: Node) -> &NodeInfo {
        match node {
            Node::Choice(at) => &self.choices[at as usize],
            Node::Span(at) => &self.spans[at as usize],
        }
    }

    /// The counterparts of a node: equal nodes at the same place of siblings with the same label. Paired mutations change
    /// all of them.
    pub(super) fn counterparts(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        let ((from, to), is_span) = match node {
            Node::Choice(at) => (self.choice_counterparts[at as usize], false),
            Node::Span(at) => (self.span_counterparts[at as usize], true),
        };
        let counterparts = &self.counterparts[from as usize..to as usize];
        counterparts.iter().map(move |at| if is_span { Node::Span(*at) } else { Node::Choice(*at) })
    }

    pub(crate) fn has_counterparts(&self, node: Node) -> bool {
        self.counterparts(node).next().is_some()
    }

    /// Whether a node has counterparts, and comes before all of them.
    pub(super) fn is_first(&self, node: Node) -> bool {
        let mut has_any = false;
        for counterpart in self.counterparts(node) {
            has_any = true;
            match (node, counterpart) {
                (Node::Choice(a), Node::Choice(b)) | (Node::Span(a), Node::Span(b)) if a < b => {}
                _ => return false,
            }
        }
        has_any
    }

    /// Sets the parent, depth and address of the children of a span, or of the root.
    fn locate(&mut self, tree: &Tree, parent: Option<u32>) {
        let (depth, address) = match parent {
            Some(at) => {
                let info = self.spans[at as usize];
                (info.depth + 1, mixed(info.address, tree.spans[at as usize].label.mixed(3)))
            }
            None => (0, 17),
        };
        let mut number = 0;
        for member in members(tree, parent) {
            match member {
                Node::Choice(at) => {
                    let address = mixed(address, number);
                    let hash = content(tree, at as usize);
                    self.choices[at as usize] = NodeInfo { parent, hash, address, depth };
                    number += 1;
                }
                Node::Span(at) => {
                    self.spans[at as usize] = NodeInfo { parent, hash: 0, address, depth };
                }
            }
        }
    }

    /// A list has one address and one parent. If its elements have several bytes, each of them forms a sequence.
    fn find_sequences(&mut self, tree: &Tree) {
        let mut keys: Vec<(u64, Option<u32>)> = Vec::new();
        for at in 0..tree.len() as u32 {
            let info = self.choices[at as usize];
            let is_byte = matches!(tree.bounds(at as usize), Bounds::Integer(it) if it.span == 255);
            let Some(element) = self.element_of(at).filter(|_| is_byte) else { continue };
            let key = (info.address, self.spans[element as usize].parent);
            let sequence = keys.iter().position(|other| *other == key).unwrap_or_else(|| {
                keys.push(key);
                self.sequences.push(Vec::new());
                keys.len() - 1
            });
            self.sequences[sequence].push(at);
        }
    }

    /// The innermost element of a list around a choice.
    pub(super) fn element_of(&self, choice: u32) -> Option<u32> {
        let mut at = self.choices[choice as usize].parent;
        while let Some(span) = at {
            if self.elements[span as usize] {
                return Some(span);
            }
            at = self.spans[span as usize].parent;
        }
        None
    }

    fn find_counterparts(&mut self, tree: &Tree) {
        let mut found: Vec<(Node, Node)> = Vec::new();
        let mut taken = (vec![false; tree.len()], vec![false; tree.spans.len()]);
        // From the outside in: the outermost siblings with the same label decide.
        for parent in std::iter::once(None).chain((0..tree.spans.len() as u32).map(Some)) {
            let children: Vec<u32> = members(tree, parent)
                .filter_map(|member| match member {
                    Node::Span(at) if !self.elements[at as usize] => Some(at),
                    _ => None,
                })
                .collect();
            let start = found.len();
            for one in &children {
                let like = |other: &&u32| {
                    *other != one
                        && tree.spans[**other as usize].label == tree.spans[*one as usize].label
                };
                for other in children.iter().filter(like).take(SIBLINGS) {
                    self.compare(tree, *one, *other, &taken, &mut found);
                }
            }
            for (node, _) in &found[start..] {
                match node {
                    Node::Choice(at) => taken.0[*at as usize] = true,
                    Node::Span(at) => taken.1[*at as usize] = true,
                }
            }
        }
        (self.choice_counterparts, self.span_counterparts) =
            (vec![(0, 0); tree.len()], vec![(0, 0); tree.spans.len()]);
        let key = |node: Node| match node {
            Node::Choice(at) => (0, at),
            Node::Span(at) => (1, at),
        };
        for at in
            crate::argsort::argsort(found.len(), &|a, b| key(found[a].0).cmp(&key(found[b].0)))
        {
            let (node, counterpart) = found[at];
            let number = self.counterparts.len() as u32;
            let range = match node {
                Node::Choice(at) => &mut self.choice_counterparts[at as usize],
                Node::Span(at) => &mut self.span_counterparts[at as usize],
            };
            if range.0 == range.1 {
                range.0 = number;
            }
            range.1 = number + 1;
            self.counterparts.push(key(counterpart).1);
        }
    }

    /// Compares two spans node by node, as far as their shapes are the same.
    fn compare(
        &self,
        tree: &Tree,
        one: u32,
        other: u32,
        taken: &(Vec<bool>, Vec<bool>),
        found: &mut Vec<(Node, Node)>,
    ) {
        for pair in members(tree, Some(one)).zip(members(tree, Some(other))) {
            let equal = self.info(pair.0).hash == self.info(pair.1).hash;
            match pair {
                (Node::Choice(a), Node::Choice(_)) if equal && !taken.0[a as usize] => {
                    found.push(pair);
                }
                (Node::Span(a), Node::Span(b)) => {
                    if equal && !taken.1[a as usize] {
                        found.push(pair);
                    }
                    if tree.spans[a as usize].label == tree.spans[b as usize].label {
                        self.compare(tree, a, b, taken, found);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The children of a span, or of the root.
pub(crate) fn members(tree: &Tree, parent: Option<u32>) -> impl Iterator<Item = Node> + '_ {
    let (mut choice, end, mut span, last) = match parent {
        Some(at) => {
            let parent = tree.spans[at as usize];
            (parent.start, parent.end, at + 1, parent.next)
        }
        None => (0, tree.len() as u32, 0, tree.spans.len() as u32),
    };
    std::iter::from_fn(move || {
        if span < last && tree.spans[span as usize].start == choice {
            let this = span;
            (choice, span) = (tree.spans[this as usize].end, tree.spans[this as usize].next);
            return Some(Node::Span(this));
        }
        if choice < end {
            choice += 1;
            return Some(Node::Choice(choice - 1));
        }
        None
    })
}

fn content(tree: &Tree, at: usize) -> u64 {
    let choice = tree.choices[at];
    let mut hash = mixed(choice.kind() as u64 + 1, 5);
    match choice.kind() {
        Kind::Text | Kind::Bytes => {
            for byte in tree.bytes(choice) {
                hash = mixed(hash, u64::from(*byte));
            }
        }
        Kind::Integer => {
            if let Bounds::Integer(limits) = tree.bounds(at) {
                let value = limits.min.wrapping_add(tree.offset(choice, limits.span));
                hash = mixed(mixed(hash, value as u64), (value >> 64) as u64);
            }
        }
        Kind::Bool | Kind::Float => hash = mixed(hash, choice.value),
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::{Generator, IntoGenerator, any, vec};

    type List = Vec<(u8, bool)>;

    /// Two lists side by side.
    fn pair(one: &[(u8, bool)], other: &[(u8, bool)]) -> Tree {
        let lists = (vec(any::<(u8, bool)>()), vec(any::<(u8, bool)>())).into_generator();
        lists.encode(&(List::from(one), List::from(other))).expect("all are allowed")
    }

    #[test]
    fn hashes_equal_parts_equally() {
        let tree = pair(&[(1, true), (2, true)], &[(1, true), (2, true)]);
        let shape = Shape::of(&tree);
        let lists: Vec<u32> = members(&tree, Some(0))
            .filter_map(|member| if let Node::Span(at) = member { Some(at) } else { None })
            .collect();
        let hash = |at: u32| shape.spans[at as usize].hash;
        assert_eq!(hash(lists[0]), hash(lists[1]));
        let other = pair(&[(1, true), (2, true)], &[(1, true), (2, false)]);
        assert_ne!(Shape::of(&other).spans[lists[1] as usize].hash, hash(lists[1]));
    }

    #[test]
    fn finds_equal_nodes_at_the_same_place() {
        let tree = pair(&[(1, true), (2, true)], &[(1, true), (3, true)]);
        let shape = Shape::of(&tree);
        let numbers: Vec<u32> = (0..tree.len() as u32)
            .filter(|at| matches!(tree.bounds(*at as usize), Bounds::Integer(limits) if limits.span == 255))
            .collect();
        assert_eq!(numbers.len(), 4);
        let counterparts = |at: u32| shape.counterparts(Node::Choice(at)).collect::<Vec<Node>>();
        assert_eq!(counterparts(numbers[0]), [Node::Choice(numbers[2])]);
        assert_eq!(counterparts(numbers[2]), [Node::Choice(numbers[0])]);
        assert!(counterparts(numbers[1]).is_empty(), "2 and 3 are not equal");
    }

    #[test]
    fn finds_no_counterparts_without_spans() {
        let tree = any::<u8>().encode(&7).expect("it is allowed");
        let shape = Shape::of(&tree);
        assert!(!shape.has_counterparts(Node::Choice(0)) && shape.choices.len() == 1);
    }
}
