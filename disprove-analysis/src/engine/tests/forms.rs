//! The forms of assertions in Rust, one by one.

use super::*;

/// Each body has one assertion with these labels.
fn check(cases: &[(&str, &str)]) {
    for (body, labels) in cases {
        assert_eq!(refined(body), [*labels], "{body}");
    }
}

#[test]
fn equality_forms_differ_in_what_the_sides_share() {
    check(&[
        ("assert_eq!(decode(&encode(&x)).unwrap(), x);", "roundtrip"),
        ("prop_assert_eq!(Ok(x), decode(encode(x)));", "roundtrip"),
        ("debug_assert_eq!(x.clone(), back(there(&x)));", "roundtrip"),
        ("assert!(f(x).eq(&x));", "roundtrip"),
        ("assert_eq!(x.part, f(x.part));", "partial_roundtrip"),
        ("assert_eq!(f(x), g(f(x)));", "partial_roundtrip"),
        ("assert_eq!(fast(&xs), slow(&xs));", "commutative_paths"),
        ("assert!(f(x).cmp(&g(x)) == Ordering::Equal);", "commutative_paths"),
        ("assert!(f(x).partial_cmp(&g(x)) == Some(Ordering::Equal));", "commutative_paths"),
        ("assert_eq!(f(x).tag, Tag::A);", "constant_equality"),
        ("assert_eq!(f(x), Vec::new());", "constant_equality"),
        ("assert_eq!(f(x).len(), 0);", "constant_equality"),
        ("assert!(f(x).is_none());", "constant_equality"),
        ("assert!(f(x).is_empty());", "constant_equality"),
        ("assert!(is_sorted(&xs));", "constant_equality"),
        ("assert_relative_eq!(f(x), g(x));", "commutative_paths"),
        ("assert_eq!(x, y);", "uncategorised"),
        ("assert_eq!(1, 1);", "not_property"),
    ]);
}

#[test]
fn a_bare_truth_value_has_no_category_in_the_paper() {
    for (body, paper, in_refined) in [
        ("assert!(f(x));", "uncategorised", "constant_equality"),
        ("prop_assert!(!is_sorted(&xs));", "uncategorised", "constant_equality"),
        ("assert!(f(x).is_empty());", "constant_equality", "constant_equality"),
    ] {
        let text = format!("#[property] fn test(x: Data, xs: Vec<Data>) {{ {body} }}");
        assert_eq!(shown(&rust_file(&text, Mode::Paper)), [paper], "{body}");
        assert_eq!(refined(body), [in_refined], "{body}");
    }
}

#[test]
fn orders_and_ranges_are_bounds() {
    check(&[
        ("assert!(f(x) < LIMIT);", "constant_bounds"),
        ("assert!(f(x) <= g(y));", "generated_bounds"),
        ("assert!(!(f(x) > 3));", "constant_bounds"),
        ("assert!(x.le(&y));", "generated_bounds"),
        ("assert!(f(x).cmp(&g(x)) != Ordering::Less);", "generated_bounds"),
        ("assert!(f(x).cmp(&g(x)).is_lt());", "generated_bounds"),
        ("assert!((0..12).contains(&f(x)));", "constant_bounds"),
        ("let range = 0..12; assert!(range.contains(&f(x)));", "constant_bounds"),
        ("assert!(matches!(f(x), 0..=9));", "constant_bounds"),
    ]);
}

#[test]
fn a_required_difference_is_a_nonequality() {
    check(&[
        ("assert_ne!(f(x), 0);", "constant_nonequality"),
        ("prop_assert_ne!(f(x), f(y));", "generated_nonequality"),
        ("assert!(!(f(x) == g(x)));", "generated_nonequality"),
        ("assert!(f(x).is_some());", "constant_nonequality"),
        ("assert!(!f(x).is_empty());", "constant_nonequality"),
        ("assert!(!f(x).is_none());", "constant_nonequality"),
    ]);
}

