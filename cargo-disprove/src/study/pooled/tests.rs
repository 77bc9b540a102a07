//! Tests of `pooled.rs`.

use super::{Pooled, joined};
use crate::{
    mutants::study::{MutantResult, Study, Test},
    study::record::ProjectRecord,
    sweep::{Curve, FirstFailure, Phase, Property, Run, RunKey, Sweep},
};

/// A project with one property and several unit tests. The first mutants are killed, and the last are not reached.
fn project(kills: u64, unit_kills: u64, units: u64, mutants: u64, reached: u64) -> ProjectRecord {
    let mut study = Study { doctests: "none".to_owned(), ..Study::default() };
    for number in 0..=units {
        let is_property = number == 0;
        study.tests.push(Test {
            name: format!("t{number}"),
            kind: if is_property { "property" } else { "unit" }.to_owned(),
            labels: if is_property { vec!["roundtrip".to_owned()] } else { Vec::new() },
            seconds: Some(number as f64),
            ..Test::default()
        });
    }
    for id in 0..mutants {
        // Unit tests kill one after the other.
        let kills_of = |unit: u64| unit_kills / units + u64::from(unit <= unit_kills % units);
        let mut verdicts = String::from(if id < kills { "F" } else { "p" });
        verdicts.extend((1..=units).map(|unit| if id < kills_of(unit) { 'F' } else { 'p' }));
        study.mutants.push(MutantResult {
            id,
            outcome: if verdicts.contains('F') { "caught" } else { "missed" }.to_owned(),
            verdicts,
            reached_by: Some(if id < reached { vec![0] } else { Vec::new() }),
            ..MutantResult::default()
        });
    }
    ProjectRecord { mutants: Some(study), ..ProjectRecord::default() }
}

fn projects() -> [ProjectRecord; 4] {
    [
        project(6, 5, 5, 20, 16),
        project(9, 20, 10, 20, 19),
        project(1, 2, 10, 10, 4),
        project(12, 9, 3, 20, 14),
    ]
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-6 * other.abs()
}

/// Computed with statsmodels 0.15.0 (`pip install statsmodels`):
///
/// ```python
/// import numpy as np, statsmodels.api as sm
/// from statsmodels.stats.contingency_tables import StratifiedTable
/// # Kills and misses of properties and of unit tests, and the coverage.
/// projects = [((6, 14), (5, 95), 80), ((9, 11), (20, 180), 95), ((1, 9), (2, 98), 40), ((12, 8), (9, 51), 70)]
/// table = StratifiedTable([np.array([p, u], float) for p, u, _ in projects])
/// print(table.oddsratio_pooled, table.oddsratio_pooled_confint())
/// rows = [(is_property, c, *cells) for p, u, c in projects for is_property, cells in ((1, p), (0, u))]
/// x = np.array([[1, p, c] for p, c, _, _ in rows], float)
/// y = np.array([[kills, missed] for _, _, kills, missed in rows], float)
/// h = np.zeros(len(rows))
/// for _ in range(500):  # Firth's penalty: half of the leverage is added to kills and misses (Heinze and Schemper 2002)
///     fit = sm.GLM(y + h[:, None] / 2, x, family=sm.families.Binomial()).fit(tol=1e-14, maxiter=200)
///     m = 1 / (1 + np.exp(-x @ fit.params))
///     w = x * np.sqrt(y.sum(1) * m * (1 - m))[:, None]
///     h = np.diag(w @ np.linalg.inv(w.T @ w) @ w.T)
/// print(fit.params)
/// ```
#[test]
fn pooled_estimates_agree_with_statsmodels() {
    let pooled = Pooled::of(projects().iter(), 1);
    let comparison = &pooled.against_unit;
    assert_eq!(comparison.table.cells(), [28, 42, 36, 424]);
    let ratio = comparison.by_project.expect("kills and misses in both groups");
    assert!(is_near(ratio.value, 7.803_091_013_165), "{ratio:?}");
    assert!(is_near(ratio.interval.low, 4.149_942_247_726), "{ratio:?}");
    assert!(is_near(ratio.interval.high, 14.672_066_675_892), "{ratio:?}");
    let (odds, slope) = comparison.with_coverage.expect("coverage varies");
    assert!(is_near(odds.value, 2.115_697_518_928_583_6_f64.exp()), "{odds:?}");
    assert!(is_near(slope, 0.019_617_251_113_525), "{slope}");
}

