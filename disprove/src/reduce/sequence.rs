//! Shortening and simplifying strings and byte strings.

use super::{descent::bisect, reducer::Reducer};
use crate::{
    argsort::argsort,
    choice::{Bounds, Kind, Tree, Value},
};

/// A string or byte string as the indices of its elements: 0 is the simplest.
struct IndexSequence {
    elements: Vec<u32>,
    min: usize,
}

fn sequence(tree: &Tree, i: usize) -> Option<IndexSequence> {
    if i >= tree.len() || tree.is_fixed(i) {
        return None;
    }
    match (tree.bounds(i), tree.value(i)) {
        (Bounds::Text { alphabet, min, .. }, Value::Text(text)) => {
            let mut elements = Vec::new();
            for c in text.chars() {
                elements.extend(alphabet.index(c));
            }
            Some(IndexSequence { elements, min: *min as usize })
        }
        (Bounds::Bytes { min, .. }, Value::Bytes(bytes)) => {
            let mut elements = Vec::new();
            for byte in bytes {
                elements.push(u32::from(byte));
            }
            Some(IndexSequence { elements, min: *min as usize })
        }
        _ => None,
    }
}

fn put(tree: &mut Tree, i: usize, elements: &[u32]) -> bool {
    let value = if let Bounds::Text { alphabet, .. } = tree.bounds(i) {
        let mut text = String::new();
        for index in elements {
            text.push(alphabet.nth(*index));
        }
        Value::Text(text)
    } else {
        let mut bytes = Vec::new();
        for byte in elements {
            bytes.push(*byte as u8);
        }
        Value::Bytes(bytes)
    };
    tree.set(i, &value)
}

/// Elements of a string that is zeroed before equal elements are lowered: in a longer one most are equal to another, and
/// lowering them would take more runs.
const LONG: usize = 256;

