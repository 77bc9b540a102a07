//! What each pass does alone: the examples in the tables of `book/src/reference/passes.md`.

use super::GeneratorOracle;
use crate::{
    choice::{Number, Tree, Value},
    generator::{Generator, IntoGenerator, any, bytes, int, text, vec},
    reduce::{
        ReductionLimits, columns, lower_and_bump,
        reducer::Reducer,
        regeneration, restart,
        schedule::{
            self, EXPENSIVE_RUNS, Pass, block_passes, cheap_passes, expensive_passes,
            run_cheap_passes,
        },
        trie,
    },
    source::Source,
};
use disprove_macros::Arbitrary;
use std::fmt::{self, Debug, Formatter};

const PAGE: &str = include_str!("../../../../book/src/reference/passes.md");

/// A pass by its name.
fn pass<'a>(name: &str) -> Pass<'a> {
    let passes = block_passes().into_iter().chain(cheap_passes()).chain(expensive_passes());
    passes.into_iter().find(|pass| pass.0 == name).expect(name)
}

/// What one pass alone makes of a failing value.
fn after<G: IntoGenerator<Value: Debug + PartialEq>>(
    name: &str,
    generator: G,
    start: &G::Value,
    fails: impl Fn(&G::Value) -> bool,
) -> G::Value {
    assert!(fails(start), "{name}: the start fails");
    let is_start: &dyn Fn(&G::Value) -> bool = &|value| value == start;
    let mut oracle = GeneratorOracle::new(generator.into_generator(), is_start);
    // Functions do not know their inverse.
    let tree = oracle.generator.encode(start).unwrap_or_else(|| oracle.start(1));
    oracle.fails = &fails;
    let mut reducer = Reducer::new(tree, &mut oracle, ReductionLimits::NONE);
    reducer.run_pass(name_of(name), |reducer| match name {
        "simplest" => drop(reducer.works(Tree::default())),
        _ => pass(name).1(reducer),
    });
    let tree = reducer.finish().tree;
    oracle.replayed(tree).expect("the result can be generated")
}

/// The row of a pass in a table of the page.
fn row(name: &str) -> &'static str {
    PAGE.lines().find(|line| line.starts_with(&format!("| `{name}` |"))).expect(name)
}

/// Fails unless the row of a pass contains a text.
fn says(name: &str, text: &str) {
    assert!(row(name).contains(text), "the page does not say about {name}: {text}");
}

/// Fails unless a pass makes `result` of `start`, and the page says so.
fn becomes<G: IntoGenerator<Value: Debug + PartialEq>>(
    name: &str,
    generator: G,
    (start, result): (G::Value, G::Value),
    fails: impl Fn(&G::Value) -> bool,
) {
    assert_eq!(after(name, generator, &start, fails), result, "{name}");
    says(name, &format!("`{start:?}` becomes `{result:?}`"));
}

fn name_of(name: &str) -> &'static str {
    if name == "simplest" { "simplest" } else { pass(name).0 }
}

#[derive(Clone, PartialEq, Arbitrary)]
enum Expr {
    Num(u8),
    Add(Box<Expr>, Box<Expr>),
}
use Expr::{Add, Num};

impl Debug for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Num(n) => write!(f, "{n}"),
            Add(a, b) => write!(f, "({a:?} + {b:?})"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Shape {
    Point,
    Circle(u8),
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Size {
    Small(#[draw(0..10)] u8),
    Large(u8),
}

#[derive(Clone, PartialEq, Arbitrary)]
enum Formula {
    Lit(bool),
    X,
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
}

impl Debug for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Formula::Lit(is) => write!(f, "{is}"),
            Formula::X => write!(f, "x"),
            Formula::Not(a) => write!(f, "Not({a:?})"),
            Formula::And(a, b) => write!(f, "And({a:?}, {b:?})"),
            Formula::Or(a, b) => write!(f, "Or({a:?}, {b:?})"),
        }
    }
}

/// A term.
#[derive(Clone, PartialEq)]
enum Term {
    Num(u8),
    Add(u8, u8),
    Neg(Box<Term>),
}

impl Debug for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Term::Num(n) => write!(f, "{n}"),
            Term::Add(a, b) => write!(f, "Add({a}, {b})"),
            Term::Neg(inner) => write!(f, "Neg({inner:?})"),
        }
    }
}

