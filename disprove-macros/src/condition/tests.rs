//! Which probes each form of condition uses, and the errors of malformed ones.

use super::expand;
use proc_macro2::TokenStream;
use quote::quote;

/// The names of the private items that a condition uses, in order.
fn used(condition: TokenStream) -> String {
    let text = expand(condition).expect("a condition").to_string();
    let body = text.split_once(';').expect("the import comes first").1;
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let rests = body.split(":: distance :: ").skip(1);
    let names = rests.map(|rest| rest.split(|c| !is_name(c)).next().expect("a name"));
    // Every disjunction starts with `NONE`.
    names.filter(|name| *name != "NONE").collect::<Vec<_>>().join(" ")
}

fn error(condition: TokenStream) -> String {
    expand(condition).expect_err("no condition").to_string()
}

#[test]
fn leaves_conditions_without_a_distance_as_they_are() {
    for condition in [
        quote!(ready),
        quote!(!ready),
        quote!(a != b),
        quote!(!(a == b)),
        quote!(a | b),
        quote!(loop {
            break a < b;
        }),
    ] {
        assert_eq!(used(condition.clone()), "plain", "{condition}");
        let text = expand(condition.clone()).expect("a condition").to_string();
        assert!(text.contains(&condition.to_string()), "{condition}");
    }
}

#[test]
fn calls_may_leave_a_distance() {
    for condition in [
        quote!(self.is_ready()),
        quote!(is_ready(&x)),
        quote!(is_ready::<u8>(&x)),
        quote!(check!(a)),
        quote!(matches!(x, Some(_) | None)),
        quote!(!xs.is_empty()),
        quote!(!xs.contains(&x)),
        quote!(xs.par_iter().all(|x| x > 3)),
        quote!(xs.iter().par_bridge().map(f).all(|x| x > 3)),
        quote!(elements.all(|x| x > 3)),
        quote!(a.iter().eq(&b)),
        quote!(a.iter().is_sorted()),
        quote!(text.contains(|c| c == 'x')),
        quote!(xs.contains(&x.into())),
        quote!(stream.all(|x| async move { x > 3 }).await),
    ] {
        assert_eq!(used(condition.clone()), "reset called", "{condition}");
        let text = expand(condition.clone()).expect("a condition").to_string();
        assert!(text.contains(&condition.to_string()), "{condition}");
    }
    assert_eq!(used(quote!(xs.iter().all(is_fine))), "reset called unevaluated Probe Rest");
}

#[test]
fn measures_each_part_against_its_required_value() {
    assert_eq!(used(quote!(a < b)), "note Probe Strict");
    assert_eq!(used(quote!(!(a < b))), "note Probe Order");
    assert_eq!(used(quote!(!!(a < b))), "note Probe Strict");
    assert_eq!(used(quote!(!(a != b))), "note Probe Equal");
    assert_eq!(used(quote!(a.cmp(&b) != Less)), "note Probe Order");
    assert_eq!(used(quote!(a.cmp(b) == Less)), "note Probe Equal");
    assert_eq!(used(quote!(a && b && c)), "plain unevaluated plain unevaluated plain");
    assert_eq!(used(quote!(!(a || b))), "plain unevaluated plain");
    assert_eq!(used(quote!(a || b || c)), "plain smaller plain smaller plain least");
    assert_eq!(
        used(quote!(a && (b && c || d))),
        "plain unevaluated plain unevaluated plain smaller plain least squashed_then_unevaluated"
    );
    assert_eq!(used(quote!(xs.iter().all(|x| x == 1))), "note Probe Equal unevaluated Probe Rest");
    assert_eq!(used(quote!(xs.iter().any(|x| x == 1))), "Nearest note Probe Equal");
    assert_eq!(used(quote!(x % 8 == 3)), "note Probe Cycle Side");
    assert_eq!(used(quote!(x % k == 3)), "note Probe Cycle Probe Integer Side");
}

#[test]
fn reports_malformed_conditions() {
    assert!(error(quote!(a, "why")).contains("expected one condition"));
    assert!(error(quote!(a b)).contains("expected one condition"));
    assert!(error(quote!(a <)).contains("unexpected end of input"));
    assert!(expand(quote!(a,)).is_ok());
}
