//! Input-to-state matching: writes the operands of comparisons back into the choices they came from.

use crate::{
    choice::{Bounds, Number, Value},
    trace::{Operand, Seen},
};

/// Values to make of a string and one pair of operands. A search rarely needs more, and each costs a run.
const MOST_MATCHES: usize = 16;

/// Numbers that were compared, to find those that equal a choice.
pub(super) struct OperandIndex {
    /// Pairs of operands, ordered by the first.
    numbers: Vec<(Number, Number)>,
}

impl OperandIndex {
    pub(super) fn new(operands: &[Operand]) -> OperandIndex {
        let mut numbers = Vec::new();
        for operand in operands {
            let (left, right) = match (&operand.left, &operand.right) {
                (Seen::Number(left), Seen::Number(right)) => (*left, *right),
                (Seen::Char(left), Seen::Char(right)) => (natural(*left), natural(*right)),
                _ => continue,
            };
            numbers.push((left, right));
            numbers.push((right, left));
        }
        // Stable, so that operands stay in the order in which they were seen.
        numbers.sort_by_key(|(ours, _)| *ours);
        OperandIndex { numbers }
    }

    /// Values of a choice that may change a comparison: if one operand has the value of the choice, the other operand, and
    /// for numbers also its neighbors.
    pub(super) fn matches(
        &self,
        bounds: &Bounds,
        here: &Value,
        operands: &[Operand],
        add: &mut dyn FnMut(Value),
    ) {
        if let Value::Integer(number) = here {
            let from = self.numbers.partition_point(|(ours, _)| ours < number);
            for (ours, theirs) in &self.numbers[from..] {
                if ours != number {
                    break;
                }
                beside(bounds, *theirs, add);
            }
        } else {
            string_matches(here, operands, add);
        }
    }
}

/// Values of a string or a float that may change a comparison.
fn string_matches(here: &Value, operands: &[Operand], add: &mut dyn FnMut(Value)) {
    for operand in operands {
        for (ours, theirs) in [(&operand.left, &operand.right), (&operand.right, &operand.left)] {
            match (here, ours, theirs) {
                (Value::Float(number), Seen::Float(ours), Seen::Float(theirs))
                    if number.to_bits() == ours.to_bits() =>
                {
                    add(Value::Float(*theirs));
                }
                (Value::Text(text), Seen::Char(ours), Seen::Char(theirs)) => {
                    let all: Vec<char> = text.chars().collect();
                    for at in places(&all, &[*ours]) {
                        let mut changed = all.clone();
                        changed[at] = *theirs;
                        add(Value::Text(changed.into_iter().collect()));
                    }
                }
                (Value::Text(text), Seen::Text(ours), Seen::Text(theirs)) => {
                    let (all, ours): (Vec<char>, Vec<char>) =
                        (text.chars().collect(), ours.chars().collect());
                    for at in places(&all, &ours) {
                        let mut changed: String = all[..at].iter().collect();
                        changed += theirs;
                        changed.extend(&all[at + ours.len()..]);
                        add(Value::Text(changed));
                    }
                }
                (Value::Bytes(bytes), Seen::Number(ours), Seen::Number(theirs)) => {
                    for (ours, theirs) in as_bytes(*ours, *theirs) {
                        for at in places(bytes, &ours) {
                            let mut changed = bytes.clone();
                            changed[at..at + theirs.len()].copy_from_slice(&theirs);
                            add(Value::Bytes(changed));
                        }
                    }
                }
                (Value::Bytes(bytes), Seen::Bytes(ours), Seen::Bytes(theirs)) => {
                    for at in places(bytes, ours) {
                        let rest = &bytes[at + ours.len()..];
                        add(Value::Bytes([&bytes[..at], &theirs[..], rest].concat()));
                    }
                }
                _ => {}
            }
        }
    }
}

/// The same for a sequence of byte choices: the position, and the bytes to write there.
pub(super) fn sequence_matches(
    sequence: &[u8],
    operands: &[Operand],
    add: &mut dyn FnMut(usize, Vec<u8>),
) {
    for operand in operands {
        for (ours, theirs) in [(&operand.left, &operand.right), (&operand.right, &operand.left)] {
            match (ours, theirs) {
                (Seen::Bytes(ours), Seen::Bytes(theirs)) => {
                    for at in places(sequence, ours) {
                        add(at, theirs.clone());
                    }
                }
                (Seen::Number(ours), Seen::Number(theirs)) => {
                    for (ours, theirs) in
                        as_bytes(*ours, *theirs).into_iter().filter(|(o, _)| o.len() > 1)
                    {
                        for at in places(sequence, &ours) {
                            add(at, theirs.clone());
                        }
                    }
                }
                _ => {}
            }
        }
    }
}

