//! Tests of `arbitrary.rs`.

use super::{Declaration, expand, literal};
use proc_macro2::TokenStream;
use quote::quote;

fn expanded(item: TokenStream) -> String {
    expand(item).unwrap_or_else(|error| panic!("{error}")).to_string()
}

#[test]
fn a_struct_is_generated_field_by_field() {
    let item = quote!(
        struct Point {
            x: u8,
            #[draw(0..9)]
            y: u16,
        }
    );
    let found = expanded(item.clone());
    let declaration = Declaration::read(item).unwrap_or_else(|error| panic!("{error}"));
    let literal = literal::implement(&declaration);
    let drawn = crate::arguments::fitting(&syn::parse_quote!(u16), &syn::parse_quote!(0..9));
    let expected = quote! {
        const _: () = {
            static __DISPROVE_SHAPE: ::disprove::__private::ShapeCell = ::disprove::__private::ShapeCell::new();
            #[automatically_derived]
            impl ::disprove::Arbitrary for Point {
                fn arbitrary(src: &mut ::disprove::Source) -> Self {
                    ::disprove::__private::structure(src, __DISPROVE_SHAPE.get::<Self>(), |src| Self {
                        x: <u8 as ::disprove::Arbitrary>::arbitrary(src),
                        y: ::disprove::__private::field::<u16, _>(src, #drawn),
                    })
                }
                fn encode(value: &Self, encoder: &mut ::disprove::Encoder) -> bool {
                    match value {
                        Self { x: __0, y: __1, } => ::disprove::__private::encode_structure(
                            encoder, __DISPROVE_SHAPE.get::<Self>(),
                            |encoder| true
                                && <u8 as ::disprove::Arbitrary>::encode(__0, encoder)
                                && ::disprove::__private::encode_field::<u16, _>(#drawn, __1, encoder)
                        ),
                    }
                }
                fn describe(types: &mut ::disprove::__private::Types) -> ::disprove::__private::TypeNumber {
                    types.define(
                        ::core::any::type_name::<Self>(), &[1],
                        |types| ::disprove::__private::std::vec![::disprove::__private::std::vec![<u8 as ::disprove::Arbitrary>::describe(types)]]
                    )
                }
            }
            #literal
        };
    };
    assert_eq!(found, expected.to_string());
}

#[test]
fn an_enum_is_generated_by_the_number_of_its_variant() {
    let found = expanded(quote!(
        enum List {
            End,
            #[weight(3)]
            Node(u8, Box<List>),
        }
    ));
    let generated = quote! {
        |src, variant| match variant {
            0usize => Self::End {},
            _ => Self::Node {
                0: <u8 as ::disprove::Arbitrary>::arbitrary(src),
                1: <Box<List> as ::disprove::Arbitrary>::arbitrary(src),
            },
        }
    };
    let encoded = quote! {
        Self::Node { 0: __0, 1: __1, } => ::disprove::__private::encode_variant(
            encoder, __DISPROVE_SHAPE.get::<Self>(), 1usize,
            |encoder| true
                && <u8 as ::disprove::Arbitrary>::encode(__0, encoder)
                && <Box<List> as ::disprove::Arbitrary>::encode(__1, encoder)
        ),
    };
    for part in [generated, encoded, quote!(&[1, 3])] {
        assert!(found.contains(&part.to_string()), "{part}\nis not in\n{found}");
    }
}

#[test]
fn type_parameters_get_a_bound_and_other_declarations_stay() {
    let found = expanded(quote! {
        struct Tree<'a, K: Ord, P, V = u8, const N: usize = 3>(&'a K, PhantomData<P>, [V; N]) where V: Clone;
    });
    let header = quote! {
        impl<
            'a,
            K: Ord + ::disprove::Arbitrary,
            P: ::disprove::Arbitrary,
            V: ::disprove::Arbitrary,
            const N: usize
        > ::disprove::Arbitrary for Tree<'a, K, P, V, N> where V: Clone
    };
    assert!(found.contains(&header.to_string()), "{header}\nis not in\n{found}");
    assert!(found.contains("Shape :: of :: < Self > ()") && !found.contains("static"), "{found}");
}
