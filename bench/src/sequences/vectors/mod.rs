//! im 12.3.0: three vectors beside plain ones, and calls of their methods.

mod call;

pub use call::Call;

use super::{
    faulty::{FaultyCrate, Outcome},
    guard::guarded,
};
use im_old::Vector;
use std::mem;

/// The vectors of im 12.3.0, trees that are known to lose their balance, and then elements.
pub struct Vectors;

/// Appending doubles: longer vectors are not made by that.
const LONGEST: usize = 6_000;

impl FaultyCrate for Vectors {
    type Call = Call;
    const NAME: &'static str = "im 12.3.0";

    fn run(calls: &[Call]) -> Outcome {
        let mut place = Place::default();
        let mut executed = Vec::new();
        for (number, call) in calls.iter().enumerate() {
            let before = executed.len();
            executed.push(number);
            let error = match guarded(|| place.step(call)) {
                Ok(Step::Passed) => continue,
                Ok(Step::Ignored) => {
                    executed.truncate(before);
                    continue;
                }
                Ok(Step::Wrong) => format!("{} is wrong", call.name()),
                Err(at) => format!("panics at {at}"),
            };
            // A tree that is wrong is better not dropped.
            mem::forget(place);
            return Outcome { executed, error: Some(error) };
        }
        Outcome { executed, error: None }
    }

    fn size(call: &Call) -> u64 {
        call.size()
    }

    /// The low bits leave out methods: those that find errors early, and those that make them.
    fn keeps(call: &Call, seed: u64) -> bool {
        let bit = match call {
            Call::Get(..) => 0,
            Call::Iterate(_) => 1,
            Call::Remove(..) => 2,
            Call::SplitOff(..) => 3,
            Call::Append(..) => 4,
            Call::Insert(..) => 5,
            _ => return true,
        };
        seed >> bit & 1 == 0
    }
}

enum Step {
    Ignored,
    Passed,
    Wrong,
}

#[derive(Default)]
struct Place {
    vectors: [Vector<u32>; 3],
    models: [Vec<u32>; 3],
    /// Elements are numbered as they come.
    next: u32,
}

impl Place {
    fn step(&mut self, call: &Call) -> Step {
        if !self.allows(call) {
            return Step::Ignored;
        }
        let is_right = match *call {
            Call::PushBack(which, count) => {
                for _ in 0..count {
                    self.next += 1;
                    self.vectors[which as usize].push_back(self.next);
                    self.models[which as usize].push(self.next);
                }
                true
            }
            Call::PushFront(which, count) => {
                for _ in 0..count {
                    self.next += 1;
                    self.vectors[which as usize].push_front(self.next);
                    self.models[which as usize].insert(0, self.next);
                }
                true
            }
            Call::Copy(from, to) => {
                self.vectors[to as usize] = self.vectors[from as usize].clone();
                let model = self.models[from as usize].clone();
                self.models[to as usize] = model;
                true
            }
            Call::Append(which, other) => {
                let (tree, model) =
                    (self.vectors[other as usize].clone(), self.models[other as usize].clone());
                self.vectors[which as usize].append(tree);
                self.models[which as usize].extend(model);
                true
            }
            Call::SplitOff(which, at, to) => {
                let at = usize::from(at);
                let tree = self.vectors[which as usize].split_off(at);
                let model = self.models[which as usize].split_off(at);
                (self.vectors[to as usize], self.models[to as usize]) = (tree, model);
                true
            }
            Call::Insert(which, at) => {
                let at = usize::from(at);
                self.next += 1;
                self.vectors[which as usize].insert(at, self.next);
                self.models[which as usize].insert(at, self.next);
                true
            }
            Call::Remove(which, at) => {
                let at = usize::from(at);
                let removed = self.vectors[which as usize].remove(at);
                removed == self.models[which as usize].remove(at)
            }
            Call::PopBack(which) => {
                let popped = self.vectors[which as usize].pop_back();
                popped == self.models[which as usize].pop()
            }
            Call::PopFront(which) => {
                let popped = self.vectors[which as usize].pop_front();
                let model = &mut self.models[which as usize];
                popped == (!model.is_empty()).then(|| model.remove(0))
            }
            Call::Len(which) => {
                self.vectors[which as usize].len() == self.models[which as usize].len()
            }
            Call::Get(which, at) => {
                let at = usize::from(at);
                self.vectors[which as usize].get(at) == self.models[which as usize].get(at)
            }
            Call::Iterate(which) => {
                self.vectors[which as usize].iter().eq(&self.models[which as usize])
            }
        };
        if is_right { Step::Passed } else { Step::Wrong }
    }

    /// Whether a call keeps to what the methods require.
    fn allows(&self, call: &Call) -> bool {
        let len = self.models[call.which() as usize].len();
        match *call {
            Call::Append(_, other) => len + self.models[other as usize].len() <= LONGEST,
            Call::Insert(_, at) | Call::SplitOff(_, at, _) => usize::from(at) <= len,
            Call::Remove(_, at) | Call::Get(_, at) => usize::from(at) < len,
            _ => true,
        }
    }
}
