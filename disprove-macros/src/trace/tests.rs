//! Where probes are placed, and the errors of misplaced attributes.

use super::expand;
use proc_macro2::TokenStream;
use quote::quote;

/// The probes of an item, in the order of its text.
fn probes(item: TokenStream) -> String {
    probes_of(TokenStream::new(), item)
}

fn probes_of(arguments: TokenStream, item: TokenStream) -> String {
    let text = expand(arguments, item).expect("an item").to_string();
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let rests = text.split(":: trace :: ").skip(1);
    let names = rests.filter_map(|rest| rest.split(|c| !is_name(c)).next());
    let own = ["hit", "branch", "Compared", "MatchValue", "QuestionMark", "LeftOperand"];
    names.filter(|name| own.contains(name)).collect::<Vec<_>>().join(" ")
}

fn error(arguments: TokenStream, item: TokenStream) -> String {
    expand(arguments, item).expect_err("no item").to_string()
}

#[test]
fn every_branch_has_a_probe() {
    for (body, expected) in [
        (quote!(), ""),
        (quote!(if a { b } else { c }), "branch"),
        (quote!(if a {}), "branch"),
        (quote!(if let Some(a) = b {}), "hit hit"),
        (
            quote!(if let Some(a) = b {
            } else {
            }),
            "hit hit",
        ),
        (
            quote!(if let Some(a) = b {
            } else if c {
            }),
            "hit branch",
        ),
        (
            quote!(if a
                && let Some(b) = c
                && d
            {}),
            "hit hit hit",
        ),
        (quote!(if a && b || c {}), "branch hit hit"),
        (quote!(match a { B => 1, _ if c => 2, _ => 3 };), "hit branch hit hit"),
        (
            quote!(loop {
                break;
            }),
            "hit",
        ),
        (quote!(while a {}), "branch"),
        (quote!(while let Some(a) = b {}), "hit hit"),
        (quote!(for a in b {}), "hit hit"),
        (quote!(let Some(a) = b else { return };), "hit"),
        (quote!(a?;), "QuestionMark"),
        (quote!(f(|a| b);), "hit"),
        (
            quote!(
                fn inner() {}
            ),
            "hit",
        ),
    ] {
        let found = probes(quote!(fn f() { #body }));
        // The first probe is that of the function.
        let found = found.split_once(' ').map_or("", |(_, rest)| rest).to_owned();
        assert_eq!(found, expected, "{body}");
    }
}

#[test]
fn comparisons_record_their_operands() {
    for (body, expected) in [
        (quote!(a == 1;), "Compared"),
        (quote!(if a < b {}), "Compared"),
        (quote!(while a.len() >= 3 {}), "Compared"),
        (quote!(if a == 1 && b != 2 {}), "branch Compared hit Compared"),
        (quote!(if a == f(&mut a) {}), "branch LeftOperand Compared"),
        (quote!(a[i] == f(&mut a);), ""),
        (quote!(let f = |a, b| a == b;), "hit"),
        (quote!(let f = |a: u8, b: u8| a == b;), "hit Compared"),
        (quote!(xs.all(|x| x == 1);), "hit Compared"),
        (quote!(unsafe { LAST == 1 };), ""),
        (quote!(async { a == b.await };), ""),
        (
            quote!(match a {
                1 | 2..=3 => {}
                -4 => {}
                _ => {}
            }),
            "MatchValue hit hit hit",
        ),
        (
            quote!(match a {
                Some('x') => {}
                _ => {}
            }),
            "MatchValue hit hit",
        ),
        (quote!(if let Some('x') = a.next() {}), "MatchValue hit hit"),
        (quote!(if let Some('x') = a {}), "hit hit"),
        (quote!(a.starts_with("x");), "Compared"),
        (quote!(f().starts_with("x");), ""),
        (quote!(a.starts_with(x);), ""),
    ] {
        let found = probes(quote!(fn f() { #body }));
        let found = found.split_once(' ').map_or("", |(_, rest)| rest).to_owned();
        assert_eq!(found, expected, "{body}");
    }
}

#[test]
fn code_evaluated_at_compile_time_has_no_probes() {
    assert_eq!(
        probes(quote!(
            const fn f(a: u8) -> bool {
                a == 1
            }
        )),
        ""
    );
    let body = quote!(
        fn f() {
            const A: bool = 1 == 2;
            let _ = [0; if N == 1 { 2 } else { 3 }];
            let _ = const { 1 == 2 };
            impl A {
                fn g() {
                    a == b
                }
            }
        }
    );
    assert_eq!(probes(body), "hit");
}

#[test]
fn all_functions_of_a_block_and_a_module_have_probes() {
    assert_eq!(probes(quote!(impl A { fn f() {} const fn g() {} fn h() {} })), "hit hit");
    assert_eq!(
        probes(quote!(
            trait A {
                fn f();
                fn g() {}
            }
        )),
        "hit"
    );
    let module = quote!(
        mod a {
            struct A;
            impl A {
                fn f() {}
            }
            #[trace]
            fn own() {}
            #[disprove::trace]
            impl B {
                fn own() {}
            }
            mod inner {
                fn f() {}
            }
        }
    );
    assert_eq!(probes(module), "hit hit");
}

#[test]
fn reports_misplaced_attributes() {
    assert!(
        error(
            quote!(),
            quote!(
                struct A;
            )
        )
        .contains("the functions that use this type")
    );
    assert!(
        error(
            quote!(),
            quote!(
                const A: u8 = 1;
            )
        )
        .contains("goes on a function")
    );
    assert!(
        error(
            quote!(),
            quote!(
                mod a;
            )
        )
        .contains("a module in another file")
    );
    assert!(
        error(
            quote!(all),
            quote!(
                fn f() {}
            )
        )
        .contains("write `#[trace]` or `#[trace(operands = false)]`")
    );
}

#[test]
fn without_operands_only_branches_are_recorded() {
    let reported = |item: TokenStream| probes_of(quote!(operands = false), item);
    let ways = quote!(
        fn f() {
            if a == 1 && b.starts_with("c") {}
            match d? {
                1 => {}
                _ => {}
            }
            fn g() {
                let e = a < b;
            }
        }
    );
    assert_eq!(reported(ways.clone()), "hit branch hit QuestionMark hit hit hit");
    assert!(probes(ways.clone()).contains("Compared"));
    assert_eq!(reported(quote!(mod m { #ways })), reported(ways));
}
