//! Routing trees for directional antennas: the second experiment of "Automating Targeted Property-Based Testing".
//!
//! A weight and two directions are drawn for every possible link; the tree is the minimum spanning tree of the weights.
//! The paper gives neither the energy estimate nor the number of nodes or directions, so all of them are **stand-ins**:
//! 20 nodes on a unit square, and 6 directions. The energy is the sum over the links of the tree of the squared length
//! times one more than the number of directions by which both antennas are off. The shapes of the curves compare with
//! the paper's, the values do not.

use crate::{
    Options,
    findings::Findings,
    repetition::{Repetition, best_after, chosen, word},
    statistics::spread,
    studies::Names,
    table::{Table, count, figure},
    trials::named_trials,
};
use disprove::prelude::*;
use serde_json::{Value, json};
use std::f64::consts::TAU;

/// Nodes of the network.
const NODES: usize = 20;

/// Every pair of nodes could be a link.
pub const LINKS: usize = NODES * (NODES - 1) / 2;

/// Directions an antenna can be turned to.
const DIRECTIONS: u8 = 6;

/// What is drawn for a possible link.
#[derive(Clone, Copy, Debug, Arbitrary)]
pub struct Link {
    /// The tree is made of the smallest ones.
    #[draw(0..1_000)]
    weight: u16,
    /// Where the antenna at the first end is turned to.
    #[draw(0..DIRECTIONS)]
    sending: u8,
    /// Where the one at the second end is turned to.
    #[draw(0..DIRECTIONS)]
    receiving: u8,
}

/// All possible links.
pub fn links() -> impl Generator<Value = Vec<Link>> {
    vec(any::<Link>()).len(LINKS)
}

/// Where a node stands: fixed, and scattered by multiples of two irrational numbers.
fn place(node: usize) -> (f64, f64) {
    let number = node as f64 + 1.0;
    ((number * 0.754_877_666).fract(), (number * 0.569_840_291).fract())
}

/// The ends of all possible links, in the order in which they are drawn.
fn ends() -> impl Iterator<Item = (usize, usize)> {
    (0..NODES).flat_map(|a| (a + 1..NODES).map(move |b| (a, b)))
}

/// The numbers of the links that make the minimum spanning tree.
fn tree(links: &[Link]) -> Vec<usize> {
    let ends: Vec<(usize, usize)> = ends().collect();
    let mut order: Vec<usize> = (0..links.len()).collect();
    order.sort_by_key(|number| (links[*number].weight, *number));
    // Which nodes are connected already: all with the same number here.
    let mut part: Vec<usize> = (0..NODES).collect();
    let mut tree = Vec::with_capacity(NODES - 1);
    for number in order {
        let (a, b) = ends[number];
        let (joined, gone) = (part[a], part[b]);
        if joined != gone {
            for node in &mut part {
                if *node == gone {
                    *node = joined;
                }
            }
            tree.push(number);
        }
    }
    tree
}

/// How many directions an antenna is off, when it should point from one place to another.
fn off(direction: u8, from: (f64, f64), to: (f64, f64)) -> u8 {
    let angle = (to.1 - from.1).atan2(to.0 - from.0).rem_euclid(TAU);
    let right = (angle / TAU * f64::from(DIRECTIONS)) as u8 % DIRECTIONS;
    let apart = direction.abs_diff(right);
    apart.min(DIRECTIONS - apart)
}

/// The estimated energy of the tree.
pub fn energy(links: &[Link]) -> f64 {
    let ends: Vec<(usize, usize)> = ends().collect();
    let one = |number: usize| {
        let (link, (a, b)) = (links[number], ends[number]);
        let (from, to) = (place(a), place(b));
        let squared = (to.0 - from.0).powi(2) + (to.1 - from.1).powi(2);
        let off = off(link.sending, from, to) + off(link.receiving, to, from);
        squared * (1.0 + f64::from(off))
    };
    tree(links).into_iter().map(one).sum()
}

/// What the paper's plot compares, and our own choice.
const SEARCHES: [Search; 4] = [Search::Random, Search::Climb, Search::Anneal, Search::Auto];

/// What is looked for: the title, and the sign of the energy in the score.
const GOALS: [(&str, f64); 2] = [("Least energy", -1.0), ("Most energy", 1.0)];

/// What the study is made of.
pub fn names() -> Names {
    Names::new(&SEARCHES, GOALS.map(|(title, _)| title))
}

