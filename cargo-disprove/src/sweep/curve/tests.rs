//! Tests of `curve.rs`.

use super::{
    super::{
        first_failure::{FirstFailure, Phase},
        record::{Property, Run, RunKey, Sweep},
    },
    Curve, MutantOutcome, median,
};

/// A run of a property on a mutant with a seed, and its first failing input.
fn run(property: usize, mutant: u64, seed: u64, number: Option<u64>) -> Run {
    let first = number.map(|number| FirstFailure { number, phase: Phase::Generate, discarded: 0 });
    Run { key: RunKey { mutant, seed, property }, first }
}

pub(crate) fn sweep() -> Sweep {
    let mut runs = Vec::new();
    for seed in 1..=3 {
        // Found by both; earlier by the second; late and not with each seed; and mostly not found.
        runs.extend([run(0, 1, seed, Some(1)), run(1, 1, seed, Some(4))]);
        runs.extend([run(0, 2, seed, Some(30 + seed)), run(1, 2, seed, Some(20))]);
        runs.extend([run(0, 3, seed, (seed > 1).then_some(300 + seed)), run(1, 3, seed, None)]);
        runs.extend([run(0, 4, seed, (seed > 2).then_some(7)), run(1, 4, seed, None)]);
        // Found by the other, with an unknown input.
        runs.push(run(1, 6, seed, None));
    }
    let example = FirstFailure { number: 1, phase: Phase::Example, discarded: 0 };
    runs.push(Run { first: Some(example), ..run(0, 5, 1, None) });
    let property = |name: &str, framework: &str| Property {
        name: name.to_owned(),
        framework: framework.to_owned(),
        counted_by: "output".to_owned(),
    };
    Sweep {
        cases: 500,
        seeds: vec![1, 2, 3],
        properties: vec![property("a::one", "proptest"), property("a::two", "disprove")],
        mutants: (1..=7).map(|id| (id, format!("m{id}"))).collect(),
        ended: (1..=7).collect(),
        runs,
        // The first two are also found by an input and by an example.
        uncounted: [1, 5, 6].map(|mutant| RunKey { property: 0, mutant, seed: 1 }).to_vec(),
        // The other property has a verdict on the first of them.
        not_run: [4, 7].map(|mutant| RunKey { property: 0, mutant, seed: 1 }).to_vec(),
        ..Sweep::default()
    }
}

#[test]
fn mutants_are_found_with_the_median_over_the_seeds() {
    let curve = Curve::of(&sweep());
    let outcomes: Vec<MutantOutcome> = curve.outcomes.values().copied().collect();
    assert_eq!(
        outcomes,
        [
            MutantOutcome::Found(1),
            MutantOutcome::Found(20),
            MutantOutcome::Found(303),
            MutantOutcome::Missed,
            MutantOutcome::ByExample,
            MutantOutcome::Uncounted,
            MutantOutcome::NotRun
        ]
    );
    assert_eq!(curve.inputs, [1, 20, 303]);
    // A saved input counts like an example.
    let mut saved = sweep();
    for first in saved.runs.iter_mut().filter_map(|run| run.first.as_mut()) {
        if first.phase == Phase::Example {
            first.phase = Phase::Replay;
        }
    }
    assert_eq!(Curve::of(&saved).outcomes, curve.outcomes);
    assert_eq!(median(vec![Some(9), None]), None);
    assert_eq!(median(vec![None, Some(9), Some(2)]), Some(9));
    assert_eq!(median(Vec::new()), None);
    // An example finds it too.
    let mut both = sweep();
    both.runs.extend((1..=3).map(|seed| run(1, 5, seed, Some(9))));
    assert_eq!(Curve::of(&both).outcomes[&5], MutantOutcome::Found(9));
}

