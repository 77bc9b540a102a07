//! Expansions of state machines, and their mistakes.

use super::expand;
use crate::arguments::fitting;
use proc_macro2::TokenStream;
use quote::quote;
use syn::parse_quote;

fn expanded(settings: TokenStream, item: TokenStream) -> String {
    let block = syn::parse2(item).expect("an impl block");
    expand(settings, block).expect("there is no mistake").to_string()
}

fn count_errors(settings: TokenStream, item: TokenStream) -> usize {
    let block = syn::parse2(item).expect("an impl block");
    expand(settings, block).map_or_else(|errors| errors.into_iter().count(), |_| 0)
}

/// Whether the expansion contains these tokens.
#[track_caller]
fn assert_contains(expanded: &str, part: TokenStream) {
    let part = part.to_string();
    assert!(expanded.contains(&part), "{part}\nis not in\n{expanded}");
}

#[test]
fn a_machine_is_its_block_and_a_test() {
    let found = expanded(
        quote!(cases = 3, steps = 7),
        quote! {
            #[ignore]
            #[allow(unused)]
            #[cfg(unix)]
            #[replay("d1:AA")]
            impl RingBuffer {
                const MOST: u8 = 3;

                #[rule(when = |s| s.len() < 3)]
                fn push(&mut self, #[draw(1..=6)] x: u8, src: &mut Source) {}

                fn len(&self) -> usize {
                    3
                }
            }
        },
    );
    assert!(found.starts_with("# [allow (unused)] # [cfg (unix)] impl RingBuffer {"), "{found}");
    assert_contains(
        &found,
        quote! {
            const MOST: u8 = 3;
            fn push(&mut self, x: u8, src: &mut Source) {}
            fn len(&self) -> usize {
                3
            }
            #[cfg(test)]
            fn __disprove_machine()
        },
    );
    assert_contains(
        &found,
        quote! {
            impl<__G0: ::disprove::Generator<Value = u8> > ::disprove::__private::StateMachine<(), (__G0,)> for RingBuffer
        },
    );
    assert_contains(
        &found,
        quote!(let __0 = __src.draw(::disprove::Generator::by_ref(&__generators.0));),
    );
    assert_contains(&found, quote!(Self::push(__machine, __0, __src)));
    assert_contains(&found, quote!(::disprove::__private::allows(__machine, |s| s.len() < 3)));
    assert_contains(
        &found,
        quote! {
            &::disprove::__private::Declaration {
                        marker: ::core::concat!("\u{1}disprove:", ::core::module_path!(), "::", "ring_buffer", "\u{1}"),
                        function: "ring_buffer",
                        module: ::core::module_path!(),
                        package: ::core::option_env!("CARGO_PKG_NAME"),
                        folder: ::core::option_env!("CARGO_MANIFEST_DIR"),
                        settings: ::disprove::__private::Overrides {
                            cases: ::core::option::Option::Some(3),
                            steps: ::core::option::Option::Some(7),
                            ..::disprove::__private::Overrides::NONE
                        },
                        replays: &["d1:AA"],
                        draws: true,
                        ..::disprove::__private::Declaration::EMPTY
                    }
        },
    );
    assert_contains(
        &found,
        quote! {
            #[::core::prelude::v1::test]
            #[ignore]
            #[cfg(unix)]
            fn ring_buffer() {
                <RingBuffer>::__disprove_machine()
            }
        },
    );
}

#[test]
fn a_rule_with_assumptions_may_return_early_unless_it_fills_a_bundle() {
    let found = expanded(
        quote!(),
        quote! {
            impl M {
                #[rule]
                fn early(&mut self) {
                    assume!(true);
                }

                #[rule(bundle = keys)]
                fn key(&mut self) -> u8 {
                    assume!(true);
                    3
                }

                #[rule]
                fn plain(&mut self) {}
            }
        },
    );
    assert_contains(
        &found,
        quote!(::disprove::__private::step_result_unless_rejected(Self::early(__machine,))),
    );
    assert_contains(&found, quote!(::disprove::__private::step_result(Self::plain(__machine,))));
    assert_contains(
        &found,
        quote!(
            fn key(&mut self) -> u8 {
                assume!(true);
                3
            }
        ),
    );
    assert_contains(
        &found,
        quote!(let __value = Self::key(__machine,); __bundles.0.put(__name, __value);),
    );
}

#[test]
fn a_value_that_replaces_another_keeps_its_name() {
    let found = expanded(
        quote!(),
        quote! {
            impl M {
                #[rule(bundle = keys)]
                fn make(&mut self) -> Result<Key, E> {}

                #[rule(bundle = keys)]
                fn turn(&mut self, #[consumes(keys)] key: Key) -> Key {}

                #[rule]
                fn two(&mut self, #[consumes(keys)] a: Key, #[from(keys)] b: Key) {}
            }
        },
    );
    assert_contains(&found, quote!(__bundles.0.put(__0_tag.name, __value);));
    assert_contains(&found, quote!(::disprove::__private::unwrap_value(Self::make(__machine,))?));
    assert_contains(
        &found,
        quote!(0u32 => true, 1u32 => __bundles.0.has(1usize), 2u32 => __bundles.0.has(2usize),),
    );
    assert_contains(&found, quote!(&mut (::disprove::__private::Bundle<Key>,)));
    assert_contains(&found, quote!("let key_{} = machine.", __bundles.0.next()));
    assert_contains(&found, quote!("make", &[], &[], ".unwrap();"));
    assert_contains(
        &found,
        quote!(::disprove::__private::std::format!("key_{}.clone()", __1_tag.number)),
    );
}

#[test]
fn borrowed_arguments_are_lent_to_rules_on_threads_as_well() {
    let found = expanded(
        quote!(),
        quote! {
            impl M {
                #[initial]
                fn new(name: &str) -> Self {}

                #[rule(parallel)]
                fn get(&self, key: &[u8], #[draw(index(key))] i: usize) -> u8 {}
            }
        },
    );
    assert_contains(&found, quote!(Self::new(&__0)));
    let drawn = fitting(&parse_quote!(usize), &parse_quote!(index(key)));
    assert_contains(
        &found,
        quote! {
            let key: &[u8] = &__0;
            let __1 = __src.draw(#drawn);
        },
    );
    assert_contains(&found, quote!(move |__machine: &Self| Self::get(__machine, &__0, __1)));
}

#[test]
fn a_generator_that_names_an_argument_is_made_at_the_call() {
    let found = expanded(
        quote!(),
        quote! {
            impl M {
                #[rule(bundle = keys)]
                fn key(&mut self, n: u8, #[draw(0..n)] i: u8, #[draw(0..3)] j: u8) -> u8 {}

                #[rule]
                fn turn(
                    &mut self,
                    #[from(keys)] key: u8,
                    #[consumes(keys)] other: u8,
                    #[draw(0..key)] i: u8,
                ) {
                }
            }
        },
    );
    let drawn = fitting(&parse_quote!(u8), &parse_quote!(0..n));
    assert_contains(
        &found,
        quote! {
            let n = __src.draw(::disprove::__private::own::<u8>());
            let __1 = __src.draw(#drawn);
            let __2 = __src.draw(::disprove::Generator::by_ref(&__generators.0));
        },
    );
    assert!(!found.contains("__generators . 1"), "{found}");
    assert_contains(&found, quote!(let __value = Self::key(__machine, n, __1, __2);));
    let drawn = fitting(&parse_quote!(u8), &parse_quote!(0..key));
    assert_contains(
        &found,
        quote! {
            let (__0_tag, key) = __bundles.0.copy(__src);
            let (__1_tag, __1) = __bundles.0.take(__src);
            let __2 = __src.draw(#drawn);
        },
    );
    assert_contains(&found, quote!(Self::turn(__machine, key, __1, __2)));
}

#[test]
fn only_machines_that_need_it_have_weights_of_states() {
    let rule = quote! {
        #[rule(weight = 2, when = |s| s.0)]
        fn a(&mut self) {}
    };
    let plain = expanded(quote!(), quote!(impl M { #rule }));
    assert_contains(&plain, quote!(::disprove::__private::machine::<Self, (), _>(())));
    assert!(!plain.contains("weighted_machine") && !plain.contains("fn weight"), "{plain}");
    assert!(!plain.contains("ENDS"), "{plain}");

    let found = expanded(
        quote!(),
        quote! {
            impl M {
                #rule
                #[rule(weight = Self::load)]
                fn b(&mut self) {}
                #[rule(ends)]
                fn c(&mut self) {}
            }
        },
    );
    assert_contains(
        &found,
        quote!(
            const ENDS: &'static [u32] = &[2u32];
        ),
    );
    assert_contains(
        &found,
        quote! {
            match __rule {
                0u32 => 2u32,
                1u32 => ::disprove::__private::weight(__machine, Self::load),
                2u32 => 1u32,
                _ => 0
            }
        },
    );
    let all = quote!(weighted_machine::<Self, (), _>((), &[0u32, 1u32, 2u32]));
    assert_contains(&found, all);
}

#[test]
fn each_property_attribute_is_a_test_of_its_rules() {
    let found = expanded(
        quote!(rules = [c, a]),
        quote! {
            #[property(name = others, rules = [writes], steps = 3)]
            #[ignore]
            impl M {
                #[rule]
                fn a(&mut self) {}
                #[rule(group = writes)]
                fn b(&mut self) {}
                #[rule]
                fn c(&mut self) {}
            }
        },
    );
    assert_eq!(found.matches("StateMachine <").count(), 1);
    for (name, function, rules) in [
        (quote!(m), quote!(__disprove_machine), quote!([0u32, 2u32])),
        (quote!(others), quote!(__disprove_machine_1), quote!([1u32])),
    ] {
        assert_contains(&found, quote!(weighted_machine::<Self, (), _>((), &#rules)));
        assert_contains(&found, quote!(#[ignore] fn #name() { <M>::#function() }));
    }
    assert_eq!(found.matches("steps :").count(), 1, "{found}");
}

#[test]
fn all_mistakes_of_a_machine_are_reported_at_once() {
    let item = quote! {
        #[example(1)]
        impl<T> Trait for M<T> {
            #[rule(weight = 0)]
            async fn a(x: u8) {}

            #[initial]
            fn b() {}

            #[invariant]
            fn c(&self, x: &mut str) {}
        }
    };
    assert_eq!(count_errors(quote!(steps = 0), item), 9);
    assert_eq!(
        count_errors(
            quote!(),
            quote!(
                impl (u8,) {}
            )
        ),
        2
    );
}
