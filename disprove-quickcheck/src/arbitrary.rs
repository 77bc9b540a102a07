//! `Arbitrary`, and its implementations for the types of the standard library.

mod collections;
mod composed;
mod native;

use crate::{Gen, empty_shrinker};

/// Types whose values can be generated.
///
/// In disprove: `#[derive(Arbitrary)]`, or a function of `&mut Source`.
///
/// ```
/// use quickcheck::{Arbitrary, Gen, quickcheck};
///
/// #[derive(Clone, Debug)]
/// struct Even(u32);
///
/// impl Arbitrary for Even {
///     fn arbitrary(g: &mut Gen) -> Even {
///         Even(u32::arbitrary(g) / 2 * 2)
///     }
/// }
///
/// quickcheck((|n: Even| n.0 % 2 == 0) as fn(Even) -> bool);
/// ```
pub trait Arbitrary: Clone + 'static {
    /// Generates a value. In disprove: `src.draw(any::<T>())`.
    ///
    /// ```
    /// use quickcheck::{Arbitrary, Gen};
    ///
    /// let bit = bool::arbitrary(&mut Gen::new(10));
    /// # let _ = bit;
    /// ```
    fn arbitrary(g: &mut Gen) -> Self;

    /// Smaller values. Runs do not call it: they reduce the choices that `arbitrary` made.
    ///
    /// ```
    /// use quickcheck::Arbitrary;
    ///
    /// assert_eq!(true.shrink().collect::<Vec<_>>(), [false]);
    /// ```
    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        empty_shrinker()
    }

    /// Generates a list, possibly faster than one by one.
    #[doc(hidden)]
    fn list(g: &mut Gen) -> Vec<Self> {
        g.list()
    }
}
