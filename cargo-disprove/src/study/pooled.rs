//! The statistics of all projects together: pairs of tests and mutants, with the project as stratum.

use super::record::{CategoryCounts, ProjectRecord};
use crate::{
    mutants::{
        figures::{CaughtCounts, Figures},
        study::Study,
    },
    sweep::{Curve, Sweep},
};
use disprove_analysis::{
    label::Label,
    statistics::{Estimate, Interval, Pairs, Strata, Table, bootstrap, firth},
};

/// Bootstrap resamples for an interval, as in a study of one project.
const ROUNDS: usize = 1_000;

/// Tests of one kind against others, over all pairs of a test and a mutant of the same project.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PooledComparison {
    pub(crate) table: Table,
    /// Comparison within each project only.
    pub(crate) by_project: Option<Estimate>,
    /// Comparison within each mutant only.
    pub(crate) by_mutant: Option<Estimate>,
    /// With the coverage of the project as a second column: the odds ratio, and the change of the log odds by a percentage point.
    pub(crate) with_coverage: Option<(Estimate, f64)>,
    /// Interval of the odds ratio over resampled projects.
    pub(crate) resampled: Option<Interval>,
}

/// A category of properties in all projects.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PooledCategory {
    pub(crate) label: Label,
    pub(crate) tests: usize,
    /// Against all other tests.
    pub(crate) comparison: PooledComparison,
    pub(crate) mean_seconds: Option<f64>,
}

/// A project in the table of projects.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ProjectRow {
    pub(crate) name: String,
    pub(crate) language: &'static str,
    pub(crate) lines: u64,
    pub(crate) properties: usize,
    pub(crate) units: usize,
    pub(crate) found: CaughtCounts,
    pub(crate) coverage: Option<f64>,
}

/// All statistics of a set of projects.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pooled {
    pub(crate) rows: Vec<ProjectRow>,
    pub(crate) categories: CategoryCounts,
    pub(crate) properties: usize,
    pub(crate) units: usize,
    pub(crate) found: CaughtCounts,
    /// How many properties and unit tests have caught a mutant.
    pub(crate) catching: [usize; 2],
    pub(crate) against_unit: PooledComparison,
    pub(crate) labels: Vec<PooledCategory>,
    pub(crate) curve: Option<Curve>,
}

/// A project with its results, the kinds of its tests, and its coverage.
struct Part<'a> {
    study: &'a Study,
    coverage: Option<f64>,
}

impl Pooled {
    pub(crate) fn of<'a>(projects: impl Iterator<Item = &'a ProjectRecord>, seed: u64) -> Pooled {
        let (mut rows, mut parts, mut sweeps) = (Vec::new(), Vec::new(), Vec::new());
        let mut categories = CategoryCounts::default();
        let mut found = CaughtCounts::default();
        let (mut properties, mut units, mut catching) = (0, 0, [0, 0]);
        for project in projects {
            let Some(study) = &project.mutants else { continue };
            categories.add(&project.categories);
            let figures = Figures::counts(study);
            properties += figures.properties;
            units += figures.units;
            add(&mut found, &figures.found);
            for rate in figures.rates.iter().filter(|rate| rate.kills > 0) {
                catching[usize::from(study.tests[rate.test].kind != "property")] += 1;
            }
            let coverage = coverage(study);
            rows.push(ProjectRow {
                name: project.name.clone(),
                language: project.language(),
                lines: project.lines,
                properties: figures.properties,
                units: figures.units,
                found: figures.found,
                coverage,
            });
            parts.push(Part { study, coverage });
            sweeps.extend(&project.sweep);
        }
        let is_property = |test: &crate::mutants::study::Test| test.kind == "property";
        let mut labels = Vec::new();
        for label in Label::ALL {
            let has = |test: &crate::mutants::study::Test| {
                is_property(test) && test.labels.iter().any(|it| it == label.name())
            };
            let own: Vec<_> =
                parts.iter().flat_map(|part| &part.study.tests).filter(|test| has(test)).collect();
            if !own.is_empty() {
                let seconds: Vec<f64> = own.iter().filter_map(|test| test.seconds).collect();
                labels.push(PooledCategory {
                    label,
                    tests: own.len(),
                    comparison: compare(&parts, seed, &has),
                    mean_seconds: (!seconds.is_empty())
                        .then(|| seconds.iter().sum::<f64>() / seconds.len() as f64),
                });
            }
        }
        Pooled {
            rows,
            categories,
            properties,
            units,
            found,
            catching,
            against_unit: compare(&parts, seed, &is_property),
            labels,
            curve: joined(&sweeps).map(|sweep| Curve::of(&sweep)),
        }
    }
}

