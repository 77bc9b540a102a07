//! Moves of integers: of one, of two in a relation, or of all in a span.

use super::neighborhood::{CLASS_FLOOR, Mover};
use crate::{
    choice::{Number, Tree},
    search::structure::{integers, offset, value_bits},
};

/// A step of an integer.
#[derive(Clone, Copy)]
pub(super) struct IntegerStep {
    pub(super) by: u128,
    pub(super) up: bool,
}

impl IntegerStep {
    fn reversed(self) -> IntegerStep {
        IntegerStep { up: !self.up, ..self }
    }

    /// The offset after the step, if it stays within `0..=span`.
    pub(super) fn from(self, offset: u128, span: u128) -> Option<u128> {
        let to = if self.up { offset.checked_add(self.by) } else { offset.checked_sub(self.by) };
        to.filter(|to| *to <= span)
    }
}

/// Attempts to find another integer with the same bounds. A few suffice, as most inputs have few kinds of integers.
const ALIKE: usize = 4;

/// Attempts to make a step fit by reversing and halving it: down to a 32nd.
const FITS: usize = 6;

impl Mover<'_> {
    /// A step of a random power of two, at most `size` times the range.
    pub(super) fn step(&mut self, span: u128) -> IntegerStep {
        let most = (span as f64 * self.size).max(1.0);
        let classes = (most.log2() as usize).min(127) + 1;
        let mut weights = [0.0; 128];
        for (weight, rate) in weights.iter_mut().zip(self.scales).take(classes) {
            *weight = rate.get() + CLASS_FLOOR / classes as f64;
        }
        let class = self.rng.weighted(&weights[..classes]) as u32;
        self.scale = Some(class);
        let least = 1_u128 << class;
        let by = least + self.rng.up_to(least.min((most as u128).saturating_sub(least)));
        IntegerStep { by: by.clamp(least, least | (least - 1)), up: self.rng.chance(0.5) }
    }

    pub(super) fn set(tree: &mut Tree, at: u32, offset: u128) {
        tree.set_offset(at as usize, offset);
    }

    /// Moves an integer. At the end of its range it moves the other way, or else to the bound.
    pub(super) fn nudge(&mut self, tree: &mut Tree, at: u32) {
        let (from, span) = (offset(tree, at), integers(tree, at).span);
        let step = self.step(span);
        let to = step.from(from, span).or_else(|| step.reversed().from(from, span));
        Mover::set(tree, at, to.unwrap_or(if step.up { span } else { 0 }));
    }

    pub(super) fn step_number(&mut self) -> Option<Tree> {
        let at = self.pick(&self.index.numbers)?;
        let mut tree = self.tree.clone();
        self.nudge(&mut tree, at);
        Some(tree)
    }

    pub(super) fn redraw(&mut self) -> Option<Tree> {
        let at = self.pick_any()?;
        let mut tree = self.tree.clone();
        tree.make_hole(at as usize);
        Some(tree)
    }

    /// Any choice that can change.
    fn pick_any(&mut self) -> Option<u32> {
        let index = self.index;
        let kinds = [&index.numbers, &index.branches, &index.floats, &index.strings];
        let all: usize = kinds.iter().map(|kind| kind.len()).sum();
        let mut left = self.rng.below(all);
        let kind = kinds.iter().find(|kind| {
            let found = left < kind.len();
            left = left.saturating_sub(kind.len());
            found
        })?;
        self.pick(kind)
    }

    /// Sets an integer to another integer of the input, or to one beside it.
    pub(super) fn copy_number(&mut self) -> Option<Tree> {
        let to = self.pick(&self.index.numbers)?;
        let mut from = self.pick(&self.index.numbers)?;
        // IntegerBounds with the same bounds are more likely to mean the same.
        for _ in 0..ALIKE {
            if from != to && integers(self.tree, from) == integers(self.tree, to) {
                break;
            }
            from = self.index.numbers[self.rng.below(self.index.numbers.len())];
        }
        if to == from {
            return None;
        }
        let limits = integers(self.tree, to);
        let nearest = limits.nearest(number(self.tree, from));
        let target = match self.rng.below(4) {
            0 | 1 => nearest,
            2 => nearest.saturating_add(1).min(limits.span),
            _ => nearest.saturating_sub(1),
        };
        let mut tree = self.tree.clone();
        Mover::set(&mut tree, to, target);
        Some(tree)
    }

    /// Moves equal integers together, two of them or all.
    pub(super) fn move_equals(&mut self) -> Option<Tree> {
        let at = self.pick(&self.index.numbers)?;
        let value = value_bits(self.tree, at);
        let mut same = Vec::new();
        for other in &self.index.numbers {
            if *other != at && value_bits(self.tree, *other) == value {
                same.push(*other);
            }
        }
        if same.is_empty() {
            return None;
        }
        let mut tree = self.tree.clone();
        if self.rng.chance(0.5) {
            let anywhere = self.rng.up_to(integers(&tree, at).span);
            Mover::set(&mut tree, at, anywhere);
        } else {
            self.nudge(&mut tree, at);
        }
        let moved = number(&tree, at);
        let one = same[self.rng.below(same.len())];
        let all = self.rng.chance(0.5);
        for other in same {
            if all || other == one {
                let target = integers(&tree, other).nearest(moved);
                Mover::set(&mut tree, other, target);
            }
        }
        Some(tree)
    }

    /// Moves two integers by equal or opposite amounts.
    pub(super) fn move_two(&mut self, same_way: bool) -> Option<Tree> {
        let (a, b) = (self.pick(&self.index.numbers)?, self.pick(&self.index.numbers)?);
        if a == b {
            return None;
        }
        let spans = (integers(self.tree, a).span, integers(self.tree, b).span);
        let from = (offset(self.tree, a), offset(self.tree, b));
        let step = self.step(spans.0.min(spans.1));
        let (to_a, to_b) = fitting(step, |step| {
            let other = if same_way { step } else { step.reversed() };
            step.from(from.0, spans.0).zip(other.from(from.1, spans.1))
        })?;
        let mut tree = self.tree.clone();
        Mover::set(&mut tree, a, to_a);
        Mover::set(&mut tree, b, to_b);
        Some(tree)
    }

    /// Moves all integers, or those of a span, by the same amount.
    pub(super) fn move_all(&mut self) -> Option<Tree> {
        let index = self.index;
        let mut all: &[u32] = &index.numbers;
        if !index.spans.is_empty() && self.rng.chance(0.5) {
            let span = self.tree.spans[index.spans[self.rng.below(index.spans.len())].0 as usize];
            // IntegerBounds are sorted within a level of the tree only.
            let inside: Vec<u32> =
                all.iter().copied().filter(|at| (span.start..span.end).contains(at)).collect();
            return self.move_these(&inside);
        }
        if all.len() > MOST_TOGETHER {
            let start = self.rng.below(all.len() - MOST_TOGETHER);
            all = &all[start..start + MOST_TOGETHER];
        }
        self.move_these(all)
    }

    fn move_these(&mut self, these: &[u32]) -> Option<Tree> {
        if these.len() < 2 {
            return None;
        }
        let span = these.iter().map(|at| integers(self.tree, *at).span).min()?;
        let step = self.step(span);
        let step = fitting(step, |step| {
            these
                .iter()
                .all(|at| {
                    step.from(offset(self.tree, *at), integers(self.tree, *at).span).is_some()
                })
                .then_some(step)
        })?;
        let mut tree = self.tree.clone();
        for at in these {
            if let Some(to) = step.from(offset(&tree, *at), integers(&tree, *at).span) {
                Mover::set(&mut tree, *at, to);
            }
        }
        Some(tree)
    }

    /// Sets an integer to its minimum, its maximum or its simplest value.
    pub(super) fn move_to_bound(&mut self) -> Option<Tree> {
        let at = self.pick(&self.index.numbers)?;
        let limits = integers(self.tree, at);
        let to = [0, limits.span, limits.origin][self.rng.below(3)];
        let mut tree = self.tree.clone();
        Mover::set(&mut tree, at, to);
        Some(tree)
    }
}

/// IntegerBounds that move together at most, which bounds the time of the move.
const MOST_TOGETHER: usize = 256;

fn number(tree: &Tree, at: u32) -> Number {
    tree.number(tree.choices[at as usize])
}

/// The step, reversed or halved until it fits.
fn fitting<T>(mut step: IntegerStep, fits: impl Fn(IntegerStep) -> Option<T>) -> Option<T> {
    for _ in 0..FITS {
        if step.by == 0 {
            return None;
        }
        if let Some(found) = fits(step).or_else(|| fits(step.reversed())) {
            return Some(found);
        }
        step.by /= 2;
    }
    None
}
