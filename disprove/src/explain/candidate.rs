//! Candidate values of a choice.

use crate::{
    choice::{Bounds, IntegerBounds, Kind, Tree, Value},
    random::{Random, uniform},
};

/// Candidates of one choice: as many as an irrelevant part needs.
pub(super) const MOST: usize = 10;

/// Index of the last readable character in most alphabets, which begin with `0` to `Z`.
const READABLE: u64 = (b'Z' - b'0') as u64;

/// Other values of a choice, the most informative first, and whether these are all.
pub(super) fn candidates(tree: &Tree, choice: usize, random: &mut Random) -> (Vec<Value>, bool) {
    let (bounds, value) = (tree.bounds(choice), tree.value(choice));
    let mut candidates = Candidates { bounds, value: &value, found: Vec::new() };
    match (bounds, &value) {
        (Bounds::Integer(limits), Value::Integer(number)) => {
            candidates.integers(limits, limits.nearest(*number), random);
        }
        (_, Value::Bool(value)) => candidates.push(Value::Bool(!value)),
        (_, Value::Float(value)) => candidates.floats(*value, random),
        (_, Value::Text(text)) => candidates.texts(text, random),
        (_, Value::Bytes(bytes)) => candidates.bytes(bytes, random),
        (_, Value::Integer(_)) => {}
    }
    let all = bounds.count().is_some_and(|count| count - 1 == candidates.found.len() as u128);
    (candidates.found, all)
}

struct Candidates<'a> {
    bounds: &'a Bounds,
    value: &'a Value,
    found: Vec<Value>,
}

impl Candidates<'_> {
    fn push(&mut self, value: Value) {
        let new = value != *self.value && !self.found.contains(&value);
        if new && self.found.len() < MOST && self.bounds.allows(&value) {
            self.found.push(value);
        }
    }

    /// The neighbors, the simplest value, the limits, and random values of every size.
    fn integers(&mut self, limits: &IntegerBounds, offset: u128, random: &mut Random) {
        let IntegerBounds { span, origin, .. } = *limits;
        let mut push = |offset: Option<u128>| {
            if let Some(offset) = offset.filter(|offset| *offset <= span) {
                self.push(Value::Integer(limits.value(offset)));
            }
        };
        if span <= MOST as u128 {
            for distance in 1..=span {
                push(offset.checked_sub(distance));
                push(offset.checked_add(distance));
            }
            return;
        }
        let magnitude = offset.abs_diff(origin);
        push(offset.checked_sub(1));
        push(offset.checked_add(1));
        push(Some(origin));
        push(offset.checked_add(2));
        push(origin.checked_add(magnitude.saturating_mul(2)));
        push(Some(span));
        push(if limits.signed || origin > 0 { Some(0) } else { Some(origin + magnitude / 2) });
        for _ in 0..4 * MOST {
            let bits = uniform(random.word(), u64::from(127 - span.leading_zeros().min(126)));
            let size = u128::from(random.word()) << 64 | u128::from(random.word());
            let distance = size >> (127 - bits);
            let above = origin == 0 || origin < span && random.word() % 2 == 0;
            push(if above { origin.checked_add(distance) } else { origin.checked_sub(distance) });
        }
    }

    /// Simple floats, neighbors, multiples, a random one, and extremes.
    fn floats(&mut self, value: f64, random: &mut Random) {
        let share = uniform(random.word(), 1_000) as f64;
        let others =
            [0.0, 1.0, value - 1.0, value + 1.0, -value, value * 2.0, value / 2.0, -1.0, share];
        for other in others.into_iter().chain([1e9, -1e9, f64::MAX, f64::NAN]) {
            self.push(Value::Float(other));
        }
    }

    /// Strings with a character removed, replaced or added, simple strings, and random ones.
    fn texts(&mut self, text: &str, random: &mut Random) {
        let chars: Vec<char> = text.chars().collect();
        let Bounds::Text { alphabet, .. } = self.bounds else { return };
        if alphabet.is_empty() {
            return;
        }
        let last = u64::from(alphabet.len() - 1).min(READABLE);
        let mut character = || {
            let letter = char::from(b'a' + uniform(random.word(), 25) as u8);
            let other = alphabet.nth(uniform(random.word(), last) as u32);
            if alphabet.contains(letter) && random.word() % 2 == 0 { letter } else { other }
        };
        let length = chars.len();
        for at in [length.wrapping_sub(1), 0] {
            let mut fewer = chars.clone();
            if at < length {
                fewer.remove(at);
                self.push(Value::Text(fewer.into_iter().collect()));
            }
        }
        for at in [0, length.wrapping_sub(1), length / 2] {
            let mut other = chars.clone();
            if at < length {
                other[at] = character();
                self.push(Value::Text(other.into_iter().collect()));
            }
        }
        self.push(Value::Text(format!("{text}{}", character())));
        self.push(Value::Text(format!("{}{text}", character())));
        self.push(Value::Text(String::new()));
        self.push(Value::Text(" ".to_owned()));
        self.push(Value::Text("é".to_owned()));
        for other in 0..MOST {
            self.push(Value::Text((0..length.max(1) + other / 2).map(|_| character()).collect()));
        }
    }

    /// Byte strings with a byte changed, removed or added.
    fn bytes(&mut self, bytes: &[u8], random: &mut Random) {
        let length = bytes.len();
        for at in 0..length.min(3) {
            let mut other = bytes.to_vec();
            other[at] = other[at].wrapping_add(1);
            self.push(Value::Bytes(other));
        }
        self.push(Value::Bytes(bytes[..length.saturating_sub(1)].to_vec()));
        self.push(Value::Bytes([bytes, &[random.word() as u8]].concat()));
        // TrialChange equal bytes together.
        for _ in 0..4 {
            let to = random.word() as u8;
            let from = bytes.first().copied().unwrap_or(0);
            let swap = |byte: &u8| if *byte == from { to } else { *byte };
            self.push(Value::Bytes(bytes.iter().map(swap).collect()));
        }
        self.push(Value::Bytes(Vec::new()));
    }
}

