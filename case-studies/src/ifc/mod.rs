//! An information-flow machine with fifteen injected bugs.
//!
//! Two machines that differ only in secrets run to completion. If their public results differ, a secret has leaked.
//! Each bug leaks in some program; most need several instructions in combination.

mod bug;
mod byexec;
mod indistinguishable;
mod machine;
mod opcode_pairs;
mod program;
mod property;
mod start;
mod study;
mod utility;
mod variation;

use bug::Bug;
use indistinguishable::Relation;
use machine::{Atom, Entry, Instruction, InstructionSet, Label, Machine, Opcode};
pub use property::Experiment;
use start::Start;
pub use study::{
    names, names_basic, names_generators, names_low, study, study_basic, study_generators,
    study_low,
};
pub use utility::run;
use variation::Pair;

#[cfg(test)]
mod witness;
