//! The figures of a study: those of paper (e), and what puts them right.

use super::study::{Study, Test};
use disprove_analysis::{
    label::Label,
    statistics::{Estimate, Interval, Pairs, Strata, Table, bootstrap, firth},
};

/// Studies that are drawn from a study, for intervals. More would change the third digit.
const ROUNDS: usize = 1_000;

/// What doctests count as, in words.
pub(crate) fn counted(doctests: &str) -> &'static str {
    match doctests {
        "apart" => "doctests are counted apart",
        "last" => "doctests were run on what no other test had found, and are counted apart",
        "none" => "doctests were not run",
        _ => "doctests count as unit tests",
    }
}

/// What a test counts as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Property,
    Unit,
    /// A doctest that is counted apart.
    Doc,
}

/// How many mutants were found, and by what. Those that cannot be built are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) viable: usize,
    pub(crate) unviable: usize,
    /// By any test, by running out of time, or by the death of a process.
    pub(crate) all: usize,
    pub(crate) by_property: usize,
    pub(crate) by_unit: usize,
    pub(crate) by_doc: usize,
    pub(crate) by_both: usize,
    pub(crate) only_property: usize,
    pub(crate) only_unit: usize,
    /// No test is known to have failed.
    pub(crate) timeout: usize,
    pub(crate) died: usize,
    pub(crate) missed: usize,
}

/// One group of tests against another, over all pairs of a test and a mutant.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Comparison {
    pub(crate) table: Table,
    /// The headline: a regression that is not misled by rare events.
    pub(crate) firth: Option<(Estimate, f64)>,
    /// Pairs of one mutant compared with each other only.
    pub(crate) by_mutant: Option<Estimate>,
    /// What the odds ratio would be with other mutants.
    pub(crate) drawn: Option<Interval>,
}

/// A category of properties.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Category {
    pub(crate) label: &'static str,
    pub(crate) tests: usize,
    /// Against all other tests.
    pub(crate) comparison: Comparison,
    pub(crate) mean_seconds: Option<f64>,
}

/// One test.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rate {
    /// Its place among the tests.
    pub(crate) test: usize,
    pub(crate) kills: usize,
    /// The mutants that it ran on to its end.
    pub(crate) of: usize,
    /// Mutants that no other test finds.
    pub(crate) alone: usize,
}

/// All of them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Figures {
    pub(crate) properties: usize,
    pub(crate) units: usize,
    pub(crate) docs: usize,
    pub(crate) found: Found,
    pub(crate) against_unit: Comparison,
    pub(crate) categories: Vec<Category>,
    pub(crate) mean_property: Option<f64>,
    pub(crate) mean_unit: Option<f64>,
    /// Of each test, in their order.
    pub(crate) rates: Vec<Rate>,
}

impl Comparison {
    /// The odds ratio of all pairs. Without pairs in both groups there is nothing to compare, and without a single kill
    /// nothing to tell them apart by.
    pub(crate) fn odds(&self) -> Option<Estimate> {
        self.table.haldane().filter(|_| says_something(self.table))
    }
}

impl Figures {
    pub(crate) fn of(study: &Study) -> Figures {
        let kinds: Vec<Kind> = study.tests.iter().map(|test| kind(test, &study.doctests)).collect();
        let count = |kind: Kind| kinds.iter().filter(|it| **it == kind).count();
        let seconds = |kind: Kind| mean(study, &|test| kinds[test] == kind);
        Figures {
            properties: count(Kind::Property),
            units: count(Kind::Unit),
            docs: count(Kind::Doc),
            found: found(study, &kinds),
            against_unit: compare(study, &|test| match kinds[test] {
                Kind::Property => Some(true),
                Kind::Unit => Some(false),
                Kind::Doc => None,
            }),
            categories: categories(study, &kinds),
            mean_property: seconds(Kind::Property),
            mean_unit: seconds(Kind::Unit),
            rates: rates(study),
        }
    }
}

