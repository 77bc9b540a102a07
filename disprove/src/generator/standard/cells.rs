//! Cells and locks.

use crate::{
    generator::{Arbitrary, Encoder, TypeNumber, Types},
    source::Source,
};
use std::{
    cell::{Cell, RefCell},
    sync::{Mutex, RwLock},
};

// The content of a `Cell` cannot be borrowed, so it is not encoded.
impl<T: Arbitrary> Arbitrary for Cell<T> {
    #[inline(always)]
    fn arbitrary(src: &mut Source) -> Cell<T> {
        Cell::new(T::arbitrary(src))
    }

    #[inline]
    fn describe(types: &mut Types) -> TypeNumber {
        T::describe(types)
    }
}

/// Cells whose content can be borrowed, unless it is borrowed elsewhere or poisoned.
macro_rules! guarded {
    ($($cell:ident: $look:ident;)*) => {$(
        impl<T: Arbitrary> Arbitrary for $cell<T> {
            #[inline(always)]
            fn arbitrary(src: &mut Source) -> $cell<T> {
                $cell::new(T::arbitrary(src))
            }

            #[inline]
            fn encode(value: &$cell<T>, encoder: &mut Encoder) -> bool {
                value.$look().is_ok_and(|content| T::encode(&content, encoder))
            }

            #[inline]
            fn describe(types: &mut Types) -> TypeNumber {
                T::describe(types)
            }
        }
    )*};
}

guarded! {
    RefCell: try_borrow;
    Mutex: try_lock;
    RwLock: try_read;
}
