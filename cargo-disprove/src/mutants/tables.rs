//! The result of a study as text tables.

use super::{
    figures::{CaughtCounts, Comparison, Figures, KillRate, are_doctests_separate, doctest_note},
    study::{MutantResult, NOT_COMPILED, Study},
    text_table::TextTable,
};
use crate::plural::plural;
use disprove_analysis::statistics::{Estimate, Interval};
use std::fmt::Write as _;

/// Survivors shown; a line counts the rest, which is in the file.
const MAX_SURVIVORS: usize = 20;

/// All tables.
pub(super) fn tables(study: &Study) -> String {
    let figures = Figures::of(study);
    let mut text = head(study, &figures);
    text.push_str(&found(study, &figures));
    text.push_str(&comparisons(&figures));
    text.push_str(&times(&figures));
    text.push_str(&rates(study, &figures));
    text.push_str(&survivors(study));
    text
}

fn head(study: &Study, figures: &Figures) -> String {
    let tests = study.tests.len();
    let mut text = format!(
        "{}: {} of {}, seed {}; {}, {} among them ({}); {}\n",
        study.packages.join(", "),
        study.mutants.len(),
        plural(study.of as usize, "mutant", "mutants"),
        study.seed,
        plural(tests, "test", "tests"),
        plural(figures.properties, "property", "properties"),
        share(figures.properties, tests),
        doctest_note(&study.doctests),
    );
    if !study.is_complete {
        let _ = writeln!(
            text,
            "incomplete: the sample has {}",
            plural(study.sample as usize, "mutant", "mutants")
        );
    }
    for (list, why) in [(&study.flaky, "flaky"), (&study.failing, "failing")] {
        if !list.is_empty() {
            let _ = writeln!(text, "left out, {why} on the unchanged code: {}", list.join(", "));
        }
    }
    text
}

fn found(study: &Study, figures: &Figures) -> String {
    let CaughtCounts { viable, unviable, not_compiled, all, missed, .. } = figures.found;
    let found = &figures.found;
    let mut columns = TextTable::new(&["mutants caught", "", &format!("of {viable}")]);
    let mut row = |what: &str, count: usize| {
        columns.row(vec![what.to_owned(), count.to_string(), share(count, viable)]);
    };
    row("total", all);
    row("by properties", found.by_property);
    row("by unit tests", found.by_unit);
    if are_doctests_separate(&study.doctests) {
        row("by doctests", found.by_doc);
    }
    row("by properties and by unit tests", found.by_both);
    row("only by properties", found.only_property);
    row("only by unit tests", found.only_unit);
    row("by a timeout, no test known", found.timeout);
    row("by a dead process, no test known", found.died);
    row("survived", missed);
    if found.reached + found.unreached > 0 {
        row("  reached, not detected", found.reached);
        row("  not reached", found.unreached);
    }
    let mut rest = String::new();
    if unviable > 0 {
        let _ = writeln!(rest, "  {} cannot be built", plural(unviable, "mutant", "mutants"));
    }
    if not_compiled > 0 {
        let _ = writeln!(
            rest,
            "  {} in code that is not compiled here (another feature or platform), not counted",
            plural(not_compiled, "mutant is", "mutants are")
        );
    }
    format!("\n{}{rest}", columns.text())
}

fn comparisons(figures: &Figures) -> String {
    if figures.properties == 0 {
        return "\nno test is a property, so there is nothing to compare\n".to_owned();
    }
    let mut paper = TextTable::new(&[
        "killed, of pairs of a test and a mutant",
        "tests",
        "killed",
        "others",
        "odds ratio",
        "95 %",
        "G2",
        "V",
        "p",
        "Fisher p",
    ]);
    let mut corrected = TextTable::new(&[
        "corrected",
        "regression",
        "95 %",
        "p",
        "within mutants",
        "95 %",
        "resampled, 95 %",
    ]);
    let all = figures.categories.iter().map(|it| (words(it.label), it.tests, &it.comparison));
    let first =
        ("properties against unit tests".to_owned(), figures.properties, &figures.against_unit);
    for (what, tests, comparison) in std::iter::once(first).chain(all) {
        paper.row(paper_row(&what, tests, comparison));
        corrected.row(corrected_row(&what, comparison));
    }
    let notes = "  Each category is compared with all other tests. The regression (Firth) corrects for rare kills; within\n  \
                 mutants (Mantel-Haenszel) compares tests on the same mutant only; resampled: interval of the odds ratio over\n  \
                 resampled mutants.\n";
    format!("\n{}\n{}{notes}", paper.text(), corrected.text())
}

