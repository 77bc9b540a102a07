//! Tests of `crate_path.rs`.

use super::{CratePath, replace};
use proc_macro2::TokenStream;
use quote::quote;

#[track_caller]
fn assert_replaced(before: TokenStream, after: TokenStream) {
    assert_eq!(replace(before, &quote!(my::pbt)).to_string(), after.to_string());
}

#[test]
fn replaces_the_crate_where_it_begins_a_path() {
    assert_replaced(
        quote!(
            impl<T> ::disprove::Arbitrary for T {
                fn f(x: &mut ::disprove::Source) {
                    ::disprove::m!()
                }
            }
        ),
        quote!(
            impl<T> my::pbt::Arbitrary for T {
                fn f(x: &mut my::pbt::Source) {
                    my::pbt::m!()
                }
            }
        ),
    );
    assert_replaced(quote!(<T as ::disprove::A>::b), quote!(<T as my::pbt::A>::b));
    assert_replaced(
        quote!(
            use ::disprove::A;
        ),
        quote!(
            use my::pbt::A;
        ),
    );
}

#[test]
fn keeps_other_paths() {
    for kept in [
        quote!(crate::disprove::f()),
        quote!(a::disprove::f()),
        quote!(disprove()),
        quote!(::core::f()),
    ] {
        assert_replaced(kept.clone(), kept);
    }
}

#[test]
fn takes_the_path_out_of_the_arguments_of_an_attribute() {
    let taken = |arguments: TokenStream| {
        let (path, others) = CratePath::take(arguments).expect("there is no mistake");
        (path.0.map(|path| path.to_string()), others.to_string())
    };
    let path = Some(quote!(my::pbt).to_string());
    assert_eq!(taken(quote!(crate = my::pbt)), (path.clone(), String::new()));
    let (found, others) = taken(quote!(cases = f(1, 2), crate = my::pbt, seed = 3));
    assert_eq!((found, others), (path, quote!(cases = f(1, 2), seed = 3).to_string()));
    assert_eq!(taken(quote!(cases = 3,)), (None, quote!(cases = 3,).to_string()));
}

#[test]
fn rejects_what_is_no_path() {
    let rejected = |arguments| CratePath::take(arguments).err().map(|error| error.to_string());
    let expected = "expected the path of the library, such as `crate = my_crate::disprove`";
    for mistake in [quote!(crate), quote!(crate = 3), quote!(crate = "pbt"), quote!(crate = a b)] {
        assert_eq!(rejected(mistake).as_deref(), Some(expected));
    }
    let twice = quote!(crate = a, crate = b);
    assert_eq!(rejected(twice).as_deref(), Some("`crate` is given twice; keep one of them"));
}

#[test]
fn reads_the_path_from_the_attribute_of_an_item() {
    let path =
        |item: TokenStream| CratePath::of_item(&item).map(|path| path.0.map(|p| p.to_string()));
    let found = path(quote!(
        #[doc = "x"]
        #[disprove(crate = pbt)]
        struct A(#[draw(1)] u8);
    ));
    assert_eq!(found.ok().flatten().as_deref(), Some("pbt"));
    assert_eq!(
        path(quote!(
            struct A;
        ))
        .ok(),
        Some(None)
    );
    for mistake in [
        quote!(
            #[disprove]
            struct A;
        ),
        quote!(
            #[disprove()]
            struct A;
        ),
        quote!(
            #[disprove(name = a)]
            struct A;
        ),
    ] {
        let error = path(mistake).expect_err("it is a mistake").to_string();
        assert!(error.contains("as in `#[disprove(crate = my_crate::disprove)]`"), "{error}");
    }
}
