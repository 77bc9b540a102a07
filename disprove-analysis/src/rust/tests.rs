//! Tests of the Rust front end.

mod around;

use super::{Options, read};
use crate::ir::{
    Assertion, Expr, File, Form, Framework, Kind, Pattern, Relation, Stmt, Test, Verdict,
};

fn file(text: &str) -> File {
    read(text, &Options::default()).unwrap()
}

fn only(text: &str) -> Test {
    let mut file = file(text);
    assert_eq!(file.tests.len(), 1, "{file:#?}");
    file.tests.pop().unwrap()
}

/// The names and frameworks of all tests.
fn found(text: &str) -> Vec<(String, Framework)> {
    file(text).tests.into_iter().map(|test| (test.name, test.framework)).collect()
}

/// The first assertion of a property with this body and the arguments `x`, `y`.
fn asserted(body: &str) -> Assertion {
    let test = only(&format!("#[property] fn p(x: u8, y: u8) {{ {body} }}"));
    for statement in test.body {
        if let Stmt::Assert(assertion) = statement {
            return assertion;
        }
    }
    panic!("nothing is asserted in {body}");
}

fn returned(body: &str) -> Vec<Stmt> {
    only(&format!("quickcheck! {{ fn p(x: u8, y: u8) -> {body} }}")).body
}

fn name(expr: &Expr) -> &str {
    match &expr.kind {
        Kind::Name(name) => name,
        Kind::Same(inner) => name(inner),
        other => panic!("no name: {other:?}"),
    }
}

#[test]
fn every_form_of_a_property_is_found() {
    let one = |framework| vec![("t".to_owned(), framework)];
    let forms = [
        ("proptest! { #![proptest_config(c())] #[test] fn t(x in 0..9) {} }", Framework::Proptest),
        (
            "#[test] fn t() { proptest!(|(x in 0..9)| { prop_assert!(x < 9) }); }",
            Framework::Proptest,
        ),
        ("#[test] fn t() { proptest!(c(), move |(x: u8)| f(x)); }", Framework::Proptest),
        ("#[property_test] fn t(x: u8) {}", Framework::Proptest),
        ("#[test] fn t() { runner.run(&s, |x| { Ok(()) }).unwrap(); }", Framework::Proptest),
        (
            "#[test] fn t() { let mut r = TestRunner::default(); r.run(&s, |x| { Ok(()) }).unwrap(); }",
            Framework::Proptest,
        ),
        ("quickcheck! { fn t(x: u8) -> bool { true } }", Framework::QuickCheck),
        ("quickcheck! { #[should_panic] fn t(x: u8) -> bool { true } }", Framework::QuickCheck),
        ("#[quickcheck] fn t(x: u8) -> bool { x == x }", Framework::QuickCheck),
        ("#[test] fn t() { quickcheck((|x| x == x) as fn(u8) -> bool) }", Framework::QuickCheck),
        (
            "#[test] fn t() { fn p(x: u8) -> bool { x == x } quickcheck(p as fn(u8) -> bool); }",
            Framework::QuickCheck,
        ),
        (
            "fn p(x: u8) -> bool { x == x } #[test] fn t() { QuickCheck::new().tests(9).quickcheck(p as fn(u8) -> bool); }",
            Framework::QuickCheck,
        ),
        ("#[test_strategy::proptest] fn t(#[strategy(0..9)] x: u8) {}", Framework::TestStrategy),
        (
            "#[test] fn t() { bolero::check!().with_type::<u8>().for_each(|x| f(x)); }",
            Framework::Bolero,
        ),
        (
            "#[test] fn t() { bolero::check!().with_type().cloned().for_each(|x: u8| f(x)); }",
            Framework::Bolero,
        ),
        (
            "#[test] fn t() { arbtest::builder().budget_ms(9).run(|u| { let x: u8 = u.arbitrary()?; Ok(()) }); }",
            Framework::Arbtest,
        ),
        (
            "#[test] fn t() { arbtest(|u| { let x: u8 = u.arbitrary()?; Ok(()) }); }",
            Framework::Arbtest,
        ),
        ("#[hegel::test] fn t(tc: TestCase) { let x = tc.draw(g()); }", Framework::Hegel),
        ("#[property] fn t(x: u8) {}", Framework::Disprove),
        ("#[disprove::property(cases = 9)] fn t(x: u8) {}", Framework::Disprove),
        ("#[test] fn t() { check(any::<u8>()).cases(9).run(|x| x == x); }", Framework::Disprove),
        ("#[tokio::test] async fn t() {}", Framework::Unit),
    ];
    for (text, framework) in forms {
        assert_eq!(found(text), one(framework), "{text}");
    }
}

