//! Explanations of typical failures.

use super::debug_node::DebugNode;
use crate::{
    feedback::{IntoOutcome, Outcome, Step, is_transcribing, record_step},
    generator::{IntoGenerator, any, bytes, float, option, text, vec},
    runner::{Report, testing::TestProperty},
    settings::Settings,
    source::Source,
};
use disprove_macros::Arbitrary;
use std::fmt::Debug;

mod truth;

/// Checks a property of a tuple of arguments with these names. `DRAWS` says whether it draws in its body.
fn report<const DRAWS: bool, G: IntoGenerator<Value: Debug>, R: IntoOutcome>(
    names: &'static [&'static str],
    arguments: G,
    (seed, cases): (u64, u64),
    property: impl Fn(G::Value, &mut Source) -> R,
) -> Report<G::Value> {
    let mut settings = Settings::named("explained".to_owned());
    (settings.seed, settings.explain) = (Some(seed), true);
    settings.max_failures = Some(1);
    settings.cases = cases;
    let describe = |value: &G::Value| {
        let all = DebugNode::parse(&format!("{value:?}"));
        names.iter().zip(&all.parts).map(|(name, (_, part))| (*name, part.text())).collect()
    };
    let test = TestProperty {
        draws: DRAWS,
        describe: &describe,
        ..TestProperty::drawing(arguments.into_generator(), property)
    };
    test.run(&settings, None)
}

/// The explanation of a property that does not draw in its body.
fn lines<G: IntoGenerator<Value: Debug>, R: IntoOutcome>(
    names: &'static [&'static str],
    arguments: G,
    property: impl Fn(G::Value) -> R,
) -> Vec<String> {
    let property = |value, _: &mut Source| property(value);
    texts(&report::<false, _, _>(names, arguments, (1, 20_000), property))
}

/// The items of the explanation of the first failure, as text.
fn texts<T>(report: &Report<T>) -> Vec<String> {
    report.failures()[0].explanation().iter().map(ToString::to_string).collect()
}

#[test]
fn finds_the_boundary_of_a_number() {
    assert_eq!(
        lines(&["n"], (any::<u32>(),), |(n,)| n < 10),
        [
            "n = 10: smaller ones pass (0, 5, 9), larger ones fail (11, 12, 20, 4294967295 and 3 more)"
        ]
    );
    assert_eq!(
        lines(&["n"], (any::<i64>(),), |(n,)| n > -1_000),
        [
            "n = -1000: larger ones pass (-999, -998, 0, 9223372036854775807 and 2 more), smaller ones fail (-9223372036854775808, -1001 and 2 more)"
        ]
    );
}

#[test]
fn names_at_most_four_parts_that_matter() {
    let arguments = (any::<u8>(), any::<u8>(), any::<u8>(), any::<u8>(), any::<u8>());
    let small = |(a, b, c, d, e): (u8, u8, u8, u8, u8)| [a, b, c, d, e].iter().any(|n| *n < 50);
    let lines = lines(&["a", "b", "c", "d", "e"], arguments, small);
    assert_eq!(lines.iter().filter(|line| line.contains(" = 50: ")).count(), 4, "{lines:?}");
}

#[test]
fn finds_both_ends_of_an_interval() {
    assert_eq!(
        lines(&["n"], (0..1_000u32,), |(n,)| !(300..=320).contains(&n)),
        ["n = 300: 300 to 320 fail (301, 302, 312, 317, 320), others pass (nearest 299 and 321)"]
    );
}

#[test]
fn lists_passing_and_failing_numbers_that_alternate() {
    assert_eq!(
        lines(&["n"], (any::<u16>(),), |(n,)| n < 5 || n % 2 == 0),
        ["n = 5: 0, 2, 4, 15108 and 2 more pass, 7, 699, 1157, 65535 fail"]
    );
}

#[test]
fn explains_the_length_of_a_list_whose_elements_do_not_matter() {
    assert_eq!(
        lines(&["xs"], (vec(any::<u8>()),), |(xs,)| xs.len() < 3),
        [
            "xs.len() = 3: shorter ones pass (0-2), longer ones fail (4-6, 9)",
            "xs[0], xs[1], xs[2]: may be anything, even together (10 tried each)",
            "passes with: xs: [0, 0]"
        ]
    );
    assert_eq!(
        lines(&["xs"], (vec(any::<u8>()),), |(xs,)| xs.len() != 3),
        [
            "xs.len() = 3: others pass (0-2, 4-6, 9)",
            "xs[0], xs[1], xs[2]: may be anything, even together (10 tried each)",
            "passes with: xs: [0, 0]"
        ]
    );
}

