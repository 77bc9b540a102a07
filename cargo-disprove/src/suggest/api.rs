//! Collects what a crate offers to others.

use super::{
    body::is_total,
    definition::{
        Api, CallForm, Field, Function, Implementation, Param, Receiver, TypeDefinition, TypeKind,
        Variant,
    },
    lower::{Scope, substitute},
    modules::{Crate, ItemInModule, attributes, is_hidden, is_public},
    ty::Ty,
};
use std::collections::{BTreeMap, BTreeSet};
use syn::{
    Attribute, Fields, FnArg, ImplItem, Item, ItemImpl, Pat, ReturnType, Signature, TraitItem,
};

/// Standard traits whose functions make a value.
const CONVERSIONS: [&str; 4] = ["From", "TryFrom", "FromStr", "FromIterator"];

/// The public part of a crate. `name` is its name in code.
pub(super) fn api(krate: &Crate, name: &str) -> Api {
    let mut types = BTreeMap::new();
    for (id, found) in krate.items.iter().enumerate() {
        if matches!(found.item, Item::Struct(_) | Item::Enum(_) | Item::Union(_)) {
            types.insert(id, types.len());
        }
    }
    let public = krate.public_paths();
    let paths = public.into_iter().map(|(id, path)| (id, format!("{name}{path}"))).collect();
    let mut collector = Collector { krate, types: &types, paths, api: Api::default() };
    for id in types.keys() {
        collector.ty(*id);
    }
    for (id, found) in krate.items.iter().enumerate() {
        if let Item::Fn(function) = &found.item
            && let Some(path) = collector.paths.get(&id)
        {
            let form = CallForm::Path(path.clone());
            let scope = collector.scope(found);
            let (sig, attributes) = (&function.sig, &function.attrs);
            let parts = Parts { sig, attributes, body: Some(&function.block), found };
            collector.api.functions.push(self::function(scope, parts, form, Vec::new()));
        }
    }
    for id in collector.paths.keys() {
        let found = &krate.items[*id];
        if let Item::Type(alias) = &found.item
            && alias.generics.params.is_empty()
            && let Ty::Own(ty, arguments) = collector.scope(found).lower(&alias.ty)
            && !arguments.is_empty()
            && !arguments
                .iter()
                .any(|it| it.any(&|part| matches!(part, Ty::Unknown(_) | Ty::Ref(_))))
        {
            collector.api.aliases.entry(ty).or_insert(arguments);
        }
    }
    for found in &krate.impls {
        if let Item::Impl(block) = &found.item {
            collector.block(found, block);
        }
    }
    collector.api
}

struct Collector<'a> {
    krate: &'a Crate,
    types: &'a BTreeMap<usize, usize>,
    /// The paths of public items.
    paths: BTreeMap<usize, String>,
    api: Api,
}

/// The syntax of a function.
struct Parts<'a> {
    sig: &'a Signature,
    attributes: &'a [Attribute],
    /// `None` for a method that a trait only declares.
    body: Option<&'a syn::Block>,
    found: &'a ItemInModule,
}

/// An `impl` block, and what its names stand for.
struct ImplBlock<'b, 'a> {
    found: &'b ItemInModule,
    item: &'b ItemImpl,
    scope: &'b Scope<'a>,
    params: &'b [Param],
    own: &'b Ty,
}

