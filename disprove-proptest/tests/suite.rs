//! A suite as users of proptest write it: it passes, and its wrong properties fail with the smallest input.

use proptest::{
    collection::{btree_map, hash_set, vec},
    prelude::*,
    sample::{Index, Selector},
    strategy::{LazyJust, NewTree, Union, ValueTree},
    test_runner::{Config, FileFailurePersistence, RngSeed, TestCaseResult, TestError, TestRunner},
};
use std::collections::{BTreeMap, HashMap, HashSet};

fn reversed<T: Clone>(list: &[T]) -> Vec<T> {
    list.iter().rev().cloned().collect()
}

#[derive(Clone, Debug, PartialEq)]
struct Point {
    x: i32,
    y: i32,
}

prop_compose! {
    /// Points of a square.
    fn point(size: i32)(x in 0..size, y in 0..size) -> Point {
        Point { x, y }
    }
}

prop_compose! {
    pub(crate) fn ordered()(high in 1..100u32)(low in 0..high, high in Just(high)) -> (u32, u32) {
        (low, high)
    }
}

prop_compose! {
    fn typed()(a: u8, ((b, c)): (u8, u8), d in 0..9u8) -> u32 {
        u32::from(a) + u32::from(b) + u32::from(c) + u32::from(d)
    }
}

proptest! {
    /// A comment.
    #[test]
    fn reversed_twice(list in vec(any::<i32>(), 0..20)) {
        prop_assert_eq!(reversed(&reversed(&list)), list);
    }

    #[test]
    fn arguments_of_every_form(
        a in 0..10u8,
        mut b: u8,
        ref c in "[a-z]{3}",
        ref d: String,
        (e, f) in (0..5, 5..9),
        [g, h]: [bool; 2],
        _: u8,
        Point { x, y } in point(9),
        ((i, j)): (u8, u8),
        ref open in "[a-z]+",
    ) {
        b = b.wrapping_add(1);
        // As often as proptest repeats.
        prop_assert!((1..=32).contains(&open.len()) && d.chars().count() <= 32);
        prop_assert!(a < 10 && c.len() == 3 && e < f);
        prop_assert!(d.chars().all(|c| !c.is_control()), "{:?}", d);
        prop_assert!(x < 9 && y < 9);
        let _ = (b, g, h, i, j);
    }

    #[test]
    fn many_arguments(
        a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8, i: u8, j: u8, k: u8, l: u8, m: u8, n: u8,
    ) {
        let all = [a, b, c, d, e, f, g, h, i, j, k, l, m, n];
        prop_assert_eq!(all.len(), 14);
    }

    #[test]
    #[should_panic(expected = "n: 10,")]
    fn below_ten(n in 0..1_000u32) {
        prop_assert!(n < 10);
    }

    #[test]
    #[should_panic(expected = "n: 200")]
    fn panics_are_failures(n: u8) {
        assert!(n < 200);
    }

    #[test]
    fn assumptions_reject(a: u8, b: u8) {
        prop_assume!(b != 0, "division by {}", b);
        prop_assert_eq!(a / b * b + a % b, a);
    }

    /// Random inputs meet it once in a million cases.
    #[test]
    fn assumptions_guide_the_search(a in 0..1_000_000u32, b in 0..1_000_000u32, c in 0..1_000_000u32) {
        prop_assume!(a + b == c);
        prop_assert!(c >= a);
    }

    #[test]
    fn composed((low, high) in ordered(), p in point(7), sum in typed()) {
        prop_assert!(low < high);
        prop_assert!(p.x < 7 && p.y < 7);
        prop_assert!(sum <= 3 * 255 + 8);
    }

    #[test]
    fn errors_with_a_question_mark(text in "[0-9]{1,4}") {
        let number: u32 = text.parse()?;
        check(number)?;
    }
}

fn check(number: u32) -> TestCaseResult {
    prop_assert!(number < 10_000);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, ..ProptestConfig::default() })]

    #[test]
    fn with_settings(map in btree_map(any::<u8>(), any::<String>(), 2..5), set in hash_set(0..9u8, 3)) {
        prop_assert!((2..5).contains(&map.len()));
        prop_assert_eq!(set.len(), 3);
    }
}

#[test]
fn closures_see_their_surroundings() {
    let limit = 9;
    proptest!(|(n in 0..limit)| prop_assert!(n < limit));
    let owned = String::from("a");
    proptest!(move |(n in 0..3usize, bit: bool)| {
        prop_assert!(owned.len() + n < 4 || bit);
    });
    let cases = std::cell::Cell::new(0);
    proptest!(ProptestConfig::with_cases(10), |(n: u8)| {
        cases.set(cases.get() + 1);
        prop_assert!(u32::from(n) < 256);
    });
    assert_eq!(cases.get(), 10);
    proptest!(&ProptestConfig::with_cases(10), move |(n in 0..limit)| {
        prop_assert!(n < limit);
    });
}

