//! The `use` items of a file, before and after.

use super::{
    body::whole_lines,
    edits::Edits,
    proptest::WIDTH,
    scope::{self, Leaf, Module},
    translator::{columns, range},
    unit::PortedFile,
    words::Word,
};
use std::{
    collections::{BTreeSet, HashSet},
    fmt::Write as _,
    ops::Range,
};
use syn::ItemUse;

/// The names of `disprove::prelude`.
const PRELUDE: [&str; 51] = [
    "any",
    "Arbitrary",
    "array",
    "assume",
    "Boxed",
    "bytes",
    "chars",
    "check",
    "cover",
    "Db",
    "float",
    "Generator",
    "hash_map",
    "hash_set",
    "History",
    "index",
    "int",
    "IntoGenerator",
    "IntoOutcome",
    "just",
    "label",
    "lazy",
    "map",
    "Measure",
    "minimise",
    "minimize",
    "note",
    "observe",
    "one_of",
    "option",
    "Outcome",
    "property",
    "recursive",
    "regex",
    "Report",
    "restart",
    "result",
    "sample",
    "Search",
    "seed",
    "set",
    "shuffle",
    "Source",
    "subsequence",
    "target",
    "text",
    "trace",
    "vec",
    "Verdict",
    "when",
    "from_rng",
];

/// Methods of traits: code that calls them needs the trait, though it does not name it.
const METHODS: [(&str, &[&str]); 4] = [
    (
        "Strategy",
        &[
            "prop_map",
            "prop_flat_map",
            "prop_filter",
            "prop_filter_map",
            "prop_recursive",
            "prop_perturb",
            "prop_shuffle",
            "prop_union",
            "prop_ind_flat_map",
            "prop_ind_flat_map2",
            "prop_map_into",
            "boxed",
            "sboxed",
            "no_shrink",
            "new_tree",
        ],
    ),
    ("ValueTree", &["current", "simplify", "complicate"]),
    ("Arbitrary", &["arbitrary", "arbitrary_with", "shrink"]),
    ("Testable", &["result"]),
];

/// Constants and functions of the modules of proptest that are named like types.
const STRATEGIES: [&str; 9] =
    ["ANY", "INFINITE", "NEGATIVE", "NORMAL", "POSITIVE", "SUBNORMAL", "ZERO", "range", "weighted"];

/// The imports of one file.
pub(super) struct Imports<'a> {
    file: &'a PortedFile,
    modules: Vec<ModuleImports>,
}

/// The imports of one module.
struct ModuleImports {
    /// Identifiers outside of ported code.
    remaining: HashSet<String>,
    /// Names that mean something else in the module.
    taken: HashSet<String>,
    /// Whether the whole prelude can be imported.
    is_glob: bool,
    /// Whether names are always written with their path.
    is_qualified: bool,
    needed: BTreeSet<String>,
}

