//! Collects and plots the best scores over executions.

use super::{FAR, distance, fixed};
use crate::{
    Options,
    repetition::{Repetition, best_after, word},
    statistics::spread,
    svg,
    trials::named_trials,
};
use disprove::prelude::*;

/// What is drawn, and how: a search, its color in the light and in the dark, its dashes.
const LINES: [(Search, [&str; 2], &str); 4] = [
    (Search::Random, ["#6b6b6b", "#a8a8a8"], "1 4"),
    (Search::Climb, ["#0b6fb8", "#5db4f0"], "8 4"),
    (Search::Anneal, ["#a8560b", "#eb9a4c"], "3 3"),
    (Search::Auto, ["#157a3c", "#55c981"], "none"),
];

/// Executions the plot shows.
const EXECUTIONS: u64 = 10_000;

/// The searches that are drawn.
pub fn drawn() -> Vec<String> {
    LINES.iter().map(|(search, ..)| word(*search)).collect()
}

/// The plot of the study with 42 vertices, as SVG: the median of the best score so far.
pub fn plot(options: &Options) -> String {
    let limit = if options.smoke { 100 } else { EXECUTIONS };
    let runs = options.repetitions(100);
    let places = svg::places(limit);
    let chosen = LINES.into_iter().filter(|(search, ..)| options.searches.has(&word(*search)));
    let lines = chosen.map(|(search, colors, dashes)| {
        let name = format!("plot, {}", word(search));
        let all = named_trials(options, &name, runs, |seed| {
            Repetition::new(search, seed, limit).climb(fixed(), |edges| distance(edges) as f64)
        });
        let median = |at: u64| {
            let bests: Vec<f64> = all.iter().map(|bests| best_after(bests, at)).collect();
            spread(&bests)[1]
        };
        let points = places.iter().map(|at| (*at as f64, median(*at))).collect();
        svg::Line { name: word(search), colors, dashes, points }
    });
    let lines: Vec<svg::Line> = lines.collect();
    let caption = format!("Median of {runs} runs; the property fails from {FAR} on");
    let texts =
        svg::Texts { title: "Best score over executions", caption: &caption, height: "best score" };
    svg::plot(&texts, limit as f64, Some(FAR as f64), &lines)
}
