//! Which problem is solved by which library, and what is wanted of ours.

use super::{
    library::Library,
    ours,
    probe::Ending,
    problem::Problem,
    problems::{
        binheap::Binheap,
        bound5::Bound5,
        calculator::Calculator,
        counted::Counted,
        equal,
        intervals::Intervals,
        links::Links,
        lists::Lists,
        matrix::Matrix,
        pairs::{Difference, Sum},
        parser::Parser,
        record::Records,
        reverse::Reverse,
        stack::Stack,
        sum46::Sum46,
    },
};

/// One reduction from one seed; `None` if nothing failed.
pub type Solver = fn(u64) -> Option<Ending>;

/// A problem and those who solve it.
pub struct Entry {
    pub name: &'static str,
    /// The property runs ours may take in the mean, every result being minimal.
    pub goal: Option<f64>,
    pub solvers: Vec<(Library, Solver)>,
}

fn ours_alone<P: Problem>(goal: Option<f64>) -> Entry {
    Entry { name: P::NAME, goal, solvers: vec![(Library::Ours, ours::run::<P>)] }
}

/// All problems, in the order of the tables.
pub fn all() -> Vec<Entry> {
    vec![
        ours_alone::<Bound5>(Some(75.0)),
        ours_alone::<Reverse>(Some(10.0)),
        ours_alone::<Calculator>(Some(40.0)),
        ours_alone::<Binheap>(Some(95.0)),
        ours_alone::<Parser>(Some(65.0)),
        ours_alone::<Sum46>(Some(500.0)),
        ours_alone::<equal::Bytes>(Some(30.0)),
        ours_alone::<equal::Text>(Some(30.0)),
        ours_alone::<equal::List>(Some(40.0)),
        ours_alone::<Counted>(None),
        ours_alone::<Links>(None),
        ours_alone::<Records>(None),
        ours_alone::<Stack>(None),
        ours_alone::<Lists>(None),
        ours_alone::<Intervals>(None),
        ours_alone::<Matrix>(None),
        ours_alone::<Sum>(None),
        ours_alone::<Difference>(None),
    ]
}
