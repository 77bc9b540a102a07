//! The verbs a property says something with.

/// Continues only with inputs for which a condition holds; others are rejected, not failed.
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
/// A near miss is not thrown away: searches are told how far the condition was from holding, and of several
/// `assume!` how many held. The condition is plain Rust, evaluated as such: operands once and in order, and no more of
/// them than needed. These forms have a distance:
///
/// * comparisons of numbers, texts, sequences and whatever else has [`Measure`](trait@crate::Measure), also as
///   `a.cmp(&b).is_lt()` or `a.eq(&b)`; with a remainder on one side, as in `n % 8 == 3`, around the circle;
/// * `&&`, `||`, `!`, brackets, blocks, and the branches of `if` and `match`;
/// * `xs.iter().all(|x| ..)` and `any`, with whatever makes the iterator: `windows`, `zip`, ranges;
/// * `is_some_and`, `is_none_or`, `is_ok_and` and `map_or(false, ..)` with a closure;
/// * `is_empty`, `is_sorted`, `contains`, `contains_key`, `starts_with`, `ends_with` and `is_multiple_of`;
/// * `matches!` with literals and ranges in its pattern, and with a guard.
///
/// ```
/// use disprove::prelude::*;
///
/// #[property]
/// fn intervals(low: u32, high: u32, names: Vec<String>) {
///     assume!(low < high && (high - low) % 4 == 0);
///     assume!(names.iter().all(|name| !name.is_empty()) || names.contains(&"all".to_string()));
/// }
/// ```
///
/// All others are just true or false, as are types without a measure and type parameters.
#[macro_export]
macro_rules! assume {
    () => {
        ::core::compile_error!("a condition is missing: write what must hold, such as `assume!(n > 0)`")
    };
    ($($condition:tt)+) => {
        if $crate::__private::condition!($($condition)+) {
            $crate::__private::held(
                const { $crate::__private::site(::core::file!(), ::core::line!(), ::core::column!()) },
            )
        } else {
            $crate::__private::reject()
        }
    };
}

/// `assume!` written in the body of a `#[property]`: returns early, which is a thousand times faster
/// than unwinding.
#[doc(hidden)]
#[macro_export]
macro_rules! __assume_here {
    () => {
        $crate::assume!()
    };
    ($($condition:tt)+) => {
        if $crate::__private::condition!($($condition)+) {
            $crate::__private::held(
                const { $crate::__private::site(::core::file!(), ::core::line!(), ::core::column!()) },
            )
        } else {
            return $crate::__private::rejected();
        }
    };
}

/// A condition that tells searches how far it was from holding, above all in the closure of a
/// [`filter`](crate::Generator::filter). It is true or false as the same condition in plain Rust.
///
/// ```
/// use disprove::prelude::*;
///
/// let sorted = vec(0..9u8).filter(|xs| when!(xs.is_sorted()));
/// let report = check(sorted).run(|xs| xs.is_sorted());
/// assert!(report.failures().is_empty());
/// ```
///
/// When a filter gives up, the search continues from the attempt that was nearest to being accepted. Without `when!`
/// nothing is known of the attempts, and all of them are lost. [`assume!`](crate::assume) says which conditions have a
/// distance.
#[macro_export]
macro_rules! when {
    () => {
        ::core::compile_error!("a condition is missing: write what must hold, such as `when!(n > 0)`")
    };
    ($($condition:tt)+) => {
        ($crate::__private::condition!($($condition)+) || $crate::__private::unmet())
    };
}

/// A score that a search tries to make as large as it can.
///
/// Scores of different labels are looked after in turns. Of a label that is used several times in a case the best score
/// counts. Scores are compared as `f64`, in which whole numbers beyond 2^53 are not all told apart; infinite ones count
/// as the largest and smallest numbers there are. A score that is not a number says nothing: the search goes on as if it
/// had not been given, and the report has a line about it.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(vec(any::<u8>())).run(|bytes| {
///     target!(bytes.len());
///     target!("zeros", bytes.iter().filter(|b| **b == 0).count());
///     target!("even", -(bytes.len() as i32 % 2));
/// });
/// assert!(report.failures().is_empty());
/// ```
#[macro_export]
macro_rules! target {
    // The shorter form first: a score that begins with a minus would be taken for the beginning of a label.
    ($score:expr $(,)?) => {
        $crate::__private::target("", $score)
    };
    ($label:literal, $score:expr $(,)?) => {
        $crate::__private::target($label, $score)
    };
}

