//! Code and output of the guides that no other test has: `book/src/guides/generators.md`, `book/src/guides/foreign-types.md`,
//! `book/src/guides/regressions.md`, `book/src/guides/debugging.md`, `book/src/guides/async-and-threads.md`,
//! `book/src/guides/crashes.md`, `book/src/guides/judging.md` and `book/src/start/failure-report.md`.

use crate::page::blocks;

mod mirrors {
    use disprove::{prelude::*, remote};

    /// Stands for another crate.
    mod geometry {
        #[derive(Debug, Clone)]
        pub struct Point {
            pub x: i32,
            pub y: i32,
        }
    }

    #[derive(Arbitrary)]
    #[disprove(remote = geometry::Point)]
    struct PointDef {
        #[draw(-100..=100)]
        x: i32,
        y: i32,
    }

    #[derive(Debug, Arbitrary)]
    struct Line {
        #[draw(remote::<PointDef>())]
        from: geometry::Point,
        #[draw(vec(remote::<PointDef>()))]
        to: Vec<geometry::Point>,
    }

    #[property]
    fn points_are_in_the_plane(#[draw(remote::<PointDef>())] point: geometry::Point) {
        assert!(point.x.abs() <= 100);
    }

    #[property]
    fn lines_are_in_the_plane(line: Line) {
        assert!(line.to.iter().chain([&line.from]).all(|point| point.x.abs() <= 100));
        assert!(line.to.iter().chain([&line.from]).all(|point| point.y.checked_add(0).is_some()));
    }
}

mod functions {
    use disprove::{Function, prelude::*};

    #[property]
    fn filtering_keeps_the_order(mut xs: Vec<u16>, keep: Function<u16, bool>) {
        let kept: Vec<u16> = xs.iter().copied().filter(|x| keep.call(x)).collect();
        xs.retain(keep.as_fn());
        assert_eq!(xs, kept);
    }

    #[property]
    fn sorting_by_a_key_sorts(
        mut xs: Vec<u16>,
        #[draw(fn_of::<u16, _>(0..10))] key: Function<u16, u8>,
    ) {
        xs.sort_by_key(key.as_fn());
        assert!(xs.is_sorted_by_key(|x| key.call(x)));
    }
}

mod recursion {
    use disprove::prelude::*;
    use std::cell::RefCell;

    #[derive(Debug, Clone, Arbitrary)]
    enum Expr {
        Num(#[draw(-2..=2)] i8),
        Neg(Box<Expr>),
        #[weight(2)]
        Mul(Box<Expr>, Box<Expr>),
    }

    fn levels(expr: &Expr) -> usize {
        match expr {
            Expr::Num(n) => usize::from((-2..=2).contains(n)),
            Expr::Neg(inner) => 1 + levels(inner),
            Expr::Mul(left, right) => 1 + levels(left).max(levels(right)),
        }
    }

    #[test]
    fn values_are_as_deep_as_the_page_says() {
        let all = RefCell::new(Vec::new());
        let report = check(any::<Expr>()).cases(10_000).seed(1).run(|expr| {
            all.borrow_mut().push(levels(&expr));
            true
        });
        assert_eq!(report.cases(), 10_000);
        let mut all = all.into_inner();
        all.sort_unstable();
        let page = include_str!("../../../book/src/guides/generators.md");
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        let said = format!(
            "half have at most {} levels, and the deepest has {}.",
            all[all.len() / 2],
            all[all.len() - 1]
        );
        assert!(page.contains(&said), "the page does not say: {said}");
    }
}

mod fields {
    use disprove::prelude::*;

    #[derive(Debug, Clone)]
    struct Period {
        start: u32,
        end: u32,
    }

    impl Arbitrary for Period {
        fn arbitrary(src: &mut Source) -> Self {
            let start = src.draw(any());
            let end = src.draw(start..);
            Period { start, end }
        }
    }

