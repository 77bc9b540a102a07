//! What `book/src/guides/generators.md` says about derived types, combinators and generated functions, and
//! `book/src/guides/foreign-types.md` about types of other crates.

#![cfg(feature = "regex")]

use crate::{child, page::is_compiled};
use disprove::{Function, prelude::*};
use std::{
    cell::{Cell, RefCell},
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt::Debug,
    fs,
    panic::catch_unwind,
};

const PAGE: &str = include_str!("../../../book/src/guides/generators.md");
const FOREIGN_TYPES: &str = include_str!("../../../book/src/guides/foreign-types.md");

/// The values of 500 cases.
fn values<G: IntoGenerator>(generator: G) -> Vec<G::Value>
where
    G::Value: Clone + Debug + 'static,
{
    let all = RefCell::new(Vec::new());
    let check = check(generator).seed(1).cases(500).max_executions(500).database(Db::none());
    let report = check.run(|value| all.borrow_mut().push(value));
    assert!(report.failures().is_empty(), "{report}");
    all.into_inner()
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Weighted {
    First(#[draw(100..)] u16),
    #[weight(2)]
    Second {
        #[draw(-5..5)]
        small: i32,
    },
}

#[test]
fn variants_have_their_weights_and_fields_their_generators() {
    let all = values(vec(any::<Weighted>()).len(10)).concat();
    let firsts = all.iter().filter(|value| matches!(value, Weighted::First(_))).count();
    let share = firsts as f64 / all.len() as f64;
    assert!((0.30..0.36).contains(&share), "{share}");
    assert!(all.iter().all(|value| match value {
        Weighted::First(large) => *large >= 100,
        Weighted::Second { small } => (-5..5).contains(small),
    }));
}

/// Cannot be printed.
#[derive(Arbitrary)]
struct Opaque(u8);

#[property(seed = 1)]
#[ignore = "run by another test"]
fn opaque_values_are_small(opaque: Opaque) {
    assert!(opaque.0 < 3);
}

#[test]
fn an_argument_without_debug_is_reported_by_its_type() {
    let panic = catch_unwind(opaque_values_are_small).expect_err("it does not hold");
    let report = panic.downcast_ref::<String>().expect("a report");
    assert!(report.contains("opaque: <Opaque without Debug>,"), "{report}");
    assert!(PAGE.contains("prints `<Expr without Debug>`"));
}

#[test]
fn an_index_of_an_empty_list_rejects_the_input() {
    let lists = vec(any::<u64>()).len(0..=1).then(|list| (just(list.clone()), index(&list)));
    let report = check(lists).seed(1).database(Db::none()).run(|(list, at)| at < list.len());
    assert!(report.failures().is_empty() && report.rejected() > 0, "{report}");
}

#[test]
fn a_length_without_an_end_is_not_limited() {
    let lists = values(vec(any::<u8>()).len(1..));
    assert!(lists.iter().all(|list| !list.is_empty()));
    assert!(lists.iter().any(|list| list.len() > 200));
    assert!(vec(any::<u8>()).len(1..).encode(&vec![7; 100_000]).is_some());
}

fn sorted(src: &mut Source) -> Vec<i32> {
    let mut xs = src.draw(vec(-9..9));
    xs.sort_unstable();
    xs
}

#[test]
fn a_function_is_a_part_of_other_generators() {
    let lists = values(vec(sorted));
    assert!(lists.iter().flatten().all(|list| list.is_sorted()));
    assert!(lists.iter().any(|lists| lists.iter().filter(|list| list.len() > 2).count() > 2));
}

#[derive(Debug, Clone)]
enum Json {
    #[expect(dead_code, reason = "only the depth of a value matters here")]
    Number(i32),
    List(Vec<Json>),
}

fn depth(json: &Json) -> usize {
    match json {
        Json::Number(_) => 0,
        Json::List(parts) => 1 + parts.iter().map(depth).max().unwrap_or(0),
    }
}

#[test]
fn combinators_do_what_the_table_says() {
    let doubled = values(int(0..50).map(|n| n * 2));
    assert!(doubled.iter().all(|n: &i32| n % 2 == 0 && *n < 100));
    let dependent = values(int(1..9).then(|n| vec(0..n).len(n as usize)));
    assert!(dependent.iter().all(|list: &Vec<i32>| list.iter().all(|x| *x < list.len() as i32)));
    assert!(dependent.iter().map(Vec::len).collect::<BTreeSet<_>>().into_iter().eq(1..9));
    let odd = values(any::<u8>().filter(|n| n % 2 == 1));
    assert!(odd.iter().all(|n| n % 2 == 1));
    let either: BTreeSet<i32> = values(one_of![just(1), 10..20]).into_iter().collect();
    assert!(either.iter().copied().eq([1].into_iter().chain(10..20)), "{either:?}");
    let weighted = values(vec(one_of![3 => 0..10, 1 => any()]).len(10)).concat();
    let small = weighted.iter().filter(|n: &&i64| (0..10).contains(*n)).count();
    assert!((3_600..4_200).contains(&small), "three of four, and some of the others: {small}");
    let chosen: BTreeSet<&str> = values(sample(["yes", "no"])).into_iter().collect();
    assert_eq!(chosen.into_iter().collect::<Vec<_>>(), ["no", "yes"]);
    assert!(values(vec(0..9).len(1..5)).iter().all(|list| (1..5).contains(&list.len())));
    assert!(values(text().len(..20)).iter().all(|text| text.chars().count() < 20));
    let distinct = |list: &Vec<i32>| list.iter().collect::<BTreeSet<_>>().len() == list.len();
    let unique = values(vec(0..100).len(1..=8).unique());
    assert!(unique.iter().all(|list| distinct(list) && (1..=8).contains(&list.len())));
    assert!(values(set(0..9).len(..5)).iter().all(|set| set.len() < 5));
    let plain = values(text().alphabet("[a-z0-9]").len(..=20));
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    assert!(plain.iter().all(|text| text.chars().all(is_plain)));
    assert!(values("[A-Za-z]{0,20}").iter().all(|text| text.len() <= 20));
    let nested =
        values(recursive(any::<i32>().map(Json::Number), |json| vec(json).map(Json::List)));
    assert!(
        nested.iter().any(|json| depth(json) > 2) && nested.iter().any(|json| depth(json) == 0)
    );
    let maps: Vec<BTreeMap<u8, String>> = values(map(0..9, text()).len(..5));
    assert!(maps.iter().all(|map| map.len() < 5 && map.keys().all(|key| *key < 9)));
    let maps: Vec<HashMap<String, u32>> = values(hash_map("[a-z]{1,8}", any::<u32>()).len(1..=5));
    assert!(maps.iter().map(HashMap::len).collect::<BTreeSet<_>>().into_iter().eq(1..=5));
    let is_word = |key: &String| key.len() <= 8 && key.chars().all(|c| c.is_ascii_lowercase());
    assert!(maps.iter().flat_map(HashMap::keys).all(is_word));
    let sets: Vec<HashSet<u8>> = values(hash_set(0..9).len(2..5));
    assert!(sets.iter().all(|set| (2..5).contains(&set.len()) && set.iter().all(|n| *n < 9)));
    let digits: Vec<Option<u8>> = values(vec(option(0..9)).len(10)).concat();
    let some = digits.iter().flatten().filter(|digit| **digit < 9).count();
    assert!((3_500..4_000).contains(&some), "three of four: {some}");
    let answers: Vec<Result<bool, u16>> =
        values(vec(result(any::<bool>(), 400..=402)).len(10)).concat();
    let errors = answers.iter().filter_map(|answer| answer.err());
    let count = errors.inspect(|code| assert!((400..=402).contains(code))).count();
    assert!((2_250..2_750).contains(&count), "every second one: {count}");
    let some: BTreeSet<Vec<&str>> =
        values(subsequence(["a", "b", "c"]).len(2..)).into_iter().collect();
    assert!(some.into_iter().eq([&["a", "b"][..], &["a", "b", "c"], &["a", "c"], &["b", "c"]]));
    let orders: BTreeSet<Vec<u8>> = values(shuffle([1, 2, 3])).into_iter().collect();
    assert_eq!(orders.len(), 6);
    assert!(orders.iter().all(|order| order.iter().sum::<u8>() == 6 && order.len() == 3));

    // All of the table is in this file.
    let table = PAGE.split_once("## Combinators").expect("a section").1;
    let rows = table.lines().skip_while(|line| !line.starts_with("| ")).skip(2);
    let cells = rows.take_while(|line| line.starts_with("| ")).flat_map(|row| {
        let parts = row.split('`').skip(1).step_by(2);
        parts.map(|cell| cell.replace("\\|", "|")).collect::<Vec<_>>()
    });
    let cells: Vec<String> = cells.collect();
    assert!(cells.len() > 10, "{cells:?}");
    for cell in cells {
        is_compiled(&format!("```rust\n{cell}\n```\n"), &[include_str!("generator_guides.rs")]);
    }
}

#[test]
fn a_method_of_a_range_is_that_of_an_iterator() {
    let doubled: Vec<i32> = (0..3).map(|n| n * 2).collect();
    assert_eq!(doubled, [0, 2, 4]);
}

#[test]
fn a_subsequence_is_no_longer_than_its_values() {
    let all = values(subsequence(["a", "b", "c"]).len(..100));
    assert!(all.iter().all(|some| some.len() <= 3) && all.iter().any(|some| some.len() == 3));
    let panic = catch_unwind(|| subsequence(["a", "b", "c"]).len(4)).expect_err("there are three");
    let message = panic.downcast_ref::<String>().expect("a text");
    assert!(message.contains("needs more values than the 3 given"), "{message}");
}

/// Identifiers: four digits in version 1, any text in later versions.
fn id(version: u8) -> Boxed<'static, String> {
    match version {
        1 => regex("[0-9]{4}").boxed(),
        _ => text().len(1..=8).boxed(),
    }
}

fn drawn_id(version: u8) -> impl Generator<Value = String> {
    move |src: &mut Source| match version {
        1 => src.draw("[0-9]{4}"),
        _ => src.draw(text().len(1..=8)),
    }
}

#[property]
fn the_first_version_has_four_digits(#[draw(1..=2)] version: u8, #[draw(id(version))] id: String) {
    assert!(version == 2 || id.len() == 4);
}

#[test]
fn a_function_returns_different_generators_by_its_argument() {
    fn lengths(generator: impl Generator<Value = String>) -> BTreeSet<usize> {
        values(generator).into_iter().map(|id| id.chars().count()).collect()
    }
    assert!(lengths(id(1)).into_iter().eq([4]) && lengths(drawn_id(1)).into_iter().eq([4]));
    assert!(lengths(id(2)).into_iter().eq(1..=8) && lengths(drawn_id(2)).into_iter().eq(1..=8));
    // A range becomes a generator first.
    let either = |large: bool| if large { int(100..).boxed() } else { just(7_u8).boxed() };
    assert!(values(either(true)).iter().all(|n| *n >= 100));
    assert!(values(either(false)).iter().all(|n| *n == 7));
    assert!(
        id(1).encode(&"1234".to_owned()).is_some()
            && drawn_id(1).encode(&"1234".to_owned()).is_none()
    );
}

#[property(cases = 20)]
#[ignore = "run by the test below"]
fn look(#[draw(sorted)] xs: Vec<i32>) {
    println!("{xs:?}");
}

#[test]
fn a_property_prints_twenty_values() {
    assert!(PAGE.contains("$ cargo test look -- --nocapture\n"));
    let (passed, output) =
        child::run("look", &[("DISPROVE_DATABASE", "none"), ("DISPROVE_SEED", "1")]);
    // Without what the test harness prints in the same line.
    let lists = output.lines().filter_map(|line| line.split_once('['));
    let lists: BTreeSet<&str> =
        lists.map(|(_, list)| list).filter(|list| list.ends_with(']')).collect();
    assert!(passed && output.matches("]\n").count() == 20 && lists.len() > 10, "{output}");
}

mod outside {
    use disprove::{draw_with_seed, prelude::*};

    fn users(count: usize, seed: u64) -> Vec<(String, u8)> {
        draw_with_seed(vec(("[a-z]{3,9}", 18..=99u8)).len(count), seed)
    }

    #[test]
    fn a_value_is_drawn_outside_of_a_property() {
        let first = users(50, 7);
        assert_eq!((first.len(), &first), (50, &users(50, 7)));
        assert_ne!(first, users(50, 8));
        assert!(first.iter().all(|(name, age)| (3..=9).contains(&name.len()) && *age >= 18));
    }
}

/// A type whose fields are private.
#[derive(Debug)]
struct Version {
    major: u8,
    minor: u8,
}

impl Version {
    fn new(major: u8, minor: u8) -> Version {
        Version { major, minor }
    }
}

#[property]
fn constructors_take_generated_arguments(
    #[draw(any::<(u8, u8)>().map(|(a, b)| Version::new(a, b)))] version: Version,
) {
    assert!(u16::from(version.major) + u16::from(version.minor) <= 510);
}

#[test]
fn as_many_crates_have_features_as_the_page_says() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/interop");
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let sources = files.map(|path| fs::read_to_string(path).expect("a source"));
    // The file of each crate implements `Arbitrary` for its types.
    let count = sources.filter(|source| source.contains(" Arbitrary for ")).count();
    let said = format!("add generators for types of {count} other crates");
    assert!(FOREIGN_TYPES.contains(&said), "the page does not say: {said}");
}

