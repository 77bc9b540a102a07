//! A heap that becomes a list which is not sorted: behind the root, the merged
//! children are written down as they stand.

use crate::reduce::problem::{Judgement, Problem};
use disprove::prelude::*;

/// Keys are no larger than this.
pub const MAX_KEY: i32 = 1_000;

/// The largest budget of a heap; each level has half of that above.
pub const MAX_BUDGET: u32 = 20;

#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub key: i32,
    pub left: Heap,
    pub right: Heap,
}

/// A binary tree whose children are no smaller than their parents.
pub type Heap = Option<Box<Node>>;

/// A heap with this key on top.
#[expect(clippy::unnecessary_wraps, reason = "a node is wanted as a heap everywhere")]
pub fn node(key: i32, left: Heap, right: Heap) -> Heap {
    Some(Box::new(Node { key, left, right }))
}

fn merge(a: Heap, b: Heap) -> Heap {
    match (a, b) {
        (None, heap) | (heap, None) => heap,
        (Some(a), Some(b)) => {
            let (top, other) = if a.key <= b.key { (a, b) } else { (b, a) };
            node(top.key, merge(top.right, Some(other)), top.left)
        }
    }
}

/// Should take the smallest each time, and does so once.
fn to_sorted_list(heap: &Heap) -> Vec<i32> {
    let Some(root) = heap else { return Vec::new() };
    let mut list = vec![root.key];
    let mut waiting = vec![merge(root.left.clone(), root.right.clone())];
    while let Some(heap) = waiting.pop() {
        if let Some(node) = heap {
            list.push(node.key);
            waiting.push(node.left);
            waiting.push(node.right);
        }
    }
    list
}

/// Nodes, and the places where there could be more.
fn parts(heap: &Heap) -> usize {
    heap.as_ref().map_or(1, |node| 1 + parts(&node.left) + parts(&node.right))
}

fn heap(src: &mut Source, budget: u32, least: i32) -> Heap {
    if budget == 0 || src.draw(one_of![1 => just(true), 7 => just(false)]) {
        return None;
    }
    let key = src.draw(least..=MAX_KEY);
    node(key, heap(src, budget / 2, key), heap(src, budget / 2, key))
}

pub struct Binheap;

impl Problem for Binheap {
    type Value = Heap;
    const NAME: &'static str = "binheap";

    fn generate(src: &mut Source) -> Heap {
        let budget = src.draw(0..=MAX_BUDGET);
        heap(src, budget, 0)
    }

    fn judge(heap: &Heap) -> Judgement {
        Judgement::fails_if(!to_sorted_list(heap).is_sorted())
    }

    fn size(heap: &Heap) -> usize {
        parts(heap)
    }

    fn is_minimal(heap: &Heap) -> bool {
        let leaf = |key| node(key, None, None);
        *heap == node(0, None, node(0, leaf(0), leaf(1)))
    }
}
