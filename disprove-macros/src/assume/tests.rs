//! Positions in which `assume!` is rewritten, and positions in which it is not.

use super::return_early;
use quote::quote;
use syn::{Block, parse_quote};

/// The rewritten body, without the statement that keeps imports of `assume` in use.
fn rewritten(mut body: Block) -> String {
    return_early(&mut body);
    let statements = body.stmts.iter().skip(1);
    quote!(#(#statements)*).to_string()
}

fn text(body: &Block) -> String {
    let statements = &body.stmts;
    quote!(#(#statements)*).to_string()
}

#[test]
fn rewrites_statements_expressions_branches_and_loops() {
    let body = parse_quote!({
        assume!(a);
        disprove::assume!(b, "why");
        for x in xs {
            if x {
                assume! { c }
            } else {
                unsafe { ::disprove::prelude::assume!(d) }
            }
        }
        let Some(y) = z else {
            assume!(false);
            return;
        };
        match y {
            0 => assume!(e),
            _ => f(assume!(g)),
        }
    });
    let expected: Block = parse_quote!({
        ::disprove::__assume_here!(a);
        ::disprove::__assume_here!(b, "why");
        for x in xs {
            if x {
                ::disprove::__assume_here! { c }
            } else {
                unsafe { ::disprove::__assume_here!(d) }
            }
        }
        let Some(y) = z else {
            ::disprove::__assume_here!(false);
            return;
        };
        match y {
            0 => ::disprove::__assume_here!(e),
            _ => f(::disprove::__assume_here!(g)),
        }
    });
    assert_eq!(rewritten(body), text(&expected));
}

#[test]
fn leaves_positions_that_cannot_return_from_the_property() {
    let body: Block = parse_quote!({
        fn helper(x: u8) {
            assume!(x > 3);
        }
        let all = xs.iter().all(|x| {
            assume!(x);
            true
        });
        let later = async { assume!(x) };
        let known = const { assume!(x) };
        unknown!({
            assume!(x);
            true
        });
        assert!(xs.iter().all(|x| {
            assume!(x);
            true
        }));
        other::assumed!(x);
        assume(x);
    });
    let mut unchanged = body.clone();
    return_early(&mut unchanged);
    assert_eq!(text(&unchanged), text(&body));
}

#[test]
fn rewrites_arguments_of_macros_that_evaluate_in_place() {
    let body = parse_quote!({
        assert!(
            {
                assume!(a);
                true
            },
            "{} {b}",
            {
                assume!(b);
                1
            },
            b = 2
        );
        let xs = vec![
            {
                assume!(c);
                0
            };
            {
                assume!(d);
                3
            }
        ];
        std::matches!({ assume!(e); x }, Some(1..=3) if y);
        assume!({
            assume!(f);
            z
        });
        ::disprove::__drawn!(
            "v",
            src.draw({
                assume!(g);
                any()
            }),
            Vec<u8>
        );
    });
    let expected: Block = parse_quote!({
        assert!(
            {
                ::disprove::__assume_here!(a);
                true
            },
            "{} {b}",
            {
                ::disprove::__assume_here!(b);
                1
            },
            b = 2
        );
        let xs = vec![
            {
                ::disprove::__assume_here!(c);
                0
            };
            {
                ::disprove::__assume_here!(d);
                3
            }
        ];
        std::matches!({ ::disprove::__assume_here!(e); x }, Some(1..=3) if y);
        ::disprove::__assume_here!({
            ::disprove::__assume_here!(f);
            z
        });
        ::disprove::__drawn!(
            "v",
            src.draw({
                ::disprove::__assume_here!(g);
                any()
            }),
            Vec<u8>
        );
    });
    assert_eq!(rewritten(body), text(&expected));
}

#[test]
fn mentions_each_path_once_to_keep_its_import_in_use() {
    let mut body: Block = parse_quote!({
        assume!(a);
        assume!(b);
        d::assume!(c);
    });
    return_early(&mut body);
    let mention = &body.stmts[0];
    let expected: syn::Stmt = parse_quote!(
        const _: fn() = || {
            assume!(true);
            d::assume!(true);
        };
    );
    assert_eq!(quote!(#mention).to_string(), quote!(#expected).to_string());
}
