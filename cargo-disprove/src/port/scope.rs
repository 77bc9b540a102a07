//! The modules of a file, and what names mean in them.

use proc_macro2::{Ident, TokenStream, TokenTree};
use std::{collections::HashSet, ops::Range};
use syn::{Attribute, Item, ItemMacro, ItemUse, Meta, Path, UseTree};

/// The libraries that tests are ported from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Library {
    Proptest,
    Quickcheck,
}

impl Library {
    pub(super) fn name(self) -> &'static str {
        match self {
            Library::Proptest => "proptest",
            Library::Quickcheck => "quickcheck",
        }
    }
}

/// Crates of the two libraries.
const CRATES: [(&str, Library); 5] = [
    ("proptest", Library::Proptest),
    ("proptest_derive", Library::Proptest),
    ("proptest_macro", Library::Proptest),
    ("quickcheck", Library::Quickcheck),
    ("quickcheck_macros", Library::Quickcheck),
];

/// Modules of proptest whose names are also in others: `proptest::strategy::Just` is `proptest::prelude::Just`.
const FLATTENED: [&str; 5] = ["prelude", "prop", "strategy", "arbitrary", "test_runner"];

/// What `use module::*` brings into scope.
const GLOBS: [(&[&str], &[&str]); 8] = [
    (
        &["proptest", "prelude"],
        &[
            "any",
            "any_with",
            "Arbitrary",
            "BoxedStrategy",
            "Just",
            "prop",
            "prop_assert",
            "prop_assert_eq",
            "prop_assert_ne",
            "prop_assume",
            "prop_compose",
            "prop_oneof",
            "proptest",
            "ProptestConfig",
            "Rng",
            "RngCore",
            "Strategy",
            "TestCaseError",
        ],
    ),
    (
        &["proptest", "collection"],
        &[
            "binary_heap",
            "btree_map",
            "btree_set",
            "hash_map",
            "hash_set",
            "linked_list",
            "size_range",
            "SizeRange",
            "vec",
            "vec_deque",
        ],
    ),
    (&["proptest", "string"], &["bytes_regex", "string_regex"]),
    (&["proptest", "sample"], &["Index", "Selector", "select", "subsequence"]),
    (
        &["proptest", "strategy"],
        &["BoxedStrategy", "Just", "LazyJust", "Strategy", "Union", "ValueTree"],
    ),
    (&["proptest", "arbitrary"], &["any", "any_with", "Arbitrary"]),
    (&["proptest", "test_runner"], &["Config", "TestCaseError", "TestCaseResult", "TestRunner"]),
    (
        &["quickcheck"],
        &[
            "Arbitrary",
            "empty_shrinker",
            "Gen",
            "QuickCheck",
            "quickcheck",
            "single_shrinker",
            "TestResult",
            "Testable",
        ],
    ),
];

/// Macros that `#[macro_use] extern crate` brings into scope.
const MACROS: [(&str, Library); 8] = [
    ("proptest", Library::Proptest),
    ("prop_assert", Library::Proptest),
    ("prop_assert_eq", Library::Proptest),
    ("prop_assert_ne", Library::Proptest),
    ("prop_assume", Library::Proptest),
    ("prop_compose", Library::Proptest),
    ("prop_oneof", Library::Proptest),
    ("quickcheck", Library::Quickcheck),
];

/// An item of one of the libraries, such as `collection::vec`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OldName {
    pub(super) library: Library,
    pub(super) name: String,
}

/// A module, or the items that a macro expands to.
pub(super) struct Module {
    pub(super) parent: Option<usize>,
    /// Its items stand in the definition of a macro.
    pub(super) is_macro: bool,
    /// It is compiled for tests only.
    pub(super) is_test: bool,
    /// Where its items stand.
    pub(super) content: Range<usize>,
    /// The names of its items.
    pub(super) names: HashSet<String>,
    /// Imported names and their paths.
    pub(super) imports: Vec<(String, Vec<String>)>,
    pub(super) globs: Vec<Vec<String>>,
    /// Its `use` items.
    pub(super) uses: Vec<ItemUse>,
}

