//! Going on in a direction that led to something better: twice as far each time, and then back by halves.

use crate::{
    choice::{Bounds, Kind, Tree, Value, conform_float},
    search::{IndexedTree, integers, offset},
};
use std::rc::Rc;

/// A direction in the space of the numbers of a case.
#[derive(Debug)]
pub(crate) struct Line {
    steps: Vec<(u32, Step)>,
    /// It has gone too far, so now it goes back.
    back: bool,
    /// How often it was not better in a row.
    failed: u32,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Up(u128),
    Down(u128),
    Float(f64),
}

/// Numbers of a smaller range are at their end after a few moves anyway.
const WIDE: u128 = 256;

/// So many steps in a row that do not pay: the line has led as far as it does.
const MOST_FAILED: u32 = 12;

/// More numbers than this do not make one direction.
const MOST: usize = 64;

impl Line {
    /// The direction from one case to another, if they differ in numbers only.
    pub(crate) fn through(from: &IndexedTree, to: &IndexedTree) -> Option<Line> {
        let (from, to) = (&from.tree, &to.tree);
        if from.len() != to.len() || from.spans.len() != to.spans.len() {
            return None;
        }
        let mut steps = Vec::new();
        for at in 0..from.len() as u32 {
            let (a, b) = (from.choices[at as usize], to.choices[at as usize]);
            if a.kind() != b.kind() || steps.len() > MOST {
                return None;
            }
            if a.value == b.value && a.kind() != Kind::Text && a.kind() != Kind::Bytes {
                continue;
            }
            let step = match a.kind() {
                Kind::Integer => {
                    let limits = integers(to, at);
                    if limits.branch || limits != integers(from, at) || limits.span < WIDE {
                        return None;
                    }
                    let (a, b) = (offset(from, at), offset(to, at));
                    if a == b {
                        continue;
                    }
                    if a < b { Step::Up(b - a) } else { Step::Down(a - b) }
                }
                Kind::Float => {
                    let step = f64::from_bits(b.value) - f64::from_bits(a.value);
                    if !step.is_finite() {
                        return None;
                    }
                    Step::Float(step)
                }
                Kind::Text if from.text(a) == to.text(b) => continue,
                Kind::Bytes if from.bytes(a) == to.bytes(b) => continue,
                _ => return None,
            };
            steps.push((at, step));
        }
        (!steps.is_empty()).then_some(Line { steps, back: false, failed: 0 })
    }

    /// The next case on the line. `None`, where it ends.
    pub(crate) fn next(&mut self, from: &IndexedTree) -> Option<Rc<Tree>> {
        if self.failed > MOST_FAILED {
            return None;
        }
        let mut tree = from.tree.clone();
        let mut moved = false;
        for (at, step) in &mut self.steps {
            let back = self.back;
            let scaled = |by: u128| if back { by / 2 } else { by.saturating_mul(2) };
            if tree.choices.get(*at as usize)?.kind() == Kind::Float {
                let Step::Float(by) = *step else { return None };
                let Bounds::Float { min, max, nan, single } = *tree.bounds(*at as usize) else {
                    return None;
                };
                let by = if back { by / 2.0 } else { by * 2.0 };
                if !by.is_finite() {
                    return None;
                }
                *step = Step::Float(by);
                let was = f64::from_bits(tree.choices[*at as usize].value);
                let to = conform_float(was + by, min, max, nan, single);
                moved |= to.to_bits() != was.to_bits() && tree.set(*at as usize, &Value::Float(to));
                continue;
            }
            let Bounds::Integer(limits) = *tree.bounds(*at as usize) else { return None };
            let was = offset(&tree, *at);
            let to = match step {
                Step::Up(by) => {
                    *by = scaled(*by);
                    was.saturating_add(*by).min(limits.span)
                }
                Step::Down(by) => {
                    *by = scaled(*by);
                    was.saturating_sub(*by)
                }
                Step::Float(_) => return None,
            };
            moved |= to != was;
            tree.set_offset(*at as usize, to);
        }
        moved.then(|| Rc::new(tree))
    }

    /// The last case on it was better.
    pub(crate) fn paid(&mut self) {
        self.failed = 0;
    }

    /// The last case on it was not better.
    pub(crate) fn turn(&mut self) {
        self.failed += 1;
        if !self.back {
            // Doubled before it was tried: half of that was where the line began to lead.
            self.back = true;
        }
    }
}
