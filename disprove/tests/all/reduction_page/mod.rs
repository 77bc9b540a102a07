//! The example of `book/src/how/reduction.md`, step by step, and the passes that `book/src/reference/passes.md` lists.

mod cells;
mod pictures;

use cells::{Cell, cell, every_cell_fits};
use disprove::{Event, prelude::*};
use std::{cell::RefCell, collections::BTreeSet, env, fmt::Write, fs, rc::Rc, slice};

const PAGE: &str = include_str!("../../../../book/src/how/reduction.md");
const PASSES: &str = include_str!("../../../../book/src/reference/passes.md");
const SCHEDULE: &str = include_str!("../../../src/reduce/schedule.rs");

/// A seed whose first failing input fits into a line.
const SEED: u64 = 104;

/// The report, and each accepted step: the pass, the number of choices, and the input.
fn steps(seed: u64) -> (Report<Vec<Cell>>, Vec<(String, usize, Vec<Cell>)>) {
    let failed = RefCell::new(Vec::new());
    let steps = Rc::new(RefCell::new(Vec::new()));
    let listened = Rc::clone(&steps);
    let report = check(vec(cell))
        .name("every_cell_fits")
        .seed(seed)
        .max_failures(1)
        .listen(move |event| {
            if let Event::Reduced { pass, choices } = event {
                listened.borrow_mut().push((pass.to_owned(), choices));
            }
        })
        .run(|cells| {
            let fits = every_cell_fits(&cells);
            if !fits {
                failed.borrow_mut().push(cells);
            }
            fits
        });
    let failure = &report.failures()[0];
    // Until the result is found, only inputs smaller than the best are run, so each failure is a step. The other failing
    // runs before it are the search and one confirmation of the start.
    let mut inputs = failed.into_inner();
    let last = inputs.iter().position(|cells| cells == failure.value()).expect("the result failed");
    inputs.truncate(last + 1);
    let mut steps = steps.borrow().clone();
    steps.insert(0, ("(start)".to_owned(), failure.choices().0));
    let inputs = inputs.split_off(inputs.len() - steps.len());
    assert_eq!((&inputs[0], &inputs[inputs.len() - 1]), (failure.original(), failure.value()));
    let steps = steps.into_iter().zip(inputs);
    let steps = steps.map(|((pass, choices), input)| (pass, choices, input)).collect();
    (report, steps)
}

/// The width of a column that a page of the book shows beside the others.
const WIDTH: usize = 60;

