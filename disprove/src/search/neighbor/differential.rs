//! The differential move x + b - a, as in differential evolution.
//!
//! A sum, difference or remainder that holds for all three inputs holds for the new one too.

use crate::{
    choice::{Bounds, Kind, Tree, Value, conform_float},
    search::structure::{IndexedTree, integers, offset},
};
use std::rc::Rc;

/// `from + b - a`, choice by choice. `None` if the inputs differ in shape, or if a value leaves its range.
pub(crate) fn differential_move(
    from: &IndexedTree,
    a: &IndexedTree,
    b: &IndexedTree,
) -> Option<Rc<Tree>> {
    let (from, a, b) = (&from.tree, &a.tree, &b.tree);
    if from.len() != a.len() || from.len() != b.len() {
        return None;
    }
    let mut tree = from.clone();
    let mut moved = false;
    for at in 0..from.len() {
        let choices = [from.choices[at], a.choices[at], b.choices[at]];
        let kind = choices[0].kind();
        if choices.iter().any(|choice| choice.kind() != kind) {
            return None;
        }
        if from.is_fixed(at) {
            continue;
        }
        match (kind, from.bounds(at)) {
            (Kind::Integer, Bounds::Integer(limits)) if !limits.branch => {
                let place = at as u32;
                if integers(a, place) != limits || integers(b, place) != limits {
                    return None;
                }
                let (x, a, b) = (offset(from, place), offset(a, place), offset(b, place));
                let to = if b >= a { x.checked_add(b - a)? } else { x.checked_sub(a - b)? };
                if to > limits.span {
                    return None;
                }
                moved |= to != x;
                tree.set_offset(at, to);
            }
            (Kind::Float, Bounds::Float { min, max, nan, single }) => {
                let [x, a, b] = choices.map(|choice| f64::from_bits(choice.value));
                let to = x + (b - a);
                if !(*min..=*max).contains(&to) {
                    return None;
                }
                moved |= to.to_bits() != x.to_bits();
                tree.set(at, &Value::Float(conform_float(to, *min, *max, *nan, *single)));
            }
            // Other kinds keep the value of `from`.
            _ => {}
        }
    }
    moved.then(|| Rc::new(tree))
}

#[cfg(test)]
mod tests {
    use super::differential_move;
    use crate::{
        choice::Tree,
        generator::{Generator, IntoGenerator, int, vec},
        search::structure::IndexedTree,
    };

    fn encoded<G: IntoGenerator>(generator: G, value: &G::Value) -> std::rc::Rc<IndexedTree> {
        IndexedTree::new(generator.into_generator().encode(value).expect("it is allowed"))
    }

    fn numbers(tree: &Tree) -> String {
        let values: Vec<String> =
            (0..tree.len()).map(|at| format!("{:?}", tree.value(at))).collect();
        values.join(" ")
    }

    #[test]
    fn preserves_a_relation_of_all_three_inputs() {
        let triple = || (0..100u8, 0..100u8, 0..200u8);
        let case = |a: u8, b: u8| encoded(triple(), &(a, b, a + b));
        let fourth =
            differential_move(&case(3, 5), &case(10, 20), &case(14, 27)).expect("the same shape");
        assert_eq!(numbers(&fourth), numbers(&case(7, 12).tree));
    }

    #[test]
    fn fails_for_values_out_of_range_and_for_other_shapes() {
        let case = |n: u8| encoded(int(0..100u8), &n);
        assert!(differential_move(&case(90), &case(10), &case(30)).is_none());
        assert!(differential_move(&case(10), &case(30), &case(10)).is_none());
        assert!(differential_move(&case(10), &case(30), &case(30)).is_none(), "nothing moves");
        let list = |length: usize| encoded(vec(0..9u8), &vec![1; length]);
        assert!(differential_move(&list(2), &list(2), &list(3)).is_none());
    }
}
