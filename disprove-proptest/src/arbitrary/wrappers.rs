//! Types that hold one value.

use super::{Arbitrary, SMapped, any_with, arbitraries, mapped};
use crate::strategy::{MapInto, Strategy};
use std::{
    borrow::{Borrow, Cow},
    cell::{Cell, RefCell, UnsafeCell},
    cmp::Reverse,
    fmt::Debug,
    num::{Saturating, Wrapping},
    ops::{Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive},
    rc::Rc,
    sync::{Arc, Mutex, RwLock},
};

macro_rules! from_value {
    ($($type:ident $(+ $bound:ident)?;)*) => {
        arbitraries! {
            $(
                [A: Arbitrary $(+ $bound)?] $type<A>, MapInto<A::Strategy, Self>, A::Parameters:
                    arguments => any_with::<A>(arguments).prop_map_into();
            )*
        }
    };
}

from_value! { Box; Rc; Arc; Cell + Copy; RefCell; UnsafeCell; Mutex; RwLock; }

macro_rules! by_function {
    ($($type:ident: $value:ident => $make:expr;)*) => {
        arbitraries! {
            $(
                [A: Arbitrary] $type<A>, SMapped<A, Self>, A::Parameters:
                    arguments => mapped(any_with::<A>(arguments), |$value| $make);
            )*
        }
    };
}

by_function! {
    Wrapping: value => Wrapping(value);
    Saturating: value => Saturating(value);
    Reverse: value => Reverse(value);
    RangeFrom: start => start..;
    RangeTo: end => ..end;
    RangeToInclusive: end => ..=end;
}

arbitraries! {
    [A: Arbitrary + PartialOrd] Range<A>, SMapped<(A, A), Range<A>>, (A::Parameters, A::Parameters):
        arguments => mapped(any_with::<(A, A)>(arguments), |(a, b)| if b < a { b..a } else { a..b });
    [A: Arbitrary + PartialOrd] RangeInclusive<A>, SMapped<(A, A), RangeInclusive<A>>,
        (A::Parameters, A::Parameters):
        arguments => mapped(any_with::<(A, A)>(arguments), |(a, b)| {
            if b < a { b..=a } else { a..=b }
        });
    [A: Arbitrary + Borrow<B>, B: ToOwned<Owned = A> + Debug + ?Sized] Cow<'static, B>,
        SMapped<A, Cow<'static, B>>, A::Parameters:
        arguments => mapped(any_with::<A>(arguments), Cow::Owned);
}
