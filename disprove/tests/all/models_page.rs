//! The code of `book/src/guides/models.md` that no other test has, and the report of its bug.

use crate::{child, page::blocks};
use disprove::prelude::*;
use std::{cell::Cell, collections::VecDeque, env, fs};

const PAGE: &str = include_str!("../../../book/src/guides/models.md");

#[allow(clippy::stable_sort_primitive, reason = "written as a reader would write it")]
mod function {
    use disprove::prelude::*;

    #[property]
    fn binary_search_agrees_with_a_scan(
        #[draw(vec(-9..9))] mut xs: Vec<i32>,
        #[draw(-9..9)] x: i32,
    ) {
        xs.sort();
        assert_eq!(xs.binary_search(&x).is_ok(), xs.contains(&x));
    }
}

#[test]
fn searches_find_their_element_often() {
    let found = Cell::new(0);
    let _ = check((vec(-9..9), -9..9)).seed(1).database(Db::none()).run(|(xs, x)| {
        found.set(found.get() + u32::from(xs.contains(&x)));
    });
    assert!(found.get() > 100, "{} of 500", found.get());
}

#[derive(Default)]
struct Stack(VecDeque<u8>);

impl Stack {
    fn push(&mut self, x: u8) {
        self.0.push_front(x);
    }

    fn pop(&mut self) -> Option<u8> {
        self.0.pop_back() // bug: should be `pop_front`
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
#[ignore = "run in a process of its own"]
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

/// What a page shows of a report: the input, the message and what matters.
fn shown(report: &str) -> String {
    let (_, rest) = report.split_once("\n\n").expect("the input");
    let end =
        rest.find("\n  to run it again").or(rest.find("\n  saved in")).expect("the last part");
    rest[..end].trim_end().to_owned()
}

/// `TUTORIAL=overwrite` writes the output into the page.
#[test]
fn the_stack_fails_as_the_page_says() {
    let [page] = &blocks(PAGE, "text")[..] else { panic!("one output") };
    for seed in ["3", "2", "1"] {
        let variables =
            [("DISPROVE_DATABASE", "none"), ("DISPROVE_SEED", seed), ("RUST_BACKTRACE", "0")];
        let (passed, output) = child::run("stack_vs_model", &variables);
        assert!(!passed, "{output}");
        let printed = shown(output.split_once("stack_vs_model failed").expect("a report").1);
        assert_eq!(printed.matches("machine.").count(), 3, "three calls: {printed}");
        if seed == "1" && *page != printed {
            let is_asked = env::var_os("TUTORIAL").is_some_and(|wish| wish == "overwrite");
            assert!(
                is_asked,
                "TUTORIAL=overwrite puts into the page what is printed now:\n{printed}"
            );
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../book/src/guides/models.md");
            let new = PAGE.replace(&format!("```text\n{page}\n"), &format!("```text\n{printed}\n"));
            fs::write(path, new).expect("the page can be written");
        }
    }
}
