//! A graph with a distant vertex: the first example of "Automating Targeted Property-Based Testing", and the generators
//! of its section IV.
//!
//! Vertices are 1 to 42, edges are pairs (a, b) with a < b. The score is the longest of the shortest paths from vertex
//! 1; unreachable vertices do not count. The property is that the score is below 21. The paper does not show how it
//! measures the distance, so that part is ours.
//!
//! Lists of edges are `vec(edge)` without a length: most have up to 64 edges, as those of PropEr. The variant that
//! draws the number of edges first takes it from `0..=100`. One more problem has 0 to 100 edges, uniformly, as in the
//! measurements of Hypothesis.

mod curves;
#[cfg(test)]
mod tests;

use crate::{
    Options,
    comparison::{Problem, compare},
    findings::Findings,
};
use disprove::prelude::*;
use std::collections::BTreeSet;

pub use curves::{drawn, plot};

/// An edge, the smaller vertex first.
pub type Edge = (u8, u8);

/// Vertices, and edges between them.
pub type Edges = BTreeSet<Edge>;

/// Vertices are counted from 1 up to this.
pub const VERTICES: u8 = 42;

/// A graph fails if a vertex is at least this far away.
pub const FAR: usize = 21;

/// An edge of a graph with this number of vertices.
pub fn edge(vertices: u8) -> impl Generator<Value = Edge> {
    (1..=vertices, 1..=vertices).into_generator().filter(|(a, b)| a < b)
}

fn without_duplicates(edges: Vec<Edge>) -> Edges {
    edges.into_iter().collect()
}

/// A list of edges between 42 vertices; duplicates are removed afterwards.
pub fn fixed() -> impl Generator<Value = Edges> {
    vec(edge(VERTICES)).map(without_duplicates)
}

/// As [`fixed`], with all lengths up to 100 alike.
pub fn fixed_to_100() -> impl Generator<Value = Edges> {
    vec(edge(VERTICES)).len(0..=100).map(without_duplicates)
}

/// The paper's `graph()`: the number of vertices is drawn, and duplicates are removed outside.
pub fn vertices_drawn() -> impl Generator<Value = Edges> {
    int(2..=VERTICES).then(|vertices| vec(edge(vertices))).map(without_duplicates)
}

/// The paper's `graph_no_caching()`: duplicates are removed inside of the dependent generator.
pub fn no_caching() -> impl Generator<Value = Edges> {
    int(2..=VERTICES).then(|vertices| vec(edge(vertices)).map(without_duplicates))
}

/// The paper's `graph_no_matching()`: the numbers of vertices and of edges are drawn, then each edge by itself.
pub fn no_matching(src: &mut Source) -> Edges {
    let vertices = src.draw(2..=VERTICES);
    let count = src.draw(0..=100);
    let mut edges = Edges::new();
    for _ in 0..count {
        edges.insert(src.draw(edge(vertices)));
    }
    edges
}

/// The length of the longest of the shortest paths from vertex 1.
pub fn distance(edges: &Edges) -> usize {
    let mut neighbors = vec![Vec::new(); usize::from(VERTICES) + 1];
    for &(a, b) in edges {
        neighbors[usize::from(a)].push(usize::from(b));
        neighbors[usize::from(b)].push(usize::from(a));
    }
    let mut steps = vec![None; neighbors.len()];
    steps[1] = Some(0);
    let (mut queue, mut next, mut farthest) = (vec![1], 0, 0);
    while let Some(&vertex) = queue.get(next) {
        next += 1;
        farthest = steps[vertex].expect("only what was reached is in the queue");
        for &neighbor in &neighbors[vertex] {
            if steps[neighbor].is_none() {
                steps[neighbor] = Some(farthest + 1);
                queue.push(neighbor);
            }
        }
    }
    farthest
}

/// The property.
pub fn no_vertex_is_far(edges: Edges) -> bool {
    let distance = distance(&edges);
    target!(distance);
    distance < FAR
}

/// Executions each search has.
const LIMIT: u64 = 20_000;

/// The same property for all generators.
pub fn problems() -> Vec<Problem> {
    vec![
        Problem::new("42 vertices", LIMIT, |repetition| repetition.run(fixed(), no_vertex_is_far))
            .published(&[
                ("PropEr, hand-written, limit 100,000 (paper)", "100/100 - 1,548 - -"),
                (
                    "PropEr, hand-written, limit 100,000 (measured by us)",
                    "100/100 1,189 1,282 2,055 3,940",
                ),
                ("PropEr, constructed, limit 100,000 (paper)", "100/100 - 4,060 - -"),
                (
                    "PropEr, constructed, limit 100,000 (measured by us)",
                    "60/60 3,239 4,534 11,530 22,174",
                ),
                ("PropEr, random, limit 100,000 (paper)", "0/100 - - - -"),
                ("PropEr, random, limit 100,000 (measured by us)", "4/20 - - - 88,662"),
            ]),
        Problem::new("42 vertices, 0..=100 edges", LIMIT, |repetition| {
            repetition.run(fixed_to_100(), no_vertex_is_far)
        })
        .published(&[
            ("Hypothesis, target(), limit 10,000 (measured by us)", "19/20 1,314 2,069 - 6,495"),
            ("Hypothesis, random, limit 10,000 (measured by us)", "0/2 - - - -"),
        ]),
        Problem::new("vertices drawn", LIMIT, |repetition| {
            repetition.run(vertices_drawn(), no_vertex_is_far)
        }),
        Problem::new("no caching", LIMIT, |repetition| {
            repetition.run(no_caching(), no_vertex_is_far)
        })
        .published(&[("PropEr, constructed (paper): draws again", "- - - - -")]),
        Problem::new("no matching", LIMIT, |repetition| {
            repetition.run(no_matching, no_vertex_is_far)
        })
        .published(&[("PropEr, constructed (paper): draws again", "- - - - -")]),
    ]
}

/// Runs the study.
pub fn study(options: &Options) -> Findings {
    compare(options, "A vertex at least 21 steps away, within 20,000 executions", &problems(), 100)
}
