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
fn it_is_rewritten_in_statements_expressions_branches_and_loops() {
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
fn it_stays_where_it_cannot_return_from_the_property() {
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
        assert!({
            assume!(x);
            true
        });
        other::assumed!(x);
        assume(x);
    });
    let mut unchanged = body.clone();
    return_early(&mut unchanged);
    assert_eq!(text(&unchanged), text(&body));
}

#[test]
fn each_path_is_mentioned_once_so_that_its_import_stays_in_use() {
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