/// A score that a search tries to make as small as it can.
///
/// It is [`target!`] for the negative score, and the same is true of it: of a label that is used several times in a case
/// the smallest counts, and a score that is not a number says nothing.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check((0..1_000i32, 0..1_000i32)).run(|(a, b)| {
///     minimise!((a - b).abs());
///     minimise!("sum", a + b);
/// });
/// assert!(report.failures().is_empty());
/// ```
#[macro_export]
macro_rules! minimise {
    ($score:expr $(,)?) => {
        $crate::__private::target("", -$crate::__private::IntoScore::into_score($score))
    };
    ($label:literal, $score:expr $(,)?) => {
        $crate::__private::target($label, -$crate::__private::IntoScore::into_score($score))
    };
}

/// Sorts the case under a label, written like `format!`.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(vec(any::<u8>())).run(|bytes| {
///     label!("{} elements", bytes.len() / 10 * 10);
/// });
/// assert!(report.failures().is_empty());
/// ```
#[macro_export]
macro_rules! label {
    ($($format:tt)+) => {
        $crate::__private::label(::core::format_args!($($format)+))
    };
}

/// Requires that enough cases are of some kind: at least so many in a hundred.
///
/// The share is checked with a sequential test at the end of a run, which takes more cases while the
/// share is too near to what is required to tell. A property whose share is too small gives up, which is
/// a failed test: its inputs do not show what they were meant to. Without a number the share is only
/// shown with the statistics.
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
#[macro_export]
macro_rules! cover {
    ($name:literal, $condition:expr, $percent:expr $(,)?) => {
        $crate::__private::cover($name, $condition, $percent)
    };
    ($name:literal, $condition:expr $(,)?) => {
        $crate::__private::cover($name, $condition, 0.0)
    };
}

/// Says something that is printed with the final counterexample only, written like `format!`.
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
            $crate::__private::note(::std::format!($($format)+))
        }
    };
}

/// Shows a value to the [`History`](crate::History) of the run, if there is one.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(any::<u8>()).run(|n| observe!(n.count_ones()));
/// assert!(report.failures().is_empty());
/// ```
#[macro_export]
macro_rules! observe {
    ($value:expr $(,)?) => {
        $crate::__private::observe($value)
    };
}

/// Tells a guided search that it has got lost: it forgets the inputs it has come by, and starts afresh from chance.
///
/// For scores that can become good in a way that leads nowhere, such as a path that goes round in circles. The case itself
/// goes on and counts like any other. A search that is not guided takes no notice.
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
///     // Whoever has not arrived by now is walking in circles.
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

/// A value drawn in the body of a `#[property]`, told where the run is reported.
#[doc(hidden)]
#[macro_export]
macro_rules! __drawn {
    ($name:literal, $value:expr $(, $type:ty)?) => {
        match $value {
            drawn => {
                $(let drawn: $type = drawn;)?
                if $crate::__private::is_transcribing() {
                    use $crate::__private::{ShowDebug as _, ShowOpaque as _};
                    let value = (&$crate::__private::Show(&drawn)).show();
                    $crate::__private::tell($crate::Step::Drew { name: $name, value });
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
    ($future:expr) => {
        $crate::__private::block_on_tokio($future)
    };
}

/// Says what is missing.
#[doc(hidden)]
#[macro_export]
#[cfg(not(feature = "tokio"))]
macro_rules! __block_on_tokio {
    ($future:expr) => {
        ::core::compile_error!(
            "`runtime = \"tokio\"` needs the feature `tokio`: `cargo add disprove --dev --features tokio`"
        )
    };
}