/// Adds the counts of a project.
fn add(sum: &mut CaughtCounts, more: &CaughtCounts) {
    for (sum, more) in [
        (&mut sum.viable, more.viable),
        (&mut sum.unviable, more.unviable),
        (&mut sum.not_compiled, more.not_compiled),
        (&mut sum.all, more.all),
        (&mut sum.by_property, more.by_property),
        (&mut sum.by_unit, more.by_unit),
        (&mut sum.by_doc, more.by_doc),
        (&mut sum.by_both, more.by_both),
        (&mut sum.only_property, more.only_property),
        (&mut sum.only_unit, more.only_unit),
        (&mut sum.timeout, more.timeout),
        (&mut sum.died, more.died),
        (&mut sum.missed, more.missed),
        (&mut sum.reached, more.reached),
        (&mut sum.unreached, more.unreached),
    ] {
        *sum += more;
    }
}

/// The coverage of a project: the share of its sampled mutants that some test reaches. The definition is the same for both
/// languages, and needs no instrumentation beyond that of the study.
fn coverage(study: &Study) -> Option<f64> {
    let (mut reached, mut known) = (0_u32, 0_u32);
    for mutant in study.mutants.iter().filter(|mutant| mutant.is_viable()) {
        let is_reached = match &mutant.reached_by {
            _ if mutant.outcome != "missed" => true,
            Some(tests) => !tests.is_empty(),
            None => continue,
        };
        known += 1;
        reached += u32::from(is_reached);
    }
    (known > 0).then(|| f64::from(reached) / f64::from(known))
}

/// Compares tests with all others of their projects.
fn compare(
    parts: &[Part<'_>],
    seed: u64,
    is_one: &dyn Fn(&crate::mutants::study::Test) -> bool,
) -> PooledComparison {
    let (mut by_mutant, mut by_project) = (Strata::default(), Strata::default());
    let mut pairs = Pairs::default();
    let mut tables = Vec::new();
    for part in parts {
        let groups: Vec<bool> = part.study.tests.iter().map(is_one).collect();
        let mut sum = [0; 4];
        for mutant in part.study.mutants.iter().filter(|mutant| mutant.is_viable()) {
            let mut table = Table::default();
            for (test, is_one) in groups.iter().enumerate() {
                if let Some(is_kill) = mutant.is_killed_by(test) {
                    table.count(*is_one, is_kill);
                }
            }
            by_mutant.add(table);
            for (sum, cell) in sum.iter_mut().zip(table.cells()) {
                *sum += cell;
            }
        }
        by_project.add(table_of(sum));
        if let Some(coverage) = part.coverage {
            let [one, one_missed, other, other_missed] = sum;
            let percent = coverage * 100.0;
            pairs.add_numbers(&[1.0, percent], one, one + one_missed);
            pairs.add_numbers(&[0.0, percent], other, other + other_missed);
        }
        tables.push(sum);
    }
    let all: Vec<usize> = (0..tables.len()).collect();
    let table = total(&tables, &all);
    let [one, one_missed, other, other_missed] = table.cells();
    let is_informative = one + one_missed > 0 && other + other_missed > 0 && one + other > 0;
    let odds = |drawn: &[usize]| {
        vec![total(&tables, drawn).haldane().map_or(f64::NAN, |estimate| estimate.value)]
    };
    // Resampling one project says nothing.
    let resampled = if is_informative && tables.len() > 1 {
        bootstrap(tables.len(), ROUNDS, seed, &odds)
    } else {
        Vec::new()
    };
    let fit = firth(&pairs).ok().filter(|_| is_informative);
    PooledComparison {
        table,
        by_project: by_project.odds_ratio(),
        by_mutant: by_mutant.odds_ratio(),
        with_coverage: fit.map(|fit| (fit.columns[0].odds_ratio(), fit.columns[1].value)),
        resampled: resampled.first().copied().flatten(),
    }
}

fn table_of([one, one_missed, other, other_missed]: [u64; 4]) -> Table {
    Table::new(one, one + one_missed, other, other + other_missed)
}

/// The summed table of these projects.
fn total(tables: &[[u64; 4]], projects: &[usize]) -> Table {
    let mut sum = [0; 4];
    for project in projects {
        for (sum, cell) in sum.iter_mut().zip(tables[*project]) {
            *sum += cell;
        }
    }
    table_of(sum)
}

/// One sweep with the mutants and properties of all.
fn joined(sweeps: &[&Sweep]) -> Option<Sweep> {
    let mut all = Sweep { cases: sweeps.first()?.cases, ..Sweep::default() };
    // Mutants are numbered within their project.
    let mut offset = 0;
    for sweep in sweeps {
        let first = all.properties.len();
        let moved = |mut key: crate::sweep::RunKey| {
            key.mutant += offset;
            key.property += first;
            key
        };
        all.properties.extend(sweep.properties.iter().cloned());
        all.mutants.extend(sweep.mutants.iter().map(|(id, name)| (id + offset, name.clone())));
        all.ended.extend(sweep.ended.iter().map(|id| id + offset));
        all.runs
            .extend(sweep.runs.iter().map(|run| crate::sweep::Run { key: moved(run.key), ..*run }));
        all.uncounted.extend(sweep.uncounted.iter().copied().map(moved));
        all.not_run.extend(sweep.not_run.iter().copied().map(moved));
        let last = sweep.mutants.iter().map(|(id, _)| *id).max().unwrap_or(0);
        offset += last + 1;
    }
    Some(all)
}

#[cfg(test)]
mod tests;