fn paper_row(what: &str, tests: usize, comparison: &Comparison) -> Vec<String> {
    let [one, one_missed, other, other_missed] = comparison.table.cells();
    let mut row = vec![
        what.to_owned(),
        tests.to_string(),
        format!("{one}/{}", one + one_missed),
        format!("{other}/{}", other + other_missed),
    ];
    match comparison.odds() {
        Some(ratio) => {
            row.extend(estimate(ratio));
            row.push(format!("{:.2}", comparison.table.g_squared()));
            row.push(format!("{:.3}", comparison.table.v()));
            row.push(probability(comparison.table.p()));
            row.push(probability(comparison.table.fisher()));
        }
        None => row.push("-".to_owned()),
    }
    row
}

fn corrected_row(what: &str, comparison: &Comparison) -> Vec<String> {
    let none = || vec!["-".to_owned(), String::new()];
    let mut row = vec![what.to_owned()];
    if let Some((ratio, p)) = comparison.firth {
        row.extend(estimate(ratio));
        row.push(probability(p));
    } else {
        row.extend(none());
        row.push(String::new());
    }
    row.extend(comparison.by_mutant.map_or_else(none, estimate));
    row.push(comparison.drawn.map_or_else(|| "-".to_owned(), interval));
    row
}

fn times(figures: &Figures) -> String {
    let mut columns = TextTable::new(&["mean time of a test", "tests", "seconds"]);
    let mut row = |what: String, tests: usize, seconds: Option<f64>| {
        if tests > 0 {
            let seconds = seconds.map_or_else(|| "-".to_owned(), |seconds| format!("{seconds:.4}"));
            columns.row(vec![what, tests.to_string(), seconds]);
        }
    };
    row("properties".to_owned(), figures.properties, figures.mean_property);
    for category in &figures.categories {
        row(words(category.label), category.tests, category.mean_seconds);
    }
    row("unit tests".to_owned(), figures.units, figures.mean_unit);
    format!("\n{}", columns.text())
}

fn rates(study: &Study, figures: &Figures) -> String {
    let is_property = |rate: &&KillRate| study.tests[rate.test].kind == "property";
    let mut rates: Vec<&KillRate> = figures.rates.iter().filter(is_property).collect();
    if rates.is_empty() {
        return String::new();
    }
    rates.sort_by_key(|rate| (std::cmp::Reverse(rate.kills), rate.test));
    let mut columns = TextTable::new(&["property", "killed", "", "only by it", "categories"]);
    for rate in rates {
        let test = &study.tests[rate.test];
        let labels: Vec<String> = test.labels.iter().map(|label| words(label)).collect();
        columns.row(vec![
            test.name.clone(),
            format!("{}/{}", rate.kills, rate.of),
            share(rate.kills, rate.of),
            rate.alone.to_string(),
            labels.join(", "),
        ]);
    }
    format!("\n{}", columns.text())
}

fn survivors(study: &Study) -> String {
    let all: Vec<&MutantResult> =
        study.mutants.iter().filter(|mutant| mutant.outcome == "missed").collect();
    let mut text = String::new();
    for mutant in all.iter().take(MAX_SURVIVORS) {
        let _ = writeln!(text, "\nsurvives: {}", mutant.name);
        for line in changed(&mutant.diff) {
            let _ = writeln!(text, "  {line}");
        }
        let _ = writeln!(text, "  {}", reached(study, mutant));
    }
    if all.len() > MAX_SURVIVORS {
        let _ = writeln!(text, "\nand {} more survivors", all.len() - MAX_SURVIVORS);
    }
    let not_compiled = study.mutants.iter().filter(|mutant| mutant.outcome == NOT_COMPILED);
    for (number, mutant) in not_compiled.enumerate().take(MAX_SURVIVORS) {
        let _ =
            writeln!(text, "{}not compiled: {}", if number == 0 { "\n" } else { "" }, mutant.name);
    }
    text
}

