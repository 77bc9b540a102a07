//! The modules of a crate, and what their names mean. Names are resolved by path, as the compiler does.

use super::cfg::Conditions;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};
use syn::{Attribute, Item, ItemMod, UseTree, Visibility};

/// Files of a crate to read. Larger crates exist, but suggestions need only some functions.
const MAX_FILES: usize = 2_000;

/// Imports to follow from one name to the next.
const MAX_STEPS: usize = 16;

/// What a name means.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Target {
    Module(usize),
    /// An item of the crate, by its number.
    Item(usize),
    /// A path that leads out of the crate, or is not known.
    External(Vec<String>),
}

#[derive(Clone, Debug)]
enum Entry {
    Module(usize),
    Item(usize),
    Import(Vec<String>),
}

/// A module.
#[derive(Debug, Default)]
pub(super) struct Module {
    parent: Option<usize>,
    entries: BTreeMap<String, Vec<(Entry, bool)>>,
    /// Paths whose names are all imported, and whether the import is public.
    globs: Vec<(Vec<String>, bool)>,
}

/// An item with its module.
pub(super) struct ItemInModule {
    pub(super) module: usize,
    pub(super) item: Item,
    /// File, relative to the package.
    pub(super) file: String,
}

/// The modules and items of a crate.
pub(super) struct Crate {
    pub(super) modules: Vec<Module>,
    /// Structs, enums, functions, traits and aliases.
    pub(super) items: Vec<ItemInModule>,
    /// Blocks of `impl`.
    pub(super) impls: Vec<ItemInModule>,
    conditions: Conditions,
    root: PathBuf,
    files: usize,
}

impl Crate {
    /// Reads a crate from its root file. Paths of files are shown relative to `root`.
    pub(super) fn read(file: &Path, root: &Path, conditions: &Conditions) -> Result<Crate, String> {
        let mut read = Crate {
            modules: vec![Module::default()],
            items: Vec::new(),
            impls: Vec::new(),
            conditions: conditions.clone(),
            root: root.to_owned(),
            files: 0,
        };
        let text = fs::read_to_string(file)
            .map_err(|why| format!("cannot read {}: {why}", file.display()))?;
        let parsed = syn::parse_file(&text)
            .map_err(|why| format!("cannot parse {}: {why}", file.display()))?;
        let folder = file.parent().unwrap_or(root).to_owned();
        read.items(parsed.items, 0, file, &folder);
        Ok(read)
    }

    fn items(&mut self, items: Vec<Item>, module: usize, file: &Path, folder: &Path) {
        for item in items {
            if !self.conditions.hold(attributes(&item)) {
                continue;
            }
            match item {
                Item::Mod(item) => self.module(item, module, file, folder),
                Item::Use(item) => {
                    let is_public = is_public(&item.vis) && !is_hidden(&item.attrs);
                    let mut path = Vec::new();
                    // A path of the edition of 2015.
                    if item.leading_colon.is_some() {
                        path.push(String::new());
                    }
                    self.import(&item.tree, &path, module, is_public);
                }
                Item::Macro(item) => {
                    // The branches of `cfg_if!` are not parsed, but plain items in other macros are.
                    let name = item.mac.path.segments.last().map(|it| it.ident.to_string());
                    if name.is_some_and(|name| name.starts_with("cfg") || name.ends_with("items"))
                        && let Ok(inner) = syn::parse2::<syn::File>(item.mac.tokens)
                    {
                        self.items(inner.items, module, file, folder);
                    }
                }
                item => self.item(item, module, file),
            }
        }
    }

    fn item(&mut self, item: Item, module: usize, file: &Path) {
        let file = file.strip_prefix(&self.root).unwrap_or(file).display().to_string();
        if matches!(item, Item::Impl(_)) {
            self.impls.push(ItemInModule { module, item, file });
            return;
        }
        let (name, visibility) = match &item {
            Item::Struct(it) => (&it.ident, &it.vis),
            Item::Enum(it) => (&it.ident, &it.vis),
            Item::Union(it) => (&it.ident, &it.vis),
            Item::Type(it) => (&it.ident, &it.vis),
            Item::Trait(it) => (&it.ident, &it.vis),
            Item::Fn(it) => (&it.sig.ident, &it.vis),
            _ => return,
        };
        let is_public = is_public(visibility) && !is_hidden(attributes(&item));
        let name = name.to_string();
        let id = self.items.len();
        self.items.push(ItemInModule { module, item, file });
        self.modules[module].entries.entry(name).or_default().push((Entry::Item(id), is_public));
    }

