//! Feature `half`: `f16` and `bf16`.

use crate::{
    generator::{Arbitrary, Encoder, Generator, float},
    source::Source,
};
use half::{bf16, f16};
use std::any::type_name;

/// The kinds of numbers: finite ones by their value, any by their bits, and edge cases.
const KINDS: u32 = 3;
const FINITE: u32 = 0;
const BITS: u32 = 1;

macro_rules! floats {
    ($($type:ident),*) => {$(
        /// The simplest is 0. Infinities, NaNs with any payload, subnormals and both ends of the range occur.
        impl Arbitrary for $type {
            fn arbitrary(src: &mut Source) -> $type {
                const EDGES: [$type; 6] = [
                    $type::INFINITY,
                    $type::NEG_INFINITY,
                    $type::NAN,
                    $type::MIN_POSITIVE_SUBNORMAL,
                    $type::MIN_POSITIVE,
                    $type::EPSILON,
                ];
                src.span(type_name::<$type>(), |src| match src.branch(KINDS, FINITE) {
                    FINITE => {
                        let (min, max) = ($type::MIN.to_f32(), $type::MAX.to_f32());
                        $type::from_f32(float(min..=max).generate(src))
                    }
                    BITS => $type::from_bits(u16::arbitrary(src)),
                    _ => EDGES[src.branch(EDGES.len() as u32, 0) as usize],
                })
            }

            fn encode(value: &$type, encoder: &mut Encoder) -> bool {
                encoder.span(type_name::<$type>(), 0, |encoder| {
                    if value.is_finite() {
                        let floats = float($type::MIN.to_f32()..=$type::MAX.to_f32());
                        return encoder.branch(KINDS, FINITE, FINITE)
                            && floats.encode_into(&value.to_f32(), encoder);
                    }
                    encoder.branch(KINDS, FINITE, BITS) && u16::encode(&value.to_bits(), encoder)
                })
            }
        }
    )*};
}

floats!(f16, bf16);
