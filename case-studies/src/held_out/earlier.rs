//! Problems that the first prototype of these searches was not tuned on either.

use crate::{
    graph::{Edges, FAR, VERTICES, distance, fixed},
    repetition::{Found, Repetition},
};
use disprove::prelude::*;

/// A search tree that is filled from a list and never balanced must not become 18 deep.
pub fn deep_search_tree(repetition: Repetition) -> Option<Found> {
    repetition.run(vec(0..1_000u32), |keys: Vec<u32>| {
        let depth = depth(&keys);
        target!(depth);
        depth < 18
    })
}

/// The depth of the search tree that these keys make, one after the other.
fn depth(keys: &[u32]) -> usize {
    /// A key, and the places of its children in the list of nodes.
    struct Node(u32, [Option<usize>; 2]);
    let (mut nodes, mut deepest): (Vec<Node>, usize) = (Vec::new(), 0);
    for &key in keys {
        let (mut at, mut depth) = ((!nodes.is_empty()).then_some(0), 1);
        let mut parent = None;
        while let Some(place) = at {
            depth += 1;
            let Node(other, children) = &nodes[place];
            if *other == key {
                break;
            }
            let side = usize::from(key > *other);
            parent = Some((place, side));
            at = children[side];
        }
        if at.is_none() {
            if let Some((place, side)) = parent {
                nodes[place].1[side] = Some(nodes.len());
            }
            nodes.push(Node(key, [None, None]));
            deepest = deepest.max(depth);
        }
    }
    deepest
}

/// Numbers, each below a bound that is drawn before it, must not add up to one certain sum.
pub fn dependent_sum(repetition: Repetition) -> Option<Found> {
    fn sum(src: &mut Source) -> i64 {
        let count = src.draw(1..=60);
        let mut sum = 0;
        for _ in 0..count {
            let most = src.draw(1..=500i64);
            sum += src.draw(0..=most);
        }
        sum
    }
    repetition.run(sum, |sum: i64| {
        let missing = (sum - 9_973).abs();
        minimize!(missing);
        missing > 0
    })
}

/// The graph study, among graphs with at least 30 edges of which no vertex has more than three.
pub fn far_vertex_in_a_sparse_graph(repetition: Repetition) -> Option<Found> {
    repetition.run(fixed(), |edges: Edges| {
        let most = most_edges(&edges);
        assume!(most <= 3 && edges.len() >= 30);
        let distance = distance(&edges);
        target!(distance);
        distance < FAR
    })
}

/// How many edges the vertex with most of them has.
fn most_edges(edges: &Edges) -> usize {
    let of = |vertex: u8| edges.iter().filter(|(a, b)| *a == vertex || *b == vertex).count();
    (1..=VERTICES).map(of).max().unwrap_or(0)
}

/// A precondition that hardly anything meets, and beyond it a score to be made nearly as large as it gets.
pub fn largest_product(repetition: Repetition) -> Option<Found> {
    repetition.run((0..=10_000i64, 0..=10_000i64, 0..=10_000i64), |(a, b, c)| {
        assume!(a + b == c);
        target!(a * b);
        a * b <= 24_900_000
    })
}

#[cfg(test)]
mod tests {
    use super::{depth, most_edges};
    use crate::graph::Edges;

    #[test]
    fn depths_of_known_search_trees_are_right() {
        assert_eq!(depth(&[]), 0);
        assert_eq!(depth(&[5]), 1);
        assert_eq!(depth(&[5, 5, 5]), 1);
        assert_eq!(depth(&[4, 2, 6, 1, 3, 5, 7]), 3);
        assert_eq!(depth(&(0..18).collect::<Vec<_>>()), 18);
        assert_eq!(depth(&[9, 1, 8, 2, 7]), 5);
    }

    #[test]
    fn the_vertex_with_most_edges_counts() {
        assert_eq!(most_edges(&Edges::from([(1, 2), (2, 3), (2, 4), (4, 5)])), 3);
        assert_eq!(most_edges(&Edges::new()), 0);
    }
}
