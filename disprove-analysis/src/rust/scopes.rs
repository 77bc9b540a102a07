//! Collects the functions, modules and imports of a file, so that paths can be resolved.

use super::{asserter::below, machine::type_name};
use crate::ir::Scopes;
use syn::{
    ImplItem, ImplItemFn, Item, ItemFn, ItemImpl, ItemMod, ItemUse, TraitItem, UseTree,
    visit::{self, Visit},
};

/// The scopes with the items of a module. Imports inside functions count for their modules.
pub fn with_items(scopes: Scopes, items: &[Item], module: &str) -> Scopes {
    let mut collector = Collector { scopes, module: module.to_owned(), blocks: 0 };
    for item in items {
        collector.visit_item(item);
    }
    collector.scopes
}

/// What a `use` brings into scope.
pub enum Import {
    Name {
        name: String,
        path: String,
    },
    /// All names of a module.
    All(String),
}

/// The imports of a `use`.
pub fn imports(tree: &UseTree) -> Vec<Import> {
    let mut found = Vec::new();
    gather(tree, "", &mut found);
    found
}

fn gather(tree: &UseTree, before: &str, found: &mut Vec<Import>) {
    match tree {
        UseTree::Path(path) => gather(&path.tree, &below(before, &path.ident.to_string()), found),
        UseTree::Name(name) if name.ident == "self" => {
            let last = before.rsplit("::").next().unwrap_or(before).to_owned();
            found.push(Import::Name { name: last, path: before.to_owned() });
        }
        UseTree::Name(name) => {
            let name = name.ident.to_string();
            let path = below(before, &name);
            found.push(Import::Name { name, path });
        }
        UseTree::Rename(rename) => {
            let name = rename.ident.to_string();
            let path = if name == "self" { before.to_owned() } else { below(before, &name) };
            found.push(Import::Name { name: rename.rename.to_string(), path });
        }
        UseTree::Glob(_) => found.push(Import::All(before.to_owned())),
        UseTree::Group(group) => {
            for tree in &group.items {
                gather(tree, before, found);
            }
        }
    }
}

struct Collector {
    scopes: Scopes,
    module: String,
    /// Depth of nested functions: what they define is not visible outside.
    blocks: usize,
}

impl Collector {
    fn add(&mut self, of: &str, name: &str) {
        if self.blocks == 0 {
            self.scopes.add_function(below(of, name));
        }
    }
}

impl<'ast> Visit<'ast> for Collector {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        // What is inside a function is named as if it was beside it; nobody refers to it by a path.
        if item.content.is_none() || self.blocks > 0 {
            return;
        }
        let inner = below(&self.module, &item.ident.to_string());
        self.scopes.add_module(inner.clone());
        let outer = std::mem::replace(&mut self.module, inner);
        visit::visit_item_mod(self, item);
        self.module = outer;
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        for import in imports(&item.tree) {
            match import {
                Import::Name { name, path } => self.scopes.add_import(&self.module, name, path),
                Import::All(path) => self.scopes.add_glob(&self.module, path),
            }
        }
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        let module = self.module.clone();
        self.add(&module, &item.sig.ident.to_string());
        self.blocks += 1;
        visit::visit_item_fn(self, item);
        self.blocks -= 1;
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let of = below(&self.module, &type_name(&item.self_ty).unwrap_or_default());
        for inner in &item.items {
            if let ImplItem::Fn(method) = inner {
                self.add(&of, &method.sig.ident.to_string());
            }
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.blocks += 1;
        visit::visit_impl_item_fn(self, item);
        self.blocks -= 1;
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        let of = below(&self.module, &item.ident.to_string());
        for inner in &item.items {
            if let TraitItem::Fn(method) = inner {
                self.add(&of, &method.sig.ident.to_string());
            }
        }
        self.blocks += 1;
        visit::visit_item_trait(self, item);
        self.blocks -= 1;
    }
}
