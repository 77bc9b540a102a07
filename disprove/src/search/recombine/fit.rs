//! Fits: new values for the numbers of a part, so that they suit its new place.
//!
//! Which fit serves depends on the layout: in a search tree the numbers of a part lie in a gap between the others, in a
//! heap beyond the number above them, and a cached count stays as it is. So success rates are learned for each class.

use super::outline::{Outline, mix};
use crate::{
    choice::Tree,
    search::{
        neighbor::SuccessRate,
        rng::Rng,
        structure::{integers, offset},
    },
};
use std::{collections::HashMap, ops::Range};

/// A way to fit the numbers of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fit {
    /// As they are.
    Keep,
    /// Between the nearest ones before and after the part: for layouts in order.
    Between,
    /// Between those of the elements before and after the one with the part: for sorted lists in lists.
    Siblings,
    /// Into the gap that the replaced numbers leave among the others: for search trees of any layout.
    Gap,
    /// Just below, or just above, the number of the span around the part: for empty places of search trees whose key
    /// comes first.
    Below,
    Above,
    /// Anywhere below, or above, the number of the span around the part: for heaps.
    AtMost,
    AtLeast,
    /// Drawn again.
    Fresh,
}

const FITS: [Fit; 9] = [
    Fit::Keep,
    Fit::Between,
    Fit::Siblings,
    Fit::Gap,
    Fit::Below,
    Fit::Above,
    Fit::AtMost,
    Fit::AtLeast,
    Fit::Fresh,
];

/// The prior of a fit: as for an operation.
const PRIOR: SuccessRate = SuccessRate::prior(1.0, 4.0);

/// The weight of a fit beyond its success rate, so that none is given up. From the sketch.
const FLOOR: f64 = 0.03;

/// Runs of a fit after which its counts are halved: as for moves.
const MEMORY: f64 = 300.0;

/// Classes whose rates are learned, which bounds the memory. Others use the priors.
const MOST_CLASSES: usize = 256;

/// The success rates of fits by class, and those of the last proposal.
#[derive(Debug)]
pub(crate) struct Fits {
    rates: HashMap<u64, [SuccessRate; FITS.len()]>,
    used: Vec<(u64, usize)>,
    /// Success rates of fitting each class by itself, and of fitting all numbers with the same bounds together, such as
    /// the starts and ends of intervals.
    together: [SuccessRate; 2],
    is_together: bool,
}

impl Default for Fits {
    fn default() -> Fits {
        Fits { rates: HashMap::new(), used: Vec::new(), together: [PRIOR; 2], is_together: false }
    }
}

/// Exclusive limits of offsets.
#[derive(Clone, Copy, Debug, Default)]
struct Gap {
    low: Option<u128>,
    high: Option<u128>,
}

/// Numbers of a class, as offsets.
#[derive(Debug, Default)]
struct Numbers {
    /// In the part, with their positions.
    inside: Vec<usize>,
    /// Elsewhere, with their positions.
    outside: Vec<usize>,
    /// What the part replaces.
    replaced: Vec<u128>,
}

impl Fits {
    /// Forgets the fits of the last proposal.
    pub(crate) fn begin(&mut self, rng: &mut Rng) {
        self.used.clear();
        let [apart, together] = self.together.map(|rate| rate.get() * rate.get() + FLOOR);
        self.is_together = rng.weighted(&[apart, together]) == 1;
    }

    /// The outline of a tree, with the classes to fit.
    fn outline(&self, tree: &Tree) -> Outline {
        let mut outline = Outline::of(tree);
        if self.is_together {
            for at in 0..tree.len() {
                if outline.classes[at] != 0 {
                    outline.classes[at] = mix(1, integers(tree, at as u32).span as u64) | 1;
                }
            }
        }
        outline
    }

    /// Rewards the fits of the last proposal.
    pub(crate) fn reward(&mut self, reward: f64) {
        if !self.used.is_empty() {
            self.together[usize::from(self.is_together)].add(reward, MEMORY);
        }
        for (class, fit) in &self.used {
            if self.rates.len() < MOST_CLASSES || self.rates.contains_key(class) {
                self.rates.entry(*class).or_insert([PRIOR; FITS.len()])[*fit].add(reward, MEMORY);
            }
        }
    }