impl<'a> Collector<'a> {
    fn scope(&self, found: &ItemInModule) -> Scope<'a> {
        Scope::new(self.krate, self.types, found.module)
    }

    fn ty(&mut self, id: usize) {
        let found = &self.krate.items[id];
        let mut scope = self.scope(found);
        let (name, generics) = match &found.item {
            Item::Struct(it) => (&it.ident, &it.generics),
            Item::Enum(it) => (&it.ident, &it.generics),
            Item::Union(it) => (&it.ident, &it.generics),
            _ => return,
        };
        let attributes = attributes(&found.item);
        let is_closed = attributes.iter().any(|it| it.path().is_ident("non_exhaustive"));
        let params = scope.params(generics);
        let own = params.iter().map(|param| Ty::Param(param.name.clone())).collect();
        scope.own = Some(Ty::Own(self.types[&id], own));
        let kind = match &found.item {
            Item::Struct(it) if !is_closed => TypeKind::Struct(fields(&it.fields, &scope, false)),
            Item::Enum(it) => TypeKind::Enum(
                it.variants
                    .iter()
                    .filter(|it| !it.attrs.iter().any(|it| it.path().is_ident("non_exhaustive")))
                    .filter(|it| !is_hidden(&it.attrs))
                    .map(|it| Variant {
                        name: it.ident.to_string(),
                        fields: fields(&it.fields, &scope, true),
                    })
                    .collect(),
            ),
            _ => TypeKind::Opaque,
        };
        self.api.types.push(TypeDefinition {
            name: name.to_string(),
            path: self.paths.get(&id).cloned(),
            params,
            has_lifetimes: generics.lifetimes().next().is_some(),
            kind,
            derives: derives(attributes),
        });
    }

    fn block(&mut self, found: &'a ItemInModule, block: &ItemImpl) {
        let mut scope = self.scope(found);
        let params = scope.params(&block.generics);
        let own = scope.lower(&block.self_ty);
        scope.own = Some(own.clone());
        for item in &block.items {
            if let ImplItem::Type(item) = item {
                let ty = scope.lower(&item.ty);
                scope.associated.insert(item.ident.to_string(), ty);
            }
        }
        let is_public_type = match &own {
            Ty::Own(id, _) => self.api.types[*id].path.is_some(),
            Ty::Unknown(_) => false,
            _ => true,
        };
        let inside = ImplBlock { found, item: block, scope: &scope, params: &params, own: &own };
        let Some((not, path, _)) = &block.trait_ else {
            if is_public_type {
                self.functions(&inside, None);
            }
            return;
        };
        if not.is_some() {
            return;
        }
        let bound = scope.bound(path);
        self.api.implementations.push(Implementation {
            name: bound.name.clone(),
            own: bound.own,
            arguments: bound.arguments.clone(),
            of: own.clone(),
            params: params.clone(),
            associated: scope.associated.clone(),
        });
        if !is_public_type {
            return;
        }
        if bound.own.is_none() && CONVERSIONS.contains(&&*bound.name) {
            self.functions(&inside, Some(&bound.name));
        } else if let Some(id) = bound.own {
            self.of_trait(id, &scope, &params, &own, &bound.arguments);
        }
    }

    /// The functions of a block: its public methods, or those of a standard trait.
    fn functions(&mut self, block: &ImplBlock<'_, 'a>, standard: Option<&str>) {
        for item in &block.item.items {
            let ImplItem::Fn(method) = item else { continue };
            let is_called = standard.is_some()
                || is_public(&method.vis)
                    && !is_hidden(&method.attrs)
                    && self.is_compiled(&method.attrs);
            if !is_called {
                continue;
            }
            let form = match (standard, method.sig.receiver()) {
                (Some("FromStr"), _) => CallForm::Parse,
                (None, Some(_)) => CallForm::Method,
                _ => CallForm::OfType,
            };
            let ImplBlock { found, scope, params, own, .. } = block;
            let (sig, attributes) = (&method.sig, &method.attrs);
            let parts = Parts { sig, attributes, body: Some(&method.block), found };
            let mut function = function((*scope).clone(), parts, form, params.to_vec());
            function.owner = Some((*own).clone());
            function.of_standard = standard.map(str::to_owned);
            self.api.functions.push(function);
        }
    }

    /// The functions of a trait of the crate, for a type that implements it.
    fn of_trait(&mut self, id: usize, scope: &Scope<'a>, params: &[Param], own: &Ty, given: &[Ty]) {
        let found = &self.krate.items[id];
        let (Item::Trait(item), Some(path)) = (&found.item, self.paths.get(&id)) else { return };
        // The parameters of the block may have the names of those of the trait.
        let rename = |ty: &Ty| {
            ty.map(&|part| match part {
                Ty::Param(name) => Some(Ty::Param(format!("impl {name}"))),
                _ => None,
            })
        };
        let params: Vec<Param> = params
            .iter()
            .map(|param| {
                let mut param = param.clone();
                param.name = format!("impl {}", param.name);
                for bound in &mut param.bounds {
                    bound.arguments = bound.arguments.iter().map(rename).collect();
                    bound.item = bound.item.as_ref().map(rename);
                }
                param
            })
            .collect();
        let own = &rename(own);
        let given: Vec<Ty> = given.iter().map(rename).collect();
        let mut inside = self.scope(found);
        let own_params = inside.params(&item.generics);
        inside.own = Some(own.clone());
        inside.associated =
            scope.associated.iter().map(|(name, ty)| (name.clone(), rename(ty))).collect();
        for method in &item.items {
            let TraitItem::Fn(method) = method else { continue };
            if is_hidden(&method.attrs) || !self.is_compiled(&method.attrs) {
                continue;
            }
            let form = CallForm::OfTrait(path.clone());
            // The type may have a body of its own.
            let parts = Parts { sig: &method.sig, attributes: &method.attrs, body: None, found };
            let mut function = function(inside.clone(), parts, form, params.clone());
            function.owner = Some(own.clone());
            for (_, ty) in &mut function.inputs {
                *ty = substitute(ty, &own_params, &given);
            }
            function.output = substitute(&function.output, &own_params, &given);
            self.api.functions.push(function);
        }
    }

    fn is_compiled(&self, attributes: &[Attribute]) -> bool {
        self.krate.is_compiled(attributes)
    }
}

