//! Leftist heaps: the key comes before both parts, and each node caches its rank.

use super::structure::{Bug, Structure};
use disprove::prelude::*;

/// A heap.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub enum Heap {
    Empty,
    /// The rank, the key, and two parts with no smaller keys.
    Node(u8, i32, Box<Heap>, Box<Heap>),
}

/// Two heaps to merge.
#[derive(Clone, Debug, Arbitrary)]
pub struct Heaps {
    pub one: Heap,
    pub other: Heap,
}

use Heap::{Empty, Node};

#[trace]
impl Heap {
    /// Nodes on the way along right parts.
    fn rank(&self) -> u8 {
        match self {
            Empty => 0,
            Node(rank, ..) => *rank,
        }
    }

    fn is_valid(&self) -> bool {
        match self {
            Empty => true,
            Node(rank, key, left, right) => {
                left.rank() >= right.rank()
                    && *rank == right.rank().saturating_add(1)
                    && left.is_at_least(*key)
                    && right.is_at_least(*key)
                    && left.is_valid()
                    && right.is_valid()
            }
        }
    }

    fn is_at_least(&self, key: i32) -> bool {
        match self {
            Empty => true,
            Node(_, own, ..) => *own >= key,
        }
    }

    fn make(key: i32, one: Heap, other: Heap, bug: Bug) -> Heap {
        let apart = other.rank().saturating_sub(one.rank());
        let wrong = bug.is("make: parts of rank two or more stay where they are");
        if apart > 0 && !(wrong && one.rank() > 0 && other.rank() > 1) {
            let rank = if bug.is("make: the rank of exchanged parts is that of the left") {
                other.rank() + 1
            } else {
                one.rank() + 1
            };
            return Node(rank, key, Box::new(other), Box::new(one));
        }
        Node(other.rank() + 1, key, Box::new(one), Box::new(other))
    }

    fn merge(self, other: Heap, depth: u32, bug: Bug) -> Heap {
        match (self, other) {
            (Empty, heap) | (heap, Empty) => heap,
            (
                Node(rank, key, left, right),
                Node(other_rank, other_key, other_left, other_right),
            ) => {
                let mut first = key <= other_key;
                if bug.is("merge: takes the larger key at depth three") && depth == 3 {
                    first = !first;
                }
                if bug.is("merge: forgets a part at depth two") && depth == 2 && rank > 1 {
                    return Node(rank, key, left, right);
                }
                if first {
                    let other = Node(other_rank, other_key, other_left, other_right);
                    Heap::make(key, *left, right.merge(other, depth + 1, bug), bug)
                } else {
                    let one = Node(rank, key, left, right);
                    let rest = if bug.is("merge: goes on with the left part of a high heap")
                        && other_right.rank() > 1
                    {
                        other_left.clone().merge(one, depth + 1, bug)
                    } else {
                        other_right.merge(one, depth + 1, bug)
                    };
                    Heap::make(other_key, *other_left, rest, bug)
                }
            }
        }
    }

    fn pop(self, bug: Bug) -> Option<(i32, Heap)> {
        let Node(_, key, left, right) = self else { return None };
        if bug.is("pop: loses the right part if both are high")
            && left.rank() > 1
            && right.rank() > 1
        {
            return Some((key, *left));
        }
        Some((key, left.merge(*right, 0, bug)))
    }

    fn keys(&self) -> Vec<i32> {
        match self {
            Empty => Vec::new(),
            Node(_, key, left, right) => {
                let mut keys = vec![*key];
                keys.extend(left.keys());
                keys.extend(right.keys());
                keys
            }
        }
    }
}

fn sorted(mut keys: Vec<i32>) -> Vec<i32> {
    keys.sort_unstable();
    keys
}

impl Structure for Heaps {
    const NAME: &'static str = "leftist heap";
    const BUGS: &'static [&'static str] = &[
        "make: parts of rank two or more stay where they are",
        "make: the rank of exchanged parts is that of the left",
        "merge: takes the larger key at depth three",
        "merge: forgets a part at depth two",
        "merge: goes on with the left part of a high heap",
        "pop: loses the right part if both are high",
    ];

    fn is_valid(&self) -> bool {
        self.one.is_valid() && self.other.is_valid()
    }

    fn size(&self) -> usize {
        self.one.keys().len() + self.other.keys().len()
    }

    fn holds(&self, bug: Bug) -> bool {
        let merged = self.one.clone().merge(self.other.clone(), 0, bug);
        let all = sorted([self.one.keys(), self.other.keys()].concat());
        if !merged.is_valid() || sorted(merged.keys()) != all {
            return false;
        }
        match self.one.clone().pop(bug) {
            None => self.one == Empty,
            Some((least, rest)) => {
                let keys = sorted(self.one.keys());
                least == keys[0] && rest.is_valid() && sorted(rest.keys()) == keys[1..]
            }
        }
    }

    #[cfg(test)]
    fn sample(src: &mut Source) -> Heaps {
        let mut heaps = [Empty, Empty];
        for heap in &mut heaps {
            for part in src.draw(vec(vec(-20..=20).len(0..=7)).len(0..=6)) {
                let mut made = Empty;
                for key in part {
                    made = made.merge(Node(1, key, Box::new(Empty), Box::new(Empty)), 0, Bug(None));
                }
                *heap = std::mem::replace(heap, Empty).merge(made, 0, Bug(None));
            }
        }
        let [one, other] = heaps;
        Heaps { one, other }
    }
}
