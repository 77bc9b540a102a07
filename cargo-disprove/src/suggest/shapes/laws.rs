//! Laws of traits that a type implements by hand: orders, equality, hashes, operators.

use super::{Context, Found, OwnType};
use crate::suggest::{
    suggestion::{Draft, Shape, Suggestion},
    traits::has_trait,
    ty::Ty,
    value::snake,
};

pub(super) fn find(context: &Context<'_, '_>, found: &mut Found) {
    for OwnType { id, path, ty, .. } in context.own_types() {
        let by_hand = |name: &str| {
            context.api.implementations(id, name).any(|it| {
                // `PartialEq<str>` is another relation.
                it.arguments.first().is_none_or(|other| *other == it.of)
            })
        };
        let has = |name: &str| has_trait(context.api, &ty, name);
        if has("Ord") && (by_hand("Ord") || by_hand("PartialOrd") || by_hand("PartialEq")) {
            found.add(path, order(context, &ty));
        } else if by_hand("PartialEq") && has("PartialEq") {
            found.add(path, equality(context, &ty));
        }
        if has("Hash") && has("PartialEq") && (by_hand("Hash") || by_hand("PartialEq")) {
            found.add(path, hash(context, &ty));
        }
        for (name, sign) in
            [("Add", "+"), ("Mul", "*"), ("BitAnd", "&"), ("BitOr", "|"), ("BitXor", "^")]
        {
            let is_closed = context.api.implementations(id, name).any(|it| {
                let same = it.arguments.first().is_none_or(|other| *other == it.of);
                same && it.associated.get("Output") == Some(&it.of)
            });
            if is_closed && has("PartialEq") && has("Debug") && has("Clone") {
                found.add(path, operator(context, &ty, name, sign));
            }
        }
    }
}

fn name(context: &Context<'_, '_>, ty: &Ty) -> String {
    match ty {
        Ty::Own(id, _) => snake(&context.api.types[*id].name),
        _ => "value".to_owned(),
    }
}

fn draft<'v, 'a>(
    context: &Context<'v, 'a>,
    ty: &Ty,
    count: usize,
) -> Result<Draft<'v, 'a>, String> {
    let mut draft = Draft::new(context.values, &[]);
    draft.about(context.api.code(ty));
    for name in ["a", "b", "c"].iter().take(count) {
        draft.draw(name, ty)?;
    }
    Ok(draft)
}

fn order(context: &Context<'_, '_>, ty: &Ty) -> Result<Suggestion, String> {
    let mut draft = draft(context, ty, 3)?;
    draft.line("assert_eq!(a.cmp(&b), b.cmp(&a).reverse());");
    draft.line("assert_eq!(a.cmp(&b) == std::cmp::Ordering::Equal, a == b);");
    draft.line("assert_eq!(a.partial_cmp(&b), Some(a.cmp(&b)));");
    draft.line("if a <= b && b <= c {");
    draft.line("    assert!(a <= c);");
    draft.line("}");
    let name = format!("{}_is_totally_ordered", name(context, ty));
    let claim = format!("the order of `{}` is total, and agrees with `==`", context.api.code(ty));
    Ok(draft.finish(&name, Shape::Law, claim, true))
}

fn equality(context: &Context<'_, '_>, ty: &Ty) -> Result<Suggestion, String> {
    let mut draft = draft(context, ty, 2)?;
    if has_trait(context.api, ty, "Eq") {
        draft.line("assert!(a == a);");
    }
    draft.line("assert_eq!(a == b, b == a);");
    draft.line("assert_eq!(a != b, !(a == b));");
    if has_trait(context.api, ty, "Clone") && has_trait(context.api, ty, "Eq") {
        draft.line("assert!(a.clone() == a);");
    }
    let name = format!("equality_of_{}_is_an_equivalence", name(context, ty));
    let claim = format!("`==` of `{}` is reflexive and symmetric", context.api.code(ty));
    Ok(draft.finish(&name, Shape::Law, claim, true))
}

fn hash(context: &Context<'_, '_>, ty: &Ty) -> Result<Suggestion, String> {
    let mut draft = draft(context, ty, 2)?;
    draft.line("use std::hash::BuildHasher;");
    draft.line("let state = std::collections::hash_map::RandomState::new();");
    draft.line("if a == b {");
    draft.line("    assert_eq!(state.hash_one(&a), state.hash_one(&b));");
    draft.line("}");
    if has_trait(context.api, ty, "Clone") {
        draft.line("assert_eq!(state.hash_one(a.clone()), state.hash_one(&a));");
    }
    let name = format!("equal_{}_values_have_equal_hashes", name(context, ty));
    let claim = format!("equal values of `{}` have equal hashes", context.api.code(ty));
    Ok(draft.finish(&name, Shape::Law, claim, true))
}

fn operator(
    context: &Context<'_, '_>,
    ty: &Ty,
    of: &str,
    sign: &str,
) -> Result<Suggestion, String> {
    let mut draft = draft(context, ty, 2)?;
    let clone = if has_trait(context.api, ty, "Copy") { "" } else { ".clone()" };
    draft.line(format!("assert_eq!(a{clone} {sign} b{clone}, b {sign} a);"));
    let name = format!("{}_of_{}_is_commutative", snake(of), name(context, ty));
    let claim = format!("the operands of `{sign}` of `{}` can be swapped", context.api.code(ty));
    // Sums may overflow, and products of matrices do not commute.
    Ok(draft.finish(&name, Shape::Commutativity, claim, false))
}
