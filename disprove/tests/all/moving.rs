//! What `book/src/guides/migration.md` and `book/src/guides/from-hypothesis.md` say about differences from other libraries.

use disprove::prelude::*;
use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt::Debug,
};

/// The sizes of the values of a type, in ascending order.
fn sizes<T: Arbitrary + Clone + Debug + 'static>(size: fn(&T) -> usize) -> Vec<usize> {
    let all = RefCell::new(Vec::new());
    let report = check(any::<T>()).seed(1).cases(2_000).run(|value| {
        all.borrow_mut().push(size(&value));
    });
    report.assert();
    let mut all = all.into_inner();
    all.sort_unstable();
    all
}

#[test]
fn default_sizes_are_as_the_page_says() {
    for all in [
        sizes::<Vec<u8>>(Vec::len),
        sizes::<Vec<String>>(Vec::len),
        sizes::<String>(|text| text.chars().count()),
        sizes::<BTreeSet<u64>>(BTreeSet::len),
        sizes::<BTreeMap<u64, bool>>(BTreeMap::len),
        sizes::<HashSet<u64>>(HashSet::len),
        sizes::<HashMap<u64, bool>>(HashMap::len),
    ] {
        let above = |limit: usize| all.iter().filter(|size| **size > limit).count();
        let counts = [above(64), above(100), above(1_000)];
        let [beyond, some, few] = counts;
        assert!(beyond < all.len() / 4 && some > all.len() / 100, "{counts:?}");
        assert!(few > 0 && few < some / 2, "{counts:?}");
    }
}

#[test]
fn keys_of_a_small_type_limit_the_size() {
    let report = check(map(any::<bool>(), any::<u64>())).run(|map| map.len() <= 2);
    assert_eq!((report.verdict(), report.rejected()), (Verdict::Passed, 0));
    let report = check(map(0..3_u8, any::<bool>()).len(5..)).cases(10).run(|_| true);
    assert_eq!((report.verdict(), report.cases()), (Verdict::GaveUp, 0));
}

#[test]
fn lists_without_duplicates_are_filled_or_shorter() {
    // A duplicate is drawn again: hardly any ten digits are distinct by chance.
    let report = check(vec(0..10_u8).unique().len(10)).run(|list| list.len() == 10);
    assert_eq!((report.verdict(), report.cases()), (Verdict::Passed, 500));
    let report = check((vec(any::<bool>()).unique(), any::<u64>())).run(|pair| pair.0.len() <= 2);
    assert_eq!((report.verdict(), report.rejected()), (Verdict::Passed, 0));
}

#[test]
fn sets_and_maps_are_filled_or_shorter() {
    let report = check(set(0..10_u8).len(10)).run(|set| set.len() == 10);
    assert_eq!((report.verdict(), report.cases()), (Verdict::Passed, 500));
    let report = check(map(0..10_u8, any::<bool>()).len(10)).run(|map| map.len() == 10);
    assert_eq!((report.verdict(), report.cases()), (Verdict::Passed, 500));
    let report = check((set(any::<bool>()), any::<u64>())).run(|pair| pair.0.len() <= 2);
    assert_eq!((report.verdict(), report.rejected()), (Verdict::Passed, 0));
}

#[derive(Debug, Clone)]
struct Even(u32);

impl Arbitrary for Even {
    fn arbitrary(src: &mut Source) -> Self {
        Even(src.draw(any::<u32>()) & !1)
    }
}

#[test]
fn a_type_without_a_shrinker_is_reduced() {
    let report = check(any::<Vec<Even>>()).run(|all| all.iter().all(|even| even.0 < 1_001));
    let all = report.failures()[0].value();
    assert_eq!(all.iter().map(|even| even.0).collect::<Vec<_>>(), [1_002]);
}

#[test]
fn small_input_spaces_are_enumerated() {
    let report = check((any::<bool>(), 0..9_u8)).run(|_| true);
    assert_eq!((report.verdict(), report.cases()), (Verdict::Exhausted, 18));
}

#[test]
fn an_index_of_nothing_is_rejected() {
    let none = |src: &mut Source| src.draw(index(&Vec::<u8>::new()));
    let report = check(none).cases(10).run(|_| true);
    assert_eq!((report.verdict(), report.cases()), (Verdict::GaveUp, 0));
}

/// The right-hand sides of the table in `from-hypothesis.md`.
mod hypothesis {
    use disprove::prelude::*;
    use std::cell::RefCell;

    type T = (u8, bool);

    #[derive(Debug, Clone, PartialEq, Arbitrary)]
    struct Point {
        x: i32,
        y: i32,
    }

    #[derive(Arbitrary)]
    enum Tree {
        Leaf(u8),
        Node(Box<Tree>, Box<Tree>),
    }

    #[property]
    fn arguments(xs: Vec<i64>, point: Point) {
        assert!(xs.iter().all(|x| xs.contains(x)) && point == point.clone());
    }