fn kind(test: &Test, doctests: &str) -> Kind {
    match &*test.kind {
        "property" => Kind::Property,
        "doc" if matches!(doctests, "apart" | "last") => Kind::Doc,
        _ => Kind::Unit,
    }
}

fn found(study: &Study, kinds: &[Kind]) -> Found {
    let mut found = Found::default();
    for mutant in &study.mutants {
        if !mutant.is_viable() {
            found.unviable += 1;
            continue;
        }
        found.viable += 1;
        let by = |kind: Kind| {
            (0..kinds.len())
                .any(|test| kinds[test] == kind && mutant.is_killed_by(test) == Some(true))
        };
        let (property, unit, doc) = (by(Kind::Property), by(Kind::Unit), by(Kind::Doc));
        let is_missed = mutant.outcome == "missed";
        let known = property || unit || doc;
        for (sum, is_so) in [
            (&mut found.missed, is_missed),
            (&mut found.all, !is_missed),
            (&mut found.by_property, property),
            (&mut found.by_unit, unit),
            (&mut found.by_doc, doc),
            (&mut found.by_both, property && unit),
            (&mut found.only_property, property && !unit && !doc),
            (&mut found.only_unit, unit && !property && !doc),
            (&mut found.timeout, !known && mutant.outcome == "timeout"),
            (&mut found.died, !known && mutant.outcome == "caught"),
        ] {
            *sum += usize::from(is_so);
        }
    }
    found
}

/// Compares the tests of one group with those of the other; a test may be in neither.
fn compare(study: &Study, group: &dyn Fn(usize) -> Option<bool>) -> Comparison {
    let groups: Vec<Option<bool>> = (0..study.tests.len()).map(group).collect();
    let mut parts = Vec::new();
    let mut strata = Strata::default();
    for mutant in study.mutants.iter().filter(|mutant| mutant.is_viable()) {
        let mut part = Table::default();
        for (test, group) in groups.iter().enumerate() {
            if let (Some(is_one), Some(is_kill)) = (group, mutant.is_killed_by(test)) {
                part.count(*is_one, is_kill);
            }
        }
        strata.add(part);
        parts.push(part.cells());
    }
    let all: Vec<usize> = (0..parts.len()).collect();
    let table = sum(&parts, &all);
    let [one, one_missed, other, other_missed] = table.cells();
    let mut pairs = Pairs::default();
    pairs.add_many(&[true], one, one + one_missed);
    pairs.add_many(&[false], other, other + other_missed);
    let fit = firth(&pairs).ok().filter(|_| says_something(table));
    let odds = |drawn: &[usize]| {
        vec![sum(&parts, drawn).haldane().map_or(f64::NAN, |estimate| estimate.value)]
    };
    let drawn = if says_something(table) {
        bootstrap(parts.len(), ROUNDS, study.seed, &odds)
    } else {
        Vec::new()
    };
    Comparison {
        table,
        firth: fit.map(|fit| (fit.columns[0].odds_ratio(), fit.columns[0].p)),
        by_mutant: strata.odds_ratio(),
        drawn: drawn.first().copied().flatten(),
    }
}

fn says_something(table: Table) -> bool {
    let [one, one_missed, other, other_missed] = table.cells();
    one + one_missed > 0 && other + other_missed > 0 && one + other > 0
}

/// The pairs of these mutants together.
fn sum(parts: &[[u64; 4]], mutants: &[usize]) -> Table {
    let (mut one, mut one_of, mut other, mut other_of) = (0, 0, 0, 0);
    for mutant in mutants {
        let part = parts[*mutant];
        one += part[0];
        one_of += part[0] + part[1];
        other += part[2];
        other_of += part[2] + part[3];
    }
    Table::new(one, one_of, other, other_of)
}

fn categories(study: &Study, kinds: &[Kind]) -> Vec<Category> {
    let mut all = Vec::new();
    for label in Label::ALL {
        let has = |test: usize| {
            kinds[test] == Kind::Property
                && study.tests[test].labels.iter().any(|it| it == label.name())
        };
        let tests = (0..kinds.len()).filter(|test| has(*test)).count();
        if tests > 0 {
            all.push(Category {
                label: label.name(),
                tests,
                comparison: compare(study, &|test| (kinds[test] != Kind::Doc).then(|| has(test))),
                mean_seconds: mean(study, &has),
            });
        }
    }
    all
}

