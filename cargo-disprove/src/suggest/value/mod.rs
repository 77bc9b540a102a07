//! Generators of values: those of the library, and functions that build values of the crate.

mod draws;
mod generator;
mod maker;

use super::{
    concrete::TypeArguments,
    definition::{Api, CallForm, Field, Function, Receiver, TypeKind, Variant},
    lower::substitute,
    ty::Ty,
};
use draws::Draws;
use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

/// A generator, as code.
#[derive(Clone, Debug)]
pub(super) struct Generator {
    pub(super) code: String,
    /// Whether an argument of this type needs no generator.
    pub(super) is_plain: bool,
    /// The functions it calls.
    pub(super) helpers: BTreeSet<String>,
}

/// A function that generates values of a type.
#[derive(Clone, Debug)]
pub(super) struct Helper {
    pub(super) name: String,
    pub(super) source: String,
    pub(super) needs: BTreeSet<String>,
}

/// Generators of all types.
pub(super) struct Values<'a> {
    pub(super) api: &'a Api,
    pub(super) types: &'a TypeArguments,
    known: RefCell<BTreeMap<Ty, Result<Helper, String>>>,
    /// Types whose generator is being written: a type that contains itself has no generator there.
    open: RefCell<Vec<Ty>>,
    /// `to_string` of every type that implements `Display`.
    display: Function,
}

