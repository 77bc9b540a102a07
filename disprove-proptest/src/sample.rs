//! Values of a list: one, several, or an index.
//!
//! In disprove: `sample(..)`, `subsequence(..)`, `index(..)`.
//!
//! ```
//! use proptest::{prelude::*, sample::select};
//!
//! proptest!(|(verb in select(vec!["GET", "PUT"]))| prop_assert_eq!(verb.len(), 3));
//! ```

pub use crate::collection::{SizeRange, size_range};

use crate::{
    drawn::{Drawn, draws},
    strategy::ValueTree,
    subset::positions,
    test_runner::TestRng,
};
use disprove::__private::choose_branch;
use rand::RngExt;
use std::{borrow::Cow, fmt::Debug};

/// One of several values: see [`select`]. In disprove: `sample(..)`.
#[derive(Clone, Debug)]
#[must_use = "strategies do nothing unless used"]
pub struct Select<T: Clone + Debug + 'static>(Cow<'static, [T]>);

/// A value that was selected. In disprove: none is needed.
pub type SelectValueTree<T> = Drawn<T>;

/// One of the values. In disprove: `sample(..)`.
///
/// ```
/// use proptest::prelude::*;
///
/// proptest!(|(color in prop::sample::select(vec!["red", "blue"]))| prop_assert!(color.len() < 5));
/// ```
///
/// # Panics
/// If there are none.
#[track_caller]
pub fn select<T: Clone + Debug + 'static>(values: impl Into<Cow<'static, [T]>>) -> Select<T> {
    let values = values.into();
    assert!(!values.is_empty(), "`select` needs at least one value");
    Select(values)
}

/// Some of several values, in their order: see [`subsequence`]. In disprove: `subsequence(..)`.
#[derive(Clone, Debug)]
#[must_use = "strategies do nothing unless used"]
pub struct Subsequence<T: Clone + 'static> {
    values: Cow<'static, [T]>,
    size: SizeRange,
}

/// Values that were selected. In disprove: none is needed.
pub type SubsequenceValueTree<T> = Drawn<Vec<T>>;

/// Some of the values, in their order. In disprove: `subsequence(..).len(..)`.
///
/// ```
/// use proptest::prelude::*;
///
/// proptest!(|(two in prop::sample::subsequence(vec![1, 2, 3], 2))| prop_assert!(two[0] < two[1]));
/// ```
///
/// # Panics
/// If there are too few.
#[track_caller]
pub fn subsequence<T: Clone + 'static>(
    values: impl Into<Cow<'static, [T]>>,
    size: impl Into<SizeRange>,
) -> Subsequence<T> {
    let (values, size) = (values.into(), size.into());
    size.assert_nonempty();
    assert!(
        size.end_incl() <= values.len(),
        "Maximum size of subsequence {} exceeds length of input {}",
        size.end_incl(),
        values.len()
    );
    Subsequence { values, size }
}

/// An index into a list whose length is known later. In disprove: `index(&list)`, in a function of `&mut Source`.
///
/// ```
/// use proptest::{prelude::*, sample::Index};
///
/// proptest!(|(i: Index, list in prop::collection::vec(0..9u8, 1..5))| {
///     prop_assert!(list.contains(i.get(&list)));
/// });
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Index(usize);

impl Index {
    /// The index into a list of this length. In disprove: `index(&list)`.
    ///
    /// ```
    /// use proptest::{prelude::*, sample::Index};
    ///
    /// proptest!(|(i: Index)| prop_assert!(i.index(3) < 3));
    /// ```
    ///
    /// # Panics
    /// If the length is 0.
    #[track_caller]
    pub fn index(&self, size: usize) -> usize {
        assert!(size > 0, "Attempt to use `Index` with 0-size collection");
        ((self.0 as u128 * size as u128) >> usize::BITS) as usize
    }

