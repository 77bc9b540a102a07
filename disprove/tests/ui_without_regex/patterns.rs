use disprove::prelude::*;

#[derive(Debug, Arbitrary)]
struct User {
    #[draw("[a-z]+")]
    name: String,
}

#[property]
#[miri::test]
fn draws_a_pattern(#[draw("[a-z]+")] _word: String) {}

fn main() {
    let _ = regex("[a-z]+");
    let _ = text().alphabet("[a-z]");
    let _ = chars().alphabet("[a-z]");
    let _ = vec("[a-z]+");
    let _ = check("[a-z]+");
    let _ = one_of!["[a-z]+", text()];
}
