//! Property-based testing: you state what must always hold, `disprove` tries to disprove it, and when
//! it can, it hands you the smallest input that does.
//!
//! ```no_run
//! use disprove::prelude::*;
//! # fn encode(bytes: &[u8]) -> Vec<u8> { bytes.to_vec() }
//! # fn decode(bytes: &[u8]) -> Vec<u8> { bytes.to_vec() }
//!
//! #[property]
//! fn decoding_undoes_encoding(bytes: Vec<u8>) {
//!     assert_eq!(decode(&encode(&bytes)), bytes);
//! }
//! ```
//!
//! Three sentences are the whole model: a generator is a function from a [`Source`] to a value; inputs
//! come in through arguments; observations go out through macros. Nothing else has to be written:
//! reduction works on the choices a generator makes, not on its values, so it goes through `map`,
//! `filter`, dependent draws and plain functions alike. The page `docs/reduction.md` of the repository shows
//! it step by step.
//!
//! * Where values come from: [`any`], ranges, regular expressions, functions, and what is built from
//!   them with [`vec()`], [`option`], [`one_of!`], [`Generator::map`], [`Generator::then`] and others.
//! * Own types: `#[derive(Arbitrary)]`, recursive ones included.
//! * Without macros: [`check`] returns a [`Report`].
//! * Where random inputs are not enough: [`assume!`] tells how far it was from holding, and [`target!`], [`minimize!`] and
//!   [`History`] say what is worth looking for. The page `docs/steering.md` says which to use when.
//! * Values from elsewhere, such as data from production: [`reducer`] makes them small by any question.
//! * Types and generators of other crates: behind the features `arbitrary`, `bytes`, `chrono`, `jiff`,
//!   `num-bigint`, `proptest`, `quickcheck`, `rand`, `rust_decimal`, `serde_json`, `url` and `uuid`.

#![deny(missing_docs)]

// The derive names this crate by its name, in its own tests as well.
extern crate self as disprove;

mod argsort;
mod case;
mod choice;
mod database;
mod explain;
mod feedback;
pub mod generator;
mod humanize;
pub mod interop;
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
mod worker;

/// Makes a function with arguments a test.
///
/// The arguments come from their types ([`Arbitrary`](trait@Arbitrary)) or from where `#[draw(..)]`
/// says: a range, a regular expression, a function, a combinator. A `&mut Source` argument lets the
/// test draw for itself. The function returns `()`, a `bool`, a `Result` or an [`Outcome`].
///
/// ```
/// use disprove::prelude::*;
///
/// #[property(cases = 1_000)]
/// fn dice_are_fair_game(#[draw(1..=6)] die: u8, #[draw("[a-z]+")] name: String, src: &mut Source) {
///     assume!(name.len() < 20);
///     let bet = src.draw(0..=die);
///     assert!(bet <= 6);
/// }
/// ```
///
/// Arguments may be borrowed: for a `&str` a `String` is generated, for a `&[T]` a `Vec<T>`, for any other `&T` a `T`,
/// also where `#[draw(..)]` says from what. What stands in `#[draw(..)]` may name the arguments before it.
///
/// ```
/// use disprove::prelude::*;
///
/// #[property]
/// #[example("abc", [1, 2], 0)]
/// fn parts_add_up(text: &str, bytes: &[u8], #[draw(index(bytes))] i: usize) {
///     let (before, after) = bytes.split_at(i);
///     assert_eq!(before.len() + after.len(), bytes.len());
///     assert!(text.chars().count() <= text.len());
/// }
/// ```
///
/// It becomes an ordinary `#[test]`. `cases`, `time`, `seed`, `max_executions`, `search`,
/// `temperature`, `history`, `reduction_runs` and `reduction_time` can be set;
/// `isolate`, or `isolate = "2s"` for a limit of time for each case, runs it in a process of its own, so that an abort, an
/// overflow of the stack or a loop without end is reported like any failure;
/// `#[example(..)]` gives inputs to run first, `#[replay("d1:..")]` one that failed before.
///
/// # State machines
///
/// On an impl block it makes a state machine a test, named after the type in snake case: its rules are
/// called in any order, with arguments like those of a property. A failure is reported as a few calls, written as Rust.
///
/// ```
/// use disprove::prelude::*;
/// use std::collections::VecDeque;
///
/// #[derive(Default)]
/// struct QueueVsModel {
///     queue: VecDeque<u8>,
///     model: Vec<u8>,
/// }
///
/// #[property(steps = 100)]
/// impl QueueVsModel {
///     #[rule]
///     fn push(&mut self, x: u8) {
///         self.queue.push_back(x);
///         self.model.push(x);
///     }
///
///     #[rule(when = |s| !s.model.is_empty(), weight = 2)]
///     fn pop(&mut self) {
///         assert_eq!(self.queue.pop_front(), Some(self.model.remove(0)));
///     }
///
///     #[invariant]
///     fn same_length(&self) -> bool {
///         self.queue.len() == self.model.len()
///     }
/// }
/// ```
///
/// * `#[rule]` functions take `&mut self` or `&self` and return what a property may return. Their arguments may be
///   borrowed and name those before them, values of bundles included. `when = ..` says
///   whether a rule can be called now, `weight = n` makes it more likely. A case has up to `steps` calls, 50 if
///   nothing is said; half of the cases leave some rules out.
/// * `#[rule(bundle = accounts)]` keeps the value the rule returns, or the `Ok` of a result. Other rules get a clone
///   of one with `#[from(accounts)] a: Account`, or take it out with `#[consumes(accounts)]`; while there is none,
///   they are not called.
/// * A machine starts from its `Default`, or from `#[initial] fn new(..) -> Self`, one of them if there are several.
///   `#[initial]` functions with `&mut self` are all called first. `Drop` ends it.
/// * `#[invariant]` functions hold after the start and after every step.
/// * `#[rule(parallel)]` functions take `&self` and return anything that can be compared. At the end of a case they
///   are called by two or three threads at once, a few calls each. There must be an order in which the same calls, one
///   after the other, return the same; a call that ended before another began comes before it. Such a case is
///   repeated, as threads take turns differently each time. What they return is compared and nothing else: an `Err`
///   or `false` is a result like any other, and no failure. `when` is asked before the threads start, so it may
///   not hold any more when the call is made.
/// * With the feature `shuttle` and `#[property(threads = shuttle)]`, whose turn it is is drawn as well, so that a race
///   that was found is found again. The code under test must then use the types of `shuttle::sync`.
pub use disprove_macros::property;

