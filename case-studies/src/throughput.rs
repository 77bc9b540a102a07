//! The cost of guidance: tests per second of CPU time, relative to random search on the same property.
//!
//! The properties score as in their studies and never fail, so all searches run the same number of tests. Guided inputs
//! are often larger than random ones and take longer to generate and test. The table therefore also shows the choices
//! per input and compares the time per choice. One property has inputs of constant size and almost nothing to do, so it
//! shows the cost of guidance alone.

use crate::{
    Options,
    findings::Findings,
    graph,
    ifc::{Experiment, run},
    labyrinth::{self, POCKETS},
    repetition::{Repetition, word},
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
const PROPERTIES: [(&str, fn(Repetition) -> Cost); 5] = [
    ("graph", on_graphs),
    ("spells", on_spells),
    ("labyrinth 3", on_walks),
    ("stack machine", on_machines),
    ("thirty numbers", on_thirty),
];

/// What the study is made of.
pub fn names() -> Names {
    Names::new(&SEARCHES, PROPERTIES.map(|(property, _)| property))
}

/// CPU seconds per test, and the mean number of choices in an input.
#[derive(Clone, Copy)]
struct Cost {
    seconds: f64,
    choices: f64,
}

impl Cost {
    fn per_choice(self) -> f64 {
        self.seconds / self.choices
    }
}

/// Measures one search on the current thread.
///
/// The score comes with the length of the list that was drawn, whose elements have this number of integers each.
fn measure<G>(
    repetition: Repetition,
    generator: G,
    numbers: usize,
    score: impl Fn(&G::Value) -> (f64, usize),
) -> Cost
where
    G: IntoGenerator,
    G::Value: Debug + 'static,
{
    let lengths = Cell::new(0);
    let start = ThreadTime::now();
    // Types are not hidden here: what that costs belongs to no search.
    let report = repetition.check(generator).run(|value| {
        let (score, length) = score(&value);
        lengths.set(lengths.get() + length);
        target!(score);
    });
    let seconds = start.elapsed().as_secs_f64();
    let tests = report.executions() as f64;
    // Each element has a choice more, and each list one, that say whether there is another element.
    let choices = (lengths.get() * (numbers + 1)) as f64 / tests + 1.0;
    Cost { seconds: seconds / tests, choices }
}

fn on_graphs(repetition: Repetition) -> Cost {
    measure(repetition, graph::fixed(), 2, |edges| (graph::distance(edges) as f64, edges.len()))
}

fn on_spells(repetition: Repetition) -> Cost {
    let score = |spells: &Vec<_>| (f64::from(spells::strength(spells)), spells.len());
    measure(repetition, spells::sequence(), 1, score)
}

fn on_walks(repetition: Repetition) -> Cost {
    measure(repetition, labyrinth::walk(), 1, |walk| (-POCKETS.distance(walk), walk.len()))
}

/// The experiment of the paper: programs are made to run for many steps. An instruction is some four choices.
fn on_machines(repetition: Repetition) -> Cost {
    let machines = Experiment::neighborhoods(None).pairs();
    measure(repetition, machines, 3, |pair| {
        let (mut first, mut second) = (pair.first.clone(), pair.second.clone());
        let done = run(&mut first, None);
        run(&mut second, None);
        (f64::from(done.steps), pair.first.program.len())
    })
}

/// How many of thirty numbers are in order.
fn on_thirty(repetition: Repetition) -> Cost {
    measure(repetition, vec(0..=1_000_u32).len(30), 1, |list| {
        (list.windows(2).filter(|pair| pair[0] <= pair[1]).count() as f64, list.len())
    })
}

/// Runs the study.
pub fn study(options: &Options) -> Findings {
    let (limit, runs) = (if options.smoke { 200 } else { 10_000 }, options.repetitions(20));
    let header = [
        "property",
        "search",
        "tests per CPU second",
        "of random",
        "choices per test",
        "choices per CPU second, of random",
    ];
    let mut table = Table::new(
        format!("Tests per second, {} tests, median of {runs} runs", count(limit)),
        2,
        &header,
    );
    if !options.only.is_given() {
        table.row(["stack machine (paper)", "random", "9,479", "1.00", "-", "-"]);
        table.row(["stack machine (paper)", "PropEr, hand-written", "7,431", "0.78", "-", "-"]);
        table.row(["stack machine (paper)", "PropEr, constructed", "2,595", "0.27", "-", "-"]);
    }
    let mut figures: Vec<Value> = Vec::new();
    // The first one is measured in any case.
    let is_chosen = |search: &Search| options.searches.has(&word(*search));
    let measured: Vec<Search> =
        SEARCHES.into_iter().filter(|search| *search == SEARCHES[0] || is_chosen(search)).collect();
    for (property, run) in PROPERTIES.into_iter().filter(|(name, _)| options.only.has(name)) {
        // All searches in one repetition, so that a busy machine slows all of them alike.
        let costs = trials(options, runs, |seed| {
            let cost = |search: &Search| run(Repetition::new(*search, seed, limit));
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
            let choices = median(&|costs| costs[place].choices);
            let per_choice = median(&|costs| costs[0].per_choice() / costs[place].per_choice());
            table.row([
                property.to_owned(),
                word(search),
                figure(speed),
                format!("{ratio:.2}"),
                figure(choices),
                format!("{per_choice:.2}"),
            ]);
            figures.push(json!({
                "property": property, "search": word(search), "tests_per_second": speed, "of_random": ratio,
                "choices": choices, "choices_of_random": per_choice,
            }));
        }
    }
    table.remark(
        "CPU time of the thread; all searches of a repetition one after the other. Choices are counted in the input: \
         of edges that occur twice one, and none of edges and of whole cases that were drawn and not used.",
    );
    Findings { tables: vec![table], figures: Value::Array(figures) }
}
