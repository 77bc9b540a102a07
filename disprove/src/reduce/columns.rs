//! Simplifying the same choice of all elements at once.

use super::reducer::Reducer;
use crate::choice::{Kind, Label, Span, Tree, site::place_of};

/// Choices of the smallest case whose columns are zeroed: in smaller ones `zero_choices` takes as few runs.
pub(super) const MIN_CHOICES: usize = 64;

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
        let tree = &self.best;
        let labels = inner_labels(tree);
        let mut columns: Vec<(Column, Vec<usize>)> = Vec::new();
        for i in self.lowerable() {
            let choice = tree.choices[i];
            let column = (labels[i], choice.kind(), place_of(choice.site));
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
}

/// The label of the innermost span around each choice.
fn inner_labels(tree: &Tree) -> Vec<Option<Label>> {
    let mut labels = Vec::with_capacity(tree.len());
    // Spans that have begun, the innermost last.
    let mut open: Vec<&Span> = Vec::new();
    let mut later = tree.spans.iter().peekable();
    for i in 0..tree.len() as u32 {
        while let Some(span) = later.next_if(|span| span.start <= i) {
            open.push(span);
        }
        while open.last().is_some_and(|span| span.end <= i) {
            open.pop();
        }
        labels.push(open.last().map(|span| span.label));
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::inner_labels;
    use crate::{
        choice::{Label, Span, Tree},
        prelude::*,
    };

    /// The last span that contains the choice.
    fn by_definition(tree: &Tree, i: u32) -> Option<Label> {
        let around = |span: &&Span| (span.start..span.end).contains(&i);
        tree.spans.iter().rev().find(around).map(|span| span.label)
    }

    #[test]
    fn the_innermost_span_of_each_choice_is_found() {
        // The definition takes time quadratic in the size.
        let nested = || vec((any::<u8>(), vec(any::<bool>()).len(..=20))).len(..=20);
        check(nested())
            .run(|value| {
                let tree = nested().encode(&value).expect("it has a tree");
                let labels = inner_labels(&tree);
                (0..tree.len()).all(|i| labels[i] == by_definition(&tree, i as u32))
            })
            .assert();
    }
}
