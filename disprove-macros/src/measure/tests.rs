//! Bounds, variants and refused items of `#[derive(Measure)]`.

use super::expand;
use quote::quote;

#[test]
fn bounds_type_parameters_and_keeps_where_clauses() {
    let text = expand(quote!(
        struct Pair<A: Clone, const N: usize>
        where
            A: Copy,
        {
            a: A,
            n: [A; N],
        }
    ));
    let text = text.expect("a struct").to_string();
    assert!(
        text.contains("impl < A : Clone + :: disprove :: Measure , const N : usize >"),
        "{text}"
    );
    assert!(text.contains(":: disprove :: Measure for Pair < A , N > where A : Copy"), "{text}");
}

#[test]
fn compares_variants_only_in_enums_with_several() {
    let has = |item, part: &str| expand(item).expect("a type").to_string().contains(part);
    assert!(has(
        quote!(
            enum E {
                A,
                B(u8),
            }
        ),
        ":: variants (1u32"
    ));
    assert!(!has(
        quote!(
            enum E {
                A,
            }
        ),
        ":: variants"
    ));
    assert!(!has(
        quote!(
            struct S(u8);
        ),
        ":: variants"
    ));
    assert!(has(
        quote!(
            enum E {}
        ),
        "match * self { }"
    ));
}

#[test]
fn refuses_other_items() {
    let why = expand(quote!(union U { a: u8 })).expect_err("no type with one value");
    assert!(why.to_string().contains("struct or an enum"));
}
