//! Functions with concrete types in place of their parameters.

use super::{
    definition::{Api, Bound, CallForm, Function, Receiver},
    lower::substitute,
    traits::{candidate, instance, satisfies},
    ty::Ty,
};
use std::collections::BTreeMap;

/// The value of constant parameters of a type. Lengths are small, but more than one item.
fn constant_value(ty: &Ty) -> &'static str {
    match ty {
        Ty::Std(name, _) if name == "bool" => "true",
        Ty::Std(name, _) if name == "char" => "'a'",
        _ => "4",
    }
}

/// A function that can be called.
#[derive(Clone, Debug)]
pub(super) struct Concrete<'a> {
    pub(super) function: &'a Function,
    pub(super) owner: Option<Ty>,
    /// With the receiver first, called `self`.
    pub(super) inputs: Vec<(String, Ty)>,
    pub(super) output: Ty,
}

/// The arguments of each generic type, the same in all its functions.
pub(super) type TypeArguments = BTreeMap<usize, Vec<Ty>>;

/// Chooses arguments for all generic types.
pub(super) fn type_arguments(api: &Api) -> TypeArguments {
    let mut found = TypeArguments::new();
    for (id, ty) in api.types.iter().enumerate() {
        // An alias says what is meant.
        if let Some(arguments) = api.aliases.get(&id) {
            found.insert(id, arguments.clone());
            continue;
        }
        let mut arguments = Vec::new();
        for (place, param) in ty.params.iter().enumerate() {
            let chosen = if let Some(constant) = &param.constant {
                Some(Ty::Const(constant_value(constant).to_owned()))
            } else if let Some(default) = &param.default {
                Some(substitute(default, &ty.params, &arguments))
            } else {
                let mut all = param.bounds.clone();
                all.extend(bounds_in_functions(api, id, place));
                candidate(api, &all).or_else(|| candidate(api, &param.bounds))
            };
            arguments.extend(chosen);
        }
        if arguments.len() == ty.params.len() {
            found.insert(id, arguments);
        }
    }
    found
}

/// Whether a part of a type is not known. Arguments that are not written need not be.
fn is_unknown(api: &Api, ty: &Ty) -> bool {
    match ty {
        Ty::Unknown(_) | Ty::Param(_) => true,
        Ty::Own(id, arguments) => {
            api.written_arguments(*id, arguments).iter().any(|it| is_unknown(api, it))
        }
        other => other.parts().into_iter().any(|it| is_unknown(api, it)),
    }
}

/// What the functions of a type demand of its parameter.
fn bounds_in_functions(api: &Api, id: usize, place: usize) -> Vec<Bound> {
    let mut bounds: Vec<Bound> = Vec::new();
    for function in &api.functions {
        let Some(Ty::Own(own, arguments)) = &function.owner else { continue };
        let Some(Ty::Param(name)) = arguments.get(place).filter(|_| *own == id) else { continue };
        for param in function.params.iter().filter(|param| param.name == *name) {
            for bound in &param.bounds {
                if !bounds.contains(bound) && bound.name != "Borrow" {
                    bounds.push(bound.clone());
                }
            }
        }
    }
    bounds
}

