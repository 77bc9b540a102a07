//! No panic: functions that should accept every input.

use super::{Context, Found};
use crate::suggest::{
    concrete::Concrete,
    suggestion::{Draft, Shape, Suggestion, subject},
    ty::Ty,
};
use std::collections::BTreeSet;

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
    let known: BTreeSet<String> =
        found.suggestions.iter().flat_map(|it| it.functions.iter().cloned()).collect();
    for function in &context.functions {
        let shown = function.shown(context.api);
        if known.contains(&shown) {
            continue;
        }
        if let Some(why) = refusal(function) {
            found.skipped.push((shown, why.to_owned()));
            continue;
        }
        found.add(&shown, no_panic(context, function));
    }
}

/// Why a function may panic, or is not worth a property.
fn refusal(function: &Concrete<'_>) -> Option<&'static str> {
    if function.may_panic() {
        return Some("it is documented to panic");
    }
    if function.name().split('_').any(|word| PARTIAL.contains(&word)) {
        return Some("its name says that it may panic, or acts on the world outside");
    }
    if function.inputs.is_empty() {
        return Some("it has no inputs");
    }
    let is_index = |(name, ty): &(String, Ty)| {
        ty.is_std("usize")
            && name.split('_').any(|it| {
                ["i", "j", "at", "idx", "index", "pos", "position", "start", "end", "offset", "mid"]
                    .contains(&it)
            })
    };
    if function.inputs.iter().any(is_index) && function.output.success().is_none() {
        return Some("an index may be out of range");
    }
    None
}

fn no_panic(context: &Context<'_, '_>, function: &Concrete<'_>) -> Result<Suggestion, String> {
    let mut draft = Draft::new(context.values, &[function]);
    let inputs = draft.draw_all(function)?;
    let call = draft.call(function, &inputs.iter().collect::<Vec<_>>(), false)?;
    // Iterators do nothing until they are used.
    let call = match &function.output {
        Ty::Items(_) => format!("{call}.count()"),
        _ => call,
    };
    draft.line(format!("let _ = {call};"));
    let name = subject(context.api, function);
    let claim = format!("`{}` does not panic", function.shown(context.api));
    Ok(draft.finish(&format!("{name}_does_not_panic"), Shape::NoPanic, claim, true))
}