/// The mean time of tests, as far as it is known.
fn mean(study: &Study, is_meant: &dyn Fn(usize) -> bool) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0);
    for (place, test) in study.tests.iter().enumerate() {
        if let Some(seconds) = test.seconds.filter(|_| is_meant(place)) {
            sum += seconds;
            count += 1;
        }
    }
    (count > 0).then(|| sum / f64::from(count))
}

fn rates(study: &Study) -> Vec<Rate> {
    let rate = |test| Rate { test, kills: 0, of: 0, alone: 0 };
    let mut all: Vec<Rate> = (0..study.tests.len()).map(rate).collect();
    for mutant in study.mutants.iter().filter(|mutant| mutant.is_viable()) {
        let mut killers = Vec::new();
        for rate in &mut all {
            let Some(is_kill) = mutant.is_killed_by(rate.test) else { continue };
            rate.of += 1;
            if is_kill {
                rate.kills += 1;
                killers.push(rate.test);
            }
        }
        if let [only] = killers[..] {
            all[only].alone += 1;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{Figures, Found};
    use crate::mutants::study::tests::example;

    #[test]
    fn every_mutant_is_counted_once_and_those_that_cannot_be_built_apart() {
        let figures = Figures::of(&example());
        assert_eq!((figures.properties, figures.units, figures.docs), (2, 2, 0));
        let expected = Found {
            viable: 4,
            unviable: 1,
            all: 3,
            by_property: 2,
            by_unit: 1,
            by_doc: 0,
            by_both: 1,
            only_property: 1,
            only_unit: 0,
            timeout: 1,
            died: 0,
            missed: 1,
        };
        assert_eq!(figures.found, expected);
    }

    #[test]
    fn pairs_that_did_not_run_are_left_out() {
        let figures = Figures::of(&example());
        // Three mutants that all tests ran on, and one on which only the unit test did.
        assert_eq!(figures.against_unit.table.cells(), [2, 4, 1, 6]);
        assert!(figures.against_unit.firth.is_some());
        assert!(figures.against_unit.drawn.is_some());
    }

    #[test]
    fn doctests_apart_are_in_neither_group() {
        let mut study = example();
        study.doctests = "apart".to_owned();
        let figures = Figures::of(&study);
        assert_eq!((figures.units, figures.docs), (1, 1));
        assert_eq!(figures.against_unit.table.cells(), [2, 4, 1, 3]);
    }

    #[test]
    fn categories_are_held_against_all_other_tests() {
        let figures = Figures::of(&example());
        let labels: Vec<&str> = figures.categories.iter().map(|category| category.label).collect();
        assert_eq!(labels, ["roundtrip", "constant_bounds", "inclusion"]);
        assert_eq!(figures.categories[0].comparison.table.cells(), [2, 1, 1, 9]);
        assert_eq!(figures.categories[0].mean_seconds, Some(0.25));
    }

    #[test]
    fn tests_have_what_they_find_and_what_no_other_does() {
        let figures = Figures::of(&example());
        let rates: Vec<_> =
            figures.rates.iter().map(|rate| (rate.test, rate.kills, rate.of, rate.alone)).collect();
        assert_eq!(rates, [(0, 2, 3, 1), (1, 0, 3, 0), (2, 1, 4, 0), (3, 0, 3, 0)]);
    }

    #[test]
    fn without_properties_there_is_nothing_to_compare() {
        let mut study = example();
        for test in &mut study.tests {
            "unit".clone_into(&mut test.kind);
        }
        let figures = Figures::of(&study);
        assert!(figures.against_unit.firth.is_none());
        assert!(figures.against_unit.table.odds_ratio().is_none());
        assert!(figures.categories.is_empty());
    }
}
