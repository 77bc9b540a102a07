//! Tests of `dependent.rs`.

use super::{generator, mentions};
use crate::{
    arguments::{arguments, fitting},
    errors::Errors,
};
use quote::quote;
use syn::{Signature, parse_quote};

fn generated(mut signature: Signature) -> String {
    let mut errors = Errors::default();
    let arguments = arguments(&mut signature, &mut errors);
    errors.finish().expect("there is no mistake");
    generator(&arguments).to_string()
}

#[test]
fn arguments_that_name_no_other_are_a_tuple() {
    let found = generated(parse_quote!(fn f(vec: u8, #[draw(vec(0..3))] xs: Vec<u8>)));
    let drawn = fitting(&parse_quote!(Vec<u8>), &parse_quote!(vec(0..3)));
    let expected = quote!((::disprove::__private::own::<u8>(), #drawn,));
    assert_eq!(found, expected.to_string());
}

#[test]
fn arguments_that_name_an_earlier_one_are_drawn_in_order() {
    let found = generated(parse_quote!(fn f(
        n: u8,
        src: &mut Source,
        mut vec: bool,
        #[draw(0..n)] i: u8,
    )));
    let drawn = fitting(&parse_quote!(u8), &parse_quote!(0..n));
    let expected = quote! {
        |__src: &mut ::disprove::Source| -> (u8, bool, u8,) {
            let n: u8 = __src.draw(::disprove::__private::own::<u8>());
            let __1: bool = __src.draw(::disprove::__private::own::<bool>());
            let __2: u8 = __src.draw(#drawn);
            (n, __1, __2,)
        }
    };
    assert_eq!(found, expected.to_string());
}

#[test]
fn later_draws_name_the_borrow_of_a_borrowed_argument() {
    let found = generated(parse_quote!(fn f(
        bytes: &[u8],
        other: &str,
        #[draw(index(bytes))] i: usize,
    )));
    let drawn = fitting(&parse_quote!(usize), &parse_quote!(index(bytes)));
    let expected = quote! {
        |__src: &mut ::disprove::Source| -> (::disprove::__private::std::vec::Vec<u8>, ::disprove::__private::std::string::String, usize,) {
            let __0: ::disprove::__private::std::vec::Vec<u8> =
                __src.draw(::disprove::__private::own::<::disprove::__private::std::vec::Vec<u8> >());
            let bytes: &[u8] = &__0;
            let __1: ::disprove::__private::std::string::String =
                __src.draw(::disprove::__private::own::<::disprove::__private::std::string::String>());
            let __2: usize = __src.draw(#drawn);
            (__0, __1, __2,)
        }
    };
    assert_eq!(found.replace(' ', ""), expected.to_string().replace(' ', ""));
}

#[test]
fn only_variables_are_mentioned() {
    let name = parse_quote!(n);
    for yes in [quote!(0..n), quote!(f(&n)), quote!(n..), quote!(n.len()), quote!(0..=(n - 1))] {
        assert!(mentions(&yes, &name), "{yes}");
    }
    for no in
        [quote!(n(3)), quote!(n::new()), quote!(n!(3)), quote!(x.n), quote!(x.n()), quote!("n")]
    {
        assert!(!mentions(&no, &name), "{no}");
    }
}
