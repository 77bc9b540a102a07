//! The parts of a tree that can be changed on their own.

use crate::choice::{Bounds, Kind, Span, Tree, Value, predefined::CONTINUE_THRESHOLD};
use std::ops::Range;

/// What can be changed.
#[derive(Debug, Default)]
pub(super) struct Units {
    /// Lists, and other spans with more than one choice in them, outer ones first.
    pub(super) groups: Vec<usize>,
    pub(super) lists: Vec<List>,
    /// Choices that can have another value and are no coins of lists.
    pub(super) choices: Vec<usize>,
}

/// A list: every element is a span that begins with a coin.
#[derive(Debug)]
pub(super) struct List {
    pub(super) span: usize,
    pub(super) items: Vec<usize>,
    /// The last coin.
    stop: usize,
}

/// What an element of a changed list is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item {
    /// A copy of the one with this number.
    Copy(usize),
    /// Anything.
    Fresh,
}

impl Units {
    pub(super) fn of(tree: &Tree) -> Units {
        let mut units = Units::default();
        // How many choices before each can have another value: deep trees have many spans over each of them.
        let mut before = vec![0];
        for choice in 0..tree.len() {
            let free = !tree.is_fixed(choice);
            before.push(before[choice] + usize::from(free));
            if free && !is_coin(tree, choice) {
                units.choices.push(choice);
            }
        }
        for (number, span) in tree.spans.iter().enumerate() {
            let list = list(tree, number);
            let inside = before[span.end as usize] - before[span.start as usize];
            let several = inside > 1 || inside == 1 && list.is_some();
            // The whole is tried apart from its parts.
            if several && !span.discarded() && (span.len() as usize) < tree.len() {
                units.groups.push(number);
            }
            units.lists.extend(list);
        }
        units
    }
}

fn is_coin(tree: &Tree, choice: usize) -> bool {
    matches!(tree.bounds(choice), Bounds::Bool { threshold: CONTINUE_THRESHOLD | 0 | u64::MAX })
}

fn list(tree: &Tree, span: usize) -> Option<List> {
    let mut items: Vec<usize> =
        tree.children(Some(span)).filter(|child| !tree.spans[*child].discarded()).collect();
    let last = items.pop()?;
    let stop = tree.spans[last];
    let begins = |item: &usize| {
        let Span { start, end, .. } = tree.spans[*item];
        end > start && is_coin(tree, start as usize)
    };
    // An empty list in the place of the last element has such a coin as well, but a level further down.
    let ends = stop.len() == 1 && stop.next as usize == last + 1;
    let ends = ends && is_coin(tree, stop.start as usize);
    let ends = ends && tree.value(stop.start as usize) == Value::Bool(false);
    (ends && items.iter().all(begins)).then_some(List { span, items, stop: stop.start as usize })
}

/// The choices of a group, and the spans in it: all of it, but for the coin that says it is there.
pub(super) fn inside(tree: &Tree, group: usize) -> (Range<usize>, Range<usize>) {
    let span = tree.spans[group];
    let first = span.start as usize;
    let inner = group + 1 < span.next as usize && tree.spans[group + 1].start == span.start;
    let coin = tree.choices[first].kind() == Kind::Bool && is_coin(tree, first) && !inner;
    (first + usize::from(coin)..span.end as usize, group + 1..span.next as usize)
}

