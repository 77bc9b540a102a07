//! Properties that are more than a plain function: async ones, and ones that draw in their body, borrow their arguments,
//! have a history or a time limit.

#![cfg(feature = "regex")]

use disprove::prelude::*;
use std::{
    cell::Cell,
    collections::HashSet,
    ffi::CStr,
    future::poll_fn,
    panic::catch_unwind,
    path::Path,
    sync::atomic::{AtomicU64, Ordering::SeqCst},
    task::Poll,
    thread,
    time::Duration,
};

/// The report of a property that fails.
fn report(property: fn()) -> String {
    let panic = catch_unwind(property).expect_err("it does not hold");
    panic.downcast_ref::<String>().expect("a report is a string").clone()
}

/// Ready when it is polled again.
pub(crate) async fn yield_now() {
    let mut polled = false;
    poll_fn(|context| {
        context.waker().wake_by_ref();
        if std::mem::replace(&mut polled, true) { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

#[property]
async fn an_async_property_is_run_to_its_end(x: u8, src: &mut Source) -> Result<(), String> {
    yield_now().await;
    let y = src.draw(0..=x);
    assume!(y > 0);
    yield_now().await;
    if y <= x { Ok(()) } else { Err(format!("{y} is above {x}")) }
}

#[property]
#[should_panic(expected = "x: 10,")]
async fn an_async_property_fails_like_any_other(x: u32) {
    yield_now().await;
    assert!(x < 10);
}

#[property]
#[should_panic(expected = "an event that nothing can trigger")]
async fn an_async_property_that_waits_forever_fails(x: u8) {
    std::future::pending::<()>().await;
    let _ = x;
}

/// Cannot be printed.
#[derive(Arbitrary)]
struct Opaque(u8);

#[test]
fn an_ok_may_contain_a_result_of_its_own() {
    let run = |n: u8| -> Result<bool, TooLong> { if n == 9 { Err(TooLong) } else { Ok(n < 7) } };
    let report = check(any::<u8>()).database(Db::none()).run(run);
    assert_eq!(report.failures()[0].value(), &7, "{report}");
    let report = check(any::<u8>()).database(Db::none()).run(|n| -> Result<Outcome, TooLong> {
        Ok(if n < 100 { Outcome::reject() } else { Outcome::fail("too large") })
    });
    assert_eq!((*report.failures()[0].value(), report.failures()[0].message()), (100, "too large"));
}

#[property]
#[should_panic(expected = "three are too many")]
fn draws_much(first: bool, src: &mut Source) {
    let xs = src.draw(vec(any::<u8>()));
    let opaque: Opaque = src.draw(any());
    let (low, high): (u8, u8) = src.draw((0..5, 5..9));
    let sum = low + src.draw(0..3u8);
    let again: Vec<bool> = (0..2).map(|_| src.draw(any())).collect();
    let _ = (first, opaque.0, high, sum, again);
    assert!(xs.len() < 3, "three are too many");
}

#[test]
fn values_drawn_in_the_body_are_printed() {
    let report = report(draws_much);
    let expected = [
        "first: false",
        "xs = [0, 0, 0]",
        "opaque = <Opaque without Debug>",
        "(low, high) = (0, 5)",
        "src.draw(0..3u8) = 0",
        "src.draw(any()) = false",
    ];
    for line in expected {
        assert!(report.contains(line), "{line} is missing in:\n{report}");
    }
}

#[property]
fn an_argument_may_depend_on_those_before_it(
    #[draw(1..9)] n: usize,
    #[draw(vec(any()).len(n))] list: Vec<u8>,
    #[draw(index(&list))] i: usize,
    #[draw(0..=list[i])] small: u8,
) {
    assert_eq!(list.len(), n);
    assert!(small <= list[i]);
}

#[property]
#[should_panic(expected = "list: [0, 1],")]
fn arguments_that_depend_on_others_are_reduced(list: Vec<u8>, #[draw(index(&list))] i: usize) {
    assert!(i == 0 || list[0] >= list[i]);
}

mod most {
    #![allow(clippy::too_many_arguments)]

    use disprove::prelude::*;

    #[property]
    #[should_panic(expected = "last: 9,")]
    fn twelve_arguments_are_drawn(
        _a: u8,
        _b: u8,
        _c: u8,
        _d: u8,
        _e: u8,
        _f: u8,
        _g: u8,
        _h: u8,
        _i: u8,
        _j: u8,
        _k: u8,
        last: u8,
    ) {
        assert!(last < 9);
    }
}

/// book/src/faq.md: how to require a panic for every input.
#[property(cases = 50)]
fn a_caught_panic_is_not_a_failure(#[draw(10..)] n: u8) {
    assert!(std::panic::catch_unwind(|| assert!(n < 10)).is_err());
}

#[property]
#[example("abc", [1, 2], Opaque(3))]
#[example(String::from("abc"), vec![], Opaque(3))]
#[example(&String::new(), &[1][..], Opaque(3))]
fn arguments_may_be_borrowed(text: &str, bytes: &[u8], opaque: &Opaque) {
    assert_eq!(text.chars().rev().rev().collect::<String>(), text);
    assert_eq!(bytes.iter().rev().rev().copied().collect::<Vec<u8>>(), bytes);
    assert_eq!(opaque.0.to_string().parse(), Ok(opaque.0));
}

#[property]
#[example("a/b", "c", c"d")]
fn unsized_types_may_be_borrowed(path: &Path, os: &std::ffi::OsStr, c: &CStr) {
    assert_eq!(path.join("x").parent(), Some(path));
    assert!(os.to_string_lossy().len() >= os.to_str().map_or(0, str::len));
    assert!(!c.to_bytes().contains(&0));
}

/// User types may have the names of types in the standard library.
mod own {
    use disprove::prelude::*;

    #[derive(Arbitrary)]
    struct Path(u8);

    #[property]
    #[example(Path(3))]
    fn a_type_with_a_known_name_may_be_borrowed(path: &Path) {
        assert_eq!(path.0.count_ones() + path.0.count_zeros(), 8);
    }
}

#[property]
fn drawn_values_may_be_borrowed(
    #[draw("[a-z]+")] word: &str,
    #[draw(vec(sample(["GET", "PUT"])).len(1..4))] methods: &[&str],
    #[draw(sample(["yes", "no"]))] answer: &'static str,
    #[draw(1..=6)] die: &u8,
    #[draw(index(methods))] i: usize,
) {
    assert!(!word.is_empty() && methods[i].len() == 3);
    assert!(answer.len() <= 3 && (1..=6).contains(die));
}

#[property]
fn an_argument_may_depend_on_a_borrowed_one(
    bytes: &[u8],
    #[draw(index(bytes))] i: usize,
    #[draw(vec(0..=bytes[i]).len(i))] small: &[u8],
    #[draw(1..=small.len() + 1)] n: usize,
) {
    assert!(n <= i + 1 && small.iter().all(|x| *x <= bytes[i]));
}

#[property]
#[should_panic(expected = "        small: 3,\n        [a, b]: [0, 0],\n        rest: [],")]
fn a_borrowed_argument_may_be_a_pattern(&small: &u8, &[a, ref b]: &[u8; 2], mut rest: &[u8]) {
    while let [_, others @ ..] = rest {
        rest = others;
    }
    assert!(rest.is_empty() && small < 3 && a <= a.max(*b));
}

macro_rules! has_an_index {
    ($name:ident, $type:ty) => {
        #[property]
        fn $name(value: $type, #[draw(0..=value.len())] n: usize) {
            assert!(n <= value.len());
        }
    };
}

has_an_index!(a_borrowed_type_may_come_from_a_macro, &str);
has_an_index!(an_owned_type_may_come_from_a_macro, String);

macro_rules! has_an_end {
    ($name:ident, $type:ty) => {
        #[property]
        fn $name(xs: Vec<$type>) {
            assert_eq!(xs.last().is_none(), xs.is_empty());
        }
    };
}

has_an_end!(a_list_of_numbers_may_come_from_a_macro, u8);
has_an_end!(a_list_of_texts_may_come_from_a_macro, String);

/// book/src/reference/attributes.md: what to write instead of a generic property.
#[test]
fn a_macro_writes_a_property_for_each_type() {
    a_borrowed_type_may_come_from_a_macro();
    an_owned_type_may_come_from_a_macro();
    a_list_of_numbers_may_come_from_a_macro();
    a_list_of_texts_may_come_from_a_macro();
}

#[property]
async fn an_async_property_may_borrow(text: &str, src: &mut Source) {
    yield_now().await;
    let n = src.draw(0..=text.len());
    assert!(n <= text.len());
}

#[property]
#[should_panic(expected = "the property returned false")]
fn a_property_that_returns_false_fails(n: u32) -> bool {
    n < 10
}

/// Fails with a part of its argument.
#[property]
#[should_panic(expected = "the property returned Err(\"!\")")]
fn an_error_may_be_borrowed_from_an_argument(text: &str) -> Result<(), &str> {
    text.find('!').map_or(Ok(()), |at| Err(&text[at..=at]))
}

/// Implements nothing but `Debug`.
#[derive(Debug)]
struct TooLong;

fn short(bytes: &[u8]) -> Result<usize, TooLong> {
    if bytes.len() < 3 { Ok(bytes.len()) } else { Err(TooLong) }
}

#[property]
#[should_panic(expected = "the property returned Err(TooLong)")]
fn fails_with_an_error(bytes: Vec<u8>) -> Result<(), TooLong> {
    let length = short(&bytes)?;
    assert!(length < 3);
    Ok(())
}

#[test]
fn an_error_that_implements_debug_is_reported_and_reduced() {
    let report = report(fails_with_an_error);
    for line in ["bytes: [0, 0, 0]", "the property returned Err(TooLong)"] {
        assert!(report.contains(line), "{line} is missing in:\n{report}");
    }
}

#[property]
fn errors_may_be_boxed(n: u8) -> Result<(), Box<dyn std::error::Error>> {
    let again: u8 = n.to_string().parse()?;
    assert_eq!(again, n);
    Ok(())
}

#[property]
#[should_panic(expected = "three are too many")]
fn three_bytes(text: &str, bytes: &[u8]) {
    assert!(bytes.len() < 3, "three are too many: {text}");
}

#[test]
fn a_borrowed_argument_is_reported_and_saved_like_an_owned_one() {
    let report = report(three_bytes);
    for line in ["text: \"\"", "bytes: [0, 0, 0]", "#[example(String::new(), vec![0, 0, 0])]"] {
        assert!(report.contains(line), "{line} is missing in:\n{report}");
    }
}

/// Remembers which pairs of neighbors were observed.
#[derive(Default)]
struct Pairs(HashSet<(u8, u8)>);

static UPDATES: AtomicU64 = AtomicU64::new(0);

impl History for Pairs {
    type Observation = Vec<u8>;

    fn update(&mut self, trace: &Vec<u8>) -> bool {
        UPDATES.fetch_add(1, SeqCst);
        let before = self.0.len();
        self.0.extend(trace.windows(2).map(|pair| (pair[0], pair[1])));
        self.0.len() > before
    }
}

#[property(history = Pairs, cases = 30)]
fn history_by_its_type(bytes: Vec<u8>) {
    observe!(bytes);
}

#[property(history = Pairs(HashSet::from([(0, 0)])), cases = 30)]
fn history_by_its_value(bytes: Vec<u8>) {
    observe!(bytes);
}

#[test]
fn a_history_is_updated_after_every_case() {
    let before = UPDATES.load(SeqCst);
    history_by_its_type();
    history_by_its_value();
    assert!(UPDATES.load(SeqCst) >= before + 60);
}

static FAST_CASES: AtomicU64 = AtomicU64::new(0);

#[property(test = false, time = "30ms", cases = 3_000_000)]
fn fast_cases(x: u64) {
    FAST_CASES.fetch_add(1, SeqCst);
    assert!(x.count_ones() <= 64);
}

#[test]
fn a_run_ends_when_its_time_is_over() {
    fast_cases();
    let cases = FAST_CASES.load(SeqCst);
    assert!((1..3_000_000).contains(&cases), "{cases} cases");
}

#[test]
fn a_run_of_slow_cases_ends_when_its_time_is_over() {
    let report = check(any::<u64>())
        .cases(2_000)
        .time(Duration::from_millis(40))
        .run(|_| thread::sleep(Duration::from_millis(1)));
    assert!((1..2_000).contains(&report.executions()), "{} executions", report.executions());
    // Both are limits here, also the default number of cases.
    let report = check(any::<u64>()).time(Duration::from_secs(600)).run(|_| true);
    assert_eq!(report.cases(), 500);
}

#[test]
fn a_required_share_is_judged_once_there_are_enough_cases() {
    let share = |percent| {
        check(any::<u64>()).seed(3).cases(50).database(Db::none()).run(move |n| {
            cover!("divisible", n % 4 == 0, percent);
        })
    };
    // About a third of all numbers: zero, powers of two and the like are frequent.
    let fine = share(10.0);
    assert_eq!(fine.verdict(), Verdict::Passed);
    let little = share(80.0);
    assert_eq!(little.verdict(), Verdict::GaveUp);
    assert!(little.shares()[0].is_too_small());
    let undecided = share(fine.shares()[0].measured());
    assert_eq!(undecided.verdict(), Verdict::Passed);
    assert!(undecided.cases() > 50, "{} cases were enough to tell", undecided.cases());
    // Exactly half of the cases, as required: that is never certain.
    let calls = Cell::new(0_u64);
    let half = check(any::<u64>()).seed(3).cases(50).database(Db::none()).run(|_| {
        calls.set(calls.get() + 1);
        cover!("every second", calls.get().is_multiple_of(2), 50.0);
    });
    assert_eq!((half.verdict(), half.cases()), (Verdict::Passed, 16 * 50));
    // All ten inputs are tried, and three of them are small: that is certain.
    let all = |percent| {
        let check = check(0..10_u8).database(Db::none());
        check.run(move |n| cover!("small", n < 3, percent)).verdict()
    };
    assert_eq!([30.0, 31.0].map(all), [Verdict::Exhausted, Verdict::GaveUp]);
}

#[property(cases = 100, seed = 1)]
#[should_panic(expected = "but too few of the kind that `cover!` requires")]
fn a_kind_that_is_too_rare_fails_the_test(n: u64) {
    cover!("seven", n == 7, 90.0);
}

#[property(cases = 100, seed = 1)]
#[should_panic(expected = "gave up: of 10,000 inputs, none was accepted")]
fn a_property_that_rejects_every_input_counts_as_a_panic(n: u32) {
    assume!(u64::from(n) > u64::MAX / 2);
}

#[test]
fn labels_of_rejected_and_of_reduced_cases_do_not_count() {
    let report = check(any::<u64>()).seed(4).cases(40).run(|n| {
        label!("seen");
        assume!(n % 2 == 0);
        assert!(n < 1 << 40);
    });
    assert!(report.rejected() > 0 && report.failures()[0].reduction_runs() > 3);
    assert_eq!(report.labels(), [("seen".to_owned(), report.cases())]);
}

#[test]
fn labels_of_a_generator_count_once_for_each_case() {
    let labeled = |src: &mut Source| {
        let n = src.draw(0..40u8);
        label!("made");
        assume!(n % 4 != 1);
        n
    };
    // All inputs, and a few of them.
    for cases in [300, 20] {
        let report = check(labeled).seed(1).cases(cases).database(Db::none()).run(|_| true);
        assert_eq!(report.labels(), [("made".to_owned(), report.cases())]);
    }
}

static COVERED_CASES: AtomicU64 = AtomicU64::new(0);

/// Two of its three examples are odd, which does not tell whether 20 % of all inputs are.
#[property(test = false, cases = 1, seed = 1)]
#[example(1)]
#[example(2)]
#[example(3)]
fn odd_numbers(n: u64) {
    COVERED_CASES.fetch_add(1, SeqCst);
    cover!("odd", n % 2 == 1, 20.0);
}

#[test]
fn a_share_may_be_undecided_after_more_examples_than_cases() {
    odd_numbers();
    let cases = COVERED_CASES.load(SeqCst);
    assert!((4..500).contains(&cases), "{cases} cases: three examples, then as many as it takes");
}

/// Checks something else when it is dropped.
struct Nested;

impl Drop for Nested {
    fn drop(&mut self) {
        let report = check(any::<u8>()).database(Db::none()).run(|n| assert!(n < 7, "inner"));
        assert_eq!(report.failures()[0].message(), "inner");
    }
}

#[test]
fn a_check_in_a_destructor_leaves_the_failure_around_it_alone() {
    let report = check(any::<u64>()).database(Db::none()).run(|n| {
        let _nested = Nested;
        assert!(n < 10, "outer");
    });
    let failure = &report.failures()[0];
    assert_eq!((failure.message(), *failure.value()), ("outer", 10));
    assert!(failure.location().is_some_and(|place| place.contains("properties.rs")));
}

static FOLDERS: AtomicU64 = AtomicU64::new(0);

/// Stands for a temporary folder.
struct Folder;

impl Folder {
    fn create() -> Folder {
        assert_eq!(FOLDERS.fetch_add(1, SeqCst), 0, "another input left its folder");
        Folder
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        FOLDERS.fetch_sub(1, SeqCst);
    }
}

#[property]
#[should_panic(expected = "n: 10,")]
fn an_input_drops_its_values_even_if_it_fails_or_is_rejected(n: u64) {
    let _folder = Folder::create();
    assume!(n > 2);
    assert!(n < 10, "too large");
}
