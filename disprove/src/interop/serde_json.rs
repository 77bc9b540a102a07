//! Feature `serde_json`: `Value`, `Map` and `Number`.

use crate::{
    generator::{Arbitrary, Encoder, Generator, any, float, map},
    source::{Source, sample::Weights},
};
use serde_json::{Map, Number, Value};
use std::{any::type_name, collections::BTreeMap, sync::LazyLock};

/// The weights of null, booleans, numbers, strings, arrays and objects. The last two are recursive.
static WEIGHTS: LazyLock<Weights> =
    LazyLock::new(|| Weights::new(&[1, 1, 2, 2, 3, 3], &[false, false, false, false, true, true]));

/// The simplest is null. Depth and size are bounded.
impl Arbitrary for Value {
    fn arbitrary(src: &mut Source) -> Value {
        src.span(type_name::<Value>(), |src| {
            src.count_node();
            let damping = src.damping();
            match src.weighted_branch(&WEIGHTS, 0, damping) {
                0 => Value::Null,
                1 => Value::Bool(Arbitrary::arbitrary(src)),
                2 => Value::Number(Arbitrary::arbitrary(src)),
                3 => Value::String(Arbitrary::arbitrary(src)),
                4 => Value::Array(Arbitrary::arbitrary(src)),
                _ => Value::Object(Arbitrary::arbitrary(src)),
            }
        })
    }

    fn encode(value: &Value, encoder: &mut Encoder) -> bool {
        let count = WEIGHTS.len();
        encoder.span(type_name::<Value>(), 0, |encoder| match value {
            Value::Null => encoder.branch(count, 0, 0),
            Value::Bool(value) => encoder.branch(count, 0, 1) && bool::encode(value, encoder),
            Value::Number(value) => encoder.branch(count, 0, 2) && Number::encode(value, encoder),
            Value::String(value) => encoder.branch(count, 0, 3) && String::encode(value, encoder),
            Value::Array(value) => encoder.branch(count, 0, 4) && Vec::encode(value, encoder),
            Value::Object(value) => encoder.branch(count, 0, 5) && Map::encode(value, encoder),
        })
    }
}

/// The simplest is empty.
impl Arbitrary for Map<String, Value> {
    fn arbitrary(src: &mut Source) -> Map<String, Value> {
        map(any::<String>(), any::<Value>()).generate(src).into_iter().collect()
    }

    fn encode(value: &Map<String, Value>, encoder: &mut Encoder) -> bool {
        let entries: BTreeMap<String, Value> =
            value.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
        map(any::<String>(), any::<Value>()).encode_into(&entries, encoder)
    }
}

/// The kinds of numbers: those that fit into an `i64`, others that fit into a `u64`, and floats.
const KINDS: u32 = 3;

/// The simplest is 0. A third each are signed integers, unsigned integers and floats, including negative zero and both
/// ends of the range.
impl Arbitrary for Number {
    fn arbitrary(src: &mut Source) -> Number {
        src.span(type_name::<Number>(), |src| match src.branch(KINDS, 0) {
            0 => Number::from(i64::arbitrary(src)),
            1 => Number::from(u64::arbitrary(src)),
            _ => Number::from_f64(float(f64::MIN..=f64::MAX).generate(src))
                .expect("neither infinite nor NaN"),
        })
    }

    fn encode(value: &Number, encoder: &mut Encoder) -> bool {
        encoder.span(type_name::<Number>(), 0, |encoder| {
            if let Some(integer) = value.as_i64() {
                encoder.branch(KINDS, 0, 0) && i64::encode(&integer, encoder)
            } else if let Some(integer) = value.as_u64() {
                encoder.branch(KINDS, 0, 1) && u64::encode(&integer, encoder)
            } else {
                // With its feature `arbitrary_precision`, serde_json has numbers that are not exactly a float.
                let Some(exact) = exact(value) else { return false };
                let floats = float(f64::MIN..=f64::MAX);
                encoder.branch(KINDS, 0, 2) && floats.encode_into(&exact, encoder)
            }
        })
    }
}

/// The float that equals this number exactly.
fn exact(value: &Number) -> Option<f64> {
    value.as_f64().filter(|float| Number::from_f64(*float).as_ref() == Some(value))
}