    /// The fit for a class, the same in all places of a proposal.
    fn choose(&mut self, class: u64, rng: &mut Rng) -> Fit {
        for (known, fit) in &self.used {
            if *known == class {
                return FITS[*fit];
            }
        }
        let mut weights = [0.0; FITS.len()];
        let rates = self.rates.get(&class).unwrap_or(&[PRIOR; FITS.len()]);
        for (weight, rate) in weights.iter_mut().zip(rates) {
            // Sharpened, as success is frequent with the right fit.
            *weight = rate.get() * rate.get() + FLOOR;
        }
        let fit = rng.weighted(&weights);
        self.used.push((class, fit));
        FITS[fit]
    }

    /// The tree with the contents of span `at` replaced by those of the first span of `part`, fitted.
    pub(crate) fn replace(&mut self, tree: &Tree, at: usize, part: &Tree, rng: &mut Rng) -> Tree {
        let hole = tree.spans[at];
        let mut made = tree.graft(at, part, 0);
        for span in &mut made.spans[at + 1..at + part.spans[0].next as usize] {
            span.forget_site();
        }
        let before = self.outline(tree);
        let range = hole.start as usize..hole.end as usize;
        let mut replaced = Vec::new();
        for i in range {
            if before.classes[i] != 0 {
                replaced.push((before.classes[i], offset(tree, i as u32)));
            }
        }
        let inserted = hole.start as usize..(hole.start + part.spans[0].len()) as usize;
        self.fit(&mut made, inserted, &replaced, rng);
        made
    }

    /// The tree with `part` inserted before span `at`, an element of a list in span `parent`, fitted.
    pub(crate) fn insert(
        &mut self,
        tree: &Tree,
        (parent, at): (usize, usize),
        part: &Tree,
        rng: &mut Rng,
    ) -> Tree {
        let start = tree.spans[at].start as usize;
        let mut made = tree.insert(parent, at, part);
        for span in &mut made.spans[at..at + part.spans.len()] {
            span.forget_site();
        }
        self.fit(&mut made, start..start + part.len(), &[], rng);
        made
    }

    fn fit(
        &mut self,
        made: &mut Tree,
        part: Range<usize>,
        replaced: &[(u64, u128)],
        rng: &mut Rng,
    ) {
        let outline = self.outline(made);
        let mut done: Vec<u64> = Vec::new();
        for first in part.clone() {
            let class = outline.classes[first];
            if class == 0 || done.contains(&class) {
                continue;
            }
            done.push(class);
            let fit = self.choose(class, rng);
            let mut numbers = Numbers::default();
            for (i, own) in outline.classes.iter().enumerate() {
                if *own == class {
                    let numbers =
                        if part.contains(&i) { &mut numbers.inside } else { &mut numbers.outside };
                    numbers.push(i);
                }
            }
            for (own, value) in replaced {
                if *own == class {
                    numbers.replaced.push(*value);
                }
            }
            if fit == Fit::Fresh {
                for i in &numbers.inside {
                    made.make_hole(*i);
                }
            } else if let Some(gap) = gap(made, &outline, &part, &numbers, fit, rng) {
                numbers.move_into(made, gap, rng);
            }
        }
    }
}

/// Where the numbers of the part belong; `None` if they stay as they are.
fn gap(
    tree: &Tree,
    outline: &Outline,
    part: &Range<usize>,
    numbers: &Numbers,
    fit: Fit,
    rng: &mut Rng,
) -> Option<Gap> {
    let value = |i: usize| offset(tree, i as u32);
    let before = numbers.outside.iter().rev().find(|i| **i < part.start).map(|i| value(*i));
    let after = numbers.outside.iter().find(|i| **i >= part.end).map(|i| value(*i));
    let lower =
        |than: u128| numbers.outside.iter().map(|i| value(*i)).filter(|value| *value < than).max();
    let higher =
        |than: u128| numbers.outside.iter().map(|i| value(*i)).filter(|value| *value > than).min();
    let parent = enclosing(outline, part, numbers).map(value);
    Some(match fit {
        Fit::Keep | Fit::Fresh => return None,
        Fit::Between => Gap { low: before, high: after },
        Fit::Siblings => siblings(tree, outline, part, numbers)?,
        Fit::Gap => {
            let (least, most) = (numbers.replaced.iter().min(), numbers.replaced.iter().max());
            if let (Some(least), Some(most)) = (least, most) {
                Gap { low: lower(*least), high: higher(*most) }
            } else {
                let near = if rng.chance(0.5) { before.or(after)? } else { after.or(before)? };
                if rng.chance(0.5) {
                    Gap { low: lower(near), high: Some(near) }
                } else {
                    Gap { low: Some(near), high: higher(near) }
                }
            }
        }
        Fit::Below => Gap { low: lower(parent?), high: parent },
        Fit::Above => Gap { low: parent, high: higher(parent?) },
        Fit::AtMost => Gap { low: None, high: Some(parent?) },
        Fit::AtLeast => Gap { low: Some(parent?), high: None },
    })
}

