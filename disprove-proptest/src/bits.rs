//! Sets of bits: integers and lists of booleans, bit by bit.
//!
//! In disprove: `subsequence(..)`, or integers.
//!
//! ```
//! use proptest::{bits, prelude::*};
//!
//! proptest!(|(flags in bits::u8::masked(0b0101))| prop_assert_eq!(flags & !0b0101, 0));
//! ```

use crate::{
    collection::SizeRange,
    drawn::{Drawn, draws},
    subset::positions,
};
#[cfg(feature = "bit-set")]
use bit_set::BitSet;
use disprove::__private::choose_bool;
use std::{fmt::Debug, marker::PhantomData};

/// What can be used as a set of bits. In disprove: none is needed.
#[expect(clippy::len_without_is_empty, reason = "the trait has the methods of proptest")]
pub trait BitSetLike: Clone + Debug {
    /// An empty set with room for this many bits.
    fn new_bitset(max: usize) -> Self;
    /// The number of bits that there is room for.
    fn len(&self) -> usize;
    /// Whether a bit is in the set.
    fn test(&self, ix: usize) -> bool;
    /// Adds a bit.
    fn set(&mut self, ix: usize);
    /// Removes a bit.
    fn clear(&mut self, ix: usize);

    /// The number of bits in the set.
    ///
    /// ```
    /// use proptest::bits::BitSetLike;
    ///
    /// assert_eq!(BitSetLike::count(&0b101u8), 2);
    /// ```
    fn count(&self) -> usize {
        (0..self.len()).filter(|ix| self.test(*ix)).count()
    }
}

macro_rules! integers {
    ($($type:ident)*) => {$(
        impl BitSetLike for $type {
            fn new_bitset(_: usize) -> $type {
                0
            }

            fn len(&self) -> usize {
                $type::BITS as usize
            }

            fn test(&self, ix: usize) -> bool {
                self >> ix & 1 != 0
            }

            fn set(&mut self, ix: usize) {
                *self |= 1 << ix;
            }

            fn clear(&mut self, ix: usize) {
                *self &= !(1 << ix);
            }
        }

        /// Sets of bits of the integer type of the same name. In disprove: the integer type.
        #[doc = concat!("\n```\nuse proptest::prelude::*;\n\nproptest!(|(n in prop::bits::", stringify!($type), "::masked(0b101))| prop_assert_eq!(n & !0b101, 0));\n```")]
        pub mod $type {
            use super::{BitSetStrategy, SampledBitSetStrategy, SizeRange};

            /// All sets. In disprove: `any`.
            pub const ANY: BitSetStrategy<$type> =
                BitSetStrategy { min: 0, max: $type::BITS as usize, mask: None };

            /// Sets of the bits from `min` to `max`, the latter excluded. In disprove: a range.
            pub fn between(min: usize, max: usize) -> BitSetStrategy<$type> {
                BitSetStrategy::new(min, max)
            }

            /// Sets of the bits of a mask. In disprove: `subsequence(..)`.
            pub fn masked(mask: $type) -> BitSetStrategy<$type> {
                BitSetStrategy::masked(mask)
            }

            /// Sets of some of these bits, of some sizes. In disprove: `subsequence(..)`.
            #[track_caller]
            pub fn sampled(
                size: impl Into<SizeRange>,
                bits: impl Into<SizeRange>,
            ) -> SampledBitSetStrategy<$type> {
                SampledBitSetStrategy::new(size, bits)
            }
        }
    )*};
}

integers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

impl BitSetLike for Vec<bool> {
    fn new_bitset(max: usize) -> Vec<bool> {
        vec![false; max]
    }

    fn len(&self) -> usize {
        Vec::len(self)
    }

    fn test(&self, ix: usize) -> bool {
        self.get(ix) == Some(&true)
    }

    fn set(&mut self, ix: usize) {
        if self.len() <= ix {
            self.resize(ix + 1, false);
        }
        self[ix] = true;
    }

    fn clear(&mut self, ix: usize) {
        if let Some(bit) = self.get_mut(ix) {
            *bit = false;
        }
    }
}

#[cfg(feature = "bit-set")]
impl BitSetLike for BitSet {
    fn new_bitset(max: usize) -> BitSet {
        BitSet::with_capacity(max)
    }

    fn len(&self) -> usize {
        self.capacity()
    }

    fn test(&self, ix: usize) -> bool {
        self.contains(ix)
    }

    fn set(&mut self, ix: usize) {
        self.insert(ix);
    }

    fn clear(&mut self, ix: usize) {
        self.remove(ix);
    }
}

