//! Makes a failing case small: proposals are trees, an oracle runs them, and the smallest tree that
//! still fails is kept.
//!
//! A pass may propose anything, also nonsense: a proposal is only a guide, and what the generator made
//! of it counts. It is judged before the property is called, so nonsense costs one run of the generator.
//! The order is well-founded, so every loop of a pass that goes on while it works comes to an end.

mod branch;
mod deletion;
mod descent;
mod digest;
mod end;
mod followup;
mod hoist;
mod memory;
mod momentum;
mod nesting;
mod number;
mod proposal;
mod ratio;
mod refill;
mod rehang;
mod relocation;
mod renumber;
mod rounds;
mod sequence;
mod siblings;
mod simplest;
mod sort;
mod sum;
mod twins;
mod value;

use crate::{argsort::argsort, choice::Tree};
pub use end::ReductionEnd;
use proposal::Reducer;
use std::{rc::Rc, time::Instant};
pub use value::{ReducedValue, ValueReducer, reducer};

/// What became of a proposal.
#[derive(Debug)]
pub(crate) enum Attempt {
    /// The property was not called: the proposal was rejected by the generator, or the tree it made
    /// was not wanted.
    Unwanted,
    /// The property holds for the tree that was really drawn, rejects it, or fails in another way.
    Passed(Tree),
    /// It still fails: the tree that was really drawn.
    Failed(Tree),
}

/// The size of what chance fills gaps with: collections of a few elements.
pub(crate) const SMALL: u32 = 5;

/// Runs proposals.
pub(crate) trait Oracle {
    /// What the guide lacks is the simplest, or by this chance. `wanted` is asked with the realised tree before
    /// the property is called.
    fn attempt(
        &mut self,
        guide: Rc<Tree>,
        chance: Option<u64>,
        wanted: &mut dyn FnMut(&Tree) -> bool,
    ) -> Attempt;

    /// Whether the property draws in its body: the tree that is judged before it is called is not all of it then.
    fn draws(&self) -> bool {
        false
    }

    /// How many proposals can be run at once.
    fn width(&self) -> usize {
        1
    }

    /// What will be proposed next, in this order, unless one of them fails. Asked for where
    /// [`width`](Oracle::width) is above 1.
    fn ahead(&mut self, _guides: Vec<Rc<Tree>>) {}
}

/// How long to go on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Calls of the property.
    pub(crate) runs: u64,
    pub(crate) until: Option<Instant>,
}

impl Limits {
    pub(crate) const NONE: Limits = Limits { runs: u64::MAX, until: None };
}

/// The smallest failing tree found, and how it was reached.
#[derive(Debug)]
pub(crate) struct Reduction {
    pub(crate) tree: Tree,
    pub(crate) steps: Vec<Step>,
    /// How often the generator ran.
    pub(crate) attempts: u64,
    /// How many attempts reached the property.
    #[cfg_attr(not(test), expect(dead_code, reason = "the oracle knows how often it really ran"))]
    pub(crate) runs: u64,
    pub(crate) end: ReductionEnd,
}

/// Which pass made it how small.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub(crate) pass: &'static str,
    pub(crate) choices: usize,
}

type Pass<'a> = (&'static str, fn(&mut Reducer<'a>));

/// Coarse before fine: whole parts go first, single values are searched for last.
fn passes<'a>() -> [Pass<'a>; 12] {
    [
        ("discard", Reducer::drop_discarded),
        ("delete", Reducer::delete_siblings),
        ("rounds", Reducer::delete_rounds),
        ("hoist", Reducer::hoist),
        ("empty", Reducer::empty_spans),
        ("merge", Reducer::merge),
        ("branch", Reducer::lower_branches),
        ("zero", Reducer::simplify_choices),
        ("number", Reducer::lower_numbers),
        ("sequence", Reducer::reduce_sequences),
        ("transfer", Reducer::transfer),
        ("sort", Reducer::sort),
    ]
}

/// What is left for when those find nothing more: each of these may cost much, and the first success leads
/// back to the others.
fn last_resorts<'a>() -> [Pass<'a>; 9] {
    [
        ("relocate", Reducer::relocate),
        ("renumber", Reducer::renumber),
        ("alike", Reducer::hoist_alike),
        ("rehang", Reducer::rehang),
        ("follow", Reducer::lower_and_raise),
        ("twins", Reducer::reduce_twins),
        ("far", Reducer::transfer_far),
        ("scale", Reducer::scale_pairs),
        ("chance", Reducer::refill),
    ]
}

/// Reduces a failing case. Pure but for the clock: the same start and the same answers give the same result.
pub(crate) fn reduce(start: Tree, oracle: &mut dyn Oracle, limits: Limits) -> Reduction {
    let mut reducer = Reducer::new(start, oracle, limits);
    reducer.pass = "simplest";
    reducer.works(Tree::default());
    let mut spent = 0;
    loop {
        cheap(&mut reducer);
        // What was searched for in another state is searched for once more, before more is spent.
        let found = reducer.successes();
        if !expensive(&mut reducer, &mut spent) && !reducer.is_over() {
            reducer.settled.clear();
            cheap(&mut reducer);
        }
        if reducer.successes() == found || reducer.is_over() {
            return reducer.finish();
        }
    }
}

/// The cheap passes, until none of them finds anything more. After each sweep those that made the case shorter come
/// first, then those that made it simpler.
fn cheap(reducer: &mut Reducer<'_>) {
    let mut order = passes().to_vec();
    loop {
        let before = reducer.best.clone();
        let mut ranks = Vec::with_capacity(order.len());
        for (name, pass) in &order {
            let (choices, found) = (reducer.best.len(), reducer.successes());
            reducer.pass = name;
            pass(reducer);
            if reducer.is_over() {
                return;
            }
            let shorter = reducer.best.len() < choices;
            ranks.push(if shorter { 0 } else { 1 + u8::from(reducer.successes() == found) });
        }
        if reducer.is_over() || reducer.best.compare(&before).is_eq() {
            return;
        }
        reducer.pass = "momentum";
        reducer.keep_moving(&before);
        let old = order.clone();
        for (place, number) in
            argsort(ranks.len(), &|a, b| ranks[a].cmp(&ranks[b])).into_iter().enumerate()
        {
            order[place] = old[number];
        }
    }
}

/// The largest case that the expensive passes are for: they look at pairs of parts.
const LARGEST: usize = 2_000;

/// Runs of the property that the expensive passes may take, and as many again as the cheap ones took: more than
/// whole reductions take in the tests.
const EXPENSIVE_RUNS: u64 = 1_000;

/// Whether one of the expensive passes found something. `spent` is what they have cost so far.
fn expensive(reducer: &mut Reducer<'_>, spent: &mut u64) -> bool {
    if reducer.best.len() > LARGEST {
        return false;
    }
    let (found, start) = (reducer.successes(), reducer.runs());
    let cheap = start - *spent;
    reducer.ration(Some(start + (EXPENSIVE_RUNS + cheap).saturating_sub(*spent)));
    for (name, pass) in last_resorts() {
        reducer.pass = name;
        pass(reducer);
        if reducer.successes() > found || reducer.is_over() {
            break;
        }
    }
    reducer.ration(None);
    *spent += reducer.runs() - start;
    reducer.successes() > found
}

#[cfg(test)]
mod tests;
