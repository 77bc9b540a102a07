//! Borrowed views of compared values.

use crate::choice::Number;
use std::{borrow::Cow, rc::Rc, sync::Arc};

/// A view of a compared value.
#[derive(Clone, Debug, PartialEq)]
pub enum View<'a> {
    /// A missing value, such as `None`.
    Nothing,
    /// A Boolean.
    Bool(bool),
    /// An integer.
    Number(Number),
    /// A floating-point number.
    Float(f64),
    /// A character.
    Char(char),
    /// A string.
    Text(&'a str),
    /// Bytes.
    Bytes(&'a [u8]),
    /// A list of other integers.
    Numbers(Vec<Number>),
}

/// 2^64 divided by the golden ratio: odd, with no pattern in its bits.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// One step of an order-dependent hash.
#[inline(always)]
pub(super) const fn mixed(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(MIX)
}

/// Limit for the bytes or numbers to hash.
const LOOKED_AT: usize = 256;

impl View<'_> {
    /// An integer literal in a pattern.
    pub const fn number(negative: bool, magnitude: u128) -> View<'static> {
        View::Number(match magnitude {
            1.. if negative => Number::below_zero(magnitude - 1),
            _ => Number::natural(magnitude),
        })
    }

    /// A hash of the value.
    #[inline]
    pub(super) fn hash(&self) -> u64 {
        match self {
            View::Number(it) => number_hash(*it),
            View::Nothing => 1,
            View::Bool(it) => 2 + *it as u64,
            View::Float(it) => mixed(4, it.to_bits()),
            View::Char(it) => mixed(5, *it as u64),
            View::Text(it) => bytes_hash(6, it.as_bytes()),
            View::Bytes(it) => bytes_hash(7, it),
            View::Numbers(it) => {
                it.iter().take(LOOKED_AT).fold(8, |hash, it| mixed(hash, number_hash(*it)))
            }
        }
    }
}

#[inline(always)]
fn number_hash(number: Number) -> u64 {
    let (negative, magnitude) = number.parts();
    let sign = 9 + negative as u64;
    mixed(mixed(sign, magnitude as u64), (magnitude >> 64) as u64)
}

fn bytes_hash(kind: u64, bytes: &[u8]) -> u64 {
    let start = mixed(kind, bytes.len() as u64);
    bytes.iter().take(LOOKED_AT).fold(start, |hash, byte| mixed(hash, u64::from(*byte)))
}

/// Types whose values can be recorded.
///
/// Probes select by type before they use this trait. It only appears in errors if the type is inferred later.
#[diagnostic::on_unimplemented(
    message = "`#[trace]` needs the type of this operand before it is inferred from later code",
    label = "inferred as `{Self}` only later",
    note = "write the type where the variable is declared, as in `let best: Option<T> = None;`"
)]
pub trait Viewed {
    fn view(&self) -> View<'_>;
}

/// Integers, alone and in lists.
#[diagnostic::on_unimplemented(
    message = "`#[trace]` needs the type of this operand before it is inferred from later code",
    label = "inferred as `{Self}` only later",
    note = "write the type where the variable is declared, as in `let best: Option<T> = None;`"
)]
pub trait ViewedInteger: Copy {
    fn number(self) -> Number;

    fn row(row: &[Self]) -> View<'_> {
        View::Numbers(row.iter().take(LOOKED_AT).map(|it| it.number()).collect())
    }
}

macro_rules! integers {
    ($signed:literal: $($type:ty),*) => {$(
        impl ViewedInteger for $type {
            #[inline(always)]
            fn number(self) -> Number {
                Number::from_bits(self as u128, $signed)
            }
        }

        impl Viewed for $type {
            #[inline(always)]
            fn view(&self) -> View<'_> {
                View::Number(self.number())
            }
        }
    )*};
}

integers!(false: u16, u32, u64, u128, usize);
integers!(true: i8, i16, i32, i64, i128, isize);

impl ViewedInteger for u8 {
    #[inline(always)]
    fn number(self) -> Number {
        Number::natural(u128::from(self))
    }

    fn row(row: &[u8]) -> View<'_> {
        View::Bytes(row)
    }
}

impl Viewed for u8 {
    #[inline(always)]
    fn view(&self) -> View<'_> {
        View::Number(self.number())
    }
}

macro_rules! viewed {
    ($([$($generics:tt)*] $type:ty: |$it:ident| $view:expr;)*) => {$(
        impl<$($generics)*> Viewed for $type {
            #[inline]
            fn view(&self) -> View<'_> {
                let $it = self;
                $view
            }
        }
    )*};
}

viewed! {
    [] bool: |it| View::Bool(*it);
    [] char: |it| View::Char(*it);
    [] f32: |it| View::Float(f64::from(*it));
    [] f64: |it| View::Float(*it);
    [] str: |it| View::Text(it);
    [] String: |it| View::Text(it);
    [T: ViewedInteger] [T]: |it| T::row(it);
    [T: ViewedInteger] Vec<T>: |it| T::row(it);
    [T: ViewedInteger, const N: usize] [T; N]: |it| T::row(it);
    [T: ?Sized + Viewed] &T: |it| (**it).view();
    [T: ?Sized + Viewed] &mut T: |it| (**it).view();
    [T: ?Sized + Viewed] Box<T>: |it| (**it).view();
    [T: ?Sized + Viewed] Rc<T>: |it| (**it).view();
    [T: ?Sized + Viewed] Arc<T>: |it| (**it).view();
    [T: ?Sized + Viewed + ToOwned] Cow<'_, T>: |it| (**it).view();
    [T: Viewed] Option<T>: |it| it.as_ref().map_or(View::Nothing, Viewed::view);
}

#[cfg(test)]
mod tests {
    use super::{View, Viewed};
    use crate::choice::Number;
    use std::borrow::Cow;

    #[test]
    fn views_values_behind_pointers() {
        assert_eq!((&&mut 5_u8).view(), View::number(false, 5));
        assert_eq!(Box::new(-5_i64).view(), View::number(true, 5));
        assert_eq!(u128::MAX.view(), View::Number(Number::natural(u128::MAX)));
        assert_eq!(i128::MIN.view(), View::number(true, 1 << 127));
        assert_eq!(Some(&b"ab"[..]).view(), View::Bytes(b"ab"));
        assert_eq!(None::<char>.view(), View::Nothing);
        assert_eq!(Cow::Borrowed("x").view(), "x".to_owned().view());
        assert_eq!([1_u16, 2].view(), vec![1_i32, 2].view());
        assert_eq!(0.5_f32.view(), 0.5_f64.view());
    }

    #[test]
    fn different_values_have_different_hashes() {
        let one = [1_u16];
        let views = [
            View::Nothing,
            false.view(),
            true.view(),
            0_u8.view(),
            1_u8.view(),
            (-1_i8).view(),
            (-2_i8).view(),
            (1_u128 << 64).view(),
            0.0_f64.view(),
            'a'.view(),
            "a".view(),
            b"a"[..].view(),
            "ab".view(),
            "".view(),
            one.view(),
        ];
        for (at, view) in views.iter().enumerate() {
            for other in &views[..at] {
                assert_ne!(view.hash(), other.hash(), "{view:?} and {other:?}");
            }
        }
        assert_eq!(1_u8.view().hash(), 1_i64.view().hash());
    }
}
