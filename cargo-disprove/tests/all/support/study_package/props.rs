use disprove::prelude::*;
use rle::{decode, encode, parse};

#[property]
fn decoding_gives_back_what_was_encoded(text: String) {
    let length = match text.len() {
        0 => "empty",
        1..=4 => "short",
        5..=19 => "medium",
        _ => "long",
    };
    label!("{length}");
    cover!("a run", text.chars().zip(text.chars().skip(1)).any(|(a, b)| a == b), 10.0);
    assert_eq!(decode(&encode(&text)), text);
}

#[property(cases = 400)]
fn runs_are_never_empty(text: String) {
    let runs = encode(&text);
    target!(runs.len() as f64);
    label!("{}", if runs.len() > 3 { "many runs" } else { "few runs" });
    assert!(runs.iter().all(|(_, count)| *count > 0));
}

#[property]
fn totals_fit_a_byte(runs: Vec<(char, u8)>) {
    let total: u32 = runs.iter().map(|(_, count)| u32::from(*count)).sum();
    target!("total", f64::from(total) / 7.0);
    label!("{}", if runs.len() < 3 { "few" } else { "</script><b>\"many\"" });
    assert!(total < 600, "the total is {total}");
}

#[property]
fn even_counts_stay_even(#[draw(0..=100u8)] count: u8) {
    assume!(count % 2 == 0);
    assert_eq!(decode(&[('a', count)]).len() % 2, 0);
}

#[property]
fn parsing_does_not_panic(text: String) {
    label!("{}", if parse(&text).is_ok() { "parsed" } else { "refused" });
}
