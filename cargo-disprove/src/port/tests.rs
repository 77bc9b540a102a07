//! Tests of the whole translation, form by form.

use super::{
    edits::Edits,
    emit, find,
    parse::{FileSettings, ParsedFile},
    plan,
    unit::PortedFile,
};
use std::path::PathBuf;

fn ported(text: &str) -> (PortedFile, Edits) {
    let parsed = ParsedFile::new(PathBuf::new(), "f.rs".to_owned(), text.to_owned(), false, true);
    let Ok(parsed) = parsed else { panic!("cannot be parsed: {text}") };
    let generated = parsed.generated_types();
    let mut files = vec![find::translated(parsed, &generated, &FileSettings::default())];
    plan::settle(&mut files, &|_, _| false);
    let edits = emit::emit(&files).pop().expect("one for each file");
    (files.pop().expect("a file"), edits)
}

/// The new text of a file.
fn new_text(text: &str) -> String {
    let (file, edits) = ported(text);
    for unit in &file.units {
        assert!(unit.is_ported(), "{}: {:?}\n{text}", unit.name, unit.result);
    }
    edits.render(&file.text, 0..file.text.len())
}

/// Why the first thing that is refused is refused. Nothing changes then.
fn refusal(text: &str) -> String {
    let (file, edits) = ported(text);
    assert_eq!(edits.render(&file.text, 0..file.text.len()), text);
    file.units.iter().find_map(|unit| unit.result.as_ref().err().cloned()).expect("it is refused")
}

/// An argument of proptest and the line of the signature or the body that it becomes.
fn argument(old: &str) -> String {
    let text = format!(
        "use proptest::prelude::*;\nproptest! {{\n    #[test]\n    fn f(\n        {old}\n    ) {{}}\n}}\n"
    );
    let new = new_text(&text);
    let lines: Vec<&str> = new.lines().map(str::trim).collect();
    assert_eq!(lines[..2], ["use disprove::prelude::*;", "#[property]"], "{new}");
    let draws: Vec<&str> = lines.iter().copied().filter(|line| line.starts_with("let ")).collect();
    if draws.is_empty() { lines[3].to_owned() } else { draws.join(" ") }
}

