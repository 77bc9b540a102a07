//! book/src/guides/judging.md quotes real runs.

const PAGE: &str = include_str!("../../../book/src/guides/judging.md");
const RESULTS: &str = include_str!("../../../case-studies/RESULTS.md");

#[test]
fn quotations_of_runs_are_in_the_results() {
    let (_, runs) = PAGE.split_once("\n## Mutation testing\n").expect("a section");
    let blocks: Vec<&str> = runs.split("```text\n").skip(1).collect();
    assert!(blocks.len() >= 2, "{blocks:?}");
    for block in blocks {
        let (quoted, _) = block.split_once("```").expect("an end");
        // Three dots mark an omission.
        for part in quoted.split("...\n") {
            assert!(RESULTS.contains(part), "not in the results:\n{part}");
        }
    }
}
