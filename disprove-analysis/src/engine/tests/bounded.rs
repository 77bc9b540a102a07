//! Files whose work could multiply are judged in bounded time.

use super::*;

/// `start`, then `count` times what a number makes, then `end`.
fn repeated(start: &str, count: usize, each: impl Fn(usize) -> String, end: &str) -> String {
    let middle: Vec<String> = (0..count).map(each).collect();
    format!("#[property] fn test(x: u8) {{ {start} {} {end} }}", middle.concat())
}

fn labels(text: &str) -> Vec<String> {
    shown(&rust_file(text, Mode::Refined))
}

#[test]
fn conditions_that_share_parts_are_claimed_once() {
    let both = |n: usize| format!("let a{} = a{n} && a{n};", n + 1);
    let text = repeated("let a0 = x == 1;", 60, both, "assert!(a60);");
    assert_eq!(labels(&text), ["constant_equality"]);
    let either = |n: usize| format!("let a{} = if c(x, {n}) {{ a{n} }} else {{ !a{n} }};", n + 1);
    let text = repeated("let a0 = x == 1;", 60, either, "assert!(a60);");
    assert_eq!(labels(&text), ["constant_equality constant_nonequality"]);
}

#[test]
fn conditions_inside_of_conditions_are_walked_once() {
    let mut condition = "c(x)".to_owned();
    let mut guard = "c(x)".to_owned();
    for _ in 0..40 {
        condition = format!("if {{ {condition} }} {{ panic!() }} else {{ true }}");
        guard = format!("match f(x) {{ y if {guard} => panic!(), _ => true }}");
    }
    assert!(
        !labels(&repeated("", 0, |_| String::new(), &format!("let y = {condition};"))).is_empty()
    );
    assert!(!labels(&repeated("", 0, |_| String::new(), &format!("let y = {guard};"))).is_empty());
}

#[test]
fn macros_that_call_others_often_are_expanded_up_to_a_limit() {
    let rules = |n: usize| {
        let calls = format!("m{}!($x);", n + 1).repeat(10);
        format!("macro_rules! m{n} {{ ($x:expr) => {{ {calls} }}; }}\n")
    };
    let mut text = (0..12).map(rules).collect::<Vec<_>>().concat();
    text += "macro_rules! m12 { ($x:expr) => { assert!($x > 1) }; }\n#[property] fn test(x: u8) { m0!(x); }";
    assert_eq!(rust_file(&text, Mode::Refined).len(), 1);
}

#[cfg(feature = "python")]
#[test]
fn classes_that_derive_from_each_other_are_looked_through_once() {
    let bases = (0..30).map(|n| format!("C{n}")).collect::<Vec<_>>().join(", ");
    let class = |n: usize| format!("class C{n}({bases}): pass\n");
    let mut text = (0..30).map(class).collect::<Vec<_>>().concat();
    text += "class D(C1):\n    @given(things())\n    def test(self, x):\n        self.check_it(x)\n        assert x < 1\n";
    assert_eq!(python(&text, Mode::Refined), ["not_detected", "constant_bounds"]);
}
