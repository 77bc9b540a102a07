//! Functions of two equal inputs: commutativity, and what holds for distances.

use super::{Context, Found, words::has_word};
use crate::suggest::{
    concrete::Concrete,
    pass::own,
    suggestion::{Draft, Shape, Suggestion, Variable, subject},
    traits::is_comparable,
    ty::Ty,
};

/// Words of functions whose inputs can be swapped.
const COMMUTATIVE: [&str; 34] = [
    "add",
    "plus",
    "sum",
    "union",
    "intersection",
    "intersect",
    "gcd",
    "lcm",
    "max",
    "min",
    "merge",
    "hamming",
    "levenshtein",
    "distance",
    "jaro",
    "dice",
    "similarity",
    "xor",
    "bitxor",
    "mul",
    "multiply",
    "and",
    "or",
    "symmetric",
    "overlaps",
    "overlap",
    "intersects",
    "disjoint",
    "jaccard",
    "cosine",
    "eq",
    "equal",
    "equals",
    "dot",
];

const DISTANCES: [&str; 8] =
    ["distance", "levenshtein", "hamming", "osa", "damerau", "manhattan", "euclidean", "dist"];

/// Words of shares, from 0 to 1.
const SHARES: [&str; 9] = [
    "normalized",
    "similarity",
    "ratio",
    "jaro",
    "dice",
    "jaccard",
    "winkler",
    "share",
    "probability",
];

pub(super) fn find(context: &Context<'_, '_>, found: &mut Found) {
    for function in &context.functions {
        let [(_, first), (_, second)] = &function.inputs[..] else { continue };
        let output = function.output.owned();
        let is_mutable = |ty: &Ty| matches!(ty, Ty::RefMut(_));
        let is_same = first.owned() == second.owned() && !is_mutable(first) && !is_mutable(second);
        if !is_same || output.is_unit() || function.function.of_standard.is_some() {
            continue;
        }
        let about = function.shown(context.api);
        let is_expected = has_word(function.name(), &COMMUTATIVE);
        let inner = output.success().unwrap_or(&output);
        let compared = comparable_part(context, &output);
        if compared.is_some() && (is_expected || !is_directed(function)) {
            found.add(&about, swapped(context, function, is_expected));
        }
        if inner.is_integer() && has_word(function.name(), &DISTANCES) {
            found.add(&about, distance(context, function));
            found.add(&about, triangle(context, function));
        }
        if inner.is_float() && has_word(function.name(), &SHARES) {
            found.add(&about, share(context, function));
        }
    }
}

/// Whether a name says that the inputs have different roles.
fn is_directed(function: &Concrete<'_>) -> bool {
    const DIRECTED: [&str; 18] = [
        "sub",
        "div",
        "rem",
        "cmp",
        "compare",
        "lt",
        "le",
        "gt",
        "ge",
        "contains",
        "starts",
        "ends",
        "new",
        "difference",
        "is",
        "has",
        "from",
        "with",
    ];
    has_word(function.name(), &DIRECTED)
        || function.function.receiver.is_none() && function.owner.is_some()
}

/// What two results are compared by: errors need not be comparable.
fn comparable_part(context: &Context<'_, '_>, output: &Ty) -> Option<&'static str> {
    if is_comparable(context.api, output) {
        return Some("");
    }
    let is_result = output.is_std("Result");
    let inner = output.success().filter(|inner| is_result && is_comparable(context.api, inner));
    inner.map(|_| ".ok()")
}

fn calls(
    draft: &Draft<'_, '_>,
    function: &Concrete<'_>,
    pairs: &[(&Variable, &Variable)],
) -> Result<Vec<String>, String> {
    let mut all = Vec::new();
    for (a, b) in pairs {
        all.push(draft.call(function, &[a, b], true)?);
    }
    Ok(all)
}