/// The smallest input and the message of the failure of a wrong property.
fn failure<S: Strategy>(
    strategy: S,
    test: impl Fn(S::Value) -> TestCaseResult,
) -> (S::Value, String) {
    let config = Config { cases: 5_000, rng_seed: RngSeed::Fixed(7), ..Config::default() };
    let config =
        Config { failure_persistence: Some(Box::new(FileFailurePersistence::Off)), ..config };
    match TestRunner::new(config).run(&strategy, test) {
        Err(TestError::Fail(why, value)) => (value, why.message().to_owned()),
        other => panic!("it is wrong: {other:?}"),
    }
}

fn smallest<S: Strategy>(strategy: S, holds: impl Fn(S::Value) -> bool) -> S::Value {
    failure(strategy, |value| {
        prop_assert!(holds(value));
        Ok(())
    })
    .0
}

#[test]
fn failures_are_reduced_to_the_smallest_input() {
    assert_eq!(smallest(0..1_000_000u32, |n| n < 1_234), 1_234);
    assert_eq!(smallest(-500..500, |n| n > -20), -20);
    assert_eq!(smallest(vec(any::<u8>(), 0..50), |list| list.len() < 3), [0, 0, 0]);
    assert_eq!(smallest(vec(any::<u32>(), 0..50), |list| list.iter().all(|n| *n < 500)), [500]);
    assert_eq!(smallest(any::<String>(), |text| text.chars().count() < 3), "000");
    assert_eq!(smallest("[a-z]{2,9}", |text| !text.contains('x')), "ax");
    assert_eq!(smallest((0..99u8, 0..99u8), |(a, b)| a <= b), (1, 0));
    let map = smallest(any::<HashMap<u8, u8>>(), |map| map.len() < 2);
    assert_eq!(map, HashMap::from([(0, 0), (1, 0)]));
    assert_eq!(smallest(hash_set(0..9u8, 0..9), |set| set.len() < 3), HashSet::from([0, 1, 2]));
    let map: BTreeMap<u8, Vec<u8>> =
        smallest(any::<BTreeMap<u8, Vec<u8>>>(), |map| map.values().all(|list| list.len() < 2));
    assert_eq!(map, BTreeMap::from([(0, vec![0, 0])]));
    assert_eq!(smallest(any::<Option<u8>>(), |n| n.is_none()), Some(0));
    assert_eq!(smallest(any::<Result<u8, u8>>(), |n| n.is_ok()), Err(0));
    assert_eq!(smallest(any::<f64>(), |x| x < 3.0).to_bits(), 3f64.to_bits());
    assert_eq!(smallest(any::<[u8; 4]>(), |a| a.iter().all(|n| *n < 9)), [0, 0, 0, 9]);
    assert_eq!(smallest(point(50), |p| p.x + p.y < 30), Point { x: 0, y: 30 });
    assert_eq!(smallest(ordered(), |(low, _)| low < 7), (7, 8));
}

#[test]
fn combinators_are_reduced_too() {
    let union = prop_oneof![3 => Just(5u32), 1 => 10..20u32, 2 => (50..90u32).prop_map(|n| n * 2)];
    assert_eq!(smallest(union, |n| n < 9), 10);
    assert_eq!(smallest(Union::new([0..5, 9..20]), |n| n < 6), 9);
    let even = any::<u16>().prop_filter("odd", |n| n % 2 == 0);
    assert_eq!(smallest(even, |n| n < 101), 102);
    let halves = any::<u16>().prop_filter_map("odd", |n| (n % 2 == 0).then_some(n / 2));
    assert_eq!(smallest(halves, |n| n < 101), 101);
    let lists = (1..20usize).prop_flat_map(|n| vec(0..100u8, n..=n));
    assert_eq!(smallest(lists, |list| list.iter().all(|n| *n < 7)), [7]);
    let indexed = (1..20usize).prop_ind_flat_map2(|n| 0..n);
    assert_eq!(smallest(indexed, |(_, i)| i < 3), (4, 3));
    let shuffled = Just([1, 2, 3, 4]).prop_shuffle();
    assert_eq!(smallest(shuffled, |list| list[0] == 1), [2, 1, 3, 4]);
    let perturbed = Just(()).prop_perturb(|(), mut rng| rng.random_range(0..1_000u32));
    assert_eq!(smallest(perturbed, |n| n < 300), 300);
    assert_eq!(smallest(prop::sample::select(vec!['a', 'b', 'c']), |c| c < 'b'), 'b');
    assert_eq!(
        smallest(prop::sample::subsequence(vec![1, 2, 3, 4], 0..=4), |s| s.len() < 2),
        [3, 4]
    );
    let (index, list) =
        smallest((any::<Index>(), vec(0..9u8, 1..9)), |(i, list)| *i.get(&list) < 3);
    assert_eq!((index.index(list.len()), list), (0, [3].into()));
    assert_eq!(smallest(prop::bits::u8::masked(0b1010), |n| n == 0), 0b10);
    assert!(smallest(prop::num::f64::ANY, |x| !x.is_nan()).is_nan());
    assert_eq!(smallest(prop::char::range('d', 'p'), |c| c < 'g'), 'g');
}

