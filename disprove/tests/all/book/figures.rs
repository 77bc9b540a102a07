//! Figures in the sentences of README.md and of the evidence pages: the same as in the tables that commands have printed.

use super::{read, workspace};

/// A page of the repository as one line.
fn page(path: &str) -> String {
    read(&workspace().join(path)).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text of a section.
fn section(path: &str, heading: &str) -> String {
    let text = read(&workspace().join(path));
    let (_, part) = text.split_once(&format!("\n## {heading}\n")).expect(heading);
    part.split("\n## ").next().expect("its text").to_owned()
}

/// The cells of the rows of a Markdown table whose first cells are these.
fn row(text: &str, first: &[&str]) -> Vec<String> {
    let rows = text.lines().filter(|line| line.starts_with('|'));
    let rows =
        rows.map(|line| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()));
    let mut rows = rows.map(Iterator::collect::<Vec<_>>);
    let is_meant =
        |cells: &Vec<String>| first.iter().zip(cells).all(|(wanted, cell)| wanted == cell);
    rows.find(is_meant).unwrap_or_else(|| panic!("no row {first:?}"))
}

/// The line that starts with this word, as words.
fn words<'a>(text: &'a str, first: &str) -> Vec<&'a str> {
    let mut lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    lines.find(|words| words.first() == Some(&first)).unwrap_or_else(|| panic!("no line {first}"))
}

fn number(text: &str) -> f64 {
    text.replace(',', "").parse().unwrap_or_else(|_| panic!("{text} is no number"))
}

/// A number from 1,000 to 999,999, as people write it.
fn grouped(number: u32) -> String {
    format!("{},{:03}", number / 1_000, number % 1_000)
}

/// Fails unless a page has the sentences.
fn says(path: &str, sentences: &[String]) {
    let page = page(path);
    for sentence in sentences {
        assert!(page.contains(sentence), "{path} does not say: {sentence}");
    }
}

/// The rows of a library in the nine tables of the reductions, as words.
fn reductions(library: &str) -> Vec<Vec<String>> {
    let text = section("bench/RESULTS.md", "Beside other libraries");
    let rows = text.lines().map(|line| line.split_whitespace().map(str::to_owned).collect());
    rows.filter(|words: &Vec<String>| words.len() == 12 && words[0] == library).collect()
}

/// The least and the most runs of a library, as printed.
fn runs(rows: &[Vec<String>]) -> (String, String) {
    let mut runs: Vec<&String> = rows.iter().map(|words| &words[6]).collect();
    runs.sort_by(|a, b| number(a).total_cmp(&number(b)));
    (runs[0].clone(), runs[runs.len() - 1].clone())
}

