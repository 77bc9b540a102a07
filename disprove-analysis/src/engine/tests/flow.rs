//! Values keep their influences, however they flow.

use super::*;

fn check(cases: &[(&str, &str)]) {
    for (body, labels) in cases {
        assert_eq!(refined(body), [*labels], "{body}");
    }
}

#[test]
fn a_part_of_an_element_is_no_index() {
    check(&[
        ("for i in 0..3 { assert!(xs[i].1 < LIMIT); }", "constant_bounds"),
        ("for i in 0..3 { assert_eq!(xs[i].0, f(&xs)); }", "partial_roundtrip"),
    ]);
}

#[test]
fn parts_after_a_rest_are_counted_from_the_end() {
    check(&[
        ("let (.., c) = (1, y, x); assert_eq!(c, f(x));", "roundtrip"),
        ("let [a, rest @ ..] = [y, x]; assert_eq!(rest, f(x));", "partial_roundtrip"),
        ("let (a, .., c) = f(x); assert_eq!(a, g(c));", "partial_roundtrip"),
    ]);
}

#[test]
fn chains_of_patterns_bind_all_their_names() {
    check(&[
        ("if let Some(a) = f(x) && let Some(b) = g(a) { assert_eq!(b, x); }", "roundtrip"),
        ("if c && let Some(b) = g(x) { assert_eq!(b, 1); }", "constant_equality"),
        ("while let Some(a) = f(x) && a > 3 { assert_eq!(a, 7); }", "constant_equality"),
        (
            "let b = if let Some(a) = f(x) && let Some(b) = g(a) { b } else { 1 }; assert_eq!(b, 1);",
            "constant_equality",
        ),
    ]);
    let labels = refined("let a = 1; if let Some(a) = f(x) { g(a); } assert_eq!(a, 1);");
    assert_eq!(labels, ["not_property"], "the name is hidden inside of the block only");
}

#[test]
fn loops_and_blocks_have_the_value_that_they_are_left_with() {
    check(&[
        ("let n = loop { if h() { break g(x); } }; assert_eq!(n, 3);", "constant_equality"),
        ("let n = 'a: { if h() { break 'a g(x); } 4 }; assert_eq!(n, 3);", "constant_equality"),
        ("let n = 'a: loop { loop { break 'a g(x); } }; assert_eq!(n, 3);", "constant_equality"),
        ("let n = loop { loop { break g(x); } break 1; }; assert_eq!(n, 3);", "not_property"),
        ("let n = 'a: { if h() { break 'a 3; } 4 }; assert_eq!(n, 3);", "not_property"),
    ]);
}

#[test]
fn ranges_with_any_ends_are_recognized() {
    check(&[
        ("let r = f(1, 2)..9; assert!(r.contains(&g(x)));", "constant_bounds"),
        ("assert!((..LIMIT).contains(&g(x)));", "constant_bounds"),
        ("assert!([1, 2..3].contains(&g(x)));", "inclusion"),
    ]);
}

#[test]
fn texts_are_the_same_if_their_templates_and_values_are() {
    check(&[
        (
            "let y = f(\"a\", x); assert_eq!(format!(\"{} {}\", y, 1), p(format!(\"{} {}\", f(\"a\", x), 1)));",
            "partial_roundtrip",
        ),
        (
            "let y = f(x); assert_eq!(format!(\"{y}\"), p(format!(\"{}\", f(x))));",
            "partial_roundtrip",
        ),
        ("assert_eq!(format!(\"a{x}\"), p(format!(\"b{x}\")));", "commutative_paths"),
    ]);
}

#[test]
fn arguments_that_are_bound_as_mut_change_wherever_they_are_bound() {
    for text in [
        "proptest! { #[test] fn t((a, mut x) in s()) { let y = x.clone(); x.push(1); assert_eq!(x, f(y)); } }",
        "#[property] fn t(#[draw(s)] mut x: V) { let y = x.clone(); x.push(1); assert_eq!(x, f(y)); }",
        "#[property] fn t(x: &mut V) { let y = x.clone(); x.push(1); assert_eq!(x, f(y)); }",
    ] {
        assert_eq!(shown(&rust_file(text, Mode::Refined)), ["commutative_paths"], "{text}");
    }
    let text = "#[property] fn t(x: V) { g(|mut x, y| x); x.push(1); assert_eq!(x, f(x)); }";
    assert_eq!(shown(&rust_file(text, Mode::Refined)), ["roundtrip"], "another variable is `mut`");
}

