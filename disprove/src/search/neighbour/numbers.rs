//! Moves of numbers: one alone, two in a relation, or all of a span.

use super::{CLASS_FLOOR, Hand};
use crate::{
    choice::{Number, Tree},
    search::{integers, offset, value_bits},
};

/// A step up or down.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) by: u128,
    pub(super) up: bool,
}

impl Step {
    fn turned(self) -> Step {
        Step { up: !self.up, ..self }
    }

    /// Where it leads from `offset`, if that is at most `span`.
    pub(super) fn from(self, offset: u128, span: u128) -> Option<u128> {
        let to = if self.up { offset.checked_add(self.by) } else { offset.checked_sub(self.by) };
        to.filter(|to| *to <= span)
    }
}

/// So often another number under the same bounds is looked for.
const ALIKE: usize = 4;

/// A step that fits is looked for so often, each time turned or halved.
const FITS: usize = 6;

impl Hand<'_> {
    /// A step of some power of two, up to the share of the range that `size` allows.
    pub(super) fn step(&mut self, span: u128) -> Step {
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
        Step { by: by.clamp(least, least | (least - 1)), up: self.rng.chance(0.5) }
    }

    pub(super) fn set(tree: &mut Tree, at: u32, offset: u128) {
        tree.set_offset(at as usize, offset);
    }

    /// Moves a number; where that leaves its range it goes the other way, and then to the end.
    pub(super) fn nudge(&mut self, tree: &mut Tree, at: u32) {
        let (from, span) = (offset(tree, at), integers(tree, at).span);
        let step = self.step(span);
        let to = step.from(from, span).or_else(|| step.turned().from(from, span));
        Hand::set(tree, at, to.unwrap_or(if step.up { span } else { 0 }));
    }

    pub(super) fn step_number(&mut self) -> Option<Tree> {
        let at = self.pick(&self.outline.numbers)?;
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

    /// Any choice that can be different.
    fn pick_any(&mut self) -> Option<u32> {
        let outline = self.outline;
        let kinds = [&outline.numbers, &outline.branches, &outline.floats, &outline.strings];
        let all: usize = kinds.iter().map(|kind| kind.len()).sum();
        let mut left = self.rng.below(all);
        let kind = kinds.iter().find(|kind| {
            let found = left < kind.len();
            left = left.saturating_sub(kind.len());
            found
        })?;
        self.pick(kind)
    }

    /// One number becomes another, or the one beside that.
    pub(super) fn copy_number(&mut self) -> Option<Tree> {
        let to = self.pick(&self.outline.numbers)?;
        let mut from = self.pick(&self.outline.numbers)?;
        // Numbers under the same bounds mean the same more often than others.
        for _ in 0..ALIKE {
            if from != to && integers(self.tree, from) == integers(self.tree, to) {
                break;
            }
            from = self.outline.numbers[self.rng.below(self.outline.numbers.len())];
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
        Hand::set(&mut tree, to, target);
        Some(tree)
    }

    /// Equal numbers stay equal.
    pub(super) fn move_equals(&mut self) -> Option<Tree> {
        let at = self.pick(&self.outline.numbers)?;
        let value = value_bits(self.tree, at);
        let mut same = Vec::new();
        for other in &self.outline.numbers {
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
            Hand::set(&mut tree, at, anywhere);
        } else {
            self.nudge(&mut tree, at);
        }
        let moved = number(&tree, at);
        let one = same[self.rng.below(same.len())];
        let all = self.rng.chance(0.5);
        for other in same {
            if all || other == one {
                let target = integers(&tree, other).nearest(moved);
                Hand::set(&mut tree, other, target);
            }
        }
        Some(tree)
    }

    /// Two numbers by the same amount, the same way or opposite ways.
    pub(super) fn move_two(&mut self, same_way: bool) -> Option<Tree> {
        let (a, b) = (self.pick(&self.outline.numbers)?, self.pick(&self.outline.numbers)?);
        if a == b {
            return None;
        }
        let spans = (integers(self.tree, a).span, integers(self.tree, b).span);
        let from = (offset(self.tree, a), offset(self.tree, b));
        let step = self.step(spans.0.min(spans.1));
        let (to_a, to_b) = fitting(step, |step| {
            let other = if same_way { step } else { step.turned() };
            step.from(from.0, spans.0).zip(other.from(from.1, spans.1))
        })?;
        let mut tree = self.tree.clone();
        Hand::set(&mut tree, a, to_a);
        Hand::set(&mut tree, b, to_b);
        Some(tree)
    }

    /// All numbers, or those of a span, by the same amount.
    pub(super) fn move_all(&mut self) -> Option<Tree> {
        let outline = self.outline;
        let mut all: &[u32] = &outline.numbers;
        if !outline.spans.is_empty() && self.rng.chance(0.5) {
            let span =
                self.tree.spans[outline.spans[self.rng.below(outline.spans.len())].0 as usize];
            // The numbers of a level are in order, those of different levels are not.
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
                Hand::set(&mut tree, *at, to);
            }
        }
        Some(tree)
    }

    /// To the smallest, the largest, or the simplest number.
    pub(super) fn move_to_bound(&mut self) -> Option<Tree> {
        let at = self.pick(&self.outline.numbers)?;
        let limits = integers(self.tree, at);
        let to = [0, limits.span, limits.origin][self.rng.below(3)];
        let mut tree = self.tree.clone();
        Hand::set(&mut tree, at, to);
        Some(tree)
    }
}

/// More numbers than this are not moved together.
const MOST_TOGETHER: usize = 256;

fn number(tree: &Tree, at: u32) -> Number {
    tree.number(tree.choices[at as usize])
}

/// The step, turned or halved until it fits.
fn fitting<T>(mut step: Step, fits: impl Fn(Step) -> Option<T>) -> Option<T> {
    for _ in 0..FITS {
        if step.by == 0 {
            return None;
        }
        if let Some(found) = fits(step).or_else(|| fits(step.turned())) {
            return Some(found);
        }
        step.by /= 2;
    }
    None
}
