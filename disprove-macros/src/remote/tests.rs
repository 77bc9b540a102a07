//! Tests of `remote.rs`.

use crate::arbitrary::expand;
use proc_macro2::TokenStream;
use quote::quote;

fn expanded(item: TokenStream) -> String {
    expand(item).unwrap_or_else(|error| panic!("{error}")).to_string()
}

fn mistake(item: TokenStream) -> String {
    expand(item).expect_err("there is a mistake").to_string()
}

#[test]
fn a_mirror_is_converted_and_encoded_field_by_field() {
    let found = expanded(quote! {
        #[disprove(crate = pbt, remote = other::Pair<crate::A, T>)]
        struct PairDef<T>(u8, T);
    });
    let expected = quote! {
        impl<T: ::disprove::Arbitrary> ::disprove::generator::Mirror for PairDef<T> {
            type Remote = other::Pair<crate::A, T>;
            fn into_remote(self) -> other::Pair<crate::A, T> {
                match self { Self { 0: __0, 1: __1, } => other::Pair { 0: __0, 1: __1, }, }
            }
        }
    };
    let expected = expected.to_string();
    let expected = expected.trim_end_matches(" }");
    assert!(found.contains(expected), "{expected}\nis not in\n{found}");
    let encoded =
        quote!(other::Pair { 0: __0, 1: __1, .. } => ::disprove::__private::encode_structure);
    assert!(found.contains(&encoded.to_string()), "{found}");
    assert!(!found.contains("_ => false"), "{found}");
}

#[test]
fn variants_may_be_left_out() {
    let found = expanded(quote! {
        #[disprove(remote = Kind, non_exhaustive)]
        enum KindDef {
            File,
            Folder { depth: u8 },
        }
    });
    for part in [
        quote!(Self::Folder { depth: __0, } => Kind::Folder { depth: __0, },),
        quote!(Kind::File { .. } => ::disprove::__private::encode_variant),
        quote!(_ => false,),
    ] {
        assert!(found.contains(&part.to_string()), "{part}\nis not in\n{found}");
    }
}

#[test]
fn mistakes_say_what_to_write() {
    for (option, expected) in [
        (quote!(remote), "expected the path of the type, without quotes"),
        (quote!(remote = "other::Type"), "expected the path of the type, without quotes"),
        (quote!(remote = A, remote = B), "`remote` is given twice"),
        (quote!(non_exhaustive), "add `remote = other::Type`"),
        (quote!(remote = A, partial), "unknown option `partial`"),
    ] {
        let found = mistake(quote!(
            #[disprove(#option)]
            struct A(u8);
        ));
        assert!(found.contains(expected), "{found}");
    }
}