#[test]
fn strategies_become_generators() {
    for (old, new) in [
        ("x in any::<u8>()", "x: u8"),
        ("x in any::<String>()", "#[draw(\"\\\\PC*\")] x: String"),
        ("x in any::<f64>()", "#[draw(any::<f64>().filter(|x| x.is_finite()))] x: f64"),
        (
            "x in any::<Vec<f32>>()",
            "#[draw(vec(any::<f32>().filter(|x| x.is_finite())))] x: Vec<f32>",
        ),
        ("x in any::<(u8, String)>()", "#[draw((any::<u8>(), \"\\\\PC*\"))] x: (u8, String)"),
        ("x in prop::num::i16::ANY", "x: i16"),
        ("x in prop::num::f64::NORMAL", "#[draw(any::<f64>().filter(|x| x.is_normal()))] x: f64"),
        ("x in 1..=6u8", "#[draw(1..=6u8)] x: u8"),
        ("x in ..9u8", "#[draw(0..9u8)] x: u8"),
        ("x in ..=-9i8", "#[draw(i8::MIN..=-9i8)] x: i8"),
        ("x in 0..9", "let x = src.draw(0..9);"),
        ("ref x in 0..9", "let x = src.draw(0..9); let x = &x;"),
        ("ref x in 0..9u8", "#[draw(0..9u8)] x: &u8"),
        ("mut x in \"a*\"", "#[draw(\"a*\")] mut x: String"),
        ("x in (0..9u8, 'a'..'f')", "#[draw((0..9u8, 'a'..'f'))] x: (u8, char)"),
        ("x in [0..9u8, 1..3u8]", "#[draw([0..9u8, 1..3u8])] x: [u8; 2]"),
        ("x in (0..9u8).prop_map(|n| n as i32)", "#[draw(int(0..9u8).map(|n| n as i32))] x: i32"),
        (
            "x in (0.0..9.0f32).prop_map(|n| n as i32)",
            "#[draw(float(0.0..9.0f32).map(|n| n as i32))] x: i32",
        ),
        (
            "x in \"a*\".prop_map(|s| s.to_string())",
            "#[draw(regex(\"a*\").map(|s| s.to_string()))] x: String",
        ),
        (
            "x in (0..9u8, 1..3u8).prop_filter(\"why\", |(a, b)| a > b)",
            "#[draw((0..9u8, 1..3u8).into_generator().filter(|(a, b)| a > b))] x: (u8, u8)",
        ),
        ("x in prop::collection::vec(0..9u8, 3)", "#[draw(vec(0..9u8).len(3))] x: Vec<u8>"),
        (
            "x in prop::collection::hash_map(0..9u8, any::<bool>(), ..5)",
            "#[draw(hash_map(0..9u8, any::<bool>()).len(..5))] x: std::collections::HashMap<u8, bool>",
        ),
        (
            "x in prop::collection::btree_set(0..9u8, 0..=5,)",
            "#[draw(set(0..9u8).len(0..=5))] x: std::collections::BTreeSet<u8>",
        ),
        ("x in prop::option::of(0..9u8)", "#[draw(option(0..9u8))] x: Option<u8>"),
        ("x in prop::array::uniform4(0..9u8)", "#[draw(array::<4, _>(0..9u8))] x: [u8; 4]"),
        ("x in prop::sample::select(vec![1u8, 2])", "#[draw(sample(vec![1u8, 2]))] x: u8"),
        ("x in prop::char::range('a', 'f')", "#[draw('a'..='f')] x: char"),
        ("x in prop_oneof![Just(1u8), Just(2)]", "#[draw(sample([1u8, 2]))] x: u8"),
        (
            "x in prop_oneof![2 => Just(1u8), 1 => 3..9u8]",
            "#[draw(one_of![2 => just(1u8), 1 => 3..9u8])] x: u8",
        ),
        ("x in Just(other())", "let x = src.draw(sample([other()]));"),
        (
            "x in (1..9usize).prop_flat_map(|n| prop::collection::vec(0..9u8, n))",
            "#[draw(int(1..9usize).then(|n| vec(0..9u8).len(n)))] x: Vec<u8>",
        ),
        (
            "x in proptest::string::string_regex(\"a*\").unwrap()",
            "#[draw(regex(\"a*\"))] x: String",
        ),
        (
            "x in proptest::string::bytes_regex(\"(?:a|b)*\").unwrap()",
            "#[draw(regex(\"(?:a|b)*\").map(|text| text.into_bytes()))] x: Vec<u8>",
        ),
        (
            "x in Just(1u8).prop_recursive(2, 8, 2, |inner| inner.prop_map(|n| n as u8))",
            "#[draw(recursive(just(1u8), |inner| inner.map(|n| n as u8)))] x: u8",
        ),
    ] {
        assert_eq!(argument(old).trim_end_matches(','), new, "{old}");
    }
}

#[test]
fn what_is_not_certain_is_refused() {
    for (old, why) in [
        ("x in other()", "the strategy `other(..)` is not in this file"),
        ("x in any()", "the type of `any()` is not written"),
        ("x in any::<Other>()", "no generator for the type `Other` is known"),
        ("x in ..n", "the range `..n` has no start, and its type is not written"),
        ("x in Just(1).prop_perturb(|n, _| n)", "`prop_perturb` has no counterpart"),
        ("x in prop::bool::weighted(0.1)", "`bool::weighted` has no counterpart"),
        (
            "x in proptest::string::bytes_regex(\"(?s-u:.)\").unwrap()",
            "a pattern of bytes has no counterpart",
        ),
        (
            "x in prop_oneof![W => Just(1), 1 => Just(2)]",
            "a weight that is not a literal has no counterpart",
        ),
        ("n in 0..9u8, x in 0..n", "`n` is an argument and also part of a strategy"),
        ("x in if a { Just(1) } else { Just(2) }", "branches with strategies that are not boxed"),
    ] {
        let text = format!(
            "use proptest::prelude::*;\nproptest! {{\n    #[test]\n    fn f({old}) {{}}\n}}\n"
        );
        assert_eq!(refusal(&text), why, "{old}");
    }
}

