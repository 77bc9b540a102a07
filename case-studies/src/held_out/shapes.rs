//! Problems about recursive values, programs and bit blocks.

use crate::repetition::{Found, Repetition};
use disprove::prelude::*;

/// A tree of nothing but forks.
#[derive(Clone, Debug, PartialEq, Arbitrary)]
pub enum Perfect {
    /// The end of a branch.
    Leaf,
    /// Two branches.
    Fork(Box<Perfect>, Box<Perfect>),
}

impl Perfect {
    fn height(&self, of_two: fn(u32, u32) -> u32) -> u32 {
        match self {
            Perfect::Leaf => 0,
            Perfect::Fork(left, right) => 1 + of_two(left.height(of_two), right.height(of_two)),
        }
    }

    /// How many forks there are along the left side.
    fn left_side(&self) -> u32 {
        match self {
            Perfect::Leaf => 0,
            Perfect::Fork(left, _) => 1 + left.left_side(),
        }
    }
}

/// The property of [`perfect_tree`].
pub fn every_leaf_is_shallow(tree: Perfect) -> bool {
    let (least, most) = (tree.height(u32::min), tree.height(u32::max));
    target!(least);
    minimize!("unevenness", most - least);
    least < 4
}

/// In every tree some leaf is less than four forks deep.
pub fn perfect_tree(repetition: Repetition) -> Option<Found> {
    repetition.run(any::<Perfect>(), every_leaf_is_shallow)
}

/// No tree leans twenty forks to the left.
pub fn leaning_tree(repetition: Repetition) -> Option<Found> {
    repetition.run(any::<Perfect>(), |tree: Perfect| {
        target!(tree.left_side());
        tree.left_side() < 20
    })
}

/// A key of a calculator with a stack.
#[derive(Clone, Copy, Debug, Arbitrary)]
enum Key {
    Push(#[draw(0..=9)] u32),
    Add,
    Subtract,
    Multiply,
    Repeat,
    Swap,
    Drop,
}

/// What a calculator shows after these keys. A key that finds too few numbers does nothing.
fn shows(keys: &[Key]) -> u32 {
    let mut stack: Vec<u32> = Vec::new();
    for key in keys {
        let (last, before) = (stack.last().copied(), stack.iter().rev().nth(1).copied());
        match (key, last, before) {
            (Key::Push(digit), ..) => stack.push(*digit),
            (Key::Repeat, Some(last), _) => stack.push(last),
            (Key::Drop, Some(_), _) => drop(stack.pop()),
            (Key::Add | Key::Subtract | Key::Multiply | Key::Swap, Some(last), Some(before)) => {
                stack.truncate(stack.len() - 2);
                match key {
                    Key::Add => stack.push(before.saturating_add(last)),
                    Key::Subtract => stack.push(before.saturating_sub(last)),
                    Key::Multiply => stack.push(before.saturating_mul(last)),
                    _ => stack.extend([last, before]),
                }
            }
            _ => {}
        }
    }
    stack.last().copied().unwrap_or(0)
}

/// A calculator with digits, sums and products never shows one certain number.
pub fn calculator(repetition: Repetition) -> Option<Found> {
    repetition.run(vec(any::<Key>()), |keys: Vec<Key>| {
        let missing = shows(&keys).abs_diff(7_919);
        minimize!(missing);
        missing > 0
    })
}

/// Five traps of four bits: each scores least when it is nearest to being right.
pub fn traps(repetition: Repetition) -> Option<Found> {
    repetition.run(vec(any::<bool>()).len(20), |bits: Vec<bool>| {
        let score = trapped(&bits);
        target!(score);
        score < 20
    })
}

fn trapped(bits: &[bool]) -> usize {
    let one = |block: &[bool]| match block.iter().filter(|bit| **bit).count() {
        4 => 4,
        ones => 3 - ones,
    };
    bits.chunks(4).map(one).sum()
}

#[cfg(test)]
mod tests {
    use super::{Key, Perfect, shows, trapped};

    #[test]
    fn heights_of_known_trees_are_right() {
        let leaf = || Box::new(Perfect::Leaf);
        let small = || Box::new(Perfect::Fork(leaf(), leaf()));
        let tree = Perfect::Fork(small(), leaf());
        assert_eq!((tree.height(u32::min), tree.height(u32::max), tree.left_side()), (1, 2, 2));
        let tree = Perfect::Fork(leaf(), small());
        assert_eq!((tree.height(u32::min), tree.left_side()), (1, 1));
    }

    #[test]
    fn calculators_compute() {
        let [two, three] = [Key::Push(2), Key::Push(3)];
        assert_eq!(shows(&[two, three, Key::Add]), 5);
        assert_eq!(shows(&[two, three, Key::Swap, Key::Subtract]), 1);
        assert_eq!(shows(&[three, Key::Repeat, Key::Multiply, Key::Add]), 9);
        assert_eq!(shows(&[Key::Add, three, two, Key::Drop]), 3);
        assert_eq!(shows(&[]), 0);
    }

    #[test]
    fn traps_lead_away_from_what_is_right() {
        let [yes, no] = [true, false];
        assert_eq!(trapped(&[yes; 4]), 4);
        assert_eq!(trapped(&[no; 4]), 3);
        assert_eq!(trapped(&[yes, yes, yes, no]), 0);
        assert_eq!(trapped(&[yes; 20]), 20);
    }
}
