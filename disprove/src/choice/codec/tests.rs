//! Tests of `codec.rs`.

use super::*;
use crate::random::Random;

fn push(tree: &mut Tree, value: Value) {
    let bounds = match &value {
        Value::Bool(_) => PREDEFINED[predefined::FAIR as usize].clone(),
        Value::Integer(number) if number.as_natural().is_some() => {
            PREDEFINED[predefined::FIRST_INTEGER as usize + 4].clone()
        }
        Value::Integer(_) => PREDEFINED[predefined::FIRST_INTEGER as usize + 9].clone(),
        Value::Float(_) => PREDEFINED[predefined::DOUBLE as usize].clone(),
        Value::Text(_) => Bounds::Text { alphabet: Alphabet::unicode(), min: 0, max: 99 },
        Value::Bytes(_) => Bounds::Bytes { min: 0, max: 99 },
    };
    tree.push(&bounds, &value);
}

fn tree(values: &[Value]) -> Tree {
    let mut tree = Tree::default();
    for value in values {
        push(&mut tree, value.clone());
    }
    tree
}

fn some_value(random: &mut Random) -> Value {
    let (x, selector) = random.pair();
    let wide = u128::from(x) << 64 | u128::from(random.word());
    let number = wide >> (selector & 127);
    match selector % 11 {
        0..3 => Value::Bool(x % 2 == 0),
        3 | 4 => Value::Integer(Number::natural(number)),
        5 | 6 => Value::Integer(Number::below_zero(number >> 1)),
        7 => Value::Float(f64::from_bits(x)),
        8 => Value::Float((x >> 50) as f64),
        9 => Value::Text("é".repeat(x as usize % 20)),
        _ => Value::Bytes(x.to_le_bytes()[..x as usize % 8].to_vec()),
    }
}

fn some_tree(random: &mut Random) -> Tree {
    let values: Vec<Value> = (0..random.word() % 12).map(|_| some_value(random)).collect();
    tree(&values)
}

fn same(a: &Tree, b: &Tree) -> bool {
    // By their `Debug` text, because NaN is not equal to itself.
    a.len() == b.len()
        && (0..a.len()).all(|i| format!("{:?}", a.value(i)) == format!("{:?}", b.value(i)))
}

#[test]
fn bytes_and_tokens_are_read_back() {
    let mut random = Random::for_case(1, 1);
    for _ in 0..3_000 {
        let tree = some_tree(&mut random);
        let token = tree.to_token();
        assert!(same(&Tree::from_bytes(&tree.to_bytes()).expect("just written"), &tree));
        assert!(same(&Tree::from_token(&token).expect("just written"), &tree), "{token}");
    }
}

#[test]
fn a_small_case_has_a_short_token() {
    let zero = || Value::Integer(Number::natural(0));
    let list = [Value::Bool(true), zero(), Value::Bool(true), zero(), Value::Bool(false)];
    assert_eq!(tree(&list).to_token(), "d1:kJAANQ");
    assert_eq!(Tree::default().to_token(), "d1:Wg");
}

/// The first version wrote this token. Every later version must read it.
#[test]
fn tokens_of_the_first_version_are_still_read() {
    let values = [
        Value::Bool(true),
        Value::Bool(true),
        Value::Integer(Number::natural(u128::MAX)),
        Value::Integer(Number::from_bits(i128::MIN as u128, true)),
        Value::Float(0.1),
        Value::Float(7.0),
        Value::Text("Füße".to_owned()),
        Value::Bytes(vec![0, 255]),
    ];
    let token =
        "d1:gR_w______________________8DL_D______________________wEwmpmZmZmZuT9HVkbDvMOfZWIA_7A";
    assert_eq!(tree(&values).to_token(), token);
    assert!(same(&Tree::from_token(token).expect("still read"), &tree(&values)));
}

#[test]
fn damaged_bytes_and_tokens_are_errors() {
    let mut random = Random::for_case(2, 1);
    for _ in 0..300 {
        let bytes = some_tree(&mut random).to_bytes();
        for i in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[i] ^= 1 << (random.word() % 8);
            assert!(Tree::from_bytes(&damaged).is_err(), "{bytes:?} {damaged:?}");
        }
    }
    for (token, part) in [
        ("", "must start with `d1:`"),
        ("rubbish", "must start with `d1:`"),
        ("d1:!!!", "invalid character or length"),
        ("d1:A", "invalid character or length"),
        ("d1:", "ends inside a choice"),
        ("d1:AAEB", "checksum mismatch"),
        ("d0:AQ", "must start with `d1:`"),
        ("dx:AQ", "must start with `d1:`"),
    ] {
        let error = Tree::from_token(token).expect_err("not a token").to_string();
        assert!(error.contains(part), "{token}: {error}");
        assert!(error.ends_with("; copy the whole token from the report"), "{error}");
    }
    let error = Tree::from_token("d2:AQ").expect_err("an unknown version").to_string();
    assert_eq!(error, "it was written by a later version of disprove; update the library");
    assert!(Tree::from_bytes(&[]).is_err() && Tree::from_bytes(&[9, 1]).is_err());
}

#[test]
fn arbitrary_bytes_are_choices_or_an_error() {
    let mut random = Random::for_case(3, 1);
    let mut read = 0;
    for _ in 0..50_000 {
        let length = random.word() % 24;
        let mut bytes: Vec<u8> = (0..length).map(|_| random.word() as u8).collect();
        // A valid checksum gets past the first check of the decoder.
        let sum = checksum(&bytes);
        bytes.push(sum);
        if let Ok(tree) = read_body(&bytes) {
            assert!(tree.len() <= 2 * bytes.len());
            assert!(same(&read_body(&tree.body()).expect("just written"), &tree));
            read += 1;
        }
    }
    assert!(read > 1_000, "only {read} were choices");
}