#[derive(Clone, Debug, PartialEq)]
enum Json {
    Null,
    Number(u32),
    List(Vec<Json>),
    Map(BTreeMap<String, Json>),
}

impl Json {
    fn depth(&self) -> u32 {
        match self {
            Json::Null | Json::Number(_) => 0,
            Json::List(list) => 1 + list.iter().map(Json::depth).max().unwrap_or(0),
            Json::Map(map) => 1 + map.values().map(Json::depth).max().unwrap_or(0),
        }
    }
}

fn json(depth: u32) -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![Just(Json::Null), any::<u32>().prop_map(Json::Number)];
    leaf.prop_recursive(depth, 64, 8, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..8).prop_map(Json::List),
            btree_map("[a-z]{1,5}", inner, 0..8).prop_map(Json::Map),
        ]
    })
}

#[test]
fn recursive_values_are_bounded_and_reduced() {
    proptest!(|(deep in json(6), flat in json(1))| {
        prop_assert!(deep.depth() <= 6 && flat.depth() <= 1);
    });
    let deep = smallest(json(6), |value| value.depth() < 3);
    let text = format!("{deep:?}");
    assert_eq!(deep.depth(), 3, "{text}");
    assert_eq!(text.matches("List").count() + text.matches("Map").count(), 3, "{text}");
    assert!(!text.contains("Null") && !text.contains("Number"), "{text}");
}

/// A strategy of one's own, with a tree of its own.
#[derive(Debug)]
struct Powers;

struct Power(u32);

impl Strategy for Powers {
    type Tree = Power;
    type Value = u64;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        loop {
            let power = runner.rng().random_range(0..64);
            if power % 2 == 0 {
                return Ok(Power(power));
            }
            runner.reject_local("odd")?;
        }
    }
}

impl ValueTree for Power {
    type Value = u64;

    fn current(&self) -> u64 {
        1 << self.0
    }

    fn simplify(&mut self) -> bool {
        self.0 = self.0.saturating_sub(2);
        self.0 > 0
    }

    fn complicate(&mut self) -> bool {
        false
    }
}

#[test]
fn strategies_of_ones_own_are_reduced_by_their_draws() {
    assert_eq!(smallest(Powers, |n| n < 1_000), 1_024);
    assert_eq!(smallest(vec(Powers, 0..9), |all| all.iter().sum::<u64>() < 5), [16]);
    let result = TestRunner::default().run_one(Power(20), |n| {
        prop_assert!(n < 100);
        Ok(())
    });
    assert!(matches!(result, Err(TestError::Fail(_, 64))), "{result:?}");
}

#[test]
fn runners_work_by_hand() {
    let draw = |mut runner: TestRunner| -> Vec<u32> {
        (0..50).map(|_| (0..1_000_000u32).new_tree(&mut runner).unwrap().current()).collect()
    };
    assert_eq!(draw(TestRunner::deterministic()), draw(TestRunner::deterministic()));
    assert_ne!(draw(TestRunner::default()), draw(TestRunner::default()));
    let tree = vec(any::<String>(), 5).new_tree(&mut TestRunner::default()).unwrap();
    assert_eq!(tree.current(), tree.current());
    let mut runner = TestRunner::deterministic();
    let lists = vec(vec(any::<u64>(), 0..100), 0..100);
    let total: usize = (0..50).map(|_| lists.new_tree(&mut runner).unwrap().current().len()).sum();
    assert!(total > 1_000, "{total}");
    let never = (0..9u8).prop_filter("never", |_| false);
    assert_eq!(never.new_tree(&mut runner).map(|_| ()).unwrap_err().message(), "never");
}

/// What is drawn in the body is the same when the case runs again.
#[test]
fn runners_in_a_test_are_the_same_again() {
    proptest!(|(n in 1..9u32)| {
        let draw = || (0..1_000u32).new_tree(&mut TestRunner::default()).unwrap().current();
        prop_assert_eq!(draw(), draw());
        prop_assert!(n > 0);
    });
}

