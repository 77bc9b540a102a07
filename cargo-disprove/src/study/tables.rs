//! The result of a study as text: the tables of the paper, beside the published values.

use super::{
    charts,
    pooled::Pooled,
    published::{self, SAMPLE},
    record::{ProjectState, Sampling, StudyRecord},
    views::Views,
};
use crate::{classify::PUBLISHED_UNCATEGORISED, mutants::text_table::TextTable, plural::plural};
use disprove_analysis::{label::Label, statistics::Estimate};
use std::fmt::Write as _;

/// All tables and figures.
pub(super) fn text(record: &StudyRecord) -> String {
    let views = Views::of(record);
    let mut text = head(record, &views);
    if views.all.rows.is_empty() {
        return text;
    }
    text.push_str(&categories(&views));
    text.push_str(&projects(&views.all));
    text.push_str(&contingency(&views));
    text.push_str(&by_category(&views.all));
    text.push_str(&times(&views));
    text.push_str(&charts::text(&views));
    text
}

/// What was studied, and how it was sampled.
fn head(record: &StudyRecord, views: &Views) -> String {
    let tested = &views.all.rows;
    let count = |language: &str| tested.iter().filter(|row| row.language == language).count();
    let mut text = format!(
        "{}, {} in Python and {} in Rust; {}\n",
        plural(tested.len(), "project", "projects"),
        count("Python"),
        count("Rust"),
        sampling(&record.sampling)
    );
    for result in &record.results {
        let what = match result.state {
            ProjectState::Failed => "left out",
            ProjectState::Partial => "incomplete",
            ProjectState::Complete => "note",
        };
        if let Some(problem) = &result.problem {
            let _ = writeln!(text, "  {what}: {}: {problem}", result.name);
        }
    }
    let open = record.projects.len() - record.results.len();
    if open > 0 {
        let _ = writeln!(text, "  {} not studied yet", plural(open, "project is", "projects are"));
    }
    text
}

/// The sampling in words.
pub(super) fn sampling(sampling: &Sampling) -> String {
    let Sampling { sample, seed, baseline, cases, seeds, time } = sampling;
    let mut text = format!(
        "a sample of {sample} mutants of each, seed {seed}; {} on the unchanged code",
        plural(*baseline as usize, "run", "runs")
    );
    if *cases > 0 {
        let _ = write!(
            text,
            "; a sweep of {cases} inputs with {}",
            plural(*seeds as usize, "seed", "seeds")
        );
    }
    if let Some(time) = time {
        let _ = write!(text, "; at most {time} s for each project");
    }
    text
}

/// Table 1.
fn categories(views: &Views) -> String {
    let columns = views.columns();
    let mut titles = vec!["category", "assertions"];
    titles.extend(columns.iter().map(|(name, _)| *name));
    titles.push("published");
    let mut table = TextTable::new(&titles);
    let mut row = |name: String, of: &dyn Fn(&Pooled) -> u64, published: f64| {
        let mut cells = vec![name, of(&views.all).to_string()];
        for (_, pooled) in &columns {
            cells.push(percent(of(pooled) as f64, pooled.categories.assertions as f64));
        }
        cells.push(format!("{published:.1} %"));
        table.row(cells);
    };
    for (place, label) in Label::ALL.into_iter().enumerate() {
        row(words(label), &|pooled| pooled.categories.labels[place], label.published());
    }
    row(
        "uncategorised".to_owned(),
        &|pooled| pooled.categories.uncategorised,
        PUBLISHED_UNCATEGORISED,
    );
    let counts = &views.all.categories;
    format!(
        "\nTable 1: what {} assert, {} about generated values\n{}",
        plural(counts.tests as usize, "property", "properties"),
        plural(counts.assertions as usize, "assertion", "assertions"),
        table.text()
    )
}