/// Between the first numbers of the elements before and after the nearest element around the part.
fn siblings(tree: &Tree, outline: &Outline, part: &Range<usize>, numbers: &Numbers) -> Option<Gap> {
    let is_element = |at: usize| tree.continue_flag(at).is_some_and(|flag| flag.value == 1);
    let mut at = outline.owners[part.start];
    while let Some(span) = at {
        let parent = outline.parents[span as usize];
        if is_element(span as usize) {
            let (mut gap, mut is_after) = (Gap::default(), false);
            for element in tree.children(parent.map(|parent| parent as usize)) {
                let range = tree.spans[element].start as usize..tree.spans[element].end as usize;
                if element == span as usize {
                    is_after = true;
                    continue;
                }
                let first = numbers.outside.iter().find(|i| range.contains(i));
                if let Some(first) = first.filter(|_| is_element(element)) {
                    let value = Some(offset(tree, *first as u32));
                    if is_after {
                        gap.high = value;
                        break;
                    }
                    gap.low = value;
                }
            }
            return Some(gap);
        }
        at = parent;
    }
    None
}

/// The number directly in the nearest span around the part that has one.
fn enclosing(outline: &Outline, part: &Range<usize>, numbers: &Numbers) -> Option<usize> {
    // The span that was replaced, or the one around it, owns the first choice of the part.
    let mut at = outline.owners[part.start];
    while let Some(span) = at {
        for i in &numbers.outside {
            // A number in a span of its own belongs to the span around that.
            let owner = outline.owners[*i];
            let around = owner.and_then(|owner| outline.parents[owner as usize]);
            if owner == Some(span) || around == Some(span) {
                return Some(*i);
            }
        }
        at = outline.parents[span as usize];
    }
    None
}

impl Numbers {
    /// Gives the numbers of the part other values in the gap, in the order they have. If there is no room, spreads all
    /// numbers of the class, in their order.
    fn move_into(&self, tree: &mut Tree, gap: Gap, rng: &mut Rng) {
        let span = integers(tree, self.inside[0] as u32).span;
        let mut old: Vec<u128> = self.inside.iter().map(|i| offset(tree, *i as u32)).collect();
        old.sort_unstable();
        old.dedup();
        let first = gap.low.map_or(0, |low| low.saturating_add(1));
        let last = gap.high.map_or(span, |high| high.saturating_sub(1)).min(span);
        if first <= last && last - first >= old.len() as u128 - 1 {
            let new = distinct(first, last, old.len(), rng);
            for i in &self.inside {
                let rank = old.partition_point(|value| *value < offset(tree, *i as u32));
                tree.set_offset(*i, new[rank]);
            }
            return;
        }
        let mut others: Vec<u128> = self.outside.iter().map(|i| offset(tree, *i as u32)).collect();
        others.sort_unstable();
        others.dedup();
        let count = others.len() + old.len();
        if span < count as u128 {
            return;
        }
        let new = distinct(0, span, count, rng);
        // Those up to the lower limit come first, then the part.
        let below = match (gap.low, gap.high) {
            (Some(low), _) => others.partition_point(|value| *value <= low),
            (None, Some(high)) => others.partition_point(|value| *value < high),
            (None, None) => 0,
        };
        for i in &self.outside {
            let rank = others.partition_point(|value| *value < offset(tree, *i as u32));
            tree.set_offset(*i, new[if rank < below { rank } else { rank + old.len() }]);
        }
        for i in &self.inside {
            let rank = old.partition_point(|value| *value < offset(tree, *i as u32));
            tree.set_offset(*i, new[below + rank]);
        }
    }
}

