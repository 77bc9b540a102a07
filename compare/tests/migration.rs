//! Every right-hand side and every block of code in book/src/guides/migration.md, compiled and run; those of state machines are in
//! `disprove_queue.rs`, and the suite that `cargo disprove port` rewrites is in `port_rewrites_suites.rs` of the tool.

use disprove::prelude::*;
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::Path,
    process::Command,
    str::Utf8Error,
};

#[derive(Debug, Clone, PartialEq, Arbitrary)]
struct Point {
    x: i32,
    #[draw(0..10)]
    y: u8,
}

#[derive(Debug, Clone, PartialEq, Arbitrary)]
enum Shape {
    Dot(Point),
    #[weight(3)]
    Line(Point, Point),
}

#[derive(Debug, Clone)]
enum Json {
    Number(i32),
    List(Vec<Json>),
}

fn json_depth(json: &Json) -> usize {
    match json {
        Json::Number(n) => usize::from(*n == i32::MAX),
        Json::List(items) => 1 + items.iter().map(json_depth).max().unwrap_or(0),
    }
}

#[property]
fn fits(x: u8) {
    assert!(u32::from(x) < 256);
}

#[property]
fn holds(xs: Vec<u8>) -> bool {
    xs.iter().all(|x| xs.contains(x))
}

#[property]
fn is_text(s: String) -> Result<(), Utf8Error> {
    std::str::from_utf8(s.as_bytes()).map(drop)
}

#[property]
fn sources(#[draw(0..10)] x: u8, #[draw("[a-z]+")] s: String) {
    assert!(x < 10 && !s.is_empty() && s.chars().all(|c| c.is_ascii_lowercase()));
}

#[property(cases = 1_000)]
fn settings(x: u8) {
    assert!(u32::from(x) < 256);
}

#[property(isolate = "2s")]
fn isolated(x: u8) {
    assert!(u32::from(x) < 256);
}

#[property]
#[example(vec![0, 0])]
fn examples(xs: Vec<u8>) {
    assert!(xs.len() < usize::MAX);
}

#[property]
fn conditions(a: u8, b: u8) {
    assume!(b != 0);
    assert!(a / b <= a);
    assert_eq!(a / b * b + a % b, a);
}

#[property]
fn outcomes(x: u8) -> Outcome {
    match x {
        0 => Outcome::reject(),
        1..=255 => Outcome::pass(),
    }
}

#[property]
fn outcomes_that_fail(x: u16) -> Outcome {
    if u32::from(x) < 65_536 { Outcome::pass() } else { Outcome::fail("why") }
}

#[property]
fn derived(shape: Shape) {
    assert!(matches!(shape, Shape::Dot(p) | Shape::Line(p, _) if p.y < 10));
}

#[property]
fn dependent(v: Vec<u8>, #[draw(index(&v))] i: usize) {
    assert!(v.get(i).is_some());
}

#[property]
fn borrowed(s: &str, bytes: &[u8]) {
    assert_eq!(s.len() + bytes.len(), [s.as_bytes(), bytes].concat().len());
}

#[property]
async fn awaits(x: u8) {
    assert_eq!(std::future::ready(x).await, x);
}

#[property]
fn drawn_in_the_body(src: &mut Source) {
    let x = src.draw(any::<u8>());
    let word = src.draw(sample(["yes", "no"]));
    assert!(u32::from(x) < 256 && ["yes", "no"].contains(&word));
}

/// What `prop_compose!` and `impl Arbitrary` are for.
fn point(src: &mut Source) -> Point {
    let x = src.draw(-5..5);
    Point { x, y: src.draw(any()) }
}

/// What `prop_compose!` with two lists of arguments is for.
fn slot(src: &mut Source) -> (usize, usize) {
    let len = src.draw(1..9);
    (len, src.draw(0..len))
}

#[property]
fn the_second_draw_depends_on_the_first(#[draw(slot)] (len, i): (usize, usize)) {
    assert!(i < len && len < 9);
}

#[property]
fn own_generators(#[draw(point)] p: Point) {
    assert!((-5..5).contains(&p.x));
}

