//! The shapes of properties, found by signatures and names.

mod accessors;
mod bounds;
mod commutativity;
mod idempotence;
mod laws;
mod model;
mod no_panic;
mod operations;
mod paths;
mod round_trip;
mod words;

#[cfg(test)]
mod tests;

use super::{
    concrete::{Concrete, concrete},
    definition::{Api, TypeDefinition},
    suggestion::Suggestion,
    ty::Ty,
    value::Values,
};
use std::collections::BTreeSet;

/// What the shapes look at.
pub(super) struct Context<'v, 'a> {
    pub(super) api: &'a Api,
    pub(super) values: &'v Values<'a>,
    /// All functions that can be called.
    pub(super) functions: Vec<Concrete<'a>>,
}

/// A public type of the crate, with concrete type arguments.
pub(super) struct OwnType<'a> {
    pub(super) id: usize,
    pub(super) definition: &'a TypeDefinition,
    pub(super) path: &'a str,
    pub(super) ty: Ty,
}

impl<'a> Context<'_, 'a> {
    /// The public types of the crate whose type arguments are known.
    fn own_types(&self) -> impl Iterator<Item = OwnType<'a>> {
        let types = self.values.types;
        self.api.types.iter().enumerate().filter_map(|(id, definition)| {
            let ty = Ty::Own(id, types.get(&id)?.clone());
            Some(OwnType { id, definition, path: definition.path.as_deref()?, ty })
        })
    }
}

/// What was found.
#[derive(Default)]
pub(super) struct Found {
    pub(super) suggestions: Vec<Suggestion>,
    /// Functions and shapes without a suggestion, with the reason.
    pub(super) skipped: Vec<(String, String)>,
    /// Functions that others stand for.
    covered: BTreeSet<String>,
}

impl Found {
    fn add(&mut self, about: &str, made: Result<Suggestion, String>) {
        match made {
            Ok(suggestion) => self.suggestions.push(suggestion),
            Err(why) => self.skipped.push((about.to_owned(), why)),
        }
    }
}

/// All suggestions for a crate, the strongest shapes first.
pub(super) fn suggestions(values: &Values<'_>) -> Found {
    let api = values.api;
    let mut found = Found::default();
    let mut functions = Vec::new();
    for function in &api.functions {
        match concrete(api, values.types, function) {
            Ok(concrete) => functions.push(concrete),
            Err(why) => found.skipped.push((shown(api, function), why)),
        }
    }
    let context = Context { api, values, functions };
    round_trip::find(&context, &mut found);
    model::find(&context, &mut found);
    laws::find(&context, &mut found);
    accessors::find(&context, &mut found);
    idempotence::find(&context, &mut found);
    commutativity::find(&context, &mut found);
    bounds::find(&context, &mut found);
    paths::find(&context, &mut found);
    operations::find(&context, &mut found);
    no_panic::find(&context, &mut found);
    unique(&mut found.suggestions);
    found
}

fn shown(api: &Api, function: &super::definition::Function) -> String {
    match &function.owner {
        Some(owner) => format!("{}::{}", api.code(owner), function.name),
        None => function.name.clone(),
    }
}

/// Gives each suggestion a name of its own, and drops equal ones.
fn unique(suggestions: &mut Vec<Suggestion>) {
    let mut bodies = BTreeSet::new();
    suggestions.retain(|it| bodies.insert(it.source.replace(&*it.name, "")));
    let mut names = BTreeSet::new();
    for suggestion in suggestions {
        let base = suggestion.name.clone();
        let mut number = 2;
        while !names.insert(suggestion.name.clone()) {
            suggestion.name = format!("{base}_{number}");
            number += 1;
        }
        suggestion.source = suggestion.source.replacen(
            &format!("fn {base}("),
            &format!("fn {}(", suggestion.name),
            1,
        );
    }
}