#[test]
fn helpers_of_the_same_name_are_distinguished() {
    let text = "
        fn check(x: u8) { assert!(x != 3); }
        mod a { fn check(x: u8) { assert!(x < 3); } #[property] fn t(x: u8) { check(x); super::check(x); } }
        mod b { fn check(x: u8) { assert_eq!(f(x), x); } mod c { #[property] fn t(x: u8) { check(x); } } }
        #[property] fn t(x: u8) { check(x); b::check(x); }";
    let labels = shown(&rust_file(text, Mode::Refined));
    let wanted = "constant_bounds constant_nonequality roundtrip constant_nonequality roundtrip";
    assert_eq!(labels.join(" "), wanted);
}

#[test]
fn a_qualified_call_is_not_a_helper_of_the_same_name() {
    let text = "
        use crate::api::{self, parse_partial};
        fn write_float(x: f64, y: u8) { assert!(x < y); }
        mod other { pub fn parse_partial(x: f64, y: u8) { assert!(x < y); } }
        mod more { use super::write_float as same; use super::*;
            #[property] fn t(x: f64) { same(x, 1); write_float(x, 1); other::parse_partial(x, 2); } }
        struct Api;
        impl Api { fn check(&self, y: u8) { assert!(self.0 > y); } }
        fn check(x: u8, y: u8) { assert!(x != y); }
        #[property] fn t(x: f64) {
            assert_eq!(radix::write_float(x, 1), x);
            assert_eq!(api::write_float(x, 1), x);
            assert_eq!(parse_partial(x, 1), x);
            radix::write_float(x, 2);
            assert_eq!(x.write_float(1), x);
            assert_eq!(write_float!(x, 1), x);
            super::write_float(x, 2);
            write_float(x, 1);
            self::write_float(x, 1);
            check(x, 1);
            x.check(1);
            Api::check(x, 1);
        }";
    let judged = rust_file(text, Mode::Refined);
    assert_eq!(shown(&judged[..1]), ["constant_bounds"; 3]);
    let labels = shown(&judged[1..]).join(" ");
    assert_eq!(
        labels,
        "roundtrip roundtrip roundtrip roundtrip roundtrip constant_bounds constant_bounds \
         constant_nonequality constant_bounds constant_bounds"
    );
    for assertion in &judged[1].assertions[..5] {
        assert!(!assertion.tags.contains(&Tag::Helper), "{}", assertion.text);
    }
}

#[test]
fn a_helper_calls_the_functions_of_its_own_module() {
    let text = "
        mod common { fn inner(x: u8) { assert!(x < 3); } pub fn outer(x: u8) { inner(x); Own::step(x); }
            struct Own; impl Own { fn step(x: u8) { Self::last(x); } fn last(x: u8) { assert!(x != 3); } } }
        fn inner(x: u8) { assert_eq!(f(x), x); }
        #[property] fn t(x: u8) { common::outer(x); }";
    assert_eq!(shown(&rust_file(text, Mode::Refined)), ["constant_bounds constant_nonequality"]);
}

#[test]
fn the_parameters_of_a_helper_are_patterns() {
    let text = "
        fn check((a, b): (T, T), c: T) { assert_eq!(f(b), c); }
        #[property] fn t(x: T, y: T) { check((x, y), y); }";
    assert_eq!(shown(&rust_file(text, Mode::Refined)), ["roundtrip"]);
    let text = "
        impl M { fn check(&self, a: T) { assert_eq!(f(a), a); } }
        #[property] fn t(x: T, y: M) { y.check(x); }";
    assert_eq!(shown(&rust_file(text, Mode::Refined)), ["roundtrip"]);
}

#[test]
fn a_method_of_the_same_name_with_other_parameters_is_another_one() {
    let text = "
        impl M { fn ok(&self, a: T) { assert_eq!(f(a), a); } }
        #[property] fn t(x: T) { assert_eq!(f(x).ok(), Some(1)); }";
    let judged = rust_file(text, Mode::Refined);
    assert_eq!(judged[0].assertions[0].atoms.len(), 1);
    assert_eq!(shown(&judged), ["constant_equality"]);
}

#[test]
fn a_guard_is_asserted_only_if_nothing_else_takes_its_place() {
    check(&[
        ("match f(x) { Ok(v) if v > 3 => {} Ok(_) => {} Err(_) => panic!() }", "type_checking"),
        ("match f(x) { Ok(v) if v > 3 => {} _ => panic!() }", "constant_bounds type_checking"),
    ]);
}

#[test]
fn atoms_quote_what_is_asserted() {
    let judged = rust_file(
        "#[property] fn t(x: T) { assert!(f(x) == x); let y = x; assert!(f(y) == y); }",
        Mode::Refined,
    );
    let texts: Vec<_> = judged[0].assertions.iter().map(|it| it.atoms[0].text.as_str()).collect();
    assert_eq!(texts, ["f(x) == x", "f(y) == y"]);
}

#[cfg(feature = "python")]
mod of_python {
    use super::*;

    fn check(cases: &[(&str, &str)]) {
        for (body, labels) in cases {
            let text = format!("@given(x=things(), y=things())\ndef test(x, y):\n    {body}\n");
            assert_eq!(python(&text, Mode::Refined), [*labels], "{body}");
        }
    }

    #[test]
    fn a_starred_target_takes_the_rest() {
        check(&[
            ("a, *rest = y, x\n    assert rest == f(x)", "partial_roundtrip"),
            ("*rest, a = y, x\n    assert a == f(x)", "roundtrip"),
        ]);
    }

    #[test]
    fn texts_are_the_same_if_their_templates_and_values_are() {
        check(&[
            (
                "z = f(x)\n    assert '{} a'.format(z) == h('{} a'.format(f(x)))",
                "partial_roundtrip",
            ),
            ("z = f(x)\n    assert '%s a' % z == h('%s a' % f(x))", "partial_roundtrip"),
            ("z = f(x)\n    assert f'{z} a' == h(f'{f(x)} a')", "partial_roundtrip"),
            ("assert f'{x} a' == h(f'{x} b')", "commutative_paths"),
        ]);
    }

    #[test]
    fn a_callee_that_receives_the_handle_draws() {
        for call in ["make(data)", "make(1, source=data)", "tool.make(data)"] {
            let text = format!(
                "@given(data=st.data())\ndef test(data):\n    x = {call}\n    assert f(x) == x\n"
            );
            assert_eq!(python(&text, Mode::Refined), ["roundtrip"], "{call}");
        }
    }

    #[test]
    fn helpers_of_classes_are_distinguished_and_walked_once() {
        let text = "
def check(y):
    assert f(y) == y
    return y
class A:
    def check(self, x): assert x < 3
    @given(things())
    def test_a(self, x): self.check(x)
class B:
    def check(self, x): assert x != 3
    @given(things())
    def test_b(self, x):
        z = self.check(x)
@given(things())
def test_c(x):
    y = check(y=x)
    assert y == 3
";
        assert_eq!(
            python(text, Mode::Refined),
            ["constant_bounds", "constant_nonequality", "roundtrip", "constant_equality"]
        );
    }

    #[test]
    fn of_refusals_the_paper_sees_only_assert_raises() {
        let attempt = "@given(things())\ndef test(x):\n    try:\n        f(x)\n        assert False\n    except ValueError:\n        pass\n";
        let decorated = "@raises(ValueError)\n@given(things())\ndef test(x):\n    f(x)\n";
        for text in [attempt, decorated] {
            assert_eq!(python(text, Mode::Paper), ["not_detected"]);
            assert_eq!(python(text, Mode::Refined), ["exception_raising"]);
        }
    }

    #[test]
    fn a_rejected_argument_stays_the_same_but_its_container_may_change() {
        let text = "@given(things())\ndef test(x):\n    with pytest.raises(E):\n        f(x)\n    assert g(x) == x\n";
        assert_eq!(python(text, Mode::Refined), ["exception_raising", "roundtrip"]);
        let text = "@given(things())\ndef test(x):\n    with pytest.raises(E):\n        kept[0] = x\n    assert kept[0] == 1\n";
        let text = text.replace("    with", "    kept = new()\n    with");
        assert_eq!(python(&text, Mode::Refined), ["exception_raising", "constant_equality"]);
    }

    #[test]
    fn names_bound_by_a_condition_are_bound_in_each_iteration() {
        check(&[(
            "q = []\n    while (z := q.take()):\n        q.append(x)\n        assert z == 3",
            "constant_equality",
        )]);
    }

    #[test]
    fn a_property_calls_the_functions_around_it() {
        let text = "
def test_outer():
    def check(y):
        assert f(y) == y
    @given(things())
    def inner(x):
        check(x)
    inner()
";
        assert_eq!(python(text, Mode::Refined), ["roundtrip"]);
    }
}
