//! The figures of the evidence pages are those of the results, and the commands on them exist.

use super::{files, prose, read, workspace};
use crate::pictures::{
    dots::{Row, dots},
    terminal::is_current,
};

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
    is_current("executions.svg", &dots(title, &SERIES, &rows, 6));
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
pub(super) fn rows(page: &str, section: &str) -> Vec<(String, Vec<String>)> {
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
            let share: f64 = words[3].parse().expect("a share");
            let runs = if words[6] == "100000" { "100,000" } else { words[6] };
            let found = [format!("{share} %"), runs.to_owned()];
            assert_eq!(shown, found, "{problem}, {library}");
        }
    }
    let [page, results] =
        [page, results].map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
    for (said, meaning) in [
        (
            "*Minimal* is the share of the results that are the simplest possible.",
            "**minimal** is the share of seeds that end in the one form nothing is simpler than",
        ),
        (
            "*Runs* is the mean number of runs of the property after the first failure:",
            "**runs** (mean over the seeds) are counted by a counter inside of the property, alike for all libraries: every execution after the first that failed",
        ),
        (
            "Each library finds its own first failure, so the runs compare only roughly.",
            "Each library finds its own first failure, so runs compare only roughly",
        ),
        ("proptest stops after 100,000 steps.", "proptest stops after 100,000 steps."),
    ] {
        assert!(page.contains(said) && results.contains(meaning), "{said} {meaning}");
    }
}