/// The modules of a file. The first one is the file.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) modules: Vec<Module>,
}

impl Scope {
    /// Adds a module with its items, but not the modules inside.
    pub(super) fn add(
        &mut self,
        parent: Option<usize>,
        is_macro: bool,
        is_test: bool,
        content: Range<usize>,
        items: &[Item],
    ) -> usize {
        let mut module = Module {
            parent,
            is_macro,
            is_test,
            content,
            names: HashSet::new(),
            imports: Vec::new(),
            globs: Vec::new(),
            uses: Vec::new(),
        };
        for item in items {
            match item {
                Item::Use(item) => module.import(item),
                Item::ExternCrate(item) => {
                    if let Some((_, name)) = &item.rename {
                        module.imports.push((name.to_string(), vec![item.ident.to_string()]));
                    }
                }
                _ => module.names.extend(item_name(item)),
            }
        }
        self.modules.push(module);
        self.modules.len() - 1
    }

    /// What a path means, with imported names written out.
    pub(super) fn full_path(&self, module: usize, path: &Path) -> Vec<String> {
        let segments: Vec<String> =
            path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if path.leading_colon.is_some() {
            return segments;
        }
        self.expanded(module, segments)
    }

    fn expanded(&self, module: usize, mut segments: Vec<String>) -> Vec<String> {
        // Imports of imports are rare; the limit ends cycles.
        for _ in 0..4 {
            let Some(prefix) = self.imported(module, &segments[0], 0) else { return segments };
            // A macro or a function does not start a path: `proptest::bool::ANY` beside `use proptest::proptest`.
            let last = prefix.last().map(String::as_str).unwrap_or_default();
            if segments.len() > 1
                && is_old_path(&prefix)
                && MACROS.iter().any(|(name, _)| *name == last)
                && prefix.len() > 1
            {
                return segments;
            }
            // The path of an import starts with a crate, though a macro may have its name.
            let is_crate = prefix[0] == segments[0] || is_old_path(&prefix);
            segments.splice(0..1, prefix);
            if is_crate {
                return segments;
            }
        }
        segments
    }

    /// The path of a name that is imported, also by `use super::*`.
    fn imported(&self, module: usize, name: &str, depth: usize) -> Option<Vec<String>> {
        let here = &self.modules[module];
        if let Some((_, path)) = here.imports.iter().find(|(import, _)| import == name) {
            return Some(path.clone());
        }
        if here.names.contains(name) || depth > 8 {
            return None;
        }
        for glob in &here.globs {
            let known = GLOBS.iter().find(|(path, _)| path.iter().eq(glob.iter()));
            if known.is_some_and(|(_, names)| names.contains(&name)) {
                let mut path = glob.clone();
                path.push(name.to_owned());
                return Some(path);
            }
        }
        let sees_parent = here.is_macro || here.globs.iter().any(|glob| glob == &["super"]);
        let parent = here.parent.filter(|_| sees_parent)?;
        self.imported(parent, name, depth + 1)
    }

    /// Whether a name means an item of this file.
    fn is_local(&self, module: usize, name: &str) -> bool {
        let here = &self.modules[module];
        let sees_parent = here.is_macro || here.globs.iter().any(|glob| glob == &["super"]);
        here.names.contains(name)
            || here.parent.is_some_and(|parent| sees_parent && self.is_local(parent, name))
    }

    /// The item of a library that a path means.
    pub(super) fn old(&self, module: usize, path: &Path) -> Option<OldName> {
        let full = self.full_path(module, path);
        let (_, library) = *CRATES.iter().find(|(name, _)| full[0] == *name)?;
        // `proptest::vector(..)` may be in a module of that name.
        let first = path.segments.first()?.ident.to_string();
        if path.leading_colon.is_none() && full[0] == first && self.is_local(module, &first) {
            return None;
        }
        let rest = &full[1..];
        let skipped = rest.iter().take_while(|part| FLATTENED.contains(&part.as_str())).count();
        let skipped = skipped.min(rest.len().saturating_sub(1));
        Some(OldName { library, name: rest[skipped..].join("::") })
    }