/// A runner that a strategy makes draws from the case.
#[test]
fn runners_in_a_strategy_draw_from_the_case() {
    let nested =
        LazyJust::new(|| (0..1_000u32).new_tree(&mut TestRunner::default()).unwrap().current());
    assert_eq!(smallest(nested, |n| n < 300), 300);
}

#[test]
fn results_have_the_message_and_too_many_rejections_abort() {
    let (value, why) = failure(0..100u32, |n| {
        prop_assert_eq!(n / 50, 0, "{} is large", n);
        Ok(())
    });
    assert_eq!(value, 50);
    assert_eq!(why, "assertion failed: `(left == right)`\n  left: `1`,\n right: `0`: 50 is large");
    let (_, why) = failure(0..100u32, |n| {
        assert!(n < 50, "{n} is large");
        Ok(())
    });
    assert_eq!(why, "50 is large");
    let result = TestRunner::default().run(&(0..1_000_000u32), |_| {
        prop_assume!(false);
        Ok(())
    });
    assert!(matches!(result, Err(TestError::Abort(_))), "{result:?}");
}

#[test]
fn selectors_select() {
    proptest!(|(one: Selector, list in vec(0..9u8, 1..9))| {
        prop_assert!(list.contains(one.select(&list)));
    });
}

#[test]
fn floats_have_the_classes_that_are_named() {
    use prop::num::f64::{INFINITE, NEGATIVE, NORMAL, POSITIVE, QUIET_NAN, SUBNORMAL, ZERO};
    proptest!(|(
        finite: f64,
        normal in NORMAL,
        negative in NEGATIVE | NORMAL | ZERO,
        tiny in POSITIVE | SUBNORMAL,
        special in INFINITE | QUIET_NAN,
        range in -1.5..2.5f64,
        from in 3.0f32..,
    )| {
        prop_assert!(finite.is_finite());
        prop_assert!(normal.is_normal() && normal > 0.0);
        prop_assert!(negative.is_sign_negative() && !negative.is_infinite());
        prop_assert!(tiny > 0.0 && tiny < f64::MIN_POSITIVE);
        prop_assert!(!special.is_finite());
        prop_assert!((-1.5..2.5).contains(&range));
        prop_assert!(from >= 3.0 && from.is_finite());
    });
}

/// A strategy whose value trees cannot be reduced.
#[derive(Debug)]
struct Stubborn;

struct StubbornTree(u32);

impl Strategy for Stubborn {
    type Tree = StubbornTree;
    type Value = u32;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        Ok(StubbornTree(runner.rng().random_range(0..1_000)))
    }
}

impl ValueTree for StubbornTree {
    type Value = u32;

    fn current(&self) -> u32 {
        self.0
    }

    fn simplify(&mut self) -> bool {
        panic!("a run calls `simplify`")
    }

    fn complicate(&mut self) -> bool {
        panic!("a run calls `complicate`")
    }
}

#[test]
fn a_run_never_calls_simplify_or_complicate() {
    assert_eq!(smallest(Stubborn, |n| n < 300), 300);
    assert_eq!(smallest(vec(Stubborn, 0..9), |all| all.len() < 2), [0, 0]);
}

/// Uniform numbers have none of these.
#[test]
fn numbers_are_at_the_ends_small_or_drawn_before() {
    let pairs = std::cell::RefCell::new(Vec::new());
    let config = Config { cases: 1_000, rng_seed: RngSeed::Fixed(1), ..Config::default() };
    let run = TestRunner::new(config).run(&any::<(u64, u64)>(), |pair| {
        pairs.borrow_mut().push(pair);
        Ok(())
    });
    assert_eq!(run, Ok(()));
    let pairs = pairs.into_inner();
    let count = |fits: fn(&(u64, u64)) -> bool| pairs.iter().filter(|pair| fits(pair)).count();
    let counts = [
        count(|(a, _)| *a == u64::MAX),
        count(|(a, _)| *a < 100),
        count(|(a, b)| a == b && *a > 100 && *a < u64::MAX - 100),
    ];
    assert!(counts.iter().all(|count| *count >= 5), "{counts:?}");
}

/// Its users have changed one line of their manifest, so they cannot name disprove.
#[test]
fn the_macros_need_no_other_crate() {
    let lines = include_str!("../src/macros.rs").lines().map(str::trim_start);
    let code: Vec<&str> = lines.filter(|line| !line.starts_with("//")).collect();
    assert!(code.iter().any(|line| line.contains("$crate::__private::")));
    assert!(code.iter().all(|line| !line.contains("disprove::")));
}