#[test]
fn functions_have_results_of_their_generator() {
    let called = Cell::new(0);
    let inputs = (fn_of::<u16, _>(0..10_u8), any::<u16>());
    let report = check(inputs).seed(1).database(Db::none()).run(|(key, x)| {
        called.set(called.get() + 1);
        key.call(&x) < 10
    });
    assert!(report.failures().is_empty() && called.get() > 100, "{report}");
}

#[cfg(unix)]
#[property(isolate, seed = 1)]
#[ignore = "run by another test"]
fn fails_after_a_call(f: Function<u8, bool>) {
    assert!(!f.call(&3));
}

#[cfg(unix)]
#[property(isolate, seed = 1)]
#[ignore = "run by another test"]
fn crashes_after_a_call(f: Function<u8, bool>) {
    if f.call(&3) {
        std::process::abort();
    }
}

#[cfg(unix)]
#[test]
fn the_report_of_a_crash_shows_no_calls_of_functions() {
    for (name, is_shown) in [("fails_after_a_call", true), ("crashes_after_a_call", false)] {
        let (passed, output) = child::run(name, &[("DISPROVE_DATABASE", "none")]);
        assert!(!passed && output.contains("f: |_| true,"), "{output}");
        assert_eq!(output.contains("function = {3 => true}"), is_shown, "{output}");
    }
}
