//! Owning pointers.

use super::collections::encode_list;
use crate::{
    generator::{Arbitrary, Encoder, TypeNumber, Types},
    source::Source,
};
use std::{
    borrow::Cow,
    ffi::{CStr, CString, OsStr, OsString},
    path::{Path, PathBuf},
    pin::Pin,
    rc::Rc,
    sync::Arc,
};

/// Pointers to a value, and to slices.
macro_rules! pointers {
    ($($pointer:ident),*) => {$(
        impl<T: Arbitrary> Arbitrary for $pointer<T> {
            #[inline(always)]
            fn arbitrary(src: &mut Source) -> $pointer<T> {
                $pointer::new(T::arbitrary(src))
            }

            #[inline]
            fn encode(value: &$pointer<T>, encoder: &mut Encoder) -> bool {
                T::encode(value, encoder)
            }

            #[inline]
            fn describe(types: &mut Types) -> TypeNumber {
                T::describe(types)
            }
        }

        impl<T: Arbitrary> Arbitrary for $pointer<[T]> {
            #[inline(always)]
            fn arbitrary(src: &mut Source) -> $pointer<[T]> {
                Vec::arbitrary(src).into()
            }

            #[inline]
            fn encode(value: &$pointer<[T]>, encoder: &mut Encoder) -> bool {
                encode_list(value.iter(), encoder)
            }

            #[inline]
            fn describe(types: &mut Types) -> TypeNumber {
                types.optional(T::describe)
            }
        }
    )*};
}

pointers!(Box, Rc, Arc);

/// Pointers to unsized types that have an owned form.
macro_rules! borrowed {
    ($($pointer:ident<$borrowed:ty>: $owned:ty;)*) => {$(
        impl Arbitrary for $pointer<$borrowed> {
            #[inline(always)]
            fn arbitrary(src: &mut Source) -> $pointer<$borrowed> {
                <$owned>::arbitrary(src).into()
            }

            #[inline]
            fn encode(value: &$pointer<$borrowed>, encoder: &mut Encoder) -> bool {
                <$owned>::encode(&<$borrowed>::to_owned(value), encoder)
            }
        }
    )*};
}

borrowed! {
    Box<str>: String;
    Rc<str>: String;
    Arc<str>: String;
    Box<Path>: PathBuf;
    Rc<Path>: PathBuf;
    Arc<Path>: PathBuf;
    Box<OsStr>: OsString;
    Rc<OsStr>: OsString;
    Arc<OsStr>: OsString;
    Box<CStr>: CString;
    Rc<CStr>: CString;
    Arc<CStr>: CString;
}

impl<T: ToOwned<Owned: Arbitrary> + ?Sized> Arbitrary for Cow<'_, T> {
    #[inline(always)]
    fn arbitrary(src: &mut Source) -> Self {
        Cow::Owned(T::Owned::arbitrary(src))
    }

    #[inline]
    fn encode(value: &Self, encoder: &mut Encoder) -> bool {
        match value {
            Cow::Owned(owned) => T::Owned::encode(owned, encoder),
            Cow::Borrowed(borrowed) => T::Owned::encode(&(*borrowed).to_owned(), encoder),
        }
    }

    #[inline]
    fn describe(types: &mut Types) -> TypeNumber {
        T::Owned::describe(types)
    }
}

impl<T: Arbitrary> Arbitrary for Pin<Box<T>> {
    #[inline(always)]
    fn arbitrary(src: &mut Source) -> Pin<Box<T>> {
        Box::pin(T::arbitrary(src))
    }

    #[inline]
    fn encode(value: &Pin<Box<T>>, encoder: &mut Encoder) -> bool {
        T::encode(value, encoder)
    }

    #[inline]
    fn describe(types: &mut Types) -> TypeNumber {
        T::describe(types)
    }
}
