//! The pictures of the choice tree and of the reduction: those of the example on the page.

use super::{SEED, cells::Cell, steps};
use crate::pictures::{
    terminal::is_current,
    tree::{Node, Panel, trees},
};
use disprove::{Tree, choice::Value};

fn node(text: &str, children: Vec<Node>) -> Node {
    Node { text: text.to_owned(), is_choice: false, children }
}

/// A cell as a formula.
fn formula(cell: &Cell) -> Node {
    match cell {
        Cell::Number(n) => node(&n.to_string(), vec![]),
        Cell::Sum(a, b) => node("+", vec![formula(a), formula(b)]),
    }
}

/// The last step of each pass that has several in a row.
#[test]
fn the_picture_of_the_reduction_is_current() {
    let (_, steps) = steps(SEED);
    let mut panels = Vec::new();
    for (i, (pass, choices, cells)) in steps.iter().enumerate() {
        if steps.get(i + 1).is_some_and(|next| next.0 == *pass) {
            continue;
        }
        let caption = format!("{}: {choices} choices", pass.trim_matches(['(', ')']));
        panels.push(Panel { caption, tree: node("[ ]", cells.iter().map(formula).collect()) });
    }
    is_current("reduction.svg", &trees("A reduction, step by step", &panels, 760.0));
}

/// The choices of a cell, in the order of the generator, below a node for each draw.
fn choices(cell: &Cell, values: &mut dyn Iterator<Item = String>) -> Node {
    let mut choice = |meaning: &str| {
        let value = values.next().expect("a choice for each draw");
        Node { text: format!("{value}: {meaning}"), is_choice: true, children: vec![] }
    };
    match cell {
        Cell::Number(_) => node("cell", vec![choice("a number"), choice("its value")]),
        Cell::Sum(a, b) => {
            let kind = choice("a sum");
            node("cell", vec![kind, choices(a, values), choices(b, values)])
        }
    }
}

#[test]
fn the_picture_of_the_choice_tree_is_current() {
    let (report, _) = steps(SEED);
    let failure = &report.failures()[0];
    let [cell_found] = &failure.value()[..] else { panic!("one cell") };
    let tree = Tree::from_token(failure.replay_token()).expect("a token");
    let mut values = (0..tree.len()).map(|i| match tree.value(i) {
        Value::Bool(is) => is.to_string(),
        Value::Integer(n) => n.to_string(),
        other => panic!("{other:?}"),
    });
    let flag = |meaning: &str, values: &mut dyn Iterator<Item = String>| {
        let value = values.next().expect("a flag");
        Node { text: format!("{value}: {meaning}"), is_choice: true, children: vec![] }
    };
    let first = flag("an element", &mut values);
    let element = choices(cell_found, &mut values);
    let last = flag("no more", &mut values);
    assert_eq!(values.next(), None, "all choices are shown");
    let root = node("vec", vec![first, element, last]);
    assert_eq!(tree.len(), 7, "book/src/how/choice-tree.md says seven");
    let page = include_str!("../../../../book/src/how/choice-tree.md");
    let said = format!("The list of cells `{:?}` has seven choices.", failure.value());
    assert!(page.contains(&said), "the page does not say: {said}");
    let caption = format!("{:?}, {} choices", failure.value(), tree.len());
    let panels = [Panel { caption, tree: root }];
    is_current("choice-tree.svg", &trees("The choice tree of a small value", &panels, 1300.0));
}
