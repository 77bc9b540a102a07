//! Tests of `counter.rs`.

use super::counted;

/// The text without the inserted code, which begins with the counters and ends with the closure.
fn bodies(text: &str) -> Vec<String> {
    let counted = counted(text, "COUNTS").expect("properties");
    assert!(syn::parse_file(&counted).is_ok(), "{counted}");
    assert_eq!(counted.lines().count(), text.lines().count());
    let mut tests = Vec::new();
    for part in counted.split("::std::module_path!(), \"::").skip(1) {
        let name = part.split('"').next().expect("a name");
        let check = part.split("})(); if ").nth(1).and_then(|rest| rest.split(" {").next());
        tests.push(format!("{name}: {}", check.unwrap_or("only panics")));
    }
    tests
}

#[test]
fn properties_are_found_in_all_their_forms() {
    let text = "
        mod tests {
            #[quickcheck]
            fn marked(x: u8) -> bool { x == x }
            #[quickcheck_macros::quickcheck]
            pub fn with_a_path(x: u8) -> quickcheck::TestResult { quickcheck::TestResult::discard() }
            quickcheck! {
                fn in_a_macro(x: u8) -> Result<bool, String> { Ok(x == x) }
                fn another(x: u8) { assert!(x == x); }
            }
            #[test]
            fn outer() {
                fn inner(x: u8) -> Result<(), String> { Ok(()) }
                QuickCheck::new().tests(9).quickcheck(inner as fn(u8) -> Result<(), String>);
            }
            fn free<T>(x: T) -> impl Testable where T: Clone { true }
            #[test]
            fn uses_free() { quickcheck(free as fn(u8) -> bool); }
            fn helper(x: u8) -> bool { true }
        }";
    assert_eq!(
        bodies(text),
        [
            "marked: !__disprove_returned",
            "with_a_path: __disprove_returned.is_failure()",
            "in_a_macro: !::std::matches!(__disprove_returned, ::std::result::Result::Ok(true))",
            "another: false",
            "outer: __disprove_returned.is_err()",
            "uses_free: only panics",
        ]
    );
}

#[test]
fn functions_of_the_same_name_belong_to_the_tests_around_them() {
    let text = "
        #[test]
        fn one() {
            fn f(x: u8) -> bool { true }
            quickcheck::quickcheck(f as fn(u8) -> bool);
        }
        #[test]
        fn two() {
            fn f(x: u8) { }
            quickcheck::quickcheck(f as fn(u8));
        }
        fn shared(x: u8) -> bool { true }
        #[test]
        fn three() { quickcheck(shared as fn(u8) -> bool); }
        #[test]
        fn four() { quickcheck(shared as fn(u8) -> bool); }
        ";
    assert_eq!(bodies(text), ["one: !__disprove_returned", "two: false"]);
}

#[test]
fn what_has_no_properties_is_left_alone() {
    for text in [
        "fn f() {}",
        "use quickcheck::Arbitrary; fn f() -> bool { true }",
        "// quickcheck\nfn broken( {",
        "#[quickcheck] fn declared(x: u8) -> bool;",
    ] {
        assert_eq!(counted(text, "COUNTS"), None, "{text}");
    }
}

#[test]
fn what_is_nested_too_deep_has_no_counters() {
    let (open, close) = ("(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(
        counted(&format!("#[quickcheck] fn deep() -> bool {{ {open}true{close} }}"), "N"),
        None
    );
}