    #[property]
    fn no_period_ends_before_it_starts(periods: Vec<Period>) {
        assert!(periods.iter().all(|period| period.start <= period.end));
    }
}

/// The example of `book/src/guides/from-cargo-fuzz.md`, with a file that exists.
mod raw_bytes {
    use disprove::prelude::*;

    #[property]
    #[example(include_bytes!("page.rs").to_vec())]
    fn parses(data: &[u8]) {
        assert_eq!(String::from_utf8_lossy(data).is_empty(), data.is_empty());
    }

    fn parse(data: &[u8]) -> bool {
        String::from_utf8_lossy(data).is_empty()
    }

    #[test]
    fn crash_files_are_parsed() {
        for entry in std::fs::read_dir("tests/crashes").unwrap() {
            let file = entry.unwrap().path();
            println!("{}", file.display());
            parse(&std::fs::read(file).unwrap());
        }
    }

    #[test]
    fn the_page_has_this_example() {
        let page = include_str!("../../../book/src/guides/from-cargo-fuzz.md");
        assert!(page.contains("#[example(include_bytes!(\"crash-1\").to_vec())]"));
    }
}

mod in_src {
    use disprove::prelude::*;

    #[derive(Debug, Clone, PartialEq)]
    #[cfg_attr(test, derive(disprove::Arbitrary, disprove::Measure))]
    pub struct Slot {
        #[cfg_attr(test, draw(0..24))]
        pub hour: u8,
        pub room: u16,
    }

    #[cfg_attr(test, disprove::trace)]
    pub fn is_in_the_morning(slot: &Slot) -> bool {
        slot.hour < 12
    }

    #[property]
    fn equal_slots_are_in_one_room(slot: Slot, other: Slot) {
        assume!(is_in_the_morning(&slot) && slot == other);
        assert!(slot.hour < 24 && other.room == slot.room);
    }
}

mod known_bug {
    use disprove::prelude::*;
    use std::panic::{catch_unwind, resume_unwind};

    fn initial(name: &str) -> char {
        name.chars().next().expect("a name is not empty")
    }

    #[property]
    fn a_name_contains_its_initial(name: String) {
        assume!(!name.is_empty()); // issue 142
        assert!(name.contains(initial(&name)));
    }

    #[test]
    #[should_panic(expected = "a name is not empty")]
    fn issue_142() {
        initial("");
    }

    #[property]
    fn a_name_with_an_initial_contains_it(name: String) {
        match catch_unwind(|| initial(&name)) {
            Ok(initial) => assert!(name.contains(initial)),
            Err(panic) if panic.downcast_ref() == Some(&"a name is not empty".to_owned()) => {} // issue 142
            Err(panic) => resume_unwind(panic),
        }
    }

    #[test]
    fn a_known_panic_is_ignored_and_others_fail() {
        let known = "a name is not empty".to_owned();
        let names = check(text()).seed(1).database(Db::none()).max_failures(1);
        let report = names.run(|name| match catch_unwind(|| (initial(&name), name.len() < 5)) {
            Ok((_, is_short)) => assert!(is_short, "too long"),
            Err(panic) if panic.downcast_ref() == Some(&known) => {}
            Err(panic) => resume_unwind(panic),
        });
        assert_eq!(report.failures()[0].message(), "too long");
        let names = check(text()).seed(1).database(Db::none());
        let report = names.run(|name| {
            let Err(panic) = catch_unwind(|| initial(&name)) else { return };
            resume_unwind(panic);
        });
        let [failure] = report.failures() else { panic!("one failure: {report}") };
        assert_eq!((&**failure.value(), failure.message()), ("", &*known));
    }
}

mod vacuous {
    use disprove::prelude::*;

    /// Never free.
    fn shipping(cents: u32) -> u32 {
        cents / 20
    }

    #[property]
    fn large_orders_ship_for_free(#[draw(0..10_000)] cents: u32) {
        if cents >= 50_000 {
            assert_eq!(shipping(cents), 0);
        }
    }

