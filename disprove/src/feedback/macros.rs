//! The macros that report feedback from a property.

/// Rejects inputs for which a condition does not hold. A rejected case is neither passed nor failed.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check((any::<u8>(), any::<u8>())).run(|(a, b)| {
///     assume!(b != 0);
///     assert!(a / b <= a);
/// });
/// assert!(report.failures().is_empty() && report.rejected() > 0);
/// ```
///
/// It works in the body, in functions and closures that the body calls, and in generators. It takes no message. A
/// property whose inputs are nearly all rejected gives up and fails, by default after 100 executions for each wanted case.
///
/// A rejected input still guides the search, by two figures: the branch distance of the condition, and the number of
/// `assume!` that held before it. The condition is evaluated as in plain Rust: operands once, in order, and with
/// short-circuiting. These forms have a distance:
///
/// * comparisons of numbers, strings, sequences and other types with [`Measure`](trait@crate::Measure), also as
///   `a.cmp(&b).is_lt()` or `a.eq(&b)`; the distance of a remainder, as in `n % 8 == 3`, is modular;
/// * `&&`, `||`, `!`, parentheses, blocks, and the branches of `if` and `match`;
/// * `all` and `any` with a closure, on iterators such as `xs.iter()`, `windows`, `zip` and ranges;
/// * `is_some_and`, `is_none_or`, `is_ok_and` and `map_or(false, ..)` with a closure;
/// * `is_empty`, `is_sorted`, `contains`, `contains_key`, `starts_with`, `ends_with` and `is_multiple_of`;
/// * `matches!` with literals and ranges in its pattern, and with a guard.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check((any::<u32>(), any::<u32>(), vec(0..100u8))).seed(1).run(|(low, high, ids)| {
///     assume!(low < high && (high - low) % 4 == 0);
///     assume!(ids.iter().all(|id| *id > 9) || ids.contains(&7));
///     assert!(high - low >= 4);
/// });
/// assert_eq!((report.verdict(), report.cases()), (Verdict::Passed, 500));
/// ```
///
/// Any other condition has no distance, nor do comparisons of type parameters and of types without
/// [`Measure`](trait@crate::Measure). A call of a function with [`#[trace]`](macro@crate::trace) has the distance of the
/// last decision in that function.
///
/// # Panics
/// Outside of a property, if the condition does not hold.
#[doc(alias = "prop_assume")]
#[macro_export]
macro_rules! assume {
    () => {
        ::core::compile_error!("a condition is missing: write what must hold, such as `assume!(n > 0)`")
    };
    ($($condition:tt)+) => {
        if $crate::__private::condition!($crate $($condition)+) {
            $crate::__private::held(
                const { $crate::__private::site(::core::file!(), ::core::line!(), ::core::column!()) },
            )
        } else {
            $crate::__private::reject()
        }
    };
}

/// `assume!` in the body of a `#[property]`: returns early, which is about a hundred times faster than unwinding.
#[doc(hidden)]
#[macro_export]
macro_rules! __assume_here {
    () => {
        $crate::assume!()
    };
    ($($condition:tt)+) => {
        if $crate::__private::condition!($crate $($condition)+) {
            $crate::__private::held(
                const { $crate::__private::site(::core::file!(), ::core::line!(), ::core::column!()) },
            )
        } else {
            return $crate::__private::rejected();
        }
    };
}

/// The condition of `prop_assume!`, which rejects a case by returning an error.
#[doc(hidden)]
#[macro_export]
macro_rules! __held {
    ($condition:expr) => {
        if $crate::__private::condition!($crate $condition) {
            $crate::__private::held(
                const { $crate::__private::site(::core::file!(), ::core::line!(), ::core::column!()) },
            );
            true
        } else {
            $crate::__private::unheld()
        }
    };
}

/// A condition that records its branch distance, for the closure of a [`filter`](crate::Generator::filter). Its value
/// is that of the plain condition.
///
/// ```
/// use disprove::prelude::*;
///
/// let sorted = vec(0..9u8).filter(|xs| when!(xs.is_sorted()));
/// let report = check(sorted).run(|xs| xs.is_sorted());
/// assert!(report.failures().is_empty());
/// ```
///
/// When a filter gives up, the search continues from the attempt with the smallest distance. Without `when!` all
/// attempts are lost. [`assume!`](crate::assume) lists the conditions that have a distance.
#[macro_export]
macro_rules! when {
    () => {
        ::core::compile_error!("a condition is missing: write what must hold, such as `when!(n > 0)`")
    };
    ($($condition:tt)+) => {
        ($crate::__private::condition!($crate $($condition)+) || $crate::__private::unmet())
    };
}