#[test]
fn a_mutant_is_found_by_more_than_half_of_all_seeds() {
    for (firsts, uncounted, not_run, expected) in [
        (&[Some(3), Some(5)][..], 0, 1, MutantOutcome::Found(5)),
        (&[Some(3), Some(5)], 1, 0, MutantOutcome::Found(5)),
        (&[Some(3)], 0, 4, MutantOutcome::NotRun),
        (&[Some(3)], 4, 0, MutantOutcome::Uncounted),
        // The seed without a verdict decides.
        (&[Some(3), None], 0, 1, MutantOutcome::NotRun),
        (&[None, None], 0, 1, MutantOutcome::Missed),
    ] {
        let mut sweep = Sweep { ended: [1].into(), ..sweep() };
        let seeds = 1..=firsts.len() as u64;
        sweep.runs = seeds.zip(firsts).map(|(seed, first)| run(0, 1, seed, *first)).collect();
        let mut keys = (1..).map(|number| RunKey { property: 0, mutant: 1, seed: 10 + number });
        sweep.uncounted = keys.by_ref().take(uncounted).collect();
        sweep.not_run = keys.take(not_run).collect();
        let curve = Curve::of(&sweep);
        let found = usize::from(matches!(expected, MutantOutcome::Found(_)));
        let outcomes = (curve.outcomes[&1], Curve::outcome(&sweep, 1), curve.properties[0].found);
        assert_eq!(outcomes, (expected, expected, found), "{firsts:?} {uncounted} {not_run}");
    }
}

#[test]
fn the_table_has_a_row_at_each_input_of_the_paper() {
    let rows = Curve::of(&sweep()).rows;
    let found: Vec<_> = rows.iter().map(|row| (row.inputs, row.found)).collect();
    assert_eq!(found, [(1, 1), (20, 2), (100, 2), (350, 3), (500, 3)]);
    // One more mutant was not found.
    let of_all: Vec<_> = rows.iter().map(|row| (row.of_all * 100.0).round() as u64).collect();
    assert_eq!(of_all, [25, 50, 50, 75, 75]);
    let published: Vec<_> = rows.iter().filter_map(|row| Some(row.published? as u64)).collect();
    assert_eq!(published, [55, 76, 86, 96, 100]);
    for row in &rows {
        let (interval, band) = (row.interval.expect("three were found"), row.band.expect("four"));
        assert!(interval.holds(row.share) && band.holds(row.of_all), "{row:?}");
    }
    // All of three do not prove that all of more would be found.
    let last = rows[4].interval.expect("three were found");
    assert!(last.holds(1.0) && (0.4..0.5).contains(&last.low), "{last:?}");
}

#[test]
fn other_numbers_of_inputs_than_in_the_paper_have_their_own_row() {
    let at = |cases| {
        let curve = Curve::of(&Sweep { cases, ..sweep() });
        curve.rows.iter().map(|row| (row.inputs, row.published.is_some())).collect::<Vec<_>>()
    };
    assert_eq!(at(50), [(1, true), (20, true), (50, false)]);
    assert_eq!(at(2_000).last(), Some(&(2_000, false)));
}

#[test]
fn a_property_needs_the_inputs_of_mutants_that_it_finds_first() {
    let properties = Curve::of(&sweep()).properties;
    let (one, two) = (&properties[0], &properties[1]);
    assert_eq!((one.found, one.median, one.most, one.needs), (3, 32, 303, 303));
    assert_eq!((two.found, two.median, two.most, two.needs), (2, 20, 20, 20));
    // Without the mutant that only it finds, it is the first with one input, and later with 32.
    let mut fewer = sweep();
    fewer.runs.retain(|run| run.key.mutant != 3);
    let properties = Curve::of(&fewer).properties;
    assert_eq!((properties[0].most, properties[0].needs), (32, 1));
    // Of two that need equally few, the first counts.
    let mut equal = sweep();
    equal.runs.retain(|run| run.key.mutant == 2);
    equal
        .runs
        .extend((1..=3).flat_map(|seed| [run(0, 3, seed, Some(9)), run(1, 3, seed, Some(9))]));
    let properties = Curve::of(&equal).properties;
    assert_eq!((properties[0].needs, properties[1].needs), (9, 20));
}

#[test]
fn less_than_the_share_is_found_beyond_enough_inputs() {
    let mut curve = Curve::of(&sweep());
    curve.inputs = (1..=100).collect();
    // Beyond 99, one of a hundred is found, which is less than two.
    assert_eq!((curve.enough(0.02), curve.beyond(99)), (Some(99), 1));
    assert_eq!(curve.enough(0.001), Some(100));
    curve.inputs = Vec::new();
    assert_eq!(curve.enough(0.02), None);
}