/// Table 2.
fn projects(all: &Pooled) -> String {
    let mut table = TextTable::new(&[
        "project",
        "language",
        "lines",
        "tests",
        "properties",
        "reached",
        "mutants",
        "by unit",
        "by prop.",
        "found",
        "published: tests",
        "properties",
        "by unit",
        "by prop.",
        "found",
    ]);
    for row in &all.rows {
        let found = &row.found;
        let share = |count: usize| percent(count as f64, found.viable as f64);
        let tests = row.properties + row.units;
        let mut cells = vec![
            row.name.clone(),
            row.language.to_owned(),
            row.lines.to_string(),
            tests.to_string(),
            percent(row.properties as f64, tests as f64),
            row.coverage.map_or_else(String::new, |it| percent(it, 1.0)),
            found.viable.to_string(),
            share(found.by_unit),
            share(found.by_property),
            share(found.all),
        ];
        if let Some(known) = published::project(&row.name) {
            let of = |count: u64| percent(count as f64, SAMPLE as f64);
            cells.push(known.tests.to_string());
            cells.push(format!("{:.1} %", known.properties));
            cells.extend([of(known.by_unit), of(known.by_property), of(known.all)]);
        }
        table.row(cells);
    }
    let (found, tests) = (&all.found, all.properties + all.units);
    let share = |count: usize| percent(count as f64, found.viable as f64);
    let of = |count: u64| percent(count as f64, published::MUTANTS as f64);
    let known_tests = published::PROPERTIES + published::UNITS;
    table.row(vec![
        "all".to_owned(),
        String::new(),
        all.rows.iter().map(|row| row.lines).sum::<u64>().to_string(),
        tests.to_string(),
        percent(all.properties as f64, tests as f64),
        String::new(),
        found.viable.to_string(),
        share(found.by_unit),
        share(found.by_property),
        share(found.all),
        known_tests.to_string(),
        percent(published::PROPERTIES as f64, known_tests as f64),
        of(published::FOUND_BY_UNIT),
        of(published::FOUND_BY_PROPERTY),
        of(published::FOUND),
    ]);
    let mut text = format!("\nTable 2: tests, and mutants found, by project\n{}", table.text());
    let _ = writeln!(
        text,
        "  {} of {} found by properties only, {} by unit tests only, {} by both",
        found.only_property, found.all, found.only_unit, found.by_both
    );
    let [properties, units] = all.catching;
    let _ = writeln!(
        text,
        "  {properties} of {} catch a mutant ({}; published 39.1 %), and {units} of {} ({}; published 6.6 %)",
        plural(all.properties, "property", "properties"),
        percent(properties as f64, all.properties as f64),
        plural(all.units, "unit test", "unit tests"),
        percent(units as f64, all.units as f64),
    );
    text
}

/// Table 3, and the statistics in the text of the paper.
fn contingency(views: &Views) -> String {
    let columns = views.columns();
    let mut titles = vec!["pairs of a test and a mutant"];
    titles.extend(columns.iter().map(|(name, _)| *name));
    titles.push("published");
    let mut table = TextTable::new(&titles);
    let mut row = |name: &str, of: &dyn Fn(&Pooled) -> String, published: String| {
        let mut cells = vec![name.to_owned()];
        cells.extend(columns.iter().map(|(_, pooled)| of(pooled)));
        cells.push(published);
        table.row(cells);
    };
    let cell = |place: usize| {
        move |pooled: &Pooled| {
            let table = pooled.against_unit.table;
            share(table.cells()[place] as f64, table.pairs() as f64)
        }
    };
    let [[property_missed, property], [unit_missed, unit]] = published::CONTINGENCY;
    let known = |share: f64| format!("{share:.2} %");
    row(
        "pairs",
        &|pooled| pooled.against_unit.table.pairs().to_string(),
        published::PAIRS.to_string(),
    );
    row("property, not caught", &cell(1), known(property_missed));
    row("property, caught", &cell(0), known(property));
    row("unit test, not caught", &cell(3), known(unit_missed));
    row("unit test, caught", &cell(2), known(unit));
    let odds = |pooled: &Pooled| pooled.against_unit.table.haldane();
    row("odds ratio", &|it| estimate(odds(it)), format!("{:.1}", published::ODDS));
    row("  within projects", &|it| estimate(it.against_unit.by_project), String::new());
    row("  within mutants", &|it| estimate(it.against_unit.by_mutant), String::new());
    let resampled = |it: &Pooled| {
        let drawn = it.against_unit.resampled;
        drawn.map_or_else(none, |it| format!("[{}, {}]", number(it.low), number(it.high)))
    };
    row("  projects resampled", &resampled, String::new());
    let adjusted = |it: &Pooled| estimate(it.against_unit.with_coverage.map(|(odds, _)| odds));
    row("  with coverage", &adjusted, format!("{:.1}", published::ODDS_WITH_COVERAGE));
    let slope = |it: &Pooled| {
        it.against_unit.with_coverage.map_or_else(none, |(_, slope)| format!("{slope:.3}"))
    };
    row("  log odds by 1 % of coverage", &slope, format!("{:.2}", published::COVERAGE_SLOPE));
    let statistic = |it: &Pooled| format!("{:.1}", it.against_unit.table.g_squared());
    row("chi-square", &statistic, format!("{:.1}", published::CHI_SQUARE));
    row(
        "Cramér's V",
        &|it| format!("{:.3}", it.against_unit.table.v()),
        format!("{:.2}", published::V),
    );
    row("p", &|it| p(it.against_unit.table.p()), "< 0.0001".to_owned());
    format!("\nTable 3: properties against unit tests\n{}", table.text())
}

