//! Generated functions: pure functions from arguments to generated results.

use super::{
    Arbitrary, Encoder, Generator, IntoGenerator, any,
    argument_hash::argument_hash,
    call_log::{function_number, is_logging, log_call},
    vec,
};
use crate::source::Source;
use std::{
    fmt::{self, Debug},
    hash::Hash,
    marker::PhantomData,
    sync::Arc,
};

/// Results of a function at most. More cost draws in every case, and few arguments reach them.
const RESULTS: usize = 16;

/// A generated function: see [`fn_of`].
pub struct Function<A: ?Sized, R> {
    marks: Arc<Marks<R>>,
    /// Its number in this case.
    number: u32,
    argument: PhantomData<fn(&A)>,
}

/// What determines a function: marks on a ring, each with a result. The position of an argument on the ring is its hash,
/// and the next mark has its result. If a mark is deleted, only the arguments before it get another result, that of the
/// next mark. So reduction deletes marks one by one, and a function with one mark is constant.
#[derive(Debug, PartialEq, Eq)]
struct Marks<R>(Vec<(u8, R)>);

impl<R> Marks<R> {
    fn result(&self, position: u8) -> &R {
        let next = |(mark, _): &&(u8, R)| mark.wrapping_sub(position);
        &self.0.iter().min_by_key(next).expect("there is a mark").1
    }
}

impl<A: ?Sized, R> Function<A, R> {
    fn new(marks: Vec<(u8, R)>) -> Self {
        let marks = Arc::new(Marks(marks));
        Function { marks, number: function_number(), argument: PhantomData }
    }

    /// The function that returns `result` for every argument, for an `#[example(..)]`.
    ///
    /// ```
    /// use disprove::{Function, prelude::*};
    ///
    /// let always = Function::<str, u8>::constant(3);
    /// assert_eq!(always.call("any text"), 3);
    /// ```
    pub fn constant(result: R) -> Self {
        Function::new(vec![(0, result)])
    }
}

impl<A: Hash + Debug + ?Sized, R: Clone + Debug> Function<A, R> {
    /// Calls the function. Equal arguments have equal results.
    ///
    /// ```
    /// use disprove::{Function, prelude::*};
    ///
    /// let report = check((any::<Function<(u8, u8), bool>>(), any::<u8>()))
    ///     .run(|(is_less, n)| is_less.call(&(n, 3)) == is_less.clone().call(&(n, 3)));
    /// assert!(report.failures().is_empty());
    /// ```
    pub fn call(&self, argument: &A) -> R {
        let position = (argument_hash(argument) >> (u64::BITS - u8::BITS)) as u8;
        let result = self.marks.result(position);
        if is_logging() {
            log_call(self.number, format!("{argument:?}"), format!("{result:?}"));
        }
        result.clone()
    }

    /// The function as a closure, for code that takes an `impl Fn(&A) -> R`.
    ///
    /// ```
    /// use disprove::{Function, prelude::*};
    ///
    /// let report = check((vec(any::<u8>()), any::<Function<u8, bool>>())).run(|(mut xs, keep)| {
    ///     let kept = xs.iter().filter(|x| keep.call(x)).count();
    ///     xs.retain(keep.as_fn());
    ///     assert_eq!(xs.len(), kept);
    /// });
    /// assert!(report.failures().is_empty());
    /// ```
    pub fn as_fn(&self) -> impl Fn(&A) -> R + Clone + '_ {
        |argument| self.call(argument)
    }
}

impl<A: ?Sized, R> Clone for Function<A, R> {
    fn clone(&self) -> Self {
        Function { marks: Arc::clone(&self.marks), number: self.number, argument: PhantomData }
    }
}

impl<A: ?Sized, R: PartialEq> PartialEq for Function<A, R> {
    fn eq(&self, other: &Self) -> bool {
        self.marks == other.marks
    }
}

impl<A: ?Sized, R: Eq> Eq for Function<A, R> {}

/// The results that the function can have. Which argument has which is printed with the calls.
impl<A: ?Sized, R: Debug> Debug for Function<A, R> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut results: Vec<String> = Vec::new();
        for (_, result) in &self.marks.0 {
            let result = format!("{result:?}");
            if !results.contains(&result) {
                results.push(result);
            }
        }
        write!(out, "|_| {}", results.join(" or "))
    }
}

