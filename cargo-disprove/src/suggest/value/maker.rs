//! Functions of the crate that make a value of a type, or add to one.

use super::Values;
use crate::suggest::{
    concrete::{Concrete, concrete},
    pass::pass,
    ty::Ty,
};
use std::collections::BTreeSet;

/// Methods that add to a value, the most usual first.
const ADDING: [&str; 16] = [
    "push",
    "insert",
    "push_back",
    "add",
    "push_str",
    "put",
    "append",
    "enqueue",
    "extend",
    "set",
    "record",
    "update",
    "write",
    "offer",
    "include",
    "observe",
];

impl<'a> Values<'a> {
    /// The functions that make a value of a type, the best first.
    pub(super) fn makers(&self, ty: &Ty) -> Vec<Concrete<'a>> {
        let mut found = Vec::new();
        for function in &self.api.functions {
            let is_of_type =
                matches!((&function.owner, ty), (Some(Ty::Own(a, _)), Ty::Own(b, _)) if a == b);
            if function.receiver.is_some() || !is_of_type {
                continue;
            }
            let Ok(concrete) = concrete(self.api, self.types, function) else { continue };
            let made = concrete.output.success().unwrap_or(&concrete.output);
            if made == ty && !function.name.contains("capacity") {
                found.push(concrete);
            }
        }
        found.sort_by_key(|maker| Self::rank(maker));
        found
    }

    fn rank(maker: &Concrete<'_>) -> (bool, usize, usize) {
        let name = maker.name();
        let by_name = match (maker.function.of_standard.as_deref(), name) {
            (Some("FromIterator"), _) => 0,
            (Some("FromStr"), _) => 6,
            (Some(_), _) => 4,
            (None, "new") => 1,
            (None, name) if name.starts_with("from_") || name.starts_with("with_") => 2,
            (None, name) if name.starts_with("parse") || name.starts_with("from_str") => 6,
            (None, _) => 3,
        };
        let can_fail = usize::from(maker.output.success().is_some());
        (maker.may_panic(), by_name + 3 * can_fail, 10_usize.saturating_sub(maker.inputs.len()))
    }

    /// An expression for a value without content.
    pub(in crate::suggest) fn empty(
        &self,
        ty: &Ty,
        id: usize,
        makers: &[Concrete<'a>],
    ) -> Option<String> {
        let is_new = |maker: &&Concrete<'a>| maker.inputs.is_empty() && maker.output == *ty;
        let new = makers.iter().filter(is_new).find(|maker| maker.name() == "new");
        if let Some(maker) = new.or_else(|| makers.iter().find(is_new)) {
            return Some(maker.call(self.api, &[]));
        }
        let code = || {
            let code = self.api.code(ty);
            if code.contains('<') { format!("<{code}>") } else { code }
        };
        if self.api.has(id, "Default") {
            return Some(format!("{}::default()", code()));
        }
        let with_capacity = self.api.functions.iter().any(|it| {
            it.name == "with_capacity"
                && it.receiver.is_none()
                && it.inputs.len() == 1
                && it.refusal.is_none()
                && matches!(&it.owner, Some(Ty::Own(own, _)) if *own == id)
                && it.output.owned().success().is_none()
        });
        with_capacity.then(|| format!("{}::with_capacity(8)", code()))
    }

    /// An expression for a value without content, of a type of the crate.
    pub(in crate::suggest) fn empty_value(&self, ty: &Ty) -> Option<String> {
        let Ty::Own(id, _) = ty else { return None };
        self.empty(ty, *id, &self.makers(ty))
    }

    /// A value without content that a method adds to.
    pub(super) fn builder(&self, ty: &Ty, empty: &str) -> Option<(Vec<String>, BTreeSet<String>)> {
        let methods: Vec<Concrete<'a>> = self
            .api
            .functions
            .iter()
            .filter(|it| ADDING.contains(&&*it.name))
            .filter_map(|it| concrete(self.api, self.types, it).ok())
            .filter(|it| it.is_mutator() && it.owner.as_ref() == Some(ty) && it.inputs.len() > 1)
            .collect();
        for name in ADDING {
            let Some(method) = methods.iter().find(|it| it.name() == name && !it.may_panic())
            else {
                continue;
            };
            let mut draws = self.draws();
            let Ok(parts) = draws.parts(&method.inputs[1..]) else { continue };
            let (names, codes): (Vec<String>, Vec<String>) = parts.into_iter().unzip();
            let tuple = |all: &[String]| match all {
                [one] => one.clone(),
                all => format!("({})", all.join(", ")),
            };
            let mut passed = vec!["made".to_owned()];
            for ((_, wanted), name) in method.inputs[1..].iter().zip(&names) {
                passed.push(pass(self.api, wanted, name, &wanted.owned(), false)?);
            }
            let call = method.call(self.api, &passed);
            let call = if method.output.is_unit() { call } else { format!("let _ = {call}") };
            return Some((
                vec![
                    format!("let mut made = {empty};"),
                    format!("for {} in src.draw(vec({})) {{", tuple(&names), tuple(&codes)),
                    format!("    {call};"),
                    "}".to_owned(),
                    "made".to_owned(),
                ],
                draws.helpers,
            ));
        }
        None
    }

    pub(super) fn constructor(
        &self,
        ty: &Ty,
        maker: &Concrete<'a>,
    ) -> Result<(Vec<String>, BTreeSet<String>), String> {
        let mut draws = self.draws();
        let parts = draws.parts(&maker.inputs)?;
        let mut passed = Vec::new();
        for ((name, code), (_, wanted)) in parts.iter().zip(&maker.inputs) {
            let own = wanted.owned();
            draws.lines.push(format!("let {name}: {} = src.draw({code});", self.api.code(&own)));
            let argument = pass(self.api, wanted, name, &own, false);
            passed.push(
                argument.ok_or_else(|| format!("`{}` cannot be passed", self.api.code(wanted)))?,
            );
        }
        let call = maker.call(self.api, &passed);
        if maker.output == *ty {
            draws.lines.push(call);
        } else {
            let to_option = if maker.output.is_std("Result") { ".ok()" } else { "" };
            draws.lines.push(format!("let made = {call}{to_option};"));
            draws.lines.push("assume!(made.is_some());".to_owned());
            draws.lines.push("made.unwrap()".to_owned());
        }
        Ok((draws.lines, draws.helpers))
    }
}
