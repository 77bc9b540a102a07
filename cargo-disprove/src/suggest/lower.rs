//! Reads types, parameters and bounds from syntax.

use super::{
    definition::{Bound, Param},
    modules::{Crate, Target},
    ty::Ty,
};
use std::collections::BTreeMap;
use syn::{
    Expr, GenericArgument, GenericParam, Generics, Item, Lit, PathArguments, Type, TypeParamBound,
    WherePredicate,
};

/// Aliases to follow from one type to the next.
const MAX_ALIASES: usize = 8;

/// Where a type is written.
#[derive(Clone)]
pub(super) struct Scope<'a> {
    pub(super) krate: &'a Crate,
    /// The numbers of types by those of items.
    pub(super) types: &'a BTreeMap<usize, usize>,
    pub(super) module: usize,
    /// Names of parameters.
    pub(super) params: Vec<String>,
    /// What `Self` is.
    pub(super) own: Option<Ty>,
    /// Associated types of the block around it.
    pub(super) associated: BTreeMap<String, Ty>,
    pub(super) aliases: usize,
}

impl<'a> Scope<'a> {
    pub(super) fn new(krate: &'a Crate, types: &'a BTreeMap<usize, usize>, module: usize) -> Self {
        Scope {
            krate,
            types,
            module,
            params: Vec::new(),
            own: None,
            associated: BTreeMap::new(),
            aliases: 0,
        }
    }

