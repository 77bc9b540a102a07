//! The problems, the libraries that solve each, and the goals for ours.

#[cfg(feature = "crabcheck")]
use super::rivals::crabcheck;
#[cfg(feature = "hegel")]
use super::rivals::hegel;
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
        distinct, equal, formulas, gaps,
        intervals::Intervals,
        large,
        links::Links,
        lists::Lists,
        long_lists,
        matrix::Matrix,
        near, operations,
        pairs::{Difference, Sum},
        parser::Parser,
        record::Records,
        reverse::Reverse,
        stack::Stack,
        sum46::Sum46,
    },
    rivals::{chaos_theory, proptest, quickcheck},
};

use Solver::{Elsewhere, Here};

/// How to run a library.
#[derive(Clone, Copy)]
pub enum Solver {
    /// Runs one reduction from one seed; `None` if nothing failed.
    Here(fn(u64) -> Option<Ending>),
    /// Runs the reductions of a named problem for a range of seeds.
    Elsewhere(fn(&str, u64, u64) -> Vec<Option<Ending>>),
}

impl Solver {
    pub fn solve(self, problem: &str, first_seed: u64, seeds: u64) -> Vec<Option<Ending>> {
        match self {
            Solver::Here(solver) => (first_seed..first_seed + seeds).map(solver).collect(),
            Solver::Elsewhere(solver) => solver(problem, first_seed, seeds),
        }
    }
}

/// A problem and its solvers.
pub struct Entry {
    pub name: &'static str,
    /// Goal for ours: mean runs of the property, with every result minimal.
    pub goal: Option<f64>,
    pub solvers: Vec<(Library, Solver)>,
    /// Libraries that do not solve it, with the reason.
    pub missing: &'static [(Library, &'static str)],
}

fn ours_alone<P: Problem>() -> Entry {
    Entry {
        name: P::NAME,
        goal: None,
        solvers: vec![(Library::Ours, Here(ours::run::<P>))],
        missing: &[],
    }
}

/// A problem that hegeltest solves too.
macro_rules! with_hegel {
    ($problem:ty) => {
        Entry {
            name: <$problem as Problem>::NAME,
            goal: None,
            solvers: vec![
                (Library::Ours, Here(ours::run::<$problem>)),
                #[cfg(feature = "hegel")]
                (Library::Hegel, Here(hegel::run::<$problem>)),
            ],
            missing: &[],
        }
    };
}

/// A problem that all libraries solve, with exceptions.
macro_rules! everywhere {
    ($problem:ty, $goal:expr) => {
        everywhere!($problem, $goal, [crabcheck, chaos_theory], &[])
    };
    ($problem:ty, $goal:expr, [$($also:ident),*], $missing:expr) => {{
        #[allow(unused_mut, reason = "without optional libraries nothing is added")]
        let mut solvers: Vec<(Library, Solver)> = vec![
            (Library::Ours, Here(ours::run::<$problem>)),
            #[cfg(feature = "hegel")]
            (Library::Hegel, Here(hegel::run::<$problem>)),
            (Library::Quickcheck, Here(quickcheck::run::<$problem>)),
            (Library::Proptest, Here(proptest::run::<$problem>)),
        ];
        $(everywhere!(@also $also, $problem, solvers);)*
        Entry { name: <$problem as Problem>::NAME, goal: Some($goal), solvers, missing: $missing }
    }};
    (@also crabcheck, $problem:ty, $solvers:ident) => {
        #[cfg(feature = "crabcheck")]
        $solvers.push((Library::Crabcheck, Here(crabcheck::run::<$problem>)));
    };
    (@also chaos_theory, $problem:ty, $solvers:ident) => {
        $solvers.push((Library::ChaosTheory, Elsewhere(chaos_theory::run)));
    };
}

const NO_CRABCHECK: (Library, &str) = (
    Library::Crabcheck,
    "it makes and prints all smaller programs before it tries one, which takes minutes",
);

const NO_CHAOS_THEORY: (Library, &str) =
    (Library::ChaosTheory, "its lists are too short for the sum in 200 000 cases");

/// All problems, in table order.
pub fn all() -> Vec<Entry> {
    vec![
        everywhere!(Bound5, 75.0),
        everywhere!(Reverse, 10.0),
        everywhere!(Calculator, 40.0),
        everywhere!(Binheap, 95.0),
        everywhere!(Parser, 65.0, [chaos_theory], &[NO_CRABCHECK]),
        everywhere!(Sum46, 500.0, [crabcheck], &[NO_CHAOS_THEORY]),
        everywhere!(equal::Bytes, 30.0),
        everywhere!(equal::Text, 30.0),
        everywhere!(equal::List, 40.0),
        ours_alone::<Counted>(),
        ours_alone::<Links>(),
        ours_alone::<Records>(),
        ours_alone::<Stack>(),
        ours_alone::<Lists>(),
        ours_alone::<Intervals>(),
        ours_alone::<Matrix>(),
        ours_alone::<Sum>(),
        ours_alone::<Difference>(),
        with_hegel!(near::Pair),
        with_hegel!(near::List),
        with_hegel!(near::Triple),
        with_hegel!(long_lists::Ordered),
        with_hegel!(long_lists::Large),
        with_hegel!(long_lists::Records),
        with_hegel!(distinct::Five),
        with_hegel!(distinct::Four),
        with_hegel!(distinct::Seven),
        with_hegel!(gaps::Power),
        with_hegel!(gaps::Thousands),
        with_hegel!(gaps::Pattern),
        with_hegel!(operations::Ticks),
        with_hegel!(operations::Files),
        with_hegel!(operations::Account),
        with_hegel!(large::Map),
        with_hegel!(large::Records),
        with_hegel!(large::Texts),
        with_hegel!(formulas::Operand),
        with_hegel!(formulas::NormalForm),
        with_hegel!(formulas::Tautology),
    ]
}
