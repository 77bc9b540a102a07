//! Cycles between the files of a module: `a.rs` uses `b.rs`, which uses `a.rs` again.
//!
//! A node is a file or folder directly below `src/<module>/`. `super::Name` is an edge to the file that defines
//! `Name`, also where `mod.rs` re-exports it. A `mod.rs` that defines something is a node as well.

use super::code::{
    Named, code_only, definitions, imports, is_name, is_test, paths, rust_files,
    without_declarations, without_tests,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::Path,
};

/// The node of what `mod.rs` itself defines.
const FACADE: &str = "mod";

/// A file of a module, with the node it belongs to.
pub struct Source {
    pub node: String,
    /// The path below the folder of the module.
    pub path: String,
    pub code: String,
}

/// Which node uses which, with one place for each pair.
pub type Edges = BTreeMap<(String, String), String>;

/// The files of the module in this folder, without tests.
pub fn sources(folder: &Path) -> Vec<Source> {
    let mut all = Vec::new();
    for file in rust_files(folder) {
        let place = file.strip_prefix(folder).expect("below").with_extension("");
        if is_test(&place) {
            continue;
        }
        let first = place.iter().next().unwrap_or_default().to_string_lossy().into_owned();
        let text = code_only(&fs::read_to_string(&file).expect("a readable file"));
        let path = file.strip_prefix(folder).expect("below").display().to_string();
        all.push(Source { node: first, path, code: without_tests(&text).to_owned() });
    }
    all
}

/// Which node of a module uses which other one.
pub fn edges(module: &str, files: &[Source]) -> Edges {
    let nodes: BTreeSet<&str> = files.iter().map(|file| file.node.as_str()).collect();
    let facade = files.iter().find(|file| file.path == "mod.rs");
    let exports = facade.map_or_else(BTreeMap::new, |file| exports(&file.code, files, &nodes));
    let mut edges = Edges::new();
    for file in files {
        for Named { line, segments, .. } in used(module, file, &nodes) {
            let Some(name) = segments.first() else { continue };
            let target = match exports.get(name) {
                _ if nodes.contains(name.as_str()) => name.as_str(),
                Some(Some(node)) => node,
                // Imported from another module.
                Some(None) => continue,
                None => FACADE,
            };
            if target != file.node {
                let place = format!("{}:{line} (`{}`)", file.path, segments.join("::"));
                edges.entry((file.node.clone(), target.to_owned())).or_insert(place);
            }
        }
    }
    edges
}

/// The node behind each name that `mod.rs` imports or re-exports; `None` for another module's.
fn exports(
    facade: &str,
    files: &[Source],
    nodes: &BTreeSet<&str>,
) -> BTreeMap<String, Option<String>> {
    let mut exports = BTreeMap::new();
    for Named { segments, alias, .. } in imports(facade) {
        let node = segments.first().filter(|first| nodes.contains(first.as_str())).cloned();
        if alias == "*" {
            let keywords = ["struct", "enum", "trait", "type", "fn", "const", "static"];
            for file in files.iter().filter(|file| Some(&file.node) == node.as_ref()) {
                for (_, name) in definitions(&file.code, &keywords) {
                    exports.insert(name.to_owned(), node.clone());
                }
            }
        } else {
            exports.insert(alias, node);
        }
    }
    exports
}

/// Every path of a file into its own module, without the name of the module.
fn used(module: &str, file: &Source, nodes: &BTreeSet<&str>) -> Vec<Named> {
    let mut all = Vec::new();
    for mut named in paths(&file.code, "crate") {
        if named.segments.first().is_some_and(|first| first == module) && named.segments.len() > 1 {
            named.segments.remove(0);
            all.push(named);
        }
    }
    if file.path == "mod.rs" {
        // What it passes on is no use of its own.
        let own = without_declarations(&file.code);
        let words: BTreeSet<&str> = own.split(|c| !is_name(c)).collect();
        all.retain(|named| named.segments.last().is_some_and(|name| words.contains(name.as_str())));
        for named in imports(&file.code) {
            if words.contains(named.alias.as_str()) {
                all.push(named);
            }
        }
        for node in nodes {
            all.extend(paths(&own, node).into_iter().map(|mut named| {
                named.segments.insert(0, (*node).to_owned());
                named
            }));
        }
        // Other modules are not nodes here.
        all.retain(|named| {
            named.segments.first().is_some_and(|name| nodes.contains(name.as_str()))
        });
    } else if !file.path.contains(std::path::MAIN_SEPARATOR)
        || file.path == format!("{}/mod.rs", file.node)
    {
        all.extend(paths(&file.code, "super"));
    }
    all
}

/// Groups of nodes that all reach each other, each sorted.
pub fn cycles(edges: &Edges) -> Vec<BTreeSet<String>> {
    let mut nodes: BTreeSet<&str> = BTreeSet::new();
    for (from, to) in edges.keys() {
        nodes.extend([from.as_str(), to.as_str()]);
    }
    let reached = |start: &str| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start.to_owned()]);
        while let Some(node) = open.pop() {
            for (_, to) in edges.keys().filter(|(from, _)| *from == node) {
                if seen.insert(to.clone()) {
                    open.push(to.clone());
                }
            }
        }
        seen
    };
    let all: BTreeMap<&str, BTreeSet<String>> =
        nodes.iter().map(|node| (*node, reached(node))).collect();
    let mut groups: Vec<BTreeSet<String>> = Vec::new();
    for node in &nodes {
        let mutual = |other: &String| all[other.as_str()].contains(*node);
        let group: BTreeSet<String> =
            all[node].iter().filter(|other| mutual(other)).cloned().collect();
        if group.len() > 1 && !groups.contains(&group) {
            groups.push(group);
        }
    }
    groups
}

/// The cycles of a module as text, with one place for each edge; empty where there are none.
pub fn report(module: &str, files: &[Source]) -> String {
    let edges = edges(module, files);
    let mut text = String::new();
    for group in cycles(&edges) {
        let names: Vec<&str> = group.iter().map(String::as_str).collect();
        let _ = writeln!(text, "src/{module}: {} use each other", names.join(", "));
        for ((from, to), place) in &edges {
            if group.contains(from) && group.contains(to) {
                let _ = writeln!(text, "    {from} -> {to}: src/{module}/{place}");
            }
        }
    }
    text
}