#[test]
fn builds_cost_what_the_results_say() {
    let page = read(&workspace().join("book/src/evidence/cost.md"));
    let results = read(&workspace().join("bench/RESULTS.md"));
    assert!(page.contains("| | disprove | proptest 1.12.0 | quickcheck 1.1.0 |"));
    assert!(results.contains("for disprove, proptest 1.12.0 and quickcheck 1.1.0"));
    assert!(results.contains("\nmeasure  disprove  proptest  quickcheck  "));
    let names = [
        ("cold", "first build of a crate with one test, dependencies included"),
        ("hundred", "100 properties of ten shapes, dependencies built before"),
        ("tiny", "200 trivial properties"),
        ("edit", "rebuild after an edit of one property"),
        ("size", "test binary of the hundred, MB"),
    ];
    for meaning in [
        "Measured in the debug profile ",
        "**cold**: CPU seconds of the first build of a crate with one test, dependencies included,",
        "**hundred**: CPU seconds to build a test file with 100 properties of ten shapes, dependencies built before.",
        "**tiny**: the same for 200 trivial properties; **edit**: a rebuild of the hundred after an edit of one property.",
        "**size**: the test binary of the hundred in MB",
    ] {
        assert!(results.contains(meaning), "{meaning}");
    }
    let shown = rows(&page, "Builds");
    assert_eq!(shown.len(), names.len());
    for ((title, shown), (name, expected)) in shown.iter().zip(names) {
        assert_eq!(title, expected);
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

#[test]
fn every_file_that_the_evidence_names_exists() {
    let mut named = 0;
    for page in files(&workspace().join("book/src/evidence"), "md") {
        let text = prose(&read(&page));
        let words = text.split('`').skip(1).step_by(2).flat_map(str::split_whitespace);
        for word in words.filter(|it| it.starts_with("bench/") || it.starts_with("case-studies/")) {
            assert!(workspace().join(word).exists(), "{}: {word}", page.display());
            named += 1;
        }
    }
    assert!(named >= 8, "{named} files");
}

#[test]
fn the_commands_of_cost_and_reduction_made_the_results() {
    let text = |name: &str| read(&workspace().join(name));
    let pages = ["book/src/evidence/cost.md", "book/src/evidence/reduction.md"].map(text);
    let results = ["bench/RESULTS.md", "bench/SEQUENCES.md", "case-studies/RESULTS.md"].map(text);
    let is_command = |code: &&str| code.starts_with("cargo run ") || code.starts_with("python ");
    let commands = pages.iter().flat_map(|page| page.split('`')).filter(is_command);
    let commands: Vec<&str> = commands.collect();
    assert_eq!(commands.len(), 9);
    for command in commands {
        let has_results = results.iter().any(|text| text.contains(&format!("`{command}`")));
        // The page has no figures of this one.
        let is_only_named = command == "cargo run --release -p bench -- throughput";
        assert_ne!(has_results, is_only_named, "{command}");
    }
}

#[test]
fn the_table_of_ladders_is_that_of_the_study() {
    let page = read(&workspace().join("book/src/evidence/search.md"));
    let all = medians("ladder");
    let searches = ["random", "proptest", "quickcheck", "libFuzzer", "auto"];
    let ladders = rows(&page, "Ladders");
    assert_eq!(ladders.len(), 5);
    for (ladder, shown) in ladders {
        let median = |search: &str| {
            let row = all.iter().find(|(name, other, _)| *name == ladder && other == search);
            row.map(|row| row.2.clone()).unwrap_or_default()
        };
        assert_eq!(shown, searches.map(median), "{ladder}");
    }
}

/// The cells of a row of README.md, after the first one.
fn readme_row(start: &str) -> Vec<String> {
    let page = read(&workspace().join("README.md"));
    let row = page.lines().find(|line| line.starts_with(&format!("| [{start}]"))).expect(start);
    let cells = row.trim_matches('|').split('|').skip(1);
    // The best one is bold.
    cells.map(|cell| cell.trim().trim_matches('*').to_owned()).collect()
}

#[test]
fn the_table_of_the_readme_is_that_of_the_evidence() {
    let search = read(&workspace().join("book/src/evidence/search.md"));
    let reduction = read(&workspace().join("book/src/evidence/reduction.md"));
    let cost = read(&workspace().join("book/src/evidence/cost.md"));

    let mut always = [0; 4];
    for (_, cells) in rows(&reduction, "Beside other libraries") {
        for (count, share) in always.iter_mut().zip(cells.iter().step_by(2)) {
            *count += u32::from(share == "100 %");
        }
    }
    let [ours, hegeltest, proptest, quickcheck] = always.map(|count| count.to_string());
    let expected = [&ours, &proptest, &quickcheck, "-", &hegeltest, "-"];
    assert_eq!(readme_row("nine reduction problems"), expected);

    let ladders = rows(&search, "Ladders");
    let fuzz = &ladders.iter().find(|(name, _)| name == "FUZZ").expect("a row").1;
    let expected = [&*fuzz[4], &*fuzz[1], &*fuzz[2], "-", "-", &*fuzz[3]];
    assert_eq!(readme_row("a bug that needs the bytes `FUZZ`"), expected);

    let builds = rows(&cost, "Builds");
    assert_eq!(readme_row("the first build")[..3], builds[0].1);

    let lengths = read(&workspace().join("COMPARE.md"));
    let row = lengths.lines().find(|line| line.starts_with("| **1, 2, 3, 4a and 5a** |"));
    let cells = row.expect("a row").split('|').skip(2).map(|cell| cell.split('/').next());
    let cells: Vec<&str> = cells.map(|cell| cell.unwrap_or_default().trim()).collect();
    let expected = [cells[0], cells[2], cells[3], "-", cells[1], "-"];
    assert_eq!(readme_row("five tests"), expected);

    let page = read(&workspace().join("README.md"));
    for row in page.lines().filter(|line| line.starts_with("| [")) {
        let [_, bold, _] = row.split("**").collect::<Vec<_>>()[..] else {
            panic!("one figure is bold: {row}")
        };
        let number = |cell: &str| cell.trim().trim_matches('*').replace(',', "").parse().ok();
        let figures: Vec<f64> = row.split('|').filter_map(number).collect();
        let is_success = row.contains("how many end at") || row.contains("found in at least half");
        let best = if is_success { f64::max } else { f64::min };
        assert_eq!(number(bold), figures.into_iter().reduce(best), "the best is bold: {row}");
    }
}

#[test]
fn everyday_mistakes_are_those_of_the_study() {
    let results = read(&workspace().join("case-studies/RESULTS.md"));
    let sums = results.lines().filter(|line| line.contains("| found, geometric mean "));
    let sums: Vec<Vec<&str>> = sums.map(|line| line.split('|').map(str::trim).collect()).collect();
    let [tuned, unseen] = &sums[..] else { panic!("two halves") };
    let page = read(&workspace().join("book/src/evidence/search.md"));
    let shown = rows(&page, "Everyday mistakes");
    let readme = readme_row("24 everyday mistakes");
    let mut all = Vec::new();
    // Columns of the results: half, mistake, random, without literals, quickcheck, proptest.
    for (name, column, cell) in [("disprove", 3, 0), ("quickcheck", 5, 2), ("proptest", 6, 1)] {
        let halves = [tuned[column], unseen[column]];
        let means = halves.map(|half| half.split(", ").nth(1).expect("a mean").to_owned());
        let row = shown.iter().find(|(library, _)| library == name).expect(name);
        let found = halves.map(|half| half.split('/').next().expect("a number").parse::<u32>());
        let found: u32 = found.into_iter().map(|number| number.expect("a number")).sum();
        let [tuned, unseen] = means;
        assert_eq!(row.1, [tuned, unseen, found.to_string()], "{name}");
        assert_eq!(readme[cell], found.to_string(), "{name}");
        all.push(found);
    }
    let said = format!(
        "1,000 random cases find {} in at least half of the runs. quickcheck finds {}, and proptest {}:",
        all[0], all[1], all[2]
    );
    assert!(read(&workspace().join("book/src/how/distributions.md")).contains(&said), "{said}");
}

#[test]
fn guided_cases_are_as_slow_as_the_results_say() {
    let results = read(&workspace().join("case-studies/RESULTS.md"));
    let (_, table) = results.split_once("\nns of a case ").expect("the table of times");
    let table = table.split("```").next().expect("its end");
    let rows = table.lines().filter(|line| line.contains(", in a property "));
    let ratio = |line: &str| line.split_whitespace().next_back().and_then(|it| it.parse().ok());
    let mut ratios: Vec<f64> = rows.filter_map(ratio).collect();
    ratios.sort_by(f64::total_cmp);
    let [low, middle, high] = ratios[..] else { panic!("three properties: {ratios:?}") };
    let said = format!("{low:.1}, {middle:.1} and {high:.1} times as long");
    for page in ["guides/coverage.md", "evidence/cost.md"] {
        let text = read(&workspace().join("book/src").join(page));
        assert!(text.contains(&said), "{page} does not say: {said}");
    }
}
