//! Runs the command as a user does: every study in its small version, and invalid command lines.

use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs,
    path::PathBuf,
    process::{Command, Output},
};

/// A folder of its own, so that nothing is left in the workspace.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

fn run(folder: &PathBuf, line: &str) -> Output {
    let words = line.split_whitespace();
    let mut command = Command::new(env!("CARGO_BIN_EXE_case-studies"));
    command.args(words).current_dir(folder).output().expect("the program starts")
}

/// Studies, and how many rows their first tables have at least.
const STUDIES: [(&str, usize); 17] = [
    ("graph", 5 * 5 + 10),
    ("spells", 5 + 3),
    ("labyrinth", 3 * 6),
    ("routing-trees", 4),
    ("nested", 8 * 5 + 3),
    ("preconditions", 51),
    ("held-out", 17 * 5),
    ("ifc-ssni", 3),
    ("memory", 8),
    ("wasm-like", 3),
    ("bst", 3),
    ("everyday", 26),
    ("constants", 2 + 7 * 3),
    ("throughput", 4 * 3 + 3),
    ("ladder", 4 * 11 + 8 + 2 + 11),
    ("parser", 5 + 3 + 1),
    ("yaml", 3 * 7),
];

#[test]
fn every_study_runs_in_its_small_version_and_writes_its_figures() {
    let folder = folder("smoke");
    let output = run(&folder, "all --smoke --runs 2");
    let text = String::from_utf8(output.stdout).expect("text");
    let errors = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.success(), "{errors}");
    assert_eq!(errors, "", "there is no progress bar where there is no terminal");
    for (study, rows) in STUDIES {
        assert!(text.contains(&format!("# {study}: ")), "{study}");
        let file = folder.join(format!("target/case-studies/{study}.json"));
        let json =
            fs::read_to_string(&file).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        let json: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!((&json["study"], &json["smoke"]), (&Value::from(study), &Value::from(true)));
        let table = json["tables"][0]["rows"].as_array().expect("rows");
        assert!(table.len() >= rows, "{study} has {} rows", table.len());
        assert!(json["figures"].as_array().is_some_and(|figures| !figures.is_empty()));
    }
    // A maze of seven cells is no secret, whoever looks for the way out.
    let corridors: Vec<&str> =
        text.lines().filter(|line| line.starts_with("| 1: corridor")).collect();
    assert!(
        corridors.len() == 6 && corridors[1..].iter().all(|line| line.contains("2/2")),
        "{text}"
    );
    // The published figures stand beside ours.
    for figure in ["1,548", "4,060", "839", "383-490", "0.27", "480,442", "17,219", "47/52"] {
        assert!(text.contains(figure), "{figure}");
    }
}

#[test]
fn the_same_seed_gives_the_same_figures_whatever_the_number_of_jobs() {
    let folder = folder("seeds");
    let figures = |line: &str| {
        let output = run(&folder, line);
        assert!(output.status.success());
        let json = fs::read_to_string(folder.join("figures.json")).expect("the file");
        let json: Value = serde_json::from_str(&json).expect("JSON");
        json["figures"].to_string()
    };
    let line = "graph --smoke --seed 5 --json figures.json";
    let all: BTreeSet<String> =
        [1, 3].iter().map(|jobs| figures(&format!("{line} --jobs {jobs}"))).collect();
    assert_eq!(all.len(), 1);
    assert!(!all.contains(&figures("graph --smoke --seed 6 --json figures.json")));
}

#[test]
fn a_selection_leaves_its_own_rows() {
    let folder = folder("selection");
    let output =
        run(&folder, "graph --smoke --runs 1 --searches auto,random --only NO-caching,no-matching");
    assert!(output.status.success());
    let json = fs::read_to_string(folder.join("target/case-studies/graph.json"));
    let json: Value = serde_json::from_str(&json.expect("the file")).expect("JSON");
    let rows: Vec<String> = json["figures"]
        .as_array()
        .expect("figures")
        .iter()
        .map(|row| format!("{} {}", row["problem"], row["search"]).replace('"', ""))
        .collect();
    let wanted = ["no caching random", "no caching auto", "no matching random", "no matching auto"];
    assert_eq!(rows, wanted);
    assert_eq!(json["searches"], Value::from(vec!["auto", "random"]));
}

#[test]
fn a_plot_is_written_where_asked() {
    let folder = folder("plot");
    let output = run(&folder, "graph --plot deep/down/plot.svg --smoke");
    assert!(output.status.success());
    let picture = fs::read_to_string(folder.join("deep/down/plot.svg")).expect("the picture");
    assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
}

#[test]
fn mistakes_end_with_code_2_and_one_sentence() {
    let folder = folder("mistakes");
    for line in [
        "grahp",
        "graph --runs 0",
        "graph --quickly",
        "all --json x.json",
        "graph --searches auto,best",
        "graph --only 43-vertices",
    ] {
        let output = run(&folder, line);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{line}: {text}");
        assert!(output.stdout.is_empty() && text.lines().count() == 1, "{line}: {text}");
    }
    let help = run(&folder, "--help");
    assert!(help.status.success());
    assert!(String::from_utf8_lossy(&help.stdout).contains("routing-trees"));
    // What cannot be written is no mistake of the command line.
    fs::write(folder.join("file"), "").expect("a file");
    let output = run(&folder, "spells --smoke --json file/figures.json");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&output.stderr)
            .starts_with("The file file/figures.json cannot be written")
    );
}