/// Draws a term. One inside of another has another label.
fn term<const IS_INNER: bool>(src: &mut Source) -> Term {
    match src.draw(0..3u8) {
        0 => Term::Num(src.draw(0..4)),
        1 => Term::Add(src.draw(0..4), src.draw(0..4)),
        _ => Term::Neg(Box::new(src.draw(term::<true>))),
    }
}

/// A binary tree, written as its key and its children.
#[derive(Clone, PartialEq)]
struct Node(Option<Box<(u8, Node, Node)>>);

impl Debug for Node {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0.as_deref() {
            None => write!(f, "."),
            Some((key, Node(None), Node(None))) => write!(f, "{key}"),
            Some((key, left, right)) => write!(f, "({key} {left:?} {right:?})"),
        }
    }
}

fn node(src: &mut Source) -> Node {
    if src.draw(0..2u8) == 0 {
        return Node(None);
    }
    Node(Some(Box::new((src.draw(0..4), src.draw(node), src.draw(node)))))
}

#[derive(Clone, Debug, PartialEq, Arbitrary)]
enum Call {
    Insert(#[draw(0..4)] u8),
    Clear,
    Remove(#[draw(0..4)] u8),
}

fn add(a: Expr, b: Expr) -> Expr {
    Add(Box::new(a), Box::new(b))
}

fn sum(numbers: &[u8]) -> u32 {
    numbers.iter().map(|n| u32::from(*n)).sum()
}

#[test]
fn passes_that_delete_do_what_the_page_says() {
    let bytes = || vec(any::<u8>()).len(..=300);
    becomes("simplest", bytes(), (vec![7, 8], vec![]), |_| true);
    let mut list = vec![1; 200];
    (list[50], list[120]) = (7, 9);
    let left = after("delete_runs", bytes(), &list, |xs| xs.contains(&7) && xs.contains(&9));
    says("delete_runs", &format!("a list of {} becomes `{left:?}`", list.len()));
    let is_shortened = |length: usize| {
        let mut list = vec![1; length];
        list[length / 2] = 7;
        after("delete_runs", bytes(), &list, |xs| xs.contains(&7)) != list
    };
    assert_eq!([31, 32].map(is_shortened), [false, true]);
    says("delete_runs", "in lists of 32 elements or more");
    becomes("delete_spans", bytes(), (vec![7, 8, 9], vec![9]), |xs| xs.contains(&9));
    becomes("delete_spans", bytes(), (vec![7, 8, 9], vec![24]), |xs| sum(xs) == 24);
    let left = after("delete_spans", bytes(), &vec![100; 3], |xs| sum(xs) == 300);
    assert_eq!(left, [45, 255], "the last elements");
    becomes("merge_numbers", bytes(), (vec![20, 30], vec![50]), |xs| sum(xs) == 50);
    let counted = |src: &mut Source| {
        let n = src.draw(0..4usize);
        (n, (0..n).map(|_| src.draw(0..3u8)).collect::<Vec<u8>>())
    };
    let (start, result) = ((3, vec![1, 0, 2]), (2, vec![1, 2]));
    becomes("delete_iterations", counted, (start, result), |(_, xs)| {
        xs.contains(&1) && xs.contains(&2)
    });
    let indexed = |src: &mut Source| {
        let list = src.draw(vec(0..5u8).len(1..=4));
        let index = src.draw(0..list.len());
        (list, index)
    };
    becomes("renumber", indexed, ((vec![1, 2, 3], 2), (vec![1, 3], 1)), |(list, index)| {
        list[0] == 1 && list[*index] == 3
    });
    let lists = || vec(vec(any::<u8>()));
    becomes("relocate", lists(), (vec![vec![1], vec![2]], vec![vec![1, 2]]), |lists| {
        lists.concat() == [1, 2]
    });
    becomes("delete_and_bump", bytes(), (vec![0, 0], vec![1]), |xs| !matches!(xs[..], [] | [0]));
    let is_bumped = |length: usize| {
        let start = vec![0; length];
        after("delete_and_bump", bytes(), &start, |xs| *xs == start || xs.contains(&1)) != start
    };
    assert_eq!([5, 6].map(is_bumped), [true, false], "of 11 and of 13 choices");
    let start = (false, vec![0; 5]);
    let left = after("delete_and_bump", (any::<bool>(), bytes()), &start, |value| {
        *value == start || value.1.contains(&1)
    });
    assert_ne!(left, start, "of 12 choices");
    let expr = add(Num(1), add(Num(2), Num(3)));
    let inner = add(Num(2), Num(3));
    becomes("pass_to_descendant", any::<Expr>(), (expr, inner.clone()), |expr| {
        *expr == inner || matches!(expr, Add(_, b) if **b == inner)
    });
    let terms = |src: &mut Source| src.draw(term::<false>);
    let has_sum = |term: &Term| format!("{term:?}").contains("Add(1, 2)");
    let (start, result) = (Term::Neg(Box::new(Term::Add(1, 2))), Term::Add(1, 2));
    assert_eq!(after("pass_to_descendant", terms, &start, has_sum), start, "not of the same kind");
    becomes("pass_to_similar_descendant", terms, (start, result), has_sum);
    let leaf = |key| Node(Some(Box::new((key, Node(None), Node(None)))));
    let below = Node(Some(Box::new((2, leaf(3), Node(None)))));
    let start = Node(Some(Box::new((1, below, Node(None)))));
    let result = Node(Some(Box::new((1, leaf(2), leaf(3)))));
    let both = (start.clone(), result.clone());
    becomes("reparent", node, both, |node| *node == start || *node == result);
}

#[test]
fn zero_columns_does_what_the_page_says() {
    let column = |text: &str| (0..40).map(|n| (n, text.to_owned())).collect::<Vec<(u8, String)>>();
    let pairs = vec((any::<u8>(), text())).len(40);
    let is_numbered =
        |pairs: &Vec<(u8, String)>| pairs.iter().zip(0..).all(|(pair, n)| pair.0 == n);
    let left = after("zero_columns", pairs, &column("a"), is_numbered);
    assert_eq!(left, column(""));
    // 61 and 64 choices.
    for (length, left) in [(20, "a"), (21, "")] {
        let [start, left] = ["a", left].map(|text| column(text)[..length].to_vec());
        let pairs = vec((any::<u8>(), text())).len(length);
        assert_eq!(after("zero_columns", pairs, &start, is_numbered), left, "{length}");
    }
    let shown = |text: &str| format!("{:?}", &column(text)[..2]).replace(")]", "), ..]");
    says("zero_columns", &format!("`{}` becomes `{}`", shown("a"), shown("")));
}

#[test]
fn passes_that_lower_values_do_what_the_page_says() {
    becomes(
        "try_trivial_spans",
        (any::<u8>(), text()),
        ((8, "abc".to_owned()), (0, String::new())),
        |_| true,
    );
    let nested = ((any::<u8>(), any::<u8>()), any::<u8>());
    assert_eq!(after("try_trivial_spans", nested, &((8, 9), 7), |x| x.1 == 7), ((0, 0), 7));
    becomes("reduce_each_alternative", any::<Shape>(), (Shape::Circle(5), Shape::Point), |_| true);
    becomes("rank_numbers", vec(any::<i32>()), (vec![40, 7, -90], vec![1, 0, -1]), |xs| {
        xs.len() == 3 && xs[0] > xs[1] && xs[1] > xs[2]
    });
    let equal = after("rank_numbers", vec(any::<i32>()), &vec![40, 7, 40, -90], |xs| {
        xs.len() == 4 && xs[0] == xs[2] && xs[0] > xs[1] && xs[1] > xs[3]
    });
    assert_eq!(equal, [1, 0, 1, -1], "equal numbers stay equal");
    let two =
        after("rank_numbers", vec(any::<i32>()), &vec![40, 7], |xs| xs.len() == 2 && xs[0] > xs[1]);
    assert_eq!(two, [40, 7], "two are lowered by others");
    says("rank_numbers", "for three or more different ones");
    let three = || (any::<u8>(), any::<u8>(), any::<u8>());
    becomes("zero_choices", three(), ((5, 7, 9), (0, 0, 9)), |x| x.2 == 9);
    let two = || (any::<u32>(), any::<u32>());
    becomes("lower_integers_together", two(), ((90_000, 90_003), (0, 3)), |(a, b)| *b == a + 3);
    let apart =
        after("lower_integers_together", two(), &(90_000, 95_000), |(a, b)| *b == a + 5_000);
    assert_eq!(apart, (90_000, 95_000), "not close to each other");
    becomes("minimize_numbers", any::<u32>(), (830, 101), |n| *n > 100);
    becomes("minimize_numbers", vec(any::<u8>()), (vec![7, 7], vec![1, 1]), |xs| {
        xs.len() == 2 && xs[0] == xs[1] && xs[0] > 0
    });
    becomes("minimize_strings", text(), ("x7qz".to_owned(), "0q".to_owned()), |s| {
        s.find('q').is_some_and(|at| at > 0)
    });
    assert_eq!(after("minimize_strings", bytes(), &vec![9, 7, 9], |xs| xs.contains(&7)), [7]);
    let percent = || (int(0..=99u8), int(0..=99u8));
    becomes("redistribute_numeric_pairs", percent(), ((60, 40), (1, 99)), |(a, b)| a + b == 100);
    becomes("reorder_spans", vec(any::<u8>()), (vec![9, 3], vec![3, 9]), |xs| {
        xs.contains(&3) && xs.contains(&9)
    });
    let distant = || (int(0..=99u8), int(0..=99u8), int(0..=99u8));
    let is_split = |(a, b, c): &(u8, u8, u8)| a + c == 100 && *b == 0;
    becomes("redistribute_distant_pairs", distant(), ((60, 0, 40), (1, 0, 99)), is_split);
    let left = after("redistribute_numeric_pairs", distant(), &(60, 0, 40), is_split);
    assert_eq!(left, (60, 0, 40), "not the next number");
    becomes("scale_numeric_pairs", two(), ((6, 14), (1, 84)), |(a, b)| {
        a.checked_mul(*b) == Some(84)
    });
    let signed = (any::<i32>(), any::<i32>());
    let left =
        after("scale_numeric_pairs", signed, &(-6, -14), |(a, b)| a.checked_mul(*b) == Some(84));
    assert!(left.0 > 0 && left.1 > 0, "{left:?}");
    let quotient =
        after("scale_numeric_pairs", two(), &(42, 6), |(a, b)| a.checked_div(*b) == Some(7));
    assert_eq!(quotient, (7, 1));
    becomes("minimize_bits", any::<u32>(), (32_768, 128), |n| n.is_power_of_two() && *n >= 100);
    // Fewer bits, unless one of the next higher values fails too.
    let start = 0x1234_0081;
    let clears = |other| {
        after("minimize_bits", any::<u32>(), &start, |n| [start, 0x81, other].contains(n)) == 0x81
    };
    assert_eq!([start + 1, start + 2, start + 3].map(clears), [false, false, true]);
    becomes("lower_and_bump", any::<Size>(), (Size::Large(0), Size::Small(1)), |size| {
        *size != Size::Small(0)
    });
    let texts = ["ab", "a"].map(|text| vec![text.to_owned(); 2]);
    let [start, result] = texts;
    becomes("minimize_duplicated_spans", vec(text()), (start, result), |texts| {
        texts.len() == 2 && texts[0] == texts[1] && texts[0].starts_with('a')
    });
    let (lit, var) = (|is| Box::new(Formula::Lit(is)), Box::new(Formula::X));
    let start = Formula::Not(Box::new(Formula::And(lit(false), var.clone())));
    let result = Formula::Or(lit(true), var);
    becomes("unwrap_and_bump", any::<Formula>(), (start.clone(), result.clone()), |formula| {
        *formula == start || *formula == result
    });
    let once = Formula::Or(lit(false), Box::new(Formula::X));
    let left = after("unwrap_and_bump", any::<Formula>(), &start, |formula| {
        *formula == start || *formula == once
    });
    assert_eq!(left, once, "one higher choice");
}

#[test]
fn a_common_offset_is_lowered_as_the_page_says() {
    let pair = || (any::<u32>(), any::<u32>()).into_generator();
    let mut oracle = GeneratorOracle::new(pair(), |(a, b): &(u32, u32)| *b == a + 5);
    // Both numbers fell by one in the sweep before.
    let (before, now) = (oracle.encoded(&(900, 905)), oracle.encoded(&(899, 904)));
    let mut reducer = Reducer::new(now, &mut oracle, ReductionLimits::NONE);
    reducer.run_pass("lower_common_offset", |reducer| reducer.lower_common_offset(&before));
    let tree = reducer.finish().tree;
    let left = oracle.replayed(tree).expect("a pair");
    says("lower_common_offset", &format!("`(900, 905)` becomes `{left:?}`"));
}

#[test]
fn rejected_values_are_removed_as_the_page_says() {
    let even = any::<u8>().filter(|n| n % 2 == 0);
    let mut oracle = GeneratorOracle::new(even, |_: &u8| true);
    let mut starts = (0..).map(|seed| oracle.start(seed));
    let rejected = |tree: &Tree| tree.spans.iter().filter(|span| span.discarded()).count();
    let start = starts.find(|tree| rejected(tree) > 1).expect("rejected values");
    let (value, choices) = (oracle.replayed(start.clone()), start.len());
    let mut reducer = Reducer::new(start, &mut oracle, ReductionLimits::NONE);
    reducer.run_pass("remove_discarded", Reducer::remove_discarded);
    let tree = reducer.finish().tree;
    assert!(tree.len() < choices && rejected(&tree) == 0);
    assert_eq!(oracle.replayed(tree), value);
}

#[test]
fn operations_are_replaced_as_the_page_says() {
    use Call::{Clear, Insert, Remove};
    let fails = |calls: &Vec<Call>| {
        let is_empty = matches!(calls[..], [Insert(1), Clear | Remove(1), Insert(2), ..]);
        is_empty && calls.contains(&Remove(1))
    };
    let start = [Insert(1), Clear, Insert(2), Remove(1)];
    let mut oracle = GeneratorOracle::new(vec(any::<Call>()), fails);
    let tree = oracle.encoded(&start.to_vec());
    let mut reducer = Reducer::new(tree, &mut oracle, ReductionLimits::NONE);
    // The pass may cost half of the runs before it.
    run_cheap_passes(&mut reducer);
    assert_eq!(reducer.successes(), 0, "no deletion alone fails");
    reducer.run_pass("replace_operations", Reducer::replace_operations);
    let tree = reducer.finish().tree;
    assert_eq!(oracle.replayed(tree), Some(vec![Insert(1), Remove(1), Insert(2)]));
}

#[test]
fn delete_runs_finds_ends_by_bisection() {
    for length in [64_usize, 250, 1_000] {
        for place in [0, length / 3, length / 2, length - 1] {
            let mut list = vec![1; length];
            list[place] = 7;
            let lists = vec(any::<u8>()).len(..=1_000);
            let mut oracle = GeneratorOracle::new(lists, |list: &Vec<u8>| list.contains(&7));
            let tree = oracle.encoded(&list);
            let mut reducer = Reducer::new(tree, &mut oracle, ReductionLimits::NONE);
            reducer.run_pass("delete_runs", Reducer::delete_runs);
            let runs = reducer.runs();
            let tree = reducer.finish().tree;
            assert_eq!(oracle.replayed(tree), Some(vec![7]));
            // A bisection up to the element, and windows that double before it.
            assert!(
                runs <= 2 * u64::from(length.ilog2()) + 4,
                "{runs} runs for {place} of {length}"
            );
        }
    }
}

/// A number, and a flag with five more flags, or with four if it is not set.
fn forms(src: &mut Source) -> (u8, bool, Vec<bool>) {
    let form = |src: &mut Source| {
        let is_long = src.draw(any::<bool>());
        let flags = if is_long { 5 } else { 4 };
        (is_long, (0..flags).map(|_| src.draw(any())).collect())
    };
    let number = src.draw(0..8_u8);
    let (is_long, flags) = src.draw(form);
    (number, is_long, flags)
}

/// What `regenerate` makes of seven and six set flags, and its runs.
fn regenerated(fails: impl Fn(&(u8, bool, Vec<bool>)) -> bool) -> ((u8, bool, Vec<bool>), u64) {
    let (value, runs, _) = late("regenerate", fails);
    (value, runs)
}

/// What a pass makes of seven and six set flags after many runs, its runs, and how many replays drew at random.
fn late(
    name: &str,
    fails: impl Fn(&(u8, bool, Vec<bool>)) -> bool,
) -> ((u8, bool, Vec<bool>), u64, u64) {
    let start = (7, true, vec![true; 5]);
    let is_start: &dyn Fn(&(u8, bool, Vec<bool>)) -> bool = &|value| *value == start;
    let mut oracle = GeneratorOracle::new(forms, is_start);
    let tree = oracle.start(1);
    let either = |value: &(u8, bool, Vec<bool>)| *value == start || fails(value);
    oracle.fails = &either;
    let mut reducer = Reducer::new(tree.clone(), &mut oracle, ReductionLimits::NONE);
    // The pass may cost a part of the runs before it.
    reducer.run_pass("zero_choices", |reducer| {
        for bits in 0..7 << 5 {
            let mut other = tree.clone();
            other.set(0, &Value::Integer(Number::natural(bits >> 5)));
            for i in 0..5 {
                other.set(2 + i, &Value::Bool((bits >> i) & 1 == 1));
            }
            assert!(!reducer.works(other));
        }
    });
    let before = reducer.runs();
    assert_eq!(before, 7 << 5);
    reducer.run_pass(name_of(name), pass(name).1);
    let runs = reducer.runs() - before;
    let tree = reducer.finish().tree;
    let random_fills = oracle.random_fills;
    (oracle.replayed(tree).expect("a value"), runs, random_fills)
}

/// book/src/how/choice-tree.md
#[test]
fn only_regenerate_draws_at_random() {
    for (name, _) in block_passes().into_iter().chain(cheap_passes()).chain(expensive_passes()) {
        let (_, _, random_fills) = late(name, |_| false);
        assert_eq!(random_fills > 0, name == "regenerate", "{name}");
    }
}

#[test]
fn regenerate_does_what_the_page_says() {
    // Without the first flag, the simplest flags pass.
    let has_flag = |(number, is_long, flags): &(u8, bool, Vec<bool>)| {
        *number == 7 && !is_long && flags.contains(&true)
    };
    let ((number, is_long, flags), _) = regenerated(has_flag);
    assert!(number == 7 && !is_long && flags.contains(&true), "{number} {is_long} {flags:?}");
    says("regenerate", "simplifies a choice, and draws what follows at random");
    let (value, runs) = regenerated(|_| false);
    assert_eq!(value, (7, true, vec![true; 5]));
    assert!((2..=regeneration::ATTEMPTS).contains(&runs), "{runs} runs");
}

#[test]
fn the_tables_list_the_passes_in_the_order_of_the_schedule() {
    let listed = PAGE.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let passes = block_passes().into_iter().chain(cheap_passes());
    let cheap = ["simplest"].into_iter().chain(passes.map(|pass| pass.0));
    let scheduled = cheap.chain(["lower_common_offset"]);
    let scheduled = scheduled.chain(expensive_passes().map(|pass| pass.0));
    assert_eq!(listed.collect::<Vec<_>>(), scheduled.collect::<Vec<_>>());
}

#[test]
fn the_page_names_the_limits_of_passes() {
    for (name, text) in [
        ("zero_columns", format!("in inputs of {} choices or more", columns::MIN_CHOICES)),
        ("delete_and_bump", format!("in inputs of up to {} choices", lower_and_bump::MAX_CHOICES)),
        ("regenerate", format!("up to {} attempts", regeneration::ATTEMPTS)),
    ] {
        says(name, &text);
    }
    let page = PAGE.split_whitespace().collect::<Vec<_>>().join(" ");
    for (text, limit) in [
        ("for inputs of up to {} choices.", schedule::MAX_EXPENSIVE_CHOICES),
        ("as many runs as the cheap passes used, plus {}.", EXPENSIVE_RUNS as usize),
        ("remembers the choices of cases with up to {} choices", trie::MAX_CHOICES),
    ] {
        let sentence = text.replace("{}", &crate::humanize::count(limit as u64));
        assert!(page.contains(&sentence), "the page does not say: {sentence}");
    }
    let words = |number: usize| ["four", "five", "six"][number - 4];
    let sentence = format!(
        "`restart` runs while {} or more operations are left, or {} calls of a state machine.",
        words(restart::MIN_OPERATIONS),
        words(restart::MIN_CALLS)
    );
    assert!(page.contains(&sentence), "the page does not say: {sentence}");
}
