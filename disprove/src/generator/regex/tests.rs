//! Tests of patterns, with the `regex` crate as the oracle.

mod patterns;

use super::*;
use crate::{
    choice::{Tree, Value},
    random::Random,
    source::Fill,
};
use patterns::PATTERNS;
use std::panic::{AssertUnwindSafe, catch_unwind};

const SEED: u64 = 7;

fn random(regex: &Regex, case: u64) -> String {
    let mut src = Source::new();
    src.restart(Random::for_case(SEED, case), (case % 101) as u32);
    regex.generate(&mut src)
}

fn recorded(regex: &Regex, case: u64) -> (String, Tree) {
    let mut src = Source::recording();
    src.record(Random::for_case(SEED, case), (case % 101) as u32);
    let string = regex.generate(&mut src);
    (string, src.take_tree())
}

fn replayed(regex: &Regex, tree: &Tree, fill: Fill) -> (String, Tree) {
    let mut src = Source::recording();
    src.replay(Rc::new(tree.clone()), fill, Random::for_case(SEED, 99), 100);
    let string = regex.generate(&mut src);
    (string, src.take_tree())
}

fn same(a: &Tree, b: &Tree) -> bool {
    let spans = |tree: &Tree| -> Vec<_> {
        tree.spans.iter().map(|s| (s.label, s.start, s.end, s.next)).collect()
    };
    a.len() == b.len()
        && (0..a.len()).all(|i| a.bounds(i) == b.bounds(i) && a.value(i) == b.value(i))
        && spans(a) == spans(b)
}

/// The same pattern in the `regex` crate.
fn oracle(pattern: &str) -> ::regex::Regex {
    // The line break ends the comment of `(?x)`.
    let end = if pattern.contains("(?x)") { "\n" } else { "" };
    ::regex::RegexBuilder::new(&format!(r"\A(?:{pattern}{end})\z"))
        .size_limit(1 << 30)
        .build()
        .expect("a pattern that is valid here is valid there")
}

/// The tree with only its first choices.
fn truncated(tree: &Tree, keep: usize) -> Tree {
    let mut cut = tree.clone();
    cut.choices.truncate(keep);
    for span in &mut cut.spans {
        span.start = span.start.min(keep as u32);
        span.end = span.end.min(keep as u32);
    }
    cut
}

#[test]
fn strings_match_their_pattern_in_every_mode() {
    for (pattern, _) in PATTERNS {
        let (regex, oracle) = (regex(pattern), oracle(pattern));
        for case in 0..200 {
            let string = random(&regex, case);
            assert!(oracle.is_match(&string), "{pattern} generated {string:?}");
            let (again, tree) = recorded(&regex, case);
            assert_eq!(again, string, "{pattern} recorded");
            let (again, same_tree) = replayed(&regex, &tree, Fill::Simplest);
            assert_eq!(again, string, "{pattern} replayed");
            assert!(same(&tree, &same_tree), "{pattern}: {string:?} replayed to another tree");
        }
    }
}

#[test]
fn edited_trees_still_generate_matching_strings() {
    for (pattern, _) in PATTERNS {
        let (regex, oracle) = (regex(pattern), oracle(pattern));
        let mut strings = Vec::new();
        for case in 0..16 {
            let (_, tree) = recorded(&regex, case);
            let (_, other) = recorded(&regex, case + 100);
            let mut mutants = vec![Tree::default(), tree.flattened()];
            let step = 1 + tree.len() / 4;
            for i in (0..tree.len()).step_by(step) {
                mutants.push(truncated(&tree, i));
                for index in [0, 1, 7, u128::from(case)] {
                    let mut changed = tree.clone();
                    if tree.bounds(i).nth(index).is_some_and(|value| changed.set(i, &value)) {
                        mutants.push(changed);
                    }
                }
                // A choice of the same kind, drawn under other bounds.
                let mut foreign = tree.clone();
                foreign.choices[i] = tree.choices[tree.len() - 1 - i];
                mutants.push(foreign);
            }
            let step = 1 + tree.spans.len() / 4;
            for span in (0..tree.spans.len()).step_by(step) {
                mutants.push(tree.without(&[span]));
                if !other.spans.is_empty() {
                    mutants.push(tree.graft(span, &other, span % other.spans.len()));
                }
            }
            for mutant in &mutants {
                strings.push(replayed(&regex, mutant, Fill::Simplest).0);
                strings.push(replayed(&regex, mutant, Fill::Random).0);
            }
        }
        for string in strings {
            assert!(oracle.is_match(&string), "{pattern} generated {string:?}");
        }
    }
}

