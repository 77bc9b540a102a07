//! The sample of the corpus that was labeled by hand: `corpus/sample.tsv`.

use disprove_analysis::label::Label;

const SAMPLE: &str = include_str!("../corpus/sample.tsv");
const PACKAGES: &str = include_str!("../corpus/packages.txt");

/// As many as were drawn, and as many as have to agree.
const DRAWN: usize = 60;
const WANTED: usize = 57;

struct Row<'t> {
    package: &'t str,
    version: &'t str,
    path: &'t str,
    by_hand: &'t str,
    by_tool: &'t str,
    note: &'t str,
}

fn rows() -> Vec<Row<'static>> {
    let lines = SAMPLE.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            let [package, version, path, at, _test, by_hand, by_tool, note] = cells[..] else {
                panic!("eight columns: {line}");
            };
            assert!(at.parse::<u32>().is_ok(), "a line: {line}");
            Row { package, version, path, by_hand, by_tool, note }
        })
        .collect()
}

#[test]
fn the_tool_agrees_with_the_labels_set_by_hand() {
    let rows = rows();
    assert_eq!(rows.len(), DRAWN);
    let agreed = rows.iter().filter(|row| row.by_hand == row.by_tool).count();
    assert!(agreed >= WANTED, "{agreed} of {DRAWN}");
}

#[test]
fn every_disagreement_has_a_note_and_nothing_else_has() {
    for row in rows() {
        assert_eq!(
            row.by_hand != row.by_tool,
            !row.note.is_empty(),
            "{} {}",
            row.package,
            row.path
        );
    }
}

#[test]
fn labels_are_those_of_the_tool() {
    for row in rows() {
        for label in row.by_hand.split('+').chain(row.by_tool.split('+')) {
            let known = Label::ALL.iter().any(|each| each.name() == label);
            assert!(known || matches!(label, "uncategorised" | "hidden"), "{label}");
        }
    }
}

#[test]
fn the_sample_is_of_the_packages_of_the_corpus() {
    let mut languages = [0, 0];
    for row in rows() {
        let is_python = std::path::Path::new(&row.path).extension().is_some_and(|it| it == "py");
        languages[usize::from(is_python)] += 1;
        let language = if is_python { "python" } else { "rust" };
        let wanted = format!("{language} {} {}", row.package, row.version);
        assert!(PACKAGES.lines().any(|line| line == wanted), "{wanted}");
    }
    assert_eq!(languages, [DRAWN / 2, DRAWN / 2]);
}
