//! Feature `either`: `Either`.

use crate::{
    generator::{Arbitrary, Encoder, Shape, TypeNumber, Types, encode_variant, variant},
    source::Source,
};
use either::Either;
use std::any::type_name;

/// Left is the simpler side. Both may be recursive, and one of them must end the recursion.
impl<L: Arbitrary, R: Arbitrary> Arbitrary for Either<L, R> {
    fn arbitrary(src: &mut Source) -> Either<L, R> {
        variant(src, Shape::of::<Self>(), |src, side| match side {
            0 => Either::Left(L::arbitrary(src)),
            _ => Either::Right(R::arbitrary(src)),
        })
    }

    fn encode(value: &Either<L, R>, encoder: &mut Encoder) -> bool {
        let shape = Shape::of::<Self>();
        match value {
            Either::Left(value) => {
                encode_variant(encoder, shape, 0, |encoder| L::encode(value, encoder))
            }
            Either::Right(value) => {
                encode_variant(encoder, shape, 1, |encoder| R::encode(value, encoder))
            }
        }
    }

    fn describe(types: &mut Types) -> TypeNumber {
        types.define(type_name::<Self>(), &[1, 1], |types| {
            vec![vec![L::describe(types)], vec![R::describe(types)]]
        })
    }
}
