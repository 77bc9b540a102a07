//! Tests of `drawn.rs`.

use super::tell;
use quote::quote;
use syn::{Block, parse_quote};

fn rewritten(mut body: Block) -> String {
    tell(&mut body, &parse_quote!(src));
    quote!(#body).to_string()
}

#[test]
fn records_draws_under_the_name_of_their_variable() {
    let body = parse_quote!({
        let mut xs = src.draw(vec(any::<u8>()));
        let (a, b): (u8, u8) = src.draw(any());
        let Some(c) = src.draw(option(0..3)) else { return };
        let sum = 1 + src.draw(0..9);
        let all: Vec<u8> = (0..3).map(|_| src.draw(0..9)).collect();
    });
    let expected: Block = parse_quote!({
        let mut xs = ::disprove::__drawn!("xs", src.draw(vec(any::<u8>())));
        let (a, b): (u8, u8) = ::disprove::__drawn!("(a, b)", src.draw(any()), (u8, u8));
        let Some(c) = ::disprove::__drawn!("Some(c)", src.draw(option(0..3))) else { return };
        let sum = 1 + ::disprove::__drawn!("src . draw (0..9)", src.draw(0..9));
        let all: Vec<u8> =
            (0..3).map(|_| ::disprove::__drawn!("src . draw (0..9)", src.draw(0..9))).collect();
    });
    assert_eq!(rewritten(body), quote!(#expected).to_string());
}

#[test]
fn draws_of_generators_and_of_other_things_are_left_alone() {
    let body: Block = parse_quote!({
        fn nested(src: &mut Source) -> u8 {
            src.draw(0..9)
        }
        let cards = deck.draw(5);
        let odd = nested(src);
        generator.then(|src: &mut Source| src.draw(1..3));
        println!("{}", src.draw(1..3));
    });
    assert_eq!(rewritten(body.clone()), quote!(#body).to_string());
}