#[test]
fn bodies_keep_their_meaning() {
    let text = "use proptest::prelude::*;\nproptest! {\n    #[test]\n    fn f(a: u8) {\n        prop_assume!(a > 0, \"why\");\n        if a > 9 {\n            return Ok(());\n        }\n        prop_assert!(a < 9, \"{}\", a)\n    }\n\n    fn g(s in \"[a-z]\") {\n        let n: u8 = s.parse()?;\n        prop_assert_eq!(n, 1)\n    }\n}\n";
    let expected = "use disprove::prelude::*;\n#[property]\nfn f(a: u8) {\n    assume!(a > 0);\n    if a > 9 {\n        return;\n    }\n    assert!(a < 9, \"{}\", a)\n}\n\n#[property(test = false)]\nfn g(#[draw(\"[a-z]\")] s: String) -> Result<(), Box<dyn std::error::Error>> {\n    let n: u8 = s.parse()?;\n    assert_eq!(n, 1);\n    Ok(())\n}\n";
    assert_eq!(new_text(text), expected);
}

#[test]
fn configurations_become_settings() {
    for (config, settings) in [
        ("ProptestConfig::with_cases(7)", "(cases = 7)"),
        ("ProptestConfig { cases: 1_000, ..Default::default() }", "(cases = 1_000)"),
        (
            "ProptestConfig { cases: if slow() { 1 } else { 2 }, ..ProptestConfig::default() }",
            "(cases = (if slow() { 1 } else { 2 }) as u64)",
        ),
        (
            "ProptestConfig { fork: true, timeout: 2000, ..ProptestConfig::with_cases(9) }",
            "(cases = 9, isolate = \"2000ms\")",
        ),
        ("ProptestConfig { max_shrink_iters: 5, ..ProptestConfig::default() }", ""),
    ] {
        let text = format!(
            "use proptest::prelude::*;\nproptest! {{\n    #![proptest_config({config})]\n    #[test]\n    fn f(a: u8) {{}}\n}}\n"
        );
        let new = new_text(&text);
        assert_eq!(
            new,
            format!("use disprove::prelude::*;\n#[property{settings}]\nfn f(a: u8) {{}}\n"),
            "{config}"
        );
    }
    let text = "use proptest::prelude::*;\nproptest! {\n    #![proptest_config(slow())]\n    #[test]\n    fn f(a: u8) {}\n}\n";
    assert_eq!(refusal(text), "unknown configuration `slow()`");
}

#[test]
fn functions_that_return_strategies_return_generators() {
    let text = "use proptest::prelude::*;\n\nfn twice(one: impl Strategy<Value = u8> + Clone) -> impl Strategy<Value = (u8, u8)> {\n    (one.clone(), one.prop_map(|n| n))\n}\n\nprop_compose! {\n    fn below(limit: u8)(high in 1..limit)(low in 0..high, high in Just(high)) -> (u8, u8) {\n        (low, high)\n    }\n}\n\nproptest! {\n    #[test]\n    fn f(x in twice(0..9u8), (a, b) in below(7)) {}\n}\n";
    let expected = "use disprove::prelude::*;\n\nfn twice(one: impl IntoGenerator<Value = u8> + Clone) -> impl Generator<Value = (u8, u8)> {\n    (one.clone(), one.into_generator().map(|n| n)).into_generator()\n}\n\nfn below(limit: u8) -> impl Generator<Value = (u8, u8)> {\n    move |src: &mut Source| {\n        let high = src.draw(1..limit);\n        let low = src.draw(0..high);\n        let high = src.draw(sample([high]));\n        {\n            (low, high)\n        }\n    }\n}\n\n#[property]\nfn f(#[draw(twice(0..9u8))] x: (u8, u8), #[draw(below(7))] (a, b): (u8, u8)) {}\n";
    assert_eq!(new_text(text), expected);
}

