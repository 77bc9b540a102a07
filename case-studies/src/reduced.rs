//! Every counterexample reduces: failures found by a study go through the ordinary reducer, down to the minimal form
//! where it is known.
//!
//! Failures start from the token of a value that is known to fail, and from failures that searches find.

use crate::{
    comparison::Problem,
    graph::{self, Edge, Edges, FAR},
    held_out::{self, Perfect, every_leaf_is_shallow},
    labyrinth::{self, BLOCKS, CORRIDOR, Maze, POCKETS, Step},
    nested,
    repetition::Repetition,
    spells::{self, SPELLS},
};
use disprove::{IntoOutcome, prelude::*};
use std::{collections::BTreeSet, fmt::Debug};

/// The minimal form of the failure that a token leads to.
fn reduced<G, R>(generator: G, token: &str, property: impl Fn(G::Value) -> R) -> G::Value
where
    G: IntoGenerator,
    G::Value: Debug + Clone + 'static,
    R: IntoOutcome,
{
    let check = check(generator).seed(1).cases(1).replay(token).database(Db::none());
    let report = check.max_failures(1).reduce(true).run(property);
    let failure = report.failures().first().expect("the token leads to a failure");
    assert_eq!(failure.found_at(), 1, "the token itself fails");
    assert_eq!(failure.reduction_ended(), disprove::ReductionEnd::Complete);
    failure.value().clone()
}

fn token<G: Generator>(generator: &G, value: &G::Value) -> String {
    generator.encode(value).expect("the generator can make it").to_token()
}

/// Edges that contain a path of 24 steps through all kinds of vertices, and a few more.
fn tangle() -> Vec<Edge> {
    let on_the_way = (0..25u8).map(|step| 1 + step * 5 % 42);
    let way: Vec<u8> = on_the_way.collect();
    let path = way.windows(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1])));
    let unreached = [(18, 23), (23, 39), (28, 34)];
    path.chain(unreached).collect()
}

/// A graph that is one path from vertex 1 through this number of others, each vertex minimal.
fn is_a_path(edges: &Edges, steps: usize) {
    assert_eq!((edges.len(), graph::distance(edges)), (steps, steps), "{edges:?}");
    let vertices: BTreeSet<u8> = edges.iter().flat_map(|(a, b)| [*a, *b]).collect();
    assert_eq!(vertices.len(), steps + 1, "{edges:?}");
}

#[test]
fn a_far_vertex_reduces_to_a_path_of_21_edges() {
    assert!(graph::distance(&tangle().into_iter().collect()) >= FAR);
    let lists = vec(graph::edge(graph::VERTICES));
    let minimal = reduced(graph::fixed(), &token(&lists, &tangle()), graph::no_vertex_is_far);
    is_a_path(&minimal, FAR);
    let lists = vec(graph::edge(graph::VERTICES)).len(0..=100);
    let minimal =
        reduced(graph::fixed_to_100(), &token(&lists, &tangle()), graph::no_vertex_is_far);
    is_a_path(&minimal, FAR);
}

/// A nearer vertex is found at random as well, whatever the generator is written like.
#[test]
fn a_near_vertex_reduces_to_a_path_with_every_generator() {
    fn path(generator: impl Generator<Value = Edges>) {
        let near = |edges: Edges| graph::distance(&edges) < 8;
        let report =
            check(generator).seed(1).cases(20_000).database(Db::none()).max_failures(1).run(near);
        is_a_path(report.failures().first().expect("a path of 8 edges").value(), 8);
    }
    path(graph::fixed());
    path(graph::vertices_drawn());
    path(graph::no_caching());
    path(graph::no_matching);
}

/// The places of spells that make a hero strong, many of them without any use.
const STRONG: [usize; 110] = [
    3, 11, 4, 18, 18, 7, 10, 17, 18, 0, 3, 16, 11, 2, 3, 12, 3, 3, 3, 12, 16, 7, 12, 13, 4, 16, 2,
    4, 17, 1, 13, 8, 18, 8, 16, 12, 7, 4, 10, 3, 17, 8, 3, 3, 11, 5, 3, 12, 7, 5, 18, 3, 15, 13,
    12, 3, 7, 17, 8, 3, 18, 13, 3, 7, 11, 18, 3, 14, 9, 18, 19, 9, 19, 13, 12, 16, 9, 13, 17, 7,
    14, 18, 17, 18, 18, 11, 5, 3, 1, 17, 2, 3, 12, 3, 16, 3, 0, 7, 2, 0, 0, 12, 3, 6, 3, 3, 2, 3,
    12, 0,
];

#[test]
fn strong_heroes_reduce_to_no_spell_too_many() {
    let places = vec(0..SPELLS.len()).len(0..=200);
    // `sample` has no way back from a value, but it draws a place in the list like any other number.
    let start = token(&places, &STRONG.to_vec());
    let minimal = reduced(spells::sequence(), &start, spells::nobody_becomes_strong);
    assert!(spells::strength(&minimal) >= spells::STRONG);
    for place in 0..minimal.len() {
        let mut shorter = minimal.clone();
        shorter.remove(place);
        assert!(
            spells::strength(&shorter) < spells::STRONG,
            "spell {place} of {minimal:?} is useless"
        );
    }
}

