//! Functions that can be called again: idempotence and involution.

use super::{
    Context, Found,
    words::{has_word, is_conversion},
};
use crate::suggest::{
    concrete::Concrete,
    pass::own,
    suggestion::{Draft, Shape, Suggestion, Variable, subject},
    traits::{has_trait, is_comparable},
    ty::Ty,
};

/// Words of functions whose result they do not change again.
const IDEMPOTENT: [&str; 44] = [
    "normalize",
    "normalized",
    "normalise",
    "canonicalize",
    "canonical",
    "trim",
    "trimmed",
    "strip",
    "stripped",
    "clean",
    "sanitize",
    "sanitized",
    "sort",
    "sorted",
    "dedup",
    "deduplicate",
    "unique",
    "lower",
    "upper",
    "lowercase",
    "uppercase",
    "capitalize",
    "case",
    "titlecase",
    "collapse",
    "simplify",
    "simplified",
    "squash",
    "dedent",
    "unindent",
    "abs",
    "floor",
    "ceil",
    "round",
    "slugify",
    "slug",
    "minify",
    "ascii",
    "clear",
    "reset",
    "truncate",
    "clamp",
    "pad",
    "fill",
];

/// Words of functions that undo themselves.
const INVOLUTION: [&str; 18] = [
    "reverse",
    "reversed",
    "rev",
    "invert",
    "inverse",
    "negate",
    "neg",
    "complement",
    "conjugate",
    "conj",
    "transpose",
    "transposed",
    "swap",
    "flip",
    "mirror",
    "not",
    "toggle",
    "opposite",
];

pub(super) fn find(context: &Context<'_, '_>, found: &mut Found) {
    for function in &context.functions {
        let Some(form) = form(context, function) else { continue };
        let name = function.name();
        let about = function.shown(context.api);
        let again = has_word(name, &IDEMPOTENT);
        let undone = has_word(name, &INVOLUTION);
        let is_conversion = is_conversion(name);
        if !undone && (again || !is_conversion) {
            found.add(&about, twice(context, function, &form, Shape::Idempotence, again));
        }
        if !again && (undone || !is_conversion) {
            found.add(&about, twice(context, function, &form, Shape::RoundTrip, undone));
        }
    }
}

/// Where the value is, that a function takes and returns.
enum Form {
    /// It returns a value of the type of this input.
    Returned(usize),
    /// It changes its first input.
    Changed,
}

fn form(context: &Context<'_, '_>, function: &Concrete<'_>) -> Option<Form> {
    let is_changed = matches!(function.inputs.first(), Some((_, Ty::RefMut(_))));
    let owned = |place: usize| function.inputs[place].1.owned();
    if is_changed && function.output.is_unit() {
        let ty = owned(0);
        let fits = is_comparable(context.api, &ty) && has_trait(context.api, &ty, "Clone");
        // Functions that add something are not meant, except by their names.
        let name = function.name();
        let is_meant = has_word(name, &IDEMPOTENT) || has_word(name, &INVOLUTION);
        return (fits && is_meant).then_some(Form::Changed);
    }
    if function.inputs.iter().any(|(_, ty)| matches!(ty, Ty::RefMut(_))) {
        return None;
    }
    let output = function.output.owned();
    let is_number = output.is_integer() || output.is_float() || output.is_std("bool");
    let is_named = has_word(function.name(), &IDEMPOTENT) || has_word(function.name(), &INVOLUTION);
    let same: Vec<usize> = (0..function.inputs.len()).filter(|at| owned(*at) == output).collect();
    let is_fit = is_comparable(context.api, &output)
        && function.function.of_standard.is_none()
        && (is_named || !is_number && function.inputs.len() == 1);
    match same[..] {
        [only] if is_fit => Some(Form::Returned(only)),
        _ => None,
    }
}

fn twice(
    context: &Context<'_, '_>,
    function: &Concrete<'_>,
    form: &Form,
    shape: Shape,
    is_expected: bool,
) -> Result<Suggestion, String> {
    let mut draft = Draft::new(context.values, &[function]);
    let inputs = draft.draw_all(function)?;
    let is_again = shape == Shape::Idempotence;
    match form {
        Form::Changed => {
            let value = &inputs[0];
            let call = |variable: &str, draft: &Draft<'_, '_>| {
                let mut all: Vec<Variable> = inputs.clone();
                variable.clone_into(&mut all[0].name);
                draft.call(function, &all.iter().collect::<Vec<_>>(), true)
            };
            if is_again {
                let first = call(&value.name, &draft)?;
                draft.line(format!("{first};"));
                let twice = draft.fresh("twice");
                draft.line(format!("let mut {twice} = {}.clone();", value.name));
                let second = call(&twice, &draft)?;
                draft.line(format!("{second};"));
                draft.line(format!("assert_eq!({twice}, {});", value.name));
            } else {
                let before = draft.fresh("before");
                draft.line(format!("let {before} = {}.clone();", value.name));
                let line = call(&value.name, &draft)?;
                draft.line(format!("{line};"));
                draft.line(format!("{line};"));
                draft.line(format!("assert_eq!({}, {before});", value.name));
            }
        }
        Form::Returned(place) => {
            let once = Variable { name: draft.fresh("once"), ty: inputs[*place].ty.clone() };
            let first = draft.call(function, &inputs.iter().collect::<Vec<_>>(), true)?;
            let first =
                own(context.api, &function.output, &first).ok_or("its result is borrowed")?;
            draft.line(format!("let {} = {first};", once.name));
            let mut again: Vec<&Variable> = inputs.iter().collect();
            again[*place] = &once;
            let second = draft.call(function, &again, true)?;
            let second =
                own(context.api, &function.output, &second).ok_or("its result is borrowed")?;
            let wanted = if is_again { &once.name } else { &inputs[*place].name };
            draft.line(format!("assert_eq!({second}, {wanted});"));
        }
    }
    let name = subject(context.api, function);
    let shown = function.shown(context.api);
    let (name, claim) = if is_again {
        (format!("{name}_is_idempotent"), format!("`{shown}` changes nothing the second time"))
    } else {
        (format!("{name}_undoes_itself"), format!("`{shown}` undoes itself"))
    };
    Ok(draft.finish(&name, shape, claim, is_expected))
}