#[test]
fn sentences_about_reduction_follow_from_its_table() {
    let (ours, other) = (reductions("ours"), reductions("hegeltest"));
    assert_eq!((ours.len(), other.len()), (9, 9));
    // Name, size, worst, share, its sign, distinct results, runs, .., seeds.
    assert!(ours.iter().all(|words| words[3] == "100" && words[11] == "20"), "{ours:?}");
    let reached = other.iter().filter(|words| words[3] == "100").count();
    assert_eq!(reached, 6);
    let ((least, most), (other_least, other_most)) = (runs(&ours), runs(&other));
    let other_most = grouped(other_most.parse().expect("a number"));
    let runs_of_all = ours.len() * 20;
    let sentence = format!(
        "In all {runs_of_all} runs of nine benchmark problems, the reduced input was the smallest possible one"
    );
    says("README.md", &[sentence]);
    for library in ["proptest", "quickcheck"] {
        assert!(reductions(library).iter().all(|words| words[3] != "100"), "{library}");
    }
    says(
        "book/src/evidence/reduction.md",
        &[
            format!("disprove ends at the simplest input in all {runs_of_all} runs."),
            "with every seed on six of the nine problems, and proptest and quickcheck on none."
                .to_owned(),
        ],
    );
    let none = "proptest and quickcheck, which shrink values, reach that with every seed on none of the nine";
    let all = format!("all {runs_of_all} results are the smallest possible");
    says("book/src/how/choice-tree.md", &[none.to_owned(), all]);
    says(
        "book/src/how/reduction.md",
        &[
            "On nine problems with 20 seeds each, all results are the smallest possible".to_owned(),
            format!("in {least} to {most} runs of the property"),
            format!(
                "always reaches the smallest on six of the nine, and takes {other_least} to {other_most} runs"
            ),
        ],
    );
    let always = "On nine problems with 20 seeds each, always the smallest possible.".to_owned();
    says("book/src/evidence/overview.md", &[always]);

    let alone = section("bench/RESULTS.md", "Ours alone");
    assert!(alone.contains("-- reduce --libraries ours`, 200 seeds"));
    assert!(page("bench/src/reduce/mod.rs").contains("const SEEDS: u64 = 200;"));
    let mut lines = alone.lines().skip_while(|line| !line.starts_with("binheap "));
    let words: Vec<&str> = lines.nth(1).expect("a row").split_whitespace().collect();
    assert_eq!((words[0], words[3], words[11]), ("ours", "99.5", "200"));
    let rest = "With 200 seeds, one of 200 starts of `binheap` does not reach the simplest form";
    says("book/src/evidence/reduction.md", &[rest.to_owned()]);
    let classes = section("bench/RESULTS.md", "By class");
    let mut lines = classes.lines().skip_while(|line| !line.starts_with("large-map "));
    let words: Vec<&str> = lines.nth(1).expect("a row").split_whitespace().collect();
    let runs = grouped(words[6].parse().expect("a number"));
    assert!(classes.contains(&format!("A miss:\n`large-map` takes {runs} runs")));
    let sentence = format!(
        "The reduction of a large map (`large-map`) takes {runs} runs. The smallest input that fails has {} entries.",
        words[1]
    );
    says("book/src/evidence/overview.md", &[sentence]);
}

#[test]
fn the_figures_of_hypothesis_are_those_of_the_results() {
    let table = section("bench/RESULTS.md", "Hypothesis");
    let sentences = ["bound5", "reverse", "calculator", "binheap"].map(|problem| {
        // Name, size, worst, share, its sign, distinct results, runs.
        let words = words(&table, problem);
        let runs = if problem == "bound5" { " runs" } else { "" };
        format!("`{problem}` {:.0} % in {}{runs}", number(words[3]), words[6])
    });
    says("book/src/evidence/reduction.md", &sentences);
    assert!(table.contains("the five problems of the paper"));
    let problems = "Hypothesis on Python, on four of the five problems of its paper";
    says("book/src/evidence/reduction.md", &[problems.to_owned()]);
}

#[test]
fn sequences_take_the_runs_that_the_results_say() {
    let results = page("bench/SEQUENCES.md");
    for (sentence, figures) in [
        (
            "disprove takes 1.88 times as many runs as delta debugging as published, and leaves 0.77 times as many calls",
            "Both crates, ours to delta debugging: runs 1.88 (1.77-2.00), calls 0.77 (",
        ),
        ("disprove then takes 3.02 times as many", "without parts alone: runs 3.02 ("),
        (
            "In the paper, Hypothesis took 20.6 times as many runs, and left 0.83 times as many calls",
            "In the paper: runs 20.6 times, calls 0.83.",
        ),
        (
            "the study of section 4.2 of MacIver and Donaldson",
            "the study of section 4.2 of \"Test-Case Reduction via Test-Case Generation\" (MacIver and",
        ),
        (
            "old versions of petgraph and im that have known bugs",
            "calls of two crates in old versions with known bugs: the graphs of petgraph 0.5.1 and the vectors of im",
        ),
        ("delta debugging as published", "It is shown as published"),
        (
            "Delta debugging does not change arguments",
            "Arguments are summed; delta debugging does not change any.",
        ),
        ("sequences of 20 to 100 calls", "Only starts of 20 to 100 calls"),
    ] {
        assert!(results.contains(figures), "bench/SEQUENCES.md does not say: {figures}");
        says("book/src/evidence/reduction.md", &[sentence.to_owned()]);
    }
    let distinct = results.split("distinct results of ours for an error ").nth(2).expect("im");
    let distinct = number(distinct.split(' ').next().expect("a number"));
    let vectors = section("bench/SEQUENCES.md", "im 12.3.0");
    let [starts, errors] = ["starts", "errors"].map(|name| words(&vectors, name)[1]);
    let distinct = format!(
        "{starts} sequences with {errors} errors have, on average, {distinct} distinct results for each error"
    );
    says("book/src/evidence/reduction.md", &[distinct]);
    let starts = results.split("starts with ours shorter, as long, longer ").skip(1);
    let starts = starts.map(|part| {
        let counts = part.split(|c: char| !c.is_ascii_digit() && c != ',' && c != ' ');
        let counts = counts.map(str::trim).next().expect("three counts");
        counts.split(", ").map(number).sum::<f64>()
    });
    let starts: f64 = starts.sum();
    says(
        "book/src/evidence/reduction.md",
        &[format!("{starts} failing sequences of 20 to 100 calls")],
    );
}