/// The changed lines of a diff.
fn changed(diff: &str) -> impl Iterator<Item = &str> {
    diff.lines().filter(|line| {
        (line.starts_with('-') || line.starts_with('+'))
            && !line.starts_with("---")
            && !line.starts_with("+++")
    })
}

/// The tests that reach a survivor.
fn reached(study: &Study, mutant: &MutantResult) -> String {
    let Some(reached) = &mutant.reached_by else {
        return "unknown which tests reach it".to_owned();
    };
    let names = |kind: fn(&str) -> bool| -> Vec<&str> {
        let tests = reached.iter().map(|place| &study.tests[*place]);
        tests.filter(|test| kind(&test.kind)).map(|test| &*test.name).collect()
    };
    let properties = names(|kind| kind == "property");
    let others = names(|kind| kind != "property").len();
    match (&*properties, others) {
        ([], 0) if study.tests.iter().any(|test| test.kind == "doc") => {
            "reached by no test (doctests not checked)".to_owned()
        }
        ([], 0) => "reached by no test".to_owned(),
        ([], _) => {
            format!("reached by no property, but by {}", plural(others, "unit test", "unit tests"))
        }
        _ => format!("reached by {}", properties.join(", ")),
    }
}

/// A category in words.
fn words(label: &str) -> String {
    label.replace('_', " ")
}

fn share(count: usize, of: usize) -> String {
    if of == 0 { "-".to_owned() } else { format!("{:.1} %", 100.0 * count as f64 / of as f64) }
}

fn estimate(estimate: Estimate) -> Vec<String> {
    vec![format!("{:.2}", estimate.value), interval(estimate.interval)]
}

fn interval(interval: Interval) -> String {
    format!("{:.2} to {:.2}", interval.low, interval.high)
}

fn probability(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") }
}

#[cfg(test)]
mod tests {
    use super::{Figures, MAX_SURVIVORS, estimate, interval, tables};
    use crate::mutants::study::tests::example;