/// Derives [`Arbitrary`](trait@Arbitrary) for structs and enums, generic and recursive ones included.
///
/// Fields come from their types or from `#[draw(..)]`; `#[weight(n)]` makes a variant more likely.
/// Write the simplest variant first: that is what reduction tries to get to. Values of recursive types
/// are bounded, and always end.
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
pub use disprove_macros::Arbitrary;

/// Derives [`Measure`](trait@Measure) for structs and enums, generic and recursive ones included.
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
/// Fields whose types have no measure count nothing; type parameters must have one.
pub use disprove_macros::Measure;

/// Puts probes into code under test, so that searches see the course it takes.
///
/// It goes on functions, impl blocks, traits and modules. Probes are at the start of functions and closures, at both
/// branches of an `if`, at the arms and guards of a `match`, at the rounds and the end of loops, at the right-hand sides of
/// `&&` and `||`, and where `?` returns early. Comparisons, and the literals of patterns, tell what was compared: integers,
/// characters, floats, texts, and slices of integers.
///
/// ```
/// use disprove::prelude::*;
///
/// #[trace]
/// fn is_command(line: &[u8]) -> Option<bool> {
///     if *line.first()? == b'!' { Some(line.len() > 1) } else { None }
/// }
///
/// #[property]
/// fn commands_are_recognised(line: Vec<u8>) {
///     let _ = is_command(&line);
/// }
/// ```
///
/// Traced code does what it did before: operands are evaluated once and in order, what is dropped is dropped at the
/// same time. Where nobody records, a probe is one look at a variable of the thread. The module [`trace`](mod@trace) shows
/// what is recorded. `#[trace(operands = false)]` has the probes of branches only.
///
/// What is left alone: `const fn` and other code that the compiler evaluates, what stands in macros such as `vec![..]`,
/// patterns, and items in functions but for functions. A function in a traced module that has the attribute itself
/// has no more probes than one. Fields of packed structs cannot be borrowed, so what compares them
/// cannot be traced.
pub use disprove_macros::trace;

// Stating properties.
pub use explain::ExplanationItem;
pub use feedback::{History, IntoOutcome, IntoScore, Measure, Outcome, Step};
pub use runner::{Check, Event, Execution, Failure, Phase, Report, Status, Verdict, check};
pub use search::{Schedule, Search};
pub use statistics::{Share, Spread};

/// Histories for [`Check::history`] and `#[property(history = ..)]` that need not be written.
///
/// They are the states of coverage-guided fuzzing and of targeting: an input is interesting if it changes them.
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
    Arbitrary, Boxed, Encoder, Generator, IntoGenerator, any, array, bytes, chars, float, hash_map,
    hash_set, index, int, just, lazy, map, option, recursive, regex, result, sample, set, shuffle,
    subsequence, text, vec,
};
pub use source::Source;

// Types and generators of other crates, each behind the feature of its name.
#[cfg(feature = "arbitrary")]
pub use interop::from_arbitrary;
#[cfg(feature = "proptest")]
pub use interop::from_proptest;
#[cfg(feature = "quickcheck")]
pub use interop::from_quickcheck;
#[cfg(feature = "rand")]
pub use interop::from_rng;

// Keeping and reading choices.
pub use choice::{Bounds, DecodeError, Kind, Number, Tree, Value};
#[cfg(any(test, feature = "conformance"))]
pub use database::database_conformance;
pub use database::{Database, Db, Loaded, Problem};

/// What the macros expand to. Nothing here is promised to stay.
#[doc(hidden)]
pub mod __private {
    #[cfg(feature = "tokio")]
    pub use crate::interop::block_on_tokio;
    pub use crate::{
        case::block_on,
        database::reduction_path,
        feedback::{
            IntoScore, cover, expanded as distance, held, is_transcribing, label, note, observe,
            record_step, reject, rejected, restart, site, target, unmet,
        },
        generator::{
            Alternative, OneOf, Shape, ShapeCell, TypeNumber, Types, encode_structure,
            encode_variant, structure, variant,
        },
        machine::{
            Bundle, Call, Start, StateMachine, StepResult, constructor, machine, step_result,
            step_result_unless_rejected, transcribe_call, transcribe_failure, under_shuttle,
            unwrap_value,
        },
        property::{
            Lent, Property, Show, ShowDebug, ShowOpaque, encode_field, field, own, place, typed,
        },
        report::{Literal, LiteralKnown, LiteralOf, LiteralUnknown, Written},
        runner::record,
        settings::Overrides,
        trace::expanded as trace,
        worker::{Death, WORKER, death, printed, read_line, under_way, write_line},
    };
    pub use ::std;
    pub use disprove_macros::condition;
}