#[test]
fn finds_two_elements_that_must_be_equal() {
    let pair = |(xs,): (Vec<u8>,)| xs.windows(2).all(|two| two[0] != two[1]);
    assert_eq!(
        lines(&["bytes"], (vec(any::<u8>()),), pair),
        [
            "bytes.len() = 2: shorter ones pass (0, 1), longer ones fail (3-5, 8)",
            "bytes[0] == bytes[1]: fails if equal (1, 2, 5, 130, 255), passes if only one changes",
            "passes with: bytes: [0, 1]"
        ]
    );
    assert_eq!(
        lines(&["bytes"], (bytes(),), pair),
        [
            "bytes.len() = 2: shorter ones pass (0, 1), 3 fails",
            "bytes[0] == bytes[1]: fails if equal (94, 148, 225, 254), passes if only one changes",
            "passes with: bytes: [0, 1]"
        ]
    );
}

#[test]
fn finds_two_arguments_that_must_be_equal() {
    let arguments = (any::<u32>(), any::<String>(), any::<u32>());
    assert_eq!(
        lines(&["a", "name", "b"], arguments, |(a, _, b)| a != b),
        [
            "a == b: fails if equal (1, 2, 50417, 21153980, 4294967295), passes if only one changes",
            "name: may be anything (10 tried)",
            "passes with: b: 1"
        ]
    );
}

#[test]
fn tells_whether_irrelevant_arguments_may_change_together() {
    let arguments = || (any::<u32>(), any::<bool>(), vec(any::<u8>()));
    assert_eq!(
        lines(&["n", "flag", "xs"], arguments(), |(n, _, _)| n < 7),
        [
            "n = 7: smaller ones pass (0, 3, 6), larger ones fail (8, 9, 14, 4294967295 and 3 more)",
            "flag, xs: may be anything, even together (10 tried each, or all there are)"
        ]
    );
    assert_eq!(
        lines(&["a", "b"], (any::<bool>(), any::<bool>()), |(a, b)| a && b),
        ["a, b: may be anything one at a time, not together", "passes with: a: true, b: true"]
    );
}

#[test]
fn a_value_that_was_not_tried_may_pass() {
    let arguments = (any::<u32>(), any::<u32>());
    let lines = lines(&["n", "k"], arguments, |(n, k)| n < 7 || k == 3_000_000_019);
    assert!(lines.iter().any(|line| line.starts_with("k: may be anything (")), "{lines:?}");
}

#[test]
fn says_that_nothing_matters_if_every_input_fails() {
    assert_eq!(
        lines(&["n", "xs"], (any::<u32>(), vec(any::<u8>())), |_| false),
        ["nothing: all 30 other inputs tried fail"]
    );
}