/// Ascending distinct numbers from `first` to `last`: one in each of `count` equal parts.
fn distinct(first: u128, last: u128, count: usize, rng: &mut Rng) -> Vec<u128> {
    let step = (last - first) / count as u128;
    let mut all = Vec::with_capacity(count);
    for number in 0..count as u128 {
        let room = if number + 1 == count as u128 {
            last - first - step * number
        } else {
            step.saturating_sub(1)
        };
        all.push(first + step * number + rng.up_to(room));
    }
    if step == 0 {
        // Less room than parts: neighbors.
        for (number, value) in all.iter_mut().enumerate() {
            *value = first + number as u128;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::{Generator, any, vec};

    #[test]
    fn numbers_are_distinct_ascending_and_in_range() {
        let mut rng = Rng::new(3);
        for (first, last, count) in [(5, 5, 1), (5, 7, 3), (0, u128::MAX, 4), (10, 100, 7)] {
            let all = distinct(first, last, count, &mut rng);
            assert!(all.windows(2).all(|pair| pair[0] < pair[1]), "{all:?}");
            assert!(all.len() == count && all[0] >= first && all[count - 1] <= last, "{all:?}");
        }
    }

    fn values(tree: &Tree) -> Vec<u128> {
        let outline = Outline::of(tree);
        let wide = (0..tree.len()).filter(|i| outline.classes[*i] != 0);
        wide.map(|i| offset(tree, i as u32)).collect()
    }

    /// The tree of a list of lists, the position of its second list, and another list as a part.
    fn example(middle: u32) -> (Tree, usize, Tree) {
        let lists = vec(vec(any::<u32>()));
        let tree = lists.encode(&vec![vec![10], vec![middle], vec![30]]).expect("any number");
        let elements: Vec<usize> = tree.children(Some(0)).collect();
        let other = lists.encode(&vec![vec![900, 100, 500]]).expect("any number");
        let part = other.part(other.children(Some(0)).next().expect("an element"));
        (tree, elements[1], part)
    }

    fn fitted(fit: Fit, middle: u32) -> Vec<u128> {
        let (tree, at, part) = example(middle);
        let mut fits = Fits::default();
        let class = Outline::of(&tree).classes.into_iter().find(|class| *class != 0);
        let number = FITS.iter().position(|own| *own == fit).expect("it is in the table");
        fits.used.push((class.expect("a number"), number));
        values(&fits.replace(&tree, at, &part, &mut Rng::new(1)))
    }

    #[test]
    fn a_part_keeps_its_order_between_its_neighbors() {
        for fit in [Fit::Between, Fit::Gap] {
            let all = fitted(fit, 20);
            assert_eq!((all[0], all[4]), (10, 30), "{fit:?}: {all:?}");
            assert!(10 < all[2] && all[2] < all[3] && all[3] < all[1] && all[1] < 30, "{all:?}");
        }
        assert_eq!(fitted(Fit::Keep, 20), [10, 900, 100, 500, 30]);
    }

    #[test]
    fn without_room_all_numbers_spread_in_their_order() {
        let (tree, at, part) = {
            let lists = vec(vec(any::<u32>()));
            let tree = lists.encode(&vec![vec![1], vec![2], vec![3]]).expect("any number");
            let (_, at, part) = example(20);
            (tree, at, part)
        };
        let mut fits = Fits::default();
        let class = Outline::of(&tree).classes.into_iter().find(|class| *class != 0);
        fits.used.push((class.expect("a number"), 3));
        let all = values(&fits.replace(&tree, at, &part, &mut Rng::new(1)));
        assert!(
            all[0] < all[2] && all[2] < all[3] && all[3] < all[1] && all[1] < all[4],
            "{all:?}"
        );
    }

    #[test]
    fn the_fit_that_succeeds_is_chosen_most() {
        let mut fits = Fits::default();
        let mut rng = Rng::new(2);
        let mut chosen = 0;
        for run in 0..600 {
            fits.begin(&mut rng);
            let fit = fits.choose(7, &mut rng);
            fits.reward(f64::from(u8::from(fit == Fit::AtLeast)));
            chosen += u32::from(run >= 300 && fit == Fit::AtLeast);
        }
        assert!(chosen > 200, "{chosen} of 300");
    }
}
