//! What a page of the documentation shows, and whether the code of it is compiled.

/// The blocks of a language in a page of Markdown, in order and as far left as they go.
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

/// Every block of Rust occurs in one of these sources, however it is spread over lines. What a page leaves
/// out is left out of the sources too: that a property is called by another test.
#[track_caller]
pub fn is_compiled(markdown: &str, sources: &[&str]) {
    let sources: Vec<String> = sources.iter().map(|source| squeezed(source)).collect();
    let blocks = blocks(markdown, "rust");
    assert!(!blocks.is_empty(), "the page shows code");
    for block in blocks {
        let known = sources.iter().any(|source| source.contains(&squeezed(&block)));
        assert!(known, "this code of the page is compiled nowhere:\n{block}");
    }
}

fn squeezed(code: &str) -> String {
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("#[ignore"));
    lines.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect()
}