fn function(
    mut scope: Scope<'_>,
    parts: Parts<'_>,
    form: CallForm,
    mut params: Vec<Param>,
) -> Function {
    let Parts { sig, attributes, body, found } = parts;
    for (name, bounds) in scope.outer_bounds(&sig.generics) {
        if let Some(param) = params.iter_mut().find(|param| param.name == name) {
            param.bounds.extend(bounds);
        }
    }
    params.extend(scope.params(&sig.generics));
    let mut inputs = Vec::new();
    for input in &sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        let name = match &*input.pat {
            Pat::Ident(pattern) => pattern.ident.to_string(),
            _ => "value".to_owned(),
        };
        // Generated values do not live long enough.
        let is_static = quote::ToTokens::to_token_stream(&input.ty).to_string().contains("'static");
        let ty =
            if is_static { Ty::Unknown("&'static".to_owned()) } else { scope.lower(&input.ty) };
        inputs.push((name, ty));
    }
    let receiver =
        sig.receiver().map(|receiver| match (&receiver.reference, receiver.mutability) {
            (Some(_), Some(_)) => Receiver::Mut,
            (Some(_), None) => Receiver::Ref,
            (None, _) => Receiver::Own,
        });
    let is_odd = sig.receiver().is_some_and(|receiver| receiver.colon_token.is_some());
    let is_deprecated = attributes.iter().any(|it| it.path().is_ident("deprecated"));
    let refusal = match () {
        () if sig.unsafety.is_some() => Some("it is unsafe"),
        () if sig.asyncness.is_some() => Some("it is async"),
        () if is_odd => Some("its receiver has a type"),
        () if is_deprecated => Some("it is deprecated"),
        () => None,
    };
    Function {
        name: sig.ident.to_string(),
        form,
        owner: None,
        params,
        receiver,
        inputs,
        output: match &sig.output {
            ReturnType::Default => Ty::unit(),
            ReturnType::Type(_, ty) => scope.lower(ty),
        },
        documentation: documentation(attributes),
        of_standard: None,
        refusal,
        is_total: body.is_some_and(is_total),
        file: found.file.clone(),
        line: sig.ident.span().start().line,
    }
}

fn fields(fields: &Fields, scope: &Scope<'_>, all_public: bool) -> Vec<Field> {
    fields
        .iter()
        .map(|field| Field {
            name: field.ident.as_ref().map(ToString::to_string),
            ty: scope.lower(&field.ty),
            is_public: all_public || is_public(&field.vis),
        })
        .collect()
}

/// The names of derived traits.
fn derives(attributes: &[Attribute]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for attribute in attributes {
        // Those under a condition are nearly always of other crates.
        if attribute.path().is_ident("derive") {
            let _ = attribute.parse_nested_meta(|meta| {
                found.extend(meta.path.segments.last().map(|it| it.ident.to_string()));
                Ok(())
            });
        }
    }
    found
}

fn documentation(attributes: &[Attribute]) -> String {
    let mut text = String::new();
    for attribute in attributes {
        if let syn::Meta::NameValue(pair) = &attribute.meta
            && pair.path.is_ident("doc")
            && let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(line), .. }) = &pair.value
        {
            text.push_str(&line.value().to_lowercase());
            text.push('\n');
        }
    }
    text
}