    /// The macro of a library that a path means.
    pub(super) fn old_macro(&self, module: usize, path: &Path) -> Option<OldName> {
        let first = path.get_ident().map(Ident::to_string);
        let by_name = first.and_then(|name| {
            let (name, library) = *MACROS.iter().find(|(each, _)| *each == name)?;
            Some(OldName { library, name: name.to_owned() })
        });
        // A macro of the file may have the same name, but not by accident.
        match self.old(module, path) {
            Some(old) if !old.name.is_empty() => Some(old),
            _ => by_name,
        }
    }

    /// The names that, written alone, mean an item of a library.
    pub(super) fn old_names(&self, module: usize) -> HashSet<String> {
        let mut names: HashSet<String> = HashSet::new();
        let mut at = Some(module);
        while let Some(number) = at {
            let here = &self.modules[number];
            for (name, path) in &here.imports {
                if CRATES.iter().any(|(each, _)| path[0] == *each) {
                    names.insert(name.clone());
                }
            }
            for glob in &here.globs {
                let known = GLOBS.iter().find(|(path, _)| path.iter().eq(glob.iter()));
                names.extend(
                    known
                        .into_iter()
                        .flat_map(|(_, names)| names.iter().map(|name| (*name).to_owned())),
                );
            }
            at = here.parent;
        }
        names.extend(MACROS.iter().map(|(name, _)| (*name).to_owned()));
        names.extend(CRATES.iter().map(|(name, _)| (*name).to_owned()));
        names
    }
}

impl Module {
    /// Adds what a `use` item imports.
    fn import(&mut self, item: &ItemUse) {
        let mut leaves = Vec::new();
        flatten(&item.tree, &mut Vec::new(), &mut leaves);
        for leaf in leaves {
            match leaf.name {
                Some(name) => self.imports.push((name, leaf.path)),
                None => self.globs.push(leaf.path),
            }
        }
        self.uses.push(item.clone());
    }

    /// Adds what a `use` statement in a function imports, as if it stood in the module.
    pub(super) fn import_local(&mut self, item: &ItemUse) {
        let uses = self.uses.len();
        self.import(item);
        self.uses.truncate(uses);
    }
}

/// One name or glob of a `use` item.
#[derive(Debug)]
pub(super) struct Leaf {
    /// The name in this module; `None` for a glob.
    pub(super) name: Option<String>,
    pub(super) path: Vec<String>,
}

/// The names and globs of a `use` item.
pub(super) fn flatten(tree: &UseTree, prefix: &mut Vec<String>, leaves: &mut Vec<Leaf>) {
    match tree {
        UseTree::Path(path) => {
            prefix.push(path.ident.to_string());
            flatten(&path.tree, prefix, leaves);
            prefix.pop();
        }
        UseTree::Name(name) => {
            let name = name.ident.to_string();
            let mut path = prefix.clone();
            if name != "self" {
                path.push(name);
            }
            leaves.push(Leaf { name: path.last().cloned(), path });
        }
        UseTree::Rename(rename) => {
            let mut path = prefix.clone();
            if rename.ident != "self" {
                path.push(rename.ident.to_string());
            }
            leaves.push(Leaf { name: Some(rename.rename.to_string()), path });
        }
        UseTree::Glob(_) => leaves.push(Leaf { name: None, path: prefix.clone() }),
        UseTree::Group(group) => {
            for tree in &group.items {
                flatten(tree, prefix, leaves);
            }
        }
    }
}

/// Whether a path is one of the libraries'.
pub(super) fn is_old_path(path: &[String]) -> bool {
    CRATES.iter().any(|(name, _)| path.first().is_some_and(|first| first == name))
}

/// The names that `use path::*` brings into scope, if it is a module of the libraries.
pub(super) fn glob_names(path: &[String]) -> Option<&'static [&'static str]> {
    GLOBS.iter().find(|(each, _)| each.iter().eq(path.iter())).map(|(_, names)| *names)
}

/// The name that an item defines.
fn item_name(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Mod(item) => &item.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::TraitAlias(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// Whether attributes have `#[cfg(test)]`, alone or among conditions that must all hold.
pub(super) fn is_cfg_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let Meta::List(list) = &attribute.meta else { return false };
        list.path.is_ident("cfg") && requires_test(list.tokens.clone())
    })
}

