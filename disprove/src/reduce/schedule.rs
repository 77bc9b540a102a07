//! The schedule of passes: cheap ones to a fixpoint, then expensive ones within a budget.
//!
//! A pass that Hypothesis also has is named as there. `book/src/reference/passes.md` lists all of them with examples.

use super::{
    oracle::Oracle,
    reducer::Reducer,
    reduction::{Reduction, ReductionLimits},
};
use crate::{argsort::argsort, choice::Tree};

pub(super) type Pass<'a> = (&'static str, fn(&mut Reducer<'a>));

/// The block passes, which run once at the beginning: they change much of a large case in few runs, before the passes
/// below try one element after the other.
pub(super) fn block_passes<'a>() -> [Pass<'a>; 2] {
    [
        ("delete_runs", Reducer::delete_runs),
        // After the deletions, to leave fewer columns.
        ("zero_columns", Reducer::zero_columns),
    ]
}

/// The cheap passes, coarse before fine: they delete whole spans first and lower single values last.
pub(super) fn cheap_passes<'a>() -> [Pass<'a>; 14] {
    [
        ("remove_discarded", Reducer::remove_discarded),
        ("delete_spans", Reducer::delete_spans),
        ("delete_iterations", Reducer::delete_iterations),
        ("pass_to_descendant", Reducer::pass_to_descendant),
        ("try_trivial_spans", Reducer::try_trivial_spans),
        ("merge_numbers", Reducer::merge_numbers),
        ("reduce_each_alternative", Reducer::reduce_each_alternative),
        ("rank_numbers", Reducer::rank_numbers),
        ("zero_choices", Reducer::zero_choices),
        ("lower_integers_together", Reducer::lower_integers_together),
        ("minimize_numbers", Reducer::minimize_numbers),
        ("minimize_strings", Reducer::minimize_strings),
        ("redistribute_numeric_pairs", Reducer::redistribute_numeric_pairs),
        ("reorder_spans", Reducer::reorder_spans),
    ]
}

/// The expensive passes. They run when the cheap ones find nothing more; the first success returns to those.
pub(super) fn expensive_passes<'a>() -> [Pass<'a>; 14] {
    [
        ("relocate", Reducer::relocate),
        ("renumber", Reducer::renumber),
        ("pass_to_similar_descendant", Reducer::pass_to_similar_descendant),
        ("reparent", Reducer::reparent),
        ("lower_and_bump", Reducer::lower_and_bump),
        ("delete_and_bump", Reducer::delete_and_bump),
        ("minimize_duplicated_spans", Reducer::minimize_duplicated_spans),
        ("redistribute_distant_pairs", Reducer::redistribute_distant_pairs),
        ("scale_numeric_pairs", Reducer::scale_numeric_pairs),
        ("minimize_bits", Reducer::minimize_bits),
        ("unwrap_and_bump", Reducer::unwrap_and_bump),
        ("regenerate", Reducer::regenerate),
        ("restart", Reducer::restart),
        ("replace_operations", Reducer::replace_operations),
    ]
}

/// Reduces a failing case. Deterministic except for the clock: the same start and the same answers of the oracle
/// give the same result.
pub(crate) fn reduce(start: Tree, oracle: &mut dyn Oracle, limits: ReductionLimits) -> Reduction {
    let mut reducer = Reducer::new(start, oracle, limits);
    reducer.run_pass("simplest", |reducer| {
        reducer.works(Tree::default());
    });
    for (name, pass) in block_passes() {
        if !reducer.is_over() {
            reducer.run_pass(name, pass);
        }
    }
    let mut spent = 0;
    loop {
        run_cheap_passes(&mut reducer);
        let found = reducer.successes();
        if !run_expensive_passes(&mut reducer, &mut spent) && !reducer.is_over() {
            // Values were searched while the rest of the case was different, so search once more.
            reducer.settled.clear();
            run_cheap_passes(&mut reducer);
        }
        if reducer.successes() == found || reducer.is_over() {
            return reducer.finish();
        }
    }
}

/// Runs the cheap passes until none of them succeeds. After each sweep, passes that made the case shorter move to
/// the front, followed by those that only simplified it.
pub(super) fn run_cheap_passes(reducer: &mut Reducer<'_>) {
    let mut order = cheap_passes().to_vec();
    loop {
        let before = reducer.best.clone();
        let mut ranks = Vec::with_capacity(order.len());
        for (name, pass) in &order {
            let (choices, found) = (reducer.best.len(), reducer.successes());
            reducer.run_pass(name, pass);
            if reducer.is_over() {
                return;
            }
            let shorter = reducer.best.len() < choices;
            ranks.push(if shorter { 0 } else { 1 + u8::from(reducer.successes() == found) });
        }
        if reducer.best.compare(&before).is_eq() {
            return;
        }
        reducer.run_pass("lower_common_offset", |reducer| reducer.lower_common_offset(&before));
        let old = order.clone();
        for (position, number) in
            argsort(ranks.len(), &|a, b| ranks[a].cmp(&ranks[b])).into_iter().enumerate()
        {
            order[position] = old[number];
        }
    }
}

/// Choices of the largest case that the expensive passes handle: they try pairs of spans, so their cost grows with
/// the square of the size.
pub(super) const MAX_EXPENSIVE_CHOICES: usize = 2_000;

/// Runs of the property that the expensive passes may use beyond as many as the cheap ones used. Whole reductions
/// in `reduce/tests/` take fewer.
pub(super) const EXPENSIVE_RUNS: u64 = 1_000;

/// Runs the expensive passes until one succeeds, and returns whether one did. `spent` counts their runs.
pub(super) fn run_expensive_passes(reducer: &mut Reducer<'_>, spent: &mut u64) -> bool {
    if reducer.best.len() > MAX_EXPENSIVE_CHOICES {
        return false;
    }
    let (found, start) = (reducer.successes(), reducer.runs());
    let cheap = start - *spent;
    reducer.limit_runs(Some(start + (EXPENSIVE_RUNS + cheap).saturating_sub(*spent)));
    for (name, pass) in expensive_passes() {
        reducer.run_pass(name, pass);
        if reducer.successes() > found || reducer.is_over() {
            break;
        }
    }
    reducer.limit_runs(None);
    *spent += reducer.runs() - start;
    reducer.successes() > found
}