#[property]
fn combinators(
    #[draw(just(7))] a: u8,
    #[draw(one_of![just(1), 10..20])] b: u8,
    #[draw(one_of![3 => 0..10, 1 => any()])] c: u8,
    #[draw(int(0..50).map(|n| n * 2))] d: u8,
    #[draw(any::<u8>().filter(|n| n % 2 == 1))] e: u8,
    #[draw(int(1..9).then(|n| vec(0..n).len(n as usize)))] f: Vec<u8>,
    #[draw((0..9, any()))] g: (u8, bool),
) {
    assert!(a == 7 && (b == 1 || (10..20).contains(&b)) && u32::from(c) < 256);
    assert!(d < 100 && d.is_multiple_of(2) && e % 2 == 1);
    assert!((1..9).contains(&f.len()) && f.iter().all(|x| (*x as usize) < f.len()));
    assert!(g.0 < 9);
}

#[property]
fn sums_of_ones(#[draw(0..100)] n: usize) {
    assert_eq!((0..n).map(|_| 1).sum::<usize>(), n);
}

/// The page compares the default sizes of this library with these.
#[test]
fn default_sizes_of_the_others_stay_below_100() {
    assert_eq!(proptest::collection::SizeRange::default().end_incl(), 99);
    quickcheck::quickcheck((|xs: Vec<u8>| xs.len() < 100) as fn(Vec<u8>) -> bool);
    quickcheck::quickcheck((|s: String| s.chars().count() < 100) as fn(String) -> bool);
    quickcheck::quickcheck((|s: BTreeSet<u64>| s.len() < 100) as fn(BTreeSet<u64>) -> bool);
    quickcheck::quickcheck((|m: BTreeMap<u64, u8>| m.len() < 100) as fn(BTreeMap<u64, u8>) -> bool);
}

#[property]
fn all_pairs(#[draw(vec(any()).len(..100))] xs: Vec<u8>) {
    let pairs = xs.iter().flat_map(|a| xs.iter().map(move |b| (a, b)));
    assert_eq!(pairs.count(), xs.len() * xs.len());
}

#[property]
fn keys_are_distinct(#[draw(map(0..20u8, any()).len(3..=9))] m: BTreeMap<u8, bool>) {
    assert!((3..=9).contains(&m.len()));
}

#[property]
fn lent(#[draw(map("[a-z]", any()).len(0..5))] m: &BTreeMap<String, bool>, s: &str, bytes: &[u8]) {
    assert!(m.len() < 5);
    assert!(s.chars().count() + bytes.len() < usize::MAX);
}

#[derive(Debug, Clone)]
struct Even(u32);

impl Arbitrary for Even {
    fn arbitrary(src: &mut Source) -> Self {
        Even(src.draw(any::<u32>()) & !1)
    }
}

#[property]
fn implemented(even: Even) {
    assert!(even.0.is_multiple_of(2));
}

#[property]
fn indexing_panics(xs: Vec<u8>, i: usize) -> Outcome {
    assume!(i >= xs.len());
    let f = move || xs[i];
    std::panic::catch_unwind(f).is_err().into_outcome()
}

#[property]
fn comparing(a: u8, b: u8) -> Outcome {
    if a != b {
        return Outcome::pass();
    }
    (a == b).into_outcome()
}

fn size() -> impl Generator<Value = (u8, u8)> {
    (0..50, 1..3).into_generator()
}

fn area(src: &mut Source) -> u16 {
    let (width, height) = src.draw(size());
    u16::from(width) * u16::from(height)
}

#[property]
fn areas_are_small(#[draw(area)] area: u16) {
    assert!(area < 150);
}

#[property]
fn collections(
    #[draw(vec(0..9).len(1..5))] a: Vec<u8>,
    #[draw(set(0..9).len(..5))] b: BTreeSet<u8>,
    #[draw(map("[a-z]", any()).len(0..5))] c: BTreeMap<String, bool>,
    #[draw(option(0..3))] d: Option<u8>,
    #[draw(result(0..3, "[a-z]"))] e: Result<u8, String>,
    #[draw(subsequence([1, 2, 3]))] f: Vec<u8>,
    #[draw(shuffle([1, 2, 3]))] g: Vec<u8>,
) {
    assert!((1..5).contains(&a.len()) && a.iter().all(|x| *x < 9));
    assert!(b.len() < 5 && b.iter().all(|x| *x < 9));
    assert!(c.len() < 5 && c.keys().all(|k| k.len() == 1));
    assert!(d.is_none_or(|d| d < 3) && e.map_or_else(|e| e.len() == 1, |e| e < 3));
    assert!(f.is_sorted() && f.iter().all(|x| (1..=3).contains(x)));
    assert!(g.len() == 3 && [1, 2, 3].iter().all(|x| g.contains(x)));
}