fn requires_test(tokens: TokenStream) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    match &tokens[..] {
        [TokenTree::Ident(word)] => word == "test",
        [TokenTree::Ident(word), TokenTree::Group(group)] if word == "all" => {
            let parts: Vec<TokenTree> = group.stream().into_iter().collect();
            parts
                .split(|token| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ','))
                .any(|part| requires_test(part.iter().cloned().collect()))
        }
        _ => false,
    }
}

/// The arms of a `macro_rules!`: pattern and expansion.
pub(super) fn arms(item: &ItemMacro) -> Vec<(proc_macro2::Group, proc_macro2::Group)> {
    let mut arms = Vec::new();
    let mut pattern = None;
    for token in item.mac.tokens.clone() {
        if let TokenTree::Group(group) = token {
            match pattern.take() {
                None => pattern = Some(group),
                Some(pattern) => arms.push((pattern, group)),
            }
        }
    }
    arms
}

/// The expansion of a macro as code: `$name` is an identifier. `None` if it has repetitions.
pub(super) fn without_dollars(tokens: TokenStream) -> Option<TokenStream> {
    let mut out = Vec::new();
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        out.push(match token {
            TokenTree::Punct(dollar) if dollar.as_char() == '$' => match tokens.next()? {
                TokenTree::Ident(name) => {
                    let span = dollar.span().join(name.span())?;
                    TokenTree::Ident(Ident::new(&format!("dollar_{name}"), span))
                }
                _ => return None,
            },
            TokenTree::Group(group) => {
                let mut inner =
                    proc_macro2::Group::new(group.delimiter(), without_dollars(group.stream())?);
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            other => other,
        });
    }
    Some(out.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope(text: &str) -> Scope {
        let file = syn::parse_file(text).expect("code");
        let mut scope = Scope::default();
        scope.add(None, false, true, 0..text.len(), &file.items);
        scope
    }

    fn old(scope: &Scope, path: &str) -> Option<String> {
        scope.old(0, &syn::parse_str(path).expect("a path")).map(|old| old.name)
    }

    #[test]
    fn paths_of_the_libraries_are_found_behind_imports() {
        let scope = scope(
            "use proptest::{collection::{self, vec as list}, prelude::*, num::i16};\nuse quickcheck as qc;\nstruct Just;",
        );
        for (path, expected) in [
            ("list", Some("collection::vec")),
            ("prop_assert", Some("prop_assert")),
            ("collection::hash_map", Some("collection::hash_map")),
            ("prop::option::of", Some("option::of")),
            ("proptest::prelude::prop::sample::select", Some("sample::select")),
            ("any", Some("any")),
            ("i16::ANY", Some("num::i16::ANY")),
            ("proptest::bool::ANY", Some("bool::ANY")),
            ("::proptest::strategy::Just", Some("Just")),
            ("Just", None),
            ("qc::Arbitrary", Some("Arbitrary")),
            ("std::vec::Vec", None),
        ] {
            assert_eq!(old(&scope, path).as_deref(), expected, "{path}");
        }
    }

    #[test]
    fn a_module_of_the_file_may_have_the_name_of_a_library() {
        let scope = scope("mod proptest { pub fn vector() {} }\nuse ::proptest::num::i8;");
        assert_eq!(old(&scope, "proptest::vector"), None);
        assert_eq!(old(&scope, "::proptest::bool::ANY").as_deref(), Some("bool::ANY"));
    }

    #[test]
    fn only_conditions_that_need_a_test_are_tests() {
        for (attribute, expected) in [
            ("#[cfg(test)] mod a {}", true),
            ("#[cfg(all(unix, test))] mod a {}", true),
            ("#[cfg(any(test, feature = \"x\"))] mod a {}", false),
            ("#[cfg(not(test))] mod a {}", false),
        ] {
            let item: syn::ItemMod = syn::parse_str(attribute).expect("a module");
            assert_eq!(is_cfg_test(&item.attrs), expected, "{attribute}");
        }
    }
}