fn a_way_out_has_no_useless_steps(maze: &Maze) {
    let shortest = labyrinth::tests::shortest(maze).expect("there is a way out");
    // Every third step is taken back, and made again.
    let back = |step: Step| match step {
        Step::Left => Step::Right,
        Step::Right => Step::Left,
        Step::Up => Step::Down,
        Step::Down => Step::Up,
    };
    let mut wandering: Vec<Step> = Vec::new();
    for steps in shortest.chunks(3) {
        wandering.extend([steps[0], back(steps[0])]);
        wandering.extend(steps);
    }
    let start = token(&labyrinth::walk(), &wandering);
    let way = reduced(labyrinth::walk(), &start, |walk: Vec<Step>| maze.nobody_gets_out(&walk));
    assert_eq!(maze.end(&way), maze.exit);
    for place in 0..way.len() {
        let mut shorter = way.clone();
        shorter.remove(place);
        assert_ne!(maze.end(&shorter), maze.exit, "step {place} of {way:?} is useless");
    }
    assert_eq!(way.len(), shortest.len());
}

#[test]
fn ways_out_have_no_useless_steps() {
    for maze in [CORRIDOR, BLOCKS, POCKETS] {
        a_way_out_has_no_useless_steps(&maze);
    }
}

#[test]
fn hidden_words_reduce_to_themselves() {
    for (seed, length) in [(1, 3), (2, 4)] {
        let word = nested::hidden(seed, length);
        let longer = [&word[..], &[7, 120, 33]].concat();
        let numbers = |given: Vec<u8>| nested::does_not_begin_with(&given, &word);
        assert_eq!(reduced(nested::numbers(), &token(&nested::numbers(), &longer), numbers), word);
        assert_eq!(reduced(bytes(), &token(&bytes(), &longer), numbers), word);
        let written = String::from_utf8(word.clone()).expect("letters");
        let longer = format!("{written} and more");
        let texts = |given: String| nested::text_does_not_begin_with(&given, &word);
        assert_eq!(reduced(text(), &token(&text(), &longer), texts), written);
        let printable = nested::printable();
        assert_eq!(reduced(nested::printable(), &token(&printable, &longer), texts), written);
    }
}

/// The minimal form of a failure, where there is just one, for the seed 1.
fn minimal(problem: &str) -> Option<String> {
    if problem == "1: corridor" {
        return Some(format!("{:?}", [Step::Right; 6]));
    }
    let (length, kind) = problem.split_once(" of ")?;
    let word = nested::hidden(1, length.parse().ok()?);
    let written = String::from_utf8_lossy(&word).into_owned();
    Some(if kind.starts_with("text") { format!("{written:?}") } else { format!("{word:?}") })
}

#[test]
fn the_minimal_forms_of_hidden_words_are_known() {
    let known =
        nested::problems().iter().filter(|problem| minimal(&problem.name).is_some()).count();
    assert_eq!(known, nested::problems().len());
    assert_eq!(minimal("42 vertices"), None);
}

/// Runs a problem with reduction; what is found must be reduced to the end.
fn is_found(problem: &Problem, limit: u64) -> bool {
    let repetition = Repetition { reduce: true, ..Repetition::new(Search::Auto, 1, limit) };
    let Some(found) = (problem.run)(repetition) else { return false };
    assert!(found.complete, "{}: {}", problem.name, found.input);
    if let Some(known) = minimal(&problem.name) {
        assert_eq!(found.input, known, "{}", problem.name);
    }
    true
}

#[test]
fn what_is_found_in_every_study_reduces_to_the_end() {
    let studies =
        [graph::problems(), spells::problems(), labyrinth::problems(), nested::problems()];
    for problem in studies.iter().flatten() {
        assert!(is_found(problem, problem.limit), "{}", problem.name);
    }
}

/// Executions of the problems that are held out: some are found sooner, and a test has no time for the others.
const HELD_OUT: u64 = 1_000;

#[test]
fn what_is_found_of_the_held_out_problems_reduces_to_the_end() {
    let found = held_out::problems().iter().filter(|problem| is_found(problem, HELD_OUT)).count();
    assert!(found >= 5, "{found} found");
}

#[test]
fn a_tree_with_deep_leaves_reduces_to_the_perfect_one() {
    fn full(height: u32) -> Perfect {
        match height {
            0 => Perfect::Leaf,
            _ => Perfect::Fork(Box::new(full(height - 1)), Box::new(full(height - 1))),
        }
    }
    let large = Perfect::Fork(Box::new(full(4)), Box::new(full(3)));
    let token = token(&any::<Perfect>(), &large);
    assert_eq!(reduced(any::<Perfect>(), &token, every_leaf_is_shallow), full(4));
}