impl<'a> Imports<'a> {
    pub(super) fn new(file: &'a PortedFile, removed: &[Range<usize>]) -> Imports<'a> {
        let uses: Vec<Range<usize>> =
            file.scope.modules.iter().flat_map(|module| &module.uses).map(range).collect();
        let is_left = |word: &&Word| {
            let at = word.at.start;
            !removed.iter().any(|range| range.contains(&at))
                && !uses.iter().any(|range| range.contains(&at))
        };
        let left: Vec<&Word> = file.words.iter().filter(is_left).collect();
        let mut modules = Vec::new();
        for module in &file.scope.modules {
            let inside: Vec<&&Word> =
                left.iter().filter(|word| module.content.contains(&word.at.start)).collect();
            let mut remaining: HashSet<String> =
                inside.iter().filter(|word| word.is_free()).map(|word| word.text.clone()).collect();
            for (name, methods) in METHODS {
                if inside
                    .iter()
                    .any(|word| !word.is_free() && methods.contains(&word.text.as_str()))
                {
                    remaining.insert(name.to_owned());
                }
            }
            for pair in inside.windows(2) {
                if pair[0].before_path && STRATEGIES.contains(&pair[1].text.as_str()) {
                    remaining.insert(format!("{}::", pair[0].text));
                }
            }
            let mut taken = module.names.clone();
            // Tests in macros become items of the module.
            let number = modules.len();
            let tests =
                file.units.iter().filter(|unit| unit.module == number && unit.block.is_some());
            taken.extend(tests.map(|unit| unit.name.clone()));
            let mut has_old = false;
            for leaf in module.uses.iter().flat_map(leaves) {
                let is_kept = !scope::is_old_path(&leaf.path) || is_needed(&leaf, &remaining);
                has_old |= is_kept && scope::is_old_path(&leaf.path);
                if let Some(name) = leaf.name.filter(|_| is_kept) {
                    taken.insert(name);
                }
            }
            let unknown = has_unknown_glob(file, module);
            if unknown {
                // A name that another glob may bring into scope must keep its meaning.
                taken.extend(
                    remaining.iter().filter(|name| PRELUDE.contains(&name.as_str())).cloned(),
                );
            }
            modules.push(ModuleImports {
                is_glob: !unknown && !has_old,
                is_qualified: module.is_macro || !module.is_test,
                remaining,
                taken,
                needed: BTreeSet::new(),
            });
        }
        Imports { file, modules }
    }

    /// How a name of `disprove` is written in a module.
    pub(super) fn resolve(&mut self, module: usize, name: &str, is_qualified: bool) -> String {
        let here = &mut self.modules[module];
        if let Some(name) = name.strip_prefix('+') {
            here.needed.insert(format!("+{name}"));
            return String::new();
        }
        if is_qualified || here.is_qualified || here.taken.contains(name) {
            return format!("disprove::{name}");
        }
        here.needed.insert(name.to_owned());
        name.to_owned()
    }

    /// Removes old imports and adds new ones.
    pub(super) fn write(&self, edits: &mut Edits) {
        for (module, here) in self.file.scope.modules.iter().zip(&self.modules) {
            let columns =
                module.uses.first().map_or(0, |item| columns(&self.file.text, range(item).start));
            let mut new = here.import(columns);
            for item in &module.uses {
                self.write_use(item, here, &mut new, edits);
            }
            if let Some(new) = new {
                self.insert(module, &new, edits);
            }
        }
    }

    fn write_use(
        &self,
        item: &ItemUse,
        here: &ModuleImports,
        new: &mut Option<String>,
        edits: &mut Edits,
    ) {
        let leaves = leaves(item);
        if !leaves.iter().any(|leaf| scope::is_old_path(&leaf.path)) {
            return;
        }
        let kept: Vec<&Leaf> = leaves
            .iter()
            .filter(|leaf| !scope::is_old_path(&leaf.path) || is_needed(leaf, &here.remaining))
            .collect();
        if kept.len() == leaves.len() {
            return;
        }
        if kept.is_empty() {
            // A public import is for others.
            if !matches!(item.vis, syn::Visibility::Inherited) {
                return;
            }
            match new.take() {
                Some(new) => edits.replace(range(&item.use_token).start..range(item).end, new),
                None => edits.delete(whole_lines(&self.file.text, range(item))),
            }
            return;
        }
        let first = &kept[0].path[0];
        if kept.iter().all(|leaf| leaf.path[0] == *first) {
            let parts: Vec<String> = kept.iter().map(|leaf| part(leaf)).collect();
            let colons = if item.leading_colon.is_some() { "::" } else { "" };
            let text = match &parts[..] {
                [one] if one != "self" => format!("{colons}{first}::{one}"),
                _ => format!("{colons}{first}::{{{}}}", parts.join(", ")),
            };
            let start = item
                .leading_colon
                .as_ref()
                .map_or(range(&item.tree).start, |colons| range(colons).start);
            edits.replace(start..range(&item.tree).end, text);
        }
    }

    /// Adds an import after the others of a module.
    fn insert(&self, module: &Module, new: &str, edits: &mut Edits) {
        let text = &self.file.text;
        if let Some(last) = module.uses.iter().max_by_key(|item| range(*item).end) {
            let at = range(last);
            let indentation = " ".repeat(columns(text, at.start));
            edits.insert(at.end, format!("\n{indentation}{new}"));
            return;
        }
        if module.parent.is_some() {
            let indentation = " ".repeat(columns(text, module.content.start) + 4);
            edits.insert(module.content.start, format!("\n{indentation}{new}\n"));
            return;
        }
        // Before the first item of the file, behind its documentation.
        let first = self.file.words.first().map_or(0, |word| word.at.start);
        let mut at = text[..first].rfind('\n').map_or(0, |line| line + 1);
        while let Some(line) = text[at..].lines().next() {
            let is_head =
                line.starts_with("//!") || line.starts_with("#![") || line.trim().is_empty();
            if !is_head || at + line.len() + 1 > text.len() {
                break;
            }
            at += line.len() + 1;
        }
        edits.insert(at, format!("{new}\n\n"));
    }
}

impl ModuleImports {
    /// The new `use` item, if one is needed.
    fn import(&self, columns: usize) -> Option<String> {
        if self.needed.is_empty() {
            return None;
        }
        if self.is_glob {
            return Some("use disprove::prelude::*;".to_owned());
        }
        let mut parts: Vec<String> = Vec::new();
        for name in &self.needed {
            match name.strip_prefix('+') {
                Some(name) if self.needed.contains(name) => {}
                Some(name) if self.taken.contains(name) => parts.push(format!("{name} as _")),
                Some(name) => parts.push(name.to_owned()),
                None => parts.push(name.clone()),
            }
        }
        parts.sort_by_key(|part| {
            (part.chars().next().is_some_and(char::is_lowercase), part.clone())
        });
        if let [one] = &parts[..] {
            return Some(format!("use disprove::prelude::{one};"));
        }
        let line = format!("use disprove::prelude::{{{}}};", parts.join(", "));
        Some(if columns + line.len() <= WIDTH { line } else { wrapped(&parts, columns) })
    }
}

/// An import over several lines.
fn wrapped(parts: &[String], columns: usize) -> String {
    let indentation = " ".repeat(columns);
    let mut lines = vec![String::new()];
    for part in parts {
        let last = lines.last_mut().expect("there is a line");
        if columns + 4 + last.len() + part.len() + 2 > WIDTH {
            lines.push(format!("{part}, "));
        } else {
            let _ = write!(last, "{part}, ");
        }
    }
    let mut text = "use disprove::prelude::{".to_owned();
    for line in lines {
        let _ = write!(text, "\n{indentation}    {}", line.trim_end());
    }
    format!("{text}\n{indentation}}};")
}

fn leaves(item: &ItemUse) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    scope::flatten(&item.tree, &mut Vec::new(), &mut leaves);
    leaves
}