#[test]
fn names_that_are_taken_are_written_with_their_path() {
    let text = "use proptest::{collection, prelude::*};\nuse other::*;\nproptest! {\n    #[test]\n    fn map(m in collection::btree_map(any::<u8>(), any::<u8>(), 3)) {}\n}\nfn set() {}\n";
    let expected = "use disprove::prelude::{any, property};\nuse other::*;\n#[property]\nfn map(#[draw(disprove::map(any::<u8>(), any::<u8>()).len(3))] m: std::collections::BTreeMap<u8, u8>) {}\nfn set() {}\n";
    assert_eq!(new_text(text), expected);
}

#[test]
fn derived_types_keep_the_old_derive_while_it_is_needed() {
    let text = "use proptest::prelude::*;\nuse proptest_derive::Arbitrary;\n\n#[derive(Debug, Arbitrary)]\nenum Op {\n    #[proptest(weight = 3)]\n    Push(#[proptest(strategy = \"0..9u8\")] u8),\n    Name(String),\n}\n\nproptest! {\n    #[test]\n    fn f(op: Op) {}\n}\n";
    let expected = "use disprove::prelude::*;\n\n#[derive(Debug, Arbitrary)]\nenum Op {\n    #[weight(3)]\n    Push(#[draw(0..9u8)] u8),\n    Name(#[draw(\"\\\\PC*\")] String),\n}\n\n#[property]\nfn f(op: Op) {}\n";
    assert_eq!(new_text(text), expected);
    let text = "use proptest::prelude::*;\n\n#[derive(Debug, proptest_derive::Arbitrary)]\nstruct Op(u8);\n\nproptest! {\n    #[test]\n    fn f(op: Op) {}\n\n    #[test]\n    fn g(op in any::<Op>().prop_perturb(|op, _| op)) {}\n}\n";
    let (file, edits) = ported(text);
    let new = edits.render(&file.text, 0..file.text.len());
    assert!(
        new.contains("#[derive(Debug, proptest_derive::Arbitrary, disprove::Arbitrary)]"),
        "{new}"
    );
    assert!(new.contains("#[property]\nfn f(op: Op) {}\n"), "{new}");
}

#[test]
fn lines_keep_their_ends() {
    let text =
        "quickcheck::quickcheck! {\r\n    fn f(a: u8) -> bool {\r\n        a < 9\r\n    }\r\n}\r\n";
    let expected = "use disprove::prelude::*;\r\n\r\n#[property]\r\nfn f(a: u8) -> bool {\r\n    a < 9\r\n}\r\n";
    assert_eq!(new_text(text), expected);
}

#[test]
fn quickcheck_before_1_bounds_integers() {
    let text =
        "quickcheck::quickcheck! {\n    fn f(a: Vec<usize>) -> bool {\n        true\n    }\n}\n";
    let parsed = ParsedFile::new(PathBuf::new(), "f.rs".to_owned(), text.to_owned(), false, true);
    let Ok(parsed) = parsed else { panic!("cannot be parsed") };
    let settings = FileSettings { is_old_quickcheck: true, ..FileSettings::default() };
    let file = find::translated(parsed, &std::collections::HashSet::new(), &settings);
    let why = file.units[0].result.as_ref().expect_err("it is refused");
    assert_eq!(why, "quickcheck 0.9 draws `usize` below 100, and disprove from the whole type");
}
