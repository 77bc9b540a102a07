//! The figures of the evidence pages are those of the results, and the commands on them exist.

#[path = "../../../../book/pictures/dots.rs"]
mod dots;
#[path = "../../../../book/pictures/terminal.rs"]
#[allow(dead_code, reason = "other tests show terminals")]
mod terminal;

use super::{files, read, workspace};
use dots::{Row, dots};

const SERIES: [&str; 3] = ["libFuzzer", "libFuzzer, our mutator", "hunt"];

/// The medians of a table of the studies: problem, search, median.
fn medians(section: &str) -> Vec<(String, String, String)> {
    let results = read(&workspace().join("case-studies/RESULTS.md"));
    let (_, part) = results.split_once(&format!("\n## {section}\n")).expect("the section");
    let part = part.split("\n## ").next().expect("its text");
    let rows = part.lines().filter(|line| line.starts_with("| ") && !line.contains("| median |"));
    let cells = rows.map(|row| row.split('|').map(|cell| cell.trim().to_owned()).collect());
    cells.map(|cells: Vec<String>| (cells[1].clone(), cells[2].clone(), cells[4].clone())).collect()
}

/// The problems that all three searches have, with their medians.
fn libfuzzer() -> Vec<(String, Vec<String>)> {
    let all = medians("libfuzzer");
    let mut problems: Vec<(String, Vec<String>)> = Vec::new();
    for (problem, _, _) in &all {
        let of = |series: &&str| {
            let row = all.iter().find(|(name, search, _)| name == problem && search == *series);
            row.map(|row| row.2.clone())
        };
        let values: Option<Vec<String>> = SERIES.iter().map(of).collect();
        if let Some(values) = values.filter(|_| problems.iter().all(|known| known.0 != *problem)) {
            problems.push((problem.clone(), values));
        }
    }
    problems
}

#[test]
fn the_picture_of_executions_is_current() {
    let rows: Vec<Row> = libfuzzer()
        .into_iter()
        .map(|(name, values)| {
            let number = |text: &String| text.replace(',', "").parse().ok();
            Row { name, values: values.iter().map(number).collect() }
        })
        .collect();
    assert_eq!(rows.len(), 9);
    let title = "Executions until the failure is found, median of 20 runs";
    terminal::is_current("executions.svg", &dots(title, &SERIES, &rows, 6));
}

#[test]
fn the_table_of_executions_is_that_of_the_study() {
    let page = read(&workspace().join("book/src/evidence/search.md"));
    for (problem, values) in libfuzzer() {
        let row = format!("| {problem} | {} |", values.join(" | "));
        assert!(page.contains(&row), "the page lacks {row}");
    }
}

/// The rows of a table of the page, each as its first cell and the others.
fn rows(page: &str, section: &str) -> Vec<(String, Vec<String>)> {
    let (_, part) = page.split_once(&format!("\n## {section}\n")).expect("the section");
    let part = part.split("\n## ").next().expect("its text");
    let rows =
        part.lines().filter(|line| line.starts_with('|') && !line.starts_with("|--")).skip(1);
    rows.map(|row| {
        let mut cells = row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned());
        (cells.next().expect("a cell"), cells.collect())
    })
    .collect()
}

#[test]
fn the_table_of_reductions_is_that_of_the_results() {
    let page = read(&workspace().join("book/src/evidence/reduction.md"));
    let results = read(&workspace().join("bench/RESULTS.md"));
    let (_, measured) = results.split_once("\n## Beside other libraries\n").expect("the section");
    let rows = rows(&page, "Beside other libraries");
    assert_eq!(rows.len(), 9);
    for (problem, cells) in rows {
        let (_, table) = measured.split_once(&format!("\n{problem} ")).expect("its table");
        let table = table.split("\n\n").next().expect("its rows");
        for (library, shown) in
            ["ours", "hegeltest", "proptest", "quickcheck"].iter().zip(cells.chunks(2))
        {
            let line = table.lines().find(|line| line.starts_with(library)).expect("a row");
            let words: Vec<&str> = line.split_whitespace().collect();
            // Name, size, worst, share, its sign, distinct results, runs.
            let found = [format!("{} %", words[3]), words[6].to_owned()];
            assert_eq!(shown, found, "{problem}, {library}");
        }
    }
}

#[test]
fn builds_cost_what_the_results_say() {
    let page = read(&workspace().join("book/src/evidence/cost.md"));
    let results = read(&workspace().join("bench/RESULTS.md"));
    let names = ["cold", "hundred", "tiny", "edit", "size"];
    for ((_, shown), name) in rows(&page, "Builds").iter().zip(names) {
        let line = results.lines().find(|line| line.starts_with(&format!("{name} "))).expect(name);
        let words: Vec<&str> = line.split_whitespace().skip(1).take(3).collect();
        assert_eq!(*shown, words, "{name}");
    }
}

#[test]
fn every_study_that_the_pages_name_exists() {
    let mut named = 0;
    for package in ["case-studies", "bench"] {
        let sources = files(&workspace().join(package).join("src"), "rs");
        let sources: String = sources.iter().map(|file| read(file)).collect();
        for page in files(&workspace().join("book/src"), "md") {
            let text = read(&page).replace('\n', " ");
            for part in text.split(&format!("-p {package} ")).skip(1) {
                let Some((_, after)) = part.split_once("-- ") else { continue };
                let study = after.split([' ', '`']).next().unwrap_or_default();
                let is_known = sources.contains(&format!("\"{study}\""));
                assert!(is_known, "{}: {package} has no study {study}", page.display());
                named += 1;
            }
        }
    }
    assert!(named > 20, "{named} commands");
}