#[property]
fn recursion(
    #[draw(recursive(any::<i32>().map(Json::Number), |json| vec(json).map(Json::List)))] json: Json,
) {
    assert!(json_depth(&json) < 1_000);
}

/// A property that is a plain function.
fn f(xs: Vec<u8>) -> bool {
    xs.len() < 1_000_000
}

#[test]
fn without_macros() {
    check(vec(0..9u8)).cases(1_000).assert(|xs| xs.iter().all(|x| *x < 9));
    check(any::<Vec<u8>>()).assert(f);
    let report = check(any::<Vec<u8>>()).run(f);
    report.assert();
}

/// A strategy that was there before.
fn evens() -> impl proptest::strategy::Strategy<Value = u32> {
    proptest::strategy::Strategy::prop_map(0u32..1_000, |n| n * 2)
}

/// A type that knew how to make itself.
#[derive(Clone, Debug)]
struct Word(String);

impl quickcheck::Arbitrary for Word {
    fn arbitrary(g: &mut quickcheck::Gen) -> Word {
        Word(g.choose(&["yes", "no"]).copied().unwrap_or_default().to_owned())
    }
}

#[property]
fn kept_generators(
    #[draw(from_proptest(evens()))] n: u32,
    #[draw(from_quickcheck::<Word>())] word: Word,
) {
    assert!(n.is_multiple_of(2) && !word.0.is_empty());
}

#[property]
fn observations(xs: Vec<u8>) {
    let sum: u32 = xs.iter().map(|x| u32::from(*x)).sum();
    label!("{} elements", xs.len() / 10 * 10);
    cover!("not empty", !xs.is_empty(), 50.0);
    note!("sum {sum}");
    assert!(sum <= 255 * xs.len() as u32);
}

#[test]
fn the_environment_is_heard() {
    let run = |settings: &[&str]| {
        let mut command =
            Command::new(env::current_exe().expect("a running test knows its binary"));
        command.args(["--exact", "observations", "--nocapture"]);
        command.envs(settings.iter().filter_map(|setting| setting.split_once('=')));
        String::from_utf8(command.output().expect("the binary starts").stderr).expect("a text")
    };
    let output = run(&["DISPROVE_CASES=1000", "DISPROVE_SEED=7", "DISPROVE_STATS=1"]);
    for expected in ["1,000 cases", "seed 7", "0 elements", "not empty"] {
        assert!(output.contains(expected), "{expected}: {output}");
    }
}

#[test]
fn every_right_hand_side_of_the_guide_is_in_this_file() {
    let squeeze = |text: &str| text.split_whitespace().collect::<String>();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/guides/migration.md");
    let guide = fs::read_to_string(path).expect("the guide stands beside the workspace");
    let code =
        [include_str!("migration.rs"), include_str!("disprove_queue.rs")].map(squeeze).concat();
    let mut checked = 0;
    for row in guide.lines().filter(|line| line.starts_with("| `")) {
        let row = row.replace("\\|", "\u{0}");
        let cell = row.split('|').nth(2).expect("two columns").replace('\u{0}', "|");
        for span in cell.split('`').skip(1).step_by(2) {
            // The body of an item is left out.
            let head = span.strip_suffix(" .. }").unwrap_or(span);
            assert!(
                !span.ends_with('{') && code.contains(&squeeze(head)),
                "`{span}` is compiled nowhere"
            );
            checked += 1;
        }
    }
    assert!(checked > 30, "{checked} pieces of code");
    // The suite that the tool rewrites is not written for this library.
    let blocks =
        guide.split("\n```rust\n").skip(1).filter(|block| !block.starts_with("use proptest"));
    let mut count = 0;
    for block in blocks {
        let (block, _) = block.split_once("\n```").expect("the block ends");
        assert!(code.contains(&squeeze(block)), "compiled nowhere:\n{block}");
        count += 1;
    }
    assert!(count >= 8, "{count} blocks of code");
    let own = include_str!("migration.rs").lines().map(str::trim_start);
    let imports: Vec<&str> = own.filter(|line| line.starts_with("use disprove")).collect();
    assert_eq!(imports, ["use disprove::prelude::*;"], "the only import");
}
