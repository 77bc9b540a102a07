//! The prefix tree agrees with a reference implementation.

use super::{Paths, Reached, common};
use disprove::prelude::*;
use std::collections::HashMap;

/// A reference implementation: a node for every event.
#[derive(Default)]
struct Plain {
    edges: HashMap<(usize, u32), usize>,
}

impl Plain {
    fn insert(&mut self, path: &[u32]) -> Reached {
        let (mut node, mut new) = (0, 0);
        for event in path {
            let next = self.edges.len() + 1;
            node = *self.edges.entry((node, *event)).or_insert(next);
            new += usize::from(node == next);
        }
        Reached { new, depth: path.len() - new }
    }
}

#[property]
fn agrees_with_a_plain_tree(#[draw(vec(vec(0..3_u32).len(0..60)))] all: Vec<Vec<u32>>) {
    let (mut paths, mut plain) = (Paths::default(), Plain::default());
    for path in &all {
        assert_eq!(paths.insert(path), plain.insert(path));
    }
    for path in &all {
        assert_eq!(paths.insert(path), Reached { new: 0, depth: path.len() });
    }
}

#[property]
fn distinguishes_paths_with_long_common_prefixes(
    #[draw(vec((0..80_usize, 0..3_u32, 0..40_usize)))] all: Vec<(usize, u32, usize)>,
) {
    let (mut paths, mut plain) = (Paths::default(), Plain::default());
    for (same, other, more) in all {
        let start = (0..same as u32).map(|n| n % 7);
        let path: Vec<u32> = start.chain([other + 7]).chain(0..more as u32).collect();
        assert_eq!(paths.insert(&path), plain.insert(&path));
    }
}

#[property]
fn a_full_tree_is_cleared(
    #[draw(vec(vec(0..3_u32).len(0..20)))] all: Vec<Vec<u32>>,
    #[draw(0..100_usize)] most_events: usize,
    #[draw(1..40_usize)] most_nodes: usize,
) {
    let (mut paths, mut plain) = (Paths::bounded(most_events, most_nodes), Plain::default());
    for path in &all {
        let known = plain.insert(path);
        let reached = paths.insert(path);
        assert_eq!(reached.new + reached.depth, path.len());
        assert!(reached.new >= known.new);
        assert!(paths.events.len() <= most_events && paths.nodes.len() <= most_nodes);
        if paths.nodes.len() == 1 {
            plain = Plain::default();
        }
    }
}

#[property]
fn the_common_prefix_ends_where_paths_differ(
    #[draw(vec(0..9_u32).len(0..100))] one: Vec<u32>,
    #[draw(index(&one))] at: usize,
) {
    let mut other = one.clone();
    other[at] += 1;
    assert_eq!(common(&one, &other), at);
    assert_eq!(common(&one, &one[..at]), at);
}
