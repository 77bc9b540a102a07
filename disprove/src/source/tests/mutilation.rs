//! Tests of replaying trees that no generator drew: with missing, doubled, moved or changed parts.

use super::{Bench, same_choices, table::Table};
use crate::{
    Arbitrary,
    choice::Tree,
    generator::{any, vec},
    property::check,
    source::Fill,
};
use std::cell::Cell;

/// One edit. Its numbers are taken modulo the size of the tree, so that every edit applies to every tree.
#[derive(Clone, Debug, Arbitrary)]
pub(crate) enum Edit {
    /// Removes one span, or two that are disjoint.
    Remove(u16, u16),
    /// Replaces the contents of a span with those of another one.
    Graft { target: u16, donor: u16 },
    /// The same, with a span of the tree of another seed.
    Transplant { target: u16, donor: u16, seed: u8 },
    /// Sets a choice to another value within its bounds.
    Set { choice: u16, index: u64 },
    /// Sets a choice to the simplest or the last value.
    Extreme { choice: u16, last: bool },
    /// Keeps only the first choices, without spans.
    Truncate(u16),
    /// Repeats some choices, without spans.
    Duplicate { from: u16, to: u16 },
    /// Removes the spans.
    Flatten,
}

/// The largest tree: grafting a tree into its own parts doubles it.
pub(crate) const LARGEST: usize = 5_000;

fn place(raw: u16, count: usize) -> Option<usize> {
    (usize::from(raw)).checked_rem(count)
}

impl Edit {
    /// The tree after the edit; `None` if there is nothing to edit.
    pub(crate) fn apply(&self, tree: &Tree, other: impl FnOnce(u64) -> Tree) -> Option<Tree> {
        match *self {
            Edit::Remove(a, b) => {
                let (a, b) = (place(a, tree.spans.len())?, place(b, tree.spans.len())?);
                let (first, second) = (a.min(b), a.max(b));
                let disjoint = tree.spans[first].next as usize <= second;
                Some(tree.without(&[first, second][..if disjoint { 2 } else { 1 }]))
            }
            Edit::Graft { target, donor } => {
                let (target, donor) =
                    (place(target, tree.spans.len())?, place(donor, tree.spans.len())?);
                Some(tree.graft(target, tree, donor))
            }
            Edit::Transplant { target, donor, seed } => {
                let other = other(seed.into());
                let donor = place(donor, other.spans.len())?;
                Some(tree.graft(place(target, tree.spans.len())?, &other, donor))
            }
            Edit::Set { choice, index } => {
                let choice = place(choice, tree.len())?;
                let bounds = tree.bounds(choice);
                let index = u128::from(index).checked_rem(bounds.count().unwrap_or(u128::MAX))?;
                let value = bounds.nth(index)?;
                let mut changed = tree.clone();
                assert!(changed.set(choice, &value), "{bounds:?} allow {value:?}");
                Some(changed)
            }
            Edit::Extreme { choice, last } => {
                let choice = place(choice, tree.len())?;
                let bounds = tree.bounds(choice);
                let end = bounds.count().and_then(|count| bounds.nth(count - 1));
                let value = if last { end? } else { bounds.simplest() };
                let mut changed = tree.clone();
                assert!(changed.set(choice, &value), "{bounds:?} allow {value:?}");
                Some(changed)
            }
            Edit::Truncate(keep) => {
                let mut flat = Tree::default();
                flat.copy_choices(tree, 0, place(keep, tree.len() + 1)?);
                Some(flat)
            }
            Edit::Duplicate { from, to } => {
                let (from, to) = (place(from, tree.len() + 1)?, place(to, tree.len() + 1)?);
                let mut flat = Tree::default();
                flat.copy_choices(tree, 0, from.max(to));
                flat.copy_choices(tree, from.min(to), tree.len());
                Some(flat)
            }
            Edit::Flatten => Tree::from_token(&tree.to_token()).ok(),
        }
    }
}

