//! What goes into a value comes out of it: constructors, setters and getters.

use super::{Context, Found};
use crate::suggest::{
    concrete::Concrete,
    definition::Receiver,
    pass::own,
    suggestion::{Draft, Shape, Suggestion, subject},
    traits::is_comparable,
    ty::Ty,
};

pub(super) fn find(context: &Context<'_, '_>, found: &mut Found) {
    for getter in &context.functions {
        if !is_getter(context, getter) {
            continue;
        }
        for maker in &context.functions {
            if maker.owner != getter.owner || std::ptr::eq(maker.function, getter.function) {
                continue;
            }
            let Some(input) = fitting(maker, getter) else { continue };
            let about = format!("{} and {}", maker.shown(context.api), getter.shown(context.api));
            found.add(&about, round_trip(context, maker, getter, input));
        }
    }
}

/// `fn name(&self) -> T`, with a value that can be compared.
fn is_getter(context: &Context<'_, '_>, function: &Concrete<'_>) -> bool {
    function.inputs.len() == 1
        && function.function.receiver == Some(Receiver::Ref)
        && matches!(function.owner, Some(Ty::Own(..)))
        && !function.output.is_unit()
        && !function.name().contains("capacity")
        && is_comparable(context.api, &function.output.owned())
}

/// The input of a constructor or setter that the getter should return.
fn fitting(maker: &Concrete<'_>, getter: &Concrete<'_>) -> Option<usize> {
    let owner = maker.owner.as_ref()?;
    let name = getter.name().trim_start_matches("get_");
    let output = getter.output.owned();
    let made = maker.output.success().unwrap_or(&maker.output);
    let is_maker = maker.function.receiver.is_none() && made == owner;
    let is_setter =
        maker.is_mutator() || maker.function.receiver == Some(Receiver::Own) && made == owner;
    if is_maker && maker.function.of_standard.is_none() {
        // `new(width, ..)` and `width()`.
        return maker.inputs.iter().position(|(it, ty)| it == name && ty.owned() == output);
    }
    // `set_width(..)` or `with_width(..)` and `width()`.
    let words = ["set_", "with_"].iter().find_map(|start| maker.name().strip_prefix(start));
    let is_own_name = maker.name() == name && maker.function.receiver != Some(Receiver::Ref);
    let fits = is_setter && (words == Some(name) || is_own_name) && maker.inputs.len() == 2;
    fits.then_some(1).filter(|at| maker.inputs[*at].1.owned() == output)
}

fn round_trip(
    context: &Context<'_, '_>,
    maker: &Concrete<'_>,
    getter: &Concrete<'_>,
    input: usize,
) -> Result<Suggestion, String> {
    let mut draft = Draft::new(context.values, &[maker, getter]);
    let inputs = draft.draw_all(maker)?;
    let call = draft.call(maker, &inputs.iter().collect::<Vec<_>>(), true)?;
    let mut indent = "";
    let value = if maker.is_mutator() {
        let call = if maker.output.is_unit() { call } else { format!("let _ = {call}") };
        draft.line(format!("{call};"));
        inputs[0].name.clone()
    } else {
        let name = draft.fresh("made");
        match &maker.output {
            Ty::Std(kind, _) if kind == "Result" || kind == "Option" => {
                let pattern = if kind == "Result" { "Ok" } else { "Some" };
                draft.line(format!("if let {pattern}({name}) = {call} {{"));
                indent = "    ";
            }
            _ => draft.line(format!("let {name} = {call};")),
        }
        name
    };
    let got = getter.call(context.api, &[value]);
    let got = own(context.api, &getter.output, &got).ok_or("its result is borrowed")?;
    draft.line(format!("{indent}assert_eq!({got}, {});", inputs[input].name));
    if !indent.is_empty() {
        draft.line("}");
    }
    let name = format!("{}_returns_what_{}_was_given", subject(context.api, getter), maker.name());
    let claim = format!(
        "`{}` returns what `{}` was given",
        getter.shown(context.api),
        maker.shown(context.api)
    );
    Ok(draft.finish(&name, Shape::RoundTrip, claim, true))
}
