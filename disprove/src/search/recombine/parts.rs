//! Parts of accepted inputs by label and size.

use super::outline::Outline;
use crate::{
    choice::{Label, Tree},
    search::rng::Rng,
};
use std::{collections::BTreeMap, rc::Rc};

/// A part: its first span has the label under which it is stored.
#[derive(Debug)]
struct Entry {
    shape: u64,
    part: Rc<Tree>,
}

/// Parts of about one size, each of another shape.
#[derive(Debug, Default)]
struct Bin {
    entries: Vec<Entry>,
    /// Choices of all parts that were taken from here: the work that went into this size.
    work: u64,
}

/// All parts of a label, by size class.
type Sizes = BTreeMap<u32, Bin>;

/// Parts of accepted inputs.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    labels: BTreeMap<Label, Sizes>,
}

/// Parts of each label and size. From the sketch.
const ROOM: usize = 32;

/// Labels that are stored, which bounds the memory. More of them are rare.
const MOST_LABELS: usize = 64;

/// Spans of each input that are looked at, which bounds the time. From the sketch.
const MOST_SPANS: usize = 32;

/// The sizes of neighboring classes differ by this factor. From the sketch.
const STEP: f64 = 1.3;

fn size_class(size: usize) -> u32 {
    ((size as f64 + 1.0).ln() / STEP.ln()) as u32
}

impl Parts {
    /// Adds parts of an accepted input.
    pub(crate) fn add(&mut self, tree: &Tree, outline: &Outline, rng: &mut Rng) {
        let spans = tree.spans.len();
        for number in 0..spans.min(MOST_SPANS) {
            let at = if spans <= MOST_SPANS { number } else { rng.below(spans) };
            let span = tree.spans[at];
            if span.len() < 1
                || !self.labels.contains_key(&span.label) && self.labels.len() >= MOST_LABELS
            {
                continue;
            }
            // The end of a list is not a part.
            if tree.continue_flag(at).is_some_and(|flag| flag.value == 0) {
                continue;
            }
            let sizes = self.labels.entry(span.label).or_default();
            let class = size_class(span.len() as usize);
            let least = sizes.values().map(|bin| bin.work).min().unwrap_or(0);
            let bin =
                sizes.entry(class).or_insert_with(|| Bin { entries: Vec::new(), work: least });
            bin.add(outline.shapes[at], tree, at, rng);
        }
    }

    /// A part with this label, of a size that was used little so far.
    pub(crate) fn draw(&mut self, label: Label, rng: &mut Rng) -> Option<Rc<Tree>> {
        let sizes = self.labels.get_mut(&label)?;
        let (a, b) = (rng.below(sizes.len()), rng.below(sizes.len()));
        let work = |at: usize| sizes.values().nth(at).map_or(0, |bin| bin.work);
        let at = if work(a) <= work(b) { a } else { b };
        let bin = sizes.values_mut().nth(at)?;
        let part = bin.entries[rng.below(bin.entries.len())].part.clone();
        bin.work += part.len() as u64;
        Some(part)
    }

    /// A part with this label of about this size, or the nearest size there is.
    pub(crate) fn draw_sized(&self, label: Label, size: usize, rng: &mut Rng) -> Option<Rc<Tree>> {
        let sizes = self.labels.get(&label)?;
        let class = size_class(size);
        let below = sizes.range(..=class).next_back();
        let (_, bin) = below.or_else(|| sizes.range(class..).next())?;
        Some(bin.entries[rng.below(bin.entries.len())].part.clone())
    }
}

impl Bin {
    fn add(&mut self, shape: u64, tree: &Tree, at: usize, rng: &mut Rng) {
        for entry in &mut self.entries {
            if entry.shape == shape {
                if rng.chance(0.5) {
                    entry.part = Rc::new(tree.part(at));
                }
                return;
            }
        }
        let entry = Entry { shape, part: Rc::new(tree.part(at)) };
        if self.entries.len() < ROOM {
            self.entries.push(entry);
        } else {
            let at = rng.below(ROOM);
            self.entries[at] = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::{Generator, any, vec};

    #[test]
    fn keeps_parts_by_label_and_draws_every_size() {
        let lists = vec(vec(any::<u32>()));
        let mut parts = Parts::default();
        let mut rng = Rng::new(1);
        let tree = lists.encode(&vec![vec![1], vec![1, 2, 3, 4, 5, 6]]).expect("any number");
        for _ in 0..3 {
            parts.add(&tree, &Outline::of(&tree), &mut rng);
        }
        // An element of the outer list.
        let label = tree.spans[1].label;
        let mut sizes: Vec<usize> =
            (0..40).map(|_| parts.draw(label, &mut rng).expect("two parts").len()).collect();
        sizes.sort_unstable();
        sizes.dedup();
        assert_eq!(sizes.len(), 2, "{sizes:?}");
        assert_eq!(
            parts.draw_sized(label, sizes[0], &mut rng).map(|part| part.len()),
            Some(sizes[0])
        );
        assert_eq!(parts.draw_sized(label, 99, &mut rng).map(|part| part.len()), Some(sizes[1]));
        assert!(parts.draw(Label::of("unknown"), &mut rng).is_none());
    }
}