#[test]
fn containment_is_an_inclusion() {
    check(&[
        ("assert!(f(&xs).contains(&x));", "inclusion"),
        ("assert!(!f(&xs).contains_key(&x));", "inclusion"),
        ("assert!(xs.iter().any(|z| *z == x));", "inclusion"),
        ("assert!(xs.binary_search(&x).is_ok());", "inclusion"),
        ("assert!(xs.iter().position(|z| z == x).is_some());", "inclusion"),
        ("assert!(f(&xs).is_subset(&g(&xs)));", "inclusion"),
        ("assert!(text(x).starts_with(\"a\"));", "constant_inclusion"),
        ("assert!(text(x).contains('a'));", "constant_inclusion"),
        ("assert!(matches!(f(x), A::One | A::Two | A::Three));", "inclusion"),
    ]);
}

#[test]
fn variants_without_their_payload_are_types() {
    check(&[
        ("assert!(matches!(f(x), Token::Ident(_)));", "type_checking"),
        ("assert_matches!(f(x), Token::Ident(..) | Token::Number { .. });", "type_checking"),
        ("assert!(f(x).is_ok());", "type_checking"),
        ("assert!(!f(x).is_err());", "type_checking"),
        ("assert!(f(x).downcast_ref::<Thing>().is_some());", "type_checking"),
        ("assert!(f(x).is::<Thing>());", "type_checking"),
        ("assert_eq!(discriminant(&f(x)), discriminant(&x));", "type_checking"),
        ("let Token::Ident(_) = f(x) else { panic!() };", "type_checking"),
        ("match f(x) { Token::Ident(_) => {} _ => panic!() }", "type_checking"),
        ("assert!(matches!(f(x), Token::Number(3)));", "constant_equality"),
        ("assert!(matches!(f(x), Token::Number(n) if n == x));", "roundtrip type_checking"),
    ]);
}

#[test]
fn refusals_are_exceptions() {
    check(&[
        ("assert!(parse(&x).is_err());", "exception_raising"),
        ("assert!(!parse(&x).is_ok());", "exception_raising"),
        ("assert_matches!(parse(&x), Err(_));", "exception_raising"),
        ("assert_eq!(parse(&x), Err(Error::Bad));", "constant_equality exception_raising"),
        ("assert!(matches!(parse(&x), Err(Error::Bad)));", "constant_equality exception_raising"),
        ("if let Ok(_) = parse(&x) { panic!(\"accepted\") }", "exception_raising"),
        ("assert!(catch_unwind(|| parse(&x)).is_err());", "exception_raising"),
        ("parse(&x).unwrap_err();", "exception_raising"),
        (
            "assert_eq!(parse(&x).unwrap_err().kind(), Kind::Bad);",
            "constant_equality exception_raising",
        ),
        ("match parse(&x) { Ok(_) => panic!(), Err(error) => drop(error) }", "exception_raising"),
    ]);
}

#[test]
fn a_test_that_has_to_panic_raises_as_a_whole() {
    let text = "#[property] #[should_panic] fn overflows(x: u8) { grow(x); }";
    for mode in [Mode::Paper, Mode::Refined] {
        assert_eq!(shown(&rust_file(text, mode)), ["exception_raising"]);
    }
}

#[test]
fn early_exits_of_bool_properties_assert() {
    let text = |body: &str| format!("quickcheck! {{ fn p(x: u8, y: u8) -> bool {{ {body} }} }}");
    let labels = |body| shown(&rust_file(&text(body), Mode::Refined));
    assert_eq!(labels("f(x) == x"), ["roundtrip"]);
    assert_eq!(labels("if x > y { return true; } f(x) <= f(y)"), ["generated_bounds"]);
    assert_eq!(labels("if f(x) != x { return false; } g(x) < 3"), ["roundtrip", "constant_bounds"]);
    assert_eq!(
        labels("if c(x) { f(x) == x } else { f(x) != y }"),
        ["roundtrip generated_nonequality"]
    );
    assert_eq!(labels("match f(x) { Some(v) => v == x, None => false }"), ["roundtrip"]);
    assert_eq!(labels("match f(x) { Ok(_) => true, Err(_) => false }"), ["type_checking"]);
}

