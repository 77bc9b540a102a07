//! Relations that hold in accepted inputs: numbers that cache a length, a height, a size, or another number.
//!
//! Such a number must change together with what it describes, which hardly ever happens at random. So equalities are
//! learned from accepted inputs, as Daikon does (Ernst et al., TSE 2001), and restored in new ones.

use super::outline::Outline;
use crate::{
    choice::Tree,
    search::{
        rng::Rng,
        structure::{integers, offset, value_bits},
    },
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
}

/// Inputs in which a relation must have held. See `case-studies growth --only interval-map,leftist-heap`.
const ENOUGH: u32 = 8;

/// One in this number of inputs may break a relation: the property may reject less than the relation says.
const TOLERANCE: u32 = 50;

/// Relations that are looked at, which bounds the memory.
const MOST: usize = 2_048;

/// The probability that a class follows a guessed relation. A half favors neither: some numbers cache something, others
/// do not.
const GUESSED: f64 = 0.5;

/// Inputs from which relations are learned. Later ones hardly change what is known.
const INPUTS: u32 = 2_000;

/// The relations of the numbers of accepted inputs.
#[derive(Debug, Default)]
pub(crate) struct Relations {
    evidence: BTreeMap<(u64, Term), Evidence>,
    /// For each class, all that its numbers may be equal to. While all accepted inputs are small, several terms agree.
    known: BTreeMap<u64, Vec<Term>>,
    inputs: u32,
}

impl Evidence {
    fn is_enough(self) -> bool {
        self.held >= ENOUGH && self.broken * TOLERANCE <= self.held
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
            let value = value_bits(tree, at as u32);
            for term in terms(tree, outline, (at, home)) {
                let Some(expected) = evaluate(tree, outline, (at, home), term) else { continue };
                self.add((class, term), expected == value);
            }
        }
    }

    fn add(&mut self, relation: (u64, Term), holds: bool) {
        if self.evidence.len() >= MOST && !self.evidence.contains_key(&relation) {
            return;
        }
        let evidence = self.evidence.entry(relation).or_default();
        if holds {
            evidence.held += 1;
        } else {
            evidence.broken += 1;
        }
        let (class, term) = relation;
        let is_enough = evidence.is_enough();
        let is_known = self.known.get(&class).is_some_and(|terms| terms.contains(&term));
        if is_enough && !is_known {
            self.known.entry(class).or_default().push(term);
        } else if is_known && !is_enough {
            let terms = self.known.entry(class).or_default();
            terms.retain(|own| *own != term);
            if terms.is_empty() {
                self.known.remove(&class);
            }
        }
    }

    /// Whether there is something to restore.
    pub(crate) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Restores all known relations, those of inner spans first. Chooses one term for each class.
    pub(crate) fn restore(&self, tree: &mut Tree, rng: &mut Rng) {
        let mut chosen = BTreeMap::new();
        for (class, terms) in &self.known {
            chosen.insert(*class, terms[rng.below(terms.len())]);
        }
        set(tree, &chosen);
    }

    /// Makes some classes of numbers follow a relation that nothing is known about: the first accepted input with cached
    /// numbers must come from somewhere.
    pub(crate) fn guess(&self, tree: &mut Tree, rng: &mut Rng) {
        let outline = Outline::of(tree);
        let (mut chosen, mut seen) = (BTreeMap::new(), Vec::new());
        for at in 0..tree.len() {
            let class = outline.classes[at];
            if class == 0 || seen.contains(&class) {
                continue;
            }
            seen.push(class);
            if let Some(known) = self.known.get(&class) {
                chosen.insert(class, known[rng.below(known.len())]);
            } else if rng.chance(GUESSED) {
                let Some(home) = home(tree, &outline, at) else { continue };
                let mut terms = terms(tree, &outline, (at, home));
                terms.retain(|term| evaluate(tree, &outline, (at, home), *term).is_some());
                if !terms.is_empty() {
                    chosen.insert(class, terms[rng.below(terms.len())]);
                }
            }
        }
        set(tree, &chosen);
    }
}

/// Makes all numbers of these classes equal to their terms, those of inner spans first.
fn set(tree: &mut Tree, chosen: &BTreeMap<u64, Term>) {
    let outline = Outline::of(tree);
    let mut numbers = Vec::new();
    for at in 0..tree.len() {
        let Some(term) = chosen.get(&outline.classes[at]) else { continue };
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

/// What a number may be equal to.
fn terms(tree: &Tree, outline: &Outline, (at, home): (usize, usize)) -> Vec<Term> {
    let mut terms =
        vec![Term::Length, Term::Largest, Term::Smallest, Term::First, Term::Last, Term::Sum];
    let span = tree.spans[home];
    for inner in span.start as usize..span.end as usize {
        let other = outline.classes[inner];
        if other != 0 && other != outline.classes[at] && !terms.contains(&Term::LastOf(other)) {
            terms.push(Term::LastOf(other));
            terms.push(Term::LargestOf(other));
        }
    }
    terms
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
        let expected = blocks().encode(&right).expect("any number").fingerprint();
        let mut rng = Rng::new(1);
        // More than one term may agree with all that was learned.
        let restored = (0..20).filter(|_| {
            let mut tree = blocks().encode(&wrong).expect("any number");
            relations.restore(&mut tree, &mut rng);
            tree.fingerprint() == expected
        });
        assert!(restored.count() > 4);
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