/// A column of the rows of a search on the five ladders: 2 is how often it found the bug, 3 the median.
fn ladders(search: &str, column: usize) -> Vec<String> {
    let results = section("case-studies/RESULTS.md", "ladder");
    let ladders = ["bug", "abcdef", "starts_with", "32-bit magic number", "FUZZ"];
    ladders.map(|ladder| row(&results, &[ladder, search])[column].clone()).to_vec()
}

#[test]
fn sentences_about_ladders_follow_from_their_table() {
    assert_eq!(ladders("random", 2), ["0/20"; 5]);
    assert_eq!(ladders("random", 3), ["> 200,000"; 5]);
    let mut medians: Vec<f64> = ladders("auto", 3).iter().map(|median| number(median)).collect();
    medians.sort_by(f64::total_cmp);
    let (least, most) = (medians[0], medians[4]);
    let sentence = format!(
        "Five deep bugs take {least} to {most} executions in the median, and random inputs find none of them in 200,000."
    );
    says("book/src/evidence/overview.md", &[sentence]);
}

#[test]
fn reductions_grow_as_the_results_say() {
    let growth = section("bench/RESULTS.md", "Growth");
    let more = growth.lines().filter_map(|line| line.split_once(" runs more for ten times"));
    let mut more: Vec<f64> =
        more.map(|(start, _)| number(start.split(": ").nth(1).expect("a number"))).collect();
    more.sort_by(f64::total_cmp);
    assert_eq!(more.len(), 6, "six problems");
    let [least, .., most] = more[..] else { panic!("{more:?}") };
    let (_, calculator) = growth.split_once("\ncalculator ").expect("its table");
    let largest = grouped(words(calculator, "10000")[1].parse().expect("a number"));
    let sentence = format!(
        "We reduced inputs of about 100 to 100,000 choices for six problems (`calculator`: up to {largest}; `eqbytes`: bytes). For ten times as many, the reducer needs {least:.0} to {most:.0} more runs on average"
    );
    says("book/src/evidence/reduction.md", &[sentence]);
    let missing: Vec<&str> = growth.lines().filter(|line| line.ends_with(" -")).collect();
    assert_eq!(calculator.lines().nth(4).as_slice(), missing);
    assert_eq!(words(calculator, "100000"), ["100000", "-"]);
    assert!(growth.contains("for eqbytes\nchoices means bytes"));
    let sizes = growth.lines().filter_map(|line| line.split(' ').next()?.parse::<u32>().ok());
    let sizes: Vec<u32> = sizes.collect();
    assert_eq!((sizes.iter().min(), sizes.iter().max()), (Some(&100), Some(&100_000)));
}

#[test]
fn machines_end_with_as_many_calls_as_the_results_say() {
    let table = section("bench/RESULTS.md", "State machines");
    let sum = table.lines().find(|line| line.ends_with(" end with the fewest calls"));
    let words: Vec<u32> =
        sum.expect("a sum").split(' ').filter_map(|word| word.parse().ok()).collect();
    let [fewest, all] = words[..] else { panic!("{words:?}") };
    let machines = table.lines().skip_while(|line| !line.starts_with("machine "));
    let machines = machines.skip(1).take_while(|line| line.contains(": ")).count();
    let [fewest, all] = [fewest, all].map(grouped);
    let sentence =
        format!("Of {all} failures of {machines} machines, {fewest} end with the fewest calls");
    says("book/src/how/reduction.md", &[sentence]);
}