#[test]
fn helpers_of_the_file_are_followed_and_reported_at_the_call() {
    let text = "
        fn same(a: T, b: T) { assert_eq!(f(a), b); }
        fn again(a: T) { same(a, a); again(a); }
        #[property] fn test(x: T) { same(x, x); again(x); elsewhere::assert_fine(x); }";
    let judged = rust_file(text, Mode::Refined);
    let assertions = &judged[0].assertions;
    assert_eq!(shown(&judged)[..2], ["roundtrip", "roundtrip"]);
    assert!(assertions[0].text.starts_with("same(x, x)"));
    assert_eq!(assertions[0].line, 4);
    assert!(assertions[1].tags.contains(&Tag::Helper));
}

#[test]
fn closures_read_and_write_enclosing_variables() {
    check(&[
        (
            "let mut out = Vec::new(); xs.iter().for_each(|z| out.push(z)); assert_eq!(out.len(), xs.len());",
            "commutative_paths",
        ),
        ("let check = |z| assert_eq!(f(z), z); check(x);", "roundtrip"),
        ("let twice = |z| f(f(z)); assert_eq!(twice(x), x);", "roundtrip"),
        ("xs.iter().for_each(|z| assert!(z < LIMIT));", "constant_bounds"),
        ("assert!(f(x).is_some_and(|v| v == x));", "roundtrip"),
    ]);
}

#[test]
fn loops_see_earlier_writes() {
    check(&[
        ("let mut sum = 0; for z in &xs { assert!(sum >= 0); sum += z; }", "constant_bounds"),
        ("let mut sum = 0; for z in &xs { sum += z; } assert_eq!(sum, 0);", "constant_equality"),
        ("let mut n = 0; while n < xs.len() { n += 1; } assert_eq!(n, 3);", "constant_equality"),
        ("let e = f(x); for _ in 0..3 { assert_eq!(f(x), g(e)); }", "partial_roundtrip"),
        ("let mut n = 0; for _ in 0..3 { n += 1; } assert_eq!(n, 3);", "not_property"),
    ]);
}

#[test]
fn a_write_makes_a_new_version() {
    check(&[
        ("let mut z = x.clone(); assert_eq!(z, f(x));", "roundtrip"),
        ("let mut z = x.clone(); z.grow(1); assert_eq!(z, f(x));", "commutative_paths"),
        ("let mut z = x.clone(); sort(&mut z); assert_eq!(z, f(x));", "commutative_paths"),
        ("let mut z = x; z += 1; assert_eq!(z, f(x));", "commutative_paths"),
        ("let x = f(x); assert_eq!(x, g(x));", "partial_roundtrip"),
    ]);
}

#[test]
fn draws_are_arguments_in_refined_mode_and_derived_in_paper_mode() {
    let text = "#[hegel::test] fn t(tc: TestCase) { let n = tc.draw(integers()); assert_eq!(back(there(n)), n); }";
    assert_eq!(shown(&rust_file(text, Mode::Refined)), ["roundtrip"]);
    assert_eq!(shown(&rust_file(text, Mode::Paper)), ["partial_roundtrip"]);
}

#[test]
fn draws_from_equal_generators_are_not_two_paths() {
    let label = |assertion: &str| {
        let draws =
            "let n = tc.draw(integers()); let a = tc.draw(bytes(n)); let b = tc.draw(bytes(n));";
        let shuffled = "let p = tc.draw(permutations(a));";
        let text =
            format!("#[hegel::test] fn t(tc: TestCase) {{ {draws} {shuffled} {assertion} }}");
        shown(&rust_file(&text, Mode::Refined)).join(", ")
    };
    assert_eq!(label("assert_eq!(a, b);"), "uncategorised");
    assert_eq!(label("assert_eq!(f(a), g(b));"), "commutative_paths");
    assert_eq!(label("assert_eq!(a[n], b[n]);"), "commutative_paths");
    assert_eq!(label("assert_eq!(sorted(p), sorted(a));"), "commutative_paths");
    assert_eq!(label("assert_eq!(back(there(b)), b);"), "roundtrip");
    assert_eq!(label("assert_eq!(a.len(), n);"), "roundtrip");
}