#[derive(Debug, Clone, Arbitrary)]
struct Order {
    count: u32,
    express: bool,
    note: String,
    mode: Mode,
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Mode {
    Plain,
    Gift,
    Bulk { size: u8 },
}

#[test]
fn names_fields_and_variants() {
    let fails = |(order,): (Order,)| order.count < 3 || !order.express;
    assert_eq!(
        lines(&["order"], (any::<Order>(),), fails),
        [
            "order.count = 3: smaller ones pass (0, 1, 2), larger ones fail (4, 5, 6, 4294967295 and 3 more)",
            "order.express = true: false passes",
            "order.note, order.mode: may be anything, even together (10 tried each, or all there are)"
        ]
    );
    let fails = |(order,): (Order,)| order.mode != Mode::Gift;
    assert_eq!(
        lines(&["order"], (any::<Order>(),), fails),
        [
            "order.mode = Gift: others pass (Plain, Bulk { size: 204 })",
            "order.count, order.express, order.note: may be anything, even together (10 tried each, or all there are)"
        ]
    );
    let fails = |(mode,): (Mode,)| !matches!(mode, Mode::Bulk { size } if size > 4);
    assert_eq!(
        lines(&["mode"], (any::<Mode>(),), fails),
        [
            "mode = Bulk { size: 5 }: others pass (Plain, Gift)",
            "mode.size = 5: smaller ones pass (0, 2, 4), larger ones fail (6, 7, 10, 255 and 3 more)"
        ]
    );
}

#[test]
fn shows_strings_and_characters() {
    assert_eq!(
        lines(&["s"], (text(),), |(s,)| !s.contains('a')),
        [r#"s = "a": "", "M", "W", "KO" and 4 more pass, "aS", "Ra" fail"#]
    );
    assert_eq!(
        lines(&["s"], ("[a-c]{1,4}",), |(s,)| !s.contains('b')),
        [r#"s = "b": "a", "c", "aa" pass, "ba", "cb", "bbb", "accb" and 2 more fail"#]
    );
    assert_eq!(
        lines(&["c"], (any::<char>(),), |(c,)| !c.is_ascii_uppercase()),
        [r"c = 'A': '0', '@', '\u{10ffff}', '.' and 12 more pass, 'B', 'C', 'R', 'W' fail"]
    );
}

#[test]
fn shows_floats_and_options() {
    assert_eq!(
        lines(&["x"], (float(0.0..100.0),), |(x,)| x < 2.5),
        ["x = 3.0: smaller ones pass (0.0, 1.0, 1.5, 2.0), larger ones fail (4.0, 6.0)"]
    );
    let option = (option(any::<u8>()),);
    assert_eq!(
        lines(&["x"], option, |(x,)| x.is_none_or(|x| x < 3)),
        [
            "x = Some(3): None passes",
            "x.0 = 3: smaller ones pass (0, 1, 2), larger ones fail (4, 5, 6, 255 and 3 more)"
        ]
    );
}

#[test]
fn ignores_rejected_inputs() {
    let even = |(n, m): (u32, u32)| {
        if n % 2 == 1 { Outcome::reject() } else { (n < 10 || m == 3).into_outcome() }
    };
    assert_eq!(
        lines(&["n", "m"], (any::<u32>(), any::<u32>()), even),
        [
            "n = 10: 0 passes, larger ones fail (12, 20, 716498, 9482190, 123771650)",
            "m: may be anything (10 tried)"
        ]
    );
}

#[test]
fn shows_the_change_of_a_long_value() {
    let lists = vec(100..1_000u32).len(0..60);
    assert_eq!(
        lines(&["xs"], (lists,), |(xs,)| xs.len() < 20),
        [
            "xs.len() = 20: shorter ones pass (0, 10, 19), longer ones fail (21-23, 26)",
            "xs[0], xs[1], xs[2], xs[3], xs[4], xs[5], xs[6] and 1 more: may be anything, even together (10 tried each)",
            "passes with: xs: the same without `100`"
        ]
    );
}

#[test]
fn counts_the_elements_that_matter() {
    let explained = |length: usize| {
        let large = |(xs,): (Vec<u8>,)| xs.len() < length || xs.iter().any(|x| *x <= 50);
        lines(&["xs"], (vec(any::<u8>()).len(0..9),), large)
    };
    let two = explained(2);
    assert!(two.iter().any(|line| line.starts_with("xs[1] = 51: smaller ones")), "{two:?}");
    assert!(!two.iter().any(|line| line.starts_with("xs[..]")), "{two:?}");
    let three = explained(3);
    assert!(three.iter().any(|line| line.starts_with("xs[..]: each of the 3 ")), "{three:?}");
    let lines = explained(4);
    let starts = [
        "xs.len() = 4: ",
        "xs[0] = 51: smaller ones",
        "xs[..]: each of the 4 elements matters",
        "passes with",
    ];
    assert_eq!(lines.len(), starts.len(), "{lines:?}");
    assert!(lines.iter().zip(starts).all(|(line, start)| line.starts_with(start)), "{lines:?}");
}

#[test]
fn mentions_few_of_many_elements() {
    let sum = |(xs,): (Vec<u16>,)| xs.iter().map(|x| u32::from(*x)).sum::<u32>() < 300_000;
    let lines = lines(&["xs"], (vec(any::<u16>()).len(0..40),), sum);
    let starts = ["xs.len() = 5: shorter ones pass (0, 2, 4)", "xs[0] = ", "xs[..]: ", "passes"];
    assert_eq!(lines.len(), starts.len(), "{lines:?}");
    assert!(lines.iter().zip(starts).all(|(line, start)| line.starts_with(start)), "{lines:?}");
}

#[test]
fn explains_a_wrong_median() {
    let median = |(a, b, c): (u32, u32, u32)| {
        let mut sorted = [a, b, c];
        sorted.sort_unstable();
        a.max(b).min(c) == sorted[1]
    };
    assert_eq!(
        lines(&["a", "b", "c"], (any::<u32>(), any::<u32>(), any::<u32>()), median),
        [
            "a = 1: 0 passes, larger ones fail (2, 3, 113, 4294967295 and 5 more)",
            "b = 1: 0 passes, larger ones fail (2, 3, 5, 4294967295 and 5 more)",
            "c = 0: others pass (1, 2, 22, 4294967295 and 6 more)"
        ]
    );
}

#[test]
fn explains_a_list_with_two_equal_last_elements() {
    let whole = |(bytes,): (Vec<u8>,)| {
        let last = bytes.len().wrapping_sub(1);
        last == usize::MAX || last == 0 || bytes[last] != bytes[last - 1]
    };
    assert_eq!(
        lines(&["bytes"], (vec(any::<u8>()),), whole),
        [
            "bytes.len() = 2: shorter ones pass (0, 1), longer ones sometimes fail (3-5, 8)",
            "bytes[0] == bytes[1]: fails if equal (1, 2, 5, 130, 255), passes if only one changes",
            "passes with: bytes: [0, 1]"
        ]
    );
}

#[test]
fn names_parts_of_maps_and_nested_lists() {
    let map = (crate::generator::map(0..9u8, any::<u8>()),);
    assert_eq!(
        lines(&["map"], map, |(map,)| map.get(&3).is_none_or(|x| *x < 5)),
        [
            "map.len() = 1: 0 passes, longer ones fail (3, 4)",
            "map = {3: 5}: others pass ({2: 5}, {4: 5}, {1: 5}, {8: 5} and 4 more)",
            "map[3] = 5: smaller ones pass (0, 2, 4), larger ones fail (6, 7, 10, 255 and 3 more)"
        ]
    );
    let nested = (vec(vec(any::<u8>())),);
    let fails = |(lists,): (Vec<Vec<u8>>,)| lists.iter().all(|list| list.len() < 2);
    assert_eq!(
        lines(&["lists"], nested, fails),
        [
            "lists.len() = 1: 0 passes, longer ones fail (2-4, 7)",
            "lists[0].len() = 2: shorter ones pass (0, 1), longer ones fail (3-5, 8)",
            "lists[0][0], lists[0][1]: may be anything, even together (10 tried each)",
            "passes with: lists: [[0]]"
        ]
    );
}

#[test]
fn counts_the_elements_that_were_not_tried() {
    let lines = lines(&["xs"], (vec(0..10u8).len(80),), |(xs,)| xs[0] < 5);
    let line = lines.iter().find(|line| line.starts_with("xs[..]: 1 of ")).expect("a count");
    assert!(line.ends_with(" were not tried"), "{lines:?}");
    let words = line.split_whitespace();
    let numbers: Vec<usize> = words.filter_map(|word| word.parse().ok()).collect();
    assert!(matches!(numbers[..], [1, tried, rest] if tried + rest == 80), "{lines:?}");
}

#[test]
fn counts_the_entries_of_a_large_map() {
    // Fails if each of 17 keys has a value from `least` on.
    let explained = |least: u8| {
        let maps = (crate::generator::map(0..20u8, 0..9u8).len(0..=20),);
        lines(&["map"], maps, |(map,)| !(0..17).all(|key| map.get(&key) >= Some(&least)))
    };
    let length = "map.len() = 17: shorter ones pass (0, 8, 16), longer ones fail (18, 19)";
    assert_eq!(
        explained(1),
        [
            length,
            "map[0] = 1: 0 passes, larger ones fail (2, 3, 4)",
            "map[..]: each of the 17 elements matters",
            "passes with: map[16]: 0"
        ]
    );
    assert_eq!(
        explained(0),
        [
            length,
            "map[12], map[13], map[14], map[15], map[16]: may be anything, even together",
            "passes with: map: the same with `17: 0` instead of `16: 0`"
        ]
    );
}

#[test]
fn changes_dependent_parts_together() {
    let interval = |src: &mut Source| {
        let low = src.draw(0..100u32);
        (low, src.draw(low..=100u32))
    };
    assert_eq!(
        lines(&["low", "high"], interval, |(low, high)| high - low < 7),
        [
            "low = 0: others pass (1, 2, 6)",
            "high = 7: smaller ones pass (0, 1, 2, 3, 6), larger ones fail (8, 9, 14, 49, 100)"
        ]
    );
}

#[test]
fn names_values_drawn_in_the_body() {
    let property = |(n,): (u8,), src: &mut Source| {
        let i = src.draw(0..=n);
        if is_transcribing() {
            record_step(Step::Drew { name: "i", value: format!("{i:?}") });
        }
        i < 3
    };
    let report = report::<true, _, _>(&["n"], (any::<u8>(),), (1, 500), property);
    assert_eq!(texts(&report), ["i = 3: others pass (0, 1, 2)"]);
}