#[test]
fn encoded_strings_replay_to_themselves() {
    for (pattern, must_encode) in PATTERNS {
        let regex = regex(pattern);
        for case in 0..100 {
            let string = random(&regex, case);
            let Some(tree) = regex.encode(&string) else {
                assert!(!must_encode, "{pattern} does not encode {string:?}");
                continue;
            };
            let (again, followed) = replayed(&regex, &tree, Fill::Simplest);
            assert_eq!(again, string, "{pattern}");
            assert!(same(&tree, &followed), "{pattern}: {string:?} has other choices");
        }
    }
}

#[test]
fn strings_that_do_not_match_are_not_encoded() {
    for (pattern, string) in [
        ("", "a"),
        ("abc", "abd"),
        ("abc", "abcd"),
        ("[a-z]", "A"),
        ("[a-z]*", "ab1"),
        ("[a-z]{2,3}", "abcd"),
        ("[a-z]{2,3}", "a"),
        ("a|bc", "b"),
        ("(ab)*", "aba"),
        ("(ab){2}", "ab"),
        ("(ab|c){2,3}", "abcabc"),
        (".", "\n"),
        ("(a*)*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac"),
    ] {
        assert!(
            regex(pattern).encode(&string.to_owned()).is_none(),
            "{pattern} encodes {string:?}"
        );
    }
}

#[test]
fn a_dot_covers_all_but_the_line_feed_and_classes_cover_all_scripts() {
    for (pattern, string, is_covered) in [
        (".", "\n", false),
        (".", "\r", true),
        (".", "\0", true),
        (".", "\u{10ffff}", true),
        ("(?s).", "\n", true),
        (r"\d", "7", true),
        (r"\d", "٣", true),
        ("[0-9]", "٣", false),
        (r"(?-u:\d)", "٣", false),
        (r"\w", "ж", true),
        (r"\s", "\u{a0}", true),
    ] {
        let encoded = regex(pattern).encode(&string.to_owned());
        assert_eq!(encoded.is_some(), is_covered, "{pattern} and {string:?}");
    }
    let digits = regex(r"\d");
    assert!((0..1_000).any(|case| !random(&digits, case).is_ascii()));
}

#[test]
fn long_strings_are_encoded() {
    let long = "ab,".repeat(20_000);
    assert!(regex("[a-z,]*").encode(&long).is_some());
    assert!(regex("([a-z]+,)*").encode(&long).is_some());
}

#[test]
fn simple_patterns_take_one_choice() {
    for (pattern, values) in [
        ("[a-z]", Some(26)),
        (r"[0-9]{3}", Some(1000)),
        ("[ab]?", Some(3)),
        ("(a|b|(c))", Some(3)),
        ("a{0,5}", Some(6)),
        ("(?:[a-z])*", None),
        ("(([a-z]+)*)?", None),
        ("(?i)a", Some(2)),
        (r"^x\.[01]$", Some(2)),
    ] {
        let (_, tree) = recorded(&regex(pattern), 1);
        assert_eq!((tree.len(), tree.bounds(0).count()), (1, values), "{pattern}");
    }
    for pattern in ["", "abc", "^a(b)c$", "(?:ab){3}", "a{4}", "()"] {
        assert!(recorded(&regex(pattern), 1).1.is_empty(), "{pattern} draws something");
    }
}

#[test]
fn the_simplest_string_is_short() {
    for (pattern, simplest) in [
        ("[a-z]*", ""),
        ("[a-z]{2,9}", "aa"),
        ("(ab|c)+", "ab"),
        ("x?[0-9]+(,y)?", "0"),
        ("[^a]", "0"),
    ] {
        assert_eq!(replayed(&regex(pattern), &Tree::default(), Fill::Simplest).0, simplest);
    }
}

#[test]
fn nested_repetitions_stay_small() {
    for pattern in
        ["((a*)*)*", "(((((([a-c]+)+)+)+)+)+)+", "((((x*y)*z)*)*)*", "((((a*)*b?)*c?)*d?)*"]
    {
        let regex = regex(pattern);
        let lengths: Vec<usize> = (0..500).map(|case| random(&regex, case).len()).collect();
        let mean = lengths.iter().sum::<usize>() / lengths.len();
        assert!((1..1000).contains(&mean), "{pattern}: {mean}");
    }
}

#[test]
fn deeply_nested_patterns_generate_matching_strings() {
    let deep = format!("{}a{}", "(b|".repeat(80), ")c?".repeat(80));
    let (regex, oracle) = (regex(&deep), oracle(&deep));
    for case in 0..50 {
        assert!(oracle.is_match(&random(&regex, case)));
        assert!(oracle.is_match(&recorded(&regex, case).0));
    }
}