/// Whether the order of the numbers of a choice is meaningful: it does not select a branch.
pub(super) fn is_ordered(tree: &Tree, choice: usize) -> bool {
    tree.choices[choice].kind() == Kind::Integer
        && matches!(tree.bounds(choice), Bounds::Integer(limits) if !limits.branch)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::{Generator, IntoGenerator, any, bytes, text};

    fn others<G: IntoGenerator>(generator: G, value: &G::Value) -> (Vec<Value>, bool) {
        let tree =
            generator.into_generator().encode(value).expect("the generator can encode its value");
        let (others, all) = candidates(&tree, 0, &mut Random::for_case(1, 1));
        for (number, other) in others.iter().enumerate() {
            assert!(tree.bounds(0).allows(other) && *other != tree.value(0), "{other:?}");
            assert!(!others[..number].contains(other), "{other:?} twice");
        }
        (others, all)
    }

    #[test]
    fn finds_candidates_of_every_kind() {
        assert_eq!(others(any::<u32>(), &10).0.len(), MOST);
        assert_eq!(others(any::<i128>(), &-3).0.len(), MOST);
        assert_eq!(others(any::<u128>(), &0).0.len(), MOST);
        assert!(others(any::<f64>(), &0.0).0.len() >= 5);
        assert!(others(text(), &"ab".to_owned()).0.len() >= 8);
        assert!(others(bytes(), &vec![0, 0]).0.len() >= 8);
        assert!(others(text(), &String::new()).0.len() >= 4);
    }

    #[test]
    fn knows_when_the_candidates_are_all_values() {
        assert_eq!(others(any::<bool>(), &true), (vec![Value::Bool(false)], true));
        let (others_of_six, all) = others(1..=6u8, &3);
        assert_eq!((others_of_six.len(), all), (5, true));
        assert!(!others(any::<u8>(), &0).1);
    }
}
