//! Line search: repeats an improving step, twice as far each time, then half as far.

use crate::{
    choice::{Bounds, Kind, Tree, Value, conform_float},
    search::structure::{IndexedTree, integers, offset},
};
use std::rc::Rc;

/// A direction in the space of the numbers of an input.
#[derive(Debug)]
pub(crate) struct LineSearch {
    steps: Vec<(u32, Delta)>,
    /// The step went too far, so it is halved from now on.
    back: bool,
    /// Steps in a row that did not improve.
    failed: u32,
}

#[derive(Clone, Copy, Debug)]
enum Delta {
    Up(u128),
    Down(u128),
    Float(f64),
}

/// The smallest range of an integer that is worth a line search: random moves cross smaller ones in a few steps.
const WIDE: u128 = 256;

/// Steps in a row without improvement that end the search: enough halvings to divide a step by 4,096.
const MOST_FAILED: u32 = 12;

/// Numbers that may change together. More of them are a new input, not a direction.
const MOST: usize = 64;

impl LineSearch {
    /// The direction from one input to another, if they differ in numbers only.
    pub(crate) fn through(from: &IndexedTree, to: &IndexedTree) -> Option<LineSearch> {
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
                    if a < b { Delta::Up(b - a) } else { Delta::Down(a - b) }
                }
                Kind::Float => {
                    let step = f64::from_bits(b.value) - f64::from_bits(a.value);
                    if !step.is_finite() {
                        return None;
                    }
                    Delta::Float(step)
                }
                Kind::Text if from.text(a) == to.text(b) => continue,
                Kind::Bytes if from.bytes(a) == to.bytes(b) => continue,
                _ => return None,
            };
            steps.push((at, step));
        }
        (!steps.is_empty()).then_some(LineSearch { steps, back: false, failed: 0 })
    }

    /// The next input on the line. `None` at its end.
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
                let Delta::Float(by) = *step else { return None };
                let Bounds::Float { min, max, nan, single } = *tree.bounds(*at as usize) else {
                    return None;
                };
                let by = if back { by / 2.0 } else { by * 2.0 };
                if !by.is_finite() {
                    return None;
                }
                *step = Delta::Float(by);
                let was = f64::from_bits(tree.choices[*at as usize].value);
                let to = conform_float(was + by, min, max, nan, single);
                moved |= to.to_bits() != was.to_bits() && tree.set(*at as usize, &Value::Float(to));
                continue;
            }
            let Bounds::Integer(limits) = *tree.bounds(*at as usize) else { return None };
            let was = offset(&tree, *at);
            let to = match step {
                Delta::Up(by) => {
                    *by = scaled(*by);
                    was.saturating_add(*by).min(limits.span)
                }
                Delta::Down(by) => {
                    *by = scaled(*by);
                    was.saturating_sub(*by)
                }
                Delta::Float(_) => return None,
            };
            moved |= to != was;
            tree.set_offset(*at as usize, to);
        }
        moved.then(|| Rc::new(tree))
    }

    /// The last input on the line was better.
    pub(crate) fn improved(&mut self) {
        self.failed = 0;
    }

    /// The last input on the line was not better.
    pub(crate) fn missed(&mut self) {
        self.failed += 1;
        if !self.back {
            // The doubled step failed; halving it leads back to the last step that worked.
            self.back = true;
        }
    }
}
