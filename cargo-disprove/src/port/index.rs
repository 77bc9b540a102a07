//! What the items of a file say about generators: functions that return strategies, types, constants.

use super::{
    scope::{Library, Scope},
    translator::range,
};
use std::collections::{HashMap, HashSet};
use syn::{
    FnArg, GenericArgument, Item, ItemFn, PathArguments, ReturnType, Signature, Type,
    TypeParamBound,
};

/// A function that returns a strategy.
#[derive(Debug)]
pub(super) struct StrategyFunction {
    pub(super) module: usize,
    /// The type of the values.
    pub(super) value: Option<String>,
    /// Which of its parameters are strategies.
    pub(super) parameters: Vec<bool>,
}

/// A struct or an enum.
#[derive(Debug)]
pub(super) struct LocalType {
    pub(super) generics: usize,
    pub(super) is_comparable: bool,
    pub(super) is_enum: bool,
}

/// What is known about the items of a file.
#[derive(Default)]
pub(super) struct Index {
    pub(super) strategies: HashMap<String, StrategyFunction>,
    /// Constants that are ranges or patterns, and the types of their values.
    constants: HashMap<String, String>,
    pub(super) local_types: HashMap<String, LocalType>,
    pub(super) aliases: HashMap<String, Type>,
    /// Functions outside of functions.
    pub(super) functions: HashMap<String, Signature>,
    /// Types of the package that can be generated once they are ported.
    pub(super) generated_types: HashSet<String>,
    /// Parameters of functions whose type is a `SizeRange`.
    pub(super) size_parameters: HashSet<String>,
    /// The names of `std` are not in scope.
    pub(super) is_no_std: bool,
    /// The version of quickcheck is below 1.
    pub(super) is_old_quickcheck: bool,
}

impl Index {
    pub(super) fn constant(&self, name: &str) -> Option<&str> {
        self.constants.get(name).map(String::as_str)
    }

    /// Adds the items of a module.
    pub(super) fn add(&mut self, text: &str, scope: &Scope, module: usize, items: &[Item]) {
        for item in items {
            match item {
                Item::Fn(ItemFn { sig, .. }) => {
                    self.add_function(text, scope, module, None, sig);
                    self.functions.insert(sig.ident.to_string(), sig.clone());
                }
                Item::Impl(block) if block.trait_.is_none() => {
                    let Type::Path(ty) = &*block.self_ty else { continue };
                    let Some(ty) = ty.path.segments.last() else { continue };
                    for item in &block.items {
                        if let syn::ImplItem::Fn(function) = item {
                            let ty = Some(ty.ident.to_string());
                            self.add_function(text, scope, module, ty, &function.sig);
                        }
                    }
                }
                Item::Const(item) => {
                    if let Some(ty) = constant_type(text, &item.ty) {
                        self.constants.insert(item.ident.to_string(), ty);
                    }
                }
                Item::Struct(item) => {
                    let ty = LocalType {
                        generics: item.generics.params.len(),
                        is_comparable: derives(&item.attrs, "PartialEq"),
                        is_enum: false,
                    };
                    self.local_types.insert(item.ident.to_string(), ty);
                }
                Item::Enum(item) => {
                    let ty = LocalType {
                        generics: item.generics.params.len(),
                        is_comparable: derives(&item.attrs, "PartialEq"),
                        is_enum: true,
                    };
                    self.local_types.insert(item.ident.to_string(), ty);
                }
                Item::Type(item) if item.generics.params.is_empty() => {
                    self.aliases.insert(item.ident.to_string(), (*item.ty).clone());
                }
                _ => {}
            }
        }
    }

    /// Adds a function that returns a strategy.
    pub(super) fn add_strategy(&mut self, key: String, function: StrategyFunction) {
        self.strategies.insert(key, function);
    }

    fn add_function(
        &mut self,
        text: &str,
        scope: &Scope,
        module: usize,
        ty: Option<String>,
        signature: &Signature,
    ) {
        let is_proptest = |path: &syn::Path, name: &str| {
            scope.old(module, path).is_some_and(|old| {
                old.library == Library::Proptest && old.name.rsplit("::").next() == Some(name)
            })
        };
        for input in &signature.inputs {
            if let FnArg::Typed(typed) = input
                && let syn::Pat::Ident(name) = &*typed.pat
                && text[range(&*typed.ty)].contains("SizeRange")
            {
                self.size_parameters.insert(name.ident.to_string());
            }
        }
        let ReturnType::Type(_, output) = &signature.output else { return };
        let value = match &**output {
            Type::ImplTrait(bounds) => {
                let bound = bounds.bounds.iter().find_map(|bound| match bound {
                    TypeParamBound::Trait(bound) if is_proptest(&bound.path, "Strategy") => {
                        bound.path.segments.last()
                    }
                    _ => None,
                });
                let Some(bound) = bound else { return };
                associated_value(&bound.arguments)
            }
            Type::Path(path) if is_proptest(&path.path, "BoxedStrategy") => {
                match path.path.segments.last().map(|last| &last.arguments) {
                    Some(PathArguments::AngleBracketed(arguments)) => {
                        arguments.args.iter().find_map(|argument| match argument {
                            GenericArgument::Type(ty) => Some(ty),
                            _ => None,
                        })
                    }
                    _ => None,
                }
            }
            _ => return,
        };
        let value = value.map(|value| text[range(value)].to_owned());
        // `Self` means something else in a test.
        let value = match (value.as_deref(), &ty) {
            (Some("Self"), Some(ty)) => Some(ty.clone()),
            (Some(text), _) if text.contains("Self") => None,
            _ => value,
        };
        let value = value.filter(|_| signature.generics.params.is_empty());
        let parameters = signature.inputs.iter().map(|input| match input {
            FnArg::Typed(typed) => match &*typed.ty {
                Type::ImplTrait(bounds) => bounds.bounds.iter().any(|bound| {
                    matches!(bound, TypeParamBound::Trait(bound) if is_proptest(&bound.path, "Strategy"))
                }),
                _ => false,
            },
            FnArg::Receiver(_) => false,
        });
        let function = StrategyFunction { module, value, parameters: parameters.collect() };
        let name = signature.ident.to_string();
        let key = ty.map_or(name.clone(), |ty| format!("{ty}::{name}"));
        self.add_strategy(key, function);
    }
}

/// The type in `Value = T`.
pub(super) fn associated_value(arguments: &PathArguments) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::AssocType(value) if value.ident == "Value" => Some(&value.ty),
        _ => None,
    })
}

/// The type of the values of a constant that is a range or a pattern.
fn constant_type(text: &str, ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            let is_range =
                ["Range", "RangeInclusive", "RangeFrom"].iter().any(|name| last.ident == name);
            let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
            match arguments.args.first()? {
                GenericArgument::Type(ty) if is_range => Some(text[range(ty)].to_owned()),
                _ => None,
            }
        }
        Type::Reference(reference) => {
            let is_str = matches!(&*reference.elem, Type::Path(path) if path.path.is_ident("str"));
            is_str.then(|| "String".to_owned())
        }
        _ => None,
    }
}

/// Whether attributes derive a trait.
pub(super) fn derives(attributes: &[syn::Attribute], name: &str) -> bool {
    attributes.iter().filter(|attribute| attribute.path().is_ident("derive")).any(|attribute| {
        let mut found = false;
        let _ = attribute.parse_nested_meta(|meta| {
            found |= meta.path.segments.last().is_some_and(|last| last.ident == name);
            Ok(())
        });
        found
    })
}
