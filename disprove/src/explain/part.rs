//! The parts of a choice tree that can change independently.

use crate::{
    choice::{Kind, Label, Span, Tree, Value},
    reduce::{is_continue_flag, is_item},
};
use std::ops::Range;

/// The parts of a tree.
#[derive(Default)]
pub(super) struct ChangeableParts {
    /// Collections, and other spans of more than one choice, the outer ones first.
    pub(super) groups: Vec<usize>,
    pub(super) collections: Vec<Collection>,
    /// Choices that can have another value and are not continue flags.
    pub(super) choices: Vec<usize>,
}

/// A collection: every element is a span that begins with a continue flag.
pub(super) struct Collection {
    pub(super) span: usize,
    /// Spans of the elements.
    pub(super) elements: Vec<usize>,
    /// The last continue flag.
    stop: usize,
}

/// An element of a changed collection.
#[derive(Clone, Copy)]
pub(super) enum NewElement {
    /// A copy of the element with this number.
    Copy(usize),
    /// A new, random element.
    Fresh,
}

impl ChangeableParts {
    pub(super) fn of(tree: &Tree) -> ChangeableParts {
        let mut parts = ChangeableParts::default();
        // Running count of the choices that can change: a deep tree has many spans over each choice.
        let mut before = vec![0];
        for choice in 0..tree.len() {
            let free = !tree.is_fixed(choice);
            before.push(before[choice] + usize::from(free));
            if free && !is_continue_flag(tree, choice) {
                parts.choices.push(choice);
            }
        }
        for (number, span) in tree.spans.iter().enumerate() {
            let collection = collection(tree, number);
            let inside = before[span.end as usize] - before[span.start as usize];
            let several = inside > 1 || inside == 1 && collection.is_some();
            // The whole input is tried separately.
            if several && !span.discarded() && (span.len() as usize) < tree.len() {
                parts.groups.push(number);
            }
            parts.collections.extend(collection);
        }
        parts
    }
}

/// The collection that a span is, if it is one.
fn collection(tree: &Tree, span: usize) -> Option<Collection> {
    let mut elements: Vec<usize> =
        tree.children(Some(span)).filter(|child| !tree.spans[*child].discarded()).collect();
    let last = elements.pop()?;
    let stop = tree.spans[last];
    let begins = |element: &usize| {
        let Span { start, end, .. } = tree.spans[*element];
        end > start && is_continue_flag(tree, start as usize)
    };
    // An empty collection in place of the last element also has such a flag, but one level deeper.
    let ends = stop.len() == 1 && stop.next as usize == last + 1;
    let ends = ends && is_continue_flag(tree, stop.start as usize);
    let ends = ends && tree.value(stop.start as usize) == Value::Bool(false);
    (ends && elements.iter().all(begins)).then_some(Collection {
        span,
        elements,
        stop: stop.start as usize,
    })
}

/// The steps of a state machine that a failure ended.
pub(crate) struct EndedSteps {
    /// The label of their span.
    pub(crate) label: Label,
    /// The case with the end of its steps, which the failure left out. Changed cases that pass then end there as well.
    pub(crate) tree: Tree,
    /// The case without steps.
    pub(crate) none: Tree,
}

impl EndedSteps {
    /// The outermost list that lasts until the end of a case.
    pub(crate) fn of(tree: &Tree) -> Option<EndedSteps> {
        let is_list = |number: &usize| {
            let ends = tree.spans[*number].end as usize == tree.len();
            let mut children = tree.children(Some(*number)).peekable();
            ends && children.peek().is_some() && children.all(|child| is_item(tree, child))
        };
        let list = (0..tree.spans.len()).find(is_list)?;
        // Nothing follows it.
        if tree.spans[list].next as usize != tree.spans.len() {
            return None;
        }
        let first = tree.spans[list + 1];
        let (flag, end, next) = (first.start as usize, tree.len() as u32, tree.spans.len() as u32);
        let mut ended = tree.clone();
        ended.copy_choices(tree, flag, flag + 1);
        ended.choices[end as usize].value = 0;
        for number in 0..=list {
            if tree.spans[number].next == next {
                ended.spans[number].end += 1;
                ended.spans[number].next += 1;
            }
        }
        let mut stop = Span::new(first.label, end, 0);
        (stop.end, stop.next) = (end + 1, next + 1);
        ended.spans.push(stop);
        let none = with_elements(&ended, &collection(&ended, list)?, &[]);
        Some(EndedSteps { label: tree.spans[list].label, tree: ended, none })
    }

    /// The number of steps in another case of the machine.
    pub(crate) fn count(&self, tree: &Tree) -> usize {
        let list = tree.spans.iter().position(|span| span.label == self.label);
        let is_step = |child: &usize| {
            let span = tree.spans[*child];
            !span.discarded() && span.len() > 0 && tree.choices[span.start as usize].value == 1
        };
        list.map_or(0, |list| tree.children(Some(list)).filter(is_step).count())
    }
}