fn swapped(
    context: &Context<'_, '_>,
    function: &Concrete<'_>,
    is_expected: bool,
) -> Result<Suggestion, String> {
    let mut draft = Draft::new(context.values, &[function]);
    let inputs = draft.draw_all(function)?;
    let (a, b) = (&inputs[0], &inputs[1]);
    let end = comparable_part(context, &function.output.owned()).unwrap_or("");
    let both = calls(&draft, function, &[(a, b), (b, a)])?;
    let compared: Vec<String> = if function.output.is_float() {
        // The order of a sum changes its last digits.
        draft.line(format!("let difference = {} - {};", both[0], both[1]));
        draft.line("assert!(difference.abs() < 1e-6, \"{difference}\");");
        Vec::new()
    } else {
        let owned = both.iter().map(|call| match end {
            "" => own(context.api, &function.output, call),
            end => Some(format!("{call}{end}")),
        });
        owned.collect::<Option<_>>().ok_or("its result is borrowed")?
    };
    if let [left, right] = &compared[..] {
        draft.line(format!("assert_eq!({left}, {right});"));
    }
    let name = format!("{}_is_commutative", subject(context.api, function));
    let claim = format!("the inputs of `{}` can be swapped", function.shown(context.api));
    Ok(draft.finish(&name, Shape::Commutativity, claim, is_expected))
}

/// What makes a result a plain number.
fn number(function: &Concrete<'_>) -> &'static str {
    if function.output.success().is_some() { ".unwrap()" } else { "" }
}

fn distance(context: &Context<'_, '_>, function: &Concrete<'_>) -> Result<Suggestion, String> {
    let mut draft = Draft::new(context.values, &[function]);
    let (name, ty) = &function.inputs[0];
    let a = draft.draw(name, ty)?;
    let call = draft.call(function, &[&a, &a], true)?;
    draft.line(format!("assert_eq!({call}{}, 0);", number(function)));
    let name = format!("{}_of_equal_values_is_zero", subject(context.api, function));
    let claim = format!("`{}` of equal values is zero", function.shown(context.api));
    Ok(draft.finish(&name, Shape::Bounds, claim, true))
}

fn triangle(context: &Context<'_, '_>, function: &Concrete<'_>) -> Result<Suggestion, String> {
    if function.output.success().is_some() {
        return Err("it can fail".to_owned());
    }
    let mut draft = Draft::new(context.values, &[function]);
    let inputs = draft.draw_all(function)?;
    let (name, ty) = &function.inputs[0];
    let c = draft.draw(if name.len() == 1 { "c" } else { "third" }, ty)?;
    let (a, b) = (&inputs[0], &inputs[1]);
    let all = calls(&draft, function, &[(a, &c), (a, b), (b, &c)])?;
    draft.line(format!("assert!({} <= {} + {});", all[0], all[1], all[2]));
    let name = format!("{}_has_no_shortcut", subject(context.api, function));
    let claim = format!("`{}` satisfies the triangle inequality", function.shown(context.api));
    Ok(draft.finish(&name, Shape::Bounds, claim, false))
}

fn share(context: &Context<'_, '_>, function: &Concrete<'_>) -> Result<Suggestion, String> {
    let mut draft = Draft::new(context.values, &[function]);
    let inputs = draft.draw_all(function)?;
    let (a, b) = (&inputs[0], &inputs[1]);
    let all = calls(&draft, function, &[(a, b), (a, a)])?;
    let end = number(function);
    draft.line(format!("let share = {}{end};", all[0]));
    draft.line("assert!((0.0..=1.0).contains(&share), \"{share}\");");
    draft.line(format!("let own = {}{end};", all[1]));
    draft.line("assert!(own == 1.0 || own == 0.0, \"{own}\");");
    let name = format!("{}_is_a_share", subject(context.api, function));
    let claim = format!(
        "`{}` is from 0 to 1, and one of both for equal values",
        function.shown(context.api)
    );
    Ok(draft.finish(&name, Shape::Bounds, claim, false))
}
