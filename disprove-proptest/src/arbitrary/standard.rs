//! Other types of the standard library.

use super::{Arbitrary, SMapped, StrategyFor, any, any_with, arbitraries, mapped};
use crate::strategy::{FilterMap, Just, LazyJust, LazyJustFn, Strategy, TupleUnion, WA, statics};
use std::{
    cmp::Ordering,
    collections::hash_map::{DefaultHasher, RandomState},
    fmt,
    hash::BuildHasherDefault,
    marker::PhantomData,
    num::{FpCategory, NonZero, ParseFloatError, ParseIntError},
    ops::{Bound, RangeFull},
    sync::{
        Arc,
        atomic::{self, AtomicBool, AtomicIsize, AtomicUsize},
    },
};

macro_rules! non_zero {
    ($($type:ident)*) => {
        arbitraries! {
            $(
                [] NonZero<$type>, FilterMap<StrategyFor<$type>, fn($type) -> Option<NonZero<$type>>>, ():
                    () => any::<$type>().prop_filter_map("must be non zero", NonZero::new);
            )*
        }
    };
}

non_zero! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

type OneOf3<T> = TupleUnion<(WA<Just<T>>, WA<Just<T>>, WA<Just<T>>)>;
type OneOf5<T> = TupleUnion<(WA<Just<T>>, WA<Just<T>>, WA<Just<T>>, WA<Just<T>>, WA<Just<T>>)>;
type Shared<A, T> = statics::Map<Arc<StrategyFor<A>>, fn(A) -> T>;

arbitraries! {
    [] Ordering, OneOf3<Ordering>, (): () => crate::prop_oneof![
        Just(Ordering::Equal),
        Just(Ordering::Less),
        Just(Ordering::Greater),
    ];
    [] atomic::Ordering, OneOf5<atomic::Ordering>, (): () => crate::prop_oneof![
        Just(atomic::Ordering::Relaxed),
        Just(atomic::Ordering::Release),
        Just(atomic::Ordering::Acquire),
        Just(atomic::Ordering::AcqRel),
        Just(atomic::Ordering::SeqCst),
    ];
    [] FpCategory, OneOf5<FpCategory>, (): () => crate::prop_oneof![
        Just(FpCategory::Nan),
        Just(FpCategory::Infinite),
        Just(FpCategory::Zero),
        Just(FpCategory::Subnormal),
        Just(FpCategory::Normal),
    ];
    [A: Arbitrary] Bound<A>,
        TupleUnion<(WA<Shared<A, Bound<A>>>, WA<Shared<A, Bound<A>>>, WA<LazyJustFn<Bound<A>>>)>, A::Parameters:
        arguments => {
            let inner = Arc::new(any_with::<A>(arguments));
            let unbounded: fn() -> Bound<A> = || Bound::Unbounded;
            crate::prop_oneof![
                2 => mapped(Arc::clone(&inner), Bound::Included as fn(A) -> _),
                2 => mapped(inner, Bound::Excluded as fn(A) -> _),
                1 => LazyJust::new(unbounded),
            ]
        };
    [] AtomicBool, SMapped<bool, AtomicBool>, (): () => mapped(any::<bool>(), AtomicBool::new);
    [] AtomicIsize, SMapped<isize, AtomicIsize>, (): () => mapped(any::<isize>(), AtomicIsize::new);
    [] AtomicUsize, SMapped<usize, AtomicUsize>, (): () => mapped(any::<usize>(), AtomicUsize::new);
    [] RangeFull, Just<RangeFull>, (): () => Just(..);
    [T: ?Sized] PhantomData<T>, Just<PhantomData<T>>, (): () => Just(PhantomData);
    [] fmt::Error, Just<fmt::Error>, (): () => Just(fmt::Error);
    [] ParseIntError, Just<ParseIntError>, ():
        () => Just("".parse::<u32>().expect_err("an empty string is not a number"));
    [] ParseFloatError, Just<ParseFloatError>, ():
        () => Just("".parse::<f32>().expect_err("an empty string is not a number"));
    [H: Default + std::hash::Hasher] BuildHasherDefault<H>, Just<BuildHasherDefault<H>>, ():
        () => Just(BuildHasherDefault::default());
    [] DefaultHasher, LazyJustFn<DefaultHasher>, (): () => LazyJust::new(DefaultHasher::default);
    [] RandomState, LazyJustFn<RandomState>, (): () => LazyJust::new(RandomState::default);
}
