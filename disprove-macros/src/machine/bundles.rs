//! The bundles of a machine: values that rules return, to be passed to other rules.

use super::{
    Rule,
    method::{Method, Part},
};
use crate::errors::Errors;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Index, Type};

/// The bundles, each with the type of its values.
pub struct Bundles(Vec<(Ident, Type)>);

impl Bundles {
    /// Finds the bundles that rules fill.
    pub fn of(rules: &[Rule], errors: &mut Errors) -> Bundles {
        let mut bundles: Vec<(Ident, Type)> = Vec::new();
        for rule in rules {
            let Some(bundle) = &rule.options.bundle else { continue };
            match rule.method.value() {
                None => errors.at(
                    bundle,
                    format!("`{}` returns nothing that could go into the bundle `{bundle}`; add a return type", rule.method.name),
                ),
                Some((Type::ImplTrait(hidden), _)) => {
                    errors.at(hidden, "the values of a bundle have one type: write it out");
                }
                Some((ty, _)) if bundles.iter().all(|(known, _)| known != bundle) => {
                    bundles.push((bundle.clone(), ty.clone()));
                }
                Some(_) => {}
            }
        }
        Bundles(bundles)
    }

    /// Reports arguments from bundles that no rule fills.
    pub fn check(&self, method: &Method, errors: &mut Errors) {
        for part in &method.parts {
            let Part::Bundled { bundle, .. } = part else { continue };
            if self.0.iter().any(|(known, _)| known == bundle) {
                continue;
            }
            let known: Vec<String> = self.0.iter().map(|(known, _)| format!("`{known}`")).collect();
            let hint = if known.is_empty() {
                format!("write `#[rule(bundle = {bundle})]` on one that returns such a value")
            } else {
                format!("there is {}", known.join(" and "))
            };
            errors.at(bundle, format!("no rule fills the bundle `{bundle}`; {hint}"));
        }
    }

    /// The type that holds all of them: a tuple.
    pub fn ty(&self) -> TokenStream {
        let types = self.0.iter().map(|(_, ty)| ty);
        quote!((#(::disprove::__private::Bundle<#types>,)*))
    }

    /// The place of a bundle in that tuple.
    pub fn place(&self, bundle: &Ident) -> Index {
        let place = self.0.iter().position(|(known, _)| known == bundle);
        Index::from(place.expect("unknown bundles were refused"))
    }

    /// The values that each bundle must hold before a function can be called.
    pub fn needs(&self, method: &Method) -> Vec<(Index, usize)> {
        let mut needs = vec![(0, 0); self.0.len()];
        for part in &method.parts {
            if let Part::Bundled { bundle, consumed, .. } = part {
                let (needed, consumed_before): &mut (usize, usize) =
                    &mut needs[self.place(bundle).index as usize];
                *needed = (*needed).max(*consumed_before + 1);
                *consumed_before += usize::from(*consumed);
            }
        }
        let needed = needs.into_iter().map(|(needed, _)| needed).enumerate();
        needed
            .filter(|(_, needed)| *needed > 0)
            .map(|(i, needed)| (Index::from(i), needed))
            .collect()
    }
}

/// The name of a value in the transcript, without its number: `account` for the bundle `accounts`.
pub fn variable(bundle: &Ident) -> String {
    let name = syn::ext::IdentExt::unraw(bundle).to_string();
    match name.strip_suffix('s') {
        Some(one) if !one.is_empty() && !one.ends_with('s') => one.to_owned(),
        _ => name,
    }
}
