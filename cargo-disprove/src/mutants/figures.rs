//! The statistics of a study: those of paper (e), and estimators that correct their bias.

use super::study::{NOT_COMPILED, Study, Test};
use disprove_analysis::{
    label::Label,
    statistics::{Estimate, Interval, Pairs, Strata, Table, bootstrap, firth},
};

/// Bootstrap resamples for an interval: more would change only the third digit.
const ROUNDS: usize = 1_000;

/// Whether doctests count neither as unit tests nor as properties.
pub(crate) fn are_doctests_separate(doctests: &str) -> bool {
    matches!(doctests, "apart" | "last")
}

/// How doctests count, in words.
pub(crate) fn doctest_note(doctests: &str) -> &'static str {
    match doctests {
        "apart" => "doctests are counted separately",
        "last" => {
            "doctests ran only on mutants that no other test had caught, and are counted separately"
        }
        "none" => "doctests did not run",
        _ => "doctests count as unit tests",
    }
}

/// How a test counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TestKind {
    Property,
    Unit,
    /// A doctest that counts separately.
    Doc,
}

/// How many mutants were caught, and by what. Those that cannot be built and those in code that is not compiled are left
/// out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CaughtCounts {
    pub(crate) viable: usize,
    pub(crate) unviable: usize,
    pub(crate) not_compiled: usize,
    /// By any test, a timeout, or the death of a process.
    pub(crate) all: usize,
    pub(crate) by_property: usize,
    pub(crate) by_unit: usize,
    pub(crate) by_doc: usize,
    pub(crate) by_both: usize,
    pub(crate) only_property: usize,
    pub(crate) only_unit: usize,
    /// Without a test known to have failed.
    pub(crate) timeout: usize,
    pub(crate) died: usize,
    pub(crate) missed: usize,
    /// Of the missed ones: a test reaches them, or none does. For the others that is unknown.
    pub(crate) reached: usize,
    pub(crate) unreached: usize,
}

/// One group of tests against another, over all pairs of a test and a mutant.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Comparison {
    pub(crate) table: Table,
    /// The headline: Firth's regression, which is unbiased for rare events.
    pub(crate) firth: Option<(Estimate, f64)>,
    /// Comparison within each mutant only.
    pub(crate) by_mutant: Option<Estimate>,
    /// Interval of the odds ratio over resampled mutants.
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

/// The kill rate of a test.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct KillRate {
    /// Its index among the tests.
    pub(crate) test: usize,
    pub(crate) kills: usize,
    /// Mutants on which it has a verdict.
    pub(crate) of: usize,
    /// Mutants that no other test kills.
    pub(crate) alone: usize,
}

/// All statistics of a study.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Figures {
    pub(crate) properties: usize,
    pub(crate) units: usize,
    pub(crate) docs: usize,
    pub(crate) found: CaughtCounts,
    pub(crate) against_unit: Comparison,
    pub(crate) categories: Vec<Category>,
    pub(crate) mean_property: Option<f64>,
    pub(crate) mean_unit: Option<f64>,
    /// One per test, in their order.
    pub(crate) rates: Vec<KillRate>,
}

impl Comparison {
    /// The odds ratio over all pairs. `None` if a group has no pairs, or there is no kill at all.
    pub(crate) fn odds(&self) -> Option<Estimate> {
        self.table.haldane().filter(|_| is_informative(self.table))
    }
}

/// The counts of a study, without its comparisons, which take longer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StudyCounts {
    pub(crate) properties: usize,
    pub(crate) units: usize,
    pub(crate) found: CaughtCounts,
    /// One per test, in their order.
    pub(crate) rates: Vec<KillRate>,
}

impl Figures {
    pub(crate) fn counts(study: &Study) -> StudyCounts {
        let kinds = kinds(study);
        let count = |kind: TestKind| kinds.iter().filter(|it| **it == kind).count();
        StudyCounts {
            properties: count(TestKind::Property),
            units: count(TestKind::Unit),
            found: found(study, &kinds),
            rates: rates(study),
        }
    }