    #[property]
    fn generators(
        #[draw(1..=6)] die: u8,
        #[draw(sample(["yes", "no"]))] word: &'static str,
        #[draw(one_of![0..3, 7..9])] n: u8,
        #[draw("[a-z]+")] name: String,
        #[draw(f)] pair: T,
    ) {
        assert!((1..=6).contains(&die) && ["yes", "no"].contains(&word));
        assert!(n < 3 || (7..9).contains(&n));
        assert!(!name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase()));
        assert!(pair.0 < 9 && pair.1);
    }

    fn f(src: &mut Source) -> T {
        (src.draw(0..9), true)
    }

    #[test]
    fn combinators() {
        let f = |n: u8| n / 2 * 2;
        check(int(0..9).map(f)).assert(|n| n.is_multiple_of(2));
        let f = |n: &u8| n.is_multiple_of(2);
        check(any::<u8>().filter(f)).assert(|n| n.is_multiple_of(2));
        let f = |n: usize| vec(any::<u8>()).len(n);
        check(int(1..9).then(f)).assert(|list| !list.is_empty());
    }

    #[property]
    fn recursion(
        tree: Tree,
        #[draw(recursive(just(1u32), |inner| inner.map(|n| n.saturating_add(1))))] n: u32,
    ) {
        assert!(n > 0 && leaves(&tree) > 0);
    }

    #[property]
    #[example(7, 1)]
    fn annotations(a: u8, b: u8) {
        assume!(b != 0);
        let x = a / b;
        target!("depth", x);
        label!("{}", x > 9);
        note!("x {x}");
        assert!(x <= a);
    }

    #[property]
    #[replay("d1:H7kBeQ")]
    fn replayed(n: u8) {
        assert!(u32::from(n) < 256);
    }

    thread_local! {
        static SEEN: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
    }

    #[property(seed = 7)]
    fn seeded(n: u64) {
        SEEN.with_borrow_mut(|seen| seen.push(n));
    }

    #[test]
    fn a_seed_gives_the_same_inputs_again() {
        seeded();
        let first = SEEN.take();
        seeded();
        assert!(first.len() >= 500 && first == SEEN.take());
    }

    #[property(cases = 1_000)]
    fn many(n: u64) {
        assert_eq!(n ^ n, 0);
    }

    #[property(isolate = "2s")]
    fn isolated(n: u8) {
        assert!(u32::from(n) < 256);
    }

    #[property(cases = 20)]
    #[example(4_711)]
    fn with_an_example(n: u64) {
        SEEN.with_borrow_mut(|seen| seen.push(n));
    }

    #[test]
    fn examples_run_first() {
        with_an_example();
        assert_eq!(SEEN.take()[0], 4_711);
    }

    #[derive(Default)]
    struct Words(Vec<String>);

    #[rustfmt::skip]
    #[property] impl Words {
        #[rule(bundle = words)]
        fn add(&mut self, #[draw("[a-z]+")] word: String) -> String {
            self.0.push(word.clone());
            word
        }

        #[rule(when = |s| !s.0.is_empty())]
        fn has(&mut self, #[from(words)] word: String) {
            assert!(self.0.contains(&word));
        }

        #[rule]
        fn forget(&mut self, #[consumes(words)] word: String) {
            assert!(self.0.contains(&word));
        }

        #[invariant]
        fn has_no_empty_word(&self) {
            assert!(self.0.iter().all(|word| !word.is_empty()));
        }
    }

    fn leaves(tree: &Tree) -> usize {
        match tree {
            Tree::Leaf(n) => 1 + usize::from(*n == 0),
            Tree::Node(left, right) => leaves(left) + leaves(right),
        }
    }

    /// Spans that are no code. Other tests are about them.
    const NO_CODE: [&str; 5] =
        ["[ci]", "disprove.toml", "DISPROVE_STATS=1", ".disprove/", "regressions/"];

    #[test]
    fn every_right_hand_side_for_hypothesis_is_compiled() {
        let page = include_str!("../../../book/src/guides/from-hypothesis.md");
        let (_, code) = include_str!("moving.rs").split_once("mod hypothesis {").expect("a module");
        let (code, _) = code.split_once("const NO_CODE").expect("the end of the code");
        let mut count = 0;
        for row in page.lines().filter(|line| line.starts_with("| `")) {
            let cell = row.trim_end_matches(" |").rsplit(" | ").next().expect("two columns");
            for span in cell.split('`').skip(1).step_by(2).filter(|span| !NO_CODE.contains(span)) {
                let parts: Vec<&str> = span.split("..").collect();
                let is_line = |line: &str| {
                    let mut rest = Some(line);
                    for part in &parts {
                        rest = rest.and_then(|rest| Some(rest.split_once(part)?.1));
                    }
                    rest.is_some()
                };
                assert!(code.lines().any(is_line), "`{span}` is compiled nowhere");
                count += 1;
            }
        }
        assert!(count > 25, "{count} spans");
    }
}
