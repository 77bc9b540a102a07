//! Wrappers that change the behavior of a type but not its content.

use crate::{
    generator::{Arbitrary, Encoder, TypeNumber, Types},
    source::Source,
};
use std::{
    cmp::Reverse,
    marker::PhantomData,
    mem::ManuallyDrop,
    num::{Saturating, Wrapping},
};

macro_rules! wrappers {
    ($($wrapper:ident),*) => {$(
        impl<T: Arbitrary> Arbitrary for $wrapper<T> {
            #[inline(always)]
            fn arbitrary(src: &mut Source) -> $wrapper<T> {
                $wrapper(T::arbitrary(src))
            }

            #[inline]
            fn encode(value: &$wrapper<T>, encoder: &mut Encoder) -> bool {
                T::encode(&value.0, encoder)
            }

            #[inline]
            fn describe(types: &mut Types) -> TypeNumber {
                T::describe(types)
            }
        }
    )*};
}

wrappers!(Wrapping, Saturating, Reverse);

impl<T: Arbitrary> Arbitrary for ManuallyDrop<T> {
    #[inline(always)]
    fn arbitrary(src: &mut Source) -> ManuallyDrop<T> {
        ManuallyDrop::new(T::arbitrary(src))
    }

    #[inline]
    fn encode(value: &ManuallyDrop<T>, encoder: &mut Encoder) -> bool {
        T::encode(value, encoder)
    }

    #[inline]
    fn describe(types: &mut Types) -> TypeNumber {
        T::describe(types)
    }
}

impl<T: ?Sized> Arbitrary for PhantomData<T> {
    #[inline(always)]
    fn arbitrary(_src: &mut Source) -> PhantomData<T> {
        PhantomData
    }

    #[inline]
    fn encode(_value: &PhantomData<T>, _encoder: &mut Encoder) -> bool {
        true
    }
}
