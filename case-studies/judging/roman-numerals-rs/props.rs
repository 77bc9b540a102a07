//! Properties of roman-numerals-rs, beside its own unit tests and doctests.

use disprove::prelude::*;
use roman_numerals_rs::RomanNumeral;

/// The letters of a numeral and their values.
const LETTERS: [(char, u16); 7] =
    [('I', 1), ('V', 5), ('X', 10), ('L', 50), ('C', 100), ('D', 500), ('M', 1000)];

fn value(letter: char) -> Option<u16> {
    LETTERS.iter().find(|(it, _)| *it == letter).map(|(_, value)| *value)
}

/// The sum of the letters, those before a greater one taken off.
fn sum(numeral: &str) -> Option<i32> {
    let values: Vec<i32> = numeral.chars().map(|letter| value(letter).map(i32::from)).collect::<Option<_>>()?;
    let mut sum = 0;
    for (place, value) in values.iter().enumerate() {
        let is_before = values.get(place + 1).is_some_and(|next| next > value);
        sum += if is_before { -value } else { *value };
    }
    Some(sum)
}

#[property]
fn numerals_are_read_as_they_are_written(#[draw(1..=3999)] number: u16) {
    let numeral = RomanNumeral::new(number).unwrap();
    assert_eq!(numeral.to_string().parse(), Ok(numeral));
}

#[property]
fn small_letters_are_read_as_large_ones(#[draw(1..=3999)] number: u16) {
    let numeral = RomanNumeral::new(number).unwrap();
    assert_eq!(numeral.to_lowercase().parse::<RomanNumeral>(), numeral.to_uppercase().parse());
}

#[property]
fn the_letters_add_up(#[draw(1..=3999)] number: u16) {
    let numeral = RomanNumeral::new(number).unwrap();
    assert_eq!(sum(&numeral.to_uppercase()), Some(i32::from(number)));
}

#[property]
fn no_letter_stands_four_times(#[draw(1..=3999)] number: u16) {
    let numeral = RomanNumeral::new(number).unwrap().to_string();
    for (letter, _) in LETTERS {
        assert!(!numeral.contains(&letter.to_string().repeat(4)));
    }
}

#[property]
fn what_is_read_is_written_again(#[draw(text().alphabet("[IVXLCDM]").len(1..=6))] letters: String) {
    if let Ok(numeral) = letters.parse::<RomanNumeral>() {
        assert_eq!(numeral.to_uppercase(), letters);
    }
}

#[property]
fn other_letters_are_refused(text: String) {
    assume!(text.chars().any(|c| value(c.to_ascii_uppercase()).is_none()));
    assert!(text.parse::<RomanNumeral>().is_err());
}

#[property]
fn numbers_out_of_range_are_refused(number: u32) {
    assume!(!(1..=3999).contains(&number));
    assert!(RomanNumeral::try_from(number).is_err());
}

#[property]
fn the_number_is_kept(#[draw(1..=3999)] number: u16) {
    let numeral = RomanNumeral::new(number).unwrap();
    assert_eq!(u16::from(numeral), number);
    assert_eq!(i64::from(numeral), i64::from(number));
}

#[property]
fn numerals_are_ordered_as_numbers(#[draw(1..=3999)] one: u16, #[draw(1..=3999)] other: u16) {
    let numerals = (RomanNumeral::new(one).unwrap(), RomanNumeral::new(other).unwrap());
    assert_eq!(numerals.0 < numerals.1, one < other);
}
