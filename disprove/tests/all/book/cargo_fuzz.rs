//! The figures of `book/src/guides/from-cargo-fuzz.md` are those of the study.

use super::{read, workspace};
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn libfuzzer_found_as_often_as_the_study_says() {
    let results = read(&workspace().join("case-studies/RESULTS.md"));
    let (_, part) = results.split_once("\n## libfuzzer\n").expect("the section");
    let part = part.split("\n## ").next().expect("its text");
    let mut found = BTreeMap::<&str, BTreeMap<&str, (u32, u32)>>::new();
    for row in part.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let (times, runs) = cells[3].split_once('/').expect("a share");
        let share = (times.parse().expect("a number"), runs.parse().expect("a number"));
        found.entry(cells[2]).or_default().insert(cells[1], share);
    }
    let (ours, theirs) = (&found["libFuzzer, our mutator"], &found["libFuzzer"]);
    let both: BTreeSet<&str> =
        ours.keys().filter(|key| theirs.contains_key(*key)).copied().collect();
    assert_eq!(both.len(), 9);
    let sum = |shares: &BTreeMap<&str, (u32, u32)>| {
        let shares = both.iter().map(|problem| shares[problem]);
        shares.fold((0, 0), |sum, share| (sum.0 + share.0, sum.1 + share.1))
    };
    let said = format!(
        "with this mutator found the failure in {} of {} runs, and libFuzzer alone in {}",
        sum(ours).0,
        sum(ours).1,
        sum(theirs).0
    );
    let page = read(&workspace().join("book/src/guides/from-cargo-fuzz.md"));
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(page.contains(&said), "the page does not say: {said}");
}

/// A test of the tool compares the reference with the help.
#[test]
fn the_commands_have_the_options_of_the_page() {
    let page = read(&workspace().join("book/src/guides/from-cargo-fuzz.md"));
    let reference = read(&workspace().join("book/src/reference/commands.md"));
    for (command, options) in [
        ("hunt", &["--time", "--case-time", "--memory", "--jobs", "--minimize"][..]),
        ("fuzz init", &["--force"]),
    ] {
        let (_, help) =
            reference.split_once(&format!("Usage: cargo disprove {command} ")).expect(command);
        let help = help.split("Usage: ").next().expect("its end");
        for option in options {
            assert!(page.contains(option) && help.contains(option), "{command} {option}");
        }
    }
    // No option chooses another folder than `fuzz`.
    assert!(page.contains("--fuzz-dir") && !reference.contains("--fuzz-dir"));
}