    #[test]
    fn a_study_is_shown_in_tables() {
        let text = tables(&example());
        for part in [
            "rle: 5 of 40 mutants, seed 1; 4 tests, 2 properties among them (50.0 %); doctests count as unit tests\n",
            "left out, flaky on the unchanged code: rle::tests::flaky\n",
            "  mutants caught                         of 4\n",
            "  total                             3  75.0 %\n",
            "  by properties                     2  50.0 %\n",
            "  by unit tests                     1  25.0 %\n",
            "  by properties and by unit tests   1  25.0 %\n",
            "  only by properties                1  25.0 %\n",
            "  only by unit tests                0   0.0 %\n",
            "  by a timeout, no test known       1  25.0 %\n",
            "  by a dead process, no test known  0   0.0 %\n",
            "  survived                          1  25.0 %\n",
            "    reached, not detected           1  25.0 %\n",
            "    not reached                     0   0.0 %\n",
            "  1 mutant cannot be built\n",
            "  properties against unit tests                2     2/6     1/7        2.41   0.23 to 25.35",
            "  props::round_trip     2/3  66.7 %           1                   roundtrip\n",
            "  props::shorter        0/3   0.0 %           0 ",
            "survives: src/lib.rs:5:5: replace f5 -> bool with true\n  -a\n  +true\n  reached by props::round_trip\n",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        for head in [
            "killed, of pairs of a test and a mutant tests killed others odds ratio 95 % G2 V p Fisher p",
            "property killed only by it categories",
        ] {
            assert!(text.lines().any(|line| words(line) == head), "{head}\n{text}");
        }
        let category = text.lines().find(|line| line.starts_with("  roundtrip ")).expect("a row");
        let words: Vec<&str> = category.split_whitespace().take(4).collect();
        assert_eq!(words, ["roundtrip", "1", "2/3", "1/10"]);
        let mut corrected = text.lines().skip_while(|line| !line.starts_with("  corrected "));
        let head = corrected.next().unwrap_or_default();
        let words = head.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words, "corrected regression 95 % p within mutants 95 % resampled, 95 %");
        let compared = Figures::of(&example()).against_unit;
        let [ratio, its_interval] = &estimate(compared.by_mutant.expect("it is defined"))[..]
        else {
            panic!("a ratio and its interval")
        };
        let resampled = interval(compared.drawn.expect("it is defined"));
        let row = corrected.next().unwrap_or_default();
        let words = row.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.starts_with("properties against unit tests "), "{row}");
        assert!(words.ends_with(&format!(" {ratio} {its_interval} {resampled}")), "{row}");
    }

    #[test]
    fn doctests_counted_separately_are_in_the_table() {
        let mut study = example();
        assert!(!tables(&study).contains("  by doctests "));
        "pppF".clone_into(&mut study.mutants[0].verdicts);
        for doctests in ["apart", "last"] {
            doctests.clone_into(&mut study.doctests);
            let text = tables(&study);
            let row = format!("  {:32}  1  25.0 %\n", "by doctests");
            assert!(text.contains(&row), "{row}\n{text}");
        }
    }

    #[test]
    fn an_incomplete_study_is_marked() {
        let mut study = example();
        study.is_complete = false;
        study.mutants.truncate(2);
        assert!(tables(&study).contains("incomplete: the sample has 5 mutants\n"));
    }

    #[test]
    fn mutants_that_are_not_compiled_are_named_and_not_counted() {
        let mut study = example();
        "not_compiled".clone_into(&mut study.mutants[2].outcome);
        let text = tables(&study);
        for part in [
            " of 3\n",
            &format!("  {:32}  0    0.0 %\n", "survived"),
            "  1 mutant is in code that is not compiled here (another feature or platform), not counted\n",
            "\nnot compiled: src/lib.rs:5:5: replace f5 -> bool with true\n",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
        assert!(!text.contains("survives: "), "{text}");
    }

    #[test]
    fn survivors_show_the_tests_that_reach_them() {
        let mut study = example();
        study.mutants[2].reached_by = Some(vec![]);
        let text = tables(&study);
        assert!(text.contains("  reached by no test (doctests not checked)\n"), "{text}");
        let counts = format!(
            "  {:32}  0   0.0 %\n  {:32}  1  25.0 %\n",
            "  reached, not detected", "  not reached"
        );
        assert!(text.contains(&counts), "{text}");
        "unit".clone_into(&mut study.tests[3].kind);
        assert!(tables(&study).contains("  reached by no test\n"));
        study.mutants[2].reached_by = Some(vec![2, 3]);
        assert!(tables(&study).contains("  reached by no property, but by 2 unit tests\n"));
        study.mutants[2].reached_by = Some(vec![0, 1, 2]);
        let properties = "  reached by props::round_trip, props::shorter\n";
        assert!(tables(&study).contains(properties), "{properties}");
        study.mutants[2].reached_by = None;
        assert!(tables(&study).contains("  unknown which tests reach it\n"));
        study.mutants = vec![study.mutants[2].clone(); MAX_SURVIVORS + 3];
        for (number, mutant) in study.mutants.iter_mut().enumerate() {
            mutant.name = format!("m{number}");
        }
        let text = tables(&study);
        let shown = text.lines().filter_map(|line| line.strip_prefix("survives: "));
        let first: Vec<String> = (0..MAX_SURVIVORS).map(|number| format!("m{number}")).collect();
        assert_eq!(shown.collect::<Vec<_>>(), first);
        assert!(text.ends_with("\nand 3 more survivors\n"), "{text}");
        let sentence = format!("shows the first {MAX_SURVIVORS} survivors");
        crate::book::assert_said("guides/mutants.md", &sentence);
    }
}