/// The tree with another list in the place of this one.
pub(super) fn with_items(tree: &Tree, list: &List, items: &[Item]) -> Tree {
    let mut gift = Tree::default();
    let label = tree.spans[list.span].label;
    gift.spans.push(Span::new(label, 0, 0));
    let item_label = tree.spans[list.span + 1].label;
    for item in items {
        let (span, start) = (gift.spans.len(), gift.len() as u32);
        match item {
            Item::Copy(number) => {
                let from = list.items[*number];
                let copied = tree.spans[from];
                gift.copy_choices(tree, copied.start as usize, copied.end as usize);
                for inner in &tree.spans[from..copied.next as usize] {
                    let mut moved = *inner;
                    moved.start = moved.start - copied.start + start;
                    moved.end = moved.end - copied.start + start;
                    moved.next = (moved.next as usize - from + span) as u32;
                    gift.spans.push(moved);
                }
            }
            Item::Fresh => {
                gift.copy_choices(tree, list.stop, list.stop + 1);
                // Also where the bounds do not allow it: it is only a guide.
                gift.choices[start as usize].value = 1;
                let mut coin = Span::new(item_label, start, 0);
                (coin.end, coin.next) = (start + 1, span as u32 + 1);
                gift.spans.push(coin);
            }
        }
    }
    let (span, start) = (gift.spans.len() as u32, gift.len() as u32);
    gift.copy_choices(tree, list.stop, list.stop + 1);
    let mut stop = Span::new(item_label, start, 0);
    (stop.end, stop.next) = (start + 1, span + 1);
    gift.spans.push(stop);
    (gift.spans[0].end, gift.spans[0].next) = (start + 1, span + 1);
    tree.graft(list.span, &gift, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        generator::{Generator, IntoGenerator, any, vec},
        random::Random,
        source::{Fill, Source},
    };
    use std::rc::Rc;

    fn replayed<G: Generator>(generator: &G, tree: Tree) -> G::Value {
        let mut src = Source::recording();
        src.replay(Rc::new(tree), Fill::Random, Random::for_case(1, 1), 30);
        generator.generate(&mut src)
    }

    #[test]
    fn the_parts_of_a_tuple_with_a_list_are_found() {
        let generator = (any::<u8>(), vec((any::<bool>(), any::<u8>()))).into_generator();
        let tree = generator.encode(&(7, vec![(true, 1), (false, 2)])).expect("it is encoded");
        let units = Units::of(&tree);
        assert_eq!(units.choices.len(), 5, "the number, and two of each element");
        assert_eq!(units.lists.len(), 1);
        assert_eq!(units.lists[0].items.len(), 2);
        // The list, its elements, and the pairs in them.
        assert_eq!(units.groups.len(), 5);
    }

    #[test]
    fn lists_are_given_other_elements() {
        let generator = (vec(vec(any::<u8>())), any::<u8>()).into_generator();
        let value = (vec![vec![1, 2], vec![], vec![3]], 9);
        let tree = generator.encode(&value).expect("it is encoded");
        let units = Units::of(&tree);
        let with = |list: usize, items: &[Item]| {
            replayed(&generator, with_items(&tree, &units.lists[list], items))
        };
        assert_eq!(with(0, &[]), (vec![], 9));
        let swapped = with(0, &[Item::Copy(2), Item::Copy(0), Item::Copy(0)]);
        assert_eq!(swapped, (vec![vec![3], vec![1, 2], vec![1, 2]], 9));
        let (lists, last) = with(0, &[Item::Copy(0), Item::Fresh, Item::Copy(2)]);
        assert_eq!((lists.len(), &lists[0], &lists[2], last), (3, &vec![1, 2], &vec![3], 9));
        assert_eq!(with(1, &[Item::Copy(1)]), (vec![vec![2], vec![], vec![3]], 9));
        let (longer, _) = with(2, &[Item::Fresh]);
        assert_eq!((longer[1].len(), &longer[2]), (1, &vec![3]));
    }

    #[test]
    fn all_of_a_group_but_its_coin_can_be_cut_out() {
        let generator = (vec((any::<u32>(), any::<u32>())), any::<u32>()).into_generator();
        let tree = generator.encode(&(vec![(1, 2), (3, 4)], 5)).expect("it is encoded");
        let units = Units::of(&tree);
        let (choices, spans) = inside(&tree, units.lists[0].items[0]);
        let (pairs, number) = replayed(&generator, tree.cut(choices, spans));
        assert_eq!((pairs.len(), pairs[1], number), (2, (3, 4), 5));
        assert_ne!(pairs[0], (1, 2));
    }
}