macro_rules! lists {
    ($($(#[$attribute:meta])* $module:ident: $type:ty;)*) => {$(
        $(#[$attribute])*
        /// Sets of bits as a list. In disprove: `vec(any::<bool>())`.
        pub mod $module {
            use super::*;

            /// Sets of the bits from `min` to `max`, the latter excluded. In disprove: `vec(any::<bool>())`.
            pub fn between(min: usize, max: usize) -> BitSetStrategy<$type> {
                BitSetStrategy::new(min, max)
            }

            /// Sets of the bits of a mask. In disprove: `subsequence(..)`.
            pub fn masked(mask: $type) -> BitSetStrategy<$type> {
                BitSetStrategy::masked(mask)
            }

            /// Sets of some of these bits, of some sizes. In disprove: `subsequence(..)`.
            #[track_caller]
            pub fn sampled(
                size: impl Into<SizeRange>,
                bits: impl Into<SizeRange>,
            ) -> SampledBitSetStrategy<$type> {
                SampledBitSetStrategy::new(size, bits)
            }
        }
    )*};
}

lists! {
    bool_vec: Vec<bool>;
    #[cfg(feature = "bit-set")]
    bitset: BitSet;
}

/// Sets of bits, each of which is included half of the time. In disprove: `subsequence(..)`.
#[derive(Clone, Copy, Debug)]
#[must_use = "strategies do nothing unless used"]
pub struct BitSetStrategy<T: BitSetLike> {
    min: usize,
    max: usize,
    mask: Option<T>,
}

impl<T: BitSetLike> BitSetStrategy<T> {
    /// Sets of the bits from `min` to `max`, the latter excluded. In disprove: `subsequence(..)`.
    ///
    /// ```
    /// use proptest::{bits::BitSetStrategy, prelude::*};
    ///
    /// proptest!(|(n in BitSetStrategy::<u8>::new(1, 3))| prop_assert_eq!(n & !0b110, 0));
    /// ```
    pub fn new(min: usize, max: usize) -> BitSetStrategy<T> {
        BitSetStrategy { min, max, mask: None }
    }

    /// Sets of the bits of a mask. In disprove: `subsequence(..)`.
    ///
    /// ```
    /// use proptest::{bits::BitSetStrategy, prelude::*};
    ///
    /// proptest!(|(n in BitSetStrategy::masked(0b101u8))| prop_assert_eq!(n & !0b101, 0));
    /// ```
    pub fn masked(mask: T) -> BitSetStrategy<T> {
        BitSetStrategy { min: 0, max: mask.len(), mask: Some(mask) }
    }
}

/// Sets of some bits, of some sizes. In disprove: `subsequence(..)`.
#[derive(Clone, Debug)]
#[must_use = "strategies do nothing unless used"]
pub struct SampledBitSetStrategy<T: BitSetLike> {
    size: SizeRange,
    bits: SizeRange,
    set: PhantomData<T>,
}

impl<T: BitSetLike> SampledBitSetStrategy<T> {
    /// Sets of these sizes, of these bits. In disprove: `subsequence(..)`.
    ///
    /// ```
    /// use proptest::{bits::SampledBitSetStrategy, prelude::*};
    ///
    /// proptest!(|(n in SampledBitSetStrategy::<u8>::new(2, 1..5))| {
    ///     prop_assert_eq!(n.count_ones(), 2);
    /// });
    /// ```
    ///
    /// # Panics
    /// If there are too few bits.
    #[track_caller]
    pub fn new(size: impl Into<SizeRange>, bits: impl Into<SizeRange>) -> SampledBitSetStrategy<T> {
        let (size, bits) = (size.into(), bits.into());
        size.assert_nonempty();
        let available = bits.end_excl() - bits.start();
        assert!(
            size.end_incl() <= available,
            "sets of up to {} bits need more than the {available} given",
            size.end_incl()
        );
        SampledBitSetStrategy { size, bits, set: PhantomData }
    }
}

/// A set of bits that was drawn. In disprove: none is needed.
pub type BitSetValueTree<T> = Drawn<T>;

impl<T: BitSetLike> BitSetStrategy<T> {
    fn draw(&self, runner: &mut crate::test_runner::TestRunner) -> T {
        let mut bits = T::new_bitset(self.max);
        runner.with(|src| {
            // The highest first, so that lower bits are simpler.
            for bit in (self.min..self.max).rev() {
                let is_possible = self.mask.as_ref().is_none_or(|mask| mask.test(bit));
                if is_possible && choose_bool(src, 1 << 63) {
                    bits.set(bit);
                }
            }
        });
        bits
    }
}

impl<T: BitSetLike> SampledBitSetStrategy<T> {
    fn draw(&self, runner: &mut crate::test_runner::TestRunner) -> T {
        let mut bits = T::new_bitset(self.bits.end_excl());
        let first = self.bits.start();
        let count = self.bits.end_excl() - first;
        for position in positions(runner, count, self.size.start_end_incl()) {
            bits.set(first + position);
        }
        bits
    }
}

draws! {
    [T: BitSetLike] BitSetStrategy<T> => T, Drawn<T>: |bits, runner| bits.draw(runner);
    [T: BitSetLike] SampledBitSetStrategy<T> => T, Drawn<T>: |bits, runner| bits.draw(runner);
}