/// Pure functions: see [`fn_of`].
pub struct FnOf<A: ?Sized, G> {
    result: G,
    argument: PhantomData<fn(&A)>,
}

/// Pure functions of `&A`, whose results come from a generator.
///
/// ```
/// use disprove::prelude::*;
///
/// // Sorting by a key keeps the order of elements with equal keys, but reversing twice around it does not.
/// let inputs = (vec(0..100_u8), fn_of::<u8, _>(0..3_u8));
/// let report = check(inputs).seed(1).run(|(mut xs, key)| {
///     let mut reversed: Vec<u8> = xs.iter().rev().copied().collect();
///     reversed.sort_by_key(key.as_fn());
///     xs.sort_by_key(key.as_fn());
///     xs == reversed
/// });
/// let (xs, key) = report.failures()[0].value();
/// assert_eq!((&xs[..], format!("{key:?}")), (&[0, 1][..], "|_| 0".to_owned()));
/// ```
///
/// `Function<A, R>` is also the type of an argument, if `R` has a default generator:
///
/// ```
/// use disprove::{Function, prelude::*};
///
/// #[property]
/// fn filtering_twice_is_filtering_once(mut xs: Vec<u8>, keep: Function<u8, bool>) {
///     xs.retain(keep.as_fn());
///     let once = xs.clone();
///     xs.retain(keep.as_fn());
///     assert_eq!(xs, once);
/// }
/// # fn main() {}
/// ```
///
/// A report shows the calls as a table, such as `{3 => true, _ => false}`. Here all other arguments of the calls had the
/// result `false`. The argument may be a `str`, a slice, a tuple, or anything else that can be hashed.
#[track_caller]
pub fn fn_of<A: ?Sized, G: IntoGenerator>(result: G) -> FnOf<A, G::Generator> {
    FnOf { result: result.into_generator(), argument: PhantomData }
}

impl<A: ?Sized, G: Clone> Clone for FnOf<A, G> {
    fn clone(&self) -> Self {
        FnOf { result: self.result.clone(), argument: PhantomData }
    }
}

impl<A: ?Sized, G: Debug> Debug for FnOf<A, G> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("FnOf").field(&self.result).finish()
    }
}

impl<A: ?Sized, G: Generator> FnOf<A, G> {
    /// The marks of a function.
    fn marks(&self) -> impl Generator<Value = Vec<(u8, G::Value)>> + '_ {
        vec((0..=u8::MAX, self.result.by_ref())).len(1..=RESULTS)
    }
}

#[diagnostic::do_not_recommend]
impl<A: ?Sized, G: Generator> Generator for FnOf<A, G> {
    type Value = Function<A, G::Value>;

    fn generate(&self, src: &mut Source) -> Function<A, G::Value> {
        Function::new(self.marks().generate(src))
    }

    fn encode_into(&self, function: &Function<A, G::Value>, encoder: &mut Encoder) -> bool {
        self.marks().encode_into(&function.marks.0, encoder)
    }
}

impl<A: ?Sized, R: Arbitrary> Arbitrary for Function<A, R> {
    fn arbitrary(src: &mut Source) -> Self {
        fn_of(any::<R>()).generate(src)
    }

    fn encode(value: &Self, encoder: &mut Encoder) -> bool {
        fn_of(any::<R>()).encode_into(value, encoder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_has_the_result_of_the_next_mark() {
        let marks = Marks(vec![(200, 'b'), (100, 'c'), (200, 'd')]);
        let results: String = [0, 100, 101, 200, 201].map(|at| *marks.result(at)).iter().collect();
        assert_eq!(results, "ccbbc");
        let fewer = Marks(vec![(200, 'b')]);
        assert_eq!(*fewer.result(0), 'b', "the next one has what the deleted one had");
    }

    #[test]
    fn a_function_has_choices() {
        let some = Function::<str, u8>::new(vec![(7, 3), (250, 0)]);
        assert!(fn_of::<str, _>(0..9_u8).encode(&some).is_some());
        assert!(fn_of::<str, _>(0..3_u8).encode(&some).is_none(), "3 is not a result");
        assert!(any::<Function<str, u8>>().encode(&Function::constant(200)).is_some());
    }

    #[test]
    fn a_function_prints_its_results() {
        let function = Function::<u8, u8>::new(vec![(9, 1), (7, 3), (250, 1), (3, 0)]);
        assert_eq!(format!("{function:?}"), "|_| 1 or 3 or 0");
    }
}
