//! Finds the functions that a file defines, with what makes them public.

use super::{
    framework::marks,
    machine::type_name,
    scopes::{Import, imports},
};
use crate::definition::{Definition, Definitions, Submodule};
use std::collections::BTreeSet;
use syn::{
    Attribute, ImplItem, Item, ItemImpl, ItemMod, ReturnType, Signature, TraitItem, Type,
    Visibility, spanned::Spanned,
};

/// Traits whose functions are called by the name of the type.
const CALLED_BY_TYPE: [&str; 4] = ["FromStr", "TryFrom", "From", "FromIterator"];

/// Collects the definitions of a file. `text` is the text that was parsed.
pub fn definitions(file: &syn::File, text: &str) -> Definitions {
    let mut finder = Finder { text, found: Definitions::default(), private_types: BTreeSet::new() };
    finder.private_types(&file.items);
    finder.items(&file.items, &[], true, false);
    finder.found
}

struct Finder<'t> {
    text: &'t str,
    found: Definitions,
    /// Types of this file that are not public.
    private_types: BTreeSet<String>,
}

/// Where a function is.
struct Inside<'m> {
    owner: Option<String>,
    is_of_trait: bool,
    modules: &'m [String],
    is_open: bool,
}

impl Finder<'_> {
    fn private_types(&mut self, items: &[Item]) {
        for item in items {
            let (visibility, name) = match item {
                Item::Struct(item) => (&item.vis, &item.ident),
                Item::Enum(item) => (&item.vis, &item.ident),
                Item::Union(item) => (&item.vis, &item.ident),
                Item::Mod(ItemMod { content: Some((_, inner)), .. }) => {
                    self.private_types(inner);
                    continue;
                }
                _ => continue,
            };
            if !is_public(visibility) {
                self.private_types.insert(name.to_string());
            }
        }
    }

    fn items(&mut self, items: &[Item], modules: &[String], is_open: bool, in_tests: bool) {
        for item in items {
            match item {
                Item::Fn(function) => {
                    let of_test = in_tests || is_of_test(&function.attrs);
                    let is_public = is_public(&function.vis) && !of_test;
                    let place = Inside { owner: None, is_of_trait: false, modules, is_open };
                    self.function(&function.sig, &place, is_public);
                }
                Item::Impl(block) => self.implementation(block, modules, is_open, in_tests),
                Item::Trait(item) => {
                    let is_public = is_public(&item.vis) && !in_tests;
                    let owner = Some(item.ident.to_string());
                    let place = Inside { owner, is_of_trait: false, modules, is_open };
                    for inner in &item.items {
                        if let TraitItem::Fn(method) = inner {
                            self.function(&method.sig, &place, is_public);
                        }
                    }
                }
                Item::Mod(module) => self.module(module, modules, is_open, in_tests),
                Item::Use(item) => {
                    for import in imports(&item.tree) {
                        self.import(import, is_public(&item.vis));
                    }
                }
                _ => {}
            }
        }
    }

    fn module(&mut self, module: &ItemMod, modules: &[String], is_open: bool, in_tests: bool) {
        let in_tests = in_tests || is_of_test(&module.attrs);
        let is_open = is_open && is_public(&module.vis);
        let name = module.ident.to_string();
        if let Some((_, inner)) = &module.content {
            let modules: Vec<String> = modules.iter().cloned().chain([name]).collect();
            self.items(inner, &modules, is_open, in_tests);
        } else if !in_tests {
            let path = module.attrs.iter().find_map(path_of);
            let modules = modules.to_vec();
            self.found.submodules.push(Submodule { name, modules, is_public: is_open, path });
        }
    }

    fn implementation(
        &mut self,
        block: &ItemImpl,
        modules: &[String],
        is_open: bool,
        in_tests: bool,
    ) {
        let Some(owner) = type_name(&block.self_ty) else { return };
        let of_trait = block.trait_.as_ref().and_then(|(_, path, _)| path.segments.last());
        let by_type = of_trait.is_some_and(|it| CALLED_BY_TYPE.iter().any(|name| it.ident == name));
        if of_trait.is_some() && !by_type {
            return;
        }
        let is_hidden = in_tests || is_of_test(&block.attrs) || self.private_types.contains(&owner);
        let place = Inside { owner: Some(owner), is_of_trait: by_type, modules, is_open };
        for inner in &block.items {
            if let ImplItem::Fn(method) = inner {
                let is_public =
                    !is_hidden && (by_type || is_public(&method.vis)) && !is_of_test(&method.attrs);
                self.function(&method.sig, &place, is_public);
            }
        }
    }

    fn function(&mut self, signature: &Signature, place: &Inside<'_>, is_public: bool) {
        let name = signature.ident.to_string();
        if !is_public {
            self.found.private.insert(name);
            return;
        }
        let written = |bytes: std::ops::Range<usize>| {
            let text = self.text.get(bytes).unwrap_or_default();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let refusal = match &signature.output {
            ReturnType::Type(_, ty) if is_result(ty) && !signature.inputs.is_empty() => {
                Some(format!("returns `{}`", written(ty.span().byte_range())))
            }
            _ => None,
        };
        self.found.functions.push(Definition {
            name,
            owner: place.owner.clone(),
            is_method: signature.receiver().is_some(),
            is_of_trait: place.is_of_trait,
            modules: place.modules.to_vec(),
            is_open: place.is_open,
            line: signature.ident.span().start().line as u32,
            signature: written(signature.span().byte_range()),
            refusal,
        });
    }

    fn import(&mut self, import: Import, is_public: bool) {
        match import {
            Import::Name { name, path } => {
                if is_public {
                    let last = path.rsplit("::").next().unwrap_or_default();
                    self.found.exports.insert(last.to_owned());
                }
                self.found.imports.insert(name, path);
            }
            Import::All(path) if is_public => {
                let last = path.rsplit("::").next().unwrap_or_default();
                self.found.exported_modules.insert(last.to_owned());
            }
            Import::All(_) => {}
        }
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_of_test(attributes: &[Attribute]) -> bool {
    let marks = marks(attributes);
    marks.test_only || marks.framework.is_some()
}

/// `#[path = "file.rs"]`.
fn path_of(attribute: &Attribute) -> Option<String> {
    let pair = attribute.meta.require_name_value().ok().filter(|it| it.path.is_ident("path"))?;
    match &pair.value {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

/// `Result<..>`, and aliases whose names say so.
fn is_result(ty: &Type) -> bool {
    type_name(ty).is_some_and(|name| name.ends_with("Result"))
}