#[test]
fn cases_cost_what_the_results_say() {
    let results = section("case-studies/RESULTS.md", "throughput");
    let shown = section("book/src/evidence/cost.md", "Cases");
    for property in ["graph", "stack machine", "thirty numbers", "labyrinth 3", "spells"] {
        let [random, auto] =
            ["random", "auto"].map(|search| row(&results, &[property, search])[2].clone());
        assert_eq!(row(&shown, &[property])[1..], [random, auto], "{property}");
    }
    let choices = |search| row(&results, &["stack machine", search])[4].clone();
    let larger = format!(
        "larger as well: {} choices instead of {} on the stack machine",
        choices("auto"),
        choices("random")
    );
    let shown = ["graph", "stack machine", "thirty numbers"].map(|name| row(&shown, &[name]));
    let more = shown.iter().map(|cells| 1e6 / number(&cells[2]) - 1e6 / number(&cells[1]));
    let most = more.fold(0.0, f64::max);
    let slower =
        format!("In the first three rows, a guided case costs up to {most:.0} microseconds more");
    says("book/src/evidence/cost.md", &[larger, slower]);
    let [labyrinth, spells] = ["labyrinth 3", "spells"].map(|property| {
        let [random, auto] = ["random", "auto"].map(|search| row(&results, &[property, search]));
        number(&auto[4]) / number(&random[4])
    });
    let others = format!(
        "{labyrinth:.0} times as many in the labyrinth, and {spells:.0} times as many in the spells"
    );
    says("book/src/evidence/cost.md", &[others]);
    let properties = results.lines().filter(|line| line.contains("| auto "));
    assert_eq!(properties.count(), 5, "all properties");
    // By how many times a guided case of the first rows is slower.
    let times = shown.iter().map(|cells| number(&cells[1]) / number(&cells[2]));
    let times: Vec<f64> = times.collect();
    let [least, most] = [f64::min, f64::max].map(|pick| times.iter().copied().reduce(pick));
    let sentence = format!(
        "in three of five properties, a recorded, guided case takes {:.0} to {:.0} times as long as a random one",
        least.expect("a row"),
        most.expect("a row")
    );
    // By how many times it is slower in the other two.
    let [labyrinth_time, spells_time] = ["labyrinth 3", "spells"].map(|property| {
        let [random, auto] = ["random", "auto"].map(|search| row(&results, &[property, search]));
        number(&random[2]) / number(&auto[2])
    });
    let sizes = format!("where its input has {labyrinth:.0} and {spells:.0} times as many choices");
    let others =
        format!("{labyrinth_time:.0} and {spells_time:.0} times in the other two, {sizes}");
    says("book/src/how/choice-tree.md", &[sentence, others]);
    let guided = format!(
        "A guided case takes [{:.0} to {:.0} times as long](../evidence/cost.md#cases) as a random one in three of five properties",
        least.expect("a row"),
        most.expect("a row")
    );
    let larger = format!(
        "guided inputs are larger: they have {labyrinth:.0} and {spells:.0} times as many choices, \
         and a case takes {labyrinth_time:.0} and {spells_time:.0} times as long"
    );
    says("book/src/guides/steering.md", &[guided, larger]);
    let ratio = row(&results, &["stack machine", "auto"])[3].clone();
    says(
        "book/src/evidence/cost.md",
        &[format!("the ratio of the stack machine is {ratio} (median)")],
    );
    let target =
        format!("on the stack machine, {ratio} times as many per second. The target was 0.5.");
    let worst = format!(
        "the worst property, a guided case takes {spells_time:.0} times as long, and its input has {spells:.0} times as many choices"
    );
    says("book/src/evidence/overview.md", &[target, worst]);

    let memory = section("case-studies/RESULTS.md", "memory");
    let [early, late] =
        ["1,000,000", "10,000,000"].map(|count| row(&memory, &["mutate", count])[2].clone());
    let sentence = format!(
        "It takes {early} MiB after one million executions of the stack machine, and {late} MiB after ten million"
    );
    says("book/src/evidence/cost.md", &[sentence]);
}

