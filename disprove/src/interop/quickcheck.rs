//! `quickcheck`: types that implement its `Arbitrary`.

use super::path::{ALTERNATIVES, Path};
use crate::{
    generator::{Generator, Int},
    source::Source,
};
use quickcheck::{Arbitrary, Gen};
use std::{any::type_name, fmt, marker::PhantomData};

/// See [`from_quickcheck`].
pub struct FromQuickcheck<T>(PhantomData<fn() -> T>);

/// The size that quickcheck's own runner uses.
const SIZE: usize = 100;

/// So many steps of reduction at most. Lists of a few large numbers take about a hundred.
const STEPS: usize = 256;

/// The last alternative at a step: none of the smaller values next in turn, those after them.
const SKIP: u32 = ALTERNATIVES - 1;

/// Values of a type that implements `Arbitrary` of quickcheck (1.1). Feature `quickcheck`.
///
/// Quickcheck's random numbers cannot be replaced. So its values are made of a size and a seed, and they are
/// reduced by quickcheck's own `shrink`: as well as there, and no better. A token holds the seed and the
/// steps, so it is of use only with the same version of quickcheck.
///
/// ```
/// use disprove::prelude::*;
///
/// let report = check(from_quickcheck::<Vec<u8>>()).seed(1).run(|xs| xs.iter().all(|x| *x < 50));
/// assert_eq!(report.failures()[0].value(), &[50]);
/// ```
pub fn from_quickcheck<T: Arbitrary>() -> FromQuickcheck<T> {
    FromQuickcheck(PhantomData)
}

impl<T> Clone for FromQuickcheck<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for FromQuickcheck<T> {}

impl<T> fmt::Debug for FromQuickcheck<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "FromQuickcheck<{}>", type_name::<T>())
    }
}

impl<T: Arbitrary> Generator for FromQuickcheck<T> {
    type Value = T;

    fn generate(&self, src: &mut Source) -> T {
        src.span(type_name::<Self>(), |src| {
            let size = usize::between(src, 1, SIZE);
            let seed = src.uniform_word();
            let value = T::arbitrary(&mut Gen::from_size_and_seed(size, seed));
            if src.is_recording() { reduced(value, src) } else { value }
        })
    }
}

/// Goes round and round through the smaller values that `shrink` offers. After a step it goes on where
/// it was, as what comes before has just been tried with a value much like it.
fn reduced<T: Arbitrary>(mut value: T, src: &mut Source) -> T {
    let mut path = Path::new(type_name::<FromQuickcheck<T>>(), STEPS);
    // Where it is, and how many were of no use before.
    let (mut place, mut useless) = (0, 0);
    while let Some(step) = path.step(src) {
        let ahead = step as usize;
        if nth(&value, useless + ahead).is_err() {
            break;
        }
        place += ahead;
        if step == SKIP {
            useless += ahead;
            continue;
        }
        let smaller = nth(&value, place).or_else(|count| {
            place %= count;
            nth(&value, place)
        });
        value = smaller.unwrap_or(value);
        useless = 0;
    }
    path.finish(src);
    value
}

/// A smaller value, or how many there are.
fn nth<T: Arbitrary>(value: &T, place: usize) -> Result<T, usize> {
    let mut count = 0;
    let counted = value.shrink().inspect(|_| count += 1).nth(place);
    counted.ok_or(count)
}
