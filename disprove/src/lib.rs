//! Property-based testing: state what must always hold. `disprove` searches for an input that breaks it, and reduces that
//! input until it finds no smaller one.
//!
//! ```
//! use disprove::prelude::*;
//! # fn encode(bytes: &[u8]) -> Vec<u8> { bytes.to_vec() }
//! # fn decode(bytes: &[u8]) -> Vec<u8> { bytes.to_vec() }
//!
//! #[property]
//! fn rle_round_trips(bytes: Vec<u8>) {
//!     assert_eq!(decode(&encode(&bytes)), bytes);
//! }
//! ```
//!
//! `cargo test` runs it. If `encode` loses the length of the last run of equal bytes, the test fails with this
//! report:
//!
//! ```text
//! rle_round_trips failed on case 18. Reduced from 41 choices to 5 in 11 runs (1 ms).
//!
//!     rle_round_trips(
//!         bytes: [0, 0],
//!     )
//!
//!     assertion `left == right` failed    tests/rle.rs:34:5
//!       left: [0]
//!      right: [0, 0]
//!
//!   what matters, of the values tried
//!     bytes.len() = 2       shorter ones pass (0, 1), longer ones sometimes fail (3-5, 8)
//!     bytes[0] == bytes[1]  fails if equal (1, 2, 5, 130, 255), passes if only one changes
//!     passes with           bytes: [0, 1]
//!
//!   saved in .disprove/regressions/codec-rle.rle_round_trips.txt: commit it, and every run tries it first
//!     keep     #[example(vec![0, 0])]
//!     replay   #[replay("d1:kJAANQ")]
//!     seed     #[property(seed = 1)]
//! ```
//!
//! You write no code for reduction: it works on the choices that a generator makes, so it works with `map`, `filter`,
//! dependent draws and functions.
//!
//! | to | use |
//! |---|---|
//! | state a property | [`#[property]`](macro@property); [`check`] without a macro |
//! | generate values | types, ranges, patterns, functions, and the table in [`generator`] |
//! | generate your own types | [`#[derive(Arbitrary)]`](derive@Arbitrary) |
//! | leave inputs out | [`assume!`]; [`when!`] in a `filter` |
//! | see what is tested, and require it | [`label!`], [`cover!`], [`note!`] |
//! | test a type with state, or threads | [state machines](guide::state_machines) |
//! | set cases, time, seed, isolation, async runtime | [settings](guide::settings) |
//! | run a failure again | the lines of the report; [`Check::replay`], [`Db`] |
//! | guide the search | [`target!`], [`minimize!`], [`seed!`], [`restart!`], [`#[trace]`](macro@trace), [`History`] with [`observe!`] |
//! | reduce a value from elsewhere | [`reducer`] |
//! | use types of other crates | [features](#features), [`interop`] |
//! | search longer, on all cores, guided by coverage | `cargo install cargo-disprove`, `cargo disprove hunt` |
//!
//! Add it with `cargo add disprove --dev`. The [book](https://github.com/disprove-rs/disprove/blob/main/book/src/SUMMARY.md)
//! has a tutorial, guides, and an explanation of how it works.
//!
//! # Features
//!
//! * `regex` (default): regular expressions as generators.
//! * Generators of other crates: `arbitrary`, `proptest`, `quickcheck`, `rand`.
//! * Types of other crates: `arrayvec`, `bstr`, `bytes`, `camino`, `chrono`, `either`, `half`, `http`, `indexmap`, `ipnet`, `jiff`,
//!   `num-bigint`, `num-complex`, `num-rational`, `ordered-float`, `rust_decimal`, `semver`, `serde_json`, `smallvec`, `smol_str`, `time`,
//!   `url`, `uuid`.
//! * `tokio`: async properties on a tokio runtime. `shuttle`: generated thread schedules for state machines. `turmoil`: simulated
//!   networks.
//! * `conformance`: a test suite for your own databases.
//!
//! The [page of features](https://github.com/disprove-rs/disprove/blob/main/book/src/reference/features.md) has the
//! supported version of each crate.

#![deny(missing_docs)]
#![warn(rustdoc::all)]
// docs.rs shows the feature that an item needs.
#![cfg_attr(docsrs, feature(doc_cfg))]