/// Strings to insert into a string: its own symbols, and all operands.
pub(super) fn words(here: &Value, operands: &[Operand], add: &mut dyn FnMut(Value)) {
    let seen = operands.iter().flat_map(|operand| [&operand.left, &operand.right]);
    match here {
        Value::Text(text) => {
            for character in text.chars() {
                add(Value::Text(character.into()));
            }
            for seen in seen {
                match seen {
                    Seen::Char(character) => add(Value::Text((*character).into())),
                    Seen::Text(text) => add(Value::Text(text.clone())),
                    _ => {}
                }
            }
        }
        Value::Bytes(bytes) => {
            for byte in bytes {
                add(Value::Bytes(vec![*byte]));
            }
            for seen in seen {
                match seen {
                    Seen::Number(number) => {
                        if let (false, byte @ 0..=0xff) = number.parts() {
                            add(Value::Bytes(vec![byte as u8]));
                        }
                    }
                    Seen::Bytes(bytes) => add(Value::Bytes(bytes.clone())),
                    Seen::Text(text) => add(Value::Bytes(text.clone().into_bytes())),
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

/// Two numbers as bytes, in every width that fits both, in little-endian and in big-endian order.
fn as_bytes(ours: Number, theirs: Number) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut all = Vec::new();
    let ((_, ours), (_, theirs)) = (ours.parts(), theirs.parts());
    for width in [1, 2, 4, 8] {
        let fits = |number: u128| number >> (8 * width) == 0;
        if !fits(ours) || !fits(theirs) {
            continue;
        }
        let low = |number: u128| number.to_le_bytes()[..width].to_vec();
        all.push((low(ours), low(theirs)));
        if width > 1 {
            let high = |number: u128| number.to_be_bytes()[16 - width..].to_vec();
            all.push((high(ours), high(theirs)));
        }
    }
    all
}

fn natural(character: char) -> Number {
    Number::natural(u128::from(u32::from(character)))
}

fn beside(bounds: &Bounds, number: Number, add: &mut dyn FnMut(Value)) {
    let Bounds::Integer(limits) = bounds else { return };
    let to = limits.nearest(number);
    if limits.value(to) == number {
        add(Value::Integer(number));
    }
    for near in [to.checked_add(1), to.checked_sub(1)].into_iter().flatten() {
        if near <= limits.span {
            add(Value::Integer(limits.value(near)));
        }
    }
}

/// The positions at which a sequence occurs in another one.
fn places<T: PartialEq>(all: &[T], wanted: &[T]) -> Vec<usize> {
    let mut places = Vec::new();
    for at in 0..=all.len() {
        if all[at..].starts_with(wanted) && places.len() < MOST_MATCHES {
            places.push(at);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        choice::Tree,
        generator::{Generator, IntoGenerator, any, bytes, text},
    };

    fn operand(left: Seen, right: Seen) -> Operand {
        Operand::new(1, left, right)
    }

    fn all<G: IntoGenerator>(generator: G, value: &G::Value, operands: &[Operand]) -> Vec<Value> {
        let tree: Tree = generator.into_generator().encode(value).expect("it is allowed");
        let mut found = Vec::new();
        let index = OperandIndex::new(operands);
        index.matches(tree.bounds(0), &tree.value(0), operands, &mut |value| found.push(value));
        found
    }

    #[test]
    fn sets_a_number_to_the_other_operand() {
        let number = |n: u128| Seen::Number(Number::natural(n));
        let seen = [operand(number(7), number(0xDEAD)), operand(number(8), number(9))];
        let to: Vec<Value> =
            [0xDEAD, 0xDEAE, 0xDEAC].map(|n| Value::Integer(Number::natural(n))).to_vec();
        assert_eq!(all(any::<u32>(), &7, &seen), to);
        assert_eq!(all(any::<u8>(), &9, &seen).len(), 3, "with the operands reversed");
        assert!(all(any::<u32>(), &10, &seen).is_empty());
    }

    #[test]
    fn inserts_symbols_of_the_string_and_operands() {
        let number = |n: u128| Seen::Number(Number::natural(n));
        let seen = [
            operand(number(7), number(300)),
            operand(Seen::Bytes(b"x".to_vec()), Seen::Bytes(b"let".to_vec())),
            operand(Seen::Char('c'), Seen::Text("in".into())),
        ];
        let found = |here: Value| {
            let mut found = Vec::new();
            words(&here, &seen, &mut |word| found.push(word));
            found
        };
        let bytes = [&b"a"[..], b"\x07", b"x", b"let", b"in"].map(|it| Value::Bytes(it.to_vec()));
        assert_eq!(found(Value::Bytes(b"a".to_vec())), bytes);
        assert_eq!(
            found(Value::Text("a".into())),
            ["a", "c", "in"].map(|it| Value::Text(it.into()))
        );
        assert!(found(Value::Bool(true)).is_empty());
    }

    #[test]
    fn replaces_the_compared_part_of_a_string() {
        let seen = [operand(Seen::Char('x'), Seen::Char('b'))];
        let expected: Vec<Value> = ["bax", "xab"].map(|text| Value::Text(text.into())).to_vec();
        assert_eq!(all(text(), &"xax".to_owned(), &seen), expected);
        let seen = [operand(Seen::Bytes(b"ab".to_vec()), Seen::Bytes(b"magic".to_vec()))];
        assert_eq!(all(bytes(), &b"cab!".to_vec(), &seen), [Value::Bytes(b"cmagic!".to_vec())]);
    }
}
