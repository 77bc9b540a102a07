//! Values of types of other crates, generated like a local type with the same fields.

use super::{Arbitrary, Encoder, Generator};
use crate::source::Source;
use std::{fmt, marker::PhantomData};

/// A local type with the same fields as a type of another crate: `#[derive(Arbitrary)]` implements it for types with
/// `#[disprove(remote = other::Type)]`. [`remote`] has an example.
#[diagnostic::on_unimplemented(
    message = "`{Self}` mirrors no type of another crate",
    label = "expected a type with `#[disprove(remote = other::Type)]`",
    note = "declare a type with the same fields, and add `#[derive(Arbitrary)]` and `#[disprove(remote = other::Type)]` to it"
)]
pub trait Mirror: Arbitrary {
    /// The type of the other crate.
    type Remote;

    /// The value of the other type with the same fields.
    fn into_remote(self) -> Self::Remote;

    /// Writes the choices that generate `value`; false if there are none.
    fn encode_remote(value: &Self::Remote, encoder: &mut Encoder) -> bool;
}

/// Values of a type of another crate: see [`remote`].
pub struct Remote<M>(PhantomData<fn() -> M>);

/// Values of a type of another crate, generated like `M`, a local type with the same fields.
///
/// ```
/// mod other {
///     #[derive(Debug, Clone, PartialEq)]
///     pub struct Point {
///         pub x: i32,
///         pub y: i32,
///     }
/// }
///
/// use disprove::{prelude::*, remote};
///
/// #[derive(Arbitrary)]
/// #[disprove(remote = other::Point)]
/// struct PointDef {
///     #[draw(0..100)]
///     x: i32,
///     y: i32,
/// }
///
/// #[derive(Debug, Arbitrary)]
/// struct Line {
///     #[draw(remote::<PointDef>())]
///     from: other::Point,
///     #[draw(vec(remote::<PointDef>()))]
///     to: Vec<other::Point>,
/// }
///
/// let report = check(any::<Line>()).seed(1).run(|line| line.from.x < 10);
/// assert_eq!(report.failures()[0].value().from, other::Point { x: 10, y: 0 });
/// ```
///
/// Such a mirror is a struct or an enum, and repeats all fields and variants, which must be public. The compiler reports
/// what differs. `#[draw(..)]` and `#[weight(..)]` work as in every derived type. For an enum with
/// `#[non_exhaustive]`, or to leave variants out, write `#[disprove(remote = other::Kind, non_exhaustive)]`.
///
/// A type with private fields has constructors; generate their arguments, and [`map`](Generator::map) them.
#[inline(always)]
pub fn remote<M: Mirror>() -> Remote<M> {
    Remote(PhantomData)
}

impl<M> Clone for Remote<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Remote<M> {}

impl<M> fmt::Debug for Remote<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Remote")
    }
}

#[diagnostic::do_not_recommend]
impl<M: Mirror> Generator for Remote<M> {
    type Value = M::Remote;

    #[inline(always)]
    fn generate(&self, src: &mut Source) -> M::Remote {
        M::arbitrary(src).into_remote()
    }

    fn encode_into(&self, value: &M::Remote, encoder: &mut Encoder) -> bool {
        M::encode_remote(value, encoder)
    }
}
