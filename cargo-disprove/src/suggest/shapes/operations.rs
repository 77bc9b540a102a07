//! Sequences of operations: no method panics in any state, and sizes agree after each.

use super::{Context, Found, OwnType, no_panic::refusal};
use crate::suggest::{
    concrete::Concrete,
    definition::{CallForm, Receiver},
    pass::pass,
    suggestion::{Draft, Shape, Suggestion},
    ty::Ty,
    value::snake,
};

use std::fmt::Write as _;

/// Methods to call, at most. Types with more have many that are alike.
const MAX_METHODS: usize = 24;

pub(super) fn find(context: &Context<'_, '_>, found: &mut Found) {
    for OwnType { definition, path, ty, .. } in context.own_types() {
        let own = |it: &&Concrete<'_>| {
            it.owner.as_ref() == Some(&ty)
                && it.function.form == CallForm::Method
                && refusal(it).is_none()
        };
        let changing: Vec<&Concrete<'_>> = context
            .functions
            .iter()
            .filter(own)
            .filter(|it| it.is_mutator())
            .take(MAX_METHODS)
            .collect();
        if changing.len() < 2 {
            continue;
        }
        let is_view = |it: &&Concrete<'_>| {
            it.function.receiver == Some(Receiver::Ref) && it.inputs.len() == 1
        };
        let views: Vec<&Concrete<'_>> =
            context.functions.iter().filter(own).filter(is_view).take(MAX_METHODS).collect();
        found.add(path, operations(context, &ty, &definition.name, &changing, &views));
    }
}

fn operations(
    context: &Context<'_, '_>,
    ty: &Ty,
    name: &str,
    changing: &[&Concrete<'_>],
    views: &[&Concrete<'_>],
) -> Result<Suggestion, String> {
    let api = context.api;
    let mut arms = Vec::new();
    let mut called = Vec::new();
    let value = snake(name);
    // The first draft finds the methods whose inputs can be generated.
    let mut trial = Draft::new(context.values, &[]);
    for method in changing {
        if let Ok(arm) = arm(&mut trial, api, method, &value) {
            arms.push(arm);
            called.push(*method);
        }
    }
    if arms.len() < 2 {
        return Err("the inputs of its methods cannot be generated".to_owned());
    }
    called.extend(views);
    let mut draft = Draft::new(context.values, &called);
    draft.draw_in_body();
    // A value with content, if there is a generator: not every method that adds is among these.
    let start = match draft.drawn("self", ty) {
        Ok(drawn) => drawn,
        Err(why) => context.values.empty_value(ty).ok_or(why)?,
    };
    for method in &called[..arms.len()] {
        // Adds the functions that its inputs need.
        let _ = arm(&mut draft, api, method, &value);
    }
    draft.line(format!("let mut {value} = {start};"));
    draft.line(format!("for operation in src.draw(vec(0..{}_u8)) {{", arms.len()));
    draft.line("    match operation {");
    for (place, arm) in arms.iter().enumerate() {
        let pattern = if place + 1 == arms.len() { "_".to_owned() } else { place.to_string() };
        draft.line(format!("        {pattern} => {{ {arm}; }}"));
    }
    draft.line("    }");
    let has = |name: &str, output: &str| {
        views.iter().any(|it| it.name() == name && it.output.is_std(output))
    };
    let is_sized = has("len", "usize") && has("is_empty", "bool");
    for view in views {
        let is_compared = is_sized && ["len", "is_empty"].contains(&view.name());
        if !is_compared {
            let call = view.call(api, std::slice::from_ref(&value));
            draft.line(format!("    let _ = {call};"));
        }
    }
    if is_sized {
        draft.line(format!("    assert_eq!({value}.is_empty(), {value}.len() == 0);"));
    }
    draft.line("}");
    let claim = format!("no sequence of calls makes `{}` panic", api.code(ty));
    Ok(draft.finish(&format!("operations_on_{value}_do_not_panic"), Shape::NoPanic, claim, true))
}

/// The call of a method with drawn inputs.
fn arm(
    draft: &mut Draft<'_, '_>,
    api: &crate::suggest::definition::Api,
    method: &Concrete<'_>,
    value: &str,
) -> Result<String, String> {
    let mut passed = vec![value.to_owned()];
    let mut lines = String::new();
    for (place, (name, wanted)) in method.inputs.iter().enumerate().skip(1) {
        let drawn = draft.drawn(name, wanted)?;
        let own = wanted.owned();
        let variable = format!("{}{place}", ["", "a", "b", "c", "d"].get(place).unwrap_or(&"e"));
        let variable = variable.trim_end_matches(char::is_numeric);
        let keyword = if matches!(wanted, Ty::RefMut(_)) { "let mut" } else { "let" };
        let argument = pass(api, wanted, variable, &own, false);
        passed.push(argument.ok_or_else(|| "an input cannot be passed".to_owned())?);
        let _ = write!(lines, "{keyword} {variable}: {} = {drawn}; ", api.code(&own));
    }
    let call = method.call(api, &passed);
    let call = if method.output.is_unit() { call } else { format!("let _ = {call}") };
    Ok(format!("{lines}{call}"))
}
