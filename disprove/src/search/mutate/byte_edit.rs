//! Values of a tree as bytes: for a mutator that knows nothing else, and to redraw a choice without its generator.

use super::{
    edit::write_bytes,
    shape::{Node, Shape},
};
use crate::{
    choice::{Bounds, IntegerBounds, Number, Tree, Value, conform_float, conform_text},
    search::rng::Rng,
};

/// A value that can be mutated as bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ByteValue {
    /// A number or string that is one choice.
    Choice(u32),
    /// A list of bytes: the number of the sequence.
    Sequence(u32),
}

/// The least number of values that a number must have: those of smaller ranges are all tried by other mutations.
const FEWEST: u128 = 256;

/// Bytes of a string that is drawn again.
const LONGEST_DRAWN: usize = 16;

/// The values that can be mutated as bytes. A list of bytes is one of them, and its elements are none.
pub(crate) fn byte_values(tree: &Tree, shape: &Shape) -> Vec<ByteValue> {
    let mut values = Vec::new();
    let mut is_element = vec![false; tree.len()];
    for (number, sequence) in shape.sequences.iter().enumerate() {
        values.push(ByteValue::Sequence(number as u32));
        for at in sequence {
            is_element[*at as usize] = true;
        }
    }
    for (at, is_element) in is_element.into_iter().enumerate() {
        let is_value = match tree.bounds(at) {
            Bounds::Integer(limits) => limits.span >= FEWEST - 1 && !limits.branch,
            Bounds::Float { .. } | Bounds::Text { .. } | Bounds::Bytes { .. } => true,
            Bounds::Bool { .. } => false,
        };
        if is_value && !is_element && !tree.is_fixed(at) {
            values.push(ByteValue::Choice(at as u32));
        }
    }
    values
}

/// The bytes of a value. Numbers are in little-endian order, as code under test has them in memory.
pub(crate) fn value_bytes(tree: &Tree, shape: &Shape, value: ByteValue) -> Vec<u8> {
    let byte = |at: u32| match tree.value(at as usize) {
        Value::Integer(number) => number.parts().1 as u8,
        _ => 0,
    };
    match value {
        ByteValue::Sequence(number) => {
            shape.sequences[number as usize].iter().map(|at| byte(*at)).collect()
        }
        ByteValue::Choice(at) => match (tree.bounds(at as usize), tree.value(at as usize)) {
            (Bounds::Integer(limits), _) => {
                let offset = tree.offset(tree.choices[at as usize], limits.span);
                let bits = limits.min.wrapping_add(offset);
                bits.to_le_bytes()[..width(limits)].to_vec()
            }
            (_, Value::Float(float)) => float.to_bits().to_le_bytes().to_vec(),
            (_, Value::Text(text)) => text.into_bytes(),
            (_, Value::Bytes(bytes)) => bytes,
            _ => Vec::new(),
        },
    }
}

/// The number of bytes of a value that can grow to `most`.
pub(crate) fn longest_bytes(tree: &Tree, value: ByteValue, most: usize) -> usize {
    match value {
        ByteValue::Sequence(_) => most,
        ByteValue::Choice(at) => match tree.bounds(at as usize) {
            Bounds::Integer(limits) => width(limits),
            Bounds::Text { .. } | Bounds::Bytes { .. } => most,
            _ => size_of::<f64>(),
        },
    }
}

/// The tree with other bytes in the place of a value, as far as its bounds allow. `None` if nothing changes.
pub(crate) fn with_bytes(
    tree: &Tree,
    shape: &Shape,
    value: ByteValue,
    bytes: &[u8],
) -> Option<Tree> {
    match value {
        ByteValue::Choice(at) => {
            let mut changed = tree.clone();
            set_bytes(&mut changed, at as usize, bytes).then_some(changed)
        }
        ByteValue::Sequence(number) => {
            let sequence = &shape.sequences[number as usize];
            let first = *sequence.first()?;
            let written = write_bytes(tree, shape, sequence, first, bytes);
            let Some(surplus) = sequence.get(bytes.len()..).filter(|rest| !rest.is_empty()) else {
                return written;
            };
            // Fewer bytes: the last elements are deleted, which leaves the positions before them valid.
            let (one, other) = (surplus.first()?, surplus.last()?);
            let (one, other) = (shape.element_of(*one)?, shape.element_of(*other)?);
            let part = tree.part_of(one as usize).through(tree.part_of(other as usize));
            let parent = shape.info(Node::Span(one)).parent.map(|parent| parent as usize);
            let tree = written.as_ref().unwrap_or(tree);
            Some(tree.spliced(parent, part, &[]))
        }
    }
}

