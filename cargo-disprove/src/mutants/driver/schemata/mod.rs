//! Mutant schemata: many mutants in one build. Each is an alternative in the code, and a variable selects one when the
//! tests start.
//!
//! The cargo stub inserts them into the copy of the project before the baseline is built, and tests them after the baseline has
//! run. A mutant that has no such form, or does not compile beside the others, is left for a build of its own.

mod build;
mod compiler_error;
mod finder;
mod optimization;
mod precedence;
mod render;
mod run;
mod site;
mod switch;

pub(super) use build::insert;
pub(super) use optimization::cargo_arguments;
pub(crate) use run::{Inserted, reached_tests, round_of, seconds};
pub(super) use run::{Runner, test_all};

use super::Mutant;
use serde_json::{Value, json};

/// A mutant that may become an alternative.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Alternative {
    /// Its number in the build, from 1.
    pub(crate) number: u32,
    pub(crate) file: String,
    /// `FnValue`, `BinaryOperator`, ...
    pub(crate) genre: String,
    /// Where the replaced code begins: line and column, both from 1.
    pub(crate) at: (usize, usize),
    pub(crate) replacement: String,
}

impl Alternative {
    /// The alternative for a mutant.
    pub(crate) fn of(mutant: &Mutant, number: u32) -> Alternative {
        Alternative {
            number,
            file: mutant.file.clone(),
            genre: mutant.genre.clone(),
            at: (mutant.line as usize, mutant.column as usize),
            replacement: mutant.replacement.clone(),
        }
    }

    pub(super) fn to_json(&self) -> Value {
        json!([self.number, self.file, self.genre, self.at.0, self.at.1, self.replacement])
    }

    pub(super) fn read(value: &Value) -> Option<Alternative> {
        let text = |place: usize| value[place].as_str().map(str::to_owned);
        let number = |place: usize| value[place].as_u64();
        Some(Alternative {
            number: number(0)? as u32,
            file: text(1)?,
            genre: text(2)?,
            at: (number(3)? as usize, number(4)? as usize),
            replacement: text(5)?,
        })
    }
}