impl Reducer<'_> {
    /// Shortens strings and byte strings, and lowers their elements. (Hypothesis: `minimize_individual_choices`, for
    /// strings, and `lower_duplicated_characters`.)
    pub(super) fn minimize_strings(&mut self) {
        for i in self.sequences() {
            self.shorten(i);
            if self.elements(i).len() > LONG {
                self.zero_elements(i);
            }
        }
        self.lower_equal_elements();
        for i in self.sequences() {
            self.simplify(i);
        }
    }

    fn sequences(&self) -> Vec<usize> {
        let is_sequence = |bounds: &Bounds| matches!(bounds.kind(), Kind::Text | Kind::Bytes);
        self.choices_where(&|i| is_sequence(self.best.bounds(i)) && !self.best.is_fixed(i))
    }

    fn elements(&self, i: usize) -> Vec<u32> {
        sequence(&self.best, i).map_or_else(Vec::new, |sequence| sequence.elements)
    }

    fn propose_elements(&mut self, i: usize, elements: &[u32]) -> bool {
        let mut guide = self.best.clone();
        i < guide.len() && put(&mut guide, i, elements) && self.works(guide)
    }

    /// Deletes windows of elements, down to the minimum length.
    fn shorten(&mut self, i: usize) {
        let min = sequence(&self.best, i).map_or(0, |sequence| sequence.min);
        self.propose_elements(i, &vec![0; min]);
        // At the minimum length there are no windows: each would cost as much as the string is long.
        let deletable = |reducer: &Self| Some(reducer.elements(i).len()).filter(|len| *len > min);
        self.windows(&|reducer| deletable(reducer).unwrap_or(0), &mut |reducer, window| {
            let mut elements = reducer.elements(i);
            let spare = elements.len().saturating_sub(min);
            let start = window.start.max(window.end.saturating_sub(spare));
            elements.drain(start..window.end);
            reducer.propose_elements(i, &elements);
        });
    }

    /// Zeroes windows of elements.
    fn zero_elements(&mut self, i: usize) {
        let nonzero = |elements: &[u32]| {
            let mut positions = Vec::new();
            for (at, element) in elements.iter().enumerate() {
                if *element != 0 {
                    positions.push(at);
                }
            }
            positions
        };
        self.windows(&|reducer| nonzero(&reducer.elements(i)).len(), &mut |reducer, window| {
            let mut elements = reducer.elements(i);
            for at in &nonzero(&elements)[window] {
                elements[*at] = 0;
            }
            reducer.propose_elements(i, &elements);
        });
    }

    /// Zeroes windows of elements, sorts them, and then lowers each one.
    fn simplify(&mut self, i: usize) {
        self.zero_elements(i);
        self.sort_elements(i);
        let (mut elements, mut found) = (self.elements(i), self.successes());
        let mut at = 0;
        while at < elements.len() {
            let current = elements[at];
            at += 1;
            if current == 0 {
                continue;
            }
            let at = at - 1;
            self.lower_element(current, &mut |reducer, lower| {
                let mut elements = reducer.elements(i);
                *elements.get_mut(at)? = lower as u32;
                reducer.propose_elements(i, &elements).then_some(lower)
            });
            self.borrow(i, at);
            // Read the elements again only after a change: a string may be long.
            if self.successes() > found {
                (elements, found) = (self.elements(i), self.successes());
            }
        }
    }

    /// Lowers an element. One that was searched for before is tried only one lower.
    fn lower_element(
        &mut self,
        current: u32,
        lower: &mut dyn FnMut(&mut Self, u128) -> Option<u128>,
    ) {
        let mut from = u128::from(current);
        let known = self.settled.contains(&((Kind::Text, from, 0), 1));
        if known {
            match lower(self, from - 1) {
                Some(reached) => from = reached,
                None => return,
            }
        }
        let reached = bisect(from, &mut |element| lower(self, element));
        self.settled.insert(((Kind::Text, reached, 0), 1));
    }

    /// Lowers a byte by one and sets the next to 255: the bytes may be the digits of one number.
    fn borrow(&mut self, i: usize, at: usize) {
        let mut elements = self.elements(i);
        if i >= self.best.len() || !matches!(self.best.bounds(i), Bounds::Bytes { .. }) {
            return;
        }
        if let Some([here, next]) = elements.get_mut(at..at + 2) {
            if *here > 0 {
                (*here, *next) = (*here - 1, u8::MAX.into());
                self.propose_elements(i, &elements);
            }
        }
    }

    /// Sorts the elements, all at once or by exchanging neighbors.
    fn sort_elements(&mut self, i: usize) {
        let elements = self.elements(i);
        let in_order = ascending(&elements);
        if in_order == elements || self.propose_elements(i, &in_order) {
            return;
        }
        let (mut at, mut elements) = (1, elements);
        while at < elements.len() {
            if elements[at - 1] <= elements[at] {
                at += 1;
                continue;
            }
            elements.swap(at - 1, at);
            let worked = self.propose_elements(i, &elements);
            at = if worked { at.max(2) - 1 } else { at + 1 };
            elements = self.elements(i);
        }
    }

    /// Lowers elements that occur several times, in one or several strings, together.
    fn lower_equal_elements(&mut self) {
        let mut all = Vec::new();
        for i in self.sequences() {
            all.append(&mut self.elements(i));
        }
        let mut last = 0;
        for pair in ascending(&all).windows(2) {
            let element = pair[0];
            if element != pair[1] || element == last {
                continue;
            }
            last = element;
            let mut current = element;
            self.lower_element(element, &mut |reducer, lower| {
                let mut guide = reducer.best.clone();
                for i in reducer.sequences() {
                    let mut elements = reducer.elements(i);
                    for element in &mut elements {
                        if *element == current {
                            *element = lower as u32;
                        }
                    }
                    if !put(&mut guide, i, &elements) {
                        return None;
                    }
                }
                let works = reducer.works(guide);
                current = if works { lower as u32 } else { current };
                works.then_some(lower)
            });
        }
    }
}

fn ascending(elements: &[u32]) -> Vec<u32> {
    let mut ascending = Vec::with_capacity(elements.len());
    for number in argsort(elements.len(), &|a, b| elements[a].cmp(&elements[b])) {
        ascending.push(elements[number]);
    }
    ascending
}
