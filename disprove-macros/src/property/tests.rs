//! Tests of `property.rs`.

use super::expand;
use proc_macro2::TokenStream;
use quote::quote;

fn expanded(settings: TokenStream, item: TokenStream) -> String {
    expand(settings, item).expect("there is no mistake").to_string()
}

fn mistakes(settings: TokenStream, item: TokenStream) -> usize {
    expand(settings, item).map_or_else(|errors| errors.into_iter().count(), |_| 0)
}

#[test]
fn a_property_is_a_test_around_the_function_with_its_arguments_in_a_tuple() {
    let found = expanded(
        quote!(cases = 3),
        quote! {
            #[ignore]
            #[example(7, 8)]
            #[replay("d1:AA")]
            pub fn r#try(#[draw(1..=6)] die: u8, src: &mut Source, mut y: u16) -> bool {
                #![allow(unused)]
                die < y
            }
        },
    );
    let drawn = crate::arguments::fitting(&syn::parse_quote!(u8), &syn::parse_quote!(1..=6));
    let expected = quote! {
        #[::core::prelude::v1::test]
        #[ignore]
        pub fn r#try() {
            fn r#try((die, mut y,): (u8, u16,), src: &mut Source) -> bool {
                #![allow(unused)]
                die < y
            }
            ::disprove::__private::run_function(
                const {
                    &::disprove::__private::Declaration {
                        marker: ::core::concat!("\u{1}disprove:", ::core::module_path!(), "::", "r#try", "\u{1}"),
                        function: "r#try",
                        module: ::core::module_path!(),
                        package: ::core::option_env!("CARGO_PKG_NAME"),
                        folder: ::core::option_env!("CARGO_MANIFEST_DIR"),
                        arguments: &["die", "y"],
                        settings: ::disprove::__private::Overrides {
                            cases: ::core::option::Option::Some(3),
                            ..::disprove::__private::Overrides::NONE
                        },
                        replays: &["d1:AA"],
                        draws: true,
                        ..::disprove::__private::Declaration::EMPTY
                    }
                },
                || (#drawn, ::disprove::__private::own::<u16>(),),
                {
                    use ::disprove::__private::Print as _;
                    (
                        (&&&::disprove::__private::Choose::<u8>::NEW).printer(),
                        (&&&::disprove::__private::Choose::<u16>::NEW).printer(),
                    )
                },
                &[|| (7, 8,)],
                ::core::option::Option::None,
                r#try,
            );
        }
    };
    assert_eq!(found, expected.to_string());
}

#[test]
fn a_function_that_calls_itself_keeps_its_signature() {
    let found = expanded(
        quote!(),
        quote! {
            fn f(n: u8) {
                f(n / 2);
            }
        },
    );
    let expected = quote! {
        fn f(n: u8) {
            f(n / 2);
        }
    };
    assert!(found.contains(&expected.to_string()), "{found}");
    let call = quote!(|(__0,), __src: &mut ::disprove::Source| f(__0));
    assert!(found.contains(&call.to_string()), "{found}");
}

#[test]
fn borrowed_arguments_are_lent_and_their_examples_converted() {
    let found = expanded(
        quote!(),
        quote! {
            #[example("abc", [1, 2], 3)]
            async fn f(s: &str, src: &mut Source, xs: &[u8], n: &u8) -> Result<(), Error<'_>> {}
        },
    );
    let parts = [
        quote! {
            &[|| (
                ::core::convert::Into::<::disprove::__private::std::string::String>::into("abc"),
                ::core::convert::Into::<::disprove::__private::std::vec::Vec<u8> >::into([1, 2]),
                3,
            )]
        },
        quote! {
            |(__0, __1, __2,), __src: &mut ::disprove::Source|
                ::disprove::IntoOutcome::into_outcome(
                    ::disprove::__private::block_on(f(&__0, __src, &__1, &__2))
                )
        },
    ];
    for part in parts {
        let part = part.to_string().replace(' ', "");
        assert!(found.replace(' ', "").contains(&part), "{part}\nis not in\n{found}");
    }
}

#[test]
fn a_test_attribute_is_not_doubled() {
    assert!(
        !expanded(
            quote!(test = false),
            quote!(
                fn f() {}
            )
        )
        .contains("test]")
    );
    for test in [quote!(#[test]), quote!(#[::core::prelude::v1::test])] {
        let found = expanded(quote!(), quote!(#test fn f(x: u8) {}));
        assert_eq!(found.matches("test]").count(), 1, "{found}");
    }
}

#[test]
fn a_test_without_arguments_is_a_mistake_but_other_properties_may_have_none() {
    let test = quote! {
        #[test]
        fn f() {}
    };
    assert_eq!(mistakes(quote!(), test), 1);
    let property = quote!(
        fn f() {}
    );
    assert_eq!(mistakes(quote!(), property), 0);
}

#[test]
fn reports_all_mistakes_of_a_function_at_once() {
    let item = quote! {
        #[example(1, 2)]
        #[replay("x")]
        const async unsafe extern "C" fn f<T>(self, x: &mut T) {}
    };
    assert_eq!(mistakes(quote!(cases = 0), item), 9);
}

#[test]
fn only_a_function_can_be_a_property() {
    for item in [
        quote!(
            struct S;
        ),
        quote!(impl S {}),
        quote!(
            mod m {}
        ),
        quote!(
            const C: u8 = 3;
        ),
    ] {
        assert_eq!(mistakes(quote!(), item), 1);
    }
}

#[test]
fn attributes_that_pass_arguments_are_refused() {
    for attribute in [quote!(rstest), quote!(test_case::test_case(3)), quote!(test_matrix(3))] {
        let item = quote!(#[#attribute] fn f(n: u8) {});
        let error = super::expand(quote!(), item).expect_err("it is refused").to_string();
        assert!(error.contains("check(..).assert(..)"), "{error}");
    }
}
