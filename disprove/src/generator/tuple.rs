//! Tuples of up to twelve elements.

use super::{Arbitrary, Encoder, Generator, IntoGenerator, TypeNumber, Types, any};
use crate::source::Source;
use std::any::type_name;

/// Tuples with one generator for each element: what a tuple of generators converts into.
#[derive(Clone, Copy, Debug)]
pub struct Tuple<T>(T);

macro_rules! tuples {
    ($($($letter:ident $index:tt)*;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($letter: IntoGenerator),*> IntoGenerator for ($($letter,)*) {
            type Value = ($($letter::Value,)*);
            type Generator = Tuple<($($letter::Generator,)*)>;

            #[inline(always)]
            #[track_caller]
            fn into_generator(self) -> Self::Generator {
                Tuple(($(self.$index.into_generator(),)*))
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($letter: Generator),*> Generator for Tuple<($($letter,)*)> {
            type Value = ($($letter::Value,)*);

            #[inline(always)]
            fn generate(&self, src: &mut Source) -> Self::Value {
                src.span(type_name::<Self>(), |_src| ($(self.0.$index.generate_part(_src),)*))
            }

            fn encode_into(&self, _value: &Self::Value, encoder: &mut Encoder) -> bool {
                encoder.span(type_name::<Self>(), 0, |_encoder| {
                    true $(&& self.0.$index.encode_into(&_value.$index, _encoder))*
                })
            }
        }

        impl<$($letter: Arbitrary),*> Arbitrary for ($($letter,)*) {
            #[inline(always)]
            fn arbitrary(src: &mut Source) -> Self {
                Tuple(($(any::<$letter>(),)*)).generate(src)
            }

            fn encode(value: &Self, encoder: &mut Encoder) -> bool {
                Tuple(($(any::<$letter>(),)*)).encode_into(value, encoder)
            }

            fn describe(types: &mut Types) -> TypeNumber {
                types.define(type_name::<Self>(), &[1], |_types| {
                    vec![vec![$($letter::describe(_types)),*]]
                })
            }
        }
    )*};
}

tuples! {
    ;
    A 0;
    A 0 B 1;
    A 0 B 1 C 2;
    A 0 B 1 C 2 D 3;
    A 0 B 1 C 2 D 3 E 4;
    A 0 B 1 C 2 D 3 E 4 F 5;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10;
    A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11;
}
