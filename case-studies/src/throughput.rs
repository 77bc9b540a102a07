//! What guidance costs: tests per second of CPU time, beside random ones on the same property.
//!
//! The properties score as in their studies and never fail, so that all searches run the same number of tests. Guided
//! inputs are often larger than random ones, and larger inputs take longer in the generator and in the property
//! whatever the search costs; so the mean size of the inputs is shown as well.

use crate::{
    Options,
    findings::Findings,
    graph,
    hunt::{Hunt, word},
    labyrinth::{self, POCKETS},
    spells,
    statistics::spread,
    studies::Names,
    table::{Table, count, figure},
    trials::trials,
};
use cpu_time::ThreadTime;
use disprove::prelude::*;
use serde_json::{Value, json};
use std::{cell::Cell, fmt::Debug};

/// The first is what the others are compared with.
const SEARCHES: [Search; 3] = [Search::Random, Search::Climb, Search::Auto];

/// The properties, by name.
const PROPERTIES: [(&str, fn(Hunt) -> Cost); 3] =
    [("graph", on_graphs), ("spells", on_spells), ("labyrinth 3", on_walks)];

/// What the study is made of.
pub fn names() -> Names {
    Names::new(&SEARCHES, PROPERTIES.map(|(property, _)| property))
}

/// CPU seconds per test, and the mean size of an input.
#[derive(Clone, Copy)]
struct Cost {
    seconds: f64,
    size: f64,
}

/// Measures one search: a thread of its own is not needed, as a hunt stays on the thread that starts it.
fn measure<G>(hunt: Hunt, generator: G, score: impl Fn(&G::Value) -> (f64, usize)) -> Cost
where
    G: IntoGenerator,
    G::Value: Debug + 'static,
{
    let sizes = Cell::new(0);
    let start = ThreadTime::now();
    // Types are not hidden here: what that costs belongs to no search.
    let report = hunt.check(generator).run(|value| {
        let (score, size) = score(&value);
        sizes.set(sizes.get() + size);
        target!(score);
    });
    let seconds = start.elapsed().as_secs_f64();
    let tests = report.executions() as f64;
    Cost { seconds: seconds / tests, size: sizes.get() as f64 / tests }
}

fn on_graphs(hunt: Hunt) -> Cost {
    measure(hunt, graph::fixed(), |edges| (graph::distance(edges) as f64, edges.len()))
}

fn on_spells(hunt: Hunt) -> Cost {
    measure(hunt, spells::sequence(), |spells| (f64::from(spells::strength(spells)), spells.len()))
}

fn on_walks(hunt: Hunt) -> Cost {
    measure(hunt, labyrinth::walk(), |walk| (-POCKETS.distance(walk), walk.len()))
}

/// Runs the study.
pub fn study(options: &Options) -> Findings {
    let (limit, runs) = (if options.smoke { 200 } else { 10_000 }, options.repetitions(20));
    let header = ["property", "search", "tests per CPU second", "of random", "mean size"];
    let mut table = Table::new(
        format!("Tests per second, {} tests, median of {runs} runs", count(limit)),
        2,
        &header,
    );
    if !options.only.is_given() {
        table.row(["stack machine (paper)", "random", "9,479", "1.00", "-"]);
        table.row(["stack machine (paper)", "PropEr, hand-written", "7,431", "0.78", "-"]);
        table.row(["stack machine (paper)", "PropEr, constructed", "2,595", "0.27", "-"]);
    }
    let mut figures: Vec<Value> = Vec::new();
    // The first one is measured in any case.
    let is_chosen = |search: &Search| options.searches.has(&word(*search));
    let measured: Vec<Search> =
        SEARCHES.into_iter().filter(|search| *search == SEARCHES[0] || is_chosen(search)).collect();
    for (property, run) in PROPERTIES.into_iter().filter(|(name, _)| options.only.has(name)) {
        // All searches in one repetition, so that a busy machine slows all of them alike.
        let costs = trials(options, runs, |seed| {
            let cost = |search: &Search| run(Hunt::new(*search, seed, limit));
            measured.iter().map(cost).collect::<Vec<Cost>>()
        });
        for (place, search) in measured.iter().copied().enumerate() {
            if !is_chosen(&search) {
                continue;
            }
            let median = |of: &dyn Fn(&[Cost]) -> f64| {
                spread(&costs.iter().map(|costs| of(costs)).collect::<Vec<f64>>())[1]
            };
            let speed = median(&|costs| 1.0 / costs[place].seconds);
            let ratio = median(&|costs| costs[0].seconds / costs[place].seconds);
            let size = median(&|costs| costs[place].size);
            table.row([
                property.to_owned(),
                word(search),
                figure(speed),
                format!("{ratio:.2}"),
                figure(size),
            ]);
            figures.push(json!({
                "property": property, "search": word(search), "tests_per_second": speed, "of_random": ratio,
                "mean_size": size,
            }));
        }
    }
    table.remark(
        "CPU time of the thread; all searches of a repetition one after the other. Sizes are edges without duplicates, \
         spells, and steps.",
    );
    Findings { tables: vec![table], figures: Value::Array(figures) }
}
