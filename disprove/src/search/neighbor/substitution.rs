//! Substitution: puts one operand of a comparison in the place of the other.
//!
//! Where traced code compares a number of the input with another one, that is what the number should be. REDQUEEN
//! (Aschermann et al., NDSS 2019) calls this input-to-state correspondence.

use crate::{
    choice::{Kind, Number, Tree},
    search::structure::IndexedTree,
    trace::{Seen, Trace},
};
use std::rc::Rc;

/// Inputs to make from one trace. The comparison that decided is among the last, and most inputs have one number for it.
const MOST: usize = 12;

/// Comparisons to look at, the latest first.
const COMPARISONS: usize = 16;

/// Inputs with one number replaced by the other operand of a comparison; the latest comparison is the last of the list.
pub(crate) fn substitutions(input: &IndexedTree, trace: &Trace) -> Vec<Rc<Tree>> {
    let tree = &input.tree;
    let mut all = Vec::new();
    for operand in trace.operands().iter().rev().take(COMPARISONS) {
        let (Seen::Number(left), Seen::Number(right)) = (&operand.left, &operand.right) else {
            continue;
        };
        for (from, to) in [(*left, *right), (*right, *left)] {
            for at in places(tree, from) {
                if all.len() < MOST {
                    let mut changed = tree.clone();
                    changed.suggest(at, to);
                    all.push(Rc::new(changed));
                }
            }
        }
    }
    all.reverse();
    all
}

/// The choices with this number.
fn places(tree: &Tree, number: Number) -> impl Iterator<Item = usize> + '_ {
    (0..tree.len()).filter(move |at| {
        let choice = tree.choices[*at];
        choice.kind() == Kind::Integer && !tree.is_fixed(*at) && tree.number(choice) == number
    })
}

#[cfg(test)]
mod tests {
    use super::substitutions;
    use crate::{
        choice::Value,
        generator::{Generator, any},
        search::structure::IndexedTree,
        trace,
    };

    #[trace]
    fn fits(count: u32, items: usize) -> bool {
        count as usize == items
    }

    #[test]
    fn puts_an_operand_in_the_place_of_the_other() {
        let tree = any::<(u32, u32)>().encode(&(900, 77)).unwrap();
        let (_, trace) = trace::record(|| fits(900, 3));
        let found = substitutions(&IndexedTree::new(tree), &trace);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].value(0), Value::Integer(3_u128.into()));
        assert_eq!(found[0].value(1), Value::Integer(77_u128.into()));
    }
}
