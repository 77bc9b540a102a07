//! Alternatives: `one_of!`.

use super::{Boxed, Encoder, Generator, IntoGenerator};
use crate::source::{Source, sample::Weights};
use std::any::type_name;

/// One of several generators: see [`one_of!`](crate::one_of).
#[derive(Clone, Debug)]
pub struct OneOf<'a, T> {
    alternatives: Vec<Boxed<'a, T>>,
    /// `None` if all are equal.
    weights: Option<Weights>,
}

/// A generator of `one_of!` with its weight.
#[doc(hidden)]
#[derive(Debug)]
pub struct Alternative<'a, T>(u32, Boxed<'a, T>);

impl<'a, T> Alternative<'a, T> {
    /// A generic function, so that the compiler infers the literals of one alternative from the others.
    #[doc(hidden)]
    #[track_caller]
    pub fn new<G>(weight: u32, generator: G) -> Alternative<'a, T>
    where
        G: IntoGenerator<Value = T>,
        G::Generator: 'a,
    {
        Alternative(weight, generator.into_generator().boxed())
    }
}

impl<'a, T> OneOf<'a, T> {
    #[doc(hidden)]
    #[track_caller]
    pub fn new(all: Vec<Alternative<'a, T>>) -> OneOf<'a, T> {
        let weights: Vec<u32> = all.iter().map(|alternative| alternative.0).collect();
        assert!(
            weights.iter().all(|weight| *weight > 0),
            "a weight in `one_of!` is 0: remove the alternative"
        );
        let even = weights.iter().all(|weight| *weight == weights[0]);
        OneOf {
            weights: (!even).then(|| Weights::new(&weights, &vec![false; weights.len()])),
            alternatives: all.into_iter().map(|alternative| alternative.1).collect(),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<T> Generator for OneOf<'_, T> {
    type Value = T;

    fn generate(&self, src: &mut Source) -> T {
        src.span(type_name::<Self>(), |src| {
            let branch = match &self.weights {
                None => src.branch(self.alternatives.len() as u32, 0),
                Some(weights) => src.weighted_branch(weights, 0, 0),
            };
            self.alternatives[branch as usize].generate(src)
        })
    }

    fn encode_into(&self, value: &T, encoder: &mut Encoder) -> bool {
        let (name, count) = (type_name::<Self>(), self.alternatives.len() as u32);
        // The first alternative that can produce the value, because the simplest comes first.
        self.alternatives.iter().zip(0..).any(|(alternative, branch)| {
            encoder.attempt(|encoder| {
                encoder.span(name, 0, |encoder| {
                    encoder.branch(count, 0, branch) && alternative.encode_into(value, encoder)
                })
            })
        })
    }
}

/// Draws from one of several generators of the same type of values, uniformly or by weight.
///
/// Write the simplest alternative first: reduction prefers it.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(one_of![just(0), 10..20, any()]).run(|n: u64| n <= u64::MAX);
/// assert!(report.failures().is_empty());
///
/// let mostly_small = one_of![9 => 0..10u32, 1 => any()];
/// assert!(mostly_small.encode(&1_000).is_some());
/// ```
#[doc(alias = "prop_oneof")]
#[doc(alias = "frequency")]
#[macro_export]
macro_rules! one_of {
    ($($weight:literal => $generator:expr),+ $(,)?) => {
        $crate::__private::OneOf::new($crate::__private::std::vec![
            $($crate::__private::Alternative::new($weight, $generator)),+
        ])
    };
    ($($generator:expr),+ $(,)?) => {
        $crate::__private::OneOf::new($crate::__private::std::vec![
            $($crate::__private::Alternative::new(1, $generator)),+
        ])
    };
}
