//! No panic: functions that should accept every input.

use super::{Context, Found};
use crate::suggest::{
    concrete::Concrete,
    definition::{CallForm, Receiver},
    suggestion::{Draft, Shape, Suggestion, subject},
    ty::Ty,
};
use std::collections::{BTreeMap, BTreeSet};

/// Names of functions that are meant to panic or to change the world outside.
const PARTIAL: [&str; 18] = [
    "unwrap",
    "expect",
    "index",
    "exit",
    "abort",
    "print",
    "main",
    "sleep",
    "run",
    "open",
    "connect",
    "spawn",
    "swap",
    "remove",
    "unchecked",
    "panic",
    "assert",
    "slice",
];

/// Functions that other suggestions call already are left out.
pub(super) fn find(context: &Context<'_, '_>, found: &mut Found) {
    let known: BTreeSet<String> = found
        .suggestions
        .iter()
        .filter(|it| it.is_expected)
        .flat_map(|it| it.functions.iter().cloned())
        .collect();
    let mut views: BTreeMap<Ty, Vec<&Concrete<'_>>> = BTreeMap::new();
    for function in &context.functions {
        let shown = function.shown(context.api);
        let is_maker = function.function.of_standard.as_deref() == Some("FromIterator");
        if known.contains(&shown) || found.covered.contains(&shown) || is_maker {
            continue;
        }
        if let Some(why) = refusal(function) {
            found.skipped.push((shown, why.to_owned()));
            continue;
        }
        if function.function.is_total {
            found.skipped.push((shown, "nothing in its body can panic".to_owned()));
            continue;
        }
        if let Some(owner) = is_view(function) {
            views.entry(owner.clone()).or_default().push(function);
            continue;
        }
        found.add(&shown, no_panic(context, function));
    }
    for (owner, methods) in views {
        found.add(&context.api.code(&owner), no_view_panics(context, &owner, &methods));
    }
}

/// The type of a method that only looks at its value.
fn is_view<'f>(function: &'f Concrete<'_>) -> Option<&'f Ty> {
    let is_plain = function.inputs.len() == 1
        && function.function.receiver == Some(Receiver::Ref)
        && function.function.form == CallForm::Method;
    function.owner.as_ref().filter(|_| is_plain)
}

/// One property for all methods that only look at a value.
fn no_view_panics(
    context: &Context<'_, '_>,
    owner: &Ty,
    methods: &[&Concrete<'_>],
) -> Result<Suggestion, String> {
    let mut draft = Draft::new(context.values, methods);
    let value = draft.draw("self", owner)?;
    for method in methods {
        let call = used(method, &draft.call(method, &[&value], true)?);
        let call = if method.output.is_unit() { call } else { format!("let _ = {call}") };
        draft.line(format!("{call};"));
    }
    let claim = format!("the methods of `{}` do not panic", context.api.code(owner));
    Ok(draft.finish(
        &format!("methods_of_{}_do_not_panic", value.name),
        Shape::NoPanic,
        claim,
        true,
    ))
}

/// A call whose result is used: iterators do nothing before.
fn used(function: &Concrete<'_>, call: &str) -> String {
    match &function.output {
        Ty::Items(_) => format!("{call}.count()"),
        _ => call.to_owned(),
    }
}

/// Why a function may panic, or is not worth a property.
pub(super) fn refusal(function: &Concrete<'_>) -> Option<&'static str> {
    if function.may_panic() {
        return Some("it is documented to panic, or an index may be out of range");
    }
    if function.name().split('_').any(|word| PARTIAL.contains(&word)) {
        return Some("its name says that it may panic, or acts on the world outside");
    }
    if function.inputs.is_empty() {
        return Some("it has no inputs");
    }
    let made = Some(&function.output) == function.owner.as_ref();
    let is_plain =
        |ty: &Ty| ty.is_integer() || ty.is_float() || ty.is_std("bool") || ty.is_std("char");
    let name = function.name();
    if made
        && (name == "new" || name == "from" || name.starts_with("with_"))
        && function.inputs.iter().all(|(_, ty)| is_plain(ty) || matches!(ty, Ty::Own(..)))
    {
        return Some("it only stores its inputs");
    }
    None
}

fn no_panic(context: &Context<'_, '_>, function: &Concrete<'_>) -> Result<Suggestion, String> {
    let mut draft = Draft::new(context.values, &[function]);
    let inputs = draft.draw_all(function)?;
    let call = draft.call(function, &inputs.iter().collect::<Vec<_>>(), false)?;
    let call = used(function, &call);
    let call = if function.output.is_unit() { call } else { format!("let _ = {call}") };
    draft.line(format!("{call};"));
    let name = subject(context.api, function);
    let claim = format!("`{}` does not panic", function.shown(context.api));
    Ok(draft.finish(&format!("{name}_does_not_panic"), Shape::NoPanic, claim, true))
}
