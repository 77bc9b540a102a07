//! Simplifying the same choice of all elements at once.

use super::reducer::Reducer;
use crate::choice::{Kind, Label, site::place_of};

/// Choices of the smallest case whose columns are zeroed: in smaller ones `zero_choices` takes as few runs.
const MIN_CHOICES: usize = 64;

/// A column: the choices of one kind at one call site, in spans of one label.
type Column = (Option<Label>, Kind, u32);

impl Reducer<'_> {
    /// Simplifies whole columns of a large case: all choices of a column become the simplest, and then different numbers
    /// become the first ones of the order. Elements that must stay then cost a run together instead of several each.
    pub(super) fn zero_columns(&mut self) {
        if self.best.len() < MIN_CHOICES {
            return;
        }
        for column in self.columns() {
            let mut guide = self.best.clone();
            for i in column {
                if i >= guide.len() {
                    return;
                }
                guide.set(i, &guide.bounds(i).simplest());
            }
            if self.works(guide) && self.best.len() < MIN_CHOICES {
                return;
            }
        }
        self.rank_all_numbers();
    }

    /// The columns with two choices or more that are not the simplest.
    fn columns(&self) -> Vec<Vec<usize>> {
        let mut columns: Vec<(Column, Vec<usize>)> = Vec::new();
        for i in self.lowerable() {
            let column = self.column(i);
            match columns.iter_mut().find(|(known, _)| *known == column) {
                Some((_, choices)) => choices.push(i),
                None => columns.push((column, vec![i])),
            }
        }
        let mut found = Vec::new();
        for (_, choices) in columns {
            if choices.len() > 1 {
                found.push(choices);
            }
        }
        found
    }

    fn column(&self, i: usize) -> Column {
        let tree = &self.best;
        let choice = tree.choices[i];
        let around =
            |at: &usize| (tree.spans[*at].start..tree.spans[*at].end).contains(&(i as u32));
        let inner = (0..tree.spans.len()).rev().find(around);
        let label = inner.map(|at| tree.spans[at].label);
        (label, choice.kind(), place_of(choice.site))
    }
}