/// Records a score for the search to maximize.
///
/// The search takes turns between labels. If a case uses a label several times, its largest score counts. Scores are
/// compared as `f64`, which does not distinguish all integers beyond 2^53; infinite scores count as `f64::MAX` and
/// `f64::MIN`. The search ignores NaN, and the statistics say so.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(vec(any::<u8>())).run(|bytes| {
///     target!(bytes.len());
///     target!("zeros", bytes.iter().filter(|b| **b == 0).count());
///     target!("even", -(bytes.len() as i32 % 2));
/// });
/// let labels: Vec<&str> = report.spreads().iter().map(|spread| spread.name()).collect();
/// assert_eq!(labels, ["", "zeros", "even"]);
/// ```
#[doc(alias = "maximize")]
#[macro_export]
macro_rules! target {
    // Before the form with a label: `-x` would start to match as a literal.
    ($score:expr $(,)?) => {
        $crate::__private::target("", $score)
    };
    ($label:literal, $score:expr $(,)?) => {
        $crate::__private::target($label, $score)
    };
}

/// Records a score for the search to minimize.
///
/// The same as [`target!`] with the negated score: if a case uses a label several times, its smallest score counts.
/// [`Spread`](crate::Spread) has the negated scores.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check((0..1_000i32, 0..1_000i32)).run(|(a, b)| {
///     minimize!((a - b).abs());
///     minimize!("sum", a + b);
/// });
/// assert_eq!((report.spreads()[1].name(), report.spreads()[1].largest()), ("sum", 0.0));
/// ```
#[macro_export]
macro_rules! minimize {
    ($score:expr $(,)?) => {
        $crate::__private::target("", -$crate::__private::IntoScore::into_score($score))
    };
    ($label:literal, $score:expr $(,)?) => {
        $crate::__private::target($label, -$crate::__private::IntoScore::into_score($score))
    };
}

