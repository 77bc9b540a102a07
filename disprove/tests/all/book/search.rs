//! The figures of `book/src/evidence/search.md`, and those that other pages take from it, are those of the studies.

use super::{evidence::rows, read, workspace};

fn page(name: &str) -> String {
    read(&workspace().join("book/src").join(name))
}

/// A section of the results of the studies.
fn study(name: &str) -> String {
    let results = read(&workspace().join("case-studies/RESULTS.md"));
    let (_, part) = results.split_once(&format!("\n## {name}\n")).expect("the section");
    part.split("\n## ").next().expect("its text").to_owned()
}

/// The cells of all tables of a section, row by row.
fn cells(section: &str) -> Vec<Vec<&str>> {
    let rows = section.lines().filter(|line| line.starts_with("| "));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

fn number(text: &str) -> f64 {
    let figures = text.split([' ', '/']).next().unwrap_or_default().replace(',', "");
    figures.parse().unwrap_or_else(|_| panic!("{text} is no number"))
}

/// A share as a percentage.
fn percent(rate: &str) -> String {
    format!("{:.1} %", number(rate) * 100.0)
}

/// The text of a page in one line.
fn one_line(page: &str) -> String {
    page.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_commands_of_the_page_made_the_results() {
    let results = read(&workspace().join("case-studies/RESULTS.md"));
    let page = page("evidence/search.md");
    let commands: Vec<&str> = page.split('`').filter(|it| it.starts_with("cargo run ")).collect();
    assert_eq!(commands.len(), 7);
    for command in commands {
        assert!(results.contains(&format!("\n`{command}`, ")), "{command}");
    }
}

/// Sections of the results with what they say about a study, and what the page says.
const RUNS: [(&str, &str, &str); 12] = [
    (
        "graph",
        "**A vertex at least 21 steps away, within 20,000 executions**",
        "is fewer than 21 steps away. 100 runs of 20,000 executions,",
    ),
    ("preconditions", "preconditions --runs 10", "inputs that are accepted, of 10,000:"),
    (
        "In short",
        "61 mistakes that need large valid inputs, derived generators and `assume!(valid(&x))`",
        "61 mistakes that need large valid inputs, with derived generators and `assume!(valid(&x))`",
    ),
    ("growth", "**All together, 3 runs for each task**", "`assume!(valid(&x))`, three runs of"),
    ("growth", "0/3 > 100,000", "three runs of 100,000 executions each:"),
    (
        "ifc-ssni",
        "**All together, 30 runs for each bug**",
        "20 bugs of a stack machine with information-flow control, 30 runs each:",
    ),
    (
        "ladder",
        "Within 200,000 executions; libFuzzer within 2,000,000",
        "Medians of 20 runs, within 200,000 executions (libFuzzer 2,000,000):",
    ),
    (
        "libfuzzer",
        "within 1,000,000 executions, for YAML within 200,000**",
        "Runs end after 1,000,000 executions, or 200,000 for the last three problems:",
    ),
    (
        "libfuzzer",
        "libFuzzer alone makes bytes. With our mutator it makes the inputs of the properties",
        "libFuzzer alone makes bytes. With our mutator, it makes the same inputs as a hunt:",
    ),
    ("libfuzzer", "`hunt` has the same inputs:", "it makes the same inputs as a hunt:"),
    (
        "everyday",
        "**Median cases to a failure, of 100 runs of 1,000 cases**",
        "the median number of cases until a failure, as the geometric mean over the mistakes.",
    ),
    (
        "everyday",
        "A median beyond the limit counts as 1,000 in the geometric mean.",
        "A median beyond 1,000 counts as 1,000:",
    ),
];

#[test]
fn the_page_says_how_the_studies_were_run() {
    let page = page("evidence/search.md");
    for (section, measured, said) in RUNS {
        assert!(one_line(&study(section)).contains(measured), "{section}: {measured}");
        assert!(one_line(&page).contains(said), "the page does not say: {said}");
    }
    let everyday = one_line(&study("everyday"));
    assert!(
        everyday.contains("the rule for near modules was changed then. No weight was changed.")
    );
    let said = "chosen or changed because of the last 12 mistakes, the \"unseen half\".";
    assert!(one_line(&page).contains(said) && everyday.contains("/12, "), "{said}");
    let yaml = study("yaml");
    let problems = rows(&page, "libFuzzer");
    let is_yaml = problems.iter().map(|(name, _)| yaml.contains(&format!("| {name} ")));
    let is_yaml: Vec<bool> = is_yaml.collect();
    assert_eq!(is_yaml, [[false; 6].as_slice(), &[true; 3]].concat(), "the last three");
    let ladders = read(&workspace().join("case-studies/src/ladder/rungs.rs"));
    let [all, by_bytes] = ["pub fn ", "if bytes[0] == "].map(|part| ladders.matches(part).count());
    assert_eq!((by_bytes, all - by_bytes), (3, 2), "byte by byte, and at once");
    let traced = read(&workspace().join("case-studies/src/ladder/mod.rs"));
    assert_eq!(traced.matches("rungs!(#[trace").count(), 2, "`auto`, traced");
}

#[test]
fn the_table_of_scores_is_that_of_the_study() {
    let section = study("graph");
    let measured = cells(&section);
    let names = [
        "PropEr, hand-written, limit 100,000 (measured by us)",
        "PropEr, constructed, limit 100,000 (measured by us)",
        "Hypothesis, target(), limit 10,000 (measured by us)",
        "random",
        "auto",
    ];
    let shown = rows(&page("evidence/search.md"), "Scores");
    assert_eq!(shown.len(), names.len());
    for ((name, shown), wanted) in shown.iter().zip(names) {
        // The first row of each name has 42 vertices; only Hypothesis was measured with another number of edges.
        let row = measured.iter().find(|row| row[1] == wanted).expect(wanted);
        assert_eq!(*shown, row[2..4], "{name}");
        assert_eq!(row[0].contains("0..=100 edges"), name.contains("0 to 100 edges"), "{name}");
        let limit = wanted.split_once("limit ").and_then(|(_, limit)| limit.split(' ').next());
        assert_eq!(
            limit.is_some_and(|limit| name.contains(&format!("limit {limit}"))),
            limit.is_some(),
            "{name}"
        );
    }
    let median =
        |name: &str| shown.iter().find(|(row, _)| row.starts_with(name)).expect(name).1[1].clone();
    let said = format!(
        "`auto` takes {} executions (median). PropEr takes {} with a hand-written neighborhood, and {} with a constructed one",
        median("disprove, `auto`"),
        median("PropEr, hand-written"),
        median("PropEr, constructed")
    );
    assert!(page("how/search.md").contains(&said), "the page does not say: {said}");
}

#[test]
fn the_shares_of_accepted_inputs_are_those_of_the_study() {
    let section = study("preconditions");
    let measured = cells(&section);
    let page = page("evidence/search.md");
    let shown = rows(&page, "Preconditions");
    assert_eq!(shown.len(), 4);
    let sources = ["mod", "relations", "tensors"]
        .map(|name| read(&workspace().join(format!("case-studies/src/preconditions/{name}.rs"))));
    let sources = sources.concat();
    assert!(sources.contains("const EXECUTIONS: u64 = 10_000;"), "of 10,000");
    for (name, shown) in shown {
        let words = ["convolution", "sorted", "x == y", "a + b == c"];
        let place = words.iter().position(|word| name.contains(word)).expect("a known row");
        let id = ["P01", "S2", "S3", "S4"][place];
        let row = measured.iter().find(|row| row[0] == id).expect(id);
        // Columns of the results: id, Hypothesis, prototype, random, auto.
        assert_eq!(shown, [row[1], row[3], row[4]].map(percent), "{name}");
        let (_, text) = sources.split_once(&format!("id: \"{id}\",\n")).expect(id);
        let text = text.lines().next().expect("its text");
        assert!(text.contains(words[place]), "{text}");
        if id == "S4" {
            let [random, auto] = [row[3], row[4]].map(percent);
            let said =
                format!("Of random inputs, {random} meet `a + b == c`. With guidance, {auto} do");
            assert!(read(&workspace().join("book/src/how/search.md")).contains(&said), "{said}");
        }
    }
    let rates = measured.iter().skip(1).map(|row| (row[3], row[4]));
    let below: Vec<String> = rates
        .filter(|(random, auto)| number(auto) < number(random))
        .map(|(random, auto)| format!("{} instead of {}", percent(auto), percent(random)))
        .collect();
    assert_eq!(below.len(), 2);
    let said =
        format!("`auto` has fewer accepted inputs than random search: {}.", below.join(", and "));
    assert!(one_line(&page).contains(&said), "the page does not say: {said}");
}

#[test]
fn the_tasks_of_growth_are_those_of_the_study() {
    let section = study("growth");
    let measured = cells(&section);
    let shown = rows(&page("evidence/search.md"), "Growth");
    assert_eq!(shown.len(), 5);
    for (name, shown) in shown {
        let name = name.trim_start_matches('[').split(']').next().expect("a name");
        let search = name.trim_start_matches("disprove, ").replace('`', "");
        let halves = measured.iter().filter(|row| ["tune", "held-out"].contains(&row[0]));
        let halves: Vec<&str> = halves.filter(|row| row[1] == search).map(|row| row[2]).collect();
        assert_eq!(halves.len(), 2, "{name}");
        let solved: f64 = halves.iter().map(|half| number(half)).sum();
        let all: f64 =
            halves.iter().map(|half| number(half.split('/').nth(1).expect("a sum"))).sum();
        assert_eq!(shown, [format!("{solved} of {all}")], "{name}");
    }
    let maps =
        measured.iter().find(|row| row[0] == "interval map" && row[1] == "tune").expect("a row");
    assert!(maps[2..].iter().all(|cell| cell.starts_with("0/")), "no search solves one: {maps:?}");
}

#[test]
fn the_bugs_of_the_stack_machine_are_those_of_the_study() {
    let section = study("ifc-ssni");
    let measured = cells(&section);
    let evidence = page("evidence/search.md");
    let shown = rows(&evidence, "Coverage");
    let row = |name: &str| measured.iter().find(|row| row[0] == name).expect(name);
    let (paper, ours) = (row("MUTAGEN (published)"), row("mutate"));
    assert_eq!(shown.len(), 2);
    assert_eq!(row("all bugs")[1..4], ["found", "geometric mean of means", "worst run"]);
    assert!(evidence.contains("| | found | geometric mean | worst run |"));
    assert_eq!(
        (&*shown[0].1, &*shown[1].1),
        (
            &paper[1..4].iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>()[..],
            &ours[1..4].iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>()[..]
        )
    );
    let below = ours[4].split(" of ").map(number).collect::<Vec<_>>();
    let slower = format!("{} of {} bugs take longer", below[1] - below[0], below[1]);
    assert!(evidence.contains(&slower), "{slower}");
    assert!(page("how/mutation.md").contains(&slower), "{slower}");
    let said = format!(
        "all {} runs find the bug, as in the paper, in {} executions (geometric mean; MUTAGEN: {}).",
        ours[1].split('/').next().expect("a number"),
        ours[2],
        paper[2]
    );
    assert!(page("how/mutation.md").contains(&said), "the page does not say: {said}");
}

#[test]
fn the_sums_of_libfuzzer_are_those_of_the_study() {
    let section = study("libfuzzer");
    let measured = cells(&section);
    // Problems that libFuzzer alone can be given: those of bytes.
    let alone: Vec<_> = measured.iter().filter(|row| row[1] == "libFuzzer").collect();
    let of = |problem: &str, search: &str| {
        measured.iter().find(|row| row[0] == problem && row[1] == search).expect(problem)
    };
    let found: f64 = alone.iter().map(|row| number(row[2])).sum();
    let said = format!("libFuzzer alone found the failure in {found} of {} runs", 20 * alone.len());
    let page = one_line(&page("evidence/search.md"));
    assert!(page.contains(&said), "the page does not say: {said}");
    let with_ours = alone.iter().map(|row| of(row[0], "libFuzzer, our mutator")[2]);
    assert!(with_ours.into_iter().all(|found| found == "20/20"), "with our mutator in all of them");
    let more = alone.iter().filter(|row| {
        let hunt = number(of(row[0], "hunt")[3]);
        let limit = |median: &str| number(median.trim_start_matches("> "));
        hunt > limit(row[3]) && hunt > limit(of(row[0], "libFuzzer, our mutator")[3])
    });
    assert_eq!(more.map(|row| row[0]).collect::<Vec<_>>(), ["parser, bytes"], "a hunt takes more");
    let hunts = alone.iter().map(|row| (number(of(row[0], "hunt")[3]), row[3]));
    let fewer = hunts.filter(|(hunt, alone)| *hunt < number(alone.trim_start_matches("> ")));
    assert_eq!((fewer.count(), alone.len()), (8, 9));
    let said = "On eight of nine problems, a hunt needs fewer executions than libFuzzer alone";
    assert!(one_line(&self::page("how/search.md")).contains(said));
}

#[test]
fn libfuzzer_and_hunts_have_the_same_code_under_test() {
    let source = |path: &str| read(&workspace().join("case-studies").join(path));
    let (problems, rivals) = (source("fuzz/problems.rs"), source("rivals/src/lib.rs"));
    for file in ["parser/grammar.rs", "ladder/rungs.rs", "yaml/readers.rs"] {
        assert!(problems.contains(&format!("#[path = \"../src/{file}\"]")), "{file}");
        assert!(rivals.contains(&format!("#[path = \"../../src/{file}\"]")), "{file}");
    }
    for target in ["pieces", "lists", "texts"] {
        let target = source(&format!("fuzz/fuzz_targets/{target}.rs"));
        assert!(target.contains("#[path = \"../problems.rs\"]"), "{target}");
    }
    assert!(source("hunted/tests/hunted.rs").contains("#[path = \"../../fuzz/problems.rs\"]"));
}

#[test]
fn quickcheck_is_faster_on_as_many_mistakes_as_the_page_says() {
    let section = study("everyday");
    let measured = cells(&section);
    // Columns of the results: half, mistake, random, without literals, quickcheck, proptest.
    let mistakes = measured.iter().filter(|row| ["tuned", "unseen"].contains(&row[0]));
    let mistakes: Vec<_> = mistakes.filter(|row| !row[1].starts_with("found")).collect();
    let median = |cell: &str| if cell.starts_with('>') { f64::INFINITY } else { number(cell) };
    let faster = mistakes.iter().filter(|row| median(row[4]) < median(row[2])).count();
    let said = format!("quickcheck is faster on {faster} of the {}.", mistakes.len());
    assert!(page("evidence/search.md").contains(&said), "the page does not say: {said}");
}

#[test]
fn a_score_that_is_a_hash_costs_what_the_results_say() {
    let [auto, random] = [671, 573];
    let measured =
        format!("the median of `random` is {random}, mean 832, and that of `auto` {auto},");
    assert!(one_line(&study("held-out")).contains(&measured), "{measured}");
    let said = format!("{auto} executions instead of {random}");
    assert!(one_line(&page("guides/steering.md")).contains(&said), "the page does not say: {said}");
}

/// The curves of a picture: executions and values, as its axes show them.
fn curves(picture: &str) -> Vec<Vec<(f64, f64)>> {
    let label = |place: &str| {
        let (_, rest) = picture.split_once(place).expect("a label");
        number(rest.split('<').next().expect("its text"))
    };
    // Executions grow by powers from 1, values evenly from 0. The last labels are at the ends.
    let executions = label("x=\"700.0\" y=\"380\" text-anchor=\"middle\">");
    let most = label("y=\"54.0\" text-anchor=\"end\">");
    let point = |point: &str| {
        let (x, y) = point.split_once(',').expect("two numbers");
        let right = (number(x) - 60.0) / (700.0 - 60.0);
        (executions.powf(right), (360.0 - number(y)) / (360.0 - 50.0) * most)
    };
    let lines = picture.split("points=\"").skip(1).filter_map(|rest| rest.split('"').next());
    lines.map(|points| points.split(' ').map(point).collect()).collect()
}

#[test]
fn the_plots_show_the_figures_of_the_page() {
    let page = one_line(&page("how/search.md"));
    let picture = |name: &str| read(&workspace().join("book/src/images").join(name));
    let last = |curve: &Vec<(f64, f64)>| curve.last().expect("a point").1.round();
    let first = |curve: &[(f64, f64)], value: f64| {
        curve.iter().find(|point| point.1.round() >= value).map(|point| point.0)
    };

    let [growth, scores, coverage] = ["growth.svg", "steering.svg", "coverage.svg"].map(picture);
    let ends = [&growth, &scores, &coverage].map(|it| curves(it)[0].last().expect("a point").0);
    assert_eq!(ends.map(|end| end.round() as u32), [100_000, 10_000, 100_000]);
    assert!(growth.contains("Largest valid input, 3 runs, geometric mean of 10 structures"));
    let [random, auto, traced] = &curves(&growth)[..] else { panic!("three searches") };
    assert!(scores.contains("Median of 100 runs; the property fails from 21 on"));
    let [by_chance, guided @ ..] = &curves(&scores)[..] else { panic!("four searches") };
    assert_eq!((guided.len(), first(by_chance, 21.0)), (3, None));
    let several_hundred = |executions: f64| (300.0..1_000.0).contains(&executions);
    assert!(guided.iter().all(|curve| first(curve, 21.0).is_some_and(several_hundred)));
    let [unguided, libfuzzer, ours] = &curves(&coverage)[..] else { panic!("three tools") };
    let within = ours.iter().rfind(|point| point.0 <= 1_000.0).expect("a point").1.round();
    let same = first(libfuzzer, within).expect("libFuzzer reaches them");
    assert!((9_000.0..11_000.0).contains(&same), "{same}");
    assert_eq!((last(ours) - last(unguided), last(ours) - last(libfuzzer)), (5.0, 1.0));

    for said in [
        format!(
            "After 100,000 executions, the largest valid input has {} nodes with random inputs, {} with `auto`, and {} if the predicates are also",
            last(random),
            last(auto),
            last(traced)
        ),
        format!("`auto` reaches {within} branches within 1,000 executions, and libFuzzer needs about 10,000"),
        "After 100,000, the two are nearly equal, and random inputs have reached five branches less".to_owned(),
        "the median of three runs for each of ten structures, and their geometric mean".to_owned(),
        "-- growth --plot book/src/images/growth.svg --runs 3`".to_owned(),
        "the median of 100 runs on a graph".to_owned(),
        "reach a vertex that is 21 steps away (the dotted line) after several hundred executions, and random inputs do \
         not reach it within 10,000:"
            .to_owned(),
    ] {
        assert!(page.contains(&said), "the page does not say: {said}");
    }
}

#[test]
fn the_picture_of_coverage_has_as_many_runs_as_the_page_says() {
    let picture = read(&workspace().join("book/src/images/coverage.svg"));
    assert!(picture.contains("Branches of a parser that were reached, median of 3 runs"));
    let page = one_line(&page("how/search.md"));
    assert!(page.contains("*The study `parser`: the median of three runs."));
    assert!(page.contains("-- parser --plot book/src/images/coverage.svg --runs 3`"));
}