/// Whether code that is left needs an import of a library.
fn is_needed(leaf: &Leaf, remaining: &HashSet<String>) -> bool {
    match &leaf.name {
        Some(name) if is_primitive(leaf) => remaining.contains(&format!("{name}::")),
        Some(name) => remaining.contains(name),
        None => match scope::glob_names(&leaf.path) {
            Some(names) => names.iter().any(|name| remaining.contains(*name)),
            None => true,
        },
    }
}

/// `proptest::num::i16` and the like have the names of types that everybody uses.
fn is_primitive(leaf: &Leaf) -> bool {
    let is_module = leaf.path.get(1).is_some_and(|part| part == "num")
        || leaf.path.last().is_some_and(|part| part == "bool" || part == "char");
    is_module && leaf.path.len() <= 3
}

fn part(leaf: &Leaf) -> String {
    let rest = leaf.path[1..].join("::");
    match &leaf.name {
        None if rest.is_empty() => "*".to_owned(),
        None => format!("{rest}::*"),
        Some(_) if rest.is_empty() => "self".to_owned(),
        Some(name) if leaf.path.last() != Some(name) => format!("{rest} as {name}"),
        Some(_) => rest,
    }
}

/// Whether a module has a glob import of unknown names.
fn has_unknown_glob(file: &PortedFile, module: &Module) -> bool {
    module.globs.iter().any(|glob| match glob.first().map(String::as_str) {
        Some("std" | "core" | "alloc") => false,
        Some("super") if glob.len() == 1 => match module.parent {
            None => true,
            Some(parent) => {
                let parent = &file.scope.modules[parent];
                let visible: HashSet<&str> = parent
                    .names
                    .iter()
                    .map(String::as_str)
                    .chain(parent.imports.iter().map(|(name, _)| name.as_str()))
                    .collect();
                PRELUDE.iter().any(|name| visible.contains(name)) || has_unknown_glob(file, parent)
            }
        },
        _ if scope::is_old_path(glob) => false,
        // The variants of an enum of this file.
        _ => {
            let last = glob.last().map(String::as_str).unwrap_or_default();
            !file.index.local_types.get(last).is_some_and(|ty| ty.is_enum)
        }
    })
}