/// Table 4.
fn by_category(all: &Pooled) -> String {
    let mut table = TextTable::new(&[
        "category",
        "tests",
        "killed",
        "odds ratio",
        "within projects",
        "chi-square",
        "V",
        "p",
        "published: odds",
        "chi-square",
        "V",
        "p",
    ]);
    for label in Label::ALL {
        let (statistic, v, known_p) = published::category(label);
        let mut cells = vec![words(label)];
        match all.labels.iter().find(|it| it.label == label) {
            None => cells.extend(["0", "", "", "", "", "", ""].map(str::to_owned)),
            Some(it) => {
                let table = it.comparison.table;
                let [kills, missed, ..] = table.cells();
                cells.push(it.tests.to_string());
                cells.push(share(kills as f64, (kills + missed) as f64));
                cells.push(estimate(table.haldane()));
                cells.push(estimate(it.comparison.by_project));
                cells.push(format!("{:.1}", table.g_squared()));
                cells.push(format!("{:.3}", table.v()));
                cells.push(p(table.p()));
            }
        }
        cells.push(number(label.odds()));
        cells.extend([format!("{statistic:.1}"), format!("{v:.3}"), known_p.to_owned()]);
        table.row(cells);
    }
    format!("\nTable 4: each category against all other tests\n{}", table.text())
}

/// Table 5.
fn times(views: &Views) -> String {
    let columns = views.columns();
    let mut titles = vec!["mean seconds of a property"];
    titles.extend(columns.iter().map(|(name, _)| *name));
    titles.push("published");
    let mut table = TextTable::new(&titles);
    for label in Label::ALL {
        let mut cells = vec![words(label)];
        for (_, pooled) in &columns {
            let own = pooled.labels.iter().find(|it| it.label == label);
            let seconds = own.and_then(|it| it.mean_seconds);
            cells.push(seconds.map_or_else(none, |it| format!("{it:.3}")));
        }
        cells.push(format!("{:.3}", published::seconds(label)));
        table.row(cells);
    }
    format!(
        "\nTable 5: time on the unchanged code, with the cases of each property\n{}",
        table.text()
    )
}

/// The name of a category in words.
pub(super) fn words(label: Label) -> String {
    label.name().replace('_', " ")
}

fn none() -> String {
    "-".to_owned()
}

fn percent(part: f64, of: f64) -> String {
    if of > 0.0 { format!("{:.1} %", 100.0 * part / of) } else { none() }
}

/// A percentage with two decimals, for rare events.
fn share(part: f64, of: f64) -> String {
    if of > 0.0 { format!("{:.2} %", 100.0 * part / of) } else { none() }
}

fn estimate(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(none, |it| {
        format!("{} [{}, {}]", number(it.value), number(it.interval.low), number(it.interval.high))
    })
}

/// Three digits are enough.
pub(super) fn number(value: f64) -> String {
    match value {
        _ if value >= 99.95 => format!("{value:.0}"),
        _ if value >= 9.995 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

fn p(value: f64) -> String {
    if value < 0.0001 { "< 0.0001".to_owned() } else { format!("{value:.4}") }
}

#[cfg(test)]
mod tests;