#[test]
fn projects_have_their_own_rows_and_coverage() {
    let pooled = Pooled::of(projects().iter(), 1);
    let coverage: Vec<f64> = pooled.rows.iter().filter_map(|row| row.coverage).collect();
    assert_eq!(coverage, [0.8, 0.95, 0.4, 0.7]);
    assert_eq!((pooled.properties, pooled.units, pooled.found.viable), (4, 28, 70));
    assert_eq!(pooled.found.by_property, 28);
    // Two of the ten unit tests of the third project kill, and all others.
    assert_eq!(pooled.catching, [4, 20]);
    let [category] = &*pooled.labels else { panic!("one category") };
    assert_eq!((category.tests, category.mean_seconds), (4, Some(0.0)));
    assert_eq!(category.comparison.table, pooled.against_unit.table);
}

#[test]
fn tests_are_compared_within_mutants_and_projects_are_resampled() {
    let mut study = crate::mutants::study::tests::example();
    "nnFn".clone_into(&mut study.mutants[3].verdicts);
    let project = ProjectRecord { mutants: Some(study), ..ProjectRecord::default() };
    let compared = Pooled::of([project.clone(), project].iter(), 1).against_unit;
    assert_eq!(compared.table.cells(), [4, 8, 4, 10]);
    let ratios = [compared.by_project, compared.by_mutant].map(|it| it.map(|it| it.value));
    let [Some(by_project), Some(by_mutant)] = ratios else { panic!("{ratios:?}") };
    // The fourth mutant has verdicts of unit tests only.
    assert!(is_near(by_project, 1.25) && is_near(by_mutant, 3.0), "{ratios:?}");
    // Samples of equal projects are equal, but not those of their mutants.
    let odds = compared.table.haldane().expect("both groups have pairs").value;
    let resampled = compared.resampled.expect("there are two");
    assert_eq!([resampled.low, resampled.high].map(f64::to_bits), [odds.to_bits(); 2]);
    let resampled = Pooled::of(projects().iter(), 1).against_unit.resampled.expect("four");
    assert!(resampled.low < resampled.high, "{resampled:?}");
}

#[test]
fn one_project_has_no_variation_between_projects() {
    let pooled = Pooled::of(projects()[..1].iter(), 1);
    assert!(pooled.against_unit.by_project.is_some());
    assert_eq!(pooled.against_unit.with_coverage, None);
    assert_eq!(pooled.against_unit.resampled, None);
    let none = Pooled::of([].iter(), 1);
    assert_eq!(none.against_unit.table.pairs(), 0);
    assert_eq!((none.against_unit.by_project, none.curve), (None, None));
}

#[test]
fn projects_without_results_are_left_out() {
    let mut all = projects().to_vec();
    all[1].mutants = None;
    assert_eq!(Pooled::of(all.iter(), 1).rows.len(), 3);
}

#[test]
fn mutants_of_all_sweeps_are_on_one_curve() {
    let sweep = |first: Option<u64>| {
        let first =
            first.map(|number| FirstFailure { number, phase: Phase::Generate, discarded: 0 });
        let key = RunKey { mutant: 3, seed: 1, property: 0 };
        Sweep {
            cases: 500,
            properties: vec![Property::default()],
            mutants: vec![(3, "m".to_owned())],
            ended: [3].into(),
            runs: vec![Run { key, first }],
            ..Sweep::default()
        }
    };
    let sweeps = [sweep(Some(1)), sweep(Some(40)), sweep(None)];
    let all = joined(&sweeps.iter().collect::<Vec<_>>()).expect("three");
    let curve = Curve::of(&all);
    assert_eq!((curve.inputs.clone(), curve.outcomes.len()), (vec![1, 40], 3));
    assert_eq!(all.runs[2].key, RunKey { mutant: 11, seed: 1, property: 2 });
    assert_eq!(joined(&[]), None);
}