impl<'a> Values<'a> {
    pub(super) fn new(api: &'a Api, types: &'a TypeArguments) -> Values<'a> {
        let display = Function {
            name: "to_string".to_owned(),
            form: CallForm::Method,
            owner: None,
            params: Vec::new(),
            receiver: Some(Receiver::Ref),
            inputs: Vec::new(),
            output: Ty::std("String"),
            documentation: String::new(),
            of_standard: Some("Display".to_owned()),
            refusal: None,
            is_total: false,
            file: String::new(),
            line: 0,
        };
        Values { api, types, known: RefCell::default(), open: RefCell::default(), display }
    }

    /// `to_string`, which `Display` gives to a type.
    pub(super) fn display(&self) -> &Function {
        &self.display
    }

    /// All functions that were written.
    pub(super) fn helpers(&self) -> Vec<Helper> {
        self.known.borrow().values().filter_map(|it| it.clone().ok()).collect()
    }

    /// The function that generates values of a type of the crate.
    fn helper(&self, ty: &Ty) -> Result<Helper, String> {
        if let Some(known) = self.known.borrow().get(ty) {
            return known.clone();
        }
        let Ty::Own(id, arguments) = ty else { return Err("it is not of the crate".to_owned()) };
        let definition = &self.api.types[*id];
        let name = &definition.name;
        if definition.path.is_none() {
            return Err(format!("{name} is private"));
        }
        if definition.has_lifetimes || arguments.iter().any(|it| *it != it.owned()) {
            return Err(format!("{name} borrows from another value"));
        }
        if self.open.borrow().contains(ty) {
            return Err(format!("{name} contains itself"));
        }
        self.open.borrow_mut().push(ty.clone());
        let made = self.make(ty, *id, arguments);
        self.open.borrow_mut().pop();
        let made = made.map(|(lines, needs)| {
            let used: Vec<String> = self.helpers().into_iter().map(|it| it.name).collect();
            let base = format!("any_{}", snake(name));
            let mut name = base.clone();
            let mut number = 2;
            while used.contains(&name) {
                name = format!("{base}_{number}");
                number += 1;
            }
            let body: Vec<String> = lines.iter().map(|line| format!("    {line}\n")).collect();
            let body = body.concat();
            let code = self.api.code(ty);
            Helper {
                source: format!("fn {name}(src: &mut Source) -> {code} {{\n{body}}}\n"),
                name,
                needs,
            }
        });
        // Inside of another type that contains this one, it may have failed only for that reason.
        let is_final = made.is_ok() || self.open.borrow().is_empty();
        if is_final {
            self.known.borrow_mut().insert(ty.clone(), made.clone());
        }
        made
    }

    fn draws(&self) -> Draws<'_, 'a> {
        Draws { values: self, lines: Vec::new(), helpers: BTreeSet::new() }
    }

    /// The lines of the function, by the best way that the type offers.
    fn make(
        &self,
        ty: &Ty,
        id: usize,
        arguments: &[Ty],
    ) -> Result<(Vec<String>, BTreeSet<String>), String> {
        let definition = &self.api.types[id];
        let path = self.api.path(id);
        let fields = |fields: &[Field]| -> Vec<Field> {
            let with = |field: &Field| Field {
                ty: substitute(&field.ty, &definition.params, arguments),
                ..field.clone()
            };
            fields.iter().map(with).collect()
        };
        match &definition.kind {
            TypeKind::Struct(all) if !all.is_empty() && all.iter().all(|it| it.is_public) => {
                let mut draws = self.draws();
                if let Ok(value) = draws.literal(&path, &fields(all)) {
                    draws.lines.push(value);
                    return Ok((draws.lines, draws.helpers));
                }
            }
            TypeKind::Enum(variants) => {
                let variants: Vec<Variant> = variants
                    .iter()
                    .map(|it| Variant { name: it.name.clone(), fields: fields(&it.fields) })
                    .collect();
                if let Some(found) = self.enumeration(&path, &variants) {
                    return Ok(found);
                }
            }
            _ => {}
        }
        let makers = self.makers(ty);
        let empty = self.empty(ty, id, &makers);
        if let Some(empty) = &empty
            && let Some(found) = self.builder(ty, empty)
        {
            return Ok(found);
        }
        let mut why = format!("{} has no public way to make one", definition.name);
        for maker in &makers {
            if maker.inputs.is_empty() {
                continue;
            }
            match self.constructor(ty, maker) {
                Ok(found) => return Ok(found),
                Err(reason) => why = reason,
            }
        }
        match empty {
            Some(empty) => Ok((vec![empty], BTreeSet::new())),
            None => Err(why),
        }
    }

    fn enumeration(
        &self,
        path: &str,
        variants: &[Variant],
    ) -> Option<(Vec<String>, BTreeSet<String>)> {
        let mut arms = Vec::new();
        let mut helpers = BTreeSet::new();
        for variant in variants {
            let mut draws = self.draws();
            // A variant without a generator is left out.
            if let Ok(value) = draws.literal(&format!("{path}::{}", variant.name), &variant.fields)
            {
                helpers.extend(draws.helpers);
                arms.push(value);
            }
        }
        let last = arms.pop()?;
        if arms.is_empty() {
            return Some((vec![last], helpers));
        }
        let mut lines = vec![format!("match src.draw(0..={}) {{", arms.len())];
        lines.extend(arms.iter().enumerate().map(|(place, arm)| format!("    {place} => {arm},")));
        lines.push(format!("    _ => {last},"));
        lines.push("}".to_owned());
        Some((lines, helpers))
    }
}

/// `HashMap` in snake case: `hash_map`.
pub(super) fn snake(name: &str) -> String {
    let mut text = String::new();
    let mut before = '_';
    for c in name.chars() {
        if c.is_uppercase() && (before.is_lowercase() || before.is_ascii_digit()) {
            text.push('_');
        }
        text.extend(c.to_lowercase());
        before = c;
    }
    text.trim_matches('_').to_owned()
}

/// The name of a parameter as that of a variable.
pub(super) fn variable(name: &str) -> String {
    let name = name.trim_start_matches('_').trim_start_matches("r#");
    match name {
        "" | "self" => "value".to_owned(),
        "type" | "match" | "ref" | "in" | "fn" | "move" | "use" | "mod" | "as" | "box"
        | "where" => {
            format!("{name}_")
        }
        name => name.to_owned(),
    }
}