    pub(crate) fn of(study: &Study) -> Figures {
        let kinds = kinds(study);
        let count = |kind: TestKind| kinds.iter().filter(|it| **it == kind).count();
        let seconds = |kind: TestKind| mean(study, &|test| kinds[test] == kind);
        Figures {
            properties: count(TestKind::Property),
            units: count(TestKind::Unit),
            docs: count(TestKind::Doc),
            found: found(study, &kinds),
            against_unit: compare(study, &|test| match kinds[test] {
                TestKind::Property => Some(true),
                TestKind::Unit => Some(false),
                TestKind::Doc => None,
            }),
            categories: categories(study, &kinds),
            mean_property: seconds(TestKind::Property),
            mean_unit: seconds(TestKind::Unit),
            rates: rates(study),
        }
    }
}

fn kinds(study: &Study) -> Vec<TestKind> {
    study.tests.iter().map(|test| kind(test, &study.doctests)).collect()
}

fn kind(test: &Test, doctests: &str) -> TestKind {
    match &*test.kind {
        "property" => TestKind::Property,
        "doc" if are_doctests_separate(doctests) => TestKind::Doc,
        _ => TestKind::Unit,
    }
}

fn found(study: &Study, kinds: &[TestKind]) -> CaughtCounts {
    let mut found = CaughtCounts::default();
    for mutant in &study.mutants {
        if !mutant.is_viable() {
            let is_compiled = mutant.outcome != NOT_COMPILED;
            let sum = if is_compiled { &mut found.unviable } else { &mut found.not_compiled };
            *sum += 1;
            continue;
        }
        found.viable += 1;
        let by = |kind: TestKind| {
            (0..kinds.len())
                .any(|test| kinds[test] == kind && mutant.is_killed_by(test) == Some(true))
        };
        let (property, unit, doc) = (by(TestKind::Property), by(TestKind::Unit), by(TestKind::Doc));
        let is_missed = mutant.outcome == "missed";
        let known = property || unit || doc;
        let is_reached = mutant.reached_by.as_ref().map(|tests| !tests.is_empty());
        for (sum, is_so) in [
            (&mut found.missed, is_missed),
            (&mut found.reached, is_missed && is_reached == Some(true)),
            (&mut found.unreached, is_missed && is_reached == Some(false)),
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

/// Compares the tests of two groups; a test may be in neither.
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
    let fit = firth(&pairs).ok().filter(|_| is_informative(table));
    let odds = |drawn: &[usize]| {
        vec![sum(&parts, drawn).haldane().map_or(f64::NAN, |estimate| estimate.value)]
    };
    let drawn = if is_informative(table) {
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

fn is_informative(table: Table) -> bool {
    let [one, one_missed, other, other_missed] = table.cells();
    one + one_missed > 0 && other + other_missed > 0 && one + other > 0
}

/// The summed table of these mutants.
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

fn categories(study: &Study, kinds: &[TestKind]) -> Vec<Category> {
    let mut all = Vec::new();
    for label in Label::ALL {
        let has = |test: usize| {
            kinds[test] == TestKind::Property
                && study.tests[test].labels.iter().any(|it| it == label.name())
        };
        let tests = (0..kinds.len()).filter(|test| has(*test)).count();
        if tests > 0 {
            all.push(Category {
                label: label.name(),
                tests,
                comparison: compare(study, &|test| {
                    (kinds[test] != TestKind::Doc).then(|| has(test))
                }),
                mean_seconds: mean(study, &has),
            });
        }
    }
    all
}

/// The mean time of the selected tests, where known.
fn mean(study: &Study, is_selected: &dyn Fn(usize) -> bool) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0);
    for (place, test) in study.tests.iter().enumerate() {
        if let Some(seconds) = test.seconds.filter(|_| is_selected(place)) {
            sum += seconds;
            count += 1;
        }
    }
    (count > 0).then(|| sum / f64::from(count))
}

fn rates(study: &Study) -> Vec<KillRate> {
    let rate = |test| KillRate { test, kills: 0, of: 0, alone: 0 };
    let mut all: Vec<KillRate> = (0..study.tests.len()).map(rate).collect();
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
    use super::{CaughtCounts, Figures, Study};
    use crate::mutants::study::tests::example;

    #[test]
    fn every_mutant_is_counted_once_and_unviable_ones_separately() {
        let figures = Figures::of(&example());
        assert_eq!((figures.properties, figures.units, figures.docs), (2, 2, 0));
        let expected = CaughtCounts {
            viable: 4,
            unviable: 1,
            not_compiled: 0,
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
            reached: 1,
            unreached: 0,
        };
        assert_eq!(figures.found, expected);
        // Late, but a test has failed.
        let mut study = example();
        "nnFn".clone_into(&mut study.mutants[3].verdicts);
        let found = Figures::of(&study).found;
        assert_eq!((found.timeout, found.by_unit, found.only_unit), (0, 2, 1));
    }

    #[test]
    fn mutants_that_are_not_compiled_do_not_count() {
        let mut study = example();
        "not_compiled".clone_into(&mut study.mutants[2].outcome);
        let figures = Figures::of(&study);
        let CaughtCounts { viable, unviable, not_compiled, all, missed, .. } = figures.found;
        assert_eq!((viable, unviable, not_compiled, all, missed), (3, 1, 1, 3, 0));
        // The pairs of this mutant do not count either.
        assert_eq!(figures.against_unit.table.cells(), [2, 2, 1, 4]);
        let mut study = example();
        study.mutants[2].reached_by = Some(vec![]);
        let found = Figures::of(&study).found;
        assert_eq!((found.missed, found.reached, found.unreached), (1, 0, 1));
    }

    #[test]
    fn pairs_without_a_verdict_are_left_out() {
        let figures = Figures::of(&example());
        // All tests ran on three mutants, and only the unit test ran on one.
        assert_eq!(figures.against_unit.table.cells(), [2, 4, 1, 6]);
        assert!(figures.against_unit.firth.is_some());
        assert!(figures.against_unit.drawn.is_some());
    }

    #[test]
    fn tests_are_compared_on_the_same_mutant_and_mutants_are_resampled() {
        let mut study = example();
        let compared = Figures::of(&study).against_unit;
        // (1/4 + 2/4) / (1/4): of the mutants with verdicts of both groups, tests kill only the first two.
        let by_mutant = compared.by_mutant.expect("tests of both groups kill a mutant");
        assert!((by_mutant.value - 3.0).abs() < 1e-9, "{by_mutant:?}");
        let drawn = compared.drawn.expect("the odds ratio is defined");
        assert!(drawn.low < drawn.high, "{drawn:?}");
        // If all mutants are alike, each sample of mutants is the study itself, but not each sample of pairs.
        study.mutants = vec![study.mutants[0].clone(); 4];
        let alike = Figures::of(&study).against_unit;
        let odds = alike.odds().expect("the odds ratio is defined").value;
        let drawn = alike.drawn.expect("the odds ratio is defined");
        assert_eq!([drawn.low, drawn.high].map(f64::to_bits), [odds.to_bits(); 2]);
    }

    #[test]
    fn doctests_counted_separately_are_in_neither_group() {
        let mut study = example();
        for doctests in ["apart", "last"] {
            study.doctests = doctests.to_owned();
            let figures = Figures::of(&study);
            assert_eq!((figures.units, figures.docs), (1, 1));
            assert_eq!(figures.against_unit.table.cells(), [2, 4, 1, 3]);
        }
        "pppF".clone_into(&mut study.mutants[2].verdicts);
        "caught".clone_into(&mut study.mutants[2].outcome);
        let found = |doctests: &str| {
            let found =
                Figures::of(&Study { doctests: doctests.to_owned(), ..study.clone() }).found;
            (found.all, found.by_doc, found.by_unit, found.only_unit)
        };
        assert_eq!(
            ["apart", "last", "unit"].map(found),
            [(4, 1, 1, 0), (4, 1, 1, 0), (4, 0, 2, 1)]
        );
        for (mutant, verdicts) in [(1, "FppF"), (2, "ppFF")] {
            verdicts.clone_into(&mut study.mutants[mutant].verdicts);
        }
        let found = Figures::of(&study).found;
        assert_eq!((found.only_property, found.only_unit), (0, 0), "a doctest catches them too");
    }

    #[test]
    fn categories_are_compared_with_all_other_tests() {
        let figures = Figures::of(&example());
        let labels: Vec<&str> = figures.categories.iter().map(|category| category.label).collect();
        assert_eq!(labels, ["roundtrip", "constant_bounds", "inclusion"]);
        assert_eq!(figures.categories[0].comparison.table.cells(), [2, 1, 1, 9]);
        assert_eq!(figures.categories[0].mean_seconds, Some(0.25));
    }

    #[test]
    fn each_test_has_its_kills_and_those_of_no_other() {
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