    /// The element of a slice. In disprove: `index(&list)`.
    ///
    /// ```
    /// use proptest::{prelude::*, sample::Index};
    ///
    /// proptest!(|(i: Index)| prop_assert!(*i.get(&[1, 2]) < 3));
    /// ```
    ///
    /// # Panics
    /// If the slice is empty.
    #[track_caller]
    pub fn get<'a, T>(&self, slice: &'a [T]) -> &'a T {
        &slice[self.index(slice.len())]
    }

    /// The element of a slice. In disprove: `index(&list)`.
    ///
    /// ```
    /// use proptest::{prelude::*, sample::Index};
    ///
    /// proptest!(|(i: Index)| prop_assert!(*i.get_mut(&mut [1, 2]) < 3));
    /// ```
    ///
    /// # Panics
    /// If the slice is empty.
    #[track_caller]
    pub fn get_mut<'a, T>(&self, slice: &'a mut [T]) -> &'a mut T {
        let index = self.index(slice.len());
        &mut slice[index]
    }
}

impl AsRef<Index> for Index {
    fn as_ref(&self) -> &Index {
        self
    }
}

/// Indices: `any::<Index>()`. In disprove: `index(&list)`.
#[derive(Clone, Debug)]
#[must_use = "strategies do nothing unless used"]
pub struct IndexStrategy(pub(crate) ());

/// An index that was drawn. In disprove: none is needed.
#[derive(Clone, Debug)]
pub struct IndexValueTree(Index);

impl ValueTree for IndexValueTree {
    type Value = Index;

    fn current(&self) -> Index {
        self.0
    }
}

/// Selects from iterators. In disprove: `index(&list)`, in a function of `&mut Source`.
///
/// ```
/// use proptest::{prelude::*, sample::Selector};
///
/// proptest!(|(one: Selector)| prop_assert!(one.select(1..4) < 4));
/// ```
#[derive(Clone, Debug)]
pub struct Selector(TestRng);

impl Selector {
    /// One of the elements. In disprove: `index(&list)`.
    ///
    /// ```
    /// use proptest::{prelude::*, sample::Selector};
    ///
    /// proptest!(|(one: Selector)| prop_assert!(one.select([1, 2]) < 3));
    /// ```
    ///
    /// # Panics
    /// If there are none.
    #[track_caller]
    pub fn select<T: IntoIterator>(&self, it: T) -> T::Item {
        self.try_select(it).expect("select from empty iterator")
    }

    /// One of the elements, if there are any. In disprove: `index(&list)`.
    ///
    /// ```
    /// use proptest::{prelude::*, sample::Selector};
    ///
    /// proptest!(|(one: Selector)| prop_assert_eq!(one.try_select([0; 0]), None));
    /// ```
    pub fn try_select<T: IntoIterator>(&self, it: T) -> Option<T::Item> {
        let mut rng = self.0.clone();
        let mut best = None;
        for (before, item) in it.into_iter().enumerate() {
            if rng.random_range(0..=before) == 0 {
                best = Some(item);
            }
        }
        best
    }
}

/// Selectors: `any::<Selector>()`. In disprove: `index(&list)`.
#[derive(Debug)]
#[must_use = "strategies do nothing unless used"]
pub struct SelectorStrategy(pub(crate) ());

/// A selector that was drawn. In disprove: none is needed.
#[derive(Debug)]
pub struct SelectorValueTree(Selector);

impl ValueTree for SelectorValueTree {
    type Value = Selector;

    fn current(&self) -> Selector {
        self.0.clone()
    }
}

draws! {
    [T: Clone + Debug + 'static] Select<T> => T, Drawn<T>: |select, runner| {
        let choice = runner.with(|src| choose_branch(src, select.0.len() as u32));
        select.0[choice as usize].clone()
    };
    [T: Clone + Debug + 'static] Subsequence<T> => Vec<T>, Drawn<Vec<T>>: |all, runner| {
        let taken = positions(runner, all.values.len(), all.size.start_end_incl());
        taken.into_iter().map(|position| all.values[position].clone()).collect()
    };
    [] IndexStrategy => Index, IndexValueTree: |_any, runner| Index(runner.rng().word() as usize);
    [] SelectorStrategy => Selector, SelectorValueTree: |_any, runner| Selector(runner.new_rng());
}
