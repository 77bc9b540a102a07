//! Inside of texts and byte strings.

use super::{Reducer, descent::descend};
use crate::choice::{Bounds, Tree, Value};
use std::collections::BTreeMap;

/// A text or a byte string as the numbers of its elements: 0 is the simplest.
struct Sequence {
    elements: Vec<u32>,
    min: usize,
}

fn sequence(tree: &Tree, i: usize) -> Option<Sequence> {
    if i >= tree.len() || tree.is_fixed(i) {
        return None;
    }
    match (tree.bounds(i), tree.value(i)) {
        (Bounds::Text { alphabet, min, .. }, Value::Text(text)) => {
            let elements = text.chars().filter_map(|c| alphabet.index(c)).collect();
            Some(Sequence { elements, min: *min as usize })
        }
        (Bounds::Bytes { min, .. }, Value::Bytes(bytes)) => {
            let elements = bytes.into_iter().map(u32::from).collect();
            Some(Sequence { elements, min: *min as usize })
        }
        _ => None,
    }
}

fn put(tree: &mut Tree, i: usize, elements: &[u32]) -> bool {
    let value = match tree.bounds(i) {
        Bounds::Text { alphabet, .. } => {
            Value::Text(elements.iter().map(|index| alphabet.nth(*index)).collect())
        }
        _ => Value::Bytes(elements.iter().map(|byte| *byte as u8).collect()),
    };
    tree.set(i, &value)
}

impl Reducer<'_> {
    pub(super) fn reduce_sequences(&mut self) {
        for i in self.sequences() {
            self.shorten(i);
        }
        self.lower_equal_elements();
        for i in self.sequences() {
            self.simplify(i);
        }
    }

    fn sequences(&self) -> Vec<usize> {
        (0..self.best.len()).filter(|i| sequence(&self.best, *i).is_some()).collect()
    }

    fn elements(&self, i: usize) -> Vec<u32> {
        sequence(&self.best, i).map_or_else(Vec::new, |sequence| sequence.elements)
    }

    fn offer(&mut self, i: usize, elements: &[u32]) -> bool {
        let mut guide = self.best.clone();
        i < guide.len() && put(&mut guide, i, elements) && self.works(guide)
    }

    /// Takes out windows, as long as it does not get too short.
    fn shorten(&mut self, i: usize) {
        let min = sequence(&self.best, i).map_or(0, |sequence| sequence.min);
        self.offer(i, &vec![0; min]);
        self.windows(
            |reducer| reducer.elements(i).len(),
            |reducer, window| {
                let mut elements = reducer.elements(i);
                let spare = elements.len().saturating_sub(min);
                let start = window.start.max(window.end.saturating_sub(spare));
                if start < window.end {
                    elements.drain(start..window.end);
                    reducer.offer(i, &elements);
                }
            },
        );
    }

    /// Simplest elements, order, and then each element by itself.
    fn simplify(&mut self, i: usize) {
        let other_than_zero = |reducer: &Self| {
            let elements = reducer.elements(i);
            (0..elements.len()).filter(|at| elements[*at] != 0).collect::<Vec<_>>()
        };
        self.windows(
            |reducer| other_than_zero(reducer).len(),
            |reducer, window| {
                let mut elements = reducer.elements(i);
                for at in &other_than_zero(reducer)[window] {
                    elements[*at] = 0;
                }
                reducer.offer(i, &elements);
            },
        );
        self.sort_elements(i);
        for at in 0..self.elements(i).len() {
            let Some(current) = self.elements(i).get(at).copied() else { break };
            descend(u128::from(current), |lower| {
                let mut elements = self.elements(i);
                *elements.get_mut(at)? = lower as u32;
                self.offer(i, &elements).then_some(lower)
            });
            self.borrow(i, at);
        }
    }

    /// Bytes that are the digits of one number: one less here may do if the next is as large as can be.
    fn borrow(&mut self, i: usize, at: usize) {
        let mut elements = self.elements(i);
        if !matches!(self.best.bounds(i), Bounds::Bytes { .. }) {
            return;
        }
        if let Some([here, next]) = elements.get_mut(at..at + 2)
            && *here > 0
        {
            (*here, *next) = (*here - 1, u8::MAX.into());
            self.offer(i, &elements);
        }
    }

    fn sort_elements(&mut self, i: usize) {
        let mut sorted = self.elements(i);
        sorted.sort_unstable();
        if sorted == self.elements(i) || self.offer(i, &sorted) {
            return;
        }
        let mut at = 1;
        while at < self.elements(i).len() {
            let mut elements = self.elements(i);
            let exchange = elements[at - 1] > elements[at];
            elements.swap(at - 1, at);
            at = if exchange && self.offer(i, &elements) { at.max(2) - 1 } else { at + 1 };
        }
    }

    /// Elements that occur several times, also in several texts or byte strings, fall together.
    fn lower_equal_elements(&mut self) {
        let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
        for i in self.sequences() {
            for element in self.elements(i) {
                *counts.entry(element).or_default() += 1;
            }
        }
        for (element, _) in counts.into_iter().filter(|(element, count)| *element > 0 && *count > 1)
        {
            let mut current = element;
            descend(u128::from(element), |lower| {
                let mut guide = self.best.clone();
                for i in self.sequences() {
                    let mut elements = self.elements(i);
                    for element in elements.iter_mut().filter(|element| **element == current) {
                        *element = lower as u32;
                    }
                    if !put(&mut guide, i, &elements) {
                        return None;
                    }
                }
                let works = self.works(guide);
                current = if works { lower as u32 } else { current };
                works.then_some(lower)
            });
        }
    }
}
