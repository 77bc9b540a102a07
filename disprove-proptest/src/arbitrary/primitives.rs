//! Numbers, booleans, characters, tuples and arrays.

use super::{Arbitrary, any_with, arbitraries};
use crate::{
    array::UniformArrayStrategy,
    bool, char, num,
    sample::{Index, IndexStrategy, Selector, SelectorStrategy},
    strategy::Just,
};

macro_rules! numbers {
    ($($type:ident)*) => {
        arbitraries! {
            $([] $type, num::$type::Any, (): () => num::$type::ANY;)*
        }
    };
}

numbers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

arbitraries! {
    [] bool, bool::Any, (): () => bool::ANY;
    [] char, char::CharStrategy<'static>, (): () => char::any();
    [] Index, IndexStrategy, (): () => IndexStrategy(());
    [] Selector, SelectorStrategy, (): () => SelectorStrategy(());
    // Neither infinite nor NaN, as in proptest.
    [] f32, num::f32::Any, (): () => {
        use num::f32::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
        POSITIVE | NEGATIVE | ZERO | SUBNORMAL | NORMAL
    };
    [] f64, num::f64::Any, (): () => {
        use num::f64::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
        POSITIVE | NEGATIVE | ZERO | SUBNORMAL | NORMAL
    };
    [] (), Just<()>, (): () => Just(());
    [A: Arbitrary, const N: usize] [A; N], UniformArrayStrategy<A::Strategy, [A; N]>, A::Parameters:
        arguments => UniformArrayStrategy::new(any_with::<A>(arguments));
}

macro_rules! tuples {
    ($($($letter:ident)*;)*) => {$(
        impl<$($letter: Arbitrary),*> Arbitrary for ($($letter,)*) {
            type Parameters = ($($letter::Parameters,)*);
            type Strategy = ($($letter::Strategy,)*);

            #[allow(non_snake_case, reason = "the types name the parameters")]
            fn arbitrary_with(($($letter,)*): Self::Parameters) -> Self::Strategy {
                ($(<$letter as Arbitrary>::arbitrary_with($letter),)*)
            }
        }
    )*};
}

tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
    A B C D E F G H I;
    A B C D E F G H I J;
}