/// Checks that the spans nest and lie within the choices.
fn assert_sound(tree: &Tree, edit: &Edit) {
    let mut open: Vec<(u32, u32)> = Vec::new();
    for (number, span) in tree.spans.iter().enumerate() {
        open.retain(|(_, next)| number < *next as usize);
        let (end, next) =
            open.last().copied().unwrap_or((tree.len() as u32, tree.spans.len() as u32));
        let within = span.start <= span.end && span.end <= end;
        let nested = number < span.next as usize && span.next <= next;
        assert!(within && nested, "span {number} is {span:?} after {edit:?}");
        open.push((span.end, span.next));
    }
}

/// Replaying an edited tree gives a valid value or a rejection, and the tree of that replay gives the value again.
/// For unedited trees see `round_trip`.
#[test]
fn an_edited_tree_makes_a_valid_value_or_is_rejected() {
    let table = Table::new();
    let (values, refusals) = (Cell::new(0), Cell::new(0));
    let case = (0..table.len(), any::<u64>(), 0..=100_u32, vec(any::<Edit>()).len(1..=5));
    let report =
        check(case).name("mutilation").cases(20_000).seed(1).run(|(which, seed, size, edits)| {
            let (specimen, mut bench) = (&table[which], Bench::new());
            let (_, _, mut tree) = bench.record(specimen, seed, size);
            for edit in &edits {
                let edited = edit.apply(&tree, |seed| bench.record(specimen, seed, size).2);
                tree = edited.filter(|edited| edited.len() <= LARGEST).unwrap_or(tree);
                assert_sound(&tree, edit);
            }
            for fill in [Fill::Simplest, Fill::Random] {
                let name = &specimen.name;
                let (made, realized) = bench.replay(specimen, tree.clone(), fill);
                let Ok(made) = made else {
                    refusals.update(|count| count + 1);
                    continue;
                };
                values.update(|count| count + 1);
                assert!(made.valid, "{name} with {fill:?}: {} is not valid", made.shown);
                let (again, twice) = bench.replay(specimen, realized.clone(), Fill::Simplest);
                let again =
                    again.unwrap_or_else(|why| panic!("{name} with {fill:?}: {why:?} again"));
                assert_eq!(
                    again.shown, made.shown,
                    "{name} with {fill:?} makes another value again"
                );
                assert!(
                    same_choices(&twice, &realized),
                    "{name} with {fill:?} has other choices again"
                );
            }
        });
    let failures: Vec<_> = report
        .failures()
        .iter()
        .map(|f| (&table[f.value().0].name, f.value(), f.message()))
        .collect();
    assert!(failures.is_empty(), "{failures:#?}");
    // A strict filter may give up, but nearly all other generators make a value.
    let (values, refusals) = (values.get(), refusals.get());
    assert!(values > 30_000 && refusals * 50 < values, "{values} values, {refusals} refusals");
}

/// The property above must not hold only because the replay ignores the tree.
#[test]
fn most_choices_of_an_edited_tree_survive() {
    let table = Table::new();
    let specimen = table.iter().find(|specimen| specimen.name == "function").expect("in the table");
    let (mut bench, mut kept, mut all) = (Bench::new(), 0, 0);
    for seed in 0..200 {
        let (_, _, tree) = bench.record(specimen, seed, 100);
        let value = |tree: &Tree| (0..tree.len()).map(|i| format!("{:?}", tree.value(i))).collect();
        let before: Vec<String> = value(&tree);
        let first_word = tree.children(Some(1)).next().expect("a word");
        let (_, after) = bench.replay(specimen, tree.without(&[first_word]), Fill::Simplest);
        let after: Vec<String> = value(&after);
        let common =
            before.iter().rev().zip(after.iter().rev()).take_while(|(a, b)| a == b).count();
        (kept, all) = (kept + common, all + before.len());
    }
    assert!(kept * 10 > all * 6, "{kept} of {all} choices survive that the first word is removed");
}