#[test]
fn a_test_that_only_calls_is_implicit() {
    let judged =
        rust_file("#[property] fn t(x: T) { f(x).unwrap(); assert!(true); }", Mode::Refined);
    assert!(judged[0].implicit_only);
    for (text, is_implicit) in [
        ("#[property] fn t(x: T) { assert!(f(x)); }", false),
        ("#[property] fn t(x: T) -> bool { f(x) }", false),
        ("quickcheck! { fn t(x: u8) -> TestResult { TestResult::from_bool(f(x) == x) } }", false),
        ("#[property] fn t(x: T) { f(x).unwrap_err(); }", false),
        ("#[property] fn t(x: T) -> Result<(), E> { f(x)?; Ok(()) }", true),
        ("#[property] fn t(x: T) -> Result<(), E> { f(x) }", true),
        ("#[property] fn t(x: T) { elsewhere::assert_fine(x); }", false),
        ("#[property] fn t(x: T) { elsewhere::inspect(x); }", true),
        ("#[property] fn t(x: u8) { if x > 255 { assert_eq!(f(x), 0); } }", false),
        ("#[property] fn t(x: T) { let Ok(y) = f(x) else { return }; assert!(y.g()); }", false),
    ] {
        let judged = rust_file(text, Mode::Refined);
        assert_eq!(judged[0].implicit_only, is_implicit, "{text}");
    }
}

#[test]
fn the_paper_follows_names_and_not_values() {
    let label = |body: &str, mode| {
        shown(&rust_file(&format!("#[property] fn t(x: T) {{ {body} }}"), mode)).join(", ")
    };
    let inline = "assert_eq!(f(x), h(x));";
    assert_eq!(label(inline, Mode::Paper), "partial_roundtrip");
    assert_eq!(label(inline, Mode::Refined), "commutative_paths");
    let named = "let a = f(x); let b = h(x); assert_eq!(a, b);";
    assert_eq!(label(named, Mode::Paper), "commutative_paths");
    assert_eq!(label(named, Mode::Refined), "commutative_paths");
    let branch = "let mut n = 0; if x > 1 { n = 1; } assert_eq!(n, 1);";
    assert_eq!(label(branch, Mode::Paper), "constant_equality");
    assert_eq!(label(branch, Mode::Refined), "constant_equality");
}

#[test]
fn explanations_name_what_influences_both_sides() {
    let judged = rust_file(
        "#[property] fn t(x: T) { let e = encode(x); assert_eq!(e, fast(e)); }",
        Mode::Refined,
    );
    let atom = &judged[0].assertions[0].atoms[0];
    assert_eq!(atom.left, ["encode(x)", "x"]);
    assert_eq!(atom.right, ["encode(x)", "fast(e)", "x"]);
    assert_eq!(atom.rule.row(), 9);
    assert_eq!(atom.text, "e == fast(e)");
}

#[test]
fn every_tag_has_its_form() {
    let tags = |text: &str| -> Vec<&str> {
        let judged = rust_file(text, Mode::Refined);
        let assertions = judged.iter().flat_map(|test| &test.assertions);
        assertions.flat_map(|assertion| &assertion.tags).map(|tag| tag.name()).collect()
    };
    for (body, tag) in [
        ("assert!(f(x));", "truthy"),
        ("check(x);", "helper"),
        ("elsewhere::assert_fine(x);", "opaque"),
        ("assert_fine!(x);", "opaque"),
        ("check_eq(f(x), x);", "by-name"),
        ("assert_eq!(x, y);", "independent"),
        ("assert!(!xs.contains(&x));", "negated"),
        ("assert!(if c(x) { f(x) == x } else { g(x) == x });", "conditional"),
    ] {
        let text = format!(
            "fn check(x: u8) {{ assert!(x < 3); }} #[property] fn t(x: u8, y: u8, xs: Vec<u8>) {{ {body} }}"
        );
        assert_eq!(tags(&text), [tag], "{body}");
    }
    assert_eq!(tags("#[property] fn t(x: u8) { assert!(x < 3); assert_eq!(f(x), x); }"), [""; 0]);
    assert_eq!(tags("#[property] fn t(x: u8) { if c() { assert!(x < 3); } }"), [""; 0]);
    let machine = "#[property] impl M { #[rule] fn add(&mut self, x: u8) { assert!(x < 3); } }";
    assert_eq!(tags(machine), ["stateful"]);
}