/// The function with concrete types, or why there are none.
pub(super) fn concrete<'a>(
    api: &Api,
    types: &TypeArguments,
    function: &'a Function,
) -> Result<Concrete<'a>, String> {
    if let Some(why) = function.refusal {
        return Err(why.to_owned());
    }
    let mut known: BTreeMap<String, Ty> = BTreeMap::new();
    if let Some(Ty::Own(id, arguments)) = &function.owner {
        let chosen = types.get(id).ok_or_else(|| {
            format!("no type is known that fits the parameters of {}", api.types[*id].name)
        })?;
        for (argument, chosen) in arguments.iter().zip(chosen) {
            if let Ty::Param(name) = argument {
                known.insert(name.clone(), chosen.clone());
            }
        }
    }
    for param in &function.params {
        if let Some(chosen) = known.get(&param.name) {
            let fits = |bound: &Bound| bound.name == "Borrow" || satisfies(api, chosen, bound);
            if param.constant.is_none() && !param.bounds.iter().all(fits) {
                return Err(format!(
                    "`{}` does not fit its parameter {}",
                    api.code(chosen),
                    param.name
                ));
            }
            continue;
        }
        let is_part = |ty: &Ty| ty.any(&|part| *part == Ty::Param(param.name.clone()));
        let is_named = function.inputs.iter().any(|(_, ty)| is_part(ty))
            || function.owner.as_ref().is_some_and(is_part);
        let in_bounds = function.params.iter().flat_map(|it| &it.bounds).any(|bound| {
            bound.item.as_ref().is_some_and(is_part) || bound.arguments.iter().any(is_part)
        });
        if !is_named && !in_bounds {
            return Err(format!("its callers choose {}", param.name));
        }
        let chosen = if let Some(constant) = &param.constant {
            Some(Ty::Const(constant_value(constant).to_owned()))
        } else {
            instance(api, &param.bounds)
        };
        let Some(chosen) = chosen else {
            return Err(format!("no type is known that fits its parameter {}", param.name));
        };
        known.insert(param.name.clone(), chosen);
    }
    let resolved = |ty: &Ty| {
        let mut ty = ty.clone();
        // A chosen type may name another parameter: `I: IntoIterator<Item = T>`.
        for _ in 0..3 {
            ty = ty.map(&|part| match part {
                Ty::Param(name) => known.get(name).cloned(),
                _ => None,
            });
        }
        ty
    };
    if matches!(function.owner, Some(Ty::Ref(_) | Ty::RefMut(_))) {
        return Err("its trait is implemented for references".to_owned());
    }
    let owner = function.owner.as_ref().map(|owner| match resolved(owner) {
        // Traits of unsized types are implemented for these, and not for owned ones.
        owner @ (Ty::Std(..) | Ty::Slice(_)) => owner,
        owner => owner.owned(),
    });
    if let Some(Ty::Own(id, arguments)) = &owner
        && arguments.iter().any(|it| *it != it.owned())
    {
        return Err(format!("{} borrows from another value", api.types[*id].name));
    }
    let mut inputs = Vec::new();
    if let (Some(receiver), Some(owner)) = (function.receiver, &owner) {
        let owner = owner.clone();
        let ty = match receiver {
            Receiver::Ref => Ty::Ref(Box::new(owner)),
            Receiver::Mut => Ty::RefMut(Box::new(owner)),
            Receiver::Own => owner,
        };
        inputs.push(("self".to_owned(), ty));
    }
    inputs.extend(function.inputs.iter().map(|(name, ty)| (name.clone(), resolved(ty))));
    for (name, ty) in &inputs {
        if is_unknown(api, ty) {
            return Err(format!("values of `{}` for `{name}` are not known", api.code(ty)));
        }
    }
    Ok(Concrete { function, owner, inputs, output: resolved(&function.output) })
}