#[test]
fn every_framework_knows_tests_that_have_to_panic() {
    for text in [
        "proptest! { #[test] #[should_panic] fn t(x in 0..9) { f(x); } }",
        "#[test] #[should_panic(expected = \"no\")] fn t() { proptest!(|(x in 0..9)| f(x)); }",
        "quickcheck! { #[should_panic] fn t(x: u8) -> bool { f(x) } }",
        "#[should_panic] #[quickcheck] fn t(x: u8) -> bool { f(x) }",
        "#[test] #[should_panic] fn t() { quickcheck(p as fn(u8) -> bool); fn p(x: u8) -> bool { f(x) } }",
        "#[proptest] #[should_panic] fn t(x: u8) { f(x); }",
        "#[should_panic] #[hegel::test] fn t(tc: TestCase) { f(tc.draw(g())); }",
        "#[test] #[should_panic] fn t() { bolero::check!().for_each(|x| f(x)); }",
        "#[test] #[should_panic] fn t() { check(any::<u8>()).run(|x| f(x)); }",
        "#[property] #[should_panic] fn t(x: u8) { f(x); }",
    ] {
        assert!(only(text).should_fail, "{text}");
    }
}

#[test]
fn leaves_of_patterns_are_generated() {
    let test = only(
        "proptest! { #[test] fn t((a, b) in s(), mut m in s(), ref r in s(), q: u8, Some(P { z, .. }) in s()) {} }",
    );
    assert_eq!(test.generated, ["a", "b", "m", "r", "q", "z"]);
}

#[test]
fn names_begin_with_their_modules() {
    let text = "mod a { mod b { #[property] fn t(x: u8) {} } #[test] fn u() {} }";
    assert_eq!(
        found(text),
        [("a::b::t".to_owned(), Framework::Disprove), ("a::u".to_owned(), Framework::Unit)]
    );
}

#[test]
fn a_draw_is_known_by_its_handle() {
    let test = only(
        "#[property] fn t(n: u8, src: &mut Source) { let i = src.draw(0..n); let j = g(src); }",
    );
    assert_eq!(test.handle.as_deref(), Some("src"));
    assert_eq!(test.generated, ["n", "src"]);
    for statement in &test.body {
        let Stmt::Bind { value, fresh: true, .. } = statement else { panic!("{statement:?}") };
        assert!(matches!(value.kind, Kind::Draw(_)), "{value:?}");
    }
}

#[test]
fn equality_is_a_comparison_in_every_spelling() {
    for body in [
        "assert_eq!(x, y);",
        "prop_assert_eq!(x, y, \"message {}\", x);",
        "debug_assert_eq!(x, &y);",
        "assert_relative_eq!(x, y, epsilon = 0.1);",
        "check_eq(x, y);",
        "assert_bytes_eq!(x, y);",
    ] {
        let Form::Compare(Relation::Eq, left, right) = asserted(body).form else {
            panic!("{body}");
        };
        assert_eq!((name(&left), name(&right)), ("x", "y"), "{body}");
    }
}

#[test]
fn only_names_that_are_guessed_are_marked() {
    assert!(asserted("check_eq(x, y);").by_name);
    assert!(!asserted("assert_abs_diff_eq!(x, y);").by_name);
    assert!(!asserted("assert_eq!(x, y);").by_name);
}

#[test]
fn conditions_keep_their_comparisons() {
    let Form::Holds(condition) = asserted("assert!(x.eq(&y) && (0..9).contains(&x));").form else {
        panic!("no condition");
    };
    let Kind::Junction(_, parts) = condition.kind else { panic!("no junction") };
    let relations: Vec<Relation> = parts.iter().filter_map(relation).collect();
    assert_eq!(relations, [Relation::Eq, Relation::Ge, Relation::Lt]);
}

fn relation(expr: &Expr) -> Option<Relation> {
    match &expr.kind {
        Kind::Compare(relation, ..) => Some(*relation),
        Kind::Same(inner) => relation(inner),
        _ => None,
    }
}

#[test]
fn patterns_are_asserted_with_their_guards() {
    let Form::Matches { pattern, guard, .. } =
        asserted("assert_matches!(f(x), Some(Tag::A(_)) | None if x > 1, \"why\");").form
    else {
        panic!("no pattern");
    };
    assert!(guard.is_some());
    assert!(matches!(pattern, Pattern::Either(cases) if cases.len() == 2));
}

