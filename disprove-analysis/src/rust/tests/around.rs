//! Tests of the code around tests: helpers, macros, machines, and invalid files.

use super::{file, found, only, relation, returned};
use crate::{
    ir::{Assertion, Expr, Form, Framework, Kind, Loop, Relation, Stmt},
    rust::{Options, read},
};

#[test]
fn helpers_beside_tests_are_lowered_and_called_by_name() {
    let file = file(
        "fn same(a: u8, b: u8) { assert_eq!(a, b); } fn outer(a: u8) { same(a, a); } fn none() {} #[property] fn t(x: u8) { same(x, x); outer(x); none(); }",
    );
    let names: Vec<&str> = file.helpers.iter().map(|helper| helper.name.as_str()).collect();
    assert_eq!(names, ["same", "outer"]);
    let called: Vec<&str> = file.tests[0]
        .body
        .iter()
        .filter_map(|statement| match statement {
            Stmt::Assert(Assertion { form: Form::Helper { name, .. }, .. }) => Some(name.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(called, ["same", "outer"]);
}

#[test]
fn code_under_test_is_not_a_helper() {
    let file = file(
        "pub fn half(x: u8) -> u8 { debug_assert!(x > 1); x / 2 } #[cfg(test)] mod tests { #[property] fn t(x: u8) { half(x); } }",
    );
    assert!(file.helpers.is_empty());
    assert!(matches!(file.tests[0].body[0], Stmt::Effect(_)));
}

#[test]
fn macros_of_the_file_are_expanded_where_they_are_called() {
    let text = "macro_rules! same { ($a:expr, $b:expr) => { assert_eq!($a, $b) }; }\n#[property] fn t(x: u8) { same!(x, f(x)); }";
    let found = only(text);
    let Stmt::Assert(assertion) = &found.body[0] else { panic!("{:?}", found.body) };
    assert_eq!(assertion.span.of(text), "same!(x, f(x))");
    assert_eq!(assertion.line, 2);
    let Form::Compare(Relation::Eq, left, right) = &assertion.form else { panic!("{assertion:?}") };
    assert_eq!((left.span.of(text), right.span.of(text)), ("x", "f(x)"));
}

#[test]
fn tests_that_a_macro_of_the_file_makes_are_found_at_its_calls() {
    let text = "macro_rules! all { ($($n:ident: $t:ty),*) => { $(#[test] fn $n() { quickcheck((|x: $t| f(x) == x) as fn($t) -> bool); })* } }\nall!(a: u8,\nb: u16);";
    let tests = file(text).tests;
    let found: Vec<(&str, u32)> =
        tests.iter().map(|test| (test.name.as_str(), test.line)).collect();
    assert_eq!(found, [("a", 2), ("b", 2)]);
    assert!(file(text).hidden.is_empty());
    // A macro that calls another one.
    let text = "macro_rules! all { ($($n:ident),*) => { $(one!($n);)* } }\n\
                macro_rules! one { ($n:ident) => { #[test] fn $n() { quickcheck((|x| f(x) == x) as fn(u8) -> bool); } } }\n\
                all!(a, b);";
    let tests = file(text).tests;
    assert_eq!(tests.iter().map(|test| test.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
}

#[test]
fn closures_over_each_are_loops() {
    let test = only("#[property] fn t(xs: Vec<u8>) { xs.iter().for_each(|x| assert!(*x < 9)); }");
    let Stmt::Loop { kind: Loop::For(pattern, _), body } = &test.body[0] else {
        panic!("{:?}", test.body);
    };
    assert_eq!(pattern.names(), ["x"]);
    assert!(matches!(body[0], Stmt::Assert(_)));
}

#[test]
fn let_else_keeps_its_else_block() {
    let test = only(
        "#[property] fn t(x: u8) { let Some(y) = f(x) else { panic!() }; if let Ok(_) = g(y) { panic!() } }",
    );
    assert!(
        matches!(&test.body[0], Stmt::BindOrElse { otherwise, .. } if matches!(otherwise[..], [Stmt::Fail(_)])),
        "{:?}",
        test.body[0]
    );
    assert!(
        matches!(&test.body[1], Stmt::Match { arms, .. } if arms.len() == 2 && matches!(arms[0].body[0], Stmt::Fail(_)))
    );
}

#[test]
fn macros_that_hide_tests_are_named() {
    let file = file(
        "macro_rules! all { ($t:ty) => { other!($t { #[test] } ) } }\nall!(u8);\nall!(not a type);",
    );
    let hidden: Vec<(u32, &str)> =
        file.hidden.iter().map(|hidden| (hidden.line, hidden.what.as_str())).collect();
    assert_eq!(hidden, [(2, "the macro `all!`"), (3, "the macro `all!`")]);
}

#[test]
fn a_macro_that_uses_the_name_of_one_with_tests_hides_none() {
    let calls = |body: &str| {
        let check = "macro_rules! check { ($t:ty) => { other!($t { #[test] } ) } }";
        let file = file(&format!(
            "{check}\nmacro_rules! all {{ ($t:ty) => {{ {body} }} }}\nall!(not a type);"
        ));
        file.hidden.len()
    };
    assert_eq!(calls("const ALL: $t = set.check;"), 0);
    assert_eq!(calls("check!($t);"), 1);
}

#[test]
fn macro_aliases_and_framework_names_hold_tests() {
    let text = "quickcheck_limit! { fn a(x: u8) -> bool { x == x } } qc! { fn b(x: u8) -> bool { x == x } }";
    assert_eq!(found(text).len(), 1);
    let aliases = vec![("qc".to_owned(), Framework::QuickCheck)];
    let options = Options { aliases, ..Options::default() };
    assert_eq!(read(text, &options).unwrap().tests.len(), 2);
    let text = "my_proptest! { #[test] fn a(x in 0..9) { prop_assert!(x < 9); } }";
    assert_eq!(found(text), [("a".to_owned(), Framework::Proptest)]);
}

#[test]
fn tests_inside_of_unknown_macros_are_found() {
    assert_eq!(found("cfg_std! { #[property] fn a(x: u8) {} }").len(), 1);
    let text = "#[test] fn t() { const_for!(BITS in SIZES { type U = Uint<BITS>; proptest!(|(x: U)| { assert_eq!(x, x); }); }); }";
    assert_eq!(found(text), [("t".to_owned(), Framework::Proptest)]);
}

#[test]
fn rejects_invalid_rust_with_the_position() {
    let error = read("fn a() {}\nfn b( {}\n", &Options::default()).unwrap_err();
    assert_eq!(error.line, 2);
    let error = read("\"open", &Options::default()).unwrap_err();
    assert_eq!(error.line, 1);
}

#[test]
fn depth_is_bounded() {
    let tail = format!("{})", " + 1".repeat(99));
    for deep in [
        format!("{}1{}", "(".repeat(5_000), ")".repeat(5_000)),
        format!("{}1", "!".repeat(10_000)),
        format!("{}1", "1 + ".repeat(300_000)),
        format!("{}1", "|a| ".repeat(100_000)),
        format!("{}1", "return ".repeat(100_000)),
        format!("{}1{}", "(".repeat(200), tail.repeat(200)),
    ] {
        let text = format!("fn a() {{ {deep} }}");
        assert!(read(&text, &Options::default()).is_err(), "{}", &text[..40]);
    }
    let long =
        |count| format!("#[property] fn a(x: u8) {{ assert!({}x > 0); }}", "x + ".repeat(count));
    assert_eq!(file(&long(2_000)).tests.len(), 1);
    assert_eq!(file(&long(4_900)).tests.len(), 1);
    let many = "fn a<T: A + B>(x: &T) -> &T { x }\n".repeat(5_000);
    assert!(read(&many, &Options::default()).is_ok());
}

#[test]
fn a_machine_is_one_test_of_all_its_rules() {
    let test = only(
        "#[property] impl StackVsModel { #[rule] fn push(&mut self, x: u8) { self.s.push(x); } #[rule(when = |s| true)] fn pop(&mut self) { assert_eq!(self.s.pop(), self.m.pop()); } #[invariant] fn same(&self) { assert!(self.s.len() < 9); } fn other(&self) { assert!(false); } }",
    );
    assert_eq!(test.name, "stack_vs_model");
    assert_eq!(test.generated, ["x", "self"]);
    assert!(test.stateful);
    assert_eq!(test.body.len(), 3);
}

#[test]
fn a_reference_machine_of_proptest_is_found_by_its_type() {
    let test = only(
        "prop_state_machine! { #![proptest_config(c())] #[test] fn runs(sequential 1..20 => Shelf); } impl StateMachineTest for Shelf { fn apply(mut state: Self, model: &M, step: Step) -> Self { assert_eq!(state.len(), model.len()); state } fn check_invariants(state: &Self, model: &M) { assert!(state.len() < 9); } }",
    );
    assert_eq!((test.name.as_str(), test.stateful), ("runs", true));
    assert_eq!(test.generated, ["state", "model", "step"]);
    assert_eq!(test.body.len(), 2);
}

#[test]
fn a_closure_sees_the_functions_around_it() {
    let test = only(
        "#[test] fn t() { let same = |a: u8, b: u8| assert_eq!(a, b); fn unused() {} proptest!(|(x: u8)| { same(x, x); }); }",
    );
    assert!(matches!(
        &test.body[0],
        Stmt::Bind { value: Expr { kind: Kind::Lambda { .. }, .. }, .. }
    ));
    assert_eq!(test.body.len(), 2);
}

#[test]
fn a_verdict_of_a_helper_is_asserted_there() {
    let file = file(
        "fn judge(a: u8, b: u8) -> TestResult { if a > 9 { return TestResult::discard(); } TestResult::from_bool(a == b) } #[quickcheck] fn t(x: u8) -> TestResult { judge(x, f(x)) }",
    );
    assert!(
        matches!(&file.tests[0].body[0], Stmt::Assert(Assertion { form: Form::Helper { name, .. }, .. }) if name == "judge")
    );
    assert!(
        matches!(&file.helpers[0].body[1], Stmt::Assert(Assertion { form: Form::Holds(condition), .. }) if relation(condition) == Some(Relation::Eq))
    );
}

#[test]
fn a_function_of_the_body_is_called_and_not_guessed_by_its_name() {
    let test = only("#[property] fn t(x: u8) { assert_any(x); fn assert_any(_: u8) {} }");
    assert!(matches!(&test.body[0], Stmt::Effect(_)));
}

#[test]
fn code_that_must_panic_is_an_exception() {
    let body = returned("TestResult { TestResult::must_fail(move || { f(x); }) }");
    assert!(
        matches!(&body[0], Stmt::Assert(Assertion { form: Form::Raises { body, .. }, .. }) if body.len() == 1)
    );
}

#[test]
fn copies_of_a_handle_draw_as_well() {
    let test = only(
        "#[hegel::test] fn t(tc: TestCase) { let other = tc.clone(); let x = other.draw(g()); }",
    );
    assert!(matches!(&test.body[1], Stmt::Bind { value: Expr { kind: Kind::Draw(_), .. }, .. }));
}

#[test]
fn definitions_have_what_makes_them_public() {
    let text = "
        pub fn parse(text: &str)
            -> Result<u8, Error> { todo!() }
        fn hidden() {}
        pub fn zero() -> Result<u8, Error> { todo!() }
        pub struct Queue; struct Naive;
        impl Queue { pub fn put(&mut self, x: u8) {} fn own(&self) {} #[cfg(test)] pub fn check(&self) {} }
        impl Naive { pub fn put(&mut self, x: u8) {} }
        impl TryFrom<u8> for Queue { fn try_from(x: u8) -> io::Result<Queue> { todo!() } }
        impl Iterator for Queue { fn next(&mut self) -> Option<u8> { None } }
        pub mod open { pub fn f() {} } mod closed { pub fn g() {} }
        pub mod file; #[path = \"x.rs\"] mod other; #[cfg(test)] mod gone;
        pub use closed::g; pub use other::*; use far::away as near;
        #[cfg(test)] mod tests { pub fn helper() {} #[test] pub fn t() {} }";
    let found = crate::rust::definitions(text).expect("Rust");
    let all: Vec<String> = found
        .functions
        .iter()
        .map(|it| format!("{}.{} {}", it.owner.as_deref().unwrap_or(""), it.name, it.is_open))
        .collect();
    let wanted = [
        ".parse true",
        ".zero true",
        "Queue.put true",
        "Queue.try_from true",
        ".f true",
        ".g false",
    ];
    assert_eq!(all, wanted);
    let parse = &found.functions[0];
    assert_eq!(parse.signature, "fn parse(text: &str) -> Result<u8, Error>");
    assert_eq!((parse.line, parse.refusal.as_deref()), (2, Some("returns `Result<u8, Error>`")));
    assert_eq!(found.functions[1].refusal, None, "it has no inputs");
    assert_eq!(found.functions[3].refusal.as_deref(), Some("returns `io::Result<Queue>`"));
    let files: Vec<_> =
        found.submodules.iter().map(|it| (&*it.name, it.is_public, it.path.as_deref())).collect();
    assert_eq!(files, [("file", true, None), ("other", false, Some("x.rs"))]);
    assert!(found.exports.contains("g") && found.exported_modules.contains("other"));
    assert_eq!(found.imports["near"], "far::away");
    assert!(["hidden", "helper", "check", "put"].iter().all(|name| found.private.contains(*name)));
}
