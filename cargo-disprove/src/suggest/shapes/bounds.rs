//! Bounds and inclusion: sizes that fit together, and items that are where they should be.

use super::{
    Context, Found,
    words::{has_word, is_conversion},
};
use crate::suggest::{
    concrete::Concrete,
    definition::Receiver,
    suggestion::{Draft, Shape, Suggestion, subject},
    traits::{has_trait, is_comparable},
    ty::Ty,
    value::snake,
};

/// Words of functions whose result is a part of their input.
const SHRINKING: [&str; 14] = [
    "trim",
    "strip",
    "dedup",
    "deduplicate",
    "unique",
    "filter",
    "remove",
    "truncate",
    "shorten",
    "dedent",
    "unindent",
    "clean",
    "squash",
    "collapse",
];

const SORTING: [&str; 4] = ["sort", "sorted", "order", "rank"];

/// Methods that add an item.
const ADDING: [&str; 7] = ["insert", "push", "add", "push_back", "push_front", "put", "append"];

pub(super) fn find(context: &Context<'_, '_>, found: &mut Found) {
    for function in &context.functions {
        lists(context, function, found);
    }
    for (id, definition) in context.api.types.iter().enumerate() {
        let (Some(arguments), Some(path)) = (context.values.types.get(&id), &definition.path)
        else {
            continue;
        };
        let ty = Ty::Own(id, arguments.clone());
        let methods = Methods { context, ty: &ty, name: snake(&definition.name) };
        if let Some(made) = methods.sizes() {
            found.add(path, made);
        }
        for made in methods.added() {
            found.add(path, made);
        }
        for made in methods.iterators() {
            found.add(path, made);
        }
    }
}

/// Functions from lists to lists, and from texts to texts.
fn lists(context: &Context<'_, '_>, function: &Concrete<'_>, found: &mut Found) {
    let Some((name, input)) = function.inputs.first() else { return };
    let ty = input.owned();
    let is_same = function.output.owned() == ty && function.function.of_standard.is_none();
    let is_changed = matches!(input, Ty::RefMut(_)) && function.output.is_unit();
    let item = ty.argument("Vec").cloned();
    let is_text = ty.is_std("String");
    if !(is_same || is_changed) || item.is_none() && !is_text {
        return;
    }
    let made = |shape: Shape,
                end: &str,
                claim: &str,
                is_expected: bool,
                checks: &dyn Fn(&str, &str) -> Vec<String>| {
        let mut draft = Draft::new(context.values, &[function]);
        let inputs = draft.draw_all(function)?;
        let call = draft.call(function, &inputs.iter().collect::<Vec<_>>(), true)?;
        let before = &inputs[0].name;
        let _ = name;
        if is_changed {
            draft.line(format!("let before = {before}.clone();"));
            draft.line(format!("{call};"));
            for check in checks("before", before) {
                draft.line(check);
            }
        } else {
            draft.line(format!("let result = {call};"));
            for check in checks(before, "result") {
                draft.line(check);
            }
        }
        let subject = subject(context.api, function);
        let claim = format!("`{}` {claim}", function.shown(context.api));
        Ok::<Suggestion, String>(draft.finish(
            &format!("{subject}_{end}"),
            shape,
            claim,
            is_expected,
        ))
    };
    let about = function.shown(context.api);
    if has_word(function.name(), &SHRINKING) {
        let check =
            |before: &str, after: &str| vec![format!("assert!({after}.len() <= {before}.len());")];
        found.add(
            &about,
            made(Shape::Bounds, "does_not_grow", "does not make its input longer", true, &check),
        );
    }
    let Some(item) = item else { return };
    if !has_trait(context.api, &item, "PartialEq") {
        return;
    }
    let is_selection = has_word(function.name(), &SHRINKING) || has_word(function.name(), &SORTING);
    // Few inputs show that `decode` makes new items.
    if is_conversion(function.name()) && !is_selection {
        return;
    }
    let check = |before: &str, after: &str| {
        vec![format!("assert!({after}.iter().all(|item| {before}.contains(item)));")]
    };
    found.add(
        &about,
        made(
            Shape::Inclusion,
            "invents_nothing",
            "returns only items of its input",
            is_selection,
            &check,
        ),
    );
    if has_word(function.name(), &SORTING) && has_trait(context.api, &item, "Ord") {
        let check = |before: &str, after: &str| {
            vec![
                format!("let mut wanted = {before}.to_vec();"),
                "wanted.sort();".to_owned(),
                format!("assert_eq!({after}.to_vec(), wanted);"),
            ]
        };
        let is_plain = function.inputs.len() == 1;
        found.add(
            &about,
            made(
                Shape::Model,
                "sorts_like_std",
                "sorts like the standard library",
                is_plain,
                &check,
            ),
        );
    }
}

/// The methods of a type.
struct Methods<'c, 'v, 'a> {
    context: &'c Context<'v, 'a>,
    ty: &'c Ty,
    name: String,
}

