//! Code blocks of documentation pages, and a check that tests compile them.

/// The code blocks of a language in a page of Markdown, without their indentation.
pub fn blocks(markdown: &str, language: &str) -> Vec<String> {
    let fence = format!("```{language}");
    let mut blocks = Vec::new();
    let mut lines = markdown.lines();
    while let Some(line) = lines.next() {
        if line.trim() != fence {
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        let block = lines.by_ref().take_while(|line| line.trim() != "```");
        let block: Vec<&str> = block.map(|line| line.get(indent..).unwrap_or_default()).collect();
        blocks.push(block.join("\n"));
    }
    blocks
}

/// Asserts that one of the sources contains each block of Rust. White space and `#[ignore]` do not matter: the tests
/// call some properties that the page presents as tests.
#[track_caller]
pub fn is_compiled(markdown: &str, sources: &[&str]) {
    let sources: Vec<String> = sources.iter().map(|source| squeezed(source)).collect();
    let blocks = blocks(markdown, "rust");
    assert!(!blocks.is_empty(), "the page contains code");
    for block in blocks {
        let known = sources.iter().any(|source| source.contains(&squeezed(&block)));
        assert!(known, "no test compiles this code of the page:\n{block}");
    }
}

fn squeezed(code: &str) -> String {
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("#[ignore"));
    lines.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect()
}