    /// The parameters of a generic item, with those of the clause `where`. They are in scope from now on.
    pub(super) fn params(&mut self, generics: &Generics) -> Vec<Param> {
        for param in &generics.params {
            match param {
                GenericParam::Type(it) => self.params.push(it.ident.to_string()),
                GenericParam::Const(it) => self.params.push(it.ident.to_string()),
                GenericParam::Lifetime(_) => {}
            }
        }
        let mut found = Vec::new();
        for param in &generics.params {
            match param {
                GenericParam::Type(it) => found.push(Param {
                    name: it.ident.to_string(),
                    constant: None,
                    bounds: self.bounds(&it.bounds),
                    default: it.default.as_ref().map(|ty| self.lower(ty)),
                }),
                GenericParam::Const(it) => found.push(Param {
                    name: it.ident.to_string(),
                    constant: Some(self.lower(&it.ty)),
                    ..Param::default()
                }),
                GenericParam::Lifetime(_) => {}
            }
        }
        for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
            let WherePredicate::Type(predicate) = predicate else { continue };
            let bounds = self.bounds(&predicate.bounds);
            match self.lower(&predicate.bounded_ty) {
                Ty::Param(name) => {
                    if let Some(param) = found.iter_mut().find(|param| param.name == name) {
                        param.bounds.extend(bounds);
                    }
                }
                // `&'a T: IntoIterator`: no candidate is known. `T::Err: Debug` is not checked.
                other => {
                    for param in &mut found {
                        let is_part = |part: &Ty| *part == Ty::Param(param.name.clone());
                        if !matches!(other, Ty::Unknown(_)) && other.any(&is_part) {
                            let foreign = Some("where".to_owned());
                            param.bounds.push(Bound { foreign, ..Bound::default() });
                        }
                    }
                }
            }
        }
        found
    }

    /// Bounds of a method for parameters of its block: `where T: Ord`.
    pub(super) fn outer_bounds(&self, generics: &Generics) -> Vec<(String, Vec<Bound>)> {
        let mut found = Vec::new();
        for predicate in generics.where_clause.iter().flat_map(|clause| &clause.predicates) {
            let WherePredicate::Type(predicate) = predicate else { continue };
            match (&predicate.bounded_ty, self.lower(&predicate.bounded_ty)) {
                (syn::Type::Path(path), _) if path.path.is_ident("Self") => {}
                (_, Ty::Param(name)) => found.push((name, self.bounds(&predicate.bounds))),
                // As for the parameters of the method itself.
                (_, other) => {
                    for name in &self.params {
                        let is_part = |part: &Ty| *part == Ty::Param(name.clone());
                        if !matches!(other, Ty::Unknown(_)) && other.any(&is_part) {
                            let foreign = Some("where".to_owned());
                            found.push((name.clone(), vec![Bound { foreign, ..Bound::default() }]));
                        }
                    }
                }
            }
        }
        found
    }

    pub(super) fn bounds<'b>(
        &self,
        bounds: impl IntoIterator<Item = &'b TypeParamBound>,
    ) -> Vec<Bound> {
        let mut found = Vec::new();
        for bound in bounds {
            let TypeParamBound::Trait(bound) = bound else { continue };
            if !matches!(bound.modifier, syn::TraitBoundModifier::None) {
                continue;
            }
            found.push(self.bound(&bound.path));
        }
        found
    }

    /// A trait, as a bound or as what is implemented.
    pub(super) fn bound(&self, path: &syn::Path) -> Bound {
        let names = names(path);
        let (own, foreign) = match self.krate.resolve(self.module, &names, false) {
            Target::Item(id) => (Some(id), None),
            Target::External(path) if path.len() > 1 => {
                let first = &path[0];
                let is_standard = ["std", "core", "alloc"].contains(&&**first);
                (None, (!is_standard).then(|| first.clone()))
            }
            _ => (None, None),
        };
        let mut bound = Bound {
            name: names.last().cloned().unwrap_or_default(),
            own,
            foreign,
            ..Bound::default()
        };
        match path.segments.last().map(|segment| &segment.arguments) {
            Some(PathArguments::AngleBracketed(list)) => {
                for argument in &list.args {
                    match argument {
                        GenericArgument::Type(ty) => bound.arguments.push(self.lower(ty)),
                        GenericArgument::AssocType(it) if it.ident == "Item" => {
                            bound.item = Some(self.lower(&it.ty));
                        }
                        _ => {}
                    }
                }
            }
            Some(PathArguments::Parenthesized(_)) => "Fn".clone_into(&mut bound.name),
            _ => {}
        }
        bound
    }

    /// The type that is written.
    pub(super) fn lower(&self, ty: &Type) -> Ty {
        match ty {
            Type::Path(path) if path.qself.is_none() => self.path(&path.path),
            Type::Reference(reference) => {
                let to = Box::new(self.lower(&reference.elem));
                if reference.mutability.is_some() { Ty::RefMut(to) } else { Ty::Ref(to) }
            }
            Type::Slice(slice) => Ty::Slice(Box::new(self.lower(&slice.elem))),
            Type::Array(array) => {
                Ty::Array(Box::new(self.lower(&array.elem)), Box::new(self.length(&array.len)))
            }
            Type::Tuple(tuple) => Ty::Tuple(tuple.elems.iter().map(|it| self.lower(it)).collect()),
            Type::Paren(inner) => self.lower(&inner.elem),
            Type::Group(inner) => self.lower(&inner.elem),
            Type::ImplTrait(it) => {
                let bounds = self.bounds(&it.bounds);
                of_bounds(&bounds).unwrap_or_else(|| unknown(ty))
            }
            other => unknown(other),
        }
    }

    fn length(&self, length: &Expr) -> Ty {
        match length {
            Expr::Lit(syn::ExprLit { lit: Lit::Int(number), .. }) => {
                Ty::Const(number.base10_digits().to_owned())
            }
            Expr::Lit(syn::ExprLit { lit, .. }) => {
                Ty::Const(quote::ToTokens::to_token_stream(lit).to_string())
            }
            Expr::Path(path) => match path.path.get_ident() {
                Some(name) if self.params.contains(&name.to_string()) => {
                    Ty::Param(name.to_string())
                }
                _ => Ty::Unknown("_".to_owned()),
            },
            _ => Ty::Unknown("_".to_owned()),
        }
    }

    fn path(&self, path: &syn::Path) -> Ty {
        let names = names(path);
        let arguments = self.arguments(path);
        if let [name] = &names[..] {
            if name == "Self" {
                return self.own.clone().unwrap_or_else(|| Ty::Unknown("Self".to_owned()));
            }
            if self.params.contains(name) {
                return Ty::Param(name.clone());
            }
        }
        if let [first, name] = &names[..]
            && first == "Self"
        {
            // `ToOwned` of unsized types.
            let owned = match &self.own {
                Some(own @ (Ty::Std(..) | Ty::Slice(_))) if name == "Owned" => Some(own.owned()),
                _ => None,
            };
            let known = self.associated.get(name).cloned().or(owned);
            return known.unwrap_or_else(|| Ty::Unknown(names.join("::")));
        }
        match self.krate.resolve(self.module, &names, false) {
            Target::Item(id) => self.item(id, arguments, &names),
            Target::External(path) => external(&path, arguments),
            Target::Module(_) => Ty::Unknown(names.join("::")),
        }
    }

    fn item(&self, id: usize, mut arguments: Vec<Ty>, names: &[String]) -> Ty {
        let found = &self.krate.items[id];
        let mut scope = Scope::new(self.krate, self.types, found.module);
        scope.aliases = self.aliases + 1;
        let generics = match &found.item {
            Item::Struct(it) => &it.generics,
            Item::Enum(it) => &it.generics,
            Item::Union(it) => &it.generics,
            Item::Type(it) => &it.generics,
            _ => return Ty::Unknown(names.join("::")),
        };
        if self.aliases >= MAX_ALIASES {
            return Ty::Unknown(names.join("::"));
        }
        let params = scope.params(generics);
        for param in params.iter().skip(arguments.len()) {
            let missing = || Ty::Unknown("_".to_owned());
            arguments.push(param.default.clone().unwrap_or_else(missing));
        }
        if let Item::Type(alias) = &found.item {
            let ty = scope.lower(&alias.ty);
            return substitute(&ty, &params, &arguments);
        }
        Ty::Own(self.types[&id], arguments)
    }

    fn arguments(&self, path: &syn::Path) -> Vec<Ty> {
        let Some(PathArguments::AngleBracketed(list)) =
            path.segments.last().map(|segment| &segment.arguments)
        else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for argument in &list.args {
            match argument {
                GenericArgument::Type(ty) => found.push(self.lower(ty)),
                GenericArgument::Const(length) => found.push(self.length(length)),
                _ => {}
            }
        }
        found
    }
}