/// The tree with a part of a string of another tree in one of its own strings, inserted or written over what is there. Lists of
/// bytes are strings too. `None` if one of them has no string, or nothing changes.
pub(crate) fn splice_strings(host: &Tree, donor: &Tree, rng: &mut Rng) -> Option<Tree> {
    let (shape, other_shape) = (Shape::of(host), Shape::of(donor));
    let strings = |tree: &Tree, shape: &Shape| {
        let mut values = byte_values(tree, shape);
        values.retain(|value| longest_bytes(tree, *value, usize::MAX) == usize::MAX);
        values
    };
    let (to, from) = (strings(host, &shape), strings(donor, &other_shape));
    let to = *to.get(rng.below(to.len()))?;
    let from = *from.get(rng.below(from.len()))?;
    let (mut bytes, part) = (value_bytes(host, &shape, to), value_bytes(donor, &other_shape, from));
    let start = rng.below(part.len());
    let part = part.get(start..)?;
    let part = &part[..part.len().min(1 + rng.below(part.len()))];
    let at = rng.below(bytes.len() + 1);
    let end = if rng.chance(0.5) { at } else { bytes.len().min(at + part.len()) };
    bytes.splice(at..end, part.iter().copied());
    with_bytes(host, &shape, to, &bytes)
}

/// Draws all holes of a tree again.
pub(crate) fn fill_holes(tree: &mut Tree, rng: &mut Rng) {
    for at in 0..tree.len() {
        if !tree.choices[at].is_hole() {
            continue;
        }
        let mut bytes = [0; LONGEST_DRAWN];
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&rng.word().to_le_bytes());
        }
        let mut length = LONGEST_DRAWN;
        match tree.bounds(at) {
            // Small magnitudes as likely as large ones.
            Bounds::Integer(limits) => length = 1 + rng.below(width(limits)),
            Bounds::Text { .. } => {
                length = rng.below(LONGEST_DRAWN + 1);
                for byte in &mut bytes {
                    // The printable characters of ASCII.
                    *byte = b' ' + *byte % (b'~' - b' ' + 1);
                }
            }
            Bounds::Bytes { .. } => length = rng.below(LONGEST_DRAWN + 1),
            Bounds::Bool { .. } | Bounds::Float { .. } => {}
        }
        tree.choices[at] = tree.choices[at].filled();
        set_bytes(tree, at, &bytes[..length]);
    }
}

/// The number of bytes of an integer with these bounds.
fn width(limits: &IntegerBounds) -> usize {
    match limits.span.checked_ilog2().unwrap_or(0) {
        0..8 => 1,
        8..16 => 2,
        16..32 => 4,
        32..64 => 8,
        _ => 16,
    }
}

