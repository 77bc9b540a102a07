//! A structure, and the search for valid inputs of it.

use crate::{
    drawn::{self, hidden},
    repetition::Repetition,
};
use disprove::prelude::*;
use std::{
    cell::{Cell, RefCell},
    fmt::Debug,
};

/// Sizes of valid inputs to wait for.
pub const SIZES: [usize; 4] = [1, 3, 6, 12];

/// Defines the same functions in two modules, `plain` and `traced`.
macro_rules! twice {
    ($($code:tt)*) => {
        mod plain {
            use super::*;
            $($code)*
        }

        #[disprove::trace]
        mod traced {
            use super::*;
            $($code)*
        }
    };
}

pub(super) use twice;

/// A structure whose types are hidden.
pub struct Row {
    pub name: &'static str,
    run: Box<dyn Fn(Repetition, bool) -> Sample + Sync>,
}

/// The valid inputs of a run.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    pub executions: u64,
    pub accepted: u64,
    /// The execution with the first valid input of each size or a larger one.
    pub first: [Option<u64>; SIZES.len()],
    pub largest: usize,
}

impl Row {
    /// A structure, its predicate without and with a trace, and its size.
    pub fn new<T: Arbitrary + Debug + 'static>(
        name: &'static str,
        plain: fn(&T) -> bool,
        traced: fn(&T) -> bool,
        size: fn(&T) -> usize,
    ) -> Row {
        let run = move |repetition: Repetition, is_traced: bool| {
            sample(repetition, if is_traced { traced } else { plain }, size)
        };
        Row { name, run: Box::new(run) }
    }

    /// # Panics
    /// If the predicate does.
    pub fn run(&self, repetition: Repetition, is_traced: bool) -> Sample {
        (self.run)(repetition, is_traced)
    }
}

fn sample<T: Arbitrary + Debug + 'static>(
    repetition: Repetition,
    valid: fn(&T) -> bool,
    size: fn(&T) -> usize,
) -> Sample {
    let calls = Cell::new(0);
    let sample = RefCell::new(Sample::default());
    let check = repetition.check(hidden(any::<T>()));
    let report = drawn::run(check, |value: T| {
        calls.set(calls.get() + 1);
        assume!(valid(&value));
        let mut sample = sample.borrow_mut();
        let found = size(&value);
        sample.accepted += 1;
        sample.largest = sample.largest.max(found);
        for (first, size) in sample.first.iter_mut().zip(SIZES) {
            if first.is_none() && found >= size {
                *first = Some(calls.get());
            }
        }
    });
    assert!(report.failures().is_empty(), "a predicate panicked");
    Sample { executions: calls.get(), ..sample.into_inner() }
}
