//! Types that consist of others.

use crate::{Arbitrary, Gen, empty_shrinker, shrink::Shrinker};
use std::{
    num::Wrapping,
    ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive},
    rc::Rc,
    sync::Arc,
};

impl<A: Arbitrary> Arbitrary for Option<A> {
    fn arbitrary(g: &mut Gen) -> Option<A> {
        bool::arbitrary(g).then(|| g.part())
    }

    fn shrink(&self) -> Shrinker<Option<A>> {
        match self {
            None => empty_shrinker(),
            Some(value) => Box::new(std::iter::once(None).chain(value.shrink().map(Some))),
        }
    }
}

impl<A: Arbitrary, B: Arbitrary> Arbitrary for Result<A, B> {
    fn arbitrary(g: &mut Gen) -> Result<A, B> {
        if bool::arbitrary(g) { Err(g.part()) } else { Ok(g.part()) }
    }

    fn shrink(&self) -> Shrinker<Result<A, B>> {
        match self {
            Ok(value) => Box::new(value.shrink().map(Ok)),
            Err(error) => Box::new(error.shrink().map(Err)),
        }
    }
}

impl<T: Arbitrary> Arbitrary for Bound<T> {
    fn arbitrary(g: &mut Gen) -> Bound<T> {
        match g.choose(&[0, 1, 2]) {
            Some(0) => Bound::Unbounded,
            Some(1) => Bound::Included(g.part()),
            _ => Bound::Excluded(g.part()),
        }
    }

    fn shrink(&self) -> Shrinker<Bound<T>> {
        match self {
            Bound::Included(value) => Box::new(value.shrink().map(Bound::Included)),
            Bound::Excluded(value) => Box::new(value.shrink().map(Bound::Excluded)),
            Bound::Unbounded => empty_shrinker(),
        }
    }
}

impl<A: Arbitrary, const N: usize> Arbitrary for [A; N] {
    fn arbitrary(g: &mut Gen) -> [A; N] {
        std::array::from_fn(|_| g.part())
    }

    fn shrink(&self) -> Shrinker<[A; N]> {
        let whole = self.clone();
        Box::new((0..N).flat_map(move |at| {
            let whole = whole.clone();
            whole[at].shrink().map(move |element| {
                let mut array = whole.clone();
                array[at] = element;
                array
            })
        }))
    }
}

/// Types that hold one value.
macro_rules! wrappers {
    ($($type:ident, $bound:ident: $wrapper:ident => $inner:expr, $value:ident => $made:expr;)*) => {
        $(
            impl<A: Arbitrary + $bound> Arbitrary for $type<A> {
                fn arbitrary(g: &mut Gen) -> $type<A> {
                    let $value: A = g.part();
                    $made
                }

                fn shrink(&self) -> Shrinker<$type<A>> {
                    let $wrapper = self;
                    let inner: &A = $inner;
                    Box::new(inner.shrink().map(|$value| $made))
                }
            }
        )*
    };
}

wrappers! {
    Box, Sized: it => it, value => Box::new(value);
    Rc, Sized: it => it, value => Rc::new(value);
    Arc, Sync: it => it, value => Arc::new(value);
    Wrapping, Sized: it => &it.0, value => Wrapping(value);
    RangeFrom, PartialOrd: it => &it.start, value => value..;
    RangeTo, PartialOrd: it => &it.end, value => ..value;
    RangeToInclusive, PartialOrd: it => &it.end, value => ..=value;
}

impl<T: Arbitrary + PartialOrd> Arbitrary for Range<T> {
    fn arbitrary(g: &mut Gen) -> Range<T> {
        g.part()..g.part()
    }

    fn shrink(&self) -> Shrinker<Range<T>> {
        let ends = (self.start.clone(), self.end.clone());
        Box::new(ends.shrink().map(|(start, end)| start..end))
    }
}

impl<T: Arbitrary + PartialOrd> Arbitrary for RangeInclusive<T> {
    fn arbitrary(g: &mut Gen) -> RangeInclusive<T> {
        g.part()..=g.part()
    }

    fn shrink(&self) -> Shrinker<RangeInclusive<T>> {
        let ends = (self.start().clone(), self.end().clone());
        Box::new(ends.shrink().map(|(start, end)| start..=end))
    }
}

macro_rules! tuple {
    ($(($letter:ident, $index:tt)),*) => {
        impl<$($letter: Arbitrary),*> Arbitrary for ($($letter,)*) {
            fn arbitrary(g: &mut Gen) -> Self {
                ($(g.part::<$letter>(),)*)
            }

            fn shrink(&self) -> Shrinker<Self> {
                let all = std::iter::empty();
                $(
                    let whole = self.clone();
                    let all = all.chain(self.$index.shrink().map(move |part| {
                        let mut smaller = whole.clone();
                        smaller.$index = part;
                        smaller
                    }));
                )*
                Box::new(all)
            }
        }
    };
}

tuple!((A, 0));
tuple!((A, 0), (B, 1));
tuple!((A, 0), (B, 1), (C, 2));
tuple!((A, 0), (B, 1), (C, 2), (D, 3));
tuple!((A, 0), (B, 1), (C, 2), (D, 3), (E, 4));
tuple!((A, 0), (B, 1), (C, 2), (D, 3), (E, 4), (F, 5));
tuple!((A, 0), (B, 1), (C, 2), (D, 3), (E, 4), (F, 5), (G, 6));
tuple!((A, 0), (B, 1), (C, 2), (D, 3), (E, 4), (F, 5), (G, 6), (H, 7));