/// Where the curves are read.
const PLACES: [u64; 3] = [100, 1_000, 10_000];

/// Runs the study.
pub fn study(options: &Options) -> Findings {
    let (limit, runs) = (if options.smoke { 100 } else { 10_000 }, options.repetitions(100));
    let mut figures: Vec<Value> = Vec::new();
    let goals = GOALS.into_iter().filter(|(title, _)| options.only.has(title));
    let tables = goals.map(|(title, sign)| {
        let columns = PLACES.iter().flat_map(|at| ["min", "median", "max"].map(|of| format!("{of} at {}", count(*at))));
        let header: Vec<String> = ["search".to_owned()].into_iter().chain(columns).collect();
        let header: Vec<&str> = header.iter().map(String::as_str).collect();
        let mut table = Table::new(format!("{title} so far, over {runs} runs"), 1, &header);
        for search in chosen(options, &SEARCHES) {
            let name = format!("{title}, {}", word(search));
            let all = named_trials(options, &name, runs, |seed| {
                Repetition::new(search, seed, limit).climb(links(), |links| sign * energy(links))
            });
            let mut cells = vec![word(search)];
            for at in PLACES {
                let bests: Vec<f64> = all.iter().map(|bests| sign * best_after(bests, at.min(limit))).collect();
                cells.extend(spread(&bests).map(figure));
                figures.push(json!({ "goal": title, "search": word(search), "executions": at.min(limit), "best": bests }));
            }
            table.row(cells);
        }
        table.remark(
            "The energy is a stand-in: the paper prints neither its own nor any figure, only curves. There, when \
             maximizing, the worst targeted run beats the best random one after less than 1,000 tests.",
        );
        table
    });
    let tables = tables.collect();
    Findings { tables, figures: Value::Array(figures) }
}

#[cfg(test)]
mod tests {
    use super::{LINKS, Link, NODES, ends, energy, off, place, tree};

    fn all(weight: impl Fn(usize, usize) -> u16) -> Vec<Link> {
        ends().map(|(a, b)| Link { weight: weight(a, b), sending: 0, receiving: 0 }).collect()
    }

    #[test]
    fn the_tree_is_made_of_the_lightest_links_without_a_ring() {
        assert_eq!(ends().count(), LINKS);
        // A star: everything is linked to node 0, though other links weigh hardly more.
        let star = tree(&all(|a, _| if a == 0 { 1 } else { 2 }));
        assert_eq!(star, (0..NODES - 1).collect::<Vec<_>>());
        // Equal weights take the first links.
        assert_eq!(tree(&all(|_, _| 7)), star);
        // A chain.
        let chain = tree(&all(|a, b| if b == a + 1 { 1 } else { 900 }));
        let ends: Vec<_> = ends().collect();
        assert!(chain.iter().all(|number| ends[*number].1 == ends[*number].0 + 1));
        assert_eq!(chain.len(), NODES - 1);
    }

    #[test]
    fn directions_are_counted_around_the_circle() {
        let (here, east, west) = ((0.5, 0.5), (0.9, 0.6), (0.1, 0.4));
        assert_eq!(
            [0, 1, 2, 3, 4, 5].map(|direction| off(direction, here, east)),
            [0, 1, 2, 3, 2, 1]
        );
        assert_eq!([0, 3].map(|direction| off(direction, here, west)), [3, 0]);
    }

    #[test]
    fn the_energy_of_a_star_is_known_when_all_antennas_are_right() {
        let mut links = all(|a, _| if a == 0 { 1 } else { 2 });
        let mut squares = 0.0;
        for (link, (a, b)) in links.iter_mut().zip(ends()) {
            let (from, to) = (place(a), place(b));
            link.sending =
                (0..6).find(|direction| off(*direction, from, to) == 0).expect("one is right");
            link.receiving =
                (0..6).find(|direction| off(*direction, to, from) == 0).expect("one is right");
            if a == 0 {
                squares += (from.0 - to.0).powi(2) + (from.1 - to.1).powi(2);
            }
        }
        assert!((energy(&links) - squares).abs() < 1e-9);
        // Turning an antenna of the tree costs, turning another one does not.
        let right = energy(&links);
        links[LINKS - 1].sending = (links[LINKS - 1].sending + 1) % 6;
        assert!((energy(&links) - right).abs() < 1e-9);
        links[0].sending = (links[0].sending + 1) % 6;
        assert!(energy(&links) > right + 1e-9);
    }
}
