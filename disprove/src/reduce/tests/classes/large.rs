//! Maps and trees of several hundred entries that keep their shape. A reduction proves for each entry that it is needed,
//! which takes thousands of runs, so these problems have fewer starts.

use super::{GeneratorOracle, below, pin_some, pin_trees, starts};
use crate::{
    choice,
    generator::{any, int, map, text, vec},
    random::Random,
    reduce::{ReductionEnd, ReductionLimits, reduce},
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
    let right = src.draw(|src: &mut Source| tree(src, depth - 1));
    Tree::Node(Box::new(left), key, name, Box::new(right))
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

fn entries(random: &mut Random) -> BTreeMap<u32, String> {
    (0..300).map(|_| (random.word() as u32, below(random, 999).to_string())).collect()
}

fn is_first_map(map: &BTreeMap<u32, String>) -> bool {
    map.len() == 250 && map.values().all(String::is_empty) && map.keys().copied().eq(0..250)
}

#[test]
fn simplifies_large_cases_in_blocks() {
    let count = starts().div_ceil(50);
    let fails = |map: &BTreeMap<u32, String>| map.len() >= 250;
    let maps = map(any::<u32>(), text()).len(..=400);
    pin_some(count, "large map", maps, 4_000, entries, fails, is_first_map);

    let records = |random: &mut Random| -> Vec<(u16, u32)> {
        let mut keys: Vec<u16> = (0..300).map(|_| random.word() as u16).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.into_iter().map(|key| (key, random.word() as u32)).collect()
    };
    let fails = |xs: &Vec<(u16, u32)>| xs.len() >= 200 && xs.is_sorted_by(|a, b| a.0 < b.0);
    let smallest = |xs: &Vec<(u16, u32)>| xs.iter().copied().eq((0..200).map(|key| (key, 0)));
    let generator = vec((any::<u16>(), any::<u32>())).len(..=400);
    pin_some(count, "sorted records", generator, 4_200, records, fails, smallest);

    let fails = |tree: &Tree| {
        let nodes = nodes(tree);
        nodes.len() >= 200 && nodes.iter().any(|node| node.0 >= 500)
    };
    let generator = |src: &mut Source| {
        let depth = src.draw(int(0..=8u32));
        tree(src, depth)
    };
    let mut oracle = GeneratorOracle::new(generator, fails);
    let trees = (0..count).map(|seed| oracle.start(seed)).collect();
    let smallest = |tree: &Tree| {
        let nodes = nodes(tree);
        nodes.iter().map(|node| u32::from(node.0)).sum::<u32>() == 500
            && nodes.iter().all(|node| node.1.is_empty())
    };
    pin_trees("tree of 255", &mut oracle, 200, trees, smallest);
}

#[test]
fn block_passes_come_before_element_passes() {
    let generator = map(any::<u32>(), text()).len(..=400);
    let fails = |map: &BTreeMap<u32, String>| map.len() >= 250;
    let mut oracle = GeneratorOracle::new(generator, fails);
    let start: choice::Tree = oracle.encoded(&entries(&mut Random::for_case(0, 0)));
    let limits = ReductionLimits { runs: 60, deadline: None };
    let reduction = reduce(start, &mut oracle, limits);
    assert_eq!(reduction.end, ReductionEnd::Runs);
    let value = oracle.replayed(reduction.tree).expect("the result can be generated");
    assert!(is_first_map(&value), "{} entries, {value:?}", value.len());
}