impl<'c, 'a> Methods<'c, '_, 'a> {
    fn method(&self, name: &str, inputs: usize) -> Option<&'c Concrete<'a>> {
        self.context.functions.iter().find(|it| {
            it.owner.as_ref() == Some(self.ty)
                && it.name() == name
                && it.inputs.len() == inputs + 1
                && it.function.receiver.is_some()
        })
    }

    /// `len`, `is_empty` and the number of items agree.
    fn sizes(&self) -> Option<Result<Suggestion, String>> {
        let len = self.method("len", 0).filter(|it| it.output.is_std("usize"))?;
        let is_empty = self.method("is_empty", 0).filter(|it| it.output.is_std("bool"));
        let iter = self.method("iter", 0).filter(|it| it.function.receiver == Some(Receiver::Ref));
        if is_empty.is_none() && iter.is_none() {
            return None;
        }
        let made = || {
            let all: Vec<&Concrete<'_>> =
                [Some(len), is_empty, iter].into_iter().flatten().collect();
            let mut draft = Draft::new(self.context.values, &all);
            let value = draft.draw("self", self.ty)?.name;
            if is_empty.is_some() {
                draft.line(format!("assert_eq!({value}.is_empty(), {value}.len() == 0);"));
            }
            if iter.is_some_and(|it| self.is_iterator(&it.output)) {
                draft.line(format!("assert_eq!({value}.iter().count(), {value}.len());"));
            }
            if draft.lines.is_empty() {
                return Err("nothing to compare".to_owned());
            }
            let claim = format!("the sizes of `{}` agree", self.context.api.code(self.ty));
            Ok(draft.finish(&format!("sizes_of_{}_agree", self.name), Shape::Bounds, claim, true))
        };
        Some(made())
    }

    /// What was added is there, and what was removed is not.
    fn added(&self) -> Vec<Result<Suggestion, String>> {
        let mut found = Vec::new();
        let contains =
            ["contains", "contains_key", "has"].iter().find_map(|name| self.method(name, 1));
        let Some(contains) = contains.filter(|it| it.output.is_std("bool")) else { return found };
        let item = contains.inputs[1].1.owned();
        let fits = |it: &&Concrete<'_>| it.is_mutator() && it.inputs[1].1.owned() == item;
        let add = ADDING
            .iter()
            .find_map(|name| self.method(name, 1).or_else(|| self.method(name, 2)).filter(fits));
        if let Some(add) = add {
            found.push(self.membership(add, contains, ""));
        }
        let remove = ["remove", "delete"].iter().find_map(|name| self.method(name, 1).filter(fits));
        // Of several equal items of a list, one is removed.
        let is_list = self.method("push", 1).is_some();
        if let Some(remove) = remove.filter(|_| !is_list) {
            found.push(self.membership(remove, contains, "!"));
        }
        found
    }

    fn membership(
        &self,
        change: &Concrete<'_>,
        contains: &Concrete<'_>,
        not: &str,
    ) -> Result<Suggestion, String> {
        let mut draft = Draft::new(self.context.values, &[change, contains]);
        let inputs = draft.draw_all(change)?;
        let call = draft.call(change, &inputs.iter().collect::<Vec<_>>(), true)?;
        let check = draft.call(contains, &[&inputs[0], &inputs[1]], true)?;
        if change.output.is_std("Result") {
            draft.line(format!("if {call}.is_ok() {{"));
            draft.line(format!("    assert!({not}{check});"));
            draft.line("}");
        } else {
            let call = if change.output.is_unit() { call } else { format!("let _ = {call}") };
            draft.line(format!("{call};"));
            draft.line(format!("assert!({not}{check});"));
        }
        let (end, verb) =
            if not.is_empty() { ("is_found", "finds") } else { ("is_gone", "does not find") };
        let name = format!("what_{}_{}_{end}", self.name, change.name());
        let claim = format!(
            "`{}` {verb} what `{}` was given",
            contains.shown(self.context.api),
            change.shown(self.context.api)
        );
        Ok(draft.finish(&name, Shape::Inclusion, claim, true))
    }

    /// The traits of an iterator that a type of the crate has.
    fn is_iterator(&self, output: &Ty) -> bool {
        match output {
            Ty::Items(_) => true,
            Ty::Own(..) => has_trait(self.context.api, output, "Iterator"),
            _ => false,
        }
    }

    /// Own iterators: the size hint is right, and both directions agree.
    fn iterators(&self) -> Vec<Result<Suggestion, String>> {
        let mut found = Vec::new();
        for method in &self.context.functions {
            let is_view = method.owner.as_ref() == Some(self.ty)
                && method.inputs.len() == 1
                && method.function.receiver == Some(Receiver::Ref);
            let Ty::Own(id, arguments) = &method.output else { continue };
            if !is_view || !has_trait(self.context.api, &method.output, "Iterator") {
                continue;
            }
            found.push(self.iterator(method, *id, arguments));
        }
        found
    }

    fn iterator(
        &self,
        method: &Concrete<'_>,
        id: usize,
        arguments: &[Ty],
    ) -> Result<Suggestion, String> {
        let api = self.context.api;
        let mut draft = Draft::new(self.context.values, &[method]);
        let inputs = draft.draw_all(method)?;
        let call = draft.call(method, &[&inputs[0]], true)?;
        draft.line(format!("let (low, high) = {call}.size_hint();"));
        draft.line(format!("let count = {call}.count();"));
        draft.line("assert!(low <= count && high.is_none_or(|high| count <= high));");
        let item = api.implementations(id, "Iterator").find_map(|it| {
            let item = it.associated.get("Item")?;
            let Ty::Own(_, params) = &it.of else { return None };
            Some(item.map(&|part| match part {
                Ty::Param(_) => {
                    let at = params.iter().position(|param| param == part)?;
                    arguments.get(at).cloned()
                }
                _ => None,
            }))
        });
        let is_double = api.has(id, "DoubleEndedIterator");
        if is_double && item.is_some_and(|item| is_comparable(api, &item)) {
            draft.line(format!("let mut backward = {call}.rev().collect::<Vec<_>>();"));
            draft.line("backward.reverse();");
            draft.line(format!("assert_eq!(backward, {call}.collect::<Vec<_>>());"));
        }
        let name = format!("{}_is_a_lawful_iterator", subject(api, method));
        let claim = format!(
            "the iterator of `{}` has the right size, in both directions",
            method.shown(api)
        );
        Ok(draft.finish(&name, Shape::Bounds, claim, true))
    }
}