#[test]
fn sentences_about_builds_follow_from_their_table() {
    let results = section("bench/RESULTS.md", "Build cost");
    let [cold, hundred, edit] = ["cold", "hundred", "edit"].map(|name| words(&results, name));
    // Name, three libraries, ratio to proptest, x, ratio to quickcheck, x, two targets, and whether they are met.
    for measure in [&cold, &edit] {
        assert_eq!(measure.last(), Some(&"missed"));
    }
    let target = |measure: &[&str]| measure[measure.len() - 3].to_owned();
    assert_eq!([target(&cold), target(&edit)], ["1.05", "1.50"]);
    says(
        "book/src/evidence/cost.md",
        &["miss their targets of 1.05 and 1.5 times quickcheck".to_owned()],
    );
    let lines = words(&results, "lines");
    let [ours, proptest] = [lines[1], lines[2]].map(number);
    let sentence = format!(
        "A further trivial property adds {ours} lines of LLVM, and {} with proptest",
        grouped(proptest as u32)
    );
    says("book/src/evidence/cost.md", &[sentence]);
    let first = number(cold[4]);
    says(
        "book/src/evidence/overview.md",
        &[
            format!("100 properties builds in {} times the CPU time of proptest", hundred[4]),
            format!("the first build takes {first:.1} times as long"),
            format!("takes {} s of CPU time, where proptest takes {}", cold[1], cold[2]),
        ],
    );
}

#[test]
fn mutants_take_the_time_that_the_results_say() {
    let results = section("bench/suites/RESULTS.md", "Engines of `mutants`");
    // Crate, mutants, built together, tests, different verdicts, CPU seconds of both engines.
    let [humantime, cobs, hex] =
        ["humantime 2.4.0", "cobs 0.3.0", "hex 0.4.3"].map(|name| row(&results, &[name]));
    let [verdicts, of_hex] = [&humantime, &hex].map(|cells| number(&cells[1]) * number(&cells[3]));
    let thousands = (verdicts / 1000.0).round();
    assert_eq!((&*humantime[4], &*cobs[4]), ("1", "0"));
    for remark in [
        "The different verdict of humantime is that of a test with random inputs",
        "the first build of their dependencies, which both engines need",
    ] {
        assert!(results.contains(remark), "{remark}");
    }
    says(
        "book/src/evidence/cost.md",
        &[
            format!(
                "the {} mutants of humantime take {} CPU seconds instead of {}",
                humantime[1], humantime[6], humantime[5]
            ),
            format!("the {} of cobs take {} instead of {}", cobs[1], cobs[6], cobs[5]),
            format!("the {} of hex {} instead of {}", hex[1], hex[6], hex[5]),
            format!("Of hex, {} of {} differ", hex[4], grouped(of_hex as u32)),
            format!("One of {thousands},000 verdicts of humantime differs"),
        ],
    );
    says(
        "book/src/guides/mutants.md",
        &[format!(
            "the {} mutants of humantime then take {} CPU seconds instead of {}",
            humantime[1], humantime[6], humantime[5]
        )],
    );
    let sentence = format!(
        "Testing {} mutants of the crate humantime takes {} CPU seconds if {} of them share a build, and {} if each has its own, without doctests",
        humantime[1], humantime[6], humantime[2], humantime[5]
    );
    says("README.md", &[sentence]);

    let cost = page("case-studies/RESULTS.md");
    let (_, cost) = cost.split_once("## judging: cost ").expect("the section");
    let sentence = "takes 0.98 times the CPU time of cargo-mutants for the same tests, and 1.65 times with a verdict of every doctest";
    for ratio in [
        "it takes 0.98 times what cargo-mutants takes for the same tests",
        "takes 1.65 times what cargo-mutants takes alone",
    ] {
        assert!(cost.contains(ratio), "{ratio}");
    }
    says("book/src/evidence/cost.md", &[sentence.to_owned()]);
}