    #[test]
    fn a_condition_that_is_never_true_is_found_as_the_page_says() {
        let page = include_str!("../../../book/src/guides/judging.md");
        for form in [
            "`assume!(cents >= 50_000)`",
            "`cover!(\"large\", cents >= 50_000, 5.0)`",
            "`label!(\"large\")`",
            "`#[draw(50_000..100_000)] cents: u32`",
        ] {
            assert!(page.contains(form), "{form}");
        }
        let orders = || check(int(0..10_000_u32)).seed(1).database(Db::none());
        let is_free = |cents| shipping(cents) == 0;
        let report = orders().run(|cents| cents < 50_000 || is_free(cents));
        assert_eq!(report.verdict(), Verdict::Passed);

        let assumed = orders().run(|cents| {
            assume!(cents >= 50_000);
            assert!(is_free(cents));
        });
        assert_eq!(assumed.verdict(), Verdict::GaveUp);
        assert!(assumed.to_string().contains("no input was accepted"), "{assumed}");
        let covered = orders().run(|cents| {
            cover!("large", cents >= 50_000, 5.0);
            assert!(cents < 50_000 || is_free(cents));
        });
        assert_eq!(covered.verdict(), Verdict::GaveUp);
        let text = covered.to_string();
        assert!(text.contains("too few of the kind that `cover!` requires"), "{text}");
        let labeled = orders().run(|cents| {
            if cents >= 50_000 {
                label!("large");
                assert!(is_free(cents));
            }
        });
        assert!(labeled.verdict() == Verdict::Passed && labeled.labels().is_empty());

        let large = check(int(50_000..100_000_u32)).seed(1).database(Db::none()).run(is_free);
        assert_eq!(large.verdict(), Verdict::Falsified);
    }
}

/// The output on these pages is that of tests, which compare it.
#[test]
fn output_of_the_guides_is_that_of_other_tests() {
    let functions = include_str!("generated_functions.rs");
    let [shown] = &blocks(include_str!("../../../book/src/guides/generators.md"), "text")[..]
    else {
        panic!("one output")
    };
    for line in shown.lines() {
        assert!(functions.contains(&format!("\"{}\"", line.trim())), "{line}");
    }

    let tutorial = blocks(include_str!("../../../book/src/tutorial.md"), "text");
    let page = include_str!("../../../book/src/guides/regressions.md");
    // Other tests compare the others.
    let [shown, _, _, _] = &blocks(page, "text")[..] else { panic!("four outputs") };
    // Without the date and the commit.
    let lines = shown.lines().filter(|line| !line.starts_with("# 20"));
    let shown = lines.collect::<Vec<_>>().join("\n");
    assert!(tutorial.iter().any(|block| block.contains(shown.trim())), "{shown}");
}

#[test]
fn the_guide_names_the_version_of_shuttle() {
    let page = include_str!("../../../book/src/guides/async-and-threads.md");
    assert!(page.contains("[shuttle](https://docs.rs/shuttle) 0.9"));
    let manifest = include_str!("../../Cargo.toml");
    assert!(manifest.lines().any(|line| line.starts_with("shuttle = { version = \"0.9\"")));
}

#[test]
fn messages_that_the_guides_quote_are_those_of_the_library() {
    let read = |path: &str| {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        std::fs::read_to_string(path).expect("a file")
    };
    let page = read("../book/src/guides/async-and-threads.md");
    let message = "no order of these calls gives these results";
    assert!(page.contains(message) && include_str!("parallel_machines.rs").contains(message));
    let page = read("../book/src/guides/hunting.md");
    assert!(page.contains("the process died of SIGABRT (6)"), "a test of this page hunts for it");
    let page = read("../book/src/start/failure-report.md");
    for (message, source) in [
        ("the case did not end within ", "src/worker/crash.rs"),
        ("the process died of ", "src/worker/crash.rs"),
        ("the reduction stopped after ", "tests/texts/stopped_by_runs.txt"),
        (" of 500 cases were distinct: ", "tests/texts/passed_few_distinct.txt"),
        ("but too few ", "tests/texts/gave_up_cover.txt"),
    ] {
        assert!(page.contains(message) && read(source).contains(message), "{message}");
    }
}
