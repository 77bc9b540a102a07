//! The code of `README.md` and of the first pages of the book, compiled and run.

#![cfg(feature = "regex")]
// It is written as a reader would write it.
#![allow(clippy::stable_sort_primitive)]

use crate::child::Scratch;
use std::fs;

const PAGE: &str = include_str!("../../../README.md");
const FIVE_MINUTES: &str = include_str!("../../../book/src/start/five-minutes.md");
const GENERATORS: &str = include_str!("../../../book/src/guides/generators.md");
const SETTINGS: &str = include_str!("../../../book/src/reference/settings.md");

#[test]
fn the_page_is_short() {
    assert!(PAGE.lines().count() <= 150, "{} lines", PAGE.lines().count());
}

#[test]
fn the_code_of_the_page_is_compiled() {
    let example = include_str!("../../examples/rle.rs");
    let attribute = "#[property(test = false, seed = 1)]";
    assert_eq!(example.matches(attribute).count(), 1);
    crate::page::is_compiled(PAGE, &[&example.replace(attribute, "#[property]")]);
}

/// The first pages of the book show the report of the README.
#[test]
fn the_first_page_of_the_book_shows_the_property_and_the_report() {
    let page = include_str!("../../../book/src/index.md");
    crate::page::is_compiled(page, &[include_str!("readme.rs")]);
    assert!(
        page.contains("](images/report.svg)") && PAGE.contains("](book/src/images/report.svg)")
    );
}

mod opening {
    use disprove::prelude::*;

    #[property]
    #[ignore = "run in a process of its own"]
    fn rle_round_trips(bytes: Vec<u8>) {
        assert_eq!(decode(&encode(&bytes)), bytes);
    }

    /// Without the bug that `examples/rle.rs` has.
    fn encode(bytes: &[u8]) -> Vec<(u8, usize)> {
        bytes.chunk_by(|a, b| a == b).map(|run| (run[0], run.len())).collect()
    }

    fn decode(runs: &[(u8, usize)]) -> Vec<u8> {
        runs.iter().flat_map(|(byte, length)| std::iter::repeat_n(*byte, *length)).collect()
    }
}

mod five_minutes {
    /// Returns the median of three numbers.
    pub fn median(a: u32, b: u32, c: u32) -> u32 {
        a.max(b).min(c)
    }

    #[cfg(test)]
    mod tests {
        use super::median;
        use disprove::prelude::*;

        #[property]
        #[ignore = "run in a process of its own"]
        fn the_median_is_the_middle_one(a: u32, b: u32, c: u32) {
            let mut sorted = [a, b, c];
            sorted.sort();
            assert_eq!(median(a, b, c), sorted[1]);
        }
    }
}

mod five_minutes_later {
    pub fn median(a: u32, b: u32, c: u32) -> u32 {
        a.max(b).min(c).max(a.min(b))
    }

    use disprove::prelude::*;

    #[property]
    fn the_median_is_the_middle_one(a: u32, b: u32, c: u32) {
        let mut sorted = [a, b, c];
        sorted.sort();
        assert_eq!(median(a, b, c), sorted[1]);
    }

    #[test]
    fn it_is_mended_as_the_page_says() {
        assert!(super::FIVE_MINUTES.contains("`a.max(b).min(c).max(a.min(b))`"));
    }
}

#[test]
fn the_median_fails_for_its_smallest_numbers_and_they_are_kept() {
    let name = "five_minutes::tests::the_median_is_the_middle_one";
    for seed in ["1", "2", "3", "4", "5"] {
        let scratch = Scratch::new("readme");
        let folder = scratch.path().to_str().expect("a plain name");
        let (passed, output) =
            crate::child::run(name, &[("DISPROVE_DATABASE", folder), ("DISPROVE_SEED", seed)]);
        assert!(!passed, "{output}");
        assert!(output.contains("a: 1,\n        b: 1,\n        c: 0,\n"), "{output}");
        let kept = scratch.files().into_iter().filter(|file| file.starts_with("regressions/"));
        assert_eq!(kept.count(), 1, "{output}");
    }
}

#[test]
fn the_settings_of_the_page_are_understood() {
    let scratch = Scratch::new("readme-settings");
    let [settings, _] = &crate::page::blocks(SETTINGS, "toml")[..] else {
        panic!("two blocks of settings")
    };
    fs::write(scratch.path().join("Cargo.lock"), "").expect("it can be written");
    fs::write(scratch.path().join("disprove.toml"), settings).expect("it can be written");
    let root = scratch.path().to_str().expect("a plain name");
    let name = "opening::rle_round_trips";
    for (variables, cases) in [
        (&[][..], "1,000 cases"),
        (&[("CI", "1")], "5,000 cases"),
        (&[("DISPROVE_PROFILE", "nightly"), ("DISPROVE_CASES", "7")], "7 cases"),
        (&[("DISPROVE_PROFILE", "weekly"), ("DISPROVE_CASES", "8")], "8 cases"),
    ] {
        let always = [("CARGO_MANIFEST_DIR", root), ("DISPROVE_STATS", "1")];
        let (passed, output) = crate::child::run(name, &[&always, variables].concat());
        assert!(passed && output.contains(cases), "{output}");
    }
}

mod steering {
    use disprove::prelude::*;

    #[property]
    fn shares_add_up(a: u32, b: u32, total: u32) {
        assume!(a.checked_add(b) == Some(total)); // tells how far it was from holding
        target!(a.min(b)); // the search makes this large
        assert_eq!(total - a, b);
    }
}

mod arguments {
    use disprove::prelude::*;

    fn sorted(src: &mut Source) -> Vec<i32> {
        let mut xs = src.draw(vec(-9..9));
        xs.sort();
        xs
    }