// Expanded macros name this crate `disprove`, also in its own tests.
extern crate self as disprove;

mod argsort;
mod case;
pub mod choice;
mod database;
#[cfg(any(test, feature = "conformance"))]
mod decoders;
mod explain;
mod feedback;
#[cfg(any(test, feature = "fuzz"))]
mod fuzz;
pub mod generator;
mod humanize;
pub mod interop;
mod literals;
mod machine;
pub mod prelude;
mod property;
mod random;
mod reduce;
mod report;
mod runner;
mod search;
mod settings;
mod source;
mod statistics;
pub mod trace;
mod untrusted;
mod worker;

/// Turns a function with arguments into a test, or an impl block into a test of a state machine.
///
/// ```
/// use disprove::prelude::*;
///
/// #[property(cases = 1_000)]
/// fn sorting_keeps_every_element(xs: Vec<i32>, #[draw(-9..=9)] x: i32) {
///     let mut sorted = xs.clone();
///     sorted.sort();
///     assert_eq!(sorted.contains(&x), xs.contains(&x));
/// }
/// ```
///
/// The result is an ordinary `#[test]`. It runs 500 cases by default, and panics with a report if one fails. A failing input
/// is reduced, stored, and tried first in the next run. If the inputs are few, all of them are tried.
///
/// * [Arguments](guide::arguments): types, generators, earlier arguments, examples, results.
/// * [State machines](guide::state_machines): rules, bundles, invariants, threads.
/// * [Settings](guide::settings): `cases`, `time`, `seed`, `search`, `isolate` and others.
///
/// [`check`] does the same without a macro.
pub use disprove_macros::property;

/// The parts of [`#[property]`](macro@property), one page each.
///
/// ```
/// use disprove::prelude::*;
///
/// #[property]
/// fn a_sum_is_not_smaller(a: u16, b: u16) {
///     assert!(u32::from(a) + u32::from(b) >= u32::from(a));
/// }
/// ```
pub mod guide {
    #[doc = include_str!("guide/arguments.md")]
    pub mod arguments {}

    #[doc = include_str!("guide/state_machines.md")]
    pub mod state_machines {}

    #[doc = include_str!("guide/settings.md")]
    pub mod settings {}
}

/// Derives [`Arbitrary`](trait@Arbitrary) for structs and enums, including generic and recursive ones.
///
/// Fields come from the default generators of their types, or from `#[draw(..)]`. Write the simplest variant first:
/// reduction prefers it. Values of recursive types have a bounded size.
///
/// ```
/// use disprove::prelude::*;
///
/// #[derive(Debug, Clone, Arbitrary)]
/// enum Expr {
///     Num(#[draw(-2..=2)] i8),
///     Neg(Box<Expr>),
///     #[weight(2)]
///     Mul(Box<Expr>, Box<Expr>),
/// }
///
/// let report = check(any::<Expr>()).seed(1).run(|e| !matches!(e, Expr::Mul(..)));
/// assert_eq!(format!("{:?}", report.failures()[0].value()), "Mul(Num(0), Num(0))");
/// ```
///
/// | attribute | meaning |
/// |---|---|
/// | `#[draw(generator)]` on a field | the generator of the field. It cannot name other fields: for those, implement [`Arbitrary`](trait@Arbitrary) by hand |
/// | `#[weight(n)]` on a variant | its share of the values, compared with the other variants (default 1); 0 is not allowed |
/// | `#[disprove(remote = other::Type)]` | mirrors a type of another crate: [`remote`] generates values of that type |
/// | `#[disprove(crate = path)]` | the path of this library, if another crate re-exports it |
///
/// In `src/`, where `disprove` is only a dev-dependency, write `#[cfg_attr(test, derive(disprove::Arbitrary))]`, and
/// `#[cfg_attr(test, draw(..))]` on fields. Integration tests compile `src/` without `cfg(test)`: for them, put the dependency
/// behind a feature of your package.
pub use disprove_macros::Arbitrary;