fn panic_message(pattern: &str, call: impl FnOnce(&str)) -> String {
    let caught = catch_unwind(AssertUnwindSafe(|| call(pattern)));
    let payload = caught.expect_err(pattern);
    payload.downcast_ref::<String>().expect("a formatted message").clone()
}

#[test]
fn invalid_patterns_are_reported_with_the_reason() {
    for (pattern, reason) in [
        ("[a-", "unclosed character class"),
        ("(ab", "unclosed group"),
        ("ab)", "unopened group"),
        ("*", "missing expression"),
        (r"\q", "unrecognized escape"),
        ("a{2,1}", "invalid repetition count range"),
        (r"\p{Klingon}", "Unicode property not found"),
        ("a(?=b)", "look-around, including look-ahead and look-behind, is not supported"),
        ("(?<!a)b", "look-around"),
        (r"(a)\1", "backreferences"),
        (r"a\bb", "uses a word boundary, which is not supported"),
        (r"\Ba", "word boundary"),
        (r"\<a", "word boundary"),
        (r"a\>", "word boundary"),
        (r"\b{start-half}a", "word boundary"),
        (r"(?-u:\b)a", "word boundary"),
        (r"a^b\b", "word boundary"),
        ("a^b", "can never match"),
        ("a$b", "can never match"),
        (r"(a\z|b$)c", "can never match"),
        ("(a^)+", "can never match"),
        (r"[^\s\S]", "class without characters"),
        (r"a[^\s\S]+", "class without characters"),
        ("(?m)a^b", "multi-line"),
        ("(?m)a$\nb", "multi-line"),
        ("a?^b", "some alternatives"),
        ("(^a|b)*", "some alternatives"),
        ("(a|b$)+", "some alternatives"),
        (r"(?-u)\xFF", "UTF-8"),
        ("(?-u)[^a]", "UTF-8"),
        (".{4000000000}", "too long"),
        ("(((a{999}){999}){999})", "too long"),
    ] {
        let message = panic_message(pattern, |pattern| drop(regex(pattern)));
        let start = format!("the regex `{pattern}` ");
        assert!(message.starts_with(&start), "{message}");
        assert!(message.contains(reason), "{message}");
        assert_eq!(message.lines().count(), start.lines().count(), "{message}");
    }
}

#[test]
fn huge_repetitions_are_limited() {
    for pattern in ["a{0,100000}", ".{0,4000000000}", "(ab){0,4000000000}"] {
        let regex = regex(pattern);
        let string = random(&regex, 3);
        assert!(string.chars().count() <= 2 << 17, "{pattern}");
        assert!(regex.encode(&string).is_some(), "{pattern}");
    }
}

#[test]
fn alphabets_are_classes_of_characters() {
    for (class, members) in [
        ("[a-c]", "abc"),
        ("a", "a"),
        ("[0-1]|x|(y)", "01xy"),
        (r"\.", "."),
        ("(?i)k", "Kk\u{212a}"),
    ] {
        let alphabet = parse_alphabet(class);
        let all: String = (0..alphabet.len()).map(|index| alphabet.nth(index)).collect();
        assert_eq!(all, members, "{class}");
    }
    for class in ["", "ab", "[a-z]+", "a?", "a|bc", "()", "^"] {
        let message = panic_message(class, |class| drop(parse_alphabet(class)));
        assert!(message.contains(&format!("`{class}` is not a class")), "{message}");
    }
    let message = panic_message("[a-", |class| drop(parse_alphabet(class)));
    assert!(message.contains("[a-") && message.contains("unclosed"), "{message}");
}

#[test]
fn patterns_are_compiled_once() {
    let first = regex("[a-z]{5}x");
    assert!(Rc::ptr_eq(&first.0, &regex("[a-z]{5}x").0));
    for number in 0..300 {
        drop(regex(&format!("a{{{number}}}")));
    }
    assert!(!Rc::ptr_eq(&first.0, &regex("[a-z]{5}x").0));
    assert!(CACHE.with_borrow(HashMap::len) <= CACHE_SIZE);
}

#[test]
fn strings_are_generators() {
    let mut src = Source::new();
    src.restart(Random::for_case(1, 1), 100);
    let owned = String::from("[0-9]{2}");
    for string in [src.draw("[0-9]{2}"), src.draw(&owned), src.draw(owned)] {
        assert!(string.parse::<u8>().is_ok(), "{string}");
    }
    assert_eq!(format!("{:?}", regex("a+")), r#"Regex("a+")"#);
}

#[test]
fn a_changed_choice_is_replayed() {
    let regex = regex("x[a-z]*y");
    let (_, mut tree) = recorded(&regex, 5);
    assert!(tree.set(0, &Value::Text("q".into())));
    assert_eq!(replayed(&regex, &tree, Fill::Simplest).0, "xqy");
}
