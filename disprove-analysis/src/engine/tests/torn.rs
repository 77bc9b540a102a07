//! Damaged sources are parsed or rejected, and parsed ones are judged without a panic.

use super::*;
use disprove::prelude::*;

const RUST: &str = "
macro_rules! same { ($($a:expr => $b:expr),* $(,)?) => { $(assert_eq!($a, $b);)* }; }
enum Tree { Leaf, Node(Box<Tree>) }
fn helper((a, b): (T, T), c: &mut T) -> TestResult { if a > 9 { return TestResult::discard(); } TestResult::from_bool(a == b) }
proptest! { #![proptest_config(c())] #[test] fn t((a, mut b) in s(), ref r in 0..9, [x, rest @ ..]: [u8; 4]) {
    let Some(y) = f(a) else { panic!(\"{a:?}\") };
    let n = 'l: loop { if let Ok(z) = g(y) && let Some(w) = z { break 'l w; } };
    same!(n => f(b), a => *r,);
    for e in rest.iter_mut() { *e += 1; }
    match h(n) { Tree::Leaf if n > 1 => {} Tree::Node(_) | Tree::Leaf => return Err(TestCaseError::fail(\"no\")), _ => {} }
    prop_assert!(matches!(f(n), Tree::Node(k) if k == a) || xs.iter().any(|q| *q == n));
} }
#[property] impl Shelf { #[rule] fn put(&mut self, x: u8) { write!(self.s, \"{x}\").unwrap(); assert_eq!(self.len(), x.cmp(&1) as usize); } }
#[test] fn u() { quickcheck((|x: u8| helper((x, x), &mut 1)) as fn(u8) -> TestResult); }
";

#[cfg(feature = "python")]
const PYTHON: &str = "
@given(st.integers(), data=st.data())
@settings(max_examples=3)
async def test_it(self, x, *rest, data, **more):
    a, *b = x, data.draw(st.text())
    with pytest.raises(E) as e, open(x) as f:
        g(x)
    while (y := f.pop()) not in {1: x, **more}:
        assert 0 <= len(y) < x, f'{y!r:>{x}}'
        try:
            y.z[0] += lambda q: q
        except (A, B) as err:
            assert err.args == [n async for n in x if n]
    match x:
        case [1, *r] | {'k': C(v=w), **o} if w: assert r
        case _: raise AssertionError
    self.check(x, y=1)
class M(RuleBasedStateMachine):
    def check(self, x, y): self.assertEqual(x, y)
    @rule(target=b, x=st.text())
    def r(self, x): return '%s' % x
test_other = settings()(given(st.text())(lambda s: all(c in s for c in s)))
";

const PIECES: [&str; 24] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "'",
    "\n",
    "    ",
    "|",
    "&mut ",
    "!",
    "=>",
    "..",
    "#[",
    "if let ",
    "else ",
    "@given(x)",
    "lambda: ",
    "*",
    "é",
    "$x",
    ":",
];

/// A text with some parts deleted, duplicated or inserted.
fn torn(src: &mut Source, text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..src.draw(1..6) {
        let start = src.draw(0..=letters.len());
        let end = letters.len().min(start + src.draw(0..40_usize));
        let part: Vec<char> = match src.draw(0..3) {
            0 => Vec::new(),
            1 => letters[start..end].repeat(2),
            _ => PIECES[src.draw(0..PIECES.len())].chars().collect(),
        };
        letters.splice(start..end, part);
    }
    letters.into_iter().collect()
}

#[property(cases = 300)]
fn torn_rust_is_read_or_refused(#[draw(|src: &mut Source| torn(src, RUST))] text: String) {
    match rust::read(&text, &rust::Options::default()) {
        Err(why) => assert!(!why.message.contains("bug"), "{}", why.message),
        Ok(file) => {
            for mode in [Mode::Paper, Mode::Refined] {
                assert_eq!(judge(&file, &text, mode).len(), file.tests.len());
            }
        }
    }
}

#[cfg(feature = "python")]
#[property(cases = 300)]
fn torn_python_is_read_or_refused(#[draw(|src: &mut Source| torn(src, PYTHON))] text: String) {
    if let Ok(file) = crate::python::read(&text) {
        for mode in [Mode::Paper, Mode::Refined] {
            assert_eq!(judge(&file, &text, mode).len(), file.tests.len());
        }
    }
}

#[test]
fn the_sources_are_valid_before_they_are_damaged() {
    let judged = rust_file(RUST, Mode::Refined);
    assert_eq!(judged.len(), 3);
    assert!(judged.iter().all(|test| !test.assertions.is_empty()), "{judged:#?}");
    #[cfg(feature = "python")]
    assert_eq!(python_file(PYTHON, Mode::Refined).len(), 3);
}