/// Derives [`Measure`](trait@Measure) for structs and enums, including generic and recursive ones.
///
/// ```
/// use disprove::prelude::*;
///
/// #[derive(PartialEq, Measure)]
/// enum Shape {
///     Circle { radius: u32 },
///     Square(u32),
/// }
///
/// let wanted = Shape::Circle { radius: 10 };
/// assert!(Shape::Circle { radius: 70 }.distance(&wanted) < Shape::Square(10).distance(&wanted));
/// ```
///
/// Fields whose types do not implement `Measure` are ignored; type parameters must implement it.
///
/// In `src/`, where `disprove` is only a dev-dependency, write `#[cfg_attr(test, derive(disprove::Measure))]`. Integration
/// tests compile `src/` without `cfg(test)`: for them, put the dependency behind a feature of your package.
pub use disprove_macros::Measure;

/// Instruments code under test, so that guided searches see its execution trace.
///
/// Use it on functions, impl blocks, traits and modules. It inserts probes at the start of functions and closures, in both
/// branches of an `if`, in the arms and guards of a `match`, in and after loops, in the right-hand sides of `&&` and `||`,
/// and where `?` returns early. Comparisons and literal patterns record their operands: integers, characters, floats,
/// strings, and slices of integers.
///
/// ```
/// use disprove::prelude::*;
///
/// #[trace]
/// fn is_reset(line: &[u8]) -> bool {
///     line.len() == 4 && line[0] == b'R' && line[3] == b'T'
/// }
///
/// let lines = vec(any::<u8>()).len(0..=4);
/// let report = check(lines).seed(1).cases(20_000).run(|line| !is_reset(&line));
/// assert!(is_reset(report.failures()[0].value()));
/// ```
///
/// Instrumentation does not change behavior: operands are evaluated once and in order, and values are dropped at the same
/// time. While nothing records, a probe reads one thread-local variable. The module [`trace`](mod@trace) shows the
/// recorded data. `#[trace(operands = false)]` inserts branch probes only.
///
/// In `src/`, where `disprove` is only a dev-dependency, write `#[cfg_attr(test, disprove::trace)]`. Integration tests
/// compile `src/` without `cfg(test)`: for them, put the dependency behind a feature of your package.
///
/// Not instrumented: `const fn` and other code that the compiler evaluates, arguments of macros such as `vec![..]`,
/// patterns, and items inside functions other than functions. A function with the attribute in a module with the attribute
/// is instrumented once. Comparisons of fields of packed structs do not compile in traced code, because such fields cannot
/// be borrowed.
pub use disprove_macros::trace;

// Stating properties.
pub use explain::ExplanationItem;
pub use feedback::{History, IntoOutcome, IntoScore, Measure, Outcome, Step};
pub use property::{Check, check};
pub use runner::{Event, Execution, Failure, Phase, Report, Status, Verdict};
#[cfg(feature = "research")]
#[doc(hidden)]
pub use search::Schedule;
/// Experiments with the search.
#[cfg(feature = "research")]
#[doc(hidden)]
pub mod research {
    pub use crate::search::set_constant;
}
pub use search::Search;
pub use statistics::{Share, Spread};

/// Ready-made histories for [`Check::history`] and `#[property(history = ..)]`.
///
/// An input is kept if it changes the state. [`Union`](history::Union) keeps inputs with items not seen before, as
/// coverage-guided fuzzing does. [`Buckets`](history::Buckets) also counts how often an item occurs, and
/// [`Best`](history::Best) keeps each new maximum.
///
/// ```
/// use disprove::{history::Union, prelude::*};
///
/// let inputs = check(vec(0..128u8).len(0..=4)).seed(1).cases(50_000).max_failures(1);
/// let guided = inputs.search(Search::Pool).history(Union::<Vec<u32>>::default());
/// let report = guided.run(|input| {
///     let mut lines = vec![line!()];
///     if input.first() == Some(&b'b') {
///         lines.push(line!());
///         if input.get(1) == Some(&b'u') {
///             lines.push(line!());
///             assert_ne!(input.get(2), Some(&b'g'));
///         }
///     }
///     observe!(lines);
/// });
/// assert_eq!(report.failures()[0].value(), b"bug");
/// ```
pub mod history {
    pub use crate::feedback::{Best, Buckets, Union};
}

