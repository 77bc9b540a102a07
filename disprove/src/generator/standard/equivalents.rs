//! Types that are equivalent to an option or a result.

use crate::{
    generator::{
        Any, Arbitrary, Encoder, Options, Shape, TypeNumber, Types, encode_variant, option::SOME,
    },
    source::Source,
};
use std::{any::type_name, cell::OnceCell, ops::ControlFlow, sync::OnceLock, task::Poll};

/// Writes the choices of an `Option`.
#[inline]
pub(super) fn encode_option<T: Arbitrary>(value: Option<&T>, encoder: &mut Encoder) -> bool {
    encoder.span(type_name::<Options<Any<T>>>(), 0, |encoder| {
        encoder.boolean(SOME, value.is_some())
            && value.is_none_or(|value| T::encode(value, encoder))
    })
}

macro_rules! once {
    ($($cell:ident),*) => {$(
        impl<T: Arbitrary> Arbitrary for $cell<T> {
            #[inline(always)]
            fn arbitrary(src: &mut Source) -> $cell<T> {
                Option::<T>::arbitrary(src).map_or_else($cell::new, $cell::from)
            }

            #[inline]
            fn encode(value: &$cell<T>, encoder: &mut Encoder) -> bool {
                encode_option(value.get(), encoder)
            }

            #[inline]
            fn describe(types: &mut Types) -> TypeNumber {
                types.optional(T::describe)
            }
        }
    )*};
}

once!(OnceCell, OnceLock);

impl<T: Arbitrary> Arbitrary for Poll<T> {
    #[inline(always)]
    fn arbitrary(src: &mut Source) -> Poll<T> {
        Option::arbitrary(src).map_or(Poll::Pending, Poll::Ready)
    }

    #[inline]
    fn encode(value: &Poll<T>, encoder: &mut Encoder) -> bool {
        let ready = match value {
            Poll::Ready(value) => Some(value),
            Poll::Pending => None,
        };
        encode_option(ready, encoder)
    }

    #[inline]
    fn describe(types: &mut Types) -> TypeNumber {
        types.optional(T::describe)
    }
}

impl<B: Arbitrary, C: Arbitrary> Arbitrary for ControlFlow<B, C> {
    #[inline(always)]
    fn arbitrary(src: &mut Source) -> ControlFlow<B, C> {
        match Result::arbitrary(src) {
            Ok(value) => ControlFlow::Continue(value),
            Err(value) => ControlFlow::Break(value),
        }
    }

    #[inline]
    fn encode(value: &ControlFlow<B, C>, encoder: &mut Encoder) -> bool {
        let shape = Shape::of::<Result<C, B>>();
        match value {
            ControlFlow::Continue(value) => {
                encode_variant(encoder, shape, 0, |encoder| C::encode(value, encoder))
            }
            ControlFlow::Break(value) => {
                encode_variant(encoder, shape, 1, |encoder| B::encode(value, encoder))
            }
        }
    }

    #[inline]
    fn describe(types: &mut Types) -> TypeNumber {
        Result::<C, B>::describe(types)
    }
}