/// The words of a text, in lines of at most [`WIDTH`] characters.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("a line");
        if last.is_empty() {
            word.clone_into(last);
        } else if last.len() + 1 + word.len() <= WIDTH {
            *last += " ";
            *last += word;
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// A row for each step. A long input has several lines.
fn table(steps: &[(String, usize, Vec<Cell>)]) -> String {
    let mut table = format!("{:<26}  choices  input\n", "pass");
    for (pass, choices, input) in steps {
        let lines = wrapped(&format!("{input:?}")).join(&format!("\n{:37}", ""));
        let _ = writeln!(table, "{pass:<26}  {choices:>7}  {lines}");
    }
    table
}

/// The first line of the report, without the time.
fn summary(report: &Report<Vec<Cell>>) -> String {
    let text = report.to_string();
    let line = text.lines().next().expect("a report has lines");
    format!("{}.", line.split(" (").next().expect("the first part"))
}

#[test]
fn the_code_on_the_page_compiles() {
    crate::page::is_compiled(PAGE, &[include_str!("cells.rs")]);
}

#[test]
fn the_page_shows_the_actual_steps() {
    let (report, steps) = steps(SEED);
    assert!(PAGE.contains(&format!("`check(vec(cell)).seed({SEED})`")), "the page names the seed");
    let last = format!("{:?}", report.failures()[0].value());
    assert!(PAGE.contains(&format!("`{last}` is the smallest")), "the page lacks {last}");
    let printed = [table(&steps), summary(&report)];
    let mut page = PAGE.split("```text\n");
    let mut written = page.next().expect("the beginning").to_owned();
    for (block, printed) in page.zip(&printed) {
        let (_, rest) = block.split_once("```\n").expect("a block ends");
        let _ = write!(written, "```text\n{}\n```\n{rest}", printed.trim_end());
    }
    assert_eq!(PAGE.matches("```text\n").count(), printed.len(), "every output is checked");
    if written == PAGE {
        return;
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../book/src/how/reduction.md");
    if env::var_os("TUTORIAL").is_some_and(|mode| mode == "overwrite") {
        fs::write(path, written).expect("the page can be written");
    } else {
        panic!("the page is outdated; TUTORIAL=overwrite updates it:\n{}", printed.join("\n"));
    }
}

/// The names of passes in the schedule, in quotation marks before a method or as an argument.
fn scheduled() -> BTreeSet<&'static str> {
    let mut names = BTreeSet::new();
    for line in SCHEDULE.lines() {
        let is_pass = line.contains(", Reducer::") || line.contains("reducer.run_pass(\"");
        names.extend(line.split('"').nth(1).filter(|_| is_pass));
    }
    names
}

/// The two numbers of a list with a single sum.
fn pair(cells: &[Cell]) -> (u32, u32) {
    let [Cell::Sum(a, b)] = cells else { panic!("{cells:?}") };
    let (Cell::Number(a), Cell::Number(b)) = (&**a, &**b) else { panic!("{cells:?}") };
    (*a, *b)
}

/// What the paragraph after the table says about its lines.
#[test]
fn the_steps_are_those_that_the_page_describes() {
    let (_, steps) = steps(SEED);
    let passes: Vec<&str> = steps.iter().skip(1).map(|step| &*step.0).collect();
    let mut parts: Vec<(&str, usize)> = Vec::new();
    for pass in passes {
        match parts.last_mut() {
            Some((last, count)) if *last == pass => *count += 1,
            _ => parts.push((pass, 1)),
        }
    }
    let [deleted, inner, lowered, reordered, moved] = parts[..] else { panic!("{parts:?}") };
    assert_eq!(deleted.0, "delete_spans", "The first steps delete cells and parts of cells.");
    assert_eq!(inner, ("pass_to_descendant", 2), "The inner sum replaces the outer one, twice.");
    assert_eq!(lowered.0, "minimize_numbers", "The first number is lowered.");
    assert_eq!(reordered, ("reorder_spans", 1), "The two numbers are swapped.");
    assert_eq!(moved.0, "redistribute_distant_pairs", "The second number is raised.");

    let at = |step: usize| &*steps[step].2;
    assert_eq!(at(0).len(), 7, "a list of seven cells");
    let [Cell::Sum(first, outer)] = at(deleted.1) else { panic!("{:?}", at(deleted.1)) };
    let Cell::Sum(innermost, last) = &**outer else { panic!("{outer:?}") };
    let zero = Cell::Number(0);
    assert_eq!((&**first, &**last), (&zero, &zero), "A deleted part becomes 0.");
    let step = deleted.1 + inner.1;
    assert_eq!([at(step - 1), at(step)], [outer, innermost].map(|sum| slice::from_ref(&**sum)));
    let lowest = step + lowered.1;
    let [before, lowest, turned, last] =
        [step, lowest, lowest + 1, steps.len() - 1].map(|step| pair(at(step)));
    assert!(lowest.0 < before.0 && lowest.1 == before.1, "Only the first number is lowered.");
    assert_eq!(lowest.0 + lowest.1, 121, "The sum still exceeds 120.");
    assert_eq!(turned, (lowest.1.min(lowest.0), lowest.0), "The lower one comes first.");
    assert_eq!((last.0 + last.1, last.1), (121, 99), "The second is raised to its maximum.");
}

#[test]
fn the_tables_on_the_page_list_every_pass() {
    let rows = PASSES.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let listed: BTreeSet<&str> = rows.collect();
    assert!(listed.len() > 10);
    assert_eq!(listed, scheduled(), "left: passes on the page; right: passes in the schedule");
}

#[test]
fn the_runs_of_the_example_are_those_of_the_page() {
    let runs = RefCell::new(Vec::new());
    let check = check(vec(cell)).seed(SEED).max_failures(1);
    let report = check.run(|cells| {
        let fits = every_cell_fits(&cells);
        runs.borrow_mut().push((cells, fits));
        fits
    });
    let failure = &report.failures()[0];
    let (_, steps) = steps(SEED);
    let runs = runs.into_inner();
    let runs = &runs[runs.len() - failure.reduction_runs() as usize..];
    assert_eq!(failure.confirmations(), 3);
    // The first line of the table is the start.
    let failed = runs.iter().filter(|(_, fits)| !fits).count();
    assert_eq!(failed, 3 + steps.len() - 1);
    assert_eq!(&runs[0].0, failure.original(), "the start");
    let last = runs[runs.len() - 2..].iter().map(|(cells, _)| cells);
    assert!(last.eq([failure.value(); 2]), "the result, twice");
    let found = runs.iter().position(|(cells, _)| cells == failure.value()).expect("the result");
    let passed = |runs: &[(Vec<Cell>, bool)]| runs.iter().filter(|(_, fits)| *fits).count();
    let sentence = format!(
        "Of these {} runs, 3 repeated the first and the last input, {} are the steps above, and {} passed: {} of them after the last step",
        runs.len(),
        steps.len() - 1,
        passed(runs),
        passed(&runs[found..])
    );
    assert!(PAGE.replace('\n', " ").contains(&sentence), "the page does not say: {sentence}");
}

#[test]
fn no_smaller_cells_fail() {
    // The shortest list with a sum has seven choices, and a number alone fits.
    let number = |n| Box::new(Cell::Number(n));
    assert!((0..=99).all(|n| every_cell_fits(&[*number(n)])));
    let pairs = (0..=99).flat_map(|a| (0..=99).map(move |b| (a, b)));
    let mut sums = pairs.map(|(a, b)| Cell::Sum(number(a), number(b)));
    let smallest = sums.find(|sum| !every_cell_fits(std::slice::from_ref(sum))).expect("a sum");
    assert!(PAGE.contains(&format!("`{:?}` is the smallest input of all that fail", [smallest])));
}
