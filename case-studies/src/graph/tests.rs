//! Tests of the graph study.

use super::{Edges, VERTICES, distance, fixed, no_caching, no_matching, plot, vertices_drawn};
use crate::{Options, repetition::Repetition, selection::Selection};
use disprove::prelude::*;

#[test]
fn distances_of_known_graphs_are_right() {
    let path: Edges = (1..22).map(|a| (a, a + 1)).collect();
    assert_eq!(distance(&path), 21);
    let ring: Edges = (1..42).map(|a| (a, a + 1)).chain([(1, 42)]).collect();
    assert_eq!(distance(&ring), 21);
    let star: Edges = (2..=42).map(|b| (1, b)).collect();
    assert_eq!(distance(&star), 1);
    // Vertex 1 is at neither end of anything, and what it cannot reach does not count.
    let elsewhere: Edges = (2..42).map(|a| (a, a + 1)).collect();
    assert_eq!(distance(&elsewhere), 0);
    assert_eq!(distance(&Edges::new()), 0);
}

#[test]
fn every_generator_makes_simple_graphs_of_at_most_42_vertices() {
    fn simple(edges: Edges) -> bool {
        edges.iter().all(|(a, b)| 1 <= *a && a < b && *b <= VERTICES)
    }
    let repetition = Repetition::new(Search::Random, 1, 300);
    assert!(repetition.run(fixed(), simple).is_none());
    assert!(repetition.run(vertices_drawn(), simple).is_none());
    assert!(repetition.run(no_caching(), simple).is_none());
    assert!(repetition.run(no_matching, simple).is_none());
}

#[test]
fn a_plot_has_a_line_for_each_search_and_says_what_it_shows() {
    let options = Options { runs: Some(2), jobs: 1, smoke: true, ..Options::default() };
    let picture = plot(&options);
    assert_eq!(picture.matches("<polyline").count(), 4);
    for text in
        ["random", "climb", "anneal", "auto", "executions", "best score", "prefers-color-scheme"]
    {
        assert!(picture.contains(text), "{text}");
    }
    assert!(!picture.contains("NaN"));
    let two = plot(&Options { searches: Selection::of("random,auto"), ..options });
    assert_eq!(two.matches("<polyline").count(), 2);
    assert!(two.contains("auto") && !two.contains("climb"));
}