// Reducing failures, and values from elsewhere.
pub use reduce::{ReducedValue, ReductionEnd, ValueReducer, reducer};

// Generating values. The types that these functions return are in `generator`.
pub use generator::{
    Arbitrary, Boxed, Encoder, Function, Generator, IntoGenerator, any, array, bytes, chars, float,
    fn_of, hash_map, hash_set, index, int, just, lazy, map, option, recursive, regex, remote,
    result, sample, set, shuffle, subsequence, text, vec,
};
pub use property::draw_with_seed;
pub use source::Source;

// Types and generators of other crates, each behind the feature of its name.
#[cfg(feature = "turmoil")]
pub use interop::Network;
#[cfg(feature = "arbitrary")]
pub use interop::from_arbitrary;
#[cfg(feature = "proptest")]
pub use interop::from_proptest;
#[cfg(feature = "quickcheck")]
pub use interop::from_quickcheck;
#[cfg(feature = "rand")]
pub use interop::from_rng;

// Storing and inspecting choices: see also the module `choice`.
pub use choice::{Bounds, DecodeError, Kind, Number, Tree, Value};
#[cfg(any(test, feature = "conformance"))]
pub use database::database_conformance;
pub use database::{Database, Db, Loaded, Problem};

/// Items that expanded macros use. They may change in any release.
#[doc(hidden)]
pub mod __private {
    #[cfg(any(test, feature = "conformance"))]
    pub use crate::decoders::{DECODERS, Decoder};
    #[cfg(feature = "tokio")]
    pub use crate::interop::{block_on_tokio, cases_on_tokio};
    pub use crate::{
        case::{block_on, block_on_runtime, is_printing},
        database::{
            corpus_in, database_in, deaths_in, entry_name, folder_name, other_regressions, prepare,
            reduction_path, regression_file,
        },
        feedback::{
            IntoScore, cover, erase, expanded as distance, held, is_seeding, is_transcribing,
            label, note, observe, record_step, reject, rejected, restart, seed, seed_any, site,
            target, unheld, unmet,
        },
        generator::{
            Alternative, OneOf, Shape, ShapeCell, TypeNumber, Types, encode_structure,
            encode_variant, structure, variant,
        },
        humanize::{is_unprintable, printable},
        machine::{
            Bundle, Call, Start, StateMachine, StepResult, allows, call_text, constructor, machine,
            step_result, step_result_unless_rejected, transcribe_call, transcribe_failure,
            under_shuttle, unwrap_value, weight, weighted_machine,
        },
        property::{
            ANY_TEST, Arguments, CaseSource, Choose, Declaration, Disproved, Fits, FitsItself,
            Foreign, Lent, Print, Printer, TestName, encode_field, field, lend, machine_case, own,
            place, record, run_function, run_machine, run_property, run_without_draws,
            try_property, with_stack_for,
        },
        random::derived_seed,
        report::{Literal, LiteralKnown, LiteralOf, LiteralUnknown, Written, diagnostic},
        settings::{Overrides, Place, database_folder, shared_server},
        source::{
            FilterSteps, ListSteps, Weights, Words, accept_attempt, begin_argument, begin_filter,
            begin_list, begin_recursive, begin_value, choose_bool, choose_branch, choose_weighted,
            discard_element, end_argument, end_attempt, end_recursive, end_value,
            expected_elements, fuzz_input_text, next_element, refuse_attempt, reject_case,
        },
        trace::expanded as trace,
        untrusted::DataFolder,
        worker::{
            AbnormalExit, OutputTail, TempFolder, crash_message, failure_name, hang_limit,
            is_same_failure, kill_processes_of, protocol, resident_memory, under_way,
            why_unreported,
        },
    };
    pub use ::std;
    pub use disprove_macros::condition;

    /// The macros of the standard library that print, for the bodies of properties.
    pub mod printing_macros {
        pub use crate::{
            __dbg as dbg, __eprint as eprint, __eprintln as eprintln, __print as print,
            __println as println,
        };
    }

    /// For `disprove-libfuzzer` and the targets that it makes.
    #[cfg(feature = "fuzz")]
    pub mod fuzz {
        pub use crate::fuzz::{FuzzTarget, begin, crossover, mutate, path_hash, run};
    }
}