    fn module(&mut self, item: ItemMod, parent: usize, file: &Path, folder: &Path) {
        let name = item.ident.to_string();
        let id = self.modules.len();
        self.modules.push(Module { parent: Some(parent), ..Module::default() });
        let is_public = is_public(&item.vis) && !is_hidden(&item.attrs);
        let entries = &mut self.modules[parent].entries;
        entries.entry(name.clone()).or_default().push((Entry::Module(id), is_public));
        let inner = folder.join(name.trim_start_matches("r#"));
        if let Some((_, items)) = item.content {
            self.items(items, id, file, &inner);
            return;
        }
        let named = item.attrs.iter().find_map(path_of);
        let path = match named {
            Some(path) => file.parent().unwrap_or(folder).join(path),
            None if inner.with_extension("rs").is_file() => inner.with_extension("rs"),
            None => inner.join("mod.rs"),
        };
        self.files += 1;
        if self.files > MAX_FILES {
            return;
        }
        // A file that cannot be read has no items: generated code, or code of another platform.
        let Ok(text) = fs::read_to_string(&path) else { return };
        let Ok(parsed) = syn::parse_file(&text) else { return };
        self.items(parsed.items, id, &path, &inner);
    }

    fn import(&mut self, tree: &UseTree, before: &[String], module: usize, is_public: bool) {
        let with = |name: String| [before, &[name]].concat();
        let module_entries = &mut self.modules[module];
        let mut add = |name: String, path: Vec<String>| {
            let entry = (Entry::Import(path), is_public);
            module_entries.entries.entry(name).or_default().push(entry);
        };
        match tree {
            UseTree::Path(path) => {
                self.import(&path.tree, &with(path.ident.to_string()), module, is_public);
            }
            UseTree::Name(name) if name.ident == "self" => {
                add(before.last().cloned().unwrap_or_default(), before.to_vec());
            }
            UseTree::Name(name) => add(name.ident.to_string(), with(name.ident.to_string())),
            UseTree::Rename(it) if it.ident == "self" => {
                add(it.rename.to_string(), before.to_vec());
            }
            UseTree::Rename(it) => add(it.rename.to_string(), with(it.ident.to_string())),
            UseTree::Glob(_) => module_entries.globs.push((before.to_vec(), is_public)),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(tree, before, module, is_public);
                }
            }
        }
    }

    /// What a path in a module means. Functions are `values`.
    pub(super) fn resolve(&self, module: usize, path: &[String], values: bool) -> Target {
        self.resolve_within(module, path, values, MAX_STEPS)
    }

    fn resolve_within(&self, module: usize, path: &[String], values: bool, steps: usize) -> Target {
        let external = || Target::External(path.to_vec());
        let Some((first, mut rest)) = path.split_first() else { return Target::Module(module) };
        if steps == 0 {
            return external();
        }
        let mut here = match &**first {
            "crate" | "$crate" => Target::Module(0),
            "self" => Target::Module(module),
            "super" => Target::Module(self.modules[module].parent.unwrap_or(0)),
            "" => Target::Module(0),
            "std" | "core" | "alloc" => return external(),
            _ => match self.lookup(module, first, values && rest.is_empty(), steps) {
                Some(found) => found,
                None => return external(),
            },
        };
        while let Some((name, more)) = rest.split_first() {
            here = match here {
                Target::Module(at) if name == "super" => {
                    Target::Module(self.modules[at].parent.unwrap_or(0))
                }
                Target::Module(at) => {
                    match self.lookup(at, name, values && more.is_empty(), steps) {
                        Some(found) => found,
                        None => return external(),
                    }
                }
                Target::External(mut before) => {
                    before.extend(rest.iter().cloned());
                    return Target::External(before);
                }
                Target::Item(_) => return external(),
            };
            rest = more;
        }
        here
    }

    /// The meaning of a name in a module.
    fn lookup(&self, module: usize, name: &str, values: bool, steps: usize) -> Option<Target> {
        let here = &self.modules[module];
        for (entry, _) in here.entries.get(name).into_iter().flatten() {
            match entry {
                Entry::Module(id) if !values => return Some(Target::Module(*id)),
                Entry::Item(id) if self.is_value(*id) == values => return Some(Target::Item(*id)),
                Entry::Module(_) | Entry::Item(_) => {}
                Entry::Import(path) => {
                    // `use self::name;` and the like end after some steps.
                    let found = self.resolve_within(module, path, values, steps - 1);
                    match found {
                        Target::Item(id) if self.is_value(id) != values => {}
                        Target::Module(_) if values => {}
                        found => return Some(found),
                    }
                }
            }
        }
        for (path, _) in &here.globs {
            if let Target::Module(other) = self.resolve_within(module, path, false, steps - 1)
                && other != module
                && let Some(found) = steps
                    .checked_sub(4)
                    .and_then(|left| self.lookup(other, name, values, left.max(1)))
            {
                return Some(found);
            }
        }
        None
    }

    fn is_value(&self, id: usize) -> bool {
        matches!(self.items[id].item, Item::Fn(_))
    }

    /// Whether an item with these attributes is compiled.
    pub(super) fn is_compiled(&self, attributes: &[Attribute]) -> bool {
        self.conditions.hold(attributes)
    }

    /// The shortest public path of each public item, without the name of the crate.
    pub(super) fn public_paths(&self) -> BTreeMap<usize, String> {
        let mut found: BTreeMap<usize, String> = BTreeMap::new();
        let mut seen: BTreeSet<usize> = BTreeSet::new();
        let mut open = std::collections::VecDeque::from([(0_usize, String::new())]);
        while let Some((module, path)) = open.pop_front() {
            if !seen.insert(module) {
                continue;
            }
            for (name, target) in self.exports(module, &mut BTreeSet::new()) {
                let path = format!("{path}::{name}");
                match target {
                    Target::Item(id) => {
                        let depth = |path: &str| path.matches("::").count();
                        let known = found.entry(id).or_insert_with(|| path.clone());
                        if depth(&path) < depth(known) {
                            *known = path;
                        }
                    }
                    Target::Module(id) => open.push_back((id, path)),
                    Target::External(_) => {}
                }
            }
        }
        found
    }

    /// The public names of a module.
    fn exports(&self, module: usize, seen: &mut BTreeSet<usize>) -> Vec<(String, Target)> {
        if !seen.insert(module) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (name, entries) in &self.modules[module].entries {
            for (entry, _) in entries.iter().filter(|(_, is_public)| *is_public) {
                match entry {
                    Entry::Module(id) => found.push((name.clone(), Target::Module(*id))),
                    Entry::Item(id) => found.push((name.clone(), Target::Item(*id))),
                    Entry::Import(path) => {
                        for values in [false, true] {
                            let target = self.resolve(module, path, values);
                            if !matches!(target, Target::External(_)) {
                                found.push((name.clone(), target));
                            }
                        }
                    }
                }
            }
        }
        for (path, _) in self.modules[module].globs.iter().filter(|(_, is_public)| *is_public) {
            if let Target::Module(other) = self.resolve(module, path, false) {
                found.extend(self.exports(other, seen));
            }
        }
        found
    }
}

pub(super) fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// `#[doc(hidden)]`.
pub(super) fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("doc")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|it| it == "hidden")
    })
}

/// `#[path = "file.rs"]`.
fn path_of(attribute: &Attribute) -> Option<String> {
    let pair = attribute.meta.require_name_value().ok().filter(|it| it.path.is_ident("path"))?;
    match &pair.value {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

pub(super) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Enum(it) => &it.attrs,
        Item::Fn(it) => &it.attrs,
        Item::Impl(it) => &it.attrs,
        Item::Macro(it) => &it.attrs,
        Item::Mod(it) => &it.attrs,
        Item::Struct(it) => &it.attrs,
        Item::Trait(it) => &it.attrs,
        Item::Type(it) => &it.attrs,
        Item::Union(it) => &it.attrs,
        Item::Use(it) => &it.attrs,
        _ => &[],
    }
}