/// The British spelling of [`minimize!`](crate::minimize).
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(0..1_000u32).seed(1).run(|n| {
///     minimise!("distance", n.abs_diff(500));
/// });
/// assert_eq!(report.spreads()[0].name(), "distance");
/// ```
#[macro_export]
macro_rules! minimise {
    ($($score:tt)+) => {
        $crate::minimize!($($score)+)
    };
}

/// Counts the case under a label, written like `format!`.
///
/// `DISPROVE_STATS=1 cargo test` prints the counts of a `#[property]`, and [`Report::labels`](crate::Report::labels)
/// returns them.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(0..30u8).run(|n| {
///     label!("{}..", n / 10 * 10);
/// });
/// assert!(report.labels().contains(&("20..".to_owned(), 10)));
/// ```
#[doc(alias = "classify")]
#[doc(alias = "collect")]
#[macro_export]
macro_rules! label {
    ($($format:tt)+) => {
        $crate::__private::label(::core::format_args!($($format)+))
    };
}

/// Requires that a minimum percentage of the cases meets a condition.
///
/// A sequential test at the end of the run checks the percentage. While it is undecided, more cases run, up to 16 times
/// as many. If the percentage is too small, the test fails with the verdict [`GaveUp`](crate::Verdict::GaveUp). Without a
/// number the percentage only appears in the statistics: `DISPROVE_STATS=1 cargo test` prints those of a `#[property]`, and
/// [`Report::shares`](crate::Report::shares) returns them.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(vec(any::<u8>())).run(|bytes| {
///     cover!("empty", bytes.is_empty(), 30.0);
///     cover!("long", bytes.len() > 10);
/// });
/// assert_eq!(report.verdict(), Verdict::GaveUp);
/// assert!(report.to_string().contains("`empty`"));
/// ```
///
/// # Panics
/// If the percentage is not between 0 and 100.
#[macro_export]
macro_rules! cover {
    ($name:literal, $condition:expr, $percent:expr $(,)?) => {
        $crate::__private::cover($name, $condition, $percent)
    };
    ($name:literal, $condition:expr $(,)?) => {
        $crate::__private::cover($name, $condition, 0.0)
    };
}

/// Adds a note to the report of the final counterexample, written like `format!`. Other cases do not format it.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(any::<u32>()).run(|n| {
///     note!("in binary {n:b}");
///     assert!(n < 8);
/// });
/// assert_eq!(report.failures()[0].notes(), ["in binary 1000"]);
/// ```
#[macro_export]
macro_rules! note {
    ($($format:tt)+) => {
        if $crate::__private::is_transcribing() {
            $crate::__private::note($crate::__private::std::format!($($format)+))
        }
    };
}

/// Passes a value to the [`History`](crate::History) of the run, if there is one.
///
/// ```
/// use disprove::{history::Best, prelude::*};
///
/// // Keeps the inputs with more ones than all before.
/// let guided = check(any::<u64>()).seed(1).cases(5_000).history(Best::<u32>::default());
/// let report = guided.run(|n| {
///     observe!(n.count_ones());
///     assert_ne!(n, u64::MAX);
/// });
/// assert_eq!(report.failures()[0].value(), &u64::MAX);
/// ```
#[macro_export]
macro_rules! observe {
    ($value:expr $(,)?) => {
        $crate::__private::observe($value)
    };
}

/// Restarts a guided search: it discards its inputs and starts again from random ones.
///
/// Use it for scores that can improve without getting closer to a failure, such as the length of a path that runs in
/// circles. The case itself continues and counts like any other. A search that is not guided ignores the request, and one
/// that coverage guides keeps its inputs.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(vec(0..4u8)).seed(1).cases(2_000).run(|path| {
///     let (mut x, mut y) = (0_i32, 0_i32);
///     for step in &path {
///         match step {
///             0 => x += 1,
///             1 => x -= 1,
///             2 => y += 1,
///             _ => y -= 1,
///         }
///     }
///     // A path this long runs in circles.
///     if path.len() > 50 {
///         restart!();
///     }
///     target!(x + y);
///     assert!(x + y < 20, "arrived");
/// });
/// assert_eq!(report.failures()[0].value().len(), 20);
/// ```
#[macro_export]
macro_rules! restart {
    () => {
        $crate::__private::restart()
    };
}

/// Gives the search a value to start from: a result of the code under test that could be an argument.
///
/// This is not the seed of the random numbers, which is the setting `seed`.
///
/// The search runs the input again with this value instead of an argument, or of a part of an argument, of the same type
/// that is generated by [`any`](crate::any). It treats the result as any other input. The type is
/// [`Arbitrary`](trait@crate::Arbitrary), and a collection, a tuple or a derived type: numbers and strings have no place
/// of their own. For an argument with another generator, pass that generator too.
///
/// ```
/// use disprove::prelude::*;
///
/// fn in_brackets(bytes: &[u8]) -> Vec<u8> {
///     [b"[", bytes, b"]"].concat()
/// }
///
/// let report = check(any::<Vec<u8>>()).seed(1).run(|bytes| {
///     seed!(in_brackets(&bytes));
///     assert!(!bytes.starts_with(b"[[["), "deeply nested");
/// });
/// assert_eq!(report.failures()[0].value(), b"[[[");
///
/// // The generator of this argument is not `any`.
/// let digits = || vec(b'0'..=b'9');
/// let report = check(digits()).seed(1).run(|number| {
///     seed!([b"2026", &*number].concat(), digits());
///     assert!(!number.starts_with(b"20262026"));
/// });
/// assert_eq!(report.failures()[0].value(), b"20262026");
/// ```
///
/// A random run does not evaluate the value. The report says how many values could not be used.
#[macro_export]
macro_rules! seed {
    ($value:expr $(,)?) => {
        if $crate::__private::is_seeding() {
            $crate::__private::seed_any(&$value)
        }
    };
    ($value:expr, $generator:expr $(,)?) => {
        if $crate::__private::is_seeding() {
            $crate::__private::seed($generator, &$value)
        }
    };
}

/// Records a value drawn in the body of a `#[property]`, if the run is reported.
#[doc(hidden)]
#[macro_export]
macro_rules! __drawn {
    ($name:literal, $value:expr $(, $type:ty)?) => {
        match $value {
            drawn => {
                $(let drawn: $type = drawn;)?
                if $crate::__private::is_transcribing() {
                    use $crate::__private::Print as _;
                    let value = (&&&$crate::__private::Choose::of(&drawn)).printer().text(&drawn);
                    $crate::__private::record_step($crate::Step::Drew { name: $name, value });
                }
                drawn
            }
        }
    };
}

/// Runs the future of an async property on tokio.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "tokio")]
macro_rules! __block_on_tokio {
    ($is_paused:expr, $future:expr) => {
        $crate::__private::block_on_tokio($is_paused, $future)
    };
}

/// Runs the cases of a state machine on tokio.
#[doc(hidden)]
#[macro_export]
#[cfg(feature = "tokio")]
macro_rules! __cases_on_tokio {
    ($is_paused:expr, $case:expr) => {
        $crate::__private::cases_on_tokio($is_paused, $case)
    };
}

/// Reports the missing feature.
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "tokio"))]
macro_rules! __block_on_tokio {
    ($is_paused:expr, $future:expr) => {
        ::core::compile_error!(
            "`runtime = \"tokio\"` needs the feature `tokio`: `cargo add disprove --dev --features tokio`"
        )
    };
}

/// Reports the missing feature.
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "tokio"))]
macro_rules! __cases_on_tokio {
    ($is_paused:expr, $case:expr) => {
        ::core::compile_error!(
            "`runtime = \"tokio\"` needs the feature `tokio`: `cargo add disprove --dev --features tokio`"
        )
    };
}