    #[property]
    fn binary_search_agrees_with_a_scan(#[draw(sorted)] xs: Vec<i32>, #[draw(-9..9)] x: i32) {
        assert_eq!(xs.binary_search(&x).is_ok(), xs.contains(&x));
    }

    #[property]
    fn the_sorted_are_sorted(#[draw(sorted)] xs: Vec<i32>) {
        assert!(xs.is_sorted());
    }

    #[property]
    fn remove_then_insert_restores(#[draw(vec(any()).len(1..))] before: Vec<u8>, src: &mut Source) {
        let i = src.draw(0..before.len());
        let mut after = before.clone();
        let removed = after.remove(i);
        after.insert(i, removed);
        assert_eq!(after, before);
    }

    #[derive(Debug, Clone, Arbitrary)]
    enum Expr {
        Num(#[draw(-2..=2)] i8),
        Neg(Box<Expr>),
        #[weight(2)]
        Mul(Box<Expr>, Box<Expr>),
    }

    impl Expr {
        fn sign(&self) -> i8 {
            match self {
                Expr::Num(n) => n.signum(),
                Expr::Neg(e) => -e.sign(),
                Expr::Mul(a, b) => a.sign() * b.sign(),
            }
        }
    }

    #[property]
    fn a_product_with_itself_is_not_negative(e: Expr) {
        assert!(Expr::Mul(Box::new(e.clone()), Box::new(e)).sign() >= 0);
    }
}

mod table {
    use disprove::prelude::*;
    use std::collections::HashSet;

    #[property]
    fn ranges(#[draw(1..=6)] die: u8, #[draw(0.0..1.0)] share: f64, #[draw('a'..='f')] c: char) {
        assert!((1..=6).contains(&die) && (0.0..1.0).contains(&share) && ('a'..='f').contains(&c));
    }

    #[property]
    fn regexes(#[draw("[a-z]+@[a-z]+\\.(com|org)")] email: String) {
        let (_, domain) = email.split_once('@').expect("it has one");
        assert!(matches!(domain.split_once('.'), Some((_, "com" | "org"))), "{domain}");
    }

    #[property]
    fn combinators(
        #[draw(vec(0..100).len(1..=8).unique())] ids: Vec<u32>,
        #[draw(one_of![just(1), 10..20, any()])] _n: u64,
    ) {
        assert!((1..=8).contains(&ids.len()));
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len());
    }

    #[property]
    fn earlier_arguments(
        #[draw(vec(any()).len(1..))] bytes: Vec<u8>,
        #[draw(index(&bytes))] i: usize,
    ) {
        assert!(i < bytes.len());
    }

    /// The rows of the table that need no more than what is here.
    #[test]
    fn what_the_table_draws_from_is_compiled() {
        let source = include_str!("readme.rs");
        let rows = super::GENERATORS
            .lines()
            .take_while(|line| !line.starts_with("## "))
            .filter(|line| line.starts_with("| "));
        let cells = rows.flat_map(|row| row.split('`').skip(1).step_by(2));
        let drawn = cells.filter(|cell| cell.contains("#[draw(") && !cell.contains("proptest"));
        let drawn: Vec<String> = drawn.map(|cell| cell.replace("\\|", "|")).collect();
        assert_eq!(drawn.len(), 8, "{drawn:?}");
        for argument in drawn.iter().flat_map(|cell| cell.split("#[draw(").skip(1)) {
            let argument = argument.trim_end_matches(", ");
            // Of what is not used the name begins with a line.
            let known =
                source.contains(argument) || source.contains(&argument.replace("] ", "] _"));
            assert!(known, "{argument} is compiled nowhere");
        }
    }
}

mod saying_more {
    use disprove::prelude::*;

    #[property(cases = 10_000)] // also time, seed, search, history, max_executions
    #[example(12, 4)] // always run first
    #[replay("d1:HBS9")] // an input that failed once
    fn division_undoes_multiplication(a: u32, b: u32) {
        assume!(b != 0); // other inputs are rejected: they neither pass nor fail
        label!("{} digits", b.to_string().len()); // the distribution, with DISPROVE_STATS=1
        cover!("equal", a == b, 0.1); // fails if clearly fewer than 0.1 % of the cases are like that
        let product = u64::from(a) * u64::from(b);
        note!("product {product}"); // printed with the final counterexample only
        assert_eq!(product / u64::from(b), u64::from(a));
    }

    #[test]
    fn the_check_returns_a_report() {
        let report =
            check(vec(any::<u64>())).cases(10_000).seed(7).run(|xs| xs.iter().all(|x| *x < 300));
        assert_eq!(report.verdict(), Verdict::Falsified);
        assert_eq!(report.failures()[0].value(), &[300]);
    }
}

mod state_machines {
    use disprove::prelude::*;

    #[derive(Default)]
    struct Stack(std::collections::VecDeque<u8>);

    impl Stack {
        fn push(&mut self, x: u8) {
            self.0.push_front(x);
        }

        fn pop(&mut self) -> Option<u8> {
            self.0.pop_front()
        }

        fn len(&self) -> usize {
            self.0.len()
        }
    }

    #[derive(Default)]
    struct StackVsModel {
        stack: Stack,
        model: Vec<u8>,
    }

    #[property]
    impl StackVsModel {
        #[rule]
        fn push(&mut self, x: u8) {
            self.stack.push(x);
            self.model.push(x);
        }

        #[rule(when = |s| !s.model.is_empty())]
        fn pop(&mut self) {
            assert_eq!(self.stack.pop(), self.model.pop());
        }

        #[invariant]
        fn same_length(&self) {
            assert_eq!(self.stack.len(), self.model.len());
        }
    }
}