#[test]
fn sentences_about_search_follow_from_its_tables() {
    let preconditions = section("case-studies/RESULTS.md", "preconditions");
    let sum = row(&preconditions, &["S4"]);
    let range = "id: \"S4\", text: \"a + b == c, up to 10^4\"";
    assert!(page("case-studies/src/preconditions/relations.rs").contains(range));
    let [random, auto] = [3, 4].map(|column: usize| {
        let share = sum[column].split(' ').next().expect("a share");
        format!("{:.0} %", number(share) * 100.0)
    });
    let libfuzzer = section("case-studies/RESULTS.md", "libfuzzer");
    let [hunt, alone] =
        ["hunt", "libFuzzer"].map(|search| row(&libfuzzer, &["FUZZ", search])[3].clone());
    let median = |problem: &str, search: &str| {
        number(row(&libfuzzer, &[problem, search])[3].trim_start_matches("> "))
    };
    let problems = libfuzzer.lines().filter(|line| line.contains("| libFuzzer  "));
    let problems = problems.map(|line| line.split('|').nth(1).unwrap_or_default().trim());
    let problems: Vec<&str> = problems.collect();
    let slower = problems.iter().filter(|name| median(name, "libFuzzer") < median(name, "hunt"));
    let slower: Vec<&&str> = slower.collect();
    assert_eq!((problems.len(), &slower[..]), (9, &[&"parser, bytes"][..]));
    says(
        "README.md",
        &[
            format!(
                "Only {random} of random inputs meet `assume!(a + b == c)`. Guided by the condition, {auto} of the inputs do."
            ),
            "The numbers are 0 to 10,000.".to_owned(),
            format!("after {hunt} executions (median), and libFuzzer after {alone}."),
            "In nine such comparisons, libFuzzer needs fewer executions in one, a parser of bytes"
                .to_owned(),
            format!("a hunt needs no annotation, and takes {hunt}."),
        ],
    );

    let short = section("case-studies/RESULTS.md", "In short");
    for target in [
        "| wanted | reached by `auto` |",
        "| >= 0.5 | 0.17 on the stack machine",
        "0.00 to 0.29 on others: missed",
        "`auto` 18/20, 289,601; `mutate` 16/20, 193,537: missed",
        "libFuzzer in the same run 20/20, 156,551",
        "traced 24 / 22: missed; no valid interval map and hardly any B-tree grows",
        "a hash as score: 1.17 times the median and 1.15 times the mean of 1,000: missed",
        "at most 1.1 times the executions",
    ] {
        assert!(short.contains(target), "{target}");
    }
    says(
        "book/src/evidence/overview.md",
        &[
            "`auto` finds the bug in 18 of 20 runs, `mutate` in 16, libFuzzer in 20".to_owned(),
            "takes 1.17 times the executions of random inputs. The target was 1.1.".to_owned(),
            "Valid interval maps and B-trees hardly grow, so".to_owned(),
        ],
    );
}

#[test]
fn sentences_about_suites_follow_from_their_table() {
    let results = read(&workspace().join("bench/suites/RESULTS.md"));
    let (_, table) = results.split_once("| pass on disprove |").expect("the table");
    let table = table.split("\n\n").next().expect("its rows");
    let rows = table.lines().filter(|line| line.contains(" = "));
    let rows = rows.map(|line| line.split('|').map(|cell| cell.trim().to_owned()).collect());
    let rows: Vec<Vec<String>> = rows.collect();
    let [tests, before, after] =
        [2, 3, 4].map(|column: usize| rows.iter().map(|cells| number(&cells[column])).sum::<f64>());
    let crates = rows.len();
    let bugs = section("book/src/evidence/suites.md", "Bugs");
    let bugs = bugs.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| crate |"));
    let (wrong_tests, bugs): (Vec<&str>, Vec<&str>) =
        bugs.partition(|line| line.contains("A test is wrong"));
    assert_eq!((bugs.len(), wrong_tests.len()), (3, 1));
    says(
        "README.md",
        &[format!(
            "Of {tests} tests in {crates} published crates, {before} passed before the change, and {after} pass on disprove"
        )],
    );
    let [first, second, third] =
        [0, 1, 2].map(|bug: usize| bugs[bug].split(' ').nth(1).expect("a crate"));
    says("README.md", &[format!("led to bugs in {first}, {second} and {third} ")]);
    says(
        "book/src/evidence/overview.md",
        &[
            format!(
                "{tests} tests of {crates} published crates ran with one line changed; {after} passed"
            ),
            "passed, and one of the two others fails without the change too".to_owned(),
            "Three bugs in published crates, and a wrong test.".to_owned(),
        ],
    );
    assert_eq!((tests - after, tests - before), (2.0, 1.0));
}

