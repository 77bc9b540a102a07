//! Feature `quickcheck`: types that implement `quickcheck::Arbitrary`.

use super::path::{ALTERNATIVES, Path};
use crate::{
    generator::{Generator, Int},
    source::Source,
};
use quickcheck::{Arbitrary, Gen};
use std::{any::type_name, fmt, marker::PhantomData};

/// Values of types that implement `quickcheck::Arbitrary`: see [`from_quickcheck`].
pub struct FromQuickcheck<T>(PhantomData<fn() -> T>);

/// The largest size: that of quickcheck's own runner.
const SIZE: usize = 100;

/// The largest number of reduction steps. Lists of a few large numbers take about 100.
const MAX_STEPS: usize = 256;

/// The last alternative at a step: skip the next candidates, and continue with those after them.
const SKIP: u32 = ALTERNATIVES - 1;

/// Values of a type that implements `Arbitrary` of quickcheck (1.1). Feature `quickcheck`.
///
/// Quickcheck's random numbers cannot be replaced. So the choices are a size and a seed, and reduction uses quickcheck's own
/// `shrink`: the results are as small as quickcheck's. A replay token holds the seed and the steps, so it works only with
/// the same version of quickcheck.
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

#[diagnostic::do_not_recommend]
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

/// Cycles through the candidates that `shrink` offers. After a step, it continues at the same position, because earlier
/// candidates have just been tried with a similar value.
fn reduced<T: Arbitrary>(mut value: T, src: &mut Source) -> T {
    let mut path = Path::new(type_name::<FromQuickcheck<T>>(), MAX_STEPS);
    // The position, and the number of candidates skipped since the last step.
    let (mut position, mut skipped) = (0, 0);
    while let Some(step) = path.step(src) {
        let ahead = step as usize;
        if nth(&value, skipped + ahead).is_err() {
            break;
        }
        position += ahead;
        if step == SKIP {
            skipped += ahead;
            continue;
        }
        let smaller = nth(&value, position).or_else(|count| {
            position %= count;
            nth(&value, position)
        });
        value = smaller.unwrap_or(value);
        skipped = 0;
    }
    path.finish(src);
    value
}

/// The candidate at a position, or the number of candidates.
fn nth<T: Arbitrary>(value: &T, position: usize) -> Result<T, usize> {
    let mut count = 0;
    let counted = value.shrink().inspect(|_| count += 1).nth(position);
    counted.ok_or(count)
}