/// A type with its parameters replaced.
pub(super) fn substitute(ty: &Ty, params: &[Param], arguments: &[Ty]) -> Ty {
    ty.map(&|part| {
        let Ty::Param(name) = part else { return None };
        let at = params.iter().position(|param| param.name == *name)?;
        arguments.get(at).cloned()
    })
}

/// What a value with these bounds can be, where the bound is about a conversion.
pub(super) fn of_bounds(bounds: &[Bound]) -> Option<Ty> {
    bounds.iter().find_map(|bound| {
        let argument = bound.arguments.first().cloned().map(Box::new);
        match &*bound.name {
            "AsRef" | "Borrow" => argument.map(Ty::AsRef),
            "Into" => argument.map(Ty::Into),
            "IntoIterator" | "Iterator" | "DoubleEndedIterator" | "ExactSizeIterator" => {
                bound.item.clone().map(|item| Ty::Items(Box::new(item)))
            }
            _ => None,
        }
    })
}

fn external(path: &[String], mut arguments: Vec<Ty>) -> Ty {
    let unknown = || Ty::Unknown(path.join("::"));
    let Some(last) = path.last() else { return unknown() };
    let is_standard = ["std", "core", "alloc"].contains(&&*path[0]);
    if !is_standard && (path.len() > 1 || !Ty::is_prelude(last)) {
        return unknown();
    }
    if last == "Result" {
        if path.iter().any(|part| part == "fmt") {
            arguments = vec![Ty::unit()];
        }
        if arguments.len() == 1 {
            arguments.push(Ty::Unknown("_".to_owned()));
        }
    }
    Ty::known_std(last, arguments).unwrap_or_else(unknown)
}

fn names(path: &syn::Path) -> Vec<String> {
    let mut names: Vec<String> = path.segments.iter().map(|it| it.ident.to_string()).collect();
    if path.leading_colon.is_some() {
        names.insert(0, String::new());
    }
    names
}

fn unknown(ty: &Type) -> Ty {
    Ty::Unknown(quote::ToTokens::to_token_stream(ty).to_string())
}