/// Sets a choice to the value of these bytes, or the nearest one in its bounds. False if nothing changes.
fn set_bytes(tree: &mut Tree, at: usize, bytes: &[u8]) -> bool {
    let before = tree.value(at);
    let value = match tree.bounds(at) {
        Bounds::Integer(limits) => {
            let mut word = [0; 16];
            let length = bytes.len().min(width(limits));
            word[..length].copy_from_slice(&bytes[..length]);
            // The sign of a short number is its highest bit.
            let unused = 128 - 8 * width(limits) as u32;
            let bits = u128::from_le_bytes(word) << unused;
            let bits =
                if limits.signed { (bits as i128 >> unused) as u128 } else { bits >> unused };
            let offset = limits.nearest(Number::from_bits(bits, limits.signed));
            Value::Integer(limits.value(offset))
        }
        Bounds::Float { min, max, nan, single } => {
            let mut word = [0; 8];
            let length = bytes.len().min(8);
            word[..length].copy_from_slice(&bytes[..length]);
            let float = f64::from_bits(u64::from_le_bytes(word));
            Value::Float(conform_float(float, *min, *max, *nan, *single))
        }
        Bounds::Text { alphabet, min, max } => {
            Value::Text(conform_text(&String::from_utf8_lossy(bytes), alphabet, *min, *max))
        }
        Bounds::Bytes { min, max } => {
            let mut bytes = bytes[..bytes.len().min(*max as usize)].to_vec();
            bytes.resize(bytes.len().max(*min as usize), 0);
            Value::Bytes(bytes)
        }
        Bounds::Bool { .. } => return false,
    };
    tree.set(at, &value) && value != before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        generator::{Generator, IntoGenerator, any, bytes, int, text, vec},
        source::{CaseSeed, Source},
    };

    #[test]
    fn bytes_replace_a_value_and_nothing_else() {
        let generator =
            (any::<u32>(), vec(any::<u8>()), int(-5..5_000i16), text(), bytes()).into_generator();
        let value = (7, vec![1, 2, 3], -2, "ab".to_owned(), vec![9]);
        let tree = generator.encode(&value).expect("all are allowed");
        let shape = Shape::of(&tree);
        let values = byte_values(&tree, &shape);
        let before: Vec<Vec<u8>> =
            values.iter().map(|it| value_bytes(&tree, &shape, *it)).collect();
        let expected: [&[u8]; 5] = [&[1, 2, 3], &[7, 0, 0, 0], &[0xfe, 0xff], b"ab", &[9]];
        assert_eq!(before, expected);
        let read = |tree: Tree| {
            let mut src = Source::recording();
            src.start_from(&CaseSeed::of(tree));
            generator.generate(&mut src)
        };
        let changed = |number: usize, bytes: &[u8]| {
            read(with_bytes(&tree, &shape, values[number], bytes).expect("a change"))
        };
        assert_eq!(changed(0, &[8]).1, [8]);
        assert_eq!(changed(0, &[1, 2, 3, 4, 5]).1, [1, 2, 3, 4, 5]);
        assert_eq!(changed(0, &[]), (7, vec![], -2, "ab".to_owned(), vec![9]));
        assert_eq!(changed(1, &[0xef, 0xbe, 0xad, 0xde]).0, 0xdead_beef);
        assert_eq!(changed(2, &[0xff, 0xff]).2, -1);
        assert_eq!(changed(2, &[0xff, 0x7f]).2, 4_999, "the nearest value");
        assert_eq!(changed(3, "é!".as_bytes()).3, "é!");
        assert_eq!(changed(4, b"xyz"), (7, vec![1, 2, 3], -2, "ab".to_owned(), b"xyz".to_vec()));
        assert!(with_bytes(&tree, &shape, values[1], &[7]).is_none(), "the same value");
    }

    #[test]
    fn parts_of_strings_come_from_strings_of_another_tree() {
        let generator = (any::<u32>(), vec(any::<u8>()), text()).into_generator();
        let encode = |list: &[u8], text: &str| {
            generator.encode(&(7, list.to_vec(), text.to_owned())).expect("all are allowed")
        };
        let (host, donor) = (encode(b"abc", "de"), encode(b"12", "345"));
        let mut found = std::collections::HashSet::new();
        for seed in 0..2_000 {
            let Some(tree) = splice_strings(&host, &donor, &mut Rng::new(seed)) else { continue };
            let mut src = Source::recording();
            src.start_from(&CaseSeed::of(tree));
            let (number, list, text) = generator.generate(&mut src);
            assert!(number == 7 && (list == b"abc") != (text == "de"), "{list:?} {text}");
            found.insert((String::from_utf8(list).expect("ASCII"), text));
        }
        for (list, text) in [("ab12c", "de"), ("a12", "de"), ("abc345", "de"), ("abc", "d4e")] {
            assert!(found.contains(&(list.to_owned(), text.to_owned())), "{list} {text}");
        }
        let none = any::<u32>().encode(&7).expect("it is allowed");
        assert!(splice_strings(&host, &none, &mut Rng::new(1)).is_none());
    }

    #[test]
    fn holes_are_filled_with_values_in_their_bounds() {
        let generator = (int(300..900u64), text().len(2..=3), any::<f32>(), bytes().len(1..=2))
            .into_generator();
        let value = (400, "ab".to_owned(), 1.5, vec![1]);
        let tree = generator.encode(&value).expect("all are allowed");
        let mut distinct = std::collections::HashSet::new();
        for seed in 0..100 {
            let mut changed = tree.clone();
            for at in 0..changed.len() {
                changed.make_hole(at);
            }
            fill_holes(&mut changed, &mut Rng::new(seed));
            for at in 0..changed.len() {
                assert!(!changed.choices[at].is_hole());
                assert!(changed.bounds(at).allows(&changed.value(at)), "{:?}", changed.value(at));
            }
            distinct.insert(changed.to_token());
        }
        assert!(distinct.len() > 90, "{}", distinct.len());
    }
}