/// The choices and spans inside a group, without the continue flag of an element.
pub(super) fn inside(tree: &Tree, group: usize) -> (Range<usize>, Range<usize>) {
    let span = tree.spans[group];
    let first = span.start as usize;
    let inner = group + 1 < span.next as usize && tree.spans[group + 1].start == span.start;
    let flag = tree.choices[first].kind() == Kind::Bool && is_continue_flag(tree, first) && !inner;
    (first + usize::from(flag)..span.end as usize, group + 1..span.next as usize)
}

/// The tree with other elements in a collection.
pub(super) fn with_elements(tree: &Tree, collection: &Collection, elements: &[NewElement]) -> Tree {
    let mut replacement = Tree::default();
    let label = tree.spans[collection.span].label;
    replacement.spans.push(Span::new(label, 0, 0));
    let element_label = tree.spans[collection.span + 1].label;
    for element in elements {
        let (span, start) = (replacement.spans.len(), replacement.len() as u32);
        match element {
            NewElement::Copy(number) => {
                let from = collection.elements[*number];
                let copied = tree.spans[from];
                replacement.copy_choices(tree, copied.start as usize, copied.end as usize);
                for inner in &tree.spans[from..copied.next as usize] {
                    let mut moved = *inner;
                    moved.start = moved.start - copied.start + start;
                    moved.end = moved.end - copied.start + start;
                    moved.next = (moved.next as usize - from + span) as u32;
                    replacement.spans.push(moved);
                }
            }
            NewElement::Fresh => {
                replacement.copy_choices(tree, collection.stop, collection.stop + 1);
                // The bounds may not allow it, but this is only a guide.
                replacement.choices[start as usize].value = 1;
                let mut flag = Span::new(element_label, start, 0);
                (flag.end, flag.next) = (start + 1, span as u32 + 1);
                replacement.spans.push(flag);
            }
        }
    }
    let (span, start) = (replacement.spans.len() as u32, replacement.len() as u32);
    replacement.copy_choices(tree, collection.stop, collection.stop + 1);
    let mut stop = Span::new(element_label, start, 0);
    (stop.end, stop.next) = (start + 1, span + 1);
    replacement.spans.push(stop);
    (replacement.spans[0].end, replacement.spans[0].next) = (start + 1, span + 1);
    tree.graft(collection.span, &replacement, 0)
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
    fn finds_the_parts_of_a_tuple_with_a_collection() {
        let generator = (any::<u8>(), vec((any::<bool>(), any::<u8>()))).into_generator();
        let tree = generator
            .encode(&(7, vec![(true, 1), (false, 2)]))
            .expect("the generator can encode its value");
        let parts = ChangeableParts::of(&tree);
        assert_eq!(parts.choices.len(), 5, "the number, and two of each element");
        assert_eq!(parts.collections.len(), 1);
        assert_eq!(parts.collections[0].elements.len(), 2);
        // The collection, its elements, and the pairs in them.
        assert_eq!(parts.groups.len(), 5);
    }

    #[test]
    fn replaces_the_elements_of_a_collection() {
        let generator = (vec(vec(any::<u8>())), any::<u8>()).into_generator();
        let value = (vec![vec![1, 2], vec![], vec![3]], 9);
        let tree = generator.encode(&value).expect("the generator can encode its value");
        let parts = ChangeableParts::of(&tree);
        let with = |number: usize, elements: &[NewElement]| {
            replayed(&generator, with_elements(&tree, &parts.collections[number], elements))
        };
        assert_eq!(with(0, &[]), (vec![], 9));
        let swapped = with(0, &[NewElement::Copy(2), NewElement::Copy(0), NewElement::Copy(0)]);
        assert_eq!(swapped, (vec![vec![3], vec![1, 2], vec![1, 2]], 9));
        let (lists, last) = with(0, &[NewElement::Copy(0), NewElement::Fresh, NewElement::Copy(2)]);
        assert_eq!((lists.len(), &lists[0], &lists[2], last), (3, &vec![1, 2], &vec![3], 9));
        assert_eq!(with(1, &[NewElement::Copy(1)]), (vec![vec![2], vec![], vec![3]], 9));
        let (longer, _) = with(2, &[NewElement::Fresh]);
        assert_eq!((longer[1].len(), &longer[2]), (1, &vec![3]));
    }

    #[test]
    fn cuts_out_a_group_except_for_its_continue_flag() {
        let generator = (vec((any::<u32>(), any::<u32>())), any::<u32>()).into_generator();
        let tree = generator
            .encode(&(vec![(1, 2), (3, 4)], 5))
            .expect("the generator can encode its value");
        let parts = ChangeableParts::of(&tree);
        let (choices, spans) = inside(&tree, parts.collections[0].elements[0]);
        let (pairs, number) = replayed(&generator, tree.cut(choices, spans));
        assert_eq!((pairs.len(), pairs[1], number), (2, (3, 4), 5));
        assert_ne!(pairs[0], (1, 2));
    }
}
