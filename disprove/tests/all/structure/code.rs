//! Reads Rust code without a parser: blanks out comments and literals, lists paths and definitions.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The workspace this package belongs to.
pub fn workspace() -> PathBuf {
    let library = Path::new(env!("CARGO_MANIFEST_DIR"));
    library.parent().expect("the library is a member of a workspace").to_owned()
}

/// Every Rust file below a folder, without build results, sorted.
pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let entries = fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Whether a file has only tests: `tests.rs`, or below a folder `tests`.
pub fn is_test(path: &Path) -> bool {
    path.with_extension("").iter().any(|part| part == "tests")
}

/// The code with comments and literals blanked out; lines stay where they are.
pub fn code_only(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => block_comment(rest),
            '"' => string(rest),
            'r' | 'b' | 'c' if !code.ends_with(is_name) => raw_string(rest).unwrap_or(0),
            '\'' => character(rest),
            _ => 0,
        };
        if length == 0 {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            code.extend(rest[..length].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
            rest = &rest[length..];
        }
    }
    code
}

pub fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// The length of a string that starts here, its quotes included.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    text.len()
}

/// `r"..."`, `r#"..."#`, and the same for bytes and C strings; `None` for anything else.
fn raw_string(text: &str) -> Option<usize> {
    let prefix = text.find('r').filter(|at| *at <= 1)? + 1;
    let hashes = text[prefix..].bytes().take_while(|byte| *byte == b'#').count();
    let start = prefix + hashes + 1;
    if text.as_bytes().get(start - 1) != Some(&b'"') {
        return None;
    }
    let end = format!("\"{}", "#".repeat(hashes));
    Some(text[start..].find(&end).map_or(text.len(), |at| start + at + end.len()))
}

/// A character literal; 0 for a lifetime.
fn character(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some(_)) => chars.find(|(_, c)| *c == '\'').map_or(0, |(at, _)| at + 1),
        (Some(_), Some((at, '\''))) => at + 1,
        _ => 0,
    }
}

/// The code in front of the file's test module.
pub fn without_tests(code: &str) -> &str {
    code.find("#[cfg(test)]\nmod tests").map_or(code, |at| &code[..at])
}

/// A path such as `crate::choice::Tree`, without its first segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub line: usize,
    pub segments: Vec<String>,
    /// The name it has here: `B` in `A as B`.
    pub alias: String,
}

/// Every path that begins with the word `start`, as an expression or in a `use`.
pub fn paths(code: &str, start: &str) -> Vec<Named> {
    let mut all = Vec::new();
    for (at, _) in code.match_indices(start) {
        // `$crate` means the user's crate; `some_crate` and `crate_name` are other words.
        let rest = &code[at + start.len()..];
        if code[..at].ends_with(|c| is_name(c) || c == '$') || rest.starts_with(is_name) {
            continue;
        }
        if let Some(tree) = rest.trim_start().strip_prefix("::") {
            let line = code[..at].matches('\n').count() + 1;
            expand(tree, line, &[], &mut all);
        }
    }
    all
}

/// The paths of all `use` declarations that name a child module, such as `pub use tree::Tree;`.
pub fn imports(code: &str) -> Vec<Named> {
    let mut all = Vec::new();
    for (at, _) in code.match_indices("use ") {
        if code[..at].ends_with(is_name) {
            continue;
        }
        let tree = code[at + 4..].trim_start();
        let tree = tree.strip_prefix("self::").unwrap_or(tree);
        expand(tree, code[..at].matches('\n').count() + 1, &[], &mut all);
    }
    all
}

/// Expands `a::{b, c as d}` into `a::b` and `a::c`. Returns the length of what it read.
fn expand(tree: &str, line: usize, before: &[String], all: &mut Vec<Named>) -> usize {
    let mut at = blank(tree);
    if tree[at..].starts_with('{') {
        at += 1;
        while at < tree.len() && !tree[at..].starts_with('}') {
            let line = line + tree[..at + blank(&tree[at..])].matches('\n').count();
            at += expand(&tree[at..], line, before, all);
            at += blank(&tree[at..]);
            at += usize::from(tree[at..].starts_with(','));
            at += blank(&tree[at..]);
        }
        return at + 1;
    }
    let name: String = tree[at..].chars().take_while(|c| is_name(*c)).collect();
    at += name.len().max(1);
    let name = if name.is_empty() { "*".to_owned() } else { name };
    let mut segments = before.to_vec();
    if name != "self" {
        segments.push(name.clone());
    }
    if let Some(rest) = tree.get(at..).and_then(|rest| rest.strip_prefix("::"))
        && rest.trim_start().starts_with(|c| is_name(c) || c == '{' || c == '*')
    {
        return at + 2 + expand(rest, line, &segments, all);
    }
    let rest = tree.get(at..).unwrap_or_default();
    let renamed = rest.trim_start().strip_prefix("as ").map(str::trim_start);
    let alias: String = renamed.map_or(segments.last().cloned().unwrap_or_default(), |renamed| {
        renamed.chars().take_while(|c| is_name(*c)).collect()
    });
    if renamed.is_some() {
        at += rest.find(&alias).unwrap_or(0) + alias.len();
    }
    all.push(Named { line, segments, alias });
    at
}

fn blank(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// The code without its `use` and `mod` declarations.
pub fn without_declarations(code: &str) -> String {
    let mut rest = String::with_capacity(code.len());
    let mut declaration = false;
    for line in code.lines() {
        let start = line.trim_start();
        let start = start
            .strip_prefix("pub")
            .map_or(start, |after| after.trim_start_matches(|c| c != ' ' && c != '{').trim_start());
        declaration |=
            start.starts_with("use ") || start.starts_with("mod ") && line.ends_with(';');
        if !declaration {
            rest.push_str(line);
        }
        rest.push('\n');
        declaration &= !line.ends_with(';');
    }
    rest
}

/// The names of the items a file defines, with the line of each: types, traits, functions, constants.
pub fn definitions<'a>(code: &'a str, keywords: &[&str]) -> Vec<(usize, &'a str)> {
    let mut all = Vec::new();
    for (number, line) in (1..).zip(code.lines()) {
        let words: Vec<&str> =
            line.split(|c| !is_name(c)).filter(|word| !word.is_empty()).collect();
        for pair in words.windows(2) {
            if keywords.contains(&pair[0]) {
                all.push((number, pair[1]));
                break;
            }
        }
    }
    all
}
