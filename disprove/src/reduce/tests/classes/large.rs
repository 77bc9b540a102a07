//! Maps and trees of several hundred entries that keep their shape.

use super::{GeneratorOracle, below, pin, pin_trees, starts};
use crate::{
    generator::{any, int, map, text, vec},
    random::Random,
    source::Source,
};
use std::collections::BTreeMap;

#[derive(Clone, Debug)]
enum Tree {
    Leaf,
    Node(Box<Tree>, u16, String, Box<Tree>),
}

fn tree(src: &mut Source, depth: u32) -> Tree {
    if depth == 0 {
        return Tree::Leaf;
    }
    let left = src.draw(|src: &mut Source| tree(src, depth - 1));
    let (key, name) = (src.draw(any::<u16>()), src.draw(text().len(..=4)));
    Tree::Node(
        Box::new(left),
        key,
        name,
        Box::new(src.draw(|src: &mut Source| tree(src, depth - 1))),
    )
}

fn nodes(tree: &Tree) -> Vec<(u16, &str)> {
    match tree {
        Tree::Leaf => Vec::new(),
        Tree::Node(left, key, name, right) => {
            let mut all = nodes(left);
            all.push((*key, name));
            all.extend(nodes(right));
            all
        }
    }
}

#[test]
fn simplifies_large_cases_in_blocks() {
    let entries = |random: &mut Random| -> BTreeMap<u32, String> {
        (0..300).map(|_| (random.word() as u32, format!("{}", below(random, 999)))).collect()
    };
    let fails = |map: &BTreeMap<u32, String>| map.len() >= 250;
    let smallest = |map: &BTreeMap<u32, String>| {
        map.len() == 250 && map.values().all(String::is_empty) && *map.keys().last().unwrap() == 249
    };
    pin("large map", map(any::<u32>(), text()).len(..=400), 900, entries, fails, smallest);

    let records = |random: &mut Random| -> Vec<(u16, u32)> {
        let mut keys: Vec<u16> = (0..300).map(|_| random.word() as u16).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.into_iter().map(|key| (key, random.word() as u32)).collect()
    };
    let fails = |xs: &Vec<(u16, u32)>| xs.len() >= 200 && xs.is_sorted_by(|a, b| a.0 < b.0);
    let smallest =
        |xs: &Vec<(u16, u32)>| xs.len() == 200 && xs.iter().zip(0..).all(|(x, i)| *x == (i, 0));
    pin(
        "sorted records",
        vec((any::<u16>(), any::<u32>())).len(..=400),
        900,
        records,
        fails,
        smallest,
    );

    let fails = |tree: &Tree| {
        let nodes = nodes(tree);
        nodes.len() >= 200 && nodes.iter().any(|node| node.0 >= 500)
    };
    let generator = |src: &mut Source| {
        let depth = src.draw(int(0..=8u32));
        tree(src, depth)
    };
    let mut oracle = GeneratorOracle::new(generator, fails);
    let trees = (0..2 * starts()).map(|seed| oracle.start(seed)).collect();
    let smallest = |tree: &Tree| {
        let nodes = nodes(tree);
        nodes.iter().map(|node| u32::from(node.0)).sum::<u32>() == 500
            && nodes.iter().all(|node| node.1.is_empty())
    };
    pin_trees("tree of 255", &mut oracle, 900, trees, smallest);
}
