//! Equal paths: two functions that should return the same.

use super::{Context, Found};
use crate::suggest::{
    concrete::Concrete,
    definition::CallForm,
    pass::own,
    suggestion::{Draft, Shape, Suggestion, subject},
    traits::is_comparable,
    ty::Ty,
};

pub(super) fn find(context: &Context<'_, '_>, found: &mut Found) {
    for first in &context.functions {
        for second in &context.functions {
            let Some(kind) = kind(first, second) else { continue };
            let about = format!("{} and {}", first.shown(context.api), second.shown(context.api));
            found.add(&about, equal(context, first, second, kind));
        }
    }
}

/// How the results are related.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Same,
    /// The second returns a `Result` or `Option`.
    IfOk,
}

fn kind(first: &Concrete<'_>, second: &Concrete<'_>) -> Option<Kind> {
    let is_same_place = first.owner == second.owner && module(first) == module(second);
    let inputs = |it: &Concrete<'_>| it.inputs.iter().map(|(_, ty)| ty.owned()).collect::<Vec<_>>();
    let is_mutable =
        |it: &Concrete<'_>| it.inputs.iter().any(|(_, ty)| matches!(ty, Ty::RefMut(_)));
    if !is_same_place
        || first.name() == second.name()
        || inputs(first) != inputs(second)
        || first.inputs.is_empty()
        || is_mutable(first)
        || is_mutable(second)
    {
        return None;
    }
    let (one, two) = (first.name(), second.name());
    // `checked_add` and `add`, `try_parse` and `parse`.
    for start in ["try_", "checked_"] {
        if two.strip_prefix(start) == Some(one) {
            let inner = second.output.success()?;
            return (inner.owned() == first.output.owned()).then_some(Kind::IfOk);
        }
    }
    let ending = |name: &str| {
        ["to_", "into_", "as_"].iter().find_map(|start| name.strip_prefix(start)).map(str::to_owned)
    };
    let (a, b) = (ending(one)?, ending(two)?);
    (one < two && a == b && first.output.owned() == second.output.owned()).then_some(Kind::Same)
}

fn module<'f>(function: &'f Concrete<'_>) -> Option<&'f str> {
    match &function.function.form {
        CallForm::Path(path) => path.rsplit_once("::").map(|(module, _)| module),
        _ => None,
    }
}

fn equal(
    context: &Context<'_, '_>,
    first: &Concrete<'_>,
    second: &Concrete<'_>,
    kind: Kind,
) -> Result<Suggestion, String> {
    let api = context.api;
    if !is_comparable(api, &first.output.owned()) {
        return Err("its result cannot be compared".to_owned());
    }
    let mut draft = Draft::new(context.values, &[first, second]);
    let inputs = draft.draw_all(first)?;
    let inputs: Vec<_> = inputs.iter().collect();
    let right = draft.call(second, &inputs, true)?;
    let left = draft.call(first, &inputs, true)?;
    let left = own(api, &first.output, &left).ok_or("its result is borrowed")?;
    if kind == Kind::IfOk {
        let pattern = if second.output.is_std("Result") { "Ok" } else { "Some" };
        let inner = second.output.success().ok_or("it cannot fail")?;
        let value = own(api, inner, "value").ok_or("its result is borrowed")?;
        draft.line(format!("if let {pattern}(value) = {right} {{"));
        draft.line(format!("    assert_eq!({left}, {value});"));
        draft.line("}");
    } else {
        let right = own(api, &second.output, &right).ok_or("its result is borrowed")?;
        draft.line(format!("assert_eq!({left}, {right});"));
    }
    let name = format!("{}_agrees_with_{}", subject(api, first), second.name());
    let claim = format!("`{}` and `{}` agree", first.shown(api), second.shown(api));
    Ok(draft.finish(&name, Shape::Paths, claim, true))
}
