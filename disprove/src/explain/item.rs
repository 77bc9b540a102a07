//! The items of an explanation.

/// An item of the explanation of a failing input: a part that matters, parts that do not, or a similar input that
/// passes. See [`Failure::explanation`](crate::Failure::explanation).
///
/// Each item describes inputs that were run, and claims nothing about others.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check((any::<u32>(), any::<bool>()))
///     .seed(1)
///     .explain(true)
///     .run(|(n, _)| assert!(n < 10, "too large"));
/// let items: Vec<String> = report.failures()[0].explanation().iter().map(|item| item.to_string()).collect();
/// assert!(items[0].starts_with("input.0 = 10: smaller ones pass (0, 5, 9), larger"));
/// assert_eq!(items[1], "input.1: may be anything");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExplanationItem {
    /// Every other input tried fails as well.
    AnyInput {
        /// Inputs tried.
        tried: u64,
    },
    /// These parts must be equal: the property fails if they change together, and passes if one changes alone.
    Equal {
        /// Names of the parts.
        parts: Vec<String>,
        /// Other values that fail if all of the parts have them.
        fails: Vec<String>,
    },
    /// The length of a collection matters.
    Length {
        /// Name of the collection.
        part: String,
        /// Its length.
        length: usize,
        /// Other lengths that pass, ascending.
        passes: Vec<usize>,
        /// Other lengths that fail, ascending. A length may be in both lists, with different elements added or removed.
        fails: Vec<usize>,
    },
    /// The value of a part matters.
    Value {
        /// Name of the part.
        part: String,
        /// Its value, printed with `Debug`.
        value: String,
        /// Other values that pass; numbers in ascending order.
        passes: Vec<String>,
        /// Other values that fail; numbers in ascending order.
        fails: Vec<String>,
    },
    /// The values of several elements of a collection matter.
    Elements {
        /// Name of the collection.
        part: String,
        /// Elements that pass with another value.
        relevant: usize,
        /// Elements of which other values were tried.
        tried: usize,
        /// All elements.
        length: usize,
    },
    /// The order of the calls of a state machine. Numbers are those of the first of two neighbors, from 1.
    Order {
        /// Neighbors that pass if they are swapped.
        passes: Vec<usize>,
        /// Neighbors that fail also if they are swapped.
        fails: Vec<usize>,
    },
    /// The values of these parts do not matter.
    Free {
        /// Names of the parts.
        parts: Vec<String>,
        /// Other values tried of each part, unless all were tried; the minimum over the parts.
        tried: u64,
        /// Number of parts of which every other value was tried.
        exhausted: usize,
        /// For several parts: whether the property also failed every time when they changed together.
        together: Option<bool>,
    },
    /// The most similar input that passes.
    Passing {
        /// Names and values of the parts that differ.
        changed: Vec<(String, String)>,
        /// Token that reproduces this input: see [`Check::replay`](crate::Check::replay).
        replay_token: String,
    },
}
