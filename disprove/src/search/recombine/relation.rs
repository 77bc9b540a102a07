//! Relations that hold in accepted inputs: numbers that cache a length, a height, a size, or another number.
//!
//! Such a number must change together with what it describes, which hardly ever happens at random. So equalities are
//! learned from accepted inputs, as Daikon does (Ernst et al., TSE 2001), and restored in new ones.

use super::outline::{Outline, mix};
use crate::{
    choice::Tree,
    search::structure::{integers, offset, value_bits},
};
use std::collections::BTreeMap;

/// What a number can be equal to, all relative to the span it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Term {
    /// The elements of the first list in the span.
    Length,
    /// One more than the largest, smallest, first, last, or the sum of its counterparts in nested spans of the same
    /// label.
    Largest,
    Smallest,
    First,
    Last,
    Sum,
    /// The last, or the largest, number of this class in the span.
    LastOf(u64),
    LargestOf(u64),
}

/// How often a relation held.
#[derive(Clone, Copy, Debug, Default)]
struct Evidence {
    held: u32,
    broken: u32,
    /// One bit for each value of the number, modulo 64.
    values: u64,
}

/// Inputs in which a relation must have held. See `case-studies growth --only interval-map,leftist-heap`.
const ENOUGH: u32 = 8;

/// Different values that a number must have had: a constant is no relation.
const DIFFERENT: u32 = 2;

/// Of so many inputs, one may break a relation: the property may reject less than the relation says.
const TOLERANCE: u32 = 50;

/// Relations that are looked at, which bounds the memory.
const MOST: usize = 2_048;

/// Inputs from which relations are learned. Later ones hardly change what is known.
const INPUTS: u32 = 2_000;

/// The relations of the numbers of accepted inputs.
#[derive(Debug, Default)]
pub(crate) struct Relations {
    evidence: BTreeMap<(u64, Term), Evidence>,
    /// For each class, the relation that holds; kept up to date by `learn`.
    known: BTreeMap<u64, Term>,
    inputs: u32,
}

impl Evidence {
    fn is_enough(self) -> bool {
        self.held >= ENOUGH
            && self.broken * TOLERANCE <= self.held
            && self.values.count_ones() >= DIFFERENT
    }
}

impl Relations {
    /// Learns from an accepted input.
    pub(crate) fn learn(&mut self, tree: &Tree, outline: &Outline) {
        if self.inputs >= INPUTS {
            return;
        }
        self.inputs += 1;
        for at in 0..tree.len() {
            let class = outline.classes[at];
            let Some(home) = home(tree, outline, at) else { continue };
            if class == 0 {
                continue;
            }
            let mut terms = vec![
                Term::Length,
                Term::Largest,
                Term::Smallest,
                Term::First,
                Term::Last,
                Term::Sum,
            ];
            let span = tree.spans[home];
            let start = terms.len();
            for inner in span.start as usize..span.end as usize {
                let other = outline.classes[inner];
                if other != 0 && other != class && !terms.contains(&Term::LastOf(other)) {
                    terms.push(Term::LastOf(other));
                }
            }
            for number in start..terms.len() {
                if let Term::LastOf(other) = terms[number] {
                    terms.push(Term::LargestOf(other));
                }
            }
            let value = value_bits(tree, at as u32);
            for term in terms {
                let Some(expected) = evaluate(tree, outline, (at, home), term) else { continue };
                self.add((class, term), expected == value, value);
            }
        }
    }

    fn add(&mut self, relation: (u64, Term), holds: bool, value: u128) {
        if self.evidence.len() >= MOST && !self.evidence.contains_key(&relation) {
            return;
        }
        let evidence = self.evidence.entry(relation).or_default();
        if holds {
            evidence.held += 1;
            evidence.values |= 1 << (mix(0, value as u64) & 63);
        } else {
            evidence.broken += 1;
        }
        let (class, term) = relation;
        if evidence.is_enough() {
            // The first one in the order of terms, so that the order of inputs does not matter.
            let known = self.known.entry(class).or_insert(term);
            *known = (*known).min(term);
        } else if self.known.get(&class) == Some(&term) {
            self.known.remove(&class);
        }
    }

    /// Whether there is something to restore.
    pub(crate) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Restores all known relations, those of inner spans first.
    pub(crate) fn restore(&self, tree: &mut Tree) {
        let outline = Outline::of(tree);
        let mut numbers = Vec::new();
        for at in 0..tree.len() {
            let Some(term) = self.known.get(&outline.classes[at]) else { continue };
            if let Some(home) = home(tree, &outline, at) {
                numbers.push((home, at, *term));
            }
        }
        // A nested span comes after the one around it.
        numbers.sort_unstable();
        for (home, at, term) in numbers.into_iter().rev() {
            let Some(value) = evaluate(tree, &outline, (at, home), term) else { continue };
            let limits = *integers(tree, at as u32);
            let offset = value.wrapping_sub(limits.min);
            if offset <= limits.span {
                tree.set_offset(at, offset);
            }
        }
    }
}