/// The version of a package in the file of locked versions, without its last part.
fn locked(name: &str) -> String {
    let lock = read(&workspace().join("Cargo.lock"));
    let start = format!("name = \"{name}\"\nversion = \"");
    let versions = lock.split(&start).skip(1);
    let versions = versions.map(|rest| rest.split('"').next().expect("a version"));
    let newest = versions.max_by_key(|version| {
        version.split('.').map(|part| part.parse().unwrap_or(0)).collect::<Vec<u32>>()
    });
    newest.expect(name).rsplit_once('.').expect("three parts").0.to_owned()
}

#[test]
fn pages_name_the_versions_that_were_compared() {
    let [proptest, quickcheck, bolero, hegeltest] =
        ["proptest", "quickcheck", "bolero", "hegeltest"].map(locked);
    let (first, second) = (format!("proptest {proptest}"), format!("quickcheck {quickcheck}"));
    let third = format!("hegeltest {hegeltest}");
    says("README.md", &[format!("{first}, {second}, bolero {bolero}, {third}.")]);
    says("book/src/evidence/reduction.md", &[format!("{first}, {second}, {third}.")]);
    says(
        "COMPARE.md",
        &[
            format!("{third}.0, {first}.0 with"),
            format!("{second}.0 with"),
            format!("| {third}.0 | {first}.0 | {second}.0 |"),
        ],
    );
}

/// The text in quotes after a key in a manifest.
fn manifest(path: &str, key: &str) -> String {
    let text = read(&workspace().join(path));
    let value = text.lines().find_map(|line| line.strip_prefix(&format!("{key} = \"")));
    value.expect(key).trim_end_matches('"').to_owned()
}

#[test]
fn the_readme_names_the_versions_of_the_crates() {
    let version = manifest("Cargo.toml", "version");
    let (version, _) = version.rsplit_once('.').expect("three parts");
    let dependency = |name: &str| {
        let package = manifest(&format!("disprove-{name}/Cargo.toml"), "name");
        format!("{name} = {{ package = \"{package}\", version = \"{version}\" }}")
    };
    let oldest = manifest("disprove/Cargo.toml", "rust-version");
    says(
        "README.md",
        &[
            dependency("proptest"),
            dependency("quickcheck"),
            format!("Version {version}. The library needs Rust {oldest}, "),
        ],
    );
    says("COMPARE.md", &[format!("| requires | Rust {oldest} |")]);
}

#[test]
fn the_readme_compares_lines_as_the_table_of_lengths_does() {
    let lengths = read(&workspace().join("COMPARE.md"));
    // Test, disprove, hegeltest, proptest: tokens / lines.
    let lines = |test: &str| {
        let cells = row(&lengths, &[test]);
        [1, 3].map(|column: usize| cells[column].split(" / ").nth(1).expect("lines").to_owned())
    };
    let [ours, proptest] = lines("3 recursive expression");
    let [queue, proptests] = lines("5 queue against a model, as a state machine");
    let [list, same] = lines("5a ... as a list of operations");
    assert_eq!(list, same);
    says(
        "README.md",
        &[
            format!(
                "The test of a recursive type takes {ours} lines, where proptest takes {proptest} "
            ),
            format!(
                "Testing a queue against a model takes {queue} lines, where proptest takes {proptests}. \
                 As a list of operations, the test takes {list} lines in both "
            ),
        ],
    );
}