impl Concrete<'_> {
    pub(super) fn name(&self) -> &str {
        self.function.name.trim_start_matches("r#")
    }

    /// The path to show: `hex::encode`, `semver::Version::parse`.
    pub(super) fn shown(&self, api: &Api) -> String {
        let owner = self.owner.as_ref().map(|owner| match owner {
            Ty::Own(id, _) => api.path(*id),
            other => api.code(other),
        });
        match (&self.function.form, owner) {
            (CallForm::Path(path), _) => path.clone(),
            (CallForm::OfTrait(path), Some(owner)) => {
                format!("<{owner} as {path}>::{}", self.name())
            }
            (_, Some(owner)) => format!("{owner}::{}", self.name()),
            (_, None) => self.name().to_owned(),
        }
    }

    /// The call with these arguments, the receiver first.
    pub(super) fn call(&self, api: &Api, arguments: &[String]) -> String {
        let name = &self.function.name;
        let list = arguments.join(", ");
        let owner = || match &self.owner {
            Some(Ty::Own(id, arguments)) => {
                let written = api.written_arguments(*id, arguments);
                let list: Vec<String> = written.iter().map(|it| api.code(it)).collect();
                let has_default = written.len() < arguments.len();
                match (list.is_empty(), has_default) {
                    (true, false) => api.path(*id),
                    // Without its arguments the compiler would have to guess them.
                    (true, true) => format!("<{}>", api.path(*id)),
                    (false, true) => format!("<{}<{}>>", api.path(*id), list.join(", ")),
                    (false, false) => format!("{}::<{}>", api.path(*id), list.join(", ")),
                }
            }
            Some(owner) => {
                let code = api.code(owner);
                if code.contains(['<', '[', '(']) { format!("<{code}>") } else { code }
            }
            None => String::new(),
        };
        match &self.function.form {
            CallForm::Path(path) => format!("{path}({list})"),
            CallForm::OfType if self.function.of_standard.is_some() => {
                // A trait is implemented for the type that is written, without conversions.
                let first = arguments.first().cloned().unwrap_or_default();
                let first = match (self.inputs.first().map(|(_, ty)| ty), first.strip_prefix('&')) {
                    (Some(Ty::Ref(to)), Some(it)) if to.is_std("str") => format!("{it}.as_str()"),
                    (Some(Ty::Ref(to)), Some(it)) if matches!(**to, Ty::Slice(_)) => {
                        format!("{it}.as_slice()")
                    }
                    _ => first,
                };
                format!("{}::{name}({first})", owner())
            }
            CallForm::OfType => format!("{}::{name}({list})", owner()),
            CallForm::Method => {
                let receiver = plain(&arguments[0]);
                format!("{receiver}.{name}({})", arguments[1..].join(", "))
            }
            CallForm::OfTrait(path) if self.function.receiver.is_some() => {
                // A path does not dereference as a method call does.
                let (first, rest) = arguments.split_first().expect("there is a receiver");
                let (by, it) = match first.strip_prefix("&mut ") {
                    Some(it) => ("as_mut_", Some(it)),
                    None => ("as_", first.strip_prefix('&')),
                };
                let first = match (&self.owner, it) {
                    (Some(Ty::Std(owner, _)), Some(it)) if owner == "str" => {
                        format!("{it}.{by}str()")
                    }
                    (Some(Ty::Slice(_)), Some(it)) => format!("{it}.{by}slice()"),
                    _ => first.clone(),
                };
                let all: Vec<String> = std::iter::once(first).chain(rest.iter().cloned()).collect();
                format!("{path}::{name}({})", all.join(", "))
            }
            CallForm::OfTrait(path) => {
                let owner = self.owner.as_ref().map(|it| api.code(it)).unwrap_or_default();
                format!("<{owner} as {path}>::{name}({list})")
            }
            CallForm::Parse => {
                let owner = self.owner.as_ref().map(|it| api.code(it)).unwrap_or_default();
                format!("{}.parse::<{owner}>()", plain(&arguments[0]))
            }
        }
    }

    /// Whether it is documented to panic, or an index may be out of range.
    pub(super) fn may_panic(&self) -> bool {
        const INDEXES: [&str; 12] = [
            "i", "j", "at", "idx", "index", "pos", "position", "start", "end", "offset", "mid",
            "range",
        ];
        let is_index = |(name, ty): &(String, Ty)| {
            let is_number = ty.is_std("usize") || ty.is_std("Range");
            is_number && name.split('_').any(|word| INDEXES.contains(&word))
        };
        if self.output.success().is_none() && self.inputs.iter().any(is_index) {
            return true;
        }
        let text = &self.function.documentation;
        text.contains("# panic")
            || text.contains("panics if")
            || text.contains("will panic")
            || text.contains("panics when")
            || text.contains("may panic")
    }

    /// Whether it changes its receiver.
    pub(super) fn is_mutator(&self) -> bool {
        self.function.receiver == Some(Receiver::Mut)
    }
}

/// A receiver without the borrow that a method call adds itself.
fn plain(argument: &str) -> &str {
    argument.strip_prefix("&mut ").or(argument.strip_prefix('&')).unwrap_or(argument)
}