/// The innermost span around a number that has other choices.
fn home(tree: &Tree, outline: &Outline, at: usize) -> Option<usize> {
    let mut span = outline.owners[at];
    while let Some(own) = span {
        if tree.spans[own as usize].len() > 1 {
            return Some(own as usize);
        }
        span = outline.parents[own as usize];
    }
    None
}

/// The value of a term for the number `at` in the span `home`; `None` if it has none there.
fn evaluate(
    tree: &Tree,
    outline: &Outline,
    (at, home): (usize, usize),
    term: Term,
) -> Option<u128> {
    let span = tree.spans[home];
    match term {
        Term::Length => {
            for child in tree.children(Some(home)) {
                let mut elements = 0;
                let mut is_list = false;
                for element in tree.children(Some(child)) {
                    let flag = tree.continue_flag(element);
                    is_list |= flag.is_some();
                    elements += u128::from(flag.is_some_and(|flag| flag.value == 1));
                }
                if is_list {
                    return Some(elements);
                }
            }
            None
        }
        Term::LastOf(class) | Term::LargestOf(class) => {
            let mut best: Option<u32> = None;
            for i in span.start as usize..span.end as usize {
                if outline.classes[i] == class && i != at {
                    let larger =
                        best.is_none_or(|best| offset(tree, i as u32) >= offset(tree, best));
                    if larger || matches!(term, Term::LastOf(_)) {
                        best = Some(i as u32);
                    }
                }
            }
            best.map(|best| value_bits(tree, best))
        }
        _ => nested(tree, outline, (at, home), term),
    }
}

/// One more than what the counterparts of a number in nested spans come to. A span without one counts as 0.
fn nested(tree: &Tree, outline: &Outline, (at, home): (usize, usize), term: Term) -> Option<u128> {
    let label = tree.spans[home].label;
    let mut result: Option<u128> = None;
    let mut inner = home + 1;
    while inner < tree.spans[home].next as usize {
        let span = tree.spans[inner];
        if span.label != label {
            inner += 1;
            continue;
        }
        let mut value = 0;
        for i in span.start as usize..span.end as usize {
            if outline.classes[i] == outline.classes[at]
                && self::home(tree, outline, i) == Some(inner)
            {
                value = value_bits(tree, i as u32);
                break;
            }
        }
        result = Some(match (result, term) {
            (None, _) | (_, Term::Last) => value,
            (Some(sofar), Term::Largest) => sofar.max(value),
            (Some(sofar), Term::Smallest) => sofar.min(value),
            (Some(sofar), Term::Sum) => sofar.wrapping_add(value),
            (Some(sofar), _) => sofar,
        });
        inner = span.next as usize;
    }
    result.map(|result| result.wrapping_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::{Generator, IntoGenerator, any, vec};

    /// A count, an end, and a list.
    fn blocks() -> impl Generator<Value = Vec<(u8, u32, Vec<(u32, u32)>)>> {
        vec((any::<u8>(), any::<u32>(), vec(any::<(u32, u32)>())).into_generator())
    }

    fn block(items: &[(u32, u32)]) -> (u8, u32, Vec<(u32, u32)>) {
        (items.len() as u8, items.last().map_or(0, |last| last.1), items.to_vec())
    }

    #[test]
    fn learns_cached_lengths_and_ends_and_restores_them() {
        let mut relations = Relations::default();
        for number in 1..20 {
            let items: Vec<(u32, u32)> =
                (0..=number % 3).map(|n| (number * 7 + n * 100, number * 9 + n * 50)).collect();
            let tree = blocks().encode(&vec![block(&items)]).expect("any number");
            relations.learn(&tree, &Outline::of(&tree));
        }
        assert!(!relations.is_empty());
        let items = vec![(5, 6), (7, 8), (9, 11), (12, 77)];
        let right = vec![block(&items), block(&items[..1])];
        let wrong = vec![(200, 3, items.clone()), (0, 99, items[..1].to_vec())];
        let mut tree = blocks().encode(&wrong).expect("any number");
        relations.restore(&mut tree);
        let expected = blocks().encode(&right).expect("any number");
        assert_eq!(tree.fingerprint(), expected.fingerprint());
    }

    #[test]
    fn learns_nothing_from_unrelated_numbers() {
        let mut relations = Relations::default();
        for number in 0..50_u32 {
            let items = vec![(number * 3, number * 5 + 1)];
            let tree = blocks().encode(&vec![(number as u8 * 5 + 9, number * 11, items)]);
            let tree = tree.expect("any number");
            relations.learn(&tree, &Outline::of(&tree));
        }
        assert!(relations.is_empty());
    }
}