#[test]
fn spans_are_bytes_and_lines_begin_at_one() {
    let text = "#!/usr/bin/env rust-script\n// ä\n#[property]\nfn p(x: u8) {\n    /* ö */ assert!(x < 9);\n}\n";
    let found = only(text);
    assert_eq!(found.line, 4);
    let Stmt::Assert(assertion) = &found.body[0] else { panic!("{:?}", found.body) };
    assert_eq!(assertion.span.of(text), "assert!(x < 9)");
    assert_eq!((assertion.line, assertion.column), (5, 13));
    let Form::Holds(condition) = &assertion.form else { panic!("no condition") };
    assert_eq!(condition.span.of(text), "x < 9");
}

#[test]
fn the_last_expression_of_a_bool_is_its_verdict() {
    let test = only("#[quickcheck] fn p(x: u8) -> bool { let y = f(x); y == x }");
    assert_eq!(test.verdict, Verdict::ReturnBool);
    assert!(
        matches!(&test.body[1], Stmt::Return(Some(value)) if relation(value) == Some(Relation::Eq))
    );
}

#[test]
fn results_of_quickcheck_are_unwrapped() {
    let body = returned(
        "TestResult { if x > y { return TestResult::discard(); } if x == 3 { return TestResult::failed() } TestResult::from_bool(x < y) }",
    );
    assert!(matches!(&body[0], Stmt::If { then, .. } if then == &[Stmt::Discard]), "{body:?}");
    assert!(
        matches!(&body[1], Stmt::If { then, .. } if matches!(then[0], Stmt::Fail(_))),
        "{body:?}"
    );
    assert!(
        matches!(&body[2], Stmt::Return(Some(value)) if relation(value) == Some(Relation::Lt)),
        "{body:?}"
    );
}

#[test]
fn both_branches_of_a_test_result_are_statements() {
    let body = returned(
        "TestResult { if x > y { TestResult::discard() } else { TestResult::from_bool(x < y) } }",
    );
    let Stmt::If { then, otherwise, .. } = &body[0] else { panic!("{body:?}") };
    assert_eq!(then, &[Stmt::Discard]);
    assert!(matches!(otherwise[0], Stmt::Return(Some(_))));
}

#[test]
fn constant_verdicts_pass_or_fail() {
    let body = returned("bool { if x > y { return true; } if x == 3 { return false; } f(x) }");
    assert!(matches!(&body[0], Stmt::If { then, .. } if then == &[Stmt::Return(None)]), "{body:?}");
    assert!(
        matches!(&body[1], Stmt::If { then, .. } if matches!(then[0], Stmt::Fail(_))),
        "{body:?}"
    );
}

#[test]
fn errors_fail_and_rejections_discard() {
    let test = only(
        "proptest! { fn t(x: u8) { if x > 3 { return Err(TestCaseError::reject(\"no\")); } if x > 2 { return Err(TestCaseError::fail(\"no\")); } prop_assume!(x > 1); prop_assert!(false); } }",
    );
    assert!(matches!(&test.body[0], Stmt::If { then, .. } if then == &[Stmt::Discard]));
    assert!(matches!(&test.body[1], Stmt::If { then, .. } if matches!(then[0], Stmt::Fail(_))));
    assert!(matches!(&test.body[2], Stmt::Assume(_)));
    assert!(matches!(&test.body[3], Stmt::Fail(_)));
}

#[test]
fn a_refusal_that_is_unwrapped_is_asserted() {
    let test = only("#[property] fn t(x: u8) { let e = f(x).unwrap_err(); f(x).unwrap_err(); }");
    let raised = |statement: &Stmt| {
        matches!(statement, Stmt::Assert(Assertion { form: Form::Raises { .. }, .. }))
    };
    assert!(raised(&test.body[0]));
    assert!(matches!(test.body[1], Stmt::Bind { .. }));
    assert!(raised(&test.body[2]));
    assert_eq!(test.body.len(), 3);
}

#[test]
fn templates_are_read() {
    let test =
        only("#[property] fn t(n: u8, w: usize) { let s = format!(\"{n:>w$} {}\", n + 1); }");
    let Stmt::Bind { value: Expr { kind: Kind::Text(template, parts), .. }, .. } = &test.body[0]
    else {
        panic!("{:?}", test.body);
    };
    assert_eq!((name(&parts[0]), name(&parts[1])), ("n", "w"));
    assert_eq!(parts.len(), 3);
    assert_eq!(template, "{:>w$} {}");
}

#[test]
fn a_macro_without_expressions_is_opaque_with_its_names() {
    let test = only("#[property] fn t(n: u8) { let s = json!({ \"a\": n, \"b\": [m => 1] }); }");
    let Stmt::Bind { value: Expr { kind: Kind::Opaque(names), .. }, .. } = &test.body[0] else {
        panic!("{:?}", test.body);
    };
    assert_eq!(names, &["n", "m"]);
}
