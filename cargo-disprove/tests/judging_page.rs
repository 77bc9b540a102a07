//! The page about judging tests shows what real runs have printed.

const PAGE: &str = include_str!("../../docs/judging.md");
const RESULTS: &str = include_str!("../../case-studies/RESULTS.md");

#[test]
fn what_the_page_quotes_of_runs_stands_in_the_results() {
    let (_, runs) = PAGE.split_once("\n## What tests find\n").expect("a section");
    let blocks: Vec<&str> = runs.split("```text\n").skip(1).collect();
    assert!(blocks.len() >= 2, "{blocks:?}");
    for block in blocks {
        let (quoted, _) = block.split_once("```").expect("an end");
        // Three dots stand for what is left out.
        for part in quoted.split("...\n") {
            assert!(RESULTS.contains(part), "not in the results:\n{part}");
        }
    }
}
