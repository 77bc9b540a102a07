//! Tests of `declaration.rs`.

use super::Declaration;
use proc_macro2::TokenStream;
use quote::quote;

fn mistakes(item: TokenStream) -> Vec<String> {
    let errors = Declaration::read(item).err().into_iter().flatten();
    errors.map(|error| error.to_string()).collect()
}

#[test]
fn weights_and_draws_are_read() {
    let read = Declaration::read(quote! {
        enum Expr { Num(#[draw(-2..=2)] i8), Neg(Box<Expr>), #[weight(0x2)] Mul { left: Box<Expr>, right: Box<Expr> }, Nil }
    });
    let variants = read.unwrap_or_else(|error| panic!("{error}")).variants;
    let weights: Vec<u32> = variants.iter().map(|variant| variant.weight).collect();
    let fields: Vec<usize> = variants.iter().map(|variant| variant.fields.len()).collect();
    let drawn: Vec<bool> = variants
        .iter()
        .flat_map(|variant| &variant.fields)
        .map(|field| field.draw.is_some())
        .collect();
    assert_eq!((weights, fields), (vec![1, 1, 2, 1], vec![1, 1, 2, 0]));
    assert_eq!(drawn, [true, false, false, false]);
}

#[test]
fn type_and_const_parameters_make_a_declaration_generic() {
    let is_generic =
        |item| Declaration::read(item).is_ok_and(|declaration| declaration.is_generic());
    assert!(is_generic(quote!(
        struct S<T>(T);
    )));
    assert!(is_generic(quote!(
        struct S<const N: usize>;
    )));
    assert!(!is_generic(quote!(
        struct S<'a>(&'a u8);
    )));
    assert!(!is_generic(quote!(
        struct S;
    )));
}

#[test]
fn all_mistakes_are_reported_at_once() {
    let reported = mistakes(quote! {
        #[draw(1)]
        #[weight(1)]
        enum E {
            #[weight(0)] A,
            #[weight("2")] B,
            #[weight(4294967296)] C,
            #[weight(1)] #[weight(1)] D,
            #[draw(3)] E,
            F(#[weight(2)] u8, #[draw] u8, #[draw(1, 2)] u8, #[draw(1)] #[draw(2)] u8),
        }
    });
    assert_eq!(reported.len(), 11, "{reported:#?}");
}

#[test]
fn unions_and_enums_without_variants_are_rejected() {
    assert!(mistakes(quote!(union U { x: u8 }))[0].contains("union"));
    assert!(
        mistakes(quote!(
            enum Never {}
        ))[0]
            .contains("`Never` has no value that could be generated")
    );
}
