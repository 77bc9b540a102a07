use disprove::prelude::*;

// As rstest and test-case expand to it, if `#[property]` is below their attributes.
mod cases {
    use super::*;

    #[property]
    #[test]
    fn case_1() {}
}

fn main() {}
